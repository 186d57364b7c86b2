// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/ironcurtain/replay/lives.h"

#include "codecs/ironcurtain/limits.h"

#include <algorithm>

namespace ghostline::ironcurtain {

namespace {

constexpr SimTick Open = ~SimTick{0}; ///< nobody told of an end yet

} // namespace

std::ptrdiff_t Lives::find(UnitTag tag) const
{
    const auto at = m_byTag.find(tag.key());
    return at == m_byTag.end() ? -1 : static_cast<std::ptrdiff_t>(at->second);
}

/// The life of a tag, made when it is new; MaxLives when there is no room for another.
std::size_t Lives::lifeOf(UnitTag tag, SimTick tick)
{
    if (const auto at = m_byTag.find(tag.key()); at != m_byTag.end())
        return at->second;
    if (m_lives.size() >= MaxLives)
        return MaxLives;
    Life life;
    life.tag = tag;
    life.first = tick;
    life.end = Open;
    m_byTag.emplace(tag.key(), static_cast<std::uint32_t>(m_lives.size()));
    m_lives.push_back(life);
    return m_lives.size() - 1;
}

void Lives::startWith(UnitTag tag, const std::optional<Identity>& identity)
{
    const std::size_t i = lifeOf(tag, 0);
    if (i >= m_lives.size())
        return;
    Life& life = m_lives[i];
    life.first = 0;
    life.birthTold = true;
    if (identity) {
        life.type = identity->type;
        life.owner = identity->owner;
        life.structure = identity->kind == UnitKind::Building;
    }
}

void Lives::add(const AnalysisEvent& event)
{
    const auto born = [&](const auto& told, bool structure) {
        const std::size_t i = lifeOf(told.unit, event.tick);
        if (i >= m_lives.size())
            return;
        Life& life = m_lives[i];
        // A building is begun and, by some recorders, created as well: the first telling holds.
        if (!life.birthTold)
            life.first = event.tick;
        life.birthTold = true;
        life.structure = life.structure || structure;
        if (!life.type)
            life.type = told.type;
        if (!life.owner)
            life.owner = told.owner;
        if (!life.bornAt)
            life.bornAt = told.at;
    };
    if (const auto* created = std::get_if<UnitCreated>(&event.body)) {
        born(*created, false);
    } else if (const auto* started = std::get_if<ConstructionStarted>(&event.body)) {
        born(*started, true);
    } else if (const auto* completed = std::get_if<ConstructionCompleted>(&event.body)) {
        // Of a building nobody told of, nothing is known but that it was there by then.
        if (const std::ptrdiff_t i = find(completed->unit);
            i >= 0 && !m_lives[static_cast<std::size_t>(i)].completed)
            m_lives[static_cast<std::size_t>(i)].completed = event.tick;
    } else if (const auto* destroyed = std::get_if<UnitDestroyed>(&event.body)) {
        const std::size_t i = lifeOf(destroyed->unit, event.tick);
        if (i >= m_lives.size() || m_lives[i].deathTold)
            return;
        m_lives[i].deathTold = true;
        m_lives[i].end = std::max(event.tick, m_lives[i].first);
    }
}

void Lives::seenAt(SimTick tick, UnitTag tag, const std::optional<Identity>& identity)
{
    const std::size_t i = lifeOf(tag, tick);
    if (i >= m_lives.size())
        return;
    Life& life = m_lives[i];
    if (!life.birthTold && tick < life.first)
        life.first = tick;
    if (identity) {
        if (!life.type)
            life.type = identity->type;
        if (!life.owner)
            life.owner = identity->owner;
        life.structure = life.structure || identity->kind == UnitKind::Building;
    }
}

void Lives::goneAt(SimTick tick, UnitTag tag)
{
    const std::ptrdiff_t i = find(tag);
    if (i < 0)
        return;
    Life& life = m_lives[static_cast<std::size_t>(i)];
    if (!life.deathTold && tick < life.end)
        life.end = std::max(tick, life.first);
}

void Lives::finish(SimTick lastTick)
{
    for (Life& life : m_lives)
        life.end = std::min(life.end, std::max(lastTick + 1, life.first));
}

std::size_t Lives::bytes() const
{
    // A node of the table holds its pair, a link and its share of the buckets.
    constexpr std::size_t Node = sizeof(std::pair<const std::uint32_t, std::uint32_t>) + 2 * sizeof(void*);
    return m_lives.capacity() * sizeof(Life) + m_byTag.size() * Node;
}

} // namespace ghostline::ironcurtain
