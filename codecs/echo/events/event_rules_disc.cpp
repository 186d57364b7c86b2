// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/echo/events/event_rules_disc.h"

#include "codecs/echo/events/event_rules_recorded.h"
#include "codecs/echo/frame/api_words.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace ghostline::echo::rules {

using model::Sentence;

namespace {

float reachOf(const PlayerFrame& row, const glm::vec3& disc)
{
    return std::min(glm::distance(row.part(Part::LeftHand).position, disc),
                    glm::distance(row.part(Part::RightHand).position, disc));
}

/// The disc is in one of the player's hands; `held` = it was in the frame before.
bool holdsDisc(const Moment& now, const PlayerFrame& row, bool held)
{
    if (row.holdingLeft != holding::NotRecorded || row.holdingRight != holding::NotRecorded)
        return row.holdingLeft == holding::Disc || row.holdingRight == holding::Disc;
    return row.possession && reachOf(row, now.frame.disc.position) <= (held ? LetGoReach : HoldReach);
}

/// The game has put the disc elsewhere.
bool discJumped(const Moment& now)
{
    if (!now.before.hasDisc)
        return true;
    const float speed = std::max(glm::length(now.frame.discVelocity), glm::length(now.before.discVelocity));
    const auto step = static_cast<float>(model::seconds(now.step));
    return glm::distance(now.frame.disc.position, now.before.disc.position) > DiscJump + 1.5F * speed * step;
}

bool somebodyElseHolds(const Moment& now, PlayerNumber but)
{
    return std::any_of(now.memory.present.begin(), now.memory.present.end(), [&](PlayerNumber number) {
        return number != but && number != NoPlayer && now.player(number).holds;
    });
}

void follow(const Moment& now, Release& release)
{
    release.discSpeed = std::max(release.discSpeed, glm::length(now.frame.discVelocity));
    if (const PlayerFrame* row = now.row(release.player)) {
        release.apart = std::max(release.apart, glm::length(now.frame.discVelocity - row->velocity));
        release.fumbled = release.fumbled || row->stunned;
    }
}

void letGo(const Moment& now, PlayerNumber number, const PlayerFrame& row)
{
    if (now.apart || somebodyElseHolds(now, number))
        return;
    Release release{.player = number,
                    .team = row.team,
                    .frame = now.number,
                    .time = now.time,
                    .place = now.frame.disc.position,
                    .undecided = true};
    release.fumbled = discJumped(now);
    follow(now, release);
    now.memory.release = release;
}

/// A throw that the hands have shown; what the recorder has told of is the same one.
EventId thrown(const Moment& now, const Release& release, const QJsonObject& data)
{
    PlayerMemory& thrower = now.player(release.player);
    const Sentence text =
        withSpeed(QStringLiteral("%1 threw the disc"), QStringLiteral("%1 threw the disc at %2"),
                  {now.who(release.player)}, static_cast<double>(release.discSpeed));
    const EventId told = now.pairs(thrower.throwTold) ? thrower.throwTold.event : NoEvent;
    if (model::Event* event = now.log.find(told)) {
        thrower.throwTold = {};
        event->say(text);
        for (auto entry = data.begin(); entry != data.end(); ++entry)
            event->data.insert(entry.key(), entry.value());
        return told;
    }
    const EventId event = now.addAt(Kind::Throw, release.frame, release.time, {thrower.actor}, text, data);
    thrower.throwSeen = {event, release.time, release.frame};
    return event;
}

/// The disc did not come back to a hand at once: thrown, if it flew off.
void decide(const Moment& now)
{
    MatchMemory& memory = now.memory;
    Release& release = memory.release;
    release.undecided = false;
    if (release.fumbled || !(release.apart >= ThrowSpeed))
        return;
    const PlayerMemory& thrower = now.player(release.player);
    QJsonObject data{{QStringLiteral("disc_speed"), rounded(static_cast<double>(release.discSpeed))}};
    const bool own = !memory.throwDetails.isEmpty() && thrower.name == now.header.client;
    if (own) {
        for (auto entry = memory.throwDetails.begin(); entry != memory.throwDetails.end(); ++entry)
            data.insert(entry.key(), entry.value());
        memory.throwDetails = {};
    }
    const EventId event = thrown(now, release, data);
    memory.flight = {.thrower = release.player, .event = event, .release = release};
    if (!own && thrower.name == now.header.client)
        memory.ownThrow = {event, release.time, release.frame};
}

void caughtBy(const Moment& now, PlayerNumber catcher)
{
    const Flight flight = std::exchange(now.memory.flight, {});
    const bool other = flight.thrower != NoPlayer && flight.thrower != catcher;
    const PlayerNumber thrower = other ? flight.thrower : NoPlayer;
    const PlayerMemory& player = now.player(catcher);
    const double speed = rounded(static_cast<double>(glm::length(now.before.discVelocity)));
    if (flight.thrower == NoPlayer && speed < static_cast<double>(CatchSpeed))
        return;
    model::Event taken;
    taken.frame = now.number;
    taken.time = now.time;
    taken.actors = {player.actor};
    taken.say(other ? Sentence::of(QStringLiteral("%1 caught the throw of %2"),
                                   {now.who(catcher), now.who(thrower)})
                    : Sentence::of(QStringLiteral("%1 took the disc"), {now.who(catcher)}));
    taken.data = {{QStringLiteral("thrower"), nameValue(now, thrower)},
                  {QStringLiteral("disc_speed"), speed}};
    if (other)
        taken.actors.push_back(now.player(thrower).actor);
    seen(now, Kind::Catch, &PlayerMemory::catchSeen, &PlayerMemory::catchCounted, catcher, taken);
    if (!other)
        return;

    const Release& release = flight.release;
    const double distance =
        rounded(static_cast<double>(glm::distance(release.place, now.frame.disc.position)));
    const double time = rounded(model::seconds(now.time - release.time));
    model::Event reached;
    reached.data = {{QStringLiteral("distance"), distance},
                    {QStringLiteral("time"), time},
                    {QStringLiteral("disc_speed"), rounded(static_cast<double>(release.discSpeed))}};
    if (release.team == player.team) {
        reached.frame = release.frame;
        reached.time = release.time;
        reached.length = now.time - release.time;
        reached.actors = {now.player(thrower).actor, player.actor};
        reached.data.insert(QStringLiteral("receiver"), now.name(catcher));
        reached.say(Sentence::of(QStringLiteral("%1 passed to %2 over %3 m"),
                                 {now.who(thrower), now.who(catcher), Sentence::figure(distance, 1)}));
        seen(now, Kind::Pass, &PlayerMemory::passSeen, &PlayerMemory::passCounted, thrower, reached);
    } else {
        reached.frame = now.number;
        reached.time = now.time;
        reached.actors = {player.actor, now.player(thrower).actor};
        reached.data.insert(QStringLiteral("thrower"), now.name(thrower));
        reached.say(Sentence::of(QStringLiteral("%1 intercepted the throw of %2"),
                                 {now.who(catcher), now.who(thrower)}));
        seen(now, Kind::Interception, &PlayerMemory::interceptionSeen, &PlayerMemory::interceptionCounted,
             catcher, reached);
    }
}

void grab(const Moment& now, PlayerNumber number)
{
    Release& release = now.memory.release;
    if (release.undecided) {
        const bool flew =
            number != release.player && glm::distance(release.place, now.frame.disc.position) > HandOverReach;
        if (flew)
            decide(now);
        release.undecided = false;
        if (!flew)
            return; // the other hand, or handed over
    }
    if (!somebodyElseHolds(now, number))
        caughtBy(now, number);
}

} // namespace

