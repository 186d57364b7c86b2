// SPDX-License-Identifier: GPL-3.0-or-later
// ZIP archives: written, read back, read in pieces, cut, lied about, and blown up.
#include "codecs/io/inflate_index.h"
#include "codecs/io/zip_directory.h"
#include "codecs/io/zip_writer.h"
#include "model/bytes/byte_sources.h"
#include "tests/support/test_driver.h"

#include <QProcess>
#include <QRandomGenerator>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include <thread>

namespace tst_zip {

using namespace ghostline;

namespace {

std::span<const std::byte> bytesOf(const QByteArray& bytes)
{
    return std::as_bytes(std::span(bytes.constData(), static_cast<std::size_t>(bytes.size())));
}

std::shared_ptr<model::ByteSource> sourceOf(const QByteArray& bytes)
{
    return model::MemorySource::fromByteArray(bytes, QStringLiteral("memory.zip"));
}

/// Text that packs about as a recording does.
QByteArray someText(qsizetype size)
{
    QRandomGenerator random(36);
    QByteArray out;
    out.reserve(size + 64);
    while (out.size() < size)
        out += "{\"position\":[" + QByteArray::number(random.generate() % 100000) + ".5,1.0," +
               QByteArray::number(random.generate() % 1000) + "]},\r\n";
    out.resize(size);
    return out;
}

struct Packed
{
    const char* name;
    QByteArray text;
};

QByteArray archive(const std::vector<Packed>& entries, int level = 6)
{
    QByteArray out;
    io::ZipWriter zip([&out](std::span<const std::byte> bytes) -> model::Result<void> {
        out.append(reinterpret_cast<const char*>(bytes.data()), static_cast<qsizetype>(bytes.size()));
        return {};
    });
    for (const Packed& entry : entries) {
        (void)zip.begin(entry.name, level);
        // In two pieces, as a writer that streams does.
        (void)zip.write(bytesOf(entry.text.first(entry.text.size() / 2)));
        (void)zip.write(bytesOf(entry.text.sliced(entry.text.size() / 2)));
        (void)zip.end();
    }
    (void)zip.finish();
    return out;
}

std::unique_ptr<io::InflatedSource> inflated(const QByteArray& zip, const io::InflateLimits& limits = {})
{
    const auto source = sourceOf(zip);
    const auto entries = io::readZipDirectory(*source);
    if (!entries || entries->empty())
        return nullptr;
    const auto data = io::zipDataOffset(*source, entries->front());
    auto made = io::InflatedSource::create(
        source, {*data, entries->front().packedSize, entries->front().size}, limits);
    return made ? std::move(*made) : nullptr;
}

QByteArray read(const model::ByteSource& source, std::uint64_t offset, qsizetype size)
{
    QByteArray out(size, '\0');
    const auto got =
        source.read(offset, std::as_writable_bytes(std::span(out.data(), static_cast<std::size_t>(size))));
    out.resize(got ? static_cast<qsizetype>(*got) : 0);
    return out;
}

} // namespace

class TestZip : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void severalEntries()
    {
        const QByteArray text = someText(300'000);
        const QByteArray zip = archive({{"first.txt", "short"}, {"m\xC3\xBC.echo", text}, {"empty", {}}});
        const auto source = sourceOf(zip);
        const auto entries = io::readZipDirectory(*source);
        QVERIFY2(entries.has_value(), entries ? "" : qPrintable(entries.error().message));
        QCOMPARE(entries->size(), std::size_t{3});
        QCOMPARE((*entries)[1].name, std::string("m\xC3\xBC.echo"));
        QCOMPARE((*entries)[1].size, std::uint64_t{300'000});
        QCOMPARE((*entries)[1].crc, io::zipChecksum(0, bytesOf(text)));
        for (const io::ZipEntry& entry : *entries) {
            const auto data = io::zipDataOffset(*source, entry);
            QVERIFY(data.has_value());
            auto content = io::InflatedSource::create(source, {*data, entry.packedSize, entry.size});
            QCOMPARE(read(**content, 0, 400'000).size(), static_cast<qsizetype>(entry.size));
            QCOMPARE((*content)->wholeSize(), entry.size);
        }
    }

    void anotherToolReadsOurs()
    {
        const QString python = QStandardPaths::findExecutable(QStringLiteral("python3"));
        if (python.isEmpty())
            QSKIP("python3 is not installed");
        const QTemporaryDir dir;
        const QByteArray text = someText(200'000);
        QFile file(dir.filePath(QStringLiteral("a.zip")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(archive({{"one.txt", text}, {"two.txt", "2"}}));
        file.close();
        QProcess tool;
        tool.start(python, {QStringLiteral("-c"),
                            QStringLiteral("import sys, zipfile\n"
                                           "z = zipfile.ZipFile(sys.argv[1])\n"
                                           "assert z.testzip() is None and len(z.namelist()) == 2\n"
                                           "sys.stdout.buffer.write(z.read('one.txt'))"),
                            file.fileName()});
        QVERIFY(tool.waitForFinished(20'000));
        QCOMPARE(tool.exitCode(), 0);
        QVERIFY(tool.readAllStandardOutput() == text);
    }

    void weReadAnotherTools_data()
    {
        QTest::addColumn<QString>("method");
        QTest::addColumn<bool>("streamed");
        QTest::newRow("stored") << QStringLiteral("ZIP_STORED") << false;
        QTest::newRow("deflated") << QStringLiteral("ZIP_DEFLATED") << false;
        QTest::newRow("sizes behind") << QStringLiteral("ZIP_DEFLATED") << true;
    }
    void weReadAnotherTools()
    {
        QFETCH(QString, method);
        QFETCH(bool, streamed);
        const QString python = QStandardPaths::findExecutable(QStringLiteral("python3"));
        if (python.isEmpty())
            QSKIP("python3 is not installed");
        // Standard output cannot be sought, so the tool writes data descriptors there.
        const QString code = QStringLiteral("import io, sys, zipfile\n"
                                            "class Pipe(io.RawIOBase):\n"
                                            "  def writable(self): return True\n"
                                            "  def write(self, b): return sys.stdout.buffer.write(b)\n"
                                            "out = Pipe() if %1 else io.BytesIO()\n"
                                            "z = zipfile.ZipFile(out, 'w', zipfile.%2)\n"
                                            "z.comment = b'with a comment'\n"
                                            "z.writestr('rec.txt', 'line\\n' * 40000)\n"
                                            "z.close()\n"
                                            "if not %1: sys.stdout.buffer.write(out.getvalue())\n")
                                 .arg(streamed ? QStringLiteral("True") : QStringLiteral("False"), method);
        QProcess tool;
        tool.start(python, {QStringLiteral("-c"), code});
        QVERIFY(tool.waitForFinished(20'000));
        const auto source = sourceOf(tool.readAllStandardOutput());
        const auto entries = io::readZipDirectory(*source);
        QVERIFY2(entries.has_value(), entries ? "" : qPrintable(entries.error().message));
        const io::ZipEntry& entry = entries->front();
        QCOMPARE(entry.size, std::uint64_t{200'000});
        QCOMPARE(entry.method, method == QLatin1String("ZIP_STORED") ? io::ZipStored : io::ZipDeflated);
        const auto data = io::zipDataOffset(*source, entry);
        QVERIFY(data.has_value());
        if (entry.method == io::ZipStored) {
            QCOMPARE(read(*source, *data, 5), QByteArray("line\n"));
            return;
        }
        const auto text = io::InflatedSource::create(source, {*data, entry.packedSize, entry.size});
        QCOMPARE(read(**text, 0, 300'000), QByteArray("line\n").repeated(40'000));
    }

    /// Any place, in any order, by several threads, is what was packed.
    void anyPlace_data()
    {
        QTest::addColumn<int>("level");
        QTest::newRow("blocks") << 6;
        QTest::newRow("not compressed") << 0;
        QTest::newRow("best") << 9;
    }
    void anyPlace()
    {
        QFETCH(int, level);
        const QByteArray text = someText(6'000'000);
        const auto source = inflated(archive({{"a", text}}, level));
        QVERIFY(source);
        // First the front alone, as opening does, then a place far ahead, then everything.
        QVERIFY(read(*source, 0, 1000) == text.first(1000));
        QVERIFY(read(*source, 3'000'000, 1000) == text.sliced(3'000'000, 1000));
        QVERIFY(read(*source, 100, 6'000'000) == text.sliced(100));
        QVERIFY(read(*source, 5'999'000, 5000) == text.sliced(5'999'000));
        QCOMPARE(source->wholeSize(), std::uint64_t{6'000'000});
        QVERIFY(source->checkpoints() >= 5);
        QVERIFY2(source->widestGap() <= io::CheckpointSpacing,
                 qPrintable(QString::number(source->widestGap())));
        QVERIFY(source->indexBytes() < io::MaxIndexBytes);
        std::atomic<int> wrong{0};
        std::vector<std::jthread> threads;
        for (quint32 seed = 1; seed <= 3; ++seed) {
            threads.emplace_back([&, seed] {
                QRandomGenerator random(seed);
                for (int i = 0; i < 40; ++i) {
                    const qsizetype at = static_cast<qsizetype>(random.bounded(5'990'000));
                    const qsizetype size = 1 + static_cast<qsizetype>(random.bounded(100'000));
                    wrong += read(*source, static_cast<std::uint64_t>(at), size) !=
                             text.sliced(at).first(std::min(size, text.size() - at));
                }
            });
        }
        threads.clear();
        QCOMPARE(wrong.load(), 0);
        QCOMPARE(source->unpackAll({}).value(), std::uint64_t{6'000'000});
    }

    /// One block of deflate can be longer than the spacing: checkpoints then lie inside of it.
    void insideOfABlock()
    {
        const QByteArray text = QByteArray(20'000'000, 'x') + someText(10'000);
        const auto source = inflated(archive({{"a", text}}));
        QVERIFY(read(*source, 0, 20'010'000) == text);
        QVERIFY(source->widestGap() <= io::CheckpointSpacing);
        QVERIFY(read(*source, 19'999'990, 5000) == text.sliced(19'999'990, 5000));
        QVERIFY(read(*source, 7'000'000, 10) == QByteArray(10, 'x'));
    }

    void bombs()
    {
        const QByteArray zip = archive({{"a", QByteArray(20'000'000, '\0')}}, 9);
        for (const io::InflateLimits& limits : {io::InflateLimits{.output = 5'000'000},
                                                io::InflateLimits{.ratio = 50, .ratioFrom = 1'000'000}}) {
            const auto source = inflated(zip, limits);
            QByteArray block(1'000'000, '\1');
            std::uint64_t at = 0;
            model::Result<std::size_t> got{1};
            while (got && *got > 0) {
                got = source->read(at, std::as_writable_bytes(std::span(block.data(), 1'000'000)));
                at += got.value_or(0);
            }
            QVERIFY(!got);
            QCOMPARE(got.error().code, model::ErrorCode::LimitExceeded);
            QVERIFY(at <= 7'000'000);
        }
    }

    /// Cut anywhere, it brings what comes before the cut, then an error that names the place.
    void cutContent()
    {
        const QByteArray text = someText(200'000);
        const QByteArray zip = archive({{"a", text}});
        for (qsizetype keep = 31; keep < zip.size() - 100; keep += 997) {
            const auto source = sourceOf(zip.first(keep));
            QVERIFY(!io::readZipDirectory(*source));
            const auto entry = io::readZipLocalEntry(*source, 0);
            QVERIFY(entry.has_value() && !entry->sizesKnown);
            const auto data = io::zipDataOffset(*source, *entry);
            QVERIFY(data.has_value());
            const auto cut = io::InflatedSource::create(source, {*data, entry->packedSize, 0});
            const QByteArray front = read(**cut, 0, 200'000);
            QVERIFY(text.startsWith(front));
            std::byte more{};
            const auto next = (*cut)->read(static_cast<std::uint64_t>(front.size()), {&more, 1});
            QVERIFY(!next && next.error().code == model::ErrorCode::Damaged && next.error().where.offset);
        }
    }

    /// No flipped byte and no cut of a small archive does more than be refused.
    void damagedDirectory()
    {
        const QByteArray zip = archive({{"a", "text of a"}, {"b", "text of b"}});
        for (qsizetype i = 0; i < zip.size(); ++i) {
            for (const char flip : {'\1', '\x80', '\xFF'}) {
                QByteArray bad = zip;
                bad[i] = static_cast<char>(bad[i] ^ flip);
                readEverything(bad);
            }
            readEverything(zip.first(i));
        }
    }

    void cancelled()
    {
        const auto source = inflated(archive({{"a", someText(100'000)}}));
        std::stop_source stop;
        stop.request_stop();
        std::byte one{};
        const auto got = source->read(0, {&one, 1}, stop.get_token());
        QVERIFY(!got && got.error().code == model::ErrorCode::Cancelled);
        QCOMPARE(read(*source, 0, 10).size(), qsizetype{10});
    }

private:
    static void readEverything(const QByteArray& zip)
    {
        const auto source = sourceOf(zip);
        const auto entries = io::readZipDirectory(*source);
        if (!entries)
            return;
        for (const io::ZipEntry& entry : *entries) {
            const auto data = io::zipDataOffset(*source, entry);
            if (!data)
                continue;
            const auto text = io::InflatedSource::create(source, {*data, entry.packedSize, entry.size});
            QVERIFY(read(**text, 0, 1000).size() <= 1000);
        }
    }
};

} // namespace tst_zip

GHOSTLINE_TEST(tst_zip, TestZip)
#include "tst_zip.moc"
