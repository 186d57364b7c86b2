// SPDX-License-Identifier: GPL-3.0-or-later
// Notes survive that whoever writes them is killed, at whatever byte.
#include "model/sidecar/sidecar.h"
#include "tests/support/test_driver.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

#include <csignal>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace tst_sidecar_kill {

using namespace ghostline::model;

class TestSidecarKill : public QObject
{
    Q_OBJECT

    static Sidecar reviewed(int verdicts)
    {
        Sidecar sidecar;
        for (int i = 0; i < verdicts; ++i) {
            FlagReview review;
            review.frame = i;
            review.check = QStringLiteral("speed");
            review.verdict = FlagVerdict::Confirmed;
            review.reviewer = QStringLiteral("Ana");
            sidecar.add(std::move(review));
        }
        return sidecar;
    }
    static QByteArray content(const QString& path)
    {
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("absent");
    }

    /// What the kernel says of a process that saves and may write `bytes` of one file, no more: the signal
    /// that ended it, 0 = it ended by itself.
    static int killedAfter(rlim_t bytes, const QString& replay, const Sidecar& sidecar)
    {
        const pid_t child = ::fork();
        if (child == 0) {
            const rlimit noCore{0, 0};
            const rlimit most{bytes, bytes};
            ::setrlimit(RLIMIT_CORE, &noCore);
            ::setrlimit(RLIMIT_FSIZE, &most);
            std::signal(SIGXFSZ, SIG_DFL);
            ::_exit(saveSidecar(replay, sidecar) ? 0 : 1);
        }
        int status = 0;
        ::waitpid(child, &status, 0);
        return WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status) == 0 ? 0 : -1;
    }

private Q_SLOTS:
    void atEveryByte()
    {
        const QTemporaryDir folder;
        const QString replay = folder.filePath(QStringLiteral("a.log"));
        const QString notes = sidecarPath(replay);
        QVERIFY(saveSidecar(replay, reviewed(1)));
        const QByteArray before = content(notes);
        const Sidecar more = reviewed(2);
        rlim_t bytes = 0;
        int ended = SIGXFSZ;
        for (; ended == SIGXFSZ; ++bytes) {
            ended = killedAfter(bytes, replay, more);
            if (ended == SIGXFSZ) {
                QCOMPARE(content(notes), before);
                QCOMPARE(loadNotes(replay)->sidecar.reviews.size(), std::size_t{1});
            }
        }
        QCOMPARE(ended, 0);
        const QByteArray after = content(notes);
        QCOMPARE(bytes, static_cast<rlim_t>(after.size()) + 1); // each byte of it was the last one once
        QCOMPARE(loadNotes(replay)->sidecar.reviews.size(), std::size_t{3});
        // What a killed one left lies beside the notes, is never taken for them, and goes with the next save.
        const QStringList left = QDir(folder.path()).entryList(QDir::Files | QDir::Hidden);
        QCOMPARE(left, QStringList{QFileInfo(notes).fileName()});
    }
};

} // namespace tst_sidecar_kill

GHOSTLINE_TEST(tst_sidecar_kill, TestSidecarKill)
#include "tst_sidecar_kill.moc"
