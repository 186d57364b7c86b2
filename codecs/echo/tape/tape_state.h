// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What a tape says only when it changes: who has which slot, what hands hold, loadouts, statistics, rounds,
// the last goal and throw. No frame repeats it, so it is carried from chunk to chunk.
#include "codecs/echo/frame/frame_file.h"
#include "codecs/echo/tape/proto_fields.h"
#include "codecs/echo/tape/tape_limits.h"
#include "codecs/echo/tape/tape_remarks.h"

#include <bitset>
#include <map>
#include <memory>
#include <optional>

namespace ghostline::echo::tape {

/// What stays when its player leaves: the writer says nothing when the next one has the same.
struct SlotState
{
    std::int32_t person = Nobody; ///< number in MatchNames
    std::int16_t holdingLeft = holding::NotRecorded;
    std::int16_t holdingRight = holding::NotRecorded;
    Loadout loadout;
    bool hasStats = false;
    Stats stats;
};

struct TapeState
{
    std::map<std::int32_t, SlotState> slots;
    std::array<int, 2> rounds{};
    bool hasRounds = false;
    LastScore score;
    LastThrow lastThrow{};
    std::size_t bytes() const
    {
        constexpr std::size_t Node = 48;
        return sizeof *this + slots.size() * (sizeof(SlotState) + Node);
    }
};

/// What an EchoEvent holds: the last of its parts counts; of key 0 where it holds none. Nothing where it is
/// not well-formed.
std::optional<Field> partOfEvent(Bytes event);

/// Whom a goal names: the first person of that name, a new one where there is none.
std::int32_t personNamed(std::string_view name, MatchNames& names);

/// Applies the events of frames, one frame after the other.
class StateKeeper
{
public:
    /// `scanning`: in file order, for the first time; corrected numbers of players go into the names.
    StateKeeper(MatchNames& names, bool scanning, TapeRemarks* remarks)
        : m_names(names), m_scanning(scanning), m_remarks(remarks)
    {
    }
    /// As it is now; the same object for as long as nothing changes.
    std::shared_ptr<const TapeState> snapshot();
    void restore(std::shared_ptr<const TapeState> state);
    const TapeState& state() const { return *m_state; }

    /// Somebody of the header's list, or an event PlayerJoined. Returns the slot.
    std::int32_t join(Bytes person);
    /// The events of one frame, which goes to `block` next.
    void apply(std::span<const Bytes> events, FrameBlock& block);
    /// What an event has to say about a player of this frame.
    void complete(PlayerFrame& player) const;

private:
    TapeState& change();
    SlotState* slot(std::int32_t number);
    void correct(std::int32_t person, int number, int level);
    void leave(Bytes event);
    void details(Bytes event);
    void stats(Bytes event);
    void loadout(Bytes event);
    void grab(Bytes event);
    void scoreboard(Bytes event);
    void thrown(Bytes event);
    void goal(Bytes event);
    void one(std::uint32_t number, Bytes event, FrameBlock& block);
    void record(std::uint32_t number, Bytes event, FrameBlock& block);
    std::int16_t held(std::string_view word);
    void remark(Remark what) const
    {
        if (m_remarks != nullptr)
            m_remarks->add(what);
    }

    MatchNames& m_names;
    bool m_scanning;
    TapeRemarks* m_remarks;
    std::shared_ptr<const TapeState> m_state = std::make_shared<TapeState>();
    std::shared_ptr<TapeState> m_changed; ///< the same as m_state, as long as nobody else has it
    std::bitset<MaxSlot + 1> m_joined;    ///< slots, in this frame
    std::int32_t m_scorerSlot = -1;       ///< of this frame's PlayerGoal
    std::int32_t m_assistSlot = -1;
    bool m_goalUnnamed = false;
    bool m_assistUnnamed = false;
};

} // namespace ghostline::echo::tape
