// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Frames made fit to be shown, and what is true of their rows besides what is recorded: places that were
// held, jumps.
#include "codecs/echo/replay/cast_builder.h"

namespace ghostline::echo {

/// A frame with its block.
struct FrameOf
{
    const FrameBlock& block;
    const Frame& frame;
};

/// Whether an actor got from its row of one frame to that of the next otherwise than by moving.
bool hasJumped(FrameOf last, const Row& before, FrameOf now, const Row& row, model::Micros step);

/// Copies one frame with its players and bones.
void copyFrame(const FrameBlock& from, std::size_t index, FrameBlock& to);
/// A block of the first frame alone, fit to be shown.
std::shared_ptr<const FrameBlock> firstFrame(const FrameBlock& block);

/// Immutable once built.
class RowStates
{
public:
    enum Bit : std::uint8_t {
        Jumped = 1, ///< since the frame before
        Held = 2    ///< its place is an earlier one's, for no number was recorded
    };
    RowStates() = default;
    /// Makes every pose one that can be shown: what is no number is taken from the frame before, else from
    /// another part; a missing orientation from the body, the body's from the head. `times` of the frames.
    RowStates(FrameBlock& block, const ChunkCast& cast, std::span<const model::Micros> times);

    /// Bits of a row of the frame with that number in the block.
    std::uint8_t of(const Frame& frame, std::size_t number, const Row& row) const
    {
        if (row.player())
            return m_players[frame.players.first + static_cast<std::size_t>(row.source)];
        return row.source == Row::Payload ? m_payloads[number] : m_discs[number];
    }
    std::size_t bytes() const { return m_players.capacity() + m_discs.capacity() + m_payloads.capacity(); }

private:
    void mark(const Frame& frame, std::size_t number, const Row& row, Bit bit);
    void settle(FrameBlock& block, const ChunkCast& cast, std::size_t number);
    void markJumps(const FrameBlock& block, const ChunkCast& cast, std::size_t number, model::Micros step);

    std::vector<std::uint8_t> m_players; ///< by place in FrameBlock::players
    std::vector<std::uint8_t> m_discs;   ///< by frame
    std::vector<std::uint8_t> m_payloads;
};

} // namespace ghostline::echo
