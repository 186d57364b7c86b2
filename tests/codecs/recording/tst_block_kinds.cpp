// SPDX-License-Identifier: GPL-3.0-or-later
// What blocks look like by their states: the boxes of each shape each way round, what hides, what is special.
#include "codecs/recording/worlds/block_kinds.h"
#include "codecs/recording/worlds/block_rows.h"
#include "tests/support/test_driver.h"

#include <QtTest>

#include <algorithm>

namespace tst_block_kinds {

using namespace ghostline;
using namespace ghostline::recording;
using model::GridForm;
using model::GridKind;

namespace {

/// "0 0 0 16 8 16", in a fixed order, each box in a line.
QString textOf(const std::vector<model::GridBox>& boxes)
{
    QStringList lines;
    for (const model::GridBox& b : boxes) {
        QStringList numbers;
        for (const glm::u8vec3& corner : {b.low, b.high}) {
            for (int axis = 0; axis < 3; ++axis)
                numbers << QString::number(corner[axis]);
        }
        lines << numbers.join(u' ');
    }
    lines.sort();
    return lines.join(QStringLiteral("; "));
}

QString sorted(const char* boxes)
{
    QStringList lines = QString::fromLatin1(boxes).split(QStringLiteral("; "));
    lines.sort();
    return lines.join(QStringLiteral("; "));
}

struct Shaped
{
    const char* state;
    const char* boxes;
};

constexpr Shaped AllShapes[] = {
    {"oak_slab[type=bottom,waterlogged=false]", "0 0 0 16 8 16"},
    {"oak_slab[type=top,waterlogged=true]", "0 8 0 16 16 16"},
    {"oak_slab", "0 0 0 16 8 16"},
    // stairs: four sides, both halves, five shapes
    {"oak_stairs", "0 0 0 16 8 16; 0 8 0 16 16 8"},
    {"oak_stairs[facing=north,half=bottom,shape=straight]", "0 0 0 16 8 16; 0 8 0 16 16 8"},
    {"oak_stairs[facing=east,half=bottom,shape=straight]", "0 0 0 16 8 16; 8 8 0 16 16 16"},
    {"oak_stairs[facing=south,half=bottom,shape=straight]", "0 0 0 16 8 16; 0 8 8 16 16 16"},
    {"oak_stairs[facing=west,half=bottom,shape=straight]", "0 0 0 16 8 16; 0 8 0 8 16 16"},
    {"oak_stairs[facing=north,half=top,shape=straight]", "0 8 0 16 16 16; 0 0 0 16 8 8"},
    {"oak_stairs[facing=east,half=top,shape=straight]", "0 8 0 16 16 16; 8 0 0 16 8 16"},
    {"oak_stairs[facing=north,half=bottom,shape=outer_left]", "0 0 0 16 8 16; 0 8 0 8 16 8"},
    {"oak_stairs[facing=north,half=bottom,shape=outer_right]", "0 0 0 16 8 16; 8 8 0 16 16 8"},
    {"oak_stairs[facing=east,half=bottom,shape=outer_left]", "0 0 0 16 8 16; 8 8 0 16 16 8"},
    {"oak_stairs[facing=west,half=top,shape=outer_right]", "0 8 0 16 16 16; 0 0 0 8 8 8"},
    {"oak_stairs[facing=north,half=bottom,shape=inner_left]", "0 0 0 16 8 16; 0 8 0 16 16 8; 0 8 8 8 16 16"},
    {"oak_stairs[facing=north,half=bottom,shape=inner_right]",
     "0 0 0 16 8 16; 0 8 0 16 16 8; 8 8 8 16 16 16"},
    {"oak_stairs[facing=south,half=top,shape=inner_left]", "0 8 0 16 16 16; 0 0 8 16 8 16; 8 0 0 16 8 8"},
    // flat on the ground
    {"red_carpet", "0 0 0 16 1 16"},
    {"snow", "0 0 0 16 2 16"},
    {"snow[layers=4]", "0 0 0 16 8 16"},
    {"pale_moss_carpet[bottom=true,north=low,east=tall]", "0 0 0 16 1 16; 0 1 0 16 8 1; 15 1 0 16 16 16"},
    {"rail[shape=north_south]", "0 0 0 16 1 16"},
    {"rail[shape=ascending_north]", "0 3 8 16 5 16; 0 11 0 16 13 8"},
    {"rail[shape=ascending_east]", "0 3 0 8 5 16; 8 11 0 16 13 16"},
    {"stone_pressure_plate[powered=false]", "1 0 1 15 1 15"},
    {"lily_pad", "1 0 1 15 2 15"},
    {"redstone_wire[east=side,west=up,north=none,south=none]", "0 0 5 16 1 11"},
    // posts with arms; a straight run is one box
    {"oak_fence", "6 0 6 10 16 10"},
    {"oak_fence[north=true,east=false,south=false,west=false]", "6 0 0 10 16 10"},
    {"oak_fence[north=true,south=true]", "6 0 0 10 16 16"},
    {"oak_fence[east=true,west=true]", "0 0 6 16 16 10"},
    {"oak_fence[north=true,east=true]", "6 0 0 10 16 6; 6 0 6 16 16 10"},
    {"oak_fence[north=true,east=true,south=true,west=true]",
     "0 0 6 16 16 10; 6 0 0 10 16 6; 6 0 10 10 16 16"},
    {"glass_pane", "7 0 7 9 16 9"},
    {"iron_bars[south=true]", "7 0 7 9 16 16"},
    {"glass_pane[west=true,south=true]", "7 0 7 9 16 16; 0 0 7 7 16 9"},
    {"cobblestone_wall[up=true]", "4 0 4 12 16 12"},
    {"cobblestone_wall[up=true,north=low]", "4 0 4 12 16 12; 5 0 0 11 14 4"},
    {"cobblestone_wall[up=true,west=tall]", "4 0 4 12 16 12; 0 0 5 4 16 11"},
    {"cobblestone_wall[up=false,north=low,south=low]", "5 0 0 11 14 16"},
    {"cobblestone_wall[up=false,east=tall,west=tall]", "0 0 5 16 16 11"},
    {"cobblestone_wall[up=true,east=true]", "4 0 4 12 16 12; 12 0 5 16 14 11"},
    {"oak_fence_gate[facing=north,open=false]", "0 0 6 16 16 10"},
    {"oak_fence_gate[facing=west,open=false]", "6 0 0 10 16 16"},
    {"oak_fence_gate[facing=south,in_wall=true]", "0 0 6 16 13 10"},
    {"oak_fence_gate[facing=north,open=true]", "0 5 1 2 16 9; 14 5 1 16 16 9"},
    // what opens
    {"oak_trapdoor", "0 0 0 16 3 16"},
    {"oak_trapdoor[half=top,open=false]", "0 13 0 16 16 16"},
    {"oak_trapdoor[facing=north,open=true]", "0 0 13 16 16 16"},
    {"oak_trapdoor[facing=east,half=top,open=true]", "0 0 0 3 16 16"},
    {"oak_trapdoor[facing=south,open=true]", "0 0 0 16 16 3"},
    {"oak_trapdoor[facing=west,open=true]", "13 0 0 16 16 16"},
    {"oak_door[facing=north,open=false]", "0 0 13 16 16 16"},
    {"oak_door[facing=east,open=false,hinge=right]", "0 0 0 3 16 16"},
    {"oak_door[facing=north,open=true,hinge=left]", "0 0 0 3 16 16"},
    {"oak_door[facing=north,open=true,hinge=right]", "13 0 0 16 16 16"},
    {"oak_door[facing=east,open=true,hinge=left]", "0 0 0 16 16 3"},
    {"piston[facing=up,extended=true]", "0 0 0 16 12 16"},
    {"piston[facing=west,extended=true]", "4 0 0 16 16 16"},
    {"piston_head[facing=north]", "0 0 0 16 16 4; 6 6 4 10 10 16"},
    // what hangs on walls and stands on the ground
    {"ladder[facing=north]", "0 0 13 16 16 16"},
    {"ladder[facing=east]", "0 0 0 3 16 16"},
    {"ladder[facing=south]", "0 0 0 16 16 3"},
    {"ladder[facing=west]", "13 0 0 16 16 16"},
    {"vine[north=true]", "0 0 0 16 16 1"},
    {"vine[east=true,up=true]", "15 0 0 16 16 16; 0 15 0 16 16 16"},
    {"glow_lichen[down=true]", "0 0 0 16 1 16"},
    {"stone_button[face=floor,facing=north]", "5 0 6 11 2 10"},
    {"stone_button[face=floor,facing=east]", "6 0 5 10 2 11"},
    {"stone_button[face=ceiling,facing=north]", "5 14 6 11 16 10"},
    {"stone_button[face=wall,facing=north]", "5 6 14 11 10 16"},
    {"stone_button[face=wall,facing=east]", "0 6 5 2 10 11"},
    {"lever[face=wall,facing=south]", "5 4 0 11 12 6"},
    {"oak_sign[rotation=0]", "0 9 7 16 16 9; 7 0 7 9 9 9"},
    {"oak_sign[rotation=4]", "7 9 0 9 16 16; 7 0 7 9 9 9"},
    {"oak_wall_sign[facing=north]", "0 4 14 16 13 16"},
    {"oak_wall_hanging_sign[facing=east]", "6 14 0 10 16 16; 7 0 1 9 10 15"},
    {"red_banner[rotation=8]", "1 2 7 15 16 9; 7 0 7 9 2 9"},
    {"white_wall_banner[facing=north]", "1 0 14 15 13 16"},
    {"player_head[rotation=3]", "4 0 4 12 8 12"},
    {"player_wall_head[facing=north]", "4 4 8 12 12 16"},
    {"player_wall_head[facing=west]", "8 4 4 16 12 12"},
    {"torch", "7 0 7 9 10 9"},
    {"wall_torch[facing=south]", "7 3 0 9 13 4"},
    {"candle[candles=1,lit=false]", "7 0 7 9 6 9"},
    {"candle[candles=3]", "5 0 6 10 6 11"},
    {"sea_pickle[pickles=4]", "2 0 2 14 7 14"},
    {"lantern[hanging=false]", "5 0 5 11 9 11"},
    {"lantern[hanging=true]", "5 1 5 11 10 11"},
    {"end_rod[facing=up]", "6 0 6 10 16 10"},
    {"end_rod[facing=east]", "0 6 6 16 10 10"},
    {"amethyst_cluster[facing=down]", "3 9 3 13 16 13"},
    {"amethyst_cluster[facing=north]", "3 3 9 13 13 16"},
    {"chain[axis=y]", "6 0 6 10 16 10"},
    {"iron_chain[axis=z]", "6 6 0 10 10 16"},
    {"pointed_dripstone[thickness=tip,vertical_direction=down]", "5 5 5 11 16 11"},
    {"chorus_plant[up=true,down=true]", "3 0 3 13 16 13"},
    {"red_bed[facing=north,part=head]", "0 3 0 16 9 16; 0 0 0 3 3 3; 13 0 0 16 3 3"},
    {"red_bed[facing=north,part=foot]", "0 3 0 16 9 16; 0 0 13 3 3 16; 13 0 13 16 3 16"},
    {"tube_coral_fan", "2 0 2 14 4 14"},
    {"tube_coral_wall_fan[facing=north]", "0 4 5 16 12 16"},
    {"chest[facing=north,type=single]", "1 0 1 15 14 15"},
    {"chest[facing=north,type=left]", "1 0 1 16 14 15"},
    {"chest[facing=east,type=right]", "1 0 0 15 14 15"},
    {"acacia_shelf[facing=south]", "0 0 0 16 16 5"},
    {"anvil[facing=east]", "0 0 2 16 16 14"},
    {"nether_portal[axis=z]", "6 0 0 10 16 16"},
    {"soul_sand", "0 0 0 16 14 16"},
    {"honey_block", "1 0 1 15 15 15"},
    {"potted_poppy", "5 0 5 11 6 11"},
    // liquids
    {"water", "0 0 0 16 14 16"},
    {"water[level=0]", "0 0 0 16 14 16"},
    {"lava[level=7]", "0 0 0 16 2 16"},
    {"water[level=8]", "0 0 0 16 14 16"},
    // as worlds have them, with all their properties
    {"stone_brick_stairs[facing=east,half=bottom,shape=straight,waterlogged=false]",
     "0 0 0 16 8 16; 8 8 0 16 16 16"},
    {"birch_stairs[facing=north,half=top,shape=outer_left,waterlogged=true]", "0 8 0 16 16 16; 0 0 0 8 8 8"},
    {"smooth_sandstone_stairs[facing=east,half=top,shape=inner_left,waterlogged=false]",
     "0 8 0 16 16 16; 8 0 0 16 8 16; 0 0 0 8 8 8"},
    {"oxidized_cut_copper_stairs[facing=west,half=bottom,shape=inner_right,waterlogged=false]",
     "0 0 0 16 8 16; 0 8 0 8 16 16; 8 8 0 16 16 8"},
    {"waxed_oxidized_cut_copper_slab[type=bottom,waterlogged=false]", "0 0 0 16 8 16"},
    {"oak_fence[east=false,north=false,south=false,waterlogged=false,west=false]", "6 0 6 10 16 10"},
    {"spruce_fence[east=false,north=true,south=true,waterlogged=false,west=false]", "6 0 0 10 16 16"},
    {"cobblestone_wall[east=none,north=low,south=tall,up=true,waterlogged=false,west=none]",
     "4 0 4 12 16 12; 5 0 0 11 14 4; 5 0 12 11 16 16"},
    {"granite_wall[east=none,north=none,south=tall,up=false,waterlogged=false,west=tall]",
     "5 0 5 11 16 16; 0 0 5 5 16 11"},
    {"cobblestone_wall[east=none,north=none,south=none,up=false,waterlogged=false,west=none]",
     "4 0 4 12 16 12"},
    {"light_blue_stained_glass_pane[east=true,north=false,south=false,waterlogged=false,west=true]",
     "0 0 7 16 16 9"},
    {"iron_bars[east=false,north=true,south=true,waterlogged=false,west=false]", "7 0 0 9 16 16"},
    {"oak_trapdoor[facing=south,half=bottom,open=false,powered=false,waterlogged=false]", "0 0 0 16 3 16"},
    {"spruce_trapdoor[facing=west,half=bottom,open=true,powered=false,waterlogged=false]", "13 0 0 16 16 16"},
    {"warped_door[facing=east,half=upper,hinge=left,open=false,powered=false]", "0 0 0 3 16 16"},
    {"spruce_fence_gate[facing=east,in_wall=false,open=true,powered=true]", "7 5 0 15 16 2; 7 5 14 15 16 16"},
    {"ladder[facing=west,waterlogged=false]", "13 0 0 16 16 16"},
    {"green_bed[facing=west,occupied=false,part=foot]", "0 3 0 16 9 16; 13 0 0 16 3 3; 13 0 13 16 3 16"},
    {"mangrove_button[face=wall,facing=north,powered=false]", "5 6 14 11 10 16"},
    {"lever[face=ceiling,facing=east,powered=false]", "4 10 5 12 16 11"},
    {"scaffolding[bottom=false,distance=0,waterlogged=false]",
     "0 14 0 16 16 16; 0 0 0 2 14 2; 14 0 0 16 14 2; 0 0 14 2 14 16; 14 0 14 16 14 16"},
    {"heavy_weighted_pressure_plate[power=0]", "1 0 1 15 1 15"},
    // properties that make no sense
    {"oak_slab[type=sideways]", "0 0 0 16 8 16"},
    {"snow[layers=99999999999999999999]", "0 0 0 16 2 16"},
    {"snow[layers=-1]", "0 0 0 16 2 16"},
    {"snow[layers=0]", "0 0 0 16 2 16"},
    {"candle[candles=0]", "7 0 7 9 6 9"},
    {"water[level=banana]", "0 0 0 16 14 16"},
    {"oak_stairs[facing=up,half=,shape]", "0 0 0 16 8 16; 0 8 0 16 16 8"},
};

} // namespace

class TestBlockKinds : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void boxes_data()
    {
        QTest::addColumn<QString>("boxes");
        for (const Shaped& s : AllShapes)
            QTest::newRow(s.state) << sorted(s.boxes);
    }
    void boxes()
    {
        const GridKind kind = blockKind(std::string("minecraft:") + QTest::currentDataTag());
        QTEST(textOf(kind.boxes), "boxes");
        const bool liquid = kind.name.contains(QLatin1String("water[")) ||
                            kind.name.endsWith(QLatin1String("water")) ||
                            kind.name.contains(QLatin1String("lava"));
        QCOMPARE(int(kind.form), int(liquid ? GridForm::Liquid : GridForm::Boxes));
        QVERIFY(!kind.hides);
        QCOMPARE(kind.name, QStringLiteral("minecraft:") + QString::fromLatin1(QTest::currentDataTag()));
    }

