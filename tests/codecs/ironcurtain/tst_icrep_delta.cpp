// SPDX-License-Identifier: GPL-3.0-or-later
// Deltas: three passes in whatever order entries lie, what contradicts the baseline, and both ways.
#include "tests/codecs/ironcurtain/made_state.h"
#include "tests/support/test_driver.h"

#include <QTest>

#include <algorithm>

namespace tst_icrep_delta {

using namespace ghostline;
using namespace ghostline::test;

namespace {

model::Result<SimState> laidOver(const SimState& baseline, const Bytes& blob, std::uint64_t base = 0)
{
    return applyDelta(baseline, std::make_shared<const Bytes>(Bytes(blob)), base);
}

SimState small() { return *parseFull(shared(encodeFull(smallState().state())), 0); }

MadeChange removed(UnitTag tag) { return {tag, {}, false, true}; }
MadeChange fresh(UnitTag tag, Slots slots) { return {tag, std::move(slots), true, false}; }
MadeChange changed(UnitTag tag, Slots slots) { return {tag, std::move(slots), false, false}; }
PlayerState withCredits(PlayerId id, std::int64_t credits)
{
    PlayerState player;
    player.player = id;
    player.credits = credits;
    return player;
}

} // namespace

class TestIcrepDelta : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void roundTrip();
    void passes();
    void sharedParts();
    void lostComponentAndReuse();
    void head();
    void refused_data();
    void refused();
    void tooMany();
    void truncated();
    void flipped();
    void countBombs();
    void longChainStaysSmall();
};

void TestIcrepDelta::roundTrip()
{
    std::mt19937 random(1);
    for (int round = 0; round < 60; ++round) {
        MadeState made = randomState(random, 300, static_cast<std::size_t>(round));
        const auto from = parseFull(shared(encodeFull(made.state())), 0);
        QVERIFY(from);
        made.tick = 600;
        mutate(made, random);
        const SimState to = made.state();
        SideState side;
        side.script = bytesOf("s");
        const Bytes blob = encodeDelta(*from, stateHash(*from), to, side);
        const auto read = laidOver(*from, blob);
        QVERIFY2(read, read ? "" : qPrintable(read.error().message));
        QVERIFY(canonicalCore(*read) == canonicalCore(to));
        QVERIFY(read->randomState.empty());
        QVERIFY(read->side.script == side.script && !read->side.campaign);
        QVERIFY(encodeDelta(*from, stateHash(*from), *read, side) == blob);
    }
}

void TestIcrepDelta::passes()
{
    MadeDelta delta;
    delta.stringsFrom = 3;
    delta.strings = {"mcv", "proc"};
    delta.changes = {changed({20, 1}, {{2, bytesOf("abcd")}}),
                     fresh({3, 1}, {{0, identityOf(2, 0)}}),
                     changed({9, 2}, {{1, placeOf(7, 7)}, {40, bytesOf("new")}}),
                     removed({3, 1}),
                     fresh({20, 1}, {{0, identityOf(0, 0)}}),
                     fresh({1, 1}, {{0, identityOf(0, 5)}})};
    delta.players = {withCredits(5, -7), withCredits(0, 3), withCredits(5, 8)};
    delta.cells = {{{3, 2, 0}, {0, 1, 500}}, {{0, 0, 0}, {2, 0, 0}}};
    delta.side.campaign = bytesOf("mission-2");
    MadeState wanted = smallState(300);
    wanted.strings.insert(wanted.strings.end(), {"mcv", "proc"});
    wanted.entities[{3, 1}] = {{0, identityOf(2, 0)}};
    wanted.entities[{1, 1}] = {{0, identityOf(0, 5)}};
    wanted.entities[{20, 1}] = {{0, identityOf(0, 0)}, {2, bytesOf("abcd")}};
    wanted.entities[{9, 2}][1] = placeOf(7, 7);
    wanted.entities[{9, 2}][40] = bytesOf("new");
    wanted.players[0].credits = 3;
    wanted.players[2].credits = 8;
    wanted.map.cells[11] = {0, 1, 500};
    wanted.map.cells[0] = {2, 0, 0};
    const SimState base = small();
    std::mt19937 random(5);
    for (int order = 0; order < 30; ++order) {
        std::shuffle(delta.changes.begin(), delta.changes.end(), random);
        const auto read = laidOver(base, delta.bytes());
        QVERIFY2(read, read ? "" : qPrintable(read.error().message));
        QVERIFY(canonicalCore(*read) == canonicalCore(wanted.state()));
        QVERIFY(read->side.campaign == delta.side.campaign);
    }
}

void TestIcrepDelta::sharedParts()
{
    const SimState base = small();
    const auto read = laidOver(base, MadeDelta{}.bytes());
    QVERIFY(read);
    QCOMPARE(read->tick, SimTick(300));
    QCOMPARE(read->map, base.map);
    QCOMPARE(read->players, base.players);
    QCOMPARE(read->strings, base.strings);
    QCOMPARE(read->buffers, base.buffers);
}

