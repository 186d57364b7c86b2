// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What an observer of a match wants to see of every player at the playhead, by page: army, production,
// economy. A codec declares which properties make a page, the panel shows it for any of them.
#include "model/world/property.h"

#include <QString>

#include <vector>

namespace ghostline::model {

/// How much a panel shows.
enum class Density { Compact, Normal, Full };

/// One figure of every player.
struct ObserverFigure
{
    ActorPropertyId property{};     ///< actor property of players
    QString shortName{};            ///< column heading; the tooltip has the property's name
    Density from = Density::Normal; ///< shown from this density on
    /// Real, seconds: shown behind an enumeration ("Charging 0:42"). -1 = none.
    ActorPropertyId timer{};
    bool spread = false; ///< a bar shows who has more of it
};

/// Things that a team's actors are busy with: everyone that has `what` is one line.
struct ObserverListing
{
    ActorPropertyId what{};     ///< Text, on any actor of the team ("Medium Tank")
    ActorPropertyId progress{}; ///< Real, %
    ActorPropertyId more{};     ///< Integer: how many wait in line, this one included
    bool empty() const { return !what; }
};

struct ObserverPage
{
    QString id;   ///< snake_case ("economy")
    QString name; ///< for people
    std::vector<ObserverFigure> figures;
    ObserverListing listing{};
    bool census = false;                   ///< with what every team has, by type (ReplayInfo::census)
    std::vector<ActorPropertyId> graphs{}; ///< player properties drawn over time, the first by default
};

} // namespace ghostline::model
