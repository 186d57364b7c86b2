// SPDX-License-Identifier: GPL-3.0-or-later
// How cameras move by themselves: ahead of whom they follow, never too often to another shot, with the mass
// of a drone, and along a path.
#include "render/camera/camera_math.h"
#include "render/camera/cut_gate.h"
#include "render/camera/drone.h"
#include "render/camera/look_ahead.h"
#include "tests/render/camera_fixture.h"
#include "tests/support/test_driver.h"

#include <QtTest>

#include <cmath>

namespace tst_camera_moves {

using namespace ghostline;
using namespace ghostline::render;
using test::controller;
using test::near;

namespace {

CameraSubject walker(const glm::dvec3& at, const glm::dvec3& velocity)
{
    CameraSubject subject;
    subject.pose.position = at;
    subject.size = 2.0;
    subject.velocity = velocity;
    return subject;
}

/// What Follow looks at, seen from the subject.
glm::dvec3 aheadOf(const CameraController& c, const CameraSubject& subject)
{
    return c.pose().target - subject.pose.position - WorldUp * (0.25 * subject.size);
}

} // namespace

class TestCameraMoves : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void looksAhead_data();
    void looksAhead();
    void lookingAheadHasNoEdge();
    void followLooksWhereItGoes();
    void aStillDependsOnItsInstantAlone();
    void oneWrongVelocityDoesNotJerk();
    void cutsAreFarApart_data();
    void cutsAreFarApart();
    void theDroneGathersSpeed();
    void theDroneIsExactAtAnyStep_data();
    void theDroneIsExactAtAnyStep();
    void theDroneTurnsSoftly();
    void theWheelSetsTheSpeed();
    void withReducedMotionThereIsNoMass();
    void aPathIsWhereItIs();
};

void TestCameraMoves::looksAhead_data()
{
    QTest::addColumn<double>("speed");
    QTest::addColumn<double>("view");
    QTest::addColumn<double>("least");
    QTest::addColumn<double>("most");
    QTest::newRow("stands still") << 0.0 << 9.0 << 0.0 << 0.0;
    QTest::newRow("sways") << 0.25 << 9.0 << 0.0 << 0.0;
    QTest::newRow("walks, seen from far off") << 2.0 << 100.0 << 1.1 << 1.2;
    QTest::newRow("runs") << 5.0 << 9.0 << 1.8 << 2.5;
    QTest::newRow("races") << 60.0 << 9.0 << 2.8 << 3.0;
    QTest::newRow("faster than anything") << 1e6 << 9.0 << 2.9 << 3.0;
    QTest::newRow("no view") << 5.0 << 0.0 << 0.0 << 0.0;
    QTest::newRow("no number") << std::nan("") << 9.0 << 0.0 << 0.0;
}

void TestCameraMoves::looksAhead()
{
    QFETCH(double, speed);
    QFETCH(double, view);
    QFETCH(double, least);
    QFETCH(double, most);
    const glm::dvec3 ahead = lookAhead({speed, 0.0, 0.0}, view);
    QVERIFY2(ahead.x >= least && ahead.x <= most + 1e-9, qPrintable(QString::number(ahead.x)));
    QCOMPARE(ahead.z, 0.0);
    if (most > 0.0)
        QVERIFY(near(lookAhead({0.0, 0.0, -speed}, view), {0.0, 0.0, -ahead.x}));
}

void TestCameraMoves::lookingAheadHasNoEdge()
{
    double before = 0.0;
    for (double speed = 0.0; speed < 40.0; speed += 0.01) {
        const double ahead = lookAhead({speed, 0.0, 0.0}, 9.0).x;
        QVERIFY2(ahead >= before && ahead - before < 0.02, qPrintable(QString::number(speed)));
        before = ahead;
    }
    // Somebody who jumps hardly moves the picture.
    QVERIFY(lookAhead({0.0, 4.0, 0.0}, 9.0).y < 0.9);
}

void TestCameraMoves::followLooksWhereItGoes()
{
    CameraController c = controller();
    const CameraSubject subject = walker({}, {5.0, 0.0, 0.0});
    c.track(subject, {});
    c.setMode(CameraMode::Follow);
    const glm::dvec3 ahead = aheadOf(c, subject);
    QVERIFY(ahead.x > 1.0 && std::abs(ahead.y) < 1e-9 && std::abs(ahead.z) < 1e-9);
    // The camera itself stays behind its back, and who is followed in the picture.
    c.track(walker({}, {}), {});
    const glm::dvec3 position = c.pose().position;
    c.track(subject, {});
    QVERIFY(near(c.pose().position, position));
    c.track(walker({}, {80.0, 0.0, 0.0}), {});
    const auto pixel = project(c.pose(), {}, test::View);
    QVERIFY(pixel && QRectF(QPointF(), test::View).contains(*pixel));
}

