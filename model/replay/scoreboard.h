// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Which of a replay's properties are score, clock and statistics, so that a scoreboard and a roster table can
// be shown for any format that declares them. Values live in WorldState like every other property.
#include "model/world/property.h"

#include <QString>
#include <QStringList>

#include <vector>

namespace ghostline::model {

/// One number of the roster table.
struct Statistic
{
    QString id;                           ///< stable snake_case ("goals")
    QString name;                         ///< for people ("Goals")
    QString shortName;                    ///< column heading ("G")
    ActorPropertyId actor{};              ///< actor property, per player
    std::vector<MatchPropertyId> teams{}; ///< of each team; empty, or one that names none, where it has none
    QString eventKind{};                  ///< EventKind::id of the events behind it, empty = none
    /// Which of an event's actors it counts for (0 = the first, who did it).
    int eventActor = 0;
    /// Counts up and may start over (a new round): per match is the sum over such restarts. A Real is a
    /// duration in its unit, not a gauge.
    bool counter = true;
};

/// One figure of each side in a game in which nothing is scored, as commentators show it.
struct SideFigure
{
    QString name;            ///< for people ("Supply")
    QString shortName;       ///< heading ("Sup")
    ActorPropertyId value{}; ///< Integer or Real, of players; of a side with several of them the sum
    ActorPropertyId of{};    ///< told behind it ("98/106"); names none = nothing is
};

/// What is empty or names no property, the format does not have.
struct Scoreboard
{
    MatchPropertyId clock{};                   ///< Real, seconds on the game's own clock
    MatchPropertyId status{};                  ///< Enumeration: what the match is doing ("Playing")
    std::vector<MatchPropertyId> score{};      ///< by team
    std::vector<MatchPropertyId> roundScore{}; ///< by team: rounds won
    MatchPropertyId possession{}; ///< Integer: index of the team that has the disc, absent = nobody
    /// Real or Integer, of players: what they have to win with (the worth of an army). Whose side has more of
    /// it is ahead.
    ActorPropertyId strength{};
    /// Kind of the events at which a round begins; empty = the match is not in rounds.
    QString roundStartKind{};
    /// Kinds shown as tables beside the roster, in this order ("goal", "throw"): those that declare columns.
    QStringList tables{};
    std::vector<Statistic> statistics{};
    std::vector<SideFigure> sideFigures{}; ///< where there is no `score`
    QStringList sideNotes{};               ///< by team: told beside its name ("Terran"); may be shorter
    bool run = false; ///< against the clock: how far it has come stands in its events, see run_marks.h

    /// Something can be shown above the picture.
    bool hasStrip() const { return !score.empty() || !sideFigures.empty() || run; }
    bool empty() const { return score.empty() && statistics.empty(); }
};

} // namespace ghostline::model
