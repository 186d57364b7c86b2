// SPDX-License-Identifier: GPL-3.0-or-later
// Colours of blocks by their names.
#include "codecs/recording/worlds/block_kinds.h"
#include "tests/support/test_driver.h"

#include <QtTest>

#include <algorithm>
#include <set>

namespace tst_recording_blocks {

using namespace ghostline::recording;
using ghostline::model::GridForm;
using ghostline::model::GridKind;

namespace {

enum class Hue { Grey, Red, Green, Blue, Warm };

Hue hueOf(const glm::vec3& c)
{
    const float high = std::max({c.r, c.g, c.b});
    const float low = std::min({c.r, c.g, c.b});
    if (high - low < 0.09F)
        return Hue::Grey;
    if (c.b == high)
        return Hue::Blue;
    if (c.g == high)
        return Hue::Green;
    return c.g - low > 0.35F * (high - low) ? Hue::Warm : Hue::Red;
}

} // namespace

class TestRecordingBlocks : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void looks_data()
    {
        QTest::addColumn<QByteArray>("name");
        QTest::addColumn<int>("hue");
        QTest::addColumn<bool>("translucent");
        const auto row = [](const char* name, Hue hue, bool translucent) {
            QTest::newRow(name) << QByteArray(name) << int(hue) << translucent;
        };
        row("minecraft:stone", Hue::Grey, false);
        row("minecraft:oak_stairs[facing=north,half=bottom]", Hue::Warm, false);
        row("minecraft:grass_block", Hue::Green, false);
        row("minecraft:birch_leaves", Hue::Green, false);
        row("minecraft:water[level=0]", Hue::Blue, true);
        row("minecraft:lava", Hue::Warm, false);
        row("minecraft:red_stained_glass", Hue::Red, true);
        row("minecraft:light_blue_stained_glass_pane", Hue::Blue, true);
        row("minecraft:blue_wool", Hue::Blue, false);
        row("minecraft:lime_concrete", Hue::Green, false);
        row("minecraft:white_wool", Hue::Grey, false);
        row("minecraft:light_gray_concrete_powder", Hue::Grey, false);
        row("minecraft:red_sandstone", Hue::Warm, false);
        row("minecraft:packed_ice", Hue::Blue, false);
        row("minecraft:ice", Hue::Blue, true);
        row("minecraft:slime_block", Hue::Green, true);
        row("minecraft:waxed_oxidized_cut_copper_stairs", Hue::Green, false);
        row("minecraft:cut_copper", Hue::Red, false);
        row("minecraft:redstone_block", Hue::Red, false);
        row("minecraft:redstone_wall_torch", Hue::Red, false); // as the one that stands
        row("minecraft:ladder", Hue::Warm, false);             // its shape shows what is behind it
        row("minecraft:oak_fence", Hue::Warm, false);
        row("minecraft:water_cauldron", Hue::Grey, false);
        row("minecraft:fire_coral_block", Hue::Red, false);
        row("minecraft:chain_command_block", Hue::Green, false);
        row("minecraft:netherrack", Hue::Red, false);
        row("minecraft:purpur_pillar", Hue::Blue, false);
        row("minecraft:prismarine", Hue::Green, false);
        row("sandstone", Hue::Warm, false);
        row("block #1", Hue::Grey, false);
    }
    void looks()
    {
        QFETCH(QByteArray, name);
        const GridKind kind = blockKind(name.toStdString());
        QVERIFY(kind.form != GridForm::Nothing);
        QTEST(int(hueOf(kind.colour)), "hue");
        QTEST(kind.translucent, "translucent");
    }

