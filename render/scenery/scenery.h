// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Static surroundings as vertex data: surfaces in tiles of the ground, each one draw; all lines in another.
#include "model/world/scene_description.h"
#include "render/base/theme.h"

#include <QByteArray>

#include <array>
#include <span>

namespace ghostline::render {

/// 28 bytes: position relative to SceneryData::origin, colour, and the layer: surfaces in one plane are drawn
/// in the order of layers. In shell and water the layer is the opacity instead.
struct SceneryVertex
{
    float position[3];
    float colour[3];
    float layer;
};

/// From how far a surface is still drawn: Flat and Solid from anywhere, then thinner things by falling width.
/// Flat ones have a coarse level of detail for far away.
enum class SceneryDetail : std::uint8_t { Flat, Solid, Small, Line };
inline constexpr std::size_t SceneryDetails = 4;

/// Indices one after the other.
struct IndexRange
{
    unsigned first = 0;
    unsigned count = 0;
};

/// A level of detail of a tile: a range of indices that is sorted by SceneryDetail, so that leaving out the
/// finest ones only shortens the range.
struct SceneryLod
{
    unsigned first = 0;
    std::array<unsigned, SceneryDetails> ends{}; ///< of each detail, from `first`
};

/// The surfaces in one square of the ground in two levels of detail: `fine`, and `coarse` with fewer
/// triangles and without road markings.
struct SceneryTile
{
    glm::vec3 low{0.0F}; ///< of what lies in it, relative to SceneryData::origin
    glm::vec3 high{0.0F};
    SceneryLod fine{};
    SceneryLod coarse{};

    /// The indices to draw, none when the tile is outside the view. `place` is added to positions relative to
    /// SceneryData::origin to get those that `view` takes; `pixels` is the height of the view.
    IndexRange visibleFrom(const glm::dvec3& place, const glm::dmat4& view, const glm::dmat4& projection,
                           double pixels) const;
};

struct SceneryData
{
    glm::dvec3 origin{0.0};
    QByteArray surfaces; ///< SceneryVertex
    /// std::uint32_t, triangles by tile, lower layers first; then those of coarse levels; then one of no
    /// size.
    QByteArray surfaceIndices;
    std::vector<SceneryTile> tiles;
    QByteArray lines; ///< SceneryVertex, two a piece
    QByteArray shell; ///< SceneryVertex, three a triangle: drawn see-through, from the inside only
    QByteArray water; ///< and glows; SceneryVertex, three a triangle: drawn see-through, from both sides
    unsigned surfaceVertexCount = 0;
    unsigned surfaceIndexCount = 0; ///< without the last triangle
    unsigned lineVertexCount = 0;
    unsigned shellVertexCount = 0;
    unsigned waterVertexCount = 0;

    bool empty() const
    {
        return surfaceIndexCount == 0 && lineVertexCount == 0 && shellVertexCount == 0 &&
               waterVertexCount == 0;
    }
};

/// Order of roles that lie in one plane: ground below road below marking.
int sceneLayer(model::SceneRole role);

/// Indices out of range are left out, not trusted. Blocks, goals and gates are shaded by how they face,
/// terrain smoothly, without seams where pieces meet; `teams` are the hues that SceneMesh::team stands for.
SceneryData buildScenery(const model::SceneDescription& scene, const Theme& theme,
                         std::span<const QColor> teams = {});

/// Vertices of the unit grid for GL_LINES: x and z in cells, y the strength of the line. They fade out
/// `reach` cells from the middle and end where nothing of them is seen any more.
std::vector<glm::vec3> buildGrid(double reach, int majorEvery);

} // namespace ghostline::render
