// SPDX-License-Identifier: GPL-3.0-or-later
// `compare` against the truth of specially made runs, and on whatever else has poses.
#include "tests/app/cli/cli_process.h"
#include "tests/support/shared_data.h"
#include "tests/support/test_driver.h"

#include <QJsonArray>
#include <QTest>

#include <cmath>

namespace tst_cli_compare_shared {

using namespace ghostline::test;
using namespace Qt::StringLiterals;

namespace {

constexpr double TickSeconds = 0.05;

QJsonObject truth() { return sharedJson(u"recording/synthetic/truth.json"_s); }

QString runFile(const QString& run) { return sharedData(u"recording/synthetic/run-%1-v5.hcrp"_s.arg(run)); }

CliOutcome compare(const QStringList& arguments)
{
    return runCli(QStringList{u"compare"_s, u"--json"_s} + arguments);
}

/// Whole ticks of an exact number of seconds; nothing for null.
std::optional<int> ticks(const QJsonValue& seconds)
{
    if (!seconds.isDouble())
        return std::nullopt;
    return qRound(seconds.toDouble() / TickSeconds);
}

std::optional<int> expectedTicks(const QJsonValue& value)
{
    return value.isDouble() ? std::optional(value.toInt()) : std::nullopt;
}

/// Samples by whole ticks of B's clock.
QHash<int, QJsonObject> byTick(const QJsonObject& comparison)
{
    QHash<int, QJsonObject> out;
    for (const QJsonValue sample : comparison["samples"_L1].toArray())
        out[*ticks(sample["time_s"_L1])] = sample.toObject();
    return out;
}

} // namespace

class TestCliCompareShared : public QObject
{
    Q_OBJECT

    /// Two of one file or of two, told by options; the gap at the first moment is what `state` says.
    static void checkPair(const QString& fileA, int actorA, const QString& fileB, int actorB)
    {
        const QStringList who{u"--actor-a"_s, QString::number(actorA), u"--actor-b"_s,
                              QString::number(actorB)};
        const CliOutcome o = compare(QStringList{fileA, fileB, u"--align"_s, u"tick"_s} + who);
        QVERIFY2(o.code == 0 || o.code == 1, o.err.constData());
        const auto place = [](const QString& file, int actor) {
            const QJsonObject state = runCli({u"state"_s, file, u"--frame"_s, u"0"_s, u"--actor"_s,
                                              QString::number(actor), u"--json"_s})
                                          .json();
            return state["actors"_L1][0]["position"_L1].toArray();
        };
        const QJsonArray a = place(fileA, actorA);
        const QJsonArray b = place(fileB, actorB);
        const double expected =
            std::hypot(a[0].toDouble() - b[0].toDouble(), a[1].toDouble() - b[1].toDouble(),
                       a[2].toDouble() - b[2].toDouble());
        const QJsonArray samples = o.json()["samples"_L1].toArray();
        QVERIFY(samples.size() > 3);
        const QJsonValue distance = samples[0]["distance_m"_L1];
        QVERIFY2(distance.isDouble() && std::abs(distance.toDouble() - expected) < 1e-6, o.out.left(2000));
        // By place there is a number or a reason.
        const CliOutcome progress = compare(QStringList{fileA, fileB, u"--align"_s, u"progress"_s} + who);
        for (const QJsonValue sample : progress.json()["samples"_L1].toArray()) {
            const bool reason = !sample["why"_L1].toString().isEmpty();
            QVERIFY(sample["delta_s"_L1].isNull() == reason);
        }
        QVERIFY(runCli(QStringList{u"compare"_s, fileA, fileB} + who).code <= 1);
    }

private Q_SLOTS:
    void initTestCase() { GHOSTLINE_REQUIRE_SHARED("recording/synthetic/truth.json"); }

    void checkpoints_data()
    {
        QTest::addColumn<QString>("pair");
        QTest::addColumn<QString>("align");
        for (const QString& pair : truth()["pairs"_L1].toObject().keys()) {
            for (const QString& align : {u"start"_s, u"tick"_s, u"checkpoint"_s})
                QTest::addRow("%s %s", qPrintable(pair), qPrintable(align)) << pair << align;
        }
    }
    void checkpoints()
    {
        QFETCH(QString, pair);
        QFETCH(QString, align);
        const QJsonObject expected = truth()["pairs"_L1][pair].toObject();
        const CliOutcome o = compare({runFile(expected["a"_L1].toString()),
                                      runFile(expected["b"_L1].toString()), u"--align"_s, align});
        QVERIFY2(o.code == 0, o.err.constData());
        // By the recording's clock runs that began at different ticks end differently too.
        const QJsonValue arrival = align == u"tick"_s
                                       ? expected[align]["checkpoints"_L1].toArray().last()["delta"_L1]
                                       : expected["final_delta"_L1];
        QCOMPARE(ticks(o.json()["final_delta_s"_L1]), expectedTicks(arrival));
        QCOMPARE(o.json()["copied"_L1].toArray().size(), 0);
        const bool sections = align == u"checkpoint"_s;
        const QJsonArray wanted = (sections ? expected[align] : expected[align]["checkpoints"_L1]).toArray();
        const QJsonArray splits = o.json()["splits"_L1].toArray();
        const QString time = align == u"tick"_s ? u"tick"_s : u"run_tick"_s;
        int compared = 0;
        for (const QJsonValue want : wanted) {
            for (const QJsonValue split : splits) {
                if (split["id"_L1] != want["id"_L1])
                    continue;
                ++compared;
                const QString delta = sections ? u"section_delta"_s : u"delta"_s;
                QCOMPARE(ticks(split[delta + u"_s"_s]), expectedTicks(want[delta]));
                if (sections) {
                    QCOMPARE(split["from"_L1], want["from"_L1]);
                    QCOMPARE(ticks(split["section_s"_L1]), expectedTicks(want["section_b"_L1]));
                } else {
                    QCOMPARE(ticks(split["time_s"_L1]), expectedTicks(want[time + u"_b"_s]));
                    QCOMPARE(ticks(split["a_time_s"_L1]), expectedTicks(want[time + u"_a"_s]));
                }
            }
        }
        QCOMPARE(compared, wanted.size());
        QCOMPARE(splits.size(), wanted.size());
    }

