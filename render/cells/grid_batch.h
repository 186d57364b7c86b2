// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Layers of cells as a few vertex buffers. An edit costs the sections it touches and the pages they lie on;
// sections that are the same objects as before cost nothing.
#include "render/base/theme.h"
#include "render/cells/grid_layers.h"

#include <QByteArray>

#include <list>
#include <memory>

namespace ghostline::render {

/// 20 bytes: place relative to the floating origin, colour as lit (alpha: how dense), and where in its
/// quad, in cells; the third of these lifts what was recorded off the surroundings in one plane with it.
struct GridVertex
{
    float position[3];
    std::uint8_t colour[4];
    std::uint8_t place[4];
};

/// Indices of a page are 16 bits: as many quads as that allows.
inline constexpr std::size_t QuadsPerPage = 16384;

/// More are not drawn: these are some 300 MB of vertices, here and in the driver.
inline constexpr std::size_t MostQuads = 2'000'000;

enum class GridPass : std::uint8_t { Solid, Translucent };

/// Where the quads of a page lie, so that what is out of view can be culled.
struct GridExtent
{
    glm::vec3 low{0.0F}; ///< relative to the floating origin
    glm::vec3 high{0.0F};
    /// The quads of a page are in the order of GridNormals: where each side begins, and where the last ends.
    std::array<std::size_t, GridFaces + 1> starts{};
    /// The sides that can face `eye`, a bit each; none when the page is outside the view.
    unsigned visibleFrom(const glm::dvec3& eye, const glm::dmat4& viewProjection) const;
};

class GridBatch
{
public:
    explicit GridBatch(std::size_t mostQuads = MostQuads);
    ~GridBatch();

    /// Meshes sections that have changed, and neighbours of those.
    void setLayers(GridSet set, const GridLayers& layers);
    void setTheme(const Theme& theme);
    void setOrigin(const glm::dvec3& origin);

    std::size_t pageCount(GridPass pass) const;
    std::size_t quadsOf(GridPass pass, std::size_t page) const;
    /// Whether vertices() of a page has changed since it was last asked for.
    bool dirty(GridPass pass, std::size_t page) const;
    /// Four GridVertex a quad.
    QByteArray vertices(GridPass pass, std::size_t page);
    /// As of the last vertices().
    const GridExtent& extent(GridPass pass, std::size_t page) const;

    std::size_t quadCount() const;
    /// Sections for which there was no room.
    std::size_t leftOut() const;
    /// Sections meshed since this object was made.
    std::size_t meshed() const;

private:
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace ghostline::render
