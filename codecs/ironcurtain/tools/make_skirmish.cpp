// SPDX-License-Identifier: GPL-3.0-or-later
// ghostline-make-skirmish: writes a made-up match, for the bundled sample, for measuring and for trying what
// reads replays.
#include "codecs/io/sample_options.h"
#include "codecs/ironcurtain/sample/crowd.h"
#include "codecs/ironcurtain/sample/skirmish.h"

#include <QFileInfo>

#include <cstdio>

using namespace ghostline;

int main(int argc, char** argv)
{
    std::string out;
    ironcurtain::SkirmishSettings settings;
    ironcurtain::WriteSettings write;
    int minutes = 20;
    std::string deltas = "cumulative";
    bool journal = false;
    int crowd = 0;
    int hours = 8;
    constexpr int TicksPerMinute = 900; // at "slower", 67 ms each
    const io::SampleOptions commandLine(
        "Writes a made-up skirmish, an .icrep file.",
        {{"--out", &out, "file to write"},
         {"--seed", &settings.seed, "another seed, another match"},
         {"--players", &settings.players, "two, three, or two against two", io::SampleRange{2, 4}},
         {"--minutes", &minutes, "length", io::SampleRange{1, 120}},
         {"--deltas", &deltas, "what a delta keyframe builds on", io::SampleChoices{"cumulative", "chained"}},
         {"--journal", &journal, "leave the file as a recorder that crashed would"},
         {"--crowd", &crowd, "that many units on long marches instead of a match",
          io::SampleRange{1, 40'000}},
         {"--hours", &hours, "length with --crowd", io::SampleRange{1, 24}, "--crowd"}});
    if (const auto ended = commandLine.parse(argc, argv))
        return *ended;
    write.deltas = deltas == "chained" ? ironcurtain::DeltaMode::Chained : ironcurtain::DeltaMode::Cumulative;
    settings.ticks = static_cast<ironcurtain::SimTick>(minutes) * TicksPerMinute;
    const QString path = QString::fromLocal8Bit(out.c_str());
    const auto ticksOfCrowd = static_cast<ironcurtain::SimTick>(hours) * 60 * TicksPerMinute;
    const auto done = crowd > 0 ? ironcurtain::recordCrowd(settings.seed, crowd, ticksOfCrowd, write, path)
                                : ironcurtain::recordSkirmish(settings, write, path, journal);
    if (!done) {
        std::fprintf(stderr, "%s: %s\n", out.c_str(), qPrintable(done.error().message));
        return 2;
    }
    std::printf("%s: %lld bytes\n", out.c_str(), static_cast<long long>(QFileInfo(path).size()));
    return 0;
}
