// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What is known of a replay before any frame is decoded.
#include "model/actor.h"
#include "model/observer.h"
#include "model/property.h"
#include "model/scoreboard.h"
#include "model/skeleton.h"
#include "model/string_table.h"

#include <QDateTime>
#include <QJsonObject>
#include <QString>

#include <memory>
#include <vector>

namespace ghostline::model {

struct Team
{
    QString name;
    int hue = 0;    ///< index into the theme's series colours
    QString side{}; ///< where several teams play together: the side's name; empty = each for itself
};

/// A further clock besides the replay's own: value = offset + rate * replay time.
struct NamedClock
{
    QString name; ///< "Game", "Run" ...
    Micros offset{};
    double rate = 1.0;
};

/// Who played, as a line-up shows it before anything moves.
struct PlayerCard
{
    ActorId actor = ActorId::None;
    QString name;
    QString clan{};
    int team = -1;               ///< index into ReplayInfo::teams
    QString result{};            ///< "Win", "Loss" ...; empty = unknown
    bool resultInferred = false; ///< the recording does not say so: concluded from what happened
    std::vector<std::pair<QString, QString>> facts{}; ///< label, value: "Rating" - "3173"
};

/// Which properties tell what an actor is and whose, so that a table can count what every team has now.
/// Ids are indices into ReplayInfo::actorProperties; -1 = the format has none.
struct Census
{
    PropertyId type = -1; ///< Text: what it is now ("Siege Tank")
    PropertyId group =
        -1; ///< Enumeration: the headings of the table ("Workers", "Army"); absent = not counted
    PropertyId cost = -1; ///< Real or Integer: what one is worth now
    QString costName{};   ///< "Resources"
    /// Integer: how many of one finish at once when an Unfinished actor is done, absent = 1.
    PropertyId batch = -1;

    bool empty() const { return type < 0 || group < 0; }
};

/// Which properties a picture draws beside a unit. Ids as in Census; -1 = the format has none.
struct UnitMarks
{
    PropertyId health = -1;    ///< Real: what is left
    PropertyId maxHealth = -1; ///< Real: of so much
    PropertyId turret = -1;    ///< Angle: where its turret points, degrees about +Y from +Z
    PropertyId rank = -1;      ///< Integer: 0 = none, more is better
    PropertyId sight = -1;     ///< Real, metres: how far it sees, about
};

/// Events told beside each other, one column per team ("Build orders").
struct EventColumns
{
    QString id;   ///< stable snake_case
    QString name; ///< for people
    QStringList kinds;
    QString countKey{};  ///< in Event::data: a number shown beside the time ("supply"); empty = none
    QString countName{}; ///< its heading
};

struct ReplayInfo
{
    QString format;     ///< codec id
    QString formatName; ///< for people
    QString formatVersion;
    QString map;
    QDateTime recordedAt; ///< wall clock of frame 0, UTC; invalid when unknown
    std::uint64_t bytes = 0;
    std::vector<ActorInfo> cast; ///< indexed by ActorId
    std::vector<Team> teams;
    std::vector<Skeleton> skeletons;
    std::vector<PropertyInfo> actorProperties;
    std::vector<PropertyInfo> matchProperties;
    std::shared_ptr<const StringTable> strings = std::make_shared<StringTable>();
    Scoreboard
        scoreboard; ///< which properties are score, clock and statistics; empty where there is no match
    /// Integer actor property that holds the index of the team an actor belongs to for the moment (who holds
    /// the disc); it colours the actor and its trail. Absent value = no team. -1 = none declared.
    PropertyId teamProperty = -1;
    /// Integer actor property that holds an index into `looks`; absent value = the actor's own shape.
    PropertyId lookProperty = -1;
    std::vector<ActorLook> looks;
    std::vector<PlayerCard> players; ///< in the order of the line-up
    Census census;
    UnitMarks marks;
    std::vector<ObserverPage> observer;
    std::vector<EventColumns> eventColumns;
    /// Only keyframes are recorded in full; what lies between is put together from reports.
    bool exactAtKeyframes = false;
    QString frameName; ///< what the format calls its frames, for people ("loop"); empty = frame
    std::vector<NamedClock> clocks;
    Micros maxGap = Micros{1'000'000}; ///< no interpolation across a longer gap between frames
    QJsonObject metadata;              ///< tree shown in Info, the format's own words

    const ActorInfo* actor(ActorId id) const { return index(id) < cast.size() ? &cast[index(id)] : nullptr; }
};

} // namespace ghostline::model
