// SPDX-License-Identifier: GPL-3.0-or-later
// Times at checkpoints and between them, of several runs: differences, best sections, as text.
#include "app/gui/ghosts/ghost_words.h"
#include "app/gui/ghosts/ghosts_panel.h"
#include "app/gui/ghosts/splits_model.h"
#include "app/gui/verbs/actions.h"
#include "app/gui/widgets/panel_style.h"
#include "tests/support/run_tracks.h"
#include "tests/support/test_driver.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QHeaderView>
#include <QScrollBar>
#include <QTableView>
#include <QTest>

namespace tst_ghost_splits {

using namespace ghostline;
using namespace ghostline::app;
using namespace ghostline::test;

namespace {

/// Along x, `a` frames to p, `b` more to q, `c` more to the finish.
SplitRun runOf(const QString& name, int a, int b, int c)
{
    RunMaker run;
    run.walk({10.0, 0.0, 0.0}, 10.0 / a).checkpoint("p");
    run.walk({20.0, 0.0, 0.0}, 10.0 / b).checkpoint("q");
    run.walk({30.0, 0.0, 0.0}, 10.0 / c).finish();
    return {name, run.shared()};
}

/// q before p.
SplitRun swappedRun()
{
    RunMaker run;
    run.walk({20.0, 0.0, 0.0}, 0.5).checkpoint("q").walk({10.0, 0.0, 0.0}, 0.5).checkpoint("p");
    run.walk({30.0, 0.0, 0.0}, 0.5).finish();
    return {QStringLiteral("swapped"), run.shared()};
}

SplitRuns against(const SplitRun& ghost, model::Alignment alignment = model::Alignment::Start)
{
    SplitRuns runs;
    runs.runner = runOf({}, 40, 20, 30);
    runs.ghosts = {ghost, runOf(QStringLiteral("third"), 60, 10, 60)};
    runs.shown = 0;
    runs.alignment = alignment;
    return runs;
}

QStringList textOf(const QAbstractItemModel& model, int row)
{
    QStringList cells;
    for (int column = 0; column < model.columnCount(); ++column)
        cells << model.index(row, column).data().toString();
    return cells;
}

} // namespace

class TestGhostSplits : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void splits();
    void splitsWithoutANumber();
    void bestSections();
    void mostLostAndMostGained();
    void splitsOfNobody();
    void headingsAreHonest();
    void splitsAsText();
    void splitColumnsFitTheirContents();
    void checkpointsStayInSight();
};

void TestGhostSplits::splits()
{
    SplitsModel model;
    QAbstractItemModelTester tester(&model);
    model.setRuns(against(runOf(QStringLiteral("ghost"), 30, 30, 30)));
    QCOMPARE(model.rowCount(), 4);
    // Checkpoint, ± total, ± section, section, ghost's, total, ghost's, speed, ghost's.
    QCOMPARE(textOf(model, 0),
             (QStringList{QStringLiteral("p"), QStringLiteral("+0.500"), QStringLiteral("+0.500"),
                          QStringLiteral("2.000"), QStringLiteral("1.500"), QStringLiteral("2.000"),
                          QStringLiteral("1.500"), QStringLiteral("7.5"), QStringLiteral("6.7")}));
    QCOMPARE(textOf(model, 1).mid(0, 7),
             (QStringList{QStringLiteral("q"), QStringLiteral("0.000"), QStringLiteral("−0.500"),
                          QStringLiteral("1.000"), QStringLiteral("1.500"), QStringLiteral("3.000"),
                          QStringLiteral("3.000")}));
    QCOMPARE(textOf(model, 2).mid(0, 3),
             (QStringList{QStringLiteral("Finish"), QStringLiteral("0.000"), QStringLiteral("0.000")}));
    QCOMPARE(model.split(0)->frameA, std::optional<model::FrameNumber>(40));
    QVERIFY(model.split(3) == nullptr);
}

void TestGhostSplits::splitsWithoutANumber()
{
    SplitsModel model;
    QAbstractItemModelTester tester(&model);
    model.setRuns(against(swappedRun()));
    const QString dash = noNumberDash();
    QCOMPARE(textOf(model, 0).mid(0, 4), (QStringList{QStringLiteral("q"), dash, dash, dash}));
    QCOMPARE(textOf(model, 1).mid(0, 4), (QStringList{QStringLiteral("p"), dash, dash, dash}));
    // A number again where both have the same ones; the section began elsewhere.
    QCOMPARE(model.index(2, SplitsModel::TotalDeltaColumn).data().toString(), QStringLiteral("−0.500"));
    QCOMPARE(model.index(2, SplitsModel::SectionDeltaColumn).data().toString(), dash);
    QCOMPARE(model.index(0, SplitsModel::TotalDeltaColumn).data(Qt::ToolTipRole).toString(),
             whyNoNumber(model::NoNumber::Checkpoints));
}

