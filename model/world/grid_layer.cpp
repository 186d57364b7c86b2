// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/world/grid_layer.h"

#include <algorithm>
#include <tuple>

namespace ghostline::model {

namespace {

constexpr int Shift = 4; // 16 cells a side; an arithmetic shift also rounds negative cells down

} // namespace

bool gridOrder(const glm::ivec3& a, const glm::ivec3& b)
{
    return std::tie(a.y, a.z, a.x) < std::tie(b.y, b.z, b.x);
}

glm::ivec3 gridSectionOf(const glm::ivec3& cell)
{
    return {cell.x >> Shift, cell.y >> Shift, cell.z >> Shift};
}

std::uint16_t gridPlaceOf(const glm::ivec3& cell)
{
    constexpr int Mask = GridSection::Side - 1;
    return static_cast<std::uint16_t>((cell.x & Mask) + GridSection::Side * (cell.z & Mask) +
                                      GridSection::Side * GridSection::Side * (cell.y & Mask));
}

glm::ivec3 gridCellAt(const glm::ivec3& section, std::uint16_t place)
{
    constexpr int Side = GridSection::Side;
    return section * Side + glm::ivec3{place % Side, place / (Side * Side), place / Side % Side};
}

std::size_t GridLayer::cellCount() const
{
    const auto nothing = [](const GridKind& kind) { return kind.form == GridForm::Nothing; };
    const bool allFill = !kinds || std::none_of(kinds->begin(), kinds->end(), nothing);
    std::size_t count = 0;
    for (const auto& section : sections) {
        const auto& cells = section->cells;
        count += cells.size();
        if (!allFill)
            count -= static_cast<std::size_t>(std::count_if(cells.begin(), cells.end(), [&](GridCell cell) {
                return cell.kind < kinds->size() && nothing((*kinds)[cell.kind]);
            }));
    }
    return count;
}

const GridKind* GridLayer::at(const glm::ivec3& cell) const
{
    const glm::ivec3 wanted = gridSectionOf(cell);
    const auto section = std::lower_bound(
        sections.begin(), sections.end(), wanted,
        [](const std::shared_ptr<const GridSection>& s, const glm::ivec3& w) { return gridOrder(s->at, w); });
    if (section == sections.end() || (*section)->at != wanted)
        return nullptr;
    const std::uint16_t place = gridPlaceOf(cell);
    const auto& cells = (*section)->cells;
    const auto found = std::lower_bound(cells.begin(), cells.end(), place,
                                        [](const GridCell& c, std::uint16_t p) { return c.place < p; });
    if (found == cells.end() || found->place != place || !kinds || found->kind >= kinds->size())
        return nullptr;
    return &(*kinds)[found->kind];
}

} // namespace ghostline::model
