// SPDX-License-Identifier: GPL-3.0-or-later
// Event texts, severities, and the joining of what lasts.
#include "codecs/carla/replay/event_builder.h"

#include "codecs/carla/replay/properties.h"

#include <algorithm>

namespace ghostline::carla {

using model::ActorId;
using model::ActorKind;
using model::Event;
using model::EventKind;
using model::FrameNumber;
using model::Micros;
using model::Sentence;

namespace {

/// Weather that changes again within this time goes on changing.
constexpr Micros WeatherPause{2'000'000};

} // namespace

EventBuilder::EventBuilder(const CastBuilder& cast) : m_cast(cast)
{
    m_kinds = {
        EventKind{QStringLiteral("spawn"), QStringLiteral("Spawned"), false, false, true},
        EventKind{QStringLiteral("destroy"), QStringLiteral("Removed"), false, false, true},
        EventKind{QStringLiteral("collision"), QStringLiteral("Collision"), true, true, true},
        EventKind{QStringLiteral("light_change"), QStringLiteral("Traffic light"), false, false, false},
        EventKind{QStringLiteral("door"), QStringLiteral("Door"), false, false, true},
        EventKind{QStringLiteral("weather"), QStringLiteral("Weather"), false, false, true},
        EventKind{QStringLiteral("parked"), QStringLiteral("Taken out of the scene"), false, false, true},
        EventKind{QStringLiteral("surfaced"), QStringLiteral("Brought into the scene"), false, false, true},
    };
    // What they are worth as highlights.
    m_kinds[Contact].highlight.worth = 1.0;
    m_kinds[Contact].highlight.rarity = 0.5;
    m_kinds[DoorMoved].highlight.worth = 0.1;
    m_kinds[WeatherChanged].highlight.worth = 0.1;
}

void EventBuilder::beginFrame(FrameNumber frame, Micros time)
{
    m_frame = frame;
    m_time = time;
}

io::EventId EventBuilder::push(Kind kind, std::vector<ActorId> actors, const Sentence& text, QJsonObject data)
{
    Event event;
    event.frame = m_frame;
    event.time = m_time;
    event.kind = kind;
    event.actors = std::move(actors);
    event.say(text);
    event.data = std::move(data);
    return m_log.add(std::move(event));
}

Sentence EventBuilder::nameOf(std::uint32_t nativeId) const
{
    if (const auto actor = m_cast.find(nativeId))
        return m_cast.info(*actor).name;
    return nativeId == NoActor || nativeId == 0
               ? Sentence::of(QStringLiteral("something that is no actor"))
               : Sentence::of(QStringLiteral("actor #%1"), {QString::number(nativeId)});
}

void EventBuilder::spawned(std::uint32_t actor)
{
    // What is there in the first frame did not come into being then.
    if (m_frame == 0)
        return;
    push(Spawn, {static_cast<ActorId>(actor)},
         Sentence::of(QStringLiteral("%1 appears"), {m_cast.info(actor).name}),
         {{QStringLiteral("id"), static_cast<qint64>(m_cast.life(actor).nativeId)}});
}

void EventBuilder::destroyed(std::uint32_t actor)
{
    push(Destroy, {static_cast<ActorId>(actor)},
         Sentence::of(QStringLiteral("%1 is removed"), {m_cast.info(actor).name}),
         {{QStringLiteral("id"), static_cast<qint64>(m_cast.life(actor).nativeId)}});
}

void EventBuilder::collision(const Collision& record)
{
    const auto key = std::pair(record.actor1, record.actor2);
    const auto open = m_contacts.find(key);
    Event* const lasting = open == m_contacts.end() || open->second.last < m_frame - 1
                               ? nullptr
                               : m_log.find(open->second.event);
    if (lasting != nullptr) {
        Event& event = *lasting;
        open->second.last = m_frame;
        event.length = m_time - event.time;
        event.data[QStringLiteral("last_frame")] = static_cast<qint64>(m_frame);
        event.data[QStringLiteral("frames")] = static_cast<qint64>(m_frame - event.frame + 1);
        return;
    }
    std::vector<ActorId> actors;
    bool walker = false;
    for (const std::uint32_t id : {record.actor1, record.actor2}) {
        if (const auto actor = m_cast.find(id)) {
            actors.push_back(static_cast<ActorId>(*actor));
            walker = walker || m_cast.info(*actor).kind == ActorKind::Walker;
        }
    }
    QJsonObject data{{QStringLiteral("actor1"), static_cast<qint64>(record.actor1)},
                     {QStringLiteral("actor2"), static_cast<qint64>(record.actor2)},
                     {QStringLiteral("hero1"), record.hero1},
                     {QStringLiteral("hero2"), record.hero2},
                     {QStringLiteral("last_frame"), static_cast<qint64>(m_frame)},
                     {QStringLiteral("frames"), 1}};
    const io::EventId id =
        push(Contact, std::move(actors),
             Sentence::of(QStringLiteral("%1 hits %2"), {nameOf(record.actor1), nameOf(record.actor2)}),
             std::move(data));
    if (id == io::NoEvent)
        return;
    const bool hero = record.hero1 || record.hero2;
    m_log.find(id)->severity = walker ? 3 : hero ? 2 : 1;
    m_contacts[key] = {m_frame, id};
}

void EventBuilder::lights(const Records<LightState>& states)
{
    // Nearly always the same lights in the same order as in the frame before, and hardly one changed.
    const bool sameCount = states.size() == m_lightRows.size();
    m_lightRows.resize(states.size());
    for (std::size_t i = 0; i < states.size(); ++i) {
        const std::byte* at = states.raw(i);
        const Light now{io::loadLe<std::uint32_t>(at), io::loadLe<std::int8_t>(at + 9)};
        if (sameCount && now == m_lightRows[i])
            continue;
        m_lightRows[i] = now;
        if (!m_cast.find(now.nativeId))
            continue; // nothing is kept of lights nobody knows
        const auto [known, fresh] = m_lightStates.try_emplace(now.nativeId, now.state);
        if (!fresh && known->second != now.state)
            lightChanged(now.nativeId, known->second, now.state);
        known->second = now.state;
    }
}

void EventBuilder::lightChanged(std::uint32_t nativeId, std::int8_t from, std::int8_t to)
{
    if (m_log.full()) {
        m_log.leaveOut();
        return;
    }
    const std::uint32_t actor = m_cast.find(nativeId).value_or(0);
    Sentence& text = m_lightTexts[{actor, to}];
    if (text.isEmpty())
        text = Sentence::of(QStringLiteral("%1: %2"),
                            {m_cast.info(actor).name, Sentence::of(lightStateName(to))});
    QJsonObject& data = m_lightChanges[{from, to}];
    if (data.isEmpty())
        data = {{QStringLiteral("from"), lightStateName(from)}, {QStringLiteral("to"), lightStateName(to)}};
    push(LightChange, {static_cast<ActorId>(actor)}, text, data);
}

void EventBuilder::door(std::uint32_t actor, int door, bool open)
{
    push(DoorMoved, {static_cast<ActorId>(actor)},
         Sentence::of(open ? QStringLiteral("%1: door %2 opens") : QStringLiteral("%1: door %2 closes"),
                      {m_cast.info(actor).name, Sentence::of(doorName(door).toLower())}),
         {{QStringLiteral("door"), door}, {QStringLiteral("open"), open}});
}

void EventBuilder::weather(const std::array<float, 14>& before, const std::array<float, 14>& after)
{
    std::vector<Sentence> changed;
    QJsonObject data;
    for (std::size_t i = 0; i < after.size(); ++i) {
        if (before[i] == after[i])
            continue;
        changed.push_back(Sentence::of(QStringLiteral("%1 %2"),
                                       {Sentence::of(QString::fromLatin1(WeatherNames[i])),
                                        Sentence::figure(QString::number(static_cast<double>(after[i])))}));
        data[QLatin1String(WeatherNames[i])] = static_cast<double>(after[i]);
    }
    if (Event* const event = m_log.find(m_weatherEvent);
        event != nullptr && m_time - (event->time + event->length) <= WeatherPause) {
        event->length = m_time - event->time;
        for (auto it = data.begin(); it != data.end(); ++it)
            event->data[it.key()] = it.value();
        return;
    }
    const io::EventId id = push(
        WeatherChanged, {}, Sentence::of(QStringLiteral("Weather changes: %1"), {Sentence::chain(changed)}),
        std::move(data));
    if (id != io::NoEvent)
        m_weatherEvent = id;
}

void EventBuilder::parked(std::uint32_t actor, bool out)
{
    push(out ? Parked : Surfaced, {static_cast<ActorId>(actor)},
         Sentence::of(out ? QStringLiteral("%1 is parked below the ground")
                          : QStringLiteral("%1 comes up from below the ground"),
                      {m_cast.info(actor).name}));
}

void EventBuilder::dropFrom(FrameNumber frame, Micros lastTime)
{
    m_log.removeFrom(frame);
    // A contact may have been prolonged into the frame that is dropped.
    for (const auto& [key, contact] : m_contacts) {
        Event* const event = contact.last < frame ? nullptr : m_log.find(contact.event);
        if (event == nullptr)
            continue;
        event->length = lastTime - event->time;
        event->data[QStringLiteral("last_frame")] = static_cast<qint64>(frame - 1);
        event->data[QStringLiteral("frames")] = static_cast<qint64>(frame - event->frame);
    }
}

std::shared_ptr<const model::EventTable> EventBuilder::snapshot(FrameNumber frames) const
{
    auto table = std::make_shared<model::EventTable>();
    table->kinds = m_kinds;
    table->events = m_log.sorted(frames);
    return table;
}

} // namespace ghostline::carla
