// SPDX-License-Identifier: GPL-3.0-or-later
// What heat maps can be of besides positions: stops, events, metrics, where cameras look.
#include "model/heat/heat_map.h"
#include "tests/model/heat_replay.h"
#include "tests/support/test_driver.h"

#include <QtTest>

namespace tst_heat_what {

using namespace ghostline::model;
using namespace ghostline::test;

namespace {

/// From the +Z that actors face.
glm::quat turnedTo(const glm::vec3& along)
{
    const glm::vec3 ahead(0.0F, 0.0F, 1.0F);
    return glm::normalize(glm::quat(1.0F + glm::dot(ahead, along), glm::cross(ahead, along)));
}

} // namespace

class TestHeatWhat : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whatWasToldLastStays()
    {
        // Nothing is recorded anew from frame 10 on; from frame 20 on all of it is lost.
        HeatReplay replay(31, 1, [](FrameNumber f, WorldState& out) {
            out.positions[0] = {0.5, 0.0, 0.5};
            out.properties[0] = PropertyValue::real(4.0);
            out.provenance[0] = f < 10 ? Provenance::Exact : Provenance::Held;
        });
        PropertyInfo gauge;
        gauge.id = QStringLiteral("gauge");
        replay.info.actorProperties = {gauge};
        replay.lost = {LostSpan{{20, 31}, {}}};
        HeatOptions options;
        QVERIFY(isNear(readHeat(replay, options)->total, 0.9));
        QVERIFY(setHeatWhat(options, QStringLiteral("metric:gauge")));
        options.sum = HeatSum::Integral;
        QVERIFY(isNear(readHeat(replay, options)->total, 4.0 * 1.9));
    }

    void stopsAreSlowSeconds()
    {
        // 2 m/s for a second, then it stands for two; the recorded speed of the second one lies.
        HeatReplay replay(31, 2, [](FrameNumber f, WorldState& out) {
            const double x = 0.2 * static_cast<double>(std::min<FrameNumber>(f, 10));
            out.positions[0] = {x, 0.0, 0.0};
            out.positions[1] = {x, 0.0, 10.0};
            out.flags[1] = VelocityRecorded;
            out.velocities[1] = {5.0F, 0.0F, 0.0F};
        });
        HeatOptions options;
        options.what = HeatWhat::Stops;
        options.cell = 1.0;
        const auto grid = readHeat(replay, options);
        QVERIFY(grid);
        QVERIFY(isNear(grid->total, 2.0));
        QVERIFY(isNear(heatValueAt(*grid, 2.0, 0.0), 2.0));
        options.stopSpeed = 3.0;
        QVERIFY(isNear(readHeat(replay, options)->total, 3.0));
    }

    void eventsLieWhereTheySayOrWhereSomebodyWas()
    {
        HeatReplay replay(50, 3, [](FrameNumber f, WorldState& out) {
            for (std::size_t row = 0; row < 3; ++row)
                out.positions[row] = {10.0 * static_cast<double>(row) + 0.5, 0.0, 0.5};
            out.flags[2] = f >= 20 ? ActorFlags{Hidden} : ActorFlags{0}; // gone from then on
        });
        const ActorId zero{0}, one{1}, two{2};
        replay.info.teams.resize(2);
        replay.info.cast[0].team = 0;
        replay.info.cast[1].team = 1;
        replay.info.cast[2].team = 1;
        replay.addEvent(5, {zero, one}, glm::dvec3(40.5, 0.0, 0.5), {{QStringLiteral("worth"), 3}});
        replay.addEvent(6, {one, zero}, {}, {{QStringLiteral("worth"), 4.5}});
        replay.addEvent(20, {two, zero}, {}, {{QStringLiteral("worth"), QStringLiteral("much")}});
        replay.addEvent(30, {}, {});
        replay.addEvent(31, {zero}, glm::dvec3(0.5, 0.0, 0.5), {}, 1); // another kind
        HeatOptions options;
        QVERIFY(setHeatWhat(options, QStringLiteral("event:hit")));
        options.layout = squareLayout(0.0, 1.0, 50);
        auto grid = readHeat(replay, options);
        QVERIFY(grid);
        QCOMPARE(heatValueAt(*grid, 40.5, 0.5), 1.0);
        QCOMPARE(heatValueAt(*grid, 10.5, 0.5), 1.0);
        QCOMPARE(heatValueAt(*grid, 20.5, 0.5), 1.0); // where it was a frame before
        QCOMPARE(grid->total, 3.0);
        QCOMPARE(grid->outside, std::int64_t{1});

        options.place = HeatPlace::Last;
        grid = readHeat(replay, options);
        QCOMPARE(heatValueAt(*grid, 0.5, 0.5), 2.0);
        QCOMPARE(heatValueAt(*grid, 10.5, 0.5), 1.0);
        options.actors = {one}; // only where it is the last of them
        QCOMPARE(readHeat(replay, options)->total, 1.0);
        options.place = HeatPlace::Recorded;
        QCOMPARE(readHeat(replay, options)->total, 2.0);
        options.actors = {};
        options.teams = {0};
        options.place = HeatPlace::First;
        QCOMPARE(readHeat(replay, options)->total, 1.0);
        options.teams = {};
        options.place = HeatPlace::Recorded;
        options.frames = {{6, 50}};
        QCOMPARE(readHeat(replay, options)->total, 2.0);

        options.frames = {};
        options.weightKey = QStringLiteral("worth");
        grid = readHeat(replay, options);
        QCOMPARE(grid->total, 7.5);
        QCOMPARE(grid->unit, QStringLiteral("J"));
        options.weightKey = QStringLiteral("nothing");
        QVERIFY(!readHeat(replay, options));
    }

