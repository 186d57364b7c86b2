// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The tracker events of a reference replay, and the tables they are compared with.
#include "codecs/sc2/container/mpq_archive.h"
#include "codecs/sc2/tracker/unit_lives.h"
#include "tests/codecs/sc2/expected.h"

#include <map>

namespace ghostline::test {

using namespace ghostline::sc2;

using Counts = std::map<QString, int>;

inline constexpr const char* Member = "replay.tracker.events";

struct Tracked
{
    std::vector<std::byte> bytes;
    QJsonObject expected; ///< all of it
    QJsonObject tracker;
    std::uint32_t build = 0;
    TrackerEvents events;
    UnitLives lives;

    QString name(NameId id) const
    {
        return QString::fromUtf8(events.names[id].data(), qsizetype(events.names[id].size()));
    }
};

Tracked load(const QString& replay);
/// One row per replay that has a tracker.
void trackedRows();
Counts toCounts(const QJsonValue& object);
QString difference(const Counts& got, const Counts& wanted);
void compare(const Counts& got, const Counts& wanted, const char* what);

} // namespace ghostline::test
