// SPDX-License-Identifier: GPL-3.0-or-later
// Where the play is at an instant of the host's clock: the same as the playhead's, in both directions, round
// loops and against the ends.
#include "model/time/playhead.h"
#include "tests/support/rounds.h"
#include "tests/support/test_driver.h"
#include "together/shared_state.h"

#include <QtTest>

#include <limits>
#include <random>

namespace tst_shared_state {

using namespace ghostline::model;
using namespace ghostline::together;

namespace {

constexpr FrameNumber Frames = 601; // a minute at 10 Hz

HostInstant instant(double at) { return HostInstant(fromSeconds(at)); }

SharedState stateOf(const Playhead& playhead, HostInstant now)
{
    SharedState state;
    state.clock = now;
    state.place = playhead.time();
    state.rate = playhead.rate();
    state.playing = playhead.playing();
    state.held = playhead.held();
    state.duration = playhead.timeAxis().duration();
    state.loop = sharedLoop(playhead.loop(), playhead.timeAxis());
    return state;
}

} // namespace

class TestSharedState : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void placeAt_data()
    {
        QTest::addColumn<double>("place");
        QTest::addColumn<double>("rate");
        QTest::addColumn<double>("loopFrom");
        QTest::addColumn<double>("loopTo"); ///< negative = no loop
        QTest::addColumn<double>("elapsed");
        QTest::addColumn<double>("expected");
        const auto row = [](const char* name, double place, double rate, double from, double to,
                            double elapsed, double expected) {
            QTest::newRow(name) << place << rate << from << to << elapsed << expected;
        };
        row("forward", 10, 1, 0, -1, 5, 15);
        row("eight times", 10, 8, 0, -1, 5, 50);
        row("backward", 10, -1, 0, -1, 5, 5);
        row("slow backward", 10, -0.01, 0, -1, 100, 9);
        row("stands at the end", 50, 8, 0, -1, 5, 60);
        row("stands at the start", 10, -8, 0, -1, 5, 0);
        row("before the clock", 10, 8, 0, -1, -5, 10);
        row("behind the end", 70, 1, 0, -1, 0, 60);
        row("within the loop", 12, 1, 10, 20, 5, 17);
        row("to its end and on at its start", 18, 1, 10, 20, 5, 13);
        row("three times round", 18, 8, 10, 20, 4, 10);
        row("into the loop from before", 5, 1, 10, 20, 6, 11);
        row("behind it, forward", 30, 1, 10, 20, 3, 13);
        row("a loop of one frame", 30, 1, 10, 10, 3, 10);
        row("a loop behind the end", 30, 1, 70, 80, 3, 60);
        row("a loop over the end", 59, 1, 50, 80, 3, 52);
    }
    void placeAt()
    {
        QFETCH(double, place);
        QFETCH(double, rate);
        QFETCH(double, loopFrom);
        QFETCH(double, loopTo);
        QFETCH(double, elapsed);
        QFETCH(double, expected);
        SharedState state;
        state.clock = instant(1'000.0);
        state.place = fromSeconds(place);
        state.rate = rate;
        state.playing = true;
        state.duration = fromSeconds(60);
        if (loopTo >= 0.0)
            state.loop = SharedLoop{fromSeconds(loopFrom), fromSeconds(loopTo)};
        const HostInstant now = instant(1'000.0 + elapsed);
        QCOMPARE(seconds(state.placeAt(now)), expected);
        state.held = true;
        QCOMPARE(state.placeAt(now), std::min(state.place, state.duration));
        state.held = false;
        state.playing = false;
        QCOMPARE(state.placeAt(now), std::min(state.place, state.duration));
    }

    void asThePlayhead_data()
    {
        QTest::addColumn<double>("rate");
        QTest::addColumn<bool>("looped");
        for (const double rate : {0.01, 1.0, 8.0, 32.0, -0.25, -1.0, -8.0, -32.0}) {
            for (const bool looped : {false, true}) {
                QTest::addRow("%g%s", rate, looped ? ", looped" : "") << rate << looped;
            }
        }
    }
    void asThePlayhead()
    {
        QFETCH(double, rate);
        QFETCH(bool, looped);
        std::mt19937 random(7);
        std::uniform_real_distribution<double> anywhere(0.0, 60.0);
        std::uniform_int_distribution<FrameNumber> anyFrame(0, Frames - 1);
        for (int i = 0; i < ghostline::test::rounds(300); ++i) {
            Playhead playhead;
            playhead.setTimeAxis(TimeAxis::uniform(Frames, 1, 10));
            playhead.setRate(rate);
            playhead.seekTime(fromSeconds(anywhere(random)));
            if (looped) {
                const FrameNumber first = anyFrame(random);
                playhead.setLoop(FrameRange{first, first + 1 + anyFrame(random) % 100});
            }
            playhead.play();
            const SharedState state = stateOf(playhead, instant(5.0));
            const auto step = std::chrono::milliseconds(16);
            HostInstant now = state.clock;
            for (int tick = 0; tick < 100 && playhead.playing(); ++tick) {
                playhead.advance(step);
                now += step;
                const Micros apart = behindBy(playhead.time(), state.placeAt(now), state.loop);
                // The playhead counts nanoseconds, and rounds at each of its frames.
                QVERIFY2(std::abs(apart.count()) <= 3,
                         qPrintable(QStringLiteral("%1 us apart").arg(apart.count())));
            }
        }
    }

    void anyNumbers()
    {
        constexpr auto Large = std::numeric_limits<std::int64_t>::max();
        constexpr auto Small = std::numeric_limits<std::int64_t>::min();
        const double rates[] = {0.0,
                                1.0,
                                -32.0,
                                1e300,
                                -1e300,
                                std::numeric_limits<double>::quiet_NaN(),
                                std::numeric_limits<double>::infinity()};
        for (const std::int64_t clock : {Small, std::int64_t{0}, Large}) {
            for (const std::int64_t place : {Small, std::int64_t{-1}, Large}) {
                for (const std::int64_t end : {Small, std::int64_t{0}, std::int64_t{5}, Large}) {
                    for (const double rate : rates) {
                        SharedState state;
                        state.clock = HostInstant(Micros{clock});
                        state.place = Micros{place};
                        state.duration = Micros{end};
                        state.rate = rate;
                        state.playing = true;
                        for (const bool looped : {false, true}) {
                            if (looped)
                                state.loop = SharedLoop{Micros{place}, Micros{end}};
                            const Micros at = state.placeAt(HostInstant(Micros{-(clock / 2)}));
                            QVERIFY(at.count() >= 0 && at.count() <= std::max<std::int64_t>(end, 0));
                        }
                    }
                }
            }
        }
    }

    void loopsInFramesAndTimes()
    {
        const TimeAxis axis = TimeAxis::uniform(Frames, 1, 10);
        QVERIFY(!sharedLoop(std::nullopt, axis));
        QVERIFY(!sharedLoop(FrameRange{0, 5}, TimeAxis()));
        QVERIFY(!framesOf(SharedLoop{}, TimeAxis()));
        const auto loop = sharedLoop(FrameRange{100, 200}, axis);
        QVERIFY(loop == (SharedLoop{fromSeconds(10), fromSeconds(20)}));
        QVERIFY(framesOf(loop, axis) == (FrameRange{100, 200}));
        // Of one frame: it stands there.
        const auto one = sharedLoop(FrameRange{600, 601}, axis);
        QVERIFY(one == (SharedLoop{fromSeconds(60), fromSeconds(60)}));
        QVERIFY(framesOf(one, axis) == (FrameRange{600, 601}));
        // Whoever knows less of the recording has a shorter one.
        QVERIFY(framesOf(loop, TimeAxis::uniform(151, 1, 10)) == (FrameRange{100, 150}));
        QVERIFY(framesOf(loop, TimeAxis::uniform(51, 1, 10)) == (FrameRange{50, 51}));
    }

    void roundTheSeam()
    {
        const SharedLoop loop{fromSeconds(10), fromSeconds(20)};
        const auto behind = [&loop](double own, double target) {
            return seconds(behindBy(fromSeconds(own), fromSeconds(target), loop));
        };
        QCOMPARE(behind(12, 13), 1.0);
        QCOMPARE(behind(13, 12), -1.0);
        QCOMPARE(behind(19.5, 10.5), 1.0);
        QCOMPARE(behind(10.5, 19.5), -1.0);
        QCOMPARE(behind(5, 19), 14.0); // outside of it there is no seam
        QCOMPARE(seconds(behindBy(fromSeconds(19.5), fromSeconds(10.5), std::nullopt)), -9.0);
    }
};

} // namespace tst_shared_state

GHOSTLINE_TEST(tst_shared_state, TestSharedState)
#include "tst_shared_state.moc"
