// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/bytes/http_cache.h"

#include <algorithm>
#include <cstring>
#include <limits>

namespace ghostline::model {

namespace {

/// What a piece costs besides its bytes: nodes of the map and of the list.
constexpr std::size_t PieceOverhead = 160;

} // namespace

ByteRanges::ByteRanges(ByteRange whole)
{
    if (!whole.empty())
        m_parts.push_back(whole);
}

void ByteRanges::remove(ByteRange part)
{
    if (part.empty())
        return;
    std::vector<ByteRange> left;
    left.reserve(m_parts.size() + 1);
    for (const ByteRange& old : m_parts) {
        if (!old.overlaps(part)) {
            left.push_back(old);
            continue;
        }
        if (old.begin < part.begin)
            left.push_back({old.begin, part.begin});
        if (part.end < old.end)
            left.push_back({part.end, old.end});
    }
    m_parts = std::move(left);
}

bool ByteRanges::overlaps(ByteRange range) const
{
    return std::any_of(m_parts.begin(), m_parts.end(),
                       [range](const ByteRange& part) { return part.overlaps(range); });
}

void ByteRanges::join(std::uint64_t gap, std::size_t most)
{
    while (m_parts.size() > 1) {
        std::size_t nearest = 0;
        std::uint64_t smallest = std::numeric_limits<std::uint64_t>::max();
        for (std::size_t i = 0; i + 1 < m_parts.size(); ++i) {
            const std::uint64_t between = m_parts[i + 1].begin - m_parts[i].end;
            if (between < smallest) {
                smallest = between;
                nearest = i;
            }
        }
        if (smallest > gap && m_parts.size() <= most)
            return;
        m_parts[nearest].end = m_parts[nearest + 1].end;
        m_parts.erase(m_parts.begin() + static_cast<std::ptrdiff_t>(nearest) + 1);
    }
}

HttpCache::Pieces::iterator HttpCache::firstReaching(unsigned file, std::uint64_t offset)
{
    auto piece = m_pieces.upper_bound({file, offset});
    if (piece == m_pieces.begin())
        return piece;
    const auto before = std::prev(piece);
    const bool reaches =
        before->first.first == file && before->first.second + before->second.bytes.size() > offset;
    return reaches ? before : piece;
}

void HttpCache::copy(unsigned file, std::uint64_t offset, std::span<std::byte> out, ByteRanges& missing)
{
    const std::vector<ByteRange> wanted(missing.parts().begin(), missing.parts().end());
    for (const ByteRange& part : wanted) {
        for (auto piece = firstReaching(file, part.begin); piece != m_pieces.end(); ++piece) {
            const auto& [key, kept] = *piece;
            if (key.first != file || key.second >= part.end)
                break;
            const std::uint64_t begin = std::max(part.begin, key.second);
            const std::uint64_t end = std::min<std::uint64_t>(part.end, key.second + kept.bytes.size());
            std::memcpy(out.data() + (begin - offset), kept.bytes.data() + (begin - key.second), end - begin);
            missing.remove({begin, end});
            touch(piece->second);
        }
    }
}

void HttpCache::insert(unsigned file, std::uint64_t offset, std::span<const std::byte> bytes)
{
    while (!bytes.empty()) {
        const std::uint64_t room = BlockSize - offset % BlockSize;
        const std::size_t count = std::min<std::size_t>(bytes.size(), room);
        insertIntoBlock(file, offset, bytes.first(count));
        offset += count;
        bytes = bytes.subspan(count);
    }
    while (m_used > m_cap && !m_ages.empty())
        erase(m_pieces.find(m_ages.front()));
}

void HttpCache::insertIntoBlock(unsigned file, std::uint64_t offset, std::span<const std::byte> bytes)
{
    ByteRanges fresh({offset, offset + bytes.size()});
    for (auto piece = firstReaching(file, offset); piece != m_pieces.end(); ++piece) {
        if (piece->first.first != file || piece->first.second >= offset + bytes.size())
            break;
        fresh.remove({piece->first.second, piece->first.second + piece->second.bytes.size()});
    }
    for (const ByteRange& part : fresh.parts())
        put(file, part.begin, bytes.subspan(part.begin - offset, part.size()));
}

void HttpCache::put(unsigned file, std::uint64_t offset, std::span<const std::byte> bytes)
{
    auto next = m_pieces.upper_bound({file, offset});
    if (next != m_pieces.begin() && offset % BlockSize != 0) {
        auto& [key, piece] = *std::prev(next);
        // What arrives bit by bit becomes one piece a block.
        if (key.first == file && key.second + piece.bytes.size() == offset) {
            m_used -= piece.bytes.capacity();
            piece.bytes.insert(piece.bytes.end(), bytes.begin(), bytes.end());
            m_used += piece.bytes.capacity();
            touch(piece);
            return;
        }
    }
    const auto age = m_ages.insert(m_ages.end(), Key{file, offset});
    Piece piece{{bytes.begin(), bytes.end()}, age};
    m_used += piece.bytes.capacity() + PieceOverhead;
    m_pieces.emplace_hint(next, Key{file, offset}, std::move(piece));
}

void HttpCache::touch(Piece& piece) { m_ages.splice(m_ages.end(), m_ages, piece.age); }

void HttpCache::erase(Pieces::iterator piece)
{
    m_used -= piece->second.bytes.capacity() + PieceOverhead;
    m_ages.erase(piece->second.age);
    m_pieces.erase(piece);
}

void HttpCache::dropFile(unsigned file)
{
    auto piece = m_pieces.lower_bound({file, 0});
    while (piece != m_pieces.end() && piece->first.first == file)
        erase(piece++);
}

} // namespace ghostline::model
