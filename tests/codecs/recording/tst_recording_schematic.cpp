// SPDX-License-Identifier: GPL-3.0-or-later
// Schematics that the test writes itself: versions, nesting, placing, limits, damage.
#include "codecs/io/nbt.h"
#include "codecs/io/var_int.h"
#include "codecs/recording/worlds/nbt_piece.h"
#include "codecs/recording/worlds/world_file.h"
#include "model/bytes/byte_sources.h"
#include "tests/codecs/recording/world_bytes.h"
#include "tests/support/test_driver.h"

#include <QTemporaryDir>
#include <QtTest>

#include <limits>

namespace tst_recording_schematic {

using namespace ghostline;
using namespace ghostline::recording;
using io::NbtCompound;
using model::ErrorCode;

namespace {

struct Spec
{
    int version = 2;
    bool nested = false; ///< root compound holds a "Schematic"
    int width = 3;
    int height = 2;
    int length = 2;
    std::vector<std::int32_t> blocks{0, 1, 2, 0, 0, 0, 1, 1, 1, 0, 0, 300};
    bool offset = true;
};

std::vector<std::int8_t> varInts(const std::vector<std::int32_t>& values)
{
    std::vector<std::byte> bytes;
    for (const std::int32_t value : values)
        io::writeVarInt(bytes, value);
    std::vector<std::int8_t> out;
    for (const std::byte b : bytes)
        out.push_back(static_cast<std::int8_t>(b));
    return out;
}

NbtCompound schematic(const Spec& spec)
{
    NbtCompound palette;
    palette.set(QStringLiteral("minecraft:air"), std::int32_t{0});
    palette.set(QStringLiteral("minecraft:stone"), std::int32_t{1});
    palette.set(QStringLiteral("minecraft:blue_stained_glass"), std::int32_t{2});
    palette.set(QStringLiteral("minecraft:oak_log[axis=y]"), std::int32_t{300});
    NbtCompound root;
    root.set(QStringLiteral("Version"), std::int32_t{spec.version});
    root.set(QStringLiteral("Width"), static_cast<std::int16_t>(spec.width));
    root.set(QStringLiteral("Height"), static_cast<std::int16_t>(spec.height));
    root.set(QStringLiteral("Length"), static_cast<std::int16_t>(spec.length));
    if (spec.offset)
        root.set(QStringLiteral("Offset"), std::vector<std::int32_t>{-5, 60, 7});
    NbtCompound metadata;
    if (spec.version >= 3) {
        NbtCompound editor;
        editor.set(QStringLiteral("Origin"), std::vector<std::int32_t>{100, 10, 1000});
        metadata.set(QStringLiteral("WorldEdit"), editor);
        NbtCompound blocks;
        blocks.set(QStringLiteral("Palette"), palette);
        blocks.set(QStringLiteral("Data"), varInts(spec.blocks));
        root.set(QStringLiteral("Blocks"), blocks);
    } else {
        metadata.set(QStringLiteral("WEOffsetX"), std::int32_t{1});
        metadata.set(QStringLiteral("WEOffsetY"), std::int32_t{2});
        metadata.set(QStringLiteral("WEOffsetZ"), std::int32_t{3});
        root.set(QStringLiteral("Palette"), palette);
        root.set(QStringLiteral("BlockData"), varInts(spec.blocks));
    }
    root.set(QStringLiteral("Metadata"), metadata);
    if (!spec.nested)
        return root;
    NbtCompound outer;
    outer.set(QStringLiteral("Schematic"), root);
    return outer;
}

std::vector<std::byte> bytesOf(const NbtCompound& root, io::NbtRoot kind = io::NbtRoot::Named)
{
    return test::nbtBytes(root, kind);
}

std::vector<std::byte> gzipped(const std::vector<std::byte>& in) { return test::gzipOf(in); }

model::Result<model::SceneDescription> read(std::vector<std::byte> bytes)
{
    BlockWorld world({});
    auto got =
        readNbtPiece(model::MemorySource(std::move(bytes), QStringLiteral("/maps/tower.schem")), world, {});
    if (!got)
        return tl::unexpected(std::move(got.error()));
    return world.finish(QStringLiteral("tower.schem"));
}

QString nameAt(const model::SceneDescription& scene, const glm::ivec3& cell)
{
    const model::GridKind* kind = scene.grids.at(0)->at(cell);
    return kind != nullptr ? kind->name : QString();
}

} // namespace

class TestRecordingSchematic : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void versions_data()
    {
        QTest::addColumn<int>("version");
        QTest::addColumn<bool>("nested");
        QTest::addColumn<bool>("compressed");
        QTest::addColumn<bool>("named");
        QTest::newRow("1") << 1 << false << true << true;
        QTest::newRow("2") << 2 << false << true << true;
        QTest::newRow("2, plain NBT") << 2 << false << false << true;
        QTest::newRow("2, nameless root") << 2 << false << false << false;
        QTest::newRow("3") << 3 << true << true << true;
        QTest::newRow("3, not nested") << 3 << false << true << true;
    }
    void versions()
    {
        QFETCH(int, version);
        QFETCH(bool, nested);
        QFETCH(bool, compressed);
        QFETCH(bool, named);
        const NbtCompound root = schematic({.version = version, .nested = nested});
        auto bytes = bytesOf(root, named ? io::NbtRoot::Named : io::NbtRoot::Nameless);
        const auto scene = read(compressed ? gzipped(bytes) : bytes);
        QVERIFY2(scene, scene ? "" : qPrintable(scene.error().message));
        QCOMPARE(scene->name, QStringLiteral("tower.schem"));
        QVERIFY(scene->note.isEmpty());
        QCOMPARE(scene->grids.size(), std::size_t{1});
        const model::GridLayer& layer = *scene->grids[0];
        QCOMPARE(layer.cellCount(), std::size_t{6});
        QCOMPARE(nameAt(*scene, {1, 0, 0}), QStringLiteral("minecraft:stone"));
        QCOMPARE(nameAt(*scene, {2, 0, 0}), QStringLiteral("minecraft:blue_stained_glass"));
        QCOMPARE(nameAt(*scene, {2, 1, 1}), QStringLiteral("minecraft:oak_log[axis=y]"));
        QCOMPARE(nameAt(*scene, {0, 1, 0}), QStringLiteral("minecraft:stone"));
        QCOMPARE(nameAt(*scene, {0, 0, 0}), QString());
        QVERIFY(layer.at({2, 0, 0})->translucent);
        // Where its lowest corner was in the world.
        const glm::dvec3 at = version == 3 ? glm::dvec3(95, 70, 1007) : glm::dvec3(-5, 60, 7);
        QVERIFY(layer.origin == at);
        QVERIFY(scene->bounds.valid);
        QVERIFY(scene->bounds.min == at + glm::dvec3(0, 0, 0));
        QVERIFY(scene->bounds.max == at + glm::dvec3(3, 2, 2));
        QCOMPARE(scene->groundHeight, at.y);
    }

