// SPDX-License-Identifier: GPL-3.0-or-later
// What every team has: counts, sums, what is being made, sorting, clicking, copying.
#include "app/gui/match/census_model.h"
#include "app/gui/match/census_panel.h"
#include "tests/app/gui/docks_driver.h"
#include "tests/support/test_driver.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QClipboard>
#include <QHeaderView>
#include <QSignalSpy>
#include <QTableView>
#include <QToolButton>

namespace tst_census {

using namespace ghostline;
using namespace ghostline::app;
using namespace ghostline::test;

namespace {

FakeReplayOptions withCensus(int actors = 24)
{
    FakeReplayOptions options;
    options.actors = actors;
    options.census = true;
    options.staggered = true;
    return options;
}

model::WorldState stateAt(const model::ReplaySource& source, model::FrameNumber frame)
{
    model::WorldState state;
    const auto segment = source.readSegment(source.index()->keyframes.at(frame), nullptr, {});
    (*segment)->sample({frame, 0.0}, model::SamplePolicy::Hold, state);
    return state;
}

int rowOf(const CensusModel& model, const QString& name)
{
    for (int row = 0; row < model.rowCount(); ++row) {
        if (model.index(row, 0).data().toString() == name)
            return row;
    }
    return -1;
}

/// The truth, counted by hand.
CensusCount counted(const FakeReplayOptions& options, model::FrameNumber frame, int team, int group,
                    const QString& type = {})
{
    CensusCount count;
    for (int i = 0; i < options.actors; ++i) {
        const FakeThing thing = fakeThing(i, frame);
        if (!fakeAlive(options, i, frame) || i % options.teams != team || thing.group != group ||
            (!type.isEmpty() && thing.type != type))
            continue;
        (thing.unfinished ? count.unfinished : count.finished) += thing.unfinished ? thing.batch : 1;
        (thing.unfinished ? count.coming : count.value) += thing.cost;
    }
    return count;
}

} // namespace

class TestCensus : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void countsWhatIsThere_data()
    {
        QTest::addColumn<qint64>("frame");
        for (const qint64 frame : {0, 5, 20, 99, 100, 500, 985, 999})
            QTest::addRow("frame %lld", static_cast<long long>(frame)) << frame;
    }

    void countsWhatIsThere()
    {
        QFETCH(qint64, frame);
        const FakeReplayOptions options = withCensus();
        const auto source = makeFakeReplay(options);
        CensusModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setReplay(source->index());
        model.update(stateAt(*source, 0)); // from another moment, so that rows come and go
        model.update(stateAt(*source, frame));
        int expected = 0;
        for (int group = 0; group < 2; ++group) {
            const QString heading = group == 0 ? QStringLiteral("Workers") : QStringLiteral("Army");
            const QString type = group == 0 ? QStringLiteral("Digger") : QStringLiteral("Archer");
            const bool any = counted(options, frame, 0, group) != CensusCount() ||
                             counted(options, frame, 1, group) != CensusCount();
            QCOMPARE(rowOf(model, heading) >= 0, any);
            expected += any ? 2 : 0;
            for (int team = 0; any && team < 2; ++team) {
                QCOMPARE(model.countAt(rowOf(model, heading), team), counted(options, frame, team, group));
                QCOMPARE(model.countAt(rowOf(model, type), team), counted(options, frame, team, group, type));
            }
        }
        QCOMPARE(model.rowCount(), expected); // wagons are not counted
        QCOMPARE(rowOf(model, QStringLiteral("Wagon")), -1);
    }

    void cellsSayWhatIsBeingMade()
    {
        const FakeReplayOptions options = withCensus();
        const auto source = makeFakeReplay(options);
        CensusModel model;
        model.setReplay(source->index());
        model.update(stateAt(*source, 50));
        const CensusCount workers = counted(options, 50, 1, 0);
        QVERIFY(workers.unfinished > 0);
        const int row = rowOf(model, QStringLiteral("Workers"));
        QCOMPARE(model.columnCount(), 5);
        QCOMPARE(model.index(row, 3).data().toString(),
                 QStringLiteral("%1 +%2").arg(workers.finished).arg(workers.unfinished));
        QCOMPARE(model.index(row, 4).data().toString(), QString::number(workers.value));
        QCOMPARE(model.index(row, 1).data().toString(), QString::number(counted(options, 50, 0, 0).finished));
        QVERIFY(model.index(row, 3).data(Qt::ToolTipRole).toString().contains(QStringLiteral("being made")));
        QCOMPARE(model.headerData(1, Qt::Horizontal, Qt::DisplayRole).toString(), QStringLiteral("Team 1"));
        QCOMPARE(model.headerData(2, Qt::Horizontal, Qt::DisplayRole).toString(), QStringLiteral("Worth"));
    }

