// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What frames say of players and of the match, as declared properties.
#include "codecs/echo/frame/frame.h"
#include "model/base/string_table.h"
#include "model/replay/replay_info.h"
#include "model/world/property.h"

namespace ghostline::echo {

/// The twelve numbers of a player or a team, in the order of the tables.
namespace statistic {
inline constexpr int Points = 0;
inline constexpr int Goals = 1;
inline constexpr int Assists = 2;
inline constexpr int Saves = 3;
inline constexpr int Steals = 4;
inline constexpr int Stuns = 5;
inline constexpr int Blocks = 6;
inline constexpr int Catches = 7;
inline constexpr int Passes = 8;
inline constexpr int Interceptions = 9;
inline constexpr int ShotsTaken = 10;
inline constexpr int PossessionTime = 11;
inline constexpr int Count = 12;
} // namespace statistic

namespace actor_property {
enum Id : std::int32_t {
    Team,
    Slot,
    Statistics,
    Ping = Statistics + statistic::Count,
    PacketLoss,
    Speed,
    Possession,
    Blocking,
    Stunned,
    Invulnerable,
    Emote,
    HoldingLeft,
    HoldingRight,
    Weapon,
    Ordnance,
    TacMod,
    Arm,
    Count
};
} // namespace actor_property

namespace match_property {
enum Id : std::int32_t {
    GameClock,
    Status,
    BluePoints,
    OrangePoints,
    PossessionTeam,
    BluePossession,
    OrangePossession,
    BlueRoundScore,
    OrangeRoundScore,
    PausedState,
    PauseRequestedBy,
    UnpausedBy,
    PausedTimer,
    UnpausedTimer,
    BlueRestart,
    OrangeRestart,
    ScoreTeam,
    ScorePoints,
    ScoreType,
    Scorer,
    Assister,
    ScoreDiscSpeed,
    ScoreDistance,
    Throw,
    Inputs = Throw + static_cast<int>(ThrowValues),
    VrX,
    VrY,
    VrZ,
    VrYaw,
    VrPitch,
    VrRoll,
    RulesChangedAt,
    RulesChangedBy,
    PayloadContested,
    PayloadCheckpoint,
    PayloadDefenders,
    PayloadDistance,
    PayloadSpeed,
    PayloadMultiplier,
    RecordedTime,
    TeamStatistics, ///< of blue, of orange, of the spectators
    Count = TeamStatistics + Teams * statistic::Count
};
} // namespace match_property

std::vector<model::PropertyInfo> actorProperties();
/// Points are whole numbers in the arena, percent in Combat.
std::vector<model::PropertyInfo> matchProperties(Mode mode);

/// In the order of TeamCode.
std::vector<model::Team> matchTeams(const MatchHeader& header);
model::Scoreboard matchScoreboard(const MatchHeader& header);

/// Names as numbers of the replay's string table.
struct TextIds
{
    std::vector<model::StringId> people; ///< by number in MatchNames
    std::vector<model::StringId> texts;  ///< by text number in MatchNames
    model::StringId disc = model::StringId::Empty;
    model::StringId geo = model::StringId::Empty;
    model::StringId nothing = model::StringId::Empty;

    model::StringId person(std::int32_t number) const
    {
        return number >= 0 && static_cast<std::size_t>(number) < people.size()
                   ? people[static_cast<std::size_t>(number)]
                   : nothing;
    }
    model::StringId text(std::uint32_t number) const
    {
        return number < texts.size() ? texts[number] : model::StringId::Empty;
    }
};

/// Index of the team that has the disc, -1 when nobody has.
int possessionTeam(const Frame& frame, std::span<const PlayerFrame> players);

/// Values by actor_property of one of a frame's players; the speed is left to whoever interpolates it.
void fillPlayer(const PlayerFrame& player, std::span<const PlayerFrame> players, const TextIds& texts,
                std::span<model::PropertyValue> out);

/// A moment of a match, between two frames.
struct MatchMoment
{
    Mode mode;
    const Frame& now;
    const Frame* next; ///< null when nothing may be interpolated
    float fraction;    ///< of the way to the next
    std::span<const PlayerFrame> players;
    const std::array<int, 2>& roundsWon;
    const TextIds& texts;
};
/// Values by match_property.
void fillMatch(const MatchMoment& moment, std::vector<model::PropertyValue>& out);

} // namespace ghostline::echo
