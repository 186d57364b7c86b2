// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The teams and players of a frame.
#include "codecs/echo/butter/butter_fit.h"
#include "codecs/echo/butter/butter_output.h"
#include "codecs/echo/butter/butter_tight.h"

namespace ghostline::echo::encode {

class PlayerWriter
{
public:
    /// All must outlive this; `tight` null = the plain writer.
    PlayerWriter(Mode mode, const MatchNames& names, FileRoster& roster, WriteLosses& losses,
                 ButterTight* tight);

    /// Turns to a frame; the players must still be there when it is written. True when only a keyframe can
    /// say it: readers add to counters, and may not know who is who.
    bool begin(const Frame& frame, std::span<const PlayerFrame> players);
    void write(const Frame& frame, bool key, ButterOutput& out);

private:
    struct Entry
    {
        const PlayerFrame* player = nullptr;
        std::uint8_t fileIndex = 0;
        std::int64_t userId = 0; ///< readers look people of the frame before up by it
        std::uint8_t team = 0;
        bool ambiguous = false;
        const PlayerMemory* before = nullptr;
    };

    Entry entryOf(const PlayerFrame& player, std::uint8_t team);
    void arrange(std::span<const PlayerFrame> players);
    const PlayerMemory* memoryOf(Entry& entry) const;
    bool statsBytes(StatsMemory& memory, const Stats& stats, bool fresh, Bytes& out);
    void writePlayer(const Entry& entry, PlayerMemory& memory, ButterOutput& out);
    void writePoses(const PlayerFrame& player, PlayerMemory& memory, bool fresh, ButterOutput& out);

    const Mode m_mode;
    const MatchNames& m_names;
    FileRoster& m_roster;
    WriteLosses& m_losses;
    ButterTight* m_tight;
    std::vector<Entry> m_entries; ///< of the frame being written
    std::array<StatsMemory, Teams> m_teamStats{};
    std::vector<PlayerMemory> m_players; ///< of the frame before
    std::vector<PlayerMemory> m_nextPlayers;
};

} // namespace ghostline::echo::encode
