// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What stands before the frames of a .butter file, and the bounds that protect memory while one is read.
#include "codecs/echo/frame/frame.h"
#include "model/bytes/byte_source.h"

#include <vector>

namespace ghostline::echo::butter {

/// Nothing in the format bounds these; what the game and its recorders make stays far below.
namespace limits {
inline constexpr std::size_t TextBytes = 1024;                     ///< of a name, as in the reference reader
inline constexpr std::size_t HeaderBytes = std::size_t{300} << 10; ///< 256 names of that length, and the rest
inline constexpr std::uint32_t Chunks = std::uint32_t{1} << 20;
inline constexpr std::size_t ChunkPackedBytes = std::size_t{256} << 20;
/// Unpacked, by the frames that the keyframe interval allows; not below and not above these.
inline constexpr std::uint64_t FrameBytes = std::uint64_t{64} << 10;
inline constexpr std::uint64_t SmallestChunkCap = std::uint64_t{16} << 20;
inline constexpr std::uint64_t LargestChunkCap = std::uint64_t{256} << 20;
inline constexpr std::size_t ChunkFrames = 65535;               ///< the keyframe interval has 16 bits
inline constexpr std::size_t BlockBytes = std::size_t{1} << 30; ///< decoded frames of one chunk
/// Times that a calendar knows, in milliseconds since 1970: years 1 to 9999.
inline constexpr std::int64_t FirstTime = -62'135'596'800'000;
inline constexpr std::int64_t LastTime = 253'402'300'799'999;
} // namespace limits

enum class Packing : std::uint8_t { None, Gzip, Zstd };

struct Header
{
    int version = 0;
    int keyframeInterval = 0;
    int compression = 0; ///< as stored, 0 to 6
    Packing packing = Packing::None;
    MatchHeader match;
    std::vector<Person> people; ///< file index 1 is the first
    /// By file index, 0 = nobody: the first file index with the same user id.
    std::vector<std::uint8_t> sameUser;
    std::uint64_t bytes = 0; ///< length of all this; the chunk table follows
    bool unknownMap = false;
};

struct ChunkTable
{
    struct Entry
    {
        std::uint64_t offset = 0;
        std::uint32_t size = 0;
    };
    std::vector<Entry> chunks;
    QString damage;        ///< why it is not as the file says; empty = sound
    std::uint64_t end = 0; ///< byte behind the last chunk
};

/// `enough` is set when the failure was not that `bytes` end too early.
model::Result<Header> parseHeader(std::span<const std::byte> bytes, bool& enough);
model::Result<Header> readHeader(const model::ByteSource& source, const std::stop_token& stop);
/// A count that cannot be true is replaced by the one with which the sizes add up to the file, if there is
/// one.
model::Result<ChunkTable> readChunkTable(const model::ByteSource& source, const Header& header,
                                         const std::stop_token& stop);
/// A stored text; what is not ASCII, which no writer stores, becomes '?'.
std::string asciiText(std::span<const std::byte> text);
QString packingName(Packing packing);

} // namespace ghostline::echo::butter
