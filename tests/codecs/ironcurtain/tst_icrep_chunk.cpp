// SPDX-License-Identifier: GPL-3.0-or-later
// Framing, compressed blobs and what they are refused for.
#include "codecs/ironcurtain/container/bincode.h"
#include "codecs/ironcurtain/container/chunk_scan.h"
#include "model/bytes/byte_sources.h"
#include "tests/support/test_driver.h"

#include <QTest>

namespace tst_icrep_chunk {

using namespace ghostline;
using namespace Qt::StringLiterals;
using namespace ghostline::ironcurtain;

namespace {

Bytes pattern(std::size_t size, unsigned step)
{
    Bytes out(size);
    for (std::size_t i = 0; i < size; ++i)
        out[i] = static_cast<std::byte>(i * step >> 3);
    return out;
}

/// With another size in front.
Bytes claiming(Bytes blob, std::uint32_t size)
{
    std::memcpy(blob.data(), &size, sizeof size);
    return blob;
}

constexpr ChunkKind All[] = {ChunkKind::Orders, ChunkKind::Events, ChunkKind::Keyframe, ChunkKind::Signatures,
                             ChunkKind::Voice};

} // namespace

class TestIcrepChunk : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void framingIsAsTheFormatSays()
    {
        Bytes out;
        appendChunk(out, ChunkKind::Events, std::as_bytes(std::span("123456789", 9)));
        QCOMPARE(QByteArray(reinterpret_cast<const char*>(out.data()), qsizetype(out.size())).toHex(),
                 QByteArray("45565442090000002639f4cb313233343536373839"));
        const QStringList names{u"ORDB"_s, u"EVTB"_s, u"KEYF"_s, u"SIGT"_s, u"VOIC"_s};
        for (std::size_t i = 0; i < std::size(All); ++i)
            QCOMPARE(chunkName(All[i]), names[qsizetype(i)]);
    }

