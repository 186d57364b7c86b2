// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/sc2/map/map_scene.h"

#include "codecs/rts/scene.h"
#include "codecs/rts/terrain_mesh.h"
#include "codecs/sc2/map/map_limits.h"
#include "codecs/sc2/map/scene_ground.h"
#include "codecs/sc2/map/scene_props.h"
#include "codecs/sc2/map/scene_water.h"
#include "codecs/sc2/map/scene_zones.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace ghostline::sc2 {

namespace {

using model::SceneDescription;
using model::SceneLines;
using model::Sentence;

constexpr double LineLift = 0.06; ///< metres above the ground, so that lines do not sink into it

/// Rows of the field run from north to south, those of the map from south to north.
std::shared_ptr<const model::HeightField> heightField(const MapData& map)
{
    if (!hasGround(map))
        return nullptr;
    auto field = std::make_shared<model::HeightField>();
    field->corner = {0.0, -map.height};
    field->columns = map.width + 1;
    field->rows = map.height + 1;
    field->heights.reserve(map.heights.size());
    for (int row = 0; row <= map.height; ++row) {
        const auto begin = map.heights.begin() + static_cast<std::ptrdiff_t>(map.height - row) *
                                                     static_cast<std::ptrdiff_t>(map.width + 1);
        field->heights.insert(field->heights.end(), begin, begin + map.width + 1);
    }
    return field;
}

model::ScenePicture scenePicture(const MapData& map)
{
    model::ScenePicture picture;
    const bool whole = map.pictureWidth > 0 && map.pictureHeight > 0 && map.right > map.left &&
                       map.top > map.bottom &&
                       map.picture.size() == static_cast<std::size_t>(map.pictureWidth) *
                                                 static_cast<std::size_t>(map.pictureHeight);
    if (!whole)
        return picture;
    picture.width = map.pictureWidth;
    picture.height = map.pictureHeight;
    picture.pixels = map.picture;
    picture.low = {map.left, -map.top};
    picture.high = {map.right, -map.bottom};
    return picture;
}

class MapScene
{
public:
    explicit MapScene(const MapData& map) : m_map(map) {}

