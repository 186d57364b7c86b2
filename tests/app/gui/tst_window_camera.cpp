// SPDX-License-Identifier: GPL-3.0-or-later
// Cameras and minimap in the real window: eyes, the scene's own cameras, the director, following the play.
#include "app/gui/panels/minimap_panel.h"
#include "app/gui/view/view_camera.h"
#include "app/gui/view/view_strip.h"
#include "app/gui/widgets/banner.h"
#include "render/flat/top_down_widget.h"
#include "tests/app/gui/window_driver.h"
#include "tests/support/graphics_application.h"
#include "tests/support/test_driver.h"

#include <QComboBox>
#include <QDockWidget>
#include <QSignalSpy>

namespace tst_window_camera {

using namespace ghostline;
using namespace ghostline::test;
using model::ActorId;
using render::CameraMode;

namespace {

/// Four actors on a stage with two cameras; the last one is a disc.
FakeReplayOptions match()
{
    FakeReplayOptions o;
    o.bones = 1;
    o.heads = true;
    o.focus = true;
    o.cuts = true;
    o.events = 6;
    o.motion = [](int actor, model::FrameNumber, double t) {
        return actor == 3 ? glm::dvec3(2.0 * std::sin(t), 2.0, 20.0 * std::sin(t * 0.5))
                          : glm::dvec3(actor * 4.0 - 4.0, 0.0, actor * 12.0 - 12.0 + t * 0.1);
    };
    o.surroundings.name = QStringLiteral("stage");
    o.surroundings.bounds.include({-16.0, 0.0, -40.0});
    o.surroundings.bounds.include({16.0, 10.0, 40.0});
    o.surroundings.cameras = {
        {QStringLiteral("North goal"), {0.0, 5.0, -44.0}, {0.0, 2.0, -30.0}, 60.0, true},
        {QStringLiteral("High & wide"), {30.0, 40.0, 0.0}, {}, 50.0, false}};
    return o;
}

} // namespace

class TestWindowCamera : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void init() { m_place = std::make_unique<WindowPlace>(); }
    void sceneCamerasInMenuChooserAndKeys();
    void aSavedViewRemembersItsSceneCamera();
    void aSavedViewBringsBackSelectionAndLayers();
    void camerasByName();
    void camerasByWhomTheyKeepTo();
    void whoIsNotKnownYetIsWaitedFor();
    void eyesOfWhoIsFollowed();
    void followThePlay();
    void theDirectorHandsOverToAHand();
    void aMatchOpensDirected();
    void keyPointsMakeAPath();
    void theDroneFlies();
    void theMinimapSelectsFollowsAndLooks();
    void theMinimapIsNewWhenItsTabComesToTheFront();

private:
    struct Match : OpenWindow
    {
        explicit Match(const WindowPlace& where, const FakeReplayOptions& options = match())
            : OpenWindow(where, options)
        {
            app::Settings still;
            still.reducedMotion = true;
            window->applySettings(still);
        }
        /// In Orbit, unless it is to be seen `asOpened`.
        bool start(bool asOpened = false)
        {
            if (!show() || !open())
                return false;
            const bool scene = session().source()->scene({})->cameras.empty() || QTest::qWaitFor([this] {
                                   return !window->area().camera().sceneCameras().isEmpty();
                               });
            if (asOpened)
                return scene;
            key(Qt::Key_Escape); // the principal actor was followed
            verb("camera.orbit")->trigger();
            return scene;
        }
        QAction* verb(const char* id) { return window->actions().get(QString(QLatin1String(id))); }
        app::ViewArea& area() { return window->area(); }
        render::CameraPose pose() { return area().camera().pose(); }
    };
    std::unique_ptr<WindowPlace> m_place;
};

