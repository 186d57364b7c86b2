// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The keys of the session API, by object, and what the parser knows of their order. Internal to the parser.
#include "codecs/echo/api_words.h"
#include "codecs/echo/key_finder.h"
#include "codecs/echo/session_json.h"

namespace ghostline::echo {

namespace top {
enum Key : std::size_t {
    SessionId,
    SessionIp,
    MatchType,
    MapName,
    Client,
    Status,
    Clock,
    ClockDisplay,
    Private,
    Tournament,
    Rounds,
    BlueRounds,
    OrangeRounds,
    BluePoints,
    OrangePoints,
    BlueRestart,
    OrangeRestart,
    LeftShoulder,
    RightShoulder,
    LeftShoulder2,
    RightShoulder2,
    RulesBy,
    RulesAt,
    ErrorCode,
    Possession,
    Disc,
    PauseState,
    Throw,
    Score,
    View,
    TeamList,
    Contested,
    FlatCheckpoint,
    FlatDistance,
    FlatSpeed,
    FlatDefenders,
    FlatMultiplier,
    NestedPayload,
    Timers,
    Keys
};
inline constexpr std::array<std::string_view, Keys> Names{"sessionid",
                                                          "sessionip",
                                                          "match_type",
                                                          "map_name",
                                                          "client_name",
                                                          "game_status",
                                                          "game_clock",
                                                          "game_clock_display",
                                                          "private_match",
                                                          "tournament_match",
                                                          "total_round_count",
                                                          "blue_round_score",
                                                          "orange_round_score",
                                                          "blue_points",
                                                          "orange_points",
                                                          "blue_team_restart_request",
                                                          "orange_team_restart_request",
                                                          "left_shoulder_pressed",
                                                          "right_shoulder_pressed",
                                                          "left_shoulder_pressed2",
                                                          "right_shoulder_pressed2",
                                                          "rules_changed_by",
                                                          "rules_changed_at",
                                                          "err_code",
                                                          "possession",
                                                          "disc",
                                                          "pause",
                                                          "last_throw",
                                                          "last_score",
                                                          "player",
                                                          "teams",
                                                          "contested",
                                                          "payload_checkpoint",
                                                          "payload_distance",
                                                          "payload_speed",
                                                          "payload_defenders",
                                                          "payload_multiplier",
                                                          "payload",
                                                          "timers"};
} // namespace top

namespace player {
enum Key : std::size_t {
    Name,
    Slot,
    UserId,
    Number,
    Level,
    Ping,
    Loss,
    Stunned,
    Invulnerable,
    Blocking,
    Possession,
    Emote,
    HoldingLeft,
    HoldingRight,
    Velocity,
    Head,
    Body,
    LeftHand,
    RightHand,
    StatList,
    Position, ///< from here: 2018 and 2019, one pose for the whole player
    Forward,
    Left,
    Up,
    Weapon, ///< from here: Combat, in the spellings of the game and of other tools
    WeaponSmall,
    Ordnance,
    OrdnanceSmall,
    TacMod,
    TacModSmall,
    TacModSnake,
    Arm,
    ArmSmall,
    Keys
};
inline constexpr std::array<std::string_view, Keys> Names{"name",
                                                          "playerid",
                                                          "userid",
                                                          "number",
                                                          "level",
                                                          "ping",
                                                          "packetlossratio",
                                                          "stunned",
                                                          "invulnerable",
                                                          "blocking",
                                                          "possession",
                                                          "is_emote_playing",
                                                          "holding_left",
                                                          "holding_right",
                                                          "velocity",
                                                          "head",
                                                          "body",
                                                          "lhand",
                                                          "rhand",
                                                          "stats",
                                                          "position",
                                                          "forward",
                                                          "left",
                                                          "up",
                                                          "Weapon",
                                                          "weapon",
                                                          "Ordnance",
                                                          "ordnance",
                                                          "TacMod",
                                                          "tacmod",
                                                          "tac_mod",
                                                          "Arm",
                                                          "arm"};
} // namespace player

namespace pose {
enum Key : std::size_t { Position, Pos, Forward, Left, Up, Velocity, Bounces, Keys };
inline constexpr std::array<std::string_view, Keys> Names{"position", "pos",      "forward",     "left",
                                                          "up",       "velocity", "bounce_count"};
} // namespace pose

namespace view {
enum Key : std::size_t { Position, Forward, Left, Up, Keys };
inline constexpr std::array<std::string_view, Keys> Names{"vr_position", "vr_forward", "vr_left", "vr_up"};
} // namespace view

namespace stats {
/// Counters in the order of Counter, then the other two.
enum Key : std::size_t { Stuns = Counters, PossessionTime, Keys };
inline constexpr std::array<std::string_view, Keys> Names{
    "assists", "blocks", "catches", "goals",       "interceptions", "passes",
    "points",  "saves",  "steals",  "shots_taken", "stuns",         "possession_time"};
} // namespace stats

namespace team {
enum Key : std::size_t { Name, Possession, StatList, Players, Keys };
inline constexpr std::array<std::string_view, Keys> Names{"team", "possession", "stats", "players"};
} // namespace team

namespace pausing {
enum Key : std::size_t { State, Unpaused, Requested, UnpausedTimer, PausedTimer, Keys };
inline constexpr std::array<std::string_view, Keys> Names{
    "paused_state", "unpaused_team", "paused_requested_team", "unpaused_timer", "paused_timer"};
} // namespace pausing

namespace score {
enum Key : std::size_t { DiscSpeed, Team, Type, Points, Distance, Scorer, Assister, Keys };
inline constexpr std::array<std::string_view, Keys> Names{
    "disc_speed", "team", "goal_type", "point_amount", "distance_thrown", "person_scored", "assist_scored"};
} // namespace score

namespace payload {
enum Key : std::size_t { Checkpoint, Distance, Speed, Defenders, GameTimer, Keys };
/// Of the nested payload, and of the timers beside it.
inline constexpr std::array<std::string_view, Keys> Names{"checkpoint", "distance", "speed", "defenders",
                                                          "game_timer"};
} // namespace payload

namespace bones {
enum Key : std::size_t { Sets, Positions, Rotations, Slot, Keys };
inline constexpr std::array<std::string_view, Keys> Names{"user_bones", "bone_t", "bone_o", "playerid"};
} // namespace bones

struct SessionKeys
{
    KeyFinder<top::Keys> top{top::Names};
    KeyFinder<player::Keys> player{player::Names};
    KeyFinder<pose::Keys> pose{pose::Names};
    KeyFinder<view::Keys> view{view::Names};
    KeyFinder<stats::Keys> stats{stats::Names};
    KeyFinder<team::Keys> team{team::Names};
    KeyFinder<pausing::Keys> pausing{pausing::Names};
    KeyFinder<score::Keys> score{score::Names};
    KeyFinder<ThrowValues> lastThrow{words::Throw};
    KeyFinder<payload::Keys> payload{payload::Names};
    KeyFinder<bones::Keys> bones{bones::Names};
};

template<typename Finder, typename Take>
SessionParser::Code SessionParser::eachField(json::object object, Finder& keys, const Take& take)
{
    // Nested objects of the same kind do not occur, so one place in the order per kind will do.
    keys.start();
    for (auto found : object) {
        json::field field;
        if (const Code error = std::move(found).get(field); error != simdjson::SUCCESS)
            return fail(error);
        const std::size_t key = keys.find(field.key().raw());
        if (key != Finder::None)
            take(key, std::move(field).value());
    }
    return simdjson::SUCCESS;
}

/// As many numbers as `out` takes; false when the array has another length.
template<typename T, std::size_t N>
bool SessionParser::readNumbers(json::value value, std::array<T, N>& out)
{
    const char* at = value.raw_json_token().data();
    if (*at != '[')
        return false;
    ++at;
    const auto skipBlanks = [this, &at] {
        while (at < m_end && (*at == ' ' || *at == '\t'))
            ++at;
    };
    bool odd = false;
    for (std::size_t i = 0; i < N; ++i) {
        skipBlanks();
        if (at >= m_end || *at == ']')
            return false;
        const double number = takeNumber(at, m_end);
        odd = odd || !(number == number);
        out[i] = static_cast<T>(number);
        skipBlanks();
        if (at >= m_end || *at != (i + 1 < N ? ',' : ']'))
            return false;
        ++at;
    }
    if (odd)
        remark(Remark::NotANumber);
    return true;
}

inline bool SessionParser::readVector(json::value value, glm::vec3& out)
{
    std::array<float, 3> numbers{};
    if (!readNumbers(value, numbers))
        return false;
    out = {numbers[0], numbers[1], numbers[2]};
    return true;
}

inline bool SessionParser::readDirection(json::value value, glm::dvec3& out)
{
    std::array<double, 3> numbers{};
    if (!readNumbers(value, numbers))
        return false;
    out = {numbers[0], numbers[1], numbers[2]};
    return true;
}

} // namespace ghostline::echo
