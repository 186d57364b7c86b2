// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What frames say, made to fit a tape: players by free slots, whole points, times from the start. What does
// not fit is counted.
#include "codecs/echo/frame/frame.h"
#include "codecs/echo/tape/tape_limits.h"
#include "model/base/diagnostic.h"

#include <bitset>
#include <map>

namespace ghostline::echo::tape {

/// How often something did not fit the format.
struct WriteLosses
{
    std::uint64_t numbers = 0;    ///< not finite
    std::uint64_t statuses = 0;   ///< frames of an unknown status
    std::uint64_t clocks = 0;     ///< frames without a game clock
    std::uint64_t pauses = 0;     ///< frames of a pause in the making, for which there is no code
    std::uint64_t teams = 0;      ///< frames with a pause or a goal of spectators
    std::uint64_t points = 0;     ///< frames with parts of a point
    std::uint64_t times = 0;      ///< frames before the first one, or 49 days behind it
    std::uint64_t rules = 0;      ///< frames with other rules than the first
    std::uint64_t possession = 0; ///< frames in which a team has the disc that nobody of it has
    std::uint64_t teamStats = 0;  ///< frames in which a team's statistics are no sum of its players'
    std::uint64_t stats = 0;      ///< statistics that ended
    std::uint64_t arms = 0;       ///< players of frames with the arm of a loadout
    std::uint64_t payloads = 0;   ///< frames with the payload's place, or a contested one
    std::uint64_t slots = 0;      ///< players of frames whose slot another one has
    std::uint64_t players = 0;    ///< players of frames for whom there is no room
    std::uint64_t bones = 0;      ///< bone sets for which there is no room
    std::uint64_t names = 0;      ///< names that are too long
    std::uint64_t events = 0;     ///< recorded events of somebody who is not there
    std::uint64_t kinds = 0;      ///< private, tournament: not as the match type says
};

model::DiagnosticList lossNotes(const WriteLosses& lost, const MatchHeader& header);

/// A player of a frame, by the slot under which it is written.
struct SlotRow
{
    const PlayerFrame* row = nullptr;
    std::int32_t slot = 0;
};

/// Finds a slot for everybody: in a tape there is one player in each.
class SlotPlan
{
public:
    explicit SlotPlan(WriteLosses& losses) : m_losses(losses) {}
    /// In the order of the rows; valid until the next call.
    std::span<const SlotRow> take(std::span<const PlayerFrame> rows);

private:
    std::int32_t other(const PlayerFrame& row);

    WriteLosses& m_losses;
    std::vector<SlotRow> m_rows;
    std::bitset<MaxSlot + 1> m_taken;
    std::map<std::int32_t, std::int32_t> m_given; ///< by person
};

/// What a whole number can be of it; parts are cut.
std::int32_t wholeOf(float value);
/// UTF-8 of at most MaxPersonBytes.
std::string shortName(std::string_view name, WriteLosses& losses);
/// The engine's own word, as far as it can say whether a match is private or a tournament's.
QString gameTypeOf(const MatchHeader& header, WriteLosses& losses);

} // namespace ghostline::echo::tape
