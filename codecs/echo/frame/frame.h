// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// One poll of the game's session API, in its own axes and units: what all file formats hold.
// World: metres, right-handed, origin in the arena's centre, +Y up, +Z toward the orange goal, +X to the left
// of somebody who looks from blue to orange; that is Ghostline's own world. Orientations turn local +X
// (left), +Y (up), +Z (forward) into the world. docs/formats/echo.md describes the formats.
#include "codecs/echo/frame/match_names.h"

#include <QString>
#include <QStringList>

#include <algorithm>
#include <array>
#include <cmath>
#include <glm/glm.hpp>
#include <glm/gtc/quaternion.hpp>
#include <limits>
#include <optional>
#include <span>
#include <vector>

namespace ghostline::echo {

// Values of these enumerations are the codes of .butter, where it has one.

enum class GameStatus : std::uint8_t {
    Uncoded, ///< a word nobody listed
    None,    ///< ""
    PreMatch,
    RoundStart,
    Playing,
    Score,
    RoundOver,
    PostMatch,
    PreSuddenDeath,
    SuddenDeath,
    PostSuddenDeath
};
inline constexpr int GameStatuses = 11;

enum class Map : std::uint8_t { Uncoded, Lobby, Arena, Fission, Combustion, Dyson, Gauss, Tutorial };
inline constexpr int Maps = 8;

/// Which fields a frame has; decided by the map alone.
enum class Mode : std::uint8_t { Neither, Arena, Combat };
constexpr Mode modeOf(Map map)
{
    if (map == Map::Arena)
        return Mode::Arena;
    return map >= Map::Fission && map <= Map::Gauss ? Mode::Combat : Mode::Neither;
}

enum class TeamCode : std::uint8_t { Blue, Orange, Spectator, None };
inline constexpr int Teams = 3; ///< blue, orange, spectators

enum class PauseState : std::uint8_t {
    Unpaused,
    Paused,
    Unpausing,
    Pausing,
    None,
    Unknown ///< also "paused_requested", for which .butter has no code
};

enum class GoalType : std::uint8_t {
    Unknown, ///< also "[NO GOAL]"
    BounceShot,
    InsideShot,
    LongBounceShot,
    LongShot,
    SelfGoal,
    SlamDunk,
    BumperShot,
    Headbutt,
    LongHeadbutt, ///< has no code in .butter, like the next one
    LongBumperShot
};
inline constexpr int GoalTypes = 11;

/// A unit quaternion, or all zero where no orientation was recorded.
struct PartPose
{
    glm::vec3 position{0.0F};
    glm::quat orientation{1.0F, 0.0F, 0.0F, 0.0F};
    friend bool operator==(const PartPose&, const PartPose&) = default;
};
inline constexpr glm::quat NoRotation{0.0F, 0.0F, 0.0F, 0.0F};

/// Order of .butter.
enum class Counter : std::uint8_t {
    Assists,
    Blocks,
    Catches,
    Goals,
    Interceptions,
    Passes,
    Points,
    Saves,
    Steals,
    ShotsTaken
};
inline constexpr std::size_t Counters = 10;

struct Stats
{
    std::array<std::int32_t, Counters> counters{};
    std::int32_t stuns = 0;
    float possessionTime = 0.0F; ///< seconds
    std::int32_t operator[](Counter c) const { return counters[static_cast<std::size_t>(c)]; }
    std::int32_t& operator[](Counter c) { return counters[static_cast<std::size_t>(c)]; }
    friend bool operator==(const Stats&, const Stats&) = default;
};

/// What a hand holds: a slot (PlayerFrame::slot) or one of these.
namespace holding {
inline constexpr std::int16_t NotRecorded = 252;
inline constexpr std::int16_t Disc = 253;
inline constexpr std::int16_t Geo = 254; ///< a piece of the arena
inline constexpr std::int16_t None = 255;
} // namespace holding

enum class Part : std::uint8_t { Head, Body, LeftHand, RightHand };
inline constexpr std::size_t Parts = 4;

/// Combat loadout; -1 = not recorded.
struct Loadout
{
    std::int8_t weapon = -1;   ///< rocket (Meteor), blaster (Nova), scout (Comet), assault (Pulsar)
    std::int8_t ordnance = -1; ///< stun, det, burst, arc
    std::int8_t tacMod = -1;   ///< sensor, wraith, heal, shield
    std::int8_t arm = -1;      ///< left, right
    friend bool operator==(const Loadout&, const Loadout&) = default;
};

struct PlayerFrame
{
    std::int32_t person = Nobody; ///< number in MatchNames
    TeamCode team = TeamCode::Blue;
    std::uint8_t slot = 0; ///< the session's playerid
    bool possession = false;
    bool blocking = false;
    bool stunned = false;
    bool invulnerable = false;
    bool emote = false;
    bool hasStats = false;
    Stats stats;
    std::int32_t ping = 0;   ///< milliseconds
    float packetLoss = 0.0F; ///< ratio
    std::int16_t holdingLeft = holding::NotRecorded;
    std::int16_t holdingRight = holding::NotRecorded;
    Loadout loadout;
    glm::vec3 velocity{0.0F}; ///< m/s
    std::array<PartPose, Parts> parts{};
    const PartPose& part(Part p) const { return parts[static_cast<std::size_t>(p)]; }
    PartPose& part(Part p) { return parts[static_cast<std::size_t>(p)]; }
    friend bool operator==(const PlayerFrame&, const PlayerFrame&) = default;
};

/// One bone in its player's body axes: world = body.position + R_body * position, R = R_body * orientation.
struct Bone
{
    glm::vec3 position{0.0F};
    glm::quat orientation{1.0F, 0.0F, 0.0F, 0.0F};
    friend bool operator==(const Bone&, const Bone&) = default;
};
inline constexpr std::size_t Bones = 23;

struct BoneSet
{
    std::array<Bone, Bones> bones{};
    std::int16_t slot =
        -1; ///< the player's, where the recording says it; -1 = by place in the list (bone_owner.h)
    friend bool operator==(const BoneSet&, const BoneSet&) = default;
};

struct Pause
{
    PauseState state = PauseState::None;
    TeamCode requestedBy = TeamCode::None;
    TeamCode unpausedBy = TeamCode::None;
    float pausedTimer = 0.0F;   ///< seconds
    float unpausedTimer = 0.0F; ///< seconds
    friend bool operator==(const Pause&, const Pause&) = default;
};

struct LastScore
{
    TeamCode team = TeamCode::None;
    std::int32_t points = 0;
    GoalType type = GoalType::Unknown;
    std::int32_t scorer = Nobody;   ///< number in MatchNames
    std::int32_t assister = Nobody; ///< number in MatchNames
    float discSpeed = 0.0F;         ///< m/s
    float distance = 0.0F;          ///< metres thrown
    friend bool operator==(const LastScore&, const LastScore&) = default;
};

/// arm_speed, total_speed, off_axis_spin_deg, wrist_throw_penalty, rot_per_sec, pot_speed_from_rot,
/// speed_from_arm, speed_from_movement, speed_from_wrist, wrist_align_to_throw_deg,
/// throw_align_to_movement_deg, off_axis_penalty, throw_move_penalty; of the recording player only.
inline constexpr std::size_t ThrowValues = 13;
using LastThrow = std::array<float, ThrowValues>;

/// Combat only.
struct Payload
{
    bool contested = false;
    std::int32_t checkpoint = 0;
    std::int32_t defenders = 0;
    float distance = 0.0F;
    float speed = 0.0F;
    float multiplier = 0.0F;
    std::optional<glm::vec3>
        position{}; ///< metres; some builds of the game and all binary formats leave it out
    friend bool operator==(const Payload&, const Payload&) = default;
};

/// Where a frame's players and bones lie in their block.
struct Run
{
    std::uint32_t first = 0;
    std::uint32_t count = 0;
    friend bool operator==(const Run&, const Run&) = default;
};

struct Frame
{
    std::int64_t timeMs = 0; ///< milliseconds since 1970 on the recorder's clock, of no stated zone
    float clock = std::numeric_limits<float>::quiet_NaN(); ///< game clock, seconds; NaN = not recorded
    GameStatus status = GameStatus::None;
    std::array<float, 2> points{}; ///< blue, orange; Combat: 0 to 100
    std::uint8_t inputs = 0;       ///< bits: left, right shoulder, left, right second shoulder button
    std::array<bool, 2> restartRequest{};
    std::array<bool, 2> possession{}; ///< of blue, of orange
    Pause pause;
    LastScore score;
    LastThrow lastThrow{};
    PartPose vr; ///< of the recording player, in its own playspace
    bool hasDisc = false;
    PartPose disc;
    glm::vec3 discVelocity{0.0F}; ///< m/s
    Payload payload;
    std::int64_t rulesChangedAt = 0;
    std::uint32_t rulesChangedBy = 0; ///< text number in MatchNames
    std::array<bool, Teams> hasTeamStats{};
    std::array<Stats, Teams> teamStats{};
    Run players;           ///< blue, orange, spectators, each in recorded order
    Run bones;             ///< in list order
    bool hasBones = false; ///< false: nothing was recorded of them here
    bool operator==(const Frame&) const = default;
};

/// What a recorder itself wrote down as having happened; the values are those of the .tape layout.
enum class RecordedKind : std::uint8_t {
    RoundStarted = 10, ///< value: round
    RoundPaused = 11,
    RoundUnpaused = 12,
    RoundEnded = 13, ///< value: round
    MatchEnded = 14,
    Joined = 20,
    Left = 21,
    SwitchedTeam = 22,
    Emote = 23,      ///< value: 1 or 2, which one
    Possession = 30, ///< other: whoever had the disc before
    Throw = 31,
    Catch = 32,
    Goal = 40,       ///< value: points
    PlayerGoal = 41, ///< value: goals of this player
    Save = 50,       ///< value of this and the next: how many of this player
    Stun = 51,
    Pass = 52,
    Steal = 53, ///< other: from whom
    Block = 54,
    Interception = 55,
    Assist = 56,
    Shot = 57
};

struct RecordedEvent
{
    std::uint32_t frame = 0; ///< in its block
    RecordedKind kind = RecordedKind::RoundStarted;
    std::int16_t slot = -1;  ///< of the player, -1 = nobody's
    std::int16_t other = -1; ///< slot of another one
    /// Who won (RoundEnded, MatchEnded), asked (RoundPaused), scored (Goal), or is joined (SwitchedTeam).
    TeamCode team = TeamCode::None;
    std::int32_t value = 0;
    friend bool operator==(const RecordedEvent&, const RecordedEvent&) = default;
};

/// Frames one after the other, without an allocation for each. Reused: clear() keeps the memory.
struct FrameBlock
{
    std::vector<Frame> frames;
    std::vector<PlayerFrame> players;
    std::vector<BoneSet> bones;
    std::vector<RecordedEvent> recorded; ///< ascending by frame; only .tape has them

