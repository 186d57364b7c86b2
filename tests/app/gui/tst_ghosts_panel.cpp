// SPDX-License-Identifier: GPL-3.0-or-later
// What the Ghosts dock lists: ghosts with their gaps, splits with their best, the runs of a folder.
#include "app/gui/docks/panel_style.h"
#include "app/gui/ghosts/folder_runs.h"
#include "app/gui/ghosts/ghost_list_model.h"
#include "app/gui/ghosts/ghost_words.h"
#include "app/gui/ghosts/ghosts_panel.h"
#include "app/gui/ghosts/splits_model.h"
#include "app/gui/shell/actions.h"
#include "app/gui/shell/banner.h"
#include "app/gui/shell/replay_session.h"
#include "tests/support/fake_replay.h"
#include "tests/support/run_tracks.h"

#include <QAbstractItemModelTester>
#include <QHeaderView>
#include <QSignalSpy>
#include <QTableView>
#include <QTest>

#include <limits>

using namespace ghostline;
using namespace ghostline::app;
using namespace ghostline::test;

namespace {

constexpr double NoValue = std::numeric_limits<double>::quiet_NaN();

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

/// On a map of its own, and nobody is there.
class EmptyWorld final : public model::ReplaySource
{
public:
    EmptyWorld()
    {
        auto info = std::make_shared<model::ReplayInfo>();
        info->map = QStringLiteral("Nowhere");
        auto index = std::make_shared<model::ReplayIndex>();
        index->info = std::move(info);
        index->complete = true;
        m_index = std::move(index);
    }
    std::shared_ptr<const model::ReplayIndex> index() const override { return m_index; }
    model::Result<std::shared_ptr<const model::ReplayIndex>> waitComplete(std::stop_token) const override
    {
        return m_index;
    }
    model::Result<std::shared_ptr<const model::Segment>> readSegment(int, const model::Segment*,
                                                                     std::stop_token) const override
    {
        return model::fail(model::ErrorCode::NotFound, QStringLiteral("there is nothing in it"));
    }
    model::Result<std::uint64_t> readRaw(std::stop_token) const override { return 0; }

private:
    std::shared_ptr<const model::ReplayIndex> m_index;
};

Ghost ghostOf(int id, GhostStatus status)
{
    Ghost ghost;
    ghost.id = id;
    ghost.path = QStringLiteral("/runs/%1").arg(id);
    ghost.name = QStringLiteral("run-%1").arg(id);
    ghost.hue = id;
    ghost.status = status;
    return ghost;
}

} // namespace

class TestGhostsPanel : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void differencesInWords_data();
    void differencesInWords();
    void splits();
    void splitsWithoutANumber();
    void bestSections();
    void splitsOfNobody();
    void headingsAreHonest();
    void splitsAsText();
    void splitColumnsFitTheirContents();
    void gaps_data();
    void gaps();
    void visibilityIsWishedFor();
    void aChangedGhostKeepsItsRow();
    void runsOfAFolder_data();
    void runsOfAFolder();
    void aRunBegunAgainInAFolder();
    void anotherWorldWithNobodyInIt();
};

void TestGhostsPanel::differencesInWords_data()
{
    QTest::addColumn<double>("seconds");
    QTest::addColumn<QString>("text");
    QTest::newRow("ahead") << -0.25 << QStringLiteral("−0.250");
    QTest::newRow("behind") << 0.25 << QStringLiteral("+0.250");
    QTest::newRow("level") << 0.0 << QStringLiteral("0.000");
    QTest::newRow("less than is shown") << -0.0001 << QStringLiteral("0.000");
    QTest::newRow("a minute and more") << -66.2 << QStringLiteral("−1:06.200");
    QTest::newRow("tens of seconds") << 12.0 << QStringLiteral("+12.000");
    QTest::newRow("no number") << NoValue << QStringLiteral("–");
}

void TestGhostsPanel::differencesInWords()
{
    QFETCH(double, seconds);
    QTEST(deltaText(seconds), "text");
}

