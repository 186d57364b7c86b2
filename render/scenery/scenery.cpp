// SPDX-License-Identifier: GPL-3.0-or-later
// Merges the scene's pieces; vertices become relative to one origin in double precision first.
#include "render/scenery/scenery.h"

#include "render/base/bytes_of.h"
#include "render/scenery/scenery_tiles.h"

#include <algorithm>
#include <cmath>

namespace ghostline::render {

namespace {

constexpr float MinorStrength = 0.45F;
constexpr float MajorStrength = 1.0F;

SceneryVertex vertexAt(const glm::dvec3& p, const QColor& c, float layer)
{
    const glm::vec3 v{p};
    return {{v.x, v.y, v.z}, {c.redF(), c.greenF(), c.blueF()}, layer};
}

/// How light falls: the same key as on actors.
struct Light
{
    float base, key, up;
    float layer; ///< of every vertex: lift, or density
};
constexpr Light SolidOnDark{0.66F, 0.30F, 0.12F, 5.0F};
constexpr Light SolidOnLight{0.84F, 0.20F, 0.07F, 5.0F};
constexpr Light ShellLight{0.98F, 0.0F, -0.10F, 0.62F}; // seen from inside: the floor is the lightest

QColor roleColour(const Theme& theme, model::SceneRole role, int team, std::span<const QColor> teams)
{
    const QColor own = theme.scene(role);
    if (team < 0 || static_cast<std::size_t>(team) >= teams.size())
        return own;
    const QColor& hue = teams[static_cast<std::size_t>(team)];
    switch (role) {
    case model::SceneRole::Goal:
        return hue;
    case model::SceneRole::Launch:
        return blend(own, hue, 0.6);
    case model::SceneRole::Shell:
        return blend(own, hue, 0.26);
    case model::SceneRole::Obstacle:
        return blend(own, hue, 0.14);
    default:
        return blend(own, hue, 0.7);
    }
}

/// Edges of a shell are drawn as outlines: what is see-through has no line colour of its own.
model::SceneRole lineRole(model::SceneRole role)
{
    return role == model::SceneRole::Shell ? model::SceneRole::Outline : role;
}

bool isSolid(model::SceneRole role)
{
    return role == model::SceneRole::Obstacle || role == model::SceneRole::Goal ||
           role == model::SceneRole::Launch || role == model::SceneRole::Wall;
}

struct Surfaces
{
    /// The triangles since the last call are of this detail.
    void end(SceneryDetail detail) { details.resize(indices.size() / 3, detail); }

