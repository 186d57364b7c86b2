// SPDX-License-Identifier: GPL-3.0-or-later
// Records of a fixed size: how long they are, how many fit, and what lies where in them.
#include "codecs/carla/packets.h"

namespace ghostline::carla {

using io::loadLe;

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
