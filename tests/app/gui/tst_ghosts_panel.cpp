// SPDX-License-Identifier: GPL-3.0-or-later
// What the Ghosts dock lists: ghosts with their gaps, splits with their best, the runs of a folder.
#include "app/gui/ghosts/folder_runs.h"
#include "app/gui/ghosts/ghost_list_model.h"
#include "app/gui/ghosts/ghost_words.h"
#include "app/gui/ghosts/ghosts_panel.h"
#include "app/gui/session/replay_session.h"
#include "app/gui/verbs/actions.h"
#include "app/gui/widgets/banner.h"
#include "tests/support/fake_replay.h"
#include "tests/support/run_tracks.h"
#include "tests/support/test_driver.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QSignalSpy>
#include <QTest>

#include <limits>

namespace tst_ghosts_panel {

using namespace ghostline;
using namespace ghostline::app;
using namespace ghostline::test;

namespace {

constexpr double NoValue = std::numeric_limits<double>::quiet_NaN();

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
    void namesAreToldApart_data();
    void namesAreToldApart();
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

void TestGhostsPanel::namesAreToldApart_data()
{
    QTest::addColumn<QStringList>("names");
    QTest::addColumn<QStringList>("told");
    const auto row = [](const char* tag, const QString& names, const QString& told) {
        QTest::newRow(tag) << names.split(QLatin1Char(' ')) << told.split(QLatin1Char(' '));
    };
    const QString alone = QStringLiteral("season-12_run-1");
    row("alone", alone, alone);
    row("nothing shared", QStringLiteral("Ada Ben"), QStringLiteral("Ada Ben"));
    row("little shared", QStringLiteral("run-1 run-2"), QStringLiteral("run-1 run-2"));
    row("much shared", QStringLiteral("season-12_run-7 season-12_best season-12_run-1"),
        QStringLiteral("…run-7 …best …run-1"));
    row("whole words", QStringLiteral("season-12_run-10 season-12_run-13"), QStringLiteral("…10 …13"));
    row("one is the beginning", QStringLiteral("season-12_run season-12_run-2"),
        QStringLiteral("…run …run-2"));
}

void TestGhostsPanel::namesAreToldApart()
{
    QFETCH(QStringList, names);
    QFETCH(QStringList, told);
    QCOMPARE(toldApart(names), told);
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
    row("ahead", GhostStatus::Ready, -0.25, NoNumber::None, "+0.250", "3.2 m", "0.250 s ahead");
    row("behind", GhostStatus::Ready, 1.5, NoNumber::None, "−1.500", "3.2 m", "1.500 s behind");
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

} // namespace tst_ghosts_panel

GHOSTLINE_TEST(tst_ghosts_panel, TestGhostsPanel, QApplication)
#include "tst_ghosts_panel.moc"