    SceneDescription describe(const QString& name, MapUnits units)
    {
        m_scene.name = m_map.name.isEmpty() ? name : m_map.name;
        m_scene.ground = heightField(m_map);
        m_scene.picture = scenePicture(m_map);
        const std::vector<glm::u8vec3> colours = paintedGround(m_map);
        addTerrain(colours);
        addMesh(waterMesh(m_map));
        addMesh(placedProps(m_map, units, colours));
        addBounds();
        addZones();
        if (units == MapUnits::Drawn)
            addStarts();
        else
            addPlaced();
        addFacts();
        return std::move(m_scene);
    }

private:
    glm::dvec3 onGround(double x, double y, double lift = 0.0) const
    {
        return mapToWorld(x, y, m_map.heightAt(x, y) + lift);
    }
    void addMesh(model::SceneMesh mesh)
    {
        if (!mesh.indices.empty())
            m_scene.meshes.push_back(std::move(mesh));
    }
    void addTerrain(std::span<const glm::u8vec3> colours)
    {
        rts::TerrainGrid grid{m_map.width, m_map.height, m_map.heights, colours, m_map.holes};
        if (!grid.holes.empty() && grid.holes.size() != static_cast<std::size_t>(m_map.width) *
                                                            static_cast<std::size_t>(m_map.height))
            grid.holes = {};
        addMesh(rts::terrainMesh(grid));
    }
    void addBounds()
    {
        m_scene.bounds.include(mapToWorld(0.0, 0.0, 0.0));
        m_scene.bounds.include(mapToWorld(m_map.width, m_map.height, 0.0));
        const auto [lowest, highest] = std::minmax_element(m_map.heights.begin(), m_map.heights.end());
        if (lowest != m_map.heights.end()) {
            m_scene.groundHeight = static_cast<double>(*lowest);
            m_scene.bounds.min.y = static_cast<double>(*lowest);
            m_scene.bounds.max.y = static_cast<double>(*highest);
        }
        const glm::ivec4 played = playedOn(m_map);
        const glm::ivec2 corners[] = {{played.x, played.y},
                                      {played.z, played.y},
                                      {played.z, played.w},
                                      {played.x, played.w},
                                      {played.x, played.y}};
        SceneLines line;
        line.starts = {0};
        for (std::size_t i = 0; i + 1 < std::size(corners); ++i) {
            const glm::ivec2 way = corners[i + 1] - corners[i];
            const int steps = std::max(std::abs(way.x), std::abs(way.y));
            for (int step = 0; step < steps; ++step)
                addPoint(line, glm::dvec2(corners[i]) + glm::dvec2(way) * (1.0 * step / steps));
        }
        addPoint(line, glm::dvec2(corners[0]));
        m_scene.lines.push_back(std::move(line));
        const glm::dvec2 middle{(played.x + played.z) / 2.0, (played.y + played.w) / 2.0};
        const double reach = std::hypot(played.z - played.x, played.w - played.y);
        m_scene.cameras.push_back(rts::cameraOver(QStringLiteral("Whole map"), onGround(middle.x, middle.y),
                                                  std::max(reach, 30.0)));
    }
    void addPoint(SceneLines& line, const glm::dvec2& at) const
    {
        line.points.emplace_back(onGround(at.x, at.y, LineLift));
    }
    void addZones()
    {
        model::SceneLines rings = zoneRings(m_map);
        if (!rings.starts.empty())
            m_scene.lines.push_back(std::move(rings));
    }
    /// What replays report, with places rounded down.
    void addPlaced()
    {
        for (const MapObject& object : m_map.objects) {
            if (!isReportedThing(object) || m_scene.placed.size() >= MaxPlacedThings)
                continue;
            const glm::dvec2 at{object.position};
            const glm::ivec2 cell{glm::floor(at)};
            m_scene.placed.push_back({object.type, {cell.x, -cell.y}, {at.x, -at.y}});
        }
    }
    void addFacts()
    {
        const auto fact = [this](const char* name, const Sentence& value) {
            m_scene.facts.push_back(model::SceneFact::of(QLatin1String(name), value));
        };
        const auto whole = [](int value) { return Sentence::figure(QString::number(value)); };
        if (!m_map.author.isEmpty())
            fact("Author", m_map.author);
        const glm::ivec4 played = playedOn(m_map);
        fact("Size", Sentence::of(QStringLiteral("%1 by %2 cells, %3 by %4 of them played on"),
                                  {whole(m_map.width), whole(m_map.height), whole(played.z - played.x),
                                   whole(played.w - played.y)}));
        if (!m_map.tileSet.isEmpty())
            fact("Tile set", m_map.tileSet);
        if (!m_scene.placed.empty())
            fact("Resources and rocks",
                 Sentence::of(QStringLiteral("drawn where the map has them, worked out from places that the "
                                             "recording rounds down")));
    }
    void addStarts()
    {
        std::size_t count = 0;
        for (const MapObject& object : m_map.objects) {
            if (object.kind == MapObject::Kind::StartLocation && ++count <= MaxShownStarts)
                addStart(object, QStringLiteral("Start %1").arg(count));
        }
    }
    void addStart(const MapObject& start, const QString& name)
    {
        constexpr int Corners = 48;
        constexpr double Radius = 6.0; // metres, about what a town hall needs
        const glm::dvec2 at{start.position};
        SceneLines ring;
        ring.starts = {0};
        ring.points.reserve(Corners + 1);
        for (int i = 0; i <= Corners; ++i) {
            const double a = 2 * std::numbers::pi * i / Corners;
            addPoint(ring, at + Radius * glm::dvec2(std::cos(a), std::sin(a)));
        }
        m_scene.lines.push_back(std::move(ring));
        m_scene.labels.push_back({onGround(at.x, at.y - Radius - 1.0, 0.5), name});
        m_scene.cameras.push_back(rts::cameraOver(name, onGround(at.x, at.y), 40.0));
    }

    const MapData& m_map;
    SceneDescription m_scene;
};

} // namespace

SceneDescription mapScene(const MapData& map, const QString& name, MapUnits units)
{
    return MapScene(map).describe(name, units);
}

} // namespace ghostline::sc2
