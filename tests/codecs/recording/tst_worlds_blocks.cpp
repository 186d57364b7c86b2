// SPDX-License-Identifier: GPL-3.0-or-later
// What becomes of blocks that were read: numbers, scope, what nobody can see, the caps; and packed numbers.
#include "codecs/recording/worlds/packed_longs.h"
#include "codecs/recording/worlds/section_store.h"
#include "codecs/recording/worlds/world_limits.h"
#include "tests/codecs/recording/made_world.h"
#include "tests/support/test_driver.h"

#include <QtTest>

#include <random>
#include <set>

namespace tst_worlds_blocks {

using namespace ghostline;
using namespace ghostline::recording;
using Kinds = std::array<std::uint16_t, BlockWorld::SectionCells>;

namespace {

Kinds allOf(std::uint16_t kind)
{
    Kinds kinds;
    kinds.fill(kind);
    return kinds;
}

std::uint16_t number(BlockWorld& world, const char* state)
{
    return world.kindOf(state).value_or(BlockWorld::Air);
}

std::size_t cellsOf(const model::SceneDescription& scene)
{
    return scene.grids.empty() ? 0 : scene.grids[0]->cellCount();
}

} // namespace

class TestWorldsBlocks : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void numbers()
    {
        BlockWorld world({});
        QCOMPARE(number(world, "minecraft:air"), BlockWorld::Air);
        QCOMPARE(number(world, "cave_air"), BlockWorld::Air);
        QCOMPARE(number(world, "stone"), std::uint16_t{0});
        QCOMPARE(number(world, "minecraft:stone"), std::uint16_t{0});
        QCOMPARE(number(world, "minecraft:oak_slab[type=top,a=1]"), std::uint16_t{1});
        QCOMPARE(number(world, "minecraft:oak_slab[a=1,type=top]"), std::uint16_t{1});
        QCOMPARE(world.states(),
                 (std::vector<std::string>{"minecraft:stone", "minecraft:oak_slab[a=1,type=top]"}));
        QVERIFY(!world.kindOf(""));
        QVERIFY(!world.kindOf(std::string(MaxStateName + 1, 'a')));
        for (std::size_t i = 2; i < MaxWorldStates; ++i)
            QVERIFY(world.kindOf("a:" + std::to_string(i)));
        QCOMPARE(world.kindOf("a:one_more").error().code, model::ErrorCode::LimitExceeded);
        QCOMPARE(number(world, "a:70"), std::uint16_t{70});
    }

    /// Empty, uniform, sparse and dense sections come back as they were put.
    void storing()
    {
        std::mt19937 random(7);
        BlockWorld world({});
        std::map<int, Kinds> want;
        for (const unsigned fill : {0U, 9U, 900U, 1999U, 2001U, 3000U, 4096U}) {
            const int at = static_cast<int>(want.size());
            Kinds kinds = allOf(BlockWorld::Air);
            for (std::size_t i = 0; i < kinds.size(); ++i) {
                if (random() % 4096 < fill)
                    kinds[i] = static_cast<std::uint16_t>(random() % 50);
            }
            want[at] = kinds;
            QVERIFY(world.addSection({at, -at, 3}, kinds));
        }
        want[20] = allOf(4);
        QVERIFY(world.addSection({20, -20, 3}, want[20]));
        std::size_t seen = 0;
        world.forEachSection([&](const glm::ivec3& at, BlockWorld::SectionKinds kinds) {
            ++seen;
            QVERIFY(std::equal(kinds.begin(), kinds.end(), want[at.x].begin()));
        });
        QCOMPARE(seen, want.size() - 1); // without the empty one

        const std::size_t before = world.blockCount();
        QVERIFY(world.addSection({20, -20, 3}, allOf(BlockWorld::Air), true));
        QCOMPARE(world.blockCount(), before);
        Kinds one = allOf(BlockWorld::Air);
        one[77] = 9;
        QVERIFY(world.addSection({20, -20, 3}, one, true));
        QCOMPARE(world.blockCount(), before);
        QVERIFY(world.addSection({20, -20, 3}, one));
        QCOMPARE(world.blockCount(), before - 4095);
        QVERIFY(world.addSection({20, -20, 3}, allOf(BlockWorld::Air)));
        QCOMPARE(world.blockCount(), before - 4096);
    }

