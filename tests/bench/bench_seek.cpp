// SPDX-License-Identifier: GPL-3.0-or-later
// Micro benchmarks of sampling and seeking, on the bundled sample or on GHOSTLINE_BENCH_FILE.
#include "model/codec/codec_registry.h"
#include "model/replay/state_reader.h"

#include <benchmark/benchmark.h>

#include <QCoreApplication>

#include <random>

using namespace ghostline::model;

namespace {

std::shared_ptr<ReplaySource> g_source;

FrameNumber frames() { return g_source->index()->frames(); }

/// The same places in every run.
FrameTime randomPlace(std::mt19937_64& random)
{
    std::uniform_int_distribution<FrameNumber> frame(0, frames() - 1);
    std::uniform_real_distribution<double> fraction(0.0, 1.0);
    const FrameNumber f = frame(random);
    return g_source->index()->timeAxis.clamp({f, fraction(random)});
}

void sampleOneSegment(benchmark::State& state, double fraction)
{
    const auto segment = g_source->readSegment(0, nullptr, {});
    if (!segment)
        return state.SkipWithError("the first segment cannot be decoded");
    const FrameRange range = (*segment)->frames();
    WorldState world;
    FrameNumber f = range.first;
    for (auto _ : state) {
        (*segment)->sample({f, fraction}, SamplePolicy::Interpolate, world);
        benchmark::DoNotOptimize(world.positions.data());
        f = f + 1 < range.end - 1 ? f + 1 : range.first;
    }
    state.counters["actors"] = static_cast<double>(world.size());
}

void sampleExact(benchmark::State& state) { sampleOneSegment(state, 0.0); }
BENCHMARK(sampleExact);

void sampleBetween(benchmark::State& state) { sampleOneSegment(state, 0.5); }
BENCHMARK(sampleBetween);

void decodeSegment(benchmark::State& state)
{
    const int count = g_source->index()->keyframes.count();
    int k = 0;
    for (auto _ : state) {
        auto segment = g_source->readSegment(k, nullptr, {});
        benchmark::DoNotOptimize(segment);
        k = (k + 1) % count;
    }
}
BENCHMARK(decodeSegment)->Unit(benchmark::kMillisecond);

void seek(benchmark::State& state, bool cold)
{
    StateReader reader(g_source);
    WorldState world;
    std::mt19937_64 random(1);
    for (auto _ : state) {
        if (cold)
            reader.clear();
        if (!reader.stateAt(randomPlace(random), SamplePolicy::Interpolate, world))
            return state.SkipWithError("a place cannot be decoded");
    }
}

void seekCold(benchmark::State& state) { seek(state, true); }
BENCHMARK(seekCold)->Unit(benchmark::kMillisecond);

void seekCached(benchmark::State& state) { seek(state, false); }
BENCHMARK(seekCached)->Unit(benchmark::kMicrosecond);

void stepBack(benchmark::State& state)
{
    StateReader reader(g_source);
    WorldState world;
    FrameNumber f = frames() - 1;
    for (auto _ : state) {
        if (!reader.stateAt({f, 0.0}, SamplePolicy::Interpolate, world))
            return state.SkipWithError("a frame cannot be decoded");
        f = f > 0 ? f - 1 : frames() - 1;
    }
}
BENCHMARK(stepBack)->Unit(benchmark::kMicrosecond);

} // namespace

int main(int argc, char** argv)
{
    const QCoreApplication application(argc, argv);
    benchmark::Initialize(&argc, argv);
    const CodecRegistry registry;
    const QString path =
        qEnvironmentVariable("GHOSTLINE_BENCH_FILE", QStringLiteral(GHOSTLINE_SAMPLES "/sample-town.log"));
    auto source = registry.open(path);
    if (!source || !(*source)->waitComplete({}) || (*source)->index()->keyframes.empty()) {
        qCritical("%s cannot be opened", qPrintable(path));
        return 2;
    }
    g_source = std::move(*source);
    benchmark::RunSpecifiedBenchmarks();
    g_source.reset();
    return 0;
}
