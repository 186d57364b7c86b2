// SPDX-License-Identifier: GPL-3.0-or-later
// What events do to the state, what is refused, and snapshots both ways.
#include "codecs/recording/format/limits.h"
#include "tests/codecs/recording/random_run.h"
#include "tests/support/test_driver.h"

#include <limits>

namespace tst_recording_world {

using namespace ghostline;
using namespace ghostline::recording;

class TestRecordingWorld : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void sums();
    void refuses_data();
    void refuses();
    void limits();
    void snapshotEventsOrder();
    void snapshotsSayTheSame_data();
    void snapshotsSayTheSame();
    void heldSlotsSurvive();
    void runFields();
    void teleportRule();
};

namespace {

const Kind Stray{"minecraft:stray", -1};

void put(World& world, std::int32_t id, const glm::dvec3& at)
{
    world.take(0, AbsoluteMove{id, {at, 10.0F, 20.0F}, {}});
}

bool sameEntity(const Entity& a, const Entity& b)
{
    return a.placed == b.placed && a.position.value() == b.position.value() && a.yaw == b.yaw &&
           a.pitch == b.pitch && a.velocity == b.velocity && a.pose == b.pose && a.flags == b.flags &&
           a.hand == b.hand && a.items == b.items && a.type == b.type;
}

std::map<std::int64_t, std::string> blocksOf(const World& world)
{
    std::map<std::int64_t, std::string> out;
    for (const auto& [position, kind] : world.blocks()) {
        const OwnKind& own = world.blockKinds()[kind];
        out[position] = own.number < 0 ? own.name : std::to_string(own.number);
    }
    return out;
}

} // namespace

