// SPDX-License-Identifier: GPL-3.0-or-later
// The highest of each column. Slopes are shaded as if light came from the north.
#include "render/cells/grid_tiles.h"

namespace ghostline::render {

namespace {

constexpr float Quiet = 0.16F;       // of the ground in every colour: actors stand out
constexpr float Slope = 0.11F;       // lighter or darker where the ground falls or rises to the north
constexpr float DeepestShade = 0.8F; // of the lowest layer of sections
constexpr float SeenThrough = 0.55F; // of what is translucent, over what lies below

glm::vec3 colourOf(const GridLook& look) { return glm::vec3(look.r, look.g, look.b) / 255.0F; }

QRgb toRgb(const glm::vec3& c)
{
    return qRgb(static_cast<int>(c.r), static_cast<int>(c.g), static_cast<int>(c.b));
}

} // namespace

bool GridTilePainter::setGround(const glm::vec3& colour)
{
    const bool changed = colour != m_ground;
    m_ground = colour;
    return changed;
}

/// From the highest section down.
void GridTilePainter::collect(const MapLayer& layer, const TileKey& key, const MapTile& tile)
{
    std::vector<const model::GridSection*> sections = tile.sections;
    std::sort(sections.begin(), sections.end(),
              [](const auto* a, const auto* b) { return a->at.y > b->at.y; });
    m_columns.resize(std::size_t{TileSide} * TileSide);
    for (const std::uint16_t index : m_filled)
        m_columns[index] = {};
    m_filled.clear();
    for (const model::GridSection* section : sections) {
        const int x0 = (section->at.x - key.second * SectionsPerTile) * SectionSide;
        const int z0 = (section->at.z - key.first * SectionsPerTile) * SectionSide;
        for (auto cell = section->cells.rbegin(); cell != section->cells.rend(); ++cell) {
            const glm::ivec3 p = model::gridCellAt({0, section->at.y, 0}, cell->place);
            const auto index = static_cast<std::uint16_t>((z0 + p.z) * TileSide + x0 + p.x);
            Column& column = m_columns[index];
            if (column.hasSolid)
                continue;
            if (column.height == NoHeight)
                m_filled.push_back(index);
            column.height = std::max(column.height, p.y);
            const std::uint16_t look = layer.looks.of(cell->kind);
            if (!layer.looks.translucent(look)) {
                column.hasSolid = true;
                column.solid = look;
            } else if (!column.hasOver) {
                column.hasOver = true;
                column.over = look;
            }
        }
    }
}

/// Heights of the last row of the tile north of this one.
std::array<int, TileSide> GridTilePainter::northOf(const MapLayer& layer, const TileKey& key)
{
    std::array<int, TileSide> out{};
    out.fill(NoHeight);
    const auto north = layer.tiles.find({key.first - 1, key.second});
    if (north == layer.tiles.end())
        return out;
    for (const model::GridSection* section : north->second.sections) {
        if (section->at.z != key.first * SectionsPerTile - 1)
            continue;
        const auto x0 = static_cast<std::size_t>(section->at.x - key.second * SectionsPerTile) * SectionSide;
        for (const model::GridCell& cell : section->cells) {
            const glm::ivec3 p = model::gridCellAt({0, section->at.y, 0}, cell.place);
            int& height = out[x0 + static_cast<std::size_t>(p.x)];
            height = p.z == SectionSide - 1 ? std::max(height, p.y) : height;
        }
    }
    return out;
}

/// 0 to 255.
glm::vec3 GridTilePainter::shaded(const MapLayer& layer, const Column& column, int north) const
{
    glm::vec3 c = column.hasSolid ? colourOf(layer.looks.look(column.solid)) : m_ground;
    if (column.hasOver)
        c = glm::mix(c, colourOf(layer.looks.look(column.over)), SeenThrough);
    const float up = static_cast<float>(column.height - layer.low) /
                     static_cast<float>(std::max(layer.high - layer.low, 2 * SectionSide));
    float shade = glm::mix(DeepestShade, 1.0F, up);
    if (north != NoHeight && north != column.height)
        shade *= north < column.height ? 1.0F + Slope : 1.0F - Slope;
    return glm::clamp(glm::mix(c * shade, m_ground, Quiet), 0.0F, 1.0F) * 255.0F;
}

/// Where a pixel stands for several columns it has the mean of those that are there: one alone is seen from
/// however far.
void GridTilePainter::paint(const MapLayer& layer, const TileKey& key, MapTile& tile, int level)
{
    collect(layer, key, tile);
    const std::array<int, TileSide> northern = northOf(layer, key);
    const int side = sideAt(level);
    const int shift = std::min(level, OneColour);
    const auto pixels = static_cast<std::size_t>(side) * static_cast<std::size_t>(side);
    m_sums.assign(pixels, glm::vec4(0.0F));
    for (const std::uint16_t index : m_filled) {
        const int x = index % TileSide;
        const int z = index / TileSide;
        const int north =
            z > 0 ? m_columns[index - std::size_t{TileSide}].height : northern[static_cast<std::size_t>(x)];
        const auto row = static_cast<std::size_t>(z >> shift) * static_cast<std::size_t>(side);
        m_sums[row + static_cast<std::size_t>(x >> shift)] +=
            glm::vec4(shaded(layer, m_columns[index], north), 1.0F);
    }
    tile.pixels.resize(pixels);
    std::transform(m_sums.begin(), m_sums.end(), tile.pixels.begin(), [](const glm::vec4& sum) {
        return sum.a > 0.0F ? toRgb(glm::vec3(sum) / sum.a) : QRgb{0};
    });
    tile.level = level;
}

} // namespace ghostline::render
