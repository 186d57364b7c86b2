// SPDX-License-Identifier: GPL-3.0-or-later
// Sampling poses from a segment without allocating.
#include "codecs/echo/echo_segment.h"

#include "codecs/echo/properties.h"

#include <algorithm>
#include <cmath>

namespace ghostline::echo {

using model::ActorFlags;
using model::BonePose;
using model::FrameNumber;
using model::FrameTime;
using model::Micros;
using model::Provenance;
using model::SamplePolicy;
using model::WorldState;

EchoSegment::Place EchoSegment::placeOf(FrameTime at, SamplePolicy policy) const
{
    Place place;
    const FrameNumber last = static_cast<FrameNumber>(size()) - 1;
    place.i = static_cast<std::size_t>(std::clamp<FrameNumber>(at.frame - m_source.first, 0, last));
    place.now = &m_source.block.frames[place.i];
    place.roster = &m_source.cast->at(place.i);
    place.between = at.fraction > 0.0 && place.i + 1 < m_times.size();
    if (!place.between || policy != SamplePolicy::Interpolate ||
        m_times[place.i + 1] - m_times[place.i] > MaxGap)
        return place;
    place.f = static_cast<float>(std::min(at.fraction, 1.0));
    const bool inside = place.i + 1 < size();
    place.next = inside ? place.now + 1 : m_source.next->frames.data();
    const ChunkCast& cast = inside ? *m_source.cast : *m_source.nextCast;
    const Roster& roster = cast.at(inside ? place.i + 1 : 0);
    place.sameRows = inside && &roster == place.roster;
    place.nextRows = cast.rowsOf(roster);
    return place;
}

const Row* EchoSegment::continued(const Place& place, const Row& row) const
{
    if (place.next == nullptr)
        return nullptr;
    const Row* next = place.sameRows ? &row : findRow(place.nextRows, row.id);
    if (next == nullptr ||
        (next->player() && static_cast<std::uint32_t>(next->source) >= place.next->players.count))
        return nullptr;
    std::uint8_t state = 0;
    if (place.i + 1 >= size()) {
        const auto& moved = m_source.nextCast->jumped;
        state = std::binary_search(moved.begin(), moved.end(), row.id) ? Jumped : 0;
    } else {
        state = next->player()
                    ? m_playerBits[place.next->players.first + static_cast<std::size_t>(next->source)]
                    : m_discBits[place.i + 1];
    }
    return state == 0 ? next : nullptr;
}

const EchoSegment::BoneRun* EchoSegment::boneRun(std::size_t frame) const
{
    const auto after = std::upper_bound(m_boneRuns.begin(), m_boneRuns.end(), frame,
                                        [](std::size_t f, const BoneRun& r) { return f < r.frame; });
    return after == m_boneRuns.begin() ? nullptr : &*std::prev(after);
}

const BoneSet* EchoSegment::boneSet(std::size_t frame, const Row& row) const
{
    const BoneRun* run = boneRun(frame);
    if (run == nullptr || run->owned == 0)
        return nullptr;
    const std::int16_t owner = m_owners[run->first + static_cast<std::size_t>(row.source)];
    return owner < 0 ? nullptr
                     : &m_source.block.bonesOf(m_source.block.frames[frame])[static_cast<std::size_t>(owner)];
}

const BoneSet* EchoSegment::nextBoneSet(const Place& place, const Row& row) const
{
    if (place.i + 1 < size())
        return boneSet(place.i + 1, row);
    const auto source = static_cast<std::size_t>(row.source);
    if (source >= m_nextOwners.size() || m_nextOwners[source] < 0)
        return nullptr;
    return &m_source.next->bonesOf(*place.next)[static_cast<std::size_t>(m_nextOwners[source])];
}

void EchoSegment::sampleTime(FrameTime at, const Place& place, WorldState& out) const
{
    out.at = {m_source.first + static_cast<FrameNumber>(place.i), place.between ? at.fraction : 0.0};
    out.time = m_times[place.i];
    if (place.between) {
        const double step = static_cast<double>((m_times[place.i + 1] - m_times[place.i]).count());
        out.time += Micros{static_cast<std::int64_t>(step * at.fraction)};
    }
}

void EchoSegment::sample(FrameTime at, SamplePolicy policy, WorldState& out) const
{
    out.clear();
    const Place place = placeOf(at, policy);
    const auto rows = m_source.cast->rowsOf(*place.roster);
    out.resize(rows.size(), actor_property::Count);
    const BoneRun* run = boneRun(place.i);
    out.bonePoses.resize(place.roster->players * TrackedBones + (run != nullptr ? run->owned * Bones : 0));
    sampleTime(at, place, out);
    std::uint32_t bone = 0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        out.ids[i] = rows[i].id;
        if (rows[i].player())
            samplePlayer(place, rows[i], i, bone, out);
        else if (rows[i].source == Row::Disc)
            sampleDisc(place, rows[i], i, out);
        else
            samplePayload(place, i, out);
    }
    out.bonePoses.resize(bone);
    sampleAttachments(place, rows, out);
    sampleMatch(place, out);
}