void TestGhostSplits::bestSections()
{
    SplitsModel model;
    model.setRuns(against(runOf(QStringLiteral("ghost"), 30, 20, 40)));
    const auto best = [&](int row, int column) {
        return model.index(row, column).data(SplitsModel::BestRole);
    };
    const auto star = [&](int row, int column) { return model.index(row, column).data(Qt::DecorationRole); };
    QCOMPARE(best(0, SplitsModel::SectionColumn), false);
    QCOMPARE(best(0, SplitsModel::GhostSectionColumn), true);
    QVERIFY(star(0, SplitsModel::GhostSectionColumn).isValid());
    QVERIFY(!star(0, SplitsModel::SectionColumn).isValid());
    // Another ghost holds the second one, and is named.
    QCOMPARE(best(1, SplitsModel::SectionColumn), false);
    QCOMPARE(best(1, SplitsModel::GhostSectionColumn), false);
    const QString who = model.index(1, SplitsModel::SectionColumn).data(Qt::ToolTipRole).toString();
    QVERIFY2(who.contains(QStringLiteral("third")) && who.contains(QStringLiteral("0.500")), qPrintable(who));
    QCOMPARE(best(2, SplitsModel::SectionColumn), true);
    // 1.5 + 0.5 + 1.5 seconds, said to be theoretical.
    const int sum = model.sumRow();
    QCOMPARE(sum, 3);
    QCOMPARE(model.index(sum, SplitsModel::SectionColumn).data().toString(), QStringLiteral("3.500"));
    QVERIFY(model.index(sum, 0).data().toString().contains(QStringLiteral("theoretical")));
    QVERIFY(model.index(sum, 0).data(Qt::FontRole).value<QFont>().italic());

    // Who is level with the best is the best, too, with another star.
    const auto picture = [&](int row, int column) {
        return star(row, column).value<QIcon>().pixmap(QSize(16, 16), 1.0).toImage();
    };
    const QImage alone = picture(0, SplitsModel::GhostSectionColumn);
    model.setRuns(against(runOf(QStringLiteral("ghost"), 40, 20, 30)));
    for (const int column : {SplitsModel::SectionColumn, SplitsModel::GhostSectionColumn}) {
        QCOMPARE(best(0, column), true);
        QVERIFY(picture(0, column) != alone);
        const QString help = model.index(0, column).data(Qt::ToolTipRole).toString();
        QVERIFY2(help.contains(QStringLiteral("not alone")), qPrintable(help));
    }
    QVERIFY(picture(0, SplitsModel::SectionColumn) == picture(0, SplitsModel::GhostSectionColumn));
}

void TestGhostSplits::mostLostAndMostGained()
{
    SplitsModel model;
    model.setRuns(against(runOf(QStringLiteral("ghost"), 30, 30, 30)));
    const auto told = [&](int row, int role) {
        return model.index(row, SplitsModel::SectionDeltaColumn).data(role);
    };
    QVERIFY(told(0, Qt::ToolTipRole).toString().contains(QStringLiteral("lost most")));
    QVERIFY(told(1, Qt::ToolTipRole).toString().contains(QStringLiteral("gained most")));
    QVERIFY(told(2, Qt::ToolTipRole).toString().isEmpty());
    QVERIFY(told(0, Qt::FontRole).value<QFont>().bold() && told(1, Qt::FontRole).value<QFont>().bold());
    QVERIFY(!told(2, Qt::FontRole).value<QFont>().bold());
    QVERIFY(told(0, Qt::ForegroundRole) != told(1, Qt::ForegroundRole));
    QVERIFY(!told(2, Qt::ForegroundRole).isValid());
    QVERIFY(!model.index(0, SplitsModel::SectionColumn).data(Qt::ForegroundRole).isValid());

    // Where nobody was faster anywhere, nothing stands out.
    model.setRuns(against(runOf(QStringLiteral("ghost"), 40, 20, 30)));
    for (int row = 0; row < 3; ++row)
        QVERIFY(!told(row, Qt::FontRole).value<QFont>().bold());
}

void TestGhostSplits::splitsOfNobody()
{
    SplitsModel model;
    QAbstractItemModelTester tester(&model);
    SplitRuns runs = against(swappedRun());
    runs.shown = -1;
    model.setRuns(runs);
    QCOMPARE(model.rowCount(), 0);
    runs.shown = 0;
    runs.runner.track = nullptr;
    model.setRuns(runs);
    QCOMPARE(model.rowCount(), 0);
    QCOMPARE(model.sumRow(), -1);
}

