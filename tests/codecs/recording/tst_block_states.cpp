// SPDX-License-Identifier: GPL-3.0-or-later
// Texts of block states: made comparable, and whatever else a file may hold in their place.
#include "codecs/recording/format/limits.h"
#include "codecs/recording/worlds/block_kinds.h"
#include "codecs/recording/worlds/block_state.h"
#include "tests/support/test_driver.h"

#include <QtTest>

#include <random>

namespace tst_block_states {

using namespace ghostline;
using namespace ghostline::recording;

class TestBlockStates : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void normal_data()
    {
        QTest::addColumn<QByteArray>("normal");
        const auto row = [](const char* text, const char* normal) {
            QTest::addRow("'%s'", text) << QByteArray(normal);
        };
        row("stone", "minecraft:stone");
        row("minecraft:stone", "minecraft:stone");
        row(":stone", "minecraft:stone");
        row("minecraft:stone[]", "minecraft:stone");
        row("oak_slab[waterlogged=false,type=top]", "minecraft:oak_slab[type=top,waterlogged=false]");
        row("custom:thing[b=2,a=1]", "custom:thing[a=1,b=2]");
        row("a[x=1=2]", "minecraft:a[x=1=2]");
        row("a[x=]", "minecraft:a[x=]");
        row("block #3907", "block #3907");
        row("", "");
        // not well-formed: as it is, but for the namespace
        row("a[b", "minecraft:a[b");
        row("a[b=1]x", "minecraft:a[b=1]x");
        row("a[b]", "minecraft:a[b]");
        row("a[=1]", "minecraft:a[=1]");
        row("a[b=1,]", "minecraft:a[b=1,]");
        row("[", "minecraft:[");
    }
    void normal()
    {
        QFETCH(QByteArray, normal);
        const QByteArray tag(QTest::currentDataTag());
        const std::string made = normalState(tag.mid(1, tag.size() - 2).toStdString());
        QCOMPARE(QByteArray::fromStdString(made), normal);
        QCOMPARE(normalState(made), made);
    }

    void caps()
    {
        std::string many = "stone[a=1";
        for (std::size_t i = 1; i < MaxBlockProperties; ++i)
            many += ",a=1";
        QCOMPARE(readBlockState(many + "]").properties.size(), MaxBlockProperties);
        QVERIFY(!readBlockState(many + ",a=1]").wellFormed);
        QVERIFY(readBlockState(many + ",a=1]").properties.empty());
        const std::string longOne = "oak_slab[type=top,x=" + std::string(MaxKindName, 'x') + "]";
        QVERIFY(!readBlockState(longOne).wellFormed);
        QCOMPARE(blockKind(longOne).boxes.front().low.y, std::uint8_t{0});
    }

    /// Nothing that a file may hold in place of a state does harm.
    void anyText()
    {
        std::mt19937 random(20261127);
        constexpr std::string_view Letters = "[]=,:_#az09 \0\xFF\"";
        const std::string_view starts[] = {
            "",        "minecraft:oak_stairs[", "snow[layers=", "candle[candles=",
            "block #", "sea_pickle[pickles=",   "water[level="};
        for (int i = 0; i < 20'000; ++i) {
            std::string text(starts[random() % std::size(starts)]);
            for (std::size_t length = random() % 24; length > 0; --length)
                text += Letters[random() % Letters.size()];
            const model::GridKind kind = blockKind(text);
            for (const model::GridBox& box : kind.boxes) {
                for (int axis = 0; axis < 3; ++axis)
                    QVERIFY(box.low[axis] < box.high[axis] && box.high[axis] <= 16);
            }
            const std::string normal = normalState(text);
            QCOMPARE(normalState(normal), normal);
        }
    }
};

} // namespace tst_block_states

GHOSTLINE_TEST(tst_block_states, TestBlockStates)
#include "tst_block_states.moc"
