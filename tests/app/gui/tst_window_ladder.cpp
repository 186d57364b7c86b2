// SPDX-License-Identifier: GPL-3.0-or-later
// A caster's first minutes with a ladder game in the real window: step by step both ways, to a fight, through
// a player's eyes, the build order as text, what everybody has.
#include "app/gui/match/census_model.h"
#include "app/gui/match/census_panel.h"
#include "app/gui/match/event_columns_model.h"
#include "app/gui/match/event_columns_panel.h"
#include "app/gui/observer/analysis_panel.h"
#include "app/gui/observer/observer_model.h"
#include "app/gui/observer/observer_panel.h"
#include "app/gui/panels/events_panel.h"
#include "app/gui/session/events_model.h"
#include "app/gui/view/view_camera.h"
#include "render/view/still.h"
#include "tests/app/gui/window_driver.h"
#include "tests/support/graphics_application.h"
#include "tests/support/same_state.h"
#include "tests/support/test_driver.h"

#include <QClipboard>
#include <QScrollBar>
#include <QTableView>

namespace tst_window_ladder {

using namespace ghostline;
using namespace ghostline::test;
using app::MainWindow;
using model::FrameNumber;

namespace {

constexpr FrameNumber LastLoop = 8064;

} // namespace

class TestWindowLadder : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void cleanupTestCase();
    void stepsBothWays();
    void aFightIsShown();
    void throughAPlayersEyes();
    void buildOrdersAreCopied();
    void buildOrdersFollowBackToTheStart();
    void everybodyIsCounted();
    void everybodyIsObserved();

private:
    app::ReplaySession& session() { return *m_window->session(); }
    /// The state that is shown belongs to this loop.
    bool shows(FrameNumber frame);
    const model::Event* first(const char* kind);

    std::unique_ptr<WindowPlace> m_place;
    std::unique_ptr<MainWindow> m_window;
};

void TestWindowLadder::initTestCase()
{
    if (!render::probeGl())
        QSKIP("no OpenGL here");
    m_place = std::make_unique<WindowPlace>();
    m_window =
        showMadeFile(*m_place, QStringLiteral(GHOSTLINE_MAKE_LADDER_GAME), QStringLiteral("game.SC2Replay"));
    QVERIFY(m_window != nullptr);
    QCOMPARE(session().index()->frames(), LastLoop + 1);
}

void TestWindowLadder::cleanupTestCase()
{
    m_window.reset();
    m_place.reset();
}

bool TestWindowLadder::shows(FrameNumber frame)
{
    return QTest::qWaitFor([this, frame] { return session().playback()->state().at.frame == frame; }, OpenMs);
}

const model::Event* TestWindowLadder::first(const char* kind)
{
    const model::EventTable& table = *session().index()->events;
    const auto found = std::find_if(table.events.begin(), table.events.end(), [&](const model::Event& event) {
        return table.kinds[static_cast<std::size_t>(event.kind)].id == QLatin1String(kind);
    });
    return found != table.events.end() ? &*found : nullptr;
}

void TestWindowLadder::stepsBothWays()
{
    constexpr FrameNumber From = 7000; // in the middle of the last fight
    constexpr FrameNumber Steps = 60;
    session().playback()->setSamplePolicy(model::SamplePolicy::Hold);
    model::Playhead& head = session().playhead();
    head.seek({From, 0.0});
    QVERIFY(shows(From));
    std::vector<model::WorldState> seen;
    seen.push_back(session().playback()->state());
    for (FrameNumber i = 1; i <= Steps; ++i) {
        head.step(1);
        QCOMPARE(head.at().frame, From + i);
        QVERIFY(shows(From + i));
        seen.push_back(session().playback()->state());
    }
    QVERIFY2(!sameState(seen.front(), seen.back()), "nothing happened in a fight");
    for (FrameNumber i = Steps - 1; i >= 0; --i) {
        head.step(-1);
        QVERIFY(shows(From + i));
        QVERIFY2(sameState(seen[static_cast<std::size_t>(i)], session().playback()->state()),
                 qPrintable(QString::number(From + i)));
    }
    // To the very ends, and no further.
    head.seek({LastLoop, 0.0});
    head.step(1);
    QCOMPARE(head.at().frame, LastLoop);
    head.seek({0, 0.0});
    head.step(-1);
    QCOMPARE(head.at().frame, 0);
}