void TestCameraMoves::aStillDependsOnItsInstantAlone()
{
    const CameraSubject now = walker({3.0, 0.0, 1.0}, {4.0, 0.0, 2.0});
    CameraController fresh = controller();
    fresh.track(now, {});
    fresh.setMode(CameraMode::Follow);
    CameraController old = controller(CameraMode::Follow);
    for (int i = 0; i < 60; ++i)
        old.track(walker({i * 0.1, 0.0, 0.0}, {-6.0, 0.0, 0.0}), {.seconds = 0.02, .playing = true});
    old.track(now, {.seconds = 0.02, .playing = false});
    QVERIFY(near(old.pose().target, fresh.pose().target));
    QVERIFY(near(old.pose().position, fresh.pose().position));
}

void TestCameraMoves::oneWrongVelocityDoesNotJerk()
{
    constexpr double Step = 1.0 / 60.0;
    CameraController c = controller(CameraMode::Follow);
    glm::dvec3 before{0.0};
    for (int i = 0; i < 240; ++i) {
        // A jump in the middle: it is elsewhere, and for one frame has no velocity.
        const bool jump = i == 120;
        const double x = 5.0 * Step * i + (i >= 120 ? 400.0 : 0.0);
        const CameraSubject subject = walker({x, 0.0, 0.0}, {jump ? 0.0 : 5.0, 0.0, 0.0});
        c.track(subject, {.seconds = Step, .playing = true});
        const glm::dvec3 ahead = aheadOf(c, subject);
        QVERIFY2(i == 0 || glm::length(ahead - before) < 0.05, qPrintable(QString::number(i)));
        before = ahead;
    }
    // Whoever stops is looked at again, little by little.
    const CameraSubject still = walker({500.0, 0.0, 0.0}, {});
    for (int i = 0; i < 300; ++i)
        c.track(still, {.seconds = Step, .playing = true});
    QVERIFY(glm::length(aheadOf(c, still)) < 0.05);
}

void TestCameraMoves::cutsAreFarApart_data()
{
    QTest::addColumn<QList<double>>("steps"); // seconds, negative = a jump
    QTest::addColumn<QList<int>>("wanted");   // at which of them another shot begins
    QTest::addColumn<QList<int>>("cuts");
    const QList<double> second(10, 1.0);
    QTest::newRow("far apart") << second << QList<int>{1, 5, 9} << QList<int>{1, 5, 9};
    QTest::newRow("a second apart") << second << QList<int>{4, 5} << QList<int>{4};
    QTest::newRow("to and fro over it") << second << QList<int>{4, 5, 6, 7} << QList<int>{4, 6};
    QList<double> jump = second;
    jump[4] = -1.0;
    QTest::newRow("right behind a jump") << jump << QList<int>{4, 5} << QList<int>{4};
    QTest::newRow("well behind a jump") << jump << QList<int>{6, 7} << QList<int>{6};
    QTest::newRow("a jump within the shot") << jump << QList<int>{5, 8} << QList<int>{8};
}

void TestCameraMoves::cutsAreFarApart()
{
    QFETCH(QList<double>, steps);
    QFETCH(QList<int>, wanted);
    QFETCH(QList<int>, cuts);
    CutGate gate;
    QList<int> made;
    for (int i = 0; i < static_cast<int>(steps.size()); ++i) {
        const auto seconds = steps[i] < 0.0 ? std::nullopt : std::optional(steps[i]);
        if (gate.pass(seconds, wanted.contains(i)))
            made << i;
    }
    QCOMPARE(made, cuts);
}

void TestCameraMoves::theDroneGathersSpeed()
{
    Drone drone;
    drone.setSpeed(10.0);
    CameraPose at;
    at.position = {};
    at.target = {0.0, 0.0, -10.0};
    double fastest = 0.0;
    double before = 0.0;
    for (int i = 0; i < 300; ++i) {
        const CameraPose next = drone.fly(at, {0.0, 0.0, 1.0}, false, 0.01);
        const double speed = glm::distance(next.position, at.position) / 0.01;
        QVERIFY2(speed >= before - 1e-9 && speed - before < 0.3, qPrintable(QString::number(i)));
        fastest = std::max(fastest, speed);
        before = speed;
        at = next;
    }
    QVERIFY(fastest > 9.8 && fastest <= 10.0);
    QVERIFY(drone.drifts());
    // With nobody at the stick it goes on, ever slower, and comes to rest.
    const glm::dvec3 let = at.position;
    int steps = 0;
    for (; drone.drifts() && steps < 2000; ++steps)
        at = drone.fly(at, glm::dvec3(0.0), false, 0.01);
    QVERIFY(steps > 100 && steps < 1000);
    const double coasted = glm::distance(at.position, let);
    QVERIFY2(coasted > 3.0 && coasted < 12.0, qPrintable(QString::number(coasted)));
}

