// SPDX-License-Identifier: GPL-3.0-or-later
// The tracker's stream, written here: columns, scales, what later builds may add, and where damage ends it.
#include "codecs/sc2/sample/versioned_writer.h"
#include "codecs/sc2/tracker/tracker_events.h"
#include "tests/support/test_driver.h"

#include <QJsonDocument>
#include <QTest>

namespace tst_sc2_tracker {

using namespace ghostline;
using namespace ghostline::sc2;

class TestSc2Tracker : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void everyKind();
    void scale_data();
    void scale();
    void whatLaterBuildsAdd();
    void impossible_data();
    void impossible();
    void toldAgain_data();
    void toldAgain();
    void cutOff();
    void flips();
    void records();
    void recordsCanBeStopped();
};

namespace {

constexpr std::uint32_t Newest = 95000;

VersionedWriter& unit(VersionedWriter& out, int index, int recycle)
{
    return out.tag(0).integer(index).tag(1).integer(recycle);
}

void birth(VersionedWriter& out, std::uint32_t delta, int kind, int index, std::string_view type)
{
    out.event(delta, kind).structure(7);
    unit(out, index, 1)
        .tag(2)
        .blob(type)
        .tag(3)
        .integer(1)
        .tag(4)
        .integer(1)
        .tag(5)
        .integer(40)
        .tag(6)
        .integer(50);
}

/// One event of every kind, ten in all.
VersionedWriter example()
{
    VersionedWriter out;
    out.event(0, 9).structure(4).tag(0).integer(1).tag(1).integer(1);
    out.tag(2).optional(true).integer(5).tag(3).optional(false);
    birth(out, 0, 1, 200, "Marine");
    out.event(1, 0).structure(2).tag(0).integer(1).tag(1).structure(3);
    out.tag(0).integer(50).tag(29).integer(6 * 4096).tag(38).integer(-7);
    birth(out, 300, 6, 201, "Barracks");
    out.event(0, 4).structure(3);
    unit(out, 200, 1).tag(2).blob("Ghost");
    out.event(9, 3).structure(4);
    unit(out, 200, 1).tag(2).integer(2).tag(3).integer(3);
    out.event(0, 5).structure(3).tag(0).integer(2).tag(1).blob("Stimpack").tag(2).integer(1);
    out.event(5, 7).structure(2);
    unit(out, 201, 1);
    out.event(165, 8).structure(2).tag(0).integer(200).tag(1).array(6);
    out.integer(0).integer(41).integer(51).integer(1).integer(42).integer(52);
    out.event(20, 2).structure(7);
    unit(out, 200, 1).tag(2).optional(true).integer(2).tag(3).integer(43).tag(4).integer(53);
    out.tag(5).optional(true).integer(201).tag(6).optional(true).integer(1);
    return out;
}

QJsonObject object(const char* json) { return QJsonDocument::fromJson(json).object(); }

std::size_t rows(const TrackerEvents& events)
{
    return events.births.size() + events.deaths.size() + events.owners.size() + events.types.size() +
           events.done.size() + events.upgrades.size() + events.positions.size() + events.stats.size() +
           events.setup.size();
}

} // namespace

