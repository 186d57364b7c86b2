// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Everything about a made-up match at one moment; match_flow.h moves it on.
#include "codecs/echo/sample/disc.h"

namespace ghostline::echo::sample {

inline constexpr double StunTime = 3.0;
inline constexpr double InvulnerableTime = 3.0;
inline constexpr double PossessionKept = 7.0; ///< seconds after letting go

enum class Job : std::uint8_t { Keep, Chase, Carry, Support, Mark, Press };

struct ThrowPlan
{
    double left = 0.0;     ///< seconds until it leaves the hand
    Vec at{0.0};           ///< where it shall go
    double speed = 0.0;    ///< m/s
    int receiver = Nobody; ///< Nobody = a shot
    bool active() const { return left > 0.0; }
};

struct Player
{
    std::int32_t person = 0;
    int team = 0; ///< 0 = blue, 1 = orange
    std::uint8_t slot = 0;
    int number = 0; ///< within the team
    bool keeper = false;
    bool present = true;
    Athlete body;
    Intent intent;
    Stats stats;
    Job job = Job::Support;
    Vec spot{0.0}; ///< where a supporter waits
    double newSpotIn = 0.0;
    int mark = Nobody;    ///< whom a marker follows
    double stunned = 0.0; ///< seconds left; likewise below
    double invulnerable = 0.0;
    double blocking = 0.0;
    double emote = 0.0;
    double catchRest = 0.0;
    double strikeRest = 0.0;
    double striking = 0.0;
    int victim = Nobody;
    double holds = 0.0;    ///< seconds since the catch
    double patience = 0.0; ///< seconds of holding before it thinks of throwing
    double reaction = 0.0; ///< seconds until a keeper follows a shot
    bool inTube = false;
    double joustSpeed = 13.0; ///< m/s, this time
    ThrowPlan plan;
    double ping = 30.0;
    double pingBase = 30.0;
    double loss = 0.0;
};

/// How the disc came to fly.
struct Flight
{
    int thrower = Nobody;
    int receiver = Nobody;
    bool shot = false;
    bool onGoal = false; ///< would go in if nobody did anything
    bool saved = false;
    double since = 0.0; ///< MatchState::now of the release
    Vec from{0.0};
    double speed = 0.0;
};

struct Schedule
{
    int rounds = 2;
    double roundSeconds = 40.0;
    double seconds = 120.0; ///< of the whole recording, about
    bool comings = true;    ///< a late joiner and a leaver
};

struct MatchState
{
    explicit MatchState(std::uint64_t seed) : random(seed) {}

    io::Random random;
    Schedule schedule;
    std::vector<Player> players;
    Disc disc;
    int holder = Nobody;
    int holdingHand = 1;
    Flight flight;
    std::vector<Vec> course; ///< of the free disc
    double thinkIn = 0.0;

    GameStatus phase = GameStatus::PreMatch;
    double inPhase = 0.0; ///< seconds
    double now = 0.0;     ///< seconds since the recording began
    int round = 0;
    double clock = 0.0;
    std::array<int, 2> points{};
    int resets = 0; ///< how often everybody was put somewhere else
    bool over = false;

    int possessor = Nobody;
    double letGo = 0.0; ///< `now` when the possessor let go
    int lastPasser = Nobody;
    double lastPassAt = -100.0;
    bool jousting = false; ///< nobody has touched the disc since the round started

    Pause pause;
    bool pauseDone = false;
    std::array<bool, 2> restartRequest{};
    bool rulesChanged = false;
    LastScore score;
    LastThrow lastThrow{};

    Player& at(int player) { return players[static_cast<std::size_t>(player)]; }
    const Player& at(int player) const { return players[static_cast<std::size_t>(player)]; }
    int count() const { return static_cast<int>(players.size()); }
    /// Frozen by a pause.
    bool paused() const { return pause.state != PauseState::Unpaused; }
    bool live() const { return phase == GameStatus::Playing && !paused(); }
};

/// Along z: towards the goal that the team shoots at.
inline double attack(int team) { return team == 0 ? 1.0 : -1.0; }
inline Vec goalOf(int team) { return {0.0, 0.0, -attack(team) * GoalZ}; }

} // namespace ghostline::echo::sample
