// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/echo/butter/butter_player_writer.h"

#include <algorithm>

namespace ghostline::echo::encode {

namespace {

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

std::uint8_t teamOf(const PlayerFrame& player)
{
    return static_cast<std::uint8_t>(std::min(static_cast<int>(player.team), Teams - 1));
}

bool counterRanBack(const Stats& now, const StatsMemory& before)
{
    if (!before.known)
        return false;
    if (now.stuns < before.truth.stuns || now.possessionTime < before.truth.possessionTime)
        return true;
    return !std::equal(now.counters.begin(), now.counters.end(), before.truth.counters.begin(),
                       [](std::int32_t a, std::int32_t b) { return a >= b; });
}

} // namespace

PlayerWriter::PlayerWriter(Mode mode, const MatchNames& names, FileRoster& roster, WriteLosses& losses,
                           ButterTight* tight)
    : m_mode(mode), m_names(names), m_roster(roster), m_losses(losses), m_tight(tight)
{
}

bool PlayerWriter::begin(const Frame& frame, std::span<const PlayerFrame> players)
{
    arrange(players);
    for (std::size_t team = 0; team < Teams; ++team) {
        if (frame.hasTeamStats[team] && counterRanBack(frame.teamStats[team], m_teamStats[team]))
            return true;
    }
    return std::any_of(m_entries.begin(), m_entries.end(), [](const Entry& entry) {
        return entry.ambiguous || (entry.before != nullptr && entry.player->hasStats &&
                                   counterRanBack(entry.player->stats, entry.before->stats));
    });
}

PlayerWriter::Entry PlayerWriter::entryOf(const PlayerFrame& player, std::uint8_t team)
{
    const std::uint8_t index = m_roster.index(player.person);
    return {.player = &player,
            .fileIndex = index,
            .userId = index != 0 ? m_names[player.person].userId : 0,
            .team = team};
}

void PlayerWriter::arrange(std::span<const PlayerFrame> players)
{
    m_entries.clear();
    std::array<std::size_t, Teams> counts{};
    for (std::uint8_t team = 0; team < Teams; ++team) {
        for (const PlayerFrame& player : players) {
            if (teamOf(player) == team && ++counts[team] <= 255)
                m_entries.push_back(entryOf(player, team));
        }
    }
    for (Entry& entry : m_entries)
        entry.before = memoryOf(entry);
}

/// Whose record of the frame before a reader takes: of one user the one in the same slot, else the only one.
const PlayerMemory* PlayerWriter::memoryOf(Entry& entry) const
{
    const PlayerMemory* only = nullptr;
    int found = 0;
    for (const PlayerMemory& memory : m_players) {
        if (memory.userId != entry.userId)
            continue;
        if (memory.slot == entry.player->slot)
            return &memory;
        only = &memory;
        ++found;
    }
    const auto same = std::count_if(m_entries.begin(), m_entries.end(),
                                    [&](const Entry& other) { return other.userId == entry.userId; });
    entry.ambiguous = found > 1 || (found == 1 && same > 1);
    return entry.ambiguous ? nullptr : only;
}

/// Possession time goes against what readers have, so that nothing is lost between two blocks.
bool PlayerWriter::statsBytes(StatsMemory& memory, const Stats& given, bool fresh, Bytes& out)
{
    Stats stats = given;
    stats.possessionTime = sound(stats.possessionTime, m_losses);
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

void PlayerWriter::write(const Frame& frame, bool key, ButterOutput& out)
{
    if (key) {
        m_teamStats = {};
        for (Entry& entry : m_entries)
            entry.before = nullptr;
    }
    std::array<Bytes, Teams> stats;
    unsigned mask = (frame.possession[0] ? 1U : 0U) | (frame.possession[1] ? 2U : 0U);
    for (std::size_t team = 0; team < Teams; ++team) {
        const bool send = frame.hasTeamStats[team] &&
                          statsBytes(m_teamStats[team], frame.teamStats[team], false, stats[team]);
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

void PlayerWriter::writePlayer(const Entry& entry, PlayerMemory& memory, ButterOutput& out)
{
    const PlayerFrame& player = *entry.player;
    const bool fresh = entry.before == nullptr;
    const bool arena = m_mode == Mode::Arena;
    Bytes stats;
    const bool sendStats = player.hasStats && statsBytes(memory.stats, player.stats, fresh, stats);
    if (!player.hasStats && memory.stats.known)
        ++m_losses.stats;
    const std::int32_t ping = std::clamp(player.ping, -16384, 16383);
    const float loss = sound(player.packetLoss, m_losses);
    const std::uint8_t left = holdingByte(player.holdingLeft);
    const std::uint8_t right = holdingByte(player.holdingRight);
    if (!arena && (left != holding::NotRecorded || right != holding::NotRecorded))
        ++m_losses.holding;
    const bool sendPing = fresh || ping != memory.ping || loss != memory.truthLoss ||
                          (arena && (left != memory.holdingLeft || right != memory.holdingRight));
    const glm::vec3 velocity = sound(player.velocity, memory.velocity.truth, m_losses);
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

void PlayerWriter::writePoses(const PlayerFrame& player, PlayerMemory& memory, bool fresh, ButterOutput& out)
{
    std::array<PoseCode, Parts> codes;
    unsigned mask = 0;
    for (std::size_t i = 0; i < Parts; ++i) {
        PartPose pose = player.parts[i];
        pose.position = sound(pose.position, memory.parts[i].position.truth, m_losses);
        codes[i] = poseCode(m_tight, memory.parts[i], pose, fresh, ButterTight::Kind::Part);
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

} // namespace ghostline::echo::encode
