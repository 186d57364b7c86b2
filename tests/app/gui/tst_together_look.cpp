// SPDX-License-Identifier: GPL-3.0-or-later
// What is looked at alike: in words and back, that following is not taken for the user's doing, that a hand
// on the camera breaks away with it and with nothing else, and that what was the user's own comes back.
#include "app/gui/ghosts/ghost_set.h"
#include "app/gui/shell/layouts.h"
#include "app/gui/shell/together_look.h"
#include "app/gui/view/replay_views.h"
#include "app/gui/view/view_camera.h"
#include "app/gui/view/view_ghosts.h"
#include "tests/app/gui/fake_participant.h"
#include "tests/app/gui/told_replay.h"
#include "tests/app/gui/window_driver.h"
#include "tests/support/graphics_application.h"
#include "tests/support/test_driver.h"

#include <QSignalSpy>

#include <functional>
#include <optional>

namespace tst_together_look {

using namespace ghostline;
using namespace ghostline::test;
using app::TogetherLook;
using model::ActorId;
using render::CameraMode;
using together::SharedLook;

namespace {

FakeReplayOptions match()
{
    FakeReplayOptions o;
    o.players = true;
    o.marks.sight = model::ActorPropertyId{0};
    return o;
}

render::CameraPose somewhere(double x)
{
    render::CameraPose pose;
    pose.position = {x, 30.0, 40.0};
    pose.target = {x, 0.0, 0.0};
    return pose;
}

/// As it is said and read again.
QString pose(double x) { return app::poseWord(somewhere(x)); }

SharedLook lookAt(const QString& camera, const QStringList& layers = {QStringLiteral("trails")})
{
    return {.perspective = {}, .selection = {}, .camera = camera, .layers = layers};
}

} // namespace

class TestTogetherLook : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void init() { m_place = std::make_unique<WindowPlace>(); }
    void cleanup()
    {
        m_look.reset();
        m_playback.reset();
        m_window.reset();
        m_participant.reset();
        m_place.reset();
    }
    void camerasInWords_data();
    void camerasInWords();
    void ghostsAreNotShared_data();
    void ghostsAreNotShared();
    void mapsByTheirGround();
    void whatElseIsSeen();
    void nonsenseIsPassedOver();
    void aHandBreaksAway();
    void verbsBreakAway_data();
    void verbsBreakAway();
    void whoDrivesTells();
    void whoFollowsTellsNothing();
    void whatWasOwnComesBack();
    void eyesChosenMeanwhileAreOwn();
    void recalledLayersAreOwn_data();
    void recalledLayersAreOwn();
    void joinedBeforeTheFirstPicture();
    void whoComesOnlyLater();

private:
    bool show(const QString& noGl = {});
    void watch();
    app::ViewArea& area() { return m_window->area(); }
    app::ActorSelection& actors() { return *m_window->session()->actors(); }
    void drag()
    {
        render::Viewport* view = area().viewport();
        const QPoint from(view->width() / 2, view->height() / 2);
        QTest::mousePress(view, Qt::LeftButton, {}, from);
        QTest::mouseMove(view, from + QPoint(40, 10));
        QTest::mouseMove(view, from + QPoint(80, 20));
        QTest::mouseRelease(view, Qt::LeftButton, {}, from + QPoint(80, 20));
    }
    /// Ana drives and looks there.
    void state(const SharedLook& look)
    {
        together::SharedState state;
        state.revision = ++m_revision;
        state.duration = m_window->session()->playhead().timeAxis().duration();
        state.perspective = look.perspective;
        state.selection = look.selection;
        state.camera = look.camera;
        state.layers = look.layers;
        Q_EMIT m_participant->stateCame(state);
    }

    std::unique_ptr<WindowPlace> m_place;
    std::unique_ptr<FakeParticipant> m_participant;
    std::unique_ptr<app::MainWindow> m_window;
    std::unique_ptr<together::SharedPlayback> m_playback;
    std::unique_ptr<TogetherLook> m_look;
    std::int64_t m_revision = 0;
};