void TestGhostSplits::headingsAreHonest()
{
    SplitsModel model;
    model.setRuns(against(swappedRun()));
    for (const int column : {SplitsModel::TotalDeltaColumn, SplitsModel::SectionDeltaColumn,
                             SplitsModel::SectionColumn, SplitsModel::GhostTotalColumn}) {
        const QString help = model.headerData(column, Qt::Horizontal, Qt::ToolTipRole).toString();
        QVERIFY2(help.contains(QStringLiteral("±0.050 s")), qPrintable(help));
    }
    const QString delta =
        model.headerData(SplitsModel::TotalDeltaColumn, Qt::Horizontal, Qt::ToolTipRole).toString();
    QVERIFY2(delta.contains(QStringLiteral("below zero the runner is faster")), qPrintable(delta));
}

void TestGhostSplits::splitsAsText()
{
    SplitsModel model;
    model.setRuns(against(swappedRun()));
    QTableView view;
    view.setModel(&model);
    view.setSelectionBehavior(QAbstractItemView::SelectRows);
    view.selectAll();
    const QStringList lines = copyText(view).split(QLatin1Char('\n'));
    QCOMPARE(lines.size(), 5);
    QVERIFY2(lines[0].startsWith(QStringLiteral("Checkpoint\t± total\t± section\tSection\tGhost section")),
             qPrintable(lines[0]));
    QVERIFY2(lines[1].startsWith(QStringLiteral("q\t–\t–\t–\t2.000\t")), qPrintable(lines[1]));
    const QList<QByteArray> csv = csvText(view).trimmed().split('\n');
    QCOMPARE(csv.size(), 5);
    QVERIFY2(csv[3].startsWith(QByteArray("Finish,-0.500,")), csv[3].constData());
}

/// Stars beside tens of seconds included; the words of the sum go over several columns and widen none.
void TestGhostSplits::splitColumnsFitTheirContents()
{
    Actions actions;
    GhostSet ghosts(std::make_shared<model::CodecRegistry>());
    GhostsPanel panel(&actions, &ghosts);
    auto* model = qobject_cast<SplitsModel*>(panel.splits()->model());
    SplitRuns runs;
    runs.runner = runOf({}, 400, 300, 300);
    runs.ghosts = {runOf(QStringLiteral("ghost"), 300, 320, 310)};
    runs.shown = 0;
    model->setRuns(runs);
    const QModelIndex best = model->index(0, SplitsModel::GhostSectionColumn);
    QCOMPARE(best.data(), QStringLiteral("15.000"));
    QCOMPARE(best.data(SplitsModel::BestRole), true);

    const QHeaderView& header = *panel.splits()->horizontalHeader();
    for (int column = 0; column < model->columnCount(); ++column) {
        QVERIFY2(header.sectionSize(column) >= header.sectionSizeHint(column),
                 qPrintable(QString::number(column)));
        for (int row = 0; row < model->rowCount(); ++row) {
            const int wanted = panel.splits()->sizeHintForIndex(model->index(row, column)).width();
            QVERIFY2(header.sectionSize(column) >= wanted, qPrintable(QString::number(column)));
        }
    }
    const QString sum = model->index(model->sumRow(), SplitsModel::PlaceColumn).data().toString();
    QVERIFY(header.sectionSize(SplitsModel::PlaceColumn) < panel.fontMetrics().horizontalAdvance(sum));
    // Headings of two words stand in two lines: figures are narrower than they are.
    QVERIFY(header.sizeHint().height() >= 2 * panel.fontMetrics().lineSpacing());
    QVERIFY(header.sectionSizeHint(SplitsModel::GhostTotalColumn) <
            panel.fontMetrics().horizontalAdvance(QStringLiteral("Ghost total")));
}

/// The last columns are scrolled to in a narrow panel: beside them still stands which section it is.
void TestGhostSplits::checkpointsStayInSight()
{
    Actions actions;
    GhostSet ghosts(std::make_shared<model::CodecRegistry>());
    GhostsPanel panel(&actions, &ghosts);
    QTableView& table = *panel.splits();
    qobject_cast<SplitsModel*>(table.model())->setRuns(against(runOf(QStringLiteral("ghost"), 30, 30, 30)));
    const auto* names = table.findChild<QTableView*>();
    QVERIFY(names != nullptr && names->isHidden());
    table.horizontalScrollBar()->setRange(0, 100);
    table.horizontalScrollBar()->setValue(100);
    QVERIFY(!names->isHidden());
    QVERIFY(!names->isColumnHidden(SplitsModel::PlaceColumn));
    QVERIFY(names->isColumnHidden(SplitsModel::TotalDeltaColumn));
}

} // namespace tst_ghost_splits

GHOSTLINE_TEST(tst_ghost_splits, TestGhostSplits, QApplication)
#include "tst_ghost_splits.moc"
