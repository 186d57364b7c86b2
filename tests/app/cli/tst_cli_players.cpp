// SPDX-License-Identifier: GPL-3.0-or-later
// `players` on replays whose every value is known: two of one recording, one in two parts, two recordings.
#include "tests/app/cli/cli_outcome.h"
#include "tests/support/fake_replay.h"
#include "tests/support/test_driver.h"

#include <QJsonArray>
#include <QTest>

#include <cmath>

namespace tst_cli_players {

using namespace ghostline;
using namespace Qt::StringLiterals;
using test::Outcome;

namespace {

/// Actor i goes east at 2 (i + 1) m/s, all of them for 49.95 s; in the file "slow" at half of that.
Outcome run(const QString& line)
{
    return test::runLine(line,
                         [](const QString& path, const model::OpenOptions&)
                             -> model::Result<std::unique_ptr<model::ReplaySource>> {
                             test::FakeReplayOptions options;
                             options.match = !path.contains("plain"_L1);
                             const double pace = path.contains("slow"_L1) ? 1.0 : 2.0;
                             options.motion = [pace](int actor, model::FrameNumber, double seconds) {
                                 return glm::dvec3(pace * (actor + 1) * seconds, 0.0, 50.0 * actor);
                             };
                             return std::make_unique<test::FakeReplay>(options);
                         });
}

QJsonObject rowOf(const Outcome& outcome, const QString& id)
{
    for (const QJsonValue row : outcome.json()["rows"_L1].toArray()) {
        if (row["id"_L1].toString() == id)
            return row.toObject();
    }
    return {};
}

} // namespace

class TestCliPlayers : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void sideBySide_data()
    {
        QTest::addColumn<QString>("line");
        QTest::addColumn<double>("a");
        QTest::addColumn<double>("b");
        const double whole = 49.95; // seconds
        const double half = 24.95;  // up to frame 499
        QTest::newRow("two") << u"players a.bin --actor 0 --actor 2"_s << 2.0 * whole << 6.0 * whole;
        QTest::newRow("one in two halves")
            << u"players a.bin --actor 1 --part half:1 --part half:2"_s << 4.0 * half << 4.0 * (whole - half);
        QTest::newRow("one in two rounds")
            << u"players a.bin --actor 0 --part round:2 --part round:3"_s << 2.0 * 20.0 << 2.0 * 10.0;
        QTest::newRow("from here to there")
            << u"players a.bin --actor 0 --actor 1 --part 0:10..0:20"_s << 2.0 * 10.05 << 4.0 * 10.05;
        QTest::newRow("two recordings") << u"players a.bin slow.bin --actor 0"_s << 2.0 * whole << whole;
        QTest::newRow("two of two")
            << u"players slow.bin a.bin --actor 1 --actor 0 --part whole --part half:1"_s << 2.0 * whole
            << 2.0 * half;
    }
    void sideBySide()
    {
        QFETCH(QString, line);
        const Outcome outcome = run(line + u" --json"_s);
        QVERIFY2(outcome.code == 0, outcome.err.constData());
        const QJsonObject distance = rowOf(outcome, u"distance"_s);
        const auto near = [](double x, double y) { return std::abs(x - y) < 1e-6; };
        QFETCH(double, a);
        QFETCH(double, b);
        QVERIFY2(near(distance["a"_L1].toDouble(), a), outcome.out.constData());
        QVERIFY(near(distance["b"_L1].toDouble(), b));
        QVERIFY(near(distance["difference"_L1].toDouble(), b - a));
        QCOMPARE(distance["unit"_L1].toString(), u"m"_s);
        QVERIFY(!outcome.json()["speed_bands"_L1].toArray().isEmpty());
        QVERIFY(outcome.json()["a"_L1]["frames"_L1].toArray().size() == 2);
    }

    void zonesAndLimits()
    {
        const Outcome outcome = run(u"players a.bin --actor 0 --actor 1 --circle start=0,0,10 --still 0.5 "
                                    "--sprint 3 --json"_s);
        QVERIFY2(outcome.code == 0, outcome.err.constData());
        QVERIFY(std::abs(rowOf(outcome, u"zone.start"_s)["a"_L1].toDouble() - 5.0) < 1e-6);
        QCOMPARE(rowOf(outcome, u"zone.start"_s)["b"_L1].toDouble(-1.0), 0.0); // 50 m south of it
        QCOMPARE(rowOf(outcome, u"sprints"_s)["a"_L1].toDouble(-1.0), 0.0);
        QCOMPARE(rowOf(outcome, u"sprints"_s)["b"_L1].toDouble(-1.0), 1.0);
        QCOMPARE(outcome.json()["speed_scale"_L1]["sprint"_L1].toDouble(), 3.0);
    }

    void forPeopleAndSpreadsheets()
    {
        const Outcome text = run(u"players a.bin --actor 0 --actor 2"_s);
        QCOMPARE(text.code, 0);
        for (const char* part : {"A  a.bin", "B  a.bin", "Distance covered", "B - A", "Time at m/s", "Goals"})
            QVERIFY2(text.out.contains(part), part);
        const Outcome csv = run(u"players a.bin --actor 0 --actor 2 --csv"_s);
        QVERIFY(csv.out.startsWith("section,id,name,unit,a,b,difference\n"));
        QVERIFY(csv.out.contains("\nmotion,distance,Distance covered,m,"));
    }

    void oneSentence_data()
    {
        QTest::addColumn<QString>("line");
        QTest::addColumn<QByteArray>("says");
        QTest::newRow("nobody") << u"a.bin"_s << QByteArray("whom? Name one or two with --actor");
        QTest::newRow("three") << u"a.bin --actor 0 --actor 1 --actor 2"_s << QByteArray("two are compared");
        QTest::newRow("with oneself") << u"a.bin --actor 0"_s << QByteArray("compared with whom?");
        QTest::newRow("not there") << u"a.bin --actor 0 --actor Nobody"_s
                                   << QByteArray("there is no actor \"Nobody\"");
        QTest::newRow("no such round")
            << u"a.bin --actor 0 --part round:1 --part round:9"_s << QByteArray("there are rounds 1 to 3");
        QTest::newRow("no rounds") << u"plain.bin --actor 0 --part round:1 --part round:2"_s
                                   << QByteArray("does not tell of rounds");
        QTest::newRow("behind the end")
            << u"a.bin --actor 0 --part whole --part 9:00..9:30"_s << QByteArray("lies behind the end");
        QTest::newRow("no part") << u"a.bin --actor 0 --part third:1 --part whole"_s
                                 << QByteArray("is no part of a recording");
        QTest::newRow("no circle") << u"a.bin --actor 0 --actor 1 --circle here=0,0,nan"_s
                                   << QByteArray("is no circle");
    }
    void oneSentence()
    {
        QFETCH(QString, line);
        QFETCH(QByteArray, says);
        const Outcome outcome = run(u"players "_s + line);
        QCOMPARE(outcome.code, 2);
        QVERIFY2(outcome.err.contains(says), outcome.err.constData());
        QCOMPARE(outcome.err.count('\n'), 1);
        QVERIFY(outcome.out.isEmpty());
    }
};

} // namespace tst_cli_players

GHOSTLINE_TEST(tst_cli_players, TestCliPlayers)
#include "tst_cli_players.moc"
