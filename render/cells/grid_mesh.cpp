// SPDX-License-Identifier: GPL-3.0-or-later
// Faces are collected as one 16-bit row per line of a slice, then rectangles are taken out of the rows.
#include "render/cells/grid_mesh.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace ghostline::render {

namespace {

constexpr int Padded = SectionSide + 2;
constexpr std::size_t StepZ = Padded;
constexpr std::size_t StepY = std::size_t{Padded} * Padded;

/// A section with the cells that touch it: look + 1, 0 = empty.
using PaddedBlock = std::array<std::uint16_t, std::size_t{Padded} * Padded * Padded>;

constexpr std::array<std::ptrdiff_t, GridFaces> Steps{1,
                                                      -1,
                                                      static_cast<std::ptrdiff_t>(StepY),
                                                      -static_cast<std::ptrdiff_t>(StepY),
                                                      static_cast<std::ptrdiff_t>(StepZ),
                                                      -static_cast<std::ptrdiff_t>(StepZ)};

struct Place
{
    int x, y, z;
};
Place placeOf(std::uint16_t place)
{
    return {place % SectionSide, place / (SectionSide * SectionSide), place / SectionSide % SectionSide};
}

/// `p` may lie one cell outside.
std::size_t paddedIndex(const Place& p)
{
    return static_cast<std::size_t>(p.x + 1) + StepZ * static_cast<std::size_t>(p.z + 1) +
           StepY * static_cast<std::size_t>(p.y + 1);
}

int along(const Place& p, std::size_t face) { return face < 2 ? p.x : face < 4 ? p.y : p.z; }

/// Cells of a section that touch the neighbour beyond `face`.
template<typename Visit>
void visitBorder(const model::GridSection& section, std::size_t face, Visit visit)
{
    const int wanted = face % 2 == 0 ? SectionSide - 1 : 0;
    auto first = section.cells.begin();
    auto last = section.cells.end();
    if (face == 2 || face == 3) { // cells are sorted by y first
        const auto before = [](const model::GridCell& c, int place) { return c.place < place; };
        first = std::lower_bound(first, last, wanted * SectionSide * SectionSide, before);
        last = std::lower_bound(first, last, (wanted + 1) * SectionSide * SectionSide, before);
    }
    for (; first != last; ++first) {
        if (along(placeOf(first->place), face) == wanted)
            visit(*first);
    }
}

void fill(PaddedBlock& block, const model::GridSection& section, const GridNeighbours& neighbours,
          const GridLooks& looks)
{
    block.fill(0);
    for (const model::GridCell& cell : section.cells)
        block[paddedIndex(placeOf(cell.place))] = static_cast<std::uint16_t>(looks.of(cell.kind) + 1);
    for (std::size_t face = 0; face < GridFaces; ++face) {
        if (neighbours[face] == nullptr)
            continue;
        const glm::ivec3 shift = GridNormals[face] * SectionSide;
        visitBorder(*neighbours[face], face ^ 1U, [&](const model::GridCell& cell) {
            const Place p = placeOf(cell.place);
            block[paddedIndex({p.x + shift.x, p.y + shift.y, p.z + shift.z})] =
                static_cast<std::uint16_t>(looks.of(cell.kind) + 1);
        });
    }
}

/// The faces of one direction, by slice, v and u.
struct FaceRows
{
    std::array<std::uint16_t, 4096> look; // valid where the row's bit is set
    std::array<std::uint16_t, 256> rows;  // of slice and v: a bit a u
};

void collect(const model::GridSection& section, const PaddedBlock& block, std::size_t face,
             const GridLooks& looks, FaceRows& out)
{
    out.rows.fill(0);
    for (const model::GridCell& cell : section.cells) {
        const Place p = placeOf(cell.place);
        const std::size_t at = paddedIndex(p);
        const std::uint16_t own = block[at];
        const std::uint16_t other =
            block[static_cast<std::size_t>(static_cast<std::ptrdiff_t>(at) + Steps[face])];
        if (other != 0 && (other == own || !looks.translucent(static_cast<std::uint16_t>(other - 1))))
            continue;
        const int u = face < 2 ? p.z : p.x;
        const int v = face == 2 || face == 3 ? p.z : p.y;
        const std::size_t row =
            static_cast<std::size_t>(along(p, face)) * SectionSide + static_cast<std::size_t>(v);
        out.rows[row] = static_cast<std::uint16_t>(out.rows[row] | 1U << static_cast<unsigned>(u));
        out.look[row * SectionSide + static_cast<std::size_t>(u)] = static_cast<std::uint16_t>(own - 1);
    }
}

/// Takes the rectangles of one slice out of its rows.
void merge(FaceRows& faces, std::size_t face, std::size_t slice, const GridLooks& looks, GridQuads& out)
{
    std::uint16_t* rows = &faces.rows[slice * SectionSide];
    const std::uint16_t* look = &faces.look[slice * SectionSide * SectionSide];
    for (std::size_t v = 0; v < SectionSide; ++v) {
        while (rows[v] != 0) {
            const auto u = static_cast<std::size_t>(std::countr_zero(rows[v]));
            const std::uint16_t wanted = look[v * SectionSide + u];
            std::size_t width = 1;
            while (u + width < SectionSide && (rows[v] >> (u + width) & 1U) != 0 &&
                   look[v * SectionSide + u + width] == wanted)
                ++width;
            const auto run = static_cast<std::uint16_t>(((1U << width) - 1U) << u);
            const auto fits = [&](std::size_t row) {
                if ((rows[row] & run) != run)
                    return false;
                const std::uint16_t* first = look + row * SectionSide + u;
                return std::all_of(first, first + width, [wanted](std::uint16_t l) { return l == wanted; });
            };
            std::size_t height = 1;
            while (v + height < SectionSide && fits(v + height))
                ++height;
            for (std::size_t row = v; row < v + height; ++row)
                rows[row] = static_cast<std::uint16_t>(rows[row] & ~run);
            auto& list = looks.translucent(wanted) ? out.translucent : out.solid;
            const auto byte = [](std::size_t value) { return static_cast<std::uint8_t>(value); };
            list.push_back({byte(face), byte(slice), byte(u), byte(v), byte(width), byte(height), wanted});
        }
    }
}

std::uint8_t channel(float value)
{
    return static_cast<std::uint8_t>(std::lround(std::clamp(value, 0.0F, 1.0F) * 255.0F));
}

} // namespace

