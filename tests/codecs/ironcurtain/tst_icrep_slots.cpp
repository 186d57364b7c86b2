// SPDX-License-Identifier: GPL-3.0-or-later
// The slot table: where components lie, what is refused, laying one set over another; SHA-256.
#include "codecs/ironcurtain/state/sha256.h"
#include "tests/codecs/ironcurtain/made_state.h"
#include "tests/support/test_driver.h"

#include <QCryptographicHash>
#include <QTest>

namespace tst_icrep_slots {

using namespace ghostline;
using namespace ghostline::test;

class TestIcrepSlots : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void everySlot();
    void values();
    void production();
    void refused_data();
    void refused();
    void cutAnywhere();
    void merge();
    void sha256_data();
    void sha256();
};

void TestIcrepSlots::everySlot()
{
    std::mt19937 random(1);
    for (int round = 0; round < 500; ++round) {
        const Slots slots = randomSlots(random);
        const Bytes bytes = packed(slots);
        const Components components{maskOf(slots), bytes};
        QCOMPARE(checkComponents(components), static_cast<const char*>(nullptr));
        for (unsigned slot = 0; slot < 64; ++slot) {
            const auto found = slots.find(slot);
            const Bytes wanted = found == slots.end() ? Bytes{} : found->second;
            QVERIFY(std::ranges::equal(components.slot(slot), wanted));
            const std::size_t length = found == slots.end() ? 0 : wanted.size() + (slot < 32 ? 0 : 4);
            QCOMPARE(components.slotWithLength(slot).size(), length);
        }
    }
}

void TestIcrepSlots::values()
{
    Bytes bytes;
    BinWriter to(bytes);
    to.u32(7); // identity
    to.u32(3);
    to.u8(4);
    to.place({1024, -2048, 5});
    to.i32(-256);
    to.i32(40);
    to.i32(100);
    to.i32(32); // motion
    to.u8(2);
    to.u8(1);
    to.place({1, 2, 3});
    to.i32(512);
    to.u32(10); // weapon
    to.u32(25);
    to.u8(1);
    to.tag({20000, 6});
    to.u8(3); // building
    to.u8(2);
    to.u8(0);
    to.u16(700);
    to.i32(700); // harvester
    to.i32(28);
    to.u32(4);
    to.u8(1); // cloak
    to.u8(2); // veterancy
    to.u32(90);
    to.u8(3); // stance
    to.u8(4); // sub-cell
    to.u32(Condition::IronCurtain);
    to.i32(5120);
    const Components all{0x7FFF, bytes};
    QCOMPARE(checkComponents(all), static_cast<const char*>(nullptr));
    QCOMPARE(all.identity()->type, 7U);
    QCOMPARE(all.identity()->owner, 3U);
    QCOMPARE(all.identity()->kind, UnitKind::Building);
    QCOMPARE(*all.position(), (WorldPos{1024, -2048, 5}));
    QCOMPARE(*all.facing(), -256);
    QCOMPARE(all.health()->current, 40);
    QCOMPARE(all.health()->max, 100);
    QCOMPARE(all.motion()->speed, 32);
    QCOMPARE(all.motion()->locomotor, std::uint8_t(2));
    QVERIFY(all.motion()->moving);
    QCOMPARE(all.motion()->destination, (WorldPos{1, 2, 3}));
    QCOMPARE(*all.turret(), 512);
    QCOMPARE(all.weapon()->weapon, 10U);
    QCOMPARE(all.weapon()->cooldown, 25U);
    QVERIFY(all.weapon()->hasTarget);
    QCOMPARE(all.weapon()->target, (UnitTag{20000, 6}));
    QCOMPARE(all.building()->width, std::uint8_t(3));
    QCOMPARE(all.building()->height, std::uint8_t(2));
    QCOMPARE(all.building()->state, BuildState::Constructing);
    QCOMPARE(all.building()->progress, std::uint16_t(700));
    QCOMPARE(all.harvester()->capacity, 700);
    QCOMPARE(all.harvester()->carried, 28);
    QCOMPARE(all.harvester()->resource, 4U);
    QVERIFY(*all.cloak());
    QCOMPARE(all.veterancy()->level, std::uint8_t(2));
    QCOMPARE(all.veterancy()->experience, 90U);
    QCOMPARE(*all.stance(), std::uint8_t(3));
    QCOMPARE(*all.conditions(), std::uint32_t(Condition::IronCurtain));
    QCOMPARE(*all.sight(), 5120);
    const Components none{};
    QVERIFY(!none.identity() && !none.position() && !none.facing() && !none.health() && !none.motion());
    QVERIFY(!none.turret() && !none.weapon() && !none.building() && !none.harvester() && !none.cloak());
    QVERIFY(!none.veterancy() && !none.stance() && !none.conditions() && !none.sight());
    QVERIFY(!none.producing());
}

void TestIcrepSlots::production()
{
    std::size_t queued = 9;
    const Bytes two = packed({{32, queueOf({{1, 200, 600}, {0, 300, 300}})}});
    const auto item = Components{bit(Slot::ProductionQueue), two}.producing(&queued);
    QVERIFY(item);
    QCOMPARE(queued, std::size_t(2));
    QCOMPARE(item->type, 1U);
    QCOMPARE(item->remaining, 200U);
    QCOMPARE(item->total, 600U);
    const Bytes empty = packed({{32, queueOf({})}});
    QVERIFY(!(Components{bit(Slot::ProductionQueue), empty}.producing(&queued)));
    QCOMPARE(queued, std::size_t(0));
}

