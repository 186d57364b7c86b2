// SPDX-License-Identifier: GPL-3.0-or-later
// Camera mathematics: matrices agree with rays and projections, and every mode does what the hand expects.
#include "camera_fixture.h"
#include "render/camera/camera.h"
#include "render/camera/camera_math.h"
#include "tests/support/test_driver.h"

#include <QtTest>

namespace tst_camera {

using namespace ghostline;
using namespace ghostline::render;
using test::controller;
using test::near;
using test::settle;
using test::View;

namespace {

model::Pose pose(const glm::dvec3& position, float yaw)
{
    return {position, glm::angleAxis(glm::radians(yaw), glm::vec3(0.0F, 1.0F, 0.0F))};
}
} // namespace

class TestCamera : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void pointsFillThePicture()
    {
        CameraPose c;
        c.position = {30.0, 20.0, 0.0};
        c.target = {0.0, 0.0, 0.0};
        const std::vector<glm::dvec3> points{{16.0, -7.0, 40.0},
                                             {-16.0, -7.0, 40.0},
                                             {16.0, -7.0, -40.0},
                                             {-16.0, 10.0, -40.0},
                                             {0.0, 10.0, 38.0}};
        constexpr double Aspect = 1.6;
        const CameraPose out = filledBy(c, points, Aspect, 1.0);
        QVERIFY(glm::length(glm::normalize(out.target - out.position) - glm::normalize(-c.position)) < 1e-9);
        double left = 1e9, right = -1e9;
        for (const glm::dvec3& p : points) {
            const auto at = project(out, p, {1600.0, 1000.0});
            QVERIFY(at && at->y() > -0.5 && at->y() < 1000.5);
            left = std::min(left, at->x());
            right = std::max(right, at->x());
        }
        QVERIFY(std::abs(left) < 0.5 && std::abs(right - 1600.0) < 0.5);
        QCOMPARE(filledBy(c, {}, Aspect, 1.0).position, c.position);
    }

    void rayAndProjectionAgree_data()
    {
        QTest::addColumn<bool>("orthographic");
        QTest::addColumn<double>("offset");
        QTest::newRow("perspective") << false << 0.0;
        QTest::newRow("orthographic") << true << 0.0;
        QTest::newRow("perspective, 1,000 km away") << false << 1.0e6;
        QTest::newRow("orthographic, 1,000 km away") << true << 1.0e6;
    }
    void rayAndProjectionAgree()
    {
        QFETCH(bool, orthographic);
        QFETCH(double, offset);
        CameraPose c;
        c.position = {offset + 12.0, 20.0, 30.0};
        c.target = {offset + 1.0, 2.0, -3.0};
        c.orthographic = orthographic;
        for (const QPointF pixel :
             {QPointF(640, 360), QPointF(0, 0), QPointF(1279, 100), QPointF(300, 700)}) {
            const Ray ray = rayThrough(c, pixel, View);
            QVERIFY(qAbs(glm::length(ray.direction) - 1.0) < 1e-9);
            const auto back = project(c, ray.origin + ray.direction * 25.0, View);
            QVERIFY(back);
            QVERIFY2(QLineF(*back, pixel).length() < 1e-4,
                     qPrintable(QString::number(QLineF(*back, pixel).length())));
        }
        QVERIFY(!project(c, c.position - (c.target - c.position), View)); // behind
    }

    void matricesAgreeWithProjection_data() { rayAndProjectionAgree_data(); }
    void matricesAgreeWithProjection()
    {
        QFETCH(bool, orthographic);
        QFETCH(double, offset);
        CameraPose c;
        c.position = {offset - 5.0, 14.0, 9.0};
        c.target = {offset, 1.0, 0.0};
        c.orthographic = orthographic;
        const glm::dvec3 origin{offset, 0.0, 0.0};
        const glm::dmat4 m =
            projectionMatrix(c, View.width() / View.height(), 0.1, 1000.0) * viewMatrix(c, origin);
        for (const glm::dvec3& p :
             {glm::dvec3(0.0), glm::dvec3(3.0, 1.0, -4.0), glm::dvec3(-2.0, 0.5, 2.0)}) {
            const glm::dvec4 clip = m * glm::dvec4(p, 1.0);
            const QPointF fromMatrix((clip.x / clip.w * 0.5 + 0.5) * View.width(),
                                     (0.5 - clip.y / clip.w * 0.5) * View.height());
            const auto direct = project(c, p + origin, View);
            QVERIFY(direct);
            QVERIFY(QLineF(*direct, fromMatrix).length() < 1e-4);
        }
    }

    void topDownLooksNorthUp()
    {
        CameraController c = controller();
        c.setMode(CameraMode::TopDown);
        const CameraPose& p = c.pose();
        QVERIFY(p.orthographic);
        const auto north = project(p, p.target + glm::dvec3(0.0, 0.0, -10.0), View);
        const auto east = project(p, p.target + glm::dvec3(10.0, 0.0, 0.0), View);
        QVERIFY(north && east);
        QVERIFY(north->y() < 300.0 && qAbs(north->x() - 640.0) < 1e-6);
        QVERIFY(east->x() > 700.0 && qAbs(east->y() - 360.0) < 1e-6);
    }