void TestIcrepDelta::lostComponentAndReuse()
{
    MadeState made = smallState();
    const SimState from = small();
    made.tick = 300;
    made.entities[{9, 2}].erase(32);                 // loses its queue
    made.entities[{3, 2}] = {{0, identityOf(1, 1)}}; // the index is used again
    made.entities.erase({3, 1});
    const Bytes blob = encodeDelta(from, {}, made.state(), {});
    const auto read = laidOver(from, blob);
    QVERIFY(read);
    QVERIFY(canonicalCore(*read) == canonicalCore(made.state()));
    QVERIFY(!read->find({9, 2})->components.has(Slot::ProductionQueue));
    QVERIFY(read->find({3, 1}) == nullptr && read->find({3, 2}) != nullptr);
    // Removed 3:1 and 9:2, then new 3:2 and 9:2.
    MadeDelta same;
    same.changes = {removed({3, 1}), removed({9, 2}), fresh({3, 2}, made.entities[{3, 2}]),
                    fresh({9, 2}, made.entities[{9, 2}])};
    QVERIFY(same.bytes() == blob);
}

void TestIcrepDelta::head()
{
    MadeDelta delta;
    delta.baselineTick = 17;
    delta.baselineHash.fill(std::byte{5});
    delta.tick = 99;
    const Bytes blob = delta.bytes();
    const auto head = parseDeltaHead(blob, 0);
    QVERIFY(head);
    QCOMPARE(head->baselineTick, SimTick(17));
    QCOMPARE(head->tick, SimTick(99));
    QVERIFY(head->baselineHash == delta.baselineHash);
    QVERIFY(!parseDeltaHead(std::span(blob).first(47), 0));
}

void TestIcrepDelta::refused_data()
{
    QTest::addColumn<int>("which");
    QTest::addColumn<QString>("says");
    const std::initializer_list<std::pair<const char*, const char*>> rows = {
        {"strings leave a gap", "strings do not begin where the table ends"},
        {"strings overlap", "strings do not begin where the table ends"},
        {"removed unknown", "entity 3:2: it is removed but not there"},
        {"removed twice", "entity 3:1: it is removed twice"},
        {"new exists", "entity 3:1: it is new but there already"},
        {"new twice", "entity 4:1: it is new twice"},
        {"changed unknown", "entity 4:1: it is changed but not there"},
        {"changed twice", "entity 3:1: it is changed twice"},
        {"removed and changed", "entity 3:1: it is changed but not there"},
        {"new without identity", "entity 4:1: it has no identity"},
        {"new and removed", "both new and removed"},
        {"removed with components", "a removed entity has components"},
        {"changed to nonsense", "entity 3:1: its kind"},
        {"unknown fixed slot", "entity 3:1: it has the slot 20"},
        {"unknown player", "a player changed whom nobody knows"},
        {"cell right of the map", "outside the map"},
        {"cell below the map", "outside the map"},
        {"cell before the map", "outside the map"},
        {"cell above the ground", "outside the map"},
    };
    int which = 0;
    for (const auto& [name, says] : rows)
        QTest::newRow(name) << which++ << QString::fromLatin1(says);
}

void TestIcrepDelta::refused()
{
    QFETCH(int, which);
    QFETCH(QString, says);
    const Slots sound = {{0, identityOf(0, 0)}};
    const UnitTag known{3, 1};
    const UnitTag other{4, 1};
    MadeDelta delta;
    delta.tick = 777;
    switch (which) {
    case 0:
        delta.stringsFrom = 4;
        break;
    case 1:
        delta.stringsFrom = 2;
        break;
    case 2:
        delta.changes = {removed({3, 2})};
        break;
    case 3:
        delta.changes = {removed(known), removed(known)};
        break;
    case 4:
        delta.changes = {fresh(known, sound)};
        break;
    case 5:
        delta.changes = {fresh(other, sound), fresh(other, sound)};
        break;
    case 6:
        delta.changes = {changed(other, sound)};
        break;
    case 7:
        delta.changes = {changed(known, sound), changed(known, sound)};
        break;
    case 8:
        delta.changes = {removed(known), changed(known, sound)};
        break;
    case 9:
        delta.changes = {fresh(other, {{1, placeOf(0, 0)}})};
        break;
    case 10:
        delta.changes = {{other, {}, true, true}};
        break;
    case 11:
        delta.changes = {{known, sound, false, true}};
        break;
    case 12:
        delta.changes = {changed(known, {{0, identityOf(0, 0, 200)}})};
        break;
    case 13:
        delta.changes = {changed(known, {{20, bytesOf("?")}})};
        break;
    case 14:
        delta.players = {withCredits(1, 1)};
        break;
    case 15:
        delta.cells = {{{4, 0, 0}, {}}};
        break;
    case 16:
        delta.cells = {{{0, 3, 0}, {}}};
        break;
    case 17:
        delta.cells = {{{-1, 0, 0}, {}}};
        break;
    default:
        delta.cells = {{{0, 0, 1}, {}}};
        break;
    }
    const SimState base = small();
    const Bytes before = canonicalCore(base);
    const auto read = laidOver(base, delta.bytes(), 5000);
    QVERIFY(!read);
    QCOMPARE(read.error().code, model::ErrorCode::Damaged);
    QVERIFY2(read.error().message.contains(says), qPrintable(read.error().message));
    QVERIFY(read.error().message.contains(QStringLiteral("delta of tick 777")));
    QVERIFY(read.error().where.offset.value_or(0) >= 5000);
    QVERIFY(canonicalCore(base) == before);
}