void TestWindowLadder::aFightIsShown()
{
    session().playhead().seek({0, 0.0});
    auto* events = raised<app::EventsPanel>(*m_window, "events");
    QVERIFY(events != nullptr);
    QTRY_VERIFY(events->isVisible());
    events->showEventsBehind({.kind = QStringLiteral("fight")});
    auto* table = events->findChild<QTableView*>();
    QTRY_VERIFY(table->model()->rowCount() >= 3);
    const model::Event* fight = first("fight");
    QVERIFY(fight != nullptr && fight->placed && fight->radius > 0.0F);
    const QModelIndex row = table->model()->index(0, 1);
    table->scrollTo(row);
    QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, table->visualRect(row).center());
    QCOMPARE(session().playhead().at().frame, fight->frame);
    // The camera looks there: that is the point it turns around.
    const auto away = [&](const glm::dvec3& place) {
        return glm::distance(m_window->area().camera().pose().target, place);
    };
    QTRY_VERIFY2(away(fight->place) < 1.0,
                 qPrintable(QStringLiteral("camera %1, %2 m away")
                                .arg(static_cast<int>(m_window->area().camera().mode()))
                                .arg(away(fight->place))));
    const render::CameraPose there = m_window->area().camera().pose();

    // Another fight, another place.
    const QModelIndex last = table->model()->index(table->model()->rowCount() - 1, 1);
    table->scrollTo(last);
    QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, table->visualRect(last).center());
    QVERIFY(session().playhead().at().frame > fight->frame);
    QTRY_VERIFY(glm::distance(glm::dvec3(m_window->area().camera().pose().position),
                              glm::dvec3(there.position)) > 5.0);
}

void TestWindowLadder::throughAPlayersEyes()
{
    session().playhead().seek({2000, 0.0});
    QVERIFY(shows(2000));
    model::ActorId camera = model::ActorId::None;
    for (const model::ActorInfo& actor : session().info().cast) {
        if (actor.kind == model::ActorKind::Camera && camera == model::ActorId::None)
            camera = actor.id;
    }
    QVERIFY(camera != model::ActorId::None);
    session().actors()->select(camera);
    session().actors()->follow(camera);
    m_window->actions().get(QStringLiteral("camera.firstPerson"))->trigger();
    QCOMPARE(m_window->area().camera().mode(), render::CameraMode::FirstPerson);
    const auto away = [&] {
        const std::ptrdiff_t row = session().playback()->state().row(camera);
        return row < 0
                   ? 1e9
                   : glm::distance(glm::dvec3(m_window->area().camera().pose().position),
                                   session().playback()->state().positions[static_cast<std::size_t>(row)]);
    };
    QTRY_VERIFY2(away() < 1.0, qPrintable(QString::number(away())));
    const glm::dvec3 before(m_window->area().camera().pose().position);
    // Elsewhere the player looked elsewhere, and so do we.
    session().playhead().seek({5200, 0.0});
    QVERIFY(shows(5200));
    QTRY_VERIFY2(away() < 1.0, qPrintable(QString::number(away())));
    QVERIFY(glm::distance(before, glm::dvec3(m_window->area().camera().pose().position)) > 5.0);
    m_window->actions().get(QStringLiteral("camera.orbit"))->trigger();
    session().actors()->follow(model::ActorId::None);
    session().actors()->select(model::ActorId::None);
}