bool TestTogetherLook::show(const QString& noGl)
{
    app::WindowSetup setup;
    setup.registry = std::make_shared<model::CodecRegistry>();
    setup.noGl = noGl;
    m_window = std::make_unique<app::MainWindow>(std::move(setup));
    m_window->loader().setOpener([](const QString&, const model::OpenOptions&) {
        return model::Result<std::unique_ptr<model::ReplaySource>>(std::make_unique<FakeReplay>(match()));
    });
    m_window->resize(1280, 800);
    app::Settings still;
    still.reducedMotion = true;
    m_window->applySettings(still);
    m_participant = std::make_unique<FakeParticipant>();
    m_look = std::make_unique<TogetherLook>(&area());
    const QSignalSpy scene(&m_window->loader(), &app::ReplayLoader::sceneLoaded);
    const QSignalSpy noScene(&m_window->loader(), &app::ReplayLoader::sceneFailed);
    if (!bringUp(*m_window) || !openAndWait(*m_window, m_place->file(QStringLiteral("replay.bin"))))
        return false;
    m_look->setSession(m_window->session());
    // What the view does by itself is over once the surroundings are there.
    if (!QTest::qWaitFor([&] { return scene.count() + noScene.count() > 0; }))
        return false;
    actors().select(ActorId::None);
    actors().follow(ActorId::None);
    QCoreApplication::processEvents();
    return true;
}

void TestTogetherLook::watch()
{
    m_playback =
        std::make_unique<together::SharedPlayback>(m_participant.get(), &m_window->session()->playhead());
    m_look->setPlayback(m_playback.get());
}

void TestTogetherLook::camerasInWords_data()
{
    QTest::addColumn<QString>("word");
    QTest::addColumn<CameraMode>("mode");
    QTest::newRow("a pose") << pose(12.5) << CameraMode::Orbit;
    render::CameraPose above;
    above.position = {5.0, 60.0, 7.0};
    above.target = {5.0, 0.0, 7.0};
    above.up = {0.0, 0.0, -1.0};
    above.orthographic = true;
    above.orthographicHeight = 80.0;
    QTest::newRow("from above") << app::poseWord(above) << CameraMode::TopDown;
    QTest::newRow("keeps to somebody") << QStringLiteral("follow:2;turn:30,20,15") << CameraMode::Follow;
    QTest::newRow("above somebody") << QStringLiteral("top-down:1") << CameraMode::TopDown;
    QTest::newRow("by itself") << QStringLiteral("directed") << CameraMode::Director;
}

void TestTogetherLook::camerasInWords()
{
    QFETCH(QString, word);
    QFETCH(CameraMode, mode);
    QVERIFY(show());
    watch();
    m_look->apply(lookAt(word));
    QVERIFY(area().camera().mode() == mode);
    QCOMPARE(m_look->look().camera, word);
    m_look->apply(lookAt(pose(-3.0)));
    QCOMPARE(m_look->look().camera, pose(-3.0));
    QVERIFY(actors().followed() == ActorId::None); // who was kept to has let go
    QVERIFY(!m_look->isLookingAround());           // it was nobody's hand
}

void TestTogetherLook::ghostsAreNotShared_data()
{
    QTest::addColumn<ActorId>("runner");
    QTest::newRow("nobody else is kept to") << ActorId::None;
    QTest::newRow("somebody was kept to before") << ActorId{1};
}

/// The others have no such ghost, but can look where the camera is.
void TestTogetherLook::ghostsAreNotShared()
{
    QFETCH(ActorId, runner);
    QVERIFY(show());
    auto* ghosts = m_window->findChild<app::GhostSet*>();
    QVERIFY(ghosts != nullptr);
    ghosts->setOpener([](const QString&, const model::OpenOptions&) {
        return model::Result<std::unique_ptr<model::ReplaySource>>(std::make_unique<FakeReplay>(match()));
    });
    actors().follow(runner);
    QVERIFY(ghosts->add(m_place->file(QStringLiteral("ghost.bin"))));
    QVERIFY(area().ghosts().follow(ghosts->ghosts().front().id));
    QVERIFY(area().camera().mode() == CameraMode::Follow);
    QCOMPARE(actors().followed(), runner);
    const QString word = m_look->look().camera;
    QVERIFY2(app::poseFromWord(word), qPrintable(word));
    QCOMPARE(word, app::poseWord(area().camera().pose()));
}

