// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Who takes part: one entry of the cast is one life of one actor.
#include "model/base/export.h"
#include "model/base/time_types.h"

#include <QString>

#include <glm/glm.hpp>
#include <optional>
#include <utility>
#include <vector>

namespace ghostline::model {

/// One life: a native id that is reused gets a new ActorId. Numbers are dense, from 0, in order of
/// appearance.
enum class ActorId : std::uint32_t { None = 0xFFFF'FFFF };

constexpr std::uint32_t index(ActorId id) { return static_cast<std::uint32_t>(id); }

enum class ActorKind {
    Other,
    Player,
    Vehicle,
    Walker,
    Disc,
    Unit,
    Structure,
    TrafficLight,
    Sign,
    Sensor,
    Prop,
    Camera
};

/// Somebody looks out of it: a camera may take its place.
constexpr bool hasEyes(ActorKind kind)
{
    return kind == ActorKind::Player || kind == ActorKind::Walker || kind == ActorKind::Vehicle;
}

/// The stable lower-case word for a kind, as in JSON ("vehicle", "traffic_light").
GHOSTLINE_MODEL_EXPORT QString kindName(ActorKind kind);

/// Which instanced mesh stands for an actor. None: listed, never drawn.
/// Body: a person, built from the bone poses by their roles (model/world/skeleton.h); see walks(). Disc: a
/// flat round puck. Arrow: a flat head that points where the actor faces. Diamond: eight faces, on its point.
/// Hexagon: an upright six-sided block; of an army, its main building. View: a camera, drawn as the outline
/// of what it sees of the ground; its boxHalf.x and boxHalf.y are the tangents of half its opening angles,
/// and it looks along its own +Z.
enum class ActorShape : std::uint8_t {
    None,
    Box,
    Vehicle,
    Capsule,
    Sphere,
    Cylinder,
    TrafficLight,
    Marker,
    Body,
    Disc,
    Arrow,
    Diamond,
    Hexagon,
    View,
    Worker,   ///< who gathers and builds: a low body with a cab and two prongs before it
    Infantry, ///< who fights on foot: broad shoulders, a head, a weapon held forward
    Armour,   ///< tracks, a hull that slopes to the front, a turret with a barrel
    Aircraft, ///< swept wings and a fin
    Caster,   ///< who works by abilities: a robe with a bright stone over it
    Building, ///< a block with a bevelled roof, as large as its footprint
    Crystal,  ///< a mineral field: three shards
    Vent      ///< a source of gas: a low cone with a crater
};

/// How a kind of actor is drawn where that changes during one life; ReplayInfo::looks.
struct ActorLook
{
    ActorShape shape = ActorShape::Box;
    glm::vec3 boxCentre{0.0F}; ///< as in ActorInfo
    glm::vec3 boxHalf{0.5F};
    bool background = false; ///< as in ActorInfo
};

/// Somebody on a vehicle of whom nothing is recorded.
enum class Rider : std::uint8_t { None, Sits, Pedals };

/// What a vehicle's body looks like; of one with a rider, none is drawn.
enum class VehicleBody : std::uint8_t { Car, Van, Truck, Bus, Trailer };

/// A wheel of a vehicle, standing on its lowest point.
struct VehicleWheel
{
    glm::vec3 centre{0.0F}; ///< metres, in the vehicle's own axes
    float radius = 0.33F;   ///< metres
    float halfWidth = 0.1F; ///< metres
    int steer = -1;         ///< which of ReplayInfo::wheelSteer turns it, -1 = none: it stays straight
};

struct ActorInfo
{
    ActorId id = ActorId::None;
    std::int64_t nativeId = 0; ///< as the format numbers it
    QString name;              ///< for people; never empty
    QString nativeType;        ///< as the format names it ("vehicle.tesla.model3")
    ActorKind kind = ActorKind::Other;
    int team = -1;     ///< index into ReplayInfo::teams, -1 = none
    int skeleton = -1; ///< index into ReplayInfo::skeletons, -1 = none
    ActorId parent = ActorId::None;
    FrameRange life; ///< frames in which the actor exists
    ActorShape shape = ActorShape::Box;
    glm::vec3 boxCentre{0.0F}; ///< metres, in the actor's own axes (+Z forward, +Y up, +X left)
    glm::vec3 boxHalf{0.5F};   ///< half extents, metres, same axes
    bool principal = false;    ///< one of those a viewer wants first (hero, player)
    bool focus = false;        ///< what the play is about (disc, ball): directed cameras keep it framed
    int number = -1;           ///< worn on the shirt, 0 to 99, -1 = none
    bool background = false;   ///< surroundings: not fitted by "fit all", no label unless selected
    std::vector<VehicleWheel> wheels{};         ///< drawn under it, turning as far as it goes
    VehicleBody vehicleBody = VehicleBody::Car; ///< of ActorShape::Vehicle
    Rider rider = Rider::None; ///< of one with a front wheel and then a rear wheel: drawn on it
    std::vector<std::pair<QString, QString>> attributes; ///< everything else the recording says of it
};

/// Somebody on foot: where no bones say how they stand, how they walk is made up.
constexpr bool walks(ActorKind kind, ActorShape shape)
{
    return kind == ActorKind::Walker && shape == ActorShape::Body;
}

} // namespace ghostline::model
