// SPDX-License-Identifier: GPL-3.0-or-later
// Litematics that the test writes itself: signs of sizes, packing, order of regions and of fields, limits.
#include "codecs/recording/worlds/nbt_piece.h"
#include "model/bytes/byte_sources.h"
#include "tests/codecs/recording/made_world.h"
#include "tests/support/test_driver.h"

#include <QtTest>

namespace tst_worlds_litematic {

using namespace ghostline;
using namespace ghostline::recording;
using io::NbtCompound;
using model::ErrorCode;
using test::Bytes;
using test::LitematicRegion;

namespace {

model::Result<void> read(Bytes bytes, BlockWorld& world)
{
    return readNbtPiece(model::MemorySource(std::move(bytes), QStringLiteral("/maps/door.litematic")), world,
                        {});
}

Bytes fileOf(int version, const std::vector<LitematicRegion>& regions)
{
    return test::gzipOf(test::nbtBytes(test::litematicTree(version, regions)));
}

/// Numbers that leave no two cells alike in a row.
std::vector<std::uint16_t> numbers(std::size_t count, std::size_t palette)
{
    std::vector<std::uint16_t> out;
    out.reserve(count);
    for (std::size_t i = 0; i < count; ++i)
        out.push_back(static_cast<std::uint16_t>((i * 5 + i / 7) % palette));
    return out;
}

} // namespace

class TestWorldsLitematic : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void regions_data()
    {
        QTest::addColumn<int>("version");
        QTest::addColumn<int>("palette");
        QTest::addColumn<bool>("negative");
        QTest::addColumn<bool>("dataFirst");
        for (int version = 1; version <= 7; ++version)
            QTest::addRow("version %d", version) << version << 5 << false << false;
        for (const int palette : {2, 4, 5, 17, 300, 1025, 2049})
            QTest::addRow("palette of %d", palette) << 6 << palette << false << false;
        QTest::newRow("negative sizes") << 6 << 9 << true << false;
        QTest::newRow("blocks first") << 7 << 9 << false << true;
    }
    void regions()
    {
        QFETCH(int, version);
        QFETCH(int, palette);
        QFETCH(bool, negative);
        QFETCH(bool, dataFirst);
        const glm::ivec3 size{35, 9, 21};
        LitematicRegion region{{-7, 30, 12}, negative ? glm::ivec3(-35, 9, -21) : size, {}, {}, dataFirst};
        region.palette = {"minecraft:air"};
        for (int i = 1; i < palette; ++i)
            region.palette.push_back("minecraft:wire[a=" + std::to_string(i) + ",b=1]");
        region.numbers = numbers(std::size_t{35} * 9 * 21, region.palette.size());
        const glm::ivec3 low = negative ? glm::ivec3(-7 - 34, 30, 12 - 20) : region.position;
        test::Blocks want;
        for (int i = 0; i < size.x * size.y * size.z; ++i) {
            const std::uint16_t number = region.numbers[static_cast<std::size_t>(i)];
            if (number != 0)
                want[{low.x + i % size.x, low.y + i / (size.x * size.z), low.z + i / size.x % size.z}] =
                    region.palette[number];
        }
        BlockWorld world({});
        const auto got = read(fileOf(version, {region}), world);
        QVERIFY2(got, got ? "" : qPrintable(got.error().message));
        QVERIFY(test::blocksOf(world) == want);
        QVERIFY(world.finish({}).note.contains(QLatin1String("0, 0, 0")));
    }

    /// Of two regions that overlap the later one counts, its air does not.
    void overlapping()
    {
        const LitematicRegion first{{0, 0, 0}, {4, 1, 1}, {"minecraft:air", "minecraft:stone"}, {1, 1, 0, 1}};
        const LitematicRegion second{{1, 0, 0}, {3, 1, 1}, {"minecraft:air", "minecraft:glass"}, {1, 0, 0}};
        BlockWorld world({});
        QVERIFY(read(fileOf(6, {first, second}), world));
        const test::Blocks want{
            {{0, 0, 0}, "minecraft:stone"}, {{1, 0, 0}, "minecraft:glass"}, {{3, 0, 0}, "minecraft:stone"}};
        QVERIFY(test::blocksOf(world) == want);
    }

