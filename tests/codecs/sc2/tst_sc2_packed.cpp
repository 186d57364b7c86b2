// SPDX-License-Identifier: GPL-3.0-or-later
// Packed bits, the compiled type tables, and values of their types: worked examples, everything that a writer
// which shares no code can write, and streams that lie.
#include "codecs/sc2/limits.h"
#include "codecs/sc2/protocol/event_walk.h"
#include "codecs/sc2/protocol/game_events.h"
#include "codecs/sc2/sample/packed_writer.h"

#include <QJsonArray>
#include <QTest>

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

QJsonObject point(int x, int y, int z)
{
    return {{QStringLiteral("x"), x}, {QStringLiteral("y"), y}, {QStringLiteral("z"), z}};
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
    void takesCommandsApart_data();
    void takesCommandsApart();
    void takesSelectionsApart();
    void scalesCameras();
    void triesNeighbours();
    void saysWhereItEnds();
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

void TestSc2Packed::takesCommandsApart_data()
{
    QTest::addColumn<quint32>("build");
    QTest::addColumn<QJsonObject>("fields");
    QTest::addColumn<int>("kind");
    QTest::addColumn<bool>("hasAbility");
    QTest::addColumn<quint32>("tag");
    const QJsonObject ability{{QStringLiteral("m_abilLink"), 121}, {QStringLiteral("m_abilCmdIndex"), 3}};
    const QJsonObject place = point(8192, 6144, 4096);
    const QJsonObject unit{{QStringLiteral("m_tag"), 4718593},
                           {QStringLiteral("m_snapshotControlPlayerId"), 2},
                           {QStringLiteral("m_snapshotPoint"), place}};
    const auto flat = [&](int link, int tag, const QJsonObject& where) {
        return QJsonObject{{QStringLiteral("m_abilLink"), link},
                           {QStringLiteral("m_abilCmdIndex"), 3},
                           {QStringLiteral("m_targetUnitTag"), tag},
                           {QStringLiteral("m_targetUnitSnapshotPlayerId"), 2},
                           {QStringLiteral("m_targetPoint"), where}};
    };
    const auto now = [&](const QJsonValue& abil, const QJsonObject& data) {
        return QJsonObject{{QStringLiteral("m_abil"), abil}, {QStringLiteral("m_data"), data}};
    };
    const int none = int(TargetKind::None);
    const int somewhere = int(TargetKind::Point);
    const int somebody = int(TargetKind::Unit);
    for (const quint32 build : {0U, 15405U}) {
        const QByteArray name = QByteArray::number(build);
        QTest::newRow(name + " plain") << build << flat(121, 0, point(0, 0, 0)) << none << true << 0U;
        QTest::newRow(name + " place") << build << flat(0xFFFF, 0, place) << somewhere << false << 0U;
        QTest::newRow(name + " unit") << build << flat(121, 4718593, place) << somebody << true << 4718593U;
    }
    for (const quint32 build : {19458U, 34784U, 80949U}) {
        const QByteArray name = QByteArray::number(build);
        QTest::newRow(name + " plain")
            << build << now(ability, {{QStringLiteral("None"), QJsonValue::Null}}) << none << true << 0U;
        QTest::newRow(name + " place")
            << build << now({}, {{QStringLiteral("TargetPoint"), place}}) << somewhere << false << 0U;
        QTest::newRow(name + " unit")
            << build << now(ability, {{QStringLiteral("TargetUnit"), unit}}) << somebody << true << 4718593U;
        QTest::newRow(name + " number")
            << build << now(ability, {{QStringLiteral("Data"), 77}}) << int(TargetKind::Data) << true << 77U;
    }
}

void TestSc2Packed::takesCommandsApart()
{
    QFETCH(quint32, build);
    QFETCH(QJsonObject, fields);
    QFETCH(bool, hasAbility);
    const Protocol& protocol = protocolFor(build);
    PackedWriter out;
    fields.insert(QStringLiteral("m_cmdFlags"), 0x102);
    fields.insert(QStringLiteral("m_otherUnit"), 99);
    out.event(300, 3, GameEventIdBits, *eventNamed(protocol, "SCmdEvent"), fields);
    out.event(1, 16, GameEventIdBits, *eventNamed(protocol, "SUserFinishedLoadingSyncEvent"), {});

    const GameEvents events = readGameEvents(out.written(), build == 0 ? 14621 : build);
    QVERIFY2(!events.failure, qPrintable(events.failure ? events.failure->message : QString()));
    QCOMPARE(events.order.size(), std::size_t{2});
    QCOMPARE(events.bytesRead, out.written().size());
    QCOMPARE(events.lastLoop, 301U);
    QCOMPARE(events.order[0].user, std::uint8_t{3});
    QCOMPARE(events.order[0].kind, GameEventKind::Command);
    QCOMPARE(events.order[1].kind, GameEventKind::Loaded);
    const Command& command = events.commands.at(events.order[0].index);
    QCOMPARE(command.flags, 0x102U);
    QCOMPARE(command.otherUnit, 99U);
    QCOMPARE(command.hasAbility, hasAbility);
    QCOMPARE(command.ability, std::uint16_t(hasAbility ? 121 : 0));
    QCOMPARE(command.index, std::uint8_t(hasAbility ? 3 : 0));
    QTEST(int(command.target.kind), "kind");
    QTEST(command.target.tag, "tag");
    const bool placed = command.target.kind == TargetKind::Point || command.target.kind == TargetKind::Unit;
    QCOMPARE(command.target.point.x, placed ? 2.0F : 0.0F);
    QCOMPARE(command.target.point.y, placed ? 1.5F : 0.0F);
    QCOMPARE(command.target.point.z, placed ? 1.0F : 0.0F);
    if (command.target.kind == TargetKind::Unit) {
        QCOMPARE(command.target.controlPlayer, std::int8_t{2});
    }
}

void TestSc2Packed::takesSelectionsApart()
{
    const Protocol& protocol = protocolFor(80949);
    const EventType& type = *eventNamed(protocol, "SSelectionDeltaEvent");
    const auto delta = [](const QJsonObject& mask, int units) {
        QJsonArray subgroups;
        QJsonArray tags;
        for (int i = 0; i < units; ++i) {
            subgroups.append(
                QJsonObject{{QStringLiteral("m_unitLink"), 50 + i}, {QStringLiteral("m_count"), 1}});
            tags.append((i + 1) << 18 | 1);
        }
        return QJsonObject{
            {QStringLiteral("m_controlGroupId"), 10},
            {QStringLiteral("m_delta"), QJsonObject{{QStringLiteral("m_removeMask"), mask},
                                                    {QStringLiteral("m_addSubgroups"), subgroups},
                                                    {QStringLiteral("m_addUnitTags"), tags}}}};
    };
    PackedWriter out;
    out.event(0, 1, GameEventIdBits, type, delta({{QStringLiteral("None"), QJsonValue::Null}}, 3));
    // 52 = 110100: counted from the lowest bit, the third, fifth and sixth.
    out.event(0, 1, GameEventIdBits, type, delta({{QStringLiteral("Mask"), QJsonArray{6, 52}}}, 0));
    out.event(0, 1, GameEventIdBits, type, delta({{QStringLiteral("ZeroIndices"), QJsonArray{0, 7}}}, 1));
    out.event(0, 1, GameEventIdBits, type, delta({{QStringLiteral("OneIndices"), QJsonArray{400}}}, 0));

    const GameEvents events = readGameEvents(out.written(), 80949);
    QVERIFY(!events.failure && events.exactBuild);
    QCOMPARE(events.selections.size(), std::size_t{4});
    const auto positions = [&](std::size_t i) {
        const RemoveMask& mask = events.selections[i].remove;
        return std::vector<std::uint16_t>(events.positions.begin() + mask.first,
                                          events.positions.begin() + mask.first + mask.count);
    };
    QCOMPARE(events.selections[0].remove.kind, MaskKind::None);
    QCOMPARE(events.selections[1].remove.kind, MaskKind::Mask);
    QCOMPARE(events.selections[1].remove.length, 6U);
    QCOMPARE(positions(1), (std::vector<std::uint16_t>{2, 4, 5}));
    QCOMPARE(events.selections[2].remove.kind, MaskKind::ZeroIndices);
    QCOMPARE(positions(2), (std::vector<std::uint16_t>{0, 7}));
    QCOMPARE(events.selections[3].remove.kind, MaskKind::OneIndices);
    QCOMPARE(positions(3), (std::vector<std::uint16_t>{400}));
    QCOMPARE(events.selections[0].group, std::uint8_t{10});
    QCOMPARE(events.selections[0].tags, 3U);
    QCOMPARE(events.tags[2], 3U << 18 | 1U);
    QCOMPARE(events.subgroups[2].unitLink, std::uint16_t{52});
    QCOMPARE(events.subgroups[2].count, std::uint16_t{1});
    QCOMPARE(events.selections[2].firstTag, 3U);
    QCOMPARE(events.selections[2].firstSubgroup, 3U);
}

void TestSc2Packed::scalesCameras()
{
    struct Recorded
    {
        std::uint32_t build;
        int x, y, distance, pitch, yaw;
    };
    // What every game begins with: 34 cells away, 56 degrees down, straight up the map.
    for (const Recorded& recorded :
         {Recorded{14621, 405504, 552968, 139550, 5097, 16384},
          Recorded{15405, 25344, 34498, 8704, 318, 1024}, Recorded{80949, 25344, 34498, 8704, 318, 1024}}) {
        const Protocol& protocol = protocolFor(recorded.build);
        PackedWriter out;
        out.event(0, 1, GameEventIdBits, *eventNamed(protocol, "SCameraUpdateEvent"),
                  QJsonObject{{QStringLiteral("m_target"), QJsonObject{{QStringLiteral("x"), recorded.x},
                                                                       {QStringLiteral("y"), recorded.y}}},
                              {QStringLiteral("m_distance"), recorded.distance},
                              {QStringLiteral("m_pitch"), recorded.pitch},
                              {QStringLiteral("m_yaw"), recorded.yaw}});
        const GameEvents events = readGameEvents(out.written(), recorded.build);
        QCOMPARE(events.cameras.size(), std::size_t{1});
        const CameraUpdate& camera = events.cameras.front();
        QVERIFY(camera.hasTarget && camera.hasDistance && camera.hasPitch && camera.hasYaw);
        QCOMPARE(camera.x, 99.0F);
        QVERIFY(qAbs(camera.y - 134.76F) < 0.5F);
        QVERIFY(qAbs(camera.distance - 34.0F) < 0.1F);
        QVERIFY(qAbs(camera.pitch - 56.0F) < 0.2F);
        QCOMPARE(camera.yaw, 90.0F);
    }
}

void TestSc2Packed::triesNeighbours()
{
    // 38215 widened the flags of commands from 23 to 25 bits. A build before it that has no table is tried
    // with the one below first, then with this one.
    const Protocol& later = protocolFor(38215);
    PackedWriter out;
    for (int i = 0; i < 20; ++i) {
        out.event(5, 1, GameEventIdBits, *eventNamed(later, "SCmdEvent"),
                  QJsonObject{{QStringLiteral("m_cmdFlags"), 0x108},
                              {QStringLiteral("m_data"),
                               QJsonObject{{QStringLiteral("TargetPoint"), point(40960 + i, 8192, 0)}}}});
    }
    const GameEvents guessed = readGameEvents(out.written(), 38000);
    QVERIFY(!guessed.failure && !guessed.exactBuild);
    QCOMPARE(guessed.protocol, &later);
    QCOMPARE(guessed.commands.size(), std::size_t{20});
    QCOMPARE(guessed.commands.back().target.point.x, 10.0F + 19.0F / 4096.0F);
    const GameEvents known = readGameEvents(out.written(), 38215);
    QVERIFY(!known.failure && known.exactBuild);

    // The beta's second phase: the table of 1.0 comes before that of the first phase.
    PackedWriter beta;
    beta.event(5, 1, GameEventIdBits, *eventNamed(protocols().front(), "SCameraUpdateEvent"), {});
    const GameEvents second = readGameEvents(beta.written(), 15250);
    QVERIFY(!second.failure && !second.exactBuild);
    QCOMPARE(second.protocol, &protocols().front());
}

void TestSc2Packed::saysWhereItEnds()
{
    const Protocol& protocol = protocolFor(80949);
    PackedWriter out;
    out.event(7, 1, GameEventIdBits, *eventNamed(protocol, "SCameraSaveEvent"), {});
    const auto whole = out.written().size();
    out.bits(0, 8); // no time
    out.bits(1, 5); // user
    out.bits(1, 7); // a type that no table has
    out.bits(0, 100);
    const GameEvents events = readGameEvents(out.written(), 80949);
    QVERIFY(events.failure.has_value());
    QCOMPARE(events.bytesRead, whole);
    QCOMPARE(events.order.size(), std::size_t{1});
    QVERIFY2(events.failure->message.contains(QStringLiteral("byte %1 of").arg(whole)),
             qPrintable(events.failure->message));
    int records = 0;
    const auto count = [&records](const model::Record&) { return ++records < 100; };
    QVERIFY(!readGameRecords(out.written(), protocol, QStringLiteral("x"), count));
    QCOMPARE(records, 1);

    PackedWriter late;
    late.varUint32(MaxLoops + 1);
    late.bits(16, 5);
    late.bits(5, 7);
    late.bits(0, 64);
    QVERIFY(readGameEvents(late.written(), 80949).failure.has_value());
}

QTEST_GUILESS_MAIN(TestSc2Packed)
#include "tst_sc2_packed.moc"
