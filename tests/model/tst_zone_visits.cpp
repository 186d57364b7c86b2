// SPDX-License-Identifier: GPL-3.0-or-later
// Time in zones, limits, the metrics of both, and what joins them with recorded events.
#include "model/analysis/limits.h"
#include "model/analysis/merge_events.h"
#include "model/analysis/zone_visits.h"
#include "model/world/zone_json.h"
#include "tests/model/posed_replay.h"
#include "tests/support/test_driver.h"

#include <QtTest>

#include <cmath>

namespace tst_zone_visits {

using namespace ghostline::model;
using namespace ghostline::test;

namespace {

Zone circle(const QString& name, glm::dvec2 centre, double radius)
{
    Zone zone;
    zone.id = name.toLower();
    zone.name = name;
    zone.centre = centre;
    zone.radius = radius;
    return zone;
}

Zone polygon(std::vector<glm::dvec2> corners)
{
    Zone zone;
    zone.id = zone.name = QStringLiteral("ground");
    zone.corners = std::move(corners);
    return zone;
}

Zone arrow() { return polygon({{0, 0}, {4, 0}, {4, 4}, {2, 1}, {0, 4}}); }

/// Actor 0 walks east at 2 m/s through the origin in frame 50; actor 1 stands there.
PosedOptions passing()
{
    PosedOptions options;
    options.teams = 2;
    options.pose = [](int actor, FrameNumber f) {
        Posed posed;
        posed.at.x = actor == 0 ? 0.2 * static_cast<double>(f - 50) : 0.0;
        return posed;
    };
    return options;
}

MetricInfo metricNamed(const char* id, const ReplayInfo& info, std::span<const Zone> zones = {})
{
    for (const MetricInfo& metric : metricsOf(info, zones)) {
        if (metric.id == QLatin1String(id))
            return metric;
    }
    return {};
}

} // namespace

class TestZoneVisits : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void contains_data()
    {
        QTest::addColumn<double>("x");
        QTest::addColumn<double>("z");
        QTest::addColumn<bool>("inside");
        QTest::newRow("in a wing") << 0.5 << 2.0 << true;
        QTest::newRow("in the notch") << 2.0 << 2.0 << false;
        QTest::newRow("under the notch") << 2.0 << 0.5 << true;
        QTest::newRow("beside") << 4.5 << 2.0 << false;
        QTest::newRow("level with a corner") << -1.0 << 4.0 << false;
        QTest::newRow("nowhere") << std::nan("") << 1.0 << false;
    }
    void contains()
    {
        QFETCH(double, x);
        QFETCH(double, z);
        QTEST(arrow().contains({x, 100.0, z}), "inside");
    }
    void heightsLimit()
    {
        Zone zone = circle(QStringLiteral("Tower"), {0, 0}, 5);
        zone.bottom = 2.0;
        zone.top = 6.0;
        QVERIFY(zone.contains({0, 4, 0}) && !zone.contains({0, 1.9, 0}) && !zone.contains({0, 6.1, 0}));
    }

    /// 10 m at 2 m/s, whatever the frames: the edge is crossed between two of them.
    void enterAndLeaveBetweenFrames()
    {
        PosedOptions options = passing();
        options.actors = 4; // 2 and 3 never come
        options.pose = [pose = options.pose](int actor, FrameNumber f) {
            return actor < 2 ? pose(actor, f) : Posed{{0.0, 0.0, 500.0}};
        };
        const PosedReplay replay(options);
        const std::vector<Zone> zones{circle(QStringLiteral("Spot"), {0.05, 0}, 5.0)};
        const auto found = findZoneVisits(replay, zones, {}, {}, {});
        QVERIFY(found);
        QCOMPARE(found->visits.size(), std::size_t{2});
        const ZoneVisit& walk = found->visits[1];
        QCOMPARE(walk.actor, static_cast<ActorId>(0));
        QCOMPARE(walk.frames, (FrameRange{26, 76})); // -4.8 to 5.0 m
        QVERIFY(std::abs(seconds(walk.begin) - 2.525) < 1e-5);
        QVERIFY(std::abs(seconds(walk.length) - 5.0) < 1e-5);
        // Teams first, then their actors.
        QCOMPARE(found->totals.size(), std::size_t{4});
        QCOMPARE(found->totals[0].actor, ActorId::None);
        QVERIFY(std::abs(found->totals[0].share() - 5.0 / (2 * 9.9)) < 1e-4);
        QCOMPARE(found->totals[2].actor, static_cast<ActorId>(0));
        QVERIFY(std::abs(found->totals[2].share() - 5.0 / 9.9) < 1e-4);
        QCOMPARE(found->totals[3].entries, 1);
        QCOMPARE(found->totals[3].share(), 1.0);
    }

