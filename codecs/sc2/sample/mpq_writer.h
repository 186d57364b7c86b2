// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Writes archives such as replays are: the user-data block, then members in every way of storing them that
// the reader knows, and damaged on purpose where a test asks for it.
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace ghostline::sc2 {

enum class MpqPacking : std::uint8_t { Raw, Zlib, Bzip2 };

struct MpqWriteMember
{
    MpqWriteMember(std::string itsName, std::vector<std::byte> itsBytes,
                   MpqPacking itsPacking = MpqPacking::Bzip2);

    std::string name;
    std::vector<std::byte> bytes;
    MpqPacking packing = MpqPacking::Bzip2;
    bool sectors = false;   ///< in sectors, each packed alone; false: a single unit
    bool checksums = false; ///< of sectors
    bool deleted = false;   ///< its entry stays in the table, without the mark of what exists
};

struct MpqWriteOptions
{
    int formatVersion = 3; ///< 1: header of 44 bytes, 3: of 208
    int sectorShift = 5;   ///< sectors of 512 << shift bytes
    std::uint32_t hashEntries = 32;
    std::uint32_t reservedUserData = 512;
    std::uint32_t headerOffset = 1024; ///< where the archive begins; 0: without user data
    bool attributes = false;           ///< one member more, with the checksums of all, as the game writes it
};

/// Members are stored in the order given; there must be fewer of them than the table has entries, a power of
/// two.
std::vector<std::byte> writeMpq(std::span<const std::byte> userData,
                                const std::vector<MpqWriteMember>& members,
                                const MpqWriteOptions& options = {});

} // namespace ghostline::sc2
