// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What is known of a replay before any frame is decoded.
#include "model/base/numbers.h"
#include "model/base/sentence.h"
#include "model/base/string_table.h"
#include "model/replay/observer.h"
#include "model/replay/scoreboard.h"
#include "model/replay/team_hues.h"
#include "model/world/actor.h"
#include "model/world/motion_rules.h"
#include "model/world/property.h"
#include "model/world/skeleton.h"

#include <QDateTime>
#include <QJsonObject>
#include <QString>

#include <memory>
#include <optional>
#include <vector>

namespace ghostline::model {

struct Team
{
    QString name;
    int hue = 0;    ///< index into the theme's series colours; decides the team's mark, too
    QString side{}; ///< where several teams play together: the side's name; empty = each for itself
    /// As the game draws it, in place of the series colour. Where one is recorded.
    std::optional<Rgb> colour{};
    // How the two names are told in another language, where not the recording but the format says them.
    Wording nameWording{};
    Wording sideWording{};
    friend bool operator==(const Team&, const Team&) = default;
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
/// One that names no property: the format has none.
struct Census
{
    ActorPropertyId type{}; ///< Text: what it is now ("Siege Tank")
    /// Enumeration: the headings of the table ("Workers", "Army"); absent = not counted.
    ActorPropertyId group{};
    ActorPropertyId cost{}; ///< Real or Integer: what one is worth now
    QString costName{};     ///< "Resources"
    /// Integer: how many of one finish at once when an Unfinished actor is done, absent = 1.
    ActorPropertyId batch{};

    bool empty() const { return !type || !group; }
};

/// Which properties a picture draws beside a unit. As in Census.
struct UnitMarks
{
    ActorPropertyId health{};    ///< Real: what is left
    ActorPropertyId maxHealth{}; ///< Real: of so much
    ActorPropertyId turret{}; ///< Angle: where its turret points, degrees clockwise from north, as headings
    ActorPropertyId rank{};   ///< Integer: 0 = none, more is better
    ActorPropertyId sight{};  ///< Real, metres: how far it sees, about
};

/// Events listed side by side, one column per team ("Build orders").
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
    /// the disc); it colours the actor and its trail. Absent value = no team. None where not declared.
    ActorPropertyId teamProperty{};
    /// Integer actor property that holds an index into `looks`; absent value = the actor's own shape.
    ActorPropertyId lookProperty{};
    std::vector<ActorLook> looks;
    std::vector<PlayerCard> players; ///< in the order of the line-up
    Census census;
    UnitMarks marks;
    std::optional<MotionRules> motion;       ///< nothing where the codec knows of none
    std::vector<ActorPropertyId> wheelSteer; ///< Angle: how far wheels are steered to the right, degrees
    std::vector<ObserverPage> observer;
    std::vector<EventColumns> eventColumns;
    /// Only keyframes are recorded in full; what lies between is put together from reports.
    bool exactAtKeyframes = false;
    QString frameName; ///< what the format calls its frames, for people ("loop"); empty = frame
    QString lengthUnit = QStringLiteral("m"); ///< what one unit of world space is to people ("cells")
    std::vector<NamedClock> clocks;
    Micros maxGap = Micros{1'000'000}; ///< no interpolation across a longer gap between frames
    QJsonObject metadata;              ///< tree shown in Info, the format's own words

    const ActorInfo* actor(ActorId id) const { return index(id) < cast.size() ? &cast[index(id)] : nullptr; }
    /// Null where `id` names none.
    const PropertyInfo* property(ActorPropertyId id) const
    {
        return id && id.index() < actorProperties.size() ? &actorProperties[id.index()] : nullptr;
    }
    const PropertyInfo* property(MatchPropertyId id) const
    {
        return id && id.index() < matchProperties.size() ? &matchProperties[id.index()] : nullptr;
    }
    /// As numericValue(); NaN where there is no such property.
    template<typename Id>
    double number(Id id, PropertyValue value) const
    {
        const PropertyInfo* const declared = property(id);
        return declared != nullptr ? numericValue(*declared, value) : NoValue;
    }
};

} // namespace ghostline::model
