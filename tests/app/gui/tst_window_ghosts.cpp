// SPDX-License-Identifier: GPL-3.0-or-later
// A race in the real window: ghosts come, are laid on the runner in each way, lead to places, and come again
// with the next start.
#include "app/gui/ghosts/copies_dialog.h"
#include "app/gui/ghosts/delta_panel.h"
#include "app/gui/ghosts/delta_plot.h"
#include "app/gui/ghosts/ghost_desk.h"
#include "app/gui/ghosts/ghost_folder_dialog.h"
#include "app/gui/ghosts/ghost_list_model.h"
#include "app/gui/ghosts/ghosts_panel.h"
#include "app/gui/ghosts/splits_model.h"
#include "app/gui/plots/plot_canvas.h"
#include "app/gui/shell/command_line.h"
#include "app/gui/widgets/banner.h"
#include "render/view/still.h"
#include "tests/app/gui/race_driver.h"
#include "tests/support/graphics_application.h"
#include "tests/support/test_driver.h"

#include <QAbstractItemView>
#include <QDockWidget>
#include <QDropEvent>
#include <QMimeData>
#include <QPushButton>
#include <QTabBar>
#include <QTableView>
#include <QToolButton>

namespace tst_window_ghosts {

using namespace ghostline;
using namespace ghostline::test;
using app::Ghost;
using app::GhostStatus;
using app::MainWindow;
using model::Alignment;

class TestWindowGhosts : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();
    void aRace();
    void theDeltaPlotOpensInFront();
    void anotherWorldIsAskedAbout();
    void aCopyIsTold();
    void fromAFolder();
    void copiesInAFolder();
    void dropped();
    void fromTheCommandLine();
    void commandLineRefuses_data();
    void commandLineRefuses();

private:
    QString path(const MadeRun& run) const { return pathOf(*m_place, run); }
    bool open(QStringList ghosts = {})
    {
        m_window = showRace(*m_place, std::move(ghosts));
        return m_window != nullptr;
    }
    app::GhostSet& ghosts() { return *m_window->findChild<app::GhostSet*>(); }
    app::GhostsPanel& panel() { return *m_window->findChild<app::GhostsPanel*>(); }
    model::FrameTime now() { return m_window->session()->playhead().at(); }
    bool ready(int count) { return raceReady(ghosts(), count); }
    QString splitAt(int row, int column)
    {
        return panel().splits()->model()->index(row, column).data().toString();
    }

    std::unique_ptr<WindowPlace> m_place;
    std::unique_ptr<MainWindow> m_window;
};

void TestWindowGhosts::initTestCase()
{
    if (!render::probeGl())
        QSKIP("no OpenGL here");
}

void TestWindowGhosts::init()
{
    m_place = std::make_unique<WindowPlace>();
    for (const MadeRun& run : {Slow, Fast, Other})
        QVERIFY(record(path(run), run));
}

void TestWindowGhosts::cleanup()
{
    m_window.reset();
    m_place.reset();
}

void TestWindowGhosts::aRace()
{
    QVERIFY(open());
    QVERIFY(raised<app::GhostsPanel>(*m_window, "ghosts") != nullptr);
    panel().addRuns({path(Fast), path(Slow)}, false);
    QVERIFY(ready(2));
    QCOMPARE(panel().list()->model()->rowCount(), 2);
    // The splits of the one chosen, the first as long as nobody chose.
    QTRY_COMPARE(panel().splits()->model()->rowCount(), 4);
    QCOMPARE(splitAt(0, app::SplitsModel::PlaceColumn), QStringLiteral("p"));
    QCOMPARE(splitAt(0, app::SplitsModel::TotalDeltaColumn), QStringLiteral("+0.800")); // 80 ticks for 64

    // Each alignment is switched by its button, and told by the menu.
    for (const auto& [alignment, verb] : {std::pair(Alignment::Tick, "compare.alignTick"),
                                          std::pair(Alignment::Checkpoint, "compare.alignCheckpoint"),
                                          std::pair(Alignment::Progress, "compare.alignProgress"),
                                          std::pair(Alignment::Start, "compare.alignStart")}) {
        QTest::mouseClick(panel().alignmentButton(alignment), Qt::LeftButton);
        QCOMPARE(ghosts().alignment(), alignment);
        QVERIFY(m_window->actions().get(QLatin1String(verb))->isChecked());
    }
    m_window->actions().get(QStringLiteral("compare.alignProgress"))->trigger();
    QVERIFY(panel().alignmentButton(Alignment::Progress)->isChecked());

    // At half the way the faster one is a fifth of the time ahead.
    m_window->session()->playhead().seek({StartTick + 120, 0.0});
    const QModelIndex gap = panel().list()->model()->index(0, app::GhostListModel::DeltaColumn);
    QTRY_COMPARE(gap.data().toString(), QStringLiteral("+1.200"));

    // A click on a split goes to the checkpoint.
    const QModelIndex split = panel().splits()->model()->index(1, 0);
    panel().splits()->scrollTo(split);
    QTest::mouseClick(panel().splits()->viewport(), Qt::LeftButton, {},
                      panel().splits()->visualRect(split).center());
    QCOMPARE(now().frame, StartTick + 160);

    // A click on the delta plot takes everybody there.
    m_window->actions().get(QStringLiteral("compare.delta"))->trigger();
    auto* delta = m_window->findChild<app::DeltaPanel*>();
    QTRY_VERIFY(delta->isVisible() && delta->plot()->chart().over == app::DeltaOver::Progress &&
                delta->plot()->chart().fields.size() == 1 &&
                delta->plot()->chart().fields[0].lines.size() == 2);
    const QPoint at(static_cast<int>(delta->plot()->pixelOf(15.0)), delta->plot()->height() / 2);
    QTest::mouseClick(delta->plot()->canvas()->surface(), Qt::LeftButton, {}, at);
    QVERIFY2(std::abs(now().frame - (StartTick + 60)) <= 1, qPrintable(QString::number(now().frame)));
    const auto figure = [this] { return ghosts().figure(ghosts().ghosts()[0].id); };
    QTRY_VERIFY(figure().has_value() && std::abs(figure()->position.x - 15.0) < 0.5);

    // One is hidden, one goes.
    panel().list()->model()->setData(panel().list()->model()->index(1, 0), Qt::Unchecked, Qt::CheckStateRole);
    QVERIFY(!ghosts().ghosts()[1].visible);
    panel().list()->selectRow(1);
    QTest::keyClick(panel().list(), Qt::Key_Delete);
    QCOMPARE(ghosts().ghosts().size(), 1U);
    m_window->closeReplay();
    QVERIFY(ghosts().ghosts().empty());
}

