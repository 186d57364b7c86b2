// SPDX-License-Identifier: GPL-3.0-or-later
// The playhead: exact at every rate, both ways, over loops and ends.
#include "model/time/playhead.h"
#include "tests/support/test_driver.h"

#include <QSignalSpy>
#include <QtTest>

#include <cmath>
#include <random>
#include <utility>

namespace tst_playhead {

using namespace ghostline::model;
using namespace std::chrono_literals;

class TestPlayhead : public QObject
{
    Q_OBJECT

    static TimeAxis tenHertz(FrameNumber frames = 101) { return TimeAxis::uniform(frames, 1, 10); }

    static double place(const Playhead& head)
    {
        return static_cast<double>(head.at().frame) + head.at().fraction;
    }

    static bool near(double a, double b) { return std::abs(a - b) < 1e-6; }

    static constexpr double Speeds[] = {0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2, 4, 8, 16, 32};

private Q_SLOTS:
    void driftInAnHour_data()
    {
        QTest::addColumn<double>("rate");
        QTest::addColumn<int>("denominator");
        for (const double speed : Speeds) {
            for (const double rate : {speed, -speed}) {
                QTest::addRow("%g at 20 Hz", rate) << rate << 2000;
                QTest::addRow("%g at 22.4 Hz", rate) << rate << 2240;
            }
        }
        QTest::addRow("odd rate") << 0.333 << 6000;
        QTest::addRow("odd rate, backward") << -3.7 << 9000;
    }
    void driftInAnHour()
    {
        QFETCH(double, rate);
        QFETCH(int, denominator);
        constexpr std::int64_t Hour = 3'600'000'000'000;
        // 33 hours each way from the middle, so that no end is met.
        const FrameNumber middle = std::int64_t{33} * 3600 * denominator / 100;
        Playhead head;
        head.setTimeAxis(TimeAxis::uniform(2 * middle, 100, denominator));
        head.seek({middle, 0.0});
        const double start = seconds(head.time());
        head.setRate(rate);
        head.play();
        std::mt19937 random(11);
        for (std::int64_t passed = 0; passed < Hour;) { // a timer that is never on time
            const std::int64_t step =
                std::min<std::int64_t>(1'000'000 + random() % 48'000'000, Hour - passed);
            head.advance(std::chrono::nanoseconds{step});
            passed += step;
        }
        const double expected = (start + rate * 3600.0) * denominator / 100.0;
        QVERIFY2(std::abs(place(head) - expected) < 0.01,
                 qPrintable(QString::number(place(head) - expected)));
        QVERIFY(head.playing());
    }

    void driftWithChangingRates()
    {
        Playhead head;
        head.setTimeAxis(TimeAxis::uniform(10'000'000, 1, 20));
        head.seek({5'000'000, 0.0});
        head.play();
        std::mt19937 random(5);
        double expected = 5'000'000;
        for (int i = 0; i < 36'000; ++i) { // an hour; a new rate every tenth of a second
            const double rate = Speeds[random() % 12] * (random() % 2 ? 1.0 : -1.0);
            head.setRate(rate);
            head.advance(100ms);
            expected += rate * 0.1 * 20;
        }
        QVERIFY2(std::abs(place(head) - expected) < 0.01,
                 qPrintable(QString::number(place(head) - expected)));
    }

    void stopsExactlyAtTheEnds()
    {
        Playhead head;
        head.setTimeAxis(tenHertz());
        QSignalSpy playing(&head, &Playhead::playingChanged);
        head.seek({90, 0.5});
        head.play();
        head.advance(5s);
        QCOMPARE(head.at(), (FrameTime{100, 0.0}));
        QVERIFY(!head.playing());
        QCOMPARE(playing.count(), 2);
        head.setRate(-32);
        head.play();
        head.advance(10s);
        QCOMPARE(head.at(), FrameTime{});
        QVERIFY(!head.playing());
        head.play();
        head.advance(1ms); // already there
        QVERIFY(!head.playing());
    }

    void toggleStartsOver()
    {
        Playhead head;
        head.setTimeAxis(tenHertz());
        head.seek({100, 0.0});
        head.togglePlay();
        QVERIFY(head.playing());
        QCOMPARE(head.at(), FrameTime{});
        head.togglePlay();
        QVERIFY(!head.playing());
        head.seek({100, 0.0});
        head.setRate(-1);
        head.togglePlay();
        QCOMPARE(head.at().frame, 100); // backward there is a way to go
    }

