// SPDX-License-Identifier: GPL-3.0-or-later
#include "render/cells/grid_levels.h"

namespace ghostline::render {

namespace {

constexpr std::array<double, CoarsestGridLevel> LevelReach{40.0, 88.0,
                                                           184.0}; // metres; nearer nodes are split
constexpr double LevelSlack = 16.0;                                // metres
constexpr std::size_t CellsOfSection = 4096;

} // namespace

std::shared_ptr<const model::GridSection> halvedSection(const glm::ivec3& at,
                                                        const std::array<const model::GridSection*, 8>& finer,
                                                        const GridLooks& looks, int least)
{
    struct Eight
    {
        std::uint8_t filled = 0;
        std::uint8_t opaque = 0;
        std::uint16_t kind = 0;
    };
    std::array<Eight, CellsOfSection> eights{};
    for (std::size_t part = 0; part < finer.size(); ++part) {
        if (finer[part] == nullptr)
            continue;
        constexpr std::size_t Half = SectionSide / 2;
        const std::size_t first =
            Half * (part & 1U) + SectionSide * Half * (part >> 1U & 1U) + 256U * Half * (part >> 2U);
        for (const model::GridCell& cell : finer[part]->cells) { // from the lowest up
            const GridLooks::Code code = looks.code(cell.kind);
            if (code == 0 || looks.pass(static_cast<std::uint16_t>(code - 1)) == GridPass::Detail)
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
        if (eights[place].filled >= least)
            out->cells.push_back({static_cast<std::uint16_t>(place), eights[place].kind});
    }
    out->cells.shrink_to_fit();
    return out;
}

bool GridLevels::wantsSplit(int level, const glm::ivec3& at, double distance, double detail) const
{
    const double reach = LevelReach[static_cast<std::size_t>(level - 1)] * detail;
    return distance < reach + (isSplit(level, at) ? LevelSlack : 0.0);
}

void GridLevels::setSplit(int level, const glm::ivec3& at, bool split)
{
    Nodes& nodes = m_split[static_cast<std::size_t>(level - 1)];
    if (split)
        nodes.insert(at);
    else
        nodes.erase(at);
}

} // namespace ghostline::render
