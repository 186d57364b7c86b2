// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Faces of a section of cells: hidden faces are culled, equal ones beside each other are merged (greedy
// meshing), corners are darkened by what stands beside them (ambient occlusion).
#include "render/cells/grid_looks.h"
#include "render/cells/grid_overlay.h"

namespace ghostline::render {

/// How light a corner is, of each of a quad's four: 0, between two cells, to 3, open. Two bits each, in the
/// order of least u and v, most u, most both, most v.
using GridLightness = std::uint8_t;
inline constexpr GridLightness FullLight = 0xFF;
inline constexpr unsigned cornerLight(GridLightness light, unsigned corner)
{
    return light >> (2U * corner) & 3U;
}

/// A rectangle of equal faces, in sixteenths of a cell, from the low corner of its section; ten bytes,
/// because there may be millions.
struct GridQuad
{
    /// GridNormals; the two planes of plants come after them, of which `plane` is the lower edge, `u` and `v`
    /// are x and z, `width` goes along both of these and `height` up.
    static constexpr std::uint8_t CrossRising = 6;  ///< from the least x and z to the most
    static constexpr std::uint8_t CrossFalling = 7; ///< from the least x and the most z

    std::uint16_t plane = 0; ///< along the normal
    std::uint8_t u = 0;
    std::uint8_t v = 0;
    std::uint8_t lastU = 0; ///< width along u - 1: 0 to 255
    std::uint8_t lastV = 0; ///< height along v - 1
    std::uint8_t face = 0;
    GridLightness light = FullLight;
    std::uint16_t look = 0;
    friend bool operator==(const GridQuad&, const GridQuad&) = default;

    int width() const { return lastU + 1; }
    int height() const { return lastV + 1; }
};
static_assert(sizeof(GridQuad) == 10);

struct GridQuads
{
    std::array<std::vector<GridQuad>, GridPasses> of; ///< by GridPass, each in the order of its faces
    const std::vector<GridQuad>& operator[](GridPass pass) const
    {
        return of[static_cast<std::size_t>(pass)];
    }
    std::vector<GridQuad>& operator[](GridPass pass) { return of[static_cast<std::size_t>(pass)]; }
    std::size_t size() const
    {
        std::size_t count = 0;
        for (const auto& list : of)
            count += list.size();
        return count;
    }
    void clear()
    {
        for (auto& list : of)
            list.clear();
    }
};

/// The sections round one, by neighbourAt(); null = empty. The one in the middle does not count.
using GridNeighbours = std::array<const model::GridSection*, 27>;
inline constexpr std::size_t neighbourAt(int x, int y, int z)
{
    const int place = (x + 1) + 3 * (z + 1) + 9 * (y + 1);
    return static_cast<std::size_t>(place);
}

/// Whether corners are darkened by what stands beside them. Where cells are too far away for that to be seen,
/// more of their faces are equal without it; they are as light as others are on average.
enum class GridCorners : std::uint8_t { Darkened, Plain };

/// An opaque neighbour hides a face, and so does one with a box that covers it; a translucent one does not
/// unless it is of the same stuff. `out` is filled anew and keeps its memory.
void meshSection(const model::GridSection& section, const GridNeighbours& neighbours, const GridLooks& looks,
                 std::span<const GridOverlay> overlays, GridQuads& out,
                 GridCorners corners = GridCorners::Darkened);

/// Its second corner lies along v, not u: so it faces outward.
inline bool isTurned(const GridQuad& quad)
{
    return quad.face == 0 || quad.face == 2 || quad.face == 5; // u x v points along -X, -Y and +Z
}
/// Corners in cells of the section, counter-clockwise seen from outside; the first is the one with the least
/// u and v.
std::array<glm::vec3, 4> corners(const GridQuad& quad);

} // namespace ghostline::render
