// SPDX-License-Identifier: GPL-3.0-or-later
// Cameras that attend to something: eyes, what spins, the scene's own cameras, the director's moves.
#include "camera_fixture.h"
#include "render/camera/camera.h"
#include "tests/support/test_driver.h"

#include <QtTest>

namespace tst_camera_attention {

using namespace ghostline;
using namespace ghostline::render;
using test::controller;
using test::near;
using test::settle;
using test::View;

namespace {

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
} // namespace

class TestCameraAttention : public QObject
{
    Q_OBJECT
private Q_SLOTS:
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
            const glm::dvec3 offset = c.pose().position - disc.pose.position;
            if (i > 0)
                QVERIFY2(near(offset, from, 0.05), qPrintable(QString::number(i)));
            from = offset;
            QVERIFY(qAbs(offset.x) > 5.0 && qAbs(offset.z) < 0.5); // beside its way, not behind it
        }
        // A new course is taken slowly.
        disc.velocity = {12.0, 0.0, 0.0};
        c.track(disc, step);
        QVERIFY(near(c.pose().position - disc.pose.position, from, 0.3));
        for (int i = 0; i < 400; ++i)
            c.track(disc, step);
        QVERIFY(qAbs((c.pose().position - disc.pose.position).x) < 1.5);
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
        c.setFocus(focus, {});
        QVERIFY(near(c.pose().position, station.position));
        const auto at = project(c.pose(), follows ? focus : station.target, View);
        QVERIFY(at && QLineF(*at, QPointF(640, 360)).length() < 1e-3);
        c.setFocus(std::nullopt, {}); // the focus is gone: back to what it was made for
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
};

} // namespace tst_camera_attention

GHOSTLINE_TEST(tst_camera_attention, TestCameraAttention)
#include "tst_camera_attention.moc"
