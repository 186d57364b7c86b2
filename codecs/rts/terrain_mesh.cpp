// SPDX-License-Identifier: GPL-3.0-or-later
// Right triangles that are halved again and again over a square of 2^n cells. A middle that two triangles
// share counts for both of them and for all that they lie in, so both are halved or none.
#include "codecs/rts/terrain_mesh.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

namespace ghostline::rts {

namespace {

/// How far ground may be off where triangles are left large.
struct Tolerance
{
    float height = 0.02F; ///< metres
    float colour = 5.0F;  ///< of 255
    bool holes = true;    ///< they are kept to the cell
};

/// The coarser, the further off. A colour that is off is seen less than a unit that floats or sinks.
Tolerance toleranceAt(float coarse)
{
    constexpr float MostColour = 100.0F;
    constexpr float HeightWithoutHoles = 3.0F; // metres: from here on holes may lose their shape
    Tolerance tolerance;
    tolerance.height *= std::pow(1.25F, coarse);
    tolerance.colour *= std::pow(1.5F, coarse);
    if (tolerance.colour > MostColour)
        tolerance.colour = 255.0F;
    tolerance.holes = tolerance.height < HeightWithoutHoles;
    return tolerance;
}
constexpr float Coarsest = 64.0F; ///< nothing but the border of the map is left

/// What lies in a triangle.
enum class Inside : std::uint8_t {
    Ground,
    Hole,
    Beyond,  ///< nothing, or none of the map
    Ragged,  ///< ground and holes
    Crossing ///< the border of the map
};

Inside together(Inside a, Inside b)
{
    if (a == b)
        return a;
    const auto nothing = [](Inside i) { return i == Inside::Hole || i == Inside::Beyond; };
    if (nothing(a) && nothing(b))
        return Inside::Beyond;
    const auto leaves = [](Inside i) { return i == Inside::Beyond || i == Inside::Crossing; };
    return leaves(a) || leaves(b) ? Inside::Crossing : Inside::Ragged;
}

struct Corner
{
    int x = 0;
    int y = 0;
};

Corner middleOf(const Corner& a, const Corner& b) { return {(a.x + b.x) / 2, (a.y + b.y) / 2}; }

/// The right angle is at `apex`; clockwise seen from above.
struct Triangle
{
    Corner from;
    Corner to;
    Corner apex;

    Corner middle() const { return middleOf(from, to); }
    Triangle first() const { return {apex, from, middle()}; }
    Triangle second() const { return {to, apex, middle()}; }
};

class TerrainMesher
{
public:
    explicit TerrainMesher(const TerrainGrid& grid);
    model::SceneMesh mesh(std::size_t triangles);

private:
    bool onMap(const Corner& c) const { return c.x <= m_grid.columns && c.y <= m_grid.rows; }
    std::size_t cornerIndex(const Corner& c) const
    {
        return static_cast<std::size_t>(c.y) * static_cast<std::size_t>(m_grid.columns + 1) +
               static_cast<std::size_t>(c.x);
    }
    /// Of the square, which is no smaller than the map.
    std::size_t squareIndex(const Corner& c) const
    {
        return static_cast<std::size_t>(c.y) * static_cast<std::size_t>(m_side + 1) +
               static_cast<std::size_t>(c.x);
    }
    Triangle root(std::size_t number) const;
    /// Roots are 2 and 3, the halves of a triangle twice its number and one more.
    Triangle numbered(std::size_t number) const;
    Inside cellOf(const Triangle& leaf) const;
    void measure(std::size_t number);
    bool halved(std::size_t number, const Triangle& triangle, const Tolerance& tolerance) const;
    template<typename Visit>
    bool walk(std::size_t number, const Triangle& triangle, const Tolerance& tolerance,
              const Visit& visit) const;
    template<typename Visit>
    bool walkAll(const Tolerance& tolerance, const Visit& visit) const
    {
        return walk(2, root(2), tolerance, visit) && walk(3, root(3), tolerance, visit);
    }
    Tolerance toleranceFor(std::size_t triangles) const;

