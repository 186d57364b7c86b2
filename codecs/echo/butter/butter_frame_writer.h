// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Makes the bytes of one frame after the other, version 3 of the format; docs/formats/echo.md lists the
// fields in this order.
#include "codecs/echo/butter/butter_bone_writer.h"
#include "codecs/echo/butter/butter_match_writer.h"
#include "codecs/echo/butter/butter_player_writer.h"

#include <optional>

namespace ghostline::echo::encode {

class ButterFrameWriter
{
public:
    ButterFrameWriter(const MatchHeader& header, const MatchNames& names, bool tight);
    ButterFrameWriter(const ButterFrameWriter&) = delete;
    ButterFrameWriter& operator=(const ButterFrameWriter&) = delete;

    /// Turns to a frame. True when it has to be a keyframe whatever the interval says.
    bool begin(const FrameBlock& block, std::size_t index);
    /// Appends the frame begun; the block must still be there.
    void write(bool keyframe, ButterOutput& out);
    /// Numbers of the people met so far, in the order of the file's list.
    const std::vector<std::int32_t>& roster() const { return m_roster.people(); }
    const WriteLosses& losses() const { return m_losses; }

private:
    void writeClock(bool key, ButterOutput& out);

    std::optional<ButterTight> m_tight;
    WriteLosses m_losses;
    FileRoster m_roster;
    MatchWriter m_match;
    PlayerWriter m_players;
    BoneWriter m_bones;

    // the frame being written
    const FrameBlock* m_block = nullptr;
    const Frame* m_frame = nullptr;

    // the frame before
    std::optional<std::int64_t> m_timeBefore;
    std::int64_t m_keyTime = 0; ///< of the last keyframe
    float m_clock = 0.0F;
    double m_shownClock = 0.0;
};

} // namespace ghostline::echo::encode
