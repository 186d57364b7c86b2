// SPDX-License-Identifier: GPL-3.0-or-later
// A coach's first minutes with the bundled match: to a goal, at quarter speed, through a player's eyes, back
// to the throw, a bookmark with a note, and all of it there again after reopening.
#include "app/gui/match/match_panel.h"
#include "app/gui/match/scoreboard_strip.h"
#include "app/gui/panels/bookmarks_model.h"
#include "app/gui/panels/bookmarks_panel.h"
#include "app/gui/panels/events_panel.h"
#include "app/gui/shell/start_up.h"
#include "app/gui/view/view_camera.h"
#include "render/view/still.h"
#include "tests/app/gui/window_driver.h"
#include "tests/support/graphics_application.h"
#include "tests/support/test_driver.h"

#include <QDockWidget>
#include <QSignalSpy>
#include <QTableView>
#include <QToolButton>

namespace tst_window_match {

using namespace ghostline;
using namespace ghostline::test;
using app::MainWindow;

class TestWindowMatch : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void aCoachReviewsAGoal();
    void figuresLeadToEvents();

private:
    /// The sample, copied so that nothing is written beside the bundled one, open and indexed.
    bool openSample(MainWindow& window);
    static const model::Event* lastOf(const model::ReplayIndex& index, const char* kind,
                                      model::FrameNumber before);

    std::unique_ptr<WindowPlace> m_place;
    QString m_copy;
};

void TestWindowMatch::initTestCase()
{
    if (!render::probeGl())
        QSKIP("no OpenGL here");
    const auto registry = std::make_shared<model::CodecRegistry>();
    const QString sample = app::findSample(*registry);
    if (!sample.contains(QStringLiteral("match")))
        QSKIP("the sample match was not built");
    m_place = std::make_unique<WindowPlace>();
    m_copy = m_place->folder.filePath(QFileInfo(sample).fileName());
    QVERIFY(QFile::copy(sample, m_copy));
}

bool TestWindowMatch::openSample(MainWindow& window)
{
    window.resize(1280, 800);
    return bringUp(window) && openAndWait(window, m_copy);
}

const model::Event* TestWindowMatch::lastOf(const model::ReplayIndex& index, const char* kind,
                                            model::FrameNumber before)
{
    const model::Event* found = nullptr;
    for (const model::Event& event : index.events->events) {
        if (event.frame < before &&
            index.events->kinds[static_cast<std::size_t>(event.kind)].id == QLatin1String(kind))
            found = &event;
    }
    return found;
}

