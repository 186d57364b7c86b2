// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/replay/frame_walk.h"

#include <algorithm>
#include <optional>

namespace ghostline::model {

namespace {

/// Calls `visit` with each frame and its segment, null where that could not be decoded.
template<typename Visit>
Result<void> walkSegments(const ReplaySource& source, FrameRange frames, Visit visit,
                          const Progress& progress, const std::stop_token& stop)
{
    const std::shared_ptr<const ReplayIndex> index = source.index();
    frames.first = std::clamp<FrameNumber>(frames.first, 0, index->frames());
    frames.end = std::clamp<FrameNumber>(frames.end, 0, index->frames());
    if (frames.empty() || index->keyframes.empty())
        return {};
    std::shared_ptr<const Segment> segment;
    std::optional<Error> firstFailure;
    bool anySegment = false;
    for (int k = index->keyframes.at(frames.first); k < index->keyframes.count(); ++k) {
        FrameRange range = index->keyframes.range(k);
        range.first = k == 0 ? frames.first : std::max(range.first, frames.first);
        range.end = std::min(range.end, frames.end);
        if (range.first >= frames.end)
            break;
        Result<std::shared_ptr<const Segment>> next = source.readSegment(k, segment.get(), stop);
        if (!next && next.error().code == ErrorCode::Cancelled)
            return tl::unexpected<Error>(std::move(next.error()));
        if (!next && !firstFailure)
            firstFailure = next.error();
        segment = next ? std::move(*next) : nullptr;
        anySegment = anySegment || segment;
        for (FrameNumber f = range.first; f < range.end; ++f) {
            if (stop.stop_requested())
                return cancelled(QStringLiteral("the analysis was cancelled"));
            const bool present = segment && segment->frames().contains(f);
            visit(f, present ? segment.get() : nullptr);
        }
        const double done =
            static_cast<double>(range.end - frames.first) / static_cast<double>(frames.count());
        if (progress && !progress(std::clamp(done, 0.0, 1.0)))
            return cancelled(QStringLiteral("the analysis was cancelled"));
    }
    if (!anySegment && firstFailure)
        return tl::unexpected<Error>(std::move(*firstFailure));
    return {};
}

} // namespace

Result<void> walkFrames(const ReplaySource& source, FrameRange frames, const FrameVisitor& visit,
                        const Progress& progress, std::stop_token stop)
{
    WorldState state;
    const auto sampled = [&](FrameNumber frame, const Segment* segment) {
        if (segment != nullptr)
            segment->sample({frame, 0.0}, SamplePolicy::Interpolate, state);
        visit(frame, segment != nullptr ? &state : nullptr);
    };
    return walkSegments(source, frames, sampled, progress, stop);
}

Result<void> walkPositions(const ReplaySource& source, FrameRange frames, ActorId actor,
                           const PositionVisitor& visit, const Progress& progress, std::stop_token stop)
{
    WorldState state;
    const Segment* known = nullptr; ///< whose places `places` are; asked once a segment
    const ActorPositions* places = nullptr;
    const auto placed = [&](FrameNumber frame, const Segment* segment) {
        if (segment != known) {
            known = segment;
            places = dynamic_cast<const ActorPositions*>(segment);
        }
        if (segment == nullptr)
            return visit(frame, std::nullopt);
        if (places != nullptr)
            return visit(frame, places->actorPosition(actor, frame));
        segment->sample({frame, 0.0}, SamplePolicy::Interpolate, state);
        visit(frame, positionIn(state, actor));
    };
    return walkSegments(source, frames, placed, progress, stop);
}

} // namespace ghostline::model
