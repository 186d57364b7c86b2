// SPDX-License-Identifier: GPL-3.0-or-later
// Polar, every version, from bytes that the test writes itself; what is damaged, too large or of another
// kind.
#include "codecs/recording/worlds/polar_world.h"
#include "codecs/recording/worlds/world_limits.h"
#include "model/bytes/byte_sources.h"
#include "tests/codecs/recording/made_world.h"
#include "tests/support/test_driver.h"

#include <QtTest>

namespace tst_worlds_polar {

using namespace ghostline;
using namespace ghostline::recording;
using model::ErrorCode;
using test::Bytes;
using test::MadeSection;
using test::PolarSpec;
using test::WorldBytes;

namespace {

model::Result<void> read(Bytes bytes, BlockWorld& world, const std::stop_token& stop = {})
{
    return readPolar(model::MemorySource(std::move(bytes), QStringLiteral("/maps/course.polar")), world,
                     stop);
}

/// Header of version 7, uncompressed, and a body of these bytes.
Bytes withBody(const Bytes& body)
{
    const PolarSpec spec{.packed = false, .world = {}};
    return WorldBytes()
        .raw(test::polarHeader(spec, static_cast<std::int32_t>(body.size())))
        .raw(body)
        .bytes();
}

/// The front of a body up to its first chunk's first section.
WorldBytes oneChunk()
{
    WorldBytes out;
    out.u8(0).u8(0).varInt(0).varInt(1).varInt(0).varInt(0).u8(0);
    return out;
}

} // namespace

class TestWorldsPolar : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void versions_data()
    {
        QTest::addColumn<int>("version");
        QTest::addColumn<bool>("packed");
        QTest::addColumn<bool>("light");
        QTest::addColumn<bool>("draft");
        for (int version = 1; version <= 7; ++version) {
            for (const bool packed : {false, true}) {
                for (const bool light : {false, true})
                    QTest::addRow("%d%s%s", version, packed ? ", packed" : "", light ? ", with light" : "")
                        << version << packed << light << false;
            }
        }
        QTest::newRow("of the first release") << 1 << true << true << true;
    }
    void versions()
    {
        QFETCH(int, version);
        QFETCH(bool, packed);
        QFETCH(bool, light);
        QFETCH(bool, draft);
        const test::MadeWorld made = test::smallWorld();
        BlockWorld world({});
        const auto got =
            read(test::polarFile(
                     {.version = version, .draft = draft, .packed = packed, .light = light, .world = made}),
                 world);
        QVERIFY2(got, got ? "" : qPrintable(got.error().message));
        QCOMPARE(test::blocksOf(world), test::blocksOf(made));
        const auto scene = world.finish(QStringLiteral("course.polar"));
        QVERIFY(scene.note.isEmpty());
        QCOMPARE(scene.labels.size(), std::size_t{1});
        QCOMPARE(scene.labels[0].text, QStringLiteral("Checkpoint"));
        QVERIFY(scene.labels[0].position == glm::dvec3(3 * 16 + 5.5, -19, -4 * 16 + 9.5));
    }

    void oldGrass()
    {
        for (const auto& [version, name] :
             {std::pair(5, "minecraft:short_grass"), std::pair(6, "minecraft:grass")}) {
            PolarSpec spec{.version = version, .world = {0, {{0, 0, {MadeSection{{"grass"}, {}}}, {}}}}};
            BlockWorld world({});
            QVERIFY(read(test::polarFile(spec), world));
            QCOMPARE(world.states().size(), std::size_t{1});
            QCOMPARE(world.states()[0], std::string(name));
        }
    }

    /// 11 and 12 bits take as many longs: the palette says which it is.
    void largePalettes()
    {
        for (const std::size_t size : {2U, 3U, 16U, 17U, 1024U, 1025U, 2048U, 2049U, 4096U}) {
            MadeSection section{{}, {}};
            for (std::size_t i = 0; i < size; ++i)
                section.palette.push_back("minecraft:wire[power=" + std::to_string(i) + "]");
            for (std::size_t i = 0; i < BlockWorld::SectionCells; ++i)
                section.numbers.push_back(static_cast<std::uint16_t>((i * 31 + 5) % size));
            const test::MadeWorld made{7, {{-2, 9, {section}, {}}}};
            BlockWorld world({});
            const auto got = read(test::polarFile({.world = made}), world);
            QVERIFY2(got, got ? "" : qPrintable(got.error().message));
            QCOMPARE(test::blocksOf(world), test::blocksOf(made));
        }
    }

