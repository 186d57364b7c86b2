// SPDX-License-Identifier: GPL-3.0-or-later
// The tracker of every shared replay against what it must hold, and what the lives made of it must obey.
#include "codecs/sc2/container/mpq_archive.h"
#include "codecs/sc2/tracker/unit_lives.h"
#include "tests/codecs/sc2/expected.h"
#include "tests/codecs/sc2/tracked_replay.h"
#include "tests/support/test_driver.h"

#include <QElapsedTimer>
#include <QJsonArray>

#include <map>
#include <set>

namespace tst_sc2_tracker_shared {

using namespace ghostline;
using namespace ghostline::sc2;
using test::compare;
using test::Counts;
using test::load;
using test::Member;
using test::toCounts;
using test::Tracked;
using test::trackedRows;

namespace {

constexpr const char* Damaged = "odd_testError";

QJsonArray place(int index, float x, float y) { return {index, int(x), int(y)}; }

} // namespace

class TestSc2TrackerShared : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void counts_data();
    void counts();
    void columns_data();
    void columns();
    void samples_data();
    void samples();
    void damagedStream();
    void everyNameIsKnown_data();
    void everyNameIsKnown();
    void flips_data();
    void flips();
    void speed_data();
    void speed();
};

void TestSc2TrackerShared::counts_data() { trackedRows(); }

/// Through the records, as `dump` shows them.
void TestSc2TrackerShared::counts()
{
    QFETCH(QString, replay);
    const Tracked all = load(replay);
    Counts counts;
    int total = 0;
    std::int64_t lastLoop = 0;
    const auto read =
        parseTrackerRecords(all.bytes, 0, QLatin1String(Member), [&](const model::Record& record) {
            ++counts[record.name];
            ++total;
            lastLoop = record.frame.value_or(-1);
            return true;
        });
    QCOMPARE(read.has_value(), replay != QLatin1String(Damaged));
    QCOMPARE(all.events.failure.has_value(), replay == QLatin1String(Damaged));
    compare(counts, toCounts(all.tracker.value(QLatin1String("counts"))), "counts");
    QCOMPARE(total, all.tracker.value(QLatin1String("total")).toInt());
    QCOMPARE(qint64(all.bytes.size()), all.tracker.value(QLatin1String("bytes")).toInteger());
    QCOMPARE(qint64(lastLoop), all.tracker.value(QLatin1String("lastLoop")).toInteger());
    QCOMPARE(qint64(all.events.lastLoop), qint64(lastLoop));
}

void TestSc2TrackerShared::columns_data() { trackedRows(); }

void TestSc2TrackerShared::columns()
{
    QFETCH(QString, replay);
    const Tracked all = load(replay);
    Counts born;
    Counts begun;
    for (const TrackedBirth& birth : all.events.births)
        ++(birth.init ? begun : born)[all.name(birth.type)];
    compare(born, toCounts(all.tracker.value(QLatin1String("bornByType"))), "born");
    compare(begun, toCounts(all.tracker.value(QLatin1String("initByType"))), "begun");
    Counts killers;
    for (const TrackedDeath& death : all.events.deaths)
        ++killers[death.killerPlayer < 0 ? QStringLiteral("None") : QString::number(death.killerPlayer)];
    compare(killers, toCounts(all.tracker.value(QLatin1String("killsByKillerPlayer"))), "killers");
    Counts stats;
    std::map<QString, const TrackedStats*> last;
    for (const TrackedStats& one : all.events.stats) {
        ++stats[QString::number(one.player)];
        last[QString::number(one.player)] = &one;
    }
    compare(stats, toCounts(all.tracker.value(QLatin1String("statsEventCounts"))), "stats");
    const QJsonObject finals = all.tracker.value(QLatin1String("finalStats")).toObject();
    QCOMPARE(qsizetype(last.size()), finals.size());
    for (const auto& [player, one] : last) {
        const QJsonObject wanted = finals.value(player).toObject();
        QCOMPARE(qint64(one->loop), wanted.value(QLatin1String("loop")).toInteger());
        const QJsonObject values = wanted.value(QLatin1String("stats")).toObject();
        // Before build 26490 nothing is said of friendly fire.
        QVERIFY(values.size() == qsizetype(StatCount) || values.size() == qsizetype(StatCount) - 6);
        QCOMPARE((*one)[Stat::FoodUsed], values.value(QLatin1String("m_scoreValueFoodUsed")).toInt());
        QCOMPARE((*one)[Stat::WorkersActive],
                 values.value(QLatin1String("m_scoreValueWorkersActiveCount")).toInt());
        QCOMPARE((*one)[Stat::VespeneLostTechnology],
                 values.value(QLatin1String("m_scoreValueVespeneLostTechnology")).toInt());
        QCOMPARE((*one)[Stat::MineralsKilledArmy],
                 values.value(QLatin1String("m_scoreValueMineralsKilledArmy")).toInt());
        QCOMPARE((*one)[Stat::VespeneUsedActiveForces],
                 values.value(QLatin1String("m_scoreValueVespeneUsedActiveForces")).toInt());
        // Whatever the order: the same values as a whole.
        std::multiset<int> have(one->values.begin(), one->values.end());
        std::multiset<int> want;
        for (const auto& value : values)
            want.insert(value.toInt());
        while (want.size() < StatCount)
            want.insert(0);
        QVERIFY(have == want);
    }
}