void TestWindowMatch::aCoachReviewsAGoal()
{
    app::WindowSetup setup;
    setup.registry = std::make_shared<model::CodecRegistry>();
    QString bookmark;
    model::FrameNumber thrown = 0;
    {
        MainWindow window(setup);
        QVERIFY(openSample(window));
        app::ReplaySession& session = *window.session();
        const auto index = session.index();

        // The score is there, and the roster.
        auto* strip = window.findChild<app::ScoreboardStrip*>();
        QVERIFY(strip != nullptr && strip->isVisible());
        QVERIFY2(strip->text().contains(QStringLiteral("0")), qPrintable(strip->text()));
        const QString before = strip->text();

        // To the next goal, by key, with only goals in the list.
        auto* events = window.findChild<app::EventsPanel*>();
        events->showEventsBehind({.kind = QStringLiteral("goal")});
        QTest::keyClick(&window, Qt::Key_N);
        const model::FrameNumber goal = session.playhead().at().frame;
        const model::Event* scored = lastOf(*index, "goal", goal + 1);
        QVERIFY(scored != nullptr && scored->frame == goal && !scored->actors.empty());
        QCOMPARE(session.actors()->selected(), scored->actors.front());
        QTRY_VERIFY(strip->text() != before);

        // Quarter speed.
        QTest::keyClick(&window, Qt::Key_BracketLeft);
        QTest::keyClick(&window, Qt::Key_BracketLeft);
        QCOMPARE(session.playhead().rate(), 0.25);

        // Through the eyes of the one nearest to the goal that was scored in: its keeper.
        const model::ActorInfo* scorer = index->info->actor(scored->actors.front());
        QVERIFY(scorer != nullptr);
        QTRY_COMPARE(session.playback()->state().at.frame, goal);
        const model::WorldState& state = session.playback()->state();
        model::ActorId keeper = model::ActorId::None;
        double nearest = 1e9;
        std::ptrdiff_t disc = -1;
        for (std::size_t row = 0; row < state.size(); ++row) {
            if (index->info->actor(state.ids[row])->focus)
                disc = static_cast<std::ptrdiff_t>(row);
        }
        QVERIFY(disc >= 0);
        for (std::size_t row = 0; row < state.size(); ++row) {
            const model::ActorInfo& actor = *index->info->actor(state.ids[row]);
            const double distance =
                glm::distance(state.positions[row], state.positions[static_cast<std::size_t>(disc)]);
            if (actor.kind == model::ActorKind::Player && actor.team != scorer->team && distance < nearest) {
                nearest = distance;
                keeper = actor.id;
            }
        }
        QVERIFY(keeper != model::ActorId::None);
        session.actors()->select(keeper);
        session.actors()->follow(keeper);
        window.actions().get(QStringLiteral("camera.firstPerson"))->trigger();
        QCOMPARE(window.area().camera().mode(), render::CameraMode::FirstPerson);
        const auto head = [&]() -> glm::dvec3 {
            const std::ptrdiff_t row = session.playback()->state().row(keeper);
            return row < 0
                       ? glm::dvec3(1e9)
                       : glm::dvec3(
                             session.playback()->state().bonesOf(static_cast<std::size_t>(row))[0].position);
        };
        QTRY_VERIFY2(
            glm::distance(window.area().camera().pose().position, head()) < 0.6,
            qPrintable(QString::number(glm::distance(window.area().camera().pose().position, head()))));

        // Backward to the throw that led to it.
        const model::Event* thrownEvent = lastOf(*index, "throw", goal);
        QVERIFY(thrownEvent != nullptr);
        thrown = thrownEvent->frame;
        session.playhead().setRate(4.0); // a test need not wait at quarter speed
        QTest::keyClick(&window, Qt::Key_J);
        QVERIFY(session.playhead().rate() < 0);
        QTRY_VERIFY_WITH_TIMEOUT(session.playhead().at().frame <= thrown, 20'000);
        QTest::keyClick(&window, Qt::Key_K);
        QVERIFY(!session.playhead().playing());

        // A bookmark with a note.
        session.playhead().seek({thrown, 0.0});
        QTest::keyClick(&window, Qt::Key_B);
        QCOMPARE(session.notes()->sidecar().bookmarks.size(), std::size_t{1});
        bookmark = session.notes()->sidecar().bookmarks.front().id;
        auto* panel = window.findChild<app::BookmarksPanel*>();
        auto* model = panel->findChild<app::BookmarksModel*>();
        QVERIFY(model->setData(model->index(0, app::BookmarksModel::NoteColumn),
                               QStringLiteral("keeper too far out")));
        window.close();
    }

    MainWindow again(setup);
    QVERIFY(openSample(again));
    const auto& marks = again.session()->notes()->sidecar().bookmarks;
    QCOMPARE(marks.size(), std::size_t{1});
    QCOMPARE(marks.front().id, bookmark);
    QCOMPARE(marks.front().note, QStringLiteral("keeper too far out"));
    again.session()->playhead().seek({0, 0.0});
    again.actions().get(QStringLiteral("review.nextBookmark"))->trigger();
    QCOMPARE(again.session()->playhead().at().frame, thrown);
    again.close();
}

void TestWindowMatch::figuresLeadToEvents()
{
    app::WindowSetup setup;
    setup.registry = std::make_shared<model::CodecRegistry>();
    MainWindow window(setup);
    QVERIFY(openSample(window));
    app::ReplaySession& session = *window.session();
    session.playhead().seek({session.index()->frames() - 1, 0.0});
    auto* panel = window.findChild<app::MatchPanel*>();
    QDockWidget* dock = window.dock(QStringLiteral("match"));
    dock->show();
    dock->raise();
    QTRY_VERIFY(panel->isVisible() && panel->historyKnown());
    panel->setSpan(model::StatSpan::Match);
    auto* roster = panel->findChild<QTableView*>(QStringLiteral("roster"));
    int people = 0;
    for (const model::ActorInfo& actor : session.info().cast)
        people += actor.kind == model::ActorKind::Player ? 1 : 0;
    QTRY_COMPARE(roster->model()->rowCount(), people + 2); // two teams, and who has left counts, too

    // The scoreboard's goals are the events' goals.
    int goals = 0;
    for (const model::Event& event : session.index()->events->events)
        goals +=
            session.index()->events->kinds[static_cast<std::size_t>(event.kind)].id == QLatin1String("goal")
                ? 1
                : 0;
    QVERIFY(goals > 0);
    int column = -1;
    for (int c = 1; c < roster->model()->columnCount(); ++c) {
        if (roster->model()->headerData(c, Qt::Horizontal, Qt::ToolTipRole).toString() ==
            QStringLiteral("Goals"))
            column = c;
    }
    QVERIFY(column > 0);
    int counted = 0;
    int scorerRow = -1;
    for (int row = 0; row < roster->model()->rowCount(); ++row) {
        const QModelIndex at = roster->model()->index(row, column);
        if (roster->model()->index(row, 0).data(Qt::DecorationRole).isValid())
            continue; // a team's total
        const int figure = at.data().toString().toInt();
        counted += figure;
        scorerRow = figure > 0 ? row : scorerRow;
    }
    QCOMPARE(counted, goals);

    const QModelIndex figure = roster->model()->index(scorerRow, column);
    roster->scrollTo(figure);
    QTest::mouseClick(roster->viewport(), Qt::LeftButton, {}, roster->visualRect(figure).center());
    auto* events = window.findChild<app::EventsPanel*>();
    QTRY_VERIFY(events->isVisible());
    const auto listed = [events] { return events->findChild<QTableView*>()->model()->rowCount(); };
    QCOMPARE(listed(), figure.data().toString().toInt());

    // A team's figure leads to that team's events, whoever did it; and there is a way back to all.
    for (int row = 0; row < roster->model()->rowCount(); ++row) {
        const QModelIndex total = roster->model()->index(row, column);
        if (!roster->model()->index(row, 0).data(Qt::DecorationRole).isValid())
            continue;
        dock->raise();
        roster->scrollTo(total);
        QTest::mouseClick(roster->viewport(), Qt::LeftButton, {}, roster->visualRect(total).center());
        QCOMPARE(listed(), total.data().toString().toInt());
        auto* scope = events->findChild<QWidget*>(QStringLiteral("eventScope"));
        QVERIFY(scope->isVisible());
        scope->findChild<QToolButton*>()->click();
        QVERIFY(scope->isHidden());
        QCOMPARE(events->filter().team, -1);
        QVERIFY(listed() > goals);
    }
    window.close();
}

} // namespace tst_window_match

GHOSTLINE_TEST(tst_window_match, TestWindowMatch, ghostline::test::GraphicsApplication)
#include "tst_window_match.moc"