void findThrowsAndCatches(const Moment& now)
{
    MatchMemory& memory = now.memory;
    if (!now.frame.hasDisc)
        return;
    Release& release = memory.release;
    std::array<PlayerNumber, 4> grabbing{};
    std::size_t grabs = 0;
    PlayerNumber lost = NoPlayer;
    now.eachPlayer([&](PlayerNumber number, const PlayerFrame& row, PlayerMemory& player) {
        if (!plays(row.team))
            return;
        const bool holds = holdsDisc(now, row, player.holds);
        if (holds)
            memory.holders[static_cast<std::size_t>(row.team)] = {number, now.time};
        if (!player.fresh && holds && !player.holds && grabs < grabbing.size())
            grabbing[grabs++] = number;
        if (holds && !player.holds)
            player.grabbed = now.time;
        if (!player.fresh && !holds && player.holds)
            lost = number;
        player.holds = holds;
    });
    const bool jumped = !now.first && discJumped(now);
    const bool over =
        memory.flight.thrower != NoPlayer && !now.within(memory.flight.release.time, FlightTime);
    if (release.undecided) {
        release.fumbled = release.fumbled || jumped;
        if (grabs == 0)
            follow(now, release);
        if (!now.within(release.time, ReleaseTime - 1us))
            decide(now);
    }
    if (jumped || over || now.apart || now.frame.status != now.before.status)
        memory.flight = {};
    if (lost != NoPlayer)
        letGo(now, lost, *now.row(lost));
    for (std::size_t i = 0; i < grabs; ++i)
        grab(now, grabbing[i]);
}

