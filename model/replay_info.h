// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What is known of a replay before any frame is decoded.
#include "model/actor.h"
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
    int hue = 0; ///< index into the theme's series colours
};

/// A further clock besides the replay's own: value = offset + rate * replay time.
struct NamedClock
{
    QString name; ///< "Game", "Run" ...
    Micros offset{};
    double rate = 1.0;
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
    std::vector<NamedClock> clocks;
    Micros maxGap = Micros{1'000'000}; ///< no interpolation across a longer gap between frames
    QJsonObject metadata;              ///< tree shown in Info, the format's own words

    const ActorInfo* actor(ActorId id) const { return index(id) < cast.size() ? &cast[index(id)] : nullptr; }
};

} // namespace ghostline::model