    /// A cube of 2 x 2 x 2 sections of stone: its shell stays.
    void enclosed()
    {
        for (const bool edited : {false, true}) {
            WorldScope scope;
            if (edited)
                scope.edited = {{1, 0, 0}};
            BlockWorld world(scope);
            const std::uint16_t stone = number(world, "minecraft:stone");
            for (int i = 0; i < 8; ++i)
                QVERIFY(world.addSection({i & 1, i >> 1 & 1, i >> 2}, allOf(stone)));
            const auto scene = world.finish(QStringLiteral("cube"));
            const std::size_t shell = 32 * 32 * 32 - 30 * 30 * 30;
            // The edited one and its three neighbours here are whole, which is 15 cubed more of each.
            QCOMPARE(cellsOf(scene), shell + (edited ? 4 * 15 * 15 * 15 : 0));
            QVERIFY(scene.bounds.min == glm::dvec3(0) && scene.bounds.max == glm::dvec3(32));
            QVERIFY(scene.grids[0]->at({15, 15, 15}) == nullptr || edited);
            QVERIFY(scene.grids[0]->at({31, 5, 5}) != nullptr);
            QCOMPARE(scene.groundHeight, 0.0);
        }
    }

    /// Compared cell by cell with what the words say.
    void enclosedAtRandom()
    {
        std::mt19937 random(11);
        SectionStore store;
        const std::vector<KindSight> sights{{true, true}, {true, false}, {false, false}};
        std::map<std::tuple<int, int, int>, std::uint16_t> all;
        for (int s = 0; s < 12; ++s) {
            if (s == 5)
                continue;
            const glm::ivec3 at{s % 3 - 1, s / 3 % 2, s / 6};
            Kinds kinds;
            for (std::size_t i = 0; i < kinds.size(); ++i) {
                const auto dice = random() % 20;
                kinds[i] = dice < 17 ? 0 : dice < 18 ? 1 : dice < 19 ? 2 : SectionStore::Empty;
                const glm::ivec3 cell = model::gridCellAt(at, static_cast<std::uint16_t>(i));
                all[{cell.x, cell.y, cell.z}] = kinds[i];
            }
            store.put(at, kinds);
        }
        const auto opaque = [&all](int x, int y, int z) {
            const auto found = all.find({x, y, z});
            return found != all.end() && found->second == 0;
        };
        std::set<std::tuple<int, int, int>> want;
        for (const auto& [place, kind] : all) {
            const auto& [x, y, z] = place;
            const bool hidden = opaque(x - 1, y, z) && opaque(x + 1, y, z) && opaque(x, y - 1, z) &&
                                opaque(x, y + 1, z) && opaque(x, y, z - 1) && opaque(x, y, z + 1);
            if (kind < 2 && !hidden)
                want.insert(place);
        }
        const auto visible = store.takeVisible(
            sights, [](const glm::ivec3&) { return false; }, 1'000'000);
        std::set<std::tuple<int, int, int>> got;
        for (std::size_t i = 0; i < visible.sections.size(); ++i) {
            const model::GridSection& section = *visible.sections[i];
            QVERIFY(i == 0 || model::gridOrder(visible.sections[i - 1]->at, section.at));
            for (const model::GridCell& cell : section.cells) {
                const glm::ivec3 at = model::gridCellAt(section.at, cell.place);
                got.insert({at.x, at.y, at.z});
            }
        }
        QVERIFY(got == want);
        QCOMPARE(store.size(), std::size_t{0});
    }

