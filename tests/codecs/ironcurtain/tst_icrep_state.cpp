// SPDX-License-Identifier: GPL-3.0-or-later
// Full keyframes: what is read, in which order, and what is refused.
#include "tests/codecs/ironcurtain/made_state.h"
#include "tests/support/test_driver.h"

#include <QTest>

namespace tst_icrep_state {

using namespace ghostline;
using namespace ghostline::test;

namespace {

/// Keeps its own copy, just as long, so that a sanitizer sees every step outside.
model::Result<SimState> parse(const Bytes& blob, std::uint64_t base = 0)
{
    return parseFull(std::make_shared<const Bytes>(Bytes(blob)), base);
}

} // namespace

class TestIcrepState : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void roundTrip();
    void lookUps();
    void anyOrder();
    void stats();
    void refused_data();
    void refused();
    void slotIsNamed();
    void truncated();
    void flipped();
    void countBombs();
    void tightened();
};

void TestIcrepState::roundTrip()
{
    std::mt19937 random(1);
    for (int round = 0; round < 40; ++round) {
        MadeState made = randomState(random, 600, static_cast<std::size_t>(round) * 3);
        if (round % 2 == 0)
            made.side.campaign = bytesOf("mission-1");
        const SimState state = made.state();
        const Bytes blob = encodeFull(state);
        const auto read = parse(blob);
        QVERIFY2(read, read ? "" : qPrintable(read.error().message));
        QVERIFY(encodeFull(*read) == blob);
        QCOMPARE(read->tick, SimTick(600));
        QVERIFY(read->randomState == bytesOf("rng"));
        QVERIFY(read->side.campaign == made.side.campaign && !read->side.script);
        QVERIFY(canonicalCore(*read) == canonicalCore(state));
        QVERIFY(stateHash(*read) == stateHash(state));
    }
}

void TestIcrepState::lookUps()
{
    const auto state = parse(encodeFull(smallState().state()));
    QVERIFY(state);
    QVERIFY(state->find({3, 1}) != nullptr);
    QCOMPARE(state->find({9, 2})->components.identity()->owner, 2U);
    QVERIFY(state->find({3, 2}) == nullptr);
    QVERIFY(state->find({65535, 65535}) == nullptr);
    QCOMPARE(*state->player(2)->credits, std::int64_t(5000));
    QVERIFY(state->player(1) == nullptr);
    QVERIFY(state->string(1) == "2tnk");
    QVERIFY(state->string(3).empty());
    QVERIFY(state->bytes() > 200);
    QVERIFY(SimState{}.find({}) == nullptr);
    QVERIFY(SimState{}.player(0) == nullptr);
    QVERIFY(SimState{}.string(0).empty());
}

void TestIcrepState::anyOrder()
{
    // On disk the entities may lie in any order; what is hashed does not depend on it.
    const SimState sorted = smallState().state();
    SimState turned = sorted;
    std::swap(turned.entities[0], turned.entities[1]);
    const auto read = parse(encodeFull(turned));
    QVERIFY(read);
    QVERIFY(canonicalCore(*read) == canonicalCore(sorted));
}

void TestIcrepState::stats()
{
    Bytes bytes(PlayerStatsBytes);
    for (std::size_t i = 0; i < bytes.size(); ++i)
        bytes[i] = static_cast<std::byte>(i);
    const PlayerStats stats = readPlayerStats(bytes.data());
    QCOMPARE(stats.credits, std::int64_t(0x0706050403020100));
    QCOMPARE(stats.unitsProduced, 0x2B2A2928U);
    QCOMPARE(stats.apm, 0x6B6A6968U);
    QCOMPARE(stats.structureCount, std::uint16_t(0x8786));
    Bytes out;
    appendPlayerStats(out, stats);
    QVERIFY(out == bytes);
}

void TestIcrepState::refused_data()
{
    QTest::addColumn<int>("which");
    QTest::addColumn<QString>("says");
    const std::initializer_list<std::pair<const char*, const char*>> rows = {
        {"entity twice", "entity 3:1: it is there twice"},
        {"no identity", "entity 3:1: it has no identity"},
        {"bad kind", "entity 3:1: its kind"},
        {"player twice", "player"},
        {"cells missing", "cells"},
        {"map too large", "too large"},
        {"byte behind", "1 bytes are left over"},
    };
    int which = 0;
    for (const auto& [name, says] : rows)
        QTest::newRow(name) << which++ << QString::fromLatin1(says);
}

