// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Turns what the index pass sees into events for people.
#include "codecs/carla/base/limits.h"
#include "codecs/carla/replay/log_index.h"
#include "codecs/io/event_log.h"

#include <map>

namespace ghostline::carla {

/// Hit something that is no CARLA actor.
inline constexpr std::uint32_t NoActor = 0xFFFF'FFFF;

class EventBuilder
{
public:
    explicit EventBuilder(const CastBuilder& cast);

    /// Every later call belongs to this frame.
    void beginFrame(model::FrameNumber frame, model::Micros time);
    void spawned(std::uint32_t actor);
    void destroyed(std::uint32_t actor);
    /// One event for a contact that lasts over neighbouring frames.
    void collision(const Collision& record);
    void lights(const Records<LightState>& states);
    void door(std::uint32_t actor, int door, bool open);
    /// One event for a change that goes on, however gradually.
    void weather(const std::array<float, 14>& before, const std::array<float, 14>& after);
    void parked(std::uint32_t actor, bool out);

    /// How many did not fit.
    std::size_t leftOut() const { return m_log.leftOut(); }
    /// Forgets all from a frame on; `lastTime` is the time of the frame before it.
    void dropFrom(model::FrameNumber frame, model::Micros lastTime);
    /// Events before `frames`.
    std::shared_ptr<const model::EventTable> snapshot(model::FrameNumber frames) const;

private:
    enum Kind : int { Spawn, Destroy, Contact, LightChange, DoorMoved, WeatherChanged, Parked, Surfaced };
    struct OpenContact
    {
        model::FrameNumber last = 0;
        io::EventId event = io::NoEvent;
    };
    struct Light
    {
        std::uint32_t nativeId = 0;
        std::int8_t state = 0;
        friend bool operator==(const Light&, const Light&) = default;
    };
    /// NoEvent where it does not fit any more.
    io::EventId push(Kind kind, std::vector<model::ActorId> actors, const model::Sentence& text,
                     QJsonObject data = {});
    model::Sentence nameOf(std::uint32_t nativeId) const;
    void lightChanged(std::uint32_t nativeId, std::int8_t from, std::int8_t to);

    const CastBuilder& m_cast;
    model::FrameNumber m_frame = 0;
    model::Micros m_time{};
    std::vector<model::EventKind> m_kinds;
    io::EventLog m_log{MaxEvents};
    std::map<std::pair<std::uint32_t, std::uint32_t>, OpenContact> m_contacts;
    std::vector<Light> m_lightRows;                     ///< of the last packet, in its order
    std::map<std::uint32_t, std::int8_t> m_lightStates; ///< by native id
    /// Lights change by the thousand and say the same few things: their texts and data are shared.
    std::map<std::pair<std::uint32_t, std::int8_t>, model::Sentence> m_lightTexts; ///< by life and new state
    std::map<std::pair<std::int8_t, std::int8_t>, QJsonObject> m_lightChanges;     ///< from, to
    io::EventId m_weatherEvent = io::NoEvent;
};

} // namespace ghostline::carla
