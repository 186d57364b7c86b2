// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Static surroundings as vertex data: all surfaces in one draw, all lines in another.
#include "model/scene_description.h"
#include "render/theme.h"

#include <QByteArray>

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

struct SceneryData
{
    glm::dvec3 origin{0.0};
    QByteArray surfaces;       ///< SceneryVertex, lower layers first
    QByteArray surfaceIndices; ///< std::uint32_t, triangles
    QByteArray lines;          ///< SceneryVertex, two a piece
    QByteArray shell;          ///< SceneryVertex, three a triangle: drawn see-through, from the inside only
    unsigned surfaceVertexCount = 0;
    unsigned surfaceIndexCount = 0;
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
