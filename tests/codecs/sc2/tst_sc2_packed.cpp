// SPDX-License-Identifier: GPL-3.0-or-later
// Packed bits, the compiled type tables, and values of their types: worked examples, everything that a writer
// which shares no code can write, and counts that lie.
#include "codecs/sc2/base/limits.h"
#include "codecs/sc2/protocol/packed_reader.h"
#include "codecs/sc2/sample/packed_writer.h"
#include "tests/support/test_driver.h"

#include <QTest>

#include <algorithm>

namespace tst_sc2_packed {

using namespace ghostline;
using namespace ghostline::sc2;

namespace {

std::vector<std::byte> fromHex(const char* hex)
{
    const QByteArray raw = QByteArray::fromHex(hex);
    const auto* data = reinterpret_cast<const std::byte*>(raw.constData());
    return {data, data + raw.size()};
}

std::vector<std::byte> randomBytes(io::Random& random, std::size_t count)
{
    std::vector<std::byte> bytes(count);
    for (auto& byte : bytes) {
        byte = static_cast<std::byte>(random.next());
    }
    return bytes;
}

/// One bit after the other, straight from the definition.
std::uint64_t slowly(const std::vector<std::byte>& bytes, std::uint64_t bit, unsigned count)
{
    std::uint64_t value = 0;
    while (count > 0) {
        const unsigned taken = std::min(count, 8 - static_cast<unsigned>(bit % 8));
        std::uint64_t chunk = 0;
        for (unsigned i = 0; i < taken; ++i) {
            const auto at = bit + i;
            chunk |= std::uint64_t{(std::to_integer<unsigned>(bytes[at / 8]) >> (at % 8)) & 1U} << i;
        }
        value = value << taken | chunk;
        bit += taken;
        count -= taken;
    }
    return value;
}

const EventType* eventNamed(const Protocol& protocol, std::string_view name)
{
    for (const EventType& event : protocol.game) {
        if (event.name == name) {
            return &event;
        }
    }
    return nullptr;
}

/// Every different type that an event or a lobby has.
std::vector<TypeId> roots()
{
    std::vector<TypeId> ids;
    for (const Protocol& protocol : protocols()) {
        for (const EventType& event : protocol.game) {
            ids.push_back(event.type);
        }
        for (const EventType& event : protocol.message) {
            ids.push_back(event.type);
        }
        ids.push_back(protocol.initData);
    }
    std::ranges::sort(ids);
    const auto rest = std::ranges::unique(ids);
    ids.erase(rest.begin(), rest.end());
    return ids;
}

} // namespace

class TestSc2Packed : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void readsEventHeads_data();
    void readsEventHeads();
    void readsAllWidthsAtAllPlaces();
    void staysWhereItFailed();
    void choosesTables_data();
    void choosesTables();
    void hasSoundTables();
    void readsWhatWasWritten();
    void skipsAsFarAsItReads();
    void believesNoCount_data();
    void believesNoCount();
};

void TestSc2Packed::readsEventHeads_data()
{
    QTest::addColumn<QByteArray>("hex");
    QTest::addColumn<quint32>("delta");
    QTest::addColumn<unsigned>("user");
    QTest::addColumn<unsigned>("id");
    QTest::newRow("options of user 1") << QByteArray("00010B") << 0U << 1U << 11U;
    QTest::newRow("all have loaded") << QByteArray("001005") << 0U << 16U << 5U;
    QTest::newRow("camera of user 2") << QByteArray("206261") << 8U << 2U << 49U;
    QTest::newRow("two bytes of time") << QByteArray("C5A30000") << 12707U << 0U << 0U;
}

void TestSc2Packed::readsEventHeads()
{
    QFETCH(QByteArray, hex);
    const auto bytes = fromHex(hex.constData());
    PackedReader in(bytes);
    QTEST(readVarUint32(in), "delta");
    QTEST(static_cast<unsigned>(in.bits(5)), "user");
    QTEST(static_cast<unsigned>(in.bits(7)), "id");
    QVERIFY(in.ok());
}

void TestSc2Packed::readsAllWidthsAtAllPlaces()
{
    io::Random random(5);
    const auto bytes = randomBytes(random, 24);
    for (std::uint64_t from = 0; from <= bytes.size() * 8; ++from) {
        for (unsigned count = 0; count <= 64; ++count) {
            PackedReader in(bytes);
            in.skip(from);
            const bool fits = from + count <= bytes.size() * 8;
            QCOMPARE(in.bits(count), fits ? slowly(bytes, from, count) : 0);
            QCOMPARE(in.ok(), fits);
            QCOMPARE(in.bitPosition(), fits ? from + count : from);
        }
    }
}

void TestSc2Packed::staysWhereItFailed()
{
    const auto bytes = fromHex("0102030405060708090A0B0C");
    PackedReader in(bytes);
    QCOMPARE(in.bits(3), 1ULL);
    QCOMPARE(in.bytes(2).size(), std::size_t{2});
    QCOMPARE(in.bitPosition(), 24ULL);
    QVERIFY(in.bytes(10).empty());
    QVERIFY(!in.ok());
    QCOMPARE(in.bits(8), 0ULL);
    QCOMPARE(in.bitPosition(), 24ULL);
    PackedReader far(bytes);
    QVERIFY(far.bytes(SIZE_MAX).empty());
    far = PackedReader(bytes);
    far.skip(UINT64_MAX);
    QVERIFY(!far.ok());
    PackedReader none({});
    QVERIFY(none.atEnd());
    QCOMPARE(none.bits(1), 0ULL);
    QVERIFY(!none.ok());
}

