// SPDX-License-Identifier: GPL-3.0-or-later
// The codecs' toolbox: bounded reading, bits, var-ints, decompression that keeps its cap, wishes to open
// with.
#include "codecs/io/bit_reader.h"
#include "codecs/io/byte_cursor.h"
#include "codecs/io/decompress.h"
#include "codecs/io/source_support.h"
#include "codecs/io/var_int.h"

#include <QTest>

#include <limits>
#include <lz4frame.h>
#include <random>
#include <zlib.h>
#include <zstd.h>

using namespace ghostline;
using namespace ghostline::io;

namespace {

std::vector<std::byte> bytesOf(std::initializer_list<unsigned> values)
{
    std::vector<std::byte> out;
    for (const unsigned v : values)
        out.push_back(static_cast<std::byte>(v));
    return out;
}

/// Half pattern, half noise: compressible, but not to nothing.
std::vector<std::byte> sampleBytes(std::size_t size)
{
    std::mt19937 random(7);
    std::vector<std::byte> out(size);
    for (std::size_t i = 0; i < size; ++i)
        out[i] = static_cast<std::byte>(i % 512 < 384 ? i % 17 : random() & 0xFFU);
    return out;
}

std::vector<std::byte> packDeflate(std::span<const std::byte> in, int window)
{
    z_stream stream{};
    if (deflateInit2(&stream, 6, Z_DEFLATED, window, 8, Z_DEFAULT_STRATEGY) != Z_OK)
        return {};
    std::vector<std::byte> out(deflateBound(&stream, in.size()) + 64);
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<std::byte*>(in.data()));
    stream.avail_in = static_cast<uInt>(in.size());
    stream.next_out = reinterpret_cast<Bytef*>(out.data());
    stream.avail_out = static_cast<uInt>(out.size());
    deflate(&stream, Z_FINISH);
    out.resize(stream.total_out);
    deflateEnd(&stream);
    return out;
}

std::vector<std::byte> pack(Compression kind, std::span<const std::byte> in)
{
    std::vector<std::byte> out;
    switch (kind) {
    case Compression::Zstd:
        out.resize(ZSTD_compressBound(in.size()));
        out.resize(ZSTD_compress(out.data(), out.size(), in.data(), in.size(), 3));
        return out;
    case Compression::Lz4Frame:
        out.resize(LZ4F_compressFrameBound(in.size(), nullptr));
        out.resize(LZ4F_compressFrame(out.data(), out.size(), in.data(), in.size(), nullptr));
        return out;
    case Compression::Zlib:
        return packDeflate(in, 15);
    case Compression::Gzip:
        return packDeflate(in, 31);
    case Compression::Deflate:
        return packDeflate(in, -15);
    }
    return out;
}

} // namespace

class TestCodecIo : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void cursorReads();
    void cursorStopsAtEveryByte();
    void cursorSub();
    void bitsBothOrders();
    void bitsStopAtTheEnd();
    void varInts_data();
    void varInts();
    void varIntLimits();
    void compression_data();
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
    void wishesToOpenWith_data();
    void wishesToOpenWith();
};

void TestCodecIo::cursorReads()
{
    const auto data = bytesOf(
        {0x01, 0x02, 0x03, 0x04, 0xFF, 0xFE, 0x00, 0x00, 0x80, 0x3F, 0x40, 0x49, 0x0F, 0xDB, 'o', 'k'});
    ByteCursor in(data, 100);
    QCOMPARE(in.le<std::uint16_t>(), std::uint16_t{0x0201});
    QCOMPARE(in.be<std::uint16_t>(), std::uint16_t{0x0304});
    QCOMPARE(in.be<std::int16_t>(), std::int16_t{-2});
    QCOMPARE(in.le<float>(), 1.0F);
    QCOMPARE(in.be<float>(), 3.14159274F);
    QCOMPARE(in.offset(), std::uint64_t{114});
    QCOMPARE(in.text(2), std::string_view("ok"));
    QVERIFY(in.ok() && in.atEnd());
    QVERIFY(in.status(QStringLiteral("it")));
}

