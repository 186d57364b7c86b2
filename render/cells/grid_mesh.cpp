// SPDX-License-Identifier: GPL-3.0-or-later
// Which whole cubes are seen is found for a row of cells at a time, a bit each. Their faces are collected as
// one 16-bit row per line of a slice, then rectangles are taken out of the rows.
#include "render/cells/grid_mesh.h"

#include <algorithm>
#include <bit>

namespace ghostline::render {

namespace {

constexpr int Padded = SectionSide + 2;
constexpr int Rows = Padded * Padded;
constexpr std::uint32_t OwnCells = 0x1FFFE; // of a padded row

/// A row of cells along x: of y and z, which may lie one outside.
int rowAt(int y, int z) { return (y + 1) * Padded + z + 1; }

/// Rows and bits from a cell to its neighbour beyond a face.
constexpr std::array<int, GridFaces> RowSteps{0, 0, Padded, -Padded, 1, -1};
constexpr std::array<int, GridFaces> BitSteps{1, -1, 0, 0, 0, 0};

using RowBits = std::array<std::uint32_t, Rows>;

struct SpecialCell
{
    std::uint16_t place = 0;
    GridLooks::Code code = 0;
};

/// A section with the cells that touch it.
class Block
{
public:
    Block(const model::GridSection& section, const GridNeighbours& neighbours, const GridLooks& looks,
          std::span<const GridOverlay> overlays);

    GridLooks::Code code(int row, int bit) const
    {
        const int place = row * Padded + bit;
        return m_codes[static_cast<std::size_t>(place)];
    }
    /// Own whole cubes.
    std::uint32_t cubes(int row) const { return m_cubes[static_cast<std::size_t>(row)]; }
    std::uint32_t opaque(int row) const { return m_opaque[static_cast<std::size_t>(row)]; }
    /// Cells that cover their own side `face`.
    std::uint32_t covering(int row, std::size_t face) const
    {
        const auto at = static_cast<std::size_t>(row);
        return m_anyCover ? m_opaque[at] | m_covers[face][at] : m_opaque[at];
    }
    std::span<const SpecialCell> specials() const { return {m_specials.data(), m_specialCount}; }

private:
    void set(int row, int bit, GridLooks::Code code, bool opaque);
    void addOwn(const model::GridSection& section);
    void addNeighbours(const GridNeighbours& neighbours);
    void addOverlay(const GridOverlay& overlay, const glm::ivec3& section);
    void findSpecials(const model::GridSection& section);