void TestWindowCamera::sceneCamerasInMenuChooserAndKeys()
{
    Match w(*m_place);
    QVERIFY(!w.verb("camera.place1")->isVisible()); // no scene, no cameras
    QVERIFY(w.start());
    QVERIFY(w.verb("camera.place2")->isVisible());
    QVERIFY(!w.verb("camera.place3")->isVisible());
    QCOMPARE(w.verb("camera.place1")->text(), QStringLiteral("North goal"));
    QCOMPARE(w.verb("camera.place2")->text(), QStringLiteral("High && wide"));
    auto* chooser = w.window->findChild<QComboBox*>(QStringLiteral("cameraChooser"));
    QVERIFY(chooser != nullptr);
    QVERIFY(chooser->findText(QStringLiteral("High & wide")) > 0);
    QVERIFY(chooser->findText(QStringLiteral("Directed")) > 0);

    w.key(Qt::Key_2, Qt::ControlModifier);
    QTRY_COMPARE(w.area().camera().mode(), CameraMode::Scene);
    QCOMPARE(w.pose().position, match().surroundings.cameras[1].position);
    QVERIFY(w.verb("camera.place2")->isChecked() && !w.verb("camera.orbit")->isChecked());
    QCOMPARE(chooser->currentText(), QStringLiteral("High & wide"));

    chooser->setCurrentIndex(chooser->findText(QStringLiteral("North goal")));
    Q_EMIT chooser->activated(chooser->currentIndex());
    QCOMPARE(w.area().camera().sceneCamera(), 0);
    // It turns with the disc.
    const auto disc = [&w] { return w.session().playback()->state().positions[3]; };
    QVERIFY(glm::length(w.pose().target - disc()) < 1e-6);
    w.key(Qt::Key_End);
    QTRY_VERIFY(w.session().playback()->state().at.frame > 900);
    QVERIFY(glm::length(w.pose().target - disc()) < 1e-6);
    QCOMPARE(w.pose().position, match().surroundings.cameras[0].position);

    // Another recording without a scene has none of them.
    w.window->closeReplay();
    QVERIFY(!w.verb("camera.place1")->isVisible());
    QVERIFY(w.area().camera().mode() != CameraMode::Scene);
    QCOMPARE(chooser->findText(QStringLiteral("North goal")), -1);
}

void TestWindowCamera::aSavedViewRemembersItsSceneCamera()
{
    Match w(*m_place);
    QVERIFY(w.start());
    w.key(Qt::Key_1, Qt::ControlModifier);
    QTRY_COMPARE(w.area().camera().sceneCamera(), 0);
    w.verb("camera.saveView4")->trigger();
    w.verb("camera.orbit")->trigger();
    QCOMPARE(w.area().camera().mode(), CameraMode::Orbit);
    w.verb("camera.view4")->trigger();
    QCOMPARE(w.area().camera().sceneCamera(), 0);
}

void TestWindowCamera::aSavedViewBringsBackSelectionAndLayers()
{
    Match w(*m_place);
    QVERIFY(w.start());
    w.verb("camera.topDown")->trigger();
    const model::ActorId chosen = w.session().info().cast[1].id;
    w.session().actors()->select(chosen);
    w.session().actors()->follow(model::ActorId::None);
    const bool trails = w.area().options().trails;
    w.verb("view.trails")->trigger();
    w.verb("camera.shareView7")->trigger();
    const render::CameraPose pose = w.pose();

    w.verb("view.trails")->trigger();
    w.session().actors()->select(w.session().info().cast[2].id);
    w.verb("camera.orbit")->trigger();
    QVERIFY(w.window->area().camera().mode() != CameraMode::TopDown);
    QTest::keyClick(w.window.get(), Qt::Key_7, Qt::AltModifier);
    QCOMPARE(w.area().camera().mode(), CameraMode::TopDown);
    QVERIFY(glm::length(w.pose().target - pose.target) < 1e-6);
    QCOMPARE(w.session().actors()->selected(), chosen);
    QCOMPARE(w.area().options().trails, !trails);
    QCOMPARE(w.verb("view.trails")->isChecked(), !trails);
}

