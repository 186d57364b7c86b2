// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/ghosts/ghost_trails.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ghostline::app {

namespace {

/// Frames of attempts that had been given up by `now`: from the last landmark to each reset.
std::vector<model::FrameRange> abandonedUntil(const model::RunTrack& track, model::FrameNumber now)
{
    std::vector<model::FrameRange> out;
    for (const model::FrameNumber reset : track.resets) {
        if (reset > now)
            break;
        model::FrameNumber from = out.empty() ? track.start : std::max(track.start, out.back().end);
        for (const model::CheckpointTaken& checkpoint : track.checkpoints) {
            if (checkpoint.frame <= reset)
                from = std::max(from, checkpoint.frame);
        }
        out.push_back({from, reset});
    }
    return out;
}

bool inAny(const std::vector<model::FrameRange>& ranges, model::FrameNumber frame)
{
    return std::any_of(ranges.begin(), ranges.end(),
                       [frame](const model::FrameRange& range) { return range.contains(frame); });
}

} // namespace

std::vector<render::Trail> trailsOf(const model::RunTrack& track, model::FrameTime now, double seconds,
                                    int hue)
{
    std::vector<render::Trail> trails;
    const model::Micros end = track.axis.timeOf(now);
    const model::FrameNumber first = track.axis.frameAt(end - model::fromSeconds(seconds));
    const std::vector<model::FrameRange> abandoned = abandonedUntil(track, now.frame);
    const auto add = [&](const glm::dvec3& place, bool given, bool jumped) {
        if (trails.empty() || trails.back().abandoned != given)
            trails.push_back({.actor = model::ActorId::None, .points = {}, .hue = hue, .abandoned = given});
        else if (jumped)
            trails.back().points.push_back(render::TrailBreak);
        trails.back().points.push_back(place);
    };
    for (model::FrameNumber frame = first; frame <= now.frame; ++frame) {
        const auto i = static_cast<std::size_t>(frame);
        add(track.positions[i], inAny(abandoned, frame), track.jumped[i]);
    }
    if (now.fraction > 0.0 && !trails.empty())
        trails.back().points.push_back(track.positionAt(now));
    return trails;
}

std::vector<render::Trail> ghostTrails(const GhostSet& ghosts, model::FrameTime shown, double seconds)
{
    std::vector<render::Trail> trails;
    for (const Ghost& ghost : ghosts.ghosts()) {
        const auto now = ghost.visible && ghost.track != nullptr ? ghost.clock.ghostAt(shown) : std::nullopt;
        if (!now)
            continue;
        auto own = trailsOf(*ghost.track, *now, seconds, ghost.hue);
        std::move(own.begin(), own.end(), std::back_inserter(trails));
    }
    return trails;
}

} // namespace ghostline::app
