// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The few unit meshes that stand for actors, as plain numbers. Each fills the box from -1 to 1 and faces +Z.
#include "model/world/actor.h"

#include <array>
#include <cstdint>
#include <glm/glm.hpp>
#include <vector>

namespace ghostline::render {

enum class MeshKind : std::uint8_t {
    Box,
    Vehicle,
    Capsule,
    Sphere,
    Cylinder,
    TrafficLight,
    Marker,
    Bone,
    Limb,  ///< of a body: tapers toward +Y, smooth
    Torso, ///< from the hips to the shoulders (+Y), where it is widest
    Head,  ///< helmet with a visor toward +Z
    Puck,  ///< flat disc with a raised rim, axis +Y
    Arrow, ///< flat head, notched behind
    Diamond,
    Hexagon,
    Wheel, ///< axis X, spokes on both sides
    Worker,
    Infantry,
    Armour,
    Hull, ///< Armour without the turret, for one whose turret is drawn by itself
    Aircraft,
    Caster,
    Building,
    Crystal,
    Vent,
    Van,
    Truck, ///< a cab before a box
    Bus,
    Trailer
};
inline constexpr std::size_t MeshKinds = 29;

/// Which part of a mesh a face belongs to; the shader knows these numbers.
enum class Zone : int {
    Body,
    Glass,
    HeadLight,
    TailLight,
    Dark,
    LampRed,
    LampYellow,
    LampGreen,
    LampAny,
    Visor,
    Panel ///< of a load: light, with little of the vehicle's colour
};

struct MeshVertex
{
    /// More than a Zone: of a detail, which is not drawn where the actor is a few pixels large.
    static constexpr float Detail = 32.0F;

    float position[3];
    float normal[3];
    float zone;
};

struct Mesh
{
    std::vector<MeshVertex> vertices;
    std::vector<std::uint16_t> indices;
    std::size_t triangles() const { return indices.size() / 3; }
};

const Mesh& unitMesh(MeshKind kind);

/// A smooth hull, for what surrounds a body.
Mesh barrelMesh();
/// A flat unit square in xz.
Mesh quadMesh();
/// The same in strips, for what is shaded per vertex.
Mesh latticeMesh(int columns, int rows);
/// From 0 to 1 along x and -1 to 1 along y: a piece of a line.
Mesh pieceMesh();

/// Mesh for a shape; ActorShape::None has none and must not be asked for.
MeshKind meshFor(model::ActorShape shape);
MeshKind meshFor(model::VehicleBody body);

} // namespace ghostline::render
