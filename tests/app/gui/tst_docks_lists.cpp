// SPDX-License-Identifier: GPL-3.0-or-later
// The cast tree and the event table: under QAbstractItemModelTester, and for what they say.
#include "app/gui/panels/cast_model.h"
#include "app/gui/session/events_model.h"
#include "tests/app/gui/docks_data.h"
#include "tests/support/test_driver.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QSignalSpy>
#include <QTest>

namespace tst_docks_lists {

using namespace ghostline;
using namespace ghostline::app;
using test::indexWithSurroundings;
using Tester = QAbstractItemModelTester;

namespace {

constexpr auto Fatal = Tester::FailureReportingMode::QtTest;

model::ActorId actorId(int i) { return static_cast<model::ActorId>(i); }

std::shared_ptr<model::ReplayIndex> indexWithEvents(int events)
{
    auto index = indexWithSurroundings(2, 0);
    auto table = std::make_shared<model::EventTable>();
    table->kinds = {{QStringLiteral("goal"), QStringLiteral("Goal"), true, false, true},
                    {QStringLiteral("foul"), QStringLiteral("Foul"), false, true, true}};
    for (int i = 0; i < events; ++i) {
        model::Event event;
        event.frame = i * 10;
        event.time = model::Micros{i * 500'000};
        event.kind = i % 2;
        event.actors = {actorId(i % 2)};
        event.text = QStringLiteral("text %1").arg(QLatin1Char(static_cast<char>('z' - i % 26)));
        table->events.push_back(event);
    }
    index->events = table;
    return index;
}

/// Two players with workers, one of which comes late; the replay counts them, so they are listed by type.
std::shared_ptr<model::ReplayIndex> indexWithUnits()
{
    auto index = std::make_shared<model::ReplayIndex>(*indexWithSurroundings(0, 0));
    auto info = std::make_shared<model::ReplayInfo>(*index->info);
    info->cast.clear();
    info->census.type = model::ActorPropertyId(0);
    info->census.group = model::ActorPropertyId(1);
    const auto add = [&](const QString& name, const QString& type, int team, model::FrameRange life) {
        model::ActorInfo actor;
        actor.id = actorId(static_cast<int>(info->cast.size()));
        actor.name = name;
        actor.nativeType = type;
        actor.kind = type.isEmpty() ? model::ActorKind::Player : model::ActorKind::Unit;
        actor.principal = type.isEmpty();
        actor.team = team;
        actor.life = life;
        info->cast.push_back(actor);
    };
    add(QStringLiteral("Worker 1"), QStringLiteral("worker"), 0, {0, 100});
    add(QStringLiteral("Ada"), {}, 0, {0, 100});
    add(QStringLiteral("Ben"), {}, 1, {0, 100});
    add(QStringLiteral("Worker 2"), QStringLiteral("worker"), 0, {50, 100});
    add(QStringLiteral("Tank 1"), QStringLiteral("tank"), 0, {30, 40});
    index->info = info;
    return index;
}

/// A shot that is a throw, too, what came of it a moment later, and somebody else's doing at the same time.
std::shared_ptr<model::ReplayIndex> indexWithRelatedEvents()
{
    auto index = indexWithEvents(0);
    auto info = std::make_shared<model::ReplayInfo>(*index->info);
    for (model::ActorInfo& actor : info->cast)
        actor.principal = true;
    index->info = info;
    auto table = std::make_shared<model::EventTable>(*index->events);
    table->kinds = {{QStringLiteral("throw"), QStringLiteral("Throw")},
                    {QStringLiteral("goal"), QStringLiteral("Goal"), true},
                    {QStringLiteral("assist"), QStringLiteral("Assist")}};
    const auto add = [&](int frame, int milliseconds, int kind, std::vector<model::ActorId> who,
                         const char* text) {
        model::Event event;
        event.frame = frame;
        event.time = model::Micros{milliseconds * 1000};
        event.kind = kind;
        event.actors = std::move(who);
        event.text = QLatin1String(text);
        table->events.push_back(event);
    };
    add(10, 1000, 0, {actorId(0)}, "Blue 0 threw");
    add(11, 1050, 1, {actorId(0)}, "Blue 0 scored");
    add(11, 1060, 2, {actorId(2), actorId(0)}, "Blue 1 assisted");
    add(11, 1070, 0, {actorId(1)}, "threw");
    add(20, 2000, 0, {actorId(0)}, "Blue 0 threw");
    index->events = table;
    return index;
}

} // namespace

class TestDocksLists : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    // ---- cast ----
    void castGroups()
    {
        CastModel model;
        const Tester tester(&model, Fatal);
        model.setReplay(indexWithSurroundings(3, 5));
        QCOMPARE(model.rowCount(), 4); // two teams, vehicles, signs
        const QStringList titles{QStringLiteral("Blue"), QStringLiteral("Orange"), QStringLiteral("Vehicles"),
                                 QStringLiteral("Signs")};
        const QList<int> counts{3, 3, 1, 5};
        for (int row = 0; row < 4; ++row) {
            const QModelIndex group = model.index(row, 0);
            QCOMPARE(group.data().toString(), titles[row]);
            QCOMPARE(model.rowCount(group), counts[row]);
            QCOMPARE(group.siblingAtColumn(CastModel::FollowColumn).data().toString(),
                     QString::number(counts[row]));
            QCOMPARE(group.data(CastModel::BackgroundRole).toBool(), row == 3);
        }
        const QModelIndex third = model.indexOf(actorId(3));
        QCOMPARE(third.data().toString(), QStringLiteral("Orange 1"));
        QCOMPARE(third.parent().data().toString(), QStringLiteral("Orange"));
        QCOMPARE(model.actorAt(third), actorId(3));
        QVERIFY(!model.indexOf(model::ActorId::None).isValid());
    }

