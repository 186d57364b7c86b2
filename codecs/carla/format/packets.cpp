// SPDX-License-Identifier: GPL-3.0-or-later
// Decodes what has no fixed size; every length is checked against the packet before it is used.
#include "codecs/carla/format/packets.h"

#include "codecs/carla/base/limits.h"

#include <cmath>

namespace ghostline::carla {

using io::ByteCursor;
using io::loadLe;

namespace {

const std::array<const char*, PacketKindCount> Names{
    "FrameStart",   "FrameEnd",     "EventAdd",     "EventDel",          "EventParent",      "Collision",
    "Position",     "TrafficLight", "AnimVehicle",  "AnimWalker",        "VehicleLight",     "SceneLight",
    "Kinematics",   "BoundingBox",  "PlatformTime", "PhysicsControl",    "TrafficLightTime", "TriggerVolume",
    "FrameCounter", "WalkerBones",  "VisualTime",   "AnimVehicleWheels", "AnimBiker",        "VehicleDoor",
    "Weather",      "Unknown"};

Vec3 readVec3(ByteCursor& in, bool doubles)
{
    const auto bytes = in.bytes(doubles ? 24 : 12);
    return bytes.empty() ? Vec3{} : loadVec3(bytes.data(), doubles);
}

std::string_view readText(ByteCursor& in) { return in.text(in.le<std::uint16_t>()); }

EventAdd readAdd(ByteCursor& in, bool doubles)
{
    EventAdd add;
    add.actor = in.le<std::uint32_t>();
    add.type = in.u8();
    add.location = readVec3(in, doubles);
    add.rotation = readVec3(in, doubles);
    add.uid = in.le<std::uint32_t>();
    add.descId = readText(in);
    const std::uint16_t count = in.le<std::uint16_t>();
    for (std::uint16_t i = 0; i < count && in.ok(); ++i) {
        Attribute a;
        a.type = in.u8();
        a.id = readText(in);
        a.value = readText(in);
        add.attributes.push_back(a);
    }
    return add;
}

WalkerBones readBones(ByteCursor& in, bool doubles)
{
    WalkerBones walker;
    walker.actor = in.le<std::uint32_t>();
    const std::uint16_t count = in.le<std::uint16_t>();
    for (std::uint16_t i = 0; i < count && in.ok(); ++i) {
        Bone bone;
        bone.name = readText(in);
        bone.location = readVec3(in, doubles);
        bone.rotation = readVec3(in, doubles);
        walker.bones.push_back(bone);
    }
    return walker;
}

Wheels readWheels(ByteCursor& in)
{
    Wheels wheels;
    wheels.actor = in.le<std::uint32_t>();
    const std::uint32_t count = in.le<std::uint32_t>();
    if (count > MaxWheels)
        in.fail();
    for (std::uint32_t i = 0; i < count && in.ok(); ++i) {
        Wheel w;
        w.wheel = in.u8();
        w.steer = in.le<float>();
        w.rotation = in.le<float>();
        wheels.wheels.push_back(w);
    }
    return wheels;
}

template<std::size_t N>
std::array<float, N> readFloats(ByteCursor& in)
{
    std::array<float, N> out{};
    for (float& f : out)
        f = in.le<float>();
    return out;
}

template<std::size_t N>
std::vector<std::array<float, N>> readCurve(ByteCursor& in)
{
    std::vector<std::array<float, N>> out;
    const std::uint32_t count = in.le<std::uint32_t>();
    if (count > MaxPhysicsItems)
        in.fail();
    for (std::uint32_t i = 0; i < count && in.ok(); ++i)
        out.push_back(readFloats<N>(in));
    return out;
}

Physics readPhysics(ByteCursor& in, std::uint8_t wheelBytes)
{
    Physics p;
    p.actor = in.le<std::uint32_t>();
    p.engine = readFloats<5>(in);
    p.autoGears = in.u8() != 0;
    p.drive = readFloats<4>(in);
    p.centreOfMass = readFloats<3>(in);
    p.torque = readCurve<2>(in);
    p.gears = readCurve<3>(in);
    p.steering = readCurve<2>(in);
    const std::uint32_t wheels = in.le<std::uint32_t>();
    if (wheels > MaxPhysicsItems)
        in.fail();
    for (std::uint32_t i = 0; i < wheels && in.ok(); ++i) {
        PhysicsWheel w;
        w.friction = in.le<float>();
        w.damping = in.le<float>();
        w.maxSteer = in.le<float>();
        w.radius = in.le<float>();
        w.brakeTorque = in.le<float>();
        w.handbrakeTorque = in.le<float>();
        if (wheelBytes == 48)
            w.stiffness = readFloats<3>(in);
        w.position = readFloats<3>(in);
        p.wheels.push_back(w);
    }
    return p;
}

/// Reads `total` records one after the other; nothing when they run out of the packet (or, with `exact`, when
/// bytes are left).
template<typename Read>
auto readAll(Bytes data, Read read, bool exact = false)
    -> std::optional<std::vector<decltype(read(std::declval<ByteCursor&>()))>>
{
    ByteCursor in(data);
    std::vector<decltype(read(in))> out;
    const std::uint16_t total = in.le<std::uint16_t>();
    for (std::uint16_t i = 0; i < total && in.ok(); ++i)
        out.push_back(read(in));
    if (!in.ok() || (exact && !in.atEnd()))
        return std::nullopt;
    return out;
}

bool wheelsFit(Bytes data) { return readAll(data, readWheels, true).has_value(); }

} // namespace

const char* packetName(PacketKind kind) { return Names[static_cast<std::size_t>(kind)]; }

bool needsTotal(std::uint8_t id)
{
    return (id >= 2 && id <= 13) || (id >= 15 && id <= 17) || id == 19 || (id >= 21 && id <= 24);
}

void Layout::learn(std::uint8_t id, Bytes data)
{
    const std::size_t total = storedTotal(data);
    if (total == 0)
        return;
    if (id == 15 && physicsWheelBytes == 0) {
        for (const std::uint8_t bytes : {std::uint8_t{48}, std::uint8_t{36}}) {
            if (readAll(
                    data, [bytes](ByteCursor& in) { return readPhysics(in, bytes); }, true))
                physicsWheelBytes = bytes;
        }
    }
    if (id < 21 || id > 24 || late[id - 21U] != PacketKind::Unknown)
        return;
    PacketKind& kind = late[id - 21U];
    if (data.size() == 2 + 6 * total)
        kind = PacketKind::Door;
    if (data.size() == 2 + 12 * total)
        kind = PacketKind::Biker;
    if (data.size() == 2 + 56 * total)
        kind = PacketKind::Weather;
    if (kind == PacketKind::Unknown && wheelsFit(data))
        kind = PacketKind::Wheels;
}

bool finite(const Vec3& v) { return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z); }

