// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Reads a source from front to back in blocks, the next ones in a second thread while one is worked on.
#include "model/bytes/byte_source.h"

#include <array>
#include <condition_variable>
#include <mutex>
#include <thread>

namespace ghostline::io {

/// For one user at a time. Memory is bounded: three blocks, each with room in front of it for the bytes that
/// the user still needs of the block before, so that what spans two blocks lies in one piece.
class BlockAhead
{
public:
    enum class Mode : std::uint8_t {
        Thread, ///< the next blocks are read in the background
        Direct  ///< each block is read when it is asked for
    };
    /// Reads [.., end) of `source`, which must outlive this. Nothing is allocated, read or started yet.
    BlockAhead(const model::ByteSource& source, std::uint64_t end, std::size_t blockBytes,
               Mode mode = Mode::Thread);

    /// The bytes from `offset` on: a block's worth when the blocks are asked for one after the other, fewer
    /// within a block, none only at the end of the source. `kept` are the bytes just before `offset`, at most
    /// mostKept() of them; they are put in front. Anywhere but the next block, reading ahead starts anew.
    /// Valid until the next call that succeeds. Errors: of the source, Cancelled; asking again tries again.
    model::Result<std::span<const std::byte>> read(std::uint64_t offset, std::span<const std::byte> kept,
                                                   const std::stop_token& stop = {});
    std::size_t mostKept() const { return m_block; }

private:
    static constexpr std::size_t Slots = 3;

    struct Slot
    {
        std::unique_ptr<std::byte[]> bytes; ///< room for what is kept, then the block
        std::uint64_t offset = 0;
        model::Result<std::size_t> size{0};
    };

    void begin(std::uint64_t offset);
    void restart(std::uint64_t offset);
    void work(const std::stop_token& stop);
    void fill(std::unique_lock<std::mutex>& lock, const std::stop_token& stop);
    model::Result<std::size_t> readBlock(std::uint64_t offset, std::byte* out,
                                         const std::stop_token& stop) const;
    std::uint64_t nextSlot() const { return m_released + (m_holding ? 1 : 0); }

    const model::ByteSource& m_source;
    const std::uint64_t m_end;
    const std::size_t m_block;
    Mode m_mode;
    bool m_begun = false;
    std::uint64_t m_nextOffset = 0; ///< of the block after the one in use

    std::mutex m_mutex; ///< guards what follows; slots from m_filled on belong to whoever reads
    std::condition_variable_any m_changed;
    std::array<Slot, Slots> m_slots;
    std::uint64_t m_released = 0; ///< blocks given back so far
    std::uint64_t m_filled = 0;   ///< blocks read so far
    bool m_holding = false;       ///< block m_released is in use
    std::uint64_t m_readAt = 0;
    std::uint64_t m_generation = 0; ///< a read begun before a restart counts for nothing
    bool m_ended = false;           ///< the last block read was short or failed
    std::jthread m_thread;          ///< last: stopped and joined before the rest goes
};

} // namespace ghostline::io
