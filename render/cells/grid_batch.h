// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Layers of cells as pages of vertices. An edit costs the sections it touches and the pages they lie on;
// sections that are the same objects as before cost nothing. Meshing is done bit by bit, from the focus
// outward.
#include "render/cells/grid_pages.h"

#include <chrono>
#include <memory>

namespace ghostline::render {

/// More are not drawn: these are some 340 MB, here and in the driver (10 bytes a quad for its face, and twice
/// 80 for its corners; 12 more for the indices of each that is in view).
inline constexpr std::size_t MostQuads = 2'000'000;

/// What there is to see of cells beside what they are.
struct GridOptions
{
    bool edits = false;    ///< cells of layers that override are marked
    bool barriers = false; ///< invisible ones have an outline
    friend bool operator==(const GridOptions&, const GridOptions&) = default;
};

class GridBatch
{
public:
    explicit GridBatch(std::size_t mostQuads = MostQuads);
    ~GridBatch();

    /// Notes which sections have changed, and which see those; they look as before until they are meshed.
    /// Recorded layers that override hide the cells of surroundings at the same places.
    void setLayers(GridSet set, const GridLayers& layers);
    void setOptions(const GridOptions& options);
    void setTheme(const Theme& theme);
    void setOrigin(const glm::dvec3& origin);
    /// The place in the world that is looked at: what is near is meshed first, and what is far is left out
    /// where there are too many faces. What is near to it or to the eye keeps the size of its cells.
    void setFocus(const glm::dvec3& place, const glm::dvec3& eye);
    void setFocus(const glm::dvec3& place) { setFocus(place, place); }

    /// Level of detail of large worlds: how many times as far everything keeps the size of its cells.
    void setDetail(double detail);

    /// Whether there is anything to mesh.
    bool pending() const;
    /// Meshes for about that long, one section at least; false when there was nothing to mesh.
    bool meshSome(std::chrono::microseconds time);
    /// Meshes all that is left, with the levels of detail that go with where one looks now, whatever they
    /// were before; false when there was nothing to mesh.
    bool meshAll();

    const GridPages& pages() const;
    GridPages& pages();
    /// Sections for which there was no room.
    std::size_t leftOut() const;
    /// Sections meshed since this object was made.
    std::size_t meshed() const;

private:
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace ghostline::render
