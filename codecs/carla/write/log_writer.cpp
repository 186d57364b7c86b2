// SPDX-License-Identifier: GPL-3.0-or-later
// Little-endian, packed, u8 id + u32 size before each packet, u16 total before records.
#include "codecs/carla/write/log_writer.h"

#include "codecs/carla/format/header.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace ghostline::carla {

std::uint8_t LogFormat::idOf(PacketKind kind) const
{
    switch (kind) {
    case PacketKind::Wheels:
        return doorsFirst ? 22 : 21;
    case PacketKind::Biker:
        return doorsFirst ? 23 : 22;
    case PacketKind::Door:
        return doorsFirst ? 21 : 23;
    case PacketKind::Weather:
        return 24;
    default:
        return static_cast<std::uint8_t>(kind);
    }
}

template<io::Scalar T>
void LogWriter::put(T value)
{
    const std::size_t at = m_out.size();
    m_out.resize(at + sizeof(T));
    std::memcpy(m_out.data() + at, &value, sizeof(T));
    if constexpr (std::endian::native == std::endian::big && sizeof(T) > 1)
        std::reverse(m_out.begin() + static_cast<std::ptrdiff_t>(at), m_out.end());
}

void LogWriter::put(const Vec3& v)
{
    for (const double part : {v.x, v.y, v.z}) {
        if (m_format.doubles)
            put(part);
        else
            put(static_cast<float>(part));
    }
}

void LogWriter::put(std::string_view text)
{
    const std::string_view kept = text.substr(0, 32767); // the recorder casts lengths through i16
    put(static_cast<std::uint16_t>(kept.size()));
    bytes(std::as_bytes(std::span(kept.data(), kept.size())));
}

template<std::size_t N>
void LogWriter::put(const std::array<float, N>& values)
{
    for (const float value : values)
        put(value);
}

template<std::size_t N>
void LogWriter::put(const std::vector<std::array<float, N>>& curve)
{
    put(static_cast<std::uint32_t>(curve.size()));
    for (const auto& point : curve)
        put(point);
}

void LogWriter::put(const ActorVectors& r)
{
    put(r.actor);
    put(r.first);
    put(r.second);
}

void LogWriter::record(const EventAdd& r)
{
    put(r.actor);
    put(r.type);
    put(r.location);
    put(r.rotation);
    put(r.uid);
    put(r.descId);
    put(static_cast<std::uint16_t>(r.attributes.size()));
    for (const Attribute& a : r.attributes) {
        put(a.type);
        put(a.id);
        put(a.value);
    }
}

void LogWriter::record(const EventParent& r)
{
    put(r.child);
    put(r.parent);
}

void LogWriter::record(const Collision& r)
{
    put(r.sequence);
    put(r.actor1);
    put(r.actor2);
    put(static_cast<std::uint8_t>(r.hero1));
    put(static_cast<std::uint8_t>(r.hero2));
}

void LogWriter::record(const LightState& r)
{
    put(r.actor);
    put(static_cast<std::uint8_t>(r.frozen));
    put(r.elapsed);
    put(r.state);
}

void LogWriter::record(const VehicleControl& r)
{
    put(r.actor);
    put(r.steering);
    put(r.throttle);
    put(r.brake);
    put(static_cast<std::uint8_t>(r.handbrake));
    put(r.gear);
}

void LogWriter::record(const WalkerControl& r)
{
    put(r.actor);
    put(r.speed);
}

void LogWriter::record(const VehicleLight& r)
{
    put(r.actor);
    put(r.flags);
}

void LogWriter::record(const SceneLight& r)
{
    put(r.light);
    put(r.intensity);
    put(r.colour);
    put(static_cast<std::uint8_t>(r.on));
    put(r.type);
}

void LogWriter::record(const Physics& r)
{
    put(r.actor);
    put(r.engine);
    put(static_cast<std::uint8_t>(r.autoGears));
    put(r.drive);
    put(r.centreOfMass);
    put(r.torque);
    put(r.gears);
    put(r.steering);
    put(static_cast<std::uint32_t>(r.wheels.size()));
    for (const PhysicsWheel& w : r.wheels) {
        put(w.friction);
        put(w.damping);
        put(w.maxSteer);
        put(w.radius);
        put(w.brakeTorque);
        put(w.handbrakeTorque);
        if (m_format.physicsWheelBytes == 48)
            put(w.stiffness);
        put(w.position);
    }
}

void LogWriter::record(const LightTime& r)
{
    put(r.actor);
    put(r.green);
    put(r.yellow);
    put(r.red);
}

void LogWriter::record(const WalkerBones& r)
{
    put(r.actor);
    put(static_cast<std::uint16_t>(r.bones.size()));
    for (const Bone& b : r.bones) {
        put(b.name);
        put(b.location);
        put(b.rotation);
    }
}

