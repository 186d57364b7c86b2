// SPDX-License-Identifier: GPL-3.0-or-later
// The real window: shows, picks, follows, resizes, captures, and sleeps when nothing changes.
#include "grid_fixture.h"
#include "render/view/still.h"
#include "tests/support/graphics_application.h"
#include "tests/support/test_driver.h"
#include "view_fixture.h"
#include "world_fixture.h"

#include <QScreen>
#include <QSignalSpy>
#include <QWheelEvent>

namespace tst_viewport {

using namespace ghostline;
using namespace ghostline::render;
using model::ActorId;
using test::World;

namespace {

QColor middle(const QImage& image) { return image.pixelColor(image.width() / 2, image.height() / 2); }

int distance(const QColor& a, const QColor& b)
{
    return qAbs(a.red() - b.red()) + qAbs(a.green() - b.green()) + qAbs(a.blue() - b.blue());
}

} // namespace

class TestViewport : public QObject
{
    Q_OBJECT
private:
    static constexpr int QuietMs = 150; ///< without a frame for so long, none comes unasked

    std::unique_ptr<Viewport> m_view;
    World m_world = World::crossing();

    QPointF onScreen(ActorId id) const
    {
        const auto row = static_cast<std::size_t>(m_world.state.row(id));
        const glm::dvec3 centre = m_world.state.positions[row] + glm::dvec3(0.0, 0.7, 0.0);
        return project(m_view->camera().pose(), centre, m_view->size()).value_or(QPointF(-1.0, -1.0));
    }
    void settle() { QTRY_VERIFY(!m_view->camera().moving()); }
    /// What showing, capturing or the window system still asked for is drawn.
    void comeToRest()
    {
        QSignalSpy frames(m_view.get(), &Viewport::frameDrawn);
        QTRY_VERIFY(!frames.wait(QuietMs));
    }

private Q_SLOTS:
    void initTestCase()
    {
        const auto gl = probeGl();
        QVERIFY2(gl, gl ? "" : qPrintable(gl.error().message));
        QVERIFY(!gl->renderer.isEmpty() && !gl->version.isEmpty());
    }