void TestCameraMoves::theDroneIsExactAtAnyStep_data()
{
    QTest::addColumn<int>("steps");
    QTest::newRow("one") << 1;
    QTest::newRow("ten") << 10;
    QTest::newRow("a thousand") << 1000;
}

void TestCameraMoves::theDroneIsExactAtAnyStep()
{
    QFETCH(int, steps);
    Drone drone;
    drone.setSpeed(10.0);
    CameraPose at;
    at.position = {};
    at.target = {0.0, 0.0, -10.0};
    for (int i = 0; i < steps; ++i)
        at = drone.fly(at, {1.0, 0.0, 1.0}, true, 1.0 / steps);
    Drone once;
    once.setSpeed(10.0);
    CameraPose from;
    from.position = {};
    from.target = {0.0, 0.0, -10.0};
    QVERIFY(near(at.position, once.fly(from, {1.0, 0.0, 1.0}, true, 1.0).position, 1e-6));
}

void TestCameraMoves::theDroneTurnsSoftly()
{
    CameraController c;
    c.setMode(CameraMode::Drone);
    test::settle(c);
    const double heading = headingOf(c.pose());
    c.orbit({-200.0, 0.0}); // 30 degrees to the left hand's side
    QVERIFY(std::abs(std::remainder(headingOf(c.pose()) - heading, 360.0)) < 1e-9);
    QVERIFY(c.moving());
    c.advance(0.02);
    const double early = std::remainder(headingOf(c.pose()) - heading, 360.0);
    QVERIFY(early > 1.0 && early < 10.0);
    for (int i = 0; i < 100 && c.moving(); ++i)
        c.advance(0.02);
    QVERIFY(!c.moving());
    QVERIFY(std::abs(std::remainder(headingOf(c.pose()) - heading, 360.0) - 30.0) < 0.1);
}

void TestCameraMoves::theWheelSetsTheSpeed()
{
    Drone drone;
    drone.setSpeed(10.0);
    drone.changeSpeed(1.0);
    QVERIFY(drone.speed() > 11.0);
    drone.changeSpeed(-1.0);
    QVERIFY(std::abs(drone.speed() - 10.0) < 1e-9);
    drone.changeSpeed(1e4);
    const double most = drone.speed();
    drone.changeSpeed(-1e4);
    QVERIFY(std::isfinite(most) && drone.speed() > 0.0 && drone.speed() < 1.0);
    // It changes the speed only, not the picture.
    CameraController c = controller(CameraMode::Drone);
    const CameraPose before = c.pose();
    c.dolly(3.0, {640.0, 360.0}, test::View);
    QVERIFY(near(before.position, c.pose().position) && near(before.target, c.pose().target));
}

void TestCameraMoves::withReducedMotionThereIsNoMass()
{
    CameraController c = controller(CameraMode::Drone);
    c.setMotion({0.0, 0.0, 1.0}, false);
    const glm::dvec3 from = c.pose().position;
    c.advance(0.1);
    const double first = glm::distance(from, c.pose().position);
    const glm::dvec3 then = c.pose().position;
    c.advance(0.1);
    QVERIFY(first > 0.0 && std::abs(glm::distance(then, c.pose().position) - first) < 1e-6);
    c.setMotion(glm::dvec3(0.0), false);
    const glm::dvec3 let = c.pose().position;
    c.advance(0.1);
    QVERIFY(near(c.pose().position, let) && !c.moving());
    const double heading = headingOf(c.pose());
    c.orbit({-200.0, 0.0});
    QVERIFY(std::abs(std::remainder(headingOf(c.pose()) - heading, 360.0) - 30.0) < 0.1);
}

void TestCameraMoves::aPathIsWhereItIs()
{
    CameraPose there;
    there.position = {5.0, 6.0, 7.0};
    there.target = {};
    CameraController c = controller();
    const CameraPose before = c.pose();
    c.setOnPath(there); // another mode's business
    QVERIFY(near(c.pose().position, before.position));
    c.setMode(CameraMode::Path);
    QVERIFY(c.looksByItself());
    c.setOnPath(there);
    QVERIFY(near(c.pose().position, there.position) && near(c.pose().target, there.target));
    CameraController eased;
    eased.setMode(CameraMode::Path);
    eased.setOnPath(there);
    QVERIFY(eased.moving() && !near(eased.pose().position, there.position));
    test::settle(eased);
    QVERIFY(near(eased.pose().position, there.position));
}

} // namespace tst_camera_moves

GHOSTLINE_TEST(tst_camera_moves, TestCameraMoves)
#include "tst_camera_moves.moc"
