// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What frames say of players and of the match, as declared properties.
#include "codecs/echo/frame.h"
#include "model/property.h"

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
struct Info
{
    const char* id;
    const char* name;
    const char* shortName;
};
const Info& info(int statistic);
} // namespace statistic

namespace actor_property {
enum Id : model::PropertyId {
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
enum Id : model::PropertyId {
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
    RecordedTime,
    TeamStatistics, ///< of blue, of orange, of the spectators
    Count = TeamStatistics + Teams * statistic::Count
};
} // namespace match_property

std::vector<model::PropertyInfo> actorProperties();
/// Points are whole numbers in the arena, percent in Combat.
std::vector<model::PropertyInfo> matchProperties(Mode mode);

/// Writes twelve values.
void fillStatistics(const Stats& stats, model::PropertyValue* out);

} // namespace ghostline::echo
