// SPDX-License-Identifier: GPL-3.0-or-later
// Who is seen by whom, and what stands beside a unit.
#include "army_fixture.h"
#include "render/perspective.h"
#include "render/unit_marks.h"

#include <QTest>

using namespace ghostline;
using namespace ghostline::render;
using model::ActorId;

namespace {

enum { Health, MaxHealth, Rank, Sight, PropertyCount };

/// A player of each of three teams, the first two of one side, and units at given places.
struct Field
{
    Field()
    {
        world.info->teams = {{QStringLiteral("Ann"), 0, QStringLiteral("West")},
                             {QStringLiteral("Ben"), 1, QStringLiteral("West")},
                             {QStringLiteral("Cem"), 2, QStringLiteral("East")}};
        world.info->actorProperties.resize(PropertyCount);
        world.info->marks = {Health, MaxHealth, -1, Rank, Sight};
        for (int team = 0; team < 3; ++team) {
            const ActorId player =
                world.add({.shape = model::ActorShape::None, .kind = model::ActorKind::Player});
            world.info->cast[model::index(player)].team = team;
        }
    }
    std::size_t unit(int team, double x, double z, double sight)
    {
        const ActorId id = world.add({.kind = model::ActorKind::Unit, .position = {x, 0.0, z}});
        world.info->cast[model::index(id)].team = team;
        m_sights.emplace_back(model::index(id), sight);
        return model::index(id);
    }
    void finish()
    {
        world.state.propertyCount = PropertyCount;
        world.state.properties.assign(world.state.size() * PropertyCount, {});
        for (const auto& [row, sight] : m_sights) {
            if (sight > 0.0)
                world.state.propertiesOf(row)[Sight] = model::PropertyValue::real(sight);
        }
    }
    test::World world;

private:
    std::vector<std::pair<std::size_t, double>> m_sights;
};

} // namespace