    void init()
    {
        m_view = std::make_unique<Viewport>();
        m_view->resize(640, 400);
        m_view->setReducedMotion(true);
        test::showIndex(*m_view, m_world.index());
        test::showScene(*m_view, m_world.scene);
        test::showState(*m_view, m_world.state);
        m_view->fitAll();
        QSignalSpy ready(m_view.get(), &Viewport::ready);
        m_view->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_view.get()));
        QTRY_COMPARE(ready.count(), 1);
        QVERIFY(m_view->isReady());
    }
    void cleanup() { m_view.reset(); }

    void drawsOnlyWhenSomethingChanges()
    {
        comeToRest();
        QSignalSpy frames(m_view.get(), &Viewport::frameDrawn);
        QVERIFY(!frames.wait(3 * QuietMs));
        test::showState(*m_view, m_world.state);
        QTRY_VERIFY(frames.count() >= 1);
        comeToRest();
        QVERIFY2(frames.count() <= 4, qPrintable(QString::number(frames.count())));
    }

    void drawingsLieOverThePicture()
    {
        model::Drawing line;
        line.id = QStringLiteral("a");
        line.kind = model::DrawingKind::Line;
        line.pin = model::DrawingPin::Screen;
        line.points = {{0.25, 0.5, 0.0}, {0.75, 0.5, 0.0}};
        line.colour = 0xFFFF00FFU;
        line.width = 40.0;
        line.from = model::Micros{-1'000'000};
        line.to = model::Micros{60'000'000};
        const QColor drawn(255, 0, 255);
        const auto inWindow = [this] {
            return middle(m_view->screen()->grabWindow(m_view->winId()).toImage());
        };
        QVERIFY(distance(middle(m_view->capture({320, 200})), drawn) > 40);
        test::change(*m_view, [&line](ViewContent& c) { c.drawings = std::vector<model::Drawing>{line}; });
        comeToRest();
        QCOMPARE(middle(m_view->capture({320, 200})), drawn);
        QTRY_VERIFY(distance(inWindow(), drawn) < 12);
        const QImage plain = m_view->capture({320, 200});
        test::change(*m_view, [&line](ViewContent& c) { c.chosenDrawing = line.id; });
        QCOMPARE(m_view->capture({320, 200}), plain); // a picture is without frame and grips
        m_view->resize(500, 300);                     // painted anew at that size
        comeToRest();
        QTRY_VERIFY(distance(inWindow(), drawn) < 12);
        QSignalSpy frames(m_view.get(), &Viewport::frameDrawn);
        QVERIFY(!frames.wait(2 * QuietMs)); // it stands still
        test::change(*m_view, [](ViewContent& c) { c.options.drawings = false; });
        comeToRest();
        QVERIFY(distance(middle(m_view->capture({320, 200})), drawn) > 40);
        QTRY_VERIFY(distance(inWindow(), drawn) > 40);
    }

    void clickPicks()
    {
        QSignalSpy clicked(m_view.get(), &Viewport::clicked);
        QTest::mouseClick(m_view.get(), Qt::LeftButton, Qt::ShiftModifier, onScreen(ActorId(0)).toPoint());
        QCOMPARE(clicked.count(), 1);
        QCOMPARE(clicked[0][0].value<ActorId>(), ActorId(0));
        QCOMPARE(clicked[0][1].value<Qt::KeyboardModifiers>(), Qt::KeyboardModifiers(Qt::ShiftModifier));
        QTest::mouseClick(m_view.get(), Qt::LeftButton, {}, QPoint(3, 3));
        QCOMPARE(clicked.count(), 2);
        QCOMPARE(clicked[1][0].value<ActorId>(), ActorId::None);
        QSignalSpy menu(m_view.get(), &Viewport::contextMenuRequested);
        QTest::mouseClick(m_view.get(), Qt::RightButton, {}, onScreen(ActorId(1)).toPoint());
        QCOMPARE(menu.count(), 1);
        QCOMPARE(menu[0][0].value<ActorId>(), ActorId(1));
    }

    void doubleClickIsOneClickAndOneDouble()
    {
        QSignalSpy clicked(m_view.get(), &Viewport::clicked);
        QSignalSpy doubled(m_view.get(), &Viewport::doubleClicked);
        const QPoint at = onScreen(ActorId(1)).toPoint();
        QTest::mouseClick(m_view.get(), Qt::LeftButton, {}, at);
        QTest::mouseDClick(m_view.get(), Qt::LeftButton, {}, at);
        QVERIFY(doubled.count() >= 1);
        QCOMPARE(doubled[0][0].value<ActorId>(), ActorId(1));
        QVERIFY(clicked.count() <= 2);
    }

    void hoverTellsOncePerActor()
    {
        QSignalSpy hovered(m_view.get(), &Viewport::hovered);
        const QPoint at = onScreen(ActorId(0)).toPoint();
        QTest::mouseMove(m_view.get(), at);
        QTRY_COMPARE(hovered.count(), 1);
        QCOMPARE(hovered[0][0].value<ActorId>(), ActorId(0));
        QTest::mouseMove(m_view.get(), at + QPoint(1, 0));
        QTest::mouseMove(m_view.get(), QPoint(2, 2));
        QTRY_COMPARE(hovered.count(), 2);
        QCOMPARE(hovered[1][0].value<ActorId>(), ActorId::None);
    }

    void dragOrbitsAndDoesNotClick()
    {
        QSignalSpy clicked(m_view.get(), &Viewport::clicked);
        QSignalSpy camera(m_view.get(), &Viewport::cameraChanged);
        const CameraPose before = m_view->camera().pose();
        QTest::mousePress(m_view.get(), Qt::LeftButton, {}, QPoint(300, 200));
        QTest::mouseMove(m_view.get(), QPoint(340, 210));
        QTest::mouseMove(m_view.get(), QPoint(380, 220));
        QTest::mouseRelease(m_view.get(), Qt::LeftButton, {}, QPoint(380, 220));
        QTRY_VERIFY(camera.count() >= 1);
        QCOMPARE(clicked.count(), 0);
        QVERIFY(glm::length(m_view->camera().pose().position - before.position) > 1.0);
        QVERIFY(glm::length(m_view->camera().pose().target - before.target) < 1e-6);
    }

    void wheelComesNearer()
    {
        const CameraPose before = m_view->camera().pose();
        QWheelEvent wheel(QPointF(320, 200), m_view->mapToGlobal(QPointF(320, 200)), {}, QPoint(0, 120),
                          Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase, false);
        QCoreApplication::sendEvent(m_view.get(), &wheel);
        const CameraPose& after = m_view->camera().pose();
        QVERIFY(glm::length(after.position - after.target) <
                glm::length(before.position - before.target) * 0.9);
    }

    void flyingKeysOnlyInFreeMode()
    {
        const CameraPose before = m_view->camera().pose();
        QTest::keyPress(m_view.get(), Qt::Key_W);
        QVERIFY(!m_view->camera().moving());
        QTest::keyRelease(m_view.get(), Qt::Key_W);
        QCOMPARE(m_view->camera().pose().position, before.position);
        m_view->setCameraMode(CameraMode::Free);
        QTest::keyPress(m_view.get(), Qt::Key_W);
        QTRY_VERIFY(glm::length(m_view->camera().pose().position - before.position) > 0.5);
        QTest::keyRelease(m_view.get(), Qt::Key_W);
        QVERIFY(!m_view->camera().moving());
    }

    void followKeepsTheActorInTheMiddle()
    {
        m_view->setFollowed(ActorId(0));
        m_view->setCameraMode(CameraMode::Follow);
        QCOMPARE(m_view->followed(), ActorId(0));
        World moved = World::crossing();
        moved.state.positions[0] = {250.0, 0.0, -90.0};
        test::showState(*m_view, moved.state);
        const auto at = project(m_view->camera().pose(), moved.state.positions[0], m_view->size());
        QVERIFY(at);
        QVERIFY(qAbs(at->x() - 320.0) < 5.0);
        QVERIFY(glm::length(m_view->camera().pose().position - moved.state.positions[0]) < 16.0);
        QCOMPARE(m_view->pick(*at), ActorId(0));
        // First person: inside, and therefore not in the way.
        m_view->setCameraMode(CameraMode::FirstPerson);
        QVERIFY(glm::length(m_view->camera().pose().position - moved.state.positions[0]) < 3.0);
        QVERIFY(m_view->pick(QPointF(320, 200)) != ActorId(0));
        m_view->fitAll();
        QCOMPARE(m_view->camera().mode(), CameraMode::Orbit);
    }

    void captureAnySizeShownOrHidden()
    {
        for (const QSize size : {QSize(200, 120), QSize(640, 400), QSize(1283, 717)}) {
            const QImage image = m_view->capture(size);
            QCOMPARE(image.size(), size);
            QVERIFY(distance(image.pixelColor(2, 2), Theme::dark().skyTop) < 200);
        }
        const QImage shown = m_view->capture({320, 200});
        m_view->hide();
        QTRY_VERIFY(!m_view->isExposed());
        const QImage hidden = m_view->capture({320, 200});
        QCOMPARE(hidden, shown);
        m_view->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_view.get()));
        QCOMPARE(m_view->capture({320, 200}), shown);
        QVERIFY(m_view->capture({}).isNull());
    }

    void captureShowsTheLatestState()
    {
        m_view->setCameraMode(CameraMode::TopDown);
        ViewOptions bare{.trails = false,
                         .labels = false,
                         .provenance = false,
                         .grid = false,
                         .axesGizmo = false,
                         .scene = false};
        test::showOptions(*m_view, bare);
        World one;
        const ActorId id = one.add({.half = {3.0F, 1.0F, 3.0F}});
        test::showIndex(*m_view, one.index());
        test::showState(*m_view, one.state);
        CameraPose pose;
        pose.position = {0.0, 50.0, 0.0};
        pose.target = {};
        pose.up = {0.0, 0.0, -1.0};
        pose.orthographic = true;
        m_view->camera().setPose(pose, false);
        const QColor drawn = middle(m_view->capture({300, 200}));
        const QColor hue = actorColor(Theme::dark(), one.info->cast[0], {});
        QVERIFY2(distance(drawn, hue) < 90, qPrintable(drawn.name()));
        test::showHidden(*m_view, {model::index(id)});
        const QColor ground = middle(m_view->capture({300, 200}));
        QVERIFY2(distance(ground, Theme::dark().scene(model::SceneRole::Ground)) < 20,
                 qPrintable(ground.name()));
        test::showHidden(*m_view, {});
        test::showTheme(*m_view, Theme::light());
        const QColor light = middle(m_view->capture({300, 200}));
        QVERIFY(distance(light, actorColor(Theme::light(), one.info->cast[0], {})) < 90);
    }

    void cellsAreSeenInTheNextFrame()
    {
        const ViewOptions bare{
            .trails = false, .labels = false, .provenance = false, .grid = false, .axesGizmo = false};
        test::showOptions(*m_view, bare);
        World w;
        w.add({.position = {500.0, 0.0, 0.0}});
        test::Cells cells;
        const auto red = cells.kind(QStringLiteral("red"), 0xF02020);
        const auto green = cells.kind(QStringLiteral("green"), 0x20F020);
        // So many faces, out of sight, that the next section needs a buffer of its own.
        for (int i = 0; i < 16 * 16 * 16; ++i) {
            const glm::ivec3 p{i % 16, i / 256, i / 16 % 16};
            if ((p.x + p.y + p.z) % 2 == 0)
                cells.set(p + glm::ivec3(160, 0, 0), red);
        }
        auto layer = cells.layer();
        test::showIndex(*m_view, w.index());
        test::showScene(*m_view, {});
        w.state.grids = {layer};
        test::showState(*m_view, w.state);
        CameraPose pose;
        pose.position = {0.0, 50.0, 0.0};
        pose.target = {};
        pose.up = {0.0, 0.0, -1.0};
        pose.orthographic = true;
        pose.orthographicHeight = 20.0;
        m_view->camera().setPose(pose, false);
        const QColor ground = middle(m_view->capture({300, 200}));
        const auto shown = [&](const model::GridLayer* before) {
            layer = cells.layer(before);
            w.state.grids = {layer};
            QSignalSpy frames(m_view.get(), &Viewport::frameDrawn);
            test::showState(*m_view, w.state);
            [&] { QTRY_VERIFY(frames.count() >= 1); }();
            return middle(m_view->screen()->grabWindow(m_view->winId()).toImage());
        };
        comeToRest();
        for (int i = 0; i < 16 * 16 * 16; ++i) {
            const glm::ivec3 p{i % 16 - 16, i / 256, i / 16 % 16 - 16};
            if ((p.x + p.y + p.z) % 2 == 0)
                cells.set(p, red);
        }
        cells.box({-1, 15, -1}, {-1, 15, -1}, red);
        cells.set({0, 15, 0}, red);
        cells.set({-1, 15, 0}, red);
        cells.set({0, 15, -1}, red);
        const QColor first = shown(layer.get());
        QVERIFY2(first.red() > 150 && first.green() < 90, qPrintable(first.name()));
        for (const glm::ivec3& p : {glm::ivec3{-1, 16, -1}, {0, 16, 0}, {-1, 16, 0}, {0, 16, -1}})
            cells.set(p, green);
        const QColor second = shown(layer.get());
        QVERIFY2(second.green() > 150 && second.red() < 90, qPrintable(second.name()));
        // Hidden surroundings hide nothing that was recorded; what is gone is gone.
        ViewOptions without = bare;
        without.scene = false;
        test::showOptions(*m_view, without);
        QVERIFY(middle(m_view->capture({300, 200})).green() > 150);
        w.state.grids.clear();
        test::showState(*m_view, w.state);
        QVERIFY(distance(middle(m_view->capture({300, 200})), ground) < 8);
        model::SceneDescription scene;
        scene.grids = {layer};
        test::showScene(*m_view, scene);
        QVERIFY(distance(middle(m_view->capture({300, 200})), ground) < 8);
        test::showOptions(*m_view, bare);
        QVERIFY(middle(m_view->capture({300, 200})).green() > 150);
    }

    void fittingTakesInTheCellsNearBy()
    {
        World w = test::course();
        test::showIndex(*m_view, w.index());
        test::showScene(*m_view, {});
        test::showState(*m_view, w.state);
        m_view->fitAll();
        const auto seen = [this](const glm::dvec3& p) {
            const auto at = project(m_view->camera().pose(), p, m_view->size());
            return at && QRectF(QPointF(), QSizeF(m_view->size())).contains(*at);
        };
        QVERIFY(seen({-12.0, 0.0, -12.0}) && seen({12.0, 0.0, 12.0}) && seen({-12.0, 0.0, 12.0}));
        const CameraPose near = m_view->camera().pose();
        // Cells far off change nothing.
        test::Cells far;
        far.set({30'000, 0, 0}, far.kind(QStringLiteral("far"), 0x808080));
        auto layer = std::make_shared<model::GridLayer>(*far.layer());
        layer->id = QStringLiteral("far");
        w.state.grids.push_back(layer);
        test::showState(*m_view, w.state);
        m_view->fitAll();
        const double moved = glm::length(m_view->camera().pose().position - near.position);
        QVERIFY2(moved < 1e-6, qPrintable(QString::number(moved)));
        // Nobody there: the cells themselves, those in the middle of them.
        World alone;
        alone.state.grids = test::course().state.grids;
        test::showIndex(*m_view, alone.index());
        test::showState(*m_view, alone.state);
        m_view->fitAll();
        QVERIFY(seen({-12.0, 0.0, -12.0}) && seen({12.0, 0.0, 12.0}));
    }

    void resizeKeepsDrawing()
    {
        QSignalSpy frames(m_view.get(), &Viewport::frameDrawn);
        m_view->resize(800, 300);
        QTRY_COMPARE(m_view->size(), QSize(800, 300));
        QTRY_VERIFY(frames.count() >= 1);
        QCOMPARE(m_view->capture({80, 30}).size(), QSize(80, 30));
    }

    void neverShownStillCaptures()
    {
        Viewport other;
        test::showIndex(other, m_world.index());
        test::showState(other, m_world.state);
        const QImage image = other.capture({160, 100});
        QCOMPARE(image.size(), QSize(160, 100));
        QVERIFY(!other.isReady());
    }
};

} // namespace tst_viewport

GHOSTLINE_TEST(tst_viewport, TestViewport, ghostline::test::GraphicsApplication)
#include "tst_viewport.moc"
