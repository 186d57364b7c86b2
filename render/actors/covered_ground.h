// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The union of discs on the ground, as a grid of cells. Cells near a rim hold their distance to it, so that
// the outline can be traced more finely than by whole cells. Coordinates are x and z in metres. No GL.
#include <glm/glm.hpp>

#include <cstdint>
#include <vector>

namespace ghostline::render {

class CoveredGround
{
public:
    /// Removes all discs. Memory is kept, here and in begin().
    void clear();
    /// Removes all discs and makes room for new ones between two corners.
    void begin(const glm::dvec2& low, const glm::dvec2& high);
    /// A disc smaller than a cell is enlarged to about one; a much smaller one is ignored.
    void cover(const glm::dvec2& centre, double reach);
    bool covers(const glm::dvec2& at) const;

    /// Traces the outline: appends the points of closed lines, and for each line where it ends in `points`.
    /// Covered ground lies to the right of a line.
    void appendEdge(std::vector<glm::dvec2>& points, std::vector<std::size_t>& ends);

private:
    enum Side { East, South, West, North };
    std::ptrdiff_t step(int side) const;
    bool inside(std::ptrdiff_t cell) const;
    /// The levels of one disc along one row of cells.
    struct Slope
    {
        int row = 0;
        float middle = 0.0F; ///< column
        float top = 0.0F;    ///< level there
        float fall = 0.0F;   ///< levels a cell, squared
    };
    void soften(const Slope& slope, int first, int last);
    void fill(int row, int first, int last);
    glm::dvec2 crossing(std::ptrdiff_t cell, int side) const;
    void follow(std::ptrdiff_t start, std::vector<glm::dvec2>& points);

    std::vector<std::uint8_t> m_cells;  ///< rising inward over the rim, Rim and more = within it
    std::vector<std::uint8_t> m_traced; ///< the edge east of this cell has been followed
    glm::dvec2 m_corner{0.0};           ///< of the first cell
    double m_cell = 1.0;                ///< metres
    std::ptrdiff_t m_columns = 0;
    std::ptrdiff_t m_rows = 0;
};

} // namespace ghostline::render