    void loops_data()
    {
        QTest::addColumn<double>("rate");
        QTest::addColumn<double>("from");
        QTest::addColumn<int>("ms");
        QTest::addColumn<double>("expected");
        // Loop over frames 20..29: one second at 10 Hz.
        QTest::newRow("inside") << 1.0 << 22.0 << 300 << 25.0;
        QTest::newRow("wraps") << 1.0 << 28.0 << 500 << 23.0;
        QTest::newRow("exactly the end") << 1.0 << 25.0 << 500 << 20.0;
        QTest::newRow("many times") << 32.0 << 20.0 << 10'050 << 26.0; // 321.6 s
        QTest::newRow("from before it") << 1.0 << 15.0 << 700 << 22.0;
        QTest::newRow("from behind it") << 1.0 << 50.0 << 300 << 23.0;
        QTest::newRow("backward inside") << -1.0 << 28.0 << 300 << 25.0;
        QTest::newRow("backward wraps") << -1.0 << 22.0 << 500 << 27.0;
        QTest::newRow("backward from behind it") << -1.0 << 35.0 << 700 << 28.0;
        QTest::newRow("backward from before it") << -1.0 << 10.0 << 300 << 27.0;
    }
    void loops()
    {
        QFETCH(double, rate);
        QFETCH(double, from);
        QFETCH(int, ms);
        QFETCH(double, expected);
        Playhead head;
        head.setTimeAxis(tenHertz());
        head.setLoop(FrameRange{20, 30});
        head.seek({static_cast<FrameNumber>(from), 0.0});
        head.setRate(rate);
        head.play();
        head.advance(std::chrono::milliseconds{ms});
        QVERIFY2(near(place(head), expected), qPrintable(QString::number(place(head))));
        QVERIFY(head.playing());
    }