    void empty_data()
    {
        QTest::addColumn<QByteArray>("name");
        QTest::addColumn<bool>("empty");
        for (const char* name : {"minecraft:air", "air", "minecraft:cave_air", "minecraft:void_air",
                                 "minecraft:structure_void", "minecraft:light[level=3]", "block #0", ""})
            QTest::addRow("'%s'", name) << QByteArray(name) << true;
        for (const char* name : {"minecraft:light_blue_wool", "minecraft:barrier", "minecraft:airy_thing",
                                 "block #10", "[", ":x"})
            QTest::addRow("'%s'", name) << QByteArray(name) << (name[0] == '[');
    }
    void empty()
    {
        QFETCH(QByteArray, name);
        QTEST(blockKind(name.toStdString()).form == GridForm::Nothing, "empty");
    }

    /// The same name looks the same wherever it comes from; shapes share their material's colour.
    void aMaterialLooksOneWay()
    {
        for (const auto& [a, b] :
             {std::pair("minecraft:oak_planks", "oak_slab[type=top]"),
              std::pair("minecraft:stripped_oak_log", "minecraft:stripped_oak_wood"),
              std::pair("custom:mystery_block", "custom:mystery_stairs"),
              std::pair("block #3907", "block #3907"), std::pair("minecraft:cyan_wool", "cyan_carpet")})
            QVERIFY2(blockKind(a).colour == blockKind(b).colour, a);
        QVERIFY(blockKind("minecraft:oak_planks").colour != blockKind("minecraft:dark_oak_planks").colour);
        QVERIFY(blockKind("minecraft:oak_leaves").colour != blockKind("minecraft:oak_log").colour);
        QVERIFY(blockKind("minecraft:cherry_wood").colour != blockKind("minecraft:cherry_planks").colour);
        QVERIFY(blockKind("minecraft:iron_chain").colour != blockKind("minecraft:iron_block").colour);
        QVERIFY(blockKind("minecraft:potted_poppy").colour == blockKind("minecraft:flower_pot").colour);
        QVERIFY(blockKind("minecraft:soul_wall_torch").colour == blockKind("minecraft:soul_torch").colour);
        QVERIFY(blockKind("minecraft:sulfur_bricks").colour != blockKind("minecraft:bricks").colour);
        QVERIFY(blockKind("minecraft:red_wool").colour != blockKind("minecraft:red_terracotta").colour);
        QVERIFY(blockKind("minecraft:coal_ore").colour != blockKind("minecraft:deepslate_coal_ore").colour);
        // Fixed, so that pictures of today and of next year agree.
        const glm::vec3 unknown = blockKind("custom:mystery_block").colour;
        QCOMPARE(qRound(unknown.r * 255), 141);
        QCOMPARE(qRound(unknown.g * 255), 108);
        QCOMPARE(qRound(unknown.b * 255), 99);
    }

    void dyesDiffer()
    {
        for (const char* thing : {"wool", "concrete", "terracotta", "stained_glass"}) {
            std::set<std::tuple<float, float, float>> seen;
            for (const char* dye :
                 {"white", "orange", "magenta", "light_blue", "yellow", "lime", "pink", "gray", "light_gray",
                  "cyan", "purple", "blue", "brown", "green", "red", "black"}) {
                const glm::vec3 c = blockKind(std::string(dye) + "_" + thing).colour;
                seen.insert({c.r, c.g, c.b});
            }
            QCOMPARE(seen.size(), std::size_t{16});
        }
    }

    /// Neither ground swallows a block.
    void standsOutFromBothGrounds()
    {
        std::vector<std::string> names{"black_wool", "white_concrete", "coal_block",
                                       "snow",       "quartz_block",   "obsidian",
                                       "bedrock",    "end_stone",      "blackstone"};
        for (int i = 0; i < 500; ++i)
            names.push_back("custom:thing_" + std::to_string(i));
        for (const std::string& name : names) {
            const glm::vec3 c = blockKind(name).colour;
            const float high = std::max({c.r, c.g, c.b});
            QVERIFY2(high >= 0.205F && high <= 0.905F, name.c_str());
            QVERIFY2(std::min({c.r, c.g, c.b}) >= 0.0F, name.c_str());
        }
    }
};

} // namespace tst_recording_blocks

GHOSTLINE_TEST(tst_recording_blocks, TestRecordingBlocks)
#include "tst_recording_blocks.moc"
