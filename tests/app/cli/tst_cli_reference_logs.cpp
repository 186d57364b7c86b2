// SPDX-License-Identifier: GPL-3.0-or-later
// The program on real and on specially made logs, against texts and figures that other programs worked out.
#include "tests/app/cli/cli_process.h"
#include "tests/support/shared_data.h"
#include "tests/support/test_driver.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QTest>

#include <cmath>

namespace tst_cli_reference_logs {

using namespace ghostline::test;
using namespace Qt::StringLiterals;

namespace {

QByteArray content(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

QJsonObject truth()
{
    return QJsonDocument::fromJson(content(sharedData(u"carla/synthetic/truth.json"_s))).object();
}

QString syntheticLog(const QString& name) { return sharedData(u"carla/synthetic/"_s + name + u".log"_s); }

bool cannotOpen(const QJsonObject& expected)
{
    for (const QJsonValue d : expected["diagnostics"_L1].toArray()) {
        const QString code = d["code"_L1].toString();
        if (code == u"bad-magic"_s || code == u"header-cut"_s)
            return true;
    }
    return false;
}

/// "X.log.collisions-av.fixed.txt" -> arguments of `report`.
QStringList reportArguments(const QString& log, const QString& kind)
{
    QString text = kind;
    QStringList options;
    for (const auto& [suffix, rules] :
         {std::pair{u".fixed"_s, u"fixed"_s}, std::pair{u"-newest"_s, u"newest"_s}}) {
        if (text.endsWith(suffix)) {
            text.chop(suffix.size());
            options = {u"--option"_s, u"report="_s + rules};
        }
    }
    QStringList parts = text.split(u'-');
    if (parts.first() == u"collisions"_s)
        parts = {u"collisions"_s, parts[1].first(1), parts[1].sliced(1)};
    QStringList arguments{u"report"_s, log};
    return arguments + parts + options;
}

} // namespace

class TestCliReferenceLogs : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { GHOSTLINE_REQUIRE_SHARED("carla/synthetic/truth.json"); }

    void reportsAreByteIdentical_data()
    {
        QTest::addColumn<QString>("log");
        QTest::addColumn<QString>("text");
        for (const QString& folder : {u"carla"_s, u"carla/synthetic"_s}) {
            const QDir dir(sharedData(folder));
            for (const QString& text : dir.entryList({u"*.log.*.txt"_s}, QDir::Files)) {
                const QString log = text.first(text.indexOf(".log."_L1) + 4);
                // What no program opens has no report either; the tool says why instead.
                if (cannotOpen(truth()[log.chopped(4)].toObject()))
                    continue;
                QTest::newRow(qPrintable(text)) << dir.filePath(log) << dir.filePath(text);
            }
        }
    }
    void reportsAreByteIdentical()
    {
        QFETCH(QString, log);
        QFETCH(QString, text);
        const qsizetype start = log.size() + 1;
        const CliOutcome o = runCli(reportArguments(log, text.sliced(start, text.size() - start - 4)));
        QVERIFY2(o.code == 0 || o.code == 1, o.err.constData());
        QCOMPARE(o.out, content(text));
    }
    void longReportsByHash()
    {
        for (const QByteArray& line : content(sharedData(u"carla/info-all.sha256"_s)).trimmed().split('\n')) {
            const QString text = QString::fromLatin1(line.split(' ').last());
            const QString log = sharedData(u"carla/"_s + text.chopped(13));
            const CliOutcome o = runCli({u"report"_s, log, u"info"_s, u"all"_s});
            QCOMPARE(o.code, 0);
            QCOMPARE(QCryptographicHash::hash(o.out, QCryptographicHash::Sha256).toHex(),
                     line.split(' ').first());
        }
    }

