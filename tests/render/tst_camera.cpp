// SPDX-License-Identifier: GPL-3.0-or-later
// Camera mathematics: matrices agree with rays and projections, and every mode does what the hand expects.
#include "render/camera.h"

#include <QtTest>

using namespace ghostline;
using namespace ghostline::render;

namespace {
const QSizeF View{1280.0, 720.0};

bool near(const glm::dvec3& a, const glm::dvec3& b, double tolerance = 1e-6)
{
    return glm::length(a - b) < tolerance;
}

CameraController controller(CameraMode mode = CameraMode::Orbit)
{
    CameraController c;
    c.setReducedMotion(true);
    c.setMode(mode);
    return c;
}

void settle(CameraController& c)
{
    for (int i = 0; i < 50 && c.advance(0.02); ++i) {
    }
}

double yawOf(const CameraController& c)
{
    const glm::dvec3 d = c.pose().target - c.pose().position;
    return glm::degrees(std::atan2(d.x, d.z));
}

/// Somebody whose head is known.
CameraSubject looking(const glm::dvec3& head, const glm::quat& orientation)
{
    CameraSubject s;
    s.pose.position = head - glm::dvec3(0.0, 1.6, 0.0);
    s.head = model::Pose{head, orientation};
    return s;
}

model::Pose pose(const glm::dvec3& position, float yaw)
{
    return {position, glm::angleAxis(glm::radians(yaw), glm::vec3(0.0F, 1.0F, 0.0F))};
}
} // namespace

class TestCamera : public QObject
{
    Q_OBJECT
private Q_SLOTS:
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

    // ---- eyes ----

    void eyesTakeTheWholePoseOfTheHead()
    {
        CameraController c = controller(CameraMode::FirstPerson);
        const glm::quat roll = glm::angleAxis(glm::radians(30.0F), glm::vec3(0.0F, 0.0F, 1.0F));
        const glm::quat down = glm::angleAxis(glm::radians(20.0F), glm::vec3(1.0F, 0.0F, 0.0F));
        const CameraSubject s = looking({4.0, 2.0, 1.0}, down * roll);
        c.track(s, {});
        QVERIFY(near(c.pose().position, {4.0, 2.0, 1.0}));
        const glm::dquat q(s.head->orientation);
        const glm::dvec3 ahead = glm::normalize(c.pose().target - c.pose().position);
        QVERIFY(near(ahead, q * glm::dvec3(0.0, 0.0, 1.0), 1e-6));
        QVERIFY(near(c.pose().up, q * glm::dvec3(0.0, 1.0, 0.0), 1e-6));
        QVERIFY(ahead.y < -0.3);
        // What is to the wearer's right (-X of the head) is on the right of the picture.
        const auto right = project(c.pose(), c.pose().target + q * glm::dvec3(-1.0, 0.0, 0.0), View);
        QVERIFY(right && right->x() > 650.0 && qAbs(right->y() - 360.0) < 1.0);
        c.orbit({-100.0, 0.0}); // a look aside does not move the eyes
        QVERIFY(near(c.pose().position, {4.0, 2.0, 1.0}));
        QVERIFY(!near(glm::normalize(c.pose().target - c.pose().position), ahead, 0.1));
    }

    void eyesAreSmoothedOnlyWhilePlaying_data()
    {
        QTest::addColumn<bool>("playing");
        QTest::addColumn<bool>("reduced");
        QTest::addColumn<bool>("jump");
        QTest::addColumn<bool>("smooth");
        QTest::newRow("playing") << true << false << false << true;
        QTest::newRow("paused or stepping") << false << false << false << false;
        QTest::newRow("reduced motion") << true << true << false << false;
        QTest::newRow("after a jump") << true << false << true << false;
    }
    void eyesAreSmoothedOnlyWhilePlaying()
    {
        QFETCH(bool, playing);
        QFETCH(bool, reduced);
        QFETCH(bool, jump);
        QFETCH(bool, smooth);
        CameraController c;
        c.setReducedMotion(reduced);
        c.setMode(CameraMode::FirstPerson);
        CameraStep step{.seconds = 1.0 / 30.0, .playing = playing};
        if (jump)
            step.seconds.reset();
        c.track(looking({0.0, 1.6, 0.0}, {1.0F, 0.0F, 0.0F, 0.0F}), step);
        settle(c);
        const glm::quat turned = glm::angleAxis(glm::radians(10.0F), glm::vec3(0.0F, 1.0F, 0.0F));
        c.track(looking({0.5, 1.6, 0.0}, turned), step);
        QVERIFY(near(c.pose().position, {0.5, 1.6, 0.0})); // the place is never smoothed
        const double first = yawOf(c);
        if (!smooth) {
            QVERIFY2(qAbs(first - 10.0) < 0.01, qPrintable(QString::number(first)));
            return;
        }
        QVERIFY2(first > 0.5 && first < 9.0, qPrintable(QString::number(first)));
        double before = first;
        for (int i = 0; i < 12; ++i) { // arrives, and never swings past
            c.track(looking({0.5, 1.6, 0.0}, turned), step);
            QVERIFY(yawOf(c) >= before - 1e-6 && yawOf(c) < 10.001);
            before = yawOf(c);
        }
        QVERIFY2(before > 9.9, qPrintable(QString::number(before)));
    }

    // ---- following what spins ----

