// SPDX-License-Identifier: GPL-3.0-or-later
// Tables of events of strategy games: kinds from words, times from the axis, what goes when there is no room.
#include "codecs/rts/declare.h"
#include "codecs/rts/event_table_builder.h"
#include "tests/support/test_driver.h"

#include <QTest>

namespace tst_rts_events {

using namespace ghostline;
using rts::EventTableBuilder;

namespace {

EventTableBuilder builderOf(std::size_t most)
{
    return {model::TimeAxis::uniform(11, 1, 10), rts::ActorNumbers{2}, most};
}

} // namespace

class TestRtsEvents : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void framesAreClippedAndTimed()
    {
        EventTableBuilder builder = builderOf(10);
        builder.add(1, 500);
        const io::EventId early = (builder.add(0, 3), builder.lastId());
        EventTableBuilder::place(*builder.find(early), {1, 2, 3}, 4.0F);
        QCOMPARE(builder.between(3, 5), model::Micros{200'000});
        QCOMPARE(builder.between(8, 900), model::Micros{200'000});
        QCOMPARE(builder.between(5, 3), model::Micros{0});
        const auto table = builder.finish({});
        QCOMPARE(table->events.size(), std::size_t{2});
        QCOMPARE(table->events[0].time, model::Micros{300'000});
        QVERIFY(table->events[0].placed);
        QCOMPARE(table->events[0].radius, 4.0F);
        QCOMPARE(table->events[1].frame, model::FrameNumber{10});
    }

    void lesserOnesAreGivenUpForMajorOnes()
    {
        EventTableBuilder builder = builderOf(2);
        const io::EventId plain = (builder.add(0, 1, io::EventRank::Plain), builder.lastId());
        QVERIFY(builder.add(1, 2) != nullptr);
        QVERIFY(builder.add(2, 3, io::EventRank::Major) != nullptr);
        QVERIFY(builder.find(plain) == nullptr);
        QVERIFY(builder.add(0, 4, io::EventRank::Plain) == nullptr);
        QCOMPARE(builder.leftOut(), std::size_t{2});
        int seen = 0;
        builder.each(2, [&seen](const model::Event& event) {
            QCOMPARE(event.frame, model::FrameNumber{3});
            ++seen;
        });
        QCOMPARE(seen, 1);
    }

    void kindsComeFromWords()
    {
        constexpr std::array<rts::KindWords, 2> Words{
            {{"fight", "Fight", rts::Major | rts::Band}, {"talk", "Talk", rts::Hidden, "Voice"}}};
        const auto kinds = rts::describeKinds(Words, [](int kind) {
            return kind == 0 ? std::vector{rts::column("seconds", "Lasted", "s", 1)}
                             : std::vector<model::EventColumn>();
        });
        QCOMPARE(kinds[0].id, QStringLiteral("fight"));
        QVERIFY(kinds[0].major && kinds[0].band && kinds[0].shownByDefault && !kinds[0].cue);
        QCOMPARE(kinds[0].columns.front().unit, QStringLiteral("s"));
        QVERIFY(!kinds[1].shownByDefault && kinds[1].columns.empty());
        QCOMPARE(kinds[1].lane, QStringLiteral("Voice"));
    }

    void gaugesDoNotCountUp()
    {
        const auto gauge = rts::gauge("apm", "Actions per minute", "APM", model::ActorPropertyId{3});
        QCOMPARE(gauge.actor, model::ActorPropertyId{3});
        QVERIFY(!gauge.counter);
        QCOMPARE(gauge.eventActor, -1);
    }
};

} // namespace tst_rts_events

GHOSTLINE_TEST(tst_rts_events, TestRtsEvents)
#include "tst_rts_events.moc"
