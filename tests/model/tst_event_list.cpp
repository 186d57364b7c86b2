// SPDX-License-Identifier: GPL-3.0-or-later
// Filters over events, and going from one to the next.
#include "model/replay/event_list.h"
#include "tests/support/fake_replay.h"
#include "tests/support/test_driver.h"

#include <QtTest>

namespace tst_event_list {

using namespace ghostline::model;
using namespace ghostline::test;

class TestEventList : public QObject
{
    Q_OBJECT

    std::shared_ptr<const ReplayIndex> m_index;

    EventList list(const EventFilter& filter = {}) const
    {
        return {m_index->events, m_index->info->cast, filter};
    }

private Q_SLOTS:
    void initTestCase()
    {
        FakeReplayOptions options;
        options.frames = 1000;
        options.events = 100; // every tenth frame; kinds, severities and actors in turn
        m_index = makeFakeReplay(options)->index();
    }

    void all()
    {
        const EventList events = list();
        QCOMPARE(events.count(), 100);
        QCOMPARE(events.at(3).frame, 30);
        QCOMPARE(events.tableIndex(3), 3);
        QCOMPARE(events.countsByKind(), (std::vector<int>{34, 33, 33}));
        QCOMPARE(events.table().kinds.size(), std::size_t{3});
    }

    /// Where texts are shown in another language, the filter goes by what is shown.
    void filtersByWhatIsShown()
    {
        EventFilter filter;
        filter.text = QStringLiteral("DING 3");
        QCOMPARE(list(filter).count(), 0);
        filter.shown = [](const Event& event) {
            return QString(event.text).replace(QStringLiteral("event number"), QStringLiteral("Ding"));
        };
        const int found = list(filter).count();
        QVERIFY(found > 0);
        filter.text = QStringLiteral("event number");
        QCOMPARE(list(filter).count(), 0);
        filter.shown = {};
        QVERIFY(list(filter).count() >= found);
    }

    void filters()
    {
        EventFilter kinds;
        kinds.hiddenKinds = {0, 2};
        QCOMPARE(list(kinds).count(), 33);
        QCOMPARE(list(kinds).at(0).kind, 1);
        QCOMPARE(list(kinds).tableIndex(1), 4);
        QCOMPARE(list(kinds).countsByKind(), (std::vector<int>{34, 33, 33})); // of the whole table
        EventFilter actor;
        actor.actor = static_cast<ActorId>(3);
        QCOMPARE(list(actor).count(), 25);
        actor.place = 0;
        QCOMPARE(list(actor).count(), 25); // each has one actor only
        actor.place = 1;
        QCOMPARE(list(actor).count(), 0);
        EventFilter part;
        part.first = 30;
        part.end = 60;
        QCOMPARE(list(part).count(), 3); // the last one is not of it
        EventFilter counted;
        counted.counted = true;
        QCOMPARE(list(counted).count(), 100); // nothing says it is not
        EventFilter text;
        text.text = QStringLiteral(" NUMBER 42 ");
        QCOMPARE(list(text).count(), 1);
        text.text = QStringLiteral("car 2"); // an actor's name
        QCOMPARE(list(text).count(), 25);
        text.text = QStringLiteral("no such thing");
        QCOMPARE(list(text).count(), 0);
    }

    void neighbours_data()
    {
        QTest::addColumn<int>("frame");
        QTest::addColumn<int>("lastAt");
        QTest::addColumn<int>("next");
        QTest::addColumn<int>("previous");
        QTest::newRow("before all") << -1 << -1 << 0 << -1;
        QTest::newRow("on the first") << 0 << 0 << 1 << -1;
        QTest::newRow("between") << 25 << 2 << 3 << 2;
        QTest::newRow("on one") << 30 << 3 << 4 << 2;
        QTest::newRow("on the last") << 990 << 99 << -1 << 98;
        QTest::newRow("after all") << 5000 << 99 << -1 << 99;
    }
    void neighbours()
    {
        QFETCH(int, frame);
        const EventList events = list();
        QTEST(events.lastAt(frame), "lastAt");
        QTEST(events.next(frame), "next");
        QTEST(events.previous(frame), "previous");
    }

    void severalAtOneFrame()
    {
        auto table = std::make_shared<EventTable>();
        table->kinds.resize(1);
        for (const FrameNumber frame : {5, 5, 5, 9}) {
            Event event;
            event.frame = frame;
            event.kind = frame == 9 ? 7 : 0; // a kind that was never declared is not counted
            event.actors = {static_cast<ActorId>(99)};
            table->events.push_back(event);
        }
        const EventList events(table, {}, {});
        QCOMPARE(events.lastAt(5), 2);
        QCOMPARE(events.next(4), 0);
        QCOMPARE(events.next(5), 3);
        QCOMPARE(events.previous(9), 2);
        QCOMPARE(events.countsByKind(), std::vector<int>{3});
        EventFilter text;
        text.text = QStringLiteral("x"); // an actor outside the cast has no name to find
        QCOMPARE(EventList(table, {}, text).count(), 0);
    }

    void ofATeam()
    {
        std::vector<ActorInfo> cast(3);
        for (std::size_t i = 0; i < cast.size(); ++i) {
            cast[i].id = static_cast<ActorId>(i);
            cast[i].team = i < 2 ? 0 : 1;
        }
        auto table = std::make_shared<EventTable>();
        table->kinds.resize(1);
        const std::vector<std::vector<int>> who{{0}, {1, 2}, {2, 0}, {2}, {}, {99}};
        for (const std::vector<int>& actors : who) {
            Event event;
            for (const int actor : actors)
                event.actors.push_back(static_cast<ActorId>(actor));
            table->events.push_back(event);
        }
        EventFilter team;
        team.team = 0;
        QCOMPARE(EventList(table, cast, team).count(), 3); // whoever of them takes part
        team.place = 0;
        QCOMPARE(EventList(table, cast, team).count(), 2); // who did it
        team.place = 1;
        QCOMPARE(EventList(table, cast, team).count(), 1);
        team.team = 2;
        QCOMPARE(EventList(table, cast, team).count(), 0);
    }

    void empty()
    {
        for (const EventList& events : {EventList(), EventList(nullptr, {}, {})}) {
            QCOMPARE(events.count(), 0);
            QCOMPARE(events.lastAt(5), -1);
            QCOMPARE(events.next(5), -1);
            QCOMPARE(events.previous(5), -1);
            QVERIFY(events.countsByKind().empty());
        }
    }
};

} // namespace tst_event_list

GHOSTLINE_TEST(tst_event_list, TestEventList)
#include "tst_event_list.moc"