void TestSc2Packed::choosesTables_data()
{
    QTest::addColumn<quint32>("build");
    QTest::addColumn<quint32>("table");
    QTest::addColumn<bool>("known");
    QTest::newRow("first beta") << 13891U << 0U << true;
    QTest::newRow("second beta") << 15250U << 0U << false;
    QTest::newRow("1.0") << 15405U << 15405U << true;
    QTest::newRow("1.1") << 16561U << 16561U << true;
    QTest::newRow("between") << 16600U << 16561U << false;
    QTest::newRow("a table of several") << 16939U << 16561U << true;
    QTest::newRow("derived") << 23925U << 23925U << true;
    QTest::newRow("Void beta") << 37164U << 36442U << false;
    QTest::newRow("newest") << 97425U << 80949U << true;
    QTest::newRow("a later one") << 97563U << 80949U << false;
    QTest::newRow("the last possible") << UINT32_MAX << 80949U << false;
}

void TestSc2Packed::choosesTables()
{
    QFETCH(quint32, build);
    QTEST(protocolFor(build).baseBuild, "table");
    QTEST(isKnownBuild(build), "known");
}

void TestSc2Packed::hasSoundTables()
{
    QCOMPARE(protocols().size(), std::size_t{36});
    std::uint32_t before = 0;
    for (const Protocol& protocol : protocols()) {
        QVERIFY(&protocol == protocols().data() || protocol.baseBuild > before);
        before = protocol.baseBuild;
        QVERIFY(protocol.game.size() >= 73 && protocol.message.size() >= 3);
        QVERIFY(protocol.header != NoType && protocol.details != NoType && protocol.initData != NoType);
        for (const EventType& event : protocol.game) {
            QCOMPARE(protocol.gameEvent(event.id), &event);
        }
    }
    const Protocol& newest = protocols().back();
    QCOMPARE(newest.game.size(), std::size_t{102});
    QCOMPARE(newest.tracker.size(), std::size_t{10});
    QVERIFY(newest.gameEvent(1) == nullptr && newest.messageEvent(15) == nullptr);
    // 27 flags, no ability, 2 of choice, 32 of sequence, no other unit, no group.
    QCOMPARE(typeOf(eventNamed(newest, "SCmdEvent")->type).minBits, 64U);
    for (const Field& field : allFields()) {
        QVERIFY(field.type < allTypes().size());
        QVERIFY(field.nameId < 1000);
    }
}

void TestSc2Packed::readsWhatWasWritten()
{
    io::Random random(7);
    for (const TypeId id : roots()) {
        for (int round = 0; round < 8; ++round) {
            const QJsonValue value = randomValue(random, id);
            PackedWriter out;
            out.bits(0, static_cast<unsigned>(round));
            out.value(id, value);
            PackedReader in(out.written());
            in.bits(static_cast<unsigned>(round));
            QCOMPARE(readJson(in, id), value);
            QVERIFY(in.ok());
            QCOMPARE(in.bitPosition(), out.bitPosition());
            QVERIFY(in.bitPosition() - static_cast<unsigned>(round) >= typeOf(id).minBits);
        }
    }
}

void TestSc2Packed::skipsAsFarAsItReads()
{
    io::Random random(11);
    for (const TypeId id : roots()) {
        for (int round = 0; round < 20; ++round) {
            const auto bytes = randomBytes(random, static_cast<std::size_t>(random.below(300)));
            PackedReader reading(bytes);
            PackedReader skipping(bytes);
            readJson(reading, id);
            skipValue(skipping, id);
            QCOMPARE(skipping.ok(), reading.ok());
            if (reading.ok()) {
                QCOMPARE(skipping.bitPosition(), reading.bitPosition());
            }
        }
    }
}

void TestSc2Packed::believesNoCount_data()
{
    QTest::addColumn<quint64>("count");
    QTest::addColumn<quint64>("itemBits");
    QTest::addColumn<bool>("believed");
    QTest::newRow("none") << quint64{0} << quint64{32} << true;
    QTest::newRow("all there is") << quint64{4} << quint64{32} << true;
    QTest::newRow("one more") << quint64{5} << quint64{32} << false;
    QTest::newRow("most") << quint64{UINT32_MAX} << quint64{32} << false;
    QTest::newRow("most, of little") << quint64{UINT32_MAX} << quint64{1} << false;
    QTest::newRow("of nothing") << quint64{MaxEmptyItems} << quint64{0} << true;
    QTest::newRow("too much of nothing") << quint64{MaxEmptyItems} + 1 << quint64{0} << false;
}

void TestSc2Packed::believesNoCount()
{
    QFETCH(quint64, count);
    QFETCH(quint64, itemBits);
    PackedWriter out;
    out.bits(count, 32);
    out.bits(0, 64);
    out.bits(0, 64);
    PackedReader in(out.written());
    Type type;
    type.kind = TypeKind::Array;
    type.bits = 32;
    const auto read = readCount(in, type, itemBits);
    QTEST(in.ok(), "believed");
    QCOMPARE(read, in.ok() ? count : 0);
}

} // namespace tst_sc2_packed

GHOSTLINE_TEST(tst_sc2_packed, TestSc2Packed)
#include "tst_sc2_packed.moc"