void TestWindowCamera::camerasByName()
{
    Match w(*m_place);
    QSignalSpy missing(&w.area().camera(), &app::ViewCamera::notFound);
    connect(&w.area(), &app::ViewArea::firstPicture, this,
            [&w] { w.area().camera().choose(QStringLiteral("nowhere")); });
    QVERIFY(w.start());
    QTRY_COMPARE(missing.count(), 1); // not before the surroundings could have it
    QCOMPARE(missing[0][0].toString(), QStringLiteral("nowhere"));
    QVERIFY(w.area().camera().choose(QStringLiteral("directed")));
    QCOMPARE(w.area().camera().mode(), CameraMode::Director);
    QVERIFY(w.area().camera().choose(QStringLiteral("high & WIDE")));
    QCOMPARE(w.area().camera().sceneCamera(), 1);
    QVERIFY(!w.area().camera().choose(QStringLiteral("nowhere")));
    QCOMPARE(w.area().camera().sceneCamera(), 1);
}

void TestWindowCamera::camerasByWhomTheyKeepTo()
{
    Match w(*m_place);
    QVERIFY(w.start());
    app::ViewCamera& camera = w.area().camera();
    QSignalSpy missing(&camera, &app::ViewCamera::notFound);
    camera.require(QStringLiteral("Follow:2"));
    QCOMPARE(camera.mode(), CameraMode::Follow);
    QCOMPARE(w.session().actors()->followed(), ActorId(2));
    QCOMPARE(w.session().actors()->selected(), ActorId(2));
    const model::ActorInfo& other = w.session().info().cast[1];
    camera.require(QStringLiteral("first-person:native:%1").arg(other.nativeId));
    QCOMPARE(camera.mode(), CameraMode::FirstPerson);
    QCOMPARE(w.session().actors()->followed(), other.id);
    camera.require(QStringLiteral("top-down:") + w.session().info().cast[2].name.toUpper());
    QCOMPARE(camera.mode(), CameraMode::TopDown);
    QCOMPARE(w.session().actors()->followed(), ActorId(2));
    QCOMPARE(missing.count(), 0);

    for (const char* const name : {"follow:nobody", "orbit:2"}) {
        camera.require(QLatin1String(name));
        QVERIFY(!missing.isEmpty());
        QCOMPARE(missing.takeFirst()[0].toString(), QLatin1String(name));
    }
    QCOMPARE(camera.mode(), CameraMode::TopDown);
    QCOMPARE(w.session().actors()->followed(), ActorId(2));
}

/// While the recording is still read, a name that nobody has yet is no mistake.
void TestWindowCamera::whoIsNotKnownYetIsWaitedFor()
{
    FakeReplayOptions options = match();
    options.published = 200;
    FakeReplay* replay = nullptr; // read once it is open
    Match w(*m_place);
    w.window->loader().setOpener([&replay, options](const QString&, const model::OpenOptions&) {
        auto made = std::make_unique<FakeReplay>(options);
        replay = made.get();
        return model::Result<std::unique_ptr<model::ReplaySource>>(std::move(made));
    });
    app::ViewCamera& camera = w.area().camera();
    QSignalSpy missing(&camera, &app::ViewCamera::notFound);
    connect(&w.area(), &app::ViewArea::firstPicture, this,
            [&camera] { camera.require(QStringLiteral("follow:nobody")); });
    QSignalSpy first(&w.area(), &app::ViewArea::firstPicture);
    QVERIFY(w.show());
    w.window->openFile(m_place->file(QStringLiteral("slow.bin")));
    QTRY_COMPARE(first.count(), 1);
    QCOMPARE(missing.count(), 0);
    replay->publish(options.frames, true);
    QTRY_COMPARE(missing.count(), 1);
    QCOMPARE(missing[0][0].toString(), QStringLiteral("follow:nobody"));
}

