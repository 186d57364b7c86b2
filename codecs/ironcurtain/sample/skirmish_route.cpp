// SPDX-License-Identifier: GPL-3.0-or-later
// Ways over the land: the cheapest over cells, then only its corners.
#include "codecs/ironcurtain/sample/skirmish_ground.h"

namespace ghostline::ironcurtain::skirmish {

bool Ground::straight(const WorldPos& from, const WorldPos& to, Way way) const
{
    if (way == Way::Air)
        return true;
    const std::int64_t far = distance(from, to);
    const std::int64_t steps = far / (UnitsPerCell / 3) + 1;
    for (std::int64_t i = 0; i <= steps; ++i) {
        const auto x = static_cast<std::int32_t>(from.x + (std::int64_t{to.x} - from.x) * i / steps);
        const auto y = static_cast<std::int32_t>(from.y + (std::int64_t{to.y} - from.y) * i / steps);
        if (!open(cellOf(x), cellOf(y), way))
            return false;
    }
    return true;
}

std::vector<std::uint32_t> Ground::search(std::uint32_t from, std::uint32_t to, Way way)
{
    const auto side = static_cast<std::uint32_t>(m_side);
    const auto guess = [&](std::uint32_t cell) {
        const int dx = std::abs(static_cast<int>(cell % side) - static_cast<int>(to % side));
        const int dy = std::abs(static_cast<int>(cell / side) - static_cast<int>(to / side));
        return 10 * std::max(dx, dy) + 4 * std::min(dx, dy);
    };
    ++m_searches;
    m_heap.clear();
    // Cheapest first; the cell breaks ties, so that the order is the same everywhere.
    const auto later = [](const auto& a, const auto& b) { return a > b; };
    const auto push = [&](std::uint32_t cell, std::int32_t cost, std::uint32_t before) {
        m_seen[cell] = m_searches;
        m_cost[cell] = cost;
        m_cameFrom[cell] = before;
        m_heap.emplace_back(cost + guess(cell), cell);
        std::push_heap(m_heap.begin(), m_heap.end(), later);
    };
    push(from, 0, from);
    while (!m_heap.empty()) {
        std::pop_heap(m_heap.begin(), m_heap.end(), later);
        const auto [rank, here] = m_heap.back();
        m_heap.pop_back();
        if (here == to)
            break;
        if (rank > m_cost[here] + guess(here))
            continue;
        const int x = static_cast<int>(here % side);
        const int y = static_cast<int>(here / side);
        for (int dy = -1; dy <= 1; ++dy) {
            for (int dx = -1; dx <= 1; ++dx) {
                const bool corner = dx != 0 && dy != 0;
                if ((dx == 0 && dy == 0) || !open(x + dx, y + dy, way) ||
                    (corner && (!open(x + dx, y, way) || !open(x, y + dy, way))))
                    continue;
                const bool road = terrain(x + dx, y + dy) == Terrain::Road;
                const auto next = static_cast<std::uint32_t>(at(x + dx, y + dy));
                const std::int32_t cost = m_cost[here] + (corner ? 14 : 10) + (road ? 0 : 1);
                if (m_seen[next] != m_searches || cost < m_cost[next])
                    push(next, cost, here);
            }
        }
    }
    std::vector<std::uint32_t> cellsBack;
    if (m_seen[to] != m_searches)
        return cellsBack;
    for (std::uint32_t cell = to; cell != from; cell = m_cameFrom[cell])
        cellsBack.push_back(cell);
    std::reverse(cellsBack.begin(), cellsBack.end());
    return cellsBack;
}

std::vector<WorldPos> Ground::route(const WorldPos& from, const WorldPos& to, Way way)
{
    WorldPos goal = to;
    const Spot wanted{cellOf(to.x), cellOf(to.y)};
    const Spot spot = nearestOpen(wanted, way);
    if (!(spot == wanted))
        goal = centreOf(spot.x, spot.y);
    goal.z = from.z;
    if (straight(from, goal, way))
        return {goal};
    const Spot start = nearestOpen({cellOf(from.x), cellOf(from.y)}, way);
    const auto steps = search(static_cast<std::uint32_t>(at(start.x, start.y)),
                              static_cast<std::uint32_t>(at(spot.x, spot.y)), way);
    std::vector<WorldPos> corners;
    if (steps.empty())
        return corners; // there is no way
    const auto placeOf = [&](std::uint32_t cell) {
        const auto side = static_cast<std::uint32_t>(m_side);
        WorldPos p = centreOf(static_cast<int>(cell % side), static_cast<int>(cell / side));
        p.z = from.z;
        return p;
    };
    WorldPos here = from;
    for (std::size_t i = 0; i < steps.size();) {
        std::size_t far = i;
        // Growing strides, then back: few looks for a long straight.
        for (std::size_t stride = 1; i + stride < steps.size(); stride *= 2) {
            if (!straight(here, placeOf(steps[i + stride]), way))
                break;
            far = i + stride;
        }
        while (far + 1 < steps.size() && straight(here, placeOf(steps[far + 1]), way))
            ++far;
        here = placeOf(steps[far]);
        corners.push_back(here);
        i = far + 1;
    }
    corners.back() = goal;
    return corners;
}

} // namespace ghostline::ironcurtain::skirmish
