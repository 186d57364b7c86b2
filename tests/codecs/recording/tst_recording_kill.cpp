// SPDX-License-Identifier: GPL-3.0-or-later
// The recorder is killed at 200 random instants (50 a row). Whatever it had called committed is there
// afterwards, every time, with the right content, and the recording can be gone on with.
#include "tests/codecs/recording/recorder_script.h"
#include "tests/support/test_driver.h"

#include <QCoreApplication>
#include <QDir>
#include <QRandomGenerator>
#include <QTemporaryDir>
#include <QTest>

#include <array>
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace tst_recording_kill {

using namespace ghostline;
using namespace ghostline::recording;
using namespace ghostline::test;

namespace {

constexpr const char* TestName = "tst_recording_kill";
constexpr int Kills = 50; ///< a row
/// So often the same recording is gone on with before a new one begins.
constexpr int KillsPerRecording = 10;
constexpr quint32 Seed = 20'260'421;
/// Longest life of a writer after its start; many are killed before they have opened anything.
constexpr int MaxLifeMicros = 50'000;

/// The child: records as fast as it can and says after each commit how far it is.
int record(const QString& folder, bool draft)
{
    RecorderOptions options;
    options.chunkTicks = 7;
    options.segmentSeconds = 1;
    options.segmentNonEmptyTicks = 11;
    RecorderHead head;
    head.profile = draft ? Profile::S1 : Profile::H5;
    const bool there = QFile::exists(folder + QStringLiteral("/preamble.dat"));
    auto writer =
        there ? RecordingWriter::append(folder, options) : RecordingWriter::create(folder, head, options);
    if (!writer) {
        std::fprintf(stderr, "%s\n", qPrintable(writer.error().message));
        return 2;
    }
    TickBuilder tick(*writer);
    std::int32_t said = -1;
    for (;;) {
        RecorderScript::tick(tick, writer->nextTick());
        if (auto done = tick.commit(); !done) {
            std::fprintf(stderr, "%s\n", qPrintable(done.error().message));
            return 3;
        }
        const std::int32_t committed = writer->committedTicks();
        if (committed != said && ::write(STDOUT_FILENO, &committed, sizeof committed) < 0)
            return 4;
        said = committed;
    }
}

struct Death
{
    bool killed = false;
    std::int32_t committed = -1; ///< the last it said; -1 = nothing
};

/// Starts the child, kills it after `micros`, reads what it said until then.
Death recordAndKill(const QString& folder, bool draft, int micros)
{
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0)
        return {};
    // The pipe never fills: an answer is four bytes, and no child lives long enough for thousands.
    const QByteArray program = QFile::encodeName(QCoreApplication::applicationFilePath());
    const QByteArray where = QFile::encodeName(folder);
    const char* const profile = draft ? "s1" : "h5";
    const pid_t child = ::fork();
    if (child == 0) {
        ::dup2(ends[1], STDOUT_FILENO);
        ::execl(program.constData(), program.constData(), TestName, "--record", where.constData(), profile,
                nullptr);
        ::_exit(127);
    }
    ::close(ends[1]);
    Death death;
    // Not a wait for something to happen: the instant of the kill is what is tried here.
    ::usleep(static_cast<useconds_t>(micros));
    ::kill(child, SIGKILL);
    int status = 0;
    ::waitpid(child, &status, 0);
    death.killed = WIFSIGNALED(status);
    std::int32_t said = 0;
    while (::read(ends[0], &said, sizeof said) == sizeof said)
        death.committed = said;
    ::close(ends[0]);
    return death;
}

/// What became of one recording whose writers were killed again and again.
struct Victim
{
    QString folder;
    std::int32_t committed = 0; ///< ticks that any of its writers had called committed
};

/// Over all kills of a row: whether anything was tried at all.
struct Tally
{
    int begun = 0;
    int committedSometime = 0;
    int leftSomething = 0;
    std::int64_t ticks = 0;
};

} // namespace