void TestSc2TrackerShared::samples_data() { trackedRows(); }

void TestSc2TrackerShared::samples()
{
    QFETCH(QString, replay);
    const Tracked all = load(replay);
    const QJsonArray units = all.tracker.value(QLatin1String("sampleUnits")).toArray();
    QVERIFY(!units.isEmpty());
    for (const auto& value : units) {
        const QJsonArray wanted = value.toArray();
        const std::uint32_t tag = tagOf(std::uint32_t(wanted[2].toInt()), std::uint32_t(wanted[3].toInt()));
        const auto birth = std::find_if(all.events.births.begin(), all.events.births.end(),
                                        [&](const TrackedBirth& one) { return one.tag == tag; });
        QVERIFY(birth != all.events.births.end());
        const QJsonArray got{int(birth->loop),
                             birth->init ? QStringLiteral("SUnitInitEvent")
                                         : QStringLiteral("SUnitBornEvent"),
                             wanted[2],
                             wanted[3],
                             all.name(birth->type),
                             birth->control,
                             birth->upkeep,
                             int(birth->x),
                             int(birth->y)};
        QCOMPARE(got, wanted);
    }
    const QJsonArray upgrades = all.tracker.value(QLatin1String("upgrades")).toArray();
    QCOMPARE(qsizetype(all.events.upgrades.size()), upgrades.size());
    for (qsizetype i = 0; i < upgrades.size(); ++i) {
        const TrackedUpgrade& one = all.events.upgrades[std::size_t(i)];
        QJsonArray wanted = upgrades[i].toArray();
        wanted[3] = wanted[3].toInt(); // missing in the last one before the damage
        QCOMPARE((QJsonArray{int(one.loop), one.player, all.name(one.name), one.count}), wanted);
    }
    const QJsonArray setups = all.tracker.value(QLatin1String("playerSetup")).toArray();
    QCOMPARE(qsizetype(all.events.setup.size()), setups.size());
    const auto orNull = [](std::optional<int> value) { return value ? QJsonValue(*value) : QJsonValue(); };
    for (qsizetype i = 0; i < setups.size(); ++i) {
        const PlayerSetup& one = all.events.setup[std::size_t(i)];
        const QJsonObject wanted = setups[i].toObject();
        QCOMPARE(one.playerId, wanted.value(QLatin1String("m_playerId")).toInt());
        QCOMPARE(one.type, wanted.value(QLatin1String("m_type")).toInt());
        QCOMPARE(orNull(one.userId), wanted.value(QLatin1String("m_userId")));
        QCOMPARE(orNull(one.slotId), wanted.value(QLatin1String("m_slotId")));
    }
    for (const auto& value : all.tracker.value(QLatin1String("samplePositions")).toArray()) {
        const QJsonObject wanted = value.toObject();
        const auto loop = std::uint32_t(wanted.value(QLatin1String("loop")).toInt());
        QJsonArray got;
        for (const TrackedPosition& one : all.events.positions) {
            if (one.loop == loop)
                got.append(place(int(one.index), one.x, one.y));
        }
        QCOMPARE(got.size(), qsizetype(wanted.value(QLatin1String("n")).toInt()));
        const QJsonArray first = wanted.value(QLatin1String("first")).toArray();
        for (qsizetype i = 0; i < first.size(); ++i)
            QCOMPARE(got[i], first[i]);
        QCOMPARE(got.last(), wanted.value(QLatin1String("last")));
    }
}