void TestWindowCamera::eyesOfWhoIsFollowed()
{
    Match w(*m_place);
    QVERIFY(w.start());
    w.session().actors()->follow(ActorId(1));
    w.verb("camera.firstPerson")->trigger();
    const auto& state = w.session().playback()->state();
    const model::BonePose head = state.bonesOf(1)[0];
    QVERIFY(glm::length(w.pose().position - glm::dvec3(head.position)) < 1e-5);
    const glm::dvec3 ahead = glm::normalize(w.pose().target - w.pose().position);
    QVERIFY(glm::length(ahead - glm::dquat(head.orientation) * glm::dvec3(0.0, 0.0, 1.0)) < 1e-5);
    QVERIFY(w.area().viewport()->pick(QPointF(2, 2)) != ActorId(1));
    // Asked for again with somebody else selected, it is their eyes.
    w.session().actors()->select(ActorId(2));
    QCOMPARE(w.session().actors()->followed(), ActorId(1));
    w.verb("camera.firstPerson")->trigger();
    QCOMPARE(w.session().actors()->followed(), ActorId(2));
    QCOMPARE(w.area().camera().mode(), CameraMode::FirstPerson);
    QVERIFY(glm::length(w.pose().position - glm::dvec3(state.bonesOf(2)[0].position)) < 1e-5);
}

void TestWindowCamera::followThePlay()
{
    Match w(*m_place);
    QVERIFY(w.start());
    w.key(Qt::Key_Y);
    QTRY_COMPARE(w.session().actors()->followed(), ActorId(3));
    QCOMPARE(w.area().camera().mode(), CameraMode::Follow);
    QVERIFY(glm::length(w.pose().target - w.session().playback()->state().positions[3]) < 1.0);
    // Where there is nothing of the kind, it says so.
    FakeReplayOptions none;
    Match other(*m_place, none);
    QVERIFY(other.show() && other.open());
    other.verb("camera.followPlay")->trigger();
    QVERIFY(other.area().banner()->isVisible());
}