    const GridLooks& m_looks;
    std::array<GridLooks::Code, std::size_t{Rows} * Padded> m_codes;
    RowBits m_cubes;
    RowBits m_opaque;
    std::array<RowBits, GridFaces> m_covers; // valid when there are any
    bool m_anyCover = false;
    bool m_anySpecial = false;
    std::array<SpecialCell, 4096> m_specials;
    std::size_t m_specialCount = 0;
};

Block::Block(const model::GridSection& section, const GridNeighbours& neighbours, const GridLooks& looks,
             std::span<const GridOverlay> overlays)
    : m_looks(looks)
{
    m_codes.fill(0);
    m_cubes.fill(0);
    m_opaque.fill(0);
    for (const GridOverlay& overlay : overlays) {
        if (!overlay.replaces)
            addOverlay(overlay, section.at);
    }
    addNeighbours(neighbours);
    addOwn(section);
    for (const GridOverlay& overlay : overlays) {
        if (overlay.replaces)
            addOverlay(overlay, section.at);
    }
    for (int y = 0; y < SectionSide; ++y) {
        for (int z = 0; z < SectionSide; ++z)
            m_cubes[static_cast<std::size_t>(rowAt(y, z))] &= OwnCells;
    }
    if (m_anySpecial)
        findSpecials(section);
}

void Block::set(int row, int bit, GridLooks::Code code, bool opaque)
{
    const std::uint32_t mask = 1U << static_cast<unsigned>(bit);
    const auto at = static_cast<std::size_t>(row);
    m_codes[at * Padded + static_cast<std::size_t>(bit)] = code;
    m_opaque[at] = opaque ? m_opaque[at] | mask : m_opaque[at] & ~mask;
}

void Block::addOwn(const model::GridSection& section)
{
    for (const model::GridCell& cell : section.cells) {
        const int x = cell.place % SectionSide;
        const int row =
            rowAt(cell.place / (SectionSide * SectionSide), cell.place / SectionSide % SectionSide);
        const GridLooks::Code code = m_looks.code(cell.kind);
        const std::uint8_t traits = m_looks.traits(code);
        set(row, x + 1, code, (traits & GridLooks::Opaque) != 0);
        if ((traits & GridLooks::Special) != 0)
            m_anySpecial = true;
        else if (code != 0)
            m_cubes[static_cast<std::size_t>(row)] |= 2U << static_cast<unsigned>(x);
    }
}

void Block::addNeighbours(const GridNeighbours& neighbours)
{
    for (std::size_t i = 0; i < neighbours.size(); ++i) {
        if (neighbours[i] == nullptr || i == neighbourAt(0, 0, 0))
            continue;
        const int n = static_cast<int>(i);
        const glm::ivec3 step{n % 3 - 1, n / 9 - 1, n / 3 % 3 - 1};
        const auto edge = [&step](int axis, bool high) {
            return step[axis] == 0 ? (high ? SectionSide - 1 : 0) : step[axis] < 0 ? SectionSide - 1 : 0;
        };
        const glm::ivec3 low{edge(0, false), edge(1, false), edge(2, false)};
        const glm::ivec3 high{edge(0, true), edge(1, true), edge(2, true)};
        visitCells(*neighbours[i], low, high, [&](const model::GridCell& cell) {
            const glm::ivec3 p = model::gridCellAt(step, cell.place);
            const GridLooks::Code code = m_looks.code(cell.kind);
            const std::uint8_t traits = m_looks.traits(code);
            set(rowAt(p.y, p.z), p.x + 1, code, (traits & GridLooks::Opaque) != 0);
            m_anySpecial = m_anySpecial || (traits & GridLooks::Special) != 0;
        });
    }
}

/// What another layer has here and round it: seen as what hides, or as nothing.
void Block::addOverlay(const GridOverlay& overlay, const glm::ivec3& section)
{
    const glm::ivec3 first = section * SectionSide + overlay.offset - 1; // of the padded block, there
    const glm::ivec3 last = first + Padded - 1;
    const glm::ivec3 from = model::gridSectionOf(first);
    const glm::ivec3 to = model::gridSectionOf(last);
    const auto* kinds = overlay.layer->kinds.get();
    const auto add = [&](const model::GridSection& other) {
        const glm::ivec3 corner = other.at * SectionSide;
        const glm::ivec3 low = glm::max(first - corner, 0);
        const glm::ivec3 high = glm::min(last - corner, SectionSide - 1);
        visitCells(other, low, high, [&](const model::GridCell& cell) {
            const glm::ivec3 p = model::gridCellAt(other.at, cell.place) - first;
            const bool opaque =
                kinds == nullptr || cell.kind >= kinds->size() || (*kinds)[cell.kind].opaque();
            const int row = p.y * Padded + p.z;
            if (!opaque && !overlay.replaces)
                return;
            set(row, p.x, opaque ? GridLooks::Foreign : GridLooks::Code{0}, opaque);
            m_cubes[static_cast<std::size_t>(row)] &= ~(1U << static_cast<unsigned>(p.x));
        });
    };
    for (int y = from.y; y <= to.y; ++y) {
        for (int z = from.z; z <= to.z; ++z) {
            for (int x = from.x; x <= to.x; ++x) {
                if (const model::GridSection* other = sectionAt(*overlay.layer, {x, y, z}))
                    add(*other);
            }
        }
    }
}

/// After all overlays: what they replaced is none any more.
void Block::findSpecials(const model::GridSection& section)
{
    for (const model::GridCell& cell : section.cells) {
        const int row =
            rowAt(cell.place / (SectionSide * SectionSide), cell.place / SectionSide % SectionSide);
        const GridLooks::Code own = code(row, cell.place % SectionSide + 1);
        if (own != 0 && own != GridLooks::Foreign && (m_looks.traits(own) & GridLooks::Special) != 0)
            m_specials[m_specialCount++] = {cell.place, own};
    }
    for (RowBits& rows : m_covers)
        rows.fill(0);
    for (std::size_t i = 0; i < m_codes.size(); ++i) {
        if (m_codes[i] == 0 || m_codes[i] == GridLooks::Foreign)
            continue;
        const std::uint8_t traits = m_looks.traits(m_codes[i]);
        if ((traits & GridLooks::Special) == 0 || (traits & GridLooks::CoversAll) == 0)
            continue;
        m_anyCover = true;
        for (std::size_t face = 0; face < GridFaces; ++face)
            m_covers[face][i / Padded] |= (traits >> face & 1U) << i % Padded;
    }
}

// ---- lightness of corners ----

/// By the nine cells in front of a face, a bit each: u from left to right, then v; the middle does not count.
constexpr std::array<GridLightness, 512> makeLightness()
{
    constexpr std::array<std::array<unsigned, 3>, 4> Beside{
        {{3, 1, 0}, {5, 1, 2}, {5, 7, 8}, {3, 7, 6}}}; // two sides, and between them
    std::array<GridLightness, 512> out{};
    for (unsigned cells = 0; cells < 512; ++cells) {
        unsigned packed = 0;
        for (unsigned corner = 0; corner < 4; ++corner) {
            const auto filled = [&](unsigned i) { return cells >> Beside[corner][i] & 1U; };
            const unsigned light =
                filled(0) != 0 && filled(1) != 0 ? 0U : 3U - filled(0) - filled(1) - filled(2);
            packed |= light << (2U * corner);
        }
        out[cells] = static_cast<GridLightness>(packed);
    }
    return out;
}
constexpr std::array<GridLightness, 512> Darkened = makeLightness();
constexpr std::array<GridLightness, 512> makePlain()
{
    std::array<GridLightness, 512> out{};
    out.fill(0xAA); // 2 at each corner
    return out;
}
constexpr std::array<GridLightness, 512> Plain = makePlain();

constexpr unsigned LowU = 0x49; // of the nine: the column at the least u
constexpr unsigned HighU = 0x124;
constexpr unsigned LowV = 0x7;
constexpr unsigned HighV = 0x1C0;

/// Neighbours merge along u only where nothing changes along u.
constexpr bool evenAlongU(GridLightness light)
{
    return cornerLight(light, 0) == cornerLight(light, 1) && cornerLight(light, 2) == cornerLight(light, 3);
}
constexpr bool evenAlongV(GridLightness light)
{
    return cornerLight(light, 0) == cornerLight(light, 3) && cornerLight(light, 1) == cornerLight(light, 2);
}

/// Opaque cells round a cell in the plane of a face, the middle of them at `row` and `bit`.
unsigned cellsRound(const Block& block, std::size_t face, int row, int bit)
{
    unsigned out = 0;
    if (face >= 2) {
        const int along = face < 4 ? 1 : Padded; // a row further: z, or y
        const auto shift = static_cast<unsigned>(bit - 1);
        for (int v = 0; v < 3; ++v)
            out |= (block.opaque(row + (v - 1) * along) >> shift & 7U) << static_cast<unsigned>(3 * v);
        return out;
    }
    for (int v = 0; v < 3; ++v) {
        for (int u = 0; u < 3; ++u)
            out |= (block.opaque(row + (v - 1) * Padded + u - 1) >> static_cast<unsigned>(bit) & 1U)
                   << static_cast<unsigned>(3 * v + u);
    }
    return out;
}

// ---- faces ----

/// What a face looks like: look, number of its shape's face + 1 (0 = of a whole cube), lightness.
using FaceKey = std::uint32_t;
FaceKey faceKey(unsigned look, std::size_t shape, GridLightness light)
{
    return look << 16U | static_cast<FaceKey>(shape) << 8U | light;
}

/// The faces of one direction, by slice, v and u.
struct FaceRows
{
    std::array<FaceKey, 4096> keys;      // valid where the row's bit is set
    std::array<std::uint16_t, 256> rows; // of slice and v: a bit a u

