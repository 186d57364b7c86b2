// SPDX-License-Identifier: GPL-3.0-or-later
// Self-describing values byte by byte, as the format's description gives them, and what must be refused.
#include "codecs/sc2/base/limits.h"
#include "codecs/sc2/container/versioned.h"
#include "codecs/sc2/sample/versioned_writer.h"
#include "tests/support/test_driver.h"

#include <QTest>

#include <limits>

namespace tst_sc2_versioned {

using namespace ghostline;
using namespace ghostline::sc2;

namespace {

std::vector<std::byte> bytesOf(const QByteArray& raw)
{
    std::vector<std::byte> out;
    out.reserve(std::size_t(raw.size()));
    for (const char c : raw)
        out.push_back(static_cast<std::byte>(c));
    return out;
}

std::vector<std::byte> fromHex(const char* hex) { return bytesOf(QByteArray::fromHex(hex)); }

} // namespace

class TestSc2Versioned : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void vints_data()
    {
        QTest::addColumn<QByteArray>("hex");
        QTest::addColumn<qint64>("value");
        QTest::addColumn<bool>("ok");
        QTest::newRow("one") << QByteArray("02") << qint64(1) << true;
        QTest::newRow("six") << QByteArray("0c") << qint64(6) << true;
        QTest::newRow("two bytes, negative") << QByteArray("830c") << qint64(-769) << true;
        QTest::newRow("minus nothing") << QByteArray("01") << qint64(0) << true;
        QTest::newRow("three bytes") << QByteArray("eafb01") << qint64(16117) << true;
        QTest::newRow("most") << QByteArray("feffffffffffffffff01") << std::numeric_limits<qint64>::max()
                              << true;
        QTest::newRow("least") << QByteArray("81808080808080808002") << std::numeric_limits<qint64>::min()
                               << true;
        QTest::newRow("too long") << QByteArray("808080808080808080808000") << qint64(0) << false;
        QTest::newRow("too wide") << QByteArray("80808080808080808004") << qint64(0) << false;
        QTest::newRow("cut") << QByteArray("83") << qint64(0) << false;
        QTest::newRow("nothing") << QByteArray() << qint64(0) << false;
    }
    void vints()
    {
        QFETCH(QByteArray, hex);
        QFETCH(qint64, value);
        QFETCH(bool, ok);
        const auto bytes = fromHex(hex);
        io::ByteCursor in(bytes);
        const auto got = readVint(in);
        QCOMPARE(in.ok(), ok);
        if (ok) {
            QCOMPARE(qint64(got), value);
            QVERIFY(in.atEnd());
        }
    }

    /// The header of a replay of 1.0.0, as it lies in the file but for the text.
    void realHeader()
    {
        const auto bytes = fromHex("0508"
                                   "000204"
                                   "6869"
                                   "02050c"
                                   "000902"
                                   "020902"
                                   "040900"
                                   "060900"
                                   "0809eafb01"
                                   "0a09daf001"
                                   "040904"
                                   "06099a63");
        io::ByteCursor in(bytes);
        const auto tree = parseVersioned(in);
        QVERIFY(tree);
        QVERIFY(in.atEnd());
        QCOMPARE(tree->blob(0), std::string_view("hi"));
        const VersionedValue* version = tree->field(1);
        QVERIFY(version);
        QCOMPARE(version->integer(4), std::int64_t(16117));
        QCOMPARE(version->integer(5), std::int64_t(15405));
        QCOMPARE(version->integer(9, 33), std::int64_t(33));
        QCOMPARE(tree->integer(2), std::int64_t(2));
        QCOMPARE(tree->integer(3), std::int64_t(6349));
        QVERIFY(tree->field(4) == nullptr);
        QVERIFY(tree->blob(3).empty());
    }

