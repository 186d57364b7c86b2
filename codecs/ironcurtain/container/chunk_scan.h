// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Finds chunks in a run of bytes that may be damaged, reading blocks and keeping nothing.
#include "codecs/ironcurtain/base/limits.h"
#include "codecs/ironcurtain/container/chunk.h"
#include "model/bytes/byte_source.h"

#include <memory>
#include <optional>

namespace ghostline::ironcurtain {

/// A block of a source that moves to wherever bytes are asked for.
class Window
{
public:
    Window(const model::ByteSource& source, std::uint64_t end, std::size_t block)
        : m_source(source), m_end(end), m_block(block)
    {
    }
    /// The bytes from `offset` on, as many as the block holds: at least `least` of them, fewer only at the
    /// end. Valid until the next call.
    model::Result<std::span<const std::byte>> at(std::uint64_t offset, std::size_t least,
                                                 const std::stop_token& stop);

private:
    const model::ByteSource& m_source;
    std::uint64_t m_end;
    std::size_t m_block;
    std::unique_ptr<std::byte[]> m_bytes;
    std::uint64_t m_begin = 0;
    std::size_t m_size = 0;
};

/// Bytes of a source of `size` bytes, clipped to it; Changed when it has become shorter.
model::Result<Bytes> readClipped(const model::ByteSource& source, std::uint64_t size, std::uint64_t offset,
                                 std::uint64_t length, const std::stop_token& stop);
/// A chunk's payload; Damaged when the CRC differs.
model::Result<Bytes> readPayload(const model::ByteSource& source, std::uint64_t size, const ChunkEntry& chunk,
                                 const std::stop_token& stop);

/// In the words of a damage.
QString skippedText(std::uint64_t bytes);

class ChunkScanner
{
public:
    /// Chunks of `kinds` in [.., end) of the source. `block`: bytes read at a time.
    ChunkScanner(const model::ByteSource& source, std::uint64_t end, std::span<const ChunkKind> kinds,
                 std::size_t block)
        : m_kinds(kinds), m_end(end), m_chunks(source, end, block), m_search(source, end, block)
    {
    }
    /// The head of a chunk that begins here and fits, without ticks and count; nothing when there is none.
    model::Result<std::optional<ChunkEntry>> head(std::uint64_t offset, const std::stop_token& stop);
    /// The first bytes of a payload, `most` at most.
    model::Result<std::span<const std::byte>> start(const ChunkEntry& chunk, std::size_t most,
                                                    const std::stop_token& stop);
    model::Result<bool> crcHolds(const ChunkEntry& chunk, const std::stop_token& stop);
    /// The first place at or behind `from` where a chunk begins whose CRC holds; the end when there is none.
    model::Result<std::uint64_t> nextGood(std::uint64_t from, const std::stop_token& stop);
    /// So much looked like chunks and was not that nextGood() finds nothing any more.
    bool gaveUp() const { return m_wasted > MaxWastedBytes; }

private:
    bool known(std::uint32_t tag) const;

    std::span<const ChunkKind> m_kinds;
    std::uint64_t m_end;
    Window m_chunks; ///< goes with whoever reads chunk after chunk
    Window m_search; ///< goes ahead of it when the next chunk is searched
    std::uint64_t m_wasted = 0;
};

/// Ticks and count from the first bytes of a payload; static text when they cannot be.
const char* parseChunkStart(ChunkEntry& entry, std::span<const std::byte> start);
inline constexpr std::size_t ChunkStartBytes = 36;
inline constexpr std::size_t KeyframeStartBytes = 13; ///< tick, is_full, size: then the blob

} // namespace ghostline::ironcurtain
