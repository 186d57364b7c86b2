// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Where a run went and which blocks it changed, coarsely: what of a large world has to be read for it.
#include "codecs/recording/state/block_map.h"
#include "model/world/scene_description.h"

#include <glm/glm.hpp>
#include <span>
#include <vector>

namespace ghostline::recording {

/// Boxes round the places of a track, each of them small, so that a long course does not become one giant
/// box; when there would be more than MaxExtentBoxes, they get larger. Of one thread.
class RunExtent
{
public:
    /// The player is there; metres. What is no place in any world is left out.
    void visit(const glm::dvec3& position);
    /// A block was set; its packed position.
    void edit(std::int64_t position);
    void edit(const BlockMap& blocks);

    const std::vector<model::Bounds>& boxes() const { return m_boxes; }
    std::size_t editedCount() const { return m_edited.size(); }
    /// Sections that were ever edited, sorted by model::gridOrder(). At most MaxEditedSections.
    std::vector<glm::ivec3> edited() const;

private:
    bool fits(const model::Bounds& box) const;
    void coarsen();

    std::vector<model::Bounds> m_boxes;
    std::size_t m_current = 0; ///< the box that the player is in
    double m_side = 64.0;      ///< metres: no box is longer or wider
    BlockMap m_edited;         ///< packed position of a section's first block -> 0
    std::int64_t m_lastSection = -1;
};

} // namespace ghostline::recording
