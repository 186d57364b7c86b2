// SPDX-License-Identifier: GPL-3.0-or-later
// The director: which shot at which instant, who is in it, and how calmly it moves.
#include "directed_match.h"
#include "render/camera/camera_math.h"
#include "render/camera/director.h"
#include "tests/support/test_driver.h"

#include <QtTest>

#include <random>

namespace tst_director {

using namespace ghostline;
using namespace ghostline::render;
using model::Micros;
using test::Aspect;
using test::DirectedMatch;
using test::Kind;
using test::View;

namespace {

bool same(const CameraPose& a, const CameraPose& b)
{
    return a.position == b.position && a.target == b.target && a.verticalFov == b.verticalFov;
}

} // namespace

class TestDirector : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void shotsFollowTheEvents();
    void noShotIsShort();
    void eventsInACrowdDoNotChangeWhatWasShown();
    void theSameInstantIsTheSamePicture();
    void theFocusIsInThePicture();
    void playedThroughItStaysInThePicture_data();
    void playedThroughItStaysInThePicture();
    void nearPlayersAreInThePicture();
    void nobodyFillsThePicture();
    void noBlockHidesThePlay();
    void aGoalIsSeenFromTheSceneCameraNearIt();
    void noGoalIsSeenFromAmongThePlayers();
    void withoutAFocusEverybodyIsInThePicture();
    void theHeroWhereThereIsOne();
    void nobodyIsNoPicture();
    void theSideIsAlwaysTheSame();
    void noMomentIsSeenFromBeyondTheLine_data();
    void noMomentIsSeenFromBeyondTheLine();
    void noCutFollowsCloseUponAnother_data();
    void noCutFollowsCloseUponAnother();
};

void TestDirector::shotsFollowTheEvents()
{
    DirectedMatch m;
    m.events({{10.0, 2}, {20.0, 0}, {40.0, 1}});
    const Director d = m.director();
    const auto kindAt = [&d](double t) { return d.shotAt(model::fromSeconds(t)).kind; };
    QCOMPARE(kindAt(0.0), Kind::Overview);
    QCOMPARE(kindAt(2.9), Kind::Overview);
    QCOMPARE(kindAt(3.1), Kind::Play);
    QCOMPARE(kindAt(10.1), Kind::Play);   // a pass cuts nothing
    QCOMPARE(kindAt(19.5), Kind::Moment); // seen coming
    QCOMPARE(kindAt(22.0), Kind::Moment);
    QCOMPARE(d.shotAt(model::fromSeconds(20.0)).event, 1);
    QCOMPARE(kindAt(23.5), Kind::Play);
    QCOMPARE(kindAt(39.9), Kind::Play);
    QCOMPARE(kindAt(40.1), Kind::Overview);
    QCOMPARE(kindAt(44.0), Kind::Play);
    QCOMPARE(kindAt(1e6), Kind::Play);
    QCOMPARE(kindAt(-1.0), Kind::Overview);
}

void TestDirector::noShotIsShort()
{
    std::mt19937 random(7);
    for (int round = 0; round < 50; ++round) {
        DirectedMatch m;
        std::vector<std::pair<double, int>> list;
        double t = 0.0;
        for (int i = 0; i < 60; ++i) {
            t += std::uniform_real_distribution<double>(0.0, 6.0)(random);
            list.emplace_back(t, std::uniform_int_distribution<int>(0, 2)(random));
        }
        m.events(list);
        const Director d = m.director();
        QVERIFY(d.shots().size() > 8);
        for (std::size_t i = 1; i < d.shots().size(); ++i) {
            const Micros length = d.shots()[i].start - d.shots()[i - 1].start;
            QVERIFY2(length >= Director::ShortestShot, qPrintable(QString::number(model::seconds(length))));
        }
    }
}

void TestDirector::eventsInACrowdDoNotChangeWhatWasShown()
{
    DirectedMatch m;
    m.events({{20.0, 0}, {21.0, 0}, {22.0, 1}});
    const Director few = m.director();
    m.events({{20.0, 0}, {21.0, 0}, {22.0, 1}, {60.0, 0}, {61.0, 1}});
    const Director more = m.director();
    for (double t = 0.0; t < 55.0; t += 0.25)
        QCOMPARE(few.shotAt(model::fromSeconds(t)).start, more.shotAt(model::fromSeconds(t)).start);
    QCOMPARE(more.shotAt(model::fromSeconds(21.0)).event, 0); // the first goal is not cut off by the next
}

