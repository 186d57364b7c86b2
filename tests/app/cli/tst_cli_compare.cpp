// SPDX-License-Identifier: GPL-3.0-or-later
// `compare` in process, on runs whose every place is known.
#include "tests/app/cli/cli_outcome.h"
#include "tests/support/fake_replay.h"
#include "tests/support/test_driver.h"

#include <QJsonArray>
#include <QTest>

#include <cmath>

namespace tst_cli_compare {

using namespace ghostline;
using namespace Qt::StringLiterals;
using test::Outcome;

namespace {

/// Straight ahead; every actor on a line of its own, 3 m from the next.
test::FakeReplayOptions straight(double metresPerSecond)
{
    test::FakeReplayOptions options;
    options.motion = [metresPerSecond](int actor, model::FrameNumber, double t) {
        return glm::dvec3{metresPerSecond * t, 0.0, 3.0 * actor};
    };
    return options;
}

QJsonArray samplesOf(const Outcome& outcome) { return outcome.json()["samples"_L1].toArray(); }

/// The files are "a", "b" and "missing".
Outcome run(const QString& line, const test::FakeReplayOptions& a = straight(2.0),
            const test::FakeReplayOptions& b = straight(2.5))
{
    return test::runLine(line,
                         [&](const QString& path, const model::OpenOptions&)
                             -> model::Result<std::unique_ptr<model::ReplaySource>> {
                             if (path == u"missing"_s)
                                 return model::fail(model::ErrorCode::NotFound, u"no such file"_s);
                             return std::make_unique<test::FakeReplay>(path == u"a"_s ? a : b);
                         });
}

bool near(const QJsonValue& value, double expected, double tolerance = 1e-3)
{
    return value.isDouble() && std::abs(value.toDouble() - expected) <= tolerance;
}

} // namespace

class TestCliCompare : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whyThereIsNoDelta_data()
    {
        QTest::addColumn<QString>("line");
        QTest::addColumn<double>("beside"); // metres between the two ways
        QTest::addColumn<QByteArray>("says");
        const QByteArray noCheckpoint("share no checkpoint and no finish");
        QTest::newRow("by the clock") << u"compare a b"_s << 0.0 << noCheckpoint;
        QTest::newRow("by the place") << u"compare a b --align progress"_s << 0.0 << QByteArray();
        QTest::newRow("elsewhere") << u"compare a b --align progress"_s << 900.0
                                   << QByteArray("B never goes along the way of A");
    }
    void whyThereIsNoDelta()
    {
        QFETCH(QString, line);
        QFETCH(double, beside);
        QFETCH(QByteArray, says);
        test::FakeReplayOptions b = straight(2.5);
        b.motion = [beside](int actor, model::FrameNumber, double t) {
            return glm::dvec3{2.5 * t, 0.0, 3.0 * actor + beside};
        };
        const Outcome o = run(line, straight(2.0), b);
        QCOMPARE(o.code, 0);
        QCOMPARE(o.out.contains("No delta"), !says.isEmpty());
        QVERIFY2(o.out.contains(says), o.out.constData());
    }

