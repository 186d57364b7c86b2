// SPDX-License-Identifier: GPL-3.0-or-later
// `record`: a match that is played while the program watches, and all the ways in which it ends.
#include "tests/app/cli/cli_process.h"
#include "tests/support/small_game.h"
#include "tests/support/test_driver.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>

namespace tst_cli_record {

using namespace ghostline::test;

namespace {

/// The program while it records; what it keeps meanwhile lies in the folder.
class Recording
{
public:
    Recording(const QTemporaryDir& folder, const QStringList& arguments)
    {
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(QStringLiteral("XDG_DATA_HOME"), folder.filePath(QStringLiteral("data")));
        m_process.setProcessEnvironment(environment);
        m_process.start(QStringLiteral(GHOSTLINE_CLI), QStringList{QStringLiteral("record")} + arguments);
    }
    ~Recording()
    {
        m_process.kill();
        m_process.waitForFinished();
    }

    bool running() const { return m_process.state() != QProcess::NotRunning; }
    void interrupt() const { ::kill(static_cast<pid_t>(m_process.processId()), SIGINT); }
    QByteArray told() { return m_told += m_process.readAllStandardError(); }
    CliOutcome outcome()
    {
        return {m_process.exitStatus() == QProcess::NormalExit ? m_process.exitCode() : -1,
                m_process.readAllStandardOutput(), told()};
    }

private:
    QProcess m_process;
    QByteArray m_told;
};

QStringList kept(const QTemporaryDir& folder)
{
    return QDir(folder.filePath(QStringLiteral("data/ghostline/live"))).entryList(QDir::Files);
}

} // namespace

class TestCliRecord : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void interrupted();
    void timeUp();
    void anotherMatch();
    void gap();
    void killed();
    void refused_data();
    void refused();
    void infoOfAGame();
};

