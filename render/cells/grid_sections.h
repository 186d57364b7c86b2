// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Sections of a layer in all its levels of detail: what each holds, which is drawn where, and which are to be
// meshed again.
#include "render/cells/grid_levels.h"
#include "render/cells/grid_pages.h"

#include <memory>
#include <span>
#include <unordered_map>
#include <vector>

namespace ghostline::render {

struct DetailedSection : GridPiece
{
    bool stale = false;
    bool leftOut = false;
    bool outdated = false; ///< of a coarser level: its content is to be worked out anew
};

/// One level. Only level 0 of surroundings has others above it, where it is large.
struct DetailedLayer : ShownLayer
{
    std::unordered_map<glm::ivec3, DetailedSection, GridPlaceHash> sections;
    std::vector<glm::ivec3> stale; ///< to be meshed; some may have gone since
    int level = 0;
    DetailedLayer* finer = nullptr;                      ///< whose cells those of this one stand for
    std::vector<std::unique_ptr<DetailedLayer>> coarser; ///< levels 1 and on, of level 0

    void markStale(const glm::ivec3& at);
    void markAllStale();

    /// Whether it is the one that is drawn there.
    bool drawnAt(const glm::ivec3& at);
    /// Null where there is nothing. Of a coarser level it is worked out when it is first asked for.
    const model::GridSection* contentOf(const glm::ivec3& at);
    /// What is drawn round it, whatever its level: so nothing is hidden by cells that are not there, and no
    /// walls are drawn inside the ground where levels meet. What is not kept elsewhere is `made`.
    GridNeighbours drawnRound(const glm::ivec3& at, GridSections& made);

    // ---- of level 0 ----

    /// Once it is large enough.
    void addCoarser();
    void dropCoarser();
    /// Those sections of it are new, gone or others.
    void changeCoarser(std::span<const glm::ivec3> changed);
    /// Kinds of its cells are known, or have changed.
    void showCoarser(bool barriers);
    /// Which level is drawn where. Whether anything has changed.
    bool chooseLevels(const GridSight& sight, std::span<const GridOverlay> edits);

private:
    DetailedLayer& base() { return finer == nullptr ? *this : finer->base(); }
    DetailedLayer& ofLevel(int which);
    const model::GridSection* drawnBeside(const glm::ivec3& at, const glm::ivec3& toward, GridSections& made);
    void markNode(int level, const glm::ivec3& node);

    GridLevels m_levels; // of level 0
};

} // namespace ghostline::render
