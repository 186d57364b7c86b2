// SPDX-License-Identifier: GPL-3.0-or-later
// Real processes that watch together over a bad line: up to 100 ms late, one piece in a hundred lost.
//
// GHOSTLINE_TOGETHER_MINUTES=10 compares each of the rates for so long, and is no matter of a test run; what
// was found is printed in any case.
#include "tests/support/rounds.h"
#include "tests/support/test_driver.h"
#include "tests/together/seats.h"

#include <QElapsedTimer>
#include <QtTest>

#include <algorithm>
#include <cmath>

namespace tst_watching_together {

using namespace ghostline::test;
using namespace std::chrono_literals;

namespace {

constexpr std::int64_t Equal = 50'000; ///< microseconds of the recording
constexpr int Patience = 15'000;

double minutesAsked() { return qEnvironmentVariable("GHOSTLINE_TOGETHER_MINUTES").toDouble(); }

Whereabouts whereIs(SeatProcess& seat) { return seat.where().value_or(Whereabouts{}); }

/// It plays from there since a moment ago.
bool isJustBehind(SeatProcess& seat, int seconds)
{
    const auto place = whereIs(seat).play.place;
    return place >= std::chrono::seconds(seconds) && place < std::chrono::seconds(seconds + 30);
}

void sayAll(SeatProcess& seat, const QString& commands)
{
    for (const QString& command : commands.split(QStringLiteral(", ")))
        seat.say(command);
}

} // namespace

class TestWatchingTogether : public QObject
{
    Q_OBJECT

    struct Case
    {
        const char* name;
        const char* commands; ///< of the host
        double rate;
        bool lasts; ///< as long as was asked for
    };

