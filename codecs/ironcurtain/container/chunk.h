// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Chunks (tag, length, CRC-32 of the payload, payload) and LZ4 blobs (u32 size, raw block).
#include "codecs/ironcurtain/base/types.h"
#include "model/base/error.h"

#include <span>

namespace ghostline::ironcurtain {

enum class ChunkKind : std::uint32_t {
    Orders = 0x4244'524F,     ///< "ORDB"
    Events = 0x4254'5645,     ///< "EVTB"
    Voice = 0x4349'4F56,      ///< "VOIC"
    Keyframe = 0x4659'454B,   ///< "KEYF", journals only
    Signatures = 0x5447'4953, ///< "SIGT", journals only
};
QString chunkName(ChunkKind kind);
inline constexpr std::size_t ChunkHeadBytes = 12;

/// One chunk in the file whose CRC holds, or has not been looked at yet.
struct ChunkEntry
{
    ChunkKind kind = ChunkKind::Orders;
    std::uint64_t offset = 0; ///< of the tag
    std::uint32_t length = 0; ///< of the payload
    std::uint32_t crc = 0;
    SimTick firstTick = 0;   ///< from the head of the payload (Orders, Events, Keyframe), else 0
    SimTick lastTick = 0;    ///< Orders: the last that the block covers; Keyframe: = firstTick
    std::uint32_t count = 0; ///< frames, events, signatures
};

/// Appends a framed chunk.
void appendChunk(Bytes& out, ChunkKind kind, std::span<const std::byte> payload);
std::uint32_t crc32(std::span<const std::byte> bytes);

/// An LZ4 blob as the format has it: u32 uncompressed size, then a raw block. Damaged names the offset,
/// LimitExceeded when the size is above `limit`; nothing is allocated before that is known. `base`: offset of
/// the blob in its file.
model::Result<Bytes> unpackBlob(std::span<const std::byte> blob, std::size_t limit, std::uint64_t base);
Bytes packBlob(std::span<const std::byte> raw);

} // namespace ghostline::ironcurtain
