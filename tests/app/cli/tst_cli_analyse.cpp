// SPDX-License-Identifier: GPL-3.0-or-later
// `analyse` on a replay whose every value is known: who met whom, who was where, who was too fast.
#include "app/cli/junit_report.h"
#include "model/bytes/atomic_file.h"
#include "tests/app/cli/cli_outcome.h"
#include "tests/app/cli/cli_process.h"
#include "tests/support/fake_replay.h"
#include "tests/support/test_driver.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QTemporaryDir>
#include <QTest>
#include <QXmlStreamReader>

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

struct TestCase
{
    QString file;
    QString name;
    QString failure;
    QString error;
};

/// Empty where it is no XML.
std::vector<TestCase> casesOf(const QByteArray& text)
{
    std::vector<TestCase> cases;
    QXmlStreamReader xml(text);
    while (!xml.atEnd()) {
        if (xml.readNext() != QXmlStreamReader::StartElement)
            continue;
        const QXmlStreamAttributes attributes = xml.attributes();
        if (xml.name() == "testcase"_L1)
            cases.push_back({attributes.value("classname"_L1).toString(),
                             attributes.value("name"_L1).toString(),
                             {},
                             {}});
        else if (xml.name() == "failure"_L1)
            cases.back().failure = attributes.value("message"_L1).toString();
        else if (xml.name() == "error"_L1)
            cases.back().error = attributes.value("message"_L1).toString();
    }
    return xml.hasError() ? std::vector<TestCase>{} : cases;
}