/// Whatever was beside it, and however often it was put behind that again.
void TestWindowGhosts::theDeltaPlotOpensInFront()
{
    QVERIFY(open());
    panel().addRuns({path(Fast)}, false);
    QVERIFY(ready(1));
    QDockWidget* plots = m_window->dock(QStringLiteral("plots"));
    plots->show();
    plots->raise();
    const QDockWidget* delta = m_window->dock(QStringLiteral("delta"));
    for (int times = 0; times < 3; ++times) {
        QTRY_VERIFY(!plots->visibleRegion().isEmpty());
        m_window->actions().get(QStringLiteral("compare.delta"))->trigger();
        QTRY_VERIFY(!delta->visibleRegion().isEmpty());
        QVERIFY(plots->visibleRegion().isEmpty());
        for (QTabBar* bar : m_window->findChildren<QTabBar*>()) { // as with the mouse
            for (int tab = 0; tab < bar->count(); ++tab) {
                if (bar->tabText(tab) == plots->windowTitle())
                    bar->setCurrentIndex(tab);
            }
        }
    }
}

void TestWindowGhosts::anotherWorldIsAskedAbout()
{
    QVERIFY(open());
    raised<app::GhostsPanel>(*m_window, "ghosts");
    panel().addRuns({path(Other)}, false);
    QTRY_VERIFY_WITH_TIMEOUT(panel().worldNotice()->isVisible(), OpenMs);
    QCOMPARE(ghosts().ghosts()[0].status, GhostStatus::Failed);
    Q_EMIT panel().worldNotice()->activated();
    QVERIFY(ready(1));
    QTRY_VERIFY(!panel().worldNotice()->isVisible());
    QVERIFY(ghosts().ghosts()[0].otherWorld);
}

void TestWindowGhosts::aCopyIsTold()
{
    QVERIFY(open());
    raised<app::GhostsPanel>(*m_window, "ghosts");
    const QString copy = m_place->folder.filePath(QStringLiteral("copy.hcrp"));
    QVERIFY(QFile::copy(path(Slow), copy));
    panel().addRuns({path(Fast)}, false);
    QVERIFY(ready(1));
    QVERIFY(!panel().copyNotice()->isVisible());
    panel().addRuns({copy}, false);
    QTRY_VERIFY_WITH_TIMEOUT(panel().copyNotice()->isVisible(), OpenMs);
    QVERIFY2(panel().copyNotice()->text().contains(QStringLiteral("copy")),
             qPrintable(panel().copyNotice()->text()));
    m_window->session()->playhead().seek({200, 0.0});
    Q_EMIT panel().copyNotice()->activated();
    QVERIFY(now().frame < 20);

    // Of many it is said how many there are; which and where stands in the tip.
    const QString again = m_place->folder.filePath(QStringLiteral("again.hcrp"));
    QVERIFY(QFile::copy(path(Slow), again));
    panel().addRuns({again}, false);
    QTRY_VERIFY_WITH_TIMEOUT(panel().copyNotice()->text().startsWith(QLatin1String("2 ghosts")), OpenMs);
    for (const char* name : {"copy", "again"})
        QVERIFY(panel().copyNotice()->toolTip().contains(QLatin1String(name)));
}

