// SPDX-License-Identifier: GPL-3.0-or-later
// Verbs that rewrite recordings in segments: compact, repair into a folder, the last seconds.
#include "model/bytes/atomic_file.h"
#include "model/bytes/byte_sources.h"
#include "model/bytes/file_names.h"
#include "tests/app/cli/cli_process.h"
#include "tests/codecs/recording/claimed_ticks.h"
#include "tests/support/rounds.h"
#include "tests/support/test_driver.h"

#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QJsonArray>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <unistd.h>

namespace tst_cli_map_runs {

using namespace ghostline::test;
using namespace Qt::StringLiterals;

class TestCliMapRuns : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;
    QString m_run; ///< a folder of segments

    QString path(const QString& name) const { return m_folder.filePath(name); }
    static QByteArray everything(const QString& folder)
    {
        QByteArray all;
        for (const QFileInfo& file : QDir(folder).entryInfoList(QDir::Files | QDir::Hidden, QDir::Name)) {
            QFile content(file.filePath());
            if (content.open(QIODevice::ReadOnly))
                all += file.fileName().toUtf8() + content.readAll();
        }
        return all;
    }
    void write(const QString& name, const QByteArray& content)
    {
        QFile file(path(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        QCOMPARE(file.write(content), content.size());
    }
    /// A copy of the run without one of its segments.
    QString damaged(const QString& name, const QString& without)
    {
        QDir().mkpath(path(name));
        for (const QString& file : QDir(m_run).entryList(QDir::Files)) {
            if (file != without)
                QFile::copy(m_run + u'/' + file, path(name) + u'/' + file);
        }
        return path(name);
    }
    /// To a micrometre: a cut begins with new anchors, which round differently.
    static QStringList positions(const QString& file, int frame)
    {
        const QJsonObject state =
            runCli({u"state"_s, file, u"--frame"_s, QString::number(frame), u"--json"_s}).json();
        QStringList out;
        for (const auto actor : state["actors"_L1].toArray()) {
            for (const auto part : actor.toObject()["position"_L1].toArray())
                out += QString::number(part.toDouble(), 'f', 6);
        }
        return out;
    }

private Q_SLOTS:
    void initTestCase()
    {
        m_run = path(u"run"_s);
        QProcess maker;
        maker.start(QStringLiteral(GHOSTLINE_MAKE_RUN),
                    {u"--out"_s, m_run, u"--segments"_s, u"--ticks"_s, u"1500"_s, u"--segment-seconds"_s,
                     u"10"_s, u"--snapshot-every"_s, u"4"_s});
        QVERIFY(maker.waitForFinished(60'000));
        QVERIFY2(maker.exitCode() == 0, maker.readAllStandardError().constData());
        QVERIFY(QFile::exists(m_run + u"/segment-003.dat"_s));
    }

    void claimsCostNothing_data()
    {
        QTest::addColumn<QString>("line");
        for (const char* line : {"info F", "check F", "compare F F", "analyse F limits --above 1",
                                 "metrics F --metric speed --actor 0", "events F", "state F --at 100%"})
            QTest::newRow(line) << QString::fromLatin1(line);
    }
    /// A few kilobytes that claim three years. The day that is believed takes seconds to walk, three years
    /// would take hours: any limit between them tells the two apart, also on a slow machine.
    void claimsCostNothing()
    {
        QFETCH(QString, line);
        QFile sample(QStringLiteral(GHOSTLINE_SAMPLES "/sample-run.hcrp"));
        QVERIFY(sample.open(QIODevice::ReadOnly));
        write(u"claims.hcrp"_s,
              withClaims(sample.readAll(), [](std::vector<ghostline::recording::ChunkEntry>& entries) {
                  entries.resize(2);
                  entries.back().tickCount =
                      std::numeric_limits<std::int32_t>::max() - entries.back().startTick;
              }));
        QStringList arguments = line.split(u' ');
        arguments.replaceInStrings(QRegularExpression(u"^F$"_s), path(u"claims.hcrp"_s));
        QElapsedTimer clock;
        clock.start();
        const CliOutcome o = runCli(arguments);
        QVERIFY2(o.code == 1, o.err.constData());
        QVERIFY2(clock.elapsed() < 60'000 * Thinning, qPrintable(QString::number(clock.elapsed())));
    }

    void compactAddsWhatIsBesideIt()
    {
        write(
            u"run.ghostline.json"_s,
            R"({"schema":1,"bookmarks":[{"id":"b1","frame":40,"time_us":2000000,"length_us":500000,)"
            R"("title":"jump","note":"","author":"","created":""}],)"
            R"("verdicts":[{"frame":70,"check":"speed","verdict":"rejected","reviewer":"mod","note":"lag",)"
            R"("created":"2026-01-02T00:00:00Z"},)"
            R"({"frame":70,"check":"speed","verdict":"unsure","created":"2026-01-01T00:00:00Z"},)"
            R"({"frame":90,"check":"fly","verdict":"confirmed","reviewer":"Ana","created":"2026-01-01T00:00:00Z"},)"
            R"({"frame":90,"check":"fly","verdict":"rejected","reviewer":"Ben","created":"2026-01-02T00:00:00Z"},)"
            R"({"frame":90,"check":"fly","verdict":"","reviewer":"Ben","created":"2026-01-03T00:00:00Z"},)"
            R"({"frame":80,"check":"reach","verdict":"confirmed","created":"2026-01-01T00:00:00Z"},)"
            R"({"frame":80,"check":"reach","verdict":"","created":"2026-01-02T00:00:00Z"}]})");
        write(u"more.json"_s, R"({"season":4,"hc:runTimeMs":5000})");
        const QByteArray before = everything(m_run);
        const CliOutcome o = runCli(
            {u"compact"_s, m_run, path(u"small.hcrp"_s), u"--metadata"_s, path(u"more.json"_s), u"--json"_s});
        QVERIFY2(o.code == 0, o.err.constData());
        QCOMPARE(everything(m_run), before);
        const QJsonObject details = o.json()["details"_L1].toObject();
        QVERIFY(details["chunks_after"_L1].toInt() < details["chunks_before"_L1].toInt());
        QVERIFY(details["bytes_merged"_L1].toInt() < details["bytes_as_recorded"_L1].toInt());
        QVERIFY(
            runCli({u"compact"_s, m_run, path(u"small.hcrp"_s), u"--force"_s}).out.contains("bytes merged"));

        const QJsonObject a = runCli({u"info"_s, m_run, u"--json"_s}).json();
        const QJsonObject b = runCli({u"info"_s, path(u"small.hcrp"_s), u"--json"_s}).json();
        QCOMPARE(b["frames"_L1], a["frames"_L1]);
        for (const int frame : {0, 1, 777, 1499})
            QCOMPARE(positions(path(u"small.hcrp"_s), frame), positions(m_run, frame));
        const QByteArray flags = runCli({u"flags"_s, path(u"small.hcrp"_s), u"--severity"_s, u"0"_s}).out;
        QVERIFY2(flags.contains("rejected") && flags.contains("speed"), flags.constData());
        // Who takes theirs back leaves those of others standing.
        QVERIFY2(flags.contains("fly") && flags.contains("confirmed"), flags.constData());
        // The newest review counts; what was taken back is not written down for ever.
        QVERIFY2(!flags.contains("unsure") && !flags.contains("reach"), flags.constData());
        QVERIFY(QFile::remove(path(u"run.ghostline.json"_s)));
    }
    /// Whichever of its files is named: what is noted beside it and what it is identified by are one.
    void anySegmentIsTheRun()
    {
        const QJsonObject whole = runCli({u"info"_s, m_run, u"--json"_s}).json();
        QVERIFY(!whole["sha256"_L1].toString().isEmpty());
        for (const QString& part : {u"/preamble.dat"_s, u"/segment-002.dat"_s}) {
            const QJsonObject named = runCli({u"info"_s, m_run + part, u"--json"_s}).json();
            QCOMPARE(named["sha256"_L1], whole["sha256"_L1]);
            QCOMPARE(named["frames"_L1], whole["frames"_L1]);
        }
        const QJsonObject checked = runCli({u"check"_s, m_run + u"/segment-002.dat"_s, u"--json"_s}).json();
        QCOMPARE(checked["files"_L1][0]["sha256"_L1], whole["sha256"_L1]);
    }
    void compactRefuses_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QByteArray>("reason");
        write(u"list.json"_s, "[1]");
        write(u"rate.json"_s, R"({"hc:tickRate":40})");
        write(u"taken.hcrp"_s, "something else");
        const QString lost = damaged(u"lost"_s, u"segment-001.dat"_s);
        const QString out = path(u"no.hcrp"_s);
        QTest::newRow("damaged") << QStringList{lost, out} << QByteArray("repair");
        QTest::newRow("no JSON object") << QStringList{m_run, out, u"--metadata"_s, path(u"list.json"_s)}
                                        << QByteArray("not a JSON object");
        QTest::newRow("absent metadata")
            << QStringList{m_run, out, u"--metadata"_s, path(u"absent.json"_s)} << QByteArray("no such file");
        QTest::newRow("how it is read")
            << QStringList{m_run, out, u"--metadata"_s, path(u"rate.json"_s)} << QByteArray("hc:tickRate");
        QTest::newRow("taken") << QStringList{m_run, path(u"taken.hcrp"_s)} << QByteArray("--force");
        QTest::newRow("into the recording")
            << QStringList{m_run, m_run + u"/all.hcrp"_s} << QByteArray("inside");
        QTest::newRow("the recording itself") << QStringList{m_run, m_run} << QByteArray("itself");
        QTest::newRow("a format that cannot")
            << QStringList{sampleLog(), out} << QByteArray("cannot be compacted");
    }
    void compactRefuses()
    {
        QFETCH(QStringList, arguments);
        QFETCH(QByteArray, reason);
        const QByteArray before = everything(m_run);
        const QStringList names = QDir(m_folder.path()).entryList(QDir::AllEntries | QDir::Hidden);
        const CliOutcome o = runCli(QStringList{u"compact"_s} + arguments);
        QCOMPARE(o.code, 2);
        QVERIFY2(o.err.contains(reason), o.err.constData());
        QCOMPARE(everything(m_run), before);
        QCOMPARE(QDir(m_folder.path()).entryList(QDir::AllEntries | QDir::Hidden), names);
    }
    /// A shell writes the byte: a QProcess would have to spell it.
    void aNameThatIsNoTextIsNotReplacedUnasked()
    {
        const QString odd = path(u"odd-"_s) + ghostline::model::pathFromBytes("\xFF") + u".hcrp"_s;
        QVERIFY(ghostline::model::replaceFile(odd, "something else"));
        for (const bool force : {false, true}) {
            QProcess shell;
            shell.start(u"/bin/sh"_s,
                        {u"-c"_s, u"exec \"$0\" compact \"$1\" \"$2/odd-$(printf '\\377').hcrp\" $3"_s,
                         QStringLiteral(GHOSTLINE_CLI), m_run, m_folder.path(),
                         force ? u"--force"_s : QString()});
            QVERIFY(shell.waitForFinished());
            QCOMPARE(shell.exitCode(), force ? 0 : 2);
            const auto now = ghostline::model::openFile(odd);
            QVERIFY(now);
            QCOMPARE((*now)->size() > 14, force);
        }
        QCOMPARE(::unlink(ghostline::model::pathToBytes(odd).constData()), 0); // QTemporaryDir could not
    }
    void repairMakesAFolder()
    {
        const QString lost = damaged(u"torn"_s, u"segment-001.dat"_s);
        const QByteArray before = everything(lost);
        const CliOutcome o = runCli({u"repair"_s, lost, path(u"mended"_s), u"--json"_s});
        QVERIFY2(o.code == 1, o.err.constData()); // the input has lost something
        QCOMPARE(everything(lost), before);
        QVERIFY(QFile::exists(path(u"mended/preamble.dat"_s)));
        QVERIFY(!o.json()["notes"_L1].toArray().isEmpty());
        const CliOutcome info = runCli({u"info"_s, path(u"mended"_s), u"--json"_s});
        QVERIFY(info.out.contains("lost before the recording was repaired"));
        QCOMPARE(positions(path(u"mended"_s), 1400), positions(m_run, 1400));
        // Not again into the same folder, nor into the recording, nor over a file.
        for (const QString& out : {path(u"mended"_s), lost, lost + u"/new"_s, path(u"taken.hcrp"_s)})
            QCOMPARE(runCli({u"repair"_s, lost, out, u"--force"_s}).code, 2);
        QCOMPARE(everything(lost), before);
        QVERIFY(runCli({u"compact"_s, path(u"mended"_s), path(u"mended.hcrp"_s)}).code <= 1);
        QVERIFY(QFile::exists(path(u"mended.hcrp"_s)));
    }
    void windowKeepsTheEnd()
    {
        const CliOutcome o =
            runCli({u"convert"_s, m_run, path(u"end.hcrp"_s), u"--window"_s, u"5"_s, u"--json"_s});
        QVERIFY2(o.code == 0, o.err.constData());
        QCOMPARE(o.json()["frames"_L1].toInt(), 100);
        const int frames = runCli({u"info"_s, m_run, u"--json"_s}).json()["frames"_L1].toInt();
        for (const int frame : {0, 1, 50, 99})
            QCOMPARE(positions(path(u"end.hcrp"_s), frame), positions(m_run, frames - 100 + frame));
        const CliOutcome draft = runCli({u"convert"_s, m_run, path(u"draft.hcrp"_s), u"--option"_s,
                                         u"profile=s1"_s, u"--from"_s, u"#200"_s, u"--to"_s, u"#299"_s});
        QVERIFY2(draft.code == 0, draft.err.constData());
        QCOMPARE(positions(path(u"draft.hcrp"_s), 42), positions(m_run, 242));
    }
};

} // namespace tst_cli_map_runs

GHOSTLINE_TEST(tst_cli_map_runs, TestCliMapRuns)
#include "tst_cli_map_runs.moc"