/// Read to the damage and not a byte further.
void TestSc2TrackerShared::damagedStream()
{
    GHOSTLINE_REQUIRE_SHARED("sc2/replays/odd_testError.SC2Replay");
    const Tracked all = load(QLatin1String(Damaged));
    QCOMPARE(all.bytes.size(), std::size_t{975961});
    QVERIFY(all.events.failure);
    QCOMPARE(all.events.failure->code, model::ErrorCode::Damaged);
    QCOMPARE(all.events.failure->where.offset, std::optional<std::uint64_t>(311301));
    QVERIFY2(all.events.failure->message.contains(QStringLiteral("byte 311301 of 975961")),
             qPrintable(all.events.failure->message));
    QCOMPARE(all.events.lastLoop, 9120U);
    QCOMPARE(all.events.births.size(), std::size_t{1079});
}

void TestSc2TrackerShared::everyNameIsKnown_data() { trackedRows(); }

/// The table has every type of unit that occurs.
void TestSc2TrackerShared::everyNameIsKnown()
{
    QFETCH(QString, replay);
    const Tracked all = load(replay);
    for (const TypePeriod& period : all.lives.types)
        QVERIFY2(findUnitType(all.events.names[period.type]) != nullptr,
                 all.events.names[period.type].c_str());
}

void TestSc2TrackerShared::flips_data()
{
    QTest::addColumn<QString>("replay");
    if (test::replays().isEmpty())
        QSKIP("reference data not found: set GHOSTLINE_SHARED to the folder that holds data/");
    for (const char* name : {"2.0.11.26825_bad_unit_ids", "4.3.0.64469", "5.0.13.92440_Burrow"})
        QTest::newRow(name) << QString::fromLatin1(name);
}

/// Damage anywhere ends the reading or changes what is read; lives still hold together.
void TestSc2TrackerShared::flips()
{
    QFETCH(QString, replay);
    auto bytes = load(replay).bytes;
    std::uint32_t state = 99;
    for (int round = 0; round < 150; ++round) {
        state = state * 1664525U + 1013904223U;
        const std::size_t at = (std::size_t{state} * bytes.size()) >> 32;
        const std::byte before = bytes[at];
        bytes[at] ^= std::byte(1U << (round % 8));
        const bool cut = round % 3 == 0;
        const TrackerEvents events =
            parseTrackerEvents(std::span(bytes).first(cut ? at : bytes.size()), 95000);
        bytes[at] = before;
        QVERIFY(!events.failure || *events.failure->where.offset <= bytes.size());
        const UnitLives lives = buildLives(events);
        QCOMPARE(lives.lives.size(), events.births.size());
        for (const UnitLife& life : lives.lives) {
            QVERIFY(life.end >= life.first);
            for (const Report& report : lives.reportsOf(life))
                QVERIFY(report.loop >= life.first && report.loop <= life.end);
        }
    }
}

void TestSc2TrackerShared::speed_data()
{
    QTest::addColumn<QString>("replay");
    if (test::replays().isEmpty())
        QSKIP("reference data not found: set GHOSTLINE_SHARED to the folder that holds data/");
    QTest::newRow("5.0.0.80949_TvZ") << QStringLiteral("5.0.0.80949_TvZ");
    QTest::newRow("5.0.16.97563_PvT") << QStringLiteral("5.0.16.97563_PvT_unknown_build");
}

/// Says the times; an unoptimised build on a busy machine must still stay within sight of them.
void TestSc2TrackerShared::speed()
{
    QFETCH(QString, replay);
    const Tracked all = load(replay);
    qint64 reading = std::numeric_limits<qint64>::max();
    qint64 living = reading;
    for (int round = 0; round < 20; ++round) {
        QElapsedTimer timer;
        timer.start();
        const TrackerEvents events = parseTrackerEvents(all.bytes, all.build);
        reading = std::min(reading, timer.nsecsElapsed());
        timer.start();
        const UnitLives lives = buildLives(events);
        living = std::min(living, timer.nsecsElapsed());
        QCOMPARE(lives.lives.size(), all.lives.lives.size());
    }
    qInfo("%zu bytes in %.2f ms, %zu lives in %.2f ms", all.bytes.size(), double(reading) / 1e6,
          all.lives.lives.size(), double(living) / 1e6);
    QVERIFY(reading < 60'000'000);
    QVERIFY(living < 30'000'000);
}

} // namespace tst_sc2_tracker_shared

GHOSTLINE_TEST(tst_sc2_tracker_shared, TestSc2TrackerShared)
#include "tst_sc2_tracker_shared.moc"