void LogWriter::record(const Wheels& r)
{
    put(r.actor);
    put(static_cast<std::uint32_t>(r.wheels.size()));
    for (const Wheel& w : r.wheels) {
        put(w.wheel);
        put(w.steer);
        put(w.rotation);
    }
}

void LogWriter::record(const Biker& r)
{
    put(r.actor);
    put(r.forwardSpeed);
    put(r.engineRotation);
}

void LogWriter::record(const Door& r)
{
    put(r.actor);
    put(r.door);
    put(static_cast<std::uint8_t>(r.open));
}

std::size_t LogWriter::open(std::uint8_t id)
{
    put(id);
    put(std::uint32_t{0});
    return m_out.size();
}

/// Patches the size of the packet whose data began at `at`.
void LogWriter::close(std::size_t at)
{
    const auto size = static_cast<std::uint32_t>(m_out.size() - at);
    for (std::size_t i = 0; i < 4; ++i)
        m_out[at - 4 + i] = static_cast<std::byte>((size >> (8 * i)) & 0xFF);
}

template<typename R>
void LogWriter::packet(PacketKind kind, std::span<const R> list)
{
    const std::size_t at = open(m_format.idOf(kind));
    put(static_cast<std::uint16_t>(list.size())); // wraps, as the recorder's own
    for (const R& r : list)
        record(r);
    close(at);
}

void LogWriter::header(std::int64_t date, const QByteArray& map, std::uint16_t version)
{
    put(version);
    put(std::string_view(Magic));
    put(date);
    put(std::string_view(map.constData(), static_cast<std::size_t>(map.size())));
}

void LogWriter::beginFrame(std::uint64_t id, double duration, double elapsed)
{
    const std::size_t at = open(0);
    put(id);
    put(duration);
    put(elapsed);
    close(at);
}

void LogWriter::endFrame() { close(open(1)); }

void LogWriter::write(std::span<const EventAdd> list) { packet(PacketKind::EventAdd, list); }
void LogWriter::write(std::span<const EventDel> list) { packet(PacketKind::EventDel, list); }
void LogWriter::write(std::span<const EventParent> list) { packet(PacketKind::EventParent, list); }
void LogWriter::write(std::span<const Collision> list) { packet(PacketKind::Collision, list); }
void LogWriter::write(std::span<const LightState> list) { packet(PacketKind::LightState, list); }
void LogWriter::write(std::span<const VehicleControl> list) { packet(PacketKind::VehicleControl, list); }
void LogWriter::write(std::span<const WalkerControl> list) { packet(PacketKind::WalkerControl, list); }
void LogWriter::write(std::span<const VehicleLight> list) { packet(PacketKind::VehicleLight, list); }
void LogWriter::write(std::span<const SceneLight> list) { packet(PacketKind::SceneLight, list); }
void LogWriter::write(std::span<const Physics> list) { packet(PacketKind::Physics, list); }
void LogWriter::write(std::span<const LightTime> list) { packet(PacketKind::LightTime, list); }
void LogWriter::write(std::span<const WalkerBones> list) { packet(PacketKind::WalkerBones, list); }
void LogWriter::write(std::span<const Wheels> list) { packet(PacketKind::Wheels, list); }
void LogWriter::write(std::span<const Biker> list) { packet(PacketKind::Biker, list); }
void LogWriter::write(std::span<const Door> list) { packet(PacketKind::Door, list); }
void LogWriter::write(std::span<const Weather> list) { packet(PacketKind::Weather, list); }

void LogWriter::write(PacketKind kind, std::span<const ActorVectors> list)
{
    const std::size_t at = open(m_format.idOf(kind));
    put(static_cast<std::uint16_t>(list.size()));
    for (const ActorVectors& r : list)
        put(r);
    close(at);
}

void LogWriter::seconds(PacketKind kind, double value)
{
    const std::size_t at = open(m_format.idOf(kind));
    put(value);
    close(at);
}

void LogWriter::raw(std::uint8_t id, Bytes data)
{
    const std::size_t at = open(id);
    bytes(data);
    close(at);
}

void LogWriter::encoded(std::uint8_t id, std::size_t count, Bytes records)
{
    const std::size_t at = open(id);
    put(static_cast<std::uint16_t>(count));
    bytes(records);
    close(at);
}

QByteArray LogWriter::take()
{
    QByteArray out(reinterpret_cast<const char*>(m_out.data()), static_cast<qsizetype>(m_out.size()));
    m_out.clear();
    return out;
}

model::Result<void> LogWriter::flush(model::AtomicFile& file)
{
    auto done = file.write(m_out);
    m_out.clear();
    return done;
}

} // namespace ghostline::carla