    void distances_data()
    {
        QTest::addColumn<QString>("pair");
        QTest::addColumn<QString>("align");
        for (const QString& pair : truth()["pairs"_L1].toObject().keys()) {
            for (const QString& align : {u"start"_s, u"tick"_s})
                QTest::addRow("%s %s", qPrintable(pair), qPrintable(align)) << pair << align;
        }
    }
    void distances()
    {
        QFETCH(QString, pair);
        QFETCH(QString, align);
        const QJsonObject expected = truth()["pairs"_L1][pair].toObject();
        const CliOutcome o =
            compare({runFile(expected["a"_L1].toString()), runFile(expected["b"_L1].toString()), u"--align"_s,
                     align, u"--every"_s, u"0"_s});
        const QHash<int, QJsonObject> samples = byTick(o.json());
        for (const QJsonValue want : expected[align]["distance"_L1].toArray()) {
            const int tick = want[align == u"tick"_s ? u"tick"_s : u"run_tick"_s].toInt();
            const QJsonValue distance = samples.value(tick)["distance_m"_L1];
            QCOMPARE(distance.isDouble(), want["distance"_L1].isDouble());
            QVERIFY2(std::abs(distance.toDouble() - want["distance"_L1].toDouble()) < 1e-3,
                     qPrintable(QString::number(tick)));
        }
    }

    void places_data()
    {
        QTest::addColumn<QString>("pair");
        for (const QString& pair : truth()["pairs"_L1].toObject().keys())
            QTest::newRow(qPrintable(pair)) << pair;
    }
    void places()
    {
        QFETCH(QString, pair);
        const QJsonObject all = truth();
        const QJsonObject expected = all["pairs"_L1][pair].toObject();
        const QString b = expected["b"_L1].toString();
        const CliOutcome o = compare({runFile(expected["a"_L1].toString()), runFile(b), u"--align"_s,
                                      u"progress"_s, u"--every"_s, u"0"_s});
        const QHash<int, QJsonObject> samples = byTick(o.json());
        const int start = all["runs"_L1][b]["run_start_tick"_L1].toInt();
        for (const QJsonValue want : expected["progress"_L1]["by_tick"_L1].toArray()) {
            const int tick = want["tick"_L1].toInt();
            const QJsonObject sample = samples.value(tick - start);
            QVERIFY2(!sample.isEmpty(), qPrintable(QString::number(tick)));
            const QByteArray shown = QJsonDocument(sample).toJson(QJsonDocument::Compact);
            QCOMPARE(sample["why"_L1].toString(), want["null"_L1].toString());
            QVERIFY2(sample["delta_s"_L1].isNull() == want["delta"_L1].isNull(), shown.constData());
            const double off = sample["delta_s"_L1].toDouble() / TickSeconds - want["delta"_L1].toDouble();
            QVERIFY2(std::abs(off) <= all["tolerance_ticks"_L1].toDouble(), shown.constData());
        }
    }

    void otherFormats_data()
    {
        QTest::addColumn<QString>("a");
        QTest::addColumn<int>("actorA");
        QTest::addColumn<QString>("b");
        QTest::addColumn<int>("actorB");
        QTest::newRow("two players") << u"echo/milk_short.zip.echoreplay"_s << 1
                                     << u"echo/milk_short.zip.echoreplay"_s << 4;
        QTest::newRow("two cars") << u"carla/DistanceToLaneCenter-0.9.10.log"_s << 173
                                  << u"carla/DistanceToLaneCenter-0.9.13.log"_s << 173;
        const QString game = u"sc2/replays/5.0.0.80949_TvZ.SC2Replay"_s;
        QTest::newRow("two cameras") << game << 2 << game << 3;
    }
    void otherFormats()
    {
        QFETCH(QString, a);
        QFETCH(int, actorA);
        QFETCH(QString, b);
        QFETCH(int, actorB);
        checkPair(sharedData(a), actorA, sharedData(b), actorB);
    }

    void anotherWorldIsSaid_data()
    {
        QTest::addColumn<QString>("other");
        QTest::addColumn<QByteArray>("says");
        QTest::newRow("the same") << u"recording/synthetic/run-fast-v5.hcrp"_s << QByteArray();
        QTest::newRow("another version")
            << u"recording/synthetic/run-reset-v5.hcrp"_s << QByteArray("not the same version of the world");
        QTest::newRow("another") << u"echo/milk_short.zip.echoreplay"_s << QByteArray("and mpl_arena_a");
    }
    void anotherWorldIsSaid()
    {
        QFETCH(QString, other);
        QFETCH(QByteArray, says);
        const CliOutcome o = compare({runFile(u"slow"_s), sharedData(other)});
        QCOMPARE(o.code, 0);
        QCOMPARE(o.err.isEmpty(), says.isEmpty());
        QVERIFY2(o.err.contains(says), o.err.constData());
        QVERIFY(!o.json()["samples"_L1].toArray().isEmpty());
    }
};

} // namespace tst_cli_compare_shared

GHOSTLINE_TEST(tst_cli_compare_shared, TestCliCompareShared)
#include "tst_cli_compare_shared.moc"
