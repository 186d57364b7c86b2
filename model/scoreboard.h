// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Which of a replay's properties are score, clock and statistics, so that a scoreboard and a roster table can
// be shown for any format that declares them. Values live in WorldState like every other property.
#include "model/property.h"

#include <QString>
#include <QStringList>

#include <vector>

namespace ghostline::model {

/// One number of the roster table.
struct Statistic
{
    QString id;                      ///< stable snake_case ("goals")
    QString name;                    ///< for people ("Goals")
    QString shortName;               ///< column heading ("G")
    PropertyId actor = -1;           ///< actor property, per player
    std::vector<PropertyId> teams{}; ///< match property of each team, empty or -1 where a team has none
    QString eventKind{};             ///< EventKind::id of the events behind it, empty = none
    /// Which of an event's actors it counts for (0 = the first, who did it).
    int eventActor = 0;
    /// Counts up and may start over (a new round): per match is the sum over such restarts. A Real is a
    /// duration in its unit, not a gauge.
    bool counter = true;
};

/// All ids are indices into ReplayInfo::matchProperties, -1 or empty = the format has none.
struct Scoreboard
{
    PropertyId clock = -1;                ///< Real, seconds on the game's own clock
    PropertyId status = -1;               ///< Enumeration: what the match is doing ("Playing")
    std::vector<PropertyId> score{};      ///< by team
    std::vector<PropertyId> roundScore{}; ///< by team: rounds won
    PropertyId possession = -1;           ///< Integer: index of the team that has the disc, absent = nobody
    /// Kind of the events at which a round begins; empty = the match is not in rounds.
    QString roundStartKind{};
    /// Kinds shown as tables beside the roster, in this order ("goal", "throw"): those that declare columns.
    QStringList tables{};
    std::vector<Statistic> statistics{};

    bool empty() const { return score.empty() && statistics.empty(); }
};

} // namespace ghostline::model
