// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The events of a tape: what no frame repeats, told when it changes, and what the source's recorder wrote
// down. Layout: EchoTools/nevr-proto, telemetry/v2/echo_arena.proto, EchoEvent.
#include "codecs/echo/frame/round_count.h"
#include "codecs/echo/tape/proto_writer.h"
#include "codecs/echo/tape/tape_fit.h"

#include <optional>

namespace ghostline::echo::tape {

class EventWriter
{
public:
    /// All of them outlive it.
    EventWriter(const MatchHeader& header, const MatchNames& names, WriteLosses& losses)
        : m_header(header), m_names(names), m_losses(losses),
          m_rounds(header.blueRoundScore, header.orangeRoundScore)
    {
    }
    /// Those of the next frame, as fields of its arena. `recorded`: of that frame.
    void write(const Frame& frame, std::span<const SlotRow> rows, std::span<const RecordedEvent> recorded,
               ProtoWriter& out);
    /// Numbers in EchoEvent of what the last write() wrote.
    const std::vector<std::uint32_t>& written() const { return m_written; }
    /// Round being played, as the known writers count it: 0 before the first.
    int round() const { return m_round; }

private:
    /// As a reader of what was written has it.
    struct SlotWritten
    {
        bool known = false; ///< something was written of it
        bool here = false;  ///< somebody sits there
        std::int32_t person = Nobody;
        TeamCode team = TeamCode::None;
        Loadout loadout;
        std::int16_t holdingLeft = holding::NotRecorded;
        std::int16_t holdingRight = holding::NotRecorded;
        bool hasStats = false;
        Stats stats;
    };
    /// One frame, while it is written.
    struct Now
    {
        const Frame& frame;
        std::span<const SlotRow> rows;
        std::span<const RecordedEvent> recorded;
        ProtoWriter& out;
    };

    template<typename Fill>
    void put(const Now& now, std::uint32_t number, const Fill& fill);
    template<typename Fill>
    void recordedOnes(const Now& now, RecordedKind kind, const Fill& fill);
    bool told(const Now& now, RecordedKind kind, std::int32_t slot) const;
    SlotWritten& slot(std::int32_t number) { return m_slots[static_cast<std::size_t>(number)]; }
    std::string nameOf(std::int32_t person) { return shortName(m_names[person].name, m_losses); }
    float sound(float value);

    void people(const Now& now);
    void leave(const Now& now, std::int32_t number);
    void join(const Now& now, const SlotRow& row);
    void switchTeam(const Now& now, const SlotRow& row);
    void scoreboard(const Now& now);
    void goal(const Now& now);
    void thrown(const Now& now);
    void throwDetails(const Now& now, std::int32_t slot);
    void plays(const Now& now);
    void course(const Now& now);
    void carried(const Now& now, const SlotRow& row);
    void countRounds(const Frame& frame);

    const MatchHeader& m_header;
    const MatchNames& m_names;
    WriteLosses& m_losses;
    std::array<SlotWritten, MaxSlot + 1> m_slots;
    std::vector<std::int32_t> m_here; ///< slots, of the frame before
    std::vector<std::uint32_t> m_written;
    RoundCount m_rounds;
    int m_round = 0;
    bool m_live = false; ///< a round was on in the frame before
    std::optional<std::array<std::int32_t, 4>> m_score;
    LastScore m_goal;
    LastThrow m_throw{};
};

/// Of blue, orange, spectator: 1 to 3; 0 for none.
std::int32_t roleOf(TeamCode team);
/// Fields of a PlayerJoined, and of the header's list.
void writePerson(const SlotRow& row, const MatchNames& names, WriteLosses& losses, ProtoWriter& out);

} // namespace ghostline::echo::tape
