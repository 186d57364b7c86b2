// SPDX-License-Identifier: GPL-3.0-or-later
// Region files that are made to cost more than they hold, and how much is read of them.
#include "codecs/recording/format/limits.h"
#include "codecs/recording/worlds/anvil_chunk.h"
#include "codecs/recording/worlds/anvil_world.h"
#include "codecs/recording/worlds/world_limits.h"
#include "model/bytes/byte_sources.h"
#include "tests/codecs/recording/anvil_builder.h"
#include "tests/support/packed_bytes.h"
#include "tests/support/test_driver.h"

#include <QtTest>

namespace tst_worlds_anvil_limits {

using namespace ghostline;
using namespace ghostline::recording;
using model::ErrorCode;
using test::RegionBuilder;

namespace {

Bytes stoneNbt() { return test::anvilNbt(test::highPlan(1)); }

model::Result<AnvilRegion> open(const QByteArray& bytes)
{
    const auto view = std::as_bytes(std::span(bytes.constData(), static_cast<std::size_t>(bytes.size())));
    return AnvilRegion::open(
        std::make_shared<model::MemorySource>(std::vector<std::byte>(view.begin(), view.end()),
                                              QStringLiteral("r.0.0.mca")),
        {0, 0}, {});
}

} // namespace

class TestWorldsAnvilLimits : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void everySection()
    {
        BlockWorld world{WorldScope()};
        AnvilChunkReader reader(world);
        QVERIFY(reader.read(test::anvilNbt(test::highPlan(256)), {0, 0}, {}));
        QCOMPARE(world.blockCount(), std::size_t{256});
        const auto bounds = world.finish({}).bounds;
        QCOMPARE(bounds.min.y, -2048.0);
        QCOMPARE(bounds.max.y, 127 * 16 + 1.0);
    }

    void noHalfChunkInAFullWorld()
    {
        BlockWorld world{WorldScope()};
        std::array<std::uint16_t, BlockWorld::SectionCells> stones{};
        stones.fill(world.kindOf("minecraft:stone").value());
        for (std::size_t i = 1; i < MaxWorldSections; ++i)
            QVERIFY(world.addSection({1 + static_cast<int>(i), 0, 0}, stones));
        const std::size_t blocks = world.blockCount();
        AnvilChunkReader reader(world);
        const auto second = reader.read(test::anvilNbt(test::highPlan(2)), {0, 0}, {});
        QVERIFY(!second);
        QCOMPARE(second.error().code, ErrorCode::LimitExceeded);
        QCOMPARE(world.blockCount(), blocks);
        QVERIFY(reader.read(test::anvilNbt(test::highPlan(1)), {0, 0}, {})); // for which there is room
        QCOMPARE(world.blockCount(), blocks + 1);
    }

    void stopsWithinAChunk()
    {
        std::stop_source stop;
        stop.request_stop();
        BlockWorld world{WorldScope()};
        AnvilChunkReader reader(world);
        const auto read = reader.read(stoneNbt(), {0, 0}, stop.get_token());
        QVERIFY(!read);
        QCOMPARE(read.error().code, ErrorCode::Cancelled);
        QCOMPARE(world.blockCount(), std::size_t{0});
    }

    /// Entries that point to one piece of data, which is unpacked for each.
    void oneBombManyTimes()
    {
        const Bytes good = stoneNbt();
        Bytes large = good;
        large.resize((16U << 20) - 1024); // what follows the root is nobody's
        RegionBuilder region;
        region.put({31, 31}, 2, test::zlibOf(large)).put({0, 0}, 3, good);
        for (int i = 1; i < 80; ++i)
            region.point({i % 32, i / 32}, region.entryOf({31, 31}));
        const auto opened = open(region.bytes());
        QVERIFY(opened);
        BlockWorld world{WorldScope()};
        QVERIFY(readRegions(std::span(&*opened, 1), world, {}));
        QCOMPARE(world.blockCount(), std::size_t{1 + 64});
        const auto scene = world.finish({});
        QVERIFY(scene.grids.at(0)->at({0, -2048, 0}) != nullptr); // the nearest came first
        QVERIFY2(scene.note.contains(QLatin1String("only 65 chunks are shown, the nearest first: they unpack "
                                                   "to more than the 1073741824 bytes")),
                 qPrintable(scene.note));
    }

    /// Work that was for nothing counts, too.
    void bytesSpent_data()
    {
        QTest::addColumn<int>("kind");
        QTest::addColumn<int>("size"); ///< unpacked
        QTest::addColumn<int>("cut");  ///< packed bytes that are missing
        QTest::addColumn<quint64>("least");
        constexpr int Most = 16 << 20;
        QTest::newRow("plain") << 3 << 5000 << 0 << quint64{5000};
        for (const int kind : {1, 2, 4})
            QTest::addRow("%d, sound", kind) << kind << Most << 0 << quint64{Most};
        for (const int kind : {1, 2})
            QTest::addRow("%d, cut", kind) << kind << Most << 4 << quint64{Most};
        QTest::newRow("4, cut") << 4 << Most << 21 << quint64{Most / 2};
        for (const int kind : {1, 2, 4})
            QTest::addRow("%d, too large", kind) << kind << Most + (1 << 20) << 0 << quint64{Most / 2};
    }
    void bytesSpent()
    {
        QFETCH(int, kind);
        QFETCH(int, size);
        QFETCH(int, cut);
        QFETCH(quint64, least);
        const auto number = static_cast<unsigned>(kind);
        Bytes packed = test::packedAs(number, Bytes(static_cast<std::size_t>(size)));
        packed.resize(packed.size() - static_cast<std::size_t>(cut));
        const auto region = open(RegionBuilder().put({0, 0}, number, packed).bytes());
        QVERIFY(region);
        std::uint64_t spent = 0;
        QCOMPARE(region->read(0, {}, spent).has_value(), cut == 0 && size <= 16 << 20);
        QVERIFY2(spent >= least && spent <= MaxUnpackedChunk, qPrintable(QString::number(spent)));
        const std::uint64_t once = spent;
        (void)region->read(0, {}, spent);
        QCOMPARE(spent, 2 * once);
    }
};

} // namespace tst_worlds_anvil_limits

GHOSTLINE_TEST(tst_worlds_anvil_limits, TestWorldsAnvilLimits)
#include "tst_worlds_anvil_limits.moc"