    void logs_data()
    {
        QTest::addColumn<QString>("name");
        const QJsonObject all = truth();
        for (const QString& name : all.keys())
            QTest::newRow(qPrintable(name)) << name;
    }
    void logs()
    {
        QFETCH(QString, name);
        const QJsonObject expected = truth()[name].toObject();
        const CliOutcome o = runCli({u"info"_s, syntheticLog(name), u"--json"_s});
        if (cannotOpen(expected)) {
            QCOMPARE(o.code, 2);
            QVERIFY2(o.err.contains(syntheticLog(name).toUtf8() + ": "), o.err.constData());
            return;
        }
        QVERIFY2(o.code == 0 || o.code == 1, o.err.constData());
        QCOMPARE(o.json()["frames"_L1].toInt(), expected["frames"_L1].toInt());
        QVERIFY(std::abs(o.json()["duration_s"_L1].toDouble() - expected["duration"_L1].toDouble()) < 1e-6);
        const QJsonArray found = o.json()["diagnostics"_L1].toArray();
        bool loses = false;
        for (const QJsonValue want : expected["diagnostics"_L1].toArray()) {
            const QString code = want["code"_L1].toString();
            bool matched = false;
            for (const QJsonValue have : found) {
                matched = matched || (have["code"_L1].toString() == code &&
                                      (want["byte"_L1].isUndefined() ||
                                       have["offset"_L1].toInteger() == want["byte"_L1].toInteger()));
            }
            QVERIFY2(matched, qPrintable(code));
            loses = loses || code == u"truncated"_s || code == u"size-zero"_s || code == u"bad-packet"_s;
        }
        if (loses)
            QCOMPARE(o.code, 1);
        if (expected["diagnostics"_L1].toArray().isEmpty())
            QCOMPARE(o.code, 0);
    }

    void poses_data() { logs_data(); }
    void poses()
    {
        QFETCH(QString, name);
        const QJsonObject expected = truth()[name].toObject();
        if (expected["samples"_L1].toArray().isEmpty())
            QSKIP("no samples to compare with");
        // First, middle and last of them: a program start each.
        const QJsonArray samples = expected["samples"_L1].toArray();
        for (const qsizetype i : {qsizetype{0}, samples.size() / 2, samples.size() - 1}) {
            const QJsonValue sample = samples[i];
            const CliOutcome o = runCli({u"state"_s, syntheticLog(name), u"--json"_s, u"--frame"_s,
                                         QString::number(sample["frame"_L1].toInt() - 1)});
            QVERIFY2(o.code == 0 || o.code == 1, o.err.constData());
            QHash<QString, QJsonValue> actors;
            for (const QJsonValue actor : o.json()["actors"_L1].toArray())
                actors.insert(QString::number(actor["native_id"_L1].toInteger()), actor);
            const QJsonObject poses = sample["pose"_L1].toObject();
            for (auto it = poses.begin(); it != poses.end(); ++it) {
                QVERIFY2(actors.contains(it.key()), qPrintable(it.key()));
                const QJsonValue actor = actors[it.key()];
                double dot = 0.0;
                for (int c = 0; c < 3; ++c)
                    QVERIFY(std::abs(actor["position"_L1][c].toDouble() - it.value()["p"_L1][c].toDouble()) <
                            1e-3);
                for (int c = 0; c < 4; ++c)
                    dot += actor["orientation"_L1][c].toDouble() * it.value()["q"_L1][c].toDouble();
                QVERIFY2(std::abs(dot) > 1.0 - 1e-6, qPrintable(it.key()));
            }
        }
    }

    void realLogs_data()
    {
        QTest::addColumn<QString>("log");
        QTest::newRow("0.9.10") << u"DistanceToLaneCenter-0.9.10.log"_s;
        QTest::newRow("0.9.13") << u"DistanceToLaneCenter-0.9.13.log"_s;
    }
    /// Frames and duration as the tail of the expected text says; every verb runs clean.
    void realLogs()
    {
        QFETCH(QString, log);
        const QString path = sharedData(u"carla/"_s + log);
        const QByteArrayList lines = content(path + u".info.txt"_s).trimmed().split('\n');
        const CliOutcome o = runCli({u"info"_s, path, u"--json"_s});
        QCOMPARE(o.code, 0);
        QCOMPARE(o.json()["frames"_L1].toInt(), lines[lines.size() - 2].split(' ').last().toInt());
        QVERIFY(std::abs(o.json()["duration_s"_L1].toDouble() - lines.last().split(' ')[1].toDouble()) <
                1e-3);
        QCOMPARE(runCli({u"check"_s, path}).code, 0);
        QCOMPARE(runCli({u"metrics"_s, path, u"--csv"_s}).code, 0);
        QCOMPARE(runCli({u"events"_s, path, u"--csv"_s}).code, 0);
    }
};

} // namespace tst_cli_reference_logs

GHOSTLINE_TEST(tst_cli_reference_logs, TestCliReferenceLogs)
#include "tst_cli_reference_logs.moc"
