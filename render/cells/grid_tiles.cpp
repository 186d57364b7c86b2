// SPDX-License-Identifier: GPL-3.0-or-later
// The highest of each column. Slopes are shaded as if light came from the north.
#include "render/cells/grid_tiles.h"

namespace ghostline::render {

namespace {

constexpr float Quiet = 0.16F;       // of the ground in every colour: actors stand out
constexpr float Slope = 0.11F;       // lighter or darker where the ground falls or rises to the north
constexpr float DeepestShade = 0.8F; // of the lowest layer of sections
constexpr float ShareOver = 0.55F;   // of what is translucent, over what lies below

glm::vec3 colourOf(const GridLook& look) { return glm::vec3(look.top[0], look.top[1], look.top[2]) / 255.0F; }

QRgb toRgb(const glm::vec3& c)
{
    return qRgb(static_cast<int>(c.r), static_cast<int>(c.g), static_cast<int>(c.b));
}

/// Whether any cell of a section may be replaced.
bool anyReplaced(const std::vector<GridOverlay>& overlays, const glm::ivec3& section)
{
    return std::any_of(overlays.begin(), overlays.end(), [&section](const GridOverlay& overlay) {
        const glm::ivec3 first = section * SectionSide + overlay.offset;
        const glm::ivec3 low = model::gridSectionOf(first);
        const glm::ivec3 high = model::gridSectionOf(first + (SectionSide - 1));
        for (int y = low.y; y <= high.y && overlay.replaces; ++y) {
            for (int z = low.z; z <= high.z; ++z) {
                for (int x = low.x; x <= high.x; ++x) {
                    if (sectionAt(*overlay.layer, {x, y, z}) != nullptr)
                        return true;
                }
            }
        }
        return false;
    });
}

/// Whether a layer has anything solid above a cell.
bool anyAbove(const model::GridLayer& layer, glm::ivec3 cell)
{
    if (layer.sections.empty())
        return false;
    const int high = (layer.sections.back()->at.y + 1) * SectionSide; // sorted by y first
    for (++cell.y; cell.y < high; ++cell.y) {
        if (cell.y % SectionSide == 0 && sectionAt(layer, model::gridSectionOf(cell)) == nullptr) {
            cell.y += SectionSide - 1; // the loop takes the last step
            continue;
        }
        const model::GridKind* kind = layer.at(cell);
        if (kind != nullptr && !kind->translucent && !kind->invisible &&
            kind->form != model::GridForm::Cross && kind->form != model::GridForm::Nothing)
            return true;
    }
    return false;
}

} // namespace

bool GridTilePainter::setGround(const glm::vec3& colour)
{
    const bool changed = colour != m_ground;
    m_ground = colour;
    return changed;
}

/// From the highest section down.
void GridTilePainter::collect(const MapLayer& layer, const TileKey& key,
                              const std::vector<GridOverlay>& overlays, const MapTile& tile)
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
        const bool replaced = anyReplaced(overlays, section->at);
        for (auto cell = section->cells.rbegin(); cell != section->cells.rend(); ++cell) {
            const glm::ivec3 p = model::gridCellAt({0, section->at.y, 0}, cell->place);
            const auto index = static_cast<std::uint16_t>((z0 + p.z) * TileSide + x0 + p.x);
            Column& column = m_columns[index];
            if (column.hasSolid || layer.looks.code(cell->kind) == 0 ||
                (replaced && isReplaced(overlays, model::gridCellAt(section->at, cell->place))))
                continue;
            const std::uint16_t look = layer.looks.of(cell->kind);
            const GridPass pass = layer.looks.pass(look);
            if (!column.hasSolid && !column.hasOver)
                m_filled.push_back(index);
            // Plants make no slope.
            if (pass != GridPass::Detail)
                column.height = std::max(column.height, p.y);
            if (pass == GridPass::Solid) {
                column.hasSolid = true;
                column.solid = look;
            } else if (!column.hasOver) {
                column.hasOver = true;
                column.over = look;
            }
        }
    }
}

/// Columns over which surroundings are higher are theirs.
void GridTilePainter::dropCovered(const TileKey& key, const std::vector<GridOverlay>& overlays)
{
    if (std::all_of(overlays.begin(), overlays.end(), [](const GridOverlay& o) { return o.replaces; }))
        return;
    std::erase_if(m_filled, [&](std::uint16_t index) {
        const Column& column = m_columns[index];
        if (column.height == NoHeight)
            return false;
        const glm::ivec3 cell{key.second * TileSide + index % TileSide, column.height,
                              key.first * TileSide + index / TileSide};
        const bool covered = std::any_of(overlays.begin(), overlays.end(), [&cell](const GridOverlay& o) {
            return !o.replaces && anyAbove(*o.layer, cell + o.offset);
        });
        if (covered)
            m_columns[index] = {};
        return covered;
    });
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
            if (layer.looks.code(cell.kind) == 0)
                continue;
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
        c = glm::mix(c, colourOf(layer.looks.look(column.over)), ShareOver);
    const int height = column.height == NoHeight ? layer.low : column.height;
    const float up = static_cast<float>(height - layer.low) /
                     static_cast<float>(std::max(layer.high - layer.low, 2 * SectionSide));
    float shade = glm::mix(DeepestShade, 1.0F, up);
    if (column.height != NoHeight && north != NoHeight && north != column.height)
        shade *= north < column.height ? 1.0F + Slope : 1.0F - Slope;
    return glm::clamp(glm::mix(c * shade, m_ground, Quiet), 0.0F, 1.0F) * 255.0F;
}

/// Where a pixel stands for several columns it has the mean of those that are there: one alone is seen from
/// however far.
void GridTilePainter::paint(const MapLayer& layer, const TileKey& key,
                            const std::vector<GridOverlay>& overlays, MapTile& tile, int level)
{
    collect(layer, key, overlays, tile);
    dropCovered(key, overlays);
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
