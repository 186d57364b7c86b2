// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Level of detail of a large world of cells: an octree whose nodes are sections. What is far away is drawn
// with cells twice, four and eight times as large.
#include "render/cells/grid_looks.h"
#include "render/cells/grid_overlay.h"

#include <functional>
#include <memory>
#include <span>
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

/// Which cells of a coarser level there are, by the eight that each stands for.
enum class GridHalving : std::uint8_t {
    AnyFilled,  ///< what stands alone stays to be seen
    HalfFilled, ///< what is larger counts
    Covered ///< all eight are whole cells or liquid, and all opaque or none: what hides a face of a larger
            ///< cell
};

/// Sections of the next finer level, by x + 2 z + 4 y; null = empty.
using GridEighths = std::array<const model::GridSection*, 8>;

/// Of the eight that lie at 2 `at`: a cell is what lies topmost in those that it stands for. Plants are left
/// out.
std::shared_ptr<const model::GridSection> halvedSection(const glm::ivec3& at, const GridEighths& finer,
                                                        const GridLooks& looks, GridHalving which);
/// The section `at` of a level that is `levels` finer, with the cells of `coarse`, in which it lies: what
/// hides faces of smaller cells, so slabs and stairs are left out.
std::shared_ptr<const model::GridSection>
refinedSection(const glm::ivec3& at, const model::GridSection& coarse, int levels, const GridLooks& looks);

/// What levels are chosen by.
struct GridSight
{
    glm::dvec3 focus{0.0};   ///< the place that is looked at
    glm::dvec3 eye{0.0};     ///< what is near to either is drawn in full
    glm::dvec3 origin{0.0};  ///< of the layer
    glm::dvec3 section{0.0}; ///< size of one of level 0, metres
    double detail = 1.0;     ///< how many times as far each level goes
    bool steady = true;      ///< nodes near a limit stay as they are, so that none goes back and forth
};

/// Which nodes are split into the eight of the next finer level.
class GridLevels
{
public:
    using Nodes = std::unordered_set<glm::ivec3, GridPlaceHash>;
    /// Nodes of each level that hold recorded edits or border on them: there cells keep their size, because
    /// an edit may also lay bare the cells beside it.
    using Edited = std::array<Nodes, CoarsestGridLevel + 1>;
    static Edited editedBy(std::span<const GridOverlay> overlays);

    /// Whether the section of that level is the one that is drawn there.
    bool drawn(int level, const glm::ivec3& at) const
    {
        return !isSplit(level, at) && (level == CoarsestGridLevel || isSplit(level + 1, at >> 1));
    }
    /// `exists` says whether a level has a node, `changed` hears of each that is split or no longer is.
    void choose(const GridSight& sight, const Edited& edited, int level, const glm::ivec3& node,
                const std::function<bool(int, const glm::ivec3&)>& exists,
                const std::function<void(int, const glm::ivec3&)>& changed);
    void clear() { m_split = {}; }
    /// The level that is drawn at a section of `level`: a coarser one, this one, or -1 = finer ones.
    int drawnLevel(int level, const glm::ivec3& at) const;

private:
    bool isSplit(int level, const glm::ivec3& at) const
    {
        return level > 0 && m_split[static_cast<std::size_t>(level - 1)].contains(at);
    }

    std::array<Nodes, CoarsestGridLevel> m_split; ///< of levels 1 and on
};

} // namespace ghostline::render
