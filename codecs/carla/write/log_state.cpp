// SPDX-License-Identifier: GPL-3.0-or-later
// Keeps records as they were encoded, so that what is written again is what was read.
#include "codecs/carla/write/log_state.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace ghostline::carla {

namespace {

constexpr std::uint8_t AllDoors = 6;
constexpr std::size_t AddPoseAt = 5; // u32 actor, u8 type, then location and rotation

LogFormat formatOf(const Layout& layout)
{
    return {.doubles = layout.doubles,
            .doorsFirst = layout.late[0] == PacketKind::Door,
            .physicsWheelBytes = layout.physicsWheelBytes};
}

/// The records of one packet as they would be written, without packet header and total.
template<typename R>
std::vector<std::byte> encode(const R& record, const Layout& layout)
{
    LogWriter writer(formatOf(layout));
    writer.write(std::span(&record, 1));
    const auto& all = writer.buffer();
    return {all.begin() + PacketHeaderBytes + 2, all.end()};
}

/// Location and rotation encoded as this log does.
std::vector<std::byte> encodePose(const RawPose& pose, const Layout& layout)
{
    LogWriter writer(formatOf(layout));
    const ActorVectors vectors{0, pose.location, pose.rotation};
    writer.write(PacketKind::Position, std::span(&vectors, 1));
    const auto& all = writer.buffer();
    return {all.begin() + PacketHeaderBytes + 2 + 4, all.end()};
}

} // namespace

Vec3 nativeLocation(const glm::dvec3& world) { return {world.x * 100.0, world.z * 100.0, world.y * 100.0}; }

Rotation nativeRotation(const glm::quat& orientation)
{
    const glm::dquat q(orientation);
    const glm::dvec3 forward = q * glm::dvec3(0.0, 0.0, 1.0);
    const glm::dvec3 right = q * glm::dvec3(-1.0, 0.0, 0.0);
    const glm::dvec3 up = q * glm::dvec3(0.0, 1.0, 0.0);
    // Native axes swap y and z: forward is (forward.x, forward.z, forward.y).
    const double pitch = std::asin(std::clamp(forward.y, -1.0, 1.0));
    double yaw = std::atan2(forward.z, forward.x);
    double roll = std::atan2(-right.y, up.y);
    if (std::abs(forward.y) > 0.9999995) { // straight up or down: yaw and roll are one, say yaw
        roll = 0.0;
        yaw = std::atan2(-right.x, right.z);
    }
    return {glm::degrees(roll), glm::degrees(pitch), glm::degrees(yaw)};
}

bool LogState::carries(PacketKind kind)
{
    switch (kind) {
    case PacketKind::EventAdd:
    case PacketKind::EventDel:
    case PacketKind::EventParent:
    case PacketKind::SceneLight:
    case PacketKind::BoundingBox:
    case PacketKind::Physics:
    case PacketKind::LightTime:
    case PacketKind::TriggerVolume:
    case PacketKind::Door:
    case PacketKind::Weather:
        return true;
    default:
        return false;
    }
}

LogState::Actor* LogState::find(std::uint32_t id)
{
    const auto found = m_byId.find(id);
    return found == m_byId.end() ? nullptr : &m_actors[found->second];
}

void LogState::packet(std::uint8_t id, PacketKind kind, Bytes data, const Layout& layout)
{
    if (kind == PacketKind::EventAdd) {
        if (const auto list = parseAdds(data, layout)) {
            for (const EventAdd& a : *list)
                add(a, layout);
        }
    } else if (kind == PacketKind::EventDel) {
        if (const auto list = records<EventDel>(data, layout)) {
            for (const EventDel& d : *list)
                remove(d.actor);
        }
    } else if (kind == PacketKind::EventParent) {
        if (const auto list = records<EventParent>(data, layout)) {
            for (const EventParent& p : *list) {
                Actor* child = find(p.child);
                if (child != nullptr && child->born == m_frame) // later ones mean nothing for the place
                    child->parent = p.parent;
            }
        }
    } else if (kind == PacketKind::Position) {
        if (const auto list = positions(data, layout)) {
            for (const ActorVectors& p : *list)
                moved(p);
        }
    } else {
        change(id, kind, data, layout);
    }
}

template<typename R>
void LogState::keep(Values& values, Bytes data, const Layout& layout)
{
    const auto list = records<R>(data, layout);
    if (!list)
        return;
    for (std::size_t i = 0; i < list->size(); ++i) {
        const std::byte* at = list->raw(i); // each begins with the id it belongs to
        values[io::loadLe<std::uint32_t>(at)].assign(at, at + list->stride());
    }
}

void LogState::change(std::uint8_t id, PacketKind kind, Bytes data, const Layout& layout)
{
    switch (kind) {
    case PacketKind::SceneLight:
        keep<SceneLight>(m_sceneLights, data, layout);
        break;
    case PacketKind::BoundingBox:
        keep<ActorVectors>(m_boxes, data, layout);
        break;
    case PacketKind::TriggerVolume:
        keep<ActorVectors>(m_volumes, data, layout);
        break;
    case PacketKind::LightTime:
        keep<LightTime>(m_lightTimes, data, layout);
        break;
    case PacketKind::Physics:
        if (const auto list = parsePhysics(data, layout)) {
            for (const Physics& p : *list)
                m_physics[p.actor] = encode(p, layout);
        }
        break;
    case PacketKind::Door:
        keepDoors(id, data, layout);
        break;
    case PacketKind::Weather:
        if (const auto list = records<Weather>(data, layout); list && !list->empty()) {
            m_weatherId = id;
            m_weather.assign(data.begin(), data.end());
        }
        break;
    default:
        if (std::find(lasting().begin(), lasting().end(), kind) != lasting().end() &&
            wellFormed(kind, data, layout))
            m_last[kind] = {id, {data.begin(), data.end()}};
        break;
    }
}

