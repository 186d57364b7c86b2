// SPDX-License-Identifier: GPL-3.0-or-later
// Streams read once from front to back, packed or not, and NBT from them field by field.
#include "codecs/io/nbt_read.h"
#include "codecs/io/nbt_stream.h"
#include "codecs/io/var_int.h"
#include "model/bytes/byte_sources.h"
#include "tests/codecs/io/byte_lists.h"
#include "tests/support/packed_bytes.h"
#include "tests/support/test_driver.h"

#include <QtTest>

namespace tst_stream_reader {

using namespace ghostline;
using namespace ghostline::io;
using model::ErrorCode;
using test::gzipOf;
using test::zstdOf;
using Bytes = std::vector<std::byte>;

namespace {

/// A stream over bytes that it holds itself, behind three bytes of something else.
struct Opened
{
    explicit Opened(const Bytes& bytes, std::optional<Compression> packed = {}, std::uint64_t most = 1U << 30)
        : source(behind(bytes)),
          in(source, {.offset = 3, .bytes = bytes.size(), .packed = packed, .unpacked = most})
    {
    }
    static Bytes behind(const Bytes& bytes)
    {
        Bytes all(3);
        all.insert(all.end(), bytes.begin(), bytes.end());
        return all;
    }
    model::MemorySource source;
    StreamReader in;
};

} // namespace

class TestStreamReader : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void everyWay_data()
    {
        QTest::addColumn<int>("packing");
        QTest::newRow("plain") << -1;
        QTest::newRow("zstd") << int(Compression::Zstd);
        QTest::newRow("gzip") << int(Compression::Gzip);
    }
    /// Numbers, runs and steps of all sizes across the ends of its buffer.
    void everyWay()
    {
        QFETCH(int, packing);
        const Bytes plain = test::sampleBytes(3'000'000);
        const auto kind = packing < 0 ? std::nullopt : std::optional(static_cast<Compression>(packing));
        Opened file(packing < 0                         ? plain
                    : packing == int(Compression::Zstd) ? zstdOf(plain)
                                                        : gzipOf(plain),
                    kind);
        StreamReader& in = file.in;
        std::mt19937 random(5);
        std::size_t at = 0;
        while (at < plain.size()) {
            const std::size_t left = plain.size() - at;
            std::size_t taken = 0;
            switch (random() % 5) {
            case 0:
                taken = 1;
                QCOMPARE(in.peek(), std::to_integer<std::uint8_t>(plain[at]));
                QCOMPARE(in.u8(), std::to_integer<std::uint8_t>(plain[at]));
                break;
            case 1:
                if (left < 8)
                    continue;
                taken = 8;
                QCOMPARE(in.be<std::uint64_t>(), loadBe<std::uint64_t>(plain.data() + at));
                break;
            case 2:
                taken = std::min(left, random() % StreamReader::MaxRun);
                QVERIFY(std::ranges::equal(in.bytes(taken), std::span(plain).subspan(at, taken)));
                break;
            case 3:
                taken = std::min<std::size_t>(left, random() % 600'000);
                QVERIFY(in.skip(taken));
                break;
            default:
                QVERIFY(in.bytes(0).empty());
                break;
            }
            at += taken;
            QVERIFY(in.ok());
            QCOMPARE(in.position(), std::uint64_t{at});
        }
        QVERIFY(in.atEnd());
        QVERIFY(in.atEnd());
        QCOMPARE(in.peek(), std::uint8_t{0});
        QVERIFY(in.ok());
        (void)in.u8();
        QVERIFY(!in.ok() && !in.atEnd());
        QCOMPARE(in.error().code, ErrorCode::Damaged);
        QCOMPARE(in.position(), std::uint64_t{plain.size()});
    }

    void varInts()
    {
        Bytes bytes;
        const std::vector<std::int32_t> values{0, 1, 127, 128, 70'000, -1, 2'147'483'647, -2'147'483'647};
        for (const std::int32_t value : values)
            writeVarInt(bytes, value);
        Opened file(bytes);
        for (const std::int32_t value : values)
            QCOMPARE(file.in.varInt(), value);
        QVERIFY(file.in.atEnd());
        Opened six(test::bytesOf({0x80, 0x80, 0x80, 0x80, 0x80, 1}));
        QCOMPARE(six.in.varInt(), 0);
        QVERIFY(six.in.error().message.contains(QLatin1String("five bytes")));
        Opened cut(test::bytesOf({0x80, 0x80}));
        QCOMPARE(cut.in.varInt(), 0);
        QVERIFY(!cut.in.ok());
    }

    void failures()
    {
        const Bytes plain = test::sampleBytes(200'000);
        const Bytes packed = zstdOf(plain);
        // Cut short: what was there is read, then it fails.
        Opened cut(Bytes(packed.begin(), packed.end() - 20), Compression::Zstd);
        QVERIFY(!cut.in.skip(plain.size()));
        QVERIFY(cut.in.error().message.contains(QLatin1String("cut short")));
        // More than may come out, and more asked for than may come.
        Opened more(packed, Compression::Zstd, 100'000);
        QVERIFY(!more.in.skip(1000));
        QCOMPARE(more.in.error().code, ErrorCode::LimitExceeded);
        Opened asked(packed, Compression::Zstd, 100'000);
        QVERIFY(!asked.in.skip(150'000));
        QVERIFY(asked.in.error().message.contains(QLatin1String("150000 bytes are promised")));
        // A run that is too long is an error, too; the first failure is the one that is told.
        Opened run(plain);
        QVERIFY(run.in.bytes(StreamReader::MaxRun + 1).empty());
        run.in.fail(QStringLiteral("another"));
        QVERIFY(!run.in.error().message.contains(QLatin1String("another")));
        // Offsets are those of the file, of packed data what came out.
        Opened placed(plain);
        QVERIFY(placed.in.skip(10));
        placed.in.fail(QStringLiteral("wrong"));
        QCOMPARE(placed.in.error().message, QStringLiteral("wrong at byte 13"));
        Opened behind(packed, Compression::Zstd);
        QVERIFY(behind.in.skip(10));
        behind.in.fail(QStringLiteral("wrong"));
        QCOMPARE(behind.in.error().message, QStringLiteral("wrong at byte 10 of the unpacked data"));
    }

    /// A frame that asks for a window of 16 MiB where 8 are allowed.
    void windowOfAFrame()
    {
        const model::MemorySource source(
            test::bytesOf({0x28, 0xB5, 0x2F, 0xFD, 0x00, 0x70, 0x01, 0x00, 0x00, 0, 0, 0, 0}));
        for (const int window : {23, 24}) {
            StreamReader in(source, {.offset = 0,
                                     .bytes = source.size(),
                                     .packed = Compression::Zstd,
                                     .unpacked = 1000,
                                     .zstdWindowLog = window});
            (void)in.atEnd();
            QVERIFY(in.ok() || in.error().code == ErrorCode::Damaged);
            if (window == 23)
                QVERIFY2(!in.ok() && in.error().message.contains(QLatin1String("memory")),
                         in.ok() ? "" : qPrintable(in.error().message));
        }
    }

    void stops()
    {
        std::stop_source stop;
        const model::MemorySource source(test::sampleBytes(1'000'000));
        StreamReader in(source, {.offset = 0, .bytes = source.size()}, stop.get_token());
        QVERIFY(in.skip(100));
        stop.request_stop();
        QVERIFY(!in.skip(900'000));
        QCOMPARE(in.error().code, ErrorCode::Cancelled);
    }

    /// What stepping over trees in memory says of bytes, broken or not, this says, too.
    void skipsAsInMemory()
    {
        NbtCompound inner;
        inner.set(QStringLiteral("text"), QStringLiteral("abc"));
        inner.set(QStringLiteral("longs"), std::vector<std::int64_t>{1, 2});
        NbtList list;
        list.kind = NbtKind::Compound;
        list.values = {inner, inner};
        NbtList numbers;
        numbers.kind = NbtKind::Short;
        numbers.values = {std::int16_t{1}, std::int16_t{2}};
        NbtCompound root;
        root.set(QStringLiteral("list"), list);
        root.set(QStringLiteral("numbers"), numbers);
        root.set(QStringLiteral("bytes"), std::vector<std::int8_t>{1, 2, 3});
        root.set(QStringLiteral("x"), 0.5);
        Bytes whole;
        writeNbt(whole, root);
        const auto agree = [](const Bytes& bytes) {
            ByteCursor memory(bytes);
            Opened file(bytes);
            const bool skipped = io::skipNbt(memory);
            const bool streamed = io::skipNbt(file.in, NbtRoot::Nameless);
            // Texts are not looked at in a stream.
            return streamed == skipped ? !skipped || file.in.position() == memory.position() : streamed;
        };
        for (std::size_t i = 0; i < whole.size(); ++i) {
            QVERIFY(agree({whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(i)}));
            for (unsigned bit = 0; bit < 8; ++bit) {
                Bytes bytes = whole;
                bytes[i] ^= static_cast<std::byte>(1U << bit);
                QVERIFY2(agree(bytes), qPrintable(QStringLiteral("byte %1, bit %2").arg(i).arg(bit)));
            }
        }
        QVERIFY(agree(whole));
    }

    void fieldByField()
    {
        NbtCompound inner;
        inner.set(QStringLiteral("b"), std::int8_t{-3});
        NbtCompound root;
        root.set(QStringLiteral("inner"), inner);
        root.set(QStringLiteral("text"), QStringLiteral("abc"));
        root.set(QStringLiteral("ints"), std::vector<std::int32_t>{7, 8});
        for (const NbtRoot kind : {NbtRoot::Nameless, NbtRoot::Named}) {
            Bytes bytes;
            writeNbt(bytes, root, kind);
            Opened file(bytes);
            StreamReader& in = file.in;
            NbtField field;
            QVERIFY(openNbt(in));
            QVERIFY(readField(in, field));
            QCOMPARE(field.name, std::string("inner"));
            QVERIFY(readField(in, field));
            QCOMPARE(readInteger(in, field.kind), std::optional<std::int64_t>(-3));
            QVERIFY(!readField(in, field));
            QVERIFY(readField(in, field));
            QCOMPARE(readText(in, 3), std::string("abc"));
            QVERIFY(readField(in, field));
            QCOMPARE(readArrayHead(in), std::size_t{2});
            QCOMPARE(in.be<std::int32_t>(), 7);
            QVERIFY(in.skip(4));
            QVERIFY(!readField(in, field));
            QVERIFY(in.ok() && in.atEnd());
        }
    }

    void deepTrees()
    {
        for (const int depth : {500, 511, 513, 2000}) {
            Bytes bytes = test::bytesOf({10});
            for (int i = 1; i < depth; ++i)
                bytes.insert(bytes.end(), {std::byte{10}, std::byte{0}, std::byte{0}});
            bytes.insert(bytes.end(), static_cast<std::size_t>(depth), std::byte{0});
            Opened file(bytes);
            QCOMPARE(io::skipNbt(file.in, NbtRoot::Nameless), depth <= DeepestNbt);
        }
    }
};

} // namespace tst_stream_reader

GHOSTLINE_TEST(tst_stream_reader, TestStreamReader)
#include "tst_stream_reader.moc"
