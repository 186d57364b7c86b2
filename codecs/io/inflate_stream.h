// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// One reader of bare deflate data in a file: zlib's state, the packed bytes read ahead, and where both are.
#include "model/bytes/byte_source.h"

#include <memory>
#include <vector>
#include <zlib.h>

namespace ghostline::io {

/// A place from which unpacking can begin anew. Immutable.
struct InflateCheckpoint;

class InflateStream
{
public:
    /// Reads packed bytes [offset, offset + size) of `source`.
    InflateStream(const model::ByteSource& source, std::uint64_t offset, std::uint64_t size);
    ~InflateStream();
    InflateStream(const InflateStream&) = delete;
    InflateStream& operator=(const InflateStream&) = delete;

    /// From the front, or from a checkpoint; false = no memory, or a checkpoint of something else.
    bool start();
    bool start(const InflateCheckpoint& from);

    enum class Until : std::uint8_t {
        Full,    ///< `out` is full
        BlockEnd ///< or a deflate block has ended
    };
    /// Unpacks into `out`. 0 bytes only at the end, at the end of a block, or for an empty `out`.
    model::Result<std::size_t> step(std::span<std::byte> out, Until until, const std::stop_token& stop);

    /// The present place. At the end of a block it is small; anywhere else it holds zlib's whole state.
    std::shared_ptr<const InflateCheckpoint> checkpoint();

    bool ended() const { return m_ended; }
    /// Between two blocks, not at the end.
    bool atBlockEnd() const { return !m_ended && (m_zlib.data_type & 192) == 128; }
    std::uint64_t produced() const { return m_produced; }                 ///< since the front of the data
    std::uint64_t consumed() const { return m_nextIn - m_zlib.avail_in; } ///< packed bytes, likewise

private:
    model::Result<void> fill(const std::stop_token& stop);
    bool copyState(InflateStream& to);

    const model::ByteSource& m_source;
    std::uint64_t m_offset;
    std::uint64_t m_size;
    std::uint64_t m_nextIn = 0;   ///< packed bytes read so far
    std::uint64_t m_lastFill = 0; ///< m_nextIn before the last fill: equal when that brought nothing
    std::uint64_t m_produced = 0;
    std::vector<std::byte> m_in;
    z_stream m_zlib{};
    bool m_open = false;
    bool m_ended = false;
};

struct InflateCheckpoint
{
    std::uint64_t produced = 0;
    std::uint64_t consumed = 0;
    int bits = 0;                         ///< of the byte before `consumed` that are still to be used ...
    int bitValue = 0;                     ///< ... and their value
    std::uint32_t windowBytes = 0;        ///< unpacked size of `window`
    std::vector<std::byte> window;        ///< the text just before, packed with LZ4
    std::unique_ptr<InflateStream> state; ///< instead of all that, inside a block

    std::size_t bytes() const;
};

} // namespace ghostline::io
