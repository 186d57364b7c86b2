// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The kinds of events that the list has, in the order of their numbers.
#include "model/replay/event.h"

namespace ghostline::ironcurtain {

enum class DerivedKind : int {
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

QString derivedKindId(DerivedKind kind);
/// Index = DerivedKind, the same for every match.
std::vector<model::EventKind> derivedKinds();

} // namespace ghostline::ironcurtain
