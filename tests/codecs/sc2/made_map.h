// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A small map made member by member, so that a test can damage or leave out one of them. Whatever its size:
//   heights   8 + x / 8 + y / 16 cells
//   cliffs    lowest for x < 2, then level 1, a ramp at x = 4, level 2 from there on
//   textures  sand for x < 4, then two thirds of metal and one of grass
//   not drawn cell 4, 4 (a cliff stands there), and the last cell of the last row (a hole)
//   painted   cell 5, 5 is blocked
#include "codecs/sc2/sample/mpq_writer.h"

#include <QString>

#include <map>

namespace ghostline::sc2::made {

/// By name.
using MapMembers = std::map<std::string, std::vector<std::byte>>;

struct MapShape
{
    int width = 16; ///< cells, a multiple of 8
    int height = 16;
    int version = 39; ///< of MapInfo: 24, 34, 38, 39 have different fields
    int layers = 8;   ///< of masks
};

inline constexpr double SandColour[3] = {180, 150, 100};

MapMembers mapMembers(const MapShape& shape = {});
std::vector<std::byte> mapInfo(const MapShape& shape);
/// True colour, 24 bits, the upper row first; `edge` pixels of black around the ground.
std::vector<std::byte> mapPicture(const MapShape& shape, int edge = 1);
/// t3SyncTextureInfo of version 100 or 101.
std::vector<std::byte> mapTextures(const MapShape& shape, int version);
std::vector<std::byte> mapText(std::string_view text);

std::vector<std::byte> mapArchive(const MapMembers& members, const MpqWriteOptions& options);
std::vector<std::byte> mapArchive(const MapMembers& members);
/// The same as files; false where one could not be written.
bool writeMapFolder(const MapMembers& members, const QString& folder);

} // namespace ghostline::sc2::made
