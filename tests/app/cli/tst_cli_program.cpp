// SPDX-License-Identifier: GPL-3.0-or-later
// The program itself on the bundled sample, and on everything that is no recording.
#include "tests/app/cli/cli_process.h"
#include "tests/support/test_driver.h"

#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QJsonArray>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <sys/stat.h>
#include <unistd.h>

namespace tst_cli_program {

using namespace ghostline::test;
using namespace Qt::StringLiterals;

class TestCliProgram : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;

    QString file(const QString& name, const QByteArray& content)
    {
        const QString path = m_folder.filePath(name);
        QFile file(path);
        if (!file.open(QIODevice::WriteOnly) || file.write(content) != content.size())
            qFatal("cannot write the test's own file");
        return path;
    }

private Q_SLOTS:
    void everyVerbReadsTheSample_data()
    {
        QTest::addColumn<QStringList>("arguments");
        for (const char* line :
             {"info F --json", "info F", "events F --json", "events F --csv", "state F --at 50% --json",
              "state F --frame 3 --native --json", "metrics F --json --metric speed --to 1", "dump F",
              "dump F --json", "check F --json", "bench F --json --targets 20"}) {
            QStringList arguments = QString::fromLatin1(line).split(u' ');
            arguments.replace(1, sampleLog());
            QTest::newRow(line) << arguments;
        }
    }
    void everyVerbReadsTheSample()
    {
        QFETCH(QStringList, arguments);
        const CliOutcome o = runCli(arguments);
        QVERIFY2(o.code == 0, o.err.constData());
        QVERIFY(!o.out.isEmpty());
        QCOMPARE(o.err, QByteArray());
        if (arguments.contains(u"--json"_s))
            QVERIFY2(QJsonDocument::fromJson(o.out).isObject(), "valid JSON");
    }
    void codecsAreListed()
    {
        const CliOutcome o = runCli({u"codecs"_s, u"--json"_s});
        QCOMPARE(o.code, 0);
        QVERIFY(!o.json()["codecs"_L1].toArray().isEmpty());
        QCOMPARE(o.json()["failures"_L1].toArray(), QJsonArray());
    }
    void brokenPluginIsNamed()
    {
        QDir(m_folder.path()).mkdir(u"plugins"_s);
        file(u"plugins/libbroken.so"_s, "not a library");
        const QByteArray before = qgetenv("GHOSTLINE_CODEC_PATH");
        qputenv("GHOSTLINE_CODEC_PATH", m_folder.filePath(u"plugins"_s).toUtf8());
        const CliOutcome o = runCli({u"codecs"_s});
        qputenv("GHOSTLINE_CODEC_PATH", before);
        QCOMPARE(o.code, 0);
        QVERIFY(o.out.contains("libbroken.so: "));
    }
    void anotherLocaleChangesNothing()
    {
        const QByteArray expected = runCli({u"state"_s, sampleLog(), u"--at"_s, u"1.5"_s, u"--json"_s}).out;
        QProcess process;
        QProcessEnvironment environment;
        environment.insert(u"GHOSTLINE_CODEC_PATH"_s, qEnvironmentVariable("GHOSTLINE_CODEC_PATH"));
        environment.insert(u"LC_ALL"_s, u"C"_s);
        process.setProcessEnvironment(environment);
        process.start(QStringLiteral(GHOSTLINE_CLI),
                      {u"state"_s, sampleLog(), u"--at"_s, u"1.5"_s, u"--json"_s});
        QVERIFY(process.waitForFinished());
        QCOMPARE(process.readAllStandardError(), QByteArray());
        QCOMPARE(process.readAllStandardOutput(), expected);
    }
    void convertCutsARange()
    {
        const QString out = m_folder.filePath(u"part.log"_s);
        const CliOutcome o = runCli(
            {u"convert"_s, sampleLog(), out, u"--from"_s, u"#100"_s, u"--to"_s, u"#199"_s, u"--json"_s});
        QVERIFY2(o.code == 0, o.err.constData());
        QCOMPARE(o.json()["frames"_L1].toInt(), 100);
        const QJsonArray part =
            runCli({u"state"_s, out, u"--frame"_s, u"50"_s, u"--json"_s}).json()["actors"_L1].toArray();
        const QJsonArray whole = runCli({u"state"_s, sampleLog(), u"--frame"_s, u"150"_s, u"--json"_s})
                                     .json()["actors"_L1]
                                     .toArray();
        QVERIFY(!part.isEmpty());
        QHash<double, QJsonValue> places;
        for (const QJsonValue actor : whole)
            places.insert(actor["native_id"_L1].toDouble(), actor["position"_L1]);
        for (const QJsonValue actor : part)
            QCOMPARE(QJsonValue(actor["position"_L1]), places.value(actor["native_id"_L1].toDouble()));

        const CliOutcome again = runCli({u"convert"_s, sampleLog(), out});
        QCOMPARE(again.code, 2);
        QVERIFY(again.err.contains("--force"));
        QCOMPARE(runCli({u"repair"_s, sampleLog(), out, u"--force"_s}).code, 0);
    }
    /// CARLA's own examples write manual_recording.rec: known by name to whatever reads, writes or looks
    /// through folders.
    void anotherEndingOfCarla()
    {
        QDir(m_folder.path()).mkdir(u"drives"_s);
        const QString out = m_folder.filePath(u"drives/manual_recording.rec"_s);
        const CliOutcome o = runCli({u"convert"_s, sampleLog(), out, u"--to"_s, u"#20"_s});
        QVERIFY2(o.code == 0, o.err.constData());
        const QString folder = m_folder.filePath(u"drives"_s);
        QVERIFY(runCli({u"check"_s, folder}).out.contains("manual_recording.rec"));
        QCOMPARE(runCli({u"flags"_s, folder}).code, 0);
        const QJsonArray codecs = runCli({u"codecs"_s, u"--json"_s}).json()["codecs"_L1].toArray();
        QVERIFY(std::ranges::any_of(codecs, [](const QJsonValue& codec) {
            return codec["id"_L1] == u"carla"_s && codec["patterns"_L1].toArray().contains(u"*.rec"_s);
        }));
    }
    void nothingIsCutBehindTheEnd()
    {
        const QString out = m_folder.filePath(u"behind.log"_s);
        const CliOutcome o = runCli({u"convert"_s, sampleLog(), out, u"--from"_s, u"9:00:00"_s});
        QCOMPARE(o.code, 2);
        QVERIFY2(o.err.contains("9:00:00 lies behind the end: the recording is "), o.err.constData());
        QVERIFY(!QFileInfo::exists(out));
    }
    void theFileToBlameIsNamed_data()
    {
        QTest::addColumn<QString>("in");
        QTest::addColumn<QString>("out");
        QTest::addColumn<bool>("outIsToBlame");
        const QString match = QStringLiteral(GHOSTLINE_SAMPLES "/sample-skirmish.icrep");
        QTest::newRow("no part can be written") << match << m_folder.filePath(u"part.icrep"_s) << false;
        QTest::newRow("another format") << sampleLog() << m_folder.filePath(u"other.icrep"_s) << false;
        QTest::newRow("no such folder") << sampleLog() << m_folder.filePath(u"absent/part.log"_s) << true;
    }
    void theFileToBlameIsNamed()
    {
        QFETCH(QString, in);
        QFETCH(QString, out);
        QFETCH(bool, outIsToBlame);
        const CliOutcome o = runCli({u"convert"_s, in, out, u"--from"_s, u"1"_s});
        QCOMPARE(o.code, 2);
        const QString start = u"ghostline-cli: %1: "_s.arg(outIsToBlame ? out : in);
        QVERIFY2(o.err.startsWith(start.toUtf8()), o.err.constData());
        QVERIFY(!QFileInfo::exists(out));
    }
    void theRecordingIsNeverReplaced()
    {
        const QString copy = m_folder.filePath(u"copy.log"_s);
        QVERIFY(QFile::copy(sampleLog(), copy));
        const CliOutcome o = runCli({u"convert"_s, copy, m_folder.filePath(u"./copy.log"_s), u"--force"_s});
        QCOMPARE(o.code, 2);
        QCOMPARE(QFileInfo(copy).size(), QFileInfo(sampleLog()).size());
    }
    void onlyFilesAreReplaced_data()
    {
        QTest::addColumn<QString>("verb");
        QTest::addColumn<QString>("in");
        const QString run = QStringLiteral(GHOSTLINE_SAMPLES "/sample-run.hcrp");
        QTest::newRow("convert") << u"convert"_s << sampleLog();
        QTest::newRow("repair") << u"repair"_s << sampleLog();
        QTest::newRow("compact") << u"compact"_s << run;
    }
    void onlyFilesAreReplaced()
    {
        QFETCH(QString, verb);
        QFETCH(QString, in);
        const QString pipe = m_folder.filePath(verb + u".log"_s);
        QCOMPARE(mkfifo(QFile::encodeName(pipe).constData(), 0600), 0);
        for (const QString& out : {pipe, u"/dev/null"_s}) {
            const CliOutcome o = runCli({verb, in, out, u"--force"_s});
            QCOMPARE(o.code, 2);
            QVERIFY2(o.err.contains("not a regular file, and is not replaced"), o.err.constData());
        }
        struct stat now
        {
        };
        QCOMPARE(lstat(QFile::encodeName(pipe).constData(), &now), 0);
        QVERIFY(S_ISFIFO(now.st_mode));
    }
    void foldersAreSearched()
    {
        QDir(m_folder.path()).mkpath(u"search/deep"_s);
        file(u"search/notes.txt"_s, "not a recording");
        QVERIFY(QFile::copy(sampleLog(), m_folder.filePath(u"search/deep/good.log"_s)));
        QCOMPARE(runCli({u"check"_s, m_folder.filePath(u"search"_s)}).code, 0);
        file(u"search/bad.log"_s, "this is no log");
        const CliOutcome o = runCli({u"check"_s, m_folder.filePath(u"search"_s), u"--json"_s});
        QCOMPARE(o.code, 2);
        QCOMPARE(o.json()["ok"_L1].toInt(), 1);
        QCOMPARE(o.json()["unreadable"_L1].toInt(), 1);
        QCOMPARE(o.json()["skipped"_L1].toInt(), 1);
        QVERIFY(o.err.contains("bad.log: "));
    }
    void everythingInAFolderIsAccountedFor()
    {
        const QString folder = m_folder.filePath(u"strange"_s);
        QVERIFY(QDir().mkpath(folder));
        QCOMPARE(symlink("nowhere", QFile::encodeName(folder + u"/gone.log"_s)), 0);
        const QByteArray named = QFile::encodeName(folder) + "/M\xFCnchen.log";
        QCOMPARE(link(QFile::encodeName(QFileInfo(sampleLog()).canonicalFilePath()), named) == 0 ||
                     QFile::copy(sampleLog(), folder + u"/copy"_s),
                 true);
        if (QFile::exists(folder + u"/copy"_s))
            QCOMPARE(rename(QFile::encodeName(folder + u"/copy"_s), named), 0);
        const CliOutcome text = runCli({u"check"_s, folder});
        QVERIFY2(text.code == 0, text.err.constData());
        QVERIFY2(text.out.contains("strange/M\\xfcnchen.log  "), text.out.constData());
        QVERIFY2(text.out.contains("gone.log: this link leads nowhere\n"), text.out.constData());
        QVERIFY(text.out.contains("1 ok, 0 damaged, 0 unreadable; 0 other files skipped, 1 passed over"));
        const CliOutcome json = runCli({u"check"_s, folder, u"--json"_s});
        QCOMPARE(json.json()["passed_over"_L1].toArray().size(), 1);
        QCOMPARE(json.json()["ok"_L1].toInt(), 1);
        // As a shell hands the name over: through one, as Qt would write it otherwise.
        QProcess shell;
        shell.start(u"sh"_s,
                    {u"-c"_s, u"exec \"$0\" info \"$1\"/M*.log"_s, QStringLiteral(GHOSTLINE_CLI), folder});
        QVERIFY(shell.waitForFinished());
        QVERIFY2(shell.exitCode() == 0, shell.readAllStandardError().constData());
        QCOMPARE(unlink(named), 0); // QTemporaryDir cannot
        QVERIFY(QDir().mkdir(folder + u"/empty"_s));
        const CliOutcome none = runCli({u"check"_s, folder + u"/empty"_s});
        QCOMPARE(none.code, 0);
        QVERIFY2(none.err.contains("strange/empty: no recording lies in this folder"), none.err.constData());
    }

