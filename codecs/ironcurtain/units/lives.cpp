// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/ironcurtain/units/lives.h"

#include <algorithm>

namespace ghostline::ironcurtain {

namespace {

constexpr SimTick Open = ~SimTick{0}; ///< nobody told of an end yet

} // namespace

/// The life of a tag, made when it is new; null when there is no room for another.
Life* Lives::lifeOf(UnitTag tag, SimTick tick)
{
    if (const std::ptrdiff_t known = find(tag); known >= 0)
        return &m_lives[static_cast<std::size_t>(known)];
    if (room() == 0) {
        ++m_leftOut;
        return nullptr;
    }
    Life life;
    life.tag = tag;
    life.first = tick;
    life.end = Open;
    m_byTag.add(tag, static_cast<std::uint32_t>(m_lives.size()));
    m_lives.push_back(life);
    return &m_lives.back();
}

void Lives::startWith(UnitTag tag, const std::optional<Identity>& identity)
{
    Life* const life = lifeOf(tag, 0);
    if (life == nullptr)
        return;
    life->first = 0;
    life->birthTold = true;
    if (identity) {
        life->type = identity->type;
        life->owner = identity->owner;
        life->structure = identity->kind == UnitKind::Building;
    }
}

void Lives::add(const AnalysisEvent& event)
{
    const auto born = [&](const auto& told, bool structure) {
        Life* const life = lifeOf(told.unit, event.tick);
        if (life == nullptr)
            return;
        // A building is begun and, by some recorders, created as well: the first telling holds.
        if (!life->birthTold)
            life->first = event.tick;
        life->birthTold = true;
        life->structure = life->structure || structure;
        if (!life->type)
            life->type = told.type;
        if (!life->owner)
            life->owner = told.owner;
        if (!life->bornAt)
            life->bornAt = told.at;
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
        Life* const life = lifeOf(destroyed->unit, event.tick);
        if (life == nullptr || life->deathTold)
            return;
        life->deathTold = true;
        life->end = std::max(event.tick, life->first);
    }
}

void Lives::seenAt(SimTick tick, UnitTag tag, const std::optional<Identity>& identity)
{
    Life* const life = lifeOf(tag, tick);
    if (life == nullptr)
        return;
    if (!life->birthTold && tick < life->first)
        life->first = tick;
    if (identity) {
        if (!life->type)
            life->type = identity->type;
        if (!life->owner)
            life->owner = identity->owner;
        life->structure = life->structure || identity->kind == UnitKind::Building;
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

std::size_t Lives::bytes() const { return m_lives.capacity() * sizeof(Life) + m_byTag.bytes(); }

} // namespace ghostline::ironcurtain
