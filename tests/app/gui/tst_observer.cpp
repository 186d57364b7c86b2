// SPDX-License-Identifier: GPL-3.0-or-later
// What an observer sees of every player: pages, densities, what is made, curves; clicking, copying,
// remembering.
#include "app/gui/docks/pace.h"
#include "app/gui/match/census_table.h"
#include "app/gui/observer/observer_graph.h"
#include "app/gui/observer/observer_model.h"
#include "app/gui/observer/observer_panel.h"
#include "app/gui/plots/plot_canvas.h"
#include "tests/app/gui/docks_driver.h"
#include "tests/app/gui/told_replay.h"
#include "tests/support/fake_observer.h"

#include <QAbstractItemModelTester>
#include <QClipboard>
#include <QComboBox>
#include <QDockWidget>
#include <QGuiApplication>
#include <QHeaderView>
#include <QLabel>
#include <QMainWindow>
#include <QSignalSpy>
#include <QTableView>
#include <QToolButton>

using namespace ghostline;
using namespace ghostline::app;
using namespace ghostline::test;

namespace {

FakeReplayOptions observed(int actors = 14)
{
    FakeReplayOptions options;
    options.actors = actors;
    options.observer = true;
    options.census = true;
    options.bands = 5;
    return options;
}

struct Watched
{
    explicit Watched(const FakeReplayOptions& options = observed(), QSize size = {420, 640})
        : replay(options), shown(replay, size), panel(shown.panel),
          table(panel.findChild<QTableView*>(QStringLiteral("observer")))
    {
    }
    bool at(model::FrameNumber frame)
    {
        replay.session->playhead().seek({frame, 0.0});
        return QTest::qWaitFor([&] { return replay.session->state().at.frame == frame; });
    }
    void press(const QString& name) { QTest::mouseClick(named<QToolButton>(panel, name), Qt::LeftButton); }
    QString text(int row, int column) const { return table->model()->index(row, column).data().toString(); }
    int census() const { return panel.findChild<CensusTable*>()->isVisible() ? 1 : 0; }
    QString nothing() const
    {
        for (const QLabel* label : panel.findChildren<QLabel*>()) {
            if (label->isVisible() && label->margin() > 0 && !label->text().isEmpty())
                return label->text();
        }
        return {};
    }
    OpenReplay replay;
    Shown<ObserverPanel> shown;
    ObserverPanel& panel;
    QTableView* table;
};

const QString Compact = QStringLiteral("Compact: one line a player");
const QString Normal = QStringLiteral("Normal: all that is usually asked");
const QString Full = QStringLiteral("Full: every figure, and how it went over time");

} // namespace

