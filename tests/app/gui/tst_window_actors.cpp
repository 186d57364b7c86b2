// SPDX-License-Identifier: GPL-3.0-or-later
// Choosing who is looked at: in the view, by key, from a menu, by a marker.
#include "app/gui/panels/cast_panel.h"
#include "app/gui/players/player_picker.h"
#include "app/gui/players/players_dialog.h"
#include "app/gui/timeline/timeline_panel.h"
#include "app/gui/view/view_camera.h"
#include "render/view/still.h"
#include "tests/app/gui/docks_driver.h"
#include "tests/app/gui/window_driver.h"
#include "tests/support/graphics_application.h"
#include "tests/support/test_driver.h"

#include <QMenu>
#include <QTableView>
#include <QTreeView>

namespace tst_window_actors {

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
    void eyesAreThoseOfPeople();
    void aMarkerSelectsItsRow();
    void twoOfTheCastAreCompared();

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
    const auto& state = w.session().playback()->state();
    const auto pixel = render::project(view->camera().pose(), state.positions[1], view->size());
    QVERIFY(pixel.has_value());
    QTest::mouseClick(view, Qt::LeftButton, {}, pixel->toPoint());
    QTRY_COMPARE(w.session().actors()->selected(), state.ids[1]);
    QTest::mouseDClick(view, Qt::LeftButton, {}, pixel->toPoint());
    QTRY_COMPARE(w.session().actors()->followed(), state.ids[1]);
    QCOMPARE(w.window->area().camera().mode(), render::CameraMode::Follow);
    w.key(Qt::Key_Escape);
    QCOMPARE(w.session().actors()->followed(), model::ActorId::None);
    QCOMPARE(w.session().actors()->selected(), model::ActorId::None);
    QCOMPARE(w.window->area().camera().mode(), render::CameraMode::Orbit);
}

void TestWindowActors::tabGoesRoundTheCast()
{
    OpenWindow w(*m_place);
    QVERIFY(w.show());
    QVERIFY(w.open());
    w.key(Qt::Key_Escape); // the principal actor was selected on opening
    for (int i = 0; i < 4; ++i) {
        w.window->actions().get(QStringLiteral("selection.next"))->trigger();
        QCOMPARE(w.session().actors()->selected(),
                 w.session().playback()->state().ids[static_cast<std::size_t>(i)]);
    }
    w.window->actions().get(QStringLiteral("selection.next"))->trigger();
    QCOMPARE(w.session().actors()->selected(), w.session().playback()->state().ids[0]);
}

void TestWindowActors::opensOnThePrincipalActor()
{
    OpenWindow w(*m_place);
    QVERIFY(w.show());
    QVERIFY(w.open());
    QVERIFY(w.session().info().cast[0].principal);
    QCOMPARE(w.session().actors()->followed(), w.session().info().cast[0].id);
    QCOMPARE(w.session().actors()->selected(), w.session().info().cast[0].id);
    QCOMPARE(w.window->area().camera().mode(), render::CameraMode::Follow);
    // The user's choice stands, however far one goes.
    w.key(Qt::Key_Escape);
    w.key(Qt::Key_End);
    QTRY_VERIFY(w.session().playback()->state().at.frame > 900);
    QCOMPARE(w.session().actors()->followed(), model::ActorId::None);
}

void TestWindowActors::theActorsMenuListensToKeys()
{
    OpenWindow w(*m_place);
    QVERIFY(w.show());
    QVERIFY(w.open());
    w.session().actors()->select(w.session().info().cast[0].id);
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
    QCOMPARE(w.session().actors()->selected(), other); // the key was the menu's
}