void TestCodecIo::cursorStopsAtEveryByte()
{
    const auto data = sampleBytes(23);
    for (std::size_t cut = 0; cut < data.size(); ++cut) {
        ByteCursor in{std::span(data).first(cut), 1000};
        in.u8();
        in.le<std::uint64_t>();
        in.be<double>();
        in.skip(2);
        in.le<std::uint32_t>();
        QVERIFY(!in.ok());
        QCOMPARE(in.le<std::uint32_t>(), 0U);
        QVERIFY(in.bytes(1).empty());
        QVERIFY(!in.seek(0));
        const auto status = in.status(QStringLiteral("the thing"));
        QVERIFY(!status);
        QVERIFY(status.error().code == model::ErrorCode::Damaged);
        const std::uint64_t at = status.error().where.offset.value_or(0);
        QVERIFY(at >= 1000 && at <= 1000 + cut);
        QVERIFY(status.error().message.contains(QString::number(at)));
    }
    ByteCursor huge{std::span(data)};
    QVERIFY(huge.bytes(std::numeric_limits<std::size_t>::max()).empty());
    QVERIFY(!huge.ok());
}

void TestCodecIo::cursorSub()
{
    const auto data = bytesOf({1, 2, 3, 4, 5});
    ByteCursor in(data);
    in.u8();
    ByteCursor inner = in.sub(2);
    QCOMPARE(inner.offset(), std::uint64_t{1});
    QCOMPARE(inner.be<std::uint16_t>(), std::uint16_t{0x0203});
    QVERIFY(inner.atEnd());
    inner.u8();
    QVERIFY(!inner.ok() && in.ok());
    QCOMPARE(in.u8(), std::uint8_t{4});
    QVERIFY(!in.sub(2).ok());
    QVERIFY(!in.ok());
}

