// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Ground that discs cover together, as cells. A cell near a rim knows how far from it its middle lies, so
// that the edge of the whole can be followed finer than by cells. Seen from above, x and z in metres. No GL.
#include <glm/glm.hpp>

#include <cstdint>
#include <vector>

namespace ghostline::render {

class CoveredGround
{
public:
    /// Covers nothing any more. Its memory is kept, here and in begin().
    void clear();
    /// The same, with room for discs that lie between two corners.
    void begin(const glm::dvec2& low, const glm::dvec2& high);
    /// A disc that is smaller than a cell counts as one of about a cell, a much smaller one for nothing.
    void cover(const glm::dvec2& centre, double reach);
    bool covers(const glm::dvec2& at) const;

    /// Follows the edge: closed lines of points, one line after another, and where each of them ends. What
    /// is covered lies to the right of a line, and its last point leads back to its first.
    void appendEdge(std::vector<glm::dvec2>& points, std::vector<std::size_t>& ends);

private:
    enum Side { East, South, West, North };
    std::ptrdiff_t step(int side) const;
    bool inside(std::ptrdiff_t cell) const;
    /// Of a disc, along one row.
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