    std::size_t size() const { return frames.size(); }
    std::span<const PlayerFrame> playersOf(const Frame& frame) const
    {
        return std::span(players).subspan(frame.players.first, frame.players.count);
    }
    std::span<const BoneSet> bonesOf(const Frame& frame) const
    {
        return std::span(bones).subspan(frame.bones.first, frame.bones.count);
    }
    /// Of the frame at that place.
    std::span<const RecordedEvent> recordedIn(std::size_t frame) const
    {
        const auto found = std::ranges::equal_range(recorded, frame, {}, &RecordedEvent::frame);
        return {found.begin(), found.end()};
    }
    void clear()
    {
        frames.clear();
        players.clear();
        bones.clear();
        recorded.clear();
    }
    std::size_t bytes() const
    {
        return frames.capacity() * sizeof(Frame) + players.capacity() * sizeof(PlayerFrame) +
               bones.capacity() * sizeof(BoneSet) + recorded.capacity() * sizeof(RecordedEvent);
    }
};

/// What does not change within a recording (of .echoreplay: what the first frame says).
struct MatchHeader
{
    QString client;    ///< name of the recording player
    QString sessionId; ///< upper case, 8-4-4-4-12
    QString sessionIp;
    QString mapName;   ///< as recorded ("mpl_arena_a"); from the code where only that is stored
    QString matchType; ///< "Echo_Arena"; .butter does not store it: derived
    Map map = Map::Uncoded;
    bool privateMatch = false;
    bool tournament = false; ///< not in .butter
    int totalRounds = 0;
    int blueRoundScore = 0;
    int orangeRoundScore = 0;
    std::array<QString, Teams> teamNames; ///< empty where not recorded
    QStringList unknownFields; ///< of a text: fields of its first frame that no Frame holds, by path
    Mode mode() const { return modeOf(map); }
};

/// Words of the API for each code; index 0 of the statuses is "".
QLatin1String statusWord(GameStatus status); ///< "playing"
QString statusName(GameStatus status);       ///< for people: "Playing"
QString mapWord(Map map);                    ///< "mpl_combat_dyson"
QLatin1String goalTypeWord(GoalType type);   ///< "SLAM DUNK"
QString goalTypeName(GoalType type);         ///< for people: "Slam dunk"
QLatin1String teamWord(TeamCode team);       ///< "blue"
QLatin1String pauseWord(PauseState state);   ///< "unpausing"
QLatin1String counterWord(Counter counter);  ///< "shots_taken"
/// The code of a word; Uncoded, Unknown, None where nobody listed it.
GameStatus statusFromWord(std::string_view word);
Map mapFromWord(std::string_view word);
GoalType goalTypeFromWord(std::string_view word);
TeamCode teamFromWord(std::string_view word);
PauseState pauseFromWord(std::string_view word);

/// Rotation with the columns left = up x forward, up, forward; NoRotation when they do not span one.
glm::quat lookRotation(const glm::dvec3& forward, const glm::dvec3& up);

} // namespace ghostline::echo
