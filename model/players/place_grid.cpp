// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/players/place_grid.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ghostline::model {

namespace {

constexpr double LeastSide = 1.0; ///< of world space, for those who never left their place

constexpr int Air = 4; ///< cells on each side: what is spread does not end at an edge

HeatLayout layoutAround(std::span<const PlayerProfile* const> profiles, int along)
{
    double west = std::numeric_limits<double>::infinity();
    double north = west;
    double east = -west;
    double south = -west;
    for (const PlayerProfile* profile : profiles) {
        for (const PlaceTime& place : profile->places) {
            west = std::fmin(west, place.x);
            east = std::fmax(east, place.x);
            north = std::fmin(north, place.z);
            south = std::fmax(south, place.z);
        }
    }
    const double side = std::max({east - west, south - north, LeastSide});
    if (!std::isfinite(side) || along < 1)
        return {};
    HeatLayout layout;
    layout.cell = side / along;
    layout.columns = static_cast<int>(std::ceil((east - west) / layout.cell)) + 2 * Air;
    layout.rows = static_cast<int>(std::ceil((south - north) / layout.cell)) + 2 * Air;
    layout.x = 0.5 * (west + east - layout.cell * layout.columns);
    layout.z = 0.5 * (north + south - layout.cell * layout.rows);
    return layout;
}

HeatGrid gridOf(const PlayerProfile& profile, const HeatLayout& layout, double sigma)
{
    HeatGrid grid;
    grid.layout = layout;
    grid.name = QStringLiteral("Positions");
    grid.unit = QStringLiteral("s");
    if (layout.empty())
        return grid;
    std::vector<double> cells(layout.cells(), 0.0);
    for (const PlaceTime& place : profile.places) {
        const double column = std::floor((place.x - layout.x) / layout.cell);
        const double row = std::floor((place.z - layout.z) / layout.cell);
        const auto at = static_cast<std::size_t>(std::clamp(row, 0.0, layout.rows - 1.0)) *
                            static_cast<std::size_t>(layout.columns) +
                        static_cast<std::size_t>(std::clamp(column, 0.0, layout.columns - 1.0));
        cells[at] += place.seconds;
        ++grid.samples;
    }
    if (sigma > 0.0)
        smoothCells(cells, layout.columns, layout.rows, sigma);
    for (const double seconds : cells)
        grid.values.push_back(static_cast<float>(seconds));
    grid.sumUp();
    return grid;
}

} // namespace

std::vector<HeatGrid> placeGrids(std::span<const PlayerProfile* const> profiles, int along, double sigma)
{
    const HeatLayout layout = layoutAround(profiles, along);
    std::vector<HeatGrid> grids;
    grids.reserve(profiles.size());
    for (const PlayerProfile* profile : profiles)
        grids.push_back(gridOf(*profile, layout, sigma));
    return grids;
}

} // namespace ghostline::model
