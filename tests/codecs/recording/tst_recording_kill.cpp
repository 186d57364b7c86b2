// SPDX-License-Identifier: GPL-3.0-or-later
// The recorder is killed at 200 random instants. Whatever it had called committed is there afterwards, every
// time, with the right content, and the recording can be gone on with.
#include "tests/codecs/recording/recorder_script.h"

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

using namespace ghostline;
using namespace ghostline::recording;
using namespace ghostline::test;

namespace {

constexpr int Kills = 200;
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
        RunScript::tick(tick, writer->nextTick());
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
        ::execl(program.constData(), program.constData(), "--record", where.constData(), profile, nullptr);
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

} // namespace

class TestRecordingKill : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void nothingCommittedIsLost()
    {
        QTemporaryDir dir;
        QRandomGenerator random(Seed);
        qInfo("seed %u", Seed);
        int begun = 0;
        int committedSometime = 0;
        int leftSomething = 0;
        std::int64_t ticks = 0;
        QString folder;
        std::int32_t before = 0; ///< committed by those killed before
        bool draft = false;
        for (int kill = 0; kill < Kills; ++kill) {
            if (kill % KillsPerRecording == 0) {
                folder = dir.filePath(QString::number(kill));
                draft = kill / KillsPerRecording % 2 == 1;
                before = 0;
            }
            // Every fourth very early: in the middle of starting, creating, or appending.
            const int longest = kill % 4 == 3 ? MaxLifeMicros / 5 : MaxLifeMicros;
            const Death death = recordAndKill(folder, draft, startMicros() + random.bounded(longest));
            QVERIFY2(death.killed,
                     qPrintable(QStringLiteral("kill %1: the writer ended by itself").arg(kill)));
            begun += QFile::exists(folder + QStringLiteral("/preamble.dat")) ? 1 : 0;
            const std::int32_t committed = std::max(before, death.committed);
            committedSometime += death.committed > before ? 1 : 0;
            if (!QFile::exists(folder + QStringLiteral("/preamble.dat"))) {
                QCOMPARE(committed, 0);
                continue;
            }
            const auto played = playRecording(folder);
            QVERIFY2(played, qPrintable(QStringLiteral("kill %1: %2")
                                            .arg(kill)
                                            .arg(played ? QString() : played.error().message)));
            leftSomething += played->known.unreferenced.empty() ? 0 : 1;
            const auto there = static_cast<std::int32_t>(played->player.size());
            // A commit whose word did not come through any more may be there, too.
            QVERIFY2(
                there >= committed,
                qPrintable(
                    QStringLiteral("kill %1: %2 of %3 committed ticks").arg(kill).arg(there).arg(committed)));
            QCOMPARE(scriptDiffers(*played, there), QString());
            QCOMPARE(blocksOf(played->world), scriptBlocks(there));
            ticks += there - before;
            before = there;
        }
        qInfo("%d kills: a recording was there after %d, ticks were committed in %d, an uncommitted segment "
              "was left by %d, %lld ticks recorded, none lost",
              Kills, begun, committedSometime, leftSomething, static_cast<long long>(ticks));
        QVERIFY(committedSometime > Kills / 10); // else nothing was tried

        // What 200 kills left can be gone on with, and finished.
        auto writer = RecordingWriter::append(folder);
        QVERIFY2(writer, writer ? "" : qPrintable(writer.error().message));
        QVERIFY(recordScript(*writer, before + 500));
        QVERIFY(writer->finish(QStringLiteral("finish")));
        const auto played = playRecording(folder);
        QVERIFY(played);
        QCOMPARE(scriptDiffers(*played, before + 500), QString());
    }

private:
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
                ::execl(program.constData(), program.constData(), "--start", nullptr);
                ::_exit(127);
            }
            int status = 0;
            ::waitpid(child, &status, 0);
            return static_cast<int>(clock.nsecsElapsed() / 1000);
        }();
        return measured;
    }
};

int main(int argc, char** argv)
{
    if (argc == 2 && qstrcmp(argv[1], "--start") == 0)
        return 0;
    if (argc == 4 && qstrcmp(argv[1], "--record") == 0)
        return record(QFile::decodeName(argv[2]), qstrcmp(argv[3], "s1") == 0);
    QCoreApplication app(argc, argv);
    TestRecordingKill test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_recording_kill.moc"
