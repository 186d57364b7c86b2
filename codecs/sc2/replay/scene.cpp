// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/sc2/replay/scene.h"

#include "codecs/rts/scene.h"
#include "codecs/sc2/replay/segment.h"
#include "model/base/text.h"

#include <cmath>
#include <numbers>

namespace ghostline::sc2 {

using rts::cameraOver;

namespace {

using model::SceneLines;
using model::SceneMesh;
using model::SceneRole;

constexpr float MarkHeight = 0.02F; ///< marks lie this far above the ground, so that they do not flicker
constexpr float StartRadius = 6.0F; ///< metres around a start location
constexpr float Margin = 8.0F;      ///< metres around all units where the map's size is not known

struct Extent
{
    float minX = 0.0F;
    float minY = 0.0F;
    float maxX = 0.0F;
    float maxY = 0.0F;
};

/// The map's grid, else what units were seen on.
Extent extentOf(const ReplayData& data)
{
    if (data.head.mapSizeX > 0 && data.head.mapSizeY > 0)
        return {0.0F, 0.0F, static_cast<float>(data.head.mapSizeX), static_cast<float>(data.head.mapSizeY)};
    Extent extent;
    bool any = false;
    const auto include = [&](float x, float y) {
        if (!std::isfinite(x) || !std::isfinite(y))
            return;
        extent.minX = any ? std::min(extent.minX, x) : x;
        extent.minY = any ? std::min(extent.minY, y) : y;
        extent.maxX = any ? std::max(extent.maxX, x) : x;
        extent.maxY = any ? std::max(extent.maxY, y) : y;
        any = true;
    };
    for (const Report& report : data.lives.reports)
        include(report.x, report.y);
    for (const auto& cameras : data.actions.cameras) {
        for (const CameraState& camera : cameras)
            include(camera.x, camera.y);
    }
    if (any)
        extent = {extent.minX - Margin, extent.minY - Margin, extent.maxX + Margin, extent.maxY + Margin};
    return extent;
}

class Painter
{
public:
    explicit Painter(model::SceneDescription& scene) : m_scene(scene)
    {
        m_marks.role = SceneRole::Zone;
        m_blocks.role = SceneRole::Shoulder;
    }

    /// A flat rectangle around a place; blocks are what stands in the way. `type`: as the tracker spells it.
    void mark(const Report& at, const UnitType& size, const std::string& type, bool block)
    {
        const auto width = static_cast<float>(size.width), depth = static_cast<float>(size.height);
        SceneMesh& mesh = block ? m_blocks : m_marks;
        (block ? m_blockPlaces : m_markPlaces)
            .push_back({model::textOf(type),
                        {static_cast<int>(std::lround(at.x)), static_cast<int>(std::lround(-at.y))},
                        0,
                        mesh.vertices.size(),
                        4});
        const auto first = static_cast<std::uint32_t>(mesh.vertices.size());
        for (const auto& [sx, sz] : {std::pair{-1, 1}, {1, 1}, {1, -1}, {-1, -1}}) {
            mesh.vertices.emplace_back(at.x + static_cast<float>(sx) * width / 2, MarkHeight,
                                       -at.y + static_cast<float>(sz) * depth / 2);
        }
        for (const std::uint32_t corner : {0U, 1U, 2U, 0U, 2U, 3U})
            mesh.indices.push_back(first + corner);
    }
    void circle(const glm::dvec3& at, float radius, int team)
    {
        constexpr int Corners = 48;
        SceneLines ring;
        ring.role = team >= 0 ? SceneRole::Launch : SceneRole::Outline;
        ring.team = team;
        ring.origin = at;
        ring.starts = {0};
        ring.points.reserve(Corners + 1);
        for (int i = 0; i <= Corners; ++i) {
            const float a = 2 * std::numbers::pi_v<float> * static_cast<float>(i) / Corners;
            ring.points.emplace_back(radius * std::cos(a), MarkHeight, radius * std::sin(a));
        }
        m_scene.lines.push_back(std::move(ring));
    }
    void label(const glm::dvec3& at, QString text) { m_scene.labels.push_back({at, std::move(text)}); }
    void finish()
    {
        take(m_marks, m_markPlaces);
        take(m_blocks, m_blockPlaces);
    }

private:
    void take(SceneMesh& mesh, std::vector<model::PlacedMark>& places)
    {
        if (mesh.indices.empty())
            return;
        for (model::PlacedMark& place : places) {
            place.mesh = m_scene.meshes.size();
            m_scene.marks.push_back(std::move(place));
        }
        m_scene.meshes.push_back(std::move(mesh));
    }

