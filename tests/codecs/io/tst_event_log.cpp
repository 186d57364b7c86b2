// SPDX-License-Identifier: GPL-3.0-or-later
// The bounded list that all codecs collect events in: order, handles, room.
#include "codecs/io/event_log.h"
#include "tests/support/test_driver.h"

#include <QTest>

namespace tst_event_log {

using namespace ghostline;
using io::EventLog;
using io::EventRank;

namespace {

constexpr model::FrameNumber All = 1'000'000;

model::Event eventAt(model::FrameNumber frame, const QString& text)
{
    model::Event event;
    event.frame = frame;
    event.time = model::Micros(frame * 1000);
    event.text = text;
    return event;
}

QString textsOf(const std::vector<model::Event>& events)
{
    QStringList texts;
    for (const model::Event& event : events)
        texts << event.text;
    return texts.join(u' ');
}

} // namespace

class TestEventLog : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void eventsStandByFrameThenByOrderOfAdding()
    {
        EventLog log(10);
        log.add(eventAt(2, QStringLiteral("c")));
        log.add(eventAt(1, QStringLiteral("a")));
        log.add(eventAt(2, QStringLiteral("d")));
        log.add(eventAt(1, QStringLiteral("b")));
        QCOMPARE(textsOf(log.sorted(All)), QStringLiteral("a b c d"));
        QCOMPARE(textsOf(log.sorted(2)), QStringLiteral("a b"));
        QCOMPARE(textsOf(log.take()), QStringLiteral("a b c d"));
        QCOMPARE(log.size(), std::size_t{0});
        QVERIFY(log.take().empty());
    }

    void anIdNamesOneEventForEver()
    {
        EventLog log(10);
        const io::EventId first = log.add(eventAt(5, QStringLiteral("first")));
        const io::EventId second = log.add(eventAt(1, QStringLiteral("second")));
        QCOMPARE(log.find(first)->text, QStringLiteral("first"));
        log.remove(first);
        QVERIFY(log.find(first) == nullptr);
        QCOMPARE(log.find(second)->text, QStringLiteral("second"));
        log.remove(first); // once is enough
        QCOMPARE(log.size(), std::size_t{1});
        QVERIFY(log.find(io::NoEvent) == nullptr);
        QVERIFY(log.find(99) == nullptr);
    }

    void whatIsOpenGrowsUntilItIsClosed()
    {
        EventLog log(10);
        const io::EventId id = log.add(eventAt(1, QStringLiteral("stun")));
        log.open(id);
        QCOMPARE(log.sorted(All, model::Micros(4000)).front().length, model::Micros(3000));
        QCOMPARE(log.find(id)->length, model::Micros(0));
        log.close(id, model::Micros(6000));
        QCOMPARE(log.sorted(All, model::Micros(9000)).front().length, model::Micros(5000));
        log.close(id, model::Micros(8000)); // not open any more
        QCOMPARE(log.find(id)->length, model::Micros(5000));
        log.open(io::NoEvent);
        log.close(io::NoEvent, {});
    }

    void aFullLogCountsWhatItLeavesOut()
    {
        EventLog log(2);
        QCOMPARE(log.add(eventAt(1, QStringLiteral("a"))), 0);
        QCOMPARE(log.add(eventAt(2, QStringLiteral("b"))), 1);
        QVERIFY(log.full());
        QCOMPARE(log.add(eventAt(3, QStringLiteral("c"))), io::NoEvent);
        QCOMPARE(log.leftOut(), std::size_t{1});
        log.leaveOut();
        QCOMPARE(log.leftOut(), std::size_t{2});
        log.remove(0); // there is room again
        QVERIFY(log.add(eventAt(4, QStringLiteral("d"))) != io::NoEvent);
        QCOMPARE(textsOf(log.sorted(All)), QStringLiteral("b d"));
    }

    void plainEventsAreGivenUpFirst()
    {
        EventLog log(3);
        const io::EventId plain = log.add(eventAt(1, QStringLiteral("plain1")), EventRank::Plain);
        const io::EventId later = log.add(eventAt(2, QStringLiteral("plain2")), EventRank::Plain);
        log.add(eventAt(3, QStringLiteral("normal")), EventRank::Normal);
        QVERIFY(log.add(eventAt(4, QStringLiteral("plain3")), EventRank::Plain) == io::NoEvent);
        QVERIFY(log.add(eventAt(5, QStringLiteral("major1")), EventRank::Major) != io::NoEvent);
        QVERIFY2(log.find(later) == nullptr, "of the plain ones the last goes first");
        QVERIFY(log.find(plain) != nullptr);
        log.add(eventAt(6, QStringLiteral("major2")), EventRank::Major);
        log.add(eventAt(7, QStringLiteral("major3")), EventRank::Major);
        QCOMPARE(textsOf(log.sorted(All)), QStringLiteral("major1 major2 major3"));
        QVERIFY2(log.add(eventAt(8, QStringLiteral("major4")), EventRank::Major) == io::NoEvent,
                 "a major one is never given up");
        QCOMPARE(log.leftOut(), std::size_t{5});
    }

    void everythingFromAFrameOnIsTakenBack()
    {
        EventLog log(10);
        for (const int frame : {1, 3, 2, 4})
            log.add(eventAt(frame, QString::number(frame)));
        log.removeFrom(3);
        QCOMPARE(textsOf(log.sorted(All)), QStringLiteral("1 2"));
        int visited = 0;
        log.each([&visited](model::Event& event) { visited += static_cast<int>(event.frame); });
        QCOMPARE(visited, 3);
    }
};

} // namespace tst_event_log

GHOSTLINE_TEST(tst_event_log, TestEventLog)
#include "tst_event_log.moc"