class TestRecordingKill : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void nothingCommittedIsLost_data()
    {
        QTest::addColumn<bool>("draft");
        QTest::addColumn<quint32>("seed");
        QTest::newRow("h5") << false << Seed;
        QTest::newRow("s1") << true << Seed;
        QTest::newRow("h5, other instants") << false << Seed + 1;
        QTest::newRow("s1, other instants") << true << Seed + 1;
    }

    void nothingCommittedIsLost()
    {
        QFETCH(bool, draft);
        QFETCH(quint32, seed);
        QTemporaryDir dir;
        QRandomGenerator random(seed);
        qInfo("seed %u", seed);
        Tally tally;
        Victim victim;
        for (int kill = 0; kill < Kills; ++kill) {
            if (kill % KillsPerRecording == 0)
                victim = {dir.filePath(QString::number(kill)), 0};
            // Every fourth very early: in the middle of starting, creating, or appending.
            const int longest = kill % 4 == 3 ? MaxLifeMicros / 5 : MaxLifeMicros;
            const Death death = recordAndKill(victim.folder, draft, startMicros() + random.bounded(longest));
            QVERIFY2(death.killed,
                     qPrintable(QStringLiteral("kill %1: the writer ended by itself").arg(kill)));
            const QString wrong = wrongAfter(death, victim, tally);
            QVERIFY2(wrong.isEmpty(), qPrintable(QStringLiteral("kill %1: %2").arg(kill).arg(wrong)));
        }
        qInfo("%d kills: a recording was there after %d, ticks were committed in %d, an uncommitted segment "
              "was left by %d, %lld ticks recorded, none lost",
              Kills, tally.begun, tally.committedSometime, tally.leftSomething,
              static_cast<long long>(tally.ticks));
        QVERIFY(tally.committedSometime > Kills / 10); // else nothing was tried
        goneOnWith(victim);
    }

private:
    /// Looks at what a killed writer left; empty if everything that was committed is there as it was written.
    static QString wrongAfter(const Death& death, Victim& victim, Tally& tally)
    {
        const std::int32_t committed = std::max(victim.committed, death.committed);
        tally.committedSometime += death.committed > victim.committed ? 1 : 0;
        if (!QFile::exists(victim.folder + QStringLiteral("/preamble.dat")))
            return committed == 0 ? QString() : QStringLiteral("the recording is gone");
        ++tally.begun;
        const auto played = playRecording(victim.folder);
        if (!played)
            return played.error().message;
        tally.leftSomething += played->known.unreferenced.empty() ? 0 : 1;
        const auto there = static_cast<std::int32_t>(played->player.size());
        // A commit whose word did not come through any more may be there, too.
        if (there < committed)
            return QStringLiteral("%1 of %2 committed ticks").arg(there).arg(committed);
        if (blocksOf(played->world) != scriptBlocks(there))
            return QStringLiteral("the blocks are not those that were written");
        tally.ticks += there - victim.committed;
        victim.committed = there;
        return scriptDiffers(*played, there);
    }

    /// What the kills left can be gone on with, and finished.
    static void goneOnWith(const Victim& victim)
    {
        auto writer = RecordingWriter::append(victim.folder);
        QVERIFY2(writer, writer ? "" : qPrintable(writer.error().message));
        QVERIFY(recordScript(*writer, victim.committed + 500));
        QVERIFY(writer->finish(QStringLiteral("finish")));
        const auto played = playRecording(victim.folder);
        QVERIFY(played);
        QCOMPARE(scriptDiffers(*played, victim.committed + 500), QString());
    }

    /// How long a child takes until its main() runs, measured once: delays count from there, so that a slow
    /// machine (or a sanitizer) does not kill every child before it has begun.
    static int startMicros()
    {
        static const int measured = [] {
            QTemporaryDir dir;
            QElapsedTimer clock;
            clock.start();
            const QString folder = dir.filePath(QStringLiteral("first"));
            const QByteArray program = QFile::encodeName(QCoreApplication::applicationFilePath());
            const pid_t child = ::fork();
            if (child == 0) {
                ::execl(program.constData(), program.constData(), TestName, "--start", nullptr);
                ::_exit(127);
            }
            int status = 0;
            ::waitpid(child, &status, 0);
            return static_cast<int>(clock.nsecsElapsed() / 1000);
        }();
        return measured;
    }
};

/// What the killed child runs, too.
int run(int argc, char** argv)
{
    if (argc == 2 && qstrcmp(argv[1], "--start") == 0)
        return 0;
    if (argc == 4 && qstrcmp(argv[1], "--record") == 0)
        return record(QFile::decodeName(argv[2]), qstrcmp(argv[3], "s1") == 0);
    return runTest<TestRecordingKill>(argc, argv);
}

} // namespace tst_recording_kill

GHOSTLINE_TEST_MAIN(tst_recording_kill, run)
#include "tst_recording_kill.moc"
