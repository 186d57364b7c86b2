// SPDX-License-Identifier: GPL-3.0-or-later
// `analyse` on a replay whose every value is known: who met whom, who was where, who was too fast.
#include "tests/app/cli/cli_outcome.h"
#include "tests/support/fake_replay.h"
#include "tests/support/test_driver.h"

#include <QFile>
#include <QJsonArray>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

namespace tst_cli_analyse {

using namespace ghostline;
using namespace Qt::StringLiterals;
using test::Outcome;

namespace {

/// Actor 0 passes actor 1 at 10 m/s, 10 s after the start; the others are kilometres off.
test::FakeReplayOptions passing()
{
    test::FakeReplayOptions options;
    options.motion = [](int actor, model::FrameNumber, double seconds) {
        return actor == 1 ? glm::dvec3(0.0) : glm::dvec3((seconds - 10.0) * 10.0, 0.0, 1000.0 * actor);
    };
    return options;
}

Outcome run(const QString& line)
{
    return test::runLine(
        line,
        [](const QString&, const model::OpenOptions&) -> model::Result<std::unique_ptr<model::ReplaySource>> {
            return std::make_unique<test::FakeReplay>(passing());
        });
}

/// A square of 20 m round the origin; its path.
QString writeZones(const QTemporaryDir& folder)
{
    const QString path = folder.filePath(u"zones.json"_s);
    QFile file(path);
    if (file.open(QIODevice::WriteOnly))
        file.write(
            R"({"zones": [{"id": "gate_1", "name": "Gate", "polygon": [[-10, -10], [10, -10], [10, 10], [-10, 10]]}]})");
    return path;
}

} // namespace

class TestCliAnalyse : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whoMet_data()
    {
        QTest::addColumn<QString>("line");
        QTest::addColumn<int>("found");
        QTest::addColumn<int>("frame");
        QTest::newRow("within 5 m") << u"proximity"_s << 1 << 190;
        QTest::newRow("within 10 m") << u"proximity --within 10"_s << 1 << 180;
        QTest::newRow("touched") << u"contacts"_s << 1 << 198;
        QTest::newRow("for three seconds") << u"proximity --at-least 3"_s << 0 << 0;
        QTest::newRow("somebody else") << u"proximity --actor 2"_s << 0 << 0;
        QTest::newRow("across teams") << u"proximity --across-teams"_s << 1 << 190;
        QTest::newRow("in a circle") << u"zones --circle Gate=0,2000,20"_s << 1 << 160;
        QTest::newRow("too fast") << u"limits --metric speed --above 9 --actor 2"_s << 1 << 1;
        QTest::newRow("fast enough") << u"limits --metric speed --above 11"_s << 0 << 0;
    }
    void whoMet()
    {
        QFETCH(QString, line);
        const Outcome o = run(u"analyse x --json "_s + line);
        QCOMPARE(o.code, 0);
        const QJsonArray events = o.json()["events"_L1].toArray();
        QTEST(static_cast<int>(events.size()), "found");
        if (events.isEmpty())
            return;
        QTEST(events[0]["frame"_L1].toInt(), "frame");
        QVERIFY(events[0]["text"_L1].toString().contains("worked out"_L1));
        QVERIFY(events[0]["data"_L1]["worked_out"_L1].toBool());
        QVERIFY(run(u"analyse x "_s + line).out.contains("worked out"));
        QCOMPARE(run(u"analyse x --csv "_s + line).out.count('\n'), events.size() + 1);
    }

    void zonesOfAFile()
    {
        const QTemporaryDir folder;
        const QString path = writeZones(folder);
        const Outcome o = run(u"analyse x zones --csv --totals --zones "_s + path);
        QCOMPARE(o.code, 0);
        // Two teams, and the one actor of each that was there.
        const QByteArrayList lines = o.out.trimmed().split('\n');
        QCOMPARE(lines.size(), 5);
        QVERIFY2(lines[3].startsWith("Gate,") && lines[3].contains(",0,0,2,49.95,"), lines[3].constData());
        QVERIFY(run(u"analyse x zones --zones "_s + path).out.contains("Share"));
    }