std::uint16_t storedTotal(Bytes data)
{
    return data.size() < 2 ? std::uint16_t{0} : loadLe<std::uint16_t>(data.data());
}

std::optional<FrameStart> parseFrameStart(Bytes data)
{
    ByteCursor in(data);
    FrameStart frame;
    frame.id = in.le<std::uint64_t>();
    frame.duration = in.le<double>();
    frame.elapsed = in.le<double>();
    if (!in.ok())
        return std::nullopt;
    return frame;
}

std::optional<double> parseSeconds(Bytes data)
{
    if (data.size() < 8)
        return std::nullopt;
    return loadLe<double>(data.data());
}

std::optional<std::vector<EventAdd>> parseAdds(Bytes data, const Layout& layout)
{
    return readAll(data, [&](ByteCursor& in) { return readAdd(in, layout.doubles); });
}

bool addsFit(Bytes data, const Layout& layout)
{
    return readAll(
               data, [&](ByteCursor& in) { return readAdd(in, layout.doubles); }, true)
        .has_value();
}

std::optional<std::vector<WalkerBones>> parseBones(Bytes data, const Layout& layout)
{
    return readAll(data, [&](ByteCursor& in) { return readBones(in, layout.doubles); });
}

std::optional<std::vector<Wheels>> parseWheels(Bytes data) { return readAll(data, readWheels); }

std::optional<std::vector<Physics>> parsePhysics(Bytes data, const Layout& layout)
{
    if (layout.physicsWheelBytes == 0)
        return std::nullopt;
    return readAll(data, [&](ByteCursor& in) { return readPhysics(in, layout.physicsWheelBytes); });
}

bool wellFormed(PacketKind kind, Bytes data, const Layout& layout)
{
    switch (kind) {
    case PacketKind::FrameStart:
        return data.size() >= 24;
    case PacketKind::PlatformTime:
    case PacketKind::VisualTime:
        return data.size() >= 8;
    case PacketKind::EventAdd:
        return parseAdds(data, layout).has_value();
    case PacketKind::WalkerBones:
        return parseBones(data, layout).has_value();
    case PacketKind::Wheels:
        return parseWheels(data).has_value();
    case PacketKind::Physics:
        return layout.physicsWheelBytes == 0 || parsePhysics(data, layout).has_value();
    case PacketKind::FrameEnd:
    case PacketKind::FrameCounter:
    case PacketKind::Unknown:
        return true;
    default:
        break;
    }
    return recordCount(data, fixedRecordBytes(kind, layout)).has_value();
}

// Records of a fixed size: how long they are, how many fit, and what lies where in them.

Vec3 loadVec3(const std::byte* at, bool doubles)
{
    if (doubles)
        return {loadLe<double>(at), loadLe<double>(at + 8), loadLe<double>(at + 16)};
    return {loadLe<float>(at), loadLe<float>(at + 4), loadLe<float>(at + 8)};
}

std::optional<std::size_t> recordCount(Bytes data, std::size_t recordSize)
{
    if (data.size() < 2 || recordSize == 0)
        return std::nullopt;
    const std::size_t total = storedTotal(data);
    const std::size_t room = (data.size() - 2) / recordSize;
    if (total > room)
        return std::nullopt;
    const bool wrapped = room > 0xFFFF && (data.size() - 2) % recordSize == 0 && (room & 0xFFFF) == total;
    return wrapped ? room : total;
}

