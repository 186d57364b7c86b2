// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Teams and players of a frame.
#include "codecs/echo/butter/butter_header.h"
#include "codecs/echo/butter/butter_reader.h"

#include <algorithm>

namespace ghostline::echo::butter {

namespace detail {

/// Meaning of a player's state bits beyond the first four, by version.
struct StateBits
{
    unsigned stats;
    unsigned network; ///< ping and loss; in version 3 what the hands hold as well
    unsigned holding;
    unsigned velocity;
    int emote; ///< -1 = not stored
};
inline constexpr StateBits OldBits{4, 5, 6, 7, -1};
inline constexpr StateBits NewBits{5, 6, 6, 7, 4};

/// Versions 1 and 2 may hold a file index in place of the slot.
inline void resolveHoldings(std::span<PlayerFrame> players)
{
    const auto resolve = [players](std::int16_t held) {
        if (held >= holding::NotRecorded ||
            std::any_of(players.begin(), players.end(),
                        [held](const PlayerFrame& p) { return p.slot == held; }))
            return held;
        const auto named = std::find_if(players.begin(), players.end(),
                                        [held](const PlayerFrame& p) { return p.person == held - 1; });
        return held > 0 && named != players.end() ? static_cast<std::int16_t>(named->slot) : held;
    };
    for (PlayerFrame& player : players) {
        player.holdingLeft = resolve(player.holdingLeft);
        player.holdingRight = resolve(player.holdingRight);
    }
}

} // namespace detail

/// Of one chunk: remembers of the frame before what its records do not say.
template<bool Exact>
class PlayerDecoder
{
public:
    using Reader = FrameReader<Exact>;
    /// `header` must outlive this.
    explicit PlayerDecoder(const Header& header)
        : m_header(header), m_arena(header.match.mode() == Mode::Arena),
          m_combat(header.match.mode() == Mode::Combat), m_version(header.version)
    {
    }

    /// For the last frame of the block, whose players are still those of the frame before. What was read of
    /// them lies in the block even when it fails.
    Problem decode(Reader& in, FrameBlock& block, bool keyframe)
    {
        Frame& frame = block.frames.back();
        m_keyframe = keyframe;
        m_base = keyframe ? Run{} : frame.players;
        m_baseLast.swap(m_last);
        const unsigned mask = in.u8();
        frame.possession = {bit(mask, 0), bit(mask, 1)};
        frame.players = {static_cast<std::uint32_t>(block.players.size()), 0};
        m_last.clear();
        for (unsigned team = 0; team < Teams; ++team) {
            if (bit(mask, team + 2)) {
                frame.hasTeamStats[team] = true;
                // The reference reader takes the differences for the numbers themselves.
                stats(in, frame.teamStats[team], Exact && !m_keyframe);
            }
            const unsigned count = in.u8();
            if (in.over())
                return Problem::CutShort;
            for (unsigned i = 0; i < count; ++i) {
                const Problem problem = player(in, block.players, static_cast<TeamCode>(team));
                if (problem != Problem::None)
                    return problem;
            }
        }
        frame.players.count = static_cast<std::uint32_t>(m_last.size());
        if (m_version < 3)
            detail::resolveHoldings(std::span(block.players).subspan(frame.players.first));
        return Problem::None;
    }

private:
    /// What of a player is needed for the next frame besides his record.
    struct Last
    {
        std::uint8_t fileIndex = 0;
        std::array<glm::vec3, Parts> delta{};
    };

    Problem player(Reader& in, std::vector<PlayerFrame>& players, TeamCode team)
    {
        const std::uint8_t stored = in.u8();
        const std::int32_t who = in.person(stored);
        const auto fileIndex = static_cast<std::uint8_t>(who + 1);
        const std::uint8_t slot = in.u8();
        const unsigned state = in.u8();
        const std::int32_t base = m_keyframe ? -1 : basePlayer(players, fileIndex, slot);
        if (fileIndex != 0 && base != static_cast<std::int32_t>(m_last.size()) &&
            std::any_of(m_last.begin(), m_last.end(),
                        [fileIndex](const Last& other) { return other.fileIndex == fileIndex; }))
            in.note(&Oddities::sharedName);
        if (base >= 0) {
            players.push_back(players[m_base.first + static_cast<std::uint32_t>(base)]);
            m_last.push_back(m_baseLast[static_cast<std::size_t>(base)]);
        } else {
            players.emplace_back();
            m_last.emplace_back();
        }
        PlayerFrame& player = players.back();
        Last& last = m_last.back();
        last.fileIndex = fileIndex;
        player.person = who;
        player.team = team;
        player.slot = slot;
        player.possession = bit(state, 0);
        player.blocking = bit(state, 1);
        player.stunned = bit(state, 2);
        player.invulnerable = bit(state, 3);
        extras(in, player, state);
        parts(in, player, last);
        if (m_combat && m_version > 1) {
            const unsigned loadout = in.u8();
            player.loadout = {
                static_cast<std::int8_t>(loadout & 3U), static_cast<std::int8_t>(loadout >> 2U & 3U),
                static_cast<std::int8_t>(loadout >> 4U & 3U), static_cast<std::int8_t>(loadout >> 6U & 1U)};
        }
        return in.over() ? Problem::CutShort : Problem::None;
    }

