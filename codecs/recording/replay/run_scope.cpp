// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/recording/replay/run_scope.h"

#include "codecs/recording/replay/run_extent.h"
#include "model/codec/scene_reader.h"

#include <algorithm>
#include <chrono>
#include <cmath>

namespace ghostline::recording {

using model::Result;
using Clock = std::chrono::steady_clock;

namespace {

constexpr std::size_t MostSamples = 64; // chunks decoded for their places
constexpr std::chrono::seconds SampleTime{4};

/// The first and the middle place of chunks that lie evenly between here and the end.
Result<void> sampleTrack(const RunIndex& run, const RunSegments& segments, std::size_t first, RunExtent& out,
                         const std::stop_token& stop)
{
    const std::size_t chunks = run.chunks->size();
    if (first >= chunks)
        return {};
    const std::size_t step = std::max<std::size_t>((chunks - first) / MostSamples, 1);
    const auto until = Clock::now() + SampleTime;
    constexpr model::ActorId Player{0};
    for (std::size_t i = first; i < chunks && Clock::now() < until; i += step) {
        if (stop.stop_requested())
            return model::cancelled();
        const auto segment = segments.read(run, i, nullptr, stop);
        if (!segment && segment.error().code == model::ErrorCode::Cancelled)
            return tl::unexpected(segment.error());
        const auto* const places =
            segment ? dynamic_cast<const model::ActorPositions*>(segment->get()) : nullptr;
        if (places == nullptr)
            continue;
        const model::FrameRange frames = (*segment)->frames();
        for (const model::FrameNumber frame :
             {frames.first, frames.first + (frames.end - frames.first) / 2}) {
            if (const auto at = places->actorPosition(Player, frame))
                out.visit(at->position);
        }
    }
    return {};
}

} // namespace

Result<WorldScope> scopeOf(const RunIndex& run, const RunSegments& segments, double radius,
                           const std::stop_token& stop)
{
    WorldScope scope;
    scope.near = run.track;
    if (run.edited)
        scope.edited = *run.edited;
    // The pass keeps no starts of the chunks behind its limit, but knows their track.
    if (!run.revision->complete || run.track.empty()) {
        RunExtent rest;
        if (auto sampled = sampleTrack(run, segments, run.starts.size(), rest, stop); !sampled)
            return tl::unexpected(sampled.error());
        scope.near.insert(scope.near.end(), rest.boxes().begin(), rest.boxes().end());
    }
    const double round = std::isfinite(radius) ? std::max(radius, 0.0) : model::UsualSceneRadius;
    for (model::Bounds& box : scope.near) {
        box.min -= round;
        box.max += round;
    }
    return scope;
}

} // namespace ghostline::recording