void TestDirector::theSameInstantIsTheSamePicture()
{
    DirectedMatch m;
    m.events({{10.0, 0}, {30.0, 1}});
    const Director forward = m.director();
    const Director backward = m.director();
    std::vector<CameraPose> poses;
    for (int i = 0; i < 400; ++i)
        poses.push_back(forward.frame(m.at(i * 0.1), Aspect)->pose);
    for (int i = 399; i >= 0; --i)
        QVERIFY2(same(backward.frame(m.at(i * 0.1), Aspect)->pose, poses[static_cast<std::size_t>(i)]),
                 qPrintable(QString::number(i)));
}

void TestDirector::theFocusIsInThePicture()
{
    DirectedMatch m;
    m.events({{25.0, 1}});
    const Director d = m.director();
    for (double t = 0.0; t < 60.0; t += 0.1) {
        const model::WorldState s = m.at(t);
        const auto framing = d.frame(s, Aspect);
        QVERIFY(framing);
        const auto pixel = project(framing->pose, s.positions[8], View);
        QVERIFY(pixel && QRectF(60, 40, 1160, 640).contains(*pixel));
        const double distance = distanceOf(framing->pose);
        QVERIFY2(distance > 5.0 && distance < 120.0, qPrintable(QString::number(distance)));
    }
}

/// With all its smoothing, at several speeds and backward.
void TestDirector::playedThroughItStaysInThePicture_data()
{
    QTest::addColumn<double>("step");
    QTest::newRow("60 a second") << 1.0 / 60.0;
    QTest::newRow("quarter speed") << 1.0 / 240.0;
    QTest::newRow("four times") << 4.0 / 60.0;
    QTest::newRow("backward") << -1.0 / 60.0;
}

void TestDirector::playedThroughItStaysInThePicture()
{
    QFETCH(double, step);
    DirectedMatch m;
    m.events({{25.0, 1}});
    const Director d = m.director();
    CameraController c;
    c.setReducedMotion(true);
    c.setMode(CameraMode::Director);
    std::optional<Micros> shot;
    int seen = 0, all = 0;
    double fastest = 0.0;
    glm::dvec3 ahead{0.0};
    const int steps = static_cast<int>(40.0 / std::abs(step));
    for (int i = 0; i < steps; ++i) {
        const model::WorldState s = m.at(step > 0.0 ? 5.0 + i * step : 45.0 + i * step);
        const auto framing = d.frame(s, Aspect);
        const bool cut = shot && *shot != framing->shot.start;
        shot = framing->shot.start;
        c.direct(framing->pose, cut, {.seconds = std::abs(step), .playing = true});
        const auto pixel = project(c.pose(), s.positions[8], View);
        ++all;
        seen += pixel && QRectF(QPointF(), View).contains(*pixel) ? 1 : 0;
        const glm::dvec3 now = forwardOf(c.pose());
        if (i > 0 && !cut)
            fastest = std::max(fastest,
                               glm::degrees(std::acos(std::min(1.0, glm::dot(now, ahead)))) / std::abs(step));
        ahead = now;
    }
    QVERIFY2(seen > all * 97 / 100, qPrintable(QStringLiteral("%1 of %2").arg(seen).arg(all)));
    QVERIFY2(fastest < 61.0, qPrintable(QString::number(fastest)));
}

void TestDirector::nearPlayersAreInThePicture()
{
    DirectedMatch m;
    const Director d = m.director();
    int seen = 0;
    for (double t = 4.0; t < 60.0; t += 0.2) {
        const model::WorldState s = m.at(t);
        const auto framing = d.frame(s, Aspect);
        for (std::size_t i = 0; i < 8; ++i) {
            if (glm::length(s.positions[i] - s.positions[8]) > 8.0)
                continue;
            const auto pixel = project(framing->pose, s.positions[i], View);
            QVERIFY2(pixel && QRectF(QPointF(), View).contains(*pixel), qPrintable(QString::number(t)));
            ++seen;
        }
    }
    QVERIFY(seen > 100);
}

