// SPDX-License-Identifier: GPL-3.0-or-later
// Ghosts without GL: what becomes of a figure, who fades, what the camera learns of them.
#include "ghost_fixture.h"
#include "match_fixture.h"
#include "render/actors/ghost_cast.h"
#include "render/view/camera_feed.h"
#include "render/view/world_bounds.h"
#include "tests/support/allocation_count.h"
#include "tests/support/test_driver.h"
#include "view_fixture.h"

#include <QtTest>

namespace tst_ghost_cast {

using namespace ghostline;
using namespace ghostline::render;
using model::ActorId;
using model::ActorShape;
using test::Match;
using test::World;

namespace {

std::size_t pieces(const GhostCast& ghosts)
{
    std::size_t n = 0;
    for (std::size_t kind = 0; kind < MeshKinds; ++kind)
        n += ghosts.instances(static_cast<MeshKind>(kind)).size();
    return n;
}

PickBox person(const glm::dvec3& at) { return {.centre = at, .half = {0.3F, 0.9F, 0.3F}}; }

/// Ten runs at once, of all forms.
World crew()
{
    Match m;
    m.addPerson({.head = {0.0, 1.7, 0.0}});
    m.addPerson({.head = {2.0, 1.7, 0.0}, .full = false});
    m.add({.shape = ActorShape::Vehicle, .position = {4.0, 0.0, 0.0}, .half = {0.9F, 0.7F, 2.0F}});
    m.add({.shape = ActorShape::Capsule, .position = {6.0, 0.0, 0.0}, .half = {0.3F, 0.9F, 0.3F}});
    return m;
}

} // namespace

class TestGhostCast : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void everyFormIsDrawnAsOfAnActor()
    {
        const World w = crew();
        InstanceBuffers own;
        own.setCast(*w.info, Theme::dark());
        own.fill(w.state, {});
        GhostCast ghosts;
        ghosts.set(test::ghostsOf(w));
        ghosts.fill({});
        for (std::size_t kind = 0; kind < MeshKinds; ++kind) {
            const auto mesh = static_cast<MeshKind>(kind);
            QCOMPARE(ghosts.instances(mesh).size(), own.solid(mesh).size());
            for (const Instance& piece : ghosts.instances(mesh))
                QVERIFY(piece.colour.a > 0.3F && piece.colour.a < 0.8F);
        }
        QCOMPARE(ghosts.size(), 4U);
        QCOMPARE(ghosts.colour(1), Theme::dark().hue(3));
        QCOMPARE(ghosts.name(2), w.info->cast[2].name);
        ghosts.set({});
        ghosts.fill({});
        QCOMPARE(pieces(ghosts), 0U);
    }

    void whoCoversTheRunnerFades_data()
    {
        QTest::addColumn<double>("x");
        QTest::addColumn<double>("z");
        QTest::addColumn<bool>("fades");
        // The runner stands at the origin, the eye ten metres south.
        QTest::newRow("right before") << 0.0 << 2.0 << true;
        QTest::newRow("half way") << 0.2 << 5.0 << true;
        QTest::newRow("at the eye") << 0.0 << 9.8 << true;
        QTest::newRow("in the same place") << 0.0 << 0.0 << true;
        QTest::newRow("beside") << 2.5 << 0.0 << false;
        QTest::newRow("beside the line") << 2.2 << 5.0 << false;
        QTest::newRow("behind") << 0.0 << -2.0 << false;
        QTest::newRow("behind the eye") << 0.0 << 14.0 << false;
    }
    void whoCoversTheRunnerFades()
    {
        QFETCH(double, x);
        QFETCH(double, z);
        QFETCH(bool, fades);
        const float seen = ghostOpacity(person({x, 1.0, z}), person({0.0, 1.0, 0.0}), {0.0, 1.0, 10.0});
        if (fades)
            QVERIFY2(seen < 0.2F, qPrintable(QString::number(seen)));
        else
            QVERIFY2(seen > 0.45F, qPrintable(QString::number(seen)));
    }

    void fadesNobodyWithoutARunner()
    {
        Match m;
        m.addPerson({.head = {0.0, 1.7, 0.0}});
        GhostCast ghosts;
        ghosts.set(test::ghostsOf(m));
        ghosts.fill({.eye = {0.0, 1.7, 3.0}});
        const float whole = ghosts.instances(MeshKind::Torso)[0].colour.a;
        ghosts.fill({.eye = {0.0, 1.7, 3.0}, .subject = person({0.0, 1.0, -3.0})});
        QVERIFY(ghosts.instances(MeshKind::Torso)[0].colour.a < whole);
        ghosts.fill({.eye = {0.0, 1.7, 3.0}, .subject = person({0.0, 1.0, 0.0}), .followed = 1});
        QCOMPARE(ghosts.instances(MeshKind::Torso)[0].colour.a, whole);
    }