    std::vector<SceneryVertex> vertices;
    std::vector<std::uint32_t> indices;
    std::vector<SceneryDetail> details{}; ///< of each triangle
};

/// Every triangle with three vertices of its own, shaded by how it faces.
void appendFaces(const model::SceneMesh& mesh, const glm::dvec3& origin, const QColor& colour,
                 const Light& light, std::vector<SceneryVertex>& out)
{
    const glm::vec3 key{0.371F, 0.836F, 0.404F};
    out.reserve(out.size() + mesh.indices.size());
    mesh.forEachTriangle([&](std::uint32_t first, std::uint32_t second, std::uint32_t third) {
        const glm::vec3& a = mesh.vertices[first];
        const glm::vec3 normal = glm::cross(mesh.vertices[second] - a, mesh.vertices[third] - a);
        const float length = glm::length(normal);
        const glm::vec3 n = length > 0.0F ? normal / length : glm::vec3(0.0F, 1.0F, 0.0F);
        const float shade = light.base + light.key * std::max(glm::dot(n, key), 0.0F) + light.up * n.y;
        const QColor lit = QColor::fromRgbF(std::clamp(colour.redF() * shade, 0.0F, 1.0F),
                                            std::clamp(colour.greenF() * shade, 0.0F, 1.0F),
                                            std::clamp(colour.blueF() * shade, 0.0F, 1.0F));
        for (const std::uint32_t vertex : {first, second, third})
            out.push_back(
                vertexAt(mesh.origin - origin + glm::dvec3(mesh.vertices[vertex]), lit, light.layer));
    });
}

void appendSolid(const model::SceneMesh& mesh, const glm::dvec3& origin, const QColor& colour,
                 const Light& light, Surfaces& out)
{
    auto next = static_cast<std::uint32_t>(out.vertices.size());
    appendFaces(mesh, origin, colour, light, out.vertices);
    out.indices.reserve(out.indices.size() + out.vertices.size() - next);
    for (; next < out.vertices.size(); ++next)
        out.indices.push_back(next);
}

void appendFlat(const model::SceneMesh& mesh, const glm::dvec3& origin, const QColor& colour, Surfaces& out)
{
    const auto first = static_cast<std::uint32_t>(out.vertices.size());
    const auto layer = static_cast<float>(sceneLayer(mesh.role));
    out.vertices.reserve(out.vertices.size() + mesh.vertices.size());
    for (const glm::vec3& v : mesh.vertices)
        out.vertices.push_back(vertexAt(mesh.origin - origin + glm::dvec3(v), colour, layer));
    mesh.forEachTriangle([&](std::uint32_t a, std::uint32_t b, std::uint32_t c) {
        out.indices.insert(out.indices.end(), {first + a, first + b, first + c});
    });
}

void appendLines(const model::SceneLines& set, const glm::dvec3& origin, const QColor& colour,
                 std::vector<SceneryVertex>& out)
{
    const auto layer = static_cast<float>(sceneLayer(set.role));
    for (std::size_t i = 0; i < set.starts.size(); ++i) {
        const std::span<const glm::vec3> line = set.line(i);
        for (std::size_t k = 0; k + 1 < line.size(); ++k) {
            for (const glm::vec3& point : {line[k], line[k + 1]})
                out.push_back(vertexAt(set.origin - origin + glm::dvec3(point), colour, layer));
        }
    }
}

} // namespace

int sceneLayer(model::SceneRole role)
{
    using model::SceneRole;
    switch (role) {
    case SceneRole::Ground:
        return 0;
    case SceneRole::Zone:
        return 1;
    case SceneRole::Sidewalk:
        return 2;
    case SceneRole::Shoulder:
        return 3;
    case SceneRole::Road:
        return 4;
    case SceneRole::Crossing:
        return 6;
    case SceneRole::MarkingWhite:
    case SceneRole::MarkingYellow:
        return 8;
    case SceneRole::Shell:
    case SceneRole::Obstacle:
    case SceneRole::Goal:
    case SceneRole::Launch:
    case SceneRole::Wall:
        return 5;
    case SceneRole::Outline:
        return 5;
    case SceneRole::Track:
        return 7;
    }
    return 0;
}

SceneryData buildScenery(const model::SceneDescription& scene, const Theme& theme,
                         std::span<const QColor> teams)
{
    SceneryData out;
    if (!scene.meshes.empty())
        out.origin = scene.meshes.front().origin;
    else if (!scene.lines.empty())
        out.origin = scene.lines.front().origin;

    std::vector<const model::SceneMesh*> meshes;
    meshes.reserve(scene.meshes.size());
    for (const model::SceneMesh& mesh : scene.meshes)
        meshes.push_back(&mesh);
    std::stable_sort(meshes.begin(), meshes.end(), [](const model::SceneMesh* a, const model::SceneMesh* b) {
        return sceneLayer(a->role) < sceneLayer(b->role);
    });

    Surfaces surfaces;
    std::vector<SceneryVertex> shell;
    for (const model::SceneMesh* mesh : meshes) {
        const QColor colour = roleColour(theme, mesh->role, mesh->team, teams);
        if (mesh->role == model::SceneRole::Shell)
            appendFaces(*mesh, out.origin, colour, ShellLight, shell);
        else if (isSolid(mesh->role))
            appendSolid(*mesh, out.origin, colour, theme.ground == Ground::Dark ? SolidOnDark : SolidOnLight,
                        surfaces);
        else
            appendFlat(*mesh, out.origin, colour, surfaces);
        surfaces.end(sceneryDetail(mesh->role));
    }
    out.tiles = tileScenery(surfaces.vertices, surfaces.details, surfaces.indices);
    std::vector<SceneryVertex> lines;
    for (const model::SceneLines& set : scene.lines)
        appendLines(set, out.origin, roleColour(theme, lineRole(set.role), set.team, teams), lines);

    out.surfaceVertexCount = static_cast<unsigned>(surfaces.vertices.size());
    out.surfaceIndexCount = static_cast<unsigned>(surfaces.indices.size());
    surfaces.indices.insert(surfaces.indices.end(), 3, 0); // what a tile out of view draws
    out.lineVertexCount = static_cast<unsigned>(lines.size());
    out.shellVertexCount = static_cast<unsigned>(shell.size());
    out.surfaces = bytesOf<SceneryVertex>(surfaces.vertices);
    out.surfaceIndices = bytesOf<std::uint32_t>(surfaces.indices);
    out.lines = bytesOf<SceneryVertex>(lines);
    out.shell = bytesOf<SceneryVertex>(shell);
    return out;
}

std::vector<glm::vec3> buildGrid(int cells, int majorEvery)
{
    std::vector<glm::vec3> out;
    const auto reach = static_cast<float>(cells);
    for (int i = -cells; i <= cells; ++i) {
        const float strength = i % majorEvery == 0 ? MajorStrength : MinorStrength;
        const auto at = static_cast<float>(i);
        out.insert(
            out.end(),
            {{at, strength, -reach}, {at, strength, reach}, {-reach, strength, at}, {reach, strength, at}});
    }
    return out;
}

} // namespace ghostline::render
