// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A short match for the tests of writing .butter.
#include "tests/codecs/echo/memory_file.h"
#include "tests/codecs/echo/written_butter.h"

#include <cmath>

namespace ghostline::test {

using namespace ghostline::echo;

struct ShortMatch
{
    MatchHeader header;
    MatchNames names;
    FrameBlock block;
    std::int64_t time = 1'600'000'000'000;

    explicit ShortMatch(Map map = Map::Arena)
    {
        header.map = map;
        header.client = QStringLiteral("Ann");
        header.sessionId = QStringLiteral("0F1E2D3C-4B5A-6978-8796-A5B4C3D2E1F0");
        header.sessionIp = QStringLiteral("192.0.2.17");
        header.totalRounds = 3;
        header.blueRoundScore = 1;
        header.orangeRoundScore = 2;
        names.append({"Ann", 11, 7, 50});
        names.append({"Bob", 12, 8, 40});
    }
    /// Two players and a disc, somewhere else in each frame.
    Frame& add(std::int64_t step = 33)
    {
        FrameMaker maker(block);
        time += step;
        const auto t = static_cast<float>(block.frames.size()) * 0.033F;
        Frame& frame = maker.frame();
        frame.timeMs = time;
        frame.clock = 300.0F - t;
        frame.pause = {PauseState::Unpaused, TeamCode::None, TeamCode::None, 0.0F, 0.0F};
        maker.disc({t, 2.0F, -3.0F}, {1.0F, 0.0F, 0.0F});
        for (int i = 0; i < 2; ++i) {
            PlayerFrame& player = maker.player(i, i, i == 0 ? TeamCode::Blue : TeamCode::Orange,
                                               {std::sin(t) * 3.0F, static_cast<float>(i), 20.0F + t});
            player.hasStats = true;
            player.holdingLeft = player.holdingRight = holding::None;
        }
        return frame;
    }
    PlayerFrame& last(std::size_t back = 1) { return block.players[block.players.size() - back]; }
    void bones(int count)
    {
        Frame& frame = block.frames.back();
        frame.bones.first = static_cast<std::uint32_t>(block.bones.size());
        frame.hasBones = true;
        frame.bones.count = static_cast<std::uint32_t>(count);
        for (int i = 0; i < count; ++i) {
            BoneSet& set = block.bones.emplace_back();
            for (std::size_t k = 0; k < Bones; ++k)
                set.bones[k].position = {0.0F, static_cast<float>(k) * 0.04F, 0.3F};
        }
    }
    WriteJob job() const { return writeJob(header, names, block); }
};

} // namespace ghostline::test