    void forms_data()
    {
        QTest::addColumn<int>("form");
        QTest::addColumn<bool>("hides");
        QTest::addColumn<bool>("translucent");
        const auto row = [](const char* state, GridForm form, bool hides, bool translucent) {
            QTest::addRow("'%s'", state) << int(form) << hides << translucent;
        };
        row("minecraft:stone", GridForm::Cube, true, false);
        row("minecraft:oak_slab[type=double]", GridForm::Cube, true, false);
        row("minecraft:snow[layers=8]", GridForm::Cube, true, false);
        row("minecraft:piston[extended=false,facing=north]", GridForm::Cube, true, false);
        row("minecraft:oak_leaves[distance=1]", GridForm::Cube, false, false);
        row("minecraft:glass", GridForm::Cube, false, true);
        row("minecraft:cauldron", GridForm::Cube, false, false);
        row("minecraft:sea_lantern", GridForm::Cube, true, false);
        row("minecraft:jack_o_lantern[facing=north]", GridForm::Cube, true, false);
        row("minecraft:dried_kelp_block", GridForm::Cube, true, false);
        row("minecraft:muddy_mangrove_roots[axis=y]", GridForm::Cube, true, false);
        row("minecraft:cinnabar", GridForm::Cube, true, false);
        row("minecraft:poppy", GridForm::Cross, false, true);
        row("minecraft:grass", GridForm::Cross, false, true);
        row("minecraft:fire", GridForm::Cross, false, true);
        row("minecraft:water", GridForm::Liquid, false, true);
        row("minecraft:lava", GridForm::Liquid, false, false);
        row("minecraft:glass_pane", GridForm::Boxes, false, true);
        row("minecraft:air", GridForm::Nothing, false, false);
        row("minecraft:light[level=3]", GridForm::Nothing, false, false);
        row("", GridForm::Nothing, false, false);
        row("block #0", GridForm::Nothing, false, false);
        row("block #1", GridForm::Cube, true, false);
        row("block #3907", GridForm::Cube, true, false);
        row("custom:mystery_stairs[facing=north]", GridForm::Cube, true, false);
    }
    void forms()
    {
        const QByteArray tag(QTest::currentDataTag());
        const GridKind kind = blockKind(tag.mid(1, tag.size() - 2).toStdString());
        QTEST(int(kind.form), "form");
        QTEST(kind.hides, "hides");
        QTEST(kind.translucent, "translucent");
    }