    void zonesAreMetrics_data()
    {
        QTest::addColumn<QString>("zones");
        QTest::addColumn<QString>("metric");
        QTest::newRow("of a file") << QString() << u"in_gate_1"_s;
        QTest::newRow("a circle") << u"--circle Gate=0,0,10"_s << u"in_gate"_s;
        QTest::newRow("two of a name") << u"--circle Gate=9,9,1 --circle gate=0,0,10"_s << u"in_gate_2"_s;
    }
    void zonesAreMetrics()
    {
        QFETCH(QString, zones);
        QFETCH(QString, metric);
        const QTemporaryDir folder;
        if (zones.isEmpty())
            zones = u"--zones "_s + writeZones(folder);
        QVERIFY(run(u"metrics x --list "_s + zones).out.contains(metric.toUtf8()));
        QVERIFY(!run(u"metrics x --list"_s).out.contains("in_gate"));
        const Outcome o =
            run(u"metrics x --csv --actor 0 --metric %1 --from 8 --to 12 %2"_s.arg(metric, zones));
        QCOMPARE(o.code, 0);
        // Actor 0 is inside from 9 s to 11 s of these 8 s to 12 s, every 50 ms.
        const QByteArrayList lines = o.out.trimmed().split('\n');
        QCOMPARE(lines.size(), 82);
        const auto inside = std::count_if(lines.begin() + 1, lines.end(),
                                          [](const QByteArray& line) { return line.endsWith(",1"); });
        QVERIFY2(inside >= 39 && inside <= 41, o.out.constData()); // its edge may count either way
        QCOMPARE(run(u"metrics x --metric in_gate"_s).code, 2);
        QCOMPARE(run(u"metrics x --circle Gate=1,2"_s).code, 2);
    }

    void whyThereIsNoneIsSaid()
    {
        const QString line = u"analyse x contacts --across-teams"_s;
        const auto alone = [&line](const QString& how) {
            return test::runLine(line + how,
                                 [](const QString&, const model::OpenOptions&)
                                     -> model::Result<std::unique_ptr<model::ReplaySource>> {
                                     test::FakeReplayOptions options;
                                     options.teams = 0;
                                     return std::make_unique<test::FakeReplay>(options);
                                 });
        };
        QVERIFY(alone(u""_s).out.startsWith("no events: the recording does not tell of two teams"));
        QCOMPARE(alone(u" --json"_s).json()["none_because"_L1].toString(), u"one_team"_s);
        QVERIFY(alone(u" --json"_s).json()["none_text"_L1].toString().contains(u"two teams"_s));
        QVERIFY(alone(u" --csv"_s).err.contains("two teams"));
        QVERIFY(
            !run(u"analyse x limits --metric speed --above 11 --json"_s).json().contains("none_because"_L1));
    }

    void aHugeFileOfZonesIsRefused()
    {
        const QTemporaryDir folder;
        QFile file(folder.filePath(u"zones.json"_s));
        QVERIFY(file.open(QIODevice::WriteOnly));
        QVERIFY(file.resize(16'000'001));
        const Outcome o = run(u"analyse x zones --zones "_s + file.fileName());
        QVERIFY(o.code != 0);
        QVERIFY2(o.err.contains("at most 16000000 bytes"), o.err.constData());
        QVERIFY(file.resize(16'000'000));
        QVERIFY(!run(u"analyse x zones --zones "_s + file.fileName()).err.contains("at most"));
    }

    void refused_data()
    {
        QTest::addColumn<QString>("line");
        QTest::newRow("no zones") << u"zones"_s;
        QTest::newRow("no circle") << u"zones --circle Gate=1,2"_s;
        QTest::newRow("a circle of nothing") << u"zones --circle Gate=1,2,0"_s;
        QTest::newRow("several actors") << u"proximity --actor a"_s;
        QTest::newRow("nobody") << u"limits --actor nobody"_s;
    }
    void refused()
    {
        QFETCH(QString, line);
        const Outcome o = run(u"analyse x "_s + line);
        QVERIFY(o.code != 0);
        QVERIFY(!o.err.isEmpty());
        QVERIFY(o.out.isEmpty());
    }
};

} // namespace tst_cli_analyse

GHOSTLINE_TEST(tst_cli_analyse, TestCliAnalyse)
#include "tst_cli_analyse.moc"
