// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Everything that is true in a run at one tick, kept by applying events. The reader's and the writer's.
#include "codecs/recording/format/chunk.h"
#include "codecs/recording/format/limits.h"
#include "codecs/recording/state/block_map.h"

#include <limits>
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
    glm::dvec3 value() const
    {
        constexpr double StepsPerMetre = 4096.0;
        return anchor + glm::dvec3(static_cast<double>(moved[0]), static_cast<double>(moved[1]),
                                   static_cast<double>(moved[2])) /
                            StepsPerMetre;
    }
    void setTo(const glm::dvec3& p)
    {
        anchor = p;
        moved = {};
    }
    void add(const std::array<std::int64_t, 3>& delta)
    {
        for (std::size_t i = 0; i < 3; ++i)
            moved[i] = static_cast<std::int64_t>(static_cast<std::uint64_t>(moved[i]) +
                                                 static_cast<std::uint64_t>(delta[i]));
    }
};

/// Finds by a view what is stored as a string, without making one.
struct TextHash
{
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>{}(text); }
};

/// An own copy of a Kind.
struct OwnKind
{
    std::string name;
    std::int32_t number = -1;
    OwnKind() = default;
    explicit OwnKind(const Kind& kind) : name(kind.name), number(kind.number) {}
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

// What counts as a teleport: outside a snapshot an AbsoluteMove is one from the shorter distance on, and
// nothing that moves by itself gets as far as the longer one within a tick.
inline constexpr double TeleportByMove = 2.0; ///< metres
inline constexpr double TeleportAnyway = 8.0; ///< metres
inline constexpr double SameLifeDistance =
    1.0; ///< metres: a spawn on a live number this near describes it anew

/// From the end of one tick to the end of the next; `absolute`: by an AbsoluteMove, in a tick that is not the
/// snapshot a chunk begins with.
inline bool isTeleport(const glm::dvec3& from, const glm::dvec3& to, bool absolute)
{
    const glm::dvec3 way = to - from;
    const double limit = absolute ? TeleportByMove : TeleportAnyway;
    return !(glm::dot(way, way) <= limit * limit); // also for what is not a number
}

/// Whether a place is one.
bool isFinite(const Place& place);

/// Why an event has no effect.
enum class Refusal : std::uint8_t {
    None,
    NoEntity,  ///< of that number is alive
    NotPlaced, ///< moved before it had any position
    ThePlayer, ///< can be neither destroyed nor given a negative number
    TooMany,   ///< entities, blocks, kinds or bytes
    NoPlace,   ///< coordinates or angles that are not numbers
    BadSlot,   ///< beyond MaxSlot
    LongName   ///< beyond MaxKindName
};

/// Entity 0, the player, is always there. Limits of limits.h hold: what is beyond them is refused.
class World
{
public:
    World();
    /// Empty but for the player, who is nowhere yet.
    void reset();
    /// Takes over blocks and entities of a snapshot (S1) and its run fields.
    /// The run's start, its resets and its end stay as they are where the snapshot does not contradict them.
    void load(const Snapshot& snapshot, std::int32_t firstTick, int tickRate = UsualTickRate);
    /// Before the first event of a chunk that starts with a snapshot made of events (H4, H5): forgets
    /// entities and blocks, keeps the run. Entities the snapshot does not name are gone. Held slots, which
    /// no such snapshot describes, are given back to the player and to the entities that it spawns.
    void beginSnapshot();
    void setRun(const Run& run) { m_run = run; }
    /// Held slots that are known from elsewhere: at once for who is there, for the others when they spawn.
    void setHeldSlots(const std::vector<std::pair<std::int32_t, std::uint8_t>>& slots);
    /// By entity number, ascending; the known ones.
    std::vector<std::pair<std::int32_t, std::uint8_t>> heldSlots() const;
    /// Applies one event. False, with the reason, for what contradicts the state (an entity that does not
    /// exist, a move before any position): the event has no effect and the rest goes on.
    bool apply(std::int32_t tick, const Event& event, QString& problem);
    /// The same without words, for who reads millions of them.
    Refusal take(std::int32_t tick, const Event& event);
    /// A SetBlock whose kind came up lately, without building the event; `name` need not have been checked.
    /// False, with no effect, where it asks for a closer look.
    bool takeRecentBlock(std::int32_t tick, std::int64_t position, std::string_view name);

    const std::map<std::int32_t, Entity>& entities() const { return m_entities; }
    const Entity* entity(std::int32_t id) const;
    const Entity& player() const { return m_entities.begin()->second; }
    const Run& run() const { return m_run; }
    /// Packed position -> index into blockKinds().
    const BlockMap& blocks() const { return m_blocks; }
    const std::vector<OwnKind>& blockKinds() const { return m_kinds; }

    /// What a chunk that starts at `tick` opens with. S1: the texts and NBT point into this world.
    Snapshot snapshot(std::int32_t tick, int tickRate) const;
    /// H5: the events a snapshot is made of, in the format's order, before the chunk's own first events;
    /// AbsoluteMoves included. They point into this world and into `items`.
    void snapshotEvents(std::vector<Event>& out, std::vector<std::vector<Item>>& items) const;

private:
    Entity* find(std::int32_t id);
    void forgetSlots();
    Refusal spawn(const SpawnEntity& event);
    Refusal destroy(std::int32_t id);
    Refusal setItems(const SetItem& event);
    Refusal setBlock(const SetBlock& event);
    std::optional<std::uint32_t> recentKind(std::string_view name) const;
    void enterTick(std::int32_t tick);
    std::optional<std::uint32_t> kindOf(const Kind& kind);
    std::string_view typeText(std::int32_t id, const Entity& entity) const;

    std::map<std::int32_t, Entity> m_entities;
    BlockMap m_blocks;
    std::vector<OwnKind> m_kinds;
    std::unordered_map<std::string, std::uint32_t, TextHash, std::equal_to<>> m_kindByName;
    std::array<std::uint32_t, NameSlots> m_recentKinds{}; ///< kind by nameSlot(), as it came up last
    std::unordered_map<std::int32_t, std::uint32_t> m_kindByNumber;
    std::map<std::int32_t, std::string> m_blockTexts;   ///< "block #3907": a name for what has only a number
    std::map<std::int32_t, std::string> m_typeTexts;    ///< "entity #128"
    std::map<std::int32_t, std::uint8_t> m_slotsBefore; ///< held before the snapshot
    std::optional<std::int32_t> m_slotsTick; ///< the snapshot's tick, after which nothing is given back
    std::size_t m_itemBytes = 0;
    Run m_run;
};

/// One chunk over the state, up to and including `lastTick`; what contradicts the state has no effect. Fails
/// where the chunk cannot be read that far.
model::Result<void> playChunk(World& world, Profile profile, const ChunkEntry& entry, int number,
                              std::span<const std::byte> raw, int tickRate,
                              std::int64_t lastTick = std::numeric_limits<std::int64_t>::max());

} // namespace ghostline::recording
