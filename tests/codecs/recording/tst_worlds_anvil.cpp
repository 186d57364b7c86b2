// SPDX-License-Identifier: GPL-3.0-or-later
// Region files that the test writes itself: layouts, compressions, damage, what is read of a large world.
#include "codecs/io/lz4_blocks.h"
#include "codecs/recording/format/limits.h"
#include "codecs/recording/worlds/anvil_folder.h"
#include "codecs/recording/worlds/world_file.h"
#include "tests/codecs/recording/anvil_builder.h"
#include "tests/support/test_driver.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

namespace tst_worlds_anvil {

using namespace ghostline;
using namespace ghostline::recording;
using model::ErrorCode;
using test::AnvilPlan;
using test::oneBlock;
using test::RegionBuilder;

namespace {

const QString Stone = QStringLiteral("minecraft:stone");

/// A folder of regions that is read into a world.
class Folder
{
public:
    QString path(const QString& name = {}) const { return m_folder.filePath(name); }
    void write(const QString& name, const QByteArray& bytes) const
    {
        QDir().mkpath(QFileInfo(path(name)).path());
        QFile file(path(name));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size());
    }
    void write(const QByteArray& region) const { write(QStringLiteral("region/r.0.0.mca"), region); }
    model::Result<void> read(BlockWorld& world, const QString& name = {}) const
    {
        return readAnvil(path(name), world, {});
    }

private:
    QTemporaryDir m_folder;
};

struct Shown
{
    std::size_t blocks = 0;
    QString note;
    QString error;
    ErrorCode code = ErrorCode::Damaged;
    model::SceneDescription scene;

    QString state(const glm::ivec3& cell) const
    {
        const model::GridKind* const kind = scene.grids.empty() ? nullptr : scene.grids[0]->at(cell);
        return kind == nullptr ? QString() : kind->name;
    }
};

Shown shown(const QString& path, WorldScope scope = {})
{
    Shown out;
    BlockWorld world(std::move(scope));
    const auto read = readAnvil(path, world, {});
    if (!read) {
        out.error = read.error().message;
        out.code = read.error().code;
        return out;
    }
    out.blocks = world.blockCount();
    out.scene = world.finish(QStringLiteral("world"));
    out.note = out.scene.note;
    return out;
}

Shown shown(const QByteArray& region)
{
    const Folder folder;
    folder.write(region);
    return shown(folder.path());
}

WorldScope keeping(const glm::ivec3& section)
{
    WorldScope scope;
    scope.edited = {section};
    return scope;
}

AnvilPlan planOf(const QString& state, int dataVersion = 3955)
{
    AnvilPlan plan;
    plan.dataVersion = dataVersion;
    plan.sections = {oneBlock(0, state)};
    return plan;
}

QStringList manyStates(int count)
{
    QStringList states{QStringLiteral("minecraft:air")};
    for (int i = 1; i < count; ++i)
        states << QStringLiteral("minecraft:note_block[instrument=harp,note=%1,powered=false]").arg(i);
    return states;
}

model::Bounds boxOf(const glm::dvec3& low, const glm::dvec3& high)
{
    model::Bounds box;
    box.include(low);
    box.include(high);
    return box;
}

} // namespace