/// Without 3D the middle of the map is where the others look, and theirs is in the middle of the map.
void TestTogetherLook::mapsByTheirGround()
{
    QVERIFY(show(QStringLiteral("no driver")));
    m_look->apply(lookAt(pose(12.0)));
    const auto ground = app::placeFromWord(m_look->look().camera);
    QVERIFY(ground && glm::distance(ground->place, glm::dvec3(12.0, 0.0, 0.0)) < 0.5);
    QVERIFY(ground->radius > 1.0);
    watch();
    QTest::keyClick(area().flatMap(), Qt::Key_Plus);
    QVERIFY(m_look->isLookingAround());
    const auto nearer = app::placeFromWord(m_look->look().camera);
    QVERIFY(nearer && nearer->radius < ground->radius);
    m_look->followAgain();
    m_look->apply(lookAt(QStringLiteral("follow:2")));
    QCOMPARE(m_look->look().camera, QStringLiteral("top-down:2"));
}

void TestTogetherLook::whatElseIsSeen()
{
    QVERIFY(show());
    const SharedLook look{.perspective = QStringLiteral("1"),
                          .selection = {ActorId{3}, ActorId{2}},
                          .camera = pose(1.0),
                          .layers = {QStringLiteral("zones"), QStringLiteral("velocity"),
                                     QStringLiteral("of a newer version")}};
    m_look->apply(look);
    QCOMPARE(actors().perspective(), ActorId{1});
    QCOMPARE(actors().selected(), ActorId{2}); // the last one
    QVERIFY(area().options().velocityArrows && area().options().zones);
    QVERIFY(!area().options().trails && !area().options().drawings);
    QVERIFY(area().options().grid); // is nobody's business
    const SharedLook here = m_look->look();
    QCOMPARE(here.perspective, look.perspective);
    QVERIFY(here.selection == std::vector<ActorId>{ActorId{2}});
    QCOMPARE(QSet<QString>(here.layers.begin(), here.layers.end()),
             (QSet<QString>{QStringLiteral("zones"), QStringLiteral("velocity")}));

    // What did not change there stays as the user has it here.
    actors().select(ActorId{0});
    SharedLook next = look;
    next.camera = pose(2.0);
    m_look->apply(next);
    QCOMPARE(actors().selected(), ActorId{0});
    next.selection.clear();
    next.perspective.clear();
    m_look->apply(next);
    QCOMPARE(actors().selected(), ActorId::None);
    QCOMPARE(actors().perspective(), ActorId::None);
}

void TestTogetherLook::nonsenseIsPassedOver()
{
    QVERIFY(show());
    m_look->apply(lookAt(pose(1.0)));
    SharedLook look = lookAt(QStringLiteral("view:1")); // a view of one's own
    look.perspective = QStringLiteral("77");
    look.selection = {ActorId{99}};
    m_look->apply(look);
    look.perspective = QStringLiteral("somebody");
    m_look->apply(look);
    m_look->apply({}); // nothing was said of a look yet
    QCOMPARE(m_look->look().camera, pose(1.0));
    QCOMPARE(actors().perspective(), ActorId::None);
    QCOMPARE(actors().selected(), ActorId::None);
    QVERIFY(area().options().trails);
}

void TestTogetherLook::aHandBreaksAway()
{
    QVERIFY(show());
    watch();
    const QSignalSpy around(m_look.get(), &TogetherLook::lookingAroundChanged);
    state(lookAt(pose(5.0)));
    QTRY_COMPARE(m_look->look().camera, pose(5.0));
    QVERIFY(!m_look->isLookingAround());
    drag();
    QVERIFY(m_look->isLookingAround());
    QCOMPARE(around.count(), 1);
    QVERIFY(m_playback->follows()); // the play is followed nevertheless
    const QString own = m_look->look().camera;
    SharedLook look = lookAt(pose(6.0));
    look.selection = {ActorId{2}};
    state(look);
    QTRY_COMPARE(actors().selected(), ActorId{2}); // and so is whom all talk about
    QCOMPARE(m_look->look().camera, own);
    m_look->followAgain();
    QVERIFY(!m_look->isLookingAround());
    QCOMPARE(around.count(), 2);
    QTRY_COMPARE(m_look->look().camera, pose(6.0));
}

void TestTogetherLook::verbsBreakAway_data()
{
    QTest::addColumn<QString>("verb");
    QTest::newRow("all in view") << QStringLiteral("camera.fitAll");
    QTest::newRow("another mode") << QStringLiteral("camera.topDown");
    QTest::newRow("keep to somebody") << QStringLiteral("camera.followActor");
    QTest::newRow("the next mode") << QStringLiteral("camera.cycle");
}