    const TerrainGrid& m_grid;
    int m_side = 1;           ///< of the square, cells
    std::size_t m_leaves = 2; ///< number of the first of the smallest triangles
    std::vector<Inside> m_inside;
    // By corner of the square: what is lost where it is no vertex.
    std::vector<float> m_heightLoss;
    std::vector<std::uint8_t> m_colourLoss;
    std::vector<Inside> m_shapeLoss; ///< Ragged, Crossing, or Ground for none
};

TerrainMesher::TerrainMesher(const TerrainGrid& grid) : m_grid(grid)
{
    m_side = static_cast<int>(std::bit_ceil(static_cast<unsigned>(std::max(grid.columns, grid.rows))));
    const auto side = static_cast<std::size_t>(m_side);
    m_leaves = 2 * side * side;
    m_inside.resize(2 * m_leaves);
    m_heightLoss.resize((side + 1) * (side + 1));
    m_colourLoss.resize(m_heightLoss.size());
    m_shapeLoss.resize(m_heightLoss.size());
    for (std::size_t number = 2 * m_leaves - 1; number >= m_leaves; --number)
        m_inside[number] = cellOf(numbered(number));
    for (std::size_t number = m_leaves - 1; number >= 2; --number)
        measure(number);
}

Triangle TerrainMesher::root(std::size_t number) const
{
    if (number == 2)
        return {{0, 0}, {m_side, m_side}, {m_side, 0}};
    return {{m_side, m_side}, {0, 0}, {0, m_side}};
}

Triangle TerrainMesher::numbered(std::size_t number) const
{
    const int levels = static_cast<int>(std::bit_width(number)) - 2;
    Triangle triangle = root(number >> levels);
    for (int level = levels - 1; level >= 0; --level)
        triangle = ((number >> level) & 1U) == 0 ? triangle.first() : triangle.second();
    return triangle;
}

Inside TerrainMesher::cellOf(const Triangle& leaf) const
{
    const int x = std::min({leaf.from.x, leaf.to.x, leaf.apex.x});
    const int y = std::min({leaf.from.y, leaf.to.y, leaf.apex.y});
    if (x >= m_grid.columns || y >= m_grid.rows)
        return Inside::Beyond;
    if (m_grid.holes.empty())
        return Inside::Ground;
    const std::size_t cell =
        static_cast<std::size_t>(y) * static_cast<std::size_t>(m_grid.columns) + static_cast<std::size_t>(x);
    return m_grid.holes[cell] == 0 ? Inside::Ground : Inside::Hole;
}

/// Of one level after the other, the smallest first: what its halves lose is known.
void TerrainMesher::measure(std::size_t number)
{
    const Inside inside = m_inside[number] = together(m_inside[2 * number], m_inside[2 * number + 1]);
    if (inside == Inside::Hole || inside == Inside::Beyond)
        return;
    const Triangle triangle = numbered(number);
    const Corner middle = triangle.middle();
    const std::size_t at = squareIndex(middle);
    if (inside == Inside::Ragged || inside == Inside::Crossing)
        m_shapeLoss[at] = std::max(m_shapeLoss[at], inside);
    if (2 * number < m_leaves) {
        for (const Triangle& half : {triangle.first(), triangle.second()}) {
            const std::size_t below = squareIndex(half.middle());
            m_heightLoss[at] = std::max(m_heightLoss[at], m_heightLoss[below]);
            m_colourLoss[at] = std::max(m_colourLoss[at], m_colourLoss[below]);
            m_shapeLoss[at] = std::max(m_shapeLoss[at], m_shapeLoss[below]);
        }
    }
    if (!onMap(triangle.from) || !onMap(triangle.to) || !onMap(middle))
        return;
    const std::size_t a = cornerIndex(triangle.from), b = cornerIndex(triangle.to), m = cornerIndex(middle);
    const float loss = std::abs((m_grid.heights[a] + m_grid.heights[b]) / 2.0F - m_grid.heights[m]);
    m_heightLoss[at] = std::max(m_heightLoss[at], std::isfinite(loss) ? loss : 0.0F);
    for (int part = 0; part < 3; ++part) {
        const int between = (m_grid.colours[a][part] + m_grid.colours[b][part]) / 2;
        const auto off = static_cast<std::uint8_t>(std::abs(between - int{m_grid.colours[m][part]}));
        m_colourLoss[at] = std::max(m_colourLoss[at], off);
    }
}

bool TerrainMesher::halved(std::size_t number, const Triangle& triangle, const Tolerance& tolerance) const
{
    if (number >= m_leaves)
        return false;
    const std::size_t at = squareIndex(triangle.middle());
    return m_shapeLoss[at] == Inside::Crossing || (tolerance.holes && m_shapeLoss[at] == Inside::Ragged) ||
           m_heightLoss[at] > tolerance.height || static_cast<float>(m_colourLoss[at]) > tolerance.colour;
}

/// Every triangle that is drawn; false as soon as `visit` is.
template<typename Visit>
bool TerrainMesher::walk(std::size_t number, const Triangle& triangle, const Tolerance& tolerance,
                         const Visit& visit) const
{
    const Inside inside = m_inside[number];
    if (inside == Inside::Hole || inside == Inside::Beyond)
        return true;
    if (halved(number, triangle, tolerance))
        return walk(2 * number, triangle.first(), tolerance, visit) &&
               walk(2 * number + 1, triangle.second(), tolerance, visit);
    return visit(triangle);
}

Tolerance TerrainMesher::toleranceFor(std::size_t triangles) const
{
    const auto fits = [&](float coarse) {
        std::size_t count = 0;
        return walkAll(toleranceAt(coarse), [&](const Triangle&) { return ++count <= triangles; });
    };
    if (fits(0.0F))
        return toleranceAt(0.0F);
    float fine = 0.0F, coarse = Coarsest;
    for (int step = 0; step < 12; ++step) {
        const float middle = (fine + coarse) / 2.0F;
        (fits(middle) ? coarse : fine) = middle;
    }
    return toleranceAt(coarse);
}

model::SceneMesh TerrainMesher::mesh(std::size_t triangles)
{
    constexpr auto None = std::numeric_limits<std::uint32_t>::max();
    model::SceneMesh mesh;
    mesh.role = model::SceneRole::Terrain;
    std::vector<std::uint32_t> vertexOf(m_grid.heights.size(), None);
    const auto vertex = [&](const Corner& corner) {
        const std::size_t at = cornerIndex(corner);
        if (vertexOf[at] == None) {
            vertexOf[at] = static_cast<std::uint32_t>(mesh.vertices.size());
            mesh.vertices.emplace_back(
                corner.x, std::isfinite(m_grid.heights[at]) ? m_grid.heights[at] : 0.0F, -corner.y);
            mesh.colours.push_back(m_grid.colours[at]);
        }
        return vertexOf[at];
    };
    walkAll(toleranceFor(triangles), [&](const Triangle& t) {
        for (const Corner& corner : {t.from, t.apex, t.to})
            mesh.indices.push_back(vertex(corner));
        return true;
    });
    return mesh;
}

} // namespace

bool TerrainGrid::valid() const
{
    if (columns < 1 || rows < 1)
        return false;
    const auto across = static_cast<std::size_t>(columns), up = static_cast<std::size_t>(rows);
    const std::size_t corners = (across + 1) * (up + 1);
    return heights.size() == corners && colours.size() == corners &&
           (holes.empty() || holes.size() == across * up);
}

model::SceneMesh terrainMesh(const TerrainGrid& grid, std::size_t triangles)
{
    if (!grid.valid()) {
        model::SceneMesh none;
        none.role = model::SceneRole::Terrain;
        return none;
    }
    return TerrainMesher(grid).mesh(triangles);
}

} // namespace ghostline::rts