void TestSc2Tracker::everyKind()
{
    const auto out = example();
    const TrackerEvents events = parseTrackerEvents(out.bytes(), Newest);
    QVERIFY(!events.failure);
    QCOMPARE(events.lastLoop, 500U);
    QCOMPARE(events.names, (std::vector<std::string>{"Marine", "Barracks", "Ghost", "Stimpack"}));
    QCOMPARE(events.setup.size(), std::size_t{1});
    QCOMPARE(events.setup[0].playerId, 1);
    QCOMPARE(events.setup[0].userId, std::optional<int>(5));
    QVERIFY(!events.setup[0].slotId);
    QCOMPARE(events.births.size(), std::size_t{2});
    QCOMPARE(events.births[0].tag, tagOf(200, 1));
    QVERIFY(!events.births[0].init);
    QVERIFY(events.births[1].init);
    QCOMPARE(events.births[1].loop, 301U);
    QCOMPARE(events.births[0].x, 40.0F);
    QCOMPARE(events.births[0].y, 50.0F);
    QCOMPARE(events.stats.size(), std::size_t{1});
    QCOMPARE(events.stats[0][Stat::Minerals], 50);
    QCOMPARE(events.stats[0][Stat::FoodUsed], 6 * 4096);
    QCOMPARE(events.stats[0][Stat::VespeneFriendlyFireTechnology], -7);
    QCOMPARE(events.types[0].type, 2U);
    QCOMPARE(int(events.owners[0].control), 2);
    QCOMPARE(int(events.owners[0].upkeep), 3);
    QCOMPARE(events.upgrades[0].name, 3U);
    QCOMPARE(int(events.upgrades[0].player), 2);
    QCOMPARE(events.done[0].tag, tagOf(201, 1));
    QCOMPARE(events.positions.size(), std::size_t{2});
    QCOMPARE(events.positions[1].index, 201U);
    QCOMPARE(events.positions[1].y, 52.0F);
    QCOMPARE(int(events.deaths[0].killerPlayer), 2);
    QVERIFY(events.deaths[0].hasKiller);
    QCOMPARE(events.deaths[0].killer, tagOf(201, 1));
    std::vector<TrackerKind> order;
    for (const auto& change : events.changes)
        order.push_back(change.kind);
    QVERIFY((order == std::vector<TrackerKind>{TrackerKind::Born, TrackerKind::Init, TrackerKind::Type,
                                               TrackerKind::Owner, TrackerKind::Done, TrackerKind::Died}));
}

void TestSc2Tracker::scale_data()
{
    QTest::addColumn<quint32>("build");
    QTest::addColumn<float>("factor");
    QTest::newRow("first with a tracker") << quint32(25604) << 4.0F;
    QTest::newRow("last in blocks") << quint32(27949) << 4.0F;
    QTest::newRow("first in cells") << quint32(27950) << 1.0F;
    QTest::newRow("new") << quint32(97563) << 1.0F;
}

void TestSc2Tracker::scale()
{
    QFETCH(quint32, build);
    QFETCH(float, factor);
    const auto out = example();
    const TrackerEvents events = parseTrackerEvents(out.bytes(), build);
    QCOMPARE(events.births[0].x, 40 * factor);
    QCOMPARE(events.births[1].y, 50 * factor);
    QCOMPARE(events.positions[0].x, 41 * factor);
    QCOMPARE(events.deaths[0].y, 53 * factor);
}

void TestSc2Tracker::whatLaterBuildsAdd()
{
    VersionedWriter out;
    out.event(3, 77).structure(2).tag(0).integer(1).tag(99).array(1).blob("x");
    out.event(1, 7).structure(5).tag(12).blob("new").tag(0).integer(9).tag(-3).integer(1);
    out.tag(1).integer(2).tag(40).structure(1).tag(0).optional(false);
    out.event(1, 5).structure(1).tag(1).blob("OnlyAName");
    birth(out, 0, 1, 20000, "NoSuchIndex"); // tags cannot hold it
    birth(out, 0, 1, -1, "Negative");
    out.event(0, 8).structure(2).tag(0).integer(5).tag(1).array(5);
    out.integer(0).integer(1).integer(2).integer(3).integer(4); // a triple too short
    const TrackerEvents events = parseTrackerEvents(out.bytes(), Newest);
    QVERIFY(!events.failure);
    QCOMPARE(events.lastLoop, 5U);
    QCOMPARE(events.done.size(), std::size_t{1});
    QCOMPARE(events.done[0].tag, tagOf(9, 2));
    QCOMPARE(events.upgrades.size(), std::size_t{1});
    QVERIFY(events.births.empty());
    QCOMPARE(events.changes.size(), std::size_t{1});
    QCOMPARE(events.positions.size(), std::size_t{1});
}