    /// `share` of all looks are as equal as it is wanted, and none is off by more than that in real time.
    static void compare(SeatRoom& room, const Case& one)
    {
        sayAll(room.host(), QString::fromLatin1(one.commands));
        const bool paused = one.rate == 0.0;
        const auto most = paused
                              ? std::int64_t{1'000}
                              : std::llround(static_cast<double>(Equal) * std::max(1.0, std::abs(one.rate)));
        QVERIFY2(room.comeTogether(most, 10s), one.name);
        const double minutes = one.lasts ? minutesAsked() : 0.0;
        const auto span = minutes > 0.0 ? std::chrono::milliseconds(std::llround(minutes * 60e3)) : 1'500ms;
        const Differences found = room.watch(span);
        const double share = minutes > 0.0 ? 0.99 : 0.9;
        qInfo("%-16s %6zu looks, largest difference %6.1f ms, of %g %% not above %6.1f ms", one.name,
              found.all.size(), static_cast<double>(found.largest()) * 1e-3, share * 100.0,
              static_cast<double>(found.quantile(share)) * 1e-3);
        QVERIFY2(found.all.size() >= 3, one.name);
        QVERIFY2(found.largest() <= most, one.name);
        QVERIFY2(found.quantile(share) <= Equal, one.name);
        QVERIFY2(room.alike(), one.name);
    }

private Q_SLOTS:
    void everybodyIsWhereTheHostIs()
    {
        SeatRoom room({.seed = 3});
        QVERIFY(room.startHost());
        QVERIFY(room.addGuest(QStringLiteral("Anna")));
        QVERIFY(room.addGuest(QStringLiteral("Ben")));
        // At eight times the speed 50 ms are six of real time: by then the clock is known so well.
        const Case all[] = {
            {"1x", "seek 300, rate 1, play", 1.0, true},
            {"1x, backward", "seek 1500, rate -1", -1.0, true},
            {"after a seek", "rate 1, seek 2000", 1.0, false},
            {"paused", "pause", 0.0, false},
            {"paused, a seek", "seek 40", 0.0, false},
            {"a loop", "loop 100 103, seek 102, play", 1.0, false},
            {"8x", "loop, rate 8, seek 300", 8.0, true},
            {"8x, backward", "seek 6900, rate -8", -8.0, true},
            {"8x, after a seek", "seek 5000", -8.0, false},
        };
        for (const Case& one : all) {
            compare(room, one);
            if (QTest::currentTestFailed())
                return;
        }
        QVERIFY(room.line().losses() > 0);
        room.host().say(QStringLiteral("camera pose:1,2,3"));
        for (const std::size_t i : {std::size_t{0}, std::size_t{1}})
            QTRY_COMPARE_WITH_TIMEOUT(whereIs(room.guest(i)).camera, QStringLiteral("pose:1,2,3"), Patience);
    }

    void whoComesLateIsThereAtOnce()
    {
        SeatRoom room({.seed = 4});
        QVERIFY(room.startHost());
        sayAll(room.host(), QStringLiteral("seek 1000, camera pose:4, play"));
        QVERIFY(room.addGuest(QStringLiteral("Anna")));
        QElapsedTimer since;
        since.start();
        QVERIFY(room.comeTogether(Equal, 5s));
        qInfo("equal %lld ms after being let in", static_cast<long long>(since.elapsed()));
        QVERIFY2(since.elapsed() <= 1'000 * (Sanitized ? 3 : 1),
                 qPrintable(QString::number(since.elapsed())));
        QTRY_COMPARE_WITH_TIMEOUT(whereIs(room.guest(0)).camera, QStringLiteral("pose:4"), Patience);
    }

    void aLineThatIsCutComesBack()
    {
        SeatRoom room({.seed = 5});
        QVERIFY(room.startHost());
        QVERIFY(room.addGuest(QStringLiteral("Anna")));
        sayAll(room.host(), QStringLiteral("seek 100, play"));
        QVERIFY(room.comeTogether(Equal, 10s));
        room.line().cut();
        QTRY_COMPARE_WITH_TIMEOUT(whereIs(room.guest(0)).line, QStringLiteral("lost"), Patience);
        QTRY_COMPARE_WITH_TIMEOUT(whereIs(room.host()).lost, 1, Patience);
        QVERIFY(room.comeTogether(Equal, 1s)); // it plays on
        sayAll(room.host(), QStringLiteral("seek 2000, camera pose:5"));
        room.line().mend();
        QTRY_COMPARE_WITH_TIMEOUT(whereIs(room.guest(0)).line, QStringLiteral("in"), Patience);
        QVERIFY(room.comeTogether(Equal, 10s));
        QTRY_COMPARE_WITH_TIMEOUT(whereIs(room.host()).lost, 0, Patience);
        QTRY_COMPARE_WITH_TIMEOUT(whereIs(room.host()).people, 2, Patience);
        QTRY_COMPARE_WITH_TIMEOUT(whereIs(room.guest(0)).camera, QStringLiteral("pose:5"), Patience);
    }

    void theHostIsStartedAgain()
    {
        SeatRoom room({.seed = 6});
        QVERIFY(room.startHost());
        QVERIFY(room.addGuest(QStringLiteral("Anna")));
        QVERIFY(room.addGuest(QStringLiteral("Ben")));
        sayAll(room.host(), QStringLiteral("seek 100, play"));
        QVERIFY(room.comeTogether(Equal, 10s));
        room.host().kill();
        QTRY_COMPARE_WITH_TIMEOUT(whereIs(room.guest(0)).line, QStringLiteral("lost"), Patience);
        QVERIFY(room.startHost());
        sayAll(room.host(), QStringLiteral("seek 500, rate 8, play"));
        for (const std::size_t i : {std::size_t{0}, std::size_t{1}})
            QTRY_COMPARE_WITH_TIMEOUT(whereIs(room.guest(i)).line, QStringLiteral("in"), Patience);
        QVERIFY(room.comeTogether(8 * Equal, 10s));
        sayAll(room.host(), QStringLiteral("rate 1, seek 50"));
        QVERIFY(room.comeTogether(Equal, 10s));
        QTRY_COMPARE_WITH_TIMEOUT(whereIs(room.host()).people, 3, Patience);
    }

    void theDriverIsLost()
    {
        SeatRoom room({.seed = 7});
        QVERIFY(room.startHost());
        QVERIFY(room.addGuest(QStringLiteral("Anna")));
        QVERIFY(room.addGuest(QStringLiteral("Ben")));
        SeatProcess& anna = room.guest(0);
        SeatProcess& ben = room.guest(1);
        room.host().say(QStringLiteral("give %1").arg(whereIs(anna).me));
        QTRY_COMPARE_WITH_TIMEOUT(whereIs(anna).driver, whereIs(anna).me, Patience);
        sayAll(anna, QStringLiteral("seek 700, play"));
        QTRY_VERIFY_WITH_TIMEOUT(isJustBehind(room.host(), 700), Patience);
        QVERIFY(room.comeTogether(Equal, 10s));

        anna.kill();
        QTRY_COMPARE_WITH_TIMEOUT(whereIs(ben).lost, 1, Patience);
        QVERIFY(whereIs(ben).play.playing); // nobody has said otherwise
        ben.say(QStringLiteral("ask"));
        QTRY_COMPARE_WITH_TIMEOUT(whereIs(room.host()).driver, whereIs(ben).me, Patience);
        QTRY_COMPARE_WITH_TIMEOUT(whereIs(ben).driver, whereIs(ben).me, Patience);
        ben.say(QStringLiteral("seek 900"));
        QTRY_VERIFY_WITH_TIMEOUT(isJustBehind(room.host(), 900), Patience);
        QVERIFY(room.comeTogether(Equal, 10s));

        // Whoever hosts takes it back without asking.
        room.host().say(QStringLiteral("ask"));
        QTRY_COMPARE_WITH_TIMEOUT(whereIs(ben).driver, std::uint32_t{0}, Patience);
        QTRY_COMPARE_WITH_TIMEOUT(whereIs(room.host()).driver, std::uint32_t{0}, Patience);
        sayAll(room.host(), QStringLiteral("seek 50, pause"));
        QVERIFY(room.comeTogether(1'000, 10s));
    }
};

namespace {

int watchForLong(int argc, char** argv)
{
    // QTest would take it for a hang.
    if (minutesAsked() > 0.0)
        qputenv("QTEST_FUNCTION_TIMEOUT", QByteArray::number(std::llround(minutesAsked() * 600e3) + 600'000));
    return runTest<TestWatchingTogether>(argc, argv);
}

} // namespace

} // namespace tst_watching_together

GHOSTLINE_TEST_MAIN(tst_watching_together, watchForLong)
#include "tst_watching_together.moc"