    void tooManyToShow()
    {
        SectionStore store;
        for (int y = 0; y < 5; ++y)
            store.put({0, y, 0}, allOf(0));
        const std::vector<KindSight> sights{{true, false}};
        const auto visible = store.takeVisible(
            sights, [](const glm::ivec3&) { return false; }, 10'000);
        QCOMPARE(visible.sections.size(), std::size_t{2});
        QCOMPARE(visible.sections[0]->at.y, 3); // what lies lowest is left out
        QCOMPARE(visible.leftOut, std::size_t{3 * 4096});
    }

    void tooManyToRead()
    {
        BlockWorld world({});
        Kinds kinds = allOf(1);
        kinds[0] = 2;
        model::Result<void> added;
        int sections = 0;
        for (; added && sections < 100'000; ++sections)
            added = world.addSection({sections, 0, 0}, kinds);
        QVERIFY(!added);
        QCOMPARE(added.error().code, model::ErrorCode::LimitExceeded);
        QVERIFY(world.blockCount() > MaxWorldCells);
    }

    void scopeOfColumns()
    {
        WorldScope scope;
        QVERIFY(scope.wants(-1000, 1000));
        scope.near.push_back({{-20, 0, 31.5}, {-16, 0, 40}, true});
        scope.near.push_back({{1000, 0, 0}, {1001, 0, 1}, false}); // says nothing
        QVERIFY(scope.wants(-2, 1) && scope.wants(-2, 2) && scope.wants(-1, 2));
        QVERIFY(!scope.wants(0, 2) && !scope.wants(-3, 2) && !scope.wants(-2, 0) && !scope.wants(-2, 3));
        QVERIFY(!scope.wants(62, 0));
        const WorldScope moved = scope.seenFrom({-32, 0, 0});
        QVERIFY(moved.wants(0, 2) && !moved.wants(-2, 2));
    }

    /// A piece that does not lie on the world's sections: an edited one touches up to eight of its own.
    void editedSeenFromElsewhere()
    {
        WorldScope scope;
        scope.edited = {{0, 0, 0}};
        QCOMPARE(scope.seenFrom({16, -32, 0}).edited, (std::vector<glm::ivec3>{{-1, 2, 0}}));
        const WorldScope moved = scope.seenFrom({3, 0, -5});
        QCOMPARE(moved.edited, (std::vector<glm::ivec3>{{-1, 0, 0}, {0, 0, 0}, {-1, 0, 1}, {0, 0, 1}}));
        QVERIFY(moved.isEdited({-1, 0, 1}) && !moved.isEdited({1, 0, 0}));
    }

    void notesAndLabels()
    {
        WorldScope scope;
        scope.near.push_back({{0, 0, 0}, {5, 5, 5}, true});
        BlockWorld world(scope);
        world.setOrigin({-100, 0, 0});
        world.note(QStringLiteral("one"));
        world.note(QStringLiteral("one"));
        world.note(QStringLiteral("two"));
        world.label({100.5, 1, 0.5}, QStringLiteral("Finish"));
        world.label({0.5, 1, 0.5}, QStringLiteral("elsewhere"));
        const auto scene = world.finish(QStringLiteral("empty"));
        QVERIFY(scene.grids.empty() && !scene.bounds.valid);
        QCOMPARE(scene.note, QStringLiteral("empty holds no block near what is recorded; one; two"));
        QCOMPARE(scene.labels.size(), std::size_t{1});
        QVERIFY(scene.labels[0].position == glm::dvec3(0.5, 1, 0.5));
    }

    void packedNumbers_data()
    {
        QTest::addColumn<int>("bits");
        QTest::addColumn<int>("paddedLongs"); ///< of a section
        int bits = 0;
        for (const int longs :
             {64, 128, 196, 256, 342, 410, 456, 512, 586, 683, 820, 820, 1024, 1024, 1024, 1024})
            QTest::addRow("%d bits", ++bits) << bits << longs;
    }
    void packedNumbers()
    {
        QFETCH(int, bits);
        QFETCH(int, paddedLongs);
        QCOMPARE(packedLongs(4096, bits, Packing::Padded), static_cast<std::size_t>(paddedLongs));
        QCOMPARE(packedLongs(4096, bits, Packing::Tight), static_cast<std::size_t>(bits) * 64);
        std::mt19937 random(static_cast<unsigned>(bits));
        for (const std::size_t count :
             {std::size_t{1}, std::size_t{63}, std::size_t{100}, std::size_t{4096}}) {
            for (const Packing packing : {Packing::Padded, Packing::Tight}) {
                std::vector<std::uint16_t> want;
                for (std::size_t i = 0; i < count; ++i)
                    want.push_back(static_cast<std::uint16_t>(random() % (1U << bits)));
                const auto longs = test::packNumbers(want, bits, packing == Packing::Tight);
                QCOMPARE(longs.size(), packedLongs(count, bits, packing));
                const test::Bytes bytes = test::WorldBytes().longs(longs).bytes();
                std::vector<std::uint16_t> got(count);
                QVERIFY(unpackNumbers(bytes, bits, packing, got));
                QCOMPARE(got, want);
                QVERIFY(!unpackNumbers(std::span(bytes).first(bytes.size() - 1), bits, packing, got));
            }
        }
    }

    void bitsOfPalettes()
    {
        for (const auto& [size, least, bits] :
             {std::tuple(0U, 1, 1), std::tuple(1U, 0, 0), std::tuple(2U, 1, 1), std::tuple(3U, 1, 2),
              std::tuple(16U, 4, 4), std::tuple(17U, 4, 5), std::tuple(4096U, 4, 12),
              std::tuple(4097U, 2, 13)})
            QCOMPARE(bitsFor(size, least), bits);
        std::array<std::uint16_t, 1> out{};
        const test::Bytes bytes(800);
        QVERIFY(!unpackNumbers(bytes, 0, Packing::Padded, out) &&
                !unpackNumbers(bytes, 17, Packing::Tight, out));
        QCOMPARE(packedLongs(0, 5, Packing::Tight), std::size_t{0});
        QCOMPARE(packedLongs(std::size_t{1} << 62, 16, Packing::Tight), std::size_t{1} << 60);
    }
};

} // namespace tst_worlds_blocks

GHOSTLINE_TEST(tst_worlds_blocks, TestWorldsBlocks)
#include "tst_worlds_blocks.moc"
