// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Small logs made in memory for tests: a few vehicles, a child, a light, everything the reader knows.
#include "codecs/carla/write/log_writer.h"

#include <cmath>

namespace ghostline::test {

inline carla::EventAdd addOf(std::uint32_t id, std::uint8_t type, std::string_view desc, carla::Vec3 location)
{
    carla::EventAdd add;
    add.actor = id;
    add.type = type;
    add.descId = desc;
    add.location = location;
    return add;
}

template<typename T>
void put(carla::LogWriter& log, std::initializer_list<T> list)
{
    log.write(std::span<const T>(list.begin(), list.size()));
}

struct BuiltLog
{
    int frames = 300;
    bool doubles = false;
    /// Position packets are left out in these frames, single actors in those.
    std::function<bool(int frame)> noPositions = [](int) { return false; };
    std::function<bool(int frame, std::uint32_t actor)> missing = [](int, std::uint32_t) { return false; };
    std::function<void(carla::LogWriter&, int frame)> more = [](carla::LogWriter&, int) {};

    static carla::Vec3 placeOf(int frame, std::uint32_t actor)
    {
        return {frame * 50.0 + actor, actor * 300.0, 20.0};
    }

    /// Vehicles 1, 2, 3 drive east at 10 m/s, 20 frames a second; 10 hangs on 1; 20 is a light.
    QByteArray bytes() const
    {
        carla::LogWriter log(carla::LogFormat{doubles, false, 48});
        log.header(1'600'000'000, "Carla/Maps/Town03");
        for (int f = 0; f < frames; ++f) {
            log.beginFrame(static_cast<std::uint64_t>(f) + 1, f + 1 < frames ? 0.05 : -1.0, f * 0.05);
            if (f == 0) {
                auto hero = addOf(1, 1, "vehicle.tesla.model3", placeOf(0, 1));
                hero.attributes.push_back({3, "role_name", "hero"});
                put(log, {hero, addOf(2, 1, "vehicle.audi.tt", placeOf(0, 2)),
                          addOf(3, 1, "vehicle.bmw.isetta", placeOf(0, 3)),
                          addOf(20, 3, "traffic.traffic_light", {5000, 5000, 0}),
                          addOf(10, 5, "sensor.camera.rgb", {100, 50, 200})});
                put(log, {carla::EventParent{10, 1}});
            }
            std::vector<carla::ActorVectors> places;
            for (const std::uint32_t id : {1U, 2U, 3U}) {
                if (!missing(f, id))
                    places.push_back({id, placeOf(f, id), {0, 0, id == 3 ? f * 1.0 : 0.0}});
            }
            if (!noPositions(f))
                log.write(carla::PacketKind::Position, places);
            put(log, {carla::LightState{20, false, static_cast<float>(f % 100) * 0.05F,
                                        static_cast<std::int8_t>(f / 100 % 3)}});
            put(log, {carla::VehicleControl{1, 0.1F, static_cast<float>(f) / 1000.0F, 0.0F, false, 2}});
            more(log, f);
            log.endFrame();
        }
        return log.take();
    }
};

} // namespace ghostline::test
