// SPDX-License-Identifier: GPL-3.0-or-later
// Decompression of every kind: there and back, cut, damaged, and never above its cap.
#include "codecs/io/decompress.h"
#include "tests/codecs/io/byte_lists.h"
#include "tests/support/packed_bytes.h"
#include "tests/support/test_driver.h"

#include <QTest>

#include <lz4frame.h>

namespace tst_decompress {

using namespace ghostline;
using namespace ghostline::io;
using test::bytesOf;
using test::sampleBytes;

namespace {

std::vector<std::byte> pack(Compression kind, std::span<const std::byte> in)
{
    std::vector<std::byte> out;
    switch (kind) {
    case Compression::Zstd:
        return test::zstdOf(in);
    case Compression::Lz4Frame:
        out.resize(LZ4F_compressFrameBound(in.size(), nullptr));
        out.resize(LZ4F_compressFrame(out.data(), out.size(), in.data(), in.size(), nullptr));
        return out;
    case Compression::Zlib:
        return test::zlibOf(in);
    case Compression::Gzip:
        return test::gzipOf(in);
    case Compression::Deflate:
        return test::deflatedBytes(in, -15);
    }
    return out;
}

} // namespace

class TestDecompress : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void roundTrip_data() { compression_data(); }
    void roundTrip();
    void truncation_data() { compression_data(); }
    void truncation();
    void cap_data() { compression_data(); }
    void cap();
    void damage_data() { compression_data(); }
    void damage();
    void frames();
    void detection();

private:
    void compression_data();
};

void TestDecompress::roundTrip()
{
    QFETCH(int, kind);
    const auto compression = static_cast<Compression>(kind);
    for (const std::size_t size :
         {std::size_t{0}, std::size_t{1}, std::size_t{65536}, std::size_t{300'000}}) {
        const auto plain = sampleBytes(size);
        const auto packed = pack(compression, plain);
        const auto whole = decompress(compression, packed, size);
        QVERIFY2(whole, whole ? "" : qPrintable(whole.error().message));
        QVERIFY(*whole == plain);
        for (const std::size_t piece : {std::size_t{1}, std::size_t{7}, std::size_t{5000}}) {
            if (size > 100'000 && piece == 1)
                continue;
            auto stream = Decompressor::create(compression, size);
            QVERIFY(stream);
            std::vector<std::byte> out;
            for (std::size_t at = 0; at < packed.size(); at += piece)
                QVERIFY(
                    (*stream)->feed(std::span(packed).subspan(at, std::min(piece, packed.size() - at)), out));
            QVERIFY((*stream)->finish());
            QVERIFY(out == plain);
            QCOMPARE((*stream)->consumed(), packed.size());
            QCOMPARE((*stream)->produced(), plain.size());
        }
    }
}

void TestDecompress::truncation()
{
    QFETCH(int, kind);
    const auto compression = static_cast<Compression>(kind);
    const auto packed = pack(compression, sampleBytes(3000));
    for (std::size_t cut = 0; cut < packed.size(); ++cut) {
        const auto part = decompress(compression, std::span(packed).first(cut), 10'000, 500);
        QVERIFY2(!part, qPrintable(QString::number(cut)));
        QVERIFY(part.error().code == model::ErrorCode::Damaged);
        const std::uint64_t at = part.error().where.offset.value_or(0);
        QVERIFY(at >= 500 && at <= 500 + cut);
    }
}

void TestDecompress::cap()
{
    QFETCH(int, kind);
    const auto compression = static_cast<Compression>(kind);
    // Sixteen megabytes of nothing pack to a few kilobytes; what comes out stays below the cap.
    const auto packed = pack(compression, std::vector<std::byte>(std::size_t{16} << 20));
    auto stream = Decompressor::create(compression, 1'000'000, 42);
    QVERIFY(stream);
    std::vector<std::byte> out;
    const auto fed = (*stream)->feed(packed, out);
    QVERIFY(!fed);
    QVERIFY(fed.error().code == model::ErrorCode::LimitExceeded);
    QVERIFY(out.size() <= 1'000'000);
    QVERIFY(fed.error().message.contains(QStringLiteral("1000000")));
}

void TestDecompress::damage()
{
    QFETCH(int, kind);
    const auto compression = static_cast<Compression>(kind);
    const auto plain = sampleBytes(2000);
    const auto packed = pack(compression, plain);
    for (std::size_t at = 0; at < packed.size(); ++at) {
        auto broken = packed;
        broken[at] ^= std::byte{0x5A};
        // Whatever comes out of it, it ends and stays below the cap; formats with a checksum notice.
        const auto result = decompress(compression, broken, 4000);
        QVERIFY(!result || result->size() <= 4000);
    }
    auto trailing = packed;
    trailing.insert(trailing.end(), 3, std::byte{0x01});
    QVERIFY(!decompress(compression, trailing, 4000));
}

void TestDecompress::frames()
{
    const auto one = sampleBytes(1000);
    const auto two = sampleBytes(300);
    for (const Compression kind : {Compression::Zstd, Compression::Gzip, Compression::Lz4Frame}) {
        auto packed = pack(kind, one);
        const auto more = pack(kind, two);
        packed.insert(packed.end(), more.begin(), more.end());
        auto want = one;
        want.insert(want.end(), two.begin(), two.end());
        const auto got = decompress(kind, packed, 5000);
        QVERIFY2(got, got ? "" : qPrintable(got.error().message));
        QVERIFY(*got == want);
    }
}

void TestDecompress::detection()
{
    const auto plain = sampleBytes(500);
    for (const Compression kind :
         {Compression::Zstd, Compression::Zlib, Compression::Gzip, Compression::Lz4Frame}) {
        const auto found = detectCompression(pack(kind, plain));
        QVERIFY(found.has_value());
        QCOMPARE(static_cast<int>(*found), static_cast<int>(kind));
    }
    QVERIFY(!detectCompression({}));
    QVERIFY(!detectCompression(bytesOf({'{', '"', 'a'})));
}

void TestDecompress::compression_data()
{
    QTest::addColumn<int>("kind");
    for (const Compression kind : {Compression::Zstd, Compression::Zlib, Compression::Gzip,
                                   Compression::Deflate, Compression::Lz4Frame})
        QTest::newRow(qPrintable(compressionName(kind))) << static_cast<int>(kind);
}

} // namespace tst_decompress

GHOSTLINE_TEST(tst_decompress, TestDecompress)
#include "tst_decompress.moc"
