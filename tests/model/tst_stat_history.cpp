// SPDX-License-Identifier: GPL-3.0-or-later
// Statistics per round and per match against counts that start over at every round.
#include "model/metrics/stat_history.h"
#include "tests/support/fake_replay.h"
#include "tests/support/test_driver.h"

#include <QtTest>

#include <cmath>

namespace tst_stat_history {

using namespace ghostline::model;
using namespace ghostline::test;

class TestStatHistory : public QObject
{
    Q_OBJECT

    static std::shared_ptr<const StatHistory> read(const FakeReplayOptions& options)
    {
        const auto source = makeFakeReplay(options);
        auto history = StatHistory::read(*source, {}, {});
        return history ? *history : nullptr;
    }

private Q_SLOTS:
    void roundsAndMatch()
    {
        FakeReplayOptions options;
        options.match = true;
        options.frames = 1000;
        const auto history = read(options);
        QVERIFY(history);
        QCOMPARE(history->rounds().size(), std::size_t{3});
        QCOMPARE(history->roundAt(0), 1);
        QCOMPARE(history->roundAt(399), 1);
        QCOMPARE(history->roundAt(400), 2);
        for (const FrameNumber at : {FrameNumber{0}, FrameNumber{130}, FrameNumber{399}, FrameNumber{400},
                                     FrameNumber{555}, FrameNumber{999}}) {
            for (int i = 0; i < options.actors; ++i) {
                const auto actor = static_cast<ActorId>(i);
                double match = static_cast<double>(fakeGoals(i, at));
                for (FrameNumber end = FakeRound; end <= at; end += FakeRound)
                    match += static_cast<double>(fakeGoals(i, end - 1));
                QCOMPARE(history->actorValue(0, actor, at, StatSpan::Recorded),
                         static_cast<double>(fakeGoals(i, at)));
                QCOMPARE(history->actorValue(0, actor, at, StatSpan::Round),
                         static_cast<double>(fakeGoals(i, at)));
                QCOMPARE(history->actorValue(0, actor, at, StatSpan::Match), match);
            }
        }
        const double blue = static_cast<double>(fakeGoals(0, 399) + fakeGoals(2, 399));
        QCOMPARE(history->teamValue(0, 0, 399, StatSpan::Recorded), blue);
        QCOMPARE(history->teamValue(0, 0, 400, StatSpan::Match), blue);
        QCOMPARE(history->teamValue(0, 0, 400, StatSpan::Round), 0.0);
    }

    void whoIsNotThereHasNoFigure()
    {
        FakeReplayOptions options;
        options.match = true;
        options.staggered = true;
        const auto history = read(options);
        QVERIFY(std::isnan(history->actorValue(0, static_cast<ActorId>(3), 2, StatSpan::Recorded)));
        QVERIFY(!std::isnan(history->actorValue(0, static_cast<ActorId>(3), 3, StatSpan::Recorded)));
        QVERIFY(std::isnan(history->actorValue(7, static_cast<ActorId>(0), 3, StatSpan::Match)));
        QVERIFY(std::isnan(history->actorValue(0, ActorId::None, 3, StatSpan::Match)));
        QVERIFY(std::isnan(history->teamValue(0, 9, 3, StatSpan::Match)));
    }

    void withoutStatistics()
    {
        const auto history = read({});
        QVERIFY(history && history->rounds().empty());
        QVERIFY(std::isnan(history->actorValue(0, static_cast<ActorId>(0), 3, StatSpan::Recorded)));
    }

    void cancelled()
    {
        FakeReplayOptions options;
        options.match = true;
        const auto source = makeFakeReplay(options);
        std::stop_source stop;
        stop.request_stop();
        const auto history = StatHistory::read(*source, {}, stop.get_token());
        QVERIFY(!history);
        QCOMPARE(history.error().code, ErrorCode::Cancelled);
    }
};

} // namespace tst_stat_history

GHOSTLINE_TEST(tst_stat_history, TestStatHistory)
#include "tst_stat_history.moc"
