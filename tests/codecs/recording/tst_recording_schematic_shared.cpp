// SPDX-License-Identifier: GPL-3.0-or-later
// Real schematics. The numbers were decoded by hand with a separate small reader.
#include "codecs/recording/worlds/world_file.h"
#include "tests/support/shared_data.h"
#include "tests/support/test_driver.h"

#include <QtTest>

#include <map>

namespace tst_recording_schematic_shared {

using namespace ghostline;
using namespace ghostline::recording;

namespace {

struct Known
{
    const char* file;
    glm::dvec3 at;
    glm::dvec3 size;                                       ///< of what is filled
    std::map<QString, int> blocks;                         ///< by name without its state
    std::vector<std::pair<glm::ivec3, const char*>> cells; ///< "" = empty
};

const std::vector<Known>& known()
{
    static const std::vector<Known> all{
        {"motw_num_0.schem",
         {-1, 118, -79},
         {2, 3, 1}, // the file is one wider, of air
         {{QStringLiteral("minecraft:oak_slab"), 2}, {QStringLiteral("minecraft:birch_stairs"), 4}},
         {{{0, 0, 0}, "minecraft:oak_slab[type=top,waterlogged=false]"},
          {{2, 0, 0}, ""},
          {{0, 1, 0}, "minecraft:birch_stairs[facing=west,half=bottom,shape=straight,waterlogged=false]"},
          {{1, 2, 0}, "minecraft:birch_stairs[facing=east,half=top,shape=straight,waterlogged=false]"}}},
        {"small.schem",
         {-8, 58, -153},
         {2, 2, 2},
         {{QStringLiteral("minecraft:oak_log"), 4}, {QStringLiteral("minecraft:black_wool"), 4}},
         {{{1, 0, 1}, "minecraft:oak_log[axis=y]"}, {{0, 1, 0}, "minecraft:black_wool"}}},
        {"vent.schem",
         {-79, 96, -120},
         {9, 7, 3},
         {{QStringLiteral("minecraft:stone_button"), 4},
          {QStringLiteral("minecraft:light_blue_terracotta"), 4},
          {QStringLiteral("minecraft:smooth_stone"), 14},
          {QStringLiteral("minecraft:gray_concrete"), 18},
          {QStringLiteral("minecraft:polished_andesite_stairs"), 8},
          {QStringLiteral("minecraft:iron_trapdoor"), 28},
          {QStringLiteral("minecraft:black_concrete"), 21},
          {QStringLiteral("minecraft:player_wall_head"), 1},
          {QStringLiteral("minecraft:red_wool"), 12},
          {QStringLiteral("minecraft:light_blue_wool"), 2},
          {QStringLiteral("minecraft:gray_wool"), 9}},
         {{{0, 0, 0}, "minecraft:stone_button[face=wall,facing=north,powered=false]"},
          {{1, 0, 0}, ""},
          {{0, 0, 1}, "minecraft:light_blue_terracotta"},
          {{1, 0, 1}, "minecraft:smooth_stone"},
          {{5, 3, 1},
           "minecraft:iron_trapdoor[facing=north,half=bottom,open=false,powered=false,waterlogged=false]"},
          {{8, 6, 2}, "minecraft:gray_wool"}}},
    };
    return all;
}

} // namespace

class TestRecordingSchematicShared : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void real_data()
    {
        QTest::addColumn<int>("index");
        for (std::size_t i = 0; i < known().size(); ++i)
            QTest::newRow(known()[i].file) << int(i);
    }
    void real()
    {
        GHOSTLINE_REQUIRE_SHARED("recording/schem");
        QFETCH(int, index);
        const Known& want = known()[static_cast<std::size_t>(index)];
        const auto scene = readWorld(
            test::sharedData(QStringLiteral("recording/schem/") + QString::fromLatin1(want.file)), {}, {});
        QVERIFY2(scene, scene ? "" : qPrintable(scene.error().message));
        QCOMPARE(scene->name, QString::fromLatin1(want.file));
        const model::GridLayer& layer = *scene->grids.at(0);
        QVERIFY(layer.origin == want.at);
        QVERIFY(scene->bounds.min == want.at);
        QVERIFY(scene->bounds.max == want.at + want.size);
        std::map<QString, int> blocks;
        for (const auto& section : layer.sections) {
            for (const model::GridCell& cell : section->cells)
                ++blocks[layer.kinds->at(cell.kind).name.section(QLatin1Char('['), 0, 0)];
        }
        QVERIFY(blocks == want.blocks);
        for (const auto& [cell, name] : want.cells) {
            const model::GridKind* kind = layer.at(cell);
            QCOMPARE(kind != nullptr ? kind->name : QString(), QString::fromLatin1(name));
        }
    }

    void cutAtEveryByte()
    {
        GHOSTLINE_REQUIRE_SHARED("recording/schem");
        QFile file(test::sharedData(QStringLiteral("recording/schem/vent.schem")));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray whole = file.readAll();
        QTemporaryDir folder;
        for (qsizetype size = 0; size < whole.size(); size += 3) {
            QFile cut(folder.filePath(QStringLiteral("cut.schem")));
            QVERIFY(cut.open(QIODevice::WriteOnly));
            cut.write(whole.left(size));
            cut.close();
            const auto scene = readWorld(cut.fileName(), {}, {});
            QVERIFY2(!scene || scene->grids.empty(), qPrintable(QString::number(size)));
        }
    }
};

} // namespace tst_recording_schematic_shared

GHOSTLINE_TEST(tst_recording_schematic_shared, TestRecordingSchematicShared)
#include "tst_recording_schematic_shared.moc"
