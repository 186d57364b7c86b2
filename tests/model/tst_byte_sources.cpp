// SPDX-License-Identifier: GPL-3.0-or-later
// File, memory and counted byte sources: bounds, refusals, siblings, cancellation.
#include "model/bytes/byte_sources.h"
#include "tests/support/counted_source.h"
#include "tests/support/test_driver.h"

#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

#include <sys/stat.h>
#include <unistd.h>

namespace tst_byte_sources {

using namespace ghostline::model;
using ghostline::test::CountedSource;

class TestByteSources : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;

    QString write(const QString& name, const QByteArray& bytes) const
    {
        QFile file(m_folder.filePath(name));
        return file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size() ? file.fileName()
                                                                                    : QString();
    }

    static QByteArray readAt(const ByteSource& source, std::uint64_t offset, std::size_t count)
    {
        std::vector<std::byte> out(count);
        const auto got = source.read(offset, out);
        return got ? QByteArray(reinterpret_cast<const char*>(out.data()), static_cast<qsizetype>(*got))
                   : QByteArray("error");
    }

    static void checkBounds(const ByteSource& source)
    {
        QCOMPARE(source.size(), std::uint64_t{10});
        QCOMPARE(readAt(source, 0, 10), QByteArray("0123456789"));
        QCOMPARE(readAt(source, 3, 2), QByteArray("34"));
        QCOMPARE(readAt(source, 8, 10), QByteArray("89"));
        QCOMPARE(readAt(source, 10, 1), QByteArray());
        QCOMPARE(readAt(source, 0, 0), QByteArray());
        QCOMPARE(readAt(source, ~std::uint64_t{0}, 4), QByteArray());
        QCOMPARE(readAt(source, std::uint64_t{1} << 63, 4), QByteArray());
        std::stop_source stop;
        stop.request_stop();
        std::byte out[4]{};
        const auto got = source.read(0, out, stop.get_token());
        QVERIFY(!got);
        QCOMPARE(got.error().code, ErrorCode::Cancelled);
        const auto cut = readExactly(source, 8, out);
        QVERIFY(!cut);
        QCOMPARE(cut.error().code, ErrorCode::Damaged);
        QCOMPARE(cut.error().where.offset, std::optional<std::uint64_t>(10));
        QVERIFY(readExactly(source, 6, out));
        QVERIFY(!readExactly(source, 0, out, stop.get_token()));
    }

private Q_SLOTS:
    void fileBounds() { checkBounds(**openFile(write(QStringLiteral("ten"), "0123456789"))); }
    void memoryBounds() { checkBounds(*MemorySource::fromByteArray("0123456789", QStringLiteral("ten"))); }
    void countedBounds()
    {
        checkBounds(CountedSource(MemorySource::fromByteArray("0123456789", QStringLiteral("ten"))));
    }

    void fileIdentity()
    {
        const QString path = write(QStringLiteral("identity"), "abc");
        const auto file = openFile(path);
        QVERIFY(file);
        const Identity identity = (*file)->identity();
        QCOMPARE(identity.name, path);
        QCOMPARE(identity.size, std::uint64_t{3});
        QVERIFY(std::abs(identity.modified.msecsTo(QDateTime::currentDateTimeUtc())) < 60'000);
        // A recording that is being written grows under an open source; the identity is that of the opening.
        QFile more(path);
        QVERIFY(more.open(QIODevice::Append));
        more.write("defg");
        more.close();
        QCOMPARE((*file)->size(), std::uint64_t{7});
        QCOMPARE((*file)->identity().size, std::uint64_t{3});
        QCOMPARE(readAt(**file, 2, 10), QByteArray("cdefg"));
        // One that shrinks gives fewer bytes, not a fault.
        QVERIFY(QFile::resize(path, 1));
        QCOMPARE(readAt(**file, 0, 10), QByteArray("a"));
    }

    void refusals()
    {
        QCOMPARE(openFile(m_folder.filePath(QStringLiteral("absent"))).error().code, ErrorCode::NotFound);
        const QString plain = write(QStringLiteral("plain"), "x");
        QCOMPARE(openFile(plain + QStringLiteral("/below")).error().code, ErrorCode::NotFound);
        QCOMPARE(openFile(m_folder.path()).error().code, ErrorCode::NotReadable);
        QCOMPARE(openFile(QStringLiteral("/dev/null")).error().code, ErrorCode::NotReadable);
        const QString fifo = m_folder.filePath(QStringLiteral("fifo"));
        QCOMPARE(::mkfifo(QFile::encodeName(fifo).constData(), 0600), 0);
        const auto pipe = openFile(fifo); // must not wait for a writer
        QCOMPARE(pipe.error().code, ErrorCode::NotReadable);
        QCOMPARE(pipe.error().file, fifo);
        const QString locked = write(QStringLiteral("locked"), "x");
        QVERIFY(QFile::setPermissions(locked, {}));
        if (::geteuid() != 0)
            QCOMPARE(openFile(locked).error().code, ErrorCode::NotReadable);
    }

    void siblings()
    {
        write(QStringLiteral("map.txt"), "roads");
        const auto file = openFile(write(QStringLiteral("log"), "x"));
        const auto map = (*file)->sibling("map.txt");
        QVERIFY(map);
        QCOMPARE(readAt(**map, 0, 10), QByteArray("roads"));
        QCOMPARE((*file)->sibling("absent").error().code, ErrorCode::NotFound);
        for (const std::string_view name :
             {std::string_view("../log"), std::string_view("/etc/passwd"), std::string_view(""),
              std::string_view("a/../../b"), std::string_view("a\0b", 3)})
            QCOMPARE((*file)->sibling(name).error().code, ErrorCode::InvalidArgument);

        auto memory = MemorySource::fromByteArray("x", QStringLiteral("log"));
        memory->addSibling(QStringLiteral("map.txt"), "lanes");
        const CountedSource counted(std::move(memory));
        QCOMPARE(readAt(**counted.sibling("map.txt"), 0, 10), QByteArray("lanes"));
        QCOMPARE(counted.sibling("absent").error().code, ErrorCode::NotFound);
    }

    void counting()
    {
        const CountedSource counted(MemorySource::fromByteArray("0123456789", QStringLiteral("ten")));
        readAt(counted, 0, 4);
        readAt(counted, 8, 4);
        QCOMPARE(counted.counters()->reads.load(), std::uint64_t{2});
        QCOMPARE(counted.counters()->bytes.load(), std::uint64_t{6});
        QCOMPARE(counted.size(), std::uint64_t{10});
        QCOMPARE(counted.identity().name, QStringLiteral("ten"));
    }

    void largeFile()
    {
        // Sparse, above 4 GiB: offsets are 64 bits wide all the way.
        const QString path = write(QStringLiteral("large"), {});
        const std::uint64_t far = (std::uint64_t{1} << 32) + 5;
        QVERIFY(QFile::resize(path, static_cast<qint64>(far)));
        QFile file(path);
        QVERIFY(file.open(QIODevice::Append));
        file.write("tail");
        file.close();
        const auto source = openFile(path);
        QCOMPARE((*source)->size(), far + 4);
        QCOMPARE(readAt(**source, far, 10), QByteArray("tail"));
        QVERIFY(QFile::remove(path));
    }
};

} // namespace tst_byte_sources

GHOSTLINE_TEST(tst_byte_sources, TestByteSources)
#include "tst_byte_sources.moc"