void TestGhostsPanel::splits()
{
    SplitsModel model;
    QAbstractItemModelTester tester(&model);
    model.setRuns(against(runOf(QStringLiteral("ghost"), 30, 30, 30)));
    QCOMPARE(model.rowCount(), 4);
    // Checkpoint, ± total, ± section, section, ghost's, total, ghost's, speed, ghost's.
    QCOMPARE(textOf(model, 0),
             (QStringList{QStringLiteral("p"), QStringLiteral("−0.500"), QStringLiteral("−0.500"),
                          QStringLiteral("2.000"), QStringLiteral("1.500"), QStringLiteral("2.000"),
                          QStringLiteral("1.500"), QStringLiteral("7.5 m/s"), QStringLiteral("6.7 m/s")}));
    QCOMPARE(textOf(model, 1).mid(0, 7),
             (QStringList{QStringLiteral("q"), QStringLiteral("0.000"), QStringLiteral("+0.500"),
                          QStringLiteral("1.000"), QStringLiteral("1.500"), QStringLiteral("3.000"),
                          QStringLiteral("3.000")}));
    QCOMPARE(textOf(model, 2).mid(0, 3),
             (QStringList{QStringLiteral("Finish"), QStringLiteral("0.000"), QStringLiteral("0.000")}));
    QCOMPARE(model.split(0)->frameA, std::optional<model::FrameNumber>(40));
    QVERIFY(model.split(3) == nullptr);
}

void TestGhostsPanel::splitsWithoutANumber()
{
    SplitsModel model;
    QAbstractItemModelTester tester(&model);
    model.setRuns(against(swappedRun()));
    const QString dash = noNumberDash();
    QCOMPARE(textOf(model, 0).mid(0, 4), (QStringList{QStringLiteral("q"), dash, dash, dash}));
    QCOMPARE(textOf(model, 1).mid(0, 4), (QStringList{QStringLiteral("p"), dash, dash, dash}));
    // A number again where both have the same ones; the section began elsewhere.
    QCOMPARE(model.index(2, SplitsModel::TotalDeltaColumn).data().toString(), QStringLiteral("+0.500"));
    QCOMPARE(model.index(2, SplitsModel::SectionDeltaColumn).data().toString(), dash);
    QCOMPARE(model.index(0, SplitsModel::TotalDeltaColumn).data(Qt::ToolTipRole).toString(),
             whyNoNumber(model::NoNumber::Checkpoints));
}

void TestGhostsPanel::bestSections()
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

    // Who is level with the best is the best, too.
    model.setRuns(against(runOf(QStringLiteral("ghost"), 40, 20, 30)));
    QCOMPARE(best(0, SplitsModel::SectionColumn), true);
    QCOMPARE(best(0, SplitsModel::GhostSectionColumn), true);
}

void TestGhostsPanel::splitsOfNobody()
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

void TestGhostsPanel::headingsAreHonest()
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
    QVERIFY2(delta.contains(QStringLiteral("below zero the ghost is faster")), qPrintable(delta));
}

void TestGhostsPanel::splitsAsText()
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
    QVERIFY2(csv[3].startsWith(QByteArray("Finish,+0.500,")), csv[3].constData());
}

/// Stars beside tens of seconds included; the words of the sum go over several columns and widen none.
void TestGhostsPanel::splitColumnsFitTheirContents()
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
}

void TestGhostsPanel::gaps_data()
{
    QTest::addColumn<int>("status");
    QTest::addColumn<double>("delta");
    QTest::addColumn<int>("why");
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("distance");
    QTest::addColumn<QString>("toolTip");
    const auto row = [](const char* name, GhostStatus status, double delta, model::NoNumber why,
                        const char* text, const char* distance, const char* toolTip) {
        QTest::newRow(name) << static_cast<int>(status) << delta << static_cast<int>(why)
                            << QString::fromUtf8(text) << QString::fromUtf8(distance)
                            << QString::fromUtf8(toolTip);
    };
    using model::NoNumber;
    row("ahead", GhostStatus::Ready, -0.25, NoNumber::None, "−0.250", "3.2 m", "0.250 s ahead");
    row("behind", GhostStatus::Ready, 1.5, NoNumber::None, "+1.500", "3.2 m", "1.500 s behind");
    row("off the path", GhostStatus::Ready, NoValue, NoNumber::OffPath, "–", "3.2 m", "8 m off");
    row("other checkpoints", GhostStatus::Ready, NoValue, NoNumber::Checkpoints, "–", "3.2 m",
        "same checkpoints");
    row("loading", GhostStatus::Loading, 0.0, NoNumber::None, "reading…", "", "being read");
    row("failed", GhostStatus::Failed, 0.0, NoNumber::None, "not read", "", "it is torn");
}

