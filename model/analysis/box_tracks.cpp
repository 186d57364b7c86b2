// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/analysis/box_tracks.h"

#include "model/replay/placed.h"

#include <algorithm>

namespace ghostline::model {

namespace {

/// Closer records than this would tell nothing more of where a car was.
constexpr Micros Spacing{45'000};

/// As recorded, else from the frame before.
void addVelocity(ActorBox& box, const ReplayInfo& info, const WorldState* before, const WorldState& now,
                 std::size_t row)
{
    if ((now.flags[row] & VelocityRecorded) != 0) {
        box.velocity = {now.velocities[row].x, now.velocities[row].z};
        box.moving = true;
        return;
    }
    if (before == nullptr || now.time <= before->time || (now.flags[row] & Discontinuity) != 0)
        return;
    const std::ptrdiff_t last = before->row(now.ids[row]);
    if (last < 0)
        return;
    const auto from = static_cast<std::size_t>(last);
    if ((before->flags[from] & Hidden) != 0 || !hasPlace(info, *before, from))
        return;
    const glm::dvec3 way = now.positions[row] - before->positions[from];
    box.velocity = glm::dvec2(way.x, way.z) / seconds(now.time - before->time);
    box.moving = true;
}

} // namespace

BoxTracks::BoxTracks(const ReplayInfo& info) : m_info(info), m_tracks(info.cast.size())
{
    m_remember = std::ranges::any_of(info.cast,
                                     [](const ActorInfo& actor) { return actor.kind == ActorKind::Vehicle; });
}

void BoxTracks::take(const WorldState* before, const WorldState& now, std::size_t row)
{
    const ActorInfo* actor = m_info.actor(now.ids[row]);
    if (actor == nullptr)
        return;
    Track& track = m_tracks[index(now.ids[row])];
    const bool known = track.time >= Micros{0};
    if (m_remember && known && now.time > track.time &&
        (track.past.empty() || track.time - track.past.back().time >= Spacing))
        track.past.push_back({track.time, track.now});
    while (!track.past.empty() && now.time - track.past.front().time > Remembered)
        track.past.pop_front();
    track.now = boxOf(*actor, now, row);
    track.time = now.time;
    addVelocity(track.now, m_info, before, now, row);
}

const BoxTracks::Track* BoxTracks::at(ActorId actor, Micros time) const
{
    if (index(actor) >= m_tracks.size())
        return nullptr;
    const Track& track = m_tracks[index(actor)];
    return track.time == time ? &track : nullptr;
}

} // namespace ghostline::model
