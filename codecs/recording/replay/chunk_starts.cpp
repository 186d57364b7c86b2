// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/recording/replay/chunk_starts.h"

#include "codecs/recording/format/limits.h"

#include <algorithm>

namespace ghostline::recording {

using model::ActorId;

void ChunkStarts::begin(const World& world, const Lives& lives, bool broken)
{
    m_headsTaken = false;
    m_placesBefore.clear();
    if (m_full)
        return;
    m_start = std::make_shared<ChunkStart>();
    m_start->run = world.run();
    m_start->lives = lives;
    m_start->heldSlots = world.heldSlots();
    m_start->broken = broken;
    for (const Lives::Life& life : lives.alive()) {
        const Entity* const entity = world.entity(life.entity);
        if (entity != nullptr && entity->placed)
            m_placesBefore.emplace_back(life.actor, entity->position.value());
    }
    std::sort(m_placesBefore.begin(), m_placesBefore.end(),
              [](const Place& a, const Place& b) { return a.first < b.first; });
}

void ChunkStarts::takeHeads(const World& world, const Lives& lives,
                            const std::unordered_set<std::int32_t>& moved)
{
    if (!wantsHeads())
        return;
    m_headsTaken = true;
    const auto alive = lives.alive();
    m_start->heads.reserve(alive.size());
    for (const Lives::Life& life : alive) {
        const Entity* const entity = world.entity(life.entity);
        if (entity == nullptr || !entity->placed)
            continue;
        HeadPlace head;
        head.actor = life.actor;
        head.position = entity->position.value();
        head.yaw = static_cast<float>(entity->yaw);
        head.pitch = static_cast<float>(entity->pitch);
        const auto before =
            std::lower_bound(m_placesBefore.begin(), m_placesBefore.end(), life.actor,
                             [](const Place& place, ActorId actor) { return place.first < actor; });
        const bool known = before != m_placesBefore.end() && before->first == life.actor;
        head.jumped = m_start->broken || !known ||
                      isTeleport(before->second, head.position, moved.contains(life.entity));
        m_start->heads.push_back(head);
    }
    std::sort(m_start->heads.begin(), m_start->heads.end(),
              [](const HeadPlace& a, const HeadPlace& b) { return a.actor < b.actor; });
}

void ChunkStarts::takeHeadsAsJumped(const World& world, const Lives& lives)
{
    takeHeads(world, lives, {});
    if (m_full)
        return;
    for (HeadPlace& head : m_start->heads)
        head.jumped = true;
}

void ChunkStarts::keep()
{
    if (m_full)
        return;
    constexpr std::size_t StartBytes = sizeof(ChunkStart) + 64;
    constexpr std::size_t LifeBytes = 160;
    m_bytes += StartBytes + m_start->heads.size() * (sizeof(HeadPlace) + LifeBytes) +
               m_start->heldSlots.size() * 8 + m_start->run.lastCheckpoint.size();
    m_full = m_bytes > MaxStartBytes;
    if (!m_full)
        m_all.push_back(std::move(m_start));
}

} // namespace ghostline::recording
