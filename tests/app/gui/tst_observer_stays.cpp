// SPDX-License-Identifier: GPL-3.0-or-later
// What an observer chose stays: figure, page, density; out of sight the panel does nothing.
#include "app/gui/observer/observer_graph.h"
#include "app/gui/observer/observer_model.h"
#include "app/gui/observer/observer_panel.h"
#include "app/gui/plots/plot_canvas.h"
#include "app/gui/widgets/refresh_throttle.h"
#include "tests/app/gui/docks_driver.h"
#include "tests/app/gui/told_replay.h"
#include "tests/app/gui/watched_observer.h"
#include "tests/support/test_driver.h"

#include <QApplication>
#include <QComboBox>
#include <QDockWidget>
#include <QMainWindow>
#include <QSignalSpy>
#include <QToolButton>

namespace tst_observer_stays {

using namespace ghostline;
using namespace ghostline::app;
using namespace ghostline::test;

class TestObserverStays : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void graphShowsEveryPlayerAndSeeks()
    {
        Watched w;
        w.press(Full);
        QTRY_VERIFY(w.panel.graph()->known());
        PlotCanvas* canvas = w.panel.graph()->canvas();
        QCOMPARE(canvas->curveCount(), 2);
        QVERIFY(canvas->pointCount(0) > 100);
        // The second of five fights begins at frame 200, ten seconds in, and lasts two.
        QCOMPARE(canvas->bandsAt(11.0).size(), 1);
        QVERIFY(canvas->bandsAt(15.0).isEmpty());
        const QPoint middle(static_cast<int>(canvas->pixelOf(25.0)), canvas->height() / 2);
        QTest::mouseClick(canvas->findChild<QWidget*>(), Qt::LeftButton, {}, middle);
        QVERIFY(std::abs(model::seconds(w.replay.session->playhead().time()) - 25.0) < 0.5);
        QTRY_VERIFY(std::abs(canvas->cursorTime().value() - 25.0) < 0.5);
        // Another page with the same figures has not to be read again; one without has no graph.
        w.press(QStringLiteral("Page Powers"));
        QVERIFY(!w.panel.graph()->isVisible());
        w.press(QStringLiteral("Page Economy"));
        QVERIFY(w.panel.graph()->known());
        QCOMPARE(canvas->curveCount(), 2);
    }

    void figureChosenForAPageStays()
    {
        Watched w;
        w.press(Full);
        auto* which = named<QComboBox>(w.panel, QStringLiteral("Figure drawn over time"));
        const auto figure = [&] { return which->currentText(); };
        QCOMPARE(figure(), QStringLiteral("Money in hand"));
        which->setFocus();
        QTest::keyClick(which, Qt::Key_Down);
        QCOMPARE(figure(), QStringLiteral("Gear"));
        w.press(Normal);
        w.press(Full);
        QCOMPARE(figure(), QStringLiteral("Gear"));
        w.press(QStringLiteral("Page Powers"));
        w.press(QStringLiteral("Page Economy"));
        QCOMPARE(figure(), QStringLiteral("Gear"));
        OpenReplay other(observed(12));
        w.panel.setSession(other.session.get());
        QCOMPARE(figure(), QStringLiteral("Gear"));
        FakeReplayOptions plain;
        OpenReplay none(plain);
        w.panel.setSession(none.session.get());
        QCOMPARE(which->count(), 0);
        w.panel.setSession(other.session.get());
        QCOMPARE(figure(), QStringLiteral("Gear"));
        w.panel.setSession(nullptr);
    }

    void figuresOfferedStayThroughRevisions()
    {
        Watched w;
        const auto source = std::make_shared<ToldReplay>(std::make_shared<model::EventTable>(), observed());
        ReplaySession session(source, w.replay.folder.filePath(QStringLiteral("told.replay")),
                              std::size_t{64} << 20);
        w.panel.setSession(&session);
        w.press(Full);
        auto* which = named<QComboBox>(w.panel, QStringLiteral("Figure drawn over time"));
        QCOMPARE(which->count(), 2);
        const auto revise = [&](bool renamed) { // the table is another one, but has the same page
            source->revise([&](model::ReplayIndex& next) {
                auto info = std::make_shared<model::ReplayInfo>(*next.info);
                if (renamed)
                    info->actorProperties[1].name = QStringLiteral("Speed");
                next.info = info;
            });
            return QTest::qWaitFor([&] { return session.index()->revision == source->index()->revision; });
        };
        const QSignalSpy emptied(which->model(), &QAbstractItemModel::rowsRemoved);
        QVERIFY(revise(false));
        QCOMPARE(emptied.size(), 0); // the list may be open under the pointer
        QVERIFY(revise(true));
        QVERIFY(!emptied.isEmpty());
        QCOMPARE(which->itemText(1), QStringLiteral("Speed"));
        QTRY_VERIFY(w.panel.graph()->known());
        QCOMPARE(w.panel.graph()->canvas()->curveCount(), 2);
        w.panel.setSession(w.replay.session.get()); // of another replay, nothing stays
        QCOMPARE(which->itemText(1), QStringLiteral("Gear"));
        QCOMPARE(w.panel.graph()->canvas()->curveCount(), 0);
    }

