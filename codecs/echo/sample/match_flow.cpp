// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/echo/sample/match_flow.h"

#include "codecs/echo/sample/contact.h"
#include "codecs/echo/sample/tactics.h"

#include <algorithm>
#include <cmath>

namespace ghostline::echo::sample {

namespace {

constexpr double PreMatch = 3.0;
constexpr double FirstCountdown = 5.0;
constexpr double Countdown = 3.5;
constexpr double AfterGoal = 3.5;
constexpr double AfterRound = 4.0;
constexpr double AfterMatch = 4.0;
constexpr double Requested = 0.8; ///< seconds until a pause holds
constexpr double Paused = 3.6;
constexpr double Unpausing = 2.0;
constexpr double ShareOfClock = 0.84; ///< of the playing time: the rest is goals and countdowns

void enter(MatchState& match, GameStatus phase)
{
    match.phase = phase;
    match.inPhase = 0.0;
}

/// The tubes go round, so that the lowest, which is the quickest to the disc, is another one's each time.
void putInTube(Player& player, int turn)
{
    const int end = player.team == 0 ? -1 : 1;
    const double row = player.number < TubesPerSide ? 0.0 : 1.8; // two share a tube
    player.body.place(tubeMouth(end, player.number + turn) + Vec(0.0, 0.35, end * (5.2 + row)),
                      attack(player.team));
    player.inTube = true;
}

/// Everybody back in the tubes, the disc in the middle: the one moment where places jump.
void lineUp(MatchState& match)
{
    for (Player& player : match.players) {
        putInTube(player, match.resets);
        player.joustSpeed = match.random.between(11.5, 13.8);
        player.stunned = player.invulnerable = player.blocking = player.striking = player.emote = 0.0;
        player.catchRest = player.strikeRest = player.newSpotIn = 0.0;
        player.plan = {};
    }
    ++match.resets;
    match.disc.place(Vec(0.0));
    match.holder = Nobody;
    match.flight = {};
    match.possessor = Nobody;
    match.lastPasser = Nobody;
    enter(match, GameStatus::RoundStart);
}

double roundSeconds(const MatchState& match)
{
    const Schedule& schedule = match.schedule;
    const int left = schedule.rounds - match.round;
    const double pause = match.pauseDone ? 0.0 : Requested + Paused + Unpausing;
    const double rest =
        schedule.seconds - match.now - left * (FirstCountdown + AfterRound) - AfterMatch - pause;
    return std::max(std::round(ShareOfClock * rest / left), 10.0);
}

void startRound(MatchState& match)
{
    match.points = {};
    for (Player& player : match.players)
        player.stats = {};
    match.score = {};
    // A match of two rounds has two equal ones; a long one makes up for how many goals there were.
    if (match.round > 0 && match.schedule.rounds > 2)
        match.clock = match.schedule.roundSeconds = roundSeconds(match);
    else
        match.clock = match.schedule.roundSeconds;
    lineUp(match);
}

void startPlay(MatchState& match)
{
    enter(match, GameStatus::Playing);
    match.jousting = true;
    match.thinkIn = 0.0;
}

void wait(Player& player, double step)
{
    for (double* left : {&player.invulnerable, &player.blocking, &player.emote, &player.catchRest,
                         &player.strikeRest, &player.reaction})
        *left = std::max(*left - step, 0.0);
    if (player.stunned > 0.0) {
        player.stunned -= step;
        if (player.stunned <= 0.0) {
            player.stunned = 0.0;
            player.invulnerable = InvulnerableTime;
        }
    }
    if (player.inTube && std::abs(player.body.position().z) < HalfLength - 0.8)
        player.inTube = false;
}

void comeAndGo(MatchState& match)
{
    if (!match.schedule.comings)
        return;
    const double played = 1.0 - match.clock / match.schedule.roundSeconds;
    Player& late = match.players.back();
    if (!late.present && match.round == 0 && played > 0.3) {
        late.present = true;
        putInTube(late, match.resets);
    }
    const int half = match.count() / 2;
    const int leaver = std::min(2, half - 1);
    Player& tired = match.at(leaver);
    if (tired.present && match.round == match.schedule.rounds - 1 && played > 0.75 &&
        match.holder != leaver && match.flight.thrower != leaver)
        tired.present = false;
}

bool quietEnough(const MatchState& match)
{
    return match.holder != Nobody && !match.at(match.holder).plan.active() &&
           match.at(match.holder).holds > 0.3;
}

/// True while the game stands still.
bool pauseAdvance(MatchState& match, double step)
{
    Pause& pause = match.pause;
    const float passed = static_cast<float>(step);
    switch (pause.state) {
    case PauseState::Unpaused:
        if (match.pauseDone || match.phase != GameStatus::Playing ||
            match.clock > 0.5 * match.schedule.roundSeconds || !quietEnough(match))
            return false;
        pause = {.state = PauseState::Pausing, .requestedBy = TeamCode::Blue};
        match.inPhase = 0.0;
        match.pauseDone = true;
        return true;
    case PauseState::Pausing:
        if (match.inPhase >= Requested)
            pause.state = PauseState::Paused;
        return true;
    case PauseState::Paused:
        pause.pausedTimer += passed;
        if (match.inPhase >= Requested + Paused) {
            pause.state = PauseState::Unpausing;
            pause.unpausedBy = TeamCode::Orange;
        }
        return true;
    case PauseState::Unpausing:
        pause.unpausedTimer += passed;
        if (match.inPhase >= Requested + Paused + Unpausing)
            pause = {.state = PauseState::Unpaused};
        return true;
    default:
        return false;
    }
}

void possess(MatchState& match, double step)
{
    if (match.possessor == Nobody)
        return;
    Player& player = match.at(match.possessor);
    if (match.holder == Nobody && match.now - match.letGo > PossessionKept) {
        match.possessor = Nobody;
        return;
    }
    player.stats.possessionTime += static_cast<float>(step);
}

void play(MatchState& match, double step)
{
    match.clock = std::max(match.clock - step, 0.0);
    possess(match, step);
    comeAndGo(match);
    if (match.clock > 0.0)
        return;
    enter(match, GameStatus::RoundOver);
    match.possessor = Nobody;
    for (Player& player : match.players) {
        player.plan = {};
        if (match.points[static_cast<std::size_t>(player.team)] >
            match.points[static_cast<std::size_t>(1 - player.team)])
            player.emote = 0.0;
    }
}

void advancePhase(MatchState& match, double step)
{
    match.inPhase += step;
    switch (match.phase) {
    case GameStatus::PreMatch:
        match.rulesChanged = match.rulesChanged || match.inPhase > 1.2;
        if (match.inPhase >= PreMatch)
            startRound(match);
        return;
    case GameStatus::RoundStart: {
        const bool first = match.clock >= match.schedule.roundSeconds;
        if (match.inPhase >= (first ? FirstCountdown : Countdown))
            startPlay(match);
        return;
    }
    case GameStatus::Playing:
        if (!pauseAdvance(match, step))
            play(match, step);
        return;
    case GameStatus::Score:
        if (match.inPhase >= AfterGoal)
            lineUp(match);
        return;
    case GameStatus::RoundOver:
        match.restartRequest[1] = match.round == 0 && match.inPhase > 0.8 && match.inPhase < 2.8;
        if (match.inPhase < AfterRound)
            return;
        if (++match.round < match.schedule.rounds)
            startRound(match);
        else
            enter(match, GameStatus::PostMatch);
        return;
    default:
        match.over = match.inPhase >= AfterMatch;
        return;
    }
}

} // namespace

void begin(MatchState& match)
{
    match.pause.state = PauseState::Unpaused;
    match.schedule.roundSeconds = roundSeconds(match);
    match.clock = match.schedule.roundSeconds;
    lineUp(match);
    enter(match, GameStatus::PreMatch);
    if (match.schedule.comings)
        match.players.back().present = false;
}

void advance(MatchState& match, double step)
{
    match.now += step;
    if (!match.paused()) {
        for (Player& player : match.players)
            wait(player, step);
    }
    advancePhase(match, step);
    think(match, step);
    for (Player& player : match.players) {
        if (player.present)
            player.body.move(player.intent, step, match.now);
    }
    touch(match, step);
}

} // namespace ghostline::echo::sample