void TestWindowGhosts::fromAFolder()
{
    QVERIFY(open());
    m_window->findChild<app::GhostDesk*>()->listFolder(m_place->folder.path());
    auto* dialog = m_window->findChild<app::GhostFolderDialog*>();
    QVERIFY(dialog != nullptr);
    QTRY_VERIFY_WITH_TIMEOUT(!dialog->reading(), OpenMs);
    // The open recording is no ghost of its own; the quickest of this world comes first.
    const QAbstractItemModel& rows = *dialog->table()->model();
    QCOMPARE(rows.rowCount(), 2);
    QCOMPARE(rows.index(0, app::GhostFolderDialog::NameColumn).data().toString(), QLatin1String(Fast.name));
    QCOMPARE(rows.index(0, app::GhostFolderDialog::TimeColumn).data().toString(), QStringLiteral("9.600"));
    QCOMPARE(rows.index(0, app::GhostFolderDialog::OutcomeColumn).data().toString(),
             QStringLiteral("finished"));
    QCOMPARE(rows.index(1, app::GhostFolderDialog::OutcomeColumn).data().toString(),
             QStringLiteral("another world"));
    QVERIFY(!dialog->addButton()->isEnabled());
    dialog->table()->selectAll();
    QCOMPARE(dialog->addButton()->text(), QStringLiteral("Compare anyway"));
    dialog->addButton()->click();
    // Agreed to already: nobody is asked again.
    QVERIFY(ready(2));
    QVERIFY(!panel().worldNotice()->isVisible());
}

void TestWindowGhosts::copiesInAFolder()
{
    QVERIFY(open());
    const QString copy = m_place->folder.filePath(QStringLiteral("copy.hcrp"));
    QVERIFY(QFile::copy(path(Fast), copy));
    m_window->findChild<app::GhostDesk*>()->listCopies(m_place->folder.path());
    auto* dialog = m_window->findChild<app::CopiesDialog*>();
    QVERIFY(dialog != nullptr);
    QTRY_VERIFY_WITH_TIMEOUT(!dialog->reading(), OpenMs);
    const QAbstractItemModel& rows = *dialog->table()->model();
    QCOMPARE(rows.rowCount(), 1);
    QCOMPARE(rows.index(0, app::CopiesDialog::RunColumn).data().toString(), QLatin1String(Fast.name));
    QCOMPARE(rows.index(0, app::CopiesDialog::OtherColumn).data().toString(), QStringLiteral("copy.hcrp"));
    // The one opens, the other races along.
    Q_EMIT dialog->table()->activated(rows.index(0, 0));
    QTRY_VERIFY_WITH_TIMEOUT(m_window->session() != nullptr && m_window->session()->path() == path(Fast),
                             OpenMs);
    QVERIFY(ready(1));
}

void TestWindowGhosts::dropped()
{
    QVERIFY(open());
    raised<app::GhostsPanel>(*m_window, "ghosts");
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(path(Fast))});
    QDragEnterEvent enter({10, 10}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(&panel(), &enter);
    QVERIFY(enter.isAccepted());
    QDropEvent drop({10, 10}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(&panel(), &drop);
    QVERIFY(ready(1));
    // The open recording stays.
    QCOMPARE(m_window->session()->path(), path(Slow));
}

void TestWindowGhosts::fromTheCommandLine()
{
    const auto line =
        app::parseCommandLine({QStringLiteral("ghostline"), path(Slow), QStringLiteral("--ghost"), path(Fast),
                               QStringLiteral("--ghost"), path(Slow)});
    QVERIFY(line);
    QCOMPARE(line->ghosts, (QStringList{path(Fast), path(Slow)}));
    QVERIFY(open(line->ghosts));
    QVERIFY(ready(2));
    const QDockWidget* shown = m_window->dock(QStringLiteral("ghosts"));
    QVERIFY(!shown->visibleRegion().isEmpty());
    QTRY_VERIFY(shown->height() > m_window->dock(QStringLiteral("events"))->height());
    // Only the first recording has them.
    m_window->closeReplay();
    QVERIFY(openAndWait(*m_window, path(Slow)));
    QVERIFY(ghosts().ghosts().empty());
}

void TestWindowGhosts::commandLineRefuses_data()
{
    QTest::addColumn<QStringList>("arguments");
    const QString ghost = QStringLiteral("--ghost");
    const QString file = QStringLiteral("run.hcrp");
    QTest::newRow("nobody to race with") << QStringList{ghost, file};
    QStringList many{file};
    for (int i = 0; i <= app::GhostSet::Most; ++i)
        many << ghost << file;
    QTest::newRow("too many") << many;
}

void TestWindowGhosts::commandLineRefuses()
{
    QFETCH(QStringList, arguments);
    QVERIFY(!app::parseCommandLine(QStringList{QStringLiteral("ghostline")} + arguments));
}

} // namespace tst_window_ghosts

GHOSTLINE_TEST(tst_window_ghosts, TestWindowGhosts, ghostline::test::GraphicsApplication)
#include "tst_window_ghosts.moc"