void TestSc2Tracker::impossible_data()
{
    QTest::addColumn<QByteArray>("tail");
    const auto row = [](const char* name, const VersionedWriter& out) {
        QTest::newRow(name) << QByteArray(reinterpret_cast<const char*>(out.bytes().data()),
                                          static_cast<qsizetype>(out.bytes().size()));
    };
    const auto start = [](std::uint32_t delta, int kind) {
        VersionedWriter out;
        out.event(delta, kind);
        return out;
    };
    row("no choice", VersionedWriter().integer(1));
    row("text for time", VersionedWriter().choice(0).blob("x").integer(7));
    row("back in time", VersionedWriter().choice(0).integer(-1).integer(7).structure(0));
    row("too far ahead", VersionedWriter().choice(3).integer(1LL << 40).integer(7).structure(0));
    row("no structure", start(0, 7).integer(1));
    row("a million fields", start(0, 7).structure(1000000));
    row("text for a number", start(0, 7).structure(1).tag(0).blob("x"));
    row("number for text", start(0, 5).structure(1).tag(1).integer(1));
    row("long text", start(0, 5).structure(1).tag(1).vint(0x21).vint(1 << 20));
    row("ends in an array", start(0, 8).structure(2).tag(0).integer(1).tag(1).array(300));
}

void TestSc2Tracker::impossible()
{
    QFETCH(QByteArray, tail);
    auto bytes = example().bytes();
    const std::size_t whole = bytes.size();
    const auto* first = reinterpret_cast<const std::byte*>(tail.constData());
    bytes.insert(bytes.end(), first, first + tail.size());
    const TrackerEvents events = parseTrackerEvents(bytes, Newest);
    QCOMPARE(rows(events), std::size_t{11});
    QCOMPARE(events.lastLoop, 500U);
    QVERIFY(events.failure);
    QCOMPARE(events.failure->code, model::ErrorCode::Damaged);
    QCOMPARE(events.failure->where.offset, std::optional<std::uint64_t>(whole));
    QVERIFY(events.failure->message.contains(QStringLiteral("byte %1 of %2").arg(whole).arg(bytes.size())));
}

void TestSc2Tracker::toldAgain_data()
{
    QTest::addColumn<qint64>("step");
    QTest::addColumn<quint32>("to");
    QTest::addColumn<int>("left"); ///< rows of what was told before
    QTest::newRow("from the start") << qint64{-500} << 0U << 0;
    QTest::newRow("without a sign") << (qint64{1} << 32) - 500 << 0U << 0;
    QTest::newRow("from within") << qint64{-200} << 300U << 1;
}

/// A game that was resumed from a replay: time goes back, and who plays is told anew.
void TestSc2Tracker::toldAgain()
{
    QFETCH(qint64, step);
    QFETCH(quint32, to);
    QFETCH(int, left);
    auto out = example();
    out.choice(3).integer(step).integer(9).structure(3).tag(0).integer(2).tag(1).integer(1).tag(2);
    out.optional(true).integer(7);
    birth(out, 20, 1, 50, "Probe");
    const TrackerEvents events = parseTrackerEvents(out.bytes(), Newest);
    QVERIFY2(!events.failure, events.failure ? qPrintable(events.failure->message) : "");
    QCOMPARE(events.lastLoop, to + 20);
    QCOMPARE(events.restarts.size(), std::size_t{1});
    QCOMPARE(events.restarts[0].from, 500U);
    QCOMPARE(events.restarts[0].to, to);
    QCOMPARE(events.setup.size(), std::size_t{1});
    QCOMPARE(events.resumedSetup.size(), std::size_t{1});
    QCOMPARE(events.resumedSetup[0].userId, std::optional(7));
    QCOMPARE(events.births.size(), std::size_t(left) + 1);
    QCOMPARE(events.births.back().loop, to + 20);
    QCOMPARE(events.changes.back().index, static_cast<std::uint32_t>(left));
    const auto isLater = [to](const auto& row) { return row.loop > to; };
    QVERIFY(std::ranges::none_of(events.deaths, isLater));
    QVERIFY(std::ranges::none_of(events.positions, isLater));
    QVERIFY(std::ranges::none_of(events.upgrades, isLater));
}