    void orbitKeepsPivotAndDistance()
    {
        CameraController c = controller();
        const CameraPose before = c.pose();
        const double distance = glm::length(before.position - before.target);
        c.orbit({120.0, -40.0});
        QVERIFY(near(c.pose().target, before.target));
        QVERIFY(qAbs(glm::length(c.pose().position - c.pose().target) - distance) < 1e-9);
        QVERIFY(!near(c.pose().position, before.position, 1.0));
        // Dragged to the right, the scene follows the hand: the camera goes left.
        CameraController front = controller();
        front.setPose({.position = {0.0, 5.0, 20.0}}, false);
        front.orbit({50.0, 0.0});
        QVERIFY(front.pose().position.x < -1.0);
    }

    void orbitNeverTurnsOver()
    {
        CameraController c = controller();
        for (int i = 0; i < 60; ++i)
            c.orbit({0.0, 100.0});
        QVERIFY(c.pose().position.y > c.pose().target.y);
        const glm::dvec3 view = glm::normalize(c.pose().target - c.pose().position);
        QVERIFY(view.y > -0.99999);
        for (int i = 0; i < 60; ++i)
            c.orbit({0.0, -100.0});
        QVERIFY(c.pose().position.y < c.pose().target.y + 1.0);
    }

    void dollyHoldsThePointUnderThePointer_data()
    {
        QTest::addColumn<int>("mode");
        QTest::addColumn<double>("steps");
        QTest::newRow("orbit in") << int(CameraMode::Orbit) << 3.0;
        QTest::newRow("orbit out") << int(CameraMode::Orbit) << -3.0;
        QTest::newRow("top-down in") << int(CameraMode::TopDown) << 3.0;
        QTest::newRow("top-down out") << int(CameraMode::TopDown) << -2.0;
    }
    void dollyHoldsThePointUnderThePointer()
    {
        QFETCH(int, mode);
        QFETCH(double, steps);
        CameraController c = controller();
        c.setMode(static_cast<CameraMode>(mode));
        const QPointF pixel(900.0, 500.0);
        const Ray ray = rayThrough(c.pose(), pixel, View);
        const glm::dvec3 held =
            ray.origin + ray.direction * ((c.pose().target.y - ray.origin.y) / ray.direction.y);
        c.dolly(steps, pixel, View);
        const auto after = project(c.pose(), held, View);
        QVERIFY(after);
        QVERIFY(QLineF(*after, pixel).length() < 1e-4);
    }

