// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/recording/worlds/cell_layers.h"

#include "codecs/recording/worlds/world_limits.h"

#include <algorithm>
#include <array>

namespace ghostline::recording {

namespace {

/// That a run of cells touches.
std::size_t sectionsOf(int low, int cells)
{
    const int last = (low + cells - 1) >> 4;
    return static_cast<std::size_t>(last - (low >> 4)) + 1;
}

} // namespace

CellLayers::CellLayers(BlockWorld& world, const glm::ivec3& low, const glm::ivec3& size, bool over)
    : m_world(world), m_low(low), m_over(over), m_firstX(low.x >> 4), m_firstZ(low.z >> 4),
      m_columns(sectionsOf(low.x, size.x))
{
    const std::size_t rows = sectionsOf(low.z, size.z);
    m_cells.resize(m_columns * rows);
    m_wanted.reserve(m_cells.size());
    for (std::size_t i = 0; i < m_cells.size(); ++i) {
        m_wanted.push_back(world.scope().wants(m_firstX + static_cast<int>(i % m_columns),
                                               m_firstZ + static_cast<int>(i / m_columns))
                               ? 1
                               : 0);
    }
}

model::Result<void> CellLayers::startRow(int y, int z)
{
    const int layer = (m_low.y + y) >> 4;
    if (layer != m_layer.value_or(layer)) {
        if (auto flushed = flush(); !flushed)
            return flushed;
    }
    m_layer = layer;
    if (m_open > MaxOpenCells)
        return model::fail(model::ErrorCode::LimitExceeded,
                           QStringLiteral("more than %1 blocks in sixteen layers").arg(MaxOpenCells));
    const int atZ = m_low.z + z;
    const std::size_t first = static_cast<std::size_t>((atZ >> 4) - m_firstZ) * m_columns;
    m_row = m_cells.data() + first;
    m_rowWanted = m_wanted.data() + first;
    m_rowPlace = ((m_low.y + y) & 15) * 256 + (atZ & 15) * 16;
    return {};
}

model::Result<void> CellLayers::flush()
{
    std::array<std::uint16_t, BlockWorld::SectionCells> kinds;
    for (std::size_t i = 0; i < m_cells.size(); ++i) {
        std::vector<model::GridCell>& cells = m_cells[i];
        if (cells.empty())
            continue;
        kinds.fill(BlockWorld::Air);
        for (const model::GridCell& cell : cells)
            kinds[cell.place] = cell.kind;
        cells.clear();
        const glm::ivec3 at{m_firstX + static_cast<int>(i % m_columns), *m_layer,
                            m_firstZ + static_cast<int>(i / m_columns)};
        if (auto added = m_world.addSection(at, kinds, m_over); !added)
            return added;
    }
    m_open = 0;
    return {};
}

} // namespace ghostline::recording