    void whatEndsAVisit_data()
    {
        QTest::addColumn<ushort>("flags");
        QTest::addColumn<bool>("there");
        QTest::addColumn<int>("visits");
        QTest::addColumn<qint64>("inside_ms");
        QTest::newRow("nothing") << ushort{0} << true << 1 << qint64{9900};
        QTest::newRow("a jump") << ushort{Discontinuity} << true << 2 << qint64{9800};
        QTest::newRow("hidden") << ushort{Hidden} << true << 2 << qint64{9700};
        QTest::newRow("absent") << ushort{0} << false << 2 << qint64{9700};
    }
    void whatEndsAVisit()
    {
        QFETCH(ushort, flags);
        QFETCH(bool, there);
        PosedOptions options;
        options.actors = 1;
        options.pose = [flags, there](int, FrameNumber f) {
            return Posed{{}, f == 50 ? flags : ushort{0}, Provenance::Exact, f != 50 || there};
        };
        const std::vector<Zone> zones{circle(QStringLiteral("Spot"), {0, 0}, 5.0)};
        const auto found = findZoneVisits(PosedReplay(options), zones, {}, {}, {});
        QVERIFY(found);
        QTEST(static_cast<int>(found->visits.size()), "visits");
        QTEST(qint64{found->totals[0].inside.count() / 1000}, "inside_ms");
    }

    void metricsOfZonesAndOfTheNearest()
    {
        const PosedReplay replay(passing());
        const std::vector<Zone> zones{circle(QStringLiteral("Spot"), {0, 0}, 1.0)};
        const std::vector<MetricRequest> requests{
            {metricNamed("in_spot", replay.info(), zones), static_cast<ActorId>(0)},
            {metricNamed("nearest_distance", replay.info()), static_cast<ActorId>(0)}};
        const auto series = readMetrics(replay, requests, {0, 100}, 1000, {}, {});
        QVERIFY(series);
        QCOMPARE((*series)[0].samples[40].value, 0.0);
        QCOMPARE((*series)[0].samples[50].value, 1.0);
        QVERIFY(std::abs((*series)[1].samples[40].value - 2.0) < 1e-9);
    }

    void overALimit()
    {
        PosedOptions options;
        options.actors = 1;
        options.pose = [](int, FrameNumber f) { // 1 m/s, from frame 40 to 50 it is 5 m/s
            const auto n = static_cast<double>(f);
            return Posed{{0.1 * n + 0.4 * std::clamp(n - 40.0, 0.0, 10.0), 0.0, 0.0}};
        };
        const PosedReplay replay(options);
        LimitOptions limit;
        limit.metric = metricNamed("speed", replay.info());
        limit.above = 2.0;
        const auto found = findExcesses(replay, limit, {}, {});
        QVERIFY(found);
        QCOMPARE(found->found.size(), std::size_t{1});
        QCOMPARE(found->found[0].frames, (FrameRange{41, 51}));
        QCOMPARE(found->found[0].begin, Micros{4'000'000});
        QCOMPARE(found->found[0].length, Micros{1'000'000});
        QVERIFY(std::abs(found->found[0].peak - 5.0) < 1e-9);
        QVERIFY(
            findingsOf(*found, limit, replay.info()).events[0].text.contains(QStringLiteral("worked out")));
        limit.minLength = Micros{1'100'000};
        QVERIFY(findExcesses(replay, limit, {}, {})->found.empty());
        limit.metric = metricNamed("acceleration", replay.info()); // both ways
        limit.minLength = Micros{0};
        limit.above = 30.0;
        const auto rates = findExcesses(replay, limit, {}, {});
        QCOMPARE(rates->found.size(), std::size_t{2});
        QVERIFY(rates->found[0].peak > 39.0 && rates->found[1].peak < -39.0);
        limit.metric = metricNamed("distance_between", replay.info());
        QCOMPARE(findExcesses(replay, limit, {}, {}).error().code, ErrorCode::InvalidArgument);
    }