    /// A barrier carries people: kept, not seen, hiding nothing.
    void barrier()
    {
        const GridKind kind = blockKind("minecraft:barrier[waterlogged=false]");
        QVERIFY(kind.invisible);
        QVERIFY(kind.form != GridForm::Nothing);
        QVERIFY(!kind.hides && !kind.opaque());
        QVERIFY(!blockKind("minecraft:stone").invisible);
    }

    void platesAreMarks()
    {
        int marks = 0;
        for (const BlockRow& row : blockRows())
            marks += blockKind(row.name).mark ? 1 : 0;
        QCOMPARE(marks, 16);
        QVERIFY(blockKind("minecraft:heavy_weighted_pressure_plate[power=0]").mark);
        QVERIFY(!blockKind("minecraft:stone_button").mark);
    }

    void light()
    {
        QCOMPARE(blockKind("minecraft:sea_lantern").light, 1.0F);
        QCOMPARE(blockKind("minecraft:stone").light, 0.0F);
        QVERIFY(blockKind("minecraft:campfire[lit=true]").light > 0.9F);
        QCOMPARE(blockKind("minecraft:campfire[lit=false]").light, 0.0F);
        QVERIFY(blockKind("minecraft:redstone_lamp[lit=true]").light > 0.5F);
        QCOMPARE(blockKind("minecraft:redstone_lamp[lit=false]").light, 0.0F);
    }

