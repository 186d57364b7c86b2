// SPDX-License-Identifier: GPL-3.0-or-later
// `detect` and `copies`: what they print for people and for programs, what they refuse, how they end.
#include "app/cli/command_line.h"
#include "model/detect/detectors.h"
#include "tests/app/cli/cli_process.h"
#include "tests/support/test_driver.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

namespace tst_cli_detect {

using namespace ghostline;
using namespace Qt::StringLiterals;
using test::CliOutcome;

namespace {

QString sample(const char* name) { return QStringLiteral(GHOSTLINE_SAMPLES "/") + QLatin1String(name); }

} // namespace

class TestCliDetect : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void detectorsAreListed();
    void alarmsOfAFile();
    void thresholdsAreFollowed();
    void listsAreAnswered();
    void wrongValuesAreRefused_data();
    void wrongValuesAreRefused();
    void copiesOfARun();
    void noCopies();
};

void TestCliDetect::detectorsAreListed()
{
    const CliOutcome run = test::runCli({u"detect"_s, u"--list"_s, u"--json"_s});
    QCOMPARE(run.code, 0);
    const QJsonArray all = QJsonDocument::fromJson(run.out).array();
    QCOMPARE(static_cast<std::size_t>(all.size()), model::detectors().size());
    for (const QJsonValue& each : all) {
        QVERIFY(!each["finds"_L1].toString().isEmpty());
        const QJsonObject threshold = each["threshold"_L1].toObject();
        QVERIFY(threshold["least"_L1].toDouble() <= threshold["standard"_L1].toDouble());
        QVERIFY(threshold["standard"_L1].toDouble() <= threshold["most"_L1].toDouble());
    }
    const CliOutcome text = test::runCli({u"detect"_s, u"--list"_s});
    QCOMPARE(text.code, 0);
    for (const model::DetectorInfo& info : model::detectors())
        QVERIFY2(text.out.contains(QByteArray(info.finds)), info.id);
}

void TestCliDetect::alarmsOfAFile()
{
    const CliOutcome run = test::runCli({u"detect"_s, sample("sample-run.hcrp"), u"--json"_s, u"--below"_s});
    const QJsonObject file = run.json()["files"_L1].toArray()[0].toObject();
    const QJsonArray found = file["found"_L1].toArray();
    QVERIFY(!found.isEmpty());
    int alarms = 0;
    for (const QJsonValue& alarm : found) {
        const bool above = alarm["value"_L1].toDouble() >= alarm["threshold"_L1].toDouble();
        QCOMPARE(alarm["alarm"_L1].toBool(), above);
        alarms += above ? 1 : 0;
        QVERIFY(alarm["end_frame"_L1].toInt() > alarm["frame"_L1].toInt());
        QVERIFY(model::detectorNamed(alarm["detector"_L1].toString()) >= 0);
    }
    QCOMPARE(file["alarms"_L1].toInt(), alarms);
    QCOMPARE(run.code, alarms > 0 ? 3 : 0);
    const CliOutcome other = test::runCli({u"detect"_s, sample("sample-town.log")});
    QCOMPARE(other.code, 0);
    QVERIFY(other.out.contains("not asked: Speed, since"));
}

void TestCliDetect::thresholdsAreFollowed()
{
    // Nobody is a hundred times as high.
    const QStringList none{
        u"detect"_s, sample("sample-run.hcrp"), u"--detector"_s, u"climb"_s, u"--set"_s, u"climb=50"_s,
        u"--json"_s};
    const CliOutcome run = test::runCli(none);
    QCOMPARE(run.code, 0);
    QCOMPARE(run.json()["files"_L1].toArray()[0]["alarms"_L1].toInt(-1), 0);
    // Its jumps alone are as high as that, and only this detector is asked.
    const CliOutcome low =
        test::runCli({u"detect"_s, sample("sample-run.hcrp"), u"--detector"_s, u"climb"_s, u"--set"_s,
                      u"climb=1.3"_s, u"--set"_s, u"climb.ladder=0"_s, u"--json"_s});
    QCOMPARE(low.code, 3);
    const QJsonArray found = low.json()["files"_L1].toArray()[0]["found"_L1].toArray();
    for (const QJsonValue& alarm : found)
        QCOMPARE(alarm["detector"_L1].toString(), u"climb"_s);
}

void TestCliDetect::listsAreAnswered()
{
    const CliOutcome run = test::runCli(
        {u"detect"_s, u"--jsonl"_s, sample("sample-town.log"), u"nothing.hcrp"_s, sample("sample-run.hcrp")});
    const QByteArrayList lines = run.out.trimmed().split('\n');
    QCOMPARE(lines.size(), 3);
    const auto line = [&lines](int i) { return QJsonDocument::fromJson(lines[i]).object(); };
    QCOMPARE(line(0)["verb"_L1].toString(), u"detect"_s);
    QCOMPARE(line(0)["alarms"_L1].toInt(-1), 0);
    QVERIFY(line(1)["error"_L1].isObject());
    QVERIFY(line(2).contains("found"_L1));
    QCOMPARE(run.code, 2);
}

void TestCliDetect::wrongValuesAreRefused_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::newRow("no such detector") << QStringList{u"--detector"_s, u"mood"_s};
    QTest::newRow("no such parameter") << QStringList{u"--set"_s, u"speed.mood=1"_s};
    QTest::newRow("no number") << QStringList{u"--set"_s, u"speed=fast"_s};
    QTest::newRow("out of range") << QStringList{u"--set"_s, u"speed=-1"_s};
}

void TestCliDetect::wrongValuesAreRefused()
{
    QFETCH(QStringList, arguments);
    const CliOutcome run = test::runCli(QStringList{u"detect"_s, sample("sample-run.hcrp")} + arguments);
    QCOMPARE(run.code, 2);
    QVERIFY(!run.err.isEmpty());
}

void TestCliDetect::copiesOfARun()
{
    const QTemporaryDir folder;
    for (const char* name : {"a.hcrp", "b.hcrp"})
        QVERIFY(QFile::copy(sample("sample-run.hcrp"), folder.filePath(QLatin1String(name))));
    const CliOutcome run = test::runCli({u"copies"_s, folder.path(), u"--json"_s});
    QCOMPARE(run.code, 3);
    QCOMPARE(run.json()["runs"_L1].toInt(), 2);
    const QJsonArray pairs = run.json()["pairs"_L1].toArray();
    QCOMPARE(pairs.size(), 1);
    QVERIFY(pairs[0]["metres"_L1].toDouble() > 100.0);
    QVERIFY(pairs[0]["a"_L1].toString().endsWith(u"b.hcrp"_s));
    QVERIFY(pairs[0]["b"_L1].toString().endsWith(u"a.hcrp"_s));
    const CliOutcome csv = test::runCli({u"copies"_s, folder.path(), u"--csv"_s});
    QVERIFY(csv.out.startsWith("a,b,a_first,a_end,b_first,b_end,metres\n"));
}

void TestCliDetect::noCopies()
{
    const CliOutcome run = test::runCli({u"copies"_s, sample("sample-run.hcrp")});
    QCOMPARE(run.code, 0);
    QCOMPARE(run.out, QByteArray("no copies among 1 run\n"));
}

} // namespace tst_cli_detect

GHOSTLINE_TEST(tst_cli_detect, TestCliDetect)
#include "tst_cli_detect.moc"