    void castGrowsWithoutReset()
    {
        CastModel model;
        const Tester tester(&model, Fatal);
        auto small = indexWithSurroundings(2, 0);
        model.setReplay(small);
        QSignalSpy resets(&model, &QAbstractItemModel::modelReset);
        const QPersistentModelIndex kept = model.indexOf(actorId(1));
        auto grown = std::make_shared<model::ReplayIndex>(*small);
        auto info = std::make_shared<model::ReplayInfo>(*small->info);
        for (const auto kind : {model::ActorKind::Walker, model::ActorKind::Sign, model::ActorKind::Player}) {
            model::ActorInfo actor;
            actor.id = static_cast<model::ActorId>(info->cast.size());
            actor.name = QStringLiteral("New");
            actor.kind = kind;
            actor.background = kind == model::ActorKind::Sign;
            actor.team = kind == model::ActorKind::Player ? 1 : -1;
            actor.life = {0, 100};
            info->cast.push_back(actor);
        }
        grown->info = info;
        model.setReplay(grown);
        QCOMPARE(resets.count(), 0);
        QVERIFY(kept.isValid());
        QCOMPARE(kept.data().toString(), QStringLiteral("Orange 0"));
        QCOMPARE(model.rowCount(), 5);
        QCOMPARE(model.rowCount(model.index(1, 0)), 3);
    }

    void castLiveness()
    {
        auto index = indexWithSurroundings(2, 0);
        auto info = std::make_shared<model::ReplayInfo>(*index->info);
        info->cast[0].life = {10, 20};
        index->info = info;
        CastModel model;
        const Tester tester(&model, Fatal);
        model.setReplay(index);
        QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
        QVERIFY(!model.indexOf(actorId(0)).data(CastModel::AliveRole).toBool());
        QCOMPARE(model.index(0, 1).data().toString(), QStringLiteral("1/2"));
        QVERIFY(model.indexOf(actorId(0)).data(Qt::ForegroundRole).isValid());
        model.setFrame(5);
        QCOMPARE(changed.count(), 0); // nobody came or went: nothing to repaint
        model.setFrame(10);
        QVERIFY(changed.count() > 0);
        QVERIFY(model.indexOf(actorId(0)).data(CastModel::AliveRole).toBool());
        QCOMPARE(model.index(0, 1).data().toString(), QStringLiteral("2"));
        model.setFrame(20);
        QVERIFY(!model.indexOf(actorId(0)).data(CastModel::AliveRole).toBool());
    }

    void castVisibility()
    {
        CastModel model;
        const Tester tester(&model, Fatal);
        model.setReplay(indexWithSurroundings(2, 0));
        QSignalSpy asked(&model, &CastModel::visibilityRequested);
        const QModelIndex blue = model.index(0, 0);
        QCOMPARE(blue.data(Qt::CheckStateRole).toInt(), int(Qt::Checked));
        QVERIFY(model.setData(blue, Qt::Unchecked, Qt::CheckStateRole));
        QCOMPARE(asked.count(), 1);
        QCOMPARE(asked[0][0].value<std::vector<model::ActorId>>(), (std::vector{actorId(0), actorId(2)}));
        QCOMPARE(asked[0][1].toBool(), true);
        model.setHidden({0});
        QCOMPARE(blue.data(Qt::CheckStateRole).toInt(), int(Qt::PartiallyChecked));
        QCOMPARE(model.indexOf(actorId(0)).data(Qt::CheckStateRole).toInt(), int(Qt::Unchecked));
        model.setHidden({0, 2});
        QCOMPARE(blue.data(Qt::CheckStateRole).toInt(), int(Qt::Unchecked));
    }

