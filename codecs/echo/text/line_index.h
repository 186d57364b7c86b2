// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Finds the lines of a text in one pass, the next blocks being read (or unpacked) in a second thread.
#include "codecs/echo/frame/limits.h"
#include "codecs/io/block_ahead.h"

#include <optional>
#include <string_view>

namespace ghostline::echo {

/// Readable bytes behind every line handed out, as the JSON parser wants them.
inline constexpr std::size_t LinePadding = 64;

struct Line
{
    std::uint64_t offset = 0; ///< of its first byte in the text
    std::uint64_t size = 0;   ///< without line end
    std::uint64_t end = 0;    ///< of the line end, in the text
    std::string_view text;    ///< without line end (LF, CRLF); empty when too long
    bool tooLong = false;
    bool closed = false; ///< has a line end; the last one may not
};

/// For one user. Lines are valid until the next call.
class LineReader
{
public:
    /// `end`: where the text ends, or more when that is not known. `text` must outlive this.
    LineReader(const model::ByteSource& text, std::uint64_t begin, std::uint64_t end,
               io::BlockAhead::Mode mode = io::BlockAhead::Mode::Thread);
    /// Nothing at the end. The only error is Cancelled; whatever else ends the text early, see damage().
    model::Result<std::optional<Line>> next(const std::stop_token& stop);
    /// Why the text ended before its end.
    const std::optional<model::Error>& damage() const { return m_damage; }
    /// Adds up the CRC-32 of the text from here on: in this thread, which waits for the one that unpacks.
    void addUp() { m_addUp = true; }
    std::uint32_t checksum() const { return m_checksum; }

private:
    model::Result<void> refill(const std::stop_token& stop);
    Line take(std::size_t lineEnd, bool closed);

    io::BlockAhead m_ahead;
    std::string_view m_block;    ///< what is at hand
    std::uint64_t m_blockOffset; ///< of its first byte in the text
    std::size_t m_pos = 0;       ///< of the next line in the block
    std::size_t m_searched = 0;  ///< no line end between m_pos and here
    bool m_addUp = false;
    std::uint32_t m_checksum = 0;
    bool m_final = false;         ///< nothing follows the block, which has padding of its own
    bool m_skipping = false;      ///< inside a line that is too long ...
    std::uint64_t m_skipFrom = 0; ///< ... which began here
    std::string m_tail;           ///< the last lines, with padding
    std::optional<model::Error> m_damage;
};

} // namespace ghostline::echo
