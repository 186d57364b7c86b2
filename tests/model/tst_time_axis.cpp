// SPDX-License-Identifier: GPL-3.0-or-later
// Frames to times and back: exact rationals, irregular tables, shared times, ends.
#include "model/time/time_axis.h"
#include "tests/support/test_driver.h"

#include <QtTest>

#include <random>

namespace tst_time_axis {

using namespace ghostline::model;

namespace {

constexpr FrameNumber operator""_f(unsigned long long n) { return static_cast<FrameNumber>(n); }

} // namespace

class TestTimeAxis : public QObject
{
    Q_OBJECT

    static std::vector<Micros> micros(std::initializer_list<int> values)
    {
        std::vector<Micros> times;
        for (const int v : values)
            times.emplace_back(v);
        return times;
    }

    /// The definition, frame by frame.
    static FrameNumber slowFrameAt(const TimeAxis& axis, Micros t)
    {
        FrameNumber found = 0;
        for (FrameNumber f = 0; f < axis.frames(); ++f) {
            if (axis.timeOf(f) <= t)
                found = f;
        }
        return found;
    }

private Q_SLOTS:
    void uniformDoesNotDrift()
    {
        const TimeAxis axis = TimeAxis::uniform(2'000'000, 10, 224); // 22.4 frames a second
        QCOMPARE(axis.timeOf(1_f).count(), 44643);                   // 44642.857
        QCOMPARE(axis.timeOf(224_f).count(), 10'000'000);
        QCOMPARE(axis.timeOf(22'400 * 60_f).count(), 60'000'000'000);
        QCOMPARE(axis.meanStep().count(), 44642);
    }

    void backAndForth_data()
    {
        QTest::addColumn<TimeAxis>("axis");
        QTest::newRow("20 Hz") << TimeAxis::uniform(300, 1, 20);
        QTest::newRow("22.4 Hz") << TimeAxis::uniform(300, 10, 224);
        QTest::newRow("60 Hz") << TimeAxis::uniform(300, 1, 60);
        QTest::newRow("finer than a microsecond") << TimeAxis::uniform(300, 1, 3'000'000);
        QTest::newRow("one frame") << TimeAxis::uniform(1, 1, 20);
        QTest::newRow("no step") << TimeAxis::uniform(5, 0, 1);
        QTest::newRow("table") << TimeAxis::table(micros({0, 10, 10, 10, 25, 26, 26, 100}));
        QTest::newRow("shared first time") << TimeAxis::table(micros({0, 0, 0, 5}));
        QTest::newRow("late first time") << TimeAxis::table(micros({7, 9, 30}));
    }
    void backAndForth()
    {
        QFETCH(TimeAxis, axis);
        for (FrameNumber f = 0; f < axis.frames(); ++f) {
            for (const int offset : {-1, 0, 1}) {
                const Micros t = axis.timeOf(f) + Micros{offset};
                const FrameNumber expected = slowFrameAt(axis, t);
                QCOMPARE(axis.frameAt(t), expected);
                const FrameTime at = axis.at(t);
                QCOMPARE(at.frame, expected);
                QVERIFY(at.fraction >= 0.0 && at.fraction < 1.0);
                if (t >= axis.timeOf(0_f) && t <= axis.duration())
                    QCOMPARE(axis.timeOf(at), t);
            }
        }
        QCOMPARE(axis.frameAt(Micros{-1'000'000'000}), 0);
        QCOMPARE(axis.frameAt(Micros::max()), axis.frames() - 1);
        QCOMPARE(axis.duration(), axis.timeOf(axis.frames() - 1));
        QCOMPARE(axis.timeOf(axis.frames() + 5), axis.duration());
        QCOMPARE(axis.timeOf(-5), axis.timeOf(0_f));
    }

    void between()
    {
        const TimeAxis axis = TimeAxis::table(micros({0, 10, 10, 30}));
        QCOMPARE(axis.at(Micros{20}), (FrameTime{2, 0.5}));
        QCOMPARE(axis.at(Micros{10}), (FrameTime{2, 0.0})); // the last of those that share it
        QCOMPARE(axis.timeOf(FrameTime{2, 0.25}).count(), 15);
        QCOMPARE(axis.timeOf(FrameTime{1, 0.5}).count(), 10); // no time passes between them
        QCOMPARE(axis.at(Micros{99}), (FrameTime{3, 0.0}));
    }

    void clamping()
    {
        const TimeAxis axis = TimeAxis::uniform(10, 1, 10);
        QCOMPARE(axis.clamp({-3, 0.5}), (FrameTime{0, 0.0}));
        QCOMPARE(axis.clamp({9, 0.5}), (FrameTime{9, 0.0}));
        QCOMPARE(axis.clamp({50, 0.5}), (FrameTime{9, 0.0}));
        QCOMPARE(axis.clamp({3, -1.0}), (FrameTime{3, 0.0}));
        QCOMPARE(axis.clamp({3, std::nan("")}), (FrameTime{3, 0.0}));
        QVERIFY(axis.clamp({3, 7.0}).fraction < 1.0);
        QCOMPARE(axis.clamp({3, 7.0}).frame, 3);
    }

    void emptyAxis()
    {
        const TimeAxis axis;
        QVERIFY(axis.empty());
        QCOMPARE(axis.duration().count(), 0);
        QCOMPARE(axis.frameAt(Micros{5}), 0);
        QCOMPARE(axis.at(Micros{5}), FrameTime{});
        QCOMPARE(axis.clamp({5, 0.5}), FrameTime{});
        QCOMPARE(axis.meanStep().count(), 0);
        QVERIFY(TimeAxis::uniform(-4, 1, 20).empty());
        QVERIFY(TimeAxis::table({}).empty());
    }

    void badInput()
    {
        const TimeAxis table =
            TimeAxis::table({Micros{0}, Micros{50}, Micros{40}, Micros::max(), Micros{60}});
        QCOMPARE(table.timeOf(2_f).count(), 50);          // never back
        QVERIFY(table.duration() < Micros::max() / 1000); // sums of nanoseconds must not overflow
        const TimeAxis huge = TimeAxis::uniform(std::numeric_limits<FrameNumber>::max(), 1'000'000'000, 1);
        QVERIFY(huge.duration() < Micros::max() / 1000);
        QCOMPARE(huge.frameAt(Micros::max()), huge.frames() - 1);
        QCOMPARE(TimeAxis::uniform(3, -5, 0).duration().count(), 0);
    }

    void placesKeepTheirOrder()
    {
        std::mt19937 random(7);
        std::vector<Micros> times;
        times.reserve(500);
        Micros t{0};
        for (int i = 0; i < 500; ++i)
            times.push_back(t += Micros{random() % 4 * 1000});
        const TimeAxis axis = TimeAxis::table(times);
        FrameTime before;
        for (Micros at{0}; at < axis.duration(); at += Micros{137}) {
            const FrameTime now = axis.at(at);
            QVERIFY(now >= before);
            before = now;
        }
    }
};

} // namespace tst_time_axis

GHOSTLINE_TEST(tst_time_axis, TestTimeAxis)
#include "tst_time_axis.moc"
