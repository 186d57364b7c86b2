// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Colours of the ground without the game's pictures of it: each texture has the colour that the map's own
// small picture shows where it lies.
#include "codecs/sc2/map/map_picture.h"
#include "codecs/sc2/map/map_textures.h"

namespace ghostline::sc2 {

/// sRGB, by number of texture.
using TexturePalette = std::vector<glm::u8vec3>;

/// `flags` may be empty, `ground` (from groundPicture()) null. What the picture shows too little of has the
/// colour of its name.
TexturePalette texturePalette(const GroundTextures& textures, const QStringList& names, const MapFrame& frame,
                              const std::vector<std::uint8_t>& flags, const MapPicture* ground);

/// One for each corner of the map: the mean of the cells' quarters around it.
std::vector<glm::u8vec3> blendedColours(const GroundTextures& textures, const TexturePalette& palette);
/// The same from the picture alone, where nothing tells the textures; beyond its border that of the nearest
/// place.
std::vector<glm::u8vec3> picturedColours(const MapPicture& ground, const MapFrame& frame);

/// Space platforms are nearly black: they are lightened until the lightest twentieth of what is played on can
/// be told apart. Others stay as they are.
void lightenDark(std::vector<glm::u8vec3>& colours, const MapFrame& frame);

} // namespace ghostline::sc2
