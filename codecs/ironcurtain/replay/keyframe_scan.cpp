// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/ironcurtain/replay/keyframe_scan.h"

#include "codecs/ironcurtain/replay/segment.h"

#include <algorithm>

namespace ghostline::ironcurtain {

namespace {

/// A vehicle that unfolds to a building keeps its tag. What was not touched shares its bytes.
bool sameKind(const Components& a, const Components& b)
{
    if (a.mask == b.mask && a.bytes.data() == b.bytes.data())
        return true;
    const auto same = [&](Slot slot) {
        const auto number = static_cast<unsigned>(slot);
        return std::ranges::equal(a.slot(number), b.slot(number));
    };
    return same(Slot::Identity) && same(Slot::Building);
}

} // namespace

KeyframeScan::KeyframeScan(const Lives& lives, Kinds kinds)
    : m_lives(lives), m_kinds(std::move(kinds)), m_byBirth(birthOrder(lives))
{
}

void KeyframeScan::add(std::shared_ptr<const SimState> state)
{
    // Both lists ascend by tag: who is only in one of them has come or gone in between.
    const auto before = m_last ? std::span<const Entity>(m_last->entities) : std::span<const Entity>();
    auto old = before.begin();
    for (const Entity& entity : state->entities) {
        for (; old != before.end() && old->tag < entity.tag; ++old)
            vanished(state->tick, old->tag);
        if (old == before.end() || old->tag != entity.tag) {
            appeared(state->tick, entity);
            continue;
        }
        if (!sameKind(old->components, entity.components))
            m_kindsGrew = m_kinds.addEntity(entity) || m_kindsGrew;
        ++old;
    }
    for (; old != before.end(); ++old)
        vanished(state->tick, old->tag);
    missed(*state);
    m_last = std::move(state);
}

/// Who is told to have been born since the keyframe before, and is not there.
void KeyframeScan::missed(const SimState& state)
{
    for (; m_born < m_byBirth.size(); ++m_born) {
        const Life& life = m_lives[m_byBirth[m_born]];
        if (life.first >= state.tick)
            return;
        if (state.find(life.tag) == nullptr)
            vanished(state.tick, life.tag);
    }
}

void KeyframeScan::appeared(SimTick tick, const Entity& entity)
{
    const UnitTag tag = entity.tag;
    m_kindsGrew = m_kinds.addEntity(entity) || m_kindsGrew;
    m_gone.erase(tag.key()); // it was only out of sight
    const std::ptrdiff_t known = m_lives.find(tag);
    if (known >= 0) {
        const Life& life = m_lives[static_cast<std::size_t>(known)];
        if (life.birthTold || life.first <= tick)
            return;
    }
    if (m_foundKeys.contains(tag.key()))
        return;
    if (known < 0 && m_found.size() >= m_lives.room()) {
        ++m_leftOut;
        return;
    }
    m_foundKeys.insert(tag.key());
    m_found.push_back({tick, tag, entity.components.identity()});
}

void KeyframeScan::vanished(SimTick tick, UnitTag tag)
{
    const std::ptrdiff_t known = m_lives.find(tag);
    bool open = m_foundKeys.contains(tag.key());
    if (known >= 0) {
        const Life& life = m_lives[static_cast<std::size_t>(known)];
        // Events may tell of a birth behind a keyframe that has it already: they are believed.
        open = !life.deathTold && (!life.birthTold || life.first < tick);
    }
    if (open)
        m_gone.try_emplace(tag.key(), tick);
}

bool KeyframeScan::any() const { return !m_found.empty() || !m_gone.empty() || m_kindsGrew || m_leftOut > 0; }

void KeyframeScan::apply(Lives& lives, SimTick lastTick) const
{
    for (const Found& found : m_found)
        lives.seenAt(found.tick, found.tag, found.identity);
    for (const auto& [key, tick] : m_gone)
        lives.goneAt(tick, {static_cast<std::uint16_t>(key >> 16), static_cast<std::uint16_t>(key & 0xFFFF)});
    lives.leaveOut(m_leftOut);
    lives.finish(lastTick);
}

} // namespace ghostline::ironcurtain