namespace {

QJsonObject detailsOf(const LastThrow& values)
{
    QJsonObject data;
    for (std::size_t i = 0; i < ThrowValues; ++i)
        data.insert(words::text(words::Throw[i]), rounded(static_cast<double>(values[i])));
    return data;
}

bool sameBits(const LastThrow& a, const LastThrow& b)
{
    return std::equal(a.begin(), a.end(), b.begin(), [](float x, float y) {
        return std::bit_cast<std::uint32_t>(x) == std::bit_cast<std::uint32_t>(y);
    });
}

} // namespace

PlayerNumber ownPlayer(const Moment& now)
{
    PlayerNumber own = NoPlayer;
    for (const PlayerNumber number : now.memory.present) {
        if (number == NoPlayer || !plays(now.player(number).team) ||
            now.player(number).name != now.header.client)
            continue;
        if (own != NoPlayer)
            return NoPlayer;
        own = number;
    }
    return own;
}

void findThrowDetails(const Moment& now)
{
    MatchMemory& memory = now.memory;
    if (!memory.throwDetails.isEmpty() && !now.pairs(memory.detailsSince)) {
        // The hands showed no throw, but the game has measured one.
        const PlayerNumber own = ownPlayer(now);
        if (own != NoPlayer)
            now.addAt(Kind::Throw, memory.detailsSince.frame, memory.detailsSince.time,
                      {now.player(own).actor},
                      Sentence::of(QStringLiteral("%1 threw the disc"), {now.who(own)}), memory.throwDetails);
        memory.throwDetails = {};
    }
    if (now.first || sameBits(now.frame.lastThrow, now.before.lastThrow) ||
        sameBits(now.frame.lastThrow, LastThrow{}) || ownPlayer(now) == NoPlayer)
        return;
    const QJsonObject details = detailsOf(now.frame.lastThrow);
    model::Event* event = now.pairs(memory.ownThrow) ? now.log.find(memory.ownThrow.event) : nullptr;
    if (event == nullptr) {
        memory.throwDetails = details;
        memory.detailsSince = {0, now.time, now.number};
        return;
    }
    for (auto entry = details.begin(); entry != details.end(); ++entry)
        event->data.insert(entry.key(), entry.value());
    memory.ownThrow = {};
}

// Whose disc it is, and who is first at it when play begins.

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

Sentence possessionText(const Moment& now, PlayerNumber player, TeamCode team)
{
    if (player != NoPlayer && team != TeamCode::None && now.player(player).team == team)
        return Sentence::of(QStringLiteral("The disc is %1's, %2"),
                            {now.who(player), Sentence::of(teamWord(team))});
    if (team != TeamCode::None)
        return Sentence::of(QStringLiteral("The disc is %1's"), {Sentence::of(teamWord(team))});
    return player != NoPlayer ? Sentence::of(QStringLiteral("The disc is %1's"), {now.who(player)})
                              : Sentence::of(QStringLiteral("The disc is free"));
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
        const std::int16_t slot =
            player != NoPlayer ? std::int16_t{now.player(player).slot} : std::int16_t{-1};
        const bool told = recordedIn(now, RecordedKind::Possession, slot) != nullptr;
        std::vector<model::ActorId> who;
        if (player != NoPlayer)
            who.push_back(now.player(player).actor);
        QJsonObject data{{QStringLiteral("team"), teamValue(team)},
                         {QStringLiteral("player"), nameValue(now, player)},
                         {QStringLiteral("from_team"), teamValue(memory.possessingTeam)},
                         {QStringLiteral("from_player"), nameValue(now, memory.possessor)}};
        if (told)
            data.insert(Recorded, true);
        now.add(Kind::Possession, std::move(who), possessionText(now, player, team), std::move(data));
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
    now.eachPlayer([&](PlayerNumber number, const PlayerFrame& row, const PlayerMemory& player) {
        if (!plays(row.team) || !player.holds)
            return;
        // Two at once: the one nearer to it.
        if (first == NoPlayer || glm::distance(placeOf(row), now.frame.disc.position) <
                                     glm::distance(placeOf(*now.row(first)), now.frame.disc.position))
            first = number;
    });
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
            withSpeed(QStringLiteral("%1 was first at the disc, %2 s after the start"),
                      QStringLiteral("%1 was first at the disc, %2 s after the start at %3"),
                      {now.who(first), Sentence::figure(passed, 2)}, speed),
            {{QStringLiteral("team"), teamWord(row.team)},
             {QStringLiteral("time"), rounded(passed)},
             {QStringLiteral("speed"), speed},
             {QStringLiteral("after_goal"), joust.afterGoal},
             {QStringLiteral("blue_time"), secondsValue(joust.arrivals[0])},
             {QStringLiteral("orange_time"), secondsValue(joust.arrivals[1])}});
}

} // namespace ghostline::echo::rules