void TestRecordingWorld::sums()
{
    World world;
    put(world, 0, {0.1, 64.0, -0.3});
    for (int i = 0; i < 100'000; ++i)
        world.take(1, DeltaMove{0, {{1, -1, 3}, {16384}, {-100}}, {}});
    QCOMPARE(world.player().position.value(),
             glm::dvec3(0.1 + 100'000 / 4096.0, 64.0 - 100'000 / 4096.0, -0.3 + 300'000 / 4096.0));
    QCOMPARE(world.player().yaw, 90.0);
    // Sums wrap instead of overflowing.
    constexpr auto Most = std::numeric_limits<std::int64_t>::max();
    world.take(2, DeltaMove{0, {{Most, Most, Most}, {}, {}}, {}});
    world.take(2, DeltaMove{0, {{Most, Most, Most}, {}, {}}, {}});
    QVERIFY(std::isfinite(world.player().position.value().x));
}

void TestRecordingWorld::refuses_data()
{
    QTest::addColumn<int>("what");
    QTest::addColumn<QString>("words");
    QTest::newRow("nobody moves") << 0 << "DeltaMove of entity 9, which does not exist";
    QTest::newRow("nobody goes") << 1 << "DestroyEntity of entity 9, which does not exist";
    QTest::newRow("from nowhere") << 2 << "DeltaMove of entity 0, which has no position yet";
    QTest::newRow("player goes") << 3 << "DestroyEntity of entity 0, which is not possible";
    QTest::newRow("no number") << 4 << "AbsoluteMove of entity 0, with coordinates that are not numbers";
    QTest::newRow("bad slot") << 5 << "ChangeHeldSlot of entity 0, with a slot that no inventory has";
    QTest::newRow("bad item slot") << 6 << "SetItem of entity 0, with a slot that no inventory has";
    QTest::newRow("long name") << 7 << "SetBlock with a name that is too long";
}

void TestRecordingWorld::refuses()
{
    QFETCH(int, what);
    QFETCH(QString, words);
    const std::string name(5000, 'x');
    const Item item{256, {}};
    const std::array<Event, 8> events{
        DeltaMove{9, {}, {}},
        DestroyEntity{9},
        DeltaMove{0, {}, {}},
        DestroyEntity{0},
        AbsoluteMove{0, {{std::nan(""), 0.0, 0.0}, 0.0F, 0.0F}, {}},
        ChangeHeldSlot{0, 255},
        SetItem{0, std::span(&item, 1)},
        SetBlock{0, {name, -1}},
    };
    World world;
    const World before = world;
    QString problem;
    QVERIFY(!world.apply(3, events[static_cast<std::size_t>(what)], problem));
    QCOMPARE(problem, words);
    QVERIFY(sameEntity(world.player(), before.player()));
    QVERIFY(world.blocks().empty());
    // The rest goes on.
    QVERIFY(world.apply(3, SpawnEntity{1, Stray, {}}, problem));
    QVERIFY(world.apply(3, Chat{-1, "hello"}, problem));
    QVERIFY(world.apply(3, EntityMeta{77, {}}, problem));
}

void TestRecordingWorld::limits()
{
    World world;
    for (std::int32_t id = 1; id < static_cast<std::int32_t>(MaxEntities); ++id)
        QCOMPARE(world.take(0, SpawnEntity{id, Stray, {}}), Refusal::None);
    QCOMPARE(world.take(0, SpawnEntity{1'000'000, Stray, {}}), Refusal::TooMany);
    QCOMPARE(world.take(0, SpawnEntity{5, Stray, {}}), Refusal::None);
    // Items in all.
    const Bytes big(std::size_t{40} << 20);
    const Item item{0, big};
    QCOMPARE(world.take(0, SetItem{1, std::span(&item, 1)}), Refusal::None);
    QCOMPARE(world.take(0, SetItem{2, std::span(&item, 1)}), Refusal::TooMany);
    world.take(0, DestroyEntity{1});
    QCOMPARE(world.take(0, SetItem{2, std::span(&item, 1)}), Refusal::None);
}

void TestRecordingWorld::snapshotEventsOrder()
{
    World world;
    put(world, 0, {1.0, 2.0, 3.0});
    world.take(0, SpawnEntity{7, Stray, {}});
    world.take(0, SpawnEntity{3, Stray, {}});
    const Bytes nbt = test::randomItem(QStringLiteral("elytra"), 1);
    const Item item{4, nbt};
    world.take(0, SetItem{7, std::span(&item, 1)});
    world.take(0, ItemUse{3, 1});
    world.take(0, SetBlock{packBlock({5, 60, 5}), {"minecraft:stone", -1}});
    world.take(0, SetBlock{packBlock({-5, 60, 5}), {"minecraft:air", -1}});
    std::vector<Event> events;
    std::vector<std::vector<Item>> items;
    world.snapshotEvents(events, items);
    std::vector<std::int32_t> ids;
    for (const Event& event : events)
        ids.push_back(eventId(event));
    QCOMPARE(ids, (std::vector<std::int32_t>{8, 8, 2, 2, 2, 5, 4, 14, 7, 7, 1, 1, 1}));
    QCOMPARE(std::get<SpawnEntity>(events[0]).entity, 3);
    QCOMPARE(std::get<SetItem>(events[5]).items[0].slot, 4);
    QCOMPARE(std::get<SetBlock>(events[8]).position, packBlock({-5, 60, 5}));
    QCOMPARE(std::get<AbsoluteMove>(events[10]).entity, 0);
}

void TestRecordingWorld::snapshotsSayTheSame_data()
{
    QTest::addColumn<bool>("blob");
    QTest::newRow("events") << false;
    QTest::newRow("blob") << true;
}

void TestRecordingWorld::snapshotsSayTheSame()
{
    QFETCH(bool, blob);
    const test::RandomRun run({.profile = blob ? Profile::S1 : Profile::H5});
    for (std::size_t tick = 20; tick < run.ticks.size(); tick += 37) {
        const World& world = run.ticks[tick].world;
        const auto after = static_cast<std::int32_t>(tick) + 1;
        World other;
        if (blob) {
            // Through its bytes, too.
            Bytes bytes;
            writeSnapshot(bytes, world.snapshot(after, UsualTickRate));
            io::ByteCursor in{bytes};
            const auto read = readSnapshot(in);
            QVERIFY(read);
            other.load(*read, after);
            QCOMPARE(other.run().startTick, world.run().startTick);
            QCOMPARE(other.run().checkpointsTaken, world.run().checkpointsTaken);
            QCOMPARE(other.heldSlots(), world.heldSlots());
        } else {
            std::vector<Event> events;
            std::vector<std::vector<Item>> items;
            world.snapshotEvents(events, items);
            other.beginSnapshot();
            for (const Event& event : events)
                QCOMPARE(other.take(after, event), Refusal::None);
        }
        QCOMPARE(other.entities().size(), world.entities().size());
        for (const auto& [id, entity] : world.entities())
            QVERIFY(sameEntity(*other.entity(id), entity) || (id == 0 && !entity.placed));
        QCOMPARE(blocksOf(other), blocksOf(world));
    }
}

void TestRecordingWorld::heldSlotsSurvive()
{
    World world;
    world.take(0, SpawnEntity{2, Stray, {}});
    world.take(0, ChangeHeldSlot{0, 3});
    world.take(0, ChangeHeldSlot{2, 5});
    world.beginSnapshot();
    QCOMPARE(world.player().heldSlot, std::uint8_t{3});
    QVERIFY(world.entity(2) == nullptr);
    world.take(10, SpawnEntity{2, Stray, {}});
    QCOMPARE(world.entity(2)->heldSlot, std::uint8_t{5});
    // In mid-stream: who is described anew keeps it, another one does not have it.
    world.take(11, SpawnEntity{2, Stray, {{0.5, 0.0, 0.0}, 0.0F, 0.0F}});
    QCOMPARE(world.entity(2)->heldSlot, std::uint8_t{5});
    world.take(12, SpawnEntity{2, Stray, {{9.0, 0.0, 0.0}, 0.0F, 0.0F}});
    QCOMPARE(world.entity(2)->heldSlot, std::uint8_t{255});
    // Only the snapshot's own tick gives back.
    world.take(12, ChangeHeldSlot{2, 6});
    world.beginSnapshot();
    world.take(20, EntityState{0, 0, 0});
    world.take(21, SpawnEntity{2, Stray, {}});
    QCOMPARE(world.entity(2)->heldSlot, std::uint8_t{255});
}

void TestRecordingWorld::runFields()
{
    World world;
    QCOMPARE(world.snapshot(5, 20).runMs, 0);
    world.take(10, RunStart{});
    QCOMPARE(world.snapshot(31, 20).runMs, 1000);
    QCOMPARE(world.snapshot(31, 10).runMs, 2000);
    world.take(40, CheckpointReached{"spring", 1500});
    world.take(50, CheckpointReset{3, 2000});
    world.take(60, RunEnd{0, 2500});
    QCOMPARE(world.run().checkpointsTaken, 1);
    QCOMPARE(world.run().lastCheckpoint, std::string("spring"));
    QCOMPARE(world.run().resets, 1);
    QCOMPARE(world.run().endTick, std::optional(60));
    world.take(70, RunStart{});
    QVERIFY(!world.run().endTick);
}

void TestRecordingWorld::teleportRule()
{
    const glm::dvec3 here{0.0};
    QVERIFY(!isTeleport(here, {8.0, 0.0, 0.0}, false));
    QVERIFY(isTeleport(here, {0.0, -8.001, 0.0}, false));
    QVERIFY(!isTeleport(here, {0.0, 0.0, 2.0}, true));
    QVERIFY(isTeleport(here, {2.0, 0.1, 0.0}, true));
    QVERIFY(isTeleport(here, {std::nan(""), 0.0, 0.0}, false));
}

} // namespace tst_recording_world

GHOSTLINE_TEST(tst_recording_world, TestRecordingWorld)
#include "tst_recording_world.moc"
