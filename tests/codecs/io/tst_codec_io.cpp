// SPDX-License-Identifier: GPL-3.0-or-later
// The codecs' toolbox: bounded reading, bits, var-ints, wishes to open with.
#include "codecs/io/bit_reader.h"
#include "codecs/io/byte_cursor.h"
#include "codecs/io/source_support.h"
#include "codecs/io/var_int.h"
#include "tests/codecs/io/byte_lists.h"
#include "tests/support/test_driver.h"

#include <QTest>

#include <limits>

namespace tst_codec_io {

using namespace ghostline;
using namespace ghostline::io;
using test::bytesOf;
using test::sampleBytes;

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
    check(out, readVarLong, std::int64_t{value});
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
    // Six bytes are no VarInt, eleven nothing at all.
    const std::vector<std::byte> endless(20, std::byte{0x80});
    ByteCursor a(endless);
    readVarInt(a);
    QVERIFY(!a.ok());
    ByteCursor b(endless);
    readVarLong(b);
    QVERIFY(!b.ok());
    ByteCursor c(endless);
    readZigzag(c);
    QVERIFY(!c.ok());
    const auto minusOne = bytesOf({0xFF, 0xFF, 0xFF, 0xFF, 0x0F});
    ByteCursor e(minusOne);
    QCOMPARE(readVarInt(e), -1);
    const auto leb = bytesOf({0xE5, 0x8E, 0x26});
    ByteCursor f(leb);
    QCOMPARE(readVarLong(f), std::int64_t{624485});
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
    QVERIFY(isEnabled(options, name)); // nobody spoke of it
    options.codec.insert(name, value);
    QCOMPARE(isEnabled(options, name), granted);
    QVERIFY(isEnabled(options, QStringLiteral("another")));
}

} // namespace tst_codec_io

GHOSTLINE_TEST(tst_codec_io, TestCodecIo)
#include "tst_codec_io.moc"