void TestWindowCamera::theDirectorHandsOverToAHand()
{
    Match w(*m_place);
    QVERIFY(w.start());
    w.key(Qt::Key_R);
    QTRY_COMPARE(w.area().camera().mode(), CameraMode::Director);
    QVERIFY(w.verb("camera.directed")->isChecked());
    render::Viewport* view = w.area().viewport();
    for (const double at : {0.1, 0.4, 0.7, 0.2}) { // any way through it, the disc is in the picture
        w.session().playhead().seek({.frame = static_cast<model::FrameNumber>(at * 1000.0), .fraction = 0.0});
        QTRY_COMPARE(w.session().playback()->state().at.frame, static_cast<model::FrameNumber>(at * 1000.0));
        const auto pixel =
            render::project(w.pose(), w.session().playback()->state().positions[3], view->size());
        QVERIFY(pixel && QRectF(QPointF(), QSizeF(view->size())).contains(*pixel));
    }
    const render::CameraPose before = w.pose();
    QSignalSpy modes(&w.area().camera(), &app::ViewCamera::modeChanged);
    QTest::mousePress(view, Qt::LeftButton, {}, QPoint(200, 150));
    QMouseEvent move(QEvent::MouseMove, QPointF(230, 150), view->mapToGlobal(QPointF(230, 150)), Qt::NoButton,
                     Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(view, &move);
    QTest::mouseRelease(view, Qt::LeftButton, {}, QPoint(230, 150));
    QCOMPARE(w.area().camera().mode(), CameraMode::Orbit);
    QVERIFY(modes.count() >= 1);
    QVERIFY(w.verb("camera.orbit")->isChecked());
    QVERIFY(glm::length(w.pose().target - before.target) < 1e-6); // goes on from where it was
}

void TestWindowCamera::aMatchOpensDirected()
{
    Match w(*m_place);
    QVERIFY(w.start(true));
    QTRY_COMPARE(w.area().camera().mode(), CameraMode::Director);
    // What somebody chose before the surroundings were there stays.
    Match other(*m_place);
    connect(&other.area(), &app::ViewArea::firstPicture, this,
            [&other] { other.area().camera().require(QStringLiteral("top-down")); });
    QVERIFY(other.start(true));
    QCOMPARE(other.area().camera().mode(), CameraMode::TopDown);
    Match third(*m_place);
    connect(&third.area(), &app::ViewArea::firstPicture, this,
            [&third] { third.area().camera().require(QStringLiteral("North goal")); });
    QVERIFY(third.start(true));
    QTRY_COMPARE(third.area().camera().sceneCamera(), 0);
}

void TestWindowCamera::keyPointsMakeAPath()
{
    Match w(*m_place);
    QVERIFY(w.start());
    w.verb("camera.path")->trigger(); // there is none yet
    QCOMPARE(w.area().camera().mode(), CameraMode::Orbit);
    QVERIFY(w.area().banner()->isVisible());
    QVERIFY(!w.verb("camera.path")->isChecked() && w.verb("camera.orbit")->isChecked());
    QVERIFY(!w.verb("camera.nextKeyPoint")->isEnabled());

    const auto goTo = [&w](model::FrameNumber frame) {
        w.session().playhead().seek({.frame = frame, .fraction = 0.0});
        return QTest::qWaitFor([&w, frame] { return w.session().playback()->state().at.frame == frame; });
    };
    const auto& path = w.session().notes()->sidecar().cameraPath;
    render::CameraPose from = w.pose();
    from.position = {10.0, 10.0, 0.0};
    from.target = {};
    QVERIFY(goTo(100));
    w.area().camera().setPose(from);
    w.key(Qt::Key_K, Qt::ControlModifier);
    QTRY_COMPARE(path.size(), 1U);
    render::CameraPose to = from;
    to.position = {50.0, 10.0, 0.0};
    QVERIFY(goTo(500));
    w.area().camera().setPose(to);
    w.key(Qt::Key_K, Qt::ControlModifier);
    w.key(Qt::Key_K, Qt::ControlModifier); // the same one once more
    QTRY_COMPARE(path.size(), 2U);

    w.verb("camera.path")->trigger();
    QCOMPARE(w.area().camera().mode(), CameraMode::Path);
    QVERIFY(w.verb("camera.path")->isChecked());
    QVERIFY(glm::distance(w.pose().position, to.position) < 1e-6);
    w.verb("camera.previousKeyPoint")->trigger();
    QTRY_COMPARE(w.session().playback()->state().at.frame, model::FrameNumber{100});
    QVERIFY(glm::distance(w.pose().position, from.position) < 1e-6);
    QVERIFY(goTo(300));
    QVERIFY(w.pose().position.x > 15.0 && w.pose().position.x < 45.0);
    const glm::dvec3 between = w.pose().position;
    QVERIFY(goTo(900) && goTo(300)); // backward it is the same
    QVERIFY(glm::distance(w.pose().position, between) < 1e-9);

    w.verb("camera.nextKeyPoint")->trigger();
    QTRY_COMPARE(w.session().playback()->state().at.frame, model::FrameNumber{500});
    w.verb("camera.removeKeyPoint")->trigger();
    QCOMPARE(path.size(), 1U);
    w.session().notes()->history().undo();
    QCOMPARE(path.size(), 2U);
    w.verb("camera.clearPath")->trigger();
    QCOMPARE(path.size(), 0U);
    QCOMPARE(w.area().camera().mode(), CameraMode::Orbit); // nothing left to fly along
    QVERIFY(!w.verb("camera.clearPath")->isEnabled());
    w.session().notes()->history().undo();
    QCOMPARE(path.size(), 2U);
}

void TestWindowCamera::theDroneFlies()
{
    Match w(*m_place);
    QVERIFY(w.start());
    auto* chooser = w.window->findChild<QComboBox*>(QStringLiteral("cameraChooser"));
    QVERIFY(chooser != nullptr);
    QVERIFY(chooser->findText(QStringLiteral("Drone")) > 0);
    QVERIFY(chooser->findText(QStringLiteral("Camera path")) > 0);
    w.verb("camera.drone")->trigger();
    QCOMPARE(w.area().camera().mode(), CameraMode::Drone);
    QVERIFY(w.verb("camera.drone")->isChecked());
    QCOMPARE(chooser->currentText(), QStringLiteral("Drone"));
}

/// Nothing moves while paused: bringing the tab to the front is all there is to tell the map that it is late.
void TestWindowCamera::theMinimapIsNewWhenItsTabComesToTheFront()
{
    Match w(*m_place);
    QVERIFY(w.start());
    QDockWidget* dock = w.window->dock(QStringLiteral("minimap"));
    QDockWidget* cast = w.window->dock(QStringLiteral("cast"));
    w.window->tabifyDockWidget(dock, cast);
    cast->raise();
    const auto* map = w.window->findChild<render::TopDownWidget*>(QStringLiteral("minimap"));
    QTRY_VERIFY(dock->visibleRegion().isEmpty());
    const auto shown = [map] { return map->content().state->at.frame; };
    const model::FrameNumber before = shown();
    const model::FrameNumber wanted = before + 40;
    w.session().playhead().seek({wanted, 0.0});
    QTRY_COMPARE(w.session().playback()->state().at.frame, wanted);
    QCOMPARE(shown(), before);
    dock->raise();
    QTRY_COMPARE(shown(), wanted);
}

void TestWindowCamera::theMinimapSelectsFollowsAndLooks()
{
    Match w(*m_place);
    QVERIFY(w.start());
    QDockWidget* dock = w.window->dock(QStringLiteral("minimap"));
    QVERIFY(dock != nullptr && dock->isVisible());
    QCOMPARE(dock->toggleViewAction()->text(), QStringLiteral("Minimap"));
    auto* map = w.window->findChild<render::TopDownWidget*>(QStringLiteral("minimap"));
    QVERIFY(map != nullptr && !map->accessibleName().isEmpty());
    (void)map->grab();
    const auto find = [map](ActorId id) {
        for (int y = 0; y < map->height(); ++y) {
            for (int x = 0; x < map->width(); ++x) {
                if (map->pick(QPointF(x, y)) == id)
                    return QPoint(x + 3, y + 3);
            }
        }
        return QPoint(-1, -1);
    };
    QTest::mouseClick(map, Qt::LeftButton, {}, find(ActorId(2)));
    QCOMPARE(w.session().actors()->selected(), ActorId(2));
    QCOMPARE(w.session().actors()->followed(), ActorId::None);
    // The ground: the view looks there, the selection stays.
    QPoint ground(-1, -1);
    for (int x = 8; x < map->width() && ground.x() < 0; ++x) {
        if (map->pick(QPointF(x, map->height() / 3)) == ActorId::None)
            ground = {x, map->height() / 3};
    }
    QSignalSpy places(map, &render::TopDownWidget::placeClicked);
    const render::CameraPose before = w.pose();
    QTest::mouseClick(map, Qt::LeftButton, {}, ground);
    QCOMPARE(places.count(), 1);
    const auto place = places[0][0].value<glm::dvec3>();
    QVERIFY(glm::length(w.pose().target - place) < 1e-6);
    QVERIFY(glm::length((w.pose().position - w.pose().target) - (before.position - before.target)) < 1e-6);
    QCOMPARE(w.session().actors()->selected(), ActorId(2));
    QTest::mouseDClick(map, Qt::LeftButton, {}, find(ActorId(1)));
    QCOMPARE(w.session().actors()->followed(), ActorId(1));
    QCOMPARE(w.area().camera().mode(), CameraMode::Follow);
    // A place leaves the follower behind.
    QTest::mouseClick(map, Qt::LeftButton, {}, ground);
    QCOMPARE(w.area().camera().mode(), CameraMode::Orbit);
}

} // namespace tst_window_camera

GHOSTLINE_TEST(tst_window_camera, TestWindowCamera, ghostline::test::GraphicsApplication)
#include "tst_window_camera.moc"
