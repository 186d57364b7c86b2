// SPDX-License-Identifier: GPL-3.0-or-later
// Merges the scene's pieces; vertices become relative to one origin in double precision first.
#include "render/scenery/scenery.h"

#include "render/base/bytes_of.h"
#include "render/base/light.h"
#include "render/scenery/scenery_tiles.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>

namespace ghostline::render {

namespace {

constexpr glm::vec3 Up{0.0F, 1.0F, 0.0F};
constexpr float MinorStrength = 0.45F;
constexpr float MajorStrength = 1.0F;

constexpr float SolidLayer = 5.0F;
constexpr float ShellOpacity = 0.5F;
constexpr float FloorOpacity = 0.9F; // of a shell: what lies below it does not disturb
constexpr float FloorNormal = -0.9F; // Y of a face that is floor, seen from outside
constexpr float WaterOpacity = 0.6F;
/// Of the light that falls on actors: what stands round them is shaded more softly.
constexpr float SolidLightOnDark = 0.85F;
constexpr float SolidLightOnLight = 0.55F;
constexpr float GoalLight = 0.3F; // it is lit by itself
constexpr double GoalGlare = 0.22;

SceneryVertex vertexAt(const glm::dvec3& p, const glm::vec3& c, float layer)
{
    const glm::vec3 v{p};
    const glm::vec3 shown = glm::clamp(c, 0.0F, 1.0F);
    return {{v.x, v.y, v.z}, {shown.x, shown.y, shown.z}, layer};
}

glm::vec3 toVec3(const QColor& c) { return {c.redF(), c.greenF(), c.blueF()}; }

QColor roleColour(const Theme& theme, model::SceneRole role, int team, std::span<const QColor> teams)
{
    const QColor own = theme.scene(role);
    if (team < 0 || static_cast<std::size_t>(team) >= teams.size())
        return own;
    const QColor& hue = teams[static_cast<std::size_t>(team)];
    switch (role) {
    case model::SceneRole::Goal:
        return theme.ground == Ground::Dark ? blend(hue, Qt::white, GoalGlare) : hue;
    case model::SceneRole::Glow:
        return hue;
    case model::SceneRole::Launch:
        return blend(own, hue, 0.6);
    case model::SceneRole::Shell:
        return blend(own, hue, 0.26);
    case model::SceneRole::Obstacle:
        return blend(own, hue, 0.10);
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
           role == model::SceneRole::Launch || role == model::SceneRole::Wall ||
           role == model::SceneRole::Prop;
}

/// Of a mesh, vertex by vertex: colours of its own where it has one for each, else that of its role.
class MeshColours
{
public:
    MeshColours(const model::SceneMesh& mesh, const Theme& theme, const QColor& role)
        : m_own(mesh.colours.size() == mesh.vertices.size() ? std::span(mesh.colours)
                                                            : std::span<const model::SceneColour>()),
          m_ground(theme.ground), m_role(toVec3(role))
    {
    }
    glm::vec3 at(std::size_t vertex) const
    {
        return m_own.empty() ? m_role : adaptedColour(m_own[vertex], m_ground);
    }

private:
    std::span<const model::SceneColour> m_own;
    Ground m_ground;
    glm::vec3 m_role;
};

struct Surfaces
{
    /// The triangles since the last call are of this detail.
    void end(SceneryDetail detail) { details.resize(indices.size() / 3, detail); }

    std::vector<SceneryVertex> vertices;
    std::vector<std::uint32_t> indices;
    std::vector<SceneryDetail> details{}; ///< of each triangle
};

/// Every triangle with three vertices of its own, shaded by how it faces: `lightOf` says how much light it
/// gets, `layerOf` the fourth part of each vertex, by its index and how the face lies.
template<typename LightOf, typename LayerOf>
void appendFaces(const model::SceneMesh& mesh, const glm::dvec3& origin, const MeshColours& colours,
                 const LightOf& lightOf, const LayerOf& layerOf, std::vector<SceneryVertex>& out)
{
    out.reserve(out.size() + mesh.indices.size());
    mesh.forEachTriangle([&](std::uint32_t first, std::uint32_t second, std::uint32_t third) {
        const glm::vec3& a = mesh.vertices[first];
        const glm::vec3 normal = glm::cross(mesh.vertices[second] - a, mesh.vertices[third] - a);
        const float length = glm::length(normal);
        const glm::vec3 facing = length > 0.0F ? normal / length : Up;
        const glm::vec3 light = lightOf(facing);
        for (const std::uint32_t vertex : {first, second, third})
            out.push_back(vertexAt(mesh.origin - origin + glm::dvec3(mesh.vertices[vertex]),
                                   colours.at(vertex) * light, layerOf(vertex, facing)));
    });
}

void appendShell(const model::SceneMesh& mesh, const glm::dvec3& origin, const MeshColours& colours,
                 std::vector<SceneryVertex>& out)
{
    // Seen from inside: the floor is the lightest.
    appendFaces(
        mesh, origin, colours, [](const glm::vec3& normal) { return glm::vec3(0.98F - 0.10F * normal.y); },
        [](std::uint32_t, const glm::vec3& normal) {
            return normal.y < FloorNormal ? FloorOpacity : ShellOpacity;
        },
        out);
}

void appendWater(const model::SceneMesh& mesh, const glm::dvec3& origin, const MeshColours& colours,
                 std::vector<SceneryVertex>& out)
{
    appendFaces(
        mesh, origin, colours, [](const glm::vec3&) { return glm::vec3(1.0F); },
        [](std::uint32_t, const glm::vec3&) { return WaterOpacity; }, out);
}

void appendGlow(const model::SceneMesh& mesh, const glm::dvec3& origin, const MeshColours& colours,
                std::vector<SceneryVertex>& out)
{
    constexpr float Usual = 0.2F; // opacity
    const bool own = mesh.opacities.size() == mesh.vertices.size();
    appendFaces(
        mesh, origin, colours, [](const glm::vec3&) { return glm::vec3(1.0F); },
        [&](std::uint32_t vertex, const glm::vec3&) {
            return own ? static_cast<float>(mesh.opacities[vertex]) / 255.0F : Usual;
        },
        out);
}

void appendSolid(const model::SceneMesh& mesh, const glm::dvec3& origin, const MeshColours& colours,
                 Ground ground, Surfaces& out)
{
    const Light& light = lightOn(ground);
    const bool lit = mesh.role == model::SceneRole::Goal;
    const float share = lit ? GoalLight : ground == Ground::Dark ? SolidLightOnDark : SolidLightOnLight;
    auto next = static_cast<std::uint32_t>(out.vertices.size());
    appendFaces(
        mesh, origin, colours,
        [&](const glm::vec3& normal) { return glm::mix(glm::vec3(1.0F), light.at(normal), share); },
        [](std::uint32_t, const glm::vec3&) { return SolidLayer; }, out.vertices);
    out.indices.reserve(out.indices.size() + out.vertices.size() - next);
    for (; next < out.vertices.size(); ++next)
        out.indices.push_back(next);
}

void appendFlat(const model::SceneMesh& mesh, const glm::dvec3& origin, const MeshColours& colours,
                Surfaces& out)
{
    const auto first = static_cast<std::uint32_t>(out.vertices.size());
    const auto layer = static_cast<float>(sceneLayer(mesh.role));
    out.vertices.reserve(out.vertices.size() + mesh.vertices.size());
    for (std::size_t i = 0; i < mesh.vertices.size(); ++i)
        out.vertices.push_back(
            vertexAt(mesh.origin - origin + glm::dvec3(mesh.vertices[i]), colours.at(i), layer));
    mesh.forEachTriangle([&](std::uint32_t a, std::uint32_t b, std::uint32_t c) {
        out.indices.insert(out.indices.end(), {first + a, first + b, first + c});
    });
}

/// Each vertex is the darker the more it turns from the light. Those at one place face the same way,
/// whichever piece they belong to.
void lightSmoothly(Surfaces& out, const Light& light)
{
    const std::size_t count = out.vertices.size();
    const auto place = [&](std::size_t i) {
        const float* p = out.vertices[i].position;
        return glm::vec3(p[0], p[1], p[2]);
    };
    std::vector<std::uint32_t> order(count);
    std::iota(order.begin(), order.end(), 0U);
    const auto key = [&](std::uint32_t i) {
        const float* p = out.vertices[i].position;
        return std::array{std::bit_cast<std::uint32_t>(p[0] + 0.0F),
                          std::bit_cast<std::uint32_t>(p[1] + 0.0F),
                          std::bit_cast<std::uint32_t>(p[2] + 0.0F)}; // + 0: -0 is the same place
    };
    std::ranges::sort(order, [&](std::uint32_t a, std::uint32_t b) { return key(a) < key(b); });
    std::vector<std::uint32_t> same(count); // of each vertex, the one that stands for its place
    for (std::size_t i = 0; i < count; ++i)
        same[order[i]] = i > 0 && key(order[i]) == key(order[i - 1]) ? same[order[i - 1]] : order[i];
    std::vector<glm::vec3> normals(count, glm::vec3(0.0F));
    for (std::size_t i = 0; i + 2 < out.indices.size(); i += 3) {
        const std::array corners{out.indices[i], out.indices[i + 1], out.indices[i + 2]};
        const glm::vec3 a = place(corners[0]);
        const glm::vec3 face =
            glm::cross(place(corners[1]) - a, place(corners[2]) - a); // larger ones count more
        if (!std::isfinite(glm::dot(face, face)))
            continue;
        for (const std::uint32_t corner : corners)
            normals[same[corner]] += face;
    }
    for (std::size_t i = 0; i < count; ++i) {
        const glm::vec3& sum = normals[same[i]];
        const float length = glm::length(sum);
        const glm::vec3 lit = light.at(length > 0.0F ? sum / length : Up);
        float* colour = out.vertices[i].colour;
        for (glm::length_t part = 0; part < 3; ++part)
            colour[part] = std::min(colour[part] * lit[part], 1.0F);
    }
}

void appendLines(const model::SceneLines& set, const glm::dvec3& origin, const glm::vec3& colour,
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
    case SceneRole::Field:
    case SceneRole::Terrain:
    case SceneRole::Water:
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
    case SceneRole::Prop:
    case SceneRole::Glow:
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
    std::vector<SceneryVertex> water;
    // Terrain first, all of it together: pieces that meet are lit as one.
    for (const model::SceneMesh& mesh : scene.meshes) {
        if (mesh.role == model::SceneRole::Terrain)
            appendFlat(mesh, out.origin, {mesh, theme, roleColour(theme, mesh.role, mesh.team, teams)},
                       surfaces);
    }
    lightSmoothly(surfaces, lightOn(theme.ground));
    surfaces.end(sceneryDetail(model::SceneRole::Terrain));
    for (const model::SceneMesh* mesh : meshes) {
        const MeshColours colours(*mesh, theme, roleColour(theme, mesh->role, mesh->team, teams));
        if (mesh->role == model::SceneRole::Shell)
            appendShell(*mesh, out.origin, colours, shell);
        else if (mesh->role == model::SceneRole::Water)
            appendWater(*mesh, out.origin, colours, water);
        else if (mesh->role == model::SceneRole::Glow)
            appendGlow(*mesh, out.origin, colours, water);
        else if (isSolid(mesh->role))
            appendSolid(*mesh, out.origin, colours, theme.ground, surfaces);
        else if (mesh->role != model::SceneRole::Terrain)
            appendFlat(*mesh, out.origin, colours, surfaces);
        surfaces.end(sceneryDetail(mesh->role));
    }
    out.tiles = tileScenery(surfaces.vertices, surfaces.details, surfaces.indices);
    std::vector<SceneryVertex> lines;
    for (const model::SceneLines& set : scene.lines)
        appendLines(set, out.origin, toVec3(roleColour(theme, lineRole(set.role), set.team, teams)), lines);

    out.surfaceVertexCount = static_cast<unsigned>(surfaces.vertices.size());
    out.surfaceIndexCount = static_cast<unsigned>(surfaces.indices.size());
    surfaces.indices.insert(surfaces.indices.end(), 3, 0); // what a tile out of view draws
    out.lineVertexCount = static_cast<unsigned>(lines.size());
    out.shellVertexCount = static_cast<unsigned>(shell.size());
    out.waterVertexCount = static_cast<unsigned>(water.size());
    out.surfaces = bytesOf<SceneryVertex>(surfaces.vertices);
    out.surfaceIndices = bytesOf<std::uint32_t>(surfaces.indices);
    out.lines = bytesOf<SceneryVertex>(lines);
    out.shell = bytesOf<SceneryVertex>(shell);
    out.water = bytesOf<SceneryVertex>(water);
    return out;
}

std::vector<glm::vec3> buildGrid(double reach, int majorEvery)
{
    // The shader lets a line fade with the square of what is left of its way outward, twice that of the
    // share: beyond here it would not change a pixel, yet every one of them would be worked out.
    constexpr double LeastSeen = 1.0 / 255.0;
    std::vector<glm::vec3> out;
    const int cells = static_cast<int>(reach);
    for (int i = -cells; i <= cells; ++i) {
        const float strength = i % majorEvery == 0 ? MajorStrength : MinorStrength;
        const double seen = reach * (1.0 - std::sqrt(0.5 * LeastSeen / static_cast<double>(strength)));
        if (std::abs(i) >= seen)
            continue;
        const auto at = static_cast<float>(i);
        const auto half = static_cast<float>(std::sqrt(seen * seen - static_cast<double>(i) * i));
        out.insert(
            out.end(),
            {{at, strength, -half}, {at, strength, half}, {-half, strength, at}, {half, strength, at}});
    }
    return out;
}

} // namespace ghostline::render