class TestObserver : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void figuresFollowThePlayhead_data()
    {
        QTest::addColumn<QString>("page");
        QTest::addColumn<qint64>("frame");
        QTest::addColumn<QString>("first");
        QTest::addColumn<QString>("second");
        const auto row = [](const char* name, const char* page, qint64 frame, const char* first,
                            const char* second) {
            QTest::newRow(name) << QStringLiteral("Page %1").arg(QLatin1String(page)) << frame
                                << QString::fromUtf8(first) << QString::fromUtf8(second);
        };
        row("money at first", "Economy", 0, "1,000", "2,000");
        row("money later", "Economy", 700, "8,000", "9,000");
        row("power is missing", "Powers", 20, "Missing", "Missing");
        row("power charges, five seconds to go", "Powers", 100, "Charging 0:05", "Charging 0:05");
        row("power charges, two to go", "Powers", 560, "Charging 0:02", "Charging 0:02");
        row("power is ready", "Powers", 399, "Ready", "Ready");
    }

    void figuresFollowThePlayhead()
    {
        QFETCH(QString, page);
        QFETCH(qint64, frame);
        QFETCH(QString, first);
        QFETCH(QString, second);
        Watched w;
        w.press(page);
        QVERIFY(w.at(frame));
        QTRY_COMPARE(w.text(0, 1), first);
        QCOMPARE(w.text(1, 1), second);
        QCOMPARE(w.text(0, 0), QStringLiteral("Player 1"));
        QCOMPARE(w.table->model()->rowCount(), 2);
    }

    void whoHasMostHasTheWholeBar()
    {
        Watched w;
        QVERIFY(w.at(100));
        QTRY_COMPARE(w.text(1, 1), QStringLiteral("3,000"));
        QCOMPARE(w.table->model()->index(1, 1).data(ObserverModel::ShareRole).toDouble(), 1.0);
        QCOMPARE(w.table->model()->index(0, 1).data(ObserverModel::ShareRole).toDouble(), 2.0 / 3.0);
        QVERIFY(!w.table->model()->index(0, 2).data(ObserverModel::ShareRole).isValid());
    }

    void densities_data()
    {
        QTest::addColumn<QString>("page");
        QTest::addColumn<QString>("density");
        QTest::addColumn<int>("columns"); ///< besides the name
        QTest::addColumn<int>("census");
        QTest::addColumn<bool>("graph");
        const auto row = [](const char* page, const QString& density, int columns, int census, bool graph) {
            QTest::addRow("%s, %s", page, qPrintable(density))
                << QStringLiteral("Page %1").arg(QLatin1String(page)) << density << columns << census
                << graph;
        };
        row("Economy", Compact, 1, 0, false);
        row("Economy", Normal, 2, 0, false);
        row("Economy", Full, 3, 0, true);
        row("Production", Compact, 1, 0, false); // what is made goes into a column
        row("Production", Normal, 0, 0, false);
        row("Army", Compact, 0, 0, false);
        row("Army", Normal, 0, 1, false);
        row("Army", Full, 0, 1, false);
    }

    void densities()
    {
        QFETCH(QString, page);
        QFETCH(QString, density);
        QFETCH(int, columns);
        QFETCH(int, census);
        QFETCH(bool, graph);
        Watched w;
        w.press(page);
        w.press(density);
        QCOMPARE(w.table->model()->columnCount(), 1 + columns);
        QCOMPARE(w.census(), census);
        QCOMPARE(w.panel.graph()->isVisible(), graph);
    }

    void compactFitsANarrowDock()
    {
        Watched w(observed(), {320, 400});
        w.press(Compact);
        for (const QString& page :
             {QStringLiteral("Economy"), QStringLiteral("Powers"), QStringLiteral("Production")}) {
            w.press(QStringLiteral("Page %1").arg(page));
            QVERIFY(w.at(300));
            QTRY_COMPARE(w.table->model()->rowCount(), 2);
            QTRY_COMPARE(w.table->horizontalHeader()->length(), w.table->viewport()->width());
        }
    }

    void whatIsMadeStandsBelowItsPlayer()
    {
        Watched w;
        w.press(QStringLiteral("Page Production"));
        QVERIFY(w.at(500));
        // Actors 3 and 9 make something for the second team, 6 and 12 for the first; most advanced first.
        QTRY_COMPARE(w.table->model()->rowCount(), 6);
        QStringList lines;
        for (int row = 0; row < 6; ++row)
            lines << w.text(row, 0);
        QCOMPARE(lines, (QStringList{QStringLiteral("Player 1"), QStringLiteral("Cart  84 %"),
                                     QStringLiteral("Cart  42 %  \u00D72"), QStringLiteral("Player 2"),
                                     QStringLiteral("Tower of many steps  63 %"),
                                     QStringLiteral("Tower of many steps  21 %  \u00D73")}));
        click(w.table, w.table->model()->index(2, 0));
        QCOMPARE(w.replay.session->selection(), actorId(6));
        // They change places when one starts anew; the selection goes along.
        QVERIFY(w.at(520));
        QTRY_COMPARE(w.text(1, 0), QStringLiteral("Cart  62 %  \u00D72"));
        QVERIFY(w.table->selectionModel()->isRowSelected(1));
        QVERIFY(w.at(10));
        QTRY_VERIFY2(w.nothing().contains(QStringLiteral("makes anything")), qPrintable(w.nothing()));
    }

    void compactSaysWhatIsMadeInOneLine()
    {
        Watched w;
        w.press(QStringLiteral("Page Production"));
        w.press(Compact);
        QVERIFY(w.at(500));
        QTRY_COMPARE(w.text(0, 1), QStringLiteral("Cart 84 %, +1"));
        QCOMPARE(w.text(1, 1), QStringLiteral("Tower of many steps 63 %, +1"));
        QVERIFY(w.at(10));
        QTRY_COMPARE(w.text(0, 1), QStringLiteral("\u2013"));
    }

    void sortsByAFigureAndBack()
    {
        Watched w;
        QVERIFY(w.at(0));
        QTRY_COMPARE(w.text(0, 1), QStringLiteral("1,000"));
        const auto clickHeading = [&](int section) {
            QHeaderView* header = w.table->horizontalHeader();
            QTest::mouseClick(
                header->viewport(), Qt::LeftButton, {},
                {header->sectionViewportPosition(section) + header->sectionSize(section) / 2, 8});
        };
        clickHeading(1);
        QCOMPARE(w.text(0, 0), QStringLiteral("Player 2"));
        clickHeading(1);
        QCOMPARE(w.text(0, 0), QStringLiteral("Player 1"));
        clickHeading(0);
        clickHeading(0);
        QCOMPARE(w.text(0, 0), QStringLiteral("Player 2"));
        clickHeading(0);
        QCOMPARE(w.text(0, 0), QStringLiteral("Player 1"));
    }

    void modelKeepsItsPromises()
    {
        Watched w;
        const QAbstractItemModelTester tester(w.panel.model(),
                                              QAbstractItemModelTester::FailureReportingMode::QtTest);
        for (const char* page : {"Production", "Economy", "Army", "Powers", "Production"}) {
            w.press(QStringLiteral("Page %1").arg(QLatin1String(page)));
            for (const qint64 frame : {0, 60, 300, 520, 40, 999}) {
                QVERIFY(w.at(frame));
                w.panel.model()->update(w.replay.session->state());
            }
            w.panel.model()->sort(0, Qt::DescendingOrder);
        }
    }

    void clicksSelectAndFollow()
    {
        Watched w;
        QTRY_COMPARE(w.table->model()->rowCount(), 2);
        click(w.table, w.table->model()->index(1, 1));
        QCOMPARE(w.replay.session->selection(), actorId(1));
        w.replay.session->select(actorId(0));
        QVERIFY(w.table->selectionModel()->isRowSelected(0));
        QTest::keyClick(w.table, Qt::Key_Down);
        QTest::keyClick(w.table, Qt::Key_Return);
        QCOMPARE(w.replay.session->selection(), actorId(1));
        const QPoint second = w.table->visualRect(w.table->model()->index(1, 0)).center();
        QTest::mouseClick(w.table->viewport(), Qt::LeftButton, {}, second);
        QTest::mouseDClick(w.table->viewport(), Qt::LeftButton, {}, second);
        QCOMPARE(w.replay.session->followed(), actorId(1));
        const QSignalSpy menu(&w.panel, &ObserverPanel::contextMenuRequested);
        Q_EMIT w.table->customContextMenuRequested(second);
        QCOMPARE(menu.size(), 1);
        QCOMPARE(menu.front().front().value<model::ActorId>(), actorId(1));
    }

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
        QTRY_VERIFY(std::abs(canvas->cursorTime() - 25.0) < 0.5);
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

    void emptyPagesSayWhy()
    {
        Watched w;
        w.press(QStringLiteral("Page Score"));
        QTRY_VERIFY2(w.nothing().contains(QStringLiteral("a fuller one shows more")),
                     qPrintable(w.nothing()));
        w.press(Full);
        QTRY_VERIFY(w.nothing().isEmpty());
        QTRY_COMPARE(w.table->model()->columnCount(), 2);
        FakeReplayOptions plain;
        Watched none(plain);
        QVERIFY2(none.nothing().contains(QStringLiteral("does not say")), qPrintable(none.nothing()));
        none.panel.setSession(nullptr);
        QVERIFY2(none.nothing().contains(QStringLiteral("Open a recording")), qPrintable(none.nothing()));
    }

    void copies()
    {
        Watched w;
        QVERIFY(w.at(100));
        QTRY_COMPARE(w.text(0, 1), QStringLiteral("2,000"));
        w.press(QStringLiteral("Copy the table as text"));
        const QString all = QStringLiteral("Player\tMoney\tGear\nPlayer 1\t2,000\t4\nPlayer 2\t3,000\t4");
        QCOMPARE(QGuiApplication::clipboard()->text(), all);
        QGuiApplication::clipboard()->clear();
        w.table->clearSelection();
        QTest::keyClick(w.table, Qt::Key_C, Qt::ControlModifier);
        QCOMPARE(QGuiApplication::clipboard()->text(), all);
        click(w.table, w.table->model()->index(1, 0));
        QTest::keyClick(w.table, Qt::Key_C, Qt::ControlModifier);
        QCOMPARE(QGuiApplication::clipboard()->text(),
                 QStringLiteral("Player\tMoney\tGear\nPlayer 2\t3,000\t4"));
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

    void onlyWhatChangedIsMadeAnew()
    {
        Watched w;
        QVERIFY(w.at(100));
        QTRY_COMPARE(w.text(0, 1), QStringLiteral("2,000"));
        ObserverModel* figures = w.panel.model();
        QStringList told;
        connect(figures, &QAbstractItemModel::dataChanged, &w.panel,
                [&](const QModelIndex& first, const QModelIndex& last, const QList<int>& roles) {
                    if (roles.isEmpty())
                        told << QStringLiteral("%1,%2 to %3,%4")
                                    .arg(first.row())
                                    .arg(first.column())
                                    .arg(last.row())
                                    .arg(last.column());
                });
        figures->update(w.replay.session->state());
        QVERIFY2(told.isEmpty(), qPrintable(told.join(u' ')));
        const QString gear = w.text(0, 2);
        const QString before = w.text(0, 1);
        model::WorldState later = w.replay.session->state();
        const auto money = static_cast<std::size_t>(figures->figureAt(1)->property);
        const auto row = static_cast<std::size_t>(later.row(actorId(0)));
        later.propertiesOf(row)[money] = model::PropertyValue::integer(2500);
        figures->update(later);
        QCOMPARE(told, QStringList{QStringLiteral("0,1 to 0,1")});
        QCOMPARE(w.text(0, 1), QStringLiteral("2,500"));
        QCOMPARE(w.text(0, 2).constData(), gear.constData()); // the same memory
        QVERIFY(before != w.text(0, 1));
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
        QTRY_COMPARE(replay.session->state().at.frame, model::FrameNumber{300});
        // What is in sight has been shown anew twice meanwhile, at the panel's pace.
        int beats = 0;
        Pace beside(seen, 100, [&] { ++beats; });
        for (int beat = 1; beat <= 3; ++beat) { // the first one at once
            beside.changed();
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

QTEST_MAIN(TestObserver)
#include "tst_observer.moc"
