// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/ironcurtain/sample/skirmish_ground.h"

namespace ghostline::ironcurtain::skirmish {

namespace {

constexpr std::uint8_t Ore = 1;
constexpr std::uint8_t Gems = 2;

bool nearAny(Spot spot, std::span<const Spot> places, int reach)
{
    return std::any_of(places.begin(), places.end(), [&](const Spot& p) {
        return std::abs(p.x - spot.x) <= reach && std::abs(p.y - spot.y) <= reach;
    });
}

} // namespace

Ground::Ground(int side, std::span<const Spot> bases, std::uint64_t seed)
    : m_side(side), m_cells(static_cast<std::size_t>(side) * static_cast<std::size_t>(side)),
      m_taken(m_cells.size()), m_seen(m_cells.size()), m_cost(m_cells.size()), m_cameFrom(m_cells.size())
{
    io::Random random(seed ^ 0x6D6170ULL);
    paintBlobs(random, bases);
    paintLake({side / 2, side / 6}, side / 8, side / 11);
    paintLake({side / 2, side - 1 - side / 6}, side / 8, side / 11);
    const std::array corners{Spot{side / 7, side / 7}, Spot{side - 1 - side / 7, side - 1 - side / 7},
                             Spot{side - 1 - side / 7, side / 7}, Spot{side / 7, side - 1 - side / 7}};
    for (const Spot& corner : corners)
        paintRoad(corner, middle());
    paintRoad(corners[0], corners[3]);
    paintRoad(corners[1], corners[2]);
    paintRoad({side / 7, side / 2}, {side - 1 - side / 7, side / 2});
    for (const Spot& corner : corners) {
        const int dx = corner.x < side / 2 ? 1 : -1;
        const int dy = corner.y < side / 2 ? 1 : -1;
        paintOre({corner.x + 13 * dx, corner.y + 2 * dy}, 4, 420);
        paintOre({corner.x + 3 * dx, corner.y + 15 * dy}, 4, 420);
    }
    paintOre({side / 2 - 9, side / 2 + 6}, 5, 500);
    paintOre({side / 2 + 8, side / 2 - 7}, 5, 500);
}

void Ground::paint(int x, int y, Terrain terrain)
{
    if (inside(x, y))
        m_cells[at(x, y)].terrain = static_cast<std::uint8_t>(terrain);
}

void Ground::paintLake(Spot centre, int radiusX, int radiusY)
{
    const int wide = (radiusX + 2) * (radiusY + 2);
    for (int y = centre.y - radiusY - 2; y <= centre.y + radiusY + 2; ++y) {
        for (int x = centre.x - radiusX - 2; x <= centre.x + radiusX + 2; ++x) {
            const int dx = x - centre.x;
            const int dy = y - centre.y;
            const int inner = dx * dx * radiusY * radiusY + dy * dy * radiusX * radiusX;
            const int outerX = dx * (radiusY + 2);
            const int outerY = dy * (radiusX + 2);
            if (inner <= radiusX * radiusX * radiusY * radiusY)
                paint(x, y, Terrain::Water);
            else if (outerX * outerX + outerY * outerY <= wide * wide)
                paint(x, y, Terrain::Shore);
        }
    }
}

void Ground::paintRoad(Spot from, Spot to)
{
    const int steps = std::max(std::abs(to.x - from.x), std::abs(to.y - from.y));
    for (int i = 0; i <= steps; ++i) {
        const int x = from.x + (to.x - from.x) * i / std::max(1, steps);
        const int y = from.y + (to.y - from.y) * i / std::max(1, steps);
        for (const Spot& p : {Spot{x, y}, Spot{x + 1, y}, Spot{x, y + 1}}) {
            if (inside(p.x, p.y) && terrain(p.x, p.y) != Terrain::Water)
                paint(p.x, p.y, Terrain::Road);
        }
    }
}

void Ground::paintBlobs(io::Random& random, std::span<const Spot> bases)
{
    constexpr std::array Kinds{Terrain::Rough, Terrain::Trees, Terrain::Rock,
                               Terrain::Trees, Terrain::Rough, Terrain::Trees};
    const int blobs = m_side * m_side / 160;
    for (int i = 0; i < blobs; ++i) {
        const Terrain kind = Kinds[static_cast<std::size_t>(i) % Kinds.size()];
        int x = random.below(m_side);
        int y = random.below(m_side);
        const int size = 4 + random.below(12);
        for (int n = 0; n < size; ++n) {
            // The same the other way round, so that no side has the better land.
            for (const Spot& p : {Spot{x, y}, Spot{m_side - 1 - x, m_side - 1 - y}}) {
                if (inside(p.x, p.y) && !nearAny(p, bases, kind == Terrain::Rough ? 0 : m_side / 8))
                    paint(p.x, p.y, kind);
            }
            x += random.below(3) - 1;
            y += random.below(3) - 1;
        }
    }
}

void Ground::paintOre(Spot centre, int radius, int amount)
{
    for (int y = centre.y - radius; y <= centre.y + radius; ++y) {
        for (int x = centre.x - radius; x <= centre.x + radius; ++x) {
            const int far = (x - centre.x) * (x - centre.x) + (y - centre.y) * (y - centre.y);
            if (!inside(x, y) || far > radius * radius || terrain(x, y) == Terrain::Water)
                continue;
            MapCell& c = m_cells[at(x, y)];
            c.terrain = static_cast<std::uint8_t>(Terrain::Rough);
            c.resource = far <= 2 ? Gems : Ore;
            c.amount = static_cast<std::uint16_t>(amount - 10 * far);
        }
    }
}

bool Ground::open(int x, int y, Way way) const
{
    if (!inside(x, y))
        return false;
    if (way == Way::Air)
        return true;
    if (m_taken[at(x, y)] != 0)
        return false;
    const Terrain t = terrain(x, y);
    if (way == Way::Water)
        return t == Terrain::Water;
    return t != Terrain::Water && t != Terrain::Rock && t != Terrain::Trees;
}

Spot Ground::nearestOpen(Spot from, Way way) const
{
    from.x = std::clamp(from.x, 0, m_side - 1);
    from.y = std::clamp(from.y, 0, m_side - 1);
    for (int ring = 0; ring < m_side; ++ring) {
        Spot best = from;
        int bestFar = -1;
        for (int dy = -ring; dy <= ring; ++dy) {
            const int stride = std::abs(dy) == ring || ring == 0 ? 1 : 2 * ring;
            for (int dx = -ring; dx <= ring; dx += stride) {
                const int far = dx * dx + dy * dy;
                if (open(from.x + dx, from.y + dy, way) && (bestFar < 0 || far < bestFar)) {
                    best = {from.x + dx, from.y + dy};
                    bestFar = far;
                }
            }
        }
        if (bestFar >= 0)
            return best;
    }
    return from;
}

std::optional<Spot> Ground::room(int width, int height, Spot near, int reach, bool afloat) const
{
    std::optional<Spot> best;
    int bestFar = 0;
    for (int y = near.y - reach; y <= near.y + reach; ++y) {
        for (int x = near.x - reach; x <= near.x + reach; ++x) {
            const int dx = 2 * (x - near.x) + width;
            const int dy = 2 * (y - near.y) + height;
            const int far = dx * dx + dy * dy;
            if (best && far >= bestFar)
                continue;
            bool fits = x >= 2 && y >= 2 && x + width + 2 <= m_side && y + height + 2 <= m_side;
            for (int j = -1; fits && j <= height; ++j) {
                for (int i = -1; fits && i <= width; ++i) {
                    const bool edge = i < 0 || j < 0 || i == width || j == height;
                    const Terrain t = terrain(x + i, y + j);
                    if (afloat)
                        fits = edge || open(x + i, y + j, Way::Water);
                    else
                        fits = open(x + i, y + j, Way::Land) &&
                               (edge || (t != Terrain::Shore && cell(x + i, y + j).resource == 0));
                }
            }
            if (fits) {
                best = Spot{x, y};
                bestFar = far;
            }
        }
    }
    return best;
}

void Ground::occupy(Spot corner, int width, int height, bool taken)
{
    for (int y = corner.y; y < corner.y + height; ++y) {
        for (int x = corner.x; x < corner.x + width; ++x) {
            if (inside(x, y))
                m_taken[at(x, y)] = taken ? 1 : 0;
        }
    }
}

std::optional<Spot> Ground::ore(Spot from, int reach) const
{
    std::optional<Spot> best;
    int bestFar = 0;
    for (int y = std::max(0, from.y - reach); y <= std::min(m_side - 1, from.y + reach); ++y) {
        for (int x = std::max(0, from.x - reach); x <= std::min(m_side - 1, from.x + reach); ++x) {
            const int far = (x - from.x) * (x - from.x) + (y - from.y) * (y - from.y);
            if (cell(x, y).amount > 0 && open(x, y, Way::Land) && (!best || far < bestFar)) {
                best = Spot{x, y};
                bestFar = far;
            }
        }
    }
    return best;
}

int Ground::mine(Spot spot, int amount)
{
    MapCell& c = m_cells[at(spot.x, spot.y)];
    const int got = std::min<int>(amount, c.amount);
    c.amount = static_cast<std::uint16_t>(c.amount - got);
    if (c.amount == 0)
        c.resource = 0;
    ++m_revision;
    return got;
}

// Ways over the land: the cheapest over cells, then only its corners.

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
