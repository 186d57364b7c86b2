// SPDX-License-Identifier: GPL-3.0-or-later
// A disc costs a few runs of bytes and its rim, so an army of thousands is drawn in about a millisecond.
// Cells lie at multiples of their size: the edge of what stands still does not move when something else does.
#include "render/actors/covered_ground.h"

#include <algorithm>
#include <cmath>

namespace ghostline::render {

namespace {

constexpr double MostGroundCells = 1024.0; // a side; larger worlds get coarser cells
constexpr double SmallestGroundCell = 1.0; // metres
constexpr double FreeCells = 2.0;          // cells that stay free all round: every line is closed
constexpr float SmallestDisc = 0.8F;       // cells: the middle of one is always covered
constexpr double Lost = 0.25;              // cells: smaller discs would claim far more than is theirs
constexpr int Rim = 128;
constexpr float PerCell = 120.0F; // levels: neighbours on both sides of an edge are told exactly

} // namespace

void CoveredGround::clear()
{
    m_columns = m_rows = 0;
    m_cells.clear();
}

void CoveredGround::begin(const glm::dvec2& low, const glm::dvec2& high)
{
    clear();
    const double side = std::max(high.x - low.x, high.y - low.y);
    if (!(side >= 0.0) || !std::isfinite(side))
        return;
    const double smallest = std::max(side / (MostGroundCells - 2.0 * FreeCells - 2.0), SmallestGroundCell);
    m_cell = std::exp2(std::ceil(std::log2(smallest)));
    m_corner = (glm::floor(low / m_cell) - FreeCells) * m_cell;
    const glm::dvec2 count = glm::ceil((high - m_corner) / m_cell) + FreeCells;
    m_columns = static_cast<std::ptrdiff_t>(std::min(count.x, MostGroundCells));
    m_rows = static_cast<std::ptrdiff_t>(std::min(count.y, MostGroundCells));
    m_cells.assign(static_cast<std::size_t>(m_columns * m_rows), 0);
}

/// Levels fall with the square of the distance: exact at the rim itself, near enough a cell away, and without
/// a root for every cell.
void CoveredGround::cover(const glm::dvec2& centre, double reach)
{
    if (m_cells.empty() || reach < Lost * m_cell)
        return;
    const glm::vec2 at((centre - m_corner) / m_cell - 0.5); // counted from the middle of the first cell
    const float radius = std::max(static_cast<float>(reach / m_cell), SmallestDisc);
    const float top = Rim + PerCell * radius * 0.5F;
    const float fall = PerCell / (2.0F * radius);
    const float outer2 = top / fall;            // where nothing is left
    const float inner2 = (top - 255.0F) / fall; // where there is no more
    const float outer = std::sqrt(outer2);
    const int last = std::min(static_cast<int>(at.y + outer), static_cast<int>(m_rows) - 2);
    for (int row = std::max(static_cast<int>(at.y - outer), 1); row <= last; ++row) {
        const float away = static_cast<float>(row) - at.y;
        const float away2 = away * away;
        if (away2 >= outer2)
            continue;
        const float half = std::sqrt(outer2 - away2);
        const float core = std::sqrt(std::max(inner2 - away2, 0.0F));
        const Slope slope{row, at.x, top - fall * away2, fall};
        const int left = static_cast<int>(at.x - core);
        const int right = static_cast<int>(at.x + core) + 1;
        soften(slope, static_cast<int>(at.x - half), left);
        fill(row, left + 1, right - 1);
        soften(slope, right, static_cast<int>(at.x + half));
    }
}

void CoveredGround::soften(const Slope& slope, int first, int last)
{
    std::uint8_t* cells = m_cells.data() + slope.row * m_columns;
    last = std::min(last, static_cast<int>(m_columns) - 2);
    for (int column = std::max(first, 1); column <= last; ++column) {
        const float along = static_cast<float>(column) - slope.middle;
        const float level = std::clamp(slope.top - slope.fall * along * along, 0.0F, 255.0F);
        cells[column] = std::max(cells[column], static_cast<std::uint8_t>(level));
    }
}

void CoveredGround::fill(int row, int first, int last)
{
    first = std::max(first, 1);
    last = std::min(last, static_cast<int>(m_columns) - 2);
    if (first <= last)
        std::fill_n(m_cells.begin() + row * m_columns + first, last - first + 1, std::uint8_t{255});
}

bool CoveredGround::inside(std::ptrdiff_t cell) const
{
    return m_cells[static_cast<std::size_t>(cell)] >= Rim;
}

bool CoveredGround::covers(const glm::dvec2& at) const
{
    const glm::dvec2 cell = glm::floor((at - m_corner) / m_cell);
    if (!(cell.x >= 0.0 && cell.y >= 0.0 && cell.x < static_cast<double>(m_columns) &&
          cell.y < static_cast<double>(m_rows)))
        return false;
    return inside(static_cast<std::ptrdiff_t>(cell.y) * m_columns + static_cast<std::ptrdiff_t>(cell.x));
}

std::ptrdiff_t CoveredGround::step(int side) const
{
    switch (side) {
    case East:
        return 1;
    case South:
        return m_columns;
    case West:
        return -1;
    default:
        return -m_columns;
    }
}

void CoveredGround::appendEdge(std::vector<glm::dvec2>& points, std::vector<std::size_t>& ends)
{
    // Every line passes an edge with what is covered to the west of it.
    m_traced.assign(m_cells.size(), 0);
    for (std::ptrdiff_t cell = 0; cell + 1 < static_cast<std::ptrdiff_t>(m_cells.size()); ++cell) {
        if (inside(cell) && !inside(cell + 1) && m_traced[static_cast<std::size_t>(cell)] == 0) {
            follow(cell, points);
            ends.push_back(points.size());
        }
    }
}

/// Clockwise round what is covered: from one pair of neighbours, one inside and one outside, to the next.
void CoveredGround::follow(std::ptrdiff_t start, std::vector<glm::dvec2>& points)
{
    std::ptrdiff_t cell = start;
    int side = East;
    do {
        if (side == East)
            m_traced[static_cast<std::size_t>(cell)] = 1;
        points.push_back(crossing(cell, side));
        const int next = (side + 1) % 4;
        const std::ptrdiff_t beside = cell + step(next);
        if (!inside(beside)) {
            side = next;
        } else if (inside(beside + step(side))) {
            cell = beside + step(side);
            side = (side + 3) % 4;
        } else {
            cell = beside;
        }
    } while (cell != start || side != East);
}

/// Where the rim lies between the middles of a cell inside and its neighbour outside.
glm::dvec2 CoveredGround::crossing(std::ptrdiff_t cell, int side) const
{
    constexpr glm::dvec2 Ways[]{{1.0, 0.0}, {0.0, 1.0}, {-1.0, 0.0}, {0.0, -1.0}};
    const double in = m_cells[static_cast<std::size_t>(cell)];
    const double out = m_cells[static_cast<std::size_t>(cell + step(side))];
    const double part = (in - Rim) / (in - out);
    const std::ptrdiff_t row = cell / m_columns;
    const std::ptrdiff_t column = cell - row * m_columns;
    const glm::dvec2 middle(static_cast<double>(column) + 0.5, static_cast<double>(row) + 0.5);
    return m_corner + (middle + Ways[side] * part) * m_cell;
}

} // namespace ghostline::render