    void bySamePlace()
    {
        const Outcome o = run(u"compare a b --align progress --json"_s);
        QCOMPARE(o.code, 0);
        QCOMPARE(o.err, QByteArray());
        QCOMPARE(o.json()["align"_L1].toString(), u"progress"_s);
        QCOMPARE(o.json()["a"_L1]["name"_L1].toString(), u"Car 0"_s);
        QVERIFY(near(o.json()["honesty_s"_L1], 0.05, 1e-9));
        QVERIFY(o.json()["final_delta_s"_L1].isNull()); // nobody arrives anywhere
        QVERIFY(o.json()["theoretical_best_s"_L1].isNull());
        const QJsonArray samples = samplesOf(o);
        QCOMPARE(samples.size(), 51); // a second apart, and the last frame at 49.95 s
        for (const QJsonValue sample : samples) {
            const double time = sample["time_s"_L1].toDouble();
            const double way = 2.5 * time / 99.9; // of A's, 49.95 s at 2 m/s
            if (time < 39.0) {
                QVERIFY(near(sample["delta_s"_L1], -0.25 * time));
                QVERIFY(near(sample["progress"_L1], way));
                QVERIFY(near(sample["distance_m"_L1], 0.0));
                QVERIFY(!sample.toObject().contains("why"_L1));
            } else if (time > 41.0) { // beyond the end of A's way
                QVERIFY(sample["delta_s"_L1].isNull());
                QVERIFY(!sample["why"_L1].toString().isEmpty());
            }
        }
    }
    void byTheClock()
    {
        const QJsonArray samples = samplesOf(run(u"compare a b --json"_s));
        for (const QJsonValue sample : samples) {
            QVERIFY(near(sample["distance_m"_L1], 0.5 * sample["time_s"_L1].toDouble()));
            QVERIFY(sample["delta_s"_L1].isNull() != sample["why"_L1].isUndefined());
        }
    }
    void samplesComeAsOftenAsAsked_data()
    {
        QTest::addColumn<QString>("every");
        QTest::addColumn<int>("count");
        QTest::newRow("each frame") << u"0"_s << 1000;
        QTest::newRow("more often than frames") << u"0.01"_s << 1000;
        QTest::newRow("every other frame") << u"0.1"_s << 501;
        QTest::newRow("seldom") << u"20"_s << 4;
        QTest::newRow("once") << u"80000"_s << 2;
    }
    void samplesComeAsOftenAsAsked()
    {
        QFETCH(QString, every);
        QFETCH(int, count);
        const Outcome o = run(u"compare a b --json --every "_s + every);
        QCOMPARE(samplesOf(o).size(), count);
        QCOMPARE(samplesOf(o).first()["time_s"_L1].toDouble(), 0.0);
        QCOMPARE(samplesOf(o).last()["time_s"_L1].toDouble(), 49.95);
    }
    void anybodyCanBeNamed()
    {
        const Outcome o = run(u"compare a b --actor-a 1 --actor-b native:103 --json --every 10"_s);
        QCOMPARE(o.json()["a"_L1]["name"_L1].toString(), u"Walker 1"_s);
        QCOMPARE(o.json()["b"_L1]["actor"_L1].toInt(), 3);
        QVERIFY(near(samplesOf(o).first()["distance_m"_L1], 6.0));
    }
    void copies_data()
    {
        QTest::addColumn<QString>("line");
        QTest::addColumn<int>("ranges");
        QTest::newRow("the same run") << u"compare a a"_s << 1;
        QTest::newRow("two runs") << u"compare a b"_s << 0;
    }
    void copies()
    {
        QFETCH(QString, line);
        QFETCH(int, ranges);
        const QJsonArray copied = run(line + u" --json"_s).json()["copied"_L1].toArray();
        QCOMPARE(copied.size(), ranges);
        const QByteArray text = run(line).out;
        QVERIFY2(text.contains("Copied: frames 0 to 999 of A") == (ranges > 0), text.constData());
        if (ranges > 0) {
            QCOMPARE(copied[0]["a_frames"_L1].toArray(), (QJsonArray{0, 1000}));
            QVERIFY(near(copied[0]["metres"_L1], 99.9));
        }
    }
    void textShowsSignsAndDashes()
    {
        const QString faster = QString::fromUtf8(run(u"compare a b --align progress --every 4"_s).out);
        QVERIFY2(faster.contains(u"-2.000"_s) && faster.contains(u" - "_s), qPrintable(faster));
        const QString slower = QString::fromUtf8(run(u"compare b a --align progress --every 4"_s).out);
        QVERIFY2(slower.contains(u"+1.600"_s) && slower.contains(u"+0.000"_s), qPrintable(slower));
        // Without --every a few lines stand for all.
        QVERIFY(run(u"compare a b"_s).out.count('\n') < 30);
    }
    void csv()
    {
        const QByteArray samples = run(u"compare a b --align progress --csv --every 10"_s).out;
        const QByteArrayList lines = samples.split('\n');
        QCOMPARE(lines[0], QByteArray("progress,time_s,delta_s,distance_m,why"));
        QCOMPARE(samples.count('\n'), 7);
        QVERIFY(std::abs(lines[2].split(',')[2].toDouble() + 2.5) < 1e-3);
        QVERIFY2(lines[6].split(',')[2].isEmpty(), lines[6].constData()); // no number: an empty field
        QVERIFY(!lines[6].split(',')[4].isEmpty());
        QVERIFY(run(u"compare a b --csv --splits"_s).out.startsWith("id,from,time_s,section_s,delta_s,"));
    }
    void lostDataOfEitherIsExitOne()
    {
        test::FakeReplayOptions damaged = straight(2.0);
        damaged.diagnostics = {{model::Severity::Error, u"truncated"_s, u"it breaks off"_s, {.offset = 77}}};
        for (const QString& line : {u"compare a b --json"_s, u"compare b a --json"_s}) {
            const Outcome o = run(line, damaged);
            QCOMPARE(o.code, 1);
            QCOMPARE(o.err.count("a: it breaks off (byte 77)"), 1);
            QVERIFY(!samplesOf(o).isEmpty());
        }
    }
    void nobodyThere()
    {
        test::FakeReplayOptions empty = straight(2.0);
        empty.actors = 0;
        const Outcome o = run(u"compare a b"_s, straight(2.0), empty);
        QCOMPARE(o.code, 2);
        QVERIFY2(o.err.contains("b: there is nobody to compare"), o.err.constData());
        empty = straight(2.0);
        empty.frames = 0;
        QCOMPARE(run(u"compare a b"_s, straight(2.0), empty).code, 0);
        QCOMPARE(run(u"compare a b --align progress --json"_s, empty, straight(2.0)).code, 0);
    }
    void wrongArguments_data()
    {
        QTest::addColumn<QString>("line");
        QTest::addColumn<QByteArray>("says");
        QTest::newRow("only one") << u"compare a"_s << QByteArray("B is required");
        QTest::newRow("not there") << u"compare a missing"_s << QByteArray("missing: no such file");
        QTest::newRow("no alignment") << u"compare a b --align sideways"_s << QByteArray("--align");
        QTest::newRow("nobody") << u"compare a b --actor-b nobody"_s << QByteArray("b: there is no actor");
        QTest::newRow("several") << u"compare a b --actor-a Car"_s << QByteArray("a: 2 actors are called");
        QTest::newRow("two languages")
            << u"compare a b --csv --json"_s << QByteArray("--json excludes --csv");
        QTest::newRow("splits of what") << u"compare a b --splits"_s << QByteArray("--splits requires --csv");
        QTest::newRow("backward") << u"compare a b --every=-1"_s << QByteArray("--every");
        QTest::newRow("no wish") << u"compare a b --option nameless"_s << QByteArray("NAME=VALUE");
    }
    void wrongArguments()
    {
        QFETCH(QString, line);
        QFETCH(QByteArray, says);
        const Outcome o = run(line);
        QCOMPARE(o.code, 2);
        QVERIFY2(o.err.startsWith("ghostline-cli: ") && o.err.contains(says), o.err.constData());
        QCOMPARE(o.out, QByteArray());
    }
};

} // namespace tst_cli_compare

GHOSTLINE_TEST(tst_cli_compare, TestCliCompare)
#include "tst_cli_compare.moc"
