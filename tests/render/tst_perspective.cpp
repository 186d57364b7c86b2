// SPDX-License-Identifier: GPL-3.0-or-later
// Who is seen by whom.
#include "field_fixture.h"
#include "render/actors/perspective.h"
#include "tests/support/test_driver.h"

#include <QTest>

#include <array>

namespace tst_perspective {

using namespace ghostline;
using namespace ghostline::render;
using model::ActorId;
using test::Field;

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

    void whoIsNowhereSeesNothing()
    {
        Field field;
        const std::size_t parked = field.unit(0, 0.0, 0.0, 6.0);
        const std::size_t other = field.unit(2, 2.0, 0.0, 0.0);
        field.finish();
        Perspective perspective;
        perspective.setInfo(*field.world.info);
        perspective.setPlayer(ActorId(0));
        perspective.update(field.world.state);
        QVERIFY(perspective.seen(field.world.state, other));
        field.world.state.flags[parked] = model::Hidden; // nobody says where it is
        perspective.update(field.world.state);
        QVERIFY(!perspective.seen(field.world.state, other));
    }

    void coversOfThoseThatCount()
    {
        Field field;
        const std::size_t first = field.unit(0, 0.0, 0.0, 6.0);
        field.unit(0, 30.0, 0.0, 6.0);
        field.unit(2, 60.0, 0.0, 6.0);
        field.finish();
        Perspective perspective;
        perspective.setInfo(*field.world.info);
        CoveredGround ground;
        const std::vector<std::uint8_t> teams{1, 0, 0};
        const auto covered = [&] {
            return std::array{ground.covers({0.0, 0.0}), ground.covers({30.0, 0.0}),
                              ground.covers({60.0, 0.0})};
        };
        perspective.cover(ground, field.world.state, teams);
        QCOMPARE(covered(), (std::array{true, true, false}));
        std::vector<std::uint8_t> counts(field.world.state.size(), 1);
        counts[first] = 0;
        perspective.cover(ground, field.world.state, teams, counts);
        QCOMPARE(covered(), (std::array{false, true, false}));
    }
};

} // namespace tst_perspective

GHOSTLINE_TEST(tst_perspective, TestPerspective)
#include "tst_perspective.moc"
