// SPDX-License-Identifier: GPL-3.0-or-later
// Micro benchmarks of heat maps: two million samples, read, smoothed and coloured.
#include "model/heat/heat_colours.h"
#include "model/heat/heat_map.h"

#include <benchmark/benchmark.h>

#include <cmath>

using namespace ghostline::model;

namespace {

constexpr int Actors = 2000;
constexpr FrameNumber Frames = 1001; // a thousand steps of each

/// Everybody walks in circles of their own; what it costs to sample is part of the figure, and small.
class Crowd final : public ReplaySource
{
public:
    Crowd()
    {
        auto info = std::make_shared<ReplayInfo>();
        info->cast.resize(Actors);
        for (std::uint32_t i = 0; i < Actors; ++i) {
            info->cast[i].id = static_cast<ActorId>(i);
            info->cast[i].kind = ActorKind::Unit;
        }
        m_index->info = std::move(info);
        m_index->complete = true;
        m_index->timeAxis = TimeAxis::uniform(Frames, 1, 20);
        m_index->keyframes = KeyframeIndex({Keyframe{}}, Frames);
    }
    std::shared_ptr<const ReplayIndex> index() const override { return m_index; }
    Result<std::shared_ptr<const ReplayIndex>> waitComplete(std::stop_token) const override
    {
        return m_index;
    }
    Result<std::shared_ptr<const Segment>> readSegment(int, const Segment*, std::stop_token) const override
    {
        return std::make_shared<const Steps>();
    }
    Result<std::uint64_t> readRaw(std::stop_token) const override { return 0; }

private:
    class Steps final : public Segment
    {
    public:
        FrameRange frames() const override { return {0, Frames}; }
        std::size_t bytes() const override { return sizeof(*this); }
        void sample(FrameTime at, SamplePolicy, WorldState& out) const override
        {
            out.at = at;
            out.time = Micros{at.frame * 50'000};
            out.resize(Actors, 0);
            const double turn = 0.05 * static_cast<double>(at.frame);
            const double east = 8.0 * std::cos(turn);
            const double south = 8.0 * std::sin(turn);
            for (std::uint32_t i = 0; i < Actors; ++i) {
                out.ids[i] = static_cast<ActorId>(i);
                out.positions[i] = {i % 50 * 4.0 + east, 0.0, i / 50 * 4.0 + south};
            }
        }
    };

    std::shared_ptr<ReplayIndex> m_index = std::make_shared<ReplayIndex>();
};

/// Arguments: metres of smoothing, whether the cells are given.
void twoMillionSamples(benchmark::State& state)
{
    const Crowd crowd;
    HeatOptions options;
    options.smooth = static_cast<double>(state.range(0));
    if (state.range(1) != 0)
        options.layout = HeatLayout{-20.0, -20.0, 0.5, 512, 512};
    std::int64_t samples = 0;
    for (auto _ : state) {
        const auto grid = readHeatMap(crowd, options, {}, {});
        samples += grid->samples;
        benchmark::DoNotOptimize(grid->total);
    }
    state.SetItemsProcessed(samples);
}
BENCHMARK(twoMillionSamples)->Unit(benchmark::kMillisecond)->Args({0, 0})->Args({0, 1})->Args({2, 1});

void stopsOfTwoMillion(benchmark::State& state)
{
    const Crowd crowd;
    HeatOptions options;
    options.what = HeatWhat::Stops;
    options.stopSpeed = 100.0;
    for (auto _ : state)
        benchmark::DoNotOptimize(readHeatMap(crowd, options, {}, {})->total);
}
BENCHMARK(stopsOfTwoMillion)->Unit(benchmark::kMillisecond);

void pictureOfFullHd(benchmark::State& state)
{
    const Crowd crowd;
    const auto grid = readHeatMap(crowd, {}, {}, {});
    for (auto _ : state)
        benchmark::DoNotOptimize(heatPixels(*grid, {.scale = HeatScale::Log}, 1920).rgba.data());
}
BENCHMARK(pictureOfFullHd)->Unit(benchmark::kMillisecond);

} // namespace

BENCHMARK_MAIN();