    void theLaterOfTwoChunksCounts()
    {
        PolarSpec spec{.world = test::smallWorld()};
        auto& chunks = spec.world.chunks;
        chunks.push_back({3, -4, {MadeSection{{"minecraft:glass"}, {}}, std::nullopt, MadeSection{}}, {}});
        BlockWorld world({});
        QVERIFY(read(test::polarFile(spec), world));
        chunks.erase(chunks.begin());
        QCOMPARE(test::blocksOf(world), test::blocksOf(spec.world));
        QVERIFY(world.finish({}).note.contains(QLatin1String("twice")));
    }

    /// What lies outside the scope is not even asked what it is.
    void scope()
    {
        WorldScope scope;
        scope.near.push_back({{-16, 0, 0}, {-10, 10, 10}, true});
        BlockWorld world(scope);
        PolarSpec spec{.world = test::smallWorld()};
        QVERIFY(read(test::polarFile(spec), world));
        QCOMPARE(world.states().size(), std::size_t{39});
        spec.world.chunks.erase(spec.world.chunks.begin());
        QCOMPARE(test::blocksOf(world), test::blocksOf(spec.world));
        QVERIFY(world.finish({}).labels.empty());
    }

    /// Far more light than blocks, as old saves have it: memory must not follow.
    void muchLight()
    {
        PolarSpec spec{.world = {-4, {}}};
        for (int i = 0; i < 500; ++i)
            spec.world.chunks.push_back(
                {i, 0, std::vector<std::optional<MadeSection>>(24, MadeSection{}), {}});
        spec.world.chunks.back().sections[3] = MadeSection{{"stone"}, {}};
        const Bytes file = test::polarFile(spec);
        QVERIFY(file.size() < 100'000);
        BlockWorld world({});
        QVERIFY(read(file, world));
        QCOMPARE(world.blockCount(), BlockWorld::SectionCells);
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
        const test::MadeWorld made = test::smallWorld();
        for (const int version : {0, -1, 8, 255})
            row(qPrintable(QStringLiteral("version %1").arg(version)),
                test::polarHeader({.version = version, .world = made}, 0), ErrorCode::Unsupported, "version");
        row("compression 2",
            WorldBytes().u8('P').u8('o').u8('l').u8('r').be(std::int16_t{5}).u8(2).u8(0).bytes(),
            ErrorCode::Unsupported, "compression 2");
        row("two gibibytes", test::polarFile({.world = made, .said = 2'000'000'000}),
            ErrorCode::LimitExceeded, "2000000000");
        row("a negative length", test::polarFile({.world = made, .said = -1}), ErrorCode::Damaged, "-1");
        row("too short", test::polarFile({.world = made, .said = 1000}), ErrorCode::LimitExceeded, "1000");
        row("too long", test::polarFile({.world = made, .said = 200'000}), ErrorCode::Damaged, "follow");
        row("too long, plain", test::polarFile({.packed = false, .world = made, .said = 200'000}),
            ErrorCode::Damaged, "200000");
        row("nothing behind the mark", {std::byte{'P'}, std::byte{'o'}, std::byte{'l'}, std::byte{'r'}},
            ErrorCode::Damaged, "header");
        row("sections reversed", withBody(WorldBytes().u8(4).u8(-4).varInt(0).varInt(0).bytes()),
            ErrorCode::Damaged, "4 to -4");
        row("two billion chunks", withBody(WorldBytes().u8(0).u8(0).varInt(0).varInt(2'000'000'000).bytes()),
            ErrorCode::Damaged, "2000000000 chunks");
        row("negative chunks", withBody(WorldBytes().u8(0).u8(0).varInt(0).varInt(-1).bytes()),
            ErrorCode::Damaged, "-1 chunks");
        row("far away",
            withBody(WorldBytes().u8(0).u8(0).varInt(0).varInt(1).varInt(2'000'000).zeros(20).bytes()),
            ErrorCode::Damaged, "outside");
        row("a boolean of 2",
            withBody(
                WorldBytes().u8(0).u8(0).varInt(0).varInt(1).varInt(0).varInt(0).u8(2).zeros(20).bytes()),
            ErrorCode::Damaged, "yes or no");
        WorldBytes five = oneChunk();
        five.varInt(5000).zeros(6000);
        row("a palette of 5000", withBody(five.bytes()), ErrorCode::Damaged, "5000 states");
        row("a name of 1025 bytes",
            withBody(oneChunk().varInt(1).text(std::string(1025, 'a')).zeros(20).bytes()), ErrorCode::Damaged,
            "1025");
        row("too few longs",
            withBody(oneChunk().varInt(2).text("a").text("b").varInt(63).zeros(63 * 8 + 20).bytes()),
            ErrorCode::Damaged, "63 longs");
        row("beyond its palette",
            withBody(oneChunk()
                         .varInt(3)
                         .text("a")
                         .text("b")
                         .text("c")
                         .varInt(128)
                         .be(~std::uint64_t{0})
                         .zeros(127 * 8 + 20)
                         .bytes()),
            ErrorCode::Damaged, "number 3 in a palette of 3");
        row("513 biomes", withBody(oneChunk().varInt(1).text("a").varInt(513).zeros(1000).bytes()),
            ErrorCode::Damaged, "513 biomes");
        row("light of kind 4", withBody(oneChunk().varInt(1).text("a").varInt(0).u8(4).zeros(20).bytes()),
            ErrorCode::Damaged, "light of kind 4");
        row("many block entities",
            withBody(oneChunk().varInt(0).varInt(0).u8(0).u8(0).varInt(1000).zeros(20).bytes()),
            ErrorCode::Damaged, "1000");
        WorldBytes deep = oneChunk();
        deep.varInt(0).varInt(0).u8(0).u8(0).varInt(1).be(std::uint32_t{0}).u8(0).u8(1).u8(10);
        for (int i = 0; i < 600; ++i)
            deep.u8(10).be(std::uint16_t{0});
        row("NBT too deep", withBody(deep.zeros(700).bytes()), ErrorCode::Damaged, "deeper");
        row("more behind the end",
            withBody(WorldBytes().raw(test::polarBody({.world = made})).zeros(3).bytes()), ErrorCode::Damaged,
            "3 bytes follow");
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

    void windowTooLarge()
    {
        // A frame header that asks for a window of 128 MiB.
        const PolarSpec spec{.world = {}};
        const Bytes file = WorldBytes()
                               .raw(test::polarHeader(spec, 1000))
                               .u8(0x28)
                               .u8(0xB5)
                               .u8(0x2F)
                               .u8(0xFD)
                               .u8(0)
                               .u8(0x88)
                               .zeros(20)
                               .bytes();
        BlockWorld world({});
        const auto got = read(file, world);
        QVERIFY(!got);
        QVERIFY2(got.error().message.contains(QLatin1String("zstd")), qPrintable(got.error().message));
    }

    void cutAtEveryByte()
    {
        for (const bool packed : {false, true}) {
            const Bytes whole =
                test::polarFile({.packed = packed, .light = false, .world = test::smallWorld()});
            for (std::size_t size = 4; size < whole.size(); ++size) {
                BlockWorld world({});
                QVERIFY2(!read({whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size)}, world),
                         qPrintable(QString::number(size)));
            }
        }
    }

    /// Another world or a reason, never a crash.
    void flippedBits()
    {
        const Bytes whole = test::polarFile({.packed = false, .light = false, .world = test::smallWorld()});
        int refused = 0;
        for (std::size_t bit = 0; bit < whole.size() * 8; bit += 3) {
            Bytes bytes = whole;
            bytes[bit / 8] ^= static_cast<std::byte>(1U << bit % 8);
            BlockWorld world({});
            const auto got = read(std::move(bytes), world);
            if (!got) {
                ++refused;
                QVERIFY(!got.error().message.isEmpty());
            }
        }
        QVERIFY(refused > 100);
    }

    void stops()
    {
        std::stop_source stop;
        stop.request_stop();
        BlockWorld world({});
        const auto got = read(test::polarFile({.world = test::smallWorld()}), world, stop.get_token());
        QVERIFY(!got);
        QCOMPARE(got.error().code, ErrorCode::Cancelled);
    }
};

} // namespace tst_worlds_polar

GHOSTLINE_TEST(tst_worlds_polar, TestWorldsPolar)
#include "tst_worlds_polar.moc"
