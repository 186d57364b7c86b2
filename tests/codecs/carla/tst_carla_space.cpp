// SPDX-License-Identifier: GPL-3.0-or-later
// The border between CARLA's axes and ours: the vectors of the format note, offsets, and boxes.
#include "codecs/carla/format/space.h"
#include "tests/support/test_driver.h"

#include <QTest>

#include <cmath>
#include <numbers>

namespace tst_carla_space {

using namespace ghostline;
using namespace ghostline::carla;

class TestCarlaSpace : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void quaternions_data();
    void quaternions();
    void basis();
    void offsets();
    void composition();
};

void TestCarlaSpace::quaternions_data()
{
    QTest::addColumn<double>("roll");
    QTest::addColumn<double>("pitch");
    QTest::addColumn<double>("yaw");
    QTest::addColumn<double>("x");
    QTest::addColumn<double>("y");
    QTest::addColumn<double>("z");
    QTest::addColumn<double>("w");
    QTest::newRow("east") << 0.0 << 0.0 << 0.0 << 0.0 << 0.707107 << 0.0 << 0.707107;
    QTest::newRow("south") << 0.0 << 0.0 << 90.0 << 0.0 << 0.0 << 0.0 << 1.0;
    QTest::newRow("west") << 0.0 << 0.0 << 180.0 << 0.0 << -0.707107 << 0.0 << 0.707107;
    QTest::newRow("north") << 0.0 << 0.0 << -90.0 << 0.0 << 1.0 << 0.0 << 0.0;
    QTest::newRow("nose up") << 0.0 << 30.0 << 0.0 << -0.183013 << 0.683013 << 0.183013 << 0.683013;
    QTest::newRow("nose up, south") << 0.0 << 30.0 << 90.0 << -0.258819 << 0.0 << 0.0 << 0.965926;
    QTest::newRow("rolled") << 20.0 << 0.0 << 0.0 << 0.122788 << 0.696364 << 0.122788 << 0.696364;
    QTest::newRow("rolled, south") << 20.0 << 0.0 << 90.0 << 0.0 << 0.0 << 0.173648 << 0.984808;
    QTest::newRow("nose down") << 0.0 << -90.0 << 0.0 << 0.5 << 0.5 << -0.5 << 0.5;
    QTest::newRow("all") << 10.0 << 20.0 << 30.0 << -0.106896 << 0.503637 << 0.160826 << 0.842056;
    QTest::newRow("all, back") << -15.0 << 5.0 << -135.0 << 0.103926 << -0.917283 << -0.089857 << 0.373788;
    QTest::newRow("upside down") << 170.0 << -40.0 << 75.0 << 0.151742 << -0.327114 << 0.924217 << 0.125672;
}

void TestCarlaSpace::quaternions()
{
    QFETCH(double, roll);
    QFETCH(double, pitch);
    QFETCH(double, yaw);
    QFETCH(double, x);
    QFETCH(double, y);
    QFETCH(double, z);
    QFETCH(double, w);
    const glm::quat q = worldOrientation({roll, pitch, yaw});
    QVERIFY(std::abs(q.x - x) < 1e-5 && std::abs(q.y - y) < 1e-5 && std::abs(q.z - z) < 1e-5 &&
            std::abs(q.w - w) < 1e-5);
}

void TestCarlaSpace::basis()
{
    // The columns must be (-right, up, forward) of Unreal's own basis with y and z swapped, whatever the
    // attitude.
    for (int roll = -170; roll <= 180; roll += 35) {
        for (int pitch = -90; pitch <= 90; pitch += 30) {
            for (int yaw = -180; yaw <= 180; yaw += 45) {
                const double r = roll * std::numbers::pi / 180, p = pitch * std::numbers::pi / 180,
                             y = yaw * std::numbers::pi / 180;
                const glm::dvec3 forward(std::cos(p) * std::cos(y), std::sin(p), std::cos(p) * std::sin(y));
                const glm::dvec3 right(std::sin(r) * std::sin(p) * std::cos(y) - std::cos(r) * std::sin(y),
                                       -std::sin(r) * std::cos(p),
                                       std::sin(r) * std::sin(p) * std::sin(y) + std::cos(r) * std::cos(y));
                const glm::quat q = worldOrientation({double(roll), double(pitch), double(yaw)});
                QVERIFY(q.w >= -1e-6F);
                QVERIFY(glm::length(glm::dvec3(q * glm::vec3(0, 0, 1)) - forward) < 2e-6);
                QVERIFY(glm::length(glm::dvec3(q * glm::vec3(-1, 0, 0)) - right) < 2e-6);
            }
        }
    }
}

void TestCarlaSpace::offsets()
{
    // One metre ahead, two to the right, three up of an actor that looks south (world +Z).
    const model::Pose parent = worldPose({{1000, 2000, 300}, {0, 0, 90}});
    const model::Pose child = compose(parent, localPose({{100, 200, 300}, {0, 0, 0}}));
    QVERIFY(glm::length(child.position - glm::dvec3(10 - 2, 3 + 3, 20 + 1)) < 1e-6);
    QVERIFY(std::abs(glm::dot(child.orientation, parent.orientation)) > 0.999999F);
}

void TestCarlaSpace::composition()
{
    // Turned about the same axis, a child's yaw adds to its parent's.
    const model::Pose child = compose(worldPose({{0, 0, 0}, {0, 0, 30}}), localPose({{0, 0, 0}, {0, 0, 45}}));
    QVERIFY(std::abs(glm::dot(child.orientation, worldOrientation({0, 0, 75}))) > 0.999999F);
    const model::Pose pitched =
        compose(worldPose({{0, 0, 0}, {0, 0, -120}}), localPose({{0, 0, 0}, {10, 20, 0}}));
    QVERIFY(std::abs(glm::dot(pitched.orientation, worldOrientation({10, 20, -120}))) > 0.999999F);
}

} // namespace tst_carla_space

GHOSTLINE_TEST(tst_carla_space, TestCarlaSpace)
#include "tst_carla_space.moc"