std::uint16_t GridLooks::indexOf(const GridLook& look)
{
    const std::uint32_t key = std::uint32_t{look.r} << 24U | std::uint32_t{look.g} << 16U |
                              std::uint32_t{look.b} << 8U | (look.translucent ? 1U : 0U);
    const auto [at, isNew] = m_index.try_emplace(key, static_cast<std::uint16_t>(m_looks.size()));
    if (isNew)
        m_looks.push_back(look);
    return at->second;
}

bool GridLooks::update(const std::vector<model::GridKind>& kinds)
{
    bool same = kinds.size() >= m_of.size();
    const std::size_t known = std::min(m_of.size(), kinds.size());
    m_of.resize(kinds.size());
    for (std::size_t i = 0; i < kinds.size(); ++i) {
        const model::GridKind& kind = kinds[i];
        const std::uint16_t index = indexOf(
            {channel(kind.colour.r), channel(kind.colour.g), channel(kind.colour.b), kind.translucent});
        same = same && (i >= known || m_of[i] == index);
        m_of[i] = index;
    }
    return same;
}

GridQuads meshSection(const model::GridSection& section, const GridNeighbours& neighbours,
                      const GridLooks& looks)
{
    GridQuads out;
    PaddedBlock block;
    fill(block, section, neighbours, looks);
    FaceRows faces;
    for (std::size_t face = 0; face < GridFaces; ++face) {
        collect(section, block, face, looks, faces);
        for (std::size_t slice = 0; slice < SectionSide; ++slice)
            merge(faces, face, slice, looks, out);
    }
    return out;
}

bool borderDiffers(const model::GridSection* a, const model::GridSection* b, std::size_t face)
{
    const auto cells = [face](const model::GridSection* section) {
        std::vector<model::GridCell> out;
        if (section != nullptr)
            visitBorder(*section, face, [&out](const model::GridCell& cell) { out.push_back(cell); });
        return out;
    };
    return cells(a) != cells(b);
}

std::array<glm::vec3, 4> corners(const GridQuad& quad)
{
    const std::size_t normal = quad.face / 2U; // 0 x, 1 y, 2 z
    const int u = normal == 0 ? 2 : 0;
    const int v = normal == 1 ? 2 : 1;
    glm::vec3 low{0.0F};
    low[static_cast<int>(normal)] = static_cast<float>(quad.slice + (quad.face % 2 == 0 ? 1 : 0));
    low[u] = static_cast<float>(quad.u);
    low[v] = static_cast<float>(quad.v);
    glm::vec3 right{0.0F};
    right[u] = static_cast<float>(quad.width);
    glm::vec3 up{0.0F};
    up[v] = static_cast<float>(quad.height);
    const bool turned = isTurned(quad);
    return {low, low + (turned ? up : right), low + right + up, low + (turned ? right : up)};
}

} // namespace ghostline::render
