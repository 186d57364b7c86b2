// SPDX-License-Identifier: GPL-3.0-or-later
// NBT: every kind both ways, the roots, and what must be refused however it is broken.
#include "codecs/io/nbt_read.h"
#include "tests/support/test_driver.h"

#include <QElapsedTimer>
#include <QJsonArray>
#include <QtTest>

#include <random>

namespace tst_nbt {

using namespace ghostline;
using namespace ghostline::io;

namespace {

std::vector<std::byte> fromHex(const QByteArray& hex)
{
    const QByteArray raw = QByteArray::fromHex(hex);
    std::vector<std::byte> out(static_cast<std::size_t>(raw.size()));
    if (!out.empty())
        std::memcpy(out.data(), raw.constData(), out.size());
    return out;
}
QByteArray toHex(std::span<const std::byte> bytes)
{
    return QByteArray(reinterpret_cast<const char*>(bytes.data()), static_cast<qsizetype>(bytes.size()))
        .toHex();
}

/// Something of every kind.
NbtCompound everything()
{
    NbtCompound inner;
    inner.set(QStringLiteral("deep"), QStringLiteral("x\u00e9\u20ac"));
    NbtList list;
    list.kind = NbtKind::Compound;
    list.values = {inner, NbtCompound{}};
    NbtList lists;
    lists.kind = NbtKind::List;
    lists.values = {list, NbtList{}};
    NbtCompound tree;
    tree.set(QStringLiteral("byte"), std::int8_t{-1});
    tree.set(QStringLiteral("short"), std::int16_t{-300});
    tree.set(QStringLiteral("int"), std::int32_t{70000});
    tree.set(QStringLiteral("long"), std::int64_t{-5000000000});
    tree.set(QStringLiteral("float"), 0.5F);
    tree.set(QStringLiteral("double"), -0.25);
    tree.set(QStringLiteral("bytes"), std::vector<std::int8_t>{1, -2});
    tree.set(QStringLiteral("text"), QStringLiteral("plain"));
    tree.set(QStringLiteral("list"), std::move(lists));
    tree.set(QStringLiteral("tree"), std::move(inner));
    tree.set(QStringLiteral("ints"), std::vector<std::int32_t>{1, -2, 3});
    tree.set(QStringLiteral("longs"), std::vector<std::int64_t>{1, -2});
    return tree;
}

/// `depth` lists or compounds in one another below the root.
std::vector<std::byte> nested(int depth, bool lists)
{
    QByteArray hex = "0a";
    if (lists) {
        hex += "090000"; // a list without a name, of lists of one
        for (int i = 1; i < depth; ++i)
            hex += "0900000001";
        hex += "0000000000";
    } else {
        for (int i = 0; i < depth; ++i)
            hex += "0a0000";
        hex += QByteArray("00").repeated(depth);
    }
    hex += "00";
    return fromHex(hex);
}

bool skips(std::span<const std::byte> bytes, int depth = 512)
{
    ByteCursor in(bytes);
    return skipNbt(in, depth) && in.atEnd();
}

} // namespace

class TestNbt : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void roundTrip_data()
    {
        QTest::addColumn<int>("root");
        QTest::newRow("nameless") << int(NbtRoot::Nameless);
        QTest::newRow("named") << int(NbtRoot::Named);
    }
    void roundTrip()
    {
        QFETCH(int, root);
        const auto kind = static_cast<NbtRoot>(root);
        std::vector<std::byte> bytes;
        writeNbt(bytes, everything(), kind);
        ByteCursor in(bytes);
        const auto read = readNbt(in, kind);
        QVERIFY2(read, read ? "" : qPrintable(read.error().message));
        QVERIFY(in.atEnd());
        QCOMPARE(int(read->entries.size()), 12);
        for (std::size_t i = 0; i < read->entries.size(); ++i)
            QCOMPARE(int(read->entries[i].second.kind()), int(i + 1));
        std::vector<std::byte> again;
        writeNbt(again, *read, kind);
        QCOMPARE(toHex(again), toHex(bytes));
        // Whoever does not know the root finds it out.
        const auto exactly = parseNbt(bytes);
        QVERIFY(exactly);
        QCOMPARE(nbtToJson(*exactly), nbtToJson(*read));
    }

