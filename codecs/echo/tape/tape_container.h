// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The container of a tape that is written: records, packed block by block, and the seek table behind them.
// Layouts: RFC 8878; seek table: zstd's contrib/seekable_format.
#include "model/bytes/atomic_file.h"

#include <memory>
#include <vector>

namespace ghostline::echo::tape {

class ContainerWriter
{
public:
    /// `level` of zstd; `packed` false: a bare text of records. `out` outlives it.
    ContainerWriter(model::AtomicFile& out, bool packed, int level);
    ~ContainerWriter();

    /// Of the block that is open; a record goes to its end with its length in front.
    std::vector<std::byte>& text() { return m_text; }
    /// Ends the open block, which is a zstd frame then with size and checksum. Nothing where it is empty.
    model::Result<void> closeBlock();
    /// The seek table, after the last block.
    model::Result<void> finish();

    bool isPacked() const { return m_packed; }
    /// Where the open block begins in the file.
    std::uint64_t offset() const { return m_offset; }
    /// Unpacked bytes so far, those of the open block included.
    std::uint64_t plainBytes() const { return m_plain + m_text.size(); }
    std::size_t blocks() const { return m_sizes.size(); }

private:
    struct Context;
    struct BlockSize
    {
        std::uint32_t packed = 0;
        std::uint32_t plain = 0;
    };
    model::Result<void> write(std::span<const std::byte> bytes);

    model::AtomicFile& m_out;
    bool m_packed;
    std::unique_ptr<Context> m_context;
    std::vector<std::byte> m_text;
    std::vector<std::byte> m_buffer;
    std::vector<BlockSize> m_sizes;
    std::uint64_t m_offset = 0;
    std::uint64_t m_plain = 0;
};

/// The levels of zstd that can be asked for.
inline constexpr int LowestLevel = 1;
inline constexpr int HighestLevel = 22;
inline constexpr int UsualLevel = 3;

} // namespace ghostline::echo::tape