    void fartherOnesAreDrawnFirst()
    {
        World w;
        for (const double z : {1.0, 7.0, 4.0})
            w.add({.position = {0.0, 0.0, z}});
        GhostCast ghosts;
        ghosts.set(test::ghostsOf(w));
        ghosts.fill({.eye = {0.0, 0.0, 20.0}});
        const auto& boxes = ghosts.instances(MeshKind::Box);
        QCOMPARE(boxes.size(), 3U);
        QVERIFY(boxes[0].place.z < boxes[1].place.z && boxes[1].place.z < boxes[2].place.z);
    }

    void steadyFramesAllocateNothing()
    {
        World w = crew();
        std::vector<GhostFigure> figures = test::ghostsOf(w);
        GhostCast ghosts;
        const GhostCast::Frame frame{.eye = {0.0, 2.0, 9.0}, .subject = person({1.0, 1.0, 0.0})};
        ghosts.set(figures);
        ghosts.fill(frame);
        const auto before = test::allocations;
        for (int i = 0; i < 100; ++i) {
            for (GhostFigure& figure : figures)
                figure.position.x += 0.1;
            ghosts.set(figures);
            ghosts.fill(frame);
        }
        QCOMPARE(test::allocations, before);
        QVERIFY(pieces(ghosts) > 20);
    }

    void neitherPickedNorFitted()
    {
        World w;
        w.add({.position = {0.0, 0.0, 0.0}});
        World other;
        other.add({.position = {400.0, 0.0, 0.0}});
        WorldView view;
        test::showIndex(view, w.index());
        test::showState(view, w.state);
        const model::Bounds bounds = actorBounds(view.content(), view.styles());
        test::showGhosts(view, test::ghostsOf(other));
        QVERIFY(view.dirty());
        QCOMPARE(actorBounds(view.content(), view.styles()).max, bounds.max);
        CameraPose above;
        above.position = {400.0, 20.0, 0.1};
        above.target = {400.0, 0.0, 0.0};
        QCOMPARE(view.pick(above, QPointF(200, 150), QSizeF(400, 300)), ActorId::None);
    }

    void cameraAttends_data()
    {
        QTest::addColumn<bool>("both");
        QTest::addColumn<double>("apart");
        QTest::newRow("a ghost") << false << 30.0;
        QTest::newRow("both") << true << 30.0;
        QTest::newRow("both, far apart") << true << 400.0;
    }
    void cameraAttends()
    {
        QFETCH(bool, both);
        QFETCH(double, apart);
        World w;
        w.add({.position = {0.0, 0.0, 0.0}});
        World other;
        other.add({.position = {apart, 0.0, 0.0}});
        WorldView view;
        test::showIndex(view, w.index());
        test::showState(view, w.state);
        test::showGhosts(view, test::ghostsOf(other));
        CameraController camera;
        camera.setReducedMotion(true);
        CameraFeed feed(view, camera);
        feed.setFollowed(ActorId(0));
        feed.setFollowedGhost(1, both);
        camera.setMode(CameraMode::Follow);
        feed.update(1.6);
        const QSizeF size(1600, 1000);
        const auto ghost = project(camera.pose(), {apart, 0.5, 0.0}, size);
        const auto runner = project(camera.pose(), {0.0, 0.5, 0.0}, size);
        const QRectF picture(QPointF(), size);
        QVERIFY(ghost && picture.contains(*ghost));
        QCOMPARE(runner && picture.contains(*runner), both);
        // The ghost has gone: the runner stays, or nobody is left to look at.
        test::showGhosts(view, {});
        const CameraPose before = camera.pose();
        feed.update(1.6);
        if (both)
            QVERIFY(glm::length(camera.pose().target) < 5.0);
        else
            QCOMPARE(camera.pose().position, before.position);
    }

    void sitsInAGhost()
    {
        Match m;
        m.addPerson({.head = {5.0, 1.7, 3.0}, .yaw = 90.0F});
        World w;
        w.add({});
        WorldView view;
        test::showIndex(view, w.index());
        test::showState(view, w.state);
        test::showGhosts(view, test::ghostsOf(m));
        CameraController camera;
        camera.setReducedMotion(true);
        CameraFeed feed(view, camera);
        feed.setFollowedGhost(1, false);
        camera.setMode(CameraMode::FirstPerson);
        feed.update(1.6);
        QVERIFY(glm::distance(camera.pose().position, glm::dvec3(5.0, 1.7, 3.0)) < 1e-3);
        QVERIFY(camera.pose().target.x > 10.0);
    }
};

} // namespace tst_ghost_cast

GHOSTLINE_TEST(tst_ghost_cast, TestGhostCast)
#include "tst_ghost_cast.moc"