    model::SceneDescription& m_scene;
    SceneMesh m_marks;
    SceneMesh m_blocks;
    std::vector<model::PlacedMark> m_markPlaces;
    std::vector<model::PlacedMark> m_blockPlaces;
};

void addBounds(const Extent& e, model::SceneDescription& scene)
{
    if (e.maxX <= e.minX || e.maxY <= e.minY)
        return;
    SceneMesh field;
    field.role = SceneRole::Field;
    field.vertices = {
        {e.minX, 0.0F, -e.minY}, {e.maxX, 0.0F, -e.minY}, {e.maxX, 0.0F, -e.maxY}, {e.minX, 0.0F, -e.maxY}};
    field.indices = {0, 1, 2, 0, 2, 3};
    scene.meshes.push_back(std::move(field));
    rts::addOutline(scene, {e.minX, MarkHeight, -e.minY}, {e.maxX, MarkHeight, -e.maxY});
    scene.bounds.include(toWorld(e.minX, e.minY));
    scene.bounds.include(toWorld(e.maxX, e.maxY));
}

bool isTower(std::string_view name) { return name.find("Tower") != std::string_view::npos; }

/// Minerals, geysers, towers and rocks that belong to nobody when the game begins.
void addSurroundings(const ReplayData& data, Painter& painter, const UnitKinds& kinds)
{
    for (const UnitLife& life : data.lives.lives) {
        const auto reports = data.lives.reportsOf(life);
        if (life.first > 0 || reports.empty() || data.lives.ownerAt(life, 0) != 0)
            continue;
        const NameId type = data.lives.typeAt(life, 0);
        const std::string& name = data.tracker.names[type];
        const UnitType* known = unitTypeForDrawing(name);
        if (known == nullptr || isMapDummy(name) || known->width == 0)
            continue;
        const bool resource = known->unitClass == UnitClass::Resource;
        if (!resource && known->unitClass != UnitClass::Neutral)
            continue;
        painter.mark(reports.front(), *known, name, !resource);
        if (isTower(name)) {
            const glm::dvec3 at = toWorld(reports.front().x, reports.front().y);
            painter.circle(at, 2.5F, -1);
            painter.label(at + glm::dvec3(0.0, 3.0, 0.0), kinds.of(type).name);
        }
    }
}

} // namespace

model::SceneDescription describeScene(const ReplayData& data, const UnitKinds& kinds)
{
    model::SceneDescription scene;
    scene.name = data.head.map;
    scene.noteThat(model::Sentence::of(
        QStringLiteral("Replays tell bounds, resources, towers and rocks, and no heights.")));
    scene.heightless = true;
    addBounds(extentOf(data), scene);
    Painter painter(scene);
    addSurroundings(data, painter, kinds);
    if (scene.bounds.valid) {
        const glm::dvec3 middle = (scene.bounds.min + scene.bounds.max) * 0.5;
        const double reach = glm::length(scene.bounds.max - scene.bounds.min);
        scene.cameras.push_back(cameraOver(QStringLiteral("Whole map"), middle, std::max(reach, 30.0)));
    }
    const std::vector<glm::dvec3> starts = startPlaces(data);
    for (std::size_t p = 0; p < starts.size(); ++p) {
        const Participant& who = data.head.participants[p];
        const QString name = who.name.isEmpty() ? QStringLiteral("Player %1").arg(who.playerId) : who.name;
        if (data.hasTracker) {
            painter.circle(starts[p], StartRadius, static_cast<int>(p));
            painter.label(starts[p] + glm::dvec3(0.0, 0.5, StartRadius + 1.0),
                          QStringLiteral("Start of %1").arg(name));
        }
        rts::addStartCamera(scene, name, who.playerId, starts[p], 40.0);
    }
    painter.finish();
    return scene;
}

} // namespace ghostline::sc2
