// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The 21 analysis events, read in place: an event is a view of the block it came from and allocates nothing.
#include "codecs/ironcurtain/state/sim_state.h"

#include <variant>

namespace ghostline::ironcurtain {

class BinReader;

inline constexpr std::uint32_t AnalysisKinds = 21;
/// As the design names them, by variant index ("UnitCreated" ... "ComebackMoment").
const char* analysisKindName(std::uint32_t kind);

/// A list of fixed-size items in a block, unaligned.
template<typename T>
class PackedList
{
public:
    PackedList() = default;
    explicit PackedList(std::span<const std::byte> bytes) : m_bytes(bytes) {}
    /// Over memory that outlives the list: what a writer hands in.
    explicit PackedList(std::span<const T> items) : m_bytes(std::as_bytes(items)) {}
    std::size_t size() const { return m_bytes.size() / sizeof(T); }
    bool empty() const { return m_bytes.empty(); }
    T operator[](std::size_t i) const
    {
        T item;
        std::memcpy(&item, m_bytes.data() + i * sizeof(T), sizeof(T));
        return item;
    }
    std::span<const std::byte> bytes() const { return m_bytes; }

private:
    std::span<const std::byte> m_bytes;
};
using TagList = PackedList<UnitTag>;
/// Vec<UnitTag>; a view of what is read from.
TagList readTags(BinReader& in);

/// One unit of a position sample.
struct UnitPlace
{
    UnitTag unit;
    WorldPos at;
};
static_assert(sizeof(UnitPlace) == 16);

enum class GroupAction : std::uint32_t { Assign, Append, Recall };

// In the order of the variants; the tick is the event's.
struct UnitCreated
{
    UnitTag unit;
    InternedId type;
    PlayerId owner;
    WorldPos at;
};
struct ConstructionStarted
{
    UnitTag unit;
    InternedId type;
    PlayerId owner;
    WorldPos at;
};
struct ConstructionCompleted
{
    UnitTag unit;
};
struct UnitDestroyed
{
    UnitTag unit;
    std::optional<UnitTag> by;
    std::optional<PlayerId> byPlayer;
};
struct UnitPositionSample
{
    PackedList<UnitPlace> units;
};
struct PlayerStatSnapshot
{
    PlayerId player;
    const std::byte* stats;
}; ///< PlayerStatsBytes
struct ResourceCollected
{
    PlayerId player;
    InternedId resource;
    std::int32_t amount;
};
struct UpgradeCompleted
{
    PlayerId player;
    InternedId upgrade;
};
struct CameraPositionSample
{
    PlayerId player;
    WorldPos at;
    std::uint16_t zoom;
}; ///< 1024 = 1x
struct SelectionChanged
{
    PlayerId player;
    TagList added;
    TagList removed;
};
struct ControlGroupEvent
{
    PlayerId player;
    std::uint8_t group;
    GroupAction action;
};
struct AbilityUsed
{
    PlayerId player;
    InternedId ability;
    std::optional<WorldPos> at;
};
struct PauseEvent
{
    PlayerId player;
    bool paused;
};
struct MatchEnded
{
    std::span<const std::byte> outcome;
}; ///< parseOutcome()
struct VoteEvent
{
    std::span<const std::byte> body;
}; ///< parseVote()
struct EngagementStarted
{
    WorldPos centre;
    TagList friendly;
    TagList enemy;
    std::int64_t friendlyValue;
    std::int64_t enemyValue;
};
struct EngagementEnded
{
    WorldPos centre;
    std::uint32_t friendlyLosses;
    std::uint32_t enemyLosses;
    std::uint32_t friendlySurvivors;
    std::uint32_t enemySurvivors;
    std::uint64_t duration;
};
struct SuperweaponFired
{
    InternedId weapon;
    WorldPos at;
    PlayerId player;
    std::uint32_t unitsHit;
    std::uint32_t buildingsHit;
};
struct BaseDestroyed
{
    PlayerId player;
    WorldPos at;
    TagList buildings;
};
struct ArmyWipe
{
    PlayerId player;
    std::uint32_t unitsLost;
    std::int64_t valueLost;
    std::uint16_t share;
}; ///< 1024 = 100 %
struct ComebackMoment
{
    PlayerId player;
    std::int64_t deficitBefore; ///< below 0: behind
    std::int64_t advantageAfter;
    std::int64_t swing;
};

using EventBody = std::variant<UnitCreated, ConstructionStarted, ConstructionCompleted, UnitDestroyed,
                               UnitPositionSample, PlayerStatSnapshot, ResourceCollected, UpgradeCompleted,
                               CameraPositionSample, SelectionChanged, ControlGroupEvent, AbilityUsed,
                               PauseEvent, MatchEnded, VoteEvent, EngagementStarted, EngagementEnded,
                               SuperweaponFired, BaseDestroyed, ArmyWipe, ComebackMoment>;
static_assert(std::variant_size_v<EventBody> == AnalysisKinds);

struct AnalysisEvent
{
    SimTick tick = 0;
    EventBody body;
};

enum class EventParse { Known, Unknown, Damaged };
/// One event of a block (behind its u32 length). Unknown: a variant of 21 or above, `kind` tells which.
/// Damaged: `why` is static text; a known variant must use up its bytes exactly.
struct ParsedEvent
{
    EventParse result = EventParse::Damaged;
    std::uint32_t kind = 0;
    const char* why = nullptr;
    AnalysisEvent event;
};
ParsedEvent parseEvent(std::span<const std::byte> bytes);
/// Appends variant, tick and fields, without a length.
void appendEvent(Bytes& out, const AnalysisEvent& event);

struct MatchOutcome
{
    enum class Kind : std::uint32_t { Completed, Abandoned, Draw, Remade, DesyncTerminated };
    enum class Reason : std::uint32_t { Elimination, Surrender, TeamSurrender, ObjectiveCompleted, Draw };
    Kind kind = Kind::Completed;
    std::optional<PlayerId> winner; ///< Completed
    std::optional<std::uint8_t> winnerTeam;
    std::optional<PlayerId> leaver;               ///< Abandoned
    std::optional<SimTick> at;                    ///< Abandoned, DesyncTerminated
    std::optional<Reason> reason;                 ///< Completed, Draw
    std::optional<PlayerId> surrendered;          ///< Surrender
    std::optional<std::uint8_t> surrenderedTeam;  ///< TeamSurrender
    std::vector<std::pair<PlayerId, bool>> votes; ///< TeamSurrender, Draw
};
/// Nothing when the bytes are damaged.
std::optional<MatchOutcome> parseOutcome(std::span<const std::byte> bytes);
void appendOutcome(Bytes& out, const MatchOutcome& outcome);

} // namespace ghostline::ironcurtain