void TestCodecIo::bitsBothOrders()
{
    const auto data =
        bytesOf({0b1011'0010, 0b0110'1101, 0xFF, 0x00, 0x12, 0x34, 0x56, 0x78, 0x9A, 0xBC, 0xDE});
    BitReader low(data, BitOrder::LsbFirst);
    QCOMPARE(low.bits(3), std::uint64_t{0b010});
    QCOMPARE(low.bits(7), std::uint64_t{0b01'1'0110});
    QCOMPARE(low.bit(), true);
    low.align();
    QCOMPARE(low.bits(8), std::uint64_t{0xFF});
    BitReader high(data, BitOrder::MsbFirst);
    QCOMPARE(high.bits(3), std::uint64_t{0b101});
    QCOMPARE(high.bits(7), std::uint64_t{0b10010'01});
    QCOMPARE(high.bytes(2).size(), std::size_t{2});
    QCOMPARE(high.bits(0), std::uint64_t{0});
    QCOMPARE(high.bits(4), std::uint64_t{0x1});
    QCOMPARE(high.bits(60), std::uint64_t{0x0});
    QVERIFY(!high.ok()); // 52 bits were left
    BitReader whole(data, BitOrder::MsbFirst);
    whole.bits(24);
    QCOMPARE(whole.bits(64), std::uint64_t{0x00123456'789ABCDE});
    BitReader wholeLow(data, BitOrder::LsbFirst);
    wholeLow.bits(24);
    QCOMPARE(wholeLow.bits(64), std::uint64_t{0xDEBC9A78'56341200});
}

void TestCodecIo::bitsStopAtTheEnd()
{
    const auto data = bytesOf({0xAA, 0x55});
    for (const BitOrder order : {BitOrder::LsbFirst, BitOrder::MsbFirst}) {
        BitReader in(data, order, 50);
        in.bits(15);
        QCOMPARE(in.bits(2), std::uint64_t{0});
        QVERIFY(!in.ok());
        QVERIFY(!in.bit());
        QVERIFY(in.bytes(0).empty());
        QCOMPARE(in.status(QStringLiteral("x")).error().where.offset.value_or(0) / 50, std::uint64_t{1});
        QVERIFY(BitReader(data, order).bits(65) == 0);
    }
}

void TestCodecIo::varInts_data()
{
    QTest::addColumn<qint64>("value");
    for (const qint64 v :
         {std::int64_t{0}, std::int64_t{1}, std::int64_t{-1}, std::int64_t{63}, std::int64_t{64},
          std::int64_t{-64}, std::int64_t{-65}, std::int64_t{127}, std::int64_t{128}, std::int64_t{300},
          std::int64_t{2147483647}, std::int64_t{-2147483648LL}, std::numeric_limits<std::int64_t>::max(),
          std::numeric_limits<std::int64_t>::min()})
        QTest::newRow(qPrintable(QString::number(v))) << v;
}

void TestCodecIo::varInts()
{
    QFETCH(qint64, value);
    const auto check = [](const std::vector<std::byte>& bytes, auto read, auto want) {
        ByteCursor in(bytes);
        QCOMPARE(read(in), want);
        QVERIFY(in.ok() && in.atEnd());
        for (std::size_t cut = 0; cut < bytes.size(); ++cut) {
            ByteCursor part{std::span(bytes).first(cut)};
            read(part);
            QVERIFY(!part.ok());
        }
    };
    std::vector<std::byte> out;
    writeLeb128(out, static_cast<std::uint64_t>(value));
    check(out, readLeb128, static_cast<std::uint64_t>(value));
    out.clear();
    writeSignedLeb128(out, value);
    check(out, readSignedLeb128, std::int64_t{value});
    out.clear();
    writeZigzag(out, value);
    check(out, readZigzag, std::int64_t{value});
    out.clear();
    writeVarLong(out, value);
    check(out, readVarLong, std::int64_t{value});
    if (value >= std::numeric_limits<std::int32_t>::min() &&
        value <= std::numeric_limits<std::int32_t>::max()) {
        out.clear();
        writeVarInt(out, static_cast<std::int32_t>(value));
        QVERIFY(out.size() <= 5);
        check(out, readVarInt, static_cast<std::int32_t>(value));
    }
}

void TestCodecIo::varIntLimits()
{
    // Six bytes are no VarInt, eleven nothing at all, and a tenth byte above 1 is no 64-bit number.
    const std::vector<std::byte> endless(20, std::byte{0x80});
    ByteCursor a(endless);
    readVarInt(a);
    QVERIFY(!a.ok());
    ByteCursor b(endless);
    readVarLong(b);
    QVERIFY(!b.ok());
    ByteCursor c(endless);
    readLeb128(c);
    QVERIFY(!c.ok());
    auto tooLarge = std::vector<std::byte>(9, std::byte{0xFF});
    tooLarge.push_back(std::byte{0x02});
    ByteCursor d(tooLarge);
    QCOMPARE(readLeb128(d), std::uint64_t{0});
    QVERIFY(!d.ok());
    const auto minusOne = bytesOf({0xFF, 0xFF, 0xFF, 0xFF, 0x0F});
    ByteCursor e(minusOne);
    QCOMPARE(readVarInt(e), -1);
    const auto leb = bytesOf({0xE5, 0x8E, 0x26});
    ByteCursor f(leb);
    QCOMPARE(readLeb128(f), std::uint64_t{624485});
}

void TestCodecIo::compression_data()
{
    QTest::addColumn<int>("kind");
    for (const Compression kind : {Compression::Zstd, Compression::Zlib, Compression::Gzip,
                                   Compression::Deflate, Compression::Lz4Frame})
        QTest::newRow(qPrintable(compressionName(kind))) << static_cast<int>(kind);
}

void TestCodecIo::roundTrip()
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

void TestCodecIo::truncation()
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

void TestCodecIo::cap()
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

void TestCodecIo::damage()
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

void TestCodecIo::frames()
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

void TestCodecIo::detection()
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

void TestCodecIo::wishesToOpenWith_data()
{
    QTest::addColumn<QString>("value");
    QTest::addColumn<bool>("granted");
    for (const char* yes : {"true", "on", "yes", "1", ""})
        QTest::newRow(*yes != 0 ? yes : "nothing") << QString::fromLatin1(yes) << true;
    for (const char* no : {"false", "off", "no", "0", "False", "NO"})
        QTest::newRow(no) << QString::fromLatin1(no) << false;
}

void TestCodecIo::wishesToOpenWith()
{
    QFETCH(QString, value);
    QFETCH(bool, granted);
    const QString name = QStringLiteral("events");
    model::OpenOptions options;
    QVERIFY(isWished(options, name)); // nobody spoke of it
    options.codec.insert(name, value);
    QCOMPARE(isWished(options, name), granted);
    QVERIFY(isWished(options, QStringLiteral("another")));
}

QTEST_GUILESS_MAIN(TestCodecIo)
#include "tst_codec_io.moc"