namespace {

BonePose poseOf(const PartPose& part) { return {part.position, part.orientation}; }

BonePose poseBetween(const PartPose& a, const PartPose& b, float f)
{
    return {glm::mix(a.position, b.position, f), model::slerpShortest(a.orientation, b.orientation, f)};
}

ActorFlags playerFlags(const PlayerFrame& player)
{
    const auto when = [](bool is, model::ActorFlag flag) { return is ? static_cast<unsigned>(flag) : 0U; };
    return static_cast<ActorFlags>(model::VelocityRecorded | when(player.stunned, model::Stunned) |
                                   when(player.blocking, model::Blocking) |
                                   when(player.invulnerable, model::Invulnerable) |
                                   when(player.possession, model::Possession));
}

} // namespace

void EchoSegment::samplePlayer(const Place& place, const Row& row, std::size_t at, std::uint32_t& bone,
                               WorldState& out) const
{
    const PlayerFrame& now = m_source.block.playersOf(*place.now)[static_cast<std::size_t>(row.source)];
    const std::uint8_t state = m_playerBits[place.now->players.first + static_cast<std::size_t>(row.source)];
    const Row* following = continued(place, row);
    const PlayerFrame* next =
        following != nullptr
            ? &nextBlock(place).playersOf(*place.next)[static_cast<std::size_t>(following->source)]
            : nullptr;
    const auto pose = [&](Part part) {
        return next != nullptr ? poseBetween(now.part(part), next->part(part), place.f)
                               : poseOf(now.part(part));
    };
    const BonePose body = pose(Part::Body);
    out.positions[at] = glm::dvec3(body.position);
    out.orientations[at] = body.orientation;
    out.velocities[at] = next != nullptr ? glm::mix(now.velocity, next->velocity, place.f) : now.velocity;
    out.flags[at] = playerFlags(now);
    if ((state & Jumped) != 0 && next == nullptr)
        out.flags[at] |= model::Discontinuity;
    out.provenance[at] = next != nullptr                        ? Provenance::Interpolated
                         : place.between || (state & Held) != 0 ? Provenance::Held
                                                                : Provenance::Exact;
    out.bones[at] = {bone, TrackedBones};
    out.bonePoses[bone] = pose(Part::Head);
    out.bonePoses[bone + LeftHandBone] = pose(Part::LeftHand);
    out.bonePoses[bone + RightHandBone] = pose(Part::RightHand);
    bone += TrackedBones;
    if (const BoneSet* set = boneSet(place.i, row)) {
        const BoneSet* nextSet = following != nullptr ? nextBoneSet(place, *following) : nullptr;
        sampleBones(*set, nextSet, place.f, body, out.bonePoses.data() + bone);
        out.bones[at].count += Bones;
        bone += Bones;
    }
    const auto properties = out.propertiesOf(at);
    playerProperties(place, now, properties);
    properties[actor_property::Speed] =
        model::PropertyValue::real(static_cast<double>(glm::length(out.velocities[at])));
}

