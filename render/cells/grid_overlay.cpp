// SPDX-License-Identifier: GPL-3.0-or-later
#include "render/cells/grid_overlay.h"

#include <cmath>

namespace ghostline::render {

namespace {

constexpr double Meets = 1.0e-6;         // of a cell
constexpr double FarthestOffset = 1.0e6; // cells
constexpr unsigned AllTouched = (1U << 27U) - 1U;

/// Calls `visit(place)` for each cell that is not the same in both.
template<typename Visit>
void visitDifferent(const model::GridSection* before, const model::GridSection* after, Visit visit)
{
    static const std::vector<model::GridCell> None;
    const auto& old = before != nullptr ? before->cells : None;
    const auto& now = after != nullptr ? after->cells : None;
    auto a = old.begin();
    auto b = now.begin();
    while (a != old.end() || b != now.end()) {
        const bool onlyOld = b == now.end() || (a != old.end() && a->place < b->place);
        const bool onlyNew = !onlyOld && (a == old.end() || b->place < a->place);
        const std::uint16_t place = onlyNew ? b->place : a->place;
        if ((onlyOld || onlyNew || *a != *b) && !visit(place))
            return;
        a += onlyNew ? 0 : 1;
        b += onlyOld ? 0 : 1;
    }
}

} // namespace

std::optional<glm::ivec3> cellOffset(const model::GridLayer& own, const model::GridLayer& other)
{
    if (own.cellSize != other.cellSize)
        return std::nullopt;
    const glm::dvec3 apart = (own.origin - other.origin) / own.cellSize;
    const glm::dvec3 whole = glm::round(apart);
    for (int axis = 0; axis < 3; ++axis) {
        if (!(std::abs(apart[axis] - whole[axis]) < Meets) || std::abs(whole[axis]) > FarthestOffset)
            return std::nullopt;
    }
    return glm::ivec3(whole);
}

const model::GridSection* sectionAt(const model::GridLayer& layer, const glm::ivec3& at)
{
    const auto found = std::lower_bound(
        layer.sections.begin(), layer.sections.end(), at,
        [](const auto& section, const glm::ivec3& w) { return model::gridOrder(section->at, w); });
    return found != layer.sections.end() && (*found)->at == at ? found->get() : nullptr;
}

bool holdsCell(const model::GridLayer& layer, const glm::ivec3& cell)
{
    const model::GridSection* section = sectionAt(layer, model::gridSectionOf(cell));
    if (section == nullptr)
        return false;
    const std::uint16_t place = model::gridPlaceOf(cell);
    const auto found =
        std::lower_bound(section->cells.begin(), section->cells.end(), place,
                         [](const model::GridCell& c, std::uint16_t p) { return c.place < p; });
    return found != section->cells.end() && found->place == place;
}

void findOverrides(const model::GridLayer& own,
                   const std::vector<std::shared_ptr<const model::GridLayer>>& layers,
                   std::vector<GridOverlay>& out)
{
    out.clear();
    for (const auto& layer : layers) {
        if (!layer || !layer->overrides || layer.get() == &own)
            continue;
        if (const auto offset = cellOffset(own, *layer))
            out.push_back({layer.get(), *offset, true});
    }
}

bool isReplaced(const std::vector<GridOverlay>& overlays, const glm::ivec3& cell)
{
    return std::any_of(overlays.begin(), overlays.end(), [&cell](const GridOverlay& overlay) {
        return holdsCell(*overlay.layer, cell + overlay.offset);
    });
}

std::vector<glm::ivec3> sectionsTouched(const model::GridSection* before, const model::GridSection* after,
                                        const glm::ivec3& offset)
{
    const glm::ivec3 at = before != nullptr ? before->at : after->at;
    const glm::ivec3 first = at * model::GridSection::Side + offset;
    const glm::ivec3 base = model::gridSectionOf(first - 1);
    unsigned touched = 0;
    visitDifferent(before, after, [&](std::uint16_t place) {
        const glm::ivec3 cell = first + model::gridCellAt(glm::ivec3(0), place);
        const glm::ivec3 low = model::gridSectionOf(cell - 1) - base;
        const glm::ivec3 high = model::gridSectionOf(cell + 1) - base;
        for (int y = low.y; y <= high.y; ++y) {
            for (int z = low.z; z <= high.z; ++z) {
                for (int x = low.x; x <= high.x; ++x)
                    touched |= 1U << static_cast<unsigned>(x + 3 * z + 9 * y);
            }
        }
        return touched != AllTouched;
    });
    std::vector<glm::ivec3> out;
    for (int i = 0; i < 27; ++i) {
        if ((touched >> static_cast<unsigned>(i) & 1U) != 0)
            out.push_back(base + glm::ivec3(i % 3, i / 9, i / 3 % 3));
    }
    return out;
}

} // namespace ghostline::render
