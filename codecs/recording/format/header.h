// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Header and index of a recording: reading, writing, and a list of what contradicts itself.
#include "codecs/recording/format/chunk.h"
#include "codecs/recording/format/limits.h"

#include <QByteArray>

namespace ghostline::recording {

struct Header
{
    Profile profile = Profile::H5;
    std::uint16_t flags = 0;
    std::array<std::byte, 16> worldId{};
    QByteArray worldVersion;      ///< S1: 16 bytes; else up to 32; opaque
    std::int64_t startMs = 0;     ///< Unix time of the first tick
    std::uint16_t dictionary = 0; ///< 0 = none
    std::int32_t metadataBytes = 0;
    std::int32_t indexBytes = 0;
    std::int32_t tickCount = 0;
    std::int32_t chunkCount = 0;
    std::int32_t dataVersion = 0; ///< H4, H5: of the start; S1: hc:dataVersion

    std::uint64_t preambleBytes() const
    {
        return HeaderBytes + static_cast<std::uint64_t>(metadataBytes) +
               static_cast<std::uint64_t>(indexBytes);
    }
    QString worldIdText() const; ///< as a UUID is written
    int version() const { return profile == Profile::S1 ? 1 : profile == Profile::H4 ? 4 : 5; }
};

/// The profile the first bytes promise; Unsupported "unsupported version N" or UnknownFormat.
model::Result<Profile> detectProfile(std::span<const std::byte> start);
/// `start`: at least the first 256 bytes, or all there are.
model::Result<Header> parseHeader(std::span<const std::byte> start);
/// 256 bytes.
Bytes writeHeader(const Header& header);

enum class Layout { Compacted, Segmented };

struct ChunkIndex
{
    std::vector<ChunkEntry> chunks;
    model::DiagnosticList problems; ///< contradictions; all of them, worst first is not promised
};

/// Entries that can be read before the first broken one; never fails as a whole. They ascend without
/// overlapping: where a start or a count cannot be right it is set to what the neighbours say, and an entry
/// that still goes back is left out; each with its problem. Allocation is bounded by the bytes that are
/// there.
ChunkIndex parseIndex(std::span<const std::byte> bytes, const Header& header, Layout layout);
Bytes writeIndex(std::span<const ChunkEntry> chunks, Profile profile);

/// S1: bytes of the world version, a text of fixed width (format page: header, offset 23).
inline constexpr qsizetype DraftWorldVersion = 16;

} // namespace ghostline::recording
