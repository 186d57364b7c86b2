// SPDX-License-Identifier: GPL-3.0-or-later
// A junction is drawn on squared paper: squares that no lane covers and that cannot be reached from outside
// are a hole.
#include "codecs/carla/roads/junction_fill.h"

#include "codecs/carla/base/limits.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace ghostline::carla {

using model::SceneRole;

namespace {

constexpr double Cell = 0.25;        // metres
constexpr double LargestHole = 30.0; // square metres; larger ones are islands
constexpr double Below = 0.01;       // metres under the lanes that they lap under
constexpr std::array Roles{SceneRole::Road, SceneRole::Shoulder, SceneRole::Sidewalk};

enum class Cover : std::uint8_t { None, Outside, Hole, Road, Other };

struct Square
{
    Cover cover = Cover::None;
    float height = 0.0F;
};

class Paper
{
public:
    explicit Paper(const model::Bounds& bounds)
        : m_corner(bounds.min - glm::dvec3(2.0 * Cell)),
          m_columns(static_cast<int>((bounds.max.x - m_corner.x) / Cell) + 3),
          m_rows(static_cast<int>((bounds.max.z - m_corner.z) / Cell) + 3)
    {
        if (fits())
            m_squares.resize(count());
    }
    bool fits() const { return m_columns <= MaxFillCellsAcross && m_rows <= MaxFillCellsAcross; }
    std::size_t count() const
    {
        return static_cast<std::size_t>(m_columns) * static_cast<std::size_t>(m_rows);
    }

    void paint(const std::array<glm::dvec3, 3>& triangle, Cover cover);
    void floodOutside() { flood(0, Cover::Outside); }
    void fillHoles(RoadSurfaces& surfaces);

private:
    std::vector<std::size_t> flood(std::size_t from, Cover cover);
    void fillHole(const std::vector<std::size_t>& hole, RoadSurfaces& surfaces);
    std::array<std::size_t, 4> around(std::size_t i) const
    {
        const auto width = static_cast<std::size_t>(m_columns);
        return {i - 1, i + 1, i - width, i + width};
    }

    glm::dvec3 m_corner;
    int m_columns, m_rows; ///< two squares wider than the junction on every side
    std::vector<Square> m_squares;
};

/// Squares whose middle lies in the triangle, seen from above. Driving lanes win.
void Paper::paint(const std::array<glm::dvec3, 3>& t, Cover cover)
{
    const auto area = [](const glm::dvec3& a, const glm::dvec3& b, double x, double z) {
        return (b.x - a.x) * (z - a.z) - (b.z - a.z) * (x - a.x);
    };
    const double whole = area(t[0], t[1], t[2].x, t[2].z);
    if (std::abs(whole) < 1e-9)
        return;
    const auto [left, right] = std::minmax({t[0].x, t[1].x, t[2].x});
    const auto [top, bottom] = std::minmax({t[0].z, t[1].z, t[2].z});
    const auto row = [&](double z) { return static_cast<int>((z - m_corner.z) / Cell); };
    const auto column = [&](double x) { return static_cast<int>((x - m_corner.x) / Cell); };
    for (int r = row(top); r <= row(bottom); ++r) {
        const double z = m_corner.z + (r + 0.5) * Cell;
        for (int c = column(left); c <= column(right); ++c) {
            const double x = m_corner.x + (c + 0.5) * Cell;
            const double a = area(t[1], t[2], x, z) / whole;
            const double b = area(t[2], t[0], x, z) / whole;
            Square& square = m_squares[static_cast<std::size_t>(r) * static_cast<std::size_t>(m_columns) +
                                       static_cast<std::size_t>(c)];
            if (std::min({a, b, 1.0 - a - b}) < -1e-6 || square.cover == Cover::Road)
                continue;
            square = {cover, static_cast<float>(a * t[0].y + b * t[1].y + (1.0 - a - b) * t[2].y)};
        }
    }
}

/// Marks the squares without cover that hang together; gives them.
std::vector<std::size_t> Paper::flood(std::size_t from, Cover cover)
{
    std::vector<std::size_t> out{from};
    m_squares[from].cover = cover;
    for (std::size_t k = 0; k < out.size(); ++k) {
        const std::size_t at = out[k];
        const auto width = static_cast<std::size_t>(m_columns);
        const std::size_t x = at % width;
        const std::array<bool, 4> exists{x > 0, x + 1 < width, at >= width, at + width < m_squares.size()};
        const std::array<std::size_t, 4> next = around(at);
        for (std::size_t side = 0; side < next.size(); ++side) {
            if (!exists[side] || m_squares[next[side]].cover != Cover::None)
                continue;
            m_squares[next[side]].cover = cover;
            out.push_back(next[side]);
        }
    }
    return out;
}

void Paper::fillHoles(RoadSurfaces& surfaces)
{
    for (std::size_t i = 0; i < m_squares.size(); ++i) {
        if (m_squares[i].cover != Cover::None)
            continue;
        const std::vector<std::size_t> hole = flood(i, Cover::Hole);
        const bool small = static_cast<double>(hole.size()) * Cell * Cell <= LargestHole;
        const bool betweenLanes = std::all_of(hole.begin(), hole.end(), [this](std::size_t at) {
            const auto next = around(at);
            return std::none_of(next.begin(), next.end(),
                                [this](std::size_t n) { return m_squares[n].cover == Cover::Other; });
        });
        if (small && betweenLanes)
            fillHole(hole, surfaces);
    }
}

/// A strip a row of squares, one square longer on each side, and the rows above and below: they lap under the
/// lanes, at the height of those nearby.
void Paper::fillHole(const std::vector<std::size_t>& hole, RoadSurfaces& surfaces)
{
    const auto width = static_cast<std::size_t>(m_columns);
    std::map<std::size_t, std::pair<std::size_t, std::size_t>> rows; // first and last column
    double height = 0.0;
    double lanes = 0.0;
    for (const std::size_t at : hole) {
        for (const std::size_t row : {at / width - 1, at / width, at / width + 1}) {
            const auto [found, isNew] = rows.try_emplace(row, at % width - 1, at % width + 1);
            found->second.first = std::min(found->second.first, at % width - 1);
            found->second.second = std::max(found->second.second, at % width + 1);
        }
        for (const std::size_t n : around(at)) {
            if (m_squares[n].cover != Cover::Road)
                continue;
            height += static_cast<double>(m_squares[n].height);
            lanes += 1.0;
        }
    }
    const double mean = height / std::max(lanes, 1.0);
    const auto heightAt = [&](std::size_t row, std::size_t column) {
        const Square& square = m_squares[row * width + column];
        return (square.cover == Cover::Road ? static_cast<double>(square.height) : mean) - Below;
    };
    for (const auto& [row, columns] : rows) {
        const double north = m_corner.z + static_cast<double>(row) * Cell;
        const double west = m_corner.x + static_cast<double>(columns.first) * Cell;
        const double east = m_corner.x + static_cast<double>(columns.second + 1) * Cell;
        const double left = heightAt(row, columns.first);
        const double right = heightAt(row, columns.second);
        surfaces.addQuad(SceneRole::Road,
                         {glm::dvec3(west, left, north + Cell), glm::dvec3(east, right, north + Cell),
                          glm::dvec3(east, right, north), glm::dvec3(west, left, north)});
    }
}

} // namespace

