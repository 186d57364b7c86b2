// SPDX-License-Identifier: GPL-3.0-or-later
// Dimensions and block positions are facts read off public sources; every shape here is ours and stylised.
#include "codecs/echo/replay/arena_scene.h"

#include "codecs/echo/replay/arena_blocks.h"

#include <QCoreApplication>

#include <array>
#include <cmath>
#include <numbers>
#include <span>

namespace ghostline::echo {

namespace {

using model::SceneLines;
using model::SceneMesh;
using model::SceneRole;

constexpr float Tau = 2.0F * std::numbers::pi_v<float>;
constexpr float Chamfer = 4.5F;  // of the hull's long edges
constexpr float EndTaper = 3.0F; // how far the end walls draw in
constexpr float EndStart = 37.2F;
constexpr float BackingDistance = arena::GoalDistance + 0.32F;

QString text(const char* words) { return QCoreApplication::translate("EchoArena", words); }

/// Triangles with vertices of their own, collected piece by piece.
class Shape
{
public:
    Shape(SceneRole role, int team = -1)
    {
        m_mesh.role = role;
        m_mesh.team = team;
    }
    std::uint32_t vertex(const glm::vec3& p)
    {
        m_mesh.vertices.push_back(p);
        return static_cast<std::uint32_t>(m_mesh.vertices.size() - 1);
    }
    void triangle(std::uint32_t a, std::uint32_t b, std::uint32_t c)
    {
        m_mesh.indices.insert(m_mesh.indices.end(), {a, b, c});
    }
    void quad(std::uint32_t a, std::uint32_t b, std::uint32_t c, std::uint32_t d)
    {
        triangle(a, b, c);
        triangle(a, c, d);
    }
    SceneMesh take() { return std::move(m_mesh); }

private:
    SceneMesh m_mesh;
};

/// A ring about an axis along Z: `tube` is the radius of what it is bent from.
void addRing(Shape& shape, const glm::vec3& centre, float radius, float tube, int around, int across)
{
    std::vector<std::uint32_t> at;
    at.reserve(static_cast<std::size_t>(around) * static_cast<std::size_t>(across));
    for (int i = 0; i < around; ++i) {
        const float a = Tau * static_cast<float>(i) / static_cast<float>(around);
        const glm::vec3 out{std::cos(a), std::sin(a), 0.0F};
        for (int k = 0; k < across; ++k) {
            const float b = Tau * (static_cast<float>(k) + 0.5F) / static_cast<float>(across);
            at.push_back(shape.vertex(centre + out * (radius + tube * std::cos(b)) +
                                      glm::vec3(0.0F, 0.0F, tube * std::sin(b))));
        }
    }
    const auto index = [&at, around, across](int i, int k) {
        const auto row = static_cast<std::size_t>(i % around);
        return at[row * static_cast<std::size_t>(across) + static_cast<std::size_t>(k % across)];
    };
    for (int i = 0; i < around; ++i) {
        for (int k = 0; k < across; ++k)
            shape.quad(index(i, k), index(i + 1, k), index(i + 1, k + 1), index(i, k + 1));
    }
}

/// A prism of `sides` corners along Z, counter-clockwise seen from outside.
void addPrism(Shape& shape, const glm::vec3& centre, float radius, float halfDepth, int sides, float turned)
{
    std::vector<std::uint32_t> back, front;
    for (int i = 0; i < sides; ++i) {
        const float a = turned + Tau * static_cast<float>(i) / static_cast<float>(sides);
        const glm::vec3 out{std::cos(a) * radius, std::sin(a) * radius, 0.0F};
        back.push_back(shape.vertex(centre + out - glm::vec3(0.0F, 0.0F, halfDepth)));
        front.push_back(shape.vertex(centre + out + glm::vec3(0.0F, 0.0F, halfDepth)));
    }
    const auto n = static_cast<std::size_t>(sides);
    for (std::size_t i = 0; i < n; ++i)
        shape.quad(back[i], back[(i + 1) % n], front[(i + 1) % n], front[i]);
    for (std::size_t i = 1; i + 1 < n; ++i) {
        shape.triangle(front[0], front[i], front[i + 1]);
        shape.triangle(back[0], back[i + 1], back[i]);
    }
}

// ---- the hull ----

/// The hull's cross-section, counter-clockwise seen from +Z, drawn in by `inset`.
std::array<glm::vec3, 8> section(float z, float inset)
{
    const float x = arena::HalfWidth - inset;
    const float low = arena::Floor + inset;
    const float high = arena::Ceiling - inset;
    const float c = Chamfer;
    return {{{x, low + c, z},
             {x, high - c, z},
             {x - c, high, z},
             {-x + c, high, z},
             {-x, high - c, z},
             {-x, low + c, z},
             {-x + c, low, z},
             {x - c, low, z}}};
}

void addBand(Shape& shape, const std::array<glm::vec3, 8>& back, const std::array<glm::vec3, 8>& front)
{
    std::array<std::uint32_t, 8> b{}, f{};
    for (std::size_t i = 0; i < 8; ++i) {
        b[i] = shape.vertex(back[i]);
        f[i] = shape.vertex(front[i]);
    }
    for (std::size_t i = 0; i < 8; ++i)
        shape.quad(b[i], b[(i + 1) % 8], f[(i + 1) % 8], f[i]);
}

void addHull(model::SceneDescription& scene)
{
    Shape sides(SceneRole::Shell);
    addBand(sides, section(-EndStart, 0.0F), section(0.0F, 0.0F));
    addBand(sides, section(0.0F, 0.0F), section(EndStart, 0.0F));
    scene.meshes.push_back(sides.take());
    for (const int team : {0, 1}) {
        const float sign = team == 0 ? -1.0F : 1.0F;
        Shape end(SceneRole::Shell, team);
        const auto wide = section(sign * EndStart, 0.0F);
        const auto narrow = section(sign * arena::HalfLength, EndTaper);
        if (team == 0)
            addBand(end, narrow, wide);
        else
            addBand(end, wide, narrow);
        std::array<std::uint32_t, 8> cap{};
        for (std::size_t i = 0; i < 8; ++i)
            cap[i] = end.vertex(narrow[i]);
        for (std::size_t i = 1; i + 1 < 8; ++i) {
            if (team == 0)
                end.triangle(cap[0], cap[i + 1], cap[i]);
            else
                end.triangle(cap[0], cap[i], cap[i + 1]);
        }
        scene.meshes.push_back(end.take());
    }
}

void addLoop(SceneLines& lines, std::span<const glm::vec3> points)
{
    lines.starts.push_back(static_cast<std::uint32_t>(lines.points.size()));
    lines.points.insert(lines.points.end(), points.begin(), points.end());
    lines.points.push_back(points.front());
}

void addCircle(SceneLines& lines, const glm::vec3& centre, float radius, const glm::vec3& right,
               const glm::vec3& up)
{
    constexpr int Pieces = 40;
    std::vector<glm::vec3> points;
    points.reserve(Pieces);
    for (int i = 0; i < Pieces; ++i) {
        const float a = Tau * static_cast<float>(i) / static_cast<float>(Pieces);
        points.push_back(centre + right * (std::cos(a) * radius) + up * (std::sin(a) * radius));
    }
    addLoop(lines, points);
}

void addOutlines(model::SceneDescription& scene)
{
    SceneLines edges;
    edges.role = SceneRole::Outline;
    const std::array<std::array<glm::vec3, 8>, 4> rings{section(-arena::HalfLength, EndTaper),
                                                        section(-EndStart, 0.0F), section(EndStart, 0.0F),
                                                        section(arena::HalfLength, EndTaper)};
    for (const auto& ring : rings)
        addLoop(edges, ring);
    for (std::size_t i = 0; i < 8; ++i) {
        edges.starts.push_back(static_cast<std::uint32_t>(edges.points.size()));
        for (const auto& ring : rings)
            edges.points.push_back(ring[i]);
    }
    scene.lines.push_back(edges);

    // The middle: a line round the hull, a circle on the floor, and one where the disc is launched.
    SceneLines middle;
    middle.role = SceneRole::Track;
    addLoop(middle, section(0.0F, 0.06F));
    const glm::vec3 x{1.0F, 0.0F, 0.0F}, z{0.0F, 0.0F, 1.0F};
    addCircle(middle, {0.0F, arena::Floor + 0.06F, 0.0F}, 4.0F, x, z);
    addCircle(middle, {0.0F, 0.0F, 0.0F}, 1.0F, x, z);
    scene.lines.push_back(middle);
    // Where each half's own ground begins, in its team's hue.
    for (const int team : {0, 1}) {
        SceneLines half;
        half.role = SceneRole::Track;
        half.team = team;
        const float sign = team == 0 ? -1.0F : 1.0F;
        addLoop(half, section(sign * 18.0F, 0.06F));
        scene.lines.push_back(half);
    }
}

// ---- goals, launch tubes ----

/// A translucent disc that is densest at the goal's ring and fades outward.
void addGlow(model::SceneDescription& scene, int team)
{
    struct Band
    {
        float radius;
        std::uint8_t opacity;
    };
    constexpr std::array bands{Band{0.0F, 36}, Band{arena::GoalRadius, 92},
                               Band{arena::GoalRadius + 0.35F, 44}, Band{arena::GoalRadius + 1.3F, 0}};
    constexpr int Around = 24;
    const float z = (team == 0 ? -1.0F : 1.0F) * arena::GoalDistance;
    SceneMesh glow;
    glow.role = SceneRole::Glow;
    glow.team = team;
    for (const Band& band : bands) {
        for (int i = 0; i < Around; ++i) {
            const float a = Tau * static_cast<float>(i) / static_cast<float>(Around);
            glow.vertices.emplace_back(std::cos(a) * band.radius, std::sin(a) * band.radius, z);
            glow.opacities.push_back(band.opacity);
        }
    }
    const auto at = [](std::size_t band, int i) {
        return static_cast<std::uint32_t>(band * Around + static_cast<std::size_t>(i % Around));
    };
    for (std::size_t band = 0; band + 1 < bands.size(); ++band) {
        for (int i = 0; i < Around; ++i) {
            glow.indices.insert(glow.indices.end(), {at(band, i), at(band + 1, i), at(band + 1, i + 1)});
            if (band > 0)
                glow.indices.insert(glow.indices.end(), {at(band, i), at(band + 1, i + 1), at(band, i + 1)});
        }
    }
    scene.meshes.push_back(std::move(glow));
}

void addGoal(model::SceneDescription& scene, int team)
{
    const float sign = team == 0 ? -1.0F : 1.0F;
    Shape goal(SceneRole::Goal, team);
    addRing(goal, {0.0F, 0.0F, sign * arena::GoalDistance}, arena::GoalRadius, 0.13F, 24, 6);
    scene.meshes.push_back(goal.take());
    addGlow(scene, team);
    // Seen through from behind, where a camera stands.
    Shape backing(SceneRole::Shell, team);
    addPrism(backing, {0.0F, 0.0F, sign * BackingDistance}, 2.05F, 0.1F, 6, 0.0F);
    scene.meshes.push_back(backing.take());
    // Held by four struts, so that it does not seem to hover by itself.
    SceneLines struts;
    struts.role = SceneRole::Outline;
    struts.team = team;
    const auto end = section(sign * arena::HalfLength, EndTaper);
    for (const std::size_t corner : {std::size_t{1}, std::size_t{4}, std::size_t{5}, std::size_t{0}}) {
        struts.starts.push_back(static_cast<std::uint32_t>(struts.points.size()));
        const glm::vec3 towards = glm::normalize(glm::vec3(end[corner].x, end[corner].y, 0.0F));
        struts.points.push_back(towards * 2.05F + glm::vec3(0.0F, 0.0F, sign * BackingDistance));
        struts.points.push_back(end[corner]);
    }
    scene.lines.push_back(struts);

    Shape tubes(SceneRole::Launch, team);
    for (int i = 0; i < 5; ++i) {
        const float a = Tau * static_cast<float>(i) / 5.0F;
        const glm::vec3 mouth{std::sin(a) * arena::LaunchCircle,
                              arena::LaunchCentreUp + std::cos(a) * arena::LaunchCircle,
                              sign * (arena::LaunchDistance - 0.12F)};
        addRing(tubes, mouth, arena::LaunchRadius, 0.1F, 14, 4);
    }
    scene.meshes.push_back(tubes.take());
}

// ---- floating blocks ----

/// Drawn smaller than the room they take, as play needs the view between them.
constexpr float DrawnPart = 0.75F;

void addBlock(Shape& shape, const arena::Block& block, double side, double end)
{
    const glm::vec3 at(block.x * side, block.y, block.z * end);
    const float half = static_cast<float>(block.half) * DrawnPart;
    if (block.octagon)
        addPrism(shape, at, half * 1.08F, half, 8, Tau / 16.0F);
    else
        addPrism(shape, at, half * std::numbers::sqrt2_v<float>, half, 4, 0.0F);
}

/// One of the three parts of the arena: -1 and 1 its halves, 0 what stands on the mid line.
void addBlocks(model::SceneDescription& scene, int part)
{
    Shape shape(SceneRole::Obstacle, part == 0 ? -1 : part < 0 ? 0 : 1);
    for (const arena::Block& block : arena::Blocks) {
        if (block.bothZ != (part != 0))
            continue;
        addBlock(shape, block, 1.0, part);
        if (block.bothX)
            addBlock(shape, block, -1.0, part);
    }
    scene.meshes.push_back(shape.take());
}

// ---- places ----

QString teamName(const MatchHeader& header, int team)
{
    const QString& name = header.teamNames[static_cast<std::size_t>(team)];
    return name.isEmpty() ? (team == 0 ? text("Blue") : text("Orange")) : name;
}

void addPlaces(model::SceneDescription& scene, const MatchHeader& header)
{
    for (const int team : {0, 1}) {
        const double sign = team == 0 ? -1.0 : 1.0;
        const double goal = static_cast<double>(arena::GoalDistance) * sign;
        scene.labels.push_back({{0.0, 2.6, goal}, text("%1 goal").arg(teamName(header, team))});
        const QString side = team == 0 ? text("Blue") : text("Orange");
        scene.cameras.push_back(
            {text("%1 goal").arg(side), {0.0, 2.5, goal + sign * 10.5}, {0.0, 0.0, 0.0}, 58.0});
        scene.cameras.push_back(
            {text("%1 keeper").arg(side), {0.0, 0.7, goal - sign * 0.8}, {0.0, 0.0, 0.0}, 75.0, true});
    }
    scene.cameras.push_back({text("Sideline"), {29.0, 9.0, 0.0}, {0.0, 0.0, 0.0}, 52.0, true});
    // A little to one side, so that the long way of the arena is the wide way of
    // the picture.
    scene.cameras.push_back({text("Overhead"), {5.0, 50.0, 0.0}, {0.0, 0.0, 0.0}, 58.0});
}

model::SceneDescription echoArena(const MatchHeader& header)
{
    model::SceneDescription scene;
    scene.name = text("Echo Arena");
    scene.note = text("Stylised, from published coordinates: the recording does "
                      "not hold the arena");
    addHull(scene);
    for (const int part : {0, -1, 1})
        addBlocks(scene, part);
    for (const int team : {0, 1})
        addGoal(scene, team);
    addOutlines(scene);
    addPlaces(scene, header);
    scene.bounds.include({-arena::HalfWidth, arena::Floor, -arena::HalfLength});
    scene.bounds.include({arena::HalfWidth, arena::Ceiling, arena::HalfLength});
    scene.groundHeight = static_cast<double>(arena::Floor) - 1.5;
    scene.floorHeight = static_cast<double>(arena::Floor);
    return scene;
}

// ---- maps without published dimensions ----

QString mapName(Map map, const MatchHeader& header)
{
    switch (map) {
    case Map::Lobby:
        return text("Lobby");
    case Map::Fission:
        return text("Fission");
    case Map::Combustion:
        return text("Combustion");
    case Map::Dyson:
        return text("Dyson");
    case Map::Gauss:
        return text("Surge");
    case Map::Tutorial:
        return text("Tutorial");
    case Map::Arena:
    case Map::Uncoded:
        break;
    }
    return header.mapName.isEmpty() ? text("Unknown map") : header.mapName;
}

model::SceneDescription gridBox(const MatchHeader& header)
{
    constexpr float Half = 40.0F, Low = -10.0F, High = 10.0F, Step = 10.0F;
    model::SceneDescription scene;
    scene.name = mapName(header.map, header);
    scene.note = text("No dimensions of this map are public: the box shows 80 by "
                      "80 by 20 metres round its origin");
    SceneLines box;
    box.role = SceneRole::Outline;
    for (const float y : {Low, High})
        addLoop(box, std::array{glm::vec3(-Half, y, -Half), glm::vec3(Half, y, -Half),
                                glm::vec3(Half, y, Half), glm::vec3(-Half, y, Half)});
    const auto line = [](SceneLines& lines, const glm::vec3& a, const glm::vec3& b) {
        lines.starts.push_back(static_cast<std::uint32_t>(lines.points.size()));
        lines.points.insert(lines.points.end(), {a, b});
    };
    for (const float x : {-Half, Half}) {
        for (const float z : {-Half, Half})
            line(box, {x, Low, z}, {x, High, z});
    }
    SceneLines grid;
    grid.role = SceneRole::Track;
    for (int i = -3; i <= 3; ++i) {
        const float at = Step * static_cast<float>(i);
        line(grid, {at, Low, -Half}, {at, Low, Half});
        line(grid, {-Half, Low, at}, {Half, Low, at});
    }
    scene.lines = {box, grid};
    scene.labels.push_back({{0.0, static_cast<double>(High), static_cast<double>(-Half)}, scene.name});
    scene.cameras.push_back({text("Sideline"), {70.0, 30.0, 0.0}, {0.0, 0.0, 0.0}, 52.0, true});
    scene.cameras.push_back({text("Overhead"), {8.0, 90.0, 0.0}, {0.0, 0.0, 0.0}, 58.0});
    scene.bounds.include({-Half, Low, -Half});
    scene.bounds.include({Half, High, Half});
    scene.groundHeight = static_cast<double>(Low) - 1.0;
    return scene;
}

} // namespace

model::SceneDescription arenaScene(const MatchHeader& header)
{
    return header.map == Map::Arena ? echoArena(header) : gridBox(header);
}

} // namespace ghostline::echo