void TestIcrepDelta::tooMany()
{
    MadeState made = smallState();
    for (unsigned i = 0; i < 49'998; ++i)
        made.entities[{static_cast<std::uint16_t>(i), 7}] = {{0, identityOf(0, 0)}};
    const auto base = parseFull(shared(encodeFull(made.state())), 0);
    QVERIFY(base);
    MadeDelta delta;
    delta.changes = {fresh({60'000, 1}, {{0, identityOf(0, 0)}})};
    const auto read = laidOver(*base, delta.bytes());
    QVERIFY(!read);
    QVERIFY(read.error().message.contains(QStringLiteral("50,000")));
    delta.changes.insert(delta.changes.begin(), removed({0, 7}));
    QVERIFY(laidOver(*base, delta.bytes()));
}

void TestIcrepDelta::truncated()
{
    std::mt19937 random(9);
    MadeState made = smallState();
    mutate(made, random);
    const SimState base = small();
    SideState side;
    side.campaign = bytesOf("m");
    const Bytes blob = encodeDelta(base, {}, made.state(), side);
    for (std::size_t n = 0; n < blob.size(); ++n)
        QVERIFY(!laidOver(base, Bytes(blob.begin(), blob.begin() + static_cast<std::ptrdiff_t>(n))));
    Bytes longer = blob;
    longer.push_back({});
    QVERIFY(!laidOver(base, longer));
}

void TestIcrepDelta::flipped()
{
    std::mt19937 random(10);
    MadeState made = smallState();
    mutate(made, random);
    const SimState base = small();
    const Bytes blob = encodeDelta(base, {}, made.state(), {});
    for (std::size_t i = 0; i < blob.size(); ++i) {
        for (const int mask : {0x01, 0x80, 0xFF}) {
            Bytes other = blob;
            other[i] ^= static_cast<std::byte>(mask);
            const auto read = laidOver(base, other);
            if (!read)
                continue;
            for (const Entity& entity : read->entities)
                QCOMPARE(checkComponents(entity.components), static_cast<const char*>(nullptr));
            QVERIFY(std::is_sorted(read->entities.begin(), read->entities.end(),
                                   [](const Entity& a, const Entity& b) { return a.tag < b.tag; }));
            QVERIFY(parseFull(shared(encodeFull(*read)), 0));
        }
    }
}

void TestIcrepDelta::countBombs()
{
    std::mt19937 random(11);
    MadeState made = smallState();
    mutate(made, random);
    const SimState base = small();
    const Bytes blob = encodeDelta(base, {}, made.state(), {});
    for (const std::uint64_t count : {std::uint64_t{1} << 60, ~std::uint64_t{0}, std::uint64_t{1} << 32}) {
        for (std::size_t i = 0; i + 8 <= blob.size(); ++i) {
            Bytes other = blob;
            std::memcpy(other.data() + i, &count, 8);
            (void)laidOver(base, other);
        }
    }
    MadeDelta delta;
    delta.changeCount = std::uint64_t{1} << 60;
    QVERIFY(!laidOver(base, delta.bytes()));
}

void TestIcrepDelta::longChainStaysSmall()
{
    // Each delta replaces a large slot; what was there before must not be kept alive.
    SimState state = small();
    for (int i = 0; i < 200; ++i) {
        MadeDelta delta;
        delta.tick = static_cast<SimTick>(i);
        delta.changes = {changed({3, 1}, {{50, Bytes(20'000, static_cast<std::byte>(i))}})};
        auto next = laidOver(state, delta.bytes());
        QVERIFY(next);
        state = std::move(*next);
    }
    QVERIFY(state.bytes() < 400'000);
    QVERIFY(state.find({3, 1})->components.slot(50)[0] == std::byte{199});
    QVERIFY(std::ranges::equal(state.find({3, 1})->components.slot(40), bytesOf("later")));
}

} // namespace tst_icrep_delta

GHOSTLINE_TEST(tst_icrep_delta, TestIcrepDelta)
#include "tst_icrep_delta.moc"
