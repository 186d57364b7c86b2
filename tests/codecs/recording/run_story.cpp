// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/codecs/recording/run_story.h"

namespace ghostline::test {

RunScript storyOf(Profile profile)
{
    RunScript script;
    script.profile = profile;
    const bool h4 = profile == Profile::H4;
    const Kind stray = h4 ? Kind{{}, 128} : Kind{"minecraft:stray", -1};
    const Kind stairs = h4 ? Kind{{}, 3907} : Kind{"minecraft:oak_stairs[facing=north]", -1};
    static const Bytes pearls = itemNbt(QStringLiteral("minecraft:ender_pearl"), 4);
    static const Item pearlSlot{2, pearls};
    script.at(1, SetItem{0, std::span(&pearlSlot, 1)});
    script.at(3, ChangeHeldSlot{0, 2});
    script.at(12, RunStart{});
    script.at(42, SpawnEntity{1, stray, placeAt(10, 64, 6, -90.0F)});
    script.at(44, SetBlock{packBlock({10, 64, 2}), stairs});
    script.at(62, CheckpointReached{"spring", 2500});
    script.at(90, HandAnimation{0, 0, 0});
    script.at(91, HandAnimation{1, 1, 0});
    script.at(92, ItemUse{0, 1});
    script.at(120, AnticheatFlag{"speed", 2, 0.75F, "over the limit by 0.4 blocks/s"});
    script.at(130, Chat{0, "gl hf"}).at(131, Chat{-1, "server: welcome"});
    script.at(140, ItemUse{0, std::nullopt});
    script.at(150, CheckpointReset{1, 6900}).at(150, ClearGhostBlocks{});
    script.at(150, AbsoluteMove{0, placeAt(0.5, 64.0, 0.5), {}});
    script.at(160, DestroyEntity{1});
    script.at(170, SpawnEntity{1, stray, placeAt(-4, 64, 6)});
    script.at(180, Bookmark{"look  here\n"});
    script.at(290, RunEnd{0, 13900});
    return script;
}

} // namespace ghostline::test
