// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Level of detail of a large world of cells: what is far from where one looks is drawn with cells twice and
// four times as large. A node, which is one section of the coarsest level, has one level all through.
#include "render/cells/grid_looks.h"

#include <memory>
#include <unordered_set>

namespace ghostline::render {

struct GridPlaceHash
{
    std::size_t operator()(const glm::ivec3& at) const
    {
        const auto part = [](int v) { return static_cast<std::uint64_t>(static_cast<std::uint32_t>(v)); };
        return static_cast<std::size_t>((part(at.x) * 0x9E3779B97F4A7C15U) ^
                                        (part(at.y) * 0xC2B2AE3D27D4EB4FU) ^
                                        (part(at.z) * 0x165667B19E3779F9U));
    }
};

/// Cells of level n are 2^n as large as those of the recording.
inline constexpr int CoarsestGridLevel = 3;
/// Worlds of fewer sections are drawn in full wherever one looks.
inline constexpr std::size_t LargeGrid = 1500;

/// Of the eight sections of the next finer level that lie at 2 `at`, by x + 2 z + 4 y, null = empty: a cell
/// is what lies topmost in the eight that it stands for, where at least `least` of those are filled. Plants
/// are left out.
std::shared_ptr<const model::GridSection> halvedSection(const glm::ivec3& at,
                                                        const std::array<const model::GridSection*, 8>& finer,
                                                        const GridLooks& looks, int least);

/// Which nodes are split into the eight of the next finer level.
class GridLevels
{
public:
    /// Whether the section of that level is the one that is drawn there.
    bool drawn(int level, const glm::ivec3& at) const
    {
        return !isSplit(level, at) && (level == CoarsestGridLevel || isSplit(level + 1, at >> 1));
    }
    bool isSplit(int level, const glm::ivec3& at) const { return level > 0 && splitOf(level).contains(at); }
    /// How far from where one looks a level is as fine as that, in metres, when `detail` is 1; a node that is
    /// split has to be a bit farther away to be drawn as one again, so that none goes back and forth.
    bool wantsSplit(int level, const glm::ivec3& at, double distance, double detail) const;
    void setSplit(int level, const glm::ivec3& at, bool split);
    void clear() { m_split = {}; }

private:
    using Nodes = std::unordered_set<glm::ivec3, GridPlaceHash>;
    const Nodes& splitOf(int level) const { return m_split[static_cast<std::size_t>(level - 1)]; }

    std::array<Nodes, CoarsestGridLevel> m_split; ///< of levels 1 and on
};

} // namespace ghostline::render
