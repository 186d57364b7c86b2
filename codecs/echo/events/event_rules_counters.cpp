// SPDX-License-Identifier: GPL-3.0-or-later

#include "codecs/echo/events/event_rules_counters.h"

#include "codecs/echo/events/event_rules_recorded.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace ghostline::echo::rules {

using model::Sentence;

namespace {

/// By how much a counter rose; 0 when it did not, -1 when it went down.
std::int32_t riseOf(std::int32_t before, std::int32_t now)
{
    // Texts may hold any numbers, also such whose difference no counter holds.
    const std::int64_t by = std::int64_t{now} - before;
    if (by >= 0)
        return static_cast<std::int32_t>(
            std::min<std::int64_t>(by, std::numeric_limits<std::int32_t>::max()));
    const std::int64_t wrapped = by + 256;
    return before < 256 && wrapped >= 0 && wrapped <= WrapRise ? static_cast<std::int32_t>(wrapped) : -1;
}

bool roundBegins(const Moment& now)
{
    return now.frame.status == GameStatus::RoundStart || now.frame.status == GameStatus::PreMatch ||
           (now.frame.status == GameStatus::Playing && now.before.status != GameStatus::Playing) ||
           now.within(now.memory.roundTime, RoundStartTime);
}

QString wordOf(std::uint8_t counter)
{
    return counter == StunCounter ? QStringLiteral("stuns") : counterWord(static_cast<Counter>(counter));
}

void compare(const Moment& now, PlayerNumber number, std::uint8_t counter, std::int32_t before,
             std::int32_t value)
{
    const std::int32_t by = riseOf(before, value);
    if (by > 0) {
        now.memory.rises.push_back({number, counter, by});
        return;
    }
    if (roundBegins(now))
        return;
    if (now.notes.seen(Note::CounterBackward))
        now.notes.count(Note::CounterBackward, now.number);
    else
        now.notes.note(Note::CounterBackward, now.number,
                       now.name(number) +
                           QStringLiteral(", %1 from %2 to %3").arg(wordOf(counter)).arg(before).arg(value));
}

void keep(PlayerMemory& player, const PlayerFrame& row)
{
    player.hasStats = row.hasStats;
    player.counters = row.stats.counters;
    player.stuns = row.stats.stuns;
}

bool isCounter(const Rise& rise, Counter counter)
{
    return rise.counter == static_cast<std::uint8_t>(counter);
}

/// Calls `make(player, count)` for each event that the rises of a counter stand for.
template<typename Make>
void forEach(const Moment& now, Counter counter, const Make& make)
{
    for (const Rise& rise : now.memory.rises) {
        if (!isCounter(rise, counter))
            continue;
        if (rise.by > MaxSeparate) {
            make(rise.player, rise.by);
            continue;
        }
        for (std::int32_t i = 0; i < rise.by; ++i)
            make(rise.player, 1);
    }
}

void setCount(QJsonObject& data, std::int32_t count)
{
    if (count > 1)
        data.insert(QStringLiteral("count"), count);
}

std::vector<model::ActorId> both(const Moment& now, PlayerNumber who, PlayerNumber other)
{
    std::vector<model::ActorId> actors{now.player(who).actor};
    if (other != NoPlayer)
        actors.push_back(now.player(other).actor);
    return actors;
}

/// "Ada saved", with the other one where there is one: "Ada saved the shot of Ben".
Sentence sentence(const Moment& now, PlayerNumber who, const char* alone, const char* with,
                  PlayerNumber other)
{
    return other == NoPlayer ? Sentence::of(QString::fromLatin1(alone), {now.who(who)})
                             : Sentence::of(QString::fromLatin1(with), {now.who(who), now.who(other)});
}

model::Event play(const Moment& now, PlayerNumber who, PlayerNumber other, const Sentence& text,
                  QJsonObject data)
{
    model::Event event;
    event.actors = both(now, who, other);
    event.say(text);
    event.data = std::move(data);
    return event;
}

/// Who let go of the disc just before: from hand to hand, too near or too quick to be seen as a throw.
PlayerNumber justLetGo(const Moment& now, PlayerNumber catcher)
{
    const Release& release = now.memory.release;
    return release.player != catcher && now.within(release.time, PairTime) ? release.player : NoPlayer;
}

/// The only team mate into whose hand the disc came just now.
PlayerNumber justGrabbed(const Moment& now, PlayerNumber passer)
{
    PlayerNumber receiver = NoPlayer;
    for (const PlayerNumber number : now.memory.present) {
        if (number == NoPlayer || number == passer || now.player(number).team != now.player(passer).team ||
            !now.within(now.player(number).grabbed, PairTime))
            continue;
        if (receiver != NoPlayer)
            return NoPlayer;
        receiver = number;
    }
    return receiver;
}

void countCatch(const Moment& now, PlayerNumber who, std::int32_t count)
{
    const PlayerNumber thrower = justLetGo(now, who);
    QJsonObject data{{QStringLiteral("thrower"), nameValue(now, thrower)}};
    setCount(data, count);
    markRecorded(now, RecordedKind::Catch, who, data);
    counted(now, Kind::Catch, &PlayerMemory::catchSeen, &PlayerMemory::catchCounted, who,
            play(now, who, thrower,
                 sentence(now, who, "%1 caught the disc", "%1 caught the disc from %2", thrower), data));
}

void countPass(const Moment& now, PlayerNumber who, std::int32_t count)
{
    const PlayerNumber receiver = justGrabbed(now, who);
    QJsonObject data{{QStringLiteral("receiver"), nameValue(now, receiver)}};
    setCount(data, count);
    markRecorded(now, RecordedKind::Pass, who, data);
    counted(now, Kind::Pass, &PlayerMemory::passSeen, &PlayerMemory::passCounted, who,
            play(now, who, receiver, sentence(now, who, "%1 passed", "%1 passed to %2", receiver), data));
}

void countInterception(const Moment& now, PlayerNumber who, std::int32_t count)
{
    const PlayerNumber thrower = lastThrower(now, now.player(who).team, ShotTime);
    QJsonObject data{{QStringLiteral("thrower"), nameValue(now, thrower)}};
    setCount(data, count);
    markRecorded(now, RecordedKind::Interception, who, data);
    const Sentence text =
        sentence(now, who, "%1 intercepted the disc", "%1 intercepted the throw of %2", thrower);
    counted(now, Kind::Interception, &PlayerMemory::interceptionSeen, &PlayerMemory::interceptionCounted, who,
            play(now, who, thrower, text, data));
}

/// Who scored just now, where no goal names another's assist.
PlayerNumber scorerFor(const Moment& now, PlayerNumber assister)
{
    const MatchMemory& memory = now.memory;
    if (!now.pairs(memory.goal) || memory.goalTeam != now.player(assister).team)
        return NoPlayer;
    const model::Event* goal = now.log.find(memory.goal.event);
    if (goal == nullptr || goal->actors.size() != 1 || goal->actors[0] == now.player(assister).actor)
        return NoPlayer;
    return static_cast<PlayerNumber>(model::index(goal->actors[0]));
}

void countAssist(const Moment& now, PlayerNumber who, std::int32_t count)
{
    const PlayerNumber scorer = scorerFor(now, who);
    QJsonObject data{{QStringLiteral("scorer"), nameValue(now, scorer)}};
    setCount(data, count);
    markRecorded(now, RecordedKind::Assist, who, data);
    counted(now, Kind::Assist, &PlayerMemory::assistSeen, &PlayerMemory::assistCounted, who,
            play(now, who, scorer, sentence(now, who, "%1 gave an assist", "%1 assisted %2", scorer), data));
}

/// The player's own throw that a shot was; null when it left the hand too long ago.
const Release* shotOf(const Moment& now, PlayerNumber who)
{
    const Release& release = now.memory.release;
    return release.player == who && now.within(release.time, ShotTime) ? &release : nullptr;
}

} // namespace