    void castOfTenThousandSaysOnlyWhatChanged()
    {
        CastModel model;
        model.setReplay(indexWithSurroundings(2'500, 5'000));
        QSignalSpy changed(&model, &CastModel::dataChanged);
        QSignalSpy reset(&model, &CastModel::modelReset);
        for (int frame = 0; frame < 100; ++frame)
            model.setFrame(frame);
        // At most the rows and the count of each group, not one note for every actor.
        QVERIFY2(changed.count() <= 100 * 2 * model.rowCount(), qPrintable(QString::number(changed.count())));
        QCOMPARE(reset.count(), 0);
    }

    void castByType()
    {
        CastModel model;
        const Tester tester(&model, Fatal);
        model.setReplay(indexWithUnits());
        const QModelIndex team = model.index(0, 0);
        QCOMPARE(model.rowCount(team), 3); // the player first, then the types as they appear
        QCOMPARE(model.index(0, 0, team).data().toString(), QStringLiteral("Ada"));
        const QModelIndex workers = model.index(1, 0, team);
        QCOMPARE(workers.data().toString(), QStringLiteral("Worker"));
        QCOMPARE(workers.siblingAtColumn(CastModel::FollowColumn).data().toString(), QStringLiteral("1/2"));
        QCOMPARE(model.index(2, 0, team).data().toString(), QStringLiteral("Tank"));
        QCOMPARE(model.indexOf(actorId(3)).parent(), workers);
        QVERIFY(model.indexOf(actorId(3)).data(CastModel::TypedRole).toBool());
        QVERIFY(!model.indexOf(actorId(1)).data(CastModel::TypedRole).toBool());
        QVERIFY(workers.data(CastModel::AliveRole).toBool());
        QVERIFY(!model.index(2, 0, team).data(CastModel::AliveRole).toBool()); // none yet: not told
        model.setFrame(60);
        QVERIFY(model.index(2, 0, team).data(CastModel::AliveRole).toBool());
        QCOMPARE(workers.siblingAtColumn(CastModel::FollowColumn).data().toString(), QStringLiteral("2"));
        QSignalSpy asked(&model, &CastModel::visibilityRequested);
        QVERIFY(model.setData(workers, Qt::Unchecked, Qt::CheckStateRole));
        QCOMPARE(asked[0][0].value<std::vector<model::ActorId>>(), (std::vector{actorId(0), actorId(3)}));
        model.setHidden({0, 3});
        QCOMPARE(workers.data(Qt::CheckStateRole).toInt(), int(Qt::Unchecked));
        QCOMPARE(team.data(Qt::CheckStateRole).toInt(), int(Qt::PartiallyChecked));
    }

    void namesKnowWhatTellsThemApart()
    {
        CastModel model;
        model.setReplay(indexWithSurroundings(3, 0));
        QCOMPARE(model.indexOf(actorId(0)).data(CastModel::DistinctRole).toInt(), 6); // "Blue 0"
    }

    // ---- events ----
    void relatedEventsAreOneRow()
    {
        EventsModel model;
        const Tester tester(&model, Fatal);
        model.setReplay(indexWithRelatedEvents(), {});
        QCOMPARE(model.rowCount(), 3);
        const QModelIndex goal = model.index(0, EventsModel::TextColumn);
        QCOMPARE(goal.data().toString(), QStringLiteral("Blue 0 scored")); // what matters most
        QCOMPARE(goal.data(EventsModel::RestRole).toString(), QStringLiteral("Throw · Assist Blue 1"));
        QCOMPARE(goal.data(Qt::AccessibleTextRole).toString(),
                 QStringLiteral("Blue 0 scored · Throw · Assist Blue 1"));
        QVERIFY(goal.data(Qt::ToolTipRole).toString().contains(QStringLiteral("Assist: Blue 1 assisted")));
        for (const int event : {0, 1, 2}) // each of them leads to the row
            QCOMPARE(model.rowOfTableIndex(event), 0);
        QCOMPARE(model.index(0, EventsModel::KindColumn).data(Qt::ToolTipRole).toString().count(u'\n'), 2);
        // Who it was is said once: here the text does not.
        QCOMPARE(model.index(1, EventsModel::TextColumn).data(EventsModel::SentenceRole).toString(),
                 QStringLiteral("Orange 0: threw"));
        QCOMPARE(goal.data(EventsModel::SentenceRole).toString(), QStringLiteral("Blue 0 scored"));
        // Files have every event.
        QCOMPARE(model.linesAt(goal), 3);
        QCOMPARE(model.lineData(goal, 0, Qt::DisplayRole).toString(), QStringLiteral("Blue 0 threw"));
        QVERIFY(model.headerData(EventsModel::ActorsColumn, Qt::Horizontal, FileColumnRole).toBool());
        // A filter finds each kind for itself.
        model::EventFilter assists;
        assists.hiddenKinds = {0, 1};
        model.setReplay(indexWithRelatedEvents(), assists);
        QCOMPARE(model.rowCount(), 1);
        QCOMPARE(model.index(0, EventsModel::TextColumn).data().toString(),
                 QStringLiteral("Blue 1 assisted"));
    }