void TestGhostsPanel::gaps()
{
    QFETCH(int, status);
    QFETCH(double, delta);
    QFETCH(int, why);
    QFETCH(QString, toolTip);
    Ghost ghost = ghostOf(1, static_cast<GhostStatus>(status));
    ghost.trouble = QStringLiteral("it is torn");
    GhostListModel model;
    QAbstractItemModelTester tester(&model);
    model.setGhosts({ghost});
    model.setGaps({ghost.status == GhostStatus::Ready
                       ? std::optional(model::Gap{delta, 3.2, static_cast<model::NoNumber>(why)})
                       : std::nullopt});
    QTEST(model.index(0, GhostListModel::DeltaColumn).data().toString(), "text");
    QTEST(model.index(0, GhostListModel::DistanceColumn).data().toString(), "distance");
    const QString told = model.index(0, GhostListModel::DeltaColumn).data(Qt::ToolTipRole).toString();
    QVERIFY2(told.contains(toolTip), qPrintable(told));
}

void TestGhostsPanel::visibilityIsWishedFor()
{
    GhostListModel model;
    model.setGhosts({ghostOf(1, GhostStatus::Ready), ghostOf(4, GhostStatus::Ready)});
    QSignalSpy wished(&model, &GhostListModel::visibilityWished);
    const QModelIndex second = model.index(1, GhostListModel::NameColumn);
    QVERIFY((second.flags() & Qt::ItemIsUserCheckable) != 0);
    QVERIFY(model.setData(second, Qt::Unchecked, Qt::CheckStateRole));
    QCOMPARE(wished.size(), 1);
    QCOMPARE(wished[0], (QVariantList{4, false}));
    // The set decides: until it has, the row stays as it was.
    QCOMPARE(second.data(Qt::CheckStateRole).toInt(), static_cast<int>(Qt::Checked));
}

void TestGhostsPanel::aChangedGhostKeepsItsRow()
{
    GhostListModel model;
    QAbstractItemModelTester tester(&model);
    model.setGhosts({ghostOf(1, GhostStatus::Loading), ghostOf(2, GhostStatus::Loading)});
    const QPersistentModelIndex second = model.index(1, 0);
    model.setGhosts({ghostOf(1, GhostStatus::Ready), ghostOf(2, GhostStatus::Failed)});
    QVERIFY(second.isValid());
    QCOMPARE(model.at(second.row())->status, GhostStatus::Failed);
    model.setGhosts({ghostOf(2, GhostStatus::Ready)});
    QCOMPARE(model.rowCount(), 1);
    QCOMPARE(model.rowOf(2), 0);
    QCOMPARE(model.rowOf(1), -1);
}

void TestGhostsPanel::runsOfAFolder_data()
{
    QTest::addColumn<bool>("start");
    QTest::addColumn<QString>("reason");
    QTest::addColumn<QString>("map");
    QTest::addColumn<double>("seconds");
    QTest::addColumn<bool>("finished");
    QTest::addColumn<bool>("otherWorld");
    const QString finish = QStringLiteral("finish");
    const QString here = QStringLiteral("Skyline");
    QTest::newRow("arrived") << true << finish << here << 3.0 << true << false;
    QTest::newRow("given up") << true << QStringLiteral("quit") << here << 3.0 << false << false;
    QTest::newRow("under way") << true << QString() << here << 4.0 << false << false;
    QTest::newRow("no marks") << false << QString() << here << 5.0 << false << false;
    QTest::newRow("elsewhere") << true << finish << QStringLiteral("Harbour") << 3.0 << true << true;
    QTest::newRow("nowhere named") << true << finish << QString() << 3.0 << true << false;
}

