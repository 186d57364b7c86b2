// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What a log says only now and then: doors, weather, times of traffic lights, boxes, masses, skeletons.
#include "codecs/carla/format/packet_reader.h"
#include "codecs/carla/replay/event_builder.h"

namespace ghostline::carla {

/// Keeps what is new in it, for one thread; tells the cast and the events.
class LogChanges
{
public:
    /// Both must outlive this.
    LogChanges(CastBuilder& cast, EventBuilder& events) : m_cast(cast), m_events(events) {}

    /// A well-formed packet of the frame; kinds of another purpose are left alone.
    void take(const Packet& packet, const Layout& layout, model::FrameNumber frame);
    /// The life has ended: its doors count as unknown.
    void removed(std::uint32_t actor) { m_doorState.erase(actor); }
    /// Forgets what changed in or after a frame that turned out not to be whole.
    void dropFrom(model::FrameNumber frame);
    /// Fills in doors, weather, times of lights and skeletons.
    void snapshot(LogIndex& log) const;

private:
    void takeDoors(const Packet& packet, const Layout& layout, model::FrameNumber frame);
    void takeWeather(const Packet& packet, const Layout& layout, model::FrameNumber frame);
    void takeBones(const Packet& packet, const Layout& layout);

    CastBuilder& m_cast;
    EventBuilder& m_events;
    std::vector<DoorChange> m_doors;
    std::unordered_map<std::uint32_t, std::uint8_t> m_doorState; ///< by life
    std::vector<WeatherChange> m_weather;
    std::vector<LightTimeChange> m_lightTimes;
    std::unordered_map<std::uint32_t, std::array<float, 3>> m_lightTimeState;
    std::shared_ptr<std::vector<BoneList>> m_skeletons = std::make_shared<std::vector<BoneList>>();
};

} // namespace ghostline::carla