    bool has(std::size_t row, int u) const { return (rows[row] >> static_cast<unsigned>(u) & 1U) != 0; }
    void add(std::size_t row, int u, FaceKey key)
    {
        rows[row] = static_cast<std::uint16_t>(rows[row] | 1U << static_cast<unsigned>(u));
        keys[row * SectionSide + static_cast<std::size_t>(u)] = key;
    }
};

/// Faces of one section and one direction after the other.
class Mesher
{
public:
    Mesher(const Block& block, const GridLooks& looks, GridCorners corners, GridQuads& out)
        : m_block(block), m_looks(looks), m_lightness(corners == GridCorners::Plain ? Plain : Darkened),
          m_out(out)
    {
    }
    void mesh(std::size_t face);
    void addPlants();

private:
    void collectCubes();
    void collectSpecials();
    void collectBoxes(const SpecialCell& cell, const glm::ivec3& p);
    void collectLiquid(const SpecialCell& cell, const glm::ivec3& p);
    bool hiddenByBox(const GridShapeFace& face, const GridLook& own, GridLooks::Code other) const;
    void take(const glm::ivec3& p, unsigned look, std::size_t shape, GridLightness light);
    void merge(std::size_t slice);
    void emitQuad(FaceKey key, std::size_t slice, std::size_t u, std::size_t v, std::size_t width,
                  std::size_t height);