    void eventsRows()
    {
        EventsModel model;
        const Tester tester(&model, Fatal);
        model.setReplay(indexWithEvents(6), {});
        QCOMPARE(model.rowCount(), 6);
        QCOMPARE(model.index(3, EventsModel::TimeColumn).data().toString(), QStringLiteral("0:01.500"));
        QCOMPARE(model.index(3, EventsModel::KindColumn).data().toString(), QStringLiteral("Foul"));
        QCOMPARE(model.index(3, EventsModel::ActorsColumn).data().toString(), QStringLiteral("Orange 0"));
        QVERIFY(!model.index(3, EventsModel::KindColumn).data(Qt::DecorationRole).isNull());
    }

    void eventsDimTheFuture()
    {
        EventsModel model;
        const Tester tester(&model, Fatal);
        model.setReplay(indexWithEvents(6), {});
        model.setFrame(25);
        QCOMPARE(model.currentRow(), 2);
        QVERIFY(model.index(2, 0).data(EventsModel::CurrentRole).toBool());
        QVERIFY(!model.index(2, 0).data(EventsModel::FutureRole).toBool());
        QVERIFY(model.index(3, 0).data(EventsModel::FutureRole).toBool());
        QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
        model.setFrame(29);
        QCOMPARE(changed.count(), 0);
        model.setFrame(50);
        QCOMPARE(changed.count(), 1);
        QCOMPARE(changed[0][0].toModelIndex().row(), 2);
        QCOMPARE(changed[0][1].toModelIndex().row(), 5);
    }

    void eventsSort_data()
    {
        QTest::addColumn<int>("column");
        QTest::addColumn<int>("order");
        QTest::addColumn<QList<int>>("frames");
        QTest::newRow("time up") << int(EventsModel::TimeColumn) << int(Qt::AscendingOrder)
                                 << QList<int>{0, 10, 20, 30};
        QTest::newRow("time down") << int(EventsModel::TimeColumn) << int(Qt::DescendingOrder)
                                   << QList<int>{30, 20, 10, 0};
        QTest::newRow("kind") << int(EventsModel::KindColumn) << int(Qt::AscendingOrder)
                              << QList<int>{10, 30, 0, 20};
        QTest::newRow("who") << int(EventsModel::ActorsColumn) << int(Qt::AscendingOrder)
                             << QList<int>{0, 20, 10, 30};
        QTest::newRow("what") << int(EventsModel::TextColumn) << int(Qt::AscendingOrder)
                              << QList<int>{30, 20, 10, 0};
    }
    void eventsSort()
    {
        QFETCH(int, column);
        QFETCH(int, order);
        QFETCH(QList<int>, frames);
        EventsModel model;
        const Tester tester(&model, Fatal);
        model.setReplay(indexWithEvents(4), {});
        model.setFrame(10);
        const QPersistentModelIndex second = model.index(1, 0);
        model.sort(column, static_cast<Qt::SortOrder>(order));
        QList<int> seen;
        for (int row = 0; row < 4; ++row)
            seen << model.index(row, 0).data(EventsModel::FrameRole).toInt();
        QCOMPARE(seen, frames);
        QCOMPARE(second.data(EventsModel::FrameRole).toInt(), 10);
        QCOMPARE(model.currentRow(), static_cast<int>(frames.indexOf(10)));
        QCOMPARE(model.rowOfTableIndex(3), static_cast<int>(frames.indexOf(30)));
    }

    void eventsFilter()
    {
        EventsModel model;
        const Tester tester(&model, Fatal);
        model::EventFilter filter;
        filter.hiddenKinds = {0};
        model.setReplay(indexWithEvents(6), filter);
        QCOMPARE(model.rowCount(), 3);
        QCOMPARE(model.rowOfTableIndex(3), 1);
        QCOMPARE(model.rowOfTableIndex(2), -1);
        QCOMPARE(model.tableIndexAt(2), 5);
    }
};

} // namespace tst_docks_lists

GHOSTLINE_TEST(tst_docks_lists, TestDocksLists, QApplication)
#include "tst_docks_lists.moc"
