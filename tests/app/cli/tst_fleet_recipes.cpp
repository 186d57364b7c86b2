// SPDX-License-Identifier: GPL-3.0-or-later
// The recipes of docs/user/fleet.md, as they stand there, with the programs that they name.
#include "tests/app/cli/cli_process.h"
#include "tests/app/cli/local_slurm.h"
#include "tests/support/test_driver.h"

#include <QDir>
#include <QJsonArray>
#include <QRegularExpression>
#include <QSet>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>
#include <unistd.h>

namespace tst_fleet_recipes {

using namespace ghostline;
using namespace Qt::StringLiterals;

namespace {

constexpr int Recordings = 12;
constexpr int Torn = 7; ///< which of them breaks off

QByteArray contentOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

void write(const QString& path, const QByteArray& content)
{
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    QCOMPARE(file.write(content), content.size());
}

/// The commands below a heading, block for block; of the page's beginning where that is empty.
QStringList commandsOf(const QString& heading)
{
    const QString page = QString::fromUtf8(contentOf(QStringLiteral(GHOSTLINE_FLEET_PAGE)));
    const qsizetype from = heading.isEmpty() ? 0 : page.indexOf(u"\n## %1\n"_s.arg(heading));
    if (from < 0)
        return {};
    const qsizetype to = page.indexOf(u"\n## "_s, from + 1);
    static const QRegularExpression block(u"^```bash\\n(.*?)^```$"_s,
                                          QRegularExpression::MultilineOption |
                                              QRegularExpression::DotMatchesEverythingOption);
    QStringList commands;
    auto found = block.globalMatch(page.sliced(from, (to < 0 ? page.size() : to) - from));
    while (found.hasNext())
        commands += found.next().captured(1);
    return commands;
}

QStringList linesOf(const QByteArray& text)
{
    return QString::fromUtf8(text).split(u'\n', Qt::SkipEmptyParts);
}

} // namespace

class TestFleetRecipes : public QObject
{
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_folder;
    QByteArray m_whole;