    void skipAgreesWithRead()
    {
        std::vector<std::byte> bytes;
        writeNbt(bytes, everything());
        QVERIFY(skips(bytes));
        std::mt19937 random(5);
        for (int round = 0; round < 20000; ++round) {
            std::vector<std::byte> broken = bytes;
            broken[random() % broken.size()] = static_cast<std::byte>(random());
            if (round % 3 == 0)
                broken.resize(random() % broken.size());
            ByteCursor read(broken);
            ByteCursor skipped(broken);
            const auto tree = readNbt(read, NbtRoot::Nameless);
            const bool stepped = skipNbt(skipped);
            QCOMPARE(stepped, tree.has_value());
            if (tree)
                QCOMPARE(skipped.position(), read.position());
        }
    }

    void cutAnywhere()
    {
        std::vector<std::byte> bytes;
        writeNbt(bytes, everything());
        for (std::size_t size = 0; size < bytes.size(); ++size) {
            // A copy, so that a read past the end is seen by the sanitizer.
            const std::vector<std::byte> cut(bytes.begin(),
                                             bytes.begin() + static_cast<std::ptrdiff_t>(size));
            const auto read = parseNbt(cut, 1000);
            QVERIFY(!read);
            QVERIFY(read.error().code == model::ErrorCode::Damaged);
            QVERIFY(read.error().where.offset.value_or(0) >= 1000);
            QVERIFY(!skips(cut));
        }
    }

    void refused_data()
    {
        QTest::addColumn<QByteArray>("hex");
        QTest::addColumn<QString>("why");
        const auto row = [](const char* name, const char* hex, const char* why) {
            QTest::newRow(name) << QByteArray(hex) << QString::fromLatin1(why);
        };
        row("nothing", "", "root");
        row("root is no compound", "0800", "root");
        row("root is a list", "090100000000", "root");
        row("torn named root", "0a0000", "1 bytes are left over");
        row("something behind", "0a0001", "1 bytes are left over");
        row("list of nothing", "0a09000000000000010000", "list of nothing");
        row("list kind 13", "0a0900000d0000000000", "kind 13");
        row("kind 13", "0a0d000000", "kind 13");
        row("list longer than the file", "0a09000001000000ff000000", "255 values");
        row("list of 2 billion longs", "0a090000047fffffff00", "2147483647 values");
        row("array of -1", "0a0700 00ffffffff00", "length -1");
        row("ints longer than the file", "0a0b00007fffffff00", "2147483647 values");
        row("longs longer than the file", "0a0c0000000000020000", "2 values");
        row("text longer than the file", "0a080000ffff6100", "text");
        row("name longer than the file", "0a01ffff6100", "text");
        row("plain NUL in a text", "0a08000000010000", "modified UTF-8");
        row("four bytes of UTF-8", "0a0800000004f09f988000", "modified UTF-8");
        row("continuation alone", "0a0800000001bf00", "modified UTF-8");
        row("cut character", "0a0800000002e28200", "modified UTF-8");
        row("number cut", "0a030000000000", "number");
    }
    void refused()
    {
        QFETCH(QByteArray, hex);
        QFETCH(QString, why);
        const auto bytes = fromHex(hex);
        const auto read = parseNbt(bytes);
        QVERIFY(!read);
        QVERIFY2(read.error().message.contains(why), qPrintable(read.error().message));
        QVERIFY(!skips(bytes));
    }

    void negativeListIsEmpty()
    {
        const auto read = parseNbt(fromHex("0a090000 01 ffffffff 00"));
        QVERIFY(read);
        const auto* list = read->entries.front().second.as<NbtList>();
        QVERIFY(list != nullptr && list->values.empty());
        QCOMPARE(int(list->kind), int(NbtKind::Byte));
        QVERIFY(skips(fromHex("0a090000 01 ffffffff 00")));
    }

    void emptyListKeepsItsKind()
    {
        const auto bytes = fromHex("0a0900017608 0000000000");
        const auto read = parseNbt(bytes);
        QVERIFY(read);
        std::vector<std::byte> again;
        writeNbt(again, *read);
        QCOMPARE(toHex(again), toHex(bytes));
    }