    const Block& m_block;
    const GridLooks& m_looks;
    const std::array<GridLightness, 512>& m_lightness;
    GridQuads& m_out;
    std::size_t m_face = 0;
    FaceRows m_faces;
};

void Mesher::mesh(std::size_t face)
{
    m_face = face;
    m_faces.rows.fill(0);
    collectCubes();
    if (!m_block.specials().empty())
        collectSpecials();
    for (std::size_t slice = 0; slice < SectionSide; ++slice)
        merge(slice);
}

void Mesher::collectCubes()
{
    const std::size_t opposite = m_face ^ 1U;
    for (int y = 0; y < SectionSide; ++y) {
        for (int z = 0; z < SectionSide; ++z) {
            const int row = rowAt(y, z);
            const std::uint32_t cubes = m_block.cubes(row);
            if (cubes == 0)
                continue;
            std::uint32_t covered = m_block.covering(row + RowSteps[m_face], opposite);
            covered = m_face == 0 ? covered >> 1U : m_face == 1 ? covered << 1U : covered;
            for (std::uint32_t seen = cubes & ~covered; seen != 0; seen &= seen - 1) {
                const int bit = std::countr_zero(seen);
                const int beyondRow = row + RowSteps[m_face];
                const int beyondBit = bit + BitSteps[m_face];
                const GridLooks::Code own = m_block.code(row, bit);
                const bool opaque = (m_looks.traits(own) & GridLooks::Opaque) != 0;
                if (!opaque && m_block.code(beyondRow, beyondBit) == own)
                    continue;
                const auto look = static_cast<std::uint16_t>(own - 1);
                const GridLightness light =
                    m_looks.pass(look) == GridPass::Translucent
                        ? FullLight
                        : m_lightness[cellsRound(m_block, m_face, beyondRow, beyondBit)];
                const int x = bit - 1;
                const int u = m_face < 2 ? z : x;
                const int v = m_face == 2 || m_face == 3 ? z : y;
                const int slice = m_face < 2 ? x : m_face < 4 ? y : z;
                const int line = slice * SectionSide + v;
                m_faces.add(static_cast<std::size_t>(line), u, faceKey(look, 0, light));
            }
        }
    }
}

void Mesher::collectSpecials()
{
    for (const SpecialCell& cell : m_block.specials()) {
        const glm::ivec3 p = model::gridCellAt(glm::ivec3(0), cell.place);
        const GridLook& look = m_looks.look(static_cast<std::uint16_t>(cell.code - 1));
        if (look.form == model::GridForm::Boxes)
            collectBoxes(cell, p);
        else if (look.form == model::GridForm::Liquid)
            collectLiquid(cell, p);
    }
}

/// Whether a box of the neighbour lies against all of this face.
bool Mesher::hiddenByBox(const GridShapeFace& face, const GridLook& own, GridLooks::Code other) const
{
    if (other == 0 || other == GridLooks::Foreign || (m_looks.traits(other) & GridLooks::Special) == 0)
        return false;
    const auto index = static_cast<std::uint16_t>(other - 1);
    const GridLook& look = m_looks.look(index);
    const bool solid = m_looks.pass(index) == GridPass::Solid;
    if (look.form != model::GridForm::Boxes || (!solid && !look.sameStuff(own)))
        return false;
    const auto shape = m_looks.shape(index, m_face ^ 1U);
    return std::any_of(shape.begin(), shape.end(), [&face](const GridShapeFace& theirs) {
        return theirs.flush() && theirs.contains(face);
    });
}

void Mesher::collectBoxes(const SpecialCell& cell, const glm::ivec3& p)
{
    const auto look = static_cast<std::uint16_t>(cell.code - 1);
    const GridLook& own = m_looks.look(look);
    const int row = rowAt(p.y, p.z);
    const int bit = p.x + 1;
    const int beyondRow = row + RowSteps[m_face];
    const int beyondBit = bit + BitSteps[m_face];
    const bool covered = (m_block.opaque(beyondRow) >> static_cast<unsigned>(beyondBit) & 1U) != 0;
    std::size_t number = m_looks.shapeStart(look, m_face);
    for (const GridShapeFace& face : m_looks.shape(look, m_face)) {
        ++number;
        const bool flush = face.flush();
        if (flush && (covered || hiddenByBox(face, own, m_block.code(beyondRow, beyondBit))))
            continue;
        GridLightness light = FullLight;
        if (m_looks.pass(look) != GridPass::Translucent) {
            // What stands beside the cell darkens an edge only where that lies at the cell's border.
            unsigned round = flush ? cellsRound(m_block, m_face, beyondRow, beyondBit)
                                   : cellsRound(m_block, m_face, row, bit);
            round &= face.u == 0 ? ~0U : ~LowU;
            round &= face.u + face.width == CellParts ? ~0U : ~HighU;
            round &= face.v == 0 ? ~0U : ~LowV;
            round &= face.v + face.height == CellParts ? ~0U : ~HighV;
            light = m_lightness[round];
        }
        take(p, look, number, light);
    }
}

void Mesher::collectLiquid(const SpecialCell& cell, const glm::ivec3& p)
{
    const auto look = static_cast<std::uint16_t>(cell.code - 1);
    const GridLook& own = m_looks.look(look);
    const int row = rowAt(p.y, p.z);
    const int bit = p.x + 1;
    const auto same = [&](GridLooks::Code code) {
        if (code == 0 || code == GridLooks::Foreign)
            return false;
        const GridLook& other = m_looks.look(static_cast<std::uint16_t>(code - 1));
        return other.form == model::GridForm::Liquid && other.sameStuff(own);
    };
    const int beyondRow = row + RowSteps[m_face];
    const int beyondBit = bit + BitSteps[m_face];
    const bool covered =
        (m_block.covering(beyondRow, m_face ^ 1U) >> static_cast<unsigned>(beyondBit) & 1U) != 0;
    if (covered || same(m_block.code(beyondRow, beyondBit)))
        return;
    const bool whole = same(m_block.code(row + RowSteps[2], bit));
    const std::size_t shape = whole || m_face == 3 ? 0 : m_looks.shapeStart(look, m_face) + 1;
    take(p, look, shape, FullLight);
}

/// Into the rows, to be merged; beside another face of the same cell and direction on its own.
void Mesher::take(const glm::ivec3& p, unsigned look, std::size_t shape, GridLightness light)
{
    const int u = p[faceAxisU(m_face)];
    const int v = p[faceAxisV(m_face)];
    const auto slice = static_cast<std::size_t>(p[static_cast<int>(m_face / 2)]);
    const std::size_t row = slice * SectionSide + static_cast<std::size_t>(v);
    if (m_faces.has(row, u))
        emitQuad(faceKey(look, shape, light), slice, static_cast<std::size_t>(u), static_cast<std::size_t>(v),
                 1, 1);
    else
        m_faces.add(row, u, faceKey(look, shape, light));
}

/// Takes the rectangles of one slice out of its rows.
void Mesher::merge(std::size_t slice)
{
    std::uint16_t* rows = &m_faces.rows[slice * SectionSide];
    const FaceKey* keys = &m_faces.keys[slice * SectionSide * SectionSide];
    for (std::size_t v = 0; v < SectionSide; ++v) {
        while (rows[v] != 0) {
            const auto u = static_cast<std::size_t>(std::countr_zero(rows[v]));
            const FaceKey wanted = keys[v * SectionSide + u];
            const auto light = static_cast<GridLightness>(wanted & 0xFFU);
            bool wide = evenAlongU(light);
            bool high = evenAlongV(light);
            if (const std::size_t shape = wanted >> 8U & 0xFFU; shape != 0) {
                const GridShapeFace& face =
                    m_looks.shapeFace(static_cast<std::uint16_t>(wanted >> 16U), shape - 1);
                wide = wide && face.width == CellParts;
                high = high && face.height == CellParts;
            }
            std::size_t width = 1;
            while (wide && u + width < SectionSide && (rows[v] >> (u + width) & 1U) != 0 &&
                   keys[v * SectionSide + u + width] == wanted)
                ++width;
            const auto run = static_cast<std::uint16_t>(((1U << width) - 1U) << u);
            const auto fits = [&](std::size_t row) {
                if ((rows[row] & run) != run)
                    return false;
                const FaceKey* first = keys + row * SectionSide + u;
                return std::all_of(first, first + width, [wanted](FaceKey key) { return key == wanted; });
            };
            std::size_t height = 1;
            while (high && v + height < SectionSide && fits(v + height))
                ++height;
            for (std::size_t row = v; row < v + height; ++row)
                rows[row] = static_cast<std::uint16_t>(rows[row] & ~run);
            emitQuad(wanted, slice, u, v, width, height);
        }
    }
}

void Mesher::emitQuad(FaceKey key, std::size_t slice, std::size_t u, std::size_t v, std::size_t width,
                      std::size_t height)
{
    const auto look = static_cast<std::uint16_t>(key >> 16U);
    const std::size_t number = key >> 8U & 0xFFU;
    GridShapeFace shape;
    shape.plane = m_face % 2 == 0 ? CellParts : 0;
    if (number != 0)
        shape = m_looks.shapeFace(look, number - 1);
    const auto byte = [](std::size_t value) { return static_cast<std::uint8_t>(value); };
    GridQuad quad;
    quad.plane = static_cast<std::uint16_t>(slice * CellParts + shape.plane);
    quad.u = byte(u * CellParts + shape.u);
    quad.v = byte(v * CellParts + shape.v);
    quad.lastU = byte((width - 1) * CellParts + shape.width - 1);
    quad.lastV = byte((height - 1) * CellParts + shape.height - 1);
    quad.face = byte(m_face);
    quad.light = static_cast<GridLightness>(key & 0xFFU);
    quad.look = look;
    m_out.of[static_cast<std::size_t>(m_looks.pass(look))].push_back(quad);
}

/// Two planes that cross; darker at the ground.
void Mesher::addPlants()
{
    constexpr GridLightness Rooted = 0xF5; // the lower two corners at 1, the upper two at 3
    for (const SpecialCell& cell : m_block.specials()) {
        const auto look = static_cast<std::uint16_t>(cell.code - 1);
        const GridLook& own = m_looks.look(look);
        if (own.form != model::GridForm::Cross)
            continue;
        const model::GridBox& box = own.boxes.front();
        const glm::ivec3 p = model::gridCellAt(glm::ivec3(0), cell.place) * CellParts + glm::ivec3(box.low);
        GridQuad quad;
        quad.plane = static_cast<std::uint16_t>(p.y);
        quad.u = static_cast<std::uint8_t>(p.x);
        quad.v = static_cast<std::uint8_t>(p.z);
        quad.lastU = static_cast<std::uint8_t>(box.high.x - box.low.x - 1);
        quad.lastV = static_cast<std::uint8_t>(box.high.y - box.low.y - 1);
        quad.light = Rooted;
        quad.look = look;
        for (const std::uint8_t face : {GridQuad::CrossRising, GridQuad::CrossFalling}) {
            quad.face = face;
            m_out.of[static_cast<std::size_t>(m_looks.pass(look))].push_back(quad);
        }
    }
}

} // namespace

void meshSection(const model::GridSection& section, const GridNeighbours& neighbours, const GridLooks& looks,
                 std::span<const GridOverlay> overlays, GridQuads& out, GridCorners corners)
{
    out.clear();
    const Block block(section, neighbours, looks, overlays);
    Mesher mesher(block, looks, corners, out);
    for (std::size_t face = 0; face < GridFaces; ++face)
        mesher.mesh(face);
    mesher.addPlants();
}

std::array<glm::vec3, 4> corners(const GridQuad& quad)
{
    constexpr float Part = 1.0F / CellParts;
    const auto width = static_cast<float>(quad.width()) * Part;
    const auto height = static_cast<float>(quad.height()) * Part;
    const glm::vec3 place = glm::vec3(quad.u, quad.plane, quad.v) * Part;
    if (quad.face >= GridFaces) {
        const bool rising = quad.face == GridQuad::CrossRising;
        const glm::vec3 low = place + glm::vec3(0.0F, 0.0F, rising ? 0.0F : width);
        const glm::vec3 across{width, 0.0F, rising ? width : -width};
        const glm::vec3 up{0.0F, height, 0.0F};
        return {low, low + across, low + across + up, low + up};
    }
    const int u = faceAxisU(quad.face);
    const int v = faceAxisV(quad.face);
    glm::vec3 low{0.0F};
    low[quad.face / 2] = static_cast<float>(quad.plane) * Part;
    low[u] = static_cast<float>(quad.u) * Part;
    low[v] = static_cast<float>(quad.v) * Part;
    glm::vec3 right{0.0F};
    right[u] = width;
    glm::vec3 up{0.0F};
    up[v] = height;
    const bool turned = isTurned(quad);
    return {low, low + (turned ? up : right), low + right + up, low + (turned ? right : up)};
}

} // namespace ghostline::render
