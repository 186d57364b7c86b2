// SPDX-License-Identifier: GPL-3.0-or-later
// Sampling a segment without allocating.
#include "codecs/echo/replay/echo_segment.h"

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

EchoSegment::Instant EchoSegment::instantOf(FrameTime at, SamplePolicy policy) const
{
    Instant instant;
    const FrameNumber last = static_cast<FrameNumber>(size()) - 1;
    instant.i = static_cast<std::size_t>(std::clamp<FrameNumber>(at.frame - m_source.first, 0, last));
    instant.now = &m_source.block.frames[instant.i];
    instant.roster = &m_source.cast->at(instant.i);
    instant.between = at.fraction > 0.0 && instant.i + 1 < m_times.size();
    if (!instant.between || policy != SamplePolicy::Interpolate ||
        m_times[instant.i + 1] - m_times[instant.i] > MaxGap)
        return instant;
    instant.f = static_cast<float>(std::min(at.fraction, 1.0));
    const bool inside = instant.i + 1 < size();
    instant.next = inside ? instant.now + 1 : m_source.next->frames.data();
    const ChunkCast& cast = inside ? *m_source.cast : *m_source.nextCast;
    const Roster& roster = cast.at(inside ? instant.i + 1 : 0);
    instant.sameRows = inside && &roster == instant.roster;
    instant.nextRows = cast.rowsOf(roster);
    return instant;
}

const Row* EchoSegment::continued(const Instant& instant, const Row& row) const
{
    if (instant.next == nullptr)
        return nullptr;
    const Row* next = instant.sameRows ? &row : findRow(instant.nextRows, row.id);
    if (next == nullptr ||
        (next->player() && static_cast<std::uint32_t>(next->source) >= instant.next->players.count))
        return nullptr;
    if (instant.i + 1 < size())
        return m_states.of(*instant.next, instant.i + 1, *next) == 0 ? next : nullptr;
    const auto& moved = m_source.nextCast->jumped;
    return std::binary_search(moved.begin(), moved.end(), row.id) ? nullptr : next;
}

const BoneSet* EchoSegment::boneSet(std::size_t frame, const Row& row) const
{
    const std::int16_t owner = m_owners.of(frame, static_cast<std::size_t>(row.source));
    return owner < 0 ? nullptr
                     : &m_source.block.bonesOf(m_source.block.frames[frame])[static_cast<std::size_t>(owner)];
}

const BoneSet* EchoSegment::nextBoneSet(const Instant& instant, const Row& row) const
{
    if (instant.i + 1 < size())
        return boneSet(instant.i + 1, row);
    const auto source = static_cast<std::size_t>(row.source);
    if (source >= m_nextOwners.size() || m_nextOwners[source] < 0)
        return nullptr;
    return &m_source.next->bonesOf(*instant.next)[static_cast<std::size_t>(m_nextOwners[source])];
}

const std::array<int, 2>& EchoSegment::roundsWon(std::size_t frame) const
{
    auto rounds = m_rounds.begin();
    while (std::next(rounds) != m_rounds.end() && std::next(rounds)->first <= frame)
        ++rounds;
    return rounds->second;
}

void EchoSegment::sampleTime(FrameTime at, const Instant& instant, WorldState& out) const
{
    out.at = {m_source.first + static_cast<FrameNumber>(instant.i), instant.between ? at.fraction : 0.0};
    out.time = m_times[instant.i];
    if (instant.between) {
        const double step = static_cast<double>((m_times[instant.i + 1] - m_times[instant.i]).count());
        out.time += Micros{static_cast<std::int64_t>(step * at.fraction)};
    }
}

void EchoSegment::sample(FrameTime at, SamplePolicy policy, WorldState& out) const
{
    out.clear();
    const Instant instant = instantOf(at, policy);
    const auto rows = m_source.cast->rowsOf(*instant.roster);
    out.resize(rows.size(), actor_property::Count);
    out.bonePoses.resize(instant.roster->players * TrackedBones + m_owners.owned(instant.i) * Bones);
    sampleTime(at, instant, out);
    std::uint32_t bone = 0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        out.ids[i] = rows[i].id;
        if (rows[i].player())
            samplePlayer(instant, rows[i], i, bone, out);
        else if (rows[i].source == Row::Disc)
            sampleDisc(instant, rows[i], i, out);
        else
            samplePayload(instant, rows[i], i, out);
    }
    out.bonePoses.resize(bone);
    sampleAttachments(instant, rows, out);
    fillMatch({m_source.mode, *instant.now, instant.next, instant.f, m_source.block.playersOf(*instant.now),
               roundsWon(instant.i), *m_source.texts},
              out.match);
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