    void depth_data()
    {
        QTest::addColumn<int>("depth");
        QTest::addColumn<bool>("lists");
        QTest::addColumn<bool>("good");
        QTest::newRow("512 compounds") << 512 << false << true;
        QTest::newRow("513 compounds") << 513 << false << false;
        QTest::newRow("512 lists") << 512 << true << true;
        QTest::newRow("513 lists") << 513 << true << false;
        QTest::newRow("60000 lists") << 60000 << true << false;
    }
    void depth()
    {
        QFETCH(int, depth);
        QFETCH(bool, lists);
        QFETCH(bool, good);
        const auto bytes = nested(depth, lists);
        const auto read = parseNbt(bytes);
        QVERIFY2(read.has_value() == good, read ? "" : qPrintable(read.error().message));
        if (!read)
            QVERIFY(read.error().code == model::ErrorCode::LimitExceeded);
        QCOMPARE(skips(bytes), good);
        QVERIFY(!skips(bytes, 3));
    }

    void manyNamesTakeNoLonger()
    {
        // Backwards: each would go before all others.
        NbtCompound compound;
        for (int i = 400'000; i > 0; --i)
            compound.entries.emplace_back(QString::number(i).rightJustified(7, u'0'),
                                          NbtValue(std::int32_t{i}));
        compound.entries.emplace_back(QStringLiteral("0000001"), NbtValue(std::int32_t{-1}));
        QElapsedTimer clock;
        clock.start();
        const QJsonObject object = nbtToJson(compound);
        QVERIFY2(clock.elapsed() < 5000, qPrintable(QString::number(clock.elapsed())));
        QCOMPARE(object.size(), 400'000);
        QCOMPARE(object[QLatin1String("0000001")].toInt(), 1); // the first one counts
        QCOMPARE(object[QLatin1String("0400000")].toInt(), 400'000);
    }
    void valuesAreCapped()
    {
        // A million empty compounds are a megabyte of file and thirty of memory.
        std::vector<std::byte> bytes = fromHex("0a0900000a000f4240");
        bytes.resize(bytes.size() + 1000001);
        QVERIFY(parseNbt(bytes));
        NbtLimits limits;
        limits.values = 999999;
        const auto refused = parseNbt(bytes, 0, limits);
        QVERIFY(!refused);
        QVERIFY(refused.error().code == model::ErrorCode::LimitExceeded);
    }

    void text_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QByteArray>("hex");
        QTest::newRow("ascii") << QStringLiteral("spring") << QByteArray("737072696e67");
        QTest::newRow("nothing") << QString() << QByteArray();
        QTest::newRow("NUL") << QString(QChar(0)) << QByteArray("c080");
        QTest::newRow("U+7FF, U+800") << QStringLiteral("\u07ff\u0800") << QByteArray("dfbfe0a080");
        QTest::newRow("beyond 16 bits") << QString::fromUcs4(U"\U0001F600") << QByteArray("eda0bdedb880");
        QTest::newRow("lone high surrogate") << QString(QChar(0xD83D)) << QByteArray("eda0bd");
        QTest::newRow("lone low surrogate") << QString(QChar(0xDE00)) << QByteArray("edb880");
    }
    void text()
    {
        QFETCH(QString, text);
        QFETCH(QByteArray, hex);
        QCOMPARE(toHex(toModifiedUtf8(text)), hex);
        const auto back = fromModifiedUtf8(fromHex(hex));
        QVERIFY(back);
        QCOMPARE(*back, text);
    }

    void textIsCutAtACharacter()
    {
        QString text(65533, u'a');
        text += QString::fromUcs4(U"\U0001F600");
        QCOMPARE(int(toModifiedUtf8(text).size()), 65533);
        QCOMPARE(int(toModifiedUtf8(QString(70000, u'a')).size()), 65535);
        QCOMPARE(int(toModifiedUtf8(QString(70000, QChar(0x20AC))).size()), 65535);
        QCOMPARE(int(toModifiedUtf8(QString(70000, QChar(0xE9))).size()), 65534);
    }

    void values()
    {
        const NbtCompound tree = everything();
        QCOMPARE(tree.find(u"long")->integer().value_or(0), std::int64_t{-5000000000});
        QCOMPARE(tree.find(u"byte")->integer().value_or(0), std::int64_t{-1});
        QVERIFY(!tree.find(u"double")->integer());
        QCOMPARE(tree.find(u"double")->number().value_or(0), -0.25);
        QCOMPARE(tree.find(u"float")->number().value_or(0), 0.5);
        QCOMPARE(tree.find(u"int")->number().value_or(0), 70000.0);
        QVERIFY(!tree.find(u"text")->number());
        QCOMPARE(tree.find(u"text")->text(), QStringLiteral("plain"));
        QCOMPARE(tree.find(u"int")->text(QStringLiteral("none")), QStringLiteral("none"));
        QVERIFY(tree.find(u"absent") == nullptr);
    }

    void repeatedNamesStay()
    {
        const auto bytes = fromHex("0a0100016101 0100016102 00");
        const auto read = parseNbt(bytes);
        QVERIFY(read);
        QCOMPARE(read->find(u"a")->integer().value_or(0), std::int64_t{1});
        QCOMPARE(nbtToJson(*read).value(QStringLiteral("a")).toInt(), 1);
        std::vector<std::byte> again;
        writeNbt(again, *read);
        QCOMPARE(toHex(again), toHex(bytes));
    }

    void json()
    {
        const QJsonObject object{{QStringLiteral("yes"), true},
                                 {QStringLiteral("int"), 7},
                                 {QStringLiteral("long"), 5000000000LL},
                                 {QStringLiteral("real"), 0.5},
                                 {QStringLiteral("text"), QStringLiteral("t")},
                                 {QStringLiteral("wide"), QJsonArray{1, 5000000000LL}},
                                 {QStringLiteral("reals"), QJsonArray{1, 0.5}},
                                 {QStringLiteral("mixed"), QJsonArray{1, QStringLiteral("a")}},
                                 {QStringLiteral("none"), QJsonArray{}},
                                 {QStringLiteral("tree"), QJsonObject{{QStringLiteral("a"), 1}}},
                                 {QStringLiteral("null"), QJsonValue::Null}};
        const NbtCompound tree = nbtFromJson(object);
        const auto kind = [&](QStringView name) { return int(tree.find(name)->kind()); };
        const auto elements = [&](QStringView name) { return int(tree.find(name)->as<NbtList>()->kind); };
        QCOMPARE(kind(u"yes"), int(NbtKind::Byte));
        QCOMPARE(kind(u"int"), int(NbtKind::Int));
        QCOMPARE(kind(u"long"), int(NbtKind::Long));
        QCOMPARE(kind(u"real"), int(NbtKind::Double));
        QCOMPARE(kind(u"text"), int(NbtKind::String));
        QCOMPARE(kind(u"tree"), int(NbtKind::Compound));
        QCOMPARE(elements(u"wide"), int(NbtKind::Long));
        QCOMPARE(elements(u"reals"), int(NbtKind::Double));
        QCOMPARE(elements(u"mixed"), int(NbtKind::Compound));
        QCOMPARE(elements(u"none"), int(NbtKind::End));
        QVERIFY(tree.find(u"null") == nullptr);
        std::vector<std::byte> bytes;
        writeNbt(bytes, tree);
        const auto read = parseNbt(bytes);
        QVERIFY(read);
        QCOMPARE(nbtToJson(*read), nbtToJson(tree));
        QCOMPARE(nbtToJson(*read).value(QStringLiteral("wide")).toArray().at(1).toInteger(),
                 qint64{5000000000});
    }

    void aListHoldsOneKind()
    {
        // Whoever puts two kinds into a list still gets a file that can be read.
        NbtList list;
        list.values = {std::int32_t{1}, QStringLiteral("stray"), std::int32_t{2}};
        NbtCompound tree;
        tree.set(QStringLiteral("v"), std::move(list));
        std::vector<std::byte> bytes;
        writeNbt(bytes, tree);
        QCOMPARE(toHex(bytes), QByteArray("0a090001760300000002000000010000000200"));
    }
};

} // namespace tst_nbt

GHOSTLINE_TEST(tst_nbt, TestNbt)
#include "tst_nbt.moc"
