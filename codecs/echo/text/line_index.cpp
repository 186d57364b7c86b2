// SPDX-License-Identifier: GPL-3.0-or-later
// Lines by memchr over large blocks.
#include "codecs/echo/text/line_index.h"

#include "codecs/io/zip_directory.h"

#include <algorithm>
#include <cstring>

namespace ghostline::echo {

using model::ErrorCode;
using model::Result;

namespace {
constexpr std::size_t BlockBytes = std::size_t{1} << 20;
static_assert(MaxLineBytes <= BlockBytes); // an unfinished line must fit in front of the next block
} // namespace

LineReader::LineReader(const model::ByteSource& text, std::uint64_t begin, std::uint64_t end,
                       io::BlockAhead::Mode mode)
    // A text that fits into one block needs no more room, and nobody who reads ahead.
    : m_ahead(text, end, end - begin < BlockBytes ? static_cast<std::size_t>(end - begin) + 1 : BlockBytes,
              end - begin < BlockBytes ? io::BlockAhead::Mode::Direct : mode),
      m_blockOffset(begin)
{
}

/// Gets the next block behind the unfinished line at hand.
Result<void> LineReader::refill(const std::stop_token& stop)
{
    const std::string_view kept = m_skipping ? std::string_view() : m_block.substr(m_pos);
    const std::uint64_t next = m_blockOffset + m_block.size();
    auto more = m_ahead.read(next, {reinterpret_cast<const std::byte*>(kept.data()), kept.size()}, stop);
    if (!more && more.error().code == ErrorCode::Cancelled)
        return tl::unexpected(std::move(more.error()));
    m_searched -= std::min(m_searched, m_pos);
    m_searched = std::min(m_searched, kept.size());
    m_pos = 0;
    m_blockOffset = next - kept.size();
    if (more && more->size() > kept.size()) {
        m_block = {reinterpret_cast<const char*>(more->data()), more->size()};
        if (m_addUp)
            m_checksum = io::zipChecksum(m_checksum, more->subspan(kept.size()));
        return {};
    }
    if (!more)
        m_damage = std::move(more.error());
    m_tail.assign(kept);
    m_tail.resize(kept.size() + LinePadding, '\0');
    m_block = std::string_view(m_tail).substr(0, kept.size());
    m_final = true;
    return {};
}

Line LineReader::take(std::size_t lineEnd, bool closed)
{
    Line line;
    line.closed = closed;
    line.end = m_blockOffset + lineEnd;
    line.tooLong = m_skipping || lineEnd - m_pos > MaxLineBytes;
    line.offset = m_skipping ? m_skipFrom : m_blockOffset + m_pos;
    line.size = line.end - line.offset;
    if (!line.tooLong) {
        line.text = m_block.substr(m_pos, lineEnd - m_pos);
        if (line.text.ends_with('\r'))
            line.text.remove_suffix(1);
        line.size = line.text.size();
    }
    m_skipping = false;
    m_pos = std::min(lineEnd + 1, m_block.size());
    m_searched = m_pos;
    return line;
}

Result<std::optional<Line>> LineReader::next(const std::stop_token& stop)
{
    while (true) {
        const char* const from = m_block.data() + m_searched;
        const std::size_t left = m_block.size() - m_searched;
        const auto* const found =
            left > 0 ? static_cast<const char*>(std::memchr(from, '\n', left)) : nullptr;
        const std::size_t lineEnd =
            found != nullptr ? static_cast<std::size_t>(found - m_block.data()) : m_block.size();
        if (found != nullptr && (m_final || lineEnd + LinePadding < m_block.size()))
            return std::optional(take(lineEnd, true));
        if (m_final) {
            if (lineEnd == m_pos && !m_skipping)
                return std::optional<Line>();
            return std::optional(take(lineEnd, false));
        }
        m_searched = lineEnd;
        if (!m_skipping && m_block.size() - m_pos > MaxLineBytes - LinePadding) {
            m_skipping = true;
            m_skipFrom = m_blockOffset + m_pos;
        }
        if (m_skipping && found == nullptr)
            m_pos = m_block.size();
        else if (m_skipping)
            return std::optional(take(lineEnd, true)); // nobody reads its text: no padding needed
        if (auto done = refill(stop); !done)
            return tl::unexpected(std::move(done.error()));
    }
}

} // namespace ghostline::echo
