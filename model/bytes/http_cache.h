// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What has been read from web servers, kept in memory up to a cap; and sets of byte ranges.
#include "model/base/export.h"

#include <cstddef>
#include <cstdint>
#include <list>
#include <map>
#include <span>
#include <utility>
#include <vector>

namespace ghostline::model {

/// Bytes from begin up to, not including, end.
struct ByteRange
{
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
    std::uint64_t size() const { return end > begin ? end - begin : 0; }
    bool empty() const { return end <= begin; }
    bool overlaps(ByteRange other) const { return begin < other.end && other.begin < end; }
    friend bool operator==(const ByteRange&, const ByteRange&) = default;
};

/// What is left of one range: a list of disjoint ranges, in order.
class GHOSTLINE_MODEL_EXPORT ByteRanges
{
public:
    explicit ByteRanges(ByteRange whole = {});
    void remove(ByteRange part);
    bool empty() const { return m_parts.empty(); }
    bool overlaps(ByteRange range) const;
    std::span<const ByteRange> parts() const { return m_parts; }
    /// Joins parts with at most `gap` bytes between them, then the nearest ones, until `most` are left.
    void join(std::uint64_t gap, std::size_t most);

private:
    std::vector<ByteRange> m_parts;
};

/// A least-recently-used cache of bytes of several files, in blocks. Not thread-safe.
class GHOSTLINE_MODEL_EXPORT HttpCache
{
public:
    static constexpr std::uint64_t BlockSize = std::uint64_t{64} << 10;

    explicit HttpCache(std::size_t cap) : m_cap(cap) {}
    /// A number for a file whose bytes are kept here.
    unsigned addFile() { return ++m_lastFile; }
    void dropFile(unsigned file);

    /// Copies what is kept of `missing` to `out`, whose first byte is that at `offset`, and removes it there.
    void copy(unsigned file, std::uint64_t offset, std::span<std::byte> out, ByteRanges& missing);
    void insert(unsigned file, std::uint64_t offset, std::span<const std::byte> bytes);
    /// Memory in use, never above the cap between calls.
    std::size_t bytesUsed() const { return m_used; }

private:
    using Key = std::pair<unsigned, std::uint64_t>;
    struct Piece
    {
        std::vector<std::byte> bytes; ///< never crosses the border of a block
        std::list<Key>::iterator age;
    };
    using Pieces = std::map<Key, Piece>;

    Pieces::iterator firstReaching(unsigned file, std::uint64_t offset);
    void insertIntoBlock(unsigned file, std::uint64_t offset, std::span<const std::byte> bytes);
    void put(unsigned file, std::uint64_t offset, std::span<const std::byte> bytes);
    void touch(Piece& piece);
    void erase(Pieces::iterator piece);

    std::size_t m_cap;
    std::size_t m_used = 0;
    unsigned m_lastFile = 0;
    Pieces m_pieces;
    std::list<Key> m_ages; ///< longest unused first
};

} // namespace ghostline::model