void readCounters(const Moment& now)
{
    now.memory.rises.clear();
    now.eachPlayer([&now](PlayerNumber number, const PlayerFrame& row, PlayerMemory& player) {
        if (!row.hasStats || (player.hasStats && !player.fresh && player.counters == row.stats.counters &&
                              player.stuns == row.stats.stuns))
            return;
        if (player.hasStats && !player.fresh && plays(row.team)) {
            for (std::uint8_t c = 0; c < Counters; ++c) {
                if (player.counters[c] != row.stats.counters[c])
                    compare(now, number, c, player.counters[c], row.stats.counters[c]);
            }
            if (player.stuns != row.stats.stuns)
                compare(now, number, StunCounter, player.stuns, row.stats.stuns);
        }
        keep(player, row);
    });
}

void findCountedPlays(const Moment& now)
{
    forEach(now, Counter::Catches, [&](PlayerNumber who, std::int32_t n) { countCatch(now, who, n); });
    forEach(now, Counter::Passes, [&](PlayerNumber who, std::int32_t n) { countPass(now, who, n); });
    forEach(now, Counter::Interceptions,
            [&](PlayerNumber who, std::int32_t n) { countInterception(now, who, n); });
    forEach(now, Counter::Assists, [&](PlayerNumber who, std::int32_t n) { countAssist(now, who, n); });
}

void findShots(const Moment& now)
{
    forEach(now, Counter::ShotsTaken, [&](PlayerNumber who, std::int32_t count) {
        const float speed = now.frame.hasDisc ? glm::length(now.frame.discVelocity) : 0.0F;
        QJsonObject data{{QStringLiteral("by"), now.name(who)},
                         {QStringLiteral("disc_speed"), rounded(static_cast<double>(speed))}};
        if (const Release* release = shotOf(now, who)) {
            const float z = now.player(who).team == TeamCode::Blue ? GoalZ : -GoalZ;
            data.insert(QStringLiteral("throw_speed"), rounded(static_cast<double>(release->discSpeed)));
            data.insert(
                QStringLiteral("goal_distance"),
                rounded(static_cast<double>(glm::distance(release->place, glm::vec3(0.0F, 0.0F, z)))));
        }
        setCount(data, count);
        markRecorded(now, RecordedKind::Shot, who, data);
        now.add(Kind::Shot, both(now, who, NoPlayer),
                withSpeed(QStringLiteral("%1 shot"), QStringLiteral("%1 shot, disc at %2"), {now.who(who)},
                          static_cast<double>(speed)),
                data);
    });
}

