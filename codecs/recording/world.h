// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Everything that is true in a run at one tick, kept by applying events. The reader's and the writer's.
#include "codecs/recording/chunk.h"

#include <map>
#include <string>
#include <unordered_map>

namespace ghostline::recording {

/// An absolute anchor and what was travelled since in whole 1/4096 block, so that no order of seeking and
/// no length of a chunk changes a position.
struct Position
{
    glm::dvec3 anchor{0.0};
    std::array<std::int64_t, 3> moved{}; ///< 1/4096 block; wraps instead of overflowing
    glm::dvec3 value() const;
    void setTo(const glm::dvec3& p);
    void add(const std::array<std::int64_t, 3>& delta);
};

/// An own copy of a Kind.
struct OwnKind
{
    std::string name;
    std::int32_t number = -1;
    Kind view() const { return {name, number}; }
    friend bool operator==(const OwnKind&, const OwnKind&) = default;
};

struct Entity
{
    OwnKind type;
    bool placed = false; ///< has a position: a DeltaMove before any is damage
    Position position;
    double yaw = 0.0; ///< degrees, the game's sense
    double pitch = 0.0;
    PackedVector velocity;
    std::int32_t pose = 0;
    std::uint8_t flags = 0;
    std::uint8_t heldSlot = 255;         ///< 255 = unknown
    std::optional<std::int32_t> hand;    ///< using an item with
    std::map<std::int32_t, Bytes> items; ///< slot -> NBT
};

/// The run as a whole.
struct Run
{
    std::optional<std::int32_t> startTick;
    std::int32_t checkpointsTaken = 0;
    std::string lastCheckpoint;
    std::int32_t resets = 0;
    std::optional<std::int32_t> endTick;
    std::optional<std::int32_t> endReason;
    friend bool operator==(const Run&, const Run&) = default;
};

/// Entity 0, the player, is always there. Limits of limits.h hold: what is beyond them is refused.
class World
{
public:
    World();
    /// Empty but for the player, who is nowhere yet.
    void reset();
    /// Takes over blocks and entities of a snapshot (S1) and its run fields.
    void load(const Snapshot& snapshot, std::int32_t firstTick);
    /// Before the first event of a chunk that starts with a snapshot made of events (H4, H5): forgets
    /// entities and blocks, keeps the run. Entities the snapshot does not name are gone.
    void beginSnapshot();
    /// Applies one event. False, with the reason, for what contradicts the state (an entity that does not
    /// exist, a move before any position): the event has no effect and the rest goes on.
    bool apply(std::int32_t tick, const Event& event, QString& problem);

    const std::map<std::int32_t, Entity>& entities() const { return m_entities; }
    const Entity* entity(std::int32_t id) const;
    const Entity& player() const { return m_entities.begin()->second; }
    const Run& run() const { return m_run; }
    /// Packed position -> index into blockKinds().
    const std::unordered_map<std::int64_t, std::uint32_t>& blocks() const { return m_blocks; }
    const std::vector<OwnKind>& blockKinds() const { return m_kinds; }

    /// What a chunk that starts at `tick` opens with. S1: the texts and NBT point into this world.
    Snapshot snapshot(std::int32_t tick, int tickRate) const;
    /// H5: the events a snapshot is made of, in the format's order, before the chunk's own first events;
    /// AbsoluteMoves included. They point into this world and into `items`.
    void snapshotEvents(std::vector<Event>& out, std::vector<std::vector<Item>>& items) const;

private:
    std::map<std::int32_t, Entity> m_entities;
    std::unordered_map<std::int64_t, std::uint32_t> m_blocks;
    std::vector<OwnKind> m_kinds;
    std::unordered_map<std::string, std::uint32_t> m_kindByName;
    std::unordered_map<std::int32_t, std::uint32_t> m_kindByNumber;
    Run m_run;
};

} // namespace ghostline::recording
