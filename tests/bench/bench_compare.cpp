// SPDX-License-Identifier: GPL-3.0-or-later
// Micro benchmarks of comparing runs of an hour: the reference's course, and six ghosts followed along it.
#include "model/compare/ghost_clock.h"
#include "tests/support/run_tracks.h"

#include <benchmark/benchmark.h>

#include <random>

using namespace ghostline::model;
using namespace ghostline::test;

namespace {

constexpr int Frames = 72'000; // an hour at 20 Hz
constexpr int Ghosts = 6;

/// 4 m/s through a winding figure that crosses itself, with a checkpoint every `section` frames (0 = none);
/// each runner a little aside and trembling. `astray`: beyond the limit one minute in four.
std::shared_ptr<const RunTrack> hourOf(unsigned seed, int section, bool astray)
{
    std::mt19937 random(seed);
    std::normal_distribution<double> tremble(0.0, 0.05);
    const double aside = seed % 5 * 0.4;
    RunMaker run;
    for (int f = 1; f < Frames; ++f) {
        const double s = 0.2 * f * (1.0 + 0.001 * seed);
        const bool away = astray && seed > 0 && f / 1200 % 4 == 3;
        const glm::dvec3 way{600.0 * std::sin(s / 380.0), away ? 20.0 : 0.0, 500.0 * std::sin(s / 240.0)};
        run.walk(way + glm::dvec3{aside + tremble(random), tremble(random), tremble(random)}, 1e9);
        if (section > 0 && f % section == 0)
            run.checkpoint("c");
    }
    run.finish();
    return run.shared();
}

void courseOfAnHour(benchmark::State& state)
{
    const auto reference = hourOf(0, 1200, false);
    for (auto _ : state)
        benchmark::DoNotOptimize(Course(reference).length());
}
BENCHMARK(courseOfAnHour)->Unit(benchmark::kMillisecond);

/// Arguments: frames of a section (0 = the whole hour is one), whether the ghosts leave the path.
void progressOfSixGhosts(benchmark::State& state)
{
    const auto section = static_cast<int>(state.range(0));
    const Course course(hourOf(0, section, false));
    std::vector<std::shared_ptr<const RunTrack>> ghosts;
    for (unsigned i = 1; i <= Ghosts; ++i)
        ghosts.push_back(hourOf(i, section, state.range(1) != 0));
    for (auto _ : state) {
        for (const auto& ghost : ghosts)
            benchmark::DoNotOptimize(compareProgress(course, *ghost, {}));
    }
}
BENCHMARK(progressOfSixGhosts)
    ->Unit(benchmark::kMillisecond)
    ->Args({1200, 0})
    ->Args({0, 0})
    ->Args({1200, 1})
    ->Args({0, 1});

/// What playback asks of one ghost at each frame.
void gapByPlace(benchmark::State& state)
{
    const auto runner = hourOf(0, 1200, false);
    const auto ghost = hourOf(1, 1200, false);
    const auto course = std::make_shared<const Course>(runner);
    auto progress = compareProgress(*course, *ghost, {});
    const GhostClock clock(runner, ghost, Alignment::Progress, course,
                           std::make_shared<const ProgressComparison>(std::move(*progress)));
    FrameNumber f = 0;
    for (auto _ : state) {
        benchmark::DoNotOptimize(clock.gapAt({f, 0.5}));
        f = (f + 7919) % Frames;
    }
}
BENCHMARK(gapByPlace)->Unit(benchmark::kMicrosecond);

} // namespace

BENCHMARK_MAIN();