    void blobsAreTheSameBothWays()
    {
        for (const std::size_t size : {0U, 1U, 5U, 12U, 13U, 255U, 4096U, 70'000U, 1'000'000U}) {
            for (const unsigned step : {1U, 7U, 2'654'435'761U}) {
                const Bytes raw = pattern(size, step);
                const auto again = unpackBlob(packBlob(raw), size, 0);
                QVERIFY2(again, qPrintable(again ? QString() : again.error().message));
                QVERIFY(*again == raw);
            }
        }
    }

    void badBlobsAreRefused_data()
    {
        QTest::addColumn<QByteArray>("blob");
        QTest::addColumn<int>("code");
        const auto row = [](const char* name, const Bytes& blob, model::ErrorCode code) {
            QTest::newRow(name) << QByteArray(reinterpret_cast<const char*>(blob.data()),
                                              qsizetype(blob.size()))
                                << int(code);
        };
        const Bytes good = packBlob(pattern(1000, 3));
        row("nothing", {}, model::ErrorCode::Damaged);
        row("size only", Bytes(4), model::ErrorCode::Damaged);
        row("cut", Bytes(good.begin(), good.end() - 3), model::ErrorCode::Damaged);
        row("one more", claiming(good, 1001), model::ErrorCode::Damaged);
        row("one fewer", claiming(good, 999), model::ErrorCode::Damaged);
        row("4 GiB", claiming(good, 0xFFFF'FFFF), model::ErrorCode::LimitExceeded);
        row("more than can be in it", claiming(Bytes(14), 4000), model::ErrorCode::Damaged);
        Bytes longer = good;
        longer.push_back(std::byte{0});
        row("a byte behind", longer, model::ErrorCode::Damaged);
    }
    void badBlobsAreRefused()
    {
        QFETCH(QByteArray, blob);
        QFETCH(int, code);
        const auto raw =
            unpackBlob(std::as_bytes(std::span(blob.constData(), std::size_t(blob.size()))), 5000, 1234);
        QVERIFY(!raw);
        QCOMPARE(int(raw.error().code), code);
        QCOMPARE(raw.error().where.offset, std::optional<std::uint64_t>(1234));
    }

    void theNextWholeChunkIsFound()
    {
        // Small blocks, so that heads and payloads span several of them.
        Bytes bytes = pattern(37, 5);
        const std::size_t first = bytes.size();
        appendChunk(bytes, ChunkKind::Voice, pattern(500, 11));
        const std::size_t broken = bytes.size();
        appendChunk(bytes, ChunkKind::Events, pattern(300, 3));
        bytes[broken + 100] ^= std::byte{1};
        const std::size_t last = bytes.size();
        appendChunk(bytes, ChunkKind::Signatures, {});
        const model::MemorySource source(bytes);
        for (const std::size_t block : {std::size_t{40}, std::size_t{64}, std::size_t{1} << 20}) {
            ChunkScanner scanner(source, bytes.size(), All, block);
            QCOMPARE(scanner.nextGood(0, {}).value(), std::uint64_t(first));
            QCOMPARE(scanner.nextGood(first, {}).value(), std::uint64_t(first));
            QCOMPARE(scanner.nextGood(first + 1, {}).value(), std::uint64_t(last));
            QCOMPARE(scanner.nextGood(last + 1, {}).value(), std::uint64_t(bytes.size()));
            const auto head = scanner.head(broken, {});
            QVERIFY(head && *head);
            QCOMPARE((*head)->length, 300U);
            QVERIFY(!scanner.crcHolds(**head, {}).value());
            QVERIFY(!scanner.head(broken + 1, {}).value());
        }
        const ChunkKind voice[] = {ChunkKind::Voice};
        ChunkScanner only(source, bytes.size(), voice, 64);
        QCOMPARE(only.nextGood(first + 1, {}).value(), std::uint64_t(bytes.size()));
    }

    void aFileOfHeadsEndsSoon()
    {
        // Each head promises all that follows: looked at one by one that would be 100 GB.
        Bytes bytes;
        BinWriter out(bytes);
        constexpr std::uint32_t Heads = 200'000;
        for (std::uint32_t i = 0; i < Heads; ++i) {
            out.u32(static_cast<std::uint32_t>(ChunkKind::Keyframe));
            out.u32((Heads - 1 - i) * 12);
            out.u32(0);
        }
        const model::MemorySource source(bytes);
        ChunkScanner scanner(source, bytes.size(), All, std::size_t{64} << 10);
        QCOMPARE(scanner.nextGood(0, {}).value(), std::uint64_t(bytes.size()));
        QVERIFY(scanner.gaveUp());
    }

    void headsOfPayloads_data()
    {
        QTest::addColumn<quint32>("kind");
        QTest::addColumn<QByteArray>("hex");
        QTest::addColumn<bool>("good");
        const auto row = [](const char* name, ChunkKind kind, const char* hex, bool good) {
            QTest::newRow(name) << quint32(kind) << QByteArray(hex) << good;
        };
        row("orders", ChunkKind::Orders, "000100000000000000010000", true);
        row("orders not aligned", ChunkKind::Orders, "010100000000000000010000", false);
        row("orders of 257 frames", ChunkKind::Orders, "000100000000000001010000", false);
        row("orders too late", ChunkKind::Orders, "00000000000000ff00010000", false);
        row("orders cut", ChunkKind::Orders, "0001000000000000000100", false);
        row("events", ChunkKind::Events, "0100000000000000020000000000000001000000", true);
        row("events backwards", ChunkKind::Events, "0200000000000000010000000000000001000000", false);
        row("keyframe", ChunkKind::Keyframe, "2c010000000000000110000000", true);
        row("keyframe neither", ChunkKind::Keyframe, "2c010000000000000210000000", false);
        row("signatures cut", ChunkKind::Signatures, "00", false);
        row("voice", ChunkKind::Voice, "", true);
    }
    void headsOfPayloads()
    {
        QFETCH(quint32, kind);
        QFETCH(QByteArray, hex);
        QFETCH(bool, good);
        ChunkEntry entry;
        entry.kind = ChunkKind(kind);
        const QByteArray bytes = QByteArray::fromHex(hex);
        const char* why =
            parseChunkStart(entry, std::as_bytes(std::span(bytes.constData(), std::size_t(bytes.size()))));
        QCOMPARE(why == nullptr, good);
    }
};

} // namespace tst_icrep_chunk

GHOSTLINE_TEST(tst_icrep_chunk, TestIcrepChunk)
#include "tst_icrep_chunk.moc"