std::size_t fixedRecordBytes(PacketKind kind, const Layout& layout)
{
    switch (kind) {
    case PacketKind::EventDel:
        return EventDel::size(layout);
    case PacketKind::EventParent:
        return EventParent::size(layout);
    case PacketKind::Collision:
        return Collision::size(layout);
    case PacketKind::Position:
    case PacketKind::Kinematics:
    case PacketKind::BoundingBox:
    case PacketKind::TriggerVolume:
        return ActorVectors::size(layout);
    case PacketKind::LightState:
        return LightState::size(layout);
    case PacketKind::VehicleControl:
        return VehicleControl::size(layout);
    case PacketKind::WalkerControl:
        return WalkerControl::size(layout);
    case PacketKind::VehicleLight:
        return VehicleLight::size(layout);
    case PacketKind::SceneLight:
        return SceneLight::size(layout);
    case PacketKind::LightTime:
        return LightTime::size(layout);
    case PacketKind::Biker:
        return Biker::size(layout);
    case PacketKind::Door:
        return Door::size(layout);
    case PacketKind::Weather:
        return Weather::size(layout);
    default:
        return 0;
    }
}

const std::array<const char*, 14> WeatherNames{"Cloudiness",
                                               "Precipitation",
                                               "PrecipitationDeposits",
                                               "WindIntensity",
                                               "SunAzimuthAngle",
                                               "SunAltitudeAngle",
                                               "FogDensity",
                                               "FogDistance",
                                               "FogFalloff",
                                               "Wetness",
                                               "ScatteringIntensity",
                                               "MieScatteringScale",
                                               "RayleighScatteringScale",
                                               "DustStorm"};

EventDel EventDel::load(const std::byte* at, const Layout&) { return {loadLe<std::uint32_t>(at)}; }

EventParent EventParent::load(const std::byte* at, const Layout&)
{
    return {loadLe<std::uint32_t>(at), loadLe<std::uint32_t>(at + 4)};
}

Collision Collision::load(const std::byte* at, const Layout&)
{
    return {loadLe<std::uint32_t>(at), loadLe<std::uint32_t>(at + 4), loadLe<std::uint32_t>(at + 8),
            loadLe<std::uint8_t>(at + 12) != 0, loadLe<std::uint8_t>(at + 13) != 0};
}

ActorVectors ActorVectors::load(const std::byte* at, const Layout& layout)
{
    const std::size_t vector = layout.doubles ? 24 : 12;
    return {loadLe<std::uint32_t>(at), loadVec3(at + 4, layout.doubles),
            loadVec3(at + 4 + vector, layout.doubles)};
}

LightState LightState::load(const std::byte* at, const Layout&)
{
    return {loadLe<std::uint32_t>(at), loadLe<std::uint8_t>(at + 4) != 0, loadLe<float>(at + 5),
            loadLe<std::int8_t>(at + 9)};
}

VehicleControl VehicleControl::load(const std::byte* at, const Layout&)
{
    return {loadLe<std::uint32_t>(at),
            loadLe<float>(at + 4),
            loadLe<float>(at + 8),
            loadLe<float>(at + 12),
            loadLe<std::uint8_t>(at + 16) != 0,
            loadLe<std::int32_t>(at + 17)};
}

WalkerControl WalkerControl::load(const std::byte* at, const Layout&)
{
    return {loadLe<std::uint32_t>(at), loadLe<float>(at + 4)};
}

VehicleLight VehicleLight::load(const std::byte* at, const Layout&)
{
    return {loadLe<std::uint32_t>(at), loadLe<std::uint32_t>(at + 4)};
}

SceneLight SceneLight::load(const std::byte* at, const Layout&)
{
    return {loadLe<std::int32_t>(at),
            loadLe<float>(at + 4),
            {loadLe<float>(at + 8), loadLe<float>(at + 12), loadLe<float>(at + 16), loadLe<float>(at + 20)},
            loadLe<std::uint8_t>(at + 24) != 0,
            loadLe<std::uint8_t>(at + 25)};
}

LightTime LightTime::load(const std::byte* at, const Layout&)
{
    return {loadLe<std::uint32_t>(at), loadLe<float>(at + 4), loadLe<float>(at + 8), loadLe<float>(at + 12)};
}

Biker Biker::load(const std::byte* at, const Layout&)
{
    return {loadLe<std::uint32_t>(at), loadLe<float>(at + 4), loadLe<float>(at + 8)};
}

Door Door::load(const std::byte* at, const Layout&)
{
    return {loadLe<std::uint32_t>(at), loadLe<std::uint8_t>(at + 4), loadLe<std::uint8_t>(at + 5) != 0};
}

Weather Weather::load(const std::byte* at, const Layout&)
{
    Weather w;
    for (std::size_t i = 0; i < w.values.size(); ++i)
        w.values[i] = loadLe<float>(at + 4 * i);
    return w;
}

} // namespace ghostline::carla