    void loopDoesNotDrift()
    {
        Playhead head;
        head.setTimeAxis(tenHertz());
        head.setLoop(FrameRange{20, 50});
        head.seek({20, 0.0});
        head.setRate(-0.1);
        head.play();
        for (int i = 0; i < 100'000; ++i)
            head.advance(36ms); // an hour: 360 s of replay back, 120 rounds
        QVERIFY2(near(place(head), 50.0) || near(place(head), 20.0),
                 qPrintable(QString::number(place(head), 'g', 12)));
    }

    void loopEdges()
    {
        Playhead head;
        head.setTimeAxis(tenHertz());
        QSignalSpy changed(&head, &Playhead::loopChanged);
        head.setLoop(FrameRange{50, 500}); // clipped
        QCOMPARE(*head.loop(), (FrameRange{50, 101}));
        head.setLoop(FrameRange{50, 200}); // the same again
        QCOMPARE(changed.count(), 1);
        head.play();
        head.seek({95, 0.0});
        head.advance(600ms); // whole replay's end: wraps instead of stopping
        QVERIFY(near(place(head), 51.0));
        head.setLoop(FrameRange{30, 30});
        QVERIFY(!head.loop());
        head.setLoop(FrameRange{100, 101}); // one frame, the last: stays on it
        head.advance(1s);
        QCOMPARE(head.at(), (FrameTime{100, 0.0}));
        QVERIFY(head.playing());
        head.setTimeAxis(tenHertz(60));
        QVERIFY(!head.loop()); // outside the new axis
        QCOMPARE(head.at(), (FrameTime{59, 0.0}));
    }

    void steps_data()
    {
        QTest::addColumn<double>("fraction");
        QTest::addColumn<int>("by");
        QTest::addColumn<int>("frame");
        QTest::newRow("on") << 0.0 << 1 << 51;
        QTest::newRow("back") << 0.0 << -1 << 49;
        QTest::newRow("on from between") << 0.5 << 1 << 51;
        QTest::newRow("back from between") << 0.5 << -1 << 50;
        QTest::newRow("ten back from between") << 0.5 << -10 << 41;
        QTest::newRow("beyond the end") << 0.0 << 1000 << 100;
        QTest::newRow("before the start") << 0.5 << -1000 << 0;
        QTest::newRow("as far as numbers go") << 0.5 << std::numeric_limits<int>::max() << 100;
    }
    void steps()
    {
        QFETCH(double, fraction);
        QFETCH(int, by);
        QFETCH(int, frame);
        Playhead head;
        head.setTimeAxis(tenHertz());
        head.play();
        head.seek({50, fraction});
        head.step(by);
        QCOMPARE(head.at(), (FrameTime{frame, 0.0}));
        QVERIFY(!head.playing());
        head.step(0);
        QCOMPARE(head.at(), (FrameTime{frame, 0.0}));
    }

    void framesThatShareATime()
    {
        const std::vector<Micros> times = {Micros{0}, Micros{100'000}, Micros{100'000}, Micros{100'000},
                                           Micros{200'000}};
        Playhead head;
        head.setTimeAxis(TimeAxis::table(times));
        head.seek({1, 0.0});
        for (const FrameNumber expected : {2, 3, 4}) {
            head.step(1);
            QCOMPARE(head.at(), (FrameTime{expected, 0.0}));
        }
        for (const FrameNumber expected : {3, 2, 1, 0}) {
            head.step(-1);
            QCOMPARE(head.at(), (FrameTime{expected, 0.0}));
        }
        head.seek({1, 0.0});
        head.setRate(0.01);
        head.play();
        head.advance(10ns); // a tenth of a nanosecond of replay: no reason to leave frame 1
        QCOMPARE(head.at(), (FrameTime{1, 0.0}));
        head.setRate(1);
        head.advance(50ms);
        QCOMPARE(head.at().frame, 3);
        QVERIFY(near(head.at().fraction, 0.5));
        head.setRate(-1);
        head.advance(100ms);
        QCOMPARE(head.at().frame, 0);
        QVERIFY(near(head.at().fraction, 0.5));
        head.setLoop(FrameRange{1, 3}); // no time passes in it
        head.seek({2, 0.0});
        head.advance(100ms);
        QCOMPARE(head.at().frame, 1);
    }

    void jumps()
    {
        Playhead head;
        head.setTimeAxis(tenHertz());
        head.seek({50, 0.5});
        head.play();
        head.jump(1s);
        QVERIFY(near(place(head), 60.5));
        QVERIFY(head.playing());
        head.jump(-2s);
        QVERIFY(near(place(head), 40.5));
        head.jump(Micros::max());
        QCOMPARE(head.at(), (FrameTime{100, 0.0}));
        head.jump(-Micros::max());
        QCOMPARE(head.at(), FrameTime{});
        head.seekTime(Micros{1'250'000});
        QVERIFY(near(place(head), 12.5));
        QCOMPARE(head.time().count(), 1'250'000);
    }

    void rates()
    {
        Playhead head;
        QSignalSpy changed(&head, &Playhead::rateChanged);
        head.setRate(100);
        QCOMPARE(head.rate(), 32.0);
        head.setRate(-0.0001);
        QCOMPARE(head.rate(), -0.01);
        head.setRate(0.0);
        QCOMPARE(head.rate(), 0.01);
        head.setRate(std::nan(""));
        QCOMPARE(head.rate(), 0.01);
        QCOMPARE(changed.count(), 3);
        QList<double> up{head.rate()};
        for (int i = 0; i < 15; ++i) {
            head.faster();
            up << head.rate();
        }
        QCOMPARE(up.mid(0, 12), QList<double>(std::begin(Speeds), std::end(Speeds)));
        QCOMPARE(up.last(), 32.0);
        head.setRate(-3);
        head.faster();
        QCOMPARE(head.rate(), -4.0);
        head.setRate(-3);
        head.slower();
        QCOMPARE(head.rate(), -2.0);
        head.setRate(0.01);
        head.slower();
        QCOMPARE(head.rate(), 0.01);
    }

    void trim_data()
    {
        QTest::addColumn<double>("rate");
        QTest::addColumn<double>("before");
        QTest::addColumn<double>("after");
        QTest::addColumn<double>("expected"); ///< from frame 50, a second each
        QTest::newRow("faster") << 1.0 << 1.05 << 1.05 << 71.0;
        QTest::newRow("slower") << 1.0 << 0.95 << 0.95 << 69.0;
        QTest::newRow("at another rate") << 2.0 << 1.05 << 1.05 << 92.0;
        QTest::newRow("backward") << -2.0 << 1.05 << 1.05 << 8.0;
        QTest::newRow("taken back") << 1.0 << 1.05 << 1.0 << 70.5;
        QTest::newRow("begun on the way") << 1.0 << 1.0 << 0.5 << 65.0;
        QTest::newRow("nothing") << 1.0 << 1.0 << 0.0 << 70.0;
        QTest::newRow("never back") << 1.0 << 1.0 << -1.0 << 70.0;
        QTest::newRow("no number") << 1.0 << 1.05 << std::nan("") << 71.0;
    }
    void trim()
    {
        QFETCH(double, rate);
        QFETCH(double, before);
        QFETCH(double, after);
        QFETCH(double, expected);
        Playhead head;
        head.setTimeAxis(tenHertz());
        head.seek({50, 0.0});
        head.setRate(rate);
        head.play();
        QSignalSpy changed(&head, &Playhead::rateChanged);
        for (const double factor : {before, after}) {
            head.setTrim(factor);
            for (int i = 0; i < 10; ++i)
                head.advance(100ms);
        }
        QVERIFY2(near(place(head), expected), qPrintable(QString::number(place(head))));
        QCOMPARE(head.rate(), rate); // which is what is shown
        QCOMPARE(changed.count(), 0);
    }

    void whatWasSought()
    {
        Playhead head;
        head.setTimeAxis(tenHertz());
        QStringList told;
        connect(&head, &Playhead::moved, this, [&told] { told << QStringLiteral("moved"); });
        connect(&head, &Playhead::sought, this, [&told] { told << QStringLiteral("sought"); });
        const auto since = [&told] { return std::exchange(told, {}).join(u' '); };
        const QString both = QStringLiteral("moved sought");
        head.seek({5, 0.0});
        QCOMPARE(since(), both);
        head.seek({5, 0.0});
        QCOMPARE(since(), QStringLiteral("sought"));
        head.seekTime(1s);
        QCOMPARE(since(), both);
        head.step(1);
        QCOMPARE(since(), both);
        head.jump(1s);
        QCOMPARE(since(), both);
        // None of these went anywhere on purpose.
        head.step(0);
        head.setLoop(FrameRange{0, 90});
        head.setRate(2.0);
        QCOMPARE(since(), QString());
        head.play();
        head.advance(1s);
        QCOMPARE(since(), QStringLiteral("moved"));
        head.setTimeAxis(tenHertz(20));
        QCOMPARE(since(), QStringLiteral("moved"));
        head.setLoop({});
        head.advance(10s); // to the end
        QCOMPARE(head.at(), (FrameTime{19, 0.0}));
        since();
        head.togglePlay(); // starts over
        QCOMPARE(since(), both);
    }

    void heldTimeStandsStill()
    {
        Playhead head;
        head.setTimeAxis(tenHertz());
        head.play();
        head.setHeld(true);
        head.setHeld(true);
        head.advance(2s);
        QCOMPARE(head.at(), FrameTime{});
        QVERIFY(head.playing() && head.held());
        head.setHeld(false);
        head.advance(1s);
        QVERIFY(near(place(head), 10.0));
    }

    void movedIsToldOnce()
    {
        Playhead head;
        head.setTimeAxis(tenHertz());
        QSignalSpy moved(&head, &Playhead::moved);
        head.seek({5, 0.0});
        head.seek({5, 0.0});
        head.advance(1s); // not playing
        QCOMPARE(moved.count(), 1);
        head.play();
        head.play();
        head.advance(-1s);
        head.advance(0ns);
        QCOMPARE(moved.count(), 1);
        head.advance(1ms);
        QCOMPARE(moved.count(), 2);
        head.pause();
        head.pause();
    }

    void growingAxis()
    {
        Playhead head;
        head.setTimeAxis(tenHertz(50));
        head.seek({30, 0.25});
        head.play();
        head.setTimeAxis(tenHertz(200));
        QVERIFY(near(place(head), 30.25));
        QCOMPARE(head.timeAxis().frames(), 200);
        head.advance(10s);
        QVERIFY(near(place(head), 130.25));
    }

    void nothingToPlay()
    {
        Playhead head;
        head.play();
        QVERIFY(!head.playing());
        head.step(1);
        head.jump(1s);
        head.seek({5, 0.5});
        head.setLoop(FrameRange{0, 5});
        QCOMPARE(head.at(), FrameTime{});
        QVERIFY(!head.loop());
        head.setTimeAxis(tenHertz(1));
        head.play();
        head.advance(1ms);
        QVERIFY(!head.playing());
    }
};

} // namespace tst_playhead

GHOSTLINE_TEST(tst_playhead, TestPlayhead)
#include "tst_playhead.moc"