/// A recording of 101 frames, 50 ms each; its run goes from frame 20 to frame 80.
void TestGhostsPanel::runsOfAFolder()
{
    QFETCH(bool, start);
    QFETCH(QString, reason);
    QFETCH(QString, map);
    model::ReplayInfo mine;
    mine.map = QStringLiteral("Skyline");
    auto info = std::make_shared<model::ReplayInfo>();
    info->map = map;
    auto events = std::make_shared<model::EventTable>();
    events->kinds = {{QStringLiteral("run_start"), {}}, {QStringLiteral("run_end"), {}}};
    model::ReplayIndex index;
    index.timeAxis = model::TimeAxis::uniform(101, 1, 20);
    const auto add = [&](int kind, model::FrameNumber frame, const QJsonObject& data) {
        model::Event event;
        event.kind = kind;
        event.frame = frame;
        event.time = index.timeAxis.timeOf(frame);
        event.data = data;
        events->events.push_back(event);
    };
    if (start)
        add(0, 20, {});
    if (!reason.isEmpty())
        add(1, 80, {{QStringLiteral("reason"), reason}});
    index.info = info;
    index.events = events;
    const FolderRun run = folderRunOf(index, mine);
    QCOMPARE(run.marked, start);
    QCOMPARE(run.outcome, reason);
    QTEST(model::seconds(run.time), "seconds");
    QTEST(run.finished, "finished");
    QTEST(run.otherWorld, "otherWorld");
}

/// Listed as it would race: the first attempt that arrived.
void TestGhostsPanel::aRunBegunAgainInAFolder()
{
    auto events = std::make_shared<model::EventTable>();
    events->kinds = {{QStringLiteral("run_start"), {}}, {QStringLiteral("run_end"), {}}};
    model::ReplayIndex index;
    index.timeAxis = model::TimeAxis::uniform(201, 1, 20);
    const auto add = [&](int kind, model::FrameNumber frame, const char* reason) {
        model::Event event;
        event.kind = kind;
        event.frame = frame;
        event.time = index.timeAxis.timeOf(frame);
        event.data = {{QStringLiteral("reason"), QLatin1String(reason)}};
        events->events.push_back(event);
    };
    add(0, 0, "");
    add(1, 20, "quit");
    add(0, 60, "");
    add(1, 160, "finish");
    add(0, 180, "");
    index.info = std::make_shared<model::ReplayInfo>();
    index.events = events;
    const FolderRun run = folderRunOf(index, *index.info);
    QVERIFY(run.finished && run.marked);
    QCOMPARE(run.outcome, QStringLiteral("finish"));
    QCOMPARE(model::seconds(run.time), 5.0);
}

/// To be compared anyway, and it cannot be: that is said once, and not tried for ever.
void TestGhostsPanel::anotherWorldWithNobodyInIt()
{
    Actions actions;
    const auto source = makeFakeReplay();
    ReplaySession session(source, QString(), std::size_t{64} << 20);
    GhostSet ghosts(nullptr);
    ghosts.setOpener(
        [](const QString&, const model::OpenOptions&) -> model::Result<std::unique_ptr<model::ReplaySource>> {
            return std::make_unique<EmptyWorld>();
        });
    ghosts.setSession(&session);
    GhostsPanel panel(&actions, &ghosts);
    panel.setSession(&session);
    QSignalSpy changed(&ghosts, &GhostSet::ghostsChanged);
    panel.addRuns({QStringLiteral("/runs/nobody")}, true);
    QTRY_COMPARE(ghosts.ghosts()[0].status, GhostStatus::Failed);
    QVERIFY(ghosts.ghosts()[0].otherWorld);
    QVERIFY(ghosts.ghosts()[0].trouble.contains(QStringLiteral("nobody")));
    QVERIFY(panel.worldNotice()->isHidden());
    QVERIFY2(changed.count() < 10, qPrintable(QString::number(changed.count())));
    panel.setSession(nullptr);
    ghosts.setSession(nullptr);
}

QTEST_MAIN(TestGhostsPanel)
#include "tst_ghosts_panel.moc"