    void dollyHasLimits()
    {
        CameraController c = controller();
        for (int i = 0; i < 300; ++i)
            c.dolly(10.0, {640.0, 360.0}, View);
        QVERIFY(glm::length(c.pose().position - c.pose().target) > 0.4);
        for (int i = 0; i < 300; ++i)
            c.dolly(-10.0, {640.0, 360.0}, View);
        QVERIFY(glm::length(c.pose().position - c.pose().target) < 300'000.0);
    }

    void panMovesTheSceneWithTheHand()
    {
        CameraController c = controller();
        const auto before = project(c.pose(), glm::dvec3(0.0), View);
        c.pan({80.0, 0.0}, View);
        const auto after = project(c.pose(), glm::dvec3(0.0), View);
        QVERIFY(before && after);
        QVERIFY(qAbs(after->x() - before->x() - 80.0) < 1.0);
        QVERIFY(near(glm::dvec3(0.0, c.pose().target.y, 0.0), glm::dvec3(0.0))); // stays on its plane
    }

    void fitShowsTheWholeBox_data()
    {
        QTest::addColumn<int>("mode");
        QTest::addColumn<double>("x");
        QTest::addColumn<double>("z");
        QTest::newRow("wide") << int(CameraMode::Orbit) << 200.0 << 10.0;
        QTest::newRow("deep") << int(CameraMode::Orbit) << 10.0 << 300.0;
        QTest::newRow("single") << int(CameraMode::Orbit) << 0.0 << 0.0;
        QTest::newRow("map") << int(CameraMode::TopDown) << 400.0 << 150.0;
    }
    void fitShowsTheWholeBox()
    {
        QFETCH(int, mode);
        QFETCH(double, x);
        QFETCH(double, z);
        CameraController c = controller();
        c.setMode(static_cast<CameraMode>(mode));
        model::Bounds b;
        b.include({1000.0 - x, 0.0, 500.0 - z});
        b.include({1000.0 + x, 3.0, 500.0 + z});
        c.fit(b, View.width() / View.height(), false);
        double widest = 0.0;
        for (int i = 0; i < 8; ++i) {
            const glm::dvec3 corner{(i & 1) ? b.max.x : b.min.x, (i & 2) ? b.max.y : b.min.y,
                                    (i & 4) ? b.max.z : b.min.z};
            const auto at = project(c.pose(), corner, View);
            QVERIFY(at);
            QVERIFY(QRectF(QPointF(), View).contains(*at));
            widest = qMax(widest, qMax(qAbs(at->x() - 640.0) / 640.0, qAbs(at->y() - 360.0) / 360.0));
        }
        if (x > 0.0)
            QVERIFY2(widest > 0.6, "the box is lost in too large a view");
    }

    void followSitsBehind()
    {
        CameraController c = controller(CameraMode::Follow);
        c.track(pose({100.0, 0.0, 50.0}, 90.0F), 4.0); // faces +X
        const CameraPose& p = c.pose();
        QVERIFY(qAbs((100.0 - p.position.x) - 10.0) < 0.6);
        QVERIFY(qAbs(p.position.y - 6.0) < 0.6);
        QVERIFY(qAbs(p.position.z - 50.0) < 1e-6);
        c.track(pose({130.0, 0.0, 50.0}, 90.0F), 4.0);
        QVERIFY(qAbs((130.0 - c.pose().position.x) - 10.0) < 0.6);
    }

    void firstPersonLooksAhead()
    {
        CameraController c = controller(CameraMode::FirstPerson);
        c.track(pose({5.0, 0.0, 5.0}, 180.0F), 4.0, {0.0, 1.5, 0.5}); // faces -Z
        QVERIFY(near(c.pose().position, {5.0, 1.5, 4.5}, 1e-5));
        QVERIFY(near(glm::normalize(c.pose().target - c.pose().position), {0.0, 0.0, -1.0}, 1e-5));
        c.orbit({-100.0, 0.0});
        QVERIFY(near(c.pose().position, {5.0, 1.5, 4.5}, 1e-5)); // the head turns, the seat stays
        QVERIFY(!near(glm::normalize(c.pose().target - c.pose().position), {0.0, 0.0, -1.0}, 0.1));
    }

    void topDownKeepsWhereTheUserPanned()
    {
        CameraController c = controller();
        c.setMode(CameraMode::TopDown);
        c.track(pose({0.0, 0.0, 0.0}, 0.0F), 4.0);
        c.pan({100.0, 0.0}, View);
        const double offset = c.pose().target.x;
        c.track(pose({30.0, 0.0, 0.0}, 0.0F), 4.0);
        QVERIFY(qAbs(c.pose().target.x - offset - 30.0) < 1e-9);
    }

    void easingTakesAFifthOfASecond()
    {
        CameraController c;
        CameraPose goal;
        goal.position = {200.0, 40.0, 10.0};
        goal.target = {180.0, 0.0, 0.0};
        c.setPose(goal);
        QVERIFY(c.moving());
        QVERIFY(c.advance(0.1));
        QVERIFY(!near(c.pose().position, goal.position, 1.0));
        QVERIFY(!c.advance(0.11));
        QVERIFY(near(c.pose().position, goal.position));
        QVERIFY(!c.moving());

        CameraController still;
        still.setReducedMotion(true);
        still.setPose(goal);
        QVERIFY(near(still.pose().position, goal.position));
    }

    void easingStaysFiniteBetweenAllModes()
    {
        const std::array modes{CameraMode::Orbit,       CameraMode::Free,    CameraMode::Follow,
                               CameraMode::FirstPerson, CameraMode::TopDown, CameraMode::Director,
                               CameraMode::Scene};
        for (const CameraMode from : modes) {
            for (const CameraMode to : modes) {
                CameraController c;
                c.track(pose({10.0, 0.0, 10.0}, 30.0F), 4.0);
                c.setStation({QStringLiteral("side"), {5.0, 9.0, 3.0}, {0.0, 1.0, 0.0}, 60.0, true});
                c.setMode(from);
                settle(c);
                c.setMode(to);
                for (int i = 0; i < 25; ++i) {
                    c.advance(0.01);
                    const glm::dvec3 sum = c.pose().position + c.pose().target + c.pose().up;
                    QVERIFY(std::isfinite(sum.x + sum.y + sum.z));
                    QVERIFY(glm::length(c.pose().position - c.pose().target) > 1e-3);
                }
                QCOMPARE(c.mode(), to);
                QCOMPARE(c.pose().orthographic, to == CameraMode::TopDown);
            }
        }
    }

    void freeFlight()
    {
        CameraController c = controller(CameraMode::Free);
        c.setPose({.position = {0.0, 10.0, 0.0}, .target = {0.0, 10.0, -10.0}}, false);
        c.setMotion({0.0, 0.0, 1.0}, false);
        QVERIFY(c.advance(0.5));
        const double slow = -c.pose().position.z;
        QVERIFY(slow > 1.0);
        c.setMotion({0.0, 0.0, 1.0}, true);
        c.advance(0.5);
        QVERIFY(-c.pose().position.z - slow > slow * 2.0);
        c.setMotion({0.0, 0.0, 0.0}, false);
        QVERIFY(!c.advance(0.1));
        // Keys fly in free mode only.
        CameraController orbit = controller();
        orbit.setMotion({1.0, 0.0, 0.0}, false);
        QVERIFY(!orbit.advance(0.1));
    }
};

} // namespace tst_camera

GHOSTLINE_TEST(tst_camera, TestCamera)
#include "tst_camera.moc"
