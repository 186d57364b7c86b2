// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/codecs/echo/match_script.h"

#include <utility>

namespace ghostline::test {

MatchScript::MatchScript(echo::Map map) : m_header(headerOf(map)), m_finder(m_header, names)
{
    now.status = echo::GameStatus::Playing;
    now.timeMs = 1'600'000'000'000;
    now.hasDisc = map == echo::Map::Arena;
    now.clock = 600.0F;
    now.pause.state = echo::PauseState::Unpaused;
}

MatchScript::Player MatchScript::add(const char* name, echo::TeamCode team, std::uint8_t slot,
                                     glm::vec3 place)
{
    echo::PlayerFrame row;
    row.person = names.person({.name = name, .userId = 1000 + slot});
    row.team = team;
    row.slot = slot;
    row.hasStats = true;
    row.holdingLeft = row.holdingRight = echo::holding::None;
    m_there.push_back(true);
    rows.push_back(row);
    put(rows.size() - 1, place);
    return rows.size() - 1;
}

void MatchScript::put(Player who, glm::vec3 place)
{
    for (echo::PartPose& part : rows[who].parts)
        part.position = place;
}

void MatchScript::hold(Player who)
{
    rows[who].holdingRight = echo::holding::Disc;
    now.disc.position = rows[who].part(echo::Part::Head).position;
    now.discVelocity = rows[who].velocity;
}

void MatchScript::release(Player who, glm::vec3 velocity)
{
    rows[who].holdingRight = rows[who].holdingLeft = echo::holding::None;
    now.discVelocity = velocity;
}

void MatchScript::score(echo::TeamCode team, int points, echo::GoalType type, Player scorer, int assister)
{
    now.score = {.team = team, .points = points, .type = type, .scorer = rows[scorer].person};
    if (assister >= 0)
        now.score.assister = rows[static_cast<Player>(assister)].person;
    now.score.discSpeed = 14.25F;
    now.score.distance = 6.5F;
    now.points[static_cast<std::size_t>(team)] += static_cast<float>(points);
}

void MatchScript::step(int frames, int stepMs)
{
    for (int i = 0; i < frames; ++i) {
        take();
        now.timeMs += stepMs;
        m_time += std::chrono::milliseconds(stepMs);
        now.clock -= static_cast<float>(stepMs) / 1000.0F;
        now.disc.position += now.discVelocity * (static_cast<float>(stepMs) / 1000.0F);
    }
}

void MatchScript::gap(int ms)
{
    now.timeMs += ms;
    m_time += std::chrono::milliseconds(ms);
}

QStringList MatchScript::lines(const QStringList& kinds) const
{
    QStringList out;
    for (const model::Event& event : events()) {
        const QString kind = echo::EventFinder::kinds()[static_cast<std::size_t>(event.kind)].id;
        if (!kinds.isEmpty() && !kinds.contains(kind))
            continue;
        QStringList who;
        for (const model::ActorId actor : event.actors)
            who << QString::fromStdString(names[m_personOf.at(actor)].name);
        out << QStringLiteral("%1 %2 [%3] ").arg(event.frame).arg(kind, who.join(QStringLiteral(", "))) +
                   event.text;
    }
    return out;
}

model::Event MatchScript::first(const QString& kind) const
{
    for (const model::Event& event : events()) {
        if (echo::EventFinder::kinds()[static_cast<std::size_t>(event.kind)].id == kind)
            return event;
    }
    return {};
}

QStringList MatchScript::diagnostics() const
{
    QStringList out;
    for (const model::Diagnostic& diagnostic : m_finder.diagnostics())
        out << QStringLiteral("%1 at %2").arg(diagnostic.code).arg(diagnostic.where.frame.value_or(-1));
    return out;
}

echo::MatchHeader MatchScript::headerOf(echo::Map map)
{
    echo::MatchHeader header;
    header.map = map;
    header.client = QStringLiteral("Ada");
    return header;
}

void MatchScript::take()
{
    m_block.clear();
    std::vector<model::ActorId> actors;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const std::size_t at = reversed ? rows.size() - 1 - i : i;
        if (!m_there[at])
            continue;
        m_block.players.push_back(rows[at]);
        actors.push_back(actorOf(rows[at]));
    }
    now.players = {0, static_cast<std::uint32_t>(m_block.players.size())};
    m_block.frames.push_back(now);
    m_block.recorded = std::exchange(told, {});
    const echo::FrameActors who{actors, m_byPerson, model::ActorId::None, model::ActorId::None};
    m_finder.take(m_frames++, m_time, m_block, m_block.frames.front(), who);
}

model::ActorId MatchScript::actorOf(const echo::PlayerFrame& row)
{
    const auto next = static_cast<model::ActorId>(m_actors.size());
    const auto [entry, added] = m_actors.try_emplace({row.person, row.slot}, next);
    if (added) {
        m_personOf[next] = row.person;
        m_byPerson.resize(static_cast<std::size_t>(names.people()), model::ActorId::None);
        auto& first = m_byPerson[static_cast<std::size_t>(row.person)];
        if (first == model::ActorId::None)
            first = next;
    }
    return entry->second;
}

} // namespace ghostline::test
