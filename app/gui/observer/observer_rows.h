// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What stands in the lines of an observer page at one instant: every player's figures, and what is being
// made.
#include "model/replay/replay_index.h"
#include "model/world/world_state.h"

#include <QString>

#include <vector>

namespace ghostline::app {

/// A player, or below one somebody of that player's team who is busy.
struct ObserverRow
{
    model::ActorId player = model::ActorId::None;
    model::ActorId maker = model::ActorId::None; ///< None: the player's own line
    int team = -1;
    bool present = true;                       ///< a player who has left is still listed
    std::vector<model::PropertyValue> figures; ///< of a player, as the page's figures
    std::vector<model::PropertyValue> timers;
    model::StringId what = model::StringId::Empty; ///< of who is busy
    double progress = 0.0;                         ///< %; NaN = not told
    int waiting = 0;                               ///< in line, this one included; 0 = not told

    bool isItem() const { return maker != model::ActorId::None; }
    bool sameLine(const ObserverRow& other) const { return player == other.player && maker == other.maker; }
    bool operator==(const ObserverRow& other) const;
};

/// The players of a replay in the order of its line-up, then of its cast.
std::vector<model::ActorId> observedPlayers(const model::ReplayInfo& info);
/// Of one instant. Read again and again, it uses its memory again.
struct ObserverLines
{
    std::vector<ObserverRow> players; ///< in the order given
    std::vector<ObserverRow> items;   ///< most advanced first; `player` is the first of the team
};
void readObserverLines(const model::ReplayInfo& info, const model::ObserverPage& page,
                       const std::vector<model::ActorId>& players, const model::WorldState& state,
                       ObserverLines& lines);
/// A figure for people: "12,345", "63 %", "Charging 0:42"; a dash where there is none.
QString observerText(const model::ReplayInfo& info, const model::ObserverFigure& figure,
                     model::PropertyValue value, model::PropertyValue timer);
/// A figure to sort and compare by; NaN = none.
double observerValue(const model::ReplayInfo& info, const model::ObserverFigure& figure,
                     model::PropertyValue value);

} // namespace ghostline::app
