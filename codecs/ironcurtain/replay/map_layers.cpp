// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/ironcurtain/replay/map_layers.h"

#include "codecs/ironcurtain/base/limits.h"
#include "model/base/text.h"

#include <algorithm>
#include <array>

namespace ghostline::ironcurtain {

namespace {

using model::GridKind;
using model::GridLayer;
using model::GridSection;

constexpr double TerrainTop = -0.04; ///< metres: under the ground's own lines
constexpr double TerrainThickness = 0.2;
constexpr double ResourceThickness = 0.08;
constexpr std::size_t RichnessSteps = 4;
constexpr std::uint16_t StepAmount = 200; ///< of a resource to a step
constexpr std::size_t LayersKept = 8;

struct Colour
{
    std::string_view part; ///< of the name
    glm::vec3 colour;
};
/// Muted, so that units stand out. The first that the name contains.
constexpr std::array TerrainColours{
    Colour{"water", {0.23F, 0.36F, 0.47F}},  Colour{"river", {0.25F, 0.38F, 0.48F}},
    Colour{"shore", {0.62F, 0.57F, 0.43F}},  Colour{"beach", {0.66F, 0.61F, 0.46F}},
    Colour{"bridge", {0.45F, 0.42F, 0.38F}}, Colour{"road", {0.47F, 0.45F, 0.42F}},
    Colour{"rock", {0.38F, 0.36F, 0.34F}},   Colour{"cliff", {0.36F, 0.33F, 0.30F}},
    Colour{"wall", {0.42F, 0.41F, 0.40F}},   Colour{"tree", {0.20F, 0.32F, 0.20F}},
    Colour{"forest", {0.20F, 0.32F, 0.20F}}, Colour{"rough", {0.42F, 0.40F, 0.29F}},
    Colour{"snow", {0.74F, 0.77F, 0.79F}},   Colour{"sand", {0.62F, 0.56F, 0.41F}},
    Colour{"clear", {0.34F, 0.41F, 0.27F}},  Colour{"grass", {0.32F, 0.42F, 0.26F}},
};
constexpr std::array ResourceColours{
    Colour{"gem", {0.53F, 0.42F, 0.66F}},
    Colour{"ore", {0.72F, 0.56F, 0.22F}},
    Colour{"gold", {0.76F, 0.62F, 0.24F}},
    Colour{"tiberium", {0.30F, 0.62F, 0.30F}},
};
/// For what has no name of its own: apart from each other all the same.
constexpr std::array<glm::vec3, 4> Others{glm::vec3{0.40F, 0.40F, 0.33F}, glm::vec3{0.44F, 0.37F, 0.33F},
                                          glm::vec3{0.34F, 0.38F, 0.40F}, glm::vec3{0.46F, 0.45F, 0.36F}};

template<std::size_t N>
glm::vec3 colourOf(const std::array<Colour, N>& known, std::string_view name, std::size_t number)
{
    for (const Colour& colour : known) {
        if (name.find(colour.part) != std::string_view::npos)
            return colour.colour;
    }
    return Others[number % Others.size()];
}

/// How many cells of the map are one of the picture, either way.
std::uint32_t coarseness(const MapState& map)
{
    std::uint32_t step = 1;
    while (std::max(map.width, map.height) / step > MaxDrawnCells)
        step *= 2;
    return step;
}

std::shared_ptr<GridLayer> emptyLayer(const char* id, const MapState& map, double bottom, double thickness)
{
    auto layer = std::make_shared<GridLayer>();
    layer->id = QString::fromLatin1(id);
    layer->origin = {0.0, bottom, 0.0};
    const double side = coarseness(map);
    layer->cellSize = {side, thickness, side};
    return layer;
}

/// Sections of a map; `kindAt(cell)` says which kind a cell is, negative = empty. Sections that are the same
/// in `before` (may be null) are taken over.
template<typename KindAt>
void fillSections(GridLayer& layer, const MapState& map, const GridLayer* before, KindAt kindAt)
{
    const std::uint32_t step = coarseness(map);
    constexpr std::uint32_t Side = GridSection::Side;
    const std::uint32_t width = (map.width + step - 1) / step;
    const std::uint32_t height = (map.height + step - 1) / step;
    std::size_t beside = 0;
    for (std::uint32_t top = 0; top < height; top += Side) {
        for (std::uint32_t left = 0; left < width; left += Side) {
            auto section = std::make_shared<GridSection>();
            section->at = {static_cast<int>(left / Side), 0, static_cast<int>(top / Side)};
            for (std::uint32_t z = 0; z < Side && top + z < height; ++z) {
                for (std::uint32_t x = 0; x < Side && left + x < width; ++x) {
                    const std::size_t cell =
                        std::size_t{(top + z) * step} * map.width + std::size_t{(left + x) * step};
                    const int kind = kindAt(map.cells[cell]);
                    if (kind >= 0)
                        section->cells.push_back(
                            {static_cast<std::uint16_t>(x + Side * z), static_cast<std::uint16_t>(kind)});
                }
            }
            if (section->cells.empty())
                continue;
            while (before != nullptr && beside < before->sections.size() &&
                   model::gridOrder(before->sections[beside]->at, section->at))
                ++beside;
            const bool same = before != nullptr && beside < before->sections.size() &&
                              *before->sections[beside] == *section;
            layer.sections.push_back(same ? before->sections[beside]
                                          : std::shared_ptr<const GridSection>(std::move(section)));
        }
    }
}

bool drawable(const MapState& map)
{
    return map.width > 0 && map.height > 0 && map.width <= MaxMapSide && map.height <= MaxMapSide &&
           map.cells.size() == std::size_t{map.width} * map.height;
}

} // namespace

LayerPtr terrainLayer(const MapState& map, const Kinds& kinds)
{
    if (!drawable(map))
        return nullptr;
    auto names = std::make_shared<std::vector<GridKind>>();
    const std::size_t known = std::min<std::size_t>(map.terrainKinds.size(), 256);
    names->reserve(known + 1);
    for (std::size_t i = 0; i < known; ++i) {
        const std::string_view name = kinds.string(map.terrainKinds[i]);
        names->emplace_back();
        names->back().name = model::textOf(name);
        names->back().colour = colourOf(TerrainColours, name, i);
    }
    names->emplace_back();
    names->back().name = QStringLiteral("unknown");
    names->back().colour = Others.front();
    auto layer = emptyLayer("terrain", map, TerrainTop - TerrainThickness, TerrainThickness);
    layer->kinds = names;
    fillSections(*layer, map, nullptr, [known](const MapCell& cell) {
        return static_cast<int>(std::min<std::size_t>(cell.terrain, known));
    });
    return layer;
}

LayerPtr ResourceLayers::of(const std::shared_ptr<const MapState>& map, const Kinds& kinds)
{
    if (!map || !drawable(*map))
        return nullptr;
    const std::scoped_lock lock(m_mutex);
    for (const Made& made : m_made) {
        if (made.map == map)
            return made.layer;
    }
    // One more than named, for a resource that no list has.
    const std::size_t known = std::min<std::size_t>(map->resourceKinds.size(), 255);
    if (!m_kinds || m_kindIds != map->resourceKinds || m_kindStrings != kinds.strings()) {
        auto names = std::make_shared<std::vector<GridKind>>();
        names->reserve((known + 1) * RichnessSteps);
        for (std::size_t i = 0; i <= known; ++i) {
            const std::string_view name = i < known ? kinds.string(map->resourceKinds[i]) : "unknown";
            const glm::vec3 full = colourOf(ResourceColours, name, i);
            for (std::size_t step = 0; step < RichnessSteps; ++step) {
                names->emplace_back();
                names->back().name = model::textOf(name);
                const float rich = 0.55F + 0.15F * static_cast<float>(step);
                names->back().colour = full * rich;
            }
        }
        m_kinds = std::move(names);
        m_kindIds = map->resourceKinds;
        m_kindStrings = kinds.strings();
    }
    auto layer = emptyLayer("resources", *map, TerrainTop, ResourceThickness);
    layer->kinds = m_kinds;
    // A section of other kinds is another one, whatever its numbers.
    const GridLayer* const before =
        !m_made.empty() && m_made.front().layer->kinds == m_kinds ? m_made.front().layer.get() : nullptr;
    fillSections(*layer, *map, before, [known](const MapCell& cell) {
        if (cell.resource == 0 || cell.amount == 0)
            return -1;
        const std::size_t kind = std::min<std::size_t>(cell.resource - std::size_t{1}, known);
        const std::size_t step = std::min<std::size_t>(cell.amount / StepAmount, RichnessSteps - 1);
        return static_cast<int>(kind * RichnessSteps + step);
    });
    m_made.push_front({map, layer});
    if (m_made.size() > LayersKept)
        m_made.pop_back();
    return layer;
}

} // namespace ghostline::ironcurtain