void findSaves(const Moment& now)
{
    forEach(now, Counter::Saves, [&](PlayerNumber who, std::int32_t count) {
        const PlayerNumber shooter = lastThrower(now, now.player(who).team, ShotTime);
        QJsonObject data{{QStringLiteral("shooter"), nameValue(now, shooter)}};
        if (shooter != NoPlayer)
            data.insert(QStringLiteral("throw_speed"),
                        rounded(static_cast<double>(now.memory.release.discSpeed)));
        setCount(data, count);
        markRecorded(now, RecordedKind::Save, who, data);
        now.add(Kind::Save, both(now, who, shooter),
                sentence(now, who, "%1 saved", "%1 saved the shot of %2", shooter), data);
    });
}

void findSteals(const Moment& now)
{
    forEach(now, Counter::Steals, [&](PlayerNumber who, std::int32_t count) {
        const Holder& holder = now.memory.holders[static_cast<std::size_t>(opponentOf(now.player(who).team))];
        PlayerNumber from =
            holder.player != NoPlayer && now.within(holder.time, StealTime) ? holder.player : NoPlayer;
        const RecordedEvent* told = recordedOf(now, RecordedKind::Steal, who);
        if (const PlayerNumber victim = told != nullptr ? inSlot(now, told->other) : NoPlayer;
            victim != NoPlayer)
            from = victim;
        QJsonObject data{{QStringLiteral("from"), nameValue(now, from)}};
        setCount(data, count);
        markRecorded(now, RecordedKind::Steal, who, data);
        now.add(Kind::Steal, both(now, who, from),
                sentence(now, who, "%1 stole the disc", "%1 stole the disc from %2", from), data);
    });
}

void findBlocks(const Moment& now)
{
    forEach(now, Counter::Blocks, [&](PlayerNumber who, std::int32_t count) {
        const PlayerFrame* row = now.row(who);
        PlayerNumber against = NoPlayer;
        int near = 0;
        now.eachPlayer([&](PlayerNumber number, const PlayerFrame& other, const PlayerMemory&) {
            if (row == nullptr || other.team != opponentOf(row->team) ||
                glm::distance(placeOf(other), placeOf(*row)) > BlockReach)
                return;
            against = number;
            ++near;
        });
        // Two within reach: nobody can say which.
        if (near != 1 || now.apart)
            against = NoPlayer;
        QJsonObject data{{QStringLiteral("against"), nameValue(now, against)}};
        setCount(data, count);
        markRecorded(now, RecordedKind::Block, who, data);
        now.add(Kind::Block, both(now, who, against),
                sentence(now, who, "%1 blocked", "%1 blocked %2", against), data);
    });
}

// Stuns: who did it says a counter, whom it hit says a flag; they meet by time and place.

namespace {

/// Somebody of the other team has statistics, so that a counter will say who did it; or the recorder does.
bool opponentsCount(const Moment& now, TeamCode team)
{
    if (now.memory.recorded)
        return true;
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
                                 Sentence::of(QStringLiteral("%1 was stunned"), {now.who(victim.player)}),
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
    now.eachPlayer([&now](PlayerNumber number, const PlayerFrame& row, PlayerMemory& player) {
        if (!plays(row.team))
            return;
        if (player.fresh)
            player.stunned = row.stunned;
        if (row.stunned == player.stunned)
            return;
        player.stunned = row.stunned;
        if (row.stunned) {
            now.memory.victims.push_back({number, now.number, now.time, NoEvent});
        } else {
            player.stunEnd = now.time;
            now.log.close(player.stunEvent, now.time);
            player.stunEvent = NoEvent;
        }
    });
}

void stunCounted(const Moment& now, const Rise& rise)
{
    const std::int32_t events = rise.by > MaxSeparate ? 1 : rise.by;
    for (std::int32_t i = 0; i < events; ++i) {
        QJsonObject data{{QStringLiteral("by"), now.name(rise.player)},
                         {QStringLiteral("victim"), QJsonValue::Null}};
        if (rise.by > MaxSeparate)
            data.insert(QStringLiteral("count"), rise.by);
        markRecorded(now, RecordedKind::Stun, rise.player, data);
        const EventId event =
            now.add(Kind::Stun, {now.player(rise.player).actor},
                    Sentence::of(QStringLiteral("%1 stunned somebody"), {now.who(rise.player)}), data);
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
    event->say(
        Sentence::of(QStringLiteral("%1 stunned %2"), {now.who(stunner.player), now.who(victim.player)}));
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