void TestDirector::nobodyFillsThePicture()
{
    DirectedMatch m;
    const Director d = m.director();
    int met = 0;
    for (double t = 4.0; t < 60.0; t += 0.1) {
        model::WorldState s = m.at(t);
        // One more comes along the line of sight, through the lens and on.
        s.positions[0] = {0.0, 300.0, 0.0};
        const CameraPose alone = d.frame(s, Aspect)->pose;
        double before = std::nan(""); // nothing to compare with yet
        for (double ahead = 8.0; ahead > -4.0; ahead -= 0.25) {
            s.positions[0] = alone.position + forwardOf(alone) * ahead + rightOf(alone) * 0.4;
            if (glm::length(s.positions[0] - s.positions[8]) < 24.0) {
                before = std::nan(""); // belongs to the picture, which is another one then
                continue;
            }
            const CameraPose pose = d.frame(s, Aspect)->pose;
            const double depth = glm::dot(s.positions[0] - pose.position, forwardOf(pose));
            // Far enough, behind, or below the picture.
            const auto pixel = project(pose, s.positions[0], View);
            QVERIFY2(depth > 4.0 || !pixel || pixel->y() > 680.0,
                     qPrintable(QStringLiteral("%1 s, %2 m: %3 m").arg(t).arg(ahead).arg(depth)));
            QVERIFY(!(std::abs(distanceOf(pose) - before) > 1.5)); // no jump
            before = distanceOf(pose);
            ++met;
        }
    }
    QVERIFY2(met > 500, qPrintable(QString::number(met)));
}

void TestDirector::noBlockHidesThePlay()
{
    DirectedMatch m;
    model::WorldState s = m.world.state;
    s.time = model::fromSeconds(10.0);
    s.positions[8] = {0.0, 1.0, 0.0};
    const CameraPose open = m.director().frame(s, Aspect)->pose;
    // A block right on the line of sight.
    const glm::dvec3 block = glm::mix(open.position, s.positions[8], 0.5);
    model::SceneMesh mesh;
    mesh.role = model::SceneRole::Obstacle;
    mesh.origin = block;
    for (int corner = 0; corner < 8; ++corner)
        mesh.vertices.emplace_back((corner & 1) != 0 ? 0.7F : -0.7F, (corner & 2) != 0 ? 0.7F : -0.7F,
                                   (corner & 4) != 0 ? 0.7F : -0.7F);
    mesh.indices = {0, 1, 2, 1, 2, 3, 4, 5, 6, 5, 6, 7, 0, 4, 1, 2, 6, 3};
    m.world.scene.meshes = {mesh};
    const Director d = m.director();
    const CameraPose over = d.frame(s, Aspect)->pose;
    const glm::dvec3 way = glm::normalize(s.positions[8] - over.position);
    const glm::dvec3 off = block - over.position;
    QVERIFY(glm::length(off - way * glm::dot(off, way)) > 1.0);
    QVERIFY(project(over, s.positions[8], View));
    // As the play comes past it, the camera rises and sinks; it does not jump.
    CameraPose before;
    for (double z = -8.0; z <= 8.0; z += 0.02) {
        s.positions[8].z = z;
        const CameraPose now = d.frame(s, Aspect)->pose;
        if (z > -8.0)
            QVERIFY2(glm::length(now.position - before.position) < 0.8, qPrintable(QString::number(z)));
        before = now;
    }
    // What is no block hides nothing: a town's walls are no reason to fly.
    m.world.scene.meshes[0].role = model::SceneRole::Wall;
    s.positions[8] = {0.0, 1.0, 0.0};
    QCOMPARE(m.director().frame(s, Aspect)->pose.position, open.position);
}

