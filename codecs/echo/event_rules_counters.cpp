// SPDX-License-Identifier: GPL-3.0-or-later
// What the players' statistics say when they go up.
#include "codecs/echo/event_rules.h"

#include <algorithm>
#include <limits>

namespace ghostline::echo::rules {

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

/// "Ada saved", with the other one where there is one: " the shot of Ben".
QString sentence(const Moment& now, PlayerNumber who, const char* verb, const char* link, PlayerNumber other)
{
    QString text = now.name(who) + QLatin1Char(' ') + QLatin1String(verb);
    if (other != NoPlayer)
        text += QLatin1Char(' ') + QLatin1String(link) + QLatin1Char(' ') + now.name(other);
    return text;
}

model::Event play(const Moment& now, PlayerNumber who, PlayerNumber other, QString text, QJsonObject data)
{
    model::Event event;
    event.actors = both(now, who, other);
    event.text = std::move(text);
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
    counted(now, Kind::Catch, &PlayerMemory::catchSeen, &PlayerMemory::catchCounted, who,
            play(now, who, thrower, sentence(now, who, "caught the disc", "from", thrower), data));
}

void countPass(const Moment& now, PlayerNumber who, std::int32_t count)
{
    const PlayerNumber receiver = justGrabbed(now, who);
    QJsonObject data{{QStringLiteral("receiver"), nameValue(now, receiver)}};
    setCount(data, count);
    counted(now, Kind::Pass, &PlayerMemory::passSeen, &PlayerMemory::passCounted, who,
            play(now, who, receiver, sentence(now, who, "passed", "to", receiver), data));
}

void countInterception(const Moment& now, PlayerNumber who, std::int32_t count)
{
    const PlayerNumber thrower = lastThrower(now, now.player(who).team, ShotTime);
    QJsonObject data{{QStringLiteral("thrower"), nameValue(now, thrower)}};
    setCount(data, count);
    const QString text = thrower == NoPlayer ? sentence(now, who, "intercepted the disc", "", NoPlayer)
                                             : sentence(now, who, "intercepted", "the throw of", thrower);
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
    const QString text = scorer == NoPlayer ? sentence(now, who, "gave an assist", "", NoPlayer)
                                            : sentence(now, who, "assisted", "", NoPlayer) +
                                                  QLatin1Char(' ') + now.name(scorer);
    counted(now, Kind::Assist, &PlayerMemory::assistSeen, &PlayerMemory::assistCounted, who,
            play(now, who, scorer, text, data));
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
    for (std::size_t i = 0; i < now.rows.size(); ++i) {
        const PlayerFrame& row = now.rows[i];
        const PlayerNumber number = now.memory.present[i];
        if (number == NoPlayer || !row.hasStats)
            continue;
        PlayerMemory& player = now.player(number);
        if (player.hasStats && !player.fresh && player.counters == row.stats.counters &&
            player.stuns == row.stats.stuns)
            continue;
        if (player.hasStats && !player.fresh && plays(row.team)) {
            for (std::uint8_t c = 0; c < Counters; ++c) {
                if (player.counters[c] != row.stats.counters[c])
                    compare(now, number, c, player.counters[c], row.stats.counters[c]);
            }
            if (player.stuns != row.stats.stuns)
                compare(now, number, StunCounter, player.stuns, row.stats.stuns);
        }
        keep(player, row);
    }
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
        now.add(Kind::Shot, both(now, who, NoPlayer),
                now.name(who) + QStringLiteral(" shot, disc at ") + speedText(static_cast<double>(speed)),
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
        const QString text = shooter == NoPlayer ? sentence(now, who, "saved", "", NoPlayer)
                                                 : sentence(now, who, "saved", "the shot of", shooter);
        now.add(Kind::Save, both(now, who, shooter), text, data);
    });
}

void findSteals(const Moment& now)
{
    forEach(now, Counter::Steals, [&](PlayerNumber who, std::int32_t count) {
        const Holder& holder = now.memory.holders[static_cast<std::size_t>(opponentOf(now.player(who).team))];
        const PlayerNumber from =
            holder.player != NoPlayer && now.within(holder.time, StealTime) ? holder.player : NoPlayer;
        QJsonObject data{{QStringLiteral("from"), nameValue(now, from)}};
        setCount(data, count);
        now.add(Kind::Steal, both(now, who, from), sentence(now, who, "stole the disc", "from", from), data);
    });
}

void findBlocks(const Moment& now)
{
    forEach(now, Counter::Blocks, [&](PlayerNumber who, std::int32_t count) {
        const PlayerFrame* row = now.row(who);
        PlayerNumber against = NoPlayer;
        int near = 0;
        for (std::size_t i = 0; i < now.rows.size() && row != nullptr; ++i) {
            const PlayerNumber number = now.memory.present[i];
            if (number == NoPlayer || now.rows[i].team != opponentOf(row->team) ||
                glm::distance(placeOf(now.rows[i]), placeOf(*row)) > BlockReach)
                continue;
            against = number;
            ++near;
        }
        // Two within reach: nobody can say which.
        if (near != 1 || now.apart)
            against = NoPlayer;
        QJsonObject data{{QStringLiteral("against"), nameValue(now, against)}};
        setCount(data, count);
        now.add(Kind::Block, both(now, who, against),
                sentence(now, who, "blocked", "", NoPlayer) +
                    (against == NoPlayer ? QString() : QLatin1Char(' ') + now.name(against)),
                data);
    });
}

} // namespace ghostline::echo::rules