void TestSc2Tracker::cutOff()
{
    const auto out = example();
    std::size_t before = 0;
    for (std::size_t length = 0; length <= out.bytes().size(); ++length) {
        const TrackerEvents events = parseTrackerEvents(std::span(out.bytes()).first(length), Newest);
        QVERIFY(rows(events) >= before);
        before = rows(events);
        QVERIFY(!events.failure || *events.failure->where.offset <= length);
    }
    QCOMPARE(before, std::size_t{11});
}

void TestSc2Tracker::flips()
{
    auto bytes = example().bytes();
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        for (int bit = 0; bit < 8; ++bit) {
            bytes[i] ^= std::byte(1 << bit);
            const TrackerEvents events = parseTrackerEvents(bytes, Newest);
            QVERIFY(rows(events) <= bytes.size());
            QVERIFY(events.lastLoop <= 100'000'000U);
            bytes[i] ^= std::byte(1 << bit);
        }
    }
}

void TestSc2Tracker::records()
{
    auto out = example();
    out.event(3, 11).structure(1).tag(2).blob("x");
    std::vector<model::Record> all;
    const auto read =
        parseTrackerRecords(out.bytes(), 95000, QStringLiteral("s"), [&all](const model::Record& r) {
            all.push_back(r);
            return true;
        });
    QVERIFY(read);
    QCOMPARE(all.size(), std::size_t{11});
    QCOMPARE(all[0].name, QStringLiteral("SPlayerSetupEvent"));
    QCOMPARE(all[0].stream, QStringLiteral("s"));
    const auto fields = [&all](std::size_t i) {
        return all[i].data.value(QLatin1String("fields")).toObject();
    };
    QCOMPARE(fields(0), object(R"({"m_playerId": 1, "m_type": 1, "m_userId": 5, "m_slotId": null})"));
    QCOMPARE(fields(1).value(QLatin1String("m_unitTypeName")), QJsonValue(QStringLiteral("Marine")));
    QCOMPARE(fields(2).value(QLatin1String("m_stats")).toObject(),
             object(R"({"m_scoreValueMineralsCurrent": 50, "m_scoreValueFoodUsed": 24576,
                         "m_scoreValueVespeneFriendlyFireTechnology": -7})"));
    QCOMPARE(all[3].frame, std::optional<std::int64_t>(301));
    QCOMPARE(fields(8), object(R"({"m_firstUnitIndex": 200, "m_items": [0, 41, 51, 1, 42, 52]})"));
    QCOMPARE(all[10].name, QStringLiteral("event 11"));
    QCOMPARE(fields(10), object(R"({"tag 2": "x"})"));
    QVERIFY(all[10].offset > all[9].offset);

    all.clear();
    const auto cut = parseTrackerRecords(std::span(out.bytes()).first(out.bytes().size() - 1), 95000,
                                         QStringLiteral("s"), [&all](const model::Record& r) {
                                             all.push_back(r);
                                             return true;
                                         });
    QVERIFY(!cut);
    QCOMPARE(all.size(), std::size_t{10});
}

void TestSc2Tracker::recordsCanBeStopped()
{
    const auto out = example();
    int seen = 0;
    const auto read = parseTrackerRecords(out.bytes(), 95000, QStringLiteral("s"),
                                          [&seen](const model::Record&) { return ++seen < 3; });
    QVERIFY(read);
    QCOMPARE(seen, 3);
}

} // namespace tst_sc2_tracker

GHOSTLINE_TEST(tst_sc2_tracker, TestSc2Tracker)
#include "tst_sc2_tracker.moc"
