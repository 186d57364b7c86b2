// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/recording/worlds/section_store.h"

#include <algorithm>
#include <array>

namespace ghostline::recording {

namespace {

constexpr std::size_t RowCells = model::GridSection::Side;

/// Of each row along x, which cells are opaque: bit x; index z + 16 y.
using OpaqueRows = std::array<std::uint16_t, RowCells * RowCells>;

/// What a neighbour needs to know of a section: its six outer planes.
struct Planes
{
    std::array<std::uint16_t, RowCells> west{}; ///< by y, bit z
    std::array<std::uint16_t, RowCells> east{};
    std::array<std::uint16_t, RowCells> north{}; ///< by y, bit x; z = 0
    std::array<std::uint16_t, RowCells> south{};
    std::array<std::uint16_t, RowCells> low{}; ///< by z, bit x
    std::array<std::uint16_t, RowCells> high{};
};

template<typename Kinds>
OpaqueRows opaqueRows(const Kinds& kinds, std::span<const KindSight> sights)
{
    OpaqueRows rows{};
    for (std::size_t i = 0; i < kinds.size(); ++i) {
        const std::uint16_t kind = kinds[i];
        const bool opaque = kind < sights.size() && sights[kind].opaque && sights[kind].drawn;
        rows[i / RowCells] |= static_cast<std::uint16_t>((opaque ? 1U : 0U) << i % RowCells);
    }
    return rows;
}

Planes planesOf(const OpaqueRows& rows)
{
    Planes planes;
    for (std::size_t y = 0; y < RowCells; ++y) {
        for (std::size_t z = 0; z < RowCells; ++z) {
            const unsigned row = rows[y * RowCells + z];
            planes.west[y] |= static_cast<std::uint16_t>((row & 1U) << z);
            planes.east[y] |= static_cast<std::uint16_t>((row >> (RowCells - 1)) << z);
        }
        planes.north[y] = rows[y * RowCells];
        planes.south[y] = rows[y * RowCells + RowCells - 1];
    }
    std::copy_n(rows.begin(), RowCells, planes.low.begin());
    std::copy_n(rows.end() - RowCells, RowCells, planes.high.begin());
    return planes;
}

/// Planes of the six neighbours; of a section that is not there nothing is opaque.
struct Around
{
    const Planes* west;
    const Planes* east;
    const Planes* north;
    const Planes* south;
    const Planes* below;
    const Planes* above;
};

/// Which cells have six opaque neighbours.
OpaqueRows enclosedRows(const OpaqueRows& rows, const Around& around)
{
    OpaqueRows enclosed;
    for (std::size_t y = 0; y < RowCells; ++y) {
        for (std::size_t z = 0; z < RowCells; ++z) {
            const unsigned row = rows[y * RowCells + z];
            const unsigned west = row << 1U | ((around.west->east[y] >> z) & 1U);
            const unsigned east = row >> 1U | ((around.east->west[y] >> z) & 1U) << (RowCells - 1);
            const unsigned north = z > 0 ? rows[y * RowCells + z - 1] : around.north->south[y];
            const unsigned south = z + 1 < RowCells ? rows[y * RowCells + z + 1] : around.south->north[y];
            const unsigned below = y > 0 ? rows[(y - 1) * RowCells + z] : around.below->high[z];
            const unsigned above = y + 1 < RowCells ? rows[(y + 1) * RowCells + z] : around.above->low[z];
            enclosed[y * RowCells + z] =
                static_cast<std::uint16_t>(west & east & north & south & below & above);
        }
    }
    return enclosed;
}

} // namespace

SectionStore::Stored SectionStore::pack(Kinds kinds)
{
    Stored stored;
    const auto empty = static_cast<std::size_t>(std::count(kinds.begin(), kinds.end(), Empty));
    const std::size_t blocks = Cells - empty;
    stored.blocks = static_cast<std::uint16_t>(blocks);
    if (blocks == 0)
        return stored;
    if (std::all_of(kinds.begin(), kinds.end(), [&](std::uint16_t kind) { return kind == kinds[0]; })) {
        stored.kind = kinds[0];
        return stored;
    }
    if (blocks * 2 >= Cells) {
        stored.data.assign(kinds.begin(), kinds.end());
        return stored;
    }
    stored.data.reserve(blocks * 2);
    for (std::size_t place = 0; place < Cells; ++place) {
        if (kinds[place] == Empty)
            continue;
        stored.data.push_back(static_cast<std::uint16_t>(place));
        stored.data.push_back(kinds[place]);
    }
    return stored;
}

void SectionStore::unpack(const Stored& from, Open& to)
{
    if (from.data.size() == Cells) {
        std::copy(from.data.begin(), from.data.end(), to.begin());
        return;
    }
    to.fill(from.kind);
    for (std::size_t i = 0; i + 1 < from.data.size(); i += 2)
        to[from.data[i]] = from.data[i + 1];
}

void SectionStore::remove(const glm::ivec3& at)
{
    const auto found = m_sections.find(at);
    if (found == m_sections.end())
        return;
    m_blocks -= found->second.blocks;
    m_bytes -= found->second.data.size() * sizeof(std::uint16_t);
    m_sections.erase(found);
}

void SectionStore::put(const glm::ivec3& at, Kinds kinds)
{
    remove(at);
    Stored stored = pack(kinds);
    if (stored.blocks == 0)
        return;
    m_blocks += stored.blocks;
    m_bytes += stored.data.size() * sizeof(std::uint16_t);
    m_sections.emplace(at, std::move(stored));
}

void SectionStore::putOver(const glm::ivec3& at, Kinds kinds)
{
    const auto found = m_sections.find(at);
    if (found == m_sections.end()) {
        put(at, kinds);
        return;
    }
    Open both;
    unpack(found->second, both);
    for (std::size_t i = 0; i < Cells; ++i) {
        if (kinds[i] != Empty)
            both[i] = kinds[i];
    }
    put(at, both);
}

void SectionStore::forEach(const std::function<void(const glm::ivec3&, Kinds)>& visit) const
{
    Open kinds;
    for (const auto& [at, stored] : m_sections) {
        unpack(stored, kinds);
        visit(at, kinds);
    }
}

SectionStore::Visible SectionStore::takeVisible(std::span<const KindSight> sights,
                                                const std::function<bool(const glm::ivec3&)>& whole,
                                                std::size_t most)
{
    std::map<glm::ivec3, Planes, Order> planes;
    forEach([&](const glm::ivec3& at, Kinds kinds) {
        planes.emplace_hint(planes.end(), at, planesOf(opaqueRows(kinds, sights)));
    });
    const Planes nothing;
    const auto planesAt = [&planes, &nothing](const glm::ivec3& at) {
        const auto found = planes.find(at);
        return found != planes.end() ? &found->second : &nothing;
    };

    Visible visible;
    visible.sections.reserve(m_sections.size());
    std::vector<model::GridCell> cells;
    cells.reserve(Cells);
    std::size_t kept = 0;
    Open kinds;
    // From above: what is too much then lies lowest.
    for (; !m_sections.empty(); m_sections.erase(std::prev(m_sections.end()))) {
        const auto& [at, stored] = *std::prev(m_sections.end());
        unpack(stored, kinds);
        OpaqueRows enclosed{};
        if (!whole(at)) {
            const Around around{planesAt(at + glm::ivec3(-1, 0, 0)), planesAt(at + glm::ivec3(1, 0, 0)),
                                planesAt(at + glm::ivec3(0, 0, -1)), planesAt(at + glm::ivec3(0, 0, 1)),
                                planesAt(at + glm::ivec3(0, -1, 0)), planesAt(at + glm::ivec3(0, 1, 0))};
            enclosed = enclosedRows(opaqueRows(kinds, sights), around);
        }
        cells.clear();
        for (std::size_t place = 0; place < Cells; ++place) {
            const std::uint16_t kind = kinds[place];
            const bool hidden = (enclosed[place / RowCells] >> place % RowCells & 1U) != 0;
            if (kind < sights.size() && sights[kind].drawn && !hidden)
                cells.push_back({static_cast<std::uint16_t>(place), kind});
        }
        if (cells.empty())
            continue;
        if (cells.size() > most - kept) {
            visible.leftOut += cells.size();
            continue;
        }
        kept += cells.size();
        auto section = std::make_shared<model::GridSection>();
        section->at = at;
        section->cells.assign(cells.begin(), cells.end()); // no more room than needed
        for (const model::GridCell& cell : section->cells)
            visible.cells.include(glm::dvec3(model::gridCellAt(at, cell.place)));
        visible.sections.push_back(std::move(section));
    }
    m_bytes = 0;
    m_blocks = 0;
    std::reverse(visible.sections.begin(), visible.sections.end());
    return visible;
}

} // namespace ghostline::recording
