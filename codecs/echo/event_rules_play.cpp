// SPDX-License-Identifier: GPL-3.0-or-later
// Whose disc it is, and who is first at it when play begins.
#include "codecs/echo/event_rules.h"

#include <utility>

namespace ghostline::echo::rules {

namespace {

/// The flagged player; of several the one who was, else the lowest slot.
PlayerNumber flagged(const Moment& now)
{
    PlayerNumber best = NoPlayer;
    for (std::size_t i = 0; i < now.rows.size(); ++i) {
        const PlayerNumber number = now.memory.present[i];
        if (number == NoPlayer || !now.rows[i].possession || !plays(now.rows[i].team))
            continue;
        if (number == now.memory.possessor)
            return number;
        if (best == NoPlayer || now.player(number).slot < now.player(best).slot)
            best = number;
    }
    return best;
}

QString possessionText(const Moment& now, PlayerNumber player, TeamCode team)
{
    if (player != NoPlayer && team != TeamCode::None && now.player(player).team == team)
        return QStringLiteral("The disc is %1's, %2").arg(now.name(player), teamWord(team));
    if (team != TeamCode::None)
        return QStringLiteral("The disc is %1's").arg(teamWord(team));
    return player != NoPlayer ? QStringLiteral("The disc is %1's").arg(now.name(player))
                              : QStringLiteral("The disc is free");
}

} // namespace

void findPossession(const Moment& now)
{
    MatchMemory& memory = now.memory;
    const bool blue = now.frame.possession[0];
    const bool orange = now.frame.possession[1];
    const TeamCode team = blue == orange ? TeamCode::None : (blue ? TeamCode::Blue : TeamCode::Orange);
    const PlayerNumber player = flagged(now);
    const bool same = team == memory.possessingTeam && (player == memory.possessor || player == NoPlayer);
    if (same && player == memory.possessor)
        return;
    if (!same && !now.first) {
        std::vector<model::ActorId> who;
        if (player != NoPlayer)
            who.push_back(now.player(player).actor);
        now.add(Kind::Possession, std::move(who), possessionText(now, player, team),
                {{QStringLiteral("team"), teamValue(team)},
                 {QStringLiteral("player"), nameValue(now, player)},
                 {QStringLiteral("from_team"), teamValue(memory.possessingTeam)},
                 {QStringLiteral("from_player"), nameValue(now, memory.possessor)}});
    }
    memory.possessingTeam = team;
    // Until another has it, or the team loses it, the disc on its way is its thrower's.
    if (player != NoPlayer || team == TeamCode::None)
        memory.possessor = player;
}

namespace {

void beginJoust(const Moment& now)
{
    JoustMemory& joust = now.memory.joust;
    joust = {};
    joust.afterGoal = std::exchange(now.memory.afterGoal, false);
    for (const PlayerNumber number : now.memory.present) {
        if (number != NoPlayer && now.player(number).holds)
            return;
    }
    joust.running = true;
    joust.start = now.time;
}

void watchArrivals(const Moment& now, double passed)
{
    for (std::size_t i = 0; i < now.rows.size(); ++i) {
        const PlayerFrame& row = now.rows[i];
        if (!plays(row.team))
            continue;
        auto& arrival = now.memory.joust.arrivals[static_cast<std::size_t>(row.team)];
        if (!arrival && glm::distance(placeOf(row), now.frame.disc.position) <= ArrivalReach)
            arrival = rounded(passed);
    }
}

/// Whoever has the disc in a hand.
PlayerNumber firstAtDisc(const Moment& now)
{
    PlayerNumber first = NoPlayer;
    for (std::size_t i = 0; i < now.rows.size(); ++i) {
        const PlayerNumber number = now.memory.present[i];
        if (number == NoPlayer || !plays(now.rows[i].team) || !now.player(number).holds)
            continue;
        // Two at once: the one nearer to it.
        if (first == NoPlayer || glm::distance(placeOf(now.rows[i]), now.frame.disc.position) <
                                     glm::distance(placeOf(*now.row(first)), now.frame.disc.position))
            first = number;
    }
    return first;
}

QJsonValue secondsValue(const std::optional<double>& value)
{
    return value ? QJsonValue(*value) : QJsonValue(QJsonValue::Null);
}

} // namespace

void findJousts(const Moment& now)
{
    JoustMemory& joust = now.memory.joust;
    if (now.first)
        return;
    if (now.frame.hasDisc && isPlay(now.frame.status) && !isPlay(now.before.status))
        beginJoust(now);
    if (!joust.running)
        return;
    if (!isPlay(now.frame.status) || !now.frame.hasDisc || now.time - joust.start > JoustTime) {
        joust.running = false;
        return;
    }
    const double passed = model::seconds(now.time - joust.start);
    watchArrivals(now, passed);
    const PlayerNumber first = firstAtDisc(now);
    if (first == NoPlayer)
        return;
    joust.running = false;
    const PlayerFrame& row = *now.row(first);
    const double speed = rounded(static_cast<double>(glm::length(row.velocity)));
    now.add(Kind::Joust, {now.player(first).actor},
            QStringLiteral("%1 was first at the disc, %2 s after the start at %3")
                .arg(now.name(first), QString::number(passed, 'f', 2), speedText(speed)),
            {{QStringLiteral("team"), teamWord(row.team)},
             {QStringLiteral("time"), rounded(passed)},
             {QStringLiteral("speed"), speed},
             {QStringLiteral("after_goal"), joust.afterGoal},
             {QStringLiteral("blue_time"), secondsValue(joust.arrivals[0])},
             {QStringLiteral("orange_time"), secondsValue(joust.arrivals[1])}});
}

} // namespace ghostline::echo::rules