    QString path(const QString& name) const { return m_folder->filePath(name); }
    static QProcessEnvironment environment()
    {
        QProcessEnvironment all = QProcessEnvironment::systemEnvironment();
        all.insert(u"PATH"_s, QFileInfo(QStringLiteral(GHOSTLINE_CLI)).path() + u':' + all.value(u"PATH"_s));
        return all;
    }
    test::CliOutcome run(const QString& commands, const QProcessEnvironment& all = environment()) const
    {
        QProcess shell;
        shell.setWorkingDirectory(m_folder->path());
        shell.setProcessEnvironment(all);
        shell.start(u"bash"_s, {u"-c"_s, commands});
        if (!shell.waitForFinished(120'000)) {
            shell.kill();
            shell.waitForFinished();
        }
        return {shell.exitStatus() == QProcess::NormalExit ? shell.exitCode() : -1,
                shell.readAllStandardOutput(), shell.readAllStandardError()};
    }
    /// A line for each recording, no more; the torn one alone is damaged.
    void everyRecordingIsThere() const
    {
        QSet<QString> files;
        const QStringList lines = linesOf(contentOf(path(u"checked.jsonl"_s)));
        for (const QString& text : lines) {
            const QJsonObject line = QJsonDocument::fromJson(text.toUtf8()).object();
            const QString file = line["file"_L1].toString();
            files += file;
            QCOMPARE(line["status"_L1].toString(), file == name(Torn) ? u"damaged"_s : u"ok"_s);
        }
        QCOMPARE(lines.size(), Recordings);
        QCOMPARE(files.size(), Recordings);
    }
    static QString name(int number) { return u"recordings/run %1.hcrp"_s.arg(number); }

private Q_SLOTS:
    void init()
    {
        m_whole = contentOf(QStringLiteral(GHOSTLINE_SAMPLES "/sample-run.hcrp"));
        QVERIFY(!m_whole.isEmpty());
        m_folder = std::make_unique<QTemporaryDir>();
        QVERIFY(QDir(m_folder->path()).mkdir(u"recordings"_s));
        for (int i = 0; i < Recordings; ++i)
            write(path(name(i)), i == Torn ? m_whole.first(m_whole.size() * 2 / 3) : m_whole);
    }

    void oneMachine()
    {
        const QStringList commands = commandsOf({});
        QCOMPARE(commands.size(), 1);
        const auto o = run(commands[0]);
        QVERIFY2(o.code == 1, o.err.constData());
        everyRecordingIsThere();
    }

    void gnuParallel()
    {
        if (QStandardPaths::findExecutable(u"parallel"_s).isEmpty())
            QSKIP("GNU parallel is not there");
        const QStringList commands = commandsOf(u"GNU parallel"_s);
        QCOMPARE(commands.size(), 1);
        // In pieces of a hundred there would be but one.
        QVERIFY(commands[0].contains(u"-N 100"));
        const auto o = run(QString(commands[0]).replace(u"-N 100"_s, u"-N 5"_s));
        QVERIFY2(o.code == 1, o.err.constData()); // how many processes did not end with 0
        everyRecordingIsThere();
    }

    /// The script of each task, without Slurm.
    void slurmScriptByItself()
    {
        const QStringList commands = commandsOf(u"Slurm"_s);
        QCOMPARE(commands.size(), 3);
        write(path(u"check.sbatch"_s), commands[0].toUtf8());
        QVERIFY(commands[0].contains(u"#SBATCH --array=0-9\n"));
        QCOMPARE(run(commands[1].section(u'\n', 0, 0)).code, 0);
        int failed = 0;
        for (int task = 0; task < 10; ++task) {
            QProcessEnvironment all = environment();
            all.insert(u"SLURM_ARRAY_TASK_ID"_s, QString::number(task));
            all.insert(u"SLURM_ARRAY_TASK_COUNT"_s, u"10"_s);
            const auto o = run(u"bash check.sbatch"_s, all);
            QVERIFY2(o.code == 0 || o.code == 1, o.err.constData());
            failed += o.code;
        }
        QCOMPARE(failed, 1);
        QCOMPARE(run(commands[2]).code, 0);
        everyRecordingIsThere();
    }

    void slurmJobArray()
    {
        if (const QString missing = test::LocalSlurm::missing(); !missing.isEmpty())
            QSKIP(qPrintable(missing + u" is not there"_s));
        const QStringList commands = commandsOf(u"Slurm"_s);
        QCOMPARE(commands.size(), 3);
        write(path(u"check.sbatch"_s), commands[0].toUtf8());
        test::LocalSlurm slurm;
        QVERIFY2(slurm.start(), qPrintable(slurm.said()));
        QProcessEnvironment all = environment();
        all.insert(u"SLURM_CONF"_s, slurm.configuration());
        const auto o = run(commands[1], all);
        QVERIFY2(o.code == 1, qPrintable(QString::fromUtf8(o.err) + slurm.said())); // one is not whole
        QCOMPARE(run(commands[2]).code, 0);
        everyRecordingIsThere();
        QVERIFY(contentOf(path(u"check-%1.log"_s.arg(8))).isEmpty()); // the task of another one
    }

    void watchedFolder()
    {
        if (QStandardPaths::findExecutable(u"inotifywait"_s).isEmpty())
            QSKIP("inotifywait is not there");
        const QStringList commands = commandsOf(u"A folder that is watched"_s);
        QCOMPARE(commands.size(), 1);
        QVERIFY(QDir(m_folder->path()).mkdir(u"incoming"_s));
        QProcess shell;
        shell.setWorkingDirectory(m_folder->path());
        shell.setProcessEnvironment(environment());
        shell.setChildProcessModifier([] { ::setpgid(0, 0); });
        shell.start(u"bash"_s, {u"-c"_s, commands[0]});
        QByteArray said;
        QVERIFY(QTest::qWaitFor(
            [&] {
                said += shell.readAllStandardError();
                return said.contains("Watches established");
            },
            30'000));
        const auto lines = [this] { return linesOf(contentOf(path(u"checked.jsonl"_s))); };
        // Answered before the next one arrives: written, then moved, with something else between.
        write(path(u"incoming/written here.hcrp"_s), m_whole);
        QTRY_COMPARE_WITH_TIMEOUT(lines().size(), 1, 30'000);
        write(path(u"incoming/readme.txt"_s), "no recording");
        QVERIFY(QFile::rename(path(name(Torn)), path(u"incoming/moved.hcrp"_s)));
        QTRY_COMPARE_WITH_TIMEOUT(lines().size(), 2, 30'000);
        QVERIFY(lines()[0].contains(u"written here.hcrp\",\"verb\":\"check\",\"status\":\"ok\""));
        QVERIFY(lines()[1].contains(u"moved.hcrp\",\"verb\":\"check\",\"status\":\"damaged\""));
        ::kill(static_cast<pid_t>(-shell.processId()), SIGTERM);
        QVERIFY(shell.waitForFinished(10'000));
    }

    void sqlite()
    {
        if (QStandardPaths::findExecutable(u"sqlite3"_s).isEmpty())
            QSKIP("sqlite3 is not there");
        const QStringList commands = commandsOf(u"Into SQLite"_s);
        QCOMPARE(commands.size(), 6);
        QCOMPARE(run(commandsOf({})[0]).code, 1);
        const auto imported = run(commands[0]);
        QVERIFY2(imported.code == 0 && imported.err.isEmpty(), imported.err.constData());
        QCOMPARE(run(u"sqlite3 fleet.db 'SELECT count(*) FROM line'"_s).out, QByteArray("12\n"));

        // What was printed is what is stored, and lasts as long as the recordings do.
        const auto totals = run(commands[1]);
        QVERIFY2(totals.code == 0, totals.err.constData());
        const QStringList rows = linesOf(totals.out);
        QCOMPARE(rows.size(), 2);
        QVERIFY(rows[0].startsWith(u"damaged|1|"));
        const auto info = test::runCli({u"info"_s, path(name(0)), u"--json"_s}).json();
        QVERIFY(rows[1].startsWith(u"ok|11|"));
        QVERIFY(qAbs(rows[1].section(u'|', 2).toDouble() - 11 * info["duration_s"_L1].toDouble()) < 1e-6);

        const auto problems = run(commands[2]);
        QVERIFY2(problems.code == 0, problems.err.constData());
        QVERIFY(!problems.out.isEmpty());
        for (const QString& row : linesOf(problems.out))
            QVERIFY2(row.startsWith(name(Torn) + u'|') && row.size() > name(Torn).size() + 5,
                     qPrintable(row));

        // Twelve more rows, of another verb.
        const auto flagged = run(u"ghostline-cli flags recordings --jsonl --severity 0 > checked.jsonl"_s);
        QVERIFY2(flagged.code == 3, flagged.err.constData());
        QCOMPARE(run(commands[0]).code, 0);
        const auto flags = run(commands[3]);
        QVERIFY2(flags.code == 0, flags.err.constData());
        QMap<QString, int> open;
        for (const QString& text : linesOf(contentOf(path(u"checked.jsonl"_s)))) {
            for (const QJsonValue flag : QJsonDocument::fromJson(text.toUtf8())["flags"_L1].toArray()) {
                if (flag["verdict"_L1].isNull())
                    ++open[flag["check"_L1].toString()];
            }
        }
        QMap<QString, int> told;
        for (const QString& row : linesOf(flags.out))
            told[row.section(u'|', 0, 0)] = row.section(u'|', 1).toInt();
        QVERIFY(!told.isEmpty());
        QCOMPARE(told, open);

        // And twelve of what detectors find.
        const auto detected = run(commands[4]);
        QVERIFY2(detected.code == 3 || detected.code == 1, detected.err.constData());
        QMap<QString, int> alarms;
        for (const QString& text : linesOf(contentOf(path(u"checked.jsonl"_s)))) {
            for (const QJsonValue alarm : QJsonDocument::fromJson(text.toUtf8())["found"_L1].toArray())
                ++alarms[alarm["detector"_L1].toString()];
        }
        QCOMPARE(run(commands[0]).code, 0);
        const auto ranked = run(commands[5]);
        QVERIFY2(ranked.code == 0, ranked.err.constData());
        told.clear();
        for (const QString& row : linesOf(ranked.out))
            told[row.section(u'|', 0, 0)] = row.section(u'|', 1, 1).toInt();
        QCOMPARE(told, alarms);
    }
};

} // namespace tst_fleet_recipes

GHOSTLINE_TEST(tst_fleet_recipes, TestFleetRecipes)
#include "tst_fleet_recipes.moc"
