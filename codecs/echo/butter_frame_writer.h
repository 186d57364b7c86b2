// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Makes the bytes of one frame after the other, version 3 of the format.
#include "codecs/echo/butter_output.h"
#include "codecs/echo/butter_tight.h"

#include <map>
#include <optional>

namespace ghostline::echo::encode {

/// ASCII as the format holds it, '?' for every other letter; cut where readers stop looking for the end.
std::string asciiName(std::string_view utf8);

/// How often something did not fit the format.
struct WriteLosses
{
    std::uint64_t numbers = 0; ///< NaN and infinite
    std::uint64_t people = 0;  ///< appearances of somebody beyond the 255th
    std::uint64_t discs = 0;   ///< frames with a disc outside the arena
    std::uint64_t missingDiscs = 0;
    std::uint64_t clocks = 0;   ///< frames without a game clock
    std::uint64_t bones = 0;    ///< bone sets beyond the 127th
    std::uint64_t stats = 0;    ///< statistics that ended while the player stayed
    std::uint64_t times = 0;    ///< times before 1970 or clocks that went back
    std::uint64_t scores = 0;   ///< goals outside the arena
    std::uint64_t holding = 0;  ///< held objects outside the arena
    std::uint64_t loadouts = 0; ///< unknown loadouts in combat
    std::uint64_t rules = 0;    ///< rule changes outside private matches
};

class ButterFrameWriter
{
public:
    ButterFrameWriter(const MatchHeader& header, const MatchNames& names, bool tight);

    /// Turns to a frame. True when it has to be a keyframe whatever the interval says.
    bool begin(const FrameBlock& block, std::size_t index);
    /// Appends the frame begun; the block must still be there.
    void write(bool keyframe, ButterOutput& out);
    /// Numbers of the people met so far, in the order of the file's list.
    const std::vector<std::int32_t>& roster() const { return m_roster; }
    const WriteLosses& losses() const { return m_losses; }

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
    struct PauseMemory
    {
        std::uint8_t flags = 0;
        std::uint8_t state = 0;
        PauseState last = PauseState::None;
        std::array<float, 2> shown{};
        Half3 step{}; ///< of both timers
    };

    std::uint8_t fileIndex(std::int32_t person);
    Entry entryOf(const PlayerFrame& player, std::uint8_t team);
    void arrange();
    const PlayerMemory* memoryOf(Entry& entry) const;
    bool counterRanBack(const Stats& now, const StatsMemory& before) const;
    float sound(float value);
    glm::vec3 sound(const glm::vec3& value, const glm::vec3& before);

    void writeMatch(ButterOutput& out);
    void writeClock(ButterOutput& out);
    void statusBytes(Bytes& out);
    bool pauseBytes(Bytes& out);
    void scoreBytes(Bytes& out);
    void throwBytes(Bytes& out);
    bool vrBytes(Bytes& out);
    bool discBytes(Bytes& out);
    void payloadBytes(Bytes& out);
    void rulesBytes(Bytes& out);
    bool statsBytes(StatsMemory& memory, const Stats& stats, bool fresh, Bytes& out);
    void writeTeams(ButterOutput& out);
    void writePlayer(const Entry& entry, PlayerMemory& memory, ButterOutput& out);
    void writePoses(const PlayerFrame& player, PlayerMemory& memory, bool fresh, ButterOutput& out);
    void writeBones(ButterOutput& out);
    void writeBoneSet(BoneSetMemory& memory, const BoneSet& set, bool fresh, ButterOutput& out);

    const MatchNames& m_names;
    const Mode m_mode;
    const bool m_private;
    std::optional<ButterTight> m_tight;
    WriteLosses m_losses;
    std::vector<std::int32_t> m_roster;
    std::map<std::int32_t, std::uint8_t> m_indexes;

    // the frame being written
    const FrameBlock* m_block = nullptr;
    const Frame* m_frame = nullptr;
    std::vector<Entry> m_entries;
    bool m_key = true;

    // the frame before
    bool m_started = false;
    Frame m_before; ///< its runs mean nothing
    bool m_discKnown = false;
    float m_clock = 0.0F;
    double m_shownClock = 0.0;
    PauseMemory m_pause;
    Bytes m_score;
    Bytes m_throw;
    Bytes m_payload;
    PoseMemory m_vr;
    PoseMemory m_disc;
    VectorMemory m_discVelocity;
    VectorMemory m_plainDiscVelocity;
    std::array<StatsMemory, Teams> m_teamStats{};
    std::vector<PlayerMemory> m_players;
    std::vector<PlayerMemory> m_nextPlayers;
    std::vector<BoneSetMemory> m_bones;
    bool m_bonesKnown = false; ///< the frame before had bones
};

} // namespace ghostline::echo::encode