class TestPerspective : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void whatStandsWithinSightIsSeen_data()
    {
        QTest::addColumn<int>("player"); // -1 = everyone
        QTest::addColumn<int>("team");
        QTest::addColumn<double>("x");
        QTest::addColumn<double>("z");
        QTest::addColumn<bool>("seen");
        QTest::newRow("nobody's view hides nothing") << -1 << 2 << 90.0 << 90.0 << true;
        QTest::newRow("near an own unit") << 0 << 2 << 4.0 << 3.0 << true;
        QTest::newRow("near an ally's unit") << 0 << 2 << 22.0 << 0.5 << true;
        QTest::newRow("just outside the circle") << 0 << 2 << 5.0 << 5.0 << false;
        QTest::newRow("far off") << 0 << 2 << -300.0 << 10.0 << false;
        QTest::newRow("an ally, wherever") << 0 << 1 << 90.0 << 90.0 << true;
        QTest::newRow("nobody's property, wherever") << 0 << -1 << 90.0 << 90.0 << true;
        QTest::newRow("the other side sees with its own") << 2 << 0 << 4.0 << 3.0 << false;
    }
    void whatStandsWithinSightIsSeen()
    {
        QFETCH(int, player);
        QFETCH(int, team);
        QFETCH(double, x);
        QFETCH(double, z);
        Field field;
        field.unit(0, 0.0, 0.0, 6.0);
        field.unit(1, 20.0, 0.0, 4.0);
        const std::size_t asked = field.unit(team, x, z, 0.0);
        field.finish();
        Perspective perspective;
        perspective.setInfo(*field.world.info);
        perspective.setPlayer(player < 0 ? ActorId::None : static_cast<ActorId>(player));
        perspective.update(field.world.state);
        QTEST(perspective.seen(field.world.state, asked), "seen");
    }

    void odd_data()
    {
        QTest::addColumn<double>("x");
        QTest::addColumn<double>("sight");
        QTest::newRow("a place that is no number") << std::nan("") << 5.0;
        QTest::newRow("an endless place") << HUGE_VAL << 5.0;
        QTest::newRow("endless sight") << 0.0 << HUGE_VAL;
        QTest::newRow("negative sight") << 0.0 << -3.0;
        QTest::newRow("worlds apart") << 4e6 << 5.0;
    }
    void odd()
    {
        QFETCH(double, x);
        QFETCH(double, sight);
        Field field;
        field.unit(0, x, 0.0, sight);
        const std::size_t own = field.unit(0, 0.0, 0.0, 5.0);
        const std::size_t other = field.unit(2, 1000.0, 1000.0, 0.0);
        field.finish();
        Perspective perspective;
        perspective.setInfo(*field.world.info);
        perspective.setPlayer(ActorId(0));
        perspective.update(field.world.state);
        QVERIFY(perspective.seen(field.world.state, own));
        QVERIFY(!perspective.seen(field.world.state, other));
    }

    void barsStandOverTheHurtAndTheChosen()
    {
        Field field;
        const std::size_t whole = field.unit(0, 0.0, 0.0, 5.0);
        const std::size_t hurt = field.unit(0, 2.0, 0.0, 5.0);
        const std::size_t veteran = field.unit(2, 4.0, 0.0, 5.0);
        field.finish();
        model::WorldState& state = field.world.state;
        const auto tell = [&state](std::size_t row, double health, int rank) {
            state.propertiesOf(row)[Health] = model::PropertyValue::real(health);
            state.propertiesOf(row)[MaxHealth] = model::PropertyValue::real(100.0);
            state.propertiesOf(row)[Rank] = model::PropertyValue::integer(rank);
        };
        tell(whole, 100.0, 0);
        tell(hurt, 40.0, 0);
        tell(veteran, 100.0, 2);
        InstanceBuffers buffers;
        buffers.setCast(*field.world.info, Theme::dark());
        UnitMarks marks;
        marks.setInfo(*field.world.info, Theme::dark());
        const CameraPose camera{{0.0, 8.0, 8.0}, {0.0, 0.0, 0.0}};
        const auto lines = [&](ActorId selection, double height = 600.0) {
            std::vector<Instance> out;
            marks.appendBars(out, state, buffers,
                             {glm::dvec3(0.0), camera, {800.0, height}, selection, ActorId::None});
            return out.size();
        };
        constexpr std::size_t Bar = 2;
        constexpr std::size_t Chevron = 2;
        QCOMPARE(lines(ActorId::None), Bar + 2 * Chevron);
        QCOMPARE(lines(static_cast<ActorId>(whole)), 2 * Bar + 2 * Chevron);
        QCOMPARE(lines(ActorId::None, 20.0), std::size_t{0}); // a few pixels wide: nothing to be read
    }

    void circlesShowTheSightOfWhoIsAskedFor()
    {
        Field field;
        const std::size_t first = field.unit(0, 0.0, 0.0, 5.0);
        field.unit(0, 20.0, 0.0, 5.0);
        field.unit(0, 1.0, 0.0, 2.0); // within the first one's
        field.unit(2, 4.0, 0.0, 5.0);
        field.unit(0, 6.0, 0.0, 0.0); // nobody knows how far
        field.finish();
        InstanceBuffers buffers;
        buffers.setCast(*field.world.info, Theme::dark());
        UnitMarks marks;
        marks.setInfo(*field.world.info, Theme::dark());
        const CameraPose camera;
        const auto dashes = [&](ActorId selection, ActorId player) {
            buffers.setPerspective(player);
            std::vector<Instance> out;
            marks.appendSight(out, field.world.state, buffers,
                              {glm::dvec3(0.0), camera, {800.0, 600.0}, selection, player});
            return out.size();
        };
        const std::size_t one = dashes(static_cast<ActorId>(first), ActorId::None);
        QVERIFY(one >= 12);
        QCOMPARE(dashes(ActorId::None, ActorId::None), std::size_t{0});
        QCOMPARE(dashes(ActorId::None, ActorId(0)), 2 * one);
        QCOMPARE(dashes(ActorId::None, ActorId(2)), one);
    }
};

QTEST_GUILESS_MAIN(TestPerspective)
#include "tst_perspective.moc"
