// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/echo/sample/tactics.h"

#include <algorithm>
#include <cmath>

namespace ghostline::echo::sample {

namespace {

constexpr double ThinkEvery = 0.2;

/// When and where somebody meets the free disc.
struct Meeting
{
    double in = 1e9;
    Vec place{0.0};
};

Meeting meetingOf(const MatchState& match, const Player& player)
{
    Meeting meeting{.in = 5.0, .place = match.course.empty() ? match.disc.position() : match.course.back()};
    for (std::size_t i = 0; i < match.course.size(); ++i) {
        const double when = 0.1 * static_cast<double>(i + 1);
        const Vec start = player.body.position() + player.body.velocity() * 0.35;
        const double reach = std::max(glm::distance(start, match.course[i]) - 0.5, 0.0);
        if (reach / 5.6 <= when)
            return {when, match.course[i]};
    }
    meeting.in += glm::distance(player.body.position(), meeting.place) / 6.0;
    return meeting;
}

bool able(const Player& player) { return player.present && player.stunned <= 0.0; }

/// Able field players of a team, the nearest to a place first.
std::vector<int> nearestFirst(const MatchState& match, int team, const Vec& place)
{
    std::vector<int> found;
    found.reserve(match.players.size());
    for (int i = 0; i < match.count(); ++i) {
        if (match.at(i).team == team && !match.at(i).keeper && able(match.at(i)) && i != match.holder)
            found.push_back(i);
    }
    std::stable_sort(found.begin(), found.end(), [&](int a, int b) {
        return glm::distance(match.at(a).body.position(), place) <
               glm::distance(match.at(b).body.position(), place);
    });
    return found;
}

void chase(MatchState& match, int team)
{
    std::array<int, 2> best{Nobody, Nobody};
    std::array<double, 2> soonest{1e9, 1e9};
    for (int i = 0; i < match.count(); ++i) {
        Player& player = match.at(i);
        if (player.team != team || !able(player))
            continue;
        player.job = player.keeper ? Job::Keep : Job::Support;
        const double from = glm::distance(match.disc.position(), goalOf(team));
        if ((player.keeper && from > 9.0) ||
            (match.flight.thrower == i && match.now - match.flight.since < 1.0))
            continue;
        const double in = meetingOf(match, player).in;
        if (in < soonest[0]) {
            soonest = {in, soonest[0]};
            best = {i, best[0]};
        } else if (in < soonest[1]) {
            soonest[1] = in;
            best[1] = i;
        }
        if (match.flight.receiver == i)
            player.job = Job::Chase;
    }
    // The second goes along where it is nearly as near, but not to the first throw-in.
    if (best[0] != Nobody)
        match.at(best[0]).job = Job::Chase;
    if (best[1] != Nobody && !match.jousting && !match.at(best[1]).keeper && soonest[1] < soonest[0] + 1.2)
        match.at(best[1]).job = Job::Chase;
}

void defend(MatchState& match, int team)
{
    const Vec carrier = match.at(match.holder).body.position();
    std::vector<int> mine = nearestFirst(match, team, carrier);
    std::vector<int> theirs = nearestFirst(match, 1 - team, goalOf(team));
    for (std::size_t i = 0; i < mine.size(); ++i) {
        Player& player = match.at(mine[i]);
        const bool near = glm::distance(player.body.position(), carrier) < 5.0;
        player.job = i == 0 || (i == 1 && near) ? Job::Press : Job::Mark;
        player.mark = theirs.empty() ? match.holder : theirs[i % theirs.size()];
    }
}

void assignJobs(MatchState& match)
{
    match.course = match.holder == Nobody ? match.disc.course() : std::vector<Vec>{};
    for (Player& player : match.players)
        player.job = player.keeper ? Job::Keep : Job::Support;
    for (int team = 0; team < 2; ++team) {
        if (match.holder == Nobody)
            chase(match, team);
        else if (match.at(match.holder).team != team)
            defend(match, team);
    }
    if (match.holder != Nobody)
        match.at(match.holder).job = Job::Carry;
}

/// A place to wait at: ahead of, beside or behind the disc, often at a block.
Vec newSpot(MatchState& match, const Player& player)
{
    io::Random& random = match.random;
    const double side = attack(player.team);
    const std::array<double, 3> ahead{9.0, 4.0, -3.0};
    const double along =
        std::clamp(side * match.disc.position().z + ahead[static_cast<std::size_t>(player.number) % 3] +
                       random.between(-2.0, 2.0),
                   -24.0, 28.0);
    const double lane = player.number % 2 == 0 ? 1.0 : -1.0;
    const double height = random.between(-4.0, 5.0);
    Vec spot(lane * random.between(2.5, 9.0), height, side * along);
    const Block* nearest = nullptr;
    for (const Block& block : blocks()) {
        if (glm::distance(block.middle, spot) <
            (nearest != nullptr ? glm::distance(nearest->middle, spot) : 4.0))
            nearest = &block;
    }
    if (nearest != nullptr && random.chance(0.6)) {
        const double away = nearest->half * (nearest->octagon ? 1.0 : 1.41) + 0.5;
        spot = nearest->middle + Vec(spot.x > nearest->middle.x ? away : -away, 0.24, 0.0);
    }
    return clearance(spot) > 0.45 ? spot : Vec(spot.x * 0.5, 0.0, spot.z);
}

void keep(const MatchState& match, Player& player)
{
    const Vec goal = goalOf(player.team);
    const Vec disc = match.disc.position();
    const Vec out = disc - goal;
    const double far = std::max(glm::length(out), 1e-3);
    Vec stand = goal + out * (std::clamp(0.12 * far, 1.3, 3.2) / far);
    // Nobody stands perfectly.
    stand += Vec(0.45 * std::sin(0.8 * match.now + player.slot), 0.35 * std::sin(1.1 * match.now), 0.0);
    stand.x = std::clamp(stand.x, -2.0, 2.0);
    stand.y = std::clamp(stand.y, -1.6, 1.8) + 0.25;
    player.intent.target = stand;
    player.intent.speed = 4.0;
    if (match.holder != Nobody || !match.flight.onGoal || player.reaction > 0.0)
        return;
    // A shot: to where it passes, as far as a thruster takes one in the time.
    const Vec flight = match.disc.velocity();
    const double closing = -attack(player.team) * flight.z;
    const double until = attack(player.team) * (disc.z - player.body.position().z) / std::max(closing, 0.1);
    if (closing < 2.0 || until < 0.0 || until > 2.0)
        return;
    player.intent.target = disc + flight * until + Vec(0.0, 0.25, 0.0);
    player.intent.arriveIn = std::max(until, 0.08);
    player.intent.speed = 4.6;
}

void carry(const MatchState& match, Player& player)
{
    const Vec goal = goalOf(1 - player.team);
    const Vec here = player.body.position();
    const double weave = std::sin(match.now * 0.9 + player.number);
    Vec aim = goal + Vec(2.5 * weave, 0.6, -attack(player.team) * 4.0);
    for (const Player& other : match.players) {
        const Vec apart = here - other.body.position();
        const double distance = glm::length(apart);
        if (other.present && other.team != player.team && distance < 4.0 && distance > 1e-3)
            aim += apart * (4.0 * (4.0 - distance) / distance);
    }
    player.intent.target = aim;
    player.intent.speed = 6.5;
    player.intent.urgent = true;
    player.intent.lookAt = player.plan.active() ? player.plan.at : goal;
}

void useHands(const MatchState& match, int index, Player& player)
{
    auto& hands = player.intent.gestures;
    hands = {Gesture::Float, Gesture::Float};
    if (player.emote > 0.0) {
        hands = player.number % 2 == 0 ? std::array{Gesture::Float, Gesture::Wave}
                                       : std::array{Gesture::Cheer, Gesture::Cheer};
    } else if (index == match.holder) {
        const auto held = static_cast<std::size_t>(match.holdingHand);
        hands[held] = Gesture::Hold;
        if (player.plan.active())
            hands[held] = player.plan.left > 0.14 ? Gesture::WindUp : Gesture::Swing;
        player.intent.swing = glm::normalize(player.plan.at - player.body.position() + Vec(0.0, 0.0, 1e-6));
        if (player.blocking > 0.0)
            hands[1 - held] = Gesture::Block;
    } else if (player.blocking > 0.0) {
        hands = {Gesture::Block, Gesture::Block};
    } else if (player.striking > 0.0) {
        hands[1] = Gesture::Reach;
        player.intent.reach = match.at(player.victim).body.position() + Vec(0.0, -0.1, 0.0);
    } else if (match.holder == Nobody && (player.job == Job::Chase || player.job == Job::Keep)) {
        const Vec near = match.disc.position() + (match.disc.velocity() - player.body.velocity()) * 0.05;
        const double distance = glm::distance(near, player.body.position() - Vec(0.0, 0.3, 0.0));
        const auto closer = static_cast<std::size_t>(glm::distance(near, player.body.shoulderPlace(0)) <
                                                             glm::distance(near, player.body.shoulderPlace(1))
                                                         ? 0
                                                         : 1);
        if (distance < 5.0)
            hands = {Gesture::Ready, Gesture::Ready};
        if (distance < 0.8 + 0.2 * glm::length(match.disc.velocity() - player.body.velocity())) {
            hands[closer] = Gesture::Reach;
            player.intent.reach = near;
        }
    } else if (player.keeper) {
        hands = {Gesture::Ready, Gesture::Ready};
    }
}

void steer(MatchState& match, int index)
{
    Player& player = match.at(index);
    Intent& intent = player.intent;
    const Vec disc = match.disc.position();
    intent = Intent{.target = player.spot, .lookAt = disc};
    switch (player.job) {
    case Job::Keep:
        keep(match, player);
        break;
    case Job::Chase: {
        Meeting meeting = meetingOf(match, player);
        if (match.jousting)
            meeting = {glm::distance(disc, player.body.position()) / player.joustSpeed, disc};
        // With the chest, not the eyes.
        intent.target = meeting.place + Vec(0.0, 0.3, 0.0);
        intent.arriveIn = std::max(meeting.in, 0.15);
        intent.speed = match.jousting ? player.joustSpeed : 8.0;
        if (!match.jousting && glm::length(match.disc.velocity()) < 4.0) {
            intent.target = disc + match.disc.velocity() * 0.3 + Vec(0.0, 0.3, 0.0);
            intent.arriveIn = 0.0;
        }
        intent.urgent = true;
        break;
    }
    case Job::Carry:
        carry(match, player);
        break;
    case Job::Support:
        if (player.newSpotIn <= 0.0) {
            player.spot = newSpot(match, player);
            player.newSpotIn = match.random.between(2.0, 4.5);
        }
        intent.target = player.spot;
        intent.mayGrip = true;
        break;
    case Job::Mark: {
        const Vec whom = match.at(player.mark).body.position();
        intent.target = whom + glm::normalize(goalOf(player.team) - whom) * 1.8;
        break;
    }
    case Job::Press: {
        const Player& carrier = match.at(match.holder);
        intent.target = carrier.body.position() + carrier.body.velocity() * 0.3;
        intent.speed = 7.0;
        intent.arriveIn = std::max(glm::distance(intent.target, player.body.position()) / 7.0, 0.2);
        intent.urgent = carrier.invulnerable <= 0.0;
        break;
    }
    }
    useHands(match, index, player);
}

/// Nobody plays: in the tubes, paused, after a goal, at the end.
void rest(MatchState& match, int index)
{
    Player& player = match.at(index);
    const Vec here = player.body.position();
    const bool cheers = match.phase == GameStatus::PostMatch || match.phase == GameStatus::RoundOver;
    player.intent = Intent{.target = here, .speed = 0.6, .lookAt = {0.0, 0.0, 0.0}};
    if (match.phase == GameStatus::Score || match.paused() || cheers)
        player.intent.lookAt = match.disc.position();
    useHands(match, index, player);
}

// Whether the one with the disc passes, shoots or keeps it.

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

/// Whether the one with the disc throws, and where to.
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

} // namespace

void think(MatchState& match, double step)
{
    match.thinkIn -= step;
    if (match.live() && match.thinkIn <= 0.0) {
        match.thinkIn = ThinkEvery;
        assignJobs(match);
    }
    for (int i = 0; i < match.count(); ++i) {
        Player& player = match.at(i);
        if (!player.present)
            continue;
        player.newSpotIn -= step;
        if (match.live())
            steer(match, i);
        else
            rest(match, i);
        if (player.stunned > 0.0) {
            player.intent = Intent{.target = player.body.position(), .adrift = true};
            player.intent.gestures = {Gesture::Limp, Gesture::Limp};
        }
        player.intent.inTube = player.inTube;
        if (player.inTube && match.live()) {
            const double speed = player.keeper ? 5.0 : player.job == Job::Chase ? player.joustSpeed : 8.0;
            player.intent.catapult = attack(player.team) * speed;
        }
        if (match.live() && i == match.holder)
            decide(match, i);
    }
}

} // namespace ghostline::echo::sample
