// SPDX-License-Identifier: GPL-3.0-or-later
// Lives are told apart by number, type and place, and by nothing that only a continuous reader would know.
#include "codecs/recording/state/lives.h"

#include "codecs/recording/format/limits.h"

namespace ghostline::recording {

using model::ActorId;

namespace {

bool sameType(const OwnKind& life, const Kind& type)
{
    return life.name == type.name && life.number == type.number;
}

} // namespace

Lives::Lives() { m_alive[0] = {{0, ActorId{0}, OwnKind({PlayerType, -1})}, true}; }

ActorId Lives::begin(std::int32_t entity, const Kind& type)
{
    const auto known = m_alive.find(entity);
    const bool full = m_next >= MaxLives || (known == m_alive.end() && m_alive.size() >= MaxEntities);
    if (entity <= 0 || full || type.name.size() > MaxKindName) {
        // Whoever had the number is not there any more, even if nobody can take the place.
        if (entity > 0)
            destroy(entity);
        return ActorId::None;
    }
    const ActorId actor{m_next++};
    m_alive[entity] = {{entity, actor, OwnKind(type)}, true};
    return actor;
}

ActorId Lives::spawn(const SpawnEntity& event, const World& world)
{
    const Entity* const entity = world.entity(event.entity);
    if (entity == nullptr || !entity->placed)
        return spawn(event, nullptr);
    const glm::dvec3 before = entity->position.value();
    return spawn(event, &before);
}

ActorId Lives::spawn(const SpawnEntity& event, const glm::dvec3* before)
{
    const auto found = m_alive.find(event.entity);
    // What the world refuses begins nothing here either.
    if (!isFinite(event.place) || event.type.name.size() > MaxKindName)
        return found == m_alive.end() ? ActorId::None : found->second.life.actor;
    if (found == m_alive.end())
        return begin(event.entity, event.type);
    if (event.entity == 0)
        return found->second.life.actor;
    const bool anew = m_inSnapshot && !found->second.named;
    const bool near = before != nullptr && glm::distance(*before, event.place.position) <= SameLifeDistance;
    if (!sameType(found->second.life.type, event.type) || !(anew || near))
        return begin(event.entity, event.type);
    found->second.named = true;
    return found->second.life.actor;
}

void Lives::destroy(std::int32_t entity)
{
    if (entity != 0)
        m_alive.erase(entity);
}

void Lives::beginSnapshot()
{
    m_inSnapshot = true;
    for (auto& [entity, entry] : m_alive)
        entry.named = entity == 0;
}

void Lives::keep(std::int32_t entity, std::string_view type)
{
    if (entity == 0)
        return;
    const Kind kind{type, -1};
    const auto found = m_alive.find(entity);
    if (found != m_alive.end() && sameType(found->second.life.type, kind))
        found->second.named = true;
    else
        begin(entity, kind);
}

void Lives::endSnapshot()
{
    m_inSnapshot = false;
    std::erase_if(m_alive, [](const auto& entry) { return !entry.second.named; });
}

ActorId Lives::actor(std::int32_t entity) const
{
    const auto found = m_alive.find(entity);
    return found == m_alive.end() ? ActorId::None : found->second.life.actor;
}

std::vector<Lives::Life> Lives::alive() const
{
    std::vector<Life> out;
    out.reserve(m_alive.size());
    for (const auto& [entity, entry] : m_alive)
        out.push_back(entry.life);
    return out;
}

} // namespace ghostline::recording
