// SPDX-License-Identifier: GPL-3.0-or-later
#include "render/cells/grid_levels.h"

#include <algorithm>

namespace ghostline::render {

namespace {

constexpr std::array<double, CoarsestGridLevel> LevelReach{40.0, 88.0,
                                                           184.0}; // metres; nearer nodes are split
constexpr double LevelSlack = 16.0;                                // metres

/// What a cell of a coarser level stands for.
struct Eight
{
    std::uint8_t filled = 0;
    std::uint8_t opaque = 0;
    std::uint16_t kind = 0;

    bool isCell(GridHalving which) const
    {
        switch (which) {
        case GridHalving::AnyFilled:
            return filled > 0;
        case GridHalving::HalfFilled:
            return filled >= 4;
        case GridHalving::Covered:
            return filled == 8 && (opaque == 8 || opaque == 0);
        }
        return false;
    }
};

/// Slabs and stairs do not cover what they do when they are drawn at another size.
bool isBoxes(const GridLooks& looks, GridLooks::Code code)
{
    return looks.look(static_cast<std::uint16_t>(code - 1)).form == model::GridForm::Boxes;
}

bool isLeftOut(const GridLooks& looks, GridLooks::Code code, GridHalving which)
{
    return looks.pass(static_cast<std::uint16_t>(code - 1)) == GridPass::Detail ||
           (which == GridHalving::Covered && isBoxes(looks, code));
}

} // namespace

std::shared_ptr<const model::GridSection> halvedSection(const glm::ivec3& at, const GridEighths& finer,
                                                        const GridLooks& looks, GridHalving which)
{
    std::array<Eight, CellsOfSection> eights{};
    for (std::size_t part = 0; part < finer.size(); ++part) {
        if (finer[part] == nullptr)
            continue;
        constexpr std::size_t Half = SectionSide / 2;
        const std::size_t first =
            Half * (part & 1U) + SectionSide * Half * (part >> 1U & 1U) + 256U * Half * (part >> 2U);
        for (const model::GridCell& cell : finer[part]->cells) { // from the lowest up
            const GridLooks::Code code = looks.code(cell.kind);
            if (code == 0 || isLeftOut(looks, code, which))
                continue;
            const std::size_t x = cell.place % 16U / 2U;
            const std::size_t z = cell.place / 16U % 16U / 2U;
            const std::size_t y = cell.place / 256U / 2U;
            Eight& own = eights[first + x + 16U * z + 256U * y];
            const bool opaque = (looks.traits(code) & GridLooks::Opaque) != 0;
            ++own.filled;
            if (opaque || own.opaque == 0)
                own.kind = cell.kind;
            own.opaque = static_cast<std::uint8_t>(own.opaque + (opaque ? 1 : 0));
        }
    }
    auto out = std::make_shared<model::GridSection>();
    out->at = at;
    for (std::size_t place = 0; place < eights.size(); ++place) {
        if (eights[place].isCell(which))
            out->cells.push_back({static_cast<std::uint16_t>(place), eights[place].kind});
    }
    out->cells.shrink_to_fit();
    return out;
}

std::shared_ptr<const model::GridSection>
refinedSection(const glm::ivec3& at, const model::GridSection& coarse, int levels, const GridLooks& looks)
{
    constexpr std::uint16_t None = 0xFFFF;
    std::array<std::uint16_t, CellsOfSection> kinds{};
    kinds.fill(None);
    for (const model::GridCell& cell : coarse.cells) {
        const GridLooks::Code code = looks.code(cell.kind);
        if (code != 0 && !isBoxes(looks, code))
            kinds[cell.place] = cell.kind;
    }
    auto out = std::make_shared<model::GridSection>();
    out->at = at;
    const glm::ivec3 first =
        (at - (coarse.at << levels)) * SectionSide; // within what is coarse, in own cells
    const auto from = [levels](int start, int own) { return (start + own) >> levels; };
    std::uint16_t place = 0;
    for (int y = 0; y < SectionSide; ++y) {
        for (int z = 0; z < SectionSide; ++z) {
            const int row = SectionSide * (from(first.z, z) + SectionSide * from(first.y, y));
            for (int x = 0; x < SectionSide; ++x, ++place) {
                const int coarseCell = row + from(first.x, x);
                const std::uint16_t kind = kinds[static_cast<std::size_t>(coarseCell)];
                if (kind != None)
                    out->cells.push_back({place, kind});
            }
        }
    }
    return out;
}

int GridLevels::drawnLevel(int level, const glm::ivec3& at) const
{
    if (isSplit(level, at))
        return -1;
    int drawn = level;
    while (drawn < CoarsestGridLevel && !isSplit(drawn + 1, at >> (drawn + 1 - level)))
        ++drawn;
    return drawn;
}

GridLevels::Edited GridLevels::editedBy(std::span<const GridOverlay> overlays)
{
    Edited edited;
    for (const GridOverlay& overlay : overlays) {
        for (const auto& section : overlay.layer->sections) {
            for (const glm::ivec3& at : sectionsTouched(nullptr, section.get(), -overlay.offset)) {
                for (int level = 0; level <= CoarsestGridLevel; ++level)
                    edited[static_cast<std::size_t>(level)].insert(at >> level);
            }
        }
    }
    return edited;
}

void GridLevels::choose(const GridSight& sight, const Edited& edited, int level, const glm::ivec3& node,
                        const std::function<bool(int, const glm::ivec3&)>& exists,
                        const std::function<void(int, const glm::ivec3&)>& changed)
{
    if (level <= 0 || level > CoarsestGridLevel)
        return;
    const glm::dvec3 side = sight.section * static_cast<double>(1 << level);
    const glm::dvec3 low = sight.origin + glm::dvec3(node) * side;
    const auto away = [&](const glm::dvec3& place) {
        return glm::distance(place, glm::clamp(place, low, low + side));
    };
    const bool before = isSplit(level, node);
    const auto below = static_cast<std::size_t>(level - 1);
    const double reach = LevelReach[below] * sight.detail + (before && sight.steady ? LevelSlack : 0.0);
    const bool split = std::min(away(sight.focus), away(sight.eye)) < reach ||
                       edited[static_cast<std::size_t>(level)].contains(node);
    if (split != before) {
        if (split)
            m_split[below].insert(node);
        else
            m_split[below].erase(node);
        changed(level, node);
    } else if (!split) {
        return;
    }
    for (int part = 0; part < 8; ++part) {
        const glm::ivec3 child = node * 2 + glm::ivec3(part & 1, part >> 1 & 1, part >> 2);
        if (exists(level - 1, child))
            choose(sight, edited, level - 1, child, exists, changed);
    }
}

} // namespace ghostline::render
