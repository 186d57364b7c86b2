// SPDX-License-Identifier: GPL-3.0-or-later
// Stuns: who did it says a counter, whom it hit says a flag; they meet by time and place.
#include "codecs/echo/event_rules.h"

#include <algorithm>
#include <utility>

namespace ghostline::echo::rules {

namespace {

/// Somebody of the other team has statistics, so that a counter will say who did it.
bool opponentsCount(const Moment& now, TeamCode team)
{
    for (std::size_t i = 0; i < now.rows.size(); ++i) {
        if (now.rows[i].team == opponentOf(team) && now.rows[i].hasStats)
            return true;
    }
    return false;
}

void stunnedAlone(const Moment& now, const StunWaiting& victim)
{
    PlayerMemory& player = now.player(victim.player);
    player.stunEvent = now.addAt(Kind::Stun, victim.frame, victim.time, {player.actor},
                                 now.name(victim.player) + QStringLiteral(" was stunned"),
                                 {{QStringLiteral("by"), QJsonValue::Null},
                                  {QStringLiteral("victim"), now.name(victim.player)},
                                  {QStringLiteral("counted"), false}});
    now.log.open(player.stunEvent);
    // Already over when nobody had claimed it.
    if (!player.stunned)
        now.log.close(std::exchange(player.stunEvent, NoEvent), player.stunEnd);
}

void readFlags(const Moment& now)
{
    for (std::size_t i = 0; i < now.rows.size(); ++i) {
        const PlayerFrame& row = now.rows[i];
        const PlayerNumber number = now.memory.present[i];
        if (number == NoPlayer || !plays(row.team))
            continue;
        PlayerMemory& player = now.player(number);
        if (player.fresh)
            player.stunned = row.stunned;
        if (row.stunned == player.stunned)
            continue;
        player.stunned = row.stunned;
        if (row.stunned) {
            now.memory.victims.push_back({number, now.number, now.time, NoEvent});
        } else {
            player.stunEnd = now.time;
            now.log.close(player.stunEvent, now.time);
            player.stunEvent = NoEvent;
        }
    }
}

void stunCounted(const Moment& now, const Rise& rise)
{
    const std::int32_t events = rise.by > MaxSeparate ? 1 : rise.by;
    for (std::int32_t i = 0; i < events; ++i) {
        QJsonObject data{{QStringLiteral("by"), now.name(rise.player)},
                         {QStringLiteral("victim"), QJsonValue::Null}};
        if (rise.by > MaxSeparate)
            data.insert(QStringLiteral("count"), rise.by);
        const EventId event = now.add(Kind::Stun, {now.player(rise.player).actor},
                                      now.name(rise.player) + QStringLiteral(" stunned somebody"), data);
        if (!now.apart && rise.by <= MaxSeparate)
            now.memory.stunners.push_back({rise.player, now.number, now.time, event});
    }
}

void join(const Moment& now, const StunWaiting& stunner, const StunWaiting& victim, float distance)
{
    model::Event* event = now.log.find(stunner.event);
    if (event == nullptr)
        return;
    PlayerMemory& player = now.player(victim.player);
    event->actors = {now.player(stunner.player).actor, player.actor};
    event->text = now.name(stunner.player) + QStringLiteral(" stunned ") + now.name(victim.player);
    event->data.insert(QStringLiteral("victim"), now.name(victim.player));
    event->data.insert(QStringLiteral("distance"), rounded(static_cast<double>(distance)));
    now.log.open(stunner.event);
    if (player.stunned)
        player.stunEvent = stunner.event;
    else
        now.log.close(stunner.event, player.stunEnd);
}

/// The nearest pair within reach, again and again: the order of the players does not matter.
void match(const Moment& now)
{
    MatchMemory& memory = now.memory;
    while (!memory.stunners.empty() && !memory.victims.empty()) {
        float best = StunReach;
        std::size_t bestStunner = 0;
        std::size_t bestVictim = 0;
        bool found = false;
        for (std::size_t s = 0; s < memory.stunners.size(); ++s) {
            for (std::size_t v = 0; v < memory.victims.size(); ++v) {
                const PlayerFrame* one = now.row(memory.stunners[s].player);
                const PlayerFrame* other = now.row(memory.victims[v].player);
                if (one == nullptr || other == nullptr || other->team != opponentOf(one->team))
                    continue;
                const float distance = glm::distance(placeOf(*one), placeOf(*other));
                if (distance > best || (found && distance == best))
                    continue;
                best = distance;
                bestStunner = s;
                bestVictim = v;
                found = true;
            }
        }
        if (!found)
            return;
        join(now, memory.stunners[bestStunner], memory.victims[bestVictim], best);
        memory.stunners.erase(memory.stunners.begin() + static_cast<std::ptrdiff_t>(bestStunner));
        memory.victims.erase(memory.victims.begin() + static_cast<std::ptrdiff_t>(bestVictim));
    }
}

bool late(const Moment& now, const StunWaiting& waiting)
{
    return !now.within(waiting.time, PairTime) && now.number - waiting.frame > PairFrames;
}

} // namespace

void findStuns(const Moment& now)
{
    MatchMemory& memory = now.memory;
    readFlags(now);
    for (const Rise& rise : memory.rises) {
        if (rise.counter == StunCounter)
            stunCounted(now, rise);
    }
    if (!memory.stunners.empty() && !memory.victims.empty())
        match(now);
    std::erase_if(memory.stunners, [&](const StunWaiting& waiting) { return late(now, waiting); });
    std::erase_if(memory.victims, [&](const StunWaiting& waiting) {
        const bool alone =
            late(now, waiting) || now.apart || !opponentsCount(now, now.player(waiting.player).team);
        if (alone)
            stunnedAlone(now, waiting);
        return alone;
    });
}

} // namespace ghostline::echo::rules
