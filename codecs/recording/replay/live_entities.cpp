// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/recording/replay/live_entities.h"

#include <algorithm>
#include <utility>

namespace ghostline::recording {

namespace {

template<typename Slots>
auto slotOf(Slots& slots, std::int32_t id)
{
    const auto slot =
        std::lower_bound(slots.begin(), slots.end(), std::pair<std::int32_t, std::uint8_t>{id, 0});
    return slot != slots.end() && slot->first == id ? slot : slots.end();
}

} // namespace

void LiveEntities::clear()
{
    m_entities.clear();
    m_fast.clear();
    add(0).type.name = PlayerType;
}

void LiveEntities::load(const Map& entities)
{
    m_entities = entities;
    m_fast.clear();
    for (const auto& [id, entity] : m_entities)
        add(id);
}

LiveEntities::Map LiveEntities::release()
{
    for (auto& [id, entity] : m_entities)
        entity.life = -1;
    m_fast.clear();
    return std::move(m_entities);
}

LiveEntity* LiveEntities::search(std::int32_t id)
{
    const auto found = m_entities.find(id);
    return found == m_entities.end() ? nullptr : &found->second;
}

LiveEntity& LiveEntities::add(std::int32_t id)
{
    LiveEntity& entity = m_entities[id];
    if (const auto place = static_cast<std::size_t>(id); place < FastEntities) {
        if (m_fast.size() <= place)
            m_fast.resize(place + 1, nullptr);
        m_fast[place] = &entity;
    }
    return entity;
}

void LiveEntities::erase(std::int32_t id)
{
    m_entities.erase(id);
    if (const auto place = static_cast<std::size_t>(id); place < m_fast.size())
        m_fast[place] = nullptr;
}

void LiveEntities::beginSnapshot()
{
    m_slots.clear();
    for (const auto& [id, entity] : m_entities) {
        if (entity.heldSlot != UnknownSlot)
            m_slots.emplace_back(id, entity.heldSlot); // NOLINT: few
    }
    const std::uint8_t players = m_entities.begin()->second.heldSlot;
    clear();
    m_entities.begin()->second.heldSlot = players;
}

void LiveEntities::giveSlots(const Slots& known, bool onlyUnknown)
{
    m_slots = known;
    for (auto& [id, entity] : m_entities) {
        if (onlyUnknown && entity.heldSlot != UnknownSlot)
            continue;
        const auto slot = slotOf(m_slots, id);
        entity.heldSlot = slot == m_slots.end() ? UnknownSlot : slot->second;
    }
}

std::uint8_t LiveEntities::takeSlot(std::int32_t id)
{
    const auto slot = slotOf(m_slots, id);
    return slot == m_slots.end() ? UnknownSlot : std::exchange(slot->second, UnknownSlot);
}

} // namespace ghostline::recording