/// Of those who look at something, in the view's menu and in the Cast's; a disc has no eyes.
void TestWindowActors::eyesAreThoseOfPeople()
{
    FakeReplayOptions options;
    options.players = options.focus = true;
    OpenWindow w(*m_place, options);
    QVERIFY(w.show());
    QVERIFY(w.open());
    auto* cast = raised<app::CastPanel>(*w.window, "cast");
    auto* tree = cast->findChild<QTreeView*>();
    const auto eyesIn = [](const QMenu* menu) -> QAction* {
        for (QAction* action : menu->actions()) {
            if (action->text() == QLatin1String("See with its eyes"))
                return action;
        }
        return nullptr;
    };
    const auto popped = [] { return qobject_cast<QMenu*>(QApplication::activePopupWidget()); };
    for (const model::ActorInfo& actor : {w.session().info().cast.front(), w.session().info().cast.back()}) {
        const bool looks = actor.kind != model::ActorKind::Disc;
        Q_EMIT w.window->area().contextMenuRequested(actor.id, w.window->mapToGlobal(QPoint(400, 200)));
        QTRY_VERIFY(popped() != nullptr);
        QCOMPARE(eyesIn(popped()) != nullptr, looks);
        popped()->close();
        w.session().actors()->select(actor.id);
        Q_EMIT tree->customContextMenuRequested(QPoint(10, 10));
        QTRY_VERIFY(popped() != nullptr);
        QCOMPARE(eyesIn(popped()) != nullptr, looks);
        if (QAction* eyes = eyesIn(popped())) {
            eyes->trigger();
            QCOMPARE(w.session().actors()->followed(), actor.id);
            QCOMPARE(w.window->area().camera().mode(), render::CameraMode::FirstPerson);
        }
        popped()->close();
    }
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

void TestWindowActors::twoOfTheCastAreCompared()
{
    FakeReplayOptions options;
    options.players = true;
    OpenWindow w(*m_place, options);
    QVERIFY(w.show());
    QVERIFY(w.open());
    auto* tree = raised<app::CastPanel>(*w.window, "cast")->findChild<QTreeView*>();
    auto* dialog = w.window->findChild<app::PlayersDialog*>();
    QVERIFY(dialog != nullptr);
    const auto& cast = w.session().info().cast;
    tree->selectionModel()->clearSelection();
    for (const std::size_t i : {std::size_t{1}, std::size_t{2}})
        tree->selectionModel()->select(find(*tree, cast[i].name),
                                       QItemSelectionModel::Select | QItemSelectionModel::Rows);
    Q_EMIT tree->customContextMenuRequested(QPoint(10, 10));
    const auto popped = [] { return qobject_cast<QMenu*>(QApplication::activePopupWidget()); };
    QTRY_VERIFY(popped() != nullptr);
    const QList<QAction*> actions = popped()->actions();
    const auto compare = std::ranges::find(actions, QStringLiteral("Compare these two…"), &QAction::text);
    QVERIFY(compare != actions.end());
    (*compare)->trigger();
    if (popped() != nullptr) // a window that comes up closes menus, but not everywhere
        popped()->close();
    QVERIFY(dialog->isVisible());
    const auto* table = dialog->findChild<QTableView*>();
    QTRY_VERIFY(table->model()->rowCount() > 0);
    QSet<model::ActorId> both{dialog->picker(0)->choice().actor, dialog->picker(1)->choice().actor};
    QCOMPARE(both, (QSet<model::ActorId>{cast[1].id, cast[2].id}));
    // The verb brings it up again, with the same two.
    dialog->close();
    QVERIFY(bringUp(*w.window)); // shortcuts are those of the active window
    w.key(Qt::Key_C, Qt::ShiftModifier);
    QTRY_VERIFY(dialog->isVisible());
    both = {dialog->picker(0)->choice().actor, dialog->picker(1)->choice().actor};
    QCOMPARE(both, (QSet<model::ActorId>{cast[1].id, cast[2].id}));
}

} // namespace tst_window_actors

GHOSTLINE_TEST(tst_window_actors, TestWindowActors, ghostline::test::GraphicsApplication)
#include "tst_window_actors.moc"
