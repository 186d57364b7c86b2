// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Blocks of a box in the order y, z, x made into sections: those of sixteen layers are open at a time.
#include "codecs/recording/worlds/block_world.h"

namespace ghostline::recording {

class CellLayers
{
public:
    /// `low`: the box's lowest corner in the world, its place within +-MaxBlockPlace. `over`: its air leaves
    /// what is there.
    CellLayers(BlockWorld& world, const glm::ivec3& low, const glm::ivec3& size, bool over);

    /// Begins a row along x; rows come in order. LimitExceeded when too much is open or in the world.
    model::Result<void> startRow(int y, int z);
    /// Along the row, x within the box; not Air. Columns outside the world's scope are left out.
    void put(int x, std::uint16_t kind)
    {
        const int at = m_low.x + x;
        std::vector<model::GridCell>& cells = m_row[(at >> 4) - m_firstX];
        if (m_rowWanted[(at >> 4) - m_firstX] == 0)
            return;
        cells.push_back({static_cast<std::uint16_t>(m_rowPlace + (at & 15)), kind});
        ++m_open;
    }
    /// After the last row.
    model::Result<void> flush();

private:
    BlockWorld& m_world;
    glm::ivec3 m_low;
    bool m_over;
    int m_firstX; ///< sections
    int m_firstZ;
    std::size_t m_columns;
    std::vector<std::vector<model::GridCell>> m_cells; ///< x + m_columns z
    std::vector<char> m_wanted;                        ///< likewise
    std::vector<model::GridCell>* m_row = nullptr;
    const char* m_rowWanted = nullptr;
    int m_rowPlace = 0;
    std::optional<int> m_layer; ///< of sections
    std::size_t m_open = 0;
};

} // namespace ghostline::recording
