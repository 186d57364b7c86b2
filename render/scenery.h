// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Static surroundings as vertex data: surfaces in tiles of the ground, each one draw; all lines in another.
#include "model/scene_description.h"
#include "render/theme.h"

#include <QByteArray>

#include <array>
#include <span>

namespace ghostline::render {

/// 28 bytes: place relative to SceneryData::origin, colour, and how far it lies above its neighbours in one
/// plane; in the shell how dense it is.
struct SceneryVertex
{
    float position[3];
    float colour[3];
    float layer;
};

/// How small a thing may be before it is left out: what is always drawn first, then by falling width. What is
/// flat may be coarse from far away.
enum class SceneryDetail : std::uint8_t { Flat, Solid, Small, Line };
inline constexpr std::size_t SceneryDetails = 4;

/// Indices one after the other.
struct SceneryStretch
{
    unsigned first = 0;
    unsigned count = 0;
};

/// Indices of a tile that lie together, those of each detail after the other, so that what is drawn is always
/// one piece from the first on.
struct SceneryLevel
{
    unsigned first = 0;
    std::array<unsigned, SceneryDetails> ends{}; ///< of each detail, from `first`
};

/// Surfaces of one square of the ground: as they are, and for far away with fewer triangles and no lines.
struct SceneryTile
{
    glm::vec3 low{0.0F}; ///< of what lies in it, relative to SceneryData::origin
    glm::vec3 high{0.0F};
    SceneryLevel fine{};
    SceneryLevel coarse{};

    /// What is to be drawn, nothing when it is outside the view. `place` takes what is relative to
    /// SceneryData::origin to where the view has it; `pixels` is the height of the view.
    SceneryStretch seenFrom(const glm::dvec3& place, const glm::dmat4& view, const glm::dmat4& projection,
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
    unsigned surfaceVertexCount = 0;
    unsigned surfaceIndexCount = 0; ///< without the last triangle
    unsigned lineVertexCount = 0;
    unsigned shellVertexCount = 0;
};

/// Order of roles that lie in one plane: ground below road below marking.
int sceneLayer(model::SceneRole role);

/// Indices out of range are left out, not trusted. Blocks, goals and gates are shaded by how they face;
/// `teams` are the hues that SceneMesh::team stands for.
SceneryData buildScenery(const model::SceneDescription& scene, const Theme& theme,
                         std::span<const QColor> teams = {});

/// Vertices of the unit grid for GL_LINES: x and z in cells, y the strength of the line. `cells` each way.
std::vector<glm::vec3> buildGrid(int cells, int majorEvery);

} // namespace ghostline::render
