// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A tile of the map of cells: a square of columns and its picture from above.
#include "render/cells/grid_layers.h"
#include "render/cells/grid_overlay.h"

#include <QRgb>

#include <algorithm>
#include <array>
#include <limits>
#include <map>

namespace ghostline::render {

inline constexpr int SectionsPerTile = 4;
inline constexpr int TileSide = model::GridSection::Side * SectionsPerTile; // cells
inline constexpr int OneColour = 6; // level at which a tile is one pixel

using TileKey = std::pair<int, int>; // z, x in tiles

struct MapTile
{
    std::vector<const model::GridSection*> sections{};
    std::vector<QRgb> pixels{}; ///< empty = to be painted
    int level = 0;              ///< a pixel is a square of 2^level cells
    std::uint32_t shownAt = 0;  ///< the last GridMap::paint() that needed it
};

/// `shown` keeps the sections of the tiles alive.
struct MapLayer : ShownLayer
{
    std::map<TileKey, MapTile> tiles;
    int low = 0; ///< of the sections' cells
    int high = 1;
};

/// Pixels along the side of a tile.
inline int sideAt(int level) { return std::max(TileSide >> level, 1); }

/// Keeps its memory from tile to tile.
class GridTilePainter
{
public:
    /// The colour where there are no cells; false = it is the same as before.
    bool setGround(const glm::vec3& colour);
    /// Fills `tile.pixels`; the tile is the layer's at `key`. Of `overlays` those that replace hide the
    /// layer's cells at the same places, the others what lies below their own.
    void paint(const MapLayer& layer, const TileKey& key, const std::vector<GridOverlay>& overlays,
               MapTile& tile, int level);

private:
    static constexpr int NoHeight = std::numeric_limits<int>::min();
    struct Column
    {
        int height = NoHeight; ///< of the highest cell
        std::uint16_t solid = 0;
        std::uint16_t over = 0; ///< translucent, above the solid one
        bool hasSolid = false;
        bool hasOver = false;
    };
    static std::array<int, TileSide> northOf(const MapLayer& layer, const TileKey& key);
    void collect(const MapLayer& layer, const TileKey& key, const std::vector<GridOverlay>& overlays,
                 const MapTile& tile);
    void dropCovered(const TileKey& key, const std::vector<GridOverlay>& overlays);
    glm::vec3 shaded(const MapLayer& layer, const Column& column, int north) const;

    glm::vec3 m_ground{0.0F};
    std::vector<Column> m_columns; ///< of the tile being painted
    std::vector<std::uint16_t> m_filled;
    std::vector<glm::vec4> m_sums; ///< colours, and of how many columns
};

} // namespace ghostline::render
