// SPDX-License-Identifier: GPL-3.0-or-later
// Slime, versions 6 to 13, from bytes that the test writes itself.
#include "codecs/recording/worlds/slime_world.h"
#include "model/bytes/byte_sources.h"
#include "tests/codecs/recording/made_world.h"
#include "tests/support/test_driver.h"

#include <QtTest>

namespace tst_worlds_slime {

using namespace ghostline;
using namespace ghostline::recording;
using model::ErrorCode;
using test::Bytes;
using test::MadeSection;
using test::SlimeSpec;
using test::WorldBytes;

namespace {

model::Result<void> read(Bytes bytes, BlockWorld& world, const std::stop_token& stop = {})
{
    return readSlime(model::MemorySource(std::move(bytes), QStringLiteral("/maps/lobby.slime")), world, stop);
}

/// A file of version 12 whose chunks are these bytes.
Bytes withChunks(const Bytes& plain)
{
    const Bytes packed = test::zstdOf(plain);
    return WorldBytes()
        .u8(0xB1)
        .u8(0x0B)
        .u8(12)
        .be(std::int32_t{4082})
        .be(static_cast<std::int32_t>(packed.size()))
        .be(static_cast<std::int32_t>(plain.size()))
        .raw(packed)
        .bytes();
}

} // namespace

class TestWorldsSlime : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void versions_data()
    {
        QTest::addColumn<int>("version");
        QTest::addColumn<int>("game");
        QTest::addColumn<int>("lowest");
        for (int version = 6; version <= 9; ++version) {
            for (const int game : {4, 5, 6, 7})
                QTest::addRow("%d, world %d", version, game) << version << game << 0;
            QTest::addRow("%d, tall", version) << version << 8 << -2;
        }
        for (int version = 10; version <= 13; ++version)
            QTest::addRow("%d", version) << version << 8 << 0;
    }
    void versions()
    {
        QFETCH(int, version);
        QFETCH(int, game);
        QFETCH(int, lowest);
        test::MadeWorld made = test::smallWorld();
        made.lowest = lowest;
        BlockWorld world({});
        const auto got = read(test::slimeFile({.version = version, .game = game, .world = made}), world);
        QVERIFY2(got, got ? "" : qPrintable(got.error().message));
        QCOMPARE(test::blocksOf(world), test::blocksOf(made));
    }

    /// From version 10 on nothing says where the lowest section lies: 24 are the overworld's.
    void theOverworldBeginsBelowZero()
    {
        test::MadeWorld made{-4, {{0, 0, std::vector<std::optional<MadeSection>>(24, std::nullopt), {}}}};
        made.chunks[0].sections[1] = MadeSection{{"minecraft:stone"}, {}};
        BlockWorld world({});
        QVERIFY(read(test::slimeFile({.version = 12, .world = made}), world));
        QCOMPARE(test::blocksOf(world), test::blocksOf(made));
        QVERIFY(world.finish({}).bounds.min == glm::dvec3(0, -48, 0));

        WorldScope scope;
        scope.at = glm::dvec3(0, 64, 0);
        BlockWorld moved(scope);
        QVERIFY(read(test::slimeFile({.version = 12, .world = made}), moved));
        QVERIFY(moved.finish({}).bounds.min == glm::dvec3(0, 16, 0));
    }

    void scope()
    {
        WorldScope scope;
        scope.near.push_back({{48, 0, -60}, {50, 10, -50}, true});
        for (const int version : {9, 13}) {
            BlockWorld world(scope);
            test::MadeWorld made = test::smallWorld();
            made.lowest = 0;
            QVERIFY(read(test::slimeFile({.version = version, .world = made}), world));
            made.chunks.pop_back();
            QCOMPARE(test::blocksOf(world), test::blocksOf(made));
        }
    }

    void noChunks()
    {
        BlockWorld world({});
        QVERIFY(read(test::slimeFile({.version = 9, .world = {}}), world));
        QCOMPARE(world.blockCount(), std::size_t{0});
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
        const auto start = [](int version) { return WorldBytes().u8(0xB1).u8(0x0B).u8(version); };
        row("version 14", start(14).zeros(30).bytes(), ErrorCode::Unsupported, "version 14");
        row("version 5", start(5).zeros(30).bytes(), ErrorCode::Unsupported, "version 5");
        row("before 1.13", start(9).u8(3).zeros(30).bytes(), ErrorCode::Unsupported, "1.13");
        row("a mask beyond the file", start(9).u8(8).zeros(4).be(std::int32_t{-1}).bytes(),
            ErrorCode::Damaged, "mask");
        row("a negative part", start(12).zeros(4).be(std::int32_t{-1}).be(std::int32_t{5}).bytes(),
            ErrorCode::Damaged, "-1 bytes");
        row("a huge part", start(12).zeros(4).be(std::int32_t{0}).be(std::int32_t{2'000'000'000}).bytes(),
            ErrorCode::LimitExceeded, "2000000000");
        row("many chunks", withChunks(WorldBytes().be(std::int32_t{2'000'000'000}).bytes()),
            ErrorCode::Damaged, "2000000000");
        const auto chunk = [] {
            return WorldBytes().be(std::int32_t{1}).be(std::int32_t{0}).be(std::int32_t{0});
        };
        row("far away",
            withChunks(WorldBytes().be(std::int32_t{1}).be(std::int32_t{-2'000'000}).zeros(50).bytes()),
            ErrorCode::Damaged, "outside");
        row("many sections", withChunks(chunk().be(std::int32_t{300}).zeros(9000).bytes()),
            ErrorCode::Damaged, "300 sections");
        row("light of 2", withChunks(chunk().be(std::int32_t{1}).u8(2).zeros(50).bytes()), ErrorCode::Damaged,
            "light");
        row("NBT that ends early",
            withChunks(chunk()
                           .be(std::int32_t{1})
                           .u8(0)
                           .u8(0)
                           .be(std::int32_t{3})
                           .u8(10)
                           .u8(0)
                           .u8(0)
                           .zeros(50)
                           .bytes()),
            ErrorCode::Damaged, "NBT");
        row("more behind", withChunks(WorldBytes().be(std::int32_t{0}).zeros(5).bytes()), ErrorCode::Damaged,
            "follow");
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

    void numbersBeyondThePalette()
    {
        test::MadeWorld made{0, {{0, 0, {MadeSection{{"a", "b"}, std::vector<std::uint16_t>(4096, 2)}}, {}}}};
        for (const auto& [version, game] : {std::pair(8, 5), std::pair(9, 8), std::pair(13, 8)}) {
            BlockWorld world({});
            const auto got = read(test::slimeFile({.version = version, .game = game, .world = made}), world);
            QVERIFY(!got);
            QVERIFY(got.error().message.contains(QLatin1String("number 2 in a palette of 2")));
        }
    }

    void flippedBitsAndCuts()
    {
        test::MadeWorld made = test::smallWorld();
        for (const int version : {7, 11, 13}) {
            const Bytes whole = test::slimeFile({.version = version, .game = 7, .world = made});
            int refused = 0;
            for (std::size_t bit = 0; bit < whole.size() * 8; bit += 7) {
                Bytes bytes = whole;
                bytes[bit / 8] ^= static_cast<std::byte>(1U << bit % 8);
                BlockWorld world({});
                refused += read(std::move(bytes), world) ? 0 : 1;
                BlockWorld other({});
                (void)read({whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(bit / 8)}, other);
            }
            QVERIFY(refused > 50);
        }
    }
};

} // namespace tst_worlds_slime

GHOSTLINE_TEST(tst_worlds_slime, TestWorldsSlime)
#include "tst_worlds_slime.moc"