class TestWorldsAnvil : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void layouts_data()
    {
        QTest::addColumn<int>("dataVersion");
        QTest::addColumn<int>("states");
        for (const int version : {1451, 1519, 2230, 2528, 2529, 2730, 2833, 2834, 2843, 2844, 3955, 4786}) {
            for (const int states : {1, 2, 17, 33})
                QTest::addRow("%d, %d states", version, states) << version << states;
        }
        // 11 and 12 bits have as many longs.
        for (const int states : {1024, 1025, 2048, 2049, 4096})
            QTest::addRow("%d states", states) << 3955 << states;
        QTest::newRow("tight, 1025 states") << 1519 << 1025;
    }
    void layouts()
    {
        QFETCH(int, dataVersion);
        QFETCH(int, states);
        AnvilPlan plan;
        plan.dataVersion = dataVersion;
        QStringList palette = manyStates(states);
        if (states == 1)
            palette = QStringList{Stone};
        const auto cells = test::everyState(static_cast<std::size_t>(states));
        const bool implied = states == 1 && dataVersion >= 2834;
        plan.sections = {{-1, {}, {}}, {3, palette, implied ? std::vector<std::uint16_t>() : cells}};
        const Folder folder;
        folder.write(RegionBuilder().put({5, 7}, plan).bytes());
        const Shown world = shown(folder.path(), keeping({5, 3, 7}));
        QCOMPARE(world.error, QString());
        for (std::size_t i = 0; i < cells.size(); ++i) {
            const auto place = static_cast<std::uint16_t>(i);
            const QString& state = palette[cells[i]];
            const QString found = world.state(model::gridCellAt({5, 3, 7}, place));
            if (found != (state == QLatin1String("minecraft:air") ? QString() : state))
                QFAIL(qPrintable(QStringLiteral("cell %1: %2, not %3").arg(i).arg(found, state)));
        }
    }

    void names()
    {
        AnvilPlan plan = planOf(QStringLiteral("oak_stairs[half=top,facing=north]"));
        const Shown world = shown(RegionBuilder().put({0, 0}, plan).bytes());
        QCOMPARE(world.blocks, std::size_t{1});
        QCOMPARE(world.state({0, 0, 0}), QStringLiteral("minecraft:oak_stairs[facing=north,half=top]"));
    }

    void compressions_data()
    {
        QTest::addColumn<int>("kind");
        QTest::addColumn<bool>("outside");
        for (const int kind : {1, 2, 3, 4}) {
            QTest::addRow("%d", kind) << kind << false;
            QTest::addRow("%d, in a file of its own", kind) << kind << true;
        }
    }
    void compressions()
    {
        QFETCH(int, kind);
        QFETCH(bool, outside);
        const auto number = static_cast<unsigned>(kind);
        Bytes packed = test::packedAs(number, test::anvilNbt(planOf(Stone)));
        if (kind != 3)
            packed.insert(packed.end(), 4, std::byte{}); // as some writers leave them behind the data
        const Folder folder;
        folder.write(outside ? RegionBuilder().put({0, 0}, number | 0x80, {}).bytes()
                             : RegionBuilder().put({0, 0}, number, packed).bytes());
        if (outside)
            folder.write(QStringLiteral("region/c.0.0.mcc"),
                         QByteArray(reinterpret_cast<const char*>(packed.data()),
                                    static_cast<qsizetype>(packed.size())));
        const Shown world = shown(folder.path());
        QCOMPARE(world.error, QString());
        QCOMPARE(world.note, QString());
        QCOMPARE(world.state({0, 0, 0}), Stone);
    }

    void lz4Blocks_data()
    {
        QTest::addColumn<int>("at"); // byte that is changed; -1: none
        QTest::addColumn<QString>("why");
        QTest::newRow("whole") << -1 << QString();
        QTest::newRow("mark") << 0 << QStringLiteral("does not begin as one");
        QTest::newRow("method") << 8 << QStringLiteral("method");
        QTest::newRow("packed length") << 12 << QStringLiteral("are left");
        QTest::newRow("plain length") << 16 << QStringLiteral("says");
        QTest::newRow("checksum") << 17 << QStringLiteral("checksum");
    }
    void lz4Blocks()
    {
        QFETCH(int, at);
        QFETCH(QString, why);
        Bytes data(100'000);
        for (std::size_t i = 0; i < data.size(); ++i)
            data[i] = static_cast<std::byte>(i * i / 7);
        for (const bool raw : {false, true}) {
            Bytes packed = test::packLz4Blocks(data, 40'000, raw);
            if (at >= 0)
                packed[static_cast<std::size_t>(at)] ^= std::byte{0x70};
            const auto back = io::unpackLz4Blocks(packed, data.size(), 1000);
            if (at < 0) {
                QVERIFY(back && *back == data);
                QCOMPARE(io::unpackLz4Blocks(packed, data.size() - 1).error().code, ErrorCode::LimitExceeded);
                packed.resize(packed.size() - 1);
                QVERIFY(!io::unpackLz4Blocks(packed, data.size()));
                continue;
            }
            QVERIFY(!back);
            QVERIFY2(back.error().message.contains(why) &&
                         back.error().message.contains(QLatin1String("1000")),
                     qPrintable(back.error().message));
        }
    }

    /// Figures that another program worked out.
    void hash()
    {
        Bytes row(37);
        for (std::size_t i = 0; i < row.size(); ++i)
            row[i] = static_cast<std::byte>(i);
        const Bytes abc{std::byte{'a'}, std::byte{'b'}, std::byte{'c'}};
        QCOMPARE(io::xxHash32({}, 0), 0x02CC5D05U);
        QCOMPARE(io::xxHash32(abc, 0), 0x32D153FFU);
        QCOMPARE(io::xxHash32(abc, 0x9747B28C), 0x4D4CB222U);
        QCOMPARE(io::xxHash32(row, 0x9747B28C), 0xD05C2B3BU);
    }

    void damage_data()
    {
        QTest::addColumn<QByteArray>("region");
        QTest::addColumn<QString>("why");
        const auto row = [](const char* name, RegionBuilder region, const char* why) {
            // A sound chunk beside the bad one stays.
            region.put({9, 9}, planOf(Stone));
            QTest::newRow(name) << region.bytes() << QString(QLatin1String(why));
        };
        const auto chunk = [](const Bytes& nbt) { return RegionBuilder().put({0, 0}, 2, test::zlibOf(nbt)); };
        const Bytes good = test::anvilNbt(planOf(Stone));
        row("sector in the table", RegionBuilder().point({0, 0}, 1 << 8 | 1), "sector 1 ");
        row("sector behind the end", RegionBuilder().point({0, 0}, 0xFFFFFF01), "sector 16777215");
        row("kind 5", RegionBuilder().put({0, 0}, 5, good), "compression 5");
        row("kind 0", RegionBuilder().put({0, 0}, 0, good), "compression 0");
        row("kind 127", RegionBuilder().put({0, 0}, 127, good), "of the server's own");
        row("no file beside it", RegionBuilder().put({0, 0}, 130, {}), "c.0.0.mcc");
        row("cut zlib", RegionBuilder().put({0, 0}, 2, {std::byte{0x78}, std::byte{0x9C}, std::byte{1}}),
            "zlib");
        row("bomb", chunk(Bytes(17U << 20)), "16777216");
        row("no NBT", chunk({std::byte{7}, std::byte{7}}), "NBT");
        row("cut NBT", chunk(Bytes(good.begin(), good.end() - 20)), "NBT");
        {
            Bytes deep{std::byte{10}, std::byte{0}, std::byte{0}};
            for (int i = 0; i < 3000; ++i)
                deep.insert(deep.end(), {std::byte{10}, std::byte{0}, std::byte{1}, std::byte{'a'}});
            row("deep", chunk(deep), "nested too deep");
        }
        {
            AnvilPlan plan = planOf(Stone);
            plan.sections[0].cells[77] = 15;
            row("state 15 of 2", chunk(test::anvilNbt(plan)), "state 15 of 2");
        }
        {
            io::NbtCompound tree = test::anvilTree(planOf(Stone));
            auto* list = const_cast<io::NbtValue*>(tree.find(u"sections"))->as<io::NbtList>();
            auto* states = const_cast<io::NbtCompound*>(
                list->values[0].as<io::NbtCompound>()->compoundAt(u"block_states"));
            states->set(QStringLiteral("data"), std::vector<std::int64_t>(255));
            row("few longs", chunk(test::nbtBytes(tree)), "255 longs for 2 states, 256");
        }
        {
            AnvilPlan plan = planOf(Stone);
            plan.sections[0].palette = manyStates(4097);
            row("4097 states", chunk(test::anvilNbt(plan)), "4097 states");
            plan.sections[0].palette = QStringList{QString(2000, u'a'), Stone};
            row("long name", chunk(test::anvilNbt(plan)), "a name of 2010 bytes");
            plan.sections[0] = {0, {QStringLiteral("a"), Stone}, {}};
            row("no data", chunk(test::anvilNbt(plan)), "2 states, but no data");
        }
        row("257 sections", chunk(test::anvilNbt(test::highPlan(257))), "it lists 257 sections, at most 256");
        row("old", chunk(test::anvilNbt(planOf(Stone, 1343))), "before 1.13 (data version 1343)");
    }
    void damage()
    {
        QFETCH(QByteArray, region);
        QFETCH(QString, why);
        const Shown world = shown(region);
        QCOMPARE(world.error, QString());
        QCOMPARE(world.state({9 * 16, 0, 9 * 16}), Stone);
        QCOMPARE(world.blocks, std::size_t{1}); // nothing of half a chunk
        QVERIFY2(world.note.contains(why) &&
                     world.note.contains(QLatin1String("1 chunk could not be read")) &&
                     world.note.contains(QLatin1String("chunk 0, 0 (r.0.0.mca, byte")),
                 qPrintable(world.note));
    }

    void lengths_data()
    {
        QTest::addColumn<quint32>("length");
        QTest::addColumn<bool>("read");
        const auto whole = static_cast<quint32>(test::zlibOf(test::anvilNbt(planOf(Stone))).size()) + 1;
        QTest::newRow("right") << whole << true;
        QTest::newRow("four too many") << whole + 4 << true;
        QTest::newRow("0") << 0U << false;
        QTest::newRow("1") << 1U << false;
        QTest::newRow("more than its sectors and the file") << 8000U << false;
        QTest::newRow("4 GiB") << 0xFFFFFFFFU << false;
    }
    void lengths()
    {
        QFETCH(quint32, length);
        QFETCH(bool, read);
        QByteArray region = RegionBuilder().put({0, 0}, planOf(Stone)).bytes();
        qToBigEndian(length, region.data() + 8192);
        const Shown world = shown(region);
        QCOMPARE(world.blocks, std::size_t{read ? 1U : 0U});
        QCOMPARE(world.note.isEmpty(), read);
    }

    void anyBytes()
    {
        const QByteArray good =
            RegionBuilder().put({0, 0}, planOf(Stone)).put({3, 0}, 3, test::anvilNbt(planOf(Stone))).bytes();
        std::uint32_t random = 1;
        for (int i = 0; i < 300; ++i) {
            QByteArray bad = good;
            for (int k = 0; k < 6; ++k) {
                random = random * 1664525U + 1013904223U;
                const auto at = 8192 + static_cast<qsizetype>(random >> 8) % (bad.size() - 8192);
                bad[k == 0 ? at % 16 : at] = static_cast<char>(random);
            }
            const Shown world = shown(bad.left(i % 3 == 0 ? 9000 + i : bad.size()));
            QVERIFY(world.error.isEmpty() || world.code == ErrorCode::Unsupported);
        }
    }

    void filesWithoutChunks()
    {
        QCOMPARE(shown(QByteArray()).error, QString());
        QVERIFY(
            shown(QByteArray(5000, '\0')).note.contains(QLatin1String("r.0.0.mca is left out: 5000 bytes")));
        const Folder folder;
        QCOMPARE(shown(folder.path()).code, ErrorCode::Unsupported);
        QCOMPARE(shown(folder.path(QStringLiteral("none"))).code, ErrorCode::NotFound);
        folder.write(QStringLiteral("level.mca"), {});
        QCOMPARE(shown(folder.path(QStringLiteral("level.mca"))).code, ErrorCode::Unsupported);
    }

    void allOld()
    {
        const Shown world = shown(RegionBuilder().put({0, 0}, planOf(Stone, 1343)).bytes());
        QCOMPARE(world.code, ErrorCode::Unsupported);
        QVERIFY(world.error.contains(QLatin1String("before 1.13")));
    }

    void halfMadeAndElsewhere()
    {
        AnvilPlan plan = planOf(Stone);
        plan.status = QStringLiteral("minecraft:carvers");
        plan.at = {4, 0};
        const Shown world = shown(RegionBuilder().put({5, 0}, plan).bytes());
        QCOMPARE(world.state({80, 0, 0}), Stone); // where the table has it
        QVERIFY(world.note.contains(QLatin1String("1 of 1 chunks are only half generated")));
        QVERIFY(world.note.contains(QLatin1String("says 4, 0")));
    }

    void folders()
    {
        const QByteArray old = RegionBuilder().put({0, 0}, planOf(QStringLiteral("minecraft:dirt"))).bytes();
        const QByteArray recent = RegionBuilder().put({0, 0}, planOf(Stone)).bytes();
        const Folder folder;
        folder.write(QStringLiteral("DIM-1/region/r.-1.2.mca"), recent);
        folder.write(QStringLiteral("entities/r.0.0.mca"), recent);
        QVERIFY(!isAnvilFolder(folder.path()));
        QVERIFY(!isAnvilFolder(folder.path(QStringLiteral("entities"))));
        QVERIFY(isAnvilFolder(folder.path(QStringLiteral("DIM-1"))));
        QCOMPARE(shown(folder.path(QStringLiteral("DIM-1"))).state({-512, 0, 1024}), Stone);
        folder.write(QStringLiteral("region/r.0.0.mca"), old);
        QCOMPARE(shown(folder.path()).state({0, 0, 0}), QStringLiteral("minecraft:dirt"));
        folder.write(QStringLiteral("dimensions/minecraft/overworld/region/r.0.0.mca"), recent);
        QCOMPARE(shown(folder.path()).state({0, 0, 0}), Stone);
        QCOMPARE(shown(folder.path(QStringLiteral("region"))).state({0, 0, 0}),
                 QStringLiteral("minecraft:dirt"));
        folder.write(QStringLiteral("lobby.r.0.-1.mca"), recent);
        QCOMPARE(shown(folder.path(QStringLiteral("lobby.r.0.-1.mca"))).state({0, 0, -512}), Stone);
    }

    void linksOutOfTheWorld()
    {
        const QByteArray region = RegionBuilder().put({0, 0}, planOf(Stone)).bytes();
        const Folder outside;
        outside.write(region);
        const Folder folder;
        QVERIFY(QFile::link(outside.path(QStringLiteral("region")), folder.path(QStringLiteral("region"))));
        QCOMPARE(shown(folder.path()).code, ErrorCode::Unsupported);
        const Folder single;
        single.write(QStringLiteral("region/r.1.0.mca"), region);
        QVERIFY(QFile::link(outside.path(QStringLiteral("region/r.0.0.mca")),
                            single.path(QStringLiteral("region/r.0.0.mca"))));
        QVERIFY(QFile::link(single.path(QStringLiteral("region/r.1.0.mca")),
                            single.path(QStringLiteral("region/r.2.0.mca"))));
        const Shown world = shown(single.path());
        QCOMPARE(world.blocks, std::size_t{2});
        QVERIFY(world.note.contains(QLatin1String("1 regions are links")));
        const Folder beside;
        beside.write(RegionBuilder().put({0, 0}, 130, {}).bytes());
        QVERIFY(QFile::link(outside.path(QStringLiteral("region/r.0.0.mca")),
                            beside.path(QStringLiteral("region/c.0.0.mcc"))));
        QVERIFY(shown(beside.path()).note.contains(QLatin1String("c.0.0.mcc is a link")));
    }

    void nearTheRun()
    {
        const Folder folder;
        AnvilPlan plan = planOf(Stone);
        plan.at = {20, 20};
        folder.write(RegionBuilder().put({0, 0}, planOf(Stone)).put(plan.at, plan).bytes());
        folder.write(QStringLiteral("region/r.5.5.mca"), QByteArray(3, 'x')); // not opened
        WorldScope scope;
        scope.near = {boxOf({300, 0, 300}, {400, 0, 330})};
        const Shown world = shown(folder.path(), scope);
        QCOMPARE(world.note, QString());
        QCOMPARE(world.blocks, std::size_t{1});
        QCOMPARE(world.state({320, 0, 320}), Stone);
    }

    void withoutARun()
    {
        // 1024 chunks of one region, in one piece of data, and one more.
        RegionBuilder many;
        many.put({0, 0}, planOf(Stone));
        for (int i = 1; i < 1024; ++i)
            many.point({i % 32, i / 32}, many.entryOf({0, 0}));
        const Folder folder;
        folder.write(many.bytes());
        folder.write(QStringLiteral("region/r.3.3.mca"),
                     RegionBuilder().put({31, 31}, planOf(QStringLiteral("minecraft:dirt"))).bytes());
        const Shown world = shown(folder.path());
        QCOMPARE(world.blocks, MaxChunksWithoutRun);
        QVERIFY2(world.note.contains(QLatin1String("only 1024 of the 1025 chunks are shown, round 0, 0")),
                 qPrintable(world.note));
        QCOMPARE(world.state({0, 0, 0}), Stone);
        QCOMPARE(world.state({127 * 16, 0, 127 * 16}), QString());
    }

    void manyRegions()
    {
        const Folder folder;
        const QByteArray region = RegionBuilder().put({0, 0}, planOf(Stone)).bytes();
        for (int x = 0; x <= static_cast<int>(MaxRegions); ++x)
            folder.write(QStringLiteral("region/r.%1.0.mca").arg(x), region);
        const Shown around = shown(folder.path());
        QCOMPARE(around.blocks, MaxRegions);
        QCOMPARE(around.state({0, 0, 0}), Stone);
        WorldScope scope;
        scope.near = {boxOf({0, 0, 0}, {40'000, 0, 10}), boxOf({33'000, 0, 0}, {33'100, 0, 10})};
        const Shown near = shown(folder.path(), scope);
        QVERIFY2(near.note.contains(QLatin1String("of 65 regions near the run only 64 are read")),
                 qPrintable(near.note));
        QCOMPARE(near.state({64 * 512, 0, 0}), Stone);
    }

    void stops()
    {
        const Folder folder;
        folder.write(RegionBuilder().put({0, 0}, planOf(Stone)).bytes());
        std::stop_source stop;
        stop.request_stop();
        BlockWorld world{WorldScope()};
        const auto read = readAnvil(folder.path(), world, stop.get_token());
        QVERIFY(!read);
        QCOMPARE(read.error().code, ErrorCode::Cancelled);
    }

    void regionNames_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<bool>("good");
        for (const char* name : {"r.0.0.mca", "r.-1.12.mca", "r.-58594.58594.mca"})
            QTest::newRow(name) << QString(QLatin1String(name)) << true;
        for (const char* name : {"r.0.mca", "r.0.0.mcr", "r.0.0.mca.bak", "r.+1.0.mca", "c.0.0.mca",
                                 "r.60000.0.mca", "r.9999999999.0.mca", "lobby.r.0.0.mca"})
            QTest::newRow(name) << QString(QLatin1String(name)) << false;
    }
    void regionNames()
    {
        QFETCH(QString, name);
        QTEST(regionOfName(name).has_value(), "good");
        QVERIFY(regionOfName(QStringLiteral("lobby.r.3.-4.mca"), true) == glm::ivec2(3, -4));
    }
};

} // namespace tst_worlds_anvil

GHOSTLINE_TEST(tst_worlds_anvil, TestWorldsAnvil)
#include "tst_worlds_anvil.moc"
