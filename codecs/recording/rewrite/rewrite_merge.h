// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Consecutive chunks into frames: as large as one seek may cost, never across versions.
#include "codecs/recording/state/state_compare.h"

#include <functional>

namespace ghostline::recording {

inline constexpr std::size_t FrameRaw = std::size_t{256} << 10; ///< decompressed bytes of a merged frame

/// Takes chunks in order, hands out frames. A chunk that is larger stays a frame of its own, and so does one
/// that cannot be decoded to its end: what follows it must not become unreadable. A chunk whose snapshot is
/// not what playing up to it gives begins a frame, for inside of one its snapshot would count no more.
class FrameMerger
{
public:
    using Taker = std::function<model::Result<void>(const ChunkEntry& entry, std::span<const std::byte> raw)>;
    /// `taker` gets each frame with ticks, lengths, versions and the first chunk's snapshot bit.
    FrameMerger(Profile file, int tickRate, Taker taker)
        : m_file(file), m_taker(std::move(taker)), m_frame(file), m_state(file, tickRate)
    {
    }
    model::Result<void> add(const ChunkEntry& entry, std::span<const std::byte> raw, int number);
    model::Result<void> finish();
    int undecodable() const { return m_undecodable; } ///< chunks that cannot be decoded to their end

private:
    bool fits(const ChunkEntry& entry, std::size_t bytes) const;
    void begin(const ChunkEntry& entry);

    Profile m_file;
    Taker m_taker;
    RawChunk m_frame;
    JoinedState m_state;
    std::optional<ChunkEntry> m_entry; ///< of the frame being filled
    bool m_alone = false;              ///< nothing may follow in it
    int m_undecodable = 0;
};

} // namespace ghostline::recording
