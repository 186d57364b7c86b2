// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// By what highlights are ranked; can be edited and kept as a JSON file:
// {"engagement": 0.35, "momentum": 0.25, "anomaly": 0.2, "rarity": 0.2, "window_s": 30, "step": 5, ...,
// "kinds": {"goal": {"worth": 2, "rarity": 0.6}}}. What a file leaves out stays as it is by default.
#include "model/base/error.h"
#include "model/base/export.h"
#include "model/replay/event.h"

#include <QByteArray>
#include <QJsonObject>

#include <limits>
#include <map>
#include <span>

namespace ghostline::model {

/// In place of what the codec declares for a kind; NaN = as declared.
struct KindWeight
{
    double worth = NoWeight;
    double rarity = NoWeight;

    static constexpr double NoWeight = std::numeric_limits<double>::quiet_NaN();
};

struct HighlightWeights
{
    // Shares of the four parts of a score; they need not add up to 1.
    double engagement = 0.35;
    double momentum = 0.25;
    double anomaly = 0.20;
    double rarity = 0.20;

    double window = 30.0;     ///< seconds that are scored together
    int step = 5;             ///< frames from one window's begin to the next one's
    double cluster = 3.0;     ///< seconds: what lies closer together is one moment
    double apart = 15.0;      ///< seconds at least between the moments of two highlights
    double opening = 120.0;   ///< seconds from the start in which little counts ...
    int openingKills = 5;     ///< ... unless a window has as many kills. Only where a format knows of kills.
    double anomalyFrom = 2.0; ///< standard deviations above the mean: from here on it is an anomaly ...
    double anomalyMost = 4.0; ///< ... and here one cannot be more of one
    double variety = 0.7; ///< a highlight counts so much for each better one of the same kind, 1 = no matter
    int top = 5;          ///< how many
    double least = 0.1;   ///< what scores less is no highlight, however few there are

    // Bonuses, 0 to 1, for what is rare in any game. The last three no event earns by itself.
    double superweapon = 0.9;
    double baseDestroyed = 0.85;
    double armyWipe = 0.8;
    double comeback = 0.75;
    double matchEndingKill = 0.6;
    double techRush = 0.4;
    double firstCombat = 0.3;
    double ending = 10.0;       ///< seconds before the end of the match in which a kill ends it
    double rush = 240.0;        ///< seconds from the start until which the first technology is a rush
    double comebackLead = 0.25; ///< share by which a side was behind, and that it must turn

    std::map<QString, KindWeight> kinds{}; ///< by EventKind::id

    friend bool operator==(const HighlightWeights& a, const HighlightWeights& b)
    {
        return a.json() == b.json();
    }
    /// InvalidArgument says which is not a number, below 0, or too large to be meant.
    GHOSTLINE_MODEL_EXPORT Result<void> check() const;
    /// Everything, the defaults, too.
    GHOSTLINE_MODEL_EXPORT QJsonObject json() const;
    /// InvalidArgument names a key that nobody knows and a value that is not allowed; nothing of such a file
    /// is taken. `known` (may be empty: then none is unknown): the kinds of the recordings it is used on.
    GHOSTLINE_MODEL_EXPORT static Result<HighlightWeights> fromJson(const QJsonObject& json);
    GHOSTLINE_MODEL_EXPORT static Result<HighlightWeights> fromFile(const QByteArray& content);
    /// The ids in `kinds` that none of these is: they change nothing, and whoever wrote them should know.
    GHOSTLINE_MODEL_EXPORT QStringList unknownKinds(std::span<const EventKind> known) const;
};

} // namespace ghostline::model