    void placedByTheUser()
    {
        WorldScope scope;
        scope.at = glm::dvec3(100, 64, -20);
        scope.near.push_back({{100, 0, -20}, {101, 100, -19}, true});
        BlockWorld world(scope);
        const LitematicRegion region{
            {0, 0, 0}, {40, 1, 1}, {"minecraft:air", "minecraft:stone"}, std::vector<std::uint16_t>(40, 1)};
        QVERIFY(read(fileOf(6, {region}), world));
        const auto scene = world.finish(QStringLiteral("door.litematic"));
        QVERIFY(scene.note.isEmpty());
        QVERIFY(scene.bounds.min == glm::dvec3(100, 64, -20));
        QVERIFY(scene.bounds.max == glm::dvec3(116, 65, -19)); // the one column of sections that is wanted
    }

    void refusals_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<int>("code");
        QTest::addColumn<QString>("says");
        const auto row = [](const char* name, const Bytes& bytes, ErrorCode code, const char* says) {
            QTest::newRow(name) << QByteArray(reinterpret_cast<const char*>(bytes.data()),
                                              static_cast<qsizetype>(bytes.size()))
                                << int(code) << QString::fromLatin1(says);
        };
        const LitematicRegion good{
            {0, 0, 0}, {4, 4, 4}, {"minecraft:air", "minecraft:stone"}, std::vector<std::uint16_t>(64, 1)};
        for (const int version : {0, 8})
            row(qPrintable(QStringLiteral("version %1").arg(version)), fileOf(version, {good}),
                ErrorCode::Unsupported, "version");
        LitematicRegion bad = good;
        bad.size = {5, 4, 4};
        row("too few longs", fileOf(6, {bad}), ErrorCode::Damaged, "2 longs for 80 blocks");
        bad.size = {-2'000'000'000, 2'000'000'000, 2'000'000'000};
        row("huge", fileOf(6, {bad}), ErrorCode::LimitExceeded, "more than");
        bad.size = good.size;
        bad.position = {2'100'000'000, 0, 0};
        row("far away", fileOf(6, {bad}), ErrorCode::Damaged, "outside");
        bad = good;
        bad.numbers[5] = 3;
        row("beyond its palette", fileOf(6, {bad}), ErrorCode::Damaged, "number 3 in a palette of 2");
        bad = good;
        bad.palette.clear();
        row("no palette", fileOf(6, {bad}), ErrorCode::Damaged, "no palette");
        NbtCompound bare;
        NbtCompound inner;
        inner.set(QStringLiteral("a"), NbtCompound());
        bare.set(QStringLiteral("Version"), std::int32_t{6});
        bare.set(QStringLiteral("Regions"), inner);
        row("an empty region", test::nbtBytes(bare), ErrorCode::Damaged, "no position");
        row("many regions",
            fileOf(6, std::vector<LitematicRegion>(1025, LitematicRegion{{}, {1, 1, 1}, {"a"}, {0}})),
            ErrorCode::Damaged, "1024 regions");
        NbtCompound structure;
        for (const char* name : {"size", "palette", "blocks"})
            structure.set(QString::fromLatin1(name), io::NbtList());
        row("a structure", test::gzipOf(test::nbtBytes(structure)), ErrorCode::Unsupported, "structure");
        Bytes more = test::nbtBytes(test::litematicTree(6, {good}));
        more.push_back(std::byte{1});
        row("more behind the tree", more, ErrorCode::Damaged, "follow");
    }
    void refusals()
    {
        QFETCH(QByteArray, bytes);
        const auto view = std::as_bytes(std::span(bytes.constData(), static_cast<std::size_t>(bytes.size())));
        BlockWorld world({});
        const auto got = read({view.begin(), view.end()}, world);
        QVERIFY(!got);
        QFETCH(QString, says);
        QVERIFY2(got.error().message.contains(says), qPrintable(got.error().message));
        QTEST(int(got.error().code), "code");
    }

    void cutAndFlipped()
    {
        const LitematicRegion region{
            {0, 0, 0}, {5, 4, 3}, {"minecraft:air", "a", "b", "c", "d"}, numbers(60, 5)};
        const Bytes whole = test::nbtBytes(test::litematicTree(6, {region}));
        for (std::size_t size = 0; size < whole.size(); ++size) {
            BlockWorld world({});
            QVERIFY(!read({whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size)}, world));
            for (unsigned bit = 0; bit < 8; ++bit) {
                Bytes bytes = whole;
                bytes[size] ^= static_cast<std::byte>(1U << bit);
                BlockWorld other({});
                (void)read(std::move(bytes), other);
            }
        }
    }
};

} // namespace tst_worlds_litematic

GHOSTLINE_TEST(tst_worlds_litematic, TestWorldsLitematic)
#include "tst_worlds_litematic.moc"