    /// Every kind, through the tree, through the pull reader, and stepped over.
    void everyKind()
    {
        VersionedWriter out;
        out.structure(10);
        out.tag(0).array(2).integer(-5).integer(7);
        out.tag(1).bitArray(11, std::string_view("\x7F\x01", 2));
        out.tag(2).blob("text");
        out.tag(3).choice(6).u8(1);
        out.tag(4).optional(true).integer(99);
        out.tag(5).optional(false);
        out.tag(6).u8(200);
        out.tag(7).fixed4(0xDEADBEEF);
        out.tag(8).fixed8(0x0123456789ABCDEF);
        out.tag(-3).integer(std::numeric_limits<std::int64_t>::max());

        io::ByteCursor in(out.bytes());
        const auto tree = parseVersioned(in);
        QVERIFY(tree && in.atEnd());
        QCOMPARE(tree->items.size(), std::size_t(10));
        QCOMPARE(tree->field(0)->items[0].number, std::int64_t(-5));
        QCOMPARE(tree->field(1)->number, std::int64_t(11));
        QCOMPARE(tree->field(1)->bytes.size(), std::size_t(2));
        QCOMPARE(tree->blob(2), std::string_view("text"));
        QCOMPARE(tree->field(3)->number, std::int64_t(6));
        QCOMPARE(tree->integer(4), std::int64_t(99));
        QVERIFY(tree->field(5) == nullptr);
        QCOMPARE(tree->integer(6), std::int64_t(200));
        QCOMPARE(tree->integer(-3), std::numeric_limits<std::int64_t>::max());

        io::ByteCursor pulled(out.bytes());
        VersionedReader reader(pulled);
        QCOMPARE(reader.structFields(), 10U);
        QCOMPARE(reader.fieldTag(), std::int64_t(0));
        QCOMPARE(reader.arrayItems(), 2U);
        QCOMPARE(reader.integer(), std::int64_t(-5));
        QCOMPARE(reader.integer(), std::int64_t(7));
        QCOMPARE(reader.fieldTag(), std::int64_t(1));
        reader.skip();
        QCOMPARE(reader.fieldTag(), std::int64_t(2));
        QCOMPARE(reader.blob(), std::string_view("text"));
        QCOMPARE(reader.fieldTag(), std::int64_t(3));
        QCOMPARE(reader.choiceTag(), std::int64_t(6));
        QCOMPARE(reader.integer(), std::int64_t(1));
        QCOMPARE(reader.fieldTag(), std::int64_t(4));
        QVERIFY(reader.optional());
        QCOMPARE(reader.integer(), std::int64_t(99));
        QCOMPARE(reader.fieldTag(), std::int64_t(5));
        QVERIFY(!reader.optional());
        reader.fieldTag();
        reader.skip();
        reader.fieldTag();
        QCOMPARE(reader.integer(), tree->integer(7));
        reader.fieldTag();
        QCOMPARE(reader.integer(), tree->integer(8));
        QVERIFY(pulled.ok());
        // Another kind than asked for is a failure.
        reader.fieldTag();
        QVERIFY(reader.blob().empty());
        QVERIFY(!pulled.ok());

        io::ByteCursor skipped(out.bytes());
        VersionedReader(skipped).skip();
        QVERIFY(skipped.ok() && skipped.atEnd());

        // Cut anywhere it is damaged, for all three.
        for (std::size_t length = 0; length < out.bytes().size(); ++length) {
            const auto part = std::span(out.bytes()).first(length);
            io::ByteCursor a(part);
            QVERIFY(!parseVersioned(a));
            io::ByteCursor b(part);
            VersionedReader(b).skip();
            QVERIFY(!b.ok());
        }
    }

    /// As many values as the bytes can hold would take forty times their room.
    void treesAreLimited()
    {
        VersionedWriter out;
        out.array(MaxTreeValues + 1);
        for (std::size_t i = 0; i <= MaxTreeValues; ++i)
            out.integer(1);
        io::ByteCursor in(out.bytes());
        const auto tree = parseVersioned(in);
        QVERIFY(!tree);
        QCOMPARE(tree.error().code, model::ErrorCode::LimitExceeded);
        io::ByteCursor stepped(out.bytes());
        VersionedReader(stepped).skip();
        QVERIFY(stepped.ok() && stepped.atEnd());
    }

    void hostile_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::newRow("unknown kind") << QByteArray::fromHex("0a00");
        QTest::newRow("array of too many") << QByteArray::fromHex("00feffffff0f0902");
        QTest::newRow("array of less than none") << QByteArray::fromHex("00030902");
        QTest::newRow("structure of too many") << QByteArray::fromHex("05feffffff0f000902");
        QTest::newRow("blob behind the end") << QByteArray::fromHex("020c4142");
        QTest::newRow("blob of less than none") << QByteArray::fromHex("02034142");
        QTest::newRow("bits of less than none") << QByteArray::fromHex("010341");
        QTest::newRow("bits behind the end") << QByteArray::fromHex("01feffffffffffffffff01ff");
        QTest::newRow("nested without end") << QByteArray::fromHex("0401").repeated(100000);
        QTest::newRow("arrays in arrays") << QByteArray::fromHex("0002").repeated(100000);
        QTest::newRow("choices in choices") << QByteArray::fromHex("0300").repeated(100000);
    }
    void hostile()
    {
        QFETCH(QByteArray, bytes);
        const auto raw = bytesOf(bytes);
        io::ByteCursor in(raw, 500);
        const auto tree = parseVersioned(in);
        QVERIFY(!tree);
        QCOMPARE(tree.error().code, model::ErrorCode::Damaged);
        QVERIFY(tree.error().where.offset.value_or(0) >= 500);
        io::ByteCursor stepped(raw);
        VersionedReader(stepped).skip();
        QVERIFY(!stepped.ok());
    }
};

} // namespace tst_sc2_versioned

GHOSTLINE_TEST(tst_sc2_versioned, TestSc2Versioned)
#include "tst_sc2_versioned.moc"
