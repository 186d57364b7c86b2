// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What lies where in a ZIP archive. Reads the directory at its end (zip64 too), never the content.
#include "model/bytes/byte_source.h"

#include <string>
#include <vector>

namespace ghostline::io {

inline constexpr std::uint64_t MaxZipDirectoryBytes = std::uint64_t{16} << 20;
inline constexpr std::size_t MaxZipEntries = 65'536;

inline constexpr std::uint16_t ZipStored = 0;
inline constexpr std::uint16_t ZipDeflated = 8;

struct ZipEntry
{
    std::string name; ///< bytes as stored
    std::uint16_t method = ZipStored;
    bool encrypted = false;
    bool sizesKnown =
        true; ///< false: from a local header that leaves them open; packedSize is all that follows
    std::uint32_t crc = 0;
    std::uint64_t packedSize = 0;
    std::uint64_t size = 0; ///< unpacked, as the archive claims
    std::uint64_t headerOffset = 0;
};

bool looksLikeZip(std::span<const std::byte> start);

/// Entries in the order of the directory. Damaged when there is none (a copy cut short).
model::Result<std::vector<ZipEntry>> readZipDirectory(const model::ByteSource& source,
                                                      const std::stop_token& stop = {});

/// The entry whose local header lies at `offset`, for an archive without a directory.
model::Result<ZipEntry> readZipLocalEntry(const model::ByteSource& source, std::uint64_t offset,
                                          const std::stop_token& stop = {});

/// Where the packed bytes of an entry begin; its local header is checked.
model::Result<std::uint64_t> zipDataOffset(const model::ByteSource& source, const ZipEntry& entry,
                                           const std::stop_token& stop = {});

/// The CRC-32 of a text whose beginning has `before` (of nothing: 0).
std::uint32_t zipChecksum(std::uint32_t before, std::span<const std::byte> bytes);

} // namespace ghostline::io