    /// Sides of their own where top and sides are of different kinds; lying trunks show bark all round.
    void sides()
    {
        const GridKind grass = blockKind("minecraft:grass_block[snowy=false]");
        QVERIFY(grass.sideColour() != grass.colour);
        QVERIFY(grass.sideColour().r > grass.sideColour().g);
        const GridKind snowy = blockKind("minecraft:grass_block[snowy=true]");
        QCOMPARE(snowy.colour, blockKind("minecraft:snow").colour);
        const GridKind standing = blockKind("minecraft:oak_log[axis=y]");
        const GridKind lying = blockKind("minecraft:oak_log[axis=x]");
        QCOMPARE(standing.colour, blockKind("minecraft:stripped_oak_log").colour);
        QCOMPARE(lying.colour, standing.sideColour());
        QCOMPARE(blockKind("minecraft:oak_wood[axis=y]").colour, standing.sideColour());
        const GridKind stone = blockKind("minecraft:stone");
        QCOMPARE(stone.sideColour(), stone.colour);
    }

    void renamed_data()
    {
        QTest::addColumn<QByteArray>("after");
        QTest::newRow("grass") << QByteArray("short_grass");
        QTest::newRow("grass_path") << QByteArray("dirt_path");
        QTest::newRow("sign[rotation=4]") << QByteArray("oak_sign[rotation=4]");
        QTest::newRow("wall_sign[facing=east]") << QByteArray("oak_wall_sign[facing=east]");
        QTest::newRow("chain[axis=x]") << QByteArray("iron_chain[axis=x]");
    }
    void renamed()
    {
        QFETCH(QByteArray, after);
        GridKind before = blockKind(std::string("minecraft:") + QTest::currentDataTag());
        const GridKind now = blockKind("minecraft:" + after.toStdString());
        before.name = now.name;
        QCOMPARE(before.form, now.form);
        QVERIFY(before.boxes == now.boxes);
        QCOMPARE(before.hides, now.hides);
    }