void TestWindowLadder::buildOrdersAreCopied()
{
    auto* panel = raised<app::EventColumnsPanel>(*m_window, "event_columns");
    QVERIFY(panel != nullptr);
    QTRY_VERIFY(panel->isVisible() && panel->model()->rowCount() > 20);
    QGuiApplication::clipboard()->clear();
    panel->copy(0);
    const QString ada = QGuiApplication::clipboard()->text();
    panel->copy(1);
    const QString ben = QGuiApplication::clipboard()->text();
    QVERIFY2(ada.contains(QStringLiteral("Supply Depot")) && ada.contains(QStringLiteral("Barracks")),
             qPrintable(ada));
    QVERIFY2(ben.contains(QStringLiteral("Spawning Pool")) && ben.contains(QStringLiteral("Hatchery")),
             qPrintable(ben));
    QVERIFY(!ada.contains(QStringLiteral("Spawning Pool")) && !ben.contains(QStringLiteral("Barracks")));
    // The order in which it was built, one line each.
    QVERIFY(ada.indexOf(QStringLiteral("Supply Depot")) < ada.indexOf(QStringLiteral("Barracks")));
    QVERIFY(ada.indexOf(QStringLiteral("Barracks")) < ada.indexOf(QStringLiteral("Factory")));
    QVERIFY(ada.count(QLatin1Char('\n')) > 20);
}

void TestWindowLadder::buildOrdersFollowBackToTheStart()
{
    auto* panel = raised<app::EventColumnsPanel>(*m_window, "event_columns");
    QVERIFY(panel != nullptr);
    QTRY_VERIFY(panel->isVisible() && panel->model()->rowCount() > 20);
    const auto* table = panel->findChild<QTableView*>();
    QVERIFY(table != nullptr && table->verticalScrollBar()->maximum() > 0);
    const auto* bar = table->verticalScrollBar();
    session().playhead().seek({LastLoop, 0.0});
    QTRY_COMPARE(bar->value(), bar->maximum());
    session().playhead().seek({0, 0.0}); // before the first thing that was built
    QTRY_COMPARE(bar->value(), bar->minimum());
}

void TestWindowLadder::everybodyIsCounted()
{
    auto* panel = raised<app::CensusPanel>(*m_window, "census");
    QVERIFY(panel != nullptr);
    QTRY_VERIFY(panel->isVisible());
    const auto count = [&](const QString& name, int team) {
        for (int row = 0; row < panel->model()->rowCount(); ++row) {
            if (panel->model()->index(row, 0).data().toString() == name)
                return panel->model()->countAt(row, team).finished;
        }
        return 0;
    };
    // Twelve workers each at the start, and nothing else that fights.
    session().playhead().seek({0, 0.0});
    QTRY_COMPARE(count(QStringLiteral("SCV"), 0), 12);
    QTRY_COMPARE(count(QStringLiteral("Drone"), 1), 12);
    QCOMPARE(count(QStringLiteral("Marine"), 0), 0);
    session().playhead().seek({6600, 0.0});
    QTRY_VERIFY(count(QStringLiteral("Marine"), 0) > 10);
    QVERIFY(count(QStringLiteral("SCV"), 0) > 30);
    QCOMPARE(count(QStringLiteral("Marine"), 1), 0);
}

/// The keys of Observer and Analysis are not silent in a format that has both.
void TestWindowLadder::everybodyIsObserved()
{
    QVERIFY(m_window->actions().get(QStringLiteral("analyse.observer"))->isEnabled());
    QVERIFY(m_window->actions().get(QStringLiteral("analyse.findings"))->isEnabled());
    QTest::keyClick(m_window.get(), Qt::Key_M);
    auto* observer = m_window->findChild<app::ObserverPanel*>();
    QTRY_VERIFY(observer->isVisible());
    session().playhead().seek({7000, 0.0});
    QVERIFY(shows(7000));
    for (const model::ObserverPage& page : session().info().observer) {
        observer->setPage(page.id);
        QCOMPARE(observer->page(), page.id);
        QTRY_VERIFY(observer->model()->rowCount() >= 2);
    }
    QTest::keyClick(m_window.get(), Qt::Key_M, Qt::ShiftModifier);
    auto* analysis = m_window->findChild<app::AnalysisPanel*>();
    QTRY_VERIFY(analysis->isVisible());
}

} // namespace tst_window_ladder

GHOSTLINE_TEST(tst_window_ladder, TestWindowLadder, ghostline::test::GraphicsApplication)
#include "tst_window_ladder.moc"
