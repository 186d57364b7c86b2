// SPDX-License-Identifier: GPL-3.0-or-later
// A guest's playback beside the host's: real playheads at both ends, made-up clocks and a made-up line
// between them.
#include "model/time/playhead.h"
#include "tests/support/rounds.h"
#include "tests/support/test_driver.h"
#include "together/clock_offset.h"
#include "together/follower.h"
#include "together/limits.h"

#include <QtTest>

#include <deque>
#include <optional>
#include <random>

namespace tst_follower {

using namespace ghostline::model;
using namespace ghostline::together;
using namespace std::chrono_literals;

namespace {

/// Host and guest with a line that delays everything by up to 100 ms and loses one message in a hundred for
/// 300 ms (it is sent again: what comes behind it waits).
class Pair
{
public:
    Pair(unsigned seed, double length) : m_random(seed)
    {
        const TimeAxis axis = TimeAxis::uniform(static_cast<FrameNumber>(length * 30.0) + 1, 1, 30);
        host.setTimeAxis(axis);
        guest.setTimeAxis(axis);
    }

    Playhead host;
    Playhead guest;
    double guestDrift = 20e-6; ///< how much faster its clock runs
    int snaps = 0;

    double time() const { return std::chrono::duration<double>(m_now).count(); }
    /// In microseconds of the recording, at this very instant.
    std::int64_t apart() const
    {
        const auto loop = sharedLoop(host.loop(), host.timeAxis());
        return std::abs(behindBy(guest.time(), host.time(), loop).count());
    }
    /// Something changed: everybody is told.
    void tell()
    {
        SharedState state;
        state.revision = ++m_revision;
        state.clock = hostNow();
        state.place = host.time();
        state.rate = host.rate();
        state.playing = host.playing();
        state.duration = host.timeAxis().duration();
        state.loop = sharedLoop(host.loop(), host.timeAxis());
        m_states.push_back({arrival(m_lastState), state});
        m_told = m_now;
    }
    /// 8 ms; the guest asks itself every 96.
    void tick()
    {
        constexpr auto Step = 8ms;
        m_now += Step;
        ++m_ticks;
        host.advance(Step);
        guest.advance(std::chrono::nanoseconds(std::llround(8e6 * (1.0 + guestDrift))));
        if (m_now - m_told >= StateInterval)
            tell();
        exchange();
        if (m_ticks % 12 == 0 && m_state && m_offset.known())
            follow();
    }
    void run(std::chrono::milliseconds span)
    {
        for (const auto end = m_now + span; m_now < end;)
            tick();
    }

private:
    using Now = std::chrono::microseconds; ///< true time
    struct Travelling
    {
        Now arrives{};
        SharedState state{};
    };
    struct Answer
    {
        Now arrives{};
        OwnInstant sent{};
        HostInstant host{};
    };

