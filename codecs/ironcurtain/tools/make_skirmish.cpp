// SPDX-License-Identifier: GPL-3.0-or-later
// ghostline-make-skirmish: writes a made-up match, for the bundled sample, for measuring and for trying what
// reads replays.
#include "codecs/ironcurtain/sample/skirmish.h"

#include <CLI/CLI.hpp>
#include <QFileInfo>

#include <cstdio>

using namespace ghostline;

int main(int argc, char** argv)
{
    CLI::App app("Writes a made-up skirmish, an .icrep file.");
    std::string out;
    ironcurtain::SkirmishSettings settings;
    ironcurtain::WriteSettings write;
    int minutes = 20;
    std::string deltas = "cumulative";
    bool journal = false;
    int crowd = 0;
    int hours = 8;
    constexpr int TicksPerMinute = 900; // at "slower", 67 ms each
    app.add_option("--out", out, "file to write")->required();
    app.add_option("--seed", settings.seed, "another seed, another match")->capture_default_str();
    app.add_option("--players", settings.players, "two, three, or two against two")
        ->check(CLI::Range(2, 4))
        ->capture_default_str();
    app.add_option("--minutes", minutes, "length")->check(CLI::Range(1, 120))->capture_default_str();
    app.add_option("--deltas", deltas, "what a delta keyframe builds on")
        ->check(CLI::IsMember({"cumulative", "chained"}))
        ->capture_default_str();
    app.add_flag("--journal", journal, "leave the file as a recorder that crashed would");
    CLI::Option* many = app.add_option("--crowd", crowd, "that many units on long marches instead of a match")
                            ->check(CLI::Range(1, 40'000));
    app.add_option("--hours", hours, "length with --crowd")
        ->check(CLI::Range(1, 24))
        ->needs(many)
        ->capture_default_str();
    CLI11_PARSE(app, argc, argv);
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