void EchoSegment::samplePlayer(const Instant& instant, const Row& row, std::size_t at, std::uint32_t& bone,
                               WorldState& out) const
{
    const PlayerFrame& now = m_source.block.playersOf(*instant.now)[static_cast<std::size_t>(row.source)];
    const std::uint8_t state = m_states.of(*instant.now, instant.i, row);
    const Row* following = continued(instant, row);
    const PlayerFrame* next =
        following != nullptr
            ? &nextBlock(instant).playersOf(*instant.next)[static_cast<std::size_t>(following->source)]
            : nullptr;
    const auto pose = [&](Part part) {
        return next != nullptr ? poseBetween(now.part(part), next->part(part), instant.f)
                               : poseOf(now.part(part));
    };
    const BonePose body = pose(Part::Body);
    out.positions[at] = glm::dvec3(body.position);
    out.orientations[at] = body.orientation;
    out.velocities[at] = next != nullptr ? glm::mix(now.velocity, next->velocity, instant.f) : now.velocity;
    out.flags[at] = playerFlags(now);
    if ((state & RowStates::Jumped) != 0 && next == nullptr)
        out.flags[at] |= model::Discontinuity;
    out.provenance[at] = next != nullptr                                     ? Provenance::Interpolated
                         : instant.between || (state & RowStates::Held) != 0 ? Provenance::Held
                                                                             : Provenance::Exact;
    out.bones[at] = {bone, TrackedBones};
    out.bonePoses[bone] = pose(Part::Head);
    out.bonePoses[bone + LeftHandBone] = pose(Part::LeftHand);
    out.bonePoses[bone + RightHandBone] = pose(Part::RightHand);
    bone += TrackedBones;
    if (const BoneSet* set = boneSet(instant.i, row)) {
        const BoneSet* nextSet = following != nullptr ? nextBoneSet(instant, *following) : nullptr;
        sampleBones(*set, nextSet, instant.f, body, out.bonePoses.data() + bone);
        out.bones[at].count += Bones;
        bone += Bones;
    }
    const auto properties = out.propertiesOf(at);
    fillPlayer(now, m_source.block.playersOf(*instant.now), *m_source.texts, properties);
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

void EchoSegment::sampleDisc(const Instant& instant, const Row& row, std::size_t at, WorldState& out) const
{
    const Frame& now = *instant.now;
    const Row* following = continued(instant, row);
    const bool on = following != nullptr;
    const BonePose pose = on ? poseBetween(now.disc, instant.next->disc, instant.f) : poseOf(now.disc);
    out.positions[at] = glm::dvec3(pose.position);
    out.orientations[at] = pose.orientation;
    out.velocities[at] =
        on ? glm::mix(now.discVelocity, instant.next->discVelocity, instant.f) : now.discVelocity;
    out.flags[at] = model::VelocityRecorded;
    const std::uint8_t state = m_states.of(now, instant.i, row);
    if ((state & RowStates::Jumped) != 0 && !on)
        out.flags[at] |= model::Discontinuity;
    out.provenance[at] = on                                                  ? Provenance::Interpolated
                         : instant.between || (state & RowStates::Held) != 0 ? Provenance::Held
                                                                             : Provenance::Exact;
    const auto properties = out.propertiesOf(at);
    properties[actor_property::Speed] =
        model::PropertyValue::real(static_cast<double>(glm::length(out.velocities[at])));
    const int team = possessionTeam(now, m_source.block.playersOf(now));
    if (team >= 0)
        properties[actor_property::Team] = model::PropertyValue::integer(team);
}

void EchoSegment::samplePayload(const Instant& instant, const Row& row, std::size_t at, WorldState& out) const
{
    const std::optional<glm::vec3>& now = instant.now->payload.position;
    const std::uint8_t state = m_states.of(*instant.now, instant.i, row);
    const bool on = now && continued(instant, row) != nullptr && instant.next->payload.position;
    out.provenance[at] = on ? Provenance::Interpolated
                         : !now || instant.between || (state & RowStates::Held) != 0 ? Provenance::Held
                                                                                     : Provenance::Exact;
    if (now)
        out.positions[at] = on ? glm::mix(*now, *instant.next->payload.position, instant.f) : *now;
    else
        out.flags[at] = model::Hidden;
    if ((state & RowStates::Jumped) != 0 && !on)
        out.flags[at] |= model::Discontinuity;
    if (const float speed = instant.now->payload.speed; std::isfinite(speed))
        out.propertiesOf(at)[actor_property::Speed] = model::PropertyValue::real(static_cast<double>(speed));
}

void EchoSegment::sampleAttachments(const Instant& instant, std::span<const Row> rows, WorldState& out) const
{
    for (const Row& row : rows) {
        if (!row.player())
            continue;
        const PlayerFrame& player =
            m_source.block.playersOf(*instant.now)[static_cast<std::size_t>(row.source)];
        attach(instant, rows, row, player.holdingLeft, LeftHandBone, out);
        attach(instant, rows, row, player.holdingRight, RightHandBone, out);
    }
}

void EchoSegment::attach(const Instant& instant, std::span<const Row> rows, const Row& holder,
                         std::int16_t held, std::uint32_t bone, WorldState& out) const
{
    if (held < 0 || held == holding::NotRecorded || held == holding::Geo || held == holding::None)
        return;
    const auto players = m_source.block.playersOf(*instant.now);
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

EchoSegment::EchoSegment(Source source) : m_source(std::move(source)), m_boneOrder(boneOrder(m_source.sides))
{
}

model::Result<std::shared_ptr<const EchoSegment>> EchoSegment::build(Source source)
{
    std::shared_ptr<EchoSegment> segment(new EchoSegment(std::move(source)));
    const Source& s = segment->m_source;
    for (std::size_t i = 0; i < segment->size(); ++i) {
        // A file that was changed after it was indexed would otherwise lead out of the lists.
        if (s.block.frames[i].players.count != s.cast->at(i).players)
            return model::fail(
                model::ErrorCode::Damaged,
                QStringLiteral("frame %1 is not the one that was indexed; the file has changed")
                    .arg(s.first + static_cast<FrameNumber>(i)),
                {.frame = s.first + static_cast<FrameNumber>(i)});
    }
    if (segment->size() == 0)
        return model::fail(model::ErrorCode::Damaged,
                           QStringLiteral("nothing could be decoded from frame %1 on").arg(s.first),
                           {.frame = s.first});
    const std::size_t count = segment->size();
    segment->m_times.reserve(count + 1);
    segment->m_times.push_back(s.start);
    RoundCount rounds = s.rounds;
    segment->m_rounds.emplace_back(0, rounds.won());
    for (std::size_t i = 0; i < count; ++i) {
        if (rounds.take(s.block.frames[i]))
            segment->m_rounds.emplace_back(i, rounds.won());
        const Frame* after = i + 1 < count ? &s.block.frames[i + 1]
                             : s.next      ? s.next->frames.data()
                                           : nullptr;
        if (after != nullptr)
            segment->m_times.push_back(
                timeAfter(segment->m_times.back(), s.block.frames[i].timeMs, after->timeMs));
    }
    segment->m_states = RowStates(segment->m_source.block, *s.cast, segment->m_times);
    if (!s.block.bones.empty()) {
        segment->m_owners = BoneOwners(s.block, *s.cast);
        if (s.next)
            findBoneOwners(s.next->playersOf(s.next->frames[0]), s.next->bonesOf(s.next->frames[0]),
                           segment->m_nextOwners);
    }
    return std::shared_ptr<const EchoSegment>(std::move(segment));
}

model::FrameRange EchoSegment::frames() const
{
    return {m_source.first, m_source.first + static_cast<FrameNumber>(size())};
}

std::size_t EchoSegment::bytes() const
{
    return sizeof *this + m_source.block.bytes() + (m_source.next ? m_source.next->bytes() : 0) +
           m_times.capacity() * sizeof(Micros) + m_states.bytes() + m_owners.bytes() +
           m_nextOwners.capacity() * sizeof(std::int16_t);
}

} // namespace ghostline::echo
