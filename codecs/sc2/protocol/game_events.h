// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What players did, as columns by kind: replay.game.events and replay.message.events decoded once, all
// builds to the same shapes and units (docs/formats/sc2replay.md, section 4.1).
#include "codecs/sc2/base/limits.h"
#include "codecs/sc2/protocol/packed_reader.h"
#include "model/replay/replay_source.h"

#include <QString>

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace ghostline::sc2 {

inline constexpr std::uint8_t GlobalUser = 16;
inline constexpr std::int8_t NoPlayer = -1;

/// A place in map cells, origin at the lower left of the map, x to the right, y up, z height.
struct CellPoint
{
    float x = 0.0F;
    float y = 0.0F;
    float z = 0.0F;
};

enum class TargetKind : std::uint8_t { None, Point, Unit, Data };
struct Target
{
    TargetKind kind = TargetKind::None;
    std::int8_t controlPlayer = NoPlayer; ///< of a unit, when said
    std::uint16_t unitLink = 0;           ///< of a unit: its type as a number of this data build
    std::uint32_t tag = 0;                ///< of a unit; the value of Data
    CellPoint point{};                    ///< of Point, and where a Unit was when it was ordered
};

enum CommandFlag : std::uint32_t {
    CommandQueued = 0x2,
    CommandSmart = 0x8,
    CommandSetAutocast = 0x40,
    CommandMinimap = 0x10000,
    CommandRepeat = 0x20000
};

struct Command
{
    std::uint32_t flags = 0;
    bool hasAbility = false;     ///< false: a right click
    std::uint16_t ability = 0;   ///< link
    std::uint8_t index = 0;      ///< command of the ability
    std::uint32_t otherUnit = 0; ///< 0 = none
    Target target{};
};

enum class MaskKind : std::uint8_t { None, Mask, OneIndices, ZeroIndices };
/// Which of a list of units an action takes away. Positions lie in GameEvents::positions; for Mask they are
/// the positions whose bit is set.
struct RemoveMask
{
    MaskKind kind = MaskKind::None;
    std::uint32_t first = 0;
    std::uint32_t count = 0;
    std::uint32_t length = 0; ///< of a Mask: elements it speaks of; those beyond it stay
};

/// One entry of the list a selection gains: so many units of a type.
struct SubgroupAdd
{
    std::uint16_t unitLink = 0;
    std::uint16_t count = 0;
    std::uint8_t priority = 0; ///< of the type's subgroup, higher first; 0 in builds that do not tell
    std::uint8_t intra = 0;    ///< of the type within that priority
};

struct SelectionDelta
{
    std::uint8_t group = 10; ///< 0..9 control groups, 10 = the current selection
    RemoveMask remove{};
    std::uint32_t firstSubgroup = 0; ///< into GameEvents::subgroups
    std::uint32_t subgroups = 0;
    std::uint32_t firstTag = 0; ///< into GameEvents::tags
    std::uint32_t tags = 0;
};

enum class GroupAction : std::uint8_t { Set, Add, Recall, Clear, StealSet, StealAdd, Unknown };
struct ControlGroupUpdate
{
    std::uint8_t group = 0;
    GroupAction action = GroupAction::Unknown;
    RemoveMask mask{};
};

/// Absent parts keep what was before.
struct CameraUpdate
{
    bool hasTarget = false;
    bool hasDistance = false;
    bool hasPitch = false;
    bool hasYaw = false;
    float x = 0.0F; ///< cells
    float y = 0.0F;
    float distance = 0.0F; ///< cells
    float pitch = 0.0F;    ///< degrees below the horizon
    float yaw = 0.0F;      ///< degrees, 90 = looking toward +y of the map
};

struct CameraSave
{
    std::uint8_t which = 0;
    float x = 0.0F; ///< cells
    float y = 0.0F;
};

struct Leave
{
    std::int8_t reason = -1; ///< -1 = not said
};

/// Who takes part from now on in a game that goes on from a replay.
struct ResumedUser
{
    int user = -1;    ///< under which their events come
    int playsAs = -1; ///< user id of the participant whose part they take; -1 = not known, or nobody's
    bool observes = false;
    QString name;
    QString account; ///< "1-S2-1-2472835", empty where nobody says
};
struct Resume
{
    std::uint32_t loop = 0;
    std::vector<ResumedUser> users;
};

struct Join
{
    QString name;
    int playsFor = -1; ///< user whose place they take in a resumed game, -1 = nobody's
};

struct ResourceTrade
{
    std::uint8_t recipient = 0;              ///< player id
    std::array<std::int32_t, 4> resources{}; ///< minerals, vespene, terrazine, custom
};

struct TriggerPing
{
    CellPoint point{};
    std::uint32_t unit = 0;
};

/// Kinds the viewer uses; all others are only counted (and can be read as records).
enum class GameEventKind : std::uint8_t {
    Other,
    Command,      ///< index into `commands`
    TargetPoint,  ///< same command, new point: index into `targets`
    TargetUnit,   ///< same command, new unit: index into `targets`
    CommandState, ///< 103: the command before, repeated
    Selection,    ///< index into `selections`
    ControlGroup, ///< index into `groups`
    Camera,       ///< index into `cameras`
    CameraSave,   ///< index into `saves`
    Leave,        ///< index into `leaves`
    Join,         ///< index into `joins`, of which there may be fewer
    Hijack,       ///< the game goes on from a replay: index into `resumes`, of which there may be fewer
    Trade,        ///< index into `trades`
    Ping,         ///< index into `pings`
    Enter,        ///< SUserOptionsEvent: somebody's game has connected
    Loaded        ///< SUserFinishedLoadingSyncEvent
};

struct GameEvent
{
    std::uint32_t loop = 0;
    std::uint32_t index = 0;
    std::uint16_t type = 0; ///< position in GameEvents::protocol->game
    std::uint8_t user = 0;
    GameEventKind kind = GameEventKind::Other;
};

struct GameEvents
{
    const Protocol* protocol = nullptr; ///< the table that fitted
    bool exactBuild = true;             ///< false: there is no table for this build, a neighbour's was used
    std::vector<GameEvent> order;       ///< as recorded; loops never fall
    std::vector<Command> commands;
    std::vector<Target> targets;
    std::vector<SelectionDelta> selections;
    std::vector<ControlGroupUpdate> groups;
    std::vector<CameraUpdate> cameras;
    std::vector<CameraSave> saves;
    std::vector<Leave> leaves;
    std::vector<ResourceTrade> trades;
    std::vector<TriggerPing> pings;
    std::vector<Resume> resumes;
    std::vector<Join> joins;
    std::vector<SubgroupAdd> subgroups;
    std::vector<std::uint32_t> tags;
    std::vector<std::uint16_t> positions;
    std::uint32_t lastLoop = 0;
    std::uint64_t bytesRead = 0;
    std::optional<model::Error> failure; ///< where reading ended before the stream did
};

/// Never fails as a whole: tries the build's table, then its neighbours as section 5 says, and keeps the one
/// that reads furthest.
GameEvents parseGameEvents(std::span<const std::byte> bytes, std::uint32_t baseBuild,
                           const StreamLimits& limits = {});

struct ChatMessage
{
    std::uint32_t loop = 0;
    std::uint8_t user = 0;
    std::uint8_t recipient = 0; ///< 0 all, 1 allies, 2 individual, 3 battle.net, 4 observers
    QString text;
};
struct MapPing
{
    std::uint32_t loop = 0;
    std::uint8_t user = 0;
    std::uint8_t recipient = 0;
    float x = 0.0F; ///< cells
    float y = 0.0F;
};
struct MessageEvents
{
    std::vector<ChatMessage> chat;
    std::vector<MapPing> pings;
    std::optional<model::Error> failure;
};
MessageEvents parseMessageEvents(std::span<const std::byte> bytes, std::uint32_t baseBuild,
                                 const StreamLimits& limits = {});

/// For `dump`: every event of a stream as a record, and its counts. `protocol` as it was chosen for the game
/// events; `stream` is the member's name.
model::Result<void> parseGameRecords(std::span<const std::byte> bytes, const Protocol& protocol,
                                     const QString& stream, const model::RecordSink& sink);
model::Result<void> parseMessageRecords(std::span<const std::byte> bytes, const Protocol& protocol,
                                        const QString& stream, const model::RecordSink& sink);

} // namespace ghostline::sc2
