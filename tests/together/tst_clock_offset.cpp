// SPDX-License-Identifier: GPL-3.0-or-later
// The host's clock from pings that come and go late by up to 100 ms each way, with clocks that run apart.
#include "tests/support/test_driver.h"
#include "together/clock_offset.h"
#include "together/limits.h"

#include <QtTest>

#include <random>

namespace tst_clock_offset {

using namespace ghostline::together;
using std::chrono::microseconds;
using std::chrono::milliseconds;
using std::chrono::seconds;

namespace {

/// Host's clock = own clock × (1 + drift) + 1 hour.
HostInstant trueHost(OwnInstant own, double drift)
{
    const auto at = static_cast<double>(own.time_since_epoch().count());
    return HostInstant(microseconds{std::llround(at * (1.0 + drift)) + 3'600'000'000});
}

} // namespace

class TestClockOffset : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void nothingIsKnownAtFirst()
    {
        ClockOffset offset;
        QVERIFY(!offset.known());
        QCOMPARE(offset.lagMs(), -1);
        offset.add(OwnInstant(seconds{1}), HostInstant(seconds{5}),
                   OwnInstant(seconds{1} + milliseconds{20}));
        QVERIFY(offset.known());
        QCOMPARE(offset.lagMs(), 20);
        QCOMPARE(offset.error(), microseconds{10'000});
        QCOMPARE(offset.hostAt(OwnInstant(seconds{1} + milliseconds{10})).time_since_epoch(),
                 microseconds{5'000'000});
        QCOMPARE(offset.ownAt(HostInstant(seconds{5})).time_since_epoch(), microseconds{1'010'000});
        offset.clear();
        QVERIFY(!offset.known());
    }

    void underJitter_data()
    {
        QTest::addColumn<unsigned>("seed");
        QTest::addColumn<double>("drift");
        for (unsigned seed = 1; seed <= 5; ++seed) {
            for (const double drift : {0.0, 30e-6, -30e-6})
                QTest::addRow("seed %u, drift %g", seed, drift) << seed << drift;
        }
    }
    void underJitter()
    {
        QFETCH(unsigned, seed);
        QFETCH(double, drift);
        std::mt19937 random(seed);
        std::uniform_int_distribution<int> late(0, 100'000);
        ClockOffset offset;
        OwnInstant now(seconds{100});
        const OwnInstant begin = now;
        for (int ping = 0; now - begin < seconds{600}; ++ping) {
            const OwnInstant arrives = now + microseconds{late(random)};
            const OwnInstant back = arrives + microseconds{late(random)};
            offset.add(now, trueHost(arrives, drift), back);
            const auto off = std::chrono::abs(offset.hostAt(back) - trueHost(back, drift));
            // What it says of itself holds, give or take what the clocks ran apart.
            QVERIFY(off <= offset.error() + microseconds{10});
            if (ping == FirstPings)
                QVERIFY2(off <= milliseconds{50}, qPrintable(QString::number(off.count())));
            if (now - begin > seconds{20})
                QVERIFY2(off <= milliseconds{4}, qPrintable(QString::number(off.count())));
            now += ping < FirstPings ? FirstPingInterval : PingInterval;
            now = std::max(now, back); // answers come in order
        }
        QVERIFY(offset.lagMs() >= 0 && offset.lagMs() <= 200);
    }

    void aClockThatJumpsIsFollowed()
    {
        ClockOffset offset;
        const auto ping = [&offset](seconds at, seconds ahead) {
            const OwnInstant sent(at);
            offset.add(sent, HostInstant(at + ahead + milliseconds{10}), sent + milliseconds{20});
        };
        for (int i = 0; i < 50; ++i)
            ping(seconds{i}, seconds{1'000});
        ping(seconds{50}, seconds{1'700}); // the own machine has slept
        QCOMPARE(offset.hostAt(OwnInstant(seconds{60})).time_since_epoch(), microseconds{1'760'000'000});
        ping(seconds{51}, seconds{1'700});
        QCOMPARE(offset.hostAt(OwnInstant(seconds{60})).time_since_epoch(), microseconds{1'760'000'000});
    }

    void whatCannotBeIsPassedOver()
    {
        ClockOffset offset;
        offset.add(OwnInstant(seconds{10}), HostInstant(seconds{5}), OwnInstant(seconds{9}));
        QVERIFY(!offset.known()); // received before it was sent
        offset.add(OwnInstant(seconds{10}), HostInstant(seconds{5}), OwnInstant(seconds{30}));
        QVERIFY(!offset.known()); // says nothing
        offset.add(OwnInstant(seconds{10}), HostInstant(seconds{5}), OwnInstant(seconds{10}));
        QCOMPARE(offset.error(), microseconds{0});
        offset.add(OwnInstant(seconds{8}), HostInstant(seconds{500}), OwnInstant(seconds{9}));
        QCOMPARE(offset.hostAt(OwnInstant(seconds{10})).time_since_epoch(), microseconds{5'000'000});
    }

    void memoryIsBounded()
    {
        ClockOffset offset;
        for (int i = 0; i < 100'000; ++i) {
            const OwnInstant at(milliseconds{i});
            offset.add(at, HostInstant(milliseconds{i}), at);
        }
        QVERIFY(offset.samples() <= ClockOffset::MostSamples);
    }
};

} // namespace tst_clock_offset

GHOSTLINE_TEST(tst_clock_offset, TestClockOffset)
#include "tst_clock_offset.moc"