    void metricsByPlace()
    {
        // Two places: 2 s at 10 and 1 s at 20, then a counter that grows by 6 on the second place.
        HeatReplay replay(31, 1, [](FrameNumber f, WorldState& out) {
            out.positions[0] = {f < 20 ? 0.5 : 5.5, 0.0, 0.5};
            out.properties[0] = PropertyValue::real(f < 20 ? 10.0 : 20.0);
            out.properties[1] = PropertyValue::integer(f < 25 ? 3 : f < 28 ? 9 : 7);
            if (f == 5)
                out.properties[0] = PropertyValue();
        });
        PropertyInfo gauge;
        gauge.id = QStringLiteral("gauge");
        gauge.unit = QStringLiteral("bar");
        PropertyInfo counter;
        counter.id = QStringLiteral("counter");
        counter.type = PropertyType::Integer;
        replay.info.actorProperties = {gauge, counter};
        HeatOptions options;
        QVERIFY(setHeatWhat(options, QStringLiteral("metric:gauge")));
        options.layout = squareLayout(0.0, 1.0, 8);
        auto grid = readHeat(replay, options);
        QVERIFY(grid);
        QVERIFY(grid->isMean());
        QVERIFY(isNear(heatValueAt(*grid, 0.5, 0.5), 10.0));
        QVERIFY(isNear(heatValueAt(*grid, 5.5, 0.5), 20.0));
        QVERIFY(isNear(grid->total, (10.0 * 1.9 + 20.0) / 2.9)); // a frame without a value is none of it
        QVERIFY(!grid->known(3));
        options.sum = HeatSum::Integral;
        grid = readHeat(replay, options);
        QVERIFY(isNear(grid->total, 39.0));
        QCOMPARE(grid->unit, QStringLiteral("bar\u00B7s"));
        QVERIFY(setHeatWhat(options, QStringLiteral("metric:counter")));
        options.sum = HeatSum::Growth;
        grid = readHeat(replay, options);
        QVERIFY(isNear(heatValueAt(*grid, 5.5, 0.5), 6.0));
        QVERIFY(isNear(grid->total, 6.0));
        QVERIFY(setHeatWhat(options, QStringLiteral("metric:x"))); // worked out, not recorded
        options.sum = HeatSum::Mean;
        QVERIFY(isNear(heatValueAt(*readHeat(replay, options), 5.5, 0.5), 5.5));
    }

    void camerasLookAtTheGround()
    {
        // 10 m up, 45 degrees down to the east; for the last second level.
        HeatReplay replay(21, 2, [](FrameNumber f, WorldState& out) {
            out.positions[1] = {0.5, 10.0, 0.5};
            const glm::vec3 along =
                f < 10 ? glm::normalize(glm::vec3(1.0F, -1.0F, 0.0F)) : glm::vec3(1.0F, 0.0F, 0.0F);
            out.orientations[1] = turnedTo(along);
            if (f == 7)
                out.flags[1] = Discontinuity; // it has looked at the old place until then
        });
        replay.info.cast[1].shape = ActorShape::View;
        replay.info.cast[1].kind = ActorKind::Camera;
        replay.info.cast[1].parent = ActorId{0};
        HeatOptions options;
        QVERIFY(setHeatWhat(options, QStringLiteral("attention")));
        options.layout = squareLayout(0.0, 1.0, 20);
        auto grid = readHeat(replay, options);
        QVERIFY(grid);
        QVERIFY(isNear(heatValueAt(*grid, 10.5, 0.5), 1.0));
        QVERIFY(isNear(grid->total, 1.0));
        QCOMPARE(grid->outside, std::int64_t{10});
        options.actors = {ActorId{0}}; // whose it is
        QVERIFY(isNear(readHeat(replay, options)->total, 1.0));
        options.ground = 5.0;
        QVERIFY(isNear(heatValueAt(*readHeat(replay, options), 5.5, 0.5), 1.0));
        replay.info.cast[1].shape = ActorShape::Box;
        QVERIFY(!readHeat(replay, options));
    }
};

} // namespace tst_heat_what

GHOSTLINE_TEST(tst_heat_what, TestHeatWhat, void)
#include "tst_heat_what.moc"