    void theFarthestPlace()
    {
        NbtCompound far = schematic({});
        far.set(QStringLiteral("Offset"), std::vector<std::int32_t>{-32'000'000, 60, 32'000'000});
        BlockWorld world(WorldScope{.near = {}, .edited = {{0, 0, 0}}, .at = {}});
        QVERIFY(readNbtPiece(model::MemorySource(bytesOf(far), QStringLiteral("far.schem")), world, {}));
        QVERIFY(world.finish({}).bounds.min == glm::dvec3(-32'000'000, 60, 32'000'000));
    }

    void anOldOffsetCounts()
    {
        const auto scene = read(bytesOf(schematic({.offset = false})));
        QVERIFY(scene);
        QVERIFY(scene->grids[0]->origin == glm::dvec3(1, 2, 3));
    }

    /// Many sections, sorted, with the cells of each sorted; dimensions are read without a sign.
    void largerThanAShort()
    {
        Spec spec{.width = 40'000, .height = 1, .length = 3, .blocks = std::vector<std::int32_t>(120'000, 0)};
        spec.blocks[39'999] = 1;
        spec.blocks[40'000] = 2;
        spec.blocks[119'999] = 300;
        const auto scene = read(gzipped(bytesOf(schematic(spec))));
        QVERIFY2(scene, scene ? "" : qPrintable(scene.error().message));
        QCOMPARE(scene->grids[0]->cellCount(), std::size_t{3});
        QCOMPARE(nameAt(*scene, {39'999, 0, 0}), QStringLiteral("minecraft:stone"));
        QCOMPARE(nameAt(*scene, {0, 0, 1}), QStringLiteral("minecraft:blue_stained_glass"));
        QCOMPARE(nameAt(*scene, {39'999, 0, 2}), QStringLiteral("minecraft:oak_log[axis=y]"));

        Spec tall{.width = 20, .height = 40, .length = 20, .blocks = std::vector<std::int32_t>(16'000, 1)};
        const auto full = read(bytesOf(schematic(tall)));
        QVERIFY(full);
        const auto& sections = full->grids[0]->sections;
        QCOMPARE(sections.size(), std::size_t{2 * 2 * 3});
        for (std::size_t i = 0; i < sections.size(); ++i) {
            QVERIFY(i == 0 || model::gridOrder(sections[i - 1]->at, sections[i]->at));
            QVERIFY(std::is_sorted(sections[i]->cells.begin(), sections[i]->cells.end(),
                                   [](const auto& a, const auto& b) { return a.place < b.place; }));
        }
        QCOMPARE(full->grids[0]->cellCount(), std::size_t{16'000 - 18 * 38 * 18}); // nobody sees the rest
    }

    void nothingButAir()
    {
        const auto scene = read(bytesOf(schematic({.blocks = std::vector<std::int32_t>(12, 0)})));
        QVERIFY(scene);
        QVERIFY(scene->grids.empty() && !scene->bounds.valid && !scene->note.isEmpty());
    }

    void refusals_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<int>("code");
        QTest::addColumn<QString>("says");
        const auto row = [](const char* name, const std::vector<std::byte>& bytes, ErrorCode code,
                            const char* says) {
            QTest::newRow(name) << QByteArray(reinterpret_cast<const char*>(bytes.data()),
                                              static_cast<qsizetype>(bytes.size()))
                                << int(code) << QString::fromLatin1(says);
        };
        row("version 4", bytesOf(schematic({.version = 4})), ErrorCode::Unsupported, "version 4");
        NbtCompound old;
        old.set(QStringLiteral("Materials"), QStringLiteral("Alpha"));
        row("an old schematic", bytesOf(old), ErrorCode::Unsupported, "older");
        row("other NBT", bytesOf(NbtCompound()), ErrorCode::Unsupported, "NBT");
        row("too few blocks", bytesOf(schematic({.length = 3})), ErrorCode::Damaged, "for 18 blocks");
        row("too many blocks", bytesOf(schematic({.length = 1})), ErrorCode::Damaged, "follow");
        row("unknown number", bytesOf(schematic({.blocks = {0, 0, 0, 0, 7, 0, 0, 0, 0, 0, 0, 0}})),
            ErrorCode::Damaged, "1, 0, 1 has number 7");
        row("negative number", bytesOf(schematic({.blocks = {-1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}})),
            ErrorCode::Damaged, "number -1");
        row("huge", bytesOf(schematic({.width = -1, .height = -1, .length = -1})), ErrorCode::LimitExceeded,
            "65535 x 65535 x 65535");
        NbtCompound noPalette = schematic({});
        noPalette.set(QStringLiteral("Palette"), std::int32_t{1});
        row("no palette", bytesOf(noPalette), ErrorCode::Damaged, "no palette");
        NbtCompound noWidth = schematic({});
        noWidth.set(QStringLiteral("Width"), QStringLiteral("wide"));
        row("no width", bytesOf(noWidth), ErrorCode::Damaged, "no Width");
        NbtCompound far = schematic({});
        NbtCompound palette;
        palette.set(QStringLiteral("minecraft:stone"), std::int32_t{2'000'000'000});
        far.set(QStringLiteral("Palette"), palette);
        row("a palette of billions", bytesOf(far), ErrorCode::Damaged, "no usable number");
        NbtCompound away = schematic({});
        away.set(QStringLiteral("Offset"), std::vector<std::int32_t>{0, 0, -32'000'001});
        row("far away", bytesOf(away), ErrorCode::Damaged, "lies at 0, 0, -32000001, outside any world");
        NbtCompound editor;
        editor.set(QStringLiteral("WEOffsetY"), std::numeric_limits<std::int64_t>::max());
        NbtCompound beyond = schematic({.offset = false});
        beyond.set(QStringLiteral("Metadata"), editor);
        row("an editor beyond all", bytesOf(beyond), ErrorCode::Damaged, "outside any world");
        NbtCompound origin;
        origin.set(QStringLiteral("Origin"), std::vector<std::int32_t>{0, 31'999'999, 0});
        NbtCompound both;
        both.set(QStringLiteral("WorldEdit"), origin);
        NbtCompound sum = schematic({.version = 3});
        sum.set(QStringLiteral("Metadata"), both);
        row("far away in all", bytesOf(sum), ErrorCode::Damaged, "outside any world");
    }
    void refusals()
    {
        QFETCH(QByteArray, bytes);
        const auto view = std::as_bytes(std::span(bytes.constData(), static_cast<std::size_t>(bytes.size())));
        const auto scene = read({view.begin(), view.end()});
        QVERIFY(!scene);
        QFETCH(QString, says);
        QVERIFY2(scene.error().message.contains(says), qPrintable(scene.error().message));
        QTEST(int(scene.error().code), "code");
    }

    /// A small file that unpacks to a lot is read as it comes, and to the end: 100 million cells of air.
    void muchAir()
    {
        Spec spec{.width = 1000, .height = 100, .length = 1000, .blocks = std::vector<std::int32_t>(1, 0)};
        NbtCompound root = schematic(spec);
        std::vector<std::int8_t> data(100'000'000, 0);
        data[12'345'678] = 1;
        root.set(QStringLiteral("BlockData"), std::move(data));
        const auto scene = read(gzipped(bytesOf(root)));
        QVERIFY2(scene, scene ? "" : qPrintable(scene.error().message));
        QCOMPARE(scene->grids.at(0)->cellCount(), std::size_t{1});
        QCOMPARE(nameAt(*scene, {678, 12, 345}), QStringLiteral("minecraft:stone"));
    }

    /// Fields may come in any order, blocks before what tells their size.
    void blocksFirst()
    {
        const NbtCompound usual = schematic({});
        NbtCompound turned;
        for (auto entry = usual.entries.rbegin(); entry != usual.entries.rend(); ++entry)
            turned.entries.push_back(*entry);
        const auto scene = read(gzipped(bytesOf(turned)));
        QVERIFY(scene);
        QCOMPARE(scene->grids.at(0)->cellCount(), std::size_t{6});
        QVERIFY(scene->grids.at(0)->origin == glm::dvec3(-5, 60, 7));
    }

    void cutAtEveryByte()
    {
        for (const bool compressed : {false, true}) {
            std::vector<std::byte> whole = bytesOf(schematic({.version = 3, .nested = true}));
            if (compressed)
                whole = gzipped(whole);
            for (std::size_t size = 0; size < whole.size(); ++size)
                QVERIFY2(!read({whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size)}),
                         qPrintable(QString::number(size)));
        }
    }

    /// Every bit of the plain form: another picture or a reason, never a crash.
    void flippedBits()
    {
        const std::vector<std::byte> whole = bytesOf(schematic({}));
        int refused = 0;
        for (std::size_t bit = 0; bit < whole.size() * 8; ++bit) {
            std::vector<std::byte> bytes = whole;
            bytes[bit / 8] ^= static_cast<std::byte>(1U << bit % 8);
            const auto scene = read(std::move(bytes));
            if (!scene) {
                ++refused;
                QVERIFY(!scene.error().message.isEmpty());
            } else if (!scene->grids.empty()) {
                QVERIFY(scene->grids[0]->cellCount() <= 12);
            }
        }
        QVERIFY(refused > static_cast<int>(whole.size()));
    }

    void byPath()
    {
        QTemporaryDir folder;
        const auto write = [&folder](const char* name, const std::vector<std::byte>& bytes) {
            QFile file(folder.filePath(QString::fromLatin1(name)));
            (void)file.open(QIODevice::WriteOnly);
            file.write(reinterpret_cast<const char*>(bytes.data()), static_cast<qint64>(bytes.size()));
            return file.fileName();
        };
        const auto good = readWorld(write("map.schem", gzipped(bytesOf(schematic({})))), {}, {});
        QVERIFY(good && good->grids.size() == 1);
        QCOMPARE(good->name, QStringLiteral("map.schem"));
        const auto bytes = [](const char* text) {
            const auto view = std::as_bytes(std::span(text, std::strlen(text)));
            return std::vector<std::byte>(view.begin(), view.end());
        };
        for (const auto& [file, content, says] : {std::tuple("text.schem", bytes("hello"), "no world"),
                                                  std::tuple("empty.polar", bytes(""), "no world"),
                                                  std::tuple("world.zip", bytes("PK\3\4"), "ZIP")}) {
            const auto other = readWorld(write(file, content), {}, {});
            QVERIFY(!other);
            QCOMPARE(other.error().code, ErrorCode::Unsupported);
            QVERIFY(other.error().file.endsWith(QLatin1String(file)));
            QVERIFY(other.error().message.contains(QLatin1String(says)));
        }
        // Its content tells what a file is.
        const auto polar =
            readWorld(write("polar.schem", test::polarFile({.world = test::smallWorld()})), {}, {});
        QVERIFY(polar && polar->grids.size() == 1);
        const auto slime =
            readWorld(write("slime.schem", test::slimeFile({.world = test::smallWorld()})), {}, {});
        QVERIFY(slime && slime->grids.size() == 1);
        const auto damaged =
            readWorld(write("cut.schem", {std::byte{10}, std::byte{0}, std::byte{0}}), {}, {});
        QVERIFY(!damaged);
        QCOMPARE(damaged.error().code, ErrorCode::Damaged);
        const auto missing = readWorld(folder.filePath(QStringLiteral("no.schem")), {}, {});
        QVERIFY(!missing);
        QCOMPARE(missing.error().code, ErrorCode::NotFound);
        std::stop_source stop;
        stop.request_stop();
        const auto stopped = readWorld(folder.filePath(QStringLiteral("map.schem")), {}, stop.get_token());
        QVERIFY(!stopped);
        QCOMPARE(stopped.error().code, ErrorCode::Cancelled);
    }
};

} // namespace tst_recording_schematic

GHOSTLINE_TEST(tst_recording_schematic, TestRecordingSchematic)
#include "tst_recording_schematic.moc"