void TestCliRecord::interrupted()
{
    const QTemporaryDir folder;
    const QString out = folder.filePath(QStringLiteral("match.echoreplay"));
    SmallGame game;
    game.setEnd(60);
    Recording recording(folder, {game.address(), QStringLiteral("-o"), out, QStringLiteral("--json")});
    QTRY_VERIFY_WITH_TIMEOUT(game.frames() == 60, 20'000);
    QTRY_VERIFY(QFile::exists(out)); // before there is much to lose
    QCOMPARE(kept(folder).size(), 1);
    // Until the last of them is told.
    QFile file(folder.filePath(QStringLiteral("data/ghostline/live/")) + kept(folder).front());
    QVERIFY(file.open(QIODevice::ReadOnly));
    QTRY_VERIFY(file.seek(0) && file.readAll().count('\n') == 60);
    recording.interrupt();
    QTRY_VERIFY(!recording.running());
    const CliOutcome outcome = recording.outcome();
    QCOMPARE(outcome.code, 0);
    QCOMPARE(outcome.json().value(QStringLiteral("frames")).toInt(), 60);
    QCOMPARE(outcome.json().value(QStringLiteral("ended")).toString(), QStringLiteral("stopped"));
    QCOMPARE(outcome.json().value(QStringLiteral("gaps")).toInt(), 0);
    QVERIFY(kept(folder).isEmpty());
    const CliOutcome info = runCli({QStringLiteral("info"), out, QStringLiteral("--json")});
    QCOMPARE(info.code, 0);
    QCOMPARE(info.json().value(QStringLiteral("frames")).toInt(), 60);
}

void TestCliRecord::timeUp()
{
    const QTemporaryDir folder;
    const QString out = folder.filePath(QStringLiteral("match.butter"));
    SmallGame game;
    Recording recording(folder, {game.address(), QStringLiteral("-o"), out, QStringLiteral("--seconds"),
                                 QStringLiteral("1")});
    QTRY_VERIFY_WITH_TIMEOUT(!recording.running(), 20'000);
    const CliOutcome outcome = recording.outcome();
    QCOMPARE(outcome.code, 0);
    QVERIFY2(outcome.out.contains("the time was over"), outcome.out.constData());
    QVERIFY(QFile::exists(out));
}

void TestCliRecord::anotherMatch()
{
    const QTemporaryDir folder;
    const QString out = folder.filePath(QStringLiteral("match.echoreplay"));
    SmallGame game;
    Recording recording(folder, {game.address(), QStringLiteral("-o"), out});
    QTRY_VERIFY_WITH_TIMEOUT(game.frames() > 20, 20'000);
    const QByteArray first = game.sessionId().toLatin1();
    game.beginAnother();
    QTRY_VERIFY(!recording.running());
    const CliOutcome outcome = recording.outcome();
    QCOMPARE(outcome.code, 0);
    QVERIFY2(outcome.out.contains("another match began"), outcome.out.constData());
    const CliOutcome info = runCli({QStringLiteral("info"), out});
    QVERIFY(info.out.contains(first));
}

void TestCliRecord::gap()
{
    const QTemporaryDir folder;
    const QString out = folder.filePath(QStringLiteral("match.echoreplay"));
    SmallGame game;
    Recording recording(folder, {game.address(), QStringLiteral("-o"), out});
    QTRY_VERIFY_WITH_TIMEOUT(game.frames() > 20, 20'000);
    game.setInLobby(true);
    QTRY_VERIFY(recording.told().contains("waiting: the game is in no match: in a lobby"));
    const int before = game.frames();
    QTRY_VERIFY(game.refusals() >= 3); // asked for once a second, so it is a gap
    game.setInLobby(false);
    QTRY_VERIFY(recording.told().contains("it goes on"));
    QTRY_VERIFY(game.frames() > before + 10);
    recording.interrupt();
    QTRY_VERIFY(!recording.running());
    const CliOutcome outcome = recording.outcome();
    QCOMPARE(outcome.code, 0);
    QVERIFY2(outcome.out.contains("1 gap,"), outcome.out.constData());
}

/// What came until then lies where it was kept, and opens.
void TestCliRecord::killed()
{
    const QTemporaryDir folder;
    const QString out = folder.filePath(QStringLiteral("match.echoreplay"));
    SmallGame game;
    {
        const Recording recording(folder, {game.address(), QStringLiteral("-o"), out});
        QTRY_VERIFY_WITH_TIMEOUT(game.frames() > 40, 20'000);
    }
    QCOMPARE(kept(folder).size(), 1);
    const CliOutcome info =
        runCli({QStringLiteral("info"),
                folder.filePath(QStringLiteral("data/ghostline/live/")) + kept(folder).front(),
                QStringLiteral("--json")});
    QCOMPARE(info.code, 0);
    QVERIFY(info.json().value(QStringLiteral("frames")).toInt() >= 39);
}

void TestCliRecord::refused_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QByteArray>("says");
    QTest::newRow("nobody") << QStringList{QStringLiteral("http://127.0.0.1:1/session"), QStringLiteral("-o"),
                                           QStringLiteral("OUT/m.echoreplay")}
                            << QByteArray("refused the connection");
    QTest::newRow("a file") << QStringList{QStringLiteral("http://127.0.0.1:1/a.echoreplay"),
                                           QStringLiteral("-o"), QStringLiteral("OUT/m.echoreplay")}
                            << QByteArray("no game can be watched there");
    QTest::newRow("no address") << QStringList{QStringLiteral("m.echoreplay"), QStringLiteral("-o"),
                                               QStringLiteral("OUT/m.echoreplay")}
                                << QByteArray("no game can be watched there");
    QTest::newRow("unknown ending") << QStringList{QStringLiteral("GAME"), QStringLiteral("-o"),
                                                   QStringLiteral("OUT/m.png")}
                                    << QByteArray("must end with");
    QTest::newRow("no folder") << QStringList{QStringLiteral("GAME"), QStringLiteral("-o"),
                                              QStringLiteral("OUT/none/m.echoreplay")}
                               << QByteArray("none");
    QTest::newRow("rate") << QStringList{QStringLiteral("GAME"), QStringLiteral("-o"),
                                         QStringLiteral("OUT/m.echoreplay"), QStringLiteral("--option"),
                                         QStringLiteral("rate=1000")}
                          << QByteArray("1 to 120");
}

void TestCliRecord::refused()
{
    QFETCH(QStringList, arguments);
    QFETCH(QByteArray, says);
    const QTemporaryDir folder;
    SmallGame game;
    arguments.replaceInStrings(QStringLiteral("OUT"), folder.path());
    arguments.replaceInStrings(QStringLiteral("GAME"), game.address());
    Recording recording(folder, arguments);
    QTRY_VERIFY_WITH_TIMEOUT(!recording.running(), 20'000);
    const CliOutcome outcome = recording.outcome();
    QCOMPARE(outcome.code, 2);
    QVERIFY2(outcome.err.contains(says), outcome.err.constData());
}

void TestCliRecord::infoOfAGame()
{
    SmallGame game;
    const QTemporaryDir folder;
    QProcess process;
    process.start(QStringLiteral(GHOSTLINE_CLI),
                  {QStringLiteral("info"), game.address(), QStringLiteral("--option"),
                   QStringLiteral("folder=") + folder.path(), QStringLiteral("--json")});
    QTRY_VERIFY_WITH_TIMEOUT(process.state() == QProcess::NotRunning, 20'000);
    QCOMPARE(process.exitCode(), 0);
    const QJsonObject info = QJsonDocument::fromJson(process.readAllStandardOutput()).object();
    QVERIFY(info.value(QStringLiteral("frames")).toInt() >= 1);
}

} // namespace tst_cli_record

GHOSTLINE_TEST(tst_cli_record, TestCliRecord)
#include "tst_cli_record.moc"
