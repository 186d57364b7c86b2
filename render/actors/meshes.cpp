// SPDX-License-Identifier: GPL-3.0-or-later
// Builds the unit meshes: few triangles, hard edges, and fronts that can be told from backs.
#include "render/actors/meshes.h"

#include "render/actors/mesh_builder.h"
#include "render/actors/unit_meshes.h"
#include "render/actors/vehicle_meshes.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <span>

namespace ghostline::render {

// body_meshes.cpp
Mesh makeLimb();
Mesh makeTorso();
Mesh makeHead();
Mesh makePuck();

namespace {

Zone bodyOnly(std::size_t, float) { return Zone::Body; }

Mesh makeBox()
{
    Builder b;
    b.block({-1, 1, 1, -1}, {1, 1, 1, -1}, Zone::Body, Zone::Body);
    return b.take();
}

/// A plain car: dark wheels below, a bonnet that falls to the front, a glass cabin set to the rear, lamps.
Mesh makeVehicle()
{
    Builder b;
    b.block({-1.0F, 0.86F, 0.80F, -0.80F}, {-0.55F, 0.90F, 0.86F, -0.86F}, Zone::Dark, Zone::Dark);
    const glm::vec3 noseLow{1.0F, -0.62F, 1.0F}, noseHigh{0.92F, -0.12F, 0.97F}, screen{0.98F, 0.12F, 0.36F};
    const glm::vec3 boot{0.98F, 0.16F, -0.72F}, tailHigh{0.94F, 0.10F, -0.98F}, tailLow{1.0F, -0.62F, -1.0F};
    const auto left = [](const glm::vec3& p) { return glm::vec3(-p.x, p.y, p.z); };
    b.quad(left(noseLow), noseLow, noseHigh, left(noseHigh));
    b.quad(left(noseHigh), noseHigh, screen, left(screen));
    b.quad(left(screen), screen, boot, left(boot));
    b.quad(left(boot), boot, tailHigh, left(tailHigh));
    b.quad(left(tailHigh), tailHigh, tailLow, left(tailLow));
    b.quad(left(tailLow), tailLow, noseLow, left(noseLow), Zone::Dark);
    b.face(std::array{noseLow, tailLow, tailHigh, boot, screen, noseHigh});
    b.face(
        std::array{left(noseHigh), left(screen), left(boot), left(tailHigh), left(tailLow), left(noseLow)});
    b.block({0.12F, 0.90F, 0.42F, -0.80F}, {1.0F, 0.70F, 0.02F, -0.62F}, Zone::Glass, Zone::Body);
    for (const float side : {-1.0F, 1.0F}) {
        const float outer = side * 0.90F, inner = side * 0.50F;
        const float l = std::min(outer, inner), r = std::max(outer, inner);
        b.quad({l, -0.42F, 1.005F}, {r, -0.42F, 1.005F}, {r, -0.16F, 0.99F}, {l, -0.16F, 0.99F},
               Zone::HeadLight);
        // Seen from above the lamps reach a little over the bonnet.
        b.quad({l, -0.10F, 0.985F}, {r, -0.10F, 0.985F}, {r, -0.055F, 0.86F}, {l, -0.055F, 0.86F},
               Zone::HeadLight);
        b.quad({r, -0.30F, -1.01F}, {l, -0.30F, -1.01F}, {l, 0.02F, -1.0F}, {r, 0.02F, -1.0F},
               Zone::TailLight);
    }
    return b.take();
}

/// A standing figure: tapered body, neck, head with a dark face. 80 triangles.
Mesh makeCapsule()
{
    constexpr std::array rings{Ring{-1, 0},        Ring{-1, 0.50F},    Ring{0.30F, 1.0F}, Ring{0.56F, 0.34F},
                               Ring{0.70F, 0.58F}, Ring{0.92F, 0.44F}, Ring{1, 0}};
    return revolve(rings, 8, [](std::size_t band, float z) {
        return band == 4 && z > 0.15F ? Zone::Glass : Zone::Body;
    });
}

Mesh makeSphere()
{
    std::array<Ring, 7> rings{};
    for (std::size_t i = 0; i < rings.size(); ++i) {
        const float a =
            std::numbers::pi_v<float> * static_cast<float>(i) / static_cast<float>(rings.size() - 1);
        rings[i] = {-std::cos(a), i == 0 || i + 1 == rings.size() ? 0.0F : std::sin(a)};
    }
    return revolve(rings, 10, bodyOnly);
}

Mesh makeCylinder()
{
    constexpr std::array rings{Ring{-1, 0}, Ring{-1, 1}, Ring{1, 1}, Ring{1, 0}};
    return revolve(rings, 12, bodyOnly);
}

/// Pole and head; each lamp is a band round the head, so that its state is seen from every side and from
/// above.
Mesh makeTrafficLight()
{
    Builder b;
    b.block({-1, 0.20F, 0.20F, -0.20F}, {0.10F, 0.16F, 0.16F, -0.16F}, Zone::Body, Zone::Body);
    b.block({0.10F, 0.84F, 0.84F, -0.84F}, {0.98F, 0.84F, 0.84F, -0.84F}, Zone::Dark, Zone::Dark);
    constexpr std::array lamps{Zone::LampGreen, Zone::LampYellow, Zone::LampRed};
    for (std::size_t i = 0; i < lamps.size(); ++i) {
        const float low = 0.16F + 0.27F * static_cast<float>(i);
        b.block({low, 1, 1, -1}, {low + 0.20F, 1, 1, -1}, lamps[i], lamps[i]);
    }
    b.quad({-0.6F, 1, 0.6F}, {0.6F, 1, 0.6F}, {0.6F, 1, -0.6F}, {-0.6F, 1, -0.6F}, Zone::LampAny);
    return b.take();
}

Mesh makeMarker()
{
    constexpr std::array rings{Ring{-1, 0}, Ring{0.35F, 0.8F}, Ring{1, 0}};
    return revolve(rings, 4, bodyOnly);
}

Mesh makeBone()
{
    constexpr std::array rings{Ring{-1, 0}, Ring{-0.7F, 1}, Ring{1, 0}};
    return revolve(rings, 4, bodyOnly);
}

/// A flat arrowhead with a notch behind: its point is where the actor faces. Rises toward the middle line.
Mesh makeArrow()
{
    Builder b;
    const glm::vec3 nose{0.0F, -0.4F, 1.0F}, left{1.0F, -0.4F, -1.0F}, right{-1.0F, -0.4F, -1.0F};
    const glm::vec3 notch{0.0F, -0.1F, -0.45F}, ridge{0.0F, 1.0F, -0.2F};
    const auto low = [](glm::vec3 p) {
        p.y = -1.0F;
        return p;
    };
    b.face(std::array{nose, ridge, right});
    b.face(std::array{nose, left, ridge});
    b.face(std::array{left, notch, ridge});
    b.face(std::array{notch, right, ridge});
    b.quad(low(nose), low(left), left, nose, Zone::Dark);
    b.quad(low(right), low(nose), nose, right, Zone::Dark);
    b.quad(low(left), low(notch), notch, left, Zone::Dark);
    b.quad(low(notch), low(right), right, notch, Zone::Dark);
    return b.take();
}

Mesh makeDiamond()
{
    constexpr std::array rings{Ring{-1, 0}, Ring{0, 1}, Ring{1, 0}};
    return revolve(rings, 4, bodyOnly);
}

/// A dark tyre; of the disc in it every third piece is a spoke, so that one sees it turn.
Mesh makeWheel()
{
    constexpr int Pieces = 12;
    constexpr float Inner = 0.66F, Dish = 0.8F;
    Builder b;
    const auto place = [](float x, int piece, float radius) {
        const float a = static_cast<float>(piece) * 2.0F * std::numbers::pi_v<float> / Pieces;
        return glm::vec3(x, std::sin(a) * radius, -std::cos(a) * radius);
    };
    for (int i = 0; i < Pieces; ++i) {
        b.quad(place(1, i, 1), place(-1, i, 1), place(-1, i + 1, 1), place(1, i + 1, 1), Zone::Dark);
        for (const float side : {1.0F, -1.0F}) {
            const int from = side > 0.0F ? i : i + 1, to = side > 0.0F ? i + 1 : i; // seen from outside
            b.quad(place(side, from, 1), place(side, to, 1), place(side * Dish, to, Inner),
                   place(side * Dish, from, Inner), Zone::Dark);
            b.face(std::array{glm::vec3(side * Dish, 0.0F, 0.0F), place(side * Dish, from, Inner),
                              place(side * Dish, to, Inner)},
                   i % 3 == 0 ? Zone::Body : Zone::Dark);
        }
    }
    return b.take();
}

/// Six sides and a bevelled roof.
Mesh makeHexagon()
{
    constexpr std::array rings{Ring{-1, 0}, Ring{-1, 1}, Ring{0.45F, 1}, Ring{1, 0.6F}, Ring{1, 0}};
    return revolve(rings, 6, bodyOnly);
}

} // namespace

const Mesh& unitMesh(MeshKind kind)
{
    static const std::array<Mesh, MeshKinds> meshes{
        makeBox(),    makeVehicle(), makeCapsule(),  makeSphere(), makeCylinder(), makeTrafficLight(),
        makeMarker(), makeBone(),    makeLimb(),     makeTorso(),  makeHead(),     makePuck(),
        makeArrow(),  makeDiamond(), makeHexagon(),  makeWheel(),  makeWorker(),   makeInfantry(),
        makeArmour(), makeHull(),    makeAircraft(), makeCaster(), makeBuilding(), makeCrystal(),
        makeVent(),   makeVan(),     makeTruck(),    makeBus(),    makeTrailer()};
    return meshes[static_cast<std::size_t>(kind)];
}

MeshKind meshFor(model::ActorShape shape)
{
    using model::ActorShape;
    switch (shape) {
    case ActorShape::None:
    case ActorShape::View:
    case ActorShape::Box:
        return MeshKind::Box;
    case ActorShape::Vehicle:
        return MeshKind::Vehicle;
    case ActorShape::Capsule:
    case ActorShape::Body:
        return MeshKind::Capsule;
    case ActorShape::Sphere:
        return MeshKind::Sphere;
    case ActorShape::Cylinder:
        return MeshKind::Cylinder;
    case ActorShape::Disc:
        return MeshKind::Puck;
    case ActorShape::TrafficLight:
        return MeshKind::TrafficLight;
    case ActorShape::Marker:
        return MeshKind::Marker;
    case ActorShape::Arrow:
        return MeshKind::Arrow;
    case ActorShape::Diamond:
        return MeshKind::Diamond;
    case ActorShape::Hexagon:
        return MeshKind::Hexagon;
    case ActorShape::Worker:
        return MeshKind::Worker;
    case ActorShape::Infantry:
        return MeshKind::Infantry;
    case ActorShape::Armour:
        return MeshKind::Armour;
    case ActorShape::Aircraft:
        return MeshKind::Aircraft;
    case ActorShape::Caster:
        return MeshKind::Caster;
    case ActorShape::Building:
        return MeshKind::Building;
    case ActorShape::Crystal:
        return MeshKind::Crystal;
    case ActorShape::Vent:
        return MeshKind::Vent;
    }
    return MeshKind::Box;
}

MeshKind meshFor(model::VehicleBody body)
{
    using model::VehicleBody;
    switch (body) {
    case VehicleBody::Car:
        return MeshKind::Vehicle;
    case VehicleBody::Van:
        return MeshKind::Van;
    case VehicleBody::Truck:
        return MeshKind::Truck;
    case VehicleBody::Bus:
        return MeshKind::Bus;
    case VehicleBody::Trailer:
        return MeshKind::Trailer;
    }
    return MeshKind::Vehicle;
}

// The parts of a person and the puck, and the few flat meshes: smooth where a body is round, few triangles.

namespace {

constexpr float Tau = 2.0F * std::numbers::pi_v<float>;

/// A body of revolution about Y with normals that run smoothly round and along it. `squareness` below 1
/// pushes the round cross-section toward a box.
void revolveSmooth(Builder& b, std::span<const Ring> rings, int sides, float squareness = 1.0F)
{
    const auto first = b.next();
    const auto pushed = [squareness](float v) { return std::copysign(std::pow(std::abs(v), squareness), v); };
    for (std::size_t i = 0; i < rings.size(); ++i) {
        const Ring& below = rings[i == 0 ? 0 : i - 1];
        const Ring& above = rings[std::min(i + 1, rings.size() - 1)];
        const bool pole = rings[i].radius <= 0.0F;
        for (int k = 0; k < sides; ++k) {
            const float a = (static_cast<float>(k) + 0.5F) * Tau / static_cast<float>(sides);
            const float x = pushed(std::sin(a));
            const float z = pushed(std::cos(a));
            const glm::vec3 around = glm::normalize(glm::vec3(std::sin(a), 0.0F, std::cos(a)));
            const glm::vec3 slope =
                around * (above.y - below.y) + glm::vec3(0.0F, below.radius - above.radius, 0.0F);
            const glm::vec3 normal =
                pole ? glm::vec3(0.0F, rings[i].y < 0.0F ? -1.0F : 1.0F, 0.0F) : glm::normalize(slope);
            b.vertex({x * rings[i].radius, rings[i].y, z * rings[i].radius}, normal, Zone::Body);
        }
    }
    for (std::size_t i = 0; i + 1 < rings.size(); ++i) {
        for (int k = 0; k < sides; ++k) {
            const auto at = [&](std::size_t ring, int side) {
                return static_cast<std::uint16_t>(first + ring * static_cast<std::size_t>(sides) +
                                                  static_cast<std::size_t>(side % sides));
            };
            if (rings[i].radius > 0.0F)
                b.triangle(at(i, k), at(i, k + 1), at(i + 1, k + 1));
            if (rings[i + 1].radius > 0.0F)
                b.triangle(at(i, k), at(i + 1, k + 1), at(i + 1, k));
        }
    }
}

std::array<Ring, 7> ballRings(float radius)
{
    std::array<Ring, 7> rings{};
    for (std::size_t i = 0; i < rings.size(); ++i) {
        const float a = std::numbers::pi_v<float> * static_cast<float>(i) / 6.0F;
        rings[i] = {-std::cos(a), i == 0 || i == 6 ? 0.0F : std::sin(a) * radius};
    }
    return rings;
}

float at(int i, int n) { return 2.0F * static_cast<float>(i) / static_cast<float>(n) - 1.0F; }

} // namespace

Mesh makeLimb()
{
    // Its lower end is round and covers the end of the limb before.
    constexpr std::array rings{Ring{-1, 0},        Ring{-0.91F, 0.7F}, Ring{-0.7F, 0.97F},
                               Ring{-0.15F, 1.0F}, Ring{0.86F, 0.68F}, Ring{1, 0}};
    Builder b;
    revolveSmooth(b, rings, 7);
    return b.take();
}

Mesh makeTorso()
{
    // Hips, waist, chest and shoulders, which fall off to the neck.
    constexpr std::array rings{Ring{-1, 0},        Ring{-0.94F, 0.6F}, Ring{-0.6F, 0.74F}, Ring{-0.2F, 0.68F},
                               Ring{0.35F, 0.93F}, Ring{0.7F, 1.0F},   Ring{0.93F, 0.5F},  Ring{1, 0}};
    Builder b;
    revolveSmooth(b, rings, 10, 0.8F);
    return b.take();
}

/// A helmet, and a bright visor that stands out far enough to be seen in profile.
Mesh makeHead()
{
    Builder b;
    revolveSmooth(b, ballRings(0.93F), 10);
    constexpr int Pieces = 5;
    constexpr float Reach = 1.0F; // radians to either side
    constexpr float Low = -0.12F, High = 0.40F;
    const auto place = [](int i, float y, float radius) {
        const float a = Reach * at(i, Pieces);
        return glm::vec3(std::sin(a) * radius, y, std::cos(a) * radius);
    };
    for (int i = 0; i < Pieces; ++i) {
        const glm::vec3 a = place(i, Low, 0.99F), c = place(i + 1, Low, 0.99F);
        const glm::vec3 d = place(i + 1, High, 0.97F), e = place(i, High, 0.97F);
        b.quad(a, c, d, e, Zone::Visor);
        b.quad(e, d, place(i + 1, High, 0.8F), place(i, High, 0.8F), Zone::Dark);
        b.quad(place(i, Low, 0.8F), place(i + 1, Low, 0.8F), c, a, Zone::Dark);
    }
    return b.take();
}

Mesh makePuck()
{
    constexpr std::array rings{Ring{-0.45F, 0},    Ring{-0.45F, 0.58F}, Ring{-1, 0.66F}, Ring{-1, 0.86F},
                               Ring{-0.3F, 1},     Ring{0.3F, 1},       Ring{1, 0.86F},  Ring{1, 0.66F},
                               Ring{0.45F, 0.58F}, Ring{0.45F, 0}};
    return revolve(rings, 14,
                   [](std::size_t band, float) { return band == 0 || band == 8 ? Zone::Dark : Zone::Body; });
}

/// Straight-sided with round ends: closer to a standing body than a ball is.
Mesh barrelMesh()
{
    std::array<Ring, 11> rings{};
    for (std::size_t i = 0; i < rings.size(); ++i) {
        const float a =
            std::numbers::pi_v<float> * static_cast<float>(i) / static_cast<float>(rings.size() - 1);
        const bool pole = i == 0 || i + 1 == rings.size();
        rings[i] = {-std::copysign(std::pow(std::abs(std::cos(a)), 0.8F), std::cos(a)),
                    pole ? 0.0F : std::pow(std::sin(a), 0.6F)};
    }
    Builder b;
    revolveSmooth(b, rings, 20);
    return b.take();
}

Mesh quadMesh()
{
    Mesh m;
    for (const auto& [x, z] : std::array<std::pair<float, float>, 4>{{{-1, -1}, {1, -1}, {1, 1}, {-1, 1}}})
        m.vertices.push_back({{x, 0.0F, z}, {0.0F, 1.0F, 0.0F}, 0.0F});
    m.indices = {0, 1, 2, 0, 2, 3};
    return m;
}

Mesh latticeMesh(int columns, int rows)
{
    Mesh m;
    for (int r = 0; r <= rows; ++r) {
        for (int c = 0; c <= columns; ++c)
            m.vertices.push_back({{at(c, columns), 0.0F, at(r, rows)}, {0.0F, 1.0F, 0.0F}, 0.0F});
    }
    const auto corner = [columns](int c, int r) { return static_cast<std::uint16_t>(r * (columns + 1) + c); };
    for (int r = 0; r < rows; ++r) {
        for (int c = 0; c < columns; ++c)
            m.indices.insert(m.indices.end(), {corner(c, r), corner(c + 1, r), corner(c + 1, r + 1),
                                               corner(c, r), corner(c + 1, r + 1), corner(c, r + 1)});
    }
    return m;
}

Mesh pieceMesh()
{
    Mesh m;
    for (const auto& [x, y] : std::array<std::pair<float, float>, 4>{{{0, -1}, {1, -1}, {1, 1}, {0, 1}}})
        m.vertices.push_back({{x, y, 0.0F}, {0.0F, 1.0F, 0.0F}, 0.0F});
    m.indices = {0, 1, 2, 0, 2, 3};
    return m;
}

} // namespace ghostline::render
