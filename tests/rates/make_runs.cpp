// SPDX-License-Identifier: GPL-3.0-or-later
// make-runs: clean and cheating runs to measure detectors on. README.md of this folder says how.
#include "tests/rates/run_folder.h"

#include <QCommandLineParser>
#include <QCoreApplication>

#include <cstdio>

using namespace ghostline;
using namespace Qt::StringLiterals;

int main(int argc, char** argv)
{
    const QCoreApplication application(argc, argv);
    QCommandLineParser parser;
    parser.setApplicationDescription(u"Writes made-up map runs and the truth about them."_s);
    parser.addHelpOption();
    parser.addPositionalArgument(u"OUT_FOLDER"_s, u"where to"_s);
    parser.addOptions({{u"clean"_s, u"so many hours of clean runs"_s, u"HOURS"_s},
                       {u"cheats"_s, u"runs with one cheat each"_s},
                       {u"each"_s, u"runs of each cheat in each strength"_s, u"N"_s, u"10"_s},
                       {u"seed"_s, u"the same seed, the same bytes"_s, u"S"_s, u"1"_s}});
    parser.process(application);

    rates::FolderPlan plan;
    bool fine =
        parser.positionalArguments().size() == 1 && parser.isSet(u"clean"_s) != parser.isSet(u"cheats"_s);
    bool number = true;
    plan.seed = parser.value(u"seed"_s).toULongLong(&number);
    fine = fine && number;
    if (parser.isSet(u"clean"_s))
        plan.hours = parser.value(u"clean"_s).toDouble(&number);
    else
        plan.each = parser.value(u"each"_s).toInt(&number);
    fine = fine && number && plan.hours >= 0.0 && plan.hours <= 1000.0 && plan.each >= 0 && plan.each <= 1000;
    if (!fine)
        parser.showHelp(2);

    plan.folder = parser.positionalArguments().constFirst();
    const auto done = rates::writeFolder(plan);
    if (!done) {
        std::fprintf(stderr, "%s\n", qPrintable(done.error().message));
        return 2;
    }
    std::printf("%d files, %.2f hours\n", done->files, static_cast<double>(done->ticks) / 72'000.0);
    return 0;
}
