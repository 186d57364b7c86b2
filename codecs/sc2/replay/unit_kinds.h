// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What the timeline says of every type of unit that a replay names: its words, its worth, its look.
#include "codecs/sc2/game/replay_data.h"
#include "model/base/string_table.h"
#include "model/world/actor.h"

#include <memory>
#include <vector>

namespace ghostline::sc2 {

/// Headings under which units are counted; values of ActorProperty::UnitGroup.
enum class UnitGroup : int { Workers, Army, TownHalls, Production, Technology, Defences, Supply, Gas };
QStringList unitGroupNames();

struct UnitKind
{
    UnitClass unitClass = UnitClass::Other;
    model::ActorKind actorKind = model::ActorKind::Unit;
    bool passing = false; ///< an egg, a larva, a cocoon: what it becomes names it better
    bool rooted = false;  ///< cannot move while it is this: buildings on the ground, rocks, resources
    int group = -1;       ///< a UnitGroup, -1 = not counted
    int look = 0;         ///< index into UnitKinds::looks
    int worth = -1;       ///< minerals and vespene, -1 = unknown
    float supply = 0.0F;
    model::StringId text = model::StringId::Empty; ///< its name for people
    QString name;                                  ///< the same
};

/// One for every name the tracker gave, in its order: what names are numbered by stays the same in every
/// revision.
struct UnitKinds
{
    std::vector<UnitKind> kinds; ///< by NameId
    std::vector<model::ActorLook> looks;
    std::shared_ptr<const model::StringTable> strings;

    const UnitKind& of(NameId name) const { return kinds[name]; }
};

UnitKinds describeUnitKinds(const TrackerEvents& tracker, const UnitLives& lives);
/// The same, and the names of the commands that were given among the strings.
UnitKinds withCommandNames(UnitKinds kinds, const PlayerActions& actions, const AbilityTable& abilities);

} // namespace ghostline::sc2
