// SPDX-License-Identifier: GPL-3.0-or-later
// Whether the one with the disc passes, shoots or keeps it.
#include "codecs/echo/sample/match_state.h"

#include <algorithm>
#include <cmath>

namespace ghostline::echo::sample {

namespace {

constexpr double WindUpTime = 0.42;

/// Distance of the nearest able opponent.
double pressure(const MatchState& match, const Player& player)
{
    double nearest = 1e9;
    for (const Player& other : match.players) {
        if (other.present && other.team != player.team && other.stunned <= 0.0)
            nearest = std::min(nearest, glm::distance(other.body.position(), player.body.position()));
    }
    return nearest;
}

/// Distance of the nearest opponent, goal keepers left out, from the line of a throw.
double laneOpen(const MatchState& match, int team, const Vec& from, const Vec& to)
{
    const Vec line = to - from;
    const double length = std::max(glm::length(line), 1e-3);
    double open = 10.0;
    for (const Player& other : match.players) {
        if (!other.present || other.team == team || other.keeper || other.stunned > 0.0)
            continue;
        const double along = glm::dot(other.body.position() - from, line) / (length * length);
        if (along < 0.0)
            continue;
        open =
            std::min(open, glm::distance(other.body.position(), from + line * std::clamp(along, 0.15, 1.0)));
    }
    return open;
}

/// Where the receiver is when a disc of that speed gets there.
Vec lead(const Vec& from, const Player& receiver, double speed)
{
    Vec at = receiver.body.position() - Vec(0.0, 0.3, 0.0);
    const Vec start = at;
    for (int i = 0; i < 3; ++i)
        at = start + receiver.body.velocity() * std::min(glm::distance(from, at) / speed, 1.5);
    return at;
}

double passSpeed(double distance) { return std::clamp(7.0 + 0.4 * distance, 8.0, 14.0); }

struct Choice
{
    double worth = 0.0;
    ThrowPlan plan;
};

Choice bestPass(MatchState& match, const Player& player)
{
    Choice best;
    const Vec from = match.disc.position();
    const Vec goal = goalOf(1 - player.team);
    for (int i = 0; i < match.count(); ++i) {
        const Player& mate = match.at(i);
        if (&mate == &player || !mate.present || mate.team != player.team || mate.stunned > 0.0 ||
            mate.keeper)
            continue;
        const double distance = glm::distance(from, mate.body.position());
        if (distance < 3.0 || distance > 26.0)
            continue;
        const double speed = passSpeed(distance);
        const Vec at = lead(from, mate, speed);
        if (laneClearance(from, at) < 0.3)
            continue;
        const double open = std::min(laneOpen(match, player.team, from, at), 4.0);
        const double gained = glm::distance(from, goal) - glm::distance(at, goal);
        const double worth = open * 0.7 + gained * 0.13 - distance * 0.02 + match.random.between(0.0, 0.6);
        if (open > 0.7 && worth > best.worth)
            best = {worth, {WindUpTime, at, speed, i}};
    }
    return best;
}

Choice shot(MatchState& match, const Player& player)
{
    const Vec from = match.disc.position();
    const Vec goal = goalOf(1 - player.team);
    const double distance = glm::distance(from, goal);
    const double ahead = attack(player.team) * (goal.z - from.z);
    if (distance > 26.0 || ahead < 1.0 || ahead < 0.35 * distance)
        return {};
    Vec at = goal;
    // The side that the keeper leaves open.
    for (const Player& other : match.players) {
        if (!other.present || !other.keeper || other.team == player.team)
            continue;
        Vec away = goal - other.body.position();
        away.z = 0.0;
        const double aside = glm::length(away);
        const double angle =
            match.random.between(-0.7, 0.7) + (aside > 0.05 ? std::atan2(away.y, away.x) : 1.6);
        at += Vec(std::cos(angle), std::sin(angle), 0.0) * match.random.between(0.85, 1.2);
    }
    if (laneClearance(from, at) < 0.2 || laneOpen(match, player.team, from, at) < 0.35)
        return {};
    const double speed = distance < 4.0 ? 9.0 : match.random.between(14.5, 19.8);
    return {7.5 - 0.2 * distance, {WindUpTime, at, speed, Nobody}};
}

/// Away from everybody who is near, off the nearest free line.
ThrowPlan clear(MatchState& match, const Player& player)
{
    const Vec from = match.disc.position();
    Vec best = goalOf(1 - player.team);
    double widest = -1.0;
    for (int i = 0; i < 8; ++i) {
        Vec at = within(match.random, {-11.0, -5.0, 4.0}, {11.0, 5.0, 14.0});
        at.z = from.z + attack(player.team) * at.z;
        const double open = std::min(laneOpen(match, player.team, from, at), 3.0 * laneClearance(from, at));
        if (open > widest) {
            widest = open;
            best = at;
        }
    }
    return {WindUpTime, best, 11.0, Nobody};
}

void block(MatchState& match, Player& player, double near, double step)
{
    if (near < 2.4 && player.blocking <= 0.0 && player.invulnerable <= 0.0 &&
        match.random.chance(0.35 * step))
        player.blocking = 0.8;
}

} // namespace

void decide(MatchState& match, int index)
{
    constexpr double Moment = 1.0 / 120.0; // decisions are rare: any step will do as their measure
    Player& player = match.at(index);
    const double near = pressure(match, player);
    block(match, player, near, Moment * 8.0);
    if (player.plan.active() || player.stunned > 0.0)
        return;
    const bool pressed = near < 3.0 && player.invulnerable <= 0.0;
    const double least = pressed ? 0.45 : player.patience;
    if (player.holds < least || player.newSpotIn > 0.0)
        return;
    player.newSpotIn = 0.15; // until the next look around
    const Choice goal = shot(match, player);
    const Choice pass = bestPass(match, player);
    const bool hurry = pressed || player.holds > 5.0;
    const double enough = hurry ? 0.5 : 1.7;
    if (goal.plan.active() && goal.worth >= pass.worth * 0.8 && goal.worth > 1.1)
        player.plan = goal.plan;
    else if (pass.plan.active() && pass.worth > enough)
        player.plan = pass.plan;
    else if (player.holds > 8.0 || (pressed && near < 1.5 && player.holds > 2.2))
        player.plan = clear(match, player);
}

} // namespace ghostline::echo::sample
