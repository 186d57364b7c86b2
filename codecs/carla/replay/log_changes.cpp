// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/carla/replay/log_changes.h"

#include "codecs/carla/replay/bones.h"
#include "codecs/carla/replay/properties.h"
#include "codecs/io/byte_cursor.h"
#include "model/base/text.h"

#include <algorithm>
#include <bit>
#include <tuple>

namespace ghostline::carla {

using model::FrameNumber;

void LogChanges::take(const Packet& packet, const Layout& layout, FrameNumber frame)
{
    switch (packet.kind) {
    case PacketKind::Collision:
        for (const Collision record : goodRecords<Collision>(packet.data, layout))
            m_events.collision(record);
        break;
    case PacketKind::LightState:
        m_events.lights(goodRecords<LightState>(packet.data, layout));
        break;
    case PacketKind::BoundingBox:
        for (const ActorVectors box : goodRecords<ActorVectors>(packet.data, layout))
            m_cast.setBox(box.actor, box.first, box.second);
        break;
    case PacketKind::Physics:
        for (const Physics& physics : parsePhysics(packet.data, layout).value_or(std::vector<Physics>{})) {
            m_cast.setAttribute(physics.actor, QStringLiteral("mass_kg"),
                                QString::number(static_cast<double>(physics.drive[2])));
            std::array<float, 4> radii{};
            const std::size_t wheels = std::min(physics.wheels.size(), radii.size());
            std::transform(physics.wheels.begin(),
                           physics.wheels.begin() + static_cast<std::ptrdiff_t>(wheels), radii.begin(),
                           [](const PhysicsWheel& wheel) { return wheel.radius; });
            m_cast.setWheelRadii(physics.actor, std::span(radii).first(wheels));
        }
        break;
    case PacketKind::LightTime:
        for (const LightTime time : goodRecords<LightTime>(packet.data, layout)) {
            const auto actor = m_cast.find(time.actor);
            if (!actor)
                continue;
            const std::array<float, 3> full{time.red, time.yellow, time.green};
            const auto [known, fresh] = m_lightTimeState.try_emplace(*actor, full);
            if (fresh || known->second != full)
                m_lightTimes.push_back({frame, *actor, full});
            known->second = full;
        }
        break;
    case PacketKind::Door:
        takeDoors(packet, layout, frame);
        break;
    case PacketKind::Weather:
        takeWeather(packet, layout, frame);
        break;
    case PacketKind::WalkerBones:
        takeBones(packet, layout);
        break;
    default:
        break;
    }
}

void LogChanges::takeDoors(const Packet& packet, const Layout& layout, FrameNumber frame)
{
    for (const Door door : goodRecords<Door>(packet.data, layout)) {
        const auto actor = m_cast.find(door.actor);
        if (!actor)
            continue;
        std::uint8_t& state = m_doorState[*actor];
        const std::uint8_t mask = doorMask(door.door);
        const auto after = static_cast<std::uint8_t>(door.open ? state | mask : state & ~mask);
        const bool fresh = m_doors.empty() || after != state;
        if (!fresh)
            continue;
        if (after != state)
            m_events.door(*actor, door.door, door.open);
        state = after;
        m_doors.push_back({frame, *actor, after});
    }
}

void LogChanges::takeWeather(const Packet& packet, const Layout& layout, FrameNumber frame)
{
    for (const Weather weather : goodRecords<Weather>(packet.data, layout)) {
        if (m_weather.empty()) {
            m_weather.push_back({frame, weather.values});
            continue;
        }
        // By their bits, so that a value that is not a number equals itself.
        using Bits = std::array<std::uint32_t, std::tuple_size_v<decltype(Weather::values)>>;
        const auto& before = m_weather.back().values;
        if (std::bit_cast<Bits>(before) == std::bit_cast<Bits>(weather.values))
            continue;
        m_events.weather(before, weather.values);
        m_weather.push_back({frame, weather.values});
    }
}

void LogChanges::takeBones(const Packet& packet, const Layout& layout)
{
    // Names are looked at once per walker: the first record of it decides which skeleton it has.
    io::ByteCursor in(packet.data);
    const std::size_t vectors = layout.doubles ? 48 : 24;
    const std::uint16_t total = in.le<std::uint16_t>();
    for (std::uint16_t i = 0; i < total && in.ok(); ++i) {
        const auto actor = m_cast.find(in.le<std::uint32_t>());
        const std::uint16_t bones = in.le<std::uint16_t>();
        const bool wanted = actor && m_cast.life(*actor).skeleton < 0 && bones > 0 && bones <= MaxBones;
        std::vector<QString> names;
        for (std::uint16_t b = 0; b < bones && in.ok(); ++b) {
            const std::string_view name = in.text(in.le<std::uint16_t>());
            in.skip(vectors);
            if (wanted)
                names.push_back(model::textOf(name));
        }
        if (!wanted || !in.ok())
            continue;
        auto known = std::find_if(m_skeletons->begin(), m_skeletons->end(),
                                  [&](const BoneList& list) { return list.skeleton.bones == names; });
        if (known == m_skeletons->end()) {
            if (m_skeletons->size() >= MaxSkeletons)
                continue;
            // Published revisions share the old list.
            auto grown = std::make_shared<std::vector<BoneList>>(*m_skeletons);
            grown->push_back(makeBoneList(std::move(names)));
            grown->back().skeleton.name = QStringLiteral("Walker %1").arg(grown->size());
            m_skeletons = std::move(grown);
            known = m_skeletons->end() - 1;
        }
        m_cast.setSkeleton(*actor, static_cast<std::int32_t>(known - m_skeletons->begin()));
    }
}

void LogChanges::dropFrom(FrameNumber frame)
{
    const auto later = [frame](const auto& change) { return change.frame >= frame; };
    std::erase_if(m_doors, later);
    std::erase_if(m_weather, later);
    std::erase_if(m_lightTimes, later);
}

void LogChanges::snapshot(LogIndex& log) const
{
    log.doors = m_doors;
    log.weather = m_weather;
    log.lightTimes = m_lightTimes;
    log.skeletons = m_skeletons;
}

} // namespace ghostline::carla