    void extras(Reader& in, PlayerFrame& player, unsigned state)
    {
        const detail::StateBits& bits = m_version == 3 ? detail::NewBits : detail::OldBits;
        player.emote = bits.emote >= 0 && bit(state, static_cast<unsigned>(bits.emote));
        if (bit(state, bits.stats)) {
            stats(in, player.stats, player.hasStats);
            player.hasStats = true;
        }
        if (bit(state, bits.network)) {
            player.ping += in.i16();
            player.packetLoss += in.half(0.0F);
        }
        // Which maps have hands that hold: all of version 1, all but combat of version 2, only the arena of
        // version 3.
        const bool hands = m_version == 3 ? m_arena : m_version == 1 || !m_combat;
        if (hands && bit(state, bits.holding)) {
            player.holdingLeft = in.u8();
            player.holdingRight = in.u8();
        }
        if (bit(state, bits.velocity))
            player.velocity = in.vector() + player.velocity;
    }

    void parts(Reader& in, PlayerFrame& player, Last& last)
    {
        const unsigned mask = in.u8();
        for (unsigned i = 0; i < Parts; ++i) {
            PartPose& part = player.parts[i];
            if (bit(mask, 2 * i)) {
                last.delta[i] = in.vector();
                part.position = last.delta[i] + part.position;
            } else if (Exact) {
                part.position = last.delta[i] + part.position;
            }
            if (bit(mask, 2 * i + 1))
                in.rotation(part.orientation);
        }
    }

    /// Counters are bytes and differences to the frame before, modulo 256. The time of possession is sent
    /// only when these bytes change, yet as the difference to the frame before, so that what it grew by in
    /// between is missing: when nothing else changed, it is at least the next value a half can have.
    void stats(Reader& in, Stats& stats, bool delta)
    {
        bool counted = false;
        for (std::int32_t& counter : stats.counters) {
            const std::int32_t step = in.u8();
            counted = counted || step != 0;
            counter = delta ? counter + step : step;
            if (Exact)
                counter &= 255;
        }
        const float before = stats.possessionTime;
        const float step = in.half(delta ? 0.0F : before);
        const std::uint32_t stuns = in.u16();
        stats.possessionTime = delta ? before + step : step;
        stats.stuns =
            static_cast<std::int32_t>(delta ? static_cast<std::uint32_t>(stats.stuns) + stuns : stuns);
        if (Exact && delta && !counted && stuns == 0 && before >= 0.0F && step > 0.0F) {
            const auto next = static_cast<std::uint16_t>(halfBelow(std::min(before, 65000.0F)) + 1);
            stats.possessionTime = std::max(stats.possessionTime, halfEdge(next));
        }
    }

    /// Row in the frame before of what a record is the difference to, -1 = it is absolute. The writer looks
    /// it up by user id; two of one name share a file index, and only the slot tells them apart.
    std::int32_t basePlayer(const std::vector<PlayerFrame>& players, std::uint8_t fileIndex,
                            std::uint8_t slot) const
    {
        const std::uint8_t user = m_header.sameUser[fileIndex];
        const PlayerFrame* rows = players.data() + m_base.first;
        const auto is = [&](std::size_t row) { return m_header.sameUser[m_baseLast[row].fileIndex] == user; };
        const std::size_t here = m_last.size();
        if (Exact && here < m_baseLast.size() && is(here) && rows[here].slot == slot)
            return static_cast<std::int32_t>(here);
        std::int32_t first = -1;
        int found = 0;
        for (std::size_t row = 0; row < m_baseLast.size(); ++row) {
            if (!is(row))
                continue;
            if (Exact && rows[row].slot == slot)
                return static_cast<std::int32_t>(row);
            if (found++ == 0)
                first = static_cast<std::int32_t>(row);
        }
        if (!Exact)
            return first;
        const bool again = std::any_of(m_last.begin(), m_last.end(), [fileIndex](const Last& other) {
            return other.fileIndex == fileIndex;
        });
        return found == 1 && !again ? first : -1;
    }

    const Header& m_header;
    const bool m_arena;
    const bool m_combat;
    const int m_version;
    bool m_keyframe = false;
    Run m_base; ///< players of the frame before
    std::vector<Last> m_baseLast;
    std::vector<Last> m_last;
};

} // namespace ghostline::echo::butter