void TestDirector::aGoalIsSeenFromTheSceneCameraNearIt()
{
    DirectedMatch m;
    m.events({{20.0, 0}});
    m.world.scene.cameras = {{QStringLiteral("South"), {3.0, 4.0, 30.0}, {0.0, 0.0, 36.0}, 55.0, true},
                             {QStringLiteral("North"), {3.0, 4.0, -30.0}, {0.0, 0.0, -36.0}, 60.0, true}};
    Director d = m.director();
    int asked = 0;
    const glm::dvec3 goal{0.0, 0.0, -36.0};
    d.setStateOf([&](const model::Event&, model::WorldState& out) {
        ++asked;
        out = m.world.state;
        out.positions[8] = goal;
        return true;
    });
    model::WorldState s = m.world.state;
    s.time = model::fromSeconds(19.5);
    s.positions[8] = {2.0, 1.0, -28.0};
    auto framing = d.frame(s, Aspect);
    QVERIFY(framing && framing->shot.kind == Kind::Moment);
    QCOMPARE(framing->pose.position, m.world.scene.cameras[1].position);
    QCOMPARE(framing->pose.verticalFov, 60.0);
    QVERIFY(project(framing->pose, goal, View));
    // Afterwards the disc is carried off to the middle: the goal stays in the picture.
    s.time = model::fromSeconds(22.0);
    s.positions[8] = {};
    framing = d.frame(s, Aspect);
    QVERIFY(framing);
    const auto pixel = project(framing->pose, goal, View);
    QVERIFY(pixel && QLineF(*pixel, QPointF(640, 360)).length() < 1.0);
    QCOMPARE(asked, 1); // it is looked up once
    // Without such a camera, from beside it.
    m.world.scene.cameras.clear();
    d.setScene(m.world.scene);
    framing = d.frame(s, Aspect);
    QVERIFY(framing && glm::length(framing->pose.position - goal) < 15.0);
}

void TestDirector::noGoalIsSeenFromAmongThePlayers()
{
    DirectedMatch m;
    m.events({{20.0, 0}});
    m.world.scene.cameras = {{QStringLiteral("Keeper"), {0.0, 0.7, -33.0}, {0.0, 0.0, 0.0}, 75.0, true},
                             {QStringLiteral("Behind"), {0.0, 2.5, -46.5}, {0.0, 0.0, 0.0}, 58.0}};
    Director d = m.director();
    d.setStateOf([&m](const model::Event&, model::WorldState& out) {
        out = m.world.state;
        out.positions[8] = {0.0, 0.0, -36.0};
        return true;
    });
    model::WorldState s = m.world.state;
    s.time = model::fromSeconds(19.5);
    s.positions[8] = {2.0, 1.0, -28.0};
    QCOMPARE(d.frame(s, Aspect)->pose.position, m.world.scene.cameras[1].position);
}

void TestDirector::withoutAFocusEverybodyIsInThePicture()
{
    DirectedMatch m(false);
    const Director d = m.director();
    for (double t = 4.0; t < 30.0; t += 0.5) {
        model::WorldState s = m.at(t);
        for (glm::vec3& v : s.velocities)
            v = {2.0F, 0.0F, 0.0F};
        const auto framing = d.frame(s, Aspect);
        QVERIFY(framing);
        for (const glm::dvec3& p : s.positions) {
            const auto pixel = project(framing->pose, p, View);
            QVERIFY(pixel && QRectF(QPointF(), View).contains(*pixel));
        }
    }
}

void TestDirector::theHeroWhereThereIsOne()
{
    DirectedMatch m(false);
    m.world.info->cast[3].principal = true;
    const Director d = m.director();
    const model::WorldState s = m.at(12.0);
    const auto framing = d.frame(s, Aspect);
    QVERIFY(framing);
    QVERIFY(glm::length(framing->pose.target - s.positions[3]) < 1e-6);
}

void TestDirector::nobodyIsNoPicture()
{
    DirectedMatch m;
    const Director d = m.director();
    QVERIFY(!d.frame({}, Aspect));
    QVERIFY(!Director().frame(m.at(1.0), Aspect)); // nobody in this cast
    model::WorldState hidden = m.at(1.0);
    for (model::ActorFlags& f : hidden.flags)
        f = model::Hidden;
    QVERIFY(!d.frame(hidden, Aspect));
    QVERIFY(!d.focus(hidden));
}