void TestIcrepState::refused()
{
    QFETCH(int, which);
    QFETCH(QString, says);
    MadeState made = smallState(900);
    SimState state = made.state();
    auto players = std::make_shared<PlayerTable>(made.players);
    auto map = std::make_shared<MapState>(made.map);
    Slots slots = made.entities[{3, 1}];
    switch (which) {
    case 0:
        state.entities.push_back(state.entities[0]);
        break;
    case 1:
        slots.erase(0);
        break;
    case 2:
        slots[0] = identityOf(0, 0, 9);
        break;
    case 3:
        players->push_back(players->front());
        break;
    case 4:
        map->cells.pop_back();
        break;
    case 5:
        map->width = MaxMapSide + 1;
        break;
    default:
        break;
    }
    const Bytes changed = packed(slots);
    state.entities[0].components = {maskOf(slots), changed};
    if (which == 0)
        state.entities[2] = state.entities[0];
    state.players = players;
    state.map = map;
    Bytes blob = encodeFull(state);
    if (which == 6)
        blob.push_back({});
    const auto read = parse(blob, 1000);
    QVERIFY(!read);
    QCOMPARE(read.error().code, model::ErrorCode::Damaged);
    QVERIFY2(read.error().message.contains(says), qPrintable(read.error().message));
    QVERIFY(read.error().message.contains(QStringLiteral("tick 900")));
    QVERIFY(read.error().where.offset.value_or(0) >= 1000);
    QVERIFY(read.error().where.offset.value_or(0) <= 1000 + blob.size());
}

void TestIcrepState::slotIsNamed()
{
    MadeState made = smallState();
    made.entities[{3, 1}][17] = bytesOf("?");
    const auto read = parse(encodeFull(made.state()));
    QVERIFY(!read);
    QVERIFY2(read.error().message.contains(QStringLiteral("entity 3:1: it has the slot 17")),
             qPrintable(read.error().message));
}

void TestIcrepState::truncated()
{
    MadeState made = smallState();
    made.side.campaign = bytesOf("m");
    const Bytes blob = encodeFull(made.state());
    for (std::size_t n = 0; n < blob.size(); ++n) {
        const auto read = parse(Bytes(blob.begin(), blob.begin() + static_cast<std::ptrdiff_t>(n)));
        QVERIFY2(!read, qPrintable(QString::number(n)));
        QVERIFY(read.error().where.offset.value_or(n + 1) <= n);
    }
}

void TestIcrepState::flipped()
{
    const Bytes blob = encodeFull(smallState().state());
    for (std::size_t i = 0; i < blob.size(); ++i) {
        for (const int mask : {0x01, 0x80, 0xFF}) {
            Bytes other = blob;
            other[i] ^= static_cast<std::byte>(mask);
            const auto read = parse(other);
            // What still reads must be what was written, entities in order or not.
            if (!read)
                continue;
            for (const Entity& entity : read->entities) {
                QCOMPARE(checkComponents(entity.components), static_cast<const char*>(nullptr));
                QVERIFY(entity.components.identity());
            }
            const auto again = parse(encodeFull(*read));
            QVERIFY(again && canonicalCore(*again) == canonicalCore(*read));
            QVERIFY(encodeFull(*read).size() == blob.size());
        }
    }
}

void TestIcrepState::countBombs()
{
    // Each u64 that could be a count, at every byte of the blob.
    const Bytes blob = encodeFull(smallState().state());
    for (const std::uint64_t count : {std::uint64_t{1} << 60, ~std::uint64_t{0}, std::uint64_t{1} << 32}) {
        for (std::size_t i = 0; i + 8 <= blob.size(); ++i) {
            Bytes other = blob;
            std::memcpy(other.data() + i, &count, 8);
            (void)parse(other);
        }
    }
    // 60,000 entities of which each is sound.
    MadeState made = smallState();
    made.entities.clear();
    for (unsigned i = 0; i < 60'000; ++i)
        made.entities[{static_cast<std::uint16_t>(i), 1}] = {{0, identityOf(0, 0)}};
    const auto read = parse(encodeFull(made.state()));
    QVERIFY(!read);
    QVERIFY(read.error().message.contains(QStringLiteral("50,000")));
}

void TestIcrepState::tightened()
{
    // A state does not keep a blob alive that is mostly not entities.
    MadeState made = smallState();
    made.map.width = 512;
    made.map.height = 512;
    made.map.cells.assign(std::size_t{512} * 512, {1, 0, 0});
    const auto read = parse(encodeFull(made.state()));
    QVERIFY(read);
    std::size_t held = 0;
    for (const auto& buffer : read->buffers)
        held += buffer->size();
    QVERIFY(held < 1000);
    QVERIFY(canonicalCore(*read) == canonicalCore(made.state()));
}

} // namespace tst_icrep_state

GHOSTLINE_TEST(tst_icrep_state, TestIcrepState)
#include "tst_icrep_state.moc"