QByteArray contentOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
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

    void failIf_data()
    {
        QTest::addColumn<QString>("line");
        QTest::addColumn<int>("code");
        QTest::addColumn<QString>("said");
        QTest::newRow("touched") << u"contacts --fail-if contacts>0"_s << 1 << u"contacts is 1"_s;
        QTest::newRow("once only") << u"contacts --fail-if contacts>1"_s << 0 << QString();
        QTest::newRow("boxes overlapped") << u"proximity --fail-if min_gap<=0"_s << 1 << u"min_gap is 0 m"_s;
        QTest::newRow("not apart") << u"proximity --fail-if min_distance>0.5"_s << 0 << QString();
        QTest::newRow("the second") << u"proximity --fail-if found>5 --fail-if found==1"_s << 1
                                    << u"found==1: found is 1"_s;
        QTest::newRow("as fast") << u"limits --metric speed --above 9 --fail-if max_peak>=9.9"_s << 1
                                 << u"max_peak"_s;
        QTest::newRow("no value") << u"limits --metric speed --above 11 --fail-if max_peak<9"_s << 0
                                  << QString();
        QTest::newRow("inside") << u"zones --circle Gate=0,2000,20 --fail-if max_inside>3.5"_s << 1
                                << u" s"_s;
        QTest::newRow("no such figure")
            << u"zones --circle Gate=0,0,2 --fail-if contacts>0"_s << 2 << u"max_inside"_s;
        QTest::newRow("no comparison") << u"contacts --fail-if contacts"_s << 2 << u"no condition"_s;
        QTest::newRow("no number") << u"contacts --fail-if contacts>1.2.3"_s << 2 << u"no condition"_s;
    }
    void failIf()
    {
        QFETCH(QString, line);
        QFETCH(QString, said);
        const Outcome o = run(u"analyse x "_s + line);
        QTEST(o.code, "code");
        QVERIFY2(said.isEmpty() ? o.err.isEmpty() : o.err.contains(said.toUtf8()), o.err.constData());
        QCOMPARE(o.out.isEmpty(), o.code == 2);
    }

    void figuresAreInJson()
    {
        const QJsonObject o = run(u"analyse x proximity --json --fail-if found>0 --fail-if found>1"_s).json();
        QCOMPARE(o["figures"_L1]["encounters"_L1].toInt(), 1);
        QVERIFY(o["figures"_L1]["min_distance"_L1].isDouble());
        QCOMPARE(o["failed"_L1].toArray(), QJsonArray{u"found>0"_s});
        QVERIFY(run(u"analyse x limits --metric speed --above 11 --json"_s)
                    .json()["figures"_L1]["max_peak"_L1]
                    .isNull());
    }

    void junit()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath(u"report.xml"_s);
        const QString line = u"analyse x contacts --junit "_s + path;
        QCOMPARE(run(line + u" --fail-if contacts>0 --fail-if contacts>7"_s).code, 1);
        std::vector<TestCase> cases = casesOf(contentOf(path));
        QCOMPARE(cases.size(), std::size_t{2});
        QCOMPARE(cases[0].file, u"x"_s);
        QCOMPARE(cases[0].name, u"contacts>0"_s);
        QCOMPARE(cases[0].failure, u"contacts is 1"_s);
        QVERIFY(cases[1].failure.isEmpty());
        QCOMPARE(run(line).code, 0); // without a condition: that it could be analysed at all
        cases = casesOf(contentOf(path));
        QCOMPARE(cases.size(), std::size_t{1});
        QCOMPARE(cases[0].name, u"contacts"_s);
        QCOMPARE(QDir(folder.path()).entryList(QDir::Files | QDir::Hidden).size(), 1);
        QCOMPARE(run(u"analyse x contacts --junit "_s + folder.filePath(u"no/such/report.xml"_s)).code, 2);

        // A slip of the hand costs nobody a recording.
        const QString recording = folder.filePath(u"drive.log"_s);
        QVERIFY(model::replaceFile(recording, "CARLA_RECORDER"));
        const Outcome refused = run(u"analyse x contacts --junit "_s + recording);
        QCOMPARE(refused.code, 2);
        QVERIFY2(refused.err.contains("no report"), refused.err.constData());
        QCOMPARE(contentOf(recording), QByteArray("CARLA_RECORDER"));
    }

    /// Whatever a file is called, the report can be read.
    void junitOfStrangersNames()
    {
        QString name = u"<b>\"a\" & 'b'</b>"_s;
        name += QChar(1);
        name += QChar(0xFFFF);
        name += QChar(0xD800);
        const auto cases = casesOf(app::junitText({name,
                                                   {{name, name, app::JUnitCase::State::Failed, name},
                                                    {name, name, app::JUnitCase::State::Unreadable, name}}}));
        QCOMPARE(cases.size(), std::size_t{2});
        QVERIFY2(cases[0].file.startsWith("<b>\"a\" & 'b'</b>\\u0001"_L1), qPrintable(cases[0].file));
        QCOMPARE(cases[0].failure, cases[0].file);
        QCOMPARE(cases[1].error, cases[0].file);
    }

    void folders()
    {
        const QTemporaryDir folder;
        const QDir top(folder.path());
        QVERIFY(top.mkpath(u"deep/er"_s));
        QVERIFY(QFile::copy(test::sampleLog(), top.filePath(u"a.log"_s)));
        QVERIFY(QFile::copy(test::sampleLog(), top.filePath(u"deep/er/b.log"_s)));
        const QString report = top.filePath(u"report.xml"_s);
        const auto analyse = [&](const QStringList& more) {
            return test::runCli(QStringList{u"analyse"_s, folder.path(), u"proximity"_s} + more);
        };
        QCOMPARE(analyse({u"--fail-if"_s, u"found<0"_s}).code, 0);
        test::CliOutcome o = analyse({u"--json"_s, u"--fail-if"_s, u"found>=0"_s, u"--junit"_s, report});
        QCOMPARE(o.code, 1);
        QCOMPARE(o.err.count("found>=0: found is"), 2);
        const QJsonArray files = o.json()["files"_L1].toArray();
        QCOMPARE(files.size(), 2);
        QVERIFY(files[1]["file"_L1].toString().endsWith("deep/er/b.log"_L1));
        QVERIFY(files[1]["error"_L1].isNull());
        QCOMPARE(files[0]["events"_L1], files[1]["events"_L1]);
        QCOMPARE(casesOf(contentOf(report)).size(), std::size_t{2});
        // One heading, and the file in front of each row.
        o = analyse({u"--csv"_s});
        QVERIFY(o.out.startsWith("file,time_s,frame,"));
        QCOMPARE(o.out.count("file,time_s"), 1);
        QFile broken(top.filePath(u"broken.log"_s));
        QVERIFY(broken.open(QIODevice::WriteOnly) && broken.write("nothing") == 7);
        broken.close();
        o = analyse({u"--fail-if"_s, u"found<0"_s, u"--junit"_s, report});
        QCOMPARE(o.code, 2);
        const auto cases = casesOf(contentOf(report));
        QCOMPARE(cases.size(), std::size_t{3});
        QVERIFY(cases[0].error.isEmpty() && !cases[1].error.isEmpty() && cases[2].error.isEmpty());
        QVERIFY(cases[0].failure.isEmpty());
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
