// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Which actor an entity number means: numbers are reused, an ActorId is one life. The background pass and
// the decoding of one chunk go through the same rules, so that both mean the same.
#include "codecs/recording/state/world.h"
#include "model/world/actor.h"

namespace ghostline::recording {

/// Where a recording stands with its actors. Actor 0 is the player. A value, small: one is kept per chunk.
class Lives
{
public:
    struct Life
    {
        std::int32_t entity = 0;
        model::ActorId actor = model::ActorId::None;
        OwnKind type;
        friend bool operator==(const Life&, const Life&) = default;
    };

    Lives();
    /// A SpawnEntity, `world` as it was before it. On a number that is alive, of the same type and no further
    /// away than SameLifeDistance, it describes the life anew (snapshots do); else it begins another one.
    model::ActorId spawn(const SpawnEntity& event, const World& world);
    /// The same with nothing but the entity's place before; null where it had none or nobody was there.
    /// None: a limit of limits.h is reached, or the number is not one.
    model::ActorId spawn(const SpawnEntity& event, const glm::dvec3* before);
    void destroy(std::int32_t entity);
    /// A chunk that opens with a snapshot: lives it does not name again end with endSnapshot(), which is due
    /// after the chunk's first tick (S1: after the last keep()). The first spawn of a number in between
    /// continues a life of the same type wherever it is, for nobody who seeks knows the place before.
    void beginSnapshot();
    /// S1: the snapshot names this entity.
    void keep(std::int32_t entity, std::string_view type);
    void endSnapshot();

    model::ActorId actor(std::int32_t entity) const; ///< None where nobody has that number
    std::vector<Life> alive() const;                 ///< ascending entity number, the player first
    std::uint32_t count() const { return m_next; }   ///< actors so far
    friend bool operator==(const Lives&, const Lives&) = default;

    static constexpr double SameLifeDistance = recording::SameLifeDistance;

private:
    struct Entry
    {
        Life life;
        bool named = true; ///< false between beginSnapshot() and being named by it
        friend bool operator==(const Entry&, const Entry&) = default;
    };
    model::ActorId begin(std::int32_t entity, const Kind& type);

    std::map<std::int32_t, Entry> m_alive;
    bool m_inSnapshot = false;
    std::uint32_t m_next = 1;
};

} // namespace ghostline::recording
