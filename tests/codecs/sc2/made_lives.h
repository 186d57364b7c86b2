// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Tracker events put together by hand, and the lives they make.
#include "codecs/sc2/tracker/unit_lives.h"

#include <QTest>

namespace ghostline::test {

using namespace ghostline::sc2;

/// Columns as a recording would fill them.
struct MadeLives
{
    TrackerEvents events;

    NameId name(const char* text)
    {
        for (NameId i = 0; i < events.names.size(); ++i) {
            if (events.names[i] == text)
                return i;
        }
        events.names.emplace_back(text);
        return static_cast<NameId>(events.names.size() - 1);
    }
    void note(std::uint32_t loop, TrackerKind kind, std::size_t index)
    {
        events.changes.push_back({loop, static_cast<std::uint32_t>(index), kind});
        events.lastLoop = loop;
    }
    TrackedBirth& born(std::uint32_t loop, std::uint32_t tag, const char* type, float x = 0, float y = 0)
    {
        TrackedBirth birth;
        birth.loop = loop;
        birth.tag = tag;
        birth.type = name(type);
        birth.control = 1;
        birth.x = x;
        birth.y = y;
        note(loop, TrackerKind::Born, events.births.size());
        events.births.push_back(birth);
        return events.births.back();
    }
    void init(std::uint32_t loop, std::uint32_t tag, const char* type)
    {
        born(loop, tag, type).init = true;
        events.changes.back().kind = TrackerKind::Init;
    }
    void done(std::uint32_t loop, std::uint32_t tag)
    {
        note(loop, TrackerKind::Done, events.done.size());
        events.done.push_back({loop, tag});
    }
    TrackedDeath& died(std::uint32_t loop, std::uint32_t tag, float x = 0, float y = 0)
    {
        TrackedDeath death;
        death.loop = loop;
        death.tag = tag;
        death.x = x;
        death.y = y;
        note(loop, TrackerKind::Died, events.deaths.size());
        events.deaths.push_back(death);
        return events.deaths.back();
    }
    void type(std::uint32_t loop, std::uint32_t tag, const char* to)
    {
        note(loop, TrackerKind::Type, events.types.size());
        events.types.push_back({loop, tag, name(to)});
    }
    void owner(std::uint32_t loop, std::uint32_t tag, std::int8_t to)
    {
        note(loop, TrackerKind::Owner, events.owners.size());
        events.owners.push_back({loop, tag, to, to});
    }
    void position(std::uint32_t loop, std::uint32_t index, float x, float y)
    {
        events.positions.push_back({loop, index, x, y});
    }
    const std::string& typeAt(const UnitLives& lives, std::uint32_t life, std::uint32_t loop) const
    {
        return events.names[lives.typeAt(lives.lives[life], loop)];
    }
};

inline constexpr std::uint32_t One = tagOf(200, 1);

inline constexpr std::uint32_t OneAgain = tagOf(200, 2);

inline constexpr std::uint32_t Two = tagOf(7, 1);

/// Every range lies inside its column, in order; lives of one index follow one another.
inline void checkWhole(const UnitLives& made)
{
    std::uint32_t before = 0;
    for (const UnitLife& life : made.lives) {
        QVERIFY(life.first >= before);
        before = life.first;
        QVERIFY(life.end >= life.first);
        QVERIFY(life.firstType + life.typeCount <= made.types.size() && life.typeCount >= 1);
        QVERIFY(life.firstOwner + life.ownerCount <= made.owners.size() && life.ownerCount >= 1);
        QVERIFY(life.firstReport + life.reportCount <= made.reports.size() && life.reportCount >= 1);
        QCOMPARE(made.typesOf(life).front().loop, life.first);
        QCOMPARE(made.ownersOf(life).front().loop, life.first);
        QCOMPARE(made.reportsOf(life).front().loop, life.first);
        std::uint32_t at = life.first;
        for (const Report& report : made.reportsOf(life)) {
            QVERIFY(report.loop >= at && report.loop <= life.end);
            at = report.loop;
        }
        QVERIFY(!life.died || at == life.end);
        QVERIFY(life.killer == NoLife || life.killer < made.lives.size());
        QVERIFY(life.creator == NoLife || life.creator < made.lives.size());
    }
    QCOMPARE(made.byIndex.size(), made.lives.size());
    for (std::size_t index = 0; index + 1 < made.indexStart.size(); ++index) {
        for (std::uint32_t i = made.indexStart[index]; i < made.indexStart[index + 1]; ++i) {
            const UnitLife& life = made.lives[made.byIndex[i]];
            QCOMPARE(std::size_t(tagIndex(life.tag)), index);
            if (i + 1 < made.indexStart[index + 1])
                QVERIFY(life.end <= made.lives[made.byIndex[i + 1]].first);
        }
    }
}

} // namespace ghostline::test
