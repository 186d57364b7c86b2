// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What a map's own file says of its ground and of what stands on it. Map axes: x to the east, y to the north,
// z up, one cell is one unit of the replay's coordinates. Layout: docs/formats/sc2map.md.
#include "model/base/diagnostic.h"

#include <QString>
#include <QStringList>

#include <cstdint>
#include <glm/glm.hpp>
#include <optional>
#include <vector>

namespace ghostline::sc2 {

/// Something placed with the editor.
struct MapObject
{
    /// NoFly, NoPath: points round which nobody may fly or walk.
    enum class Kind : std::uint8_t { Unit, Doodad, StartLocation, NoFly, NoPath };
    Kind kind = Kind::Unit;
    QString type;             ///< "MineralField", "DestructibleRock6x6", a doodad's type
    glm::dvec3 position{0.0}; ///< cells; z of units is 0: they stand on the ground
    double rotation = 0.0;    ///< radians, 0 where none is given
    glm::vec3 scale{1.0F};
    double radius = 0.0;         ///< cells, of NoFly and NoPath; 0 = not told
    bool heightAbsolute = false; ///< position.z is a height, not an offset from the ground
};

struct MapWater
{
    QString type;
    glm::dvec2 low{0.0}; ///< cells
    glm::dvec2 high{0.0};
    std::optional<double> height;    ///< nothing = it stands in the game's own data: not drawn
    std::optional<glm::vec3> colour; ///< sRGB, 0 to 1
};

/// Each part is empty where its member is missing or broken; then a diagnostic says so.
struct MapData
{
    int version = 0; ///< of MapInfo
    int width = 0;   ///< cells
    int height = 0;
    int left = 0, bottom = 0, right = 0, top = 0; ///< of what is played on, cells, as stored
    QString name;                                 ///< in the best language there is
    QString author;                               ///< empty where the map names nobody
    QString tileSet;

    std::vector<float> heights;        ///< z of the corners, (width + 1) x (height + 1), south row first
    std::vector<std::uint16_t> cliffs; ///< per cell: 64 times the level; between two levels = ramp
    std::vector<std::uint8_t> holes;   ///< per cell: 1 = nothing is drawn there
    QStringList textures;              ///< names by number: eight of each set, empty where a set has fewer
    /// sRGB of the ground, one for each corner, (width + 1) x (height + 1): blended from the textures, whose
    /// colours are learnt from the map's own small picture. Empty where nothing tells them.
    std::vector<glm::u8vec3> colours;
    std::vector<MapWater> waters;
    std::vector<MapObject> objects;

    /// The map's own small picture of left, bottom, right, top; north up, row by row. Empty = none.
    int pictureWidth = 0;
    int pictureHeight = 0;
    std::vector<glm::u8vec3> picture;

    model::DiagnosticList diagnostics;

    /// What the game calls playable: rounded inwards to even numbers.
    glm::ivec4 playable() const { return {(left + 1) & ~1, (bottom + 1) & ~1, right & ~1, top & ~1}; }
    /// Bilinear; clamped to the map. 0 without heights.
    double heightAt(double x, double y) const;
    int cliffAt(int x, int y) const; ///< as stored, 0 outside
    /// A good guess: no lowest cliff, not painted as blocked, no steep cell.
    bool walkable(int x, int y) const;
    std::vector<std::uint8_t> blocked; ///< per cell: painted as not to be walked on; may be empty
};

} // namespace ghostline::sc2
