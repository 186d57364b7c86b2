// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/echo/sample/contact.h"

#include <algorithm>
#include <cmath>

namespace ghostline::echo::sample {

namespace {

constexpr double CatchReach = 0.30;
constexpr double StrikeReach = 1.25;
constexpr double LongDistance = 14.0;

int& raise(Player& player, Counter counter) { return ++player.stats[counter]; }

bool flightCounts(const MatchState& match)
{
    return match.flight.thrower != Nobody && match.now - match.flight.since < PossessionKept;
}

bool nearOwnGoal(const MatchState& match, const Player& player)
{
    return glm::distance(match.disc.position(), goalOf(player.team)) < 7.0;
}

void countSave(MatchState& match, Player& player)
{
    if (match.flight.saved)
        return;
    match.flight.saved = true;
    raise(player, Counter::Saves);
}

void countCatch(MatchState& match, int catcher)
{
    Player& player = match.at(catcher);
    // What came back from a save is nobody's pass any more.
    if (!flightCounts(match) || match.flight.thrower == catcher || match.flight.saved)
        return;
    Player& thrower = match.at(match.flight.thrower);
    if (thrower.team == player.team) {
        raise(thrower, Counter::Passes);
        raise(player, Counter::Catches);
        match.lastPasser = match.flight.thrower;
        match.lastPassAt = match.now;
    } else if (match.flight.onGoal && nearOwnGoal(match, player)) {
        countSave(match, player);
    } else {
        raise(player, Counter::Interceptions);
    }
}

void take(MatchState& match, int index, int hand)
{
    Player& player = match.at(index);
    if (match.lastPasser != Nobody && match.at(match.lastPasser).team != player.team)
        match.lastPasser = Nobody;
    match.holder = index;
    match.holdingHand = hand;
    match.possessor = index;
    match.jousting = false;
    match.flight = {};
    match.disc.taken(player.body.hand(hand), player.body.handTurn(hand));
    player.holds = 0.0;
    player.patience = player.keeper ? match.random.between(1.2, 2.2) : match.random.between(0.7, 2.6);
    player.newSpotIn = 0.0;
    player.plan = {};
    match.thinkIn = 0.0;
}

/// A hand touched the disc but could not hold it.
void fumble(MatchState& match, Player& player)
{
    const Vec v = match.disc.velocity();
    io::Random& random = match.random;
    const Vec aside = within(random, {-1.0, -1.0, -0.4}, {1.0, 1.0, 0.4});
    match.disc.deflect(v * -0.25 + aside * (0.25 * glm::length(v) + 0.5));
    if (flightCounts(match) && match.flight.onGoal && nearOwnGoal(match, player) &&
        match.at(match.flight.thrower).team != player.team)
        countSave(match, player);
    match.flight.onGoal = false;
    match.flight.receiver = Nobody;
    player.catchRest = 0.7;
    match.thinkIn = 0.0;
}

bool tryCatch(MatchState& match, int index)
{
    Player& player = match.at(index);
    if (!player.present || player.stunned > 0.0 || player.catchRest > 0.0)
        return false;
    if (match.flight.thrower == index && match.now - match.flight.since < 0.6)
        return false;
    const Vec disc = match.disc.position();
    for (int hand = 0; hand < 2; ++hand) {
        const double apart = std::min(glm::distance(player.body.hand(hand), disc),
                                      glm::distance(player.body.shoulderPlace(hand), disc) - 0.12);
        if (player.body.grippingHand() == hand || apart > CatchReach)
            continue;
        const double speed = glm::length(match.disc.velocity() - player.body.velocity());
        double luck = speed < 8.0 ? 0.97 : speed < 12.0 ? 0.85 : 0.45;
        if (match.flight.receiver == index)
            luck = 0.95;
        if (match.flight.onGoal && match.random.chance(0.3)) {
            player.catchRest = 0.5; // too quick even to be touched
            return false;
        }
        if (!match.random.chance(luck)) {
            fumble(match, player);
            return true;
        }
        countCatch(match, index);
        take(match, index, hand);
        return true;
    }
    return false;
}

void letGo(MatchState& match, const Vec& velocity)
{
    match.disc.released(velocity);
    match.at(match.holder).catchRest = 0.5;
    match.holder = Nobody;
    match.letGo = match.now;
    match.thinkIn = 0.0;
}

void throwIt(MatchState& match, int index)
{
    Player& player = match.at(index);
    const ThrowPlan plan = player.plan;
    const Vec from = match.disc.position();
    const double arm = glm::length(player.body.handVelocity(match.holdingHand) - player.body.velocity());
    io::Random& random = match.random;
    const double off = 0.012 * glm::distance(from, plan.at);
    const Vec error = within(random, Vec(-off), Vec(off));
    const Vec direction = glm::normalize(plan.at + error - from);
    const double own = std::max(glm::dot(player.body.velocity(), direction), 0.0);
    letGo(match, direction * plan.speed);
    player.plan = {};
    const bool atGoal = plan.receiver == Nobody && glm::distance(plan.at, goalOf(1 - player.team)) < 2.0;
    match.flight = {.thrower = index,
                    .receiver = plan.receiver,
                    .shot = atGoal,
                    .onGoal = atGoal,
                    .since = match.now,
                    .from = from,
                    .speed = plan.speed};
    if (atGoal) {
        raise(player, Counter::ShotsTaken);
        for (Player& other : match.players)
            other.reaction = random.between(0.3, 0.65);
    }
    const double wrist = std::max(plan.speed - arm - own, 0.0);
    const double spin = random.between(2.0, 25.0);
    const std::array<double, ThrowValues> values{arm,
                                                 plan.speed,
                                                 spin,
                                                 random.between(0.0, 0.8),
                                                 random.between(0.5, 4.0),
                                                 random.between(1.0, 5.0),
                                                 arm,
                                                 own,
                                                 wrist,
                                                 spin * 0.6,
                                                 random.between(3.0, 40.0),
                                                 random.between(0.0, 1.0),
                                                 random.between(0.0, 0.9)};
    for (std::size_t i = 0; i < ThrowValues; ++i)
        match.lastThrow[i] = static_cast<float>(std::round(values[i] * 1e4) / 1e4);
}

void land(MatchState& match, int index, Player& victim)
{
    Player& striker = match.at(index);
    const Vec apart = victim.body.position() - striker.body.position();
    const Vec away = apart / std::max(glm::length(apart), 1e-3);
    const bool holds = match.holder == striker.victim;
    if (victim.blocking > 0.0) {
        raise(victim, Counter::Blocks);
        striker.body.hit(away * -3.0, false);
        striker.strikeRest = 3.0;
        return;
    }
    if (victim.invulnerable > 0.0 || victim.stunned > 0.0)
        return;
    const double luck = match.random.unit();
    if (holds && luck < 0.3) {
        raise(striker, Counter::Steals);
        victim.plan = {};
        victim.catchRest = 1.5;
        match.lastPasser = Nobody;
        take(match, index, 1);
        striker.patience = 0.8;
        return;
    }
    if (luck > 0.75)
        return;
    ++striker.stats.stuns;
    victim.stunned = StunTime;
    victim.blocking = 0.0;
    victim.plan = {};
    if (holds) {
        letGo(match, victim.body.velocity() + away * 2.0 + Vec(0.0, 0.8, 0.0));
        match.flight = {};
    }
    victim.body.hit(away * match.random.between(2.0, 3.5), true);
    match.thinkIn = 0.0;
}

void strike(MatchState& match, int index, double step)
{
    Player& player = match.at(index);
    if (player.stunned > 0.0)
        player.striking = 0.0;
    if (player.striking > 0.0) {
        player.striking -= step;
        Player& victim = match.at(player.victim);
        const bool there = victim.present &&
                           glm::distance(victim.body.position(), player.body.position()) < StrikeReach + 0.15;
        if (player.striking <= 0.0 && there && match.holder != index)
            land(match, index, victim);
        return;
    }
    if (!player.present || player.stunned > 0.0 || player.strikeRest > 0.0 || match.holder == index)
        return;
    for (int i = 0; i < match.count(); ++i) {
        const Player& other = match.at(i);
        if (!other.present || other.team == player.team || other.stunned > 0.0 || other.invulnerable > 0.0 ||
            glm::distance(other.body.position(), player.body.position()) > StrikeReach)
            continue;
        // Whoever has the disc is worth it; others now and then.
        if (i == match.holder || match.random.chance(0.4 * step)) {
            player.victim = i;
            player.striking = 0.22;
            player.strikeRest = 1.6;
            return;
        }
    }
}

GoalType goalType(const MatchState& match, double distance)
{
    if (match.disc.bounces() > 0)
        return distance >= LongDistance ? GoalType::LongBounceShot : GoalType::BounceShot;
    if (distance < 2.6)
        return GoalType::SlamDunk;
    return distance >= LongDistance ? GoalType::LongShot : GoalType::InsideShot;
}

void score(MatchState& match, int team)
{
    const double distance = glm::distance(match.flight.from, goalOf(1 - team));
    const std::int32_t worth = distance >= LongDistance ? 3 : 2;
    Player& scorer = match.at(match.flight.thrower);
    raise(scorer, Counter::Goals);
    scorer.stats[Counter::Points] += worth;
    scorer.emote = 2.4;
    match.points[static_cast<std::size_t>(team)] += worth;
    match.score = {.team = team == 0 ? TeamCode::Blue : TeamCode::Orange,
                   .points = worth,
                   .type = goalType(match, distance),
                   .scorer = scorer.person,
                   .assister = Nobody,
                   .discSpeed =
                       static_cast<float>(std::round(glm::length(match.disc.velocity()) * 1e3) / 1e3),
                   .distance = static_cast<float>(std::round(distance * 1e3) / 1e3)};
    const int passer = match.lastPasser;
    if (passer != Nobody && passer != match.flight.thrower && match.now - match.lastPassAt < 10.0) {
        raise(match.at(passer), Counter::Assists);
        match.score.assister = match.at(passer).person;
    }
    match.phase = GameStatus::Score;
    match.inPhase = 0.0;
    match.possessor = Nobody;
}

void checkGoals(MatchState& match, const Vec& before)
{
    const Vec disc = match.disc.position();
    if (std::abs(before.z) >= GoalZ || std::abs(disc.z) < GoalZ || std::hypot(disc.x, disc.y) > GoalRadius)
        return;
    const int team = disc.z > 0.0 ? 0 : 1;
    // Only a thrown disc counts, and only in the other team's goal.
    if (match.flight.thrower != Nobody && match.at(match.flight.thrower).team == team) {
        score(match, team);
    } else {
        const Vec v = match.disc.velocity();
        match.disc.deflect({v.x, v.y, -0.6 * v.z});
    }
}

} // namespace

void touch(MatchState& match, double step)
{
    for (int i = 0; match.live() && i < match.count(); ++i)
        strike(match, i, step);
    if (match.holder != Nobody) {
        const int holder = match.holder;
        Player& player = match.at(holder);
        match.disc.stayIn(player.body.hand(match.holdingHand), player.body.handTurn(match.holdingHand), step);
        player.holds += step;
        if (match.live() && player.plan.active()) {
            player.plan.left -= step;
            if (!player.plan.active())
                throwIt(match, holder);
        }
        return;
    }
    const Vec before = match.disc.position();
    match.disc.fly(step);
    if (match.phase == GameStatus::Score)
        match.disc.slow(std::exp(-3.0 * step));
    if (!match.live())
        return;
    checkGoals(match, before);
    for (int i = 0; match.live() && i < match.count(); ++i) {
        if (tryCatch(match, i))
            return;
    }
}

} // namespace ghostline::echo::sample