    void zonesSurviveTheirFile()
    {
        Zone tall = circle(QStringLiteral("Tower \"A\""), {1.5, -2}, 3);
        tall.bottom = 1.0;
        const std::vector<Zone> zones{arrow(), tall};
        const auto read = zonesFromJson(zonesToJson(zones));
        QVERIFY(read);
        QVERIFY(*read == zones);
    }

    void damagedZoneFiles_data()
    {
        QTest::addColumn<QByteArray>("json");
        QTest::newRow("empty") << QByteArray();
        QTest::newRow("cut off") << QByteArray("{\"zones\": [");
        QTest::newRow("of something else") << QByteArray("{\"layouts\": []}");
        QTest::newRow("no shape") << QByteArray("{\"zones\": [{\"name\": \"A\"}]}");
        QTest::newRow("two corners") << QByteArray("{\"zones\": [{\"polygon\": [[0,0],[1,1]]}]}");
        QTest::newRow("corners without numbers")
            << QByteArray("{\"zones\": [{\"polygon\": [[0],[1,1],\"x\"]}]}");
        QTest::newRow("a circle of nothing") << QByteArray("{\"zones\": [{\"circle\": [0,0,0]}]}");
        QTest::newRow("upside down") << QByteArray(
            "{\"zones\": [{\"circle\": [0,0,1],\"bottom\":3,\"top\":1}]}");
        QTest::newRow("too many") << "{\"zones\": [" + QByteArray("1,").repeated(500) + "1]}";
    }
    void damagedZoneFiles()
    {
        QFETCH(QByteArray, json);
        const auto read = zonesFromJson(json);
        QVERIFY(!read);
        QVERIFY(!read.error().message.isEmpty());
    }

    /// Recorded events of a frame come first, and no kind is ever taken for another.
    void mergedWithRecorded()
    {
        EventTable recorded;
        recorded.kinds.resize(1);
        recorded.kinds[0].id = QStringLiteral("zone"); // the format has a word of its own for something
        recorded.events.resize(2);
        recorded.events[1].frame = 9;
        EventTable found;
        found.kinds = findingKinds(ReplayInfo{});
        found.events.resize(1);
        found.events[0].frame = 9;
        found.events[0].kind = static_cast<int>(FindingKind::Zone);
        const auto merged = mergeEvents(recorded, found, nullptr);
        QCOMPARE(merged->kinds.size(), std::size_t{6});
        QCOMPARE(merged->events.size(), std::size_t{3});
        QCOMPARE(merged->events[1].kind, 0);
        const int zone = merged->events[2].kind;
        QCOMPARE(merged->kinds[static_cast<std::size_t>(zone)].id, QStringLiteral("zone_worked_out"));
        // A recording that grows may come to know another kind; the places stay.
        recorded.kinds.emplace_back().id = QStringLiteral("goal");
        recorded.events.back().kind = 1;
        const auto later = mergeEvents(recorded, found, merged.get());
        QCOMPARE(later->events[2].kind, zone);
        QCOMPARE(later->kinds[static_cast<std::size_t>(later->events[1].kind)].id, QStringLiteral("goal"));
    }
};

} // namespace tst_zone_visits

GHOSTLINE_TEST(tst_zone_visits, TestZoneVisits)
#include "tst_zone_visits.moc"