void EchoSegment::sampleBones(const BoneSet& set, const BoneSet* next, float f, const BonePose& body,
                              BonePose* out) const
{
    for (std::size_t i = 0; i < Bones; ++i) {
        const Bone& bone = set.bones[m_boneOrder[i]];
        glm::vec3 position = bone.position;
        glm::quat orientation = bone.orientation;
        if (next != nullptr) {
            const Bone& to = next->bones[m_boneOrder[i]];
            position = glm::mix(position, to.position, f);
            orientation = model::slerpShortest(orientation, to.orientation, f);
        }
        out[i] = {body.position + body.orientation * position, body.orientation * orientation};
    }
}

void EchoSegment::sampleDisc(const Place& place, const Row& row, std::size_t at, WorldState& out) const
{
    const Frame& now = *place.now;
    const Row* following = continued(place, row);
    const bool on = following != nullptr;
    const BonePose pose = on ? poseBetween(now.disc, place.next->disc, place.f) : poseOf(now.disc);
    out.positions[at] = glm::dvec3(pose.position);
    out.orientations[at] = pose.orientation;
    out.velocities[at] =
        on ? glm::mix(now.discVelocity, place.next->discVelocity, place.f) : now.discVelocity;
    out.flags[at] = model::VelocityRecorded;
    const std::uint8_t state = m_discBits[place.i];
    if ((state & Jumped) != 0 && !on)
        out.flags[at] |= model::Discontinuity;
    out.provenance[at] = on                                     ? Provenance::Interpolated
                         : place.between || (state & Held) != 0 ? Provenance::Held
                                                                : Provenance::Exact;
    const auto properties = out.propertiesOf(at);
    properties[actor_property::Speed] =
        model::PropertyValue::real(static_cast<double>(glm::length(out.velocities[at])));
    const int team = possessionTeam(now, m_source.block.playersOf(now));
    if (team >= 0)
        properties[actor_property::Team] = model::PropertyValue::integer(team);
}

void EchoSegment::samplePayload(const Place& place, std::size_t at, WorldState& out) const
{
    out.flags[at] = model::Hidden; // no recording tells the place
    out.provenance[at] = place.between ? Provenance::Held : Provenance::Exact;
    if (const float speed = place.now->payload.speed; std::isfinite(speed))
        out.propertiesOf(at)[actor_property::Speed] = model::PropertyValue::real(static_cast<double>(speed));
}

void EchoSegment::sampleAttachments(const Place& place, std::span<const Row> rows, WorldState& out) const
{
    for (const Row& row : rows) {
        if (!row.player())
            continue;
        const PlayerFrame& player =
            m_source.block.playersOf(*place.now)[static_cast<std::size_t>(row.source)];
        attach(place, rows, row, player.holdingLeft, LeftHandBone, out);
        attach(place, rows, row, player.holdingRight, RightHandBone, out);
    }
}

void EchoSegment::attach(const Place& place, std::span<const Row> rows, const Row& holder, std::int16_t held,
                         std::uint32_t bone, WorldState& out) const
{
    if (held < 0 || held == holding::NotRecorded || held == holding::Geo || held == holding::None)
        return;
    const auto players = m_source.block.playersOf(*place.now);
    const auto it = std::find_if(rows.begin(), rows.end(), [&](const Row& row) {
        if (held == holding::Disc)
            return row.source == Row::Disc;
        return row.player() && players[static_cast<std::size_t>(row.source)].slot == held;
    });
    if (it == rows.end() || it->id == holder.id)
        return;
    const auto distance = [&](model::ActorId by, std::uint32_t hand) {
        const auto at = static_cast<std::size_t>(out.row(by));
        const auto what = static_cast<std::size_t>(out.row(it->id));
        return glm::distance(glm::vec3(out.positions[what]), out.bonesOf(at)[hand].position);
    };
    // One thing is drawn in one hand: the one that is nearest to where it was recorded.
    for (model::Attachment& other : out.attachments) {
        if (other.held != it->id)
            continue;
        if (distance(holder.id, bone) < distance(other.holder, other.bone))
            other = {it->id, holder.id, bone};
        return;
    }
    out.attachments.push_back({it->id, holder.id, bone});
}

} // namespace ghostline::echo
