// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Two profiles side by side, row by row: the window, the command line and CSV say the same.
#include "model/players/speed_scale.h"

#include <QByteArray>

namespace ghostline::model {

enum class ProfileSection { Time, Motion, Speeds, Company, Zones, Statistics, Events, Figures };

/// Neither side is the better one: the model does not know what a game's figures are worth.
struct ProfileRow
{
    ProfileSection section = ProfileSection::Time;
    QString id;       ///< stable, unique among the rows ("distance", "stat.goals", "zone.north")
    QString name;     ///< for people, in English
    QString detail{}; ///< which figure of it ("mean"); empty = there is only one
    QString unit{};
    int decimals = 0; ///< of both, so that they line up
    double a = NoValue;
    double b = NoValue;

    /// b - a; NoValue where one of them is.
    double difference() const { return b - a; }
};

/// One of the two: whose profile it is, and what is known of its recording.
struct ProfileSide
{
    std::shared_ptr<const ReplayIndex> index;
    const PlayerProfile& profile;
};

struct ProfileComparison
{
    SpeedScale scale;
    SpeedFigures speedsA;
    SpeedFigures speedsB;
    QString lengthUnit;
    std::vector<ProfileRow> rows; ///< by section; what neither has is left out
};

/// `zones` as both profiles were read with. InvalidArgument: the recordings count lengths in different units.
GHOSTLINE_MODEL_EXPORT Result<ProfileComparison> compareProfiles(const ProfileSide& a, const ProfileSide& b,
                                                                 std::span<const Zone> zones,
                                                                 const SpeedLimits& limits = {});

/// "time", "motion" ...: stable, for programs.
GHOSTLINE_MODEL_EXPORT QString sectionId(ProfileSection section);
/// For people, in English.
GHOSTLINE_MODEL_EXPORT QString sectionName(ProfileSection section);
/// "Speed, mean".
GHOSTLINE_MODEL_EXPORT QString rowTitle(const ProfileRow& row);
/// With a point and no groups; empty where there is no value.
GHOSTLINE_MODEL_EXPORT QString rowValue(const ProfileRow& row, double value);
/// Heading first: section, id, name, unit and both values unrounded, and their difference.
GHOSTLINE_MODEL_EXPORT QByteArray comparisonCsv(const ProfileComparison& comparison);

} // namespace ghostline::model
