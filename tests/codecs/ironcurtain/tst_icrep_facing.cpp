// SPDX-License-Identifier: GPL-3.0-or-later
// Angles and axes: north is 0, east 256, clockwise; where they go in the viewer's world.
#include "codecs/ironcurtain/replay/replay_segment.h"
#include "tests/support/test_driver.h"

#include <QTest>

namespace tst_icrep_facing {

using namespace ghostline::ironcurtain;

class TestIcrepFacing : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void directions_data()
    {
        QTest::addColumn<int>("angle");
        QTest::addColumn<double>("x");
        QTest::addColumn<double>("z");
        QTest::addColumn<double>("w");
        QTest::addColumn<double>("y");
        const double half = std::sqrt(0.5);
        QTest::newRow("north") << 0 << 0.0 << -1.0 << 0.0 << 1.0;
        QTest::newRow("north-east") << 128 << half << -half << 0.382683 << 0.923880;
        QTest::newRow("east") << 256 << 1.0 << 0.0 << half << half;
        QTest::newRow("south") << 512 << 0.0 << 1.0 << 1.0 << 0.0;
        QTest::newRow("west") << 768 << -1.0 << 0.0 << half << -half;
        QTest::newRow("west from below") << -256 << -1.0 << 0.0 << half << -half;
        QTest::newRow("east after turns") << 256 + 5 * 1024 << 1.0 << 0.0 << half << half;
    }
    void directions()
    {
        QFETCH(int, angle);
        QFETCH(double, x);
        QFETCH(double, z);
        QFETCH(double, w);
        QFETCH(double, y);
        const glm::quat turn = toWorld(angle);
        QVERIFY(std::abs(static_cast<double>(turn.w) - w) < 1e-5);
        QVERIFY(std::abs(static_cast<double>(turn.y) - y) < 1e-5);
        const glm::vec3 forward = turn * glm::vec3(0.0F, 0.0F, 1.0F);
        QVERIFY(std::abs(static_cast<double>(forward.x) - x) < 1e-5);
        QVERIFY(std::abs(static_cast<double>(forward.z) - z) < 1e-5);
        const glm::vec3 left = turn * glm::vec3(1.0F, 0.0F, 0.0F); // +X is to the left
        QVERIFY(std::abs(static_cast<double>(left.x) - z) < 1e-5);
        QVERIFY(std::abs(static_cast<double>(left.z) + x) < 1e-5);
    }

    void shortestWay_data()
    {
        QTest::addColumn<int>("from");
        QTest::addColumn<int>("to");
        QTest::addColumn<double>("halfWay");
        QTest::newRow("clockwise") << 0 << 256 << 128.0;
        QTest::newRow("counter-clockwise") << 256 << 0 << 128.0;
        QTest::newRow("through north") << 1000 << 24 << 0.0;
        QTest::newRow("back through north") << 24 << 1000 << 0.0;
        QTest::newRow("half a turn is clockwise") << 0 << 512 << 256.0;
        QTest::newRow("half a turn from the south") << 512 << 0 << 768.0;
        QTest::newRow("half a turn from the west") << 768 << 256 << 0.0;
        QTest::newRow("one more than half") << 0 << 514 << 1024.0 - 255.0;
        QTest::newRow("none") << 77 << 77 << 77.0;
    }
    void shortestWay()
    {
        QFETCH(int, from);
        QFETCH(int, to);
        QFETCH(double, halfWay);
        QCOMPARE(angleBetween(from, to, 0.5), halfWay);
        QCOMPARE(angleBetween(from, to, 0.0), static_cast<double>(from));
        QCOMPARE(std::fmod(angleBetween(from, to, 1.0), 1024.0), static_cast<double>(to));
    }

    void axes()
    {
        const glm::dvec3 at = toWorld(WorldPos{2048, 3072, 512});
        QCOMPARE(at.x, 2.0);
        QCOMPARE(at.y, 0.5);
        QCOMPARE(at.z, 3.0);
    }
};

} // namespace tst_icrep_facing

GHOSTLINE_TEST(tst_icrep_facing, TestIcrepFacing)
#include "tst_icrep_facing.moc"
