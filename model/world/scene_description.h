// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Static surroundings in no format's terms: surfaces, lines, labels. Colours are the theme's business.
#include "model/base/sentence.h"
#include "model/world/grid_layer.h"
#include "model/world/height_field.h"

#include <QString>

#include <algorithm>
#include <cstdint>
#include <glm/glm.hpp>
#include <optional>
#include <span>
#include <vector>

namespace ghostline::model {

/// What a piece of scenery is, so that a theme can colour it.
enum class SceneRole : std::uint8_t {
    Ground,
    Field, ///< the level place that is played on, lighter than what lies outside
    Road,
    Shoulder,
    Sidewalk,
    Crossing,
    MarkingWhite,
    MarkingYellow,
    Wall,
    Zone,
    Track,
    Outline,
    Shell,    ///< walls one looks through from outside; drawn translucent
    Obstacle, ///< solid block
    Goal,     ///< coloured by SceneMesh::team / SceneLines::team
    Launch,   ///< tube or gate through which players enter; coloured by team
    Terrain,  ///< natural ground in colours of its own, smoothly shaded
    Water,    ///< a translucent surface
    Prop,     ///< a solid thing in colours of its own: tree, rock
    Glow      ///< light round something that shines, seen from both sides; coloured by team
};

using SceneColour = glm::u8vec3; ///< sRGB

/// Indexed triangles, counter-clockwise seen from the front. Vertices are relative to `origin`, metres.
struct SceneMesh
{
    SceneRole role = SceneRole::Ground;
    glm::dvec3 origin{0.0};
    std::vector<glm::vec3> vertices;
    std::vector<std::uint32_t> indices;
    int team = -1; ///< index into ReplayInfo::teams whose hue it takes, -1 = by role
    /// sRGB, one for each vertex; empty = by role. The theme may darken or lighten them as a whole.
    std::vector<SceneColour> colours{};
    /// Of a Glow, one for each vertex, 255 = hides what is behind it; any other number of them is not
    /// trusted.
    std::vector<std::uint8_t> opacities{};

    /// Calls `visit(a, b, c)` with the indices of each triangle. Those out of range are not trusted: skipped.
    template<typename Visit>
    void forEachTriangle(const Visit& visit) const
    {
        for (std::size_t i = 0; i + 2 < indices.size(); i += 3) {
            const std::uint32_t a = indices[i], b = indices[i + 1], c = indices[i + 2];
            if (std::max({a, b, c}) < vertices.size())
                visit(a, b, c);
        }
    }
};

/// Polyline points, relative to `origin`; `starts` are indices of each line's first point.
struct SceneLines
{
    SceneRole role = SceneRole::Outline;
    glm::dvec3 origin{0.0};
    std::vector<glm::vec3> points;
    std::vector<std::uint32_t> starts;
    int team = -1; ///< as in SceneMesh

    /// The points of one line; starts out of range are not trusted.
    std::span<const glm::vec3> line(std::size_t i) const
    {
        const auto start = [this](std::size_t line) {
            return line < starts.size() ? std::min<std::size_t>(starts[line], points.size()) : points.size();
        };
        const std::size_t first = start(i), end = start(i + 1);
        return std::span(points).subspan(first, end > first ? end - first : 0);
    }
};

struct SceneLabel
{
    glm::dvec3 position{0.0};
    QString text;
};

/// A place from which the surroundings are worth looking at.
struct SceneCamera
{
    QString name; ///< for people, unique in a scene ("Blue goal")
    glm::dvec3 position{0.0};
    glm::dvec3 target{0.0};
    double verticalFov = 60.0; ///< degrees
    bool follows = false;      ///< turns toward the actor that is ActorInfo::focus
};

struct Bounds
{
    glm::dvec3 min{0.0};
    glm::dvec3 max{0.0};
    bool valid = false;
    void include(const glm::dvec3& p)
    {
        min = valid ? glm::min(min, p) : p;
        max = valid ? glm::max(max, p) : p;
        valid = true;
    }
};

/// The surroundings from above, north (-Z) at the top.
struct ScenePicture
{
    int width = 0; ///< pixels
    int height = 0;
    std::vector<SceneColour> pixels; ///< row by row; width x height of them, or none
    glm::dvec2 low{0.0};             ///< world x and z of its upper left corner
    glm::dvec2 high{0.0};            ///< of its lower right corner
};

/// Something that a map's file says of itself, for people: "Size", "64 by 48 cells".
struct SceneFact
{
    QString name;
    QString value;
    Wording valueWording{}; ///< how it is told in another language; may be empty

    static SceneFact of(const QString& name, const Sentence& value)
    {
        return {name, value.text(), value.wording()};
    }
};

/// Something that stands on the map, and that recordings report with a rounded place.
struct PlacedThing
{
    QString type;           ///< as ActorInfo::nativeType
    glm::ivec2 recorded{0}; ///< world x and z that a recording tells of it
    glm::dvec2 exact{0.0};  ///< where it stands
};

/// Vertices that mark such a thing in the recording's own surroundings.
struct PlacedMark
{
    QString type; ///< as ActorInfo::nativeType
    glm::ivec2 recorded{0};
    std::size_t mesh = 0; ///< in SceneDescription::meshes
    std::size_t first = 0;
    std::size_t count = 0;
};

struct SceneDescription
{
    QString name;          ///< "Town01.xodr", "" when there is none
    QString note;          ///< why there is none or what was left out, for people
    Wording noteWording{}; ///< how it is told in another language; may be empty
    /// Why it may not be the recording's own map, for people; empty = it is, or nobody can tell.
    QString doubt;
    Wording doubtWording{};
    QString path; ///< of the map that was read, empty = none but what the recording itself holds
    std::vector<SceneMesh> meshes;
    std::vector<SceneLines> lines;
    std::vector<SceneLabel> labels;
    std::vector<SceneCamera> cameras;
    std::vector<std::shared_ptr<const GridLayer>> grids; ///< surroundings made of blocks
    Bounds bounds;
    double groundHeight = 0.0; ///< Y of the grid
    /// Heights of the ground; null = level at groundHeight, or made of blocks or roads.
    std::shared_ptr<const HeightField> ground;
    /// The recording tells no heights: what it places is lifted by `ground` where it is shown.
    bool heightless = false;
    ScenePicture picture;           ///< the map's own small picture
    std::vector<SceneFact> facts{}; ///< what the map's file says of itself
    /// Of a map: what is drawn here where a recording tells only a rounded place. See placed_things.h.
    std::vector<PlacedThing> placed{};
    std::vector<PlacedMark> marks{}; ///< of a recording's own surroundings, until a map is put round them
    /// Y of the floor of a hall in which people and things float: their shadows fall on it.
    std::optional<double> floorHeight{};

    void noteThat(const Sentence& what)
    {
        note = what.text();
        noteWording = what.wording();
    }
    void doubtThat(const Sentence& why)
    {
        doubt = why.text();
        doubtWording = why.wording();
    }
};

/// Whether all of it lies within walls that one looks through: then there is no sky and no open ground.
inline bool isHall(const SceneDescription& scene)
{
    return std::any_of(scene.meshes.begin(), scene.meshes.end(),
                       [](const SceneMesh& mesh) { return mesh.role == SceneRole::Shell; });
}

} // namespace ghostline::model