void LogState::keepDoors(std::uint8_t id, Bytes data, const Layout& layout)
{
    const auto list = records<Door>(data, layout);
    if (!list)
        return;
    m_doorId = id;
    for (std::size_t i = 0; i < list->size(); ++i) {
        const Door door = (*list)[i];
        const bool all = door.door == AllDoors; // ends what was said of single doors
        if (all)
            std::erase_if(m_doors, [&](const auto& d) { return d.first.first == door.actor; });
        const auto place = all ? std::uint8_t{0} : static_cast<std::uint8_t>(std::min(door.door + 1, 255));
        m_doors[{door.actor, place}].assign(list->raw(i), list->raw(i) + list->stride());
    }
}

std::span<const PacketKind> LogState::lasting()
{
    static constexpr std::array<PacketKind, 7> Kinds{PacketKind::LightState,    PacketKind::VehicleControl,
                                                     PacketKind::WalkerControl, PacketKind::VehicleLight,
                                                     PacketKind::Wheels,        PacketKind::Biker,
                                                     PacketKind::WalkerBones};
    return Kinds;
}

void LogState::writeLast(PacketKind kind, LogWriter& out) const
{
    const auto found = m_last.find(kind);
    if (found != m_last.end())
        out.raw(found->second.id, found->second.data);
}

void LogState::add(const EventAdd& a, const Layout& layout)
{
    remove(a.actor);
    const Order order = m_next++;
    m_byId[a.actor] = order;
    m_actors[order] = {.id = a.actor,
                       .born = m_frame,
                       .record = encode(a, layout),
                       .added = {a.location, a.rotation},
                       .place = std::nullopt,
                       .parent = std::nullopt};
}

void LogState::remove(std::uint32_t id)
{
    const auto found = m_byId.find(id);
    if (found != m_byId.end()) {
        detach(id);
        m_actors.erase(found->second);
        m_byId.erase(found);
    }
    forget(id);
}

void LogState::forget(std::uint32_t id)
{
    for (Values* values : {&m_boxes, &m_volumes, &m_lightTimes, &m_physics})
        values->erase(id);
    std::erase_if(m_doors, [id](const auto& d) { return d.first.first == id; });
}

void LogState::moved(const ActorVectors& at)
{
    Actor* actor = find(at.actor);
    if (actor != nullptr && finite(at.first) && finite(at.second))
        actor->place = RawPose{at.first, at.second};
}

model::Pose LogState::pose(const Actor& actor, int depth) const
{
    if (actor.place)
        return worldPose(*actor.place);
    const auto parent = actor.parent ? m_byId.find(*actor.parent) : m_byId.end();
    if (parent == m_byId.end() || depth >= MaxParentDepth)
        return worldPose(actor.added);
    return compose(pose(m_actors.at(parent->second), depth + 1), localPose(actor.added));
}

/// Children of a removed actor stay where they are.
void LogState::detach(std::uint32_t parent)
{
    for (auto& [order, actor] : m_actors) {
        if (actor.parent != parent)
            continue;
        const model::Pose at = pose(actor, 0);
        actor.place = RawPose{nativeLocation(at.position), nativeRotation(at.orientation)};
        actor.parent.reset();
    }
}

void LogState::write(LogWriter& out, const Layout& layout) const
{
    std::vector<std::byte> adds;
    std::vector<EventParent> parents;
    for (const auto& [order, actor] : m_actors) {
        const std::size_t at = adds.size();
        adds.insert(adds.end(), actor.record.begin(), actor.record.end());
        if (actor.place && actor.born != m_frame && !actor.parent) {
            const std::vector<std::byte> place = encodePose(*actor.place, layout);
            std::copy(place.begin(), place.end(), adds.begin() + static_cast<std::ptrdiff_t>(at + AddPoseAt));
        }
        if (actor.parent && m_byId.contains(*actor.parent))
            parents.push_back({actor.id, *actor.parent});
    }
    out.encoded(2, m_actors.size(), adds);
    out.write(std::span<const EventDel>());
    out.write(std::span<const EventParent>(parents));
    const auto changes = [&](std::uint8_t id, const auto& values) {
        if (values.empty())
            return;
        std::vector<std::byte> all;
        for (const auto& [key, record] : values)
            all.insert(all.end(), record.begin(), record.end());
        out.encoded(id, values.size(), all);
    };
    changes(m_doorId, m_doors);
    changes(11, m_sceneLights);
    changes(13, m_boxes);
    changes(17, m_volumes);
    changes(15, m_physics);
    changes(16, m_lightTimes);
    if (!m_weather.empty())
        out.raw(m_weatherId, m_weather);
}

} // namespace ghostline::carla
