// SPDX-License-Identifier: GPL-3.0-or-later
// Merges the scene's pieces; vertices become relative to one origin in double precision first.
#include "render/scenery.h"

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

template<typename T>
QByteArray bytesOf(const std::vector<T>& v)
{
    return {reinterpret_cast<const char*>(v.data()), static_cast<qsizetype>(v.size() * sizeof(T))};
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

SceneryData buildScenery(const model::SceneDescription& scene, const Theme& theme)
{
    SceneryData out;
    if (!scene.meshes.empty())
        out.origin = scene.meshes.front().origin;
    else if (!scene.lines.empty())
        out.origin = scene.lines.front().origin;

    std::vector<const model::SceneMesh*> meshes;
    for (const model::SceneMesh& mesh : scene.meshes)
        meshes.push_back(&mesh);
    std::stable_sort(meshes.begin(), meshes.end(), [](const model::SceneMesh* a, const model::SceneMesh* b) {
        return sceneLayer(a->role) < sceneLayer(b->role);
    });

    std::vector<SceneryVertex> vertices;
    std::vector<std::uint32_t> indices;
    for (const model::SceneMesh* mesh : meshes) {
        const auto first = static_cast<std::uint32_t>(vertices.size());
        const QColor colour = theme.scene(mesh->role);
        const auto layer = static_cast<float>(sceneLayer(mesh->role));
        for (const glm::vec3& v : mesh->vertices)
            vertices.push_back(vertexAt(mesh->origin - out.origin + glm::dvec3(v), colour, layer));
        for (std::size_t i = 0; i + 2 < mesh->indices.size(); i += 3) {
            const auto* t = &mesh->indices[i];
            if (std::max({t[0], t[1], t[2]}) < mesh->vertices.size())
                indices.insert(indices.end(), {first + t[0], first + t[1], first + t[2]});
        }
    }

    std::vector<SceneryVertex> lines;
    for (const model::SceneLines& set : scene.lines) {
        const QColor colour = theme.scene(set.role);
        const auto layer = static_cast<float>(sceneLayer(set.role));
        for (std::size_t s = 0; s < set.starts.size(); ++s) {
            const std::size_t end = s + 1 < set.starts.size()
                                        ? std::min<std::size_t>(set.starts[s + 1], set.points.size())
                                        : set.points.size();
            for (std::size_t i = set.starts[s]; i + 1 < end; ++i) {
                for (const std::size_t k : {i, i + 1})
                    lines.push_back(
                        vertexAt(set.origin - out.origin + glm::dvec3(set.points[k]), colour, layer));
            }
        }
    }
    out.surfaceVertexCount = static_cast<unsigned>(vertices.size());
    out.surfaceIndexCount = static_cast<unsigned>(indices.size());
    out.lineVertexCount = static_cast<unsigned>(lines.size());
    out.surfaces = bytesOf(vertices);
    out.surfaceIndices = bytesOf(indices);
    out.lines = bytesOf(lines);
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