    void densityIsTold()
    {
        Watched w;
        const QSignalSpy told(&w.panel, &ObserverPanel::densityChanged);
        w.press(Compact);
        w.press(Compact);
        QCOMPARE(told.size(), 1);
        QCOMPARE(told.front().front().value<model::Density>(), model::Density::Compact);
        w.panel.setDensity(model::Density::Full);
        QCOMPARE(told.size(), 2);
        QVERIFY(named<QToolButton>(w.panel, Full)->isChecked());
    }

    void plotsAFigureOfEveryPlayer()
    {
        Watched w;
        const QSignalSpy plots(&w.panel, &ObserverPanel::plotsRequested);
        w.press(QStringLiteral("Plot this page's figure for every player"));
        QCOMPARE(plots.size(), 1);
        const auto requests = plots.front().front().value<std::vector<model::MetricRequest>>();
        QCOMPARE(requests.size(), std::size_t{2});
        QCOMPARE(requests[1].metric.name, QStringLiteral("Money in hand"));
        QCOMPARE(requests[1].actor, actorId(1));
        w.press(QStringLiteral("Page Powers"));
        QVERIFY(!named<QToolButton>(w.panel, QStringLiteral("Plot this page's figure for every player"))
                     ->isEnabled());
    }

    void remembersPageAndDensity()
    {
        QByteArray state;
        {
            Watched w;
            w.press(QStringLiteral("Page Powers"));
            w.press(Full);
            state = w.panel.saveState();
        }
        Watched w;
        QVERIFY(w.panel.restoreState(state));
        QCOMPARE(w.panel.page(), QStringLiteral("powers"));
        QCOMPARE(w.panel.density(), model::Density::Full);
        QVERIFY(named<QToolButton>(w.panel, Full)->isChecked());
        QVERIFY(!w.panel.restoreState("nonsense"));
        QVERIFY(!w.panel.restoreState({}));
        QCOMPARE(w.panel.page(), QStringLiteral("powers"));
        // A page this replay has not: its first, until one comes that has it.
        w.panel.setPage(QStringLiteral("weather"));
        QCOMPARE(w.panel.page(), QStringLiteral("economy"));
    }

    void behindAnotherTabItDoesNothing()
    {
        OpenReplay replay(observed());
        QWidget host;
        host.resize(600, 500);
        auto* window = new QMainWindow(&host);
        window->setWindowFlags(Qt::Widget); // part of the host, see Shown
        window->setGeometry(host.rect());
        auto* panel = new ObserverPanel;
        auto* front = new QDockWidget(window);
        auto* behind = new QDockWidget(window);
        auto* seen = new QWidget;
        front->setWidget(seen);
        behind->setWidget(panel);
        window->addDockWidget(Qt::RightDockWidgetArea, front);
        window->tabifyDockWidget(front, behind);
        host.show();
        behind->raise();
        panel->setSession(replay.session.get());
        QTRY_COMPARE(panel->model()->rowCount(), 2);
        front->raise();
        QTRY_VERIFY(panel->visibleRegion().isEmpty());
        const QString before = panel->model()->index(0, 1).data().toString();
        const auto shown = [&] { return panel->model()->index(0, 1).data().toString(); };
        replay.session->playhead().seek({300, 0.0});
        QTRY_COMPARE(replay.session->playback()->state().at.frame, model::FrameNumber{300});
        // What is in sight has been shown anew twice meanwhile, as often as the panel may be.
        int beats = 0;
        RefreshThrottle beside(seen, 100, [&] { ++beats; });
        for (int beat = 1; beat <= 3; ++beat) { // the first one at once
            beside.schedule();
            QTRY_COMPARE(beats, beat);
        }
        QCOMPARE(shown(), before);
        panel->setDensity(model::Density::Full);
        QCoreApplication::processEvents();
        QVERIFY(!panel->graph()->reading());
        behind->raise();
        QTRY_COMPARE(shown(), QStringLiteral("4,000"));
        QTRY_VERIFY(panel->graph()->known());
        panel->setSession(nullptr);
    }

    void unseenItDoesNothing()
    {
        Watched w;
        QTRY_COMPARE(w.table->model()->rowCount(), 2);
        w.panel.hide();
        const QSignalSpy changed(w.panel.model(), &QAbstractItemModel::dataChanged);
        QVERIFY(w.at(300));
        QCoreApplication::processEvents();
        QCOMPARE(changed.size(), 0);
        w.panel.show();
        QCOMPARE(w.text(0, 1), QStringLiteral("4,000"));
    }
};

} // namespace tst_observer_stays

GHOSTLINE_TEST(tst_observer_stays, TestObserverStays, QApplication)
#include "tst_observer_stays.moc"