void TestTogetherLook::verbsBreakAway()
{
    QFETCH(QString, verb);
    QVERIFY(show());
    watch();
    state(lookAt(pose(5.0)));
    QTRY_COMPARE(m_look->look().camera, pose(5.0));
    QVERIFY(!m_look->isLookingAround());
    m_window->actions().get(verb)->trigger();
    QVERIFY(m_look->isLookingAround());
}

void TestTogetherLook::whoDrivesTells()
{
    QVERIFY(show());
    m_participant->letDrive(Ben);
    watch();
    area().camera().showPose(somewhere(3.0));
    QTRY_VERIFY(!m_participant->states.empty() && m_participant->states.back().camera == pose(3.0));
    drag();
    QVERIFY(!m_look->isLookingAround()); // from whom?
    QTRY_VERIFY(m_participant->states.back().camera == m_look->look().camera);
    QVERIFY(m_participant->states.back().camera != pose(3.0));
    actors().select(ActorId{1});
    QTRY_VERIFY(m_participant->states.back().selection == std::vector<ActorId>{ActorId{1}});
    // Somebody else has it, and is followed from then on.
    m_participant->letDrive(Ana);
    state(lookAt(pose(4.0)));
    QTRY_COMPARE(m_look->look().camera, pose(4.0));
}

/// What is looked at is put into words for nobody until there is somebody to tell; then it is the newest.
void TestTogetherLook::whoFollowsTellsNothing()
{
    QVERIFY(show());
    watch();
    const auto* telling = m_look->findChild<QTimer*>();
    QVERIFY(telling != nullptr);
    state(lookAt(pose(5.0)));
    QTRY_COMPARE(m_look->look().camera, pose(5.0));
    drag();
    actors().select(ActorId{1});
    QVERIFY(!telling->isActive());
    QVERIFY(m_participant->states.empty());
    m_participant->letDrive(Ben);
    QVERIFY(!m_participant->states.empty());
    for (const together::SharedState& told : m_participant->states) { // the first one, too
        QCOMPARE(told.camera, m_look->look().camera);
        QVERIFY(told.selection == std::vector<ActorId>{ActorId{1}});
    }
    actors().select(ActorId{2});
    QVERIFY(telling->isActive());
}

/// Of layers and perspective, and meanwhile nothing of it is kept.
void TestTogetherLook::whatWasOwnComesBack()
{
    QVERIFY(show());
    actors().setPerspective(ActorId{0});
    const render::ViewOptions own = area().options();
    QVERIFY(own.trails && !own.velocityArrows && own.grid && own.labels);
    watch();
    SharedLook look = lookAt(pose(1.0), {QStringLiteral("velocity"), QStringLiteral("labels")});
    look.perspective = QStringLiteral("1");
    state(look);
    QTRY_COMPARE(actors().perspective(), ActorId{1});
    QVERIFY(!area().options().trails && area().options().velocityArrows);
    QVERIFY(area().ownOptions() == own);
    m_window->actions().get(QStringLiteral("view.grid"))->trigger(); // the user's own doing
    m_window->actions().get(QStringLiteral("view.labels"))->trigger();
    m_look->setPlayback(nullptr);
    render::ViewOptions expected = own;
    expected.grid = expected.labels = false;
    QVERIFY(area().options() == expected);
    QVERIFY(area().ownOptions() == expected);
    QCOMPARE(actors().perspective(), ActorId{0});
}

void TestTogetherLook::eyesChosenMeanwhileAreOwn()
{
    QVERIFY(show());
    actors().setPerspective(ActorId{0});
    watch();
    SharedLook look = lookAt(pose(1.0));
    look.perspective = QStringLiteral("1");
    state(look);
    QTRY_COMPARE(actors().perspective(), ActorId{1});
    actors().setPerspective(ActorId{2});
    look.perspective = QStringLiteral("3");
    state(look);
    QTRY_COMPARE(actors().perspective(), ActorId{3});
    m_look->setPlayback(nullptr);
    QCOMPARE(actors().perspective(), ActorId{2});
}

