// SPDX-License-Identifier: GPL-3.0-or-later
// A file is replaced wholly or not at all, whatever fails on the way.
#include "model/bytes/atomic_file.h"
#include "model/bytes/file_names.h"
#include "model/bytes/temporaries.h"
#include "tests/support/disk_calls.h"
#include "tests/support/test_driver.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

#include <csignal>
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

namespace tst_atomic_file {

using namespace ghostline::model;

class TestAtomicFile : public QObject
{
    Q_OBJECT

    static std::span<const std::byte> bytes(const QByteArray& text)
    {
        return std::as_bytes(std::span(text.constData(), static_cast<std::size_t>(text.size())));
    }
    static QByteArray content(const QString& path)
    {
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("absent");
    }
    static void put(const QString& path, const QByteArray& text)
    {
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(text);
    }
    static int entries(const QTemporaryDir& folder)
    {
        return static_cast<int>(
            QDir(folder.path()).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot).size());
    }

private Q_SLOTS:
    void replacesOnCommit()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("notes"));
        put(path, "old");
        QVERIFY(QFile::setPermissions(path, QFile::ReadOwner | QFile::WriteOwner | QFile::ReadGroup));
        {
            auto file = AtomicFile::create(path);
            QVERIFY(file);
            QVERIFY(file->write(bytes("HEADbody")));
            QCOMPARE(file->position(), std::uint64_t{8});
            QVERIFY(file->writeAt(0, bytes("head")));
            QVERIFY(file->write(bytes("+tail")));
            QCOMPARE(content(path), QByteArray("old"));
            QVERIFY(file->commit());
            QCOMPARE(file->commit().error().code, ErrorCode::InvalidArgument);
        }
        QCOMPARE(content(path), QByteArray("headbody+tail"));
        QCOMPARE(entries(folder), 1);
        QVERIFY(!(QFile::permissions(path) & QFile::ReadOther));
        QVERIFY(QFile::permissions(path) & QFile::ReadGroup);
    }

    void withoutCommitNothingRemains()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("notes"));
        {
            auto first = AtomicFile::create(path);
            auto moved = std::move(*first);
            QVERIFY(moved.write(bytes("never")));
            auto second = AtomicFile::create(path);
            moved = std::move(*second); // drops the first
            QCOMPARE(entries(folder), 1);
        }
        QCOMPARE(entries(folder), 0);
    }

    void outOfRangeWriteAt()
    {
        const QTemporaryDir folder;
        auto file = AtomicFile::create(folder.filePath(QStringLiteral("x")));
        QVERIFY(file->write(bytes("1234")));
        QCOMPARE(file->writeAt(2, bytes("abc")).error().code, ErrorCode::InvalidArgument);
        QCOMPARE(file->writeAt(5, bytes("a")).error().code, ErrorCode::InvalidArgument);
        QVERIFY(file->writeAt(2, bytes("ab")));
    }

    void linkStaysLink()
    {
        const QTemporaryDir folder;
        const QString real = folder.filePath(QStringLiteral("real"));
        const QString link = folder.filePath(QStringLiteral("link"));
        put(real, "old");
        QVERIFY(QFile::link(real, link));
        auto file = AtomicFile::create(link);
        QVERIFY(file->write(bytes("new")) && file->commit());
        QVERIFY(QFileInfo(link).isSymLink());
        QCOMPARE(content(real), QByteArray("new"));
    }

    void cannotBegin()
    {
        const QTemporaryDir folder;
        const auto inAbsent = AtomicFile::create(folder.filePath(QStringLiteral("absent/x")));
        QVERIFY(!inAbsent);
        QCOMPARE(inAbsent.error().code, ErrorCode::WriteFailed);
        QVERIFY(inAbsent.error().file.endsWith(QStringLiteral("absent/x")));
        QCOMPARE(AtomicFile::create(folder.path()).error().code, ErrorCode::WriteFailed);
        QVERIFY(QDir(folder.path()).mkdir(QStringLiteral("sealed")));
        const QString sealed = folder.filePath(QStringLiteral("sealed"));
        QVERIFY(QFile::setPermissions(sealed, QFile::ReadOwner | QFile::ExeOwner));
        if (::geteuid() != 0)
            QCOMPARE(AtomicFile::create(sealed + QStringLiteral("/x")).error().code, ErrorCode::WriteFailed);
    }

    void failureLeavesTheOldFile_data()
    {
        QTest::addColumn<int>("size");
        QTest::newRow("fails while writing") << 2'000'000;
        QTest::newRow("fails when finished") << 100'000;
    }
    void failureLeavesTheOldFile()
    {
        QFETCH(int, size);
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("notes"));
        put(path, "old");
        // A file size limit fails a write as a full disk does.
        rlimit before{};
        QCOMPARE(::getrlimit(RLIMIT_FSIZE, &before), 0);
        rlimit small = before;
        small.rlim_cur = 50'000;
        const auto handler = std::signal(SIGXFSZ, SIG_IGN);
        QCOMPARE(::setrlimit(RLIMIT_FSIZE, &small), 0);
        Result<void> written;
        Result<void> patched;
        Result<void> committed;
        {
            auto file = AtomicFile::create(path);
            written = file->write(bytes(QByteArray(size, 'x')));
            patched = file->writeAt(0, bytes("y"));
            committed = file->commit();
        }
        ::setrlimit(RLIMIT_FSIZE, &before);
        std::signal(SIGXFSZ, handler);
        QCOMPARE(written.has_value(), size < 200'000);
        QCOMPARE(patched.error().code, ErrorCode::WriteFailed);
        QCOMPARE(committed.error().code, ErrorCode::WriteFailed);
        QCOMPARE(committed.error().file, path);
        QCOMPARE(content(path), QByteArray("old"));
        QCOMPARE(entries(folder), 1);
    }

    void durableBeforeItSaysSo()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("notes"));
        put(path, "old");
        ghostline::test::DiskCalls calls(folder.path());
        auto file = AtomicFile::create(path);
        QVERIFY(file && file->write(bytes("new")) && file->commit());
        QCOMPARE(calls.take(), (QStringList{QStringLiteral("fsync notes~"), QStringLiteral("rename notes"),
                                            QStringLiteral("fsync .")}));
        // The folder's own failure is told: the file is new, but that is not known to be on the disk.
        calls.refuse(QStringLiteral("fsync ."));
        file = AtomicFile::create(path);
        QVERIFY(file && file->write(bytes("newer")));
        const auto unsure = file->commit();
        QVERIFY(!unsure);
        QCOMPARE(unsure.error().code, ErrorCode::WriteFailed);
        QVERIFY(unsure.error().message.contains(QStringLiteral("power cut")));
        QCOMPARE(content(path), QByteArray("newer"));
        QCOMPARE(file->commit().error().code, ErrorCode::InvalidArgument);
        // Where folders have no such thing, nothing failed.
        calls.refuse(QStringLiteral("fsync ."), EINVAL);
        file = AtomicFile::create(path);
        QVERIFY(file && file->write(bytes("newest")) && file->commit());
        calls.refuse(QStringLiteral("fsync notes~"));
        file = AtomicFile::create(path);
        QVERIFY(file && file->write(bytes("never")) && !file->commit());
        QCOMPARE(content(path), QByteArray("newest"));
    }

    void onlyRegularFilesAreReplaced_data()
    {
        QTest::addColumn<bool>("meanwhile");
        QTest::newRow("there before") << false;
        QTest::newRow("came while writing") << true;
    }
    void onlyRegularFilesAreReplaced()
    {
        QFETCH(bool, meanwhile);
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("pipe"));
        auto file = meanwhile ? AtomicFile::create(path) : fail(ErrorCode::NotFound, QString());
        QCOMPARE(::mkfifo(QFile::encodeName(path).constData(), 0600), 0);
        if (!meanwhile)
            file = AtomicFile::create(path);
        const Result<void> done =
            file.and_then([](AtomicFile& begun) { return begun.write(bytes("new")); }).and_then([&file] {
                return file->commit();
            });
        QCOMPARE(done.error().code, ErrorCode::WriteFailed);
        QVERIFY2(done.error().message.contains(QStringLiteral("regular file")),
                 qPrintable(done.error().message));
        struct stat now
        {
        };
        QCOMPARE(::lstat(QFile::encodeName(path).constData(), &now), 0);
        QVERIFY(S_ISFIFO(now.st_mode));
        QCOMPARE(AtomicFile::create(QStringLiteral("/dev/null")).error().code, ErrorCode::WriteFailed);
    }

    void whatAKilledProgramLeftIsSwept()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("notes"));
        const pid_t child = ::fork();
        if (child == 0) {
            auto file = AtomicFile::create(path);
            (void)::kill(::getpid(), file && file->write(bytes("half")) ? SIGKILL : SIGABRT);
        }
        int status = 0;
        QCOMPARE(::waitpid(child, &status, 0), child);
        QCOMPARE(WTERMSIG(status), SIGKILL);
        QCOMPARE(entries(folder), 1);
        auto file = AtomicFile::create(folder.filePath(QStringLiteral("other")));
        QVERIFY(file && file->write(bytes("new")) && file->commit());
        QCOMPARE(QDir(folder.path()).entryList(QDir::Files | QDir::Hidden),
                 QStringList{QStringLiteral("other")});
    }

    void onlyWhatNobodyHoldsIsSwept()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("notes"));
        // A folder of an unfinished recording, one that is being made, and what only looks like it.
        const auto named = [&path] { return Temporary(path).path(); };
        const QString left = named();
        const QString held = named();
        for (const QString& made : {left, held})
            QVERIFY(QDir().mkdir(made));
        put(left + QStringLiteral("/segment"), "half");
        const int descriptor = ::open(QFile::encodeName(held).constData(), O_RDONLY | O_CLOEXEC);
        QVERIFY(holdTemporary(descriptor));
        for (const char* name : {".notes.bak", ".notes.ghostline-new", ".ghostline-0123456789abc",
                                 "notes.ghostline-0123456789abc"})
            put(folder.filePath(QLatin1String(name)), "mine");
        QVERIFY(QFile::link(folder.filePath(QStringLiteral(".notes.bak")), named()));
        auto first = AtomicFile::create(path);
        auto second = AtomicFile::create(path); // does not take the first one's
        QVERIFY(first && second && first->write(bytes("1")) && first->commit() && second->commit());
        QVERIFY(!QFileInfo::exists(left));
        QVERIFY(QFileInfo::exists(held));
        QCOMPARE(entries(folder), 7);
        ::close(descriptor);
    }

    void namesNeedNotBeUtf8()
    {
        const QTemporaryDir folder;
        const QByteArray name = QFile::encodeName(folder.path()) + "/M\xFCnchen";
        QVERIFY(replaceFile(pathFromBytes(name), "new"));
        struct stat made
        {
        };
        QCOMPARE(::stat(name, &made), 0);
        QCOMPARE(made.st_size, off_t{3});
        QCOMPARE(::unlink(name), 0); // QTemporaryDir cannot
    }

    void replacingFails()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("notes"));
        auto file = AtomicFile::create(path);
        QVERIFY(file->write(bytes("new")));
        QVERIFY(QDir(folder.path()).mkdir(QStringLiteral("notes"))); // something else took the name meanwhile
        QCOMPARE(file->commit().error().code, ErrorCode::WriteFailed);
        file = tl::unexpected<Error>(Error{});
        QCOMPARE(entries(folder), 1);
    }
};

} // namespace tst_atomic_file

GHOSTLINE_TEST(tst_atomic_file, TestAtomicFile)
#include "tst_atomic_file.moc"