    void sortsWithinGroups()
    {
        // Two types in one group, which the fake replay has not: by hand.
        auto index = indexWithSurroundings(3, 0);
        auto info = std::make_shared<model::ReplayInfo>(*index->info);
        info->actorProperties.resize(2);
        info->actorProperties[0].type = model::PropertyType::Text;
        info->actorProperties[1].type = model::PropertyType::Enumeration;
        info->actorProperties[1].names = QStringList{QStringLiteral("Army")};
        info->census.type = model::ActorPropertyId(0);
        info->census.group = model::ActorPropertyId(1);
        auto strings = std::make_shared<model::StringTable>();
        const model::StringId archer = strings->intern(QStringLiteral("Archer"));
        const model::StringId knight = strings->intern(QStringLiteral("Knight"));
        info->strings = strings;
        index->info = info;
        model::WorldState state;
        state.resize(6, 2); // actors by turns of Blue and Orange
        for (std::size_t i = 0; i < 6; ++i) {
            state.ids[i] = actorId(static_cast<int>(i));
            state.propertiesOf(i)[0] = model::PropertyValue::text(i < 4 ? knight : archer);
            state.propertiesOf(i)[1] = model::PropertyValue::integer(0);
        }
        CensusModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setReplay(index);
        model.update(state);
        QCOMPARE(model.columnCount(), 3); // nothing has a price here
        QCOMPARE(model.rowCount(), 3);
        QCOMPARE(model.index(1, 0).data().toString(), QStringLiteral("Archer"));
        const QPersistentModelIndex kept = model.index(1, 0);
        model.sort(1, Qt::DescendingOrder);
        QVERIFY(model.isHeading(0));
        QCOMPARE(model.index(1, 0).data().toString(), QStringLiteral("Knight"));
        QCOMPARE(kept.row(), 2);
        // More archers than knights: they change places, and what was selected goes along.
        for (std::size_t i = 0; i < 4; ++i)
            state.propertiesOf(i)[0] = model::PropertyValue::text(archer);
        state.propertiesOf(5)[0] = model::PropertyValue::text(knight);
        model.update(state);
        QCOMPARE(kept.row(), 1);
        model.sort(0, Qt::DescendingOrder);
        QCOMPARE(model.index(1, 0).data().toString(), QStringLiteral("Knight"));
    }

    void clickSelectsOneAfterTheOther()
    {
        const FakeReplayOptions options = withCensus();
        OpenReplay replay(options);
        Shown<CensusPanel> shown(replay);
        replay.session->playhead().seek({500, 0.0});
        auto* table = shown.panel.findChild<QTableView*>(QStringLiteral("census"));
        QTRY_COMPARE(replay.session->playback()->state().at.frame, model::FrameNumber{500});
        QTRY_VERIFY(rowOf(*shown.panel.model(), QStringLiteral("Digger")) >= 0);
        const int row = rowOf(*shown.panel.model(), QStringLiteral("Digger"));
        QList<int> seen;
        for (int i = 0; i < 5; ++i) {
            click(table, table->model()->index(row, 1));
            seen << static_cast<int>(model::index(replay.session->actors()->selected()));
        }
        QCOMPARE(seen, (QList<int>{0, 6, 12, 18, 0})); // every third of every second one, round and round
    }

    void copies()
    {
        OpenReplay replay(withCensus());
        Shown<CensusPanel> shown(replay);
        replay.session->playhead().seek({500, 0.0});
        QTRY_COMPARE(shown.panel.model()->rowCount(), 4);
        QTRY_VERIFY(named<QToolButton>(shown.panel, QStringLiteral("Copy the table as text"))->isEnabled());
        QTRY_COMPARE(shown.panel.model()->countAt(0, 0).finished, 4);
        named<QToolButton>(shown.panel, QStringLiteral("Copy the table as text"))->click();
        const QString all = QStringLiteral("Type\tTeam 1\tWorth\tTeam 2\tWorth\nWorkers\t4\t200\t4\t200\n"
                                           "Digger\t4\t200\t4\t200\nArmy\t4\t400\t4\t400\n"
                                           "Archer\t4\t400\t4\t400");
        QCOMPARE(QGuiApplication::clipboard()->text(), all);
        QGuiApplication::clipboard()->clear();
        auto* table = shown.panel.findChild<QTableView*>(QStringLiteral("census"));
        QTest::keyClick(table, Qt::Key_C, Qt::ControlModifier);
        QCOMPARE(QGuiApplication::clipboard()->text(), all);
        table->selectRow(1);
        QTest::keyClick(table, Qt::Key_C, Qt::ControlModifier);
        QCOMPARE(QGuiApplication::clipboard()->text(),
                 QStringLiteral("Type\tTeam 1\tWorth\tTeam 2\tWorth\nDigger\t4\t200\t4\t200"));
    }

    void nothingDeclared()
    {
        OpenReplay replay({});
        Shown<CensusPanel> shown(replay);
        QVERIFY(!shown.panel.findChild<QTableView*>(QStringLiteral("census"))->isVisible());
        QCOMPARE(shown.panel.model()->columnCount(), 0);
        shown.panel.setSession(nullptr);
    }
};

} // namespace tst_census

GHOSTLINE_TEST(tst_census, TestCensus, QApplication)
#include "tst_census.moc"