    void everyNameHasAKind()
    {
        QVERIFY(blockRows().size() >= 1196);
        std::string_view before;
        for (const BlockRow& row : blockRows()) {
            const std::string name(row.name);
            QVERIFY2(before < row.name, name.c_str());
            before = row.name;
            QCOMPARE(findBlockRow(row.name), &row);
            const GridKind kind = blockKind("minecraft:" + name);
            QVERIFY2(kind.boxes.empty() == (kind.form != GridForm::Boxes && kind.form != GridForm::Liquid),
                     name.c_str());
            QVERIFY2(kind.boxes.size() <= 6, name.c_str());
            for (const model::GridBox& box : kind.boxes) {
                for (int axis = 0; axis < 3; ++axis)
                    QVERIFY2(box.low[axis] < box.high[axis] && box.high[axis] <= 16, name.c_str());
            }
            QVERIFY2(!kind.hides || kind.opaque(), name.c_str());
            // Neither ground of the picture swallows it.
            for (const glm::vec3& c : {kind.colour, kind.sideColour()}) {
                const float strongest = std::max({c.r, c.g, c.b});
                QVERIFY2(strongest >= 0.205F && strongest <= 0.905F, name.c_str());
            }
        }
    }
};

} // namespace tst_block_kinds

GHOSTLINE_TEST(tst_block_kinds, TestBlockKinds)
#include "tst_block_kinds.moc"