    void aDiscIsFollowedFromOneSide()
    {
        CameraController c = controller(CameraMode::Follow);
        CameraSubject disc;
        disc.spins = true;
        disc.size = 0.6;
        disc.velocity = {0.0, 0.0, 12.0};
        CameraStep step{.seconds = 0.05, .playing = true};
        glm::dvec3 from{0.0};
        for (int i = 0; i < 200; ++i) {
            // It spins wildly and is thrown back every other second.
            const double way = i / 40 % 2 == 0 ? 1.0 : -1.0;
            disc.velocity.z = 12.0 * way;
            disc.pose.position.z += 0.6 * way;
            disc.pose.orientation =
                glm::angleAxis(static_cast<float>(i), glm::normalize(glm::vec3(1.0F, 2.0F, 0.5F)));
            c.track(disc, step);
            const glm::dvec3 offset = c.pose().position - c.pose().target;
            if (i > 0)
                QVERIFY2(near(offset, from, 0.05), qPrintable(QString::number(i)));
            from = offset;
            QVERIFY(qAbs(offset.x) > 5.0 && qAbs(offset.z) < 0.5); // beside its way, not behind it
        }
        // A new course is taken slowly.
        disc.velocity = {12.0, 0.0, 0.0};
        c.track(disc, step);
        QVERIFY(near(c.pose().position - c.pose().target, from, 0.3));
        for (int i = 0; i < 400; ++i)
            c.track(disc, step);
        QVERIFY(qAbs((c.pose().position - c.pose().target).x) < 1.5);
    }

    // ---- the scene's own cameras ----

    void aSceneCameraStandsWhereItIsPut_data()
    {
        QTest::addColumn<bool>("follows");
        QTest::newRow("fixed") << false;
        QTest::newRow("turns toward the focus") << true;
    }
    void aSceneCameraStandsWhereItIsPut()
    {
        QFETCH(bool, follows);
        CameraController c = controller();
        model::SceneCamera station{QStringLiteral("Goal"), {0.0, 4.0, 30.0}, {0.0, 0.0, 0.0}, 55.0, follows};
        c.setStation(station);
        QCOMPARE(c.mode(), CameraMode::Orbit);
        c.setMode(CameraMode::Scene);
        QCOMPARE(c.pose().verticalFov, 55.0);
        const glm::dvec3 focus{10.0, 2.0, 5.0};
        c.attend(focus, {});
        QVERIFY(near(c.pose().position, station.position));
        const auto at = project(c.pose(), follows ? focus : station.target, View);
        QVERIFY(at && QLineF(*at, QPointF(640, 360)).length() < 1e-3);
        c.attend(std::nullopt, {}); // the focus is gone: back to what it was made for
        QVERIFY(near(c.pose().target, station.target));
        c.dolly(3.0, {640.0, 360.0}, View); // the wheel zooms, the camera stays
        QVERIFY(c.pose().verticalFov < 40.0);
        QVERIFY(near(c.pose().position, station.position));
    }

    void directedMovesAreSteadyAndCutsAreCuts()
    {
        CameraController c = controller(CameraMode::Director);
        CameraPose goal;
        goal.position = {-15.0, 5.0, 0.0};
        goal.target = {0.0, 1.0, 0.0};
        c.direct(goal, false, {});
        QVERIFY(near(c.pose().position, goal.position));
        // A pass across the whole field in no time.
        goal.target.z = 30.0;
        goal.position.z = 30.0;
        glm::dvec3 ahead = glm::normalize(c.pose().target - c.pose().position);
        const CameraStep step{.seconds = 1.0 / 60.0, .playing = true};
        double turned = 0.0;
        for (int i = 0; i < 360; ++i) {
            c.direct(goal, false, step);
            const glm::dvec3 now = glm::normalize(c.pose().target - c.pose().position);
            const double speed =
                glm::degrees(std::acos(qMin(1.0, glm::dot(now, ahead)))) / step.seconds.value();
            QVERIFY2(speed < 60.5, qPrintable(QString::number(speed)));
            turned = qMax(turned, speed);
            ahead = now;
        }
        QVERIFY(turned > 20.0);
        QVERIFY(near(c.pose().target, goal.target, 0.3) && near(c.pose().position, goal.position, 0.5));
        goal.target = {0.0, 1.0, -30.0};
        goal.position = {10.0, 8.0, -20.0};
        c.direct(goal, true, step);
        QVERIFY(near(c.pose().position, goal.position) && near(c.pose().target, goal.target));
        // A hand on it: nothing leaps.
        const CameraPose before = c.pose();
        QVERIFY(c.looksByItself());
        c.setMode(CameraMode::Orbit);
        QVERIFY(!c.looksByItself());
        QVERIFY(near(c.pose().target, before.target));
        QVERIFY(near(c.pose().position, before.position, 2.0));
    }

    void dampingIsTheSameInShortAndLongSteps()
    {
        DampedPoint fine, coarse;
        fine.reset({});
        coarse.reset({});
        const glm::dvec3 goal{10.0, 0.0, 0.0};
        for (int i = 0; i < 100; ++i)
            fine.step(goal, 0.01, 3.0, false);
        coarse.step(goal, 1.0, 3.0, false);
        QVERIFY(near(fine.at(), coarse.at(), 1e-9));
        // In steady motion the one that leads arrives, the other trails by its lag.
        DampedPoint leading, trailing;
        leading.reset({});
        trailing.reset({});
        for (int i = 1; i <= 300; ++i) {
            leading.step({0.2 * i, 0.0, 0.0}, 0.02, 3.0, true);
            trailing.step({0.2 * i, 0.0, 0.0}, 0.02, 3.0, false);
        }
        QVERIFY(near(leading.at(), {60.0, 0.0, 0.0}, 0.05));
        QVERIFY(qAbs(60.0 - trailing.at().x - 10.0 * 2.0 / 3.0) < 0.5);
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

QTEST_GUILESS_MAIN(TestCamera)
#include "tst_camera.moc"
