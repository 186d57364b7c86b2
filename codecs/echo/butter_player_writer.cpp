// SPDX-License-Identifier: GPL-3.0-or-later
// The teams, players and bones of a frame.
#include "codecs/echo/butter_frame_writer.h"

#include <algorithm>
#include <cmath>

namespace ghostline::echo::encode {

namespace {

constexpr std::size_t LongestName = 1000; ///< readers look 1,024 bytes far for the end
constexpr std::uint32_t MostBoneSets = 127;
constexpr float BonePositionStep = 0.001F; ///< metres; smaller changes are left out
constexpr double BoneRotationStep = 1.0;   ///< degrees

std::array<std::uint8_t, 14> absoluteBytes(const Stats& stats)
{
    std::array<std::uint8_t, 14> out{};
    for (std::size_t i = 0; i < Counters; ++i)
        out[i] = static_cast<std::uint8_t>(stats.counters[i] & 0xFF);
    const Half possession = half(stats.possessionTime);
    const std::int32_t stuns = std::clamp(stats.stuns, 0, 65535);
    out[10] = static_cast<std::uint8_t>(possession & 0xFF);
    out[11] = static_cast<std::uint8_t>(possession >> 8);
    out[12] = static_cast<std::uint8_t>(stuns & 0xFF);
    out[13] = static_cast<std::uint8_t>(stuns >> 8);
    return out;
}

std::uint8_t loadoutByte(const Loadout& loadout)
{
    const auto field = [](std::int8_t value, unsigned mask, unsigned shift) {
        return (value < 0 ? 0U : static_cast<unsigned>(value) & mask) << shift;
    };
    return static_cast<std::uint8_t>(field(loadout.weapon, 3, 0) | field(loadout.ordnance, 3, 2) |
                                     field(loadout.tacMod, 3, 4) | field(loadout.arm, 1, 6));
}

std::uint8_t holdingByte(std::int16_t value)
{
    return static_cast<std::uint8_t>(value >= 0 && value <= 255 ? value : holding::None);
}

} // namespace

std::string asciiName(std::string_view utf8)
{
    std::string out;
    for (const char c : utf8) {
        const auto byte = static_cast<unsigned char>(c);
        if ((byte & 0xC0U) == 0x80U) // the rest of a letter that began before
            continue;
        out.push_back(byte == 0 || byte >= 0x80U ? '?' : c);
        if (out.size() == LongestName)
            break;
    }
    return out;
}

/// Possession time goes against what readers have, so that nothing is lost between two blocks.
bool ButterFrameWriter::statsBytes(StatsMemory& memory, const Stats& given, bool fresh, Bytes& out)
{
    Stats stats = given;
    stats.possessionTime = sound(stats.possessionTime);
    stats.stuns = std::clamp(stats.stuns, 0, 65535);
    const auto absolute = absoluteBytes(stats);
    fresh = fresh || !memory.known;
    const bool send = fresh || absolute != memory.absolute;
    if (send) {
        for (std::size_t i = 0; i < Counters; ++i) {
            // unsigned: modulo 256 whatever the numbers are
            const auto base = static_cast<std::uint32_t>(fresh ? 0 : memory.truth.counters[i]);
            append(out, static_cast<std::uint8_t>(static_cast<std::uint32_t>(stats.counters[i]) - base));
        }
        if (fresh)
            memory.possession = 0.0F;
        // kept short of the truth, as the differences cut off are: readers round what is missing up
        const float missing = stats.possessionTime - memory.possession;
        const Half change =
            half(m_tight ? shortBelow(missing, m_tight->possessionTolerance(stats.possessionTime)) : missing);
        memory.possession += halfEdge(change);
        append(out, change);
        append(out, static_cast<std::uint16_t>(
                        std::max(0, fresh ? stats.stuns : stats.stuns - memory.truth.stuns)));
        memory.truth = stats;
    }
    memory.known = true;
    memory.absolute = absolute;
    return send;
}

void ButterFrameWriter::writeTeams(ButterOutput& out)
{
    std::array<Bytes, Teams> stats;
    unsigned mask = (m_frame->possession[0] ? 1U : 0U) | (m_frame->possession[1] ? 2U : 0U);
    for (std::size_t team = 0; team < Teams; ++team) {
        const bool send = m_frame->hasTeamStats[team] &&
                          statsBytes(m_teamStats[team], m_frame->teamStats[team], false, stats[team]);
        mask |= (send ? 1U : 0U) << (2 + team);
    }
    append(out.in(FieldGroup::FrameHeader), static_cast<std::uint8_t>(mask));
    m_nextPlayers.clear();
    auto entry = m_entries.begin();
    for (std::size_t team = 0; team < Teams; ++team) {
        Bytes& block = out.in(FieldGroup::TeamStats);
        block.insert(block.end(), stats[team].begin(), stats[team].end());
        const auto end = std::find_if(entry, m_entries.end(), [&](const Entry& e) { return e.team != team; });
        append(out.in(FieldGroup::FrameHeader), static_cast<std::uint8_t>(end - entry));
        for (; entry != end; ++entry) {
            PlayerMemory& memory =
                m_nextPlayers.emplace_back(entry->before != nullptr ? *entry->before : PlayerMemory{});
            writePlayer(*entry, memory, out);
        }
    }
    std::swap(m_players, m_nextPlayers);
}

void ButterFrameWriter::writePlayer(const Entry& entry, PlayerMemory& memory, ButterOutput& out)
{
    const PlayerFrame& player = *entry.player;
    const bool fresh = entry.before == nullptr;
    const bool arena = m_mode == Mode::Arena;
    Bytes stats;
    const bool sendStats = player.hasStats && statsBytes(memory.stats, player.stats, fresh, stats);
    if (!player.hasStats && memory.stats.known)
        ++m_losses.stats;
    const std::int32_t ping = std::clamp(player.ping, -16384, 16383);
    const float loss = sound(player.packetLoss);
    const std::uint8_t left = holdingByte(player.holdingLeft);
    const std::uint8_t right = holdingByte(player.holdingRight);
    if (!arena && (left != holding::NotRecorded || right != holding::NotRecorded))
        ++m_losses.holding;
    const bool sendPing = fresh || ping != memory.ping || loss != memory.truthLoss ||
                          (arena && (left != memory.holdingLeft || right != memory.holdingRight));
    const glm::vec3 velocity = sound(player.velocity, memory.velocity.truth);
    Half3 change{};
    const bool sendVelocity =
        m_tight ? m_tight->velocity(memory.velocity, memory.plainVelocity, velocity, fresh, change)
                : plainVelocity(memory.velocity, velocity, fresh, change);

    unsigned mask = (player.possession ? 1U : 0U) | (player.blocking ? 2U : 0U) | (player.stunned ? 4U : 0U) |
                    (player.invulnerable ? 8U : 0U) | (player.emote ? 16U : 0U);
    mask |= (sendStats ? 32U : 0U) | (sendPing ? 64U : 0U) | (sendVelocity ? 128U : 0U);
    Bytes& flags = out.in(FieldGroup::PlayerFlags);
    append(flags, entry.fileIndex);
    append(flags, player.slot);
    append(flags, static_cast<std::uint8_t>(mask));
    Bytes& block = out.in(FieldGroup::PlayerStats);
    block.insert(block.end(), stats.begin(), stats.end());
    if (sendPing) {
        Bytes& bytes = out.in(FieldGroup::PingHolding);
        append(bytes, static_cast<std::int16_t>(fresh ? ping : ping - memory.ping));
        const float known = fresh ? 0.0F : memory.loss;
        const Half step = half(loss - known);
        memory.loss = known + halfEdge(step);
        append(bytes, step);
        if (arena) {
            append(bytes, left);
            append(bytes, right);
        }
    }
    if (sendVelocity)
        append(out.in(FieldGroup::Velocity), change);
    writePoses(player, memory, fresh, out);
    if (m_mode == Mode::Combat) {
        if (player.loadout.weapon < 0 || player.loadout.ordnance < 0 || player.loadout.tacMod < 0 ||
            player.loadout.arm < 0)
            ++m_losses.loadouts;
        append(out.in(FieldGroup::PlayerFlags), loadoutByte(player.loadout));
    }
    memory.userId = entry.userId;
    memory.slot = player.slot;
    memory.ping = ping;
    memory.truthLoss = loss;
    memory.holdingLeft = left;
    memory.holdingRight = right;
}

void ButterFrameWriter::writePoses(const PlayerFrame& player, PlayerMemory& memory, bool fresh,
                                   ButterOutput& out)
{
    std::array<PoseCode, Parts> codes;
    unsigned mask = 0;
    for (std::size_t i = 0; i < Parts; ++i) {
        PartPose pose = player.parts[i];
        pose.position = sound(pose.position, memory.parts[i].position.truth);
        codes[i] = m_tight ? m_tight->pose(memory.parts[i], pose, fresh, ButterTight::Kind::Part)
                           : plainPose(memory.parts[i], pose, fresh);
        mask |= (codes[i].sendPosition ? 1U : 0U) << (2 * i);
        mask |= (codes[i].sendRotation ? 1U : 0U) << (2 * i + 1);
    }
    append(out.in(FieldGroup::PlayerFlags), static_cast<std::uint8_t>(mask));
    for (const PoseCode& code : codes) {
        if (code.sendPosition)
            append(out.in(FieldGroup::Positions), code.delta);
        if (code.sendRotation)
            append(out.in(FieldGroup::Rotations), code.rotation);
    }
}

void ButterFrameWriter::writeBones(ButterOutput& out)
{
    Bytes& header = out.in(FieldGroup::BoneMasks);
    const auto sets = m_block->bonesOf(*m_frame);
    const auto count = std::min(static_cast<std::uint32_t>(sets.size()), MostBoneSets);
    m_losses.bones += sets.size() - count;
    if (!m_frame->hasBones) {
        append(header, std::uint8_t{0});
        m_bonesKnown = false;
        return;
    }
    append(header, static_cast<std::uint8_t>(1U | (count << 1)));
    const bool fresh = m_key || !m_bonesKnown || m_bones.size() != count;
    m_bones.resize(count);
    for (std::size_t i = 0; i < count; ++i)
        writeBoneSet(m_bones[i], sets[i], fresh, out);
    m_bonesKnown = true;
}

/// At a keyframe absolute and complete: readers that carry bones on can tell it, those that do not need it.
void ButterFrameWriter::writeBoneSet(BoneSetMemory& memory, const BoneSet& set, bool fresh, ButterOutput& out)
{
    std::array<ButterTight::BoneCode, Bones> codes;
    std::uint32_t positions = 0;
    std::uint32_t rotations = 0;
    for (std::size_t i = 0; i < Bones; ++i) {
        BoneMemory& before = memory[i];
        if (fresh)
            before = {};
        Bone bone = set.bones[i];
        bone.position = sound(bone.position, before.truth.position);
        ButterTight::BoneCode& code = codes[i];
        if (m_tight) {
            code = m_tight->bone(before, bone, fresh);
        } else {
            const glm::vec3 change = bone.position - before.truth.position;
            const glm::quat turn = bone.orientation * glm::inverse(before.truth.orientation);
            code.sendPosition = fresh || glm::length(change) > BonePositionStep;
            code.sendRotation =
                fresh || degreesBetween(bone.orientation, before.truth.orientation) > BoneRotationStep;
            for (int axis = 0; axis < 3; ++axis)
                code.step[static_cast<std::size_t>(axis)] = boneFixed(static_cast<double>(change[axis]));
            code.turn = smallestThree(turn);
        }
        before.truth = bone;
        positions |= (code.sendPosition ? 1U : 0U) << i;
        rotations |= (code.sendRotation ? 1U : 0U) << i;
    }
    Bytes& masks = out.in(FieldGroup::BoneMasks);
    for (const std::uint32_t mask : {positions, rotations}) {
        for (unsigned byte = 0; byte < 3; ++byte)
            append(masks, static_cast<std::uint8_t>(mask >> (8 * byte)));
    }
    Bytes& moved = out.in(FieldGroup::BonePositions);
    for (const ButterTight::BoneCode& code : codes) {
        for (const std::int32_t step : code.step) {
            if (code.sendPosition)
                appendVarInt(moved, step);
        }
    }
    Bytes& turned = out.in(FieldGroup::BoneRotations);
    for (const ButterTight::BoneCode& code : codes) {
        if (code.sendRotation)
            append(turned, code.turn);
    }
}

} // namespace ghostline::echo::encode