/// Left stays left: nobody looks for the other end after a pass.
void TestDirector::theSideIsAlwaysTheSame()
{
    DirectedMatch m;
    const Director d = m.director();
    for (double t = 4.0; t < 60.0; t += 0.3) {
        const CameraPose pose = d.frame(m.at(t), Aspect)->pose;
        QVERIFY(pose.position.x < pose.target.x - 3.0);
        QVERIFY(rightOf(pose).z > 0.7);
    }
    // Where the stage has a camera at its side, that is the side.
    m.world.scene.cameras = {{QStringLiteral("Side"), {29.0, 9.0, 0.0}, {}, 52.0, true},
                             {QStringLiteral("Goal"), {-14.0, 9.0, 38.0}, {}, 52.0, true}};
    const Director east = m.director();
    for (double t = 4.0; t < 60.0; t += 0.3) {
        const CameraPose pose = east.frame(m.at(t), Aspect)->pose;
        QVERIFY(pose.position.x > pose.target.x + 3.0);
        QVERIFY(std::abs(pose.position.z) <= std::abs(pose.target.z) + 1.0); // from nearer the middle
    }
}

void TestDirector::noMomentIsSeenFromBeyondTheLine_data()
{
    QTest::addColumn<glm::dvec3>("camera");
    QTest::addColumn<bool>("taken");
    // Without a camera at a side the stage is looked at from the west.
    QTest::newRow("on this side") << glm::dvec3(-8.0, 4.0, -24.0) << true;
    QTest::newRow("behind the goal") << glm::dvec3(0.0, 2.5, -46.5) << true;
    QTest::newRow("behind the goal, a little off") << glm::dvec3(3.0, 2.5, -46.5) << true;
    QTest::newRow("before the goal") << glm::dvec3(1.0, 4.0, -20.0) << true;
    QTest::newRow("beyond the line") << glm::dvec3(9.0, 4.0, -32.0) << false;
    QTest::newRow("far beyond it") << glm::dvec3(14.0, 12.0, -24.0) << false;
}

void TestDirector::noMomentIsSeenFromBeyondTheLine()
{
    QFETCH(glm::dvec3, camera);
    QFETCH(bool, taken);
    DirectedMatch m;
    m.events({{20.0, 0}});
    m.world.scene.cameras = {{QStringLiteral("One"), camera, {}, 60.0, false}};
    Director d = m.director();
    const glm::dvec3 goal{0.0, 0.0, -36.0};
    d.setStateOf([&](const model::Event&, model::WorldState& out) {
        out = m.world.state;
        out.positions[8] = goal;
        return true;
    });
    for (double t = 19.0; t < 22.5; t += 0.25) {
        model::WorldState s = m.at(t);
        for (std::size_t i = 0; i < 8; ++i)
            s.positions[i] = {0.0, 0.0, 30.0}; // nobody stands in the way
        s.positions[8] = goal;
        const CameraPose pose = d.frame(s, Aspect)->pose;
        QCOMPARE(test::near(pose.position, camera), taken);
        const glm::dvec3 off = pose.position - goal;
        QVERIFY(taken || off.x < 0.0); // else from its own side
    }
}

void TestDirector::noCutFollowsCloseUponAnother_data()
{
    QTest::addColumn<QList<double>>("moments");
    QTest::newRow("one") << QList<double>{20.0};
    QTest::newRow("a scramble") << QList<double>{20.0, 20.4, 21.0, 21.1, 23.0, 23.5, 26.0};
    QTest::newRow("every second") << QList<double>{5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16};
    QTest::newRow("at the very start") << QList<double>{0.0, 0.1, 3.0};
}

void TestDirector::noCutFollowsCloseUponAnother()
{
    QFETCH(QList<double>, moments);
    DirectedMatch m;
    std::vector<std::pair<double, int>> list;
    for (qsizetype i = 0; i < moments.size(); ++i)
        list.emplace_back(moments[i], static_cast<int>(i % 2));
    m.events(list);
    const Director d = m.director();
    double last = -1e9;
    Micros shot = d.shotAt({}).start;
    for (double t = 0.0; t < 40.0; t += 0.05) {
        const DirectedShot& now = d.shotAt(model::fromSeconds(t));
        if (now.start == shot)
            continue;
        QVERIFY2(t - last >= 2.0, qPrintable(QString::number(t)));
        shot = now.start;
        last = t;
        // Sought from anywhere it is the same one.
        QCOMPARE(m.director().shotAt(model::fromSeconds(t)).start, shot);
    }
}

} // namespace tst_director

GHOSTLINE_TEST(tst_director, TestDirector)
#include "tst_director.moc"