    /// The window tells errors in its language; here they are what is searched for and reported.
    void errorsAreEnglishInAnyLanguage()
    {
        const QList<QByteArray> names{"LANG", "LANGUAGE", "LC_ALL"};
        QList<QByteArray> before;
        for (const QByteArray& name : names) {
            before << qgetenv(name.constData());
            qputenv(name.constData(), name == "LANGUAGE" ? "de" : "de_DE.UTF-8");
        }
        const CliOutcome missing = runCli({u"info"_s, m_folder.filePath(u"absent"_s)});
        const CliOutcome unknown = runCli({u"info"_s, file(u"text.txt"_s, "hello")});
        for (qsizetype i = 0; i < names.size(); ++i) {
            if (before[i].isNull())
                qunsetenv(names[i].constData());
            else
                qputenv(names[i].constData(), before[i]);
        }
        QVERIFY2(missing.err.contains("there is no such file"), missing.err.constData());
        QVERIFY2(unknown.err.contains("no codec knows this content: it looks like text"),
                 unknown.err.constData());
    }

    void badInput_data()
    {
        QTest::addColumn<QString>("path");
        QTest::addColumn<QByteArray>("reason");
        QTest::newRow("nothing there") << m_folder.filePath(u"absent"_s) << QByteArray("no such file");
        QTest::newRow("folder") << m_folder.path() << QByteArray("folder");
        const QString fifo = m_folder.filePath(u"fifo"_s);
        QCOMPARE(mkfifo(QFile::encodeName(fifo).constData(), 0600), 0);
        QTest::newRow("FIFO") << fifo << QByteArray("not a regular file");
        QTest::newRow("device") << u"/dev/zero"_s << QByteArray("not a regular file");
        QTest::newRow("0 bytes") << file(u"zero.log"_s, {}) << QByteArray("");
        QTest::newRow("1 byte") << file(u"one.log"_s, "\1") << QByteArray("");
        QByteArray jpeg = QByteArray::fromHex("ffd8ffe000104a46494600010101004800480000");
        jpeg += QByteArray(5000, '\x5a');
        QTest::newRow("JPEG") << file(u"picture.log"_s, jpeg) << QByteArray("JPEG");
        const QString sparse = file(u"sparse.log"_s, {});
        QCOMPARE(truncate(QFile::encodeName(sparse).constData(), off_t{1} << 32), 0);
        QTest::newRow("4 GiB of nothing") << sparse << QByteArray("zero");
        if (geteuid() != 0) {
            const QString locked = file(u"locked.log"_s, "x");
            QFile::setPermissions(locked, {});
            QTest::newRow("no permission") << locked << QByteArray("Permission");
        }
    }
    void badInput()
    {
        QFETCH(QString, path);
        QFETCH(QByteArray, reason);
        for (const QStringList& more : {QStringList{u"info"_s}, QStringList{u"state"_s, u"--at"_s, u"1"_s}}) {
            QStringList arguments{more.first(), path};
            arguments += more.sliced(1);
            QElapsedTimer clock;
            clock.start();
            const CliOutcome o = runCli(arguments, 20'000);
            QCOMPARE(o.code, 2);
            QVERIFY2(o.err.startsWith("ghostline-cli: " + QFile::encodeName(path) + ": "), o.err.constData());
            QVERIFY2(o.err.contains(reason), o.err.constData());
            QCOMPARE(o.out, QByteArray());
            QVERIFY(clock.elapsed() < 10'000);
        }
    }
    void sparseTailIsRefusedQuickly()
    {
        // A good log that a crashed disk left 4 GiB long: what is there is shown, the hole is not walked.
        const QString path = m_folder.filePath(u"tail.log"_s);
        QVERIFY(QFile::copy(sampleLog(), path));
        QFile::setPermissions(path, QFile::ReadOwner | QFile::WriteOwner);
        QCOMPARE(truncate(QFile::encodeName(path).constData(), off_t{1} << 32), 0);
        const CliOutcome o = runCli({u"info"_s, path, u"--json"_s}, 60'000);
        QVERIFY2(o.code == 1, o.err.constData());
        QVERIFY(o.err.contains("byte "));
        QVERIFY(o.json()["frames"_L1].toInt() > 1000);
    }
};

} // namespace tst_cli_program

GHOSTLINE_TEST(tst_cli_program, TestCliProgram)
#include "tst_cli_program.moc"
