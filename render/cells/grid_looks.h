// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Kinds of cells as the mesher sees them: colours, and for what is no whole cube its faces.
#include "model/world/grid_layer.h"

#include <array>
#include <span>
#include <string>
#include <unordered_map>

namespace ghostline::render {

/// Cells along an edge of a section.
inline constexpr int SectionSide = model::GridSection::Side;
inline constexpr std::size_t CellsOfSection = std::size_t{SectionSide} * SectionSide * SectionSide;
/// Boxes have places in sixteenths of a cell.
inline constexpr int CellParts = 16;
/// +X, -X, +Y, -Y, +Z, -Z.
inline constexpr std::size_t GridFaces = 6;
inline constexpr std::array<glm::ivec3, GridFaces> GridNormals{glm::ivec3{1, 0, 0}, glm::ivec3{-1, 0, 0},
                                                               glm::ivec3{0, 1, 0}, glm::ivec3{0, -1, 0},
                                                               glm::ivec3{0, 0, 1}, glm::ivec3{0, 0, -1}};

/// In-plane axes of a face: z, y for faces along X; x, z for Y; x, y for Z.
inline constexpr int faceAxisU(std::size_t face) { return face < 2 ? 2 : 0; }
inline constexpr int faceAxisV(std::size_t face) { return face == 2 || face == 3 ? 2 : 1; }

/// Which vertices a face belongs to.
enum class GridPass : std::uint8_t {
    Solid,
    Translucent,
    Detail, ///< plants, buttons: seen from near only, from both sides
    Far     ///< solid, of a coarser level of detail: its cells are none that anybody recorded
};
inline constexpr std::size_t GridPasses = 4;
inline constexpr std::array<GridPass, GridPasses> AllGridPasses{GridPass::Solid, GridPass::Translucent,
                                                                GridPass::Detail, GridPass::Far};

/// How a kind looks. Kinds that look alike are one thing to the mesher, whatever they are called.
struct GridLook
{
    std::array<std::uint8_t, 3> top{153, 153, 153}; ///< sRGB; of the bottom, too
    std::array<std::uint8_t, 3> side{153, 153, 153};
    std::uint8_t light = 0; ///< that it gives off, 0 to 255
    bool translucent = false;
    bool invisible = false; ///< drawn as an outline
    bool mark = false;
    model::GridForm form = model::GridForm::Cube;
    bool hides = true;
    std::vector<model::GridBox> boxes{};
    friend bool operator==(const GridLook&, const GridLook&) = default;

    bool opaque() const { return form == model::GridForm::Cube && hides && !translucent && !invisible; }
    /// The same water, or the same glass, whatever its shape.
    bool sameStuff(const GridLook& other) const
    {
        return top == other.top && side == other.side && translucent == other.translucent &&
               invisible == other.invisible;
    }
};

/// A face of a box, in sixteenths of its cell.
struct GridShapeFace
{
    std::uint8_t face = 0;
    std::uint8_t plane = 0; ///< along the normal
    std::uint8_t u = 0;
    std::uint8_t v = 0;
    std::uint8_t width = CellParts;
    std::uint8_t height = CellParts;

    /// In the plane between two cells.
    bool flush() const { return plane == (face % 2 == 0 ? CellParts : 0); }
    bool contains(const GridShapeFace& other) const
    {
        return u <= other.u && v <= other.v && u + width >= other.u + other.width &&
               v + height >= other.v + other.height;
    }
};

/// Kinds of one layer as looks; grows with them.
class GridLooks
{
public:
    /// What a cell is to the mesher: 0 = nothing to be seen, else the index of a look + 1.
    using Code = std::uint16_t;
    /// Of a cell of another layer that hides what is behind it.
    static constexpr Code Foreign = 0xFFFF;

    /// Bits of traits(): which of its own sides a cell covers, by GridNormals.
    static constexpr std::uint8_t CoversAll = 0x3F;
    static constexpr std::uint8_t Opaque = 0x40;  ///< GridKind::opaque()
    static constexpr std::uint8_t Special = 0x80; ///< no whole cube

    /// Takes over kinds. False when one that was known before looks different now.
    bool update(const std::vector<model::GridKind>& kinds);
    /// Whether invisible kinds are drawn. True when that makes a difference.
    bool setBarriers(bool on);

    /// An unknown kind is a grey cube.
    Code code(std::uint16_t kind) const { return kind < m_of.size() ? m_of[kind] : Code{1}; }
    /// Index into look() for a kind; what is not to be seen has the grey one.
    std::uint16_t of(std::uint16_t kind) const
    {
        const Code own = code(kind);
        return own == 0 ? std::uint16_t{0} : static_cast<std::uint16_t>(own - 1);
    }
    const GridLook& look(std::uint16_t index) const { return m_looks[index].look; }
    bool translucent(std::uint16_t index) const { return m_looks[index].look.translucent; }
    GridPass pass(std::uint16_t index) const { return m_looks[index].pass; }
    std::uint8_t traits(Code code) const { return m_traits[code]; }
    /// Of one side of its boxes, without those that lie inside another box of it.
    std::span<const GridShapeFace> shape(std::uint16_t index, std::size_t face) const
    {
        const Shaped& own = m_looks[index];
        return {own.faces.data() + own.starts[face], own.faces.data() + own.starts[face + 1]};
    }
    /// Of all sides; `number` counts through them.
    const GridShapeFace& shapeFace(std::uint16_t index, std::size_t number) const
    {
        return m_looks[index].faces[number];
    }
    std::size_t shapeStart(std::uint16_t index, std::size_t face) const
    {
        return m_looks[index].starts[face];
    }

private:
    struct Shaped
    {
        GridLook look;
        GridPass pass = GridPass::Solid;
        std::vector<GridShapeFace> faces{}; ///< in the order of GridNormals
        std::array<std::size_t, GridFaces + 1> starts{};
    };
    static Shaped shaped(GridLook look);
    static std::uint8_t traitsOf(const Shaped& own);
    Code codeOf(const model::GridKind& kind);

    std::vector<Shaped> m_looks{Shaped{}};
    std::vector<std::uint8_t> m_traits{0, CoversAll | Opaque}; ///< by code
    std::unordered_map<std::string, std::uint16_t> m_index;
    std::vector<Code> m_of; ///< by kind
    bool m_barriers = false;
    bool m_anyBarrier = false;
};

} // namespace ghostline::render