void TestIcrepSlots::refused_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<quint64>("mask");
    QTest::addColumn<bool>("sound");
    const auto row = [](const char* name, const Slots& slots, bool sound) {
        const Bytes bytes = packed(slots);
        QTest::newRow(name) << QByteArray(reinterpret_cast<const char*>(bytes.data()),
                                          static_cast<qsizetype>(bytes.size()))
                            << quint64(maskOf(slots)) << sound;
    };
    const auto bytes = [](std::initializer_list<int> values) {
        Bytes out;
        for (const int value : values)
            out.push_back(static_cast<std::byte>(value));
        return out;
    };
    const auto counted = [](std::uint64_t count, std::size_t more) {
        Bytes out;
        BinWriter(out).u64(count);
        out.resize(out.size() + more);
        return out;
    };
    row("last kind", {{0, identityOf(0, 0, 6)}}, true);
    row("kind above", {{0, identityOf(0, 0, 7)}}, false);
    row("identity short", {{0, bytes({0, 0, 0, 0, 0, 0, 0, 0})}}, false);
    row("edge of the world", {{1, placeOf(MaxCoordinate, -MaxCoordinate)}}, true);
    row("beyond it", {{1, placeOf(MaxCoordinate + 1, 0)}}, false);
    row("far beyond it", {{1, placeOf(0, std::numeric_limits<std::int32_t>::min())}}, false);
    row("unknown fixed slot 15", {{15, bytes({1})}}, false);
    row("unknown fixed slot 31", {{31, {}}}, false);
    row("unknown sized slot", {{40, bytes({1, 2, 3})}, {63, {}}}, true);
    row("moving is 2", {{4, bytes({0, 0, 0, 0, 1, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0})}}, false);
    row("locomotor is 5", {{4, bytes({0, 0, 0, 0, 5, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0})}}, false);
    row("target is 2", {{6, bytes({0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0})}}, false);
    row("build state is 3", {{7, bytes({1, 1, 3, 0, 0})}}, false);
    row("byte left over", {{2, bytes({0, 0, 0, 0, 0})}}, false);
    row("queue too short", {{32, bytes({1, 0, 0})}}, false);
    row("queue too long", {{32, bytes({0, 0})}}, false);
    row("queue without count", {{32, {}}}, false);
    row("path of two", {{33, counted(2, 24)}}, true);
    row("path count bomb", {{33, counted(std::uint64_t{1} << 60, 24)}}, false);
    row("path too long", {{33, counted(1, 24)}}, false);
    row("cargo of two", {{34, counted(2, 8)}}, true);
    row("cargo count wraps", {{34, counted((std::uint64_t{1} << 62) + 2, 8)}}, false);
}

void TestIcrepSlots::refused()
{
    QFETCH(QByteArray, bytes);
    QFETCH(quint64, mask);
    QFETCH(bool, sound);
    const auto run = std::as_bytes(std::span(bytes.constData(), static_cast<std::size_t>(bytes.size())));
    const char* why = checkComponents({mask, run});
    QCOMPARE(why == nullptr, sound);
}

void TestIcrepSlots::cutAnywhere()
{
    std::mt19937 random(2);
    for (int round = 0; round < 50; ++round) {
        const Slots slots = randomSlots(random);
        const Bytes bytes = packed(slots);
        for (std::size_t n = 0; n < bytes.size(); ++n) {
            const Bytes cut(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(n));
            QVERIFY(checkComponents({maskOf(slots), cut}) != nullptr);
        }
        Bytes longer = bytes;
        longer.push_back({});
        QVERIFY(checkComponents({maskOf(slots), longer}) != nullptr);
    }
}

void TestIcrepSlots::merge()
{
    std::mt19937 random(3);
    for (int round = 0; round < 500; ++round) {
        const Slots base = randomSlots(random);
        Slots over = randomSlots(random);
        if (round % 3 == 0)
            over.clear();
        const Bytes baseBytes = packed(base);
        const Bytes overBytes = packed(over);
        Slots wanted = over;
        wanted.insert(base.begin(), base.end());
        Bytes out = bytesOf("before");
        const std::uint64_t mask = mergeComponents({maskOf(base), baseBytes}, {maskOf(over), overBytes}, out);
        QCOMPARE(mask, maskOf(wanted));
        QVERIFY(std::ranges::equal(std::span(out).subspan(6), packed(wanted)));
    }
}

void TestIcrepSlots::sha256_data()
{
    QTest::addColumn<bool>("portable");
    QTest::newRow("best") << false;
    QTest::newRow("portable") << true;
}

void TestIcrepSlots::sha256()
{
    QFETCH(bool, portable);
    const auto way = portable ? Sha256::Way::Portable : Sha256::Way::Best;
    std::mt19937 random(4);
    for (std::size_t size = 0; size < 700; ++size) {
        Bytes bytes(size);
        for (auto& b : bytes)
            b = static_cast<std::byte>(random());
        Sha256 sum(way);
        for (std::size_t at = 0; at < size;) {
            const std::size_t n = std::min<std::size_t>(size - at, random() % 200);
            sum.add(std::span(bytes).subspan(at, n));
            at += n;
        }
        const StateHash ours = sum.finish();
        const QByteArray theirs = QCryptographicHash::hash(
            QByteArray(reinterpret_cast<const char*>(bytes.data()), static_cast<qsizetype>(size)),
            QCryptographicHash::Sha256);
        QCOMPARE(QByteArray(reinterpret_cast<const char*>(ours.data()), 32), theirs);
    }
}

} // namespace tst_icrep_slots

GHOSTLINE_TEST(tst_icrep_slots, TestIcrepSlots)
#include "tst_icrep_slots.moc"