void JunctionFill::begin(const QString& junction, const RoadSurfaces& surfaces)
{
    m_open = &m_junctions[junction];
    m_from = m_open->size();
    for (const SceneRole role : Roles)
        m_open->push_back({role, surfaces.of(role).indices.size(), 0});
}

void JunctionFill::end(const RoadSurfaces& surfaces)
{
    for (std::size_t i = m_from; i < m_open->size(); ++i)
        (*m_open)[i].last = surfaces.of((*m_open)[i].role).indices.size();
    m_open = nullptr;
}

void JunctionFill::fill(RoadSurfaces& surfaces) const
{
    std::size_t cells = 0;
    for (const auto& [name, parts] : m_junctions) {
        model::Bounds bounds;
        const auto each = [&](auto visit) {
            for (const Part& part : parts) {
                const RoadSurface& from = surfaces.of(part.role);
                for (std::size_t i = part.first; i + 2 < part.last; i += 3) {
                    visit(part.role,
                          std::array{from.vertices[from.indices[i]], from.vertices[from.indices[i + 1]],
                                     from.vertices[from.indices[i + 2]]});
                }
            }
        };
        double squares = 0.0; // looked at
        each([&](SceneRole, const std::array<glm::dvec3, 3>& t) {
            model::Bounds box;
            for (const glm::dvec3& p : t)
                box.include(p);
            bounds.include(box.min);
            bounds.include(box.max);
            squares += (box.max.x - box.min.x) * (box.max.z - box.min.z) / (Cell * Cell);
        });
        const double across = std::max(bounds.max.x - bounds.min.x, bounds.max.z - bounds.min.z);
        if (!bounds.valid || across > (MaxFillCellsAcross - 10) * Cell)
            continue;
        Paper paper(bounds);
        cells += paper.count() + static_cast<std::size_t>(std::min(squares, 1e9));
        if (!paper.fits() || cells > MaxFillCells)
            continue;
        each([&](SceneRole role, const std::array<glm::dvec3, 3>& t) {
            paper.paint(t, role == SceneRole::Road ? Cover::Road : Cover::Other);
        });
        paper.floodOutside();
        paper.fillHoles(surfaces);
    }
}

} // namespace ghostline::carla
