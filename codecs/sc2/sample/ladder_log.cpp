// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/sc2/sample/ladder_log.h"

#include <algorithm>
#include <cmath>

namespace ghostline::sc2::ladder {

namespace {

const EventType* named(std::span<const EventType> types, std::string_view name)
{
    const auto found =
        std::find_if(types.begin(), types.end(), [&](const EventType& type) { return type.name == name; });
    return found != types.end() ? &*found : nullptr;
}

std::int64_t cell(double value) { return std::clamp<std::int64_t>(std::llround(value), 0, 255); }

} // namespace

void Log::game(unsigned user, std::string_view event, const QJsonObject& fields)
{
    if (const EventType* type = named(m_protocol.game, event)) {
        m_game.event(m_loop - m_lastGame, user, GameEventIdBits, *type, fields);
        m_lastGame = m_loop;
    }
}

void Log::message(unsigned user, std::string_view event, const QJsonObject& fields)
{
    if (const EventType* type = named(m_protocol.message, event)) {
        m_messages.event(m_loop - m_lastMessage, user, MessageEventIdBits, *type, fields);
        m_lastMessage = m_loop;
    }
}

VersionedWriter& Log::tracker(TrackerKind kind)
{
    // Back in time where a game that was resumed is told from its start once more.
    m_tracker.event(std::int64_t{m_loop} - m_lastTracker, static_cast<int>(kind));
    m_lastTracker = m_loop;
    return m_tracker;
}

void Log::unit(TrackerKind kind, const Tag& tag, std::string_view type, int player, const glm::dvec2& at,
               std::size_t fields)
{
    tracker(kind).structure(fields).tag(0).integer(tag.index).tag(1).integer(tag.recycle);
    m_tracker.tag(2).blob(type).tag(3).integer(player).tag(4).integer(player);
    m_tracker.tag(5).integer(cell(at.x)).tag(6).integer(cell(at.y));
}

void Log::born(const Tag& tag, std::string_view type, int player, const glm::dvec2& at,
               const Creator* creator)
{
    unit(TrackerKind::Born, tag, type, player, at, 10);
    m_tracker.tag(7).optional(creator != nullptr);
    if (creator != nullptr)
        m_tracker.integer(creator->tag.index);
    m_tracker.tag(8).optional(creator != nullptr);
    if (creator != nullptr)
        m_tracker.integer(creator->tag.recycle);
    m_tracker.tag(9).optional(creator != nullptr);
    if (creator != nullptr)
        m_tracker.blob(creator->ability);
}

void Log::init(const Tag& tag, std::string_view type, int player, const glm::dvec2& at)
{
    unit(TrackerKind::Init, tag, type, player, at, 7);
}

void Log::done(const Tag& tag)
{
    tracker(TrackerKind::Done).structure(2).tag(0).integer(tag.index).tag(1).integer(tag.recycle);
}

void Log::died(const Tag& tag, const glm::dvec2& at, int killerPlayer, const Tag& killer)
{
    const bool killed = killerPlayer != 0;
    tracker(TrackerKind::Died).structure(7).tag(0).integer(tag.index).tag(1).integer(tag.recycle);
    m_tracker.tag(2).optional(killed);
    if (killed)
        m_tracker.integer(killerPlayer);
    m_tracker.tag(3).integer(cell(at.x)).tag(4).integer(cell(at.y));
    m_tracker.tag(5).optional(killed);
    if (killed)
        m_tracker.integer(killer.index);
    m_tracker.tag(6).optional(killed);
    if (killed)
        m_tracker.integer(killer.recycle);
}

void Log::changed(const Tag& tag, std::string_view type)
{
    tracker(TrackerKind::Type).structure(3).tag(0).integer(tag.index).tag(1).integer(tag.recycle);
    m_tracker.tag(2).blob(type);
}

void Log::upgrade(int player, std::string_view name)
{
    tracker(TrackerKind::Upgrade).structure(3).tag(0).integer(player).tag(1).blob(name).tag(2).integer(1);
}

void Log::setup(int player, int user)
{
    tracker(TrackerKind::Setup).structure(4).tag(0).integer(player).tag(1).integer(1);
    m_tracker.tag(2).optional(true).integer(user).tag(3).optional(true).integer(user);
}

void Log::stats(int player, const std::array<std::int32_t, StatCount>& values)
{
    tracker(TrackerKind::Stats).structure(2).tag(0).integer(player).tag(1).structure(values.size());
    for (std::size_t i = 0; i < values.size(); ++i)
        m_tracker.tag(static_cast<std::int64_t>(i)).integer(values[i]);
}

void Log::positions(const std::vector<Place>& places)
{
    constexpr std::size_t Most = 256;
    const std::size_t count = std::min(places.size(), Most);
    if (count == 0)
        return;
    tracker(TrackerKind::Positions).structure(2).tag(0).integer(places.front().index);
    m_tracker.tag(1).array(count * 3);
    std::uint32_t last = places.front().index;
    for (std::size_t i = 0; i < count; ++i) {
        m_tracker.integer(places[i].index - last).integer(cell(places[i].at.x)).integer(cell(places[i].at.y));
        last = places[i].index;
    }
}

} // namespace ghostline::sc2::ladder
