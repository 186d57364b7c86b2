// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/echo/tape/tape_frame_writer.h"

#include "codecs/echo/tape/tape_frame.h"
#include "codecs/echo/tape/tape_words.h"

#include <algorithm>

namespace ghostline::echo::tape {

namespace {

/// By bit, from the lowest on; two more for the team.
std::uint32_t flagsOf(const PlayerFrame& row)
{
    std::uint32_t flags = 0;
    std::uint32_t bit = 1;
    for (const bool set : {row.stunned, row.invulnerable, row.blocking, row.possession, row.emote}) {
        flags |= set ? bit : 0U;
        bit <<= 1U;
    }
    constexpr std::uint32_t TeamShift = 5;
    return flags | std::min<std::uint32_t>(static_cast<std::uint32_t>(row.team), Teams - 1) << TeamShift;
}

bool finite(const Bone& bone)
{
    const glm::quat& turn = bone.orientation;
    return std::isfinite(bone.position.x) && std::isfinite(bone.position.y) &&
           std::isfinite(bone.position.z) && std::isfinite(turn.x) && std::isfinite(turn.y) &&
           std::isfinite(turn.z) && std::isfinite(turn.w);
}

/// Sets that name nobody are all of slot 0, unless there is just one: so readers go by their order.
std::int32_t slotOf(const BoneSet& set, std::span<const BoneSet> all)
{
    const bool unnamed = std::ranges::all_of(all, [](const BoneSet& other) { return other.slot < 0; });
    return unnamed && all.size() > 1 ? 0 : set.slot;
}

/// What readers add up is what was told; times but for their last digits.
bool sameTeamStats(const Frame& frame, std::span<const PlayerFrame> rows)
{
    Frame sums;
    addTeamStats(sums, rows);
    for (std::size_t t = 0; t < Teams; ++t) {
        const Stats& told = frame.teamStats[t];
        const Stats& sum = sums.teamStats[t];
        if (!frame.hasTeamStats[t])
            continue;
        if (told.counters != sum.counters || told.stuns != sum.stuns)
            return false;
        constexpr float Near = 0.01F; // of seconds, relative
        const float apart = std::abs(told.possessionTime - sum.possessionTime);
        if (apart > Near * std::max(1.0F, std::abs(sum.possessionTime)))
            return false;
    }
    return true;
}

} // namespace

float FrameWriter::sound(float value)
{
    m_losses.numbers += std::isfinite(value) ? 0 : 1;
    return value;
}

void FrameWriter::vector(std::uint32_t field, const glm::vec3& value, ProtoWriter& out)
{
    out.message(field, [&] {
        for (std::uint32_t i = 0; i < 3; ++i)
            out.real(i + 1, sound(value[static_cast<int>(i)]));
    });
}

/// No orientation was recorded: none is written.
void FrameWriter::pose(std::uint32_t field, const PartPose& pose, ProtoWriter& out)
{
    out.message(field, [&] {
        vector(1, pose.position, out);
        if (pose.orientation == NoRotation)
            return;
        out.message(2, [&] {
            out.real(1, sound(pose.orientation.x));
            out.real(2, sound(pose.orientation.y));
            out.real(3, sound(pose.orientation.z));
            out.real(4, sound(pose.orientation.w));
        });
    });
}

void FrameWriter::roster(const FrameBlock& block, const Frame& frame, std::uint32_t field, ProtoWriter& out)
{
    for (const SlotRow& row : m_plan.take(block.playersOf(frame))) {
        if (row.row->person != Nobody)
            out.message(field, [&] { writePerson(row, m_names, m_losses, out); });
    }
    m_losses.slots = m_losses.players = m_losses.names = 0; // told when the frame is written
}

void FrameWriter::write(const FrameBlock& block, std::size_t at, std::uint32_t index, std::uint32_t offsetMs,
                        bool key, std::vector<std::byte>& bytes)
{
    ProtoWriter out(bytes);
    const std::size_t start = out.size();
    const FrameBytes before = m_bytes;
    countLosses(block, block.frames[at]);
    out.sized([&] {
        out.message(static_cast<std::uint32_t>(RecordKind::Frame), [&] {
            out.whole(1, index);
            out.whole(2, offsetMs);
            out.whole(3, key ? 1 : 0);
            out.message(10, [&] { arena(block, at, out); });
        });
    });
    const std::uint64_t parts =
        m_bytes.players - before.players + m_bytes.bones - before.bones + m_bytes.events - before.events;
    m_bytes.match += out.size() - start - parts;
}

void FrameWriter::arena(const FrameBlock& block, std::size_t at, ProtoWriter& out)
{
    const Frame& frame = block.frames[at];
    const std::span<const SlotRow> rows = m_plan.take(block.playersOf(frame));
    match(frame, out);
    std::size_t mark = out.size();
    const auto spent = [&] {
        const std::size_t size = out.size() - mark;
        mark = out.size();
        return size;
    };
    for (const SlotRow& row : rows)
        out.message(5, [&] { player(row, out); });
    m_bytes.players += spent();
    bones(block, frame, out);
    m_bytes.bones += spent();
    m_events.write(frame, rows, block.recordedIn(at), out);
    m_bytes.events += spent();
    const auto holder = std::ranges::find_if(rows, [](const SlotRow& row) { return row.row->possession; });
    if (holder != rows.end())
        out.present(7, static_cast<std::uint64_t>(holder->slot));
    out.integer(11, m_events.round());
}

void FrameWriter::match(const Frame& frame, ProtoWriter& out)
{
    out.integer(1, codeOf(frame.status));
    if (!std::isnan(frame.clock))
        out.real(2, sound(frame.clock));
    out.integer(3, codeOf(frame.pause.state));
    if (frame.hasDisc)
        out.message(4, [&] {
            pose(1, frame.disc, out);
            vector(2, frame.discVelocity, out);
        });
    pose(8, frame.vr, out);
    out.integer(9, wholeOf(frame.points[0]));
    out.integer(10, wholeOf(frame.points[1]));
    payload(frame.payload, out);
    for (std::uint32_t button = 0; button < 4; ++button)
        out.real(14 + button, (frame.inputs >> button & 1U) != 0 ? 1.0F : 0.0F);
    out.whole(19, frame.restartRequest[0] ? 1 : 0);
    out.whole(20, frame.restartRequest[1] ? 1 : 0);
    pause(frame.pause, out);
}

void FrameWriter::payload(const Payload& payload, ProtoWriter& out)
{
    const Payload held{.checkpoint = payload.checkpoint,
                       .defenders = payload.defenders,
                       .distance = payload.distance,
                       .speed = payload.speed,
                       .multiplier = payload.multiplier};
    if (held == Payload{})
        return;
    out.message(13, [&] {
        out.real(1, sound(payload.multiplier));
        out.integer(2, payload.checkpoint);
        out.real(3, sound(payload.distance));
        out.integer(4, payload.defenders);
        out.real(5, sound(payload.speed));
    });
}

void FrameWriter::pause(const Pause& pause, ProtoWriter& out)
{
    const Pause nothing{.state = pause.state};
    if (pause == nothing)
        return;
    out.message(21, [&] {
        out.integer(1, roleOf(pause.unpausedBy));
        out.integer(2, roleOf(pause.requestedBy));
        out.real(3, sound(pause.unpausedTimer));
        out.real(4, sound(pause.pausedTimer));
    });
}

void FrameWriter::player(const SlotRow& row, ProtoWriter& out)
{
    const PlayerFrame& player = *row.row;
    out.integer(1, row.slot);
    for (std::uint32_t part = 0; part < Parts; ++part)
        pose(2 + part, player.parts[part], out);
    vector(6, player.velocity, out);
    out.whole(7, flagsOf(player));
    out.whole(8, static_cast<std::uint32_t>(player.ping));
    out.real(9, sound(player.packetLoss));
    if (player.hasStats)
        out.real(10, sound(player.stats.possessionTime));
}

/// Places and rotations are copied as they are, little-endian.
void FrameWriter::bones(const FrameBlock& block, const Frame& frame, ProtoWriter& out)
{
    std::span<const BoneSet> sets = block.bonesOf(frame);
    if (sets.size() > MaxBoneSets) {
        m_losses.bones += sets.size() - MaxBoneSets;
        sets = sets.first(MaxBoneSets);
    }
    const auto floats = [&](const BoneSet& set, std::uint32_t field, const auto& each) {
        m_floats.clear();
        ProtoWriter text(m_floats);
        for (const Bone& bone : set.bones)
            each(bone, [&text](float value) { text.fixed32(std::bit_cast<std::uint32_t>(value)); });
        out.data(field, m_floats);
    };
    for (const BoneSet& set : sets) {
        for (const Bone& bone : set.bones)
            m_losses.numbers += finite(bone) ? 0 : 1;
        out.message(6, [&] {
            out.integer(1, slotOf(set, sets));
            floats(set, 2, [](const Bone& bone, const auto& put) {
                for (int i = 0; i < 3; ++i)
                    put(bone.position[i]);
            });
            floats(set, 3, [](const Bone& bone, const auto& put) {
                put(bone.orientation.x);
                put(bone.orientation.y);
                put(bone.orientation.z);
                put(bone.orientation.w);
            });
        });
    }
}

void FrameWriter::countLosses(const FrameBlock& block, const Frame& frame)
{
    const auto count = [](std::uint64_t& losses, bool lost) { losses += lost ? 1 : 0; };
    const auto rows = block.playersOf(frame);
    count(m_losses.statuses, frame.status == GameStatus::Uncoded);
    count(m_losses.clocks, std::isnan(frame.clock));
    count(m_losses.pauses, frame.pause.state == PauseState::Pausing);
    count(m_losses.teams, frame.pause.requestedBy == TeamCode::Spectator ||
                              frame.pause.unpausedBy == TeamCode::Spectator ||
                              frame.score.team == TeamCode::Spectator);
    count(m_losses.points, std::ranges::any_of(frame.points, [](float points) {
              return static_cast<float>(wholeOf(points)) != points;
          }));
    count(m_losses.payloads, frame.payload.contested || frame.payload.position);
    count(m_losses.teamStats, !sameTeamStats(frame, rows));
    count(m_losses.possession, teamWithDisc(rows) != frame.possession);
}

} // namespace ghostline::echo::tape
