// SPDX-License-Identifier: GPL-3.0-or-later
// Choosing who is looked at: in the view, by key, from a menu, by a marker.
#include "app/gui/timeline/timeline_panel.h"
#include "tests/app/gui/window_driver.h"

#include <QMenu>
#include <QTableView>

using namespace ghostline;
using namespace ghostline::test;

class TestWindowActors : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void init();
    void pickAndFollowInTheView();
    void tabGoesRoundTheCast();
    void opensOnThePrincipalActor();
    void theActorsMenuListensToKeys();
    void aMarkerSelectsItsRow();

private:
    std::unique_ptr<WindowPlace> m_place;
};

void TestWindowActors::initTestCase()
{
    if (!render::probeGl())
        QSKIP("no OpenGL here");
}

void TestWindowActors::init() { m_place = std::make_unique<WindowPlace>(); }

void TestWindowActors::pickAndFollowInTheView()
{
    OpenWindow w(*m_place);
    w.window->applySettings([] {
        app::Settings s;
        s.reducedMotion = true; // no easing: the camera is where it says it is
        return s;
    }());
    QVERIFY(w.show());
    QVERIFY(w.open());
    render::Viewport* view = w.window->area().viewport();
    w.key(Qt::Key_G);
    const auto& state = w.session().state();
    const auto pixel = render::project(view->camera().pose(), state.positions[1], view->size());
    QVERIFY(pixel.has_value());
    QTest::mouseClick(view, Qt::LeftButton, {}, pixel->toPoint());
    QTRY_COMPARE(w.session().selection(), state.ids[1]);
    QTest::mouseDClick(view, Qt::LeftButton, {}, pixel->toPoint());
    QTRY_COMPARE(w.session().followed(), state.ids[1]);
    QCOMPARE(w.window->area().cameraMode(), render::CameraMode::Follow);
    w.key(Qt::Key_Escape);
    QCOMPARE(w.session().followed(), model::ActorId::None);
    QCOMPARE(w.session().selection(), model::ActorId::None);
    QCOMPARE(w.window->area().cameraMode(), render::CameraMode::Orbit);
}

void TestWindowActors::tabGoesRoundTheCast()
{
    OpenWindow w(*m_place);
    QVERIFY(w.show());
    QVERIFY(w.open());
    w.key(Qt::Key_Escape); // the principal actor was selected on opening
    for (int i = 0; i < 4; ++i) {
        w.window->actions().get(QStringLiteral("selection.next"))->trigger();
        QCOMPARE(w.session().selection(), w.session().state().ids[static_cast<std::size_t>(i)]);
    }
    w.window->actions().get(QStringLiteral("selection.next"))->trigger();
    QCOMPARE(w.session().selection(), w.session().state().ids[0]);
}

void TestWindowActors::opensOnThePrincipalActor()
{
    OpenWindow w(*m_place);
    QVERIFY(w.show());
    QVERIFY(w.open());
    QVERIFY(w.session().info().cast[0].principal);
    QCOMPARE(w.session().followed(), w.session().info().cast[0].id);
    QCOMPARE(w.session().selection(), w.session().info().cast[0].id);
    QCOMPARE(w.window->area().cameraMode(), render::CameraMode::Follow);
    // The user's choice stands, however far one goes.
    w.key(Qt::Key_Escape);
    w.key(Qt::Key_End);
    QTRY_VERIFY(w.session().state().at.frame > 900);
    QCOMPARE(w.session().followed(), model::ActorId::None);
}

void TestWindowActors::theActorsMenuListensToKeys()
{
    OpenWindow w(*m_place);
    QVERIFY(w.show());
    QVERIFY(w.open());
    w.session().select(w.session().info().cast[0].id);
    const model::ActorId other = w.session().info().cast[2].id;
    Q_EMIT w.window->area().contextMenuRequested(other, w.window->mapToGlobal(QPoint(400, 200)));
    QTRY_VERIFY(qobject_cast<QMenu*>(QApplication::activePopupWidget()) != nullptr);
    auto* menu = static_cast<QMenu*>(QApplication::activePopupWidget());
    const QString distance = QStringLiteral("Plot distance to %1").arg(w.session().info().cast[0].name);
    const QList<QAction*> verbs = menu->actions();
    QVERIFY(std::any_of(verbs.begin(), verbs.end(),
                        [&](const QAction* action) { return action->text() == distance; }));
    // While the view's own window has the keyboard.
    QTest::keyClick(w.window->area().viewport(), Qt::Key_Escape);
    QTRY_VERIFY(QApplication::activePopupWidget() == nullptr);
    QCOMPARE(w.session().selection(), other); // the key was the menu's
}

void TestWindowActors::aMarkerSelectsItsRow()
{
    FakeReplayOptions options;
    options.events = 12;
    OpenWindow w(*m_place, options);
    QVERIFY(w.show());
    QVERIFY(w.open());
    auto* timeline = w.window->findChild<app::TimelinePanel*>();
    auto* table = w.window->dock(QStringLiteral("events"))->findChild<QTableView*>();
    QVERIFY(timeline != nullptr && table != nullptr);
    Q_EMIT timeline->eventActivated(7);
    QCOMPARE(table->currentIndex().row(), 7);
    QVERIFY(table->viewport()->rect().intersects(table->visualRect(table->currentIndex())));
}

GHOSTLINE_WINDOW_TEST_MAIN(TestWindowActors)
#include "tst_window_actors.moc"