void TestTogetherLook::recalledLayersAreOwn_data()
{
    using Act = std::function<void(app::MainWindow&)>;
    QTest::addColumn<Act>("keep");
    QTest::addColumn<Act>("recall");
    const auto verb = [](const QString& name) {
        return Act([name](app::MainWindow& window) { window.actions().get(name)->trigger(); });
    };
    QTest::newRow("a saved view") << verb(QStringLiteral("camera.saveView4"))
                                  << verb(QStringLiteral("camera.view4"));
    QTest::newRow("a layout") << Act([](app::MainWindow& window) {
        window.layouts().save(QStringLiteral("mine"));
    }) << Act([](app::MainWindow& window) { QVERIFY(window.layouts().restore(QStringLiteral("mine"))); });
}

/// All of them, though the others look at the same ones just now.
void TestTogetherLook::recalledLayersAreOwn()
{
    using Act = std::function<void(app::MainWindow&)>;
    QFETCH(Act, keep);
    QFETCH(Act, recall);
    QVERIFY(show());
    const auto change = [this](bool labels, bool trails) {
        area().changeOptions([labels, trails](render::ViewOptions& options) {
            options.labels = labels;
            options.trails = trails;
        });
    };
    change(false, true);
    const render::ViewOptions kept = area().options();
    keep(*m_window);
    change(true, false);
    watch();
    state(lookAt(pose(1.0), {QStringLiteral("trails")}));
    QTRY_VERIFY(!area().options().labels && area().options().trails);
    QVERIFY(area().ownOptions().labels && !area().ownOptions().trails);
    recall(*m_window);
    QVERIFY(area().ownOptions() == kept);
    m_look->setPlayback(nullptr);
    QVERIFY(area().options() == kept);
}

/// Whoever joins opens the recording, which is first seen as the window sees fit; that is no hand.
void TestTogetherLook::joinedBeforeTheFirstPicture()
{
    QVERIFY(show());
    m_window->closeReplay();
    m_look->setSession(nullptr);
    bool watched = false;
    connect(m_window.get(), &app::MainWindow::sessionChanged, m_look.get(), [&](app::ReplaySession* session) {
        m_look->setSession(session);
        if (session == nullptr)
            return;
        watch();
        state(lookAt(pose(9.0)));
        watched = true;
    });
    QVERIFY(openAndWait(*m_window, m_place->file(QStringLiteral("again.bin"))));
    QVERIFY(watched);
    QTRY_COMPARE(m_look->look().camera, pose(9.0));
    QVERIFY(!m_look->isLookingAround());
}

/// Somebody who is kept to there is known here only when more of the recording is: that is no hand either.
void TestTogetherLook::whoComesOnlyLater()
{
    QVERIFY(show());
    m_window->closeReplay();
    m_look->setSession(nullptr);
    ToldReplay* source = nullptr;
    m_window->loader().setOpener([&source](const QString&, const model::OpenOptions&) {
        auto told = std::make_unique<ToldReplay>(std::make_shared<const model::EventTable>(), match());
        told->revise([](model::ReplayIndex& index) { index.complete = false; });
        source = told.get();
        return model::Result<std::unique_ptr<model::ReplaySource>>(std::move(told));
    });
    QVERIFY(openAndWait(*m_window, m_place->file(QStringLiteral("later.bin")), false));
    m_look->setSession(m_window->session());
    watch();
    state(lookAt(pose(5.0)));
    QTRY_COMPARE(m_look->look().camera, pose(5.0));
    const ActorId later{static_cast<std::uint32_t>(m_window->session()->info().cast.size())};
    SharedLook look = lookAt(QStringLiteral("follow:%1;turn:30,20,15").arg(model::index(later)));
    look.selection = {later};
    state(look);
    QCoreApplication::processEvents();
    QCOMPARE(m_look->look().camera, pose(5.0));
    source->revise([later](model::ReplayIndex& index) {
        auto info = std::make_shared<model::ReplayInfo>(*index.info);
        info->cast.push_back(info->cast.back());
        info->cast.back().id = later;
        index.info = std::move(info);
    });
    QTRY_COMPARE(m_look->look().camera, look.camera);
    QVERIFY(!m_look->isLookingAround());
    QCOMPARE(actors().selected(), later);
    // Whoever drives looks elsewhere, and is followed there.
    state(lookAt(pose(6.0)));
    QTRY_COMPARE(m_look->look().camera, pose(6.0));
}

} // namespace tst_together_look

GHOSTLINE_TEST(tst_together_look, TestTogetherLook, ghostline::test::GraphicsApplication)
#include "tst_together_look.moc"
