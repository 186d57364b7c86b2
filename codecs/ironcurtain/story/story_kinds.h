// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The kinds of events that the list has, in the order of their numbers.
#include "model/event.h"

namespace ghostline::ironcurtain {

enum class StoryKind : int {
    Engagement,
    UnitCreated,
    Construction,
    ConstructionCompleted,
    UnitLost,
    BuildingLost,
    Upgrade,
    Ability,
    Superweapon,
    BaseDestroyed,
    ArmyWipe,
    Comeback,
    Elimination, ///< derived: the last building of a player is gone
    Vote,
    Chat,
    Talk,
    ControlGroup,
    Pause,
    Resume,
    DevCommand,
    MatchEnd,
    Count
};

QString storyKindId(StoryKind kind);
/// Index = StoryKind, the same for every match.
std::vector<model::EventKind> storyKinds();

} // namespace ghostline::ironcurtain