    HostInstant hostAt(Now now) const { return HostInstant(now + 5'000s); }
    HostInstant hostNow() const { return hostAt(m_now); }
    OwnInstant ownAt(Now now) const
    {
        return OwnInstant(Now{std::llround(static_cast<double>(now.count()) * (1.0 + guestDrift))} + 77s);
    }
    Now arrival(Now& last)
    {
        Now late{std::uniform_int_distribution<int>(0, 100'000)(m_random)};
        if (std::uniform_int_distribution<int>(0, 99)(m_random) == 0)
            late += 300ms;
        last = std::max(last, m_now + late);
        return last;
    }
    void exchange()
    {
        if (m_now >= m_nextPing) {
            // There and back; the host answers at once.
            const Now there = arrival(m_lastPing);
            Now back = there + Now{std::uniform_int_distribution<int>(0, 100'000)(m_random)};
            back = m_lastPong = std::max(back, m_lastPong);
            m_answers.push_back({back, ownAt(m_now), hostAt(there)});
            m_nextPing = m_now + (++m_pings < FirstPings ? FirstPingInterval : PingInterval);
        }
        while (!m_answers.empty() && m_answers.front().arrives <= m_now) {
            const Answer& answer = m_answers.front();
            m_offset.add(answer.sent, answer.host, ownAt(answer.arrives));
            m_answers.pop_front();
        }
        while (!m_states.empty() && m_states.front().arrives <= m_now) {
            m_state = m_states.front().state;
            m_states.pop_front();
        }
    }
    void follow()
    {
        if (guest.loop() != framesOf(m_state->loop, guest.timeAxis()))
            guest.setLoop(framesOf(m_state->loop, guest.timeAxis()));
        const FollowStep step = m_follower.next(*m_state, m_offset.hostAt(ownAt(m_now)),
                                                {guest.time(), guest.playing(), guest.timeAxis().duration()});
        if (step.action == FollowStep::Action::Snap) {
            guest.seekTime(step.place);
            ++snaps;
        }
        guest.setRate(step.rate);
        if (step.playing)
            guest.play();
        else
            guest.pause();
    }

    std::mt19937 m_random;
    Now m_now{};
    Now m_told{};
    Now m_nextPing{};
    Now m_lastState{};
    Now m_lastPing{};
    Now m_lastPong{};
    int m_ticks = 0;
    int m_pings = 0;
    std::int64_t m_revision = 0;
    std::deque<Travelling> m_states;
    std::deque<Answer> m_answers;
    std::optional<SharedState> m_state;
    ClockOffset m_offset;
    Follower m_follower;
};

SharedState playing(double place, double rate)
{
    SharedState state;
    state.revision = 1;
    state.clock = HostInstant(100s);
    state.place = fromSeconds(place);
    state.rate = rate;
    state.playing = true;
    state.duration = fromSeconds(60);
    return state;
}

} // namespace

class TestFollower : public QObject
{
    Q_OBJECT

    using Action = FollowStep::Action;

private Q_SLOTS:
    void oneStep_data()
    {
        QTest::addColumn<double>("rate");
        QTest::addColumn<double>("own"); ///< the host is at 30
        QTest::addColumn<int>("action");
        QTest::addColumn<double>("factor"); ///< of the rate
        const auto row = [](const char* name, double rate, double own, Action action, double factor) {
            QTest::newRow(name) << rate << own << static_cast<int>(action) << factor;
        };
        row("equal", 1, 30, Action::Stay, 1);
        row("a little behind", 1, 29.999, Action::Stay, 1);
        row("20 ms behind", 1, 29.98, Action::Trim, 1.02);
        row("20 ms ahead", 1, 30.02, Action::Trim, 0.98);
        row("90 ms behind", 1, 29.91, Action::Trim, 1.05);
        row("110 ms behind", 1, 29.89, Action::Snap, 1);
        row("110 ms ahead", 1, 30.11, Action::Snap, 1);
        row("eight times, 80 ms behind", 8, 29.92, Action::Trim, 1.01);
        row("eight times, 110 ms behind", 8, 29.89, Action::Snap, 1);
        row("32 times, 320 ms behind", 32, 29.68, Action::Trim, 1.01);
        row("32 times, 410 ms behind", 32, 29.59, Action::Snap, 1);
        row("backward, 20 ms late", -1, 30.02, Action::Trim, 1.02);
        row("backward, 20 ms early", -1, 29.98, Action::Trim, 0.98);
        row("backward, 110 ms late", -1, 30.11, Action::Snap, 1);
        row("slow, 90 ms behind", 0.1, 29.91, Action::Trim, 1.05);
    }
    void oneStep()
    {
        QFETCH(double, rate);
        QFETCH(double, own);
        QFETCH(int, action);
        QFETCH(double, factor);
        Follower follower;
        const SharedState state = playing(30.0, rate);
        const FollowStep step = follower.next(state, state.clock, {fromSeconds(own), true, state.duration});
        QCOMPARE(static_cast<int>(step.action), action);
        QCOMPARE(step.rate, rate * factor);
        QCOMPARE(step.place, fromSeconds(30));
        QVERIFY(step.playing);
    }

    void pausedItIsExact()
    {
        SharedState state = playing(30.0, 8.0);
        state.playing = false;
        const FollowStep off =
            Follower().next(state, state.clock + 5s, {fromSeconds(29.99), true, state.duration});
        QCOMPARE(static_cast<int>(off.action), static_cast<int>(Action::Snap));
        QCOMPARE(off.place, fromSeconds(30));
        QVERIFY(!off.playing);
        const FollowStep there =
            Follower().next(state, state.clock + 5s, {fromSeconds(30), true, state.duration});
        QCOMPARE(static_cast<int>(there.action), static_cast<int>(Action::Stay));
        QVERIFY(!there.playing);
        state.playing = state.held = true; // waits for data: so do all
        QVERIFY(!Follower().next(state, state.clock + 5s, {fromSeconds(30), true, state.duration}).playing);
    }

    void theEndIsNoReasonToPlay()
    {
        const SharedState state = playing(59.9, 1.0);
        const auto at = [&state](std::chrono::milliseconds elapsed, double own, bool plays) {
            return Follower().next(state, state.clock + elapsed, {fromSeconds(own), plays, state.duration});
        };
        // The guest is there first, and waits; the host has stopped, which is still to be heard.
        for (const FollowStep& step : {at(50ms, 60.0, false), at(500ms, 60.0, false)}) {
            QCOMPARE(static_cast<int>(step.action), static_cast<int>(Action::Stay));
            QVERIFY(!step.playing);
        }
        // It runs against the end by itself.
        QVERIFY(at(500ms, 59.95, true).playing);
        // The recording has come here as far as 20 s.
        const FollowStep less = Follower().next(state, state.clock, {fromSeconds(20), true, fromSeconds(20)});
        QCOMPARE(static_cast<int>(less.action), static_cast<int>(Action::Stay));
        QCOMPARE(less.place, fromSeconds(20));
        QVERIFY(!less.playing);
        // Backward from there it goes on.
        const SharedState back = playing(10.0, -1.0);
        const FollowStep start = Follower().next(back, back.clock + 20s, {Micros{}, false, back.duration});
        QCOMPARE(static_cast<int>(start.action), static_cast<int>(Action::Stay));
        QVERIFY(!start.playing);
        const FollowStep again = Follower().next(back, back.clock, {Micros{}, false, back.duration});
        QCOMPARE(static_cast<int>(again.action), static_cast<int>(Action::Snap));
        QVERIFY(again.playing);
    }

    void aSnapInVainIsNotTriedAgainAtOnce()
    {
        Follower follower;
        SharedState state = playing(10.0, 1.0);
        const auto at = [&](std::chrono::milliseconds elapsed, double own) {
            return follower.next(state, state.clock + elapsed, {fromSeconds(own), true, state.duration})
                .action;
        };
        QVERIFY(at(0ms, 5.0) == Action::Snap);
        QVERIFY(at(100ms, 5.0) == Action::Trim); // it waits for data
        QVERIFY(at(350ms, 5.0) == Action::Snap);
        state.place = fromSeconds(40); // but somebody went elsewhere
        QVERIFY(at(400ms, 5.0) == Action::Snap);
    }

    void tenMinutes_data()
    {
        QTest::addColumn<double>("rate");
        QTest::addColumn<double>("drift");
        for (const double rate : {1.0, 8.0, -1.0, -8.0}) {
            for (const double drift : {20e-6, -40e-6})
                QTest::addRow("%gx, drift %g", rate, drift) << rate << drift;
        }
    }
    void tenMinutes()
    {
        QFETCH(double, rate);
        QFETCH(double, drift);
        Pair pair(11, 5'400.0);
        pair.guestDrift = drift;
        pair.host.setRate(rate);
        pair.host.seekTime(fromSeconds(rate < 0.0 ? 5'300.0 : 100.0));
        pair.host.play();
        pair.tell();
        pair.run(20s); // until the clock is known
        const int snapsAtFirst = pair.snaps;
        std::int64_t worst = 0;
        for (const double end = ghostline::test::Sanitized ? 80.0 : 620.0; pair.time() < end;) {
            pair.tick();
            worst = std::max(worst, pair.apart());
        }
        QVERIFY2(worst <= 50'000, qPrintable(QStringLiteral("%1 us apart").arg(worst)));
        QCOMPARE(pair.snaps, snapsAtFirst); // it never jumps
        QVERIFY(pair.host.playing() && pair.guest.playing());
    }

    void aMinuteOfSeeksPausesAndRates()
    {
        for (unsigned seed = 1; seed <= 3; ++seed) {
            Pair pair(seed, 600.0);
            std::mt19937 random(seed);
            pair.host.play();
            pair.tell();
            pair.run(20s);
            const double rates[] = {1.0, 8.0, -1.0, -8.0, 0.25};
            for (int i = 0; i < 30; ++i) {
                switch (random() % 3) {
                case 0:
                    pair.host.seekTime(fromSeconds(100.0 + static_cast<double>(random() % 400)));
                    break;
                case 1:
                    pair.host.togglePlay();
                    break;
                default:
                    pair.host.setRate(rates[random() % std::size(rates)]);
                    break;
                }
                pair.tell();
                // The line takes 400 ms at worst, the guest asks itself every 96; then small drifts go.
                pair.run(2s);
                const std::int64_t most = pair.host.playing() ? 50'000 : 1'000;
                QVERIFY2(pair.apart() <= most, qPrintable(QStringLiteral("seed %1, change %2: %3 us apart")
                                                              .arg(seed)
                                                              .arg(i)
                                                              .arg(pair.apart())));
                QCOMPARE(pair.guest.playing(), pair.host.playing());
            }
        }
    }

    void roundALoop()
    {
        Pair pair(5, 600.0);
        pair.host.seekTime(fromSeconds(10.0));
        pair.host.setLoop(FrameRange{300, 390}); // three seconds
        for (const double rate : {1.0, 8.0, -8.0}) {
            pair.host.setRate(rate);
            pair.host.play();
            pair.tell();
            pair.run(rate == 1.0 ? 20s : 3s);
            const int snapsAtFirst = pair.snaps;
            std::int64_t worst = 0;
            for (const double end = pair.time() + 30.0; pair.time() < end;) {
                pair.tick();
                worst = std::max(worst, pair.apart());
            }
            QVERIFY2(worst <= 50'000, qPrintable(QStringLiteral("%1: %2 us apart").arg(rate).arg(worst)));
            QCOMPARE(pair.snaps, snapsAtFirst);
        }
    }

    void bothStandAtTheEnd()
    {
        for (const double rate : {8.0, -8.0}) {
            Pair pair(3, 300.0);
            pair.host.setRate(rate);
            pair.host.seekTime(fromSeconds(rate > 0.0 ? 60.0 : 240.0));
            pair.host.play();
            pair.tell();
            pair.run(40s);
            QVERIFY(!pair.host.playing());
            QVERIFY(!pair.guest.playing());
            QVERIFY(pair.apart() <= 1'000);
        }
    }
};

} // namespace tst_follower

GHOSTLINE_TEST(tst_follower, TestFollower)
#include "tst_follower.moc"
