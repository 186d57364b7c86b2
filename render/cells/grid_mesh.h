// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Faces of a section of cells: hidden faces are culled, equal ones beside each other are merged (greedy
// meshing).
#include "model/world/grid_layer.h"

#include <array>
#include <span>
#include <unordered_map>

namespace ghostline::render {

/// Cells along an edge of a section.
inline constexpr int SectionSide = model::GridSection::Side;
/// +X, -X, +Y, -Y, +Z, -Z.
inline constexpr std::size_t GridFaces = 6;
inline constexpr std::array<glm::ivec3, GridFaces> GridNormals{glm::ivec3{1, 0, 0}, glm::ivec3{-1, 0, 0},
                                                               glm::ivec3{0, 1, 0}, glm::ivec3{0, -1, 0},
                                                               glm::ivec3{0, 0, 1}, glm::ivec3{0, 0, -1}};

/// How a kind looks. Kinds that look alike are one thing to the mesher, whatever they are called.
struct GridLook
{
    std::uint8_t r = 0;
    std::uint8_t g = 0;
    std::uint8_t b = 0;
    bool translucent = false;
    friend bool operator==(const GridLook&, const GridLook&) = default;
};

/// Kinds of one layer as looks; grows with them.
class GridLooks
{
public:
    /// Takes over kinds. False when one that was known before looks different now.
    bool update(const std::vector<model::GridKind>& kinds);
    /// Index into looks() for a kind; an unknown kind has a grey one.
    std::uint16_t of(std::uint16_t kind) const { return kind < m_of.size() ? m_of[kind] : std::uint16_t{0}; }
    const GridLook& look(std::uint16_t index) const { return m_looks[index]; }
    bool translucent(std::uint16_t index) const { return m_looks[index].translucent; }

private:
    std::uint16_t indexOf(const GridLook& look);

    std::vector<GridLook> m_looks{{153, 153, 153, false}};
    std::unordered_map<std::uint32_t, std::uint16_t> m_index;
    std::vector<std::uint16_t> m_of; ///< by kind
};

/// A rectangle of equal faces, in cells of its section. In-plane axes: z, y for faces along X; x, z for Y;
/// x, y for Z.
struct GridQuad
{
    std::uint8_t face = 0;
    std::uint8_t slice = 0; ///< of the cells it belongs to, along the normal
    std::uint8_t u = 0;
    std::uint8_t v = 0;
    std::uint8_t width = 1;  ///< along u
    std::uint8_t height = 1; ///< along v
    std::uint16_t look = 0;
    friend bool operator==(const GridQuad&, const GridQuad&) = default;
};

struct GridQuads
{
    std::vector<GridQuad> solid;
    std::vector<GridQuad> translucent;
    std::size_t size() const { return solid.size() + translucent.size(); }
};

using GridNeighbours = std::array<const model::GridSection*, GridFaces>;

/// An opaque neighbour hides a face, a translucent one does not unless it looks the same. `neighbours` by
/// GridNormals, null = empty; of them only the cells that touch matter.
GridQuads meshSection(const model::GridSection& section, const GridNeighbours& neighbours,
                      const GridLooks& looks);

/// Whether the cells of a section that touch its neighbour beyond `face` differ. Null = empty.
bool borderDiffers(const model::GridSection* a, const model::GridSection* b, std::size_t face);

/// Its second corner lies along v, not u: so it faces outward.
inline bool isTurned(const GridQuad& quad)
{
    return quad.face == 0 || quad.face == 2 || quad.face == 5; // u x v points along -X, -Y and +Z
}
/// Corners in cells of the section, counter-clockwise seen from outside; the first is the one with the least
/// u and v.
std::array<glm::vec3, 4> corners(const GridQuad& quad);

} // namespace ghostline::render
