// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/echo/events/event_rules_recorded.h"

#include "codecs/echo/events/event_rules_disc.h"
#include "codecs/echo/events/event_rules_match.h"

#include <algorithm>
#include <utility>

namespace ghostline::echo::rules {

namespace {

/// The counter that stands for a play; nothing for what is no play.
std::optional<std::uint8_t> counterOf(RecordedKind kind)
{
    const auto of = [](Counter counter) { return std::optional(static_cast<std::uint8_t>(counter)); };
    switch (kind) {
    case RecordedKind::Catch:
        return of(Counter::Catches);
    case RecordedKind::Save:
        return of(Counter::Saves);
    case RecordedKind::Stun:
        return StunCounter;
    case RecordedKind::Pass:
        return of(Counter::Passes);
    case RecordedKind::Steal:
        return of(Counter::Steals);
    case RecordedKind::Block:
        return of(Counter::Blocks);
    case RecordedKind::Interception:
        return of(Counter::Interceptions);
    case RecordedKind::Assist:
        return of(Counter::Assists);
    case RecordedKind::Shot:
        return of(Counter::ShotsTaken);
    case RecordedKind::PlayerGoal:
        return of(Counter::Goals);
    default:
        return std::nullopt;
    }
}

} // namespace

PlayerNumber inSlot(const Moment& now, std::int16_t slot)
{
    for (std::size_t i = 0; i < now.rows.size(); ++i) {
        if (now.rows[i].slot == slot)
            return now.memory.present[i];
    }
    return NoPlayer;
}

const RecordedEvent* recordedOf(const Moment& now, RecordedKind kind)
{
    const auto found = std::ranges::find(now.recorded, kind, &RecordedEvent::kind);
    return found != now.recorded.end() ? &*found : nullptr;
}

const RecordedEvent* recordedIn(const Moment& now, RecordedKind kind, std::int16_t slot)
{
    const auto found = std::ranges::find_if(
        now.recorded, [&](const RecordedEvent& event) { return event.kind == kind && event.slot == slot; });
    return found != now.recorded.end() ? &*found : nullptr;
}

const RecordedEvent* recordedOf(const Moment& now, RecordedKind kind, PlayerNumber who)
{
    const PlayerFrame* row = now.row(who);
    return row != nullptr ? recordedIn(now, kind, row->slot) : nullptr;
}

void markRecorded(const Moment& now, RecordedKind kind, PlayerNumber who, QJsonObject& data)
{
    if (recordedOf(now, kind, who) != nullptr)
        data.insert(Recorded, true);
}

void readRecorded(const Moment& now)
{
    // Joins and rounds alone say nothing of who did what.
    now.memory.recorded =
        now.memory.recorded || std::ranges::any_of(now.recorded, [](const RecordedEvent& event) {
            return counterOf(event.kind).has_value();
        });
    if (now.first)
        return; // where things start from
    for (const RecordedEvent& event : now.recorded) {
        const auto counter = counterOf(event.kind);
        const PlayerNumber who = counter ? inSlot(now, event.slot) : NoPlayer;
        const PlayerFrame* row = now.row(who);
        // Where there are statistics they have risen for the same reason.
        if (row != nullptr && !row->hasStats && plays(row->team))
            now.memory.rises.push_back({who, *counter, 1});
    }
}

namespace {

void mark(const Moment& now, EventId id)
{
    if (model::Event* event = now.log.find(id))
        event->data.insert(Recorded, true);
}

/// Whose a recorded throw is: what the game has measured is the recording player's, whomever it was put down
/// to.
PlayerNumber throwerOf(const Moment& now, const RecordedEvent& event)
{
    const PlayerNumber own = ownPlayer(now);
    const bool measured = now.frame.lastThrow != now.before.lastThrow;
    const PlayerNumber who = measured && own != NoPlayer ? own : inSlot(now, event.slot);
    const PlayerFrame* row = now.row(who);
    return row != nullptr && plays(row->team) ? who : NoPlayer;
}

void recordThrow(const Moment& now, PlayerNumber who)
{
    PlayerMemory& player = now.player(who);
    if (now.pairs(player.throwSeen)) {
        mark(now, std::exchange(player.throwSeen, {}).event);
        return;
    }
    if (now.pairs(player.throwTold))
        return; // told twice
    const EventId id =
        now.add(Kind::Throw, {player.actor},
                model::Sentence::of(QStringLiteral("%1 threw the disc"), {now.who(who)}), {{Recorded, true}});
    player.throwTold = {id, now.time, now.number};
    if (player.name == now.header.client)
        now.memory.ownThrow = player.throwTold;
}

} // namespace

void readRecordedThrows(const Moment& now)
{
    if (now.first)
        return;
    for (const RecordedEvent& event : now.recorded) {
        const PlayerNumber who = event.kind == RecordedKind::Throw ? throwerOf(now, event) : NoPlayer;
        if (who != NoPlayer)
            recordThrow(now, who);
    }
}

void readRecordedEmotes(const Moment& now)
{
    if (now.first)
        return;
    for (const RecordedEvent& event : now.recorded) {
        const PlayerNumber who = event.kind == RecordedKind::Emote ? inSlot(now, event.slot) : NoPlayer;
        const PlayerFrame* row = now.row(who);
        if (row == nullptr || row->team == TeamCode::Spectator)
            continue;
        PlayerMemory& player = now.player(who);
        if (player.emoteEvent != NoEvent) {
            mark(now, player.emoteEvent);
        } else if (!now.pairs(player.emoteTold)) {
            const EventId id =
                now.add(Kind::Emote, {player.actor},
                        model::Sentence::of(QStringLiteral("%1 played an emote"), {now.who(who)}),
                        {{QStringLiteral("team"), teamWord(row->team)}, {Recorded, true}});
            player.emoteTold = {id, now.time, now.number};
        }
    }
}

namespace {

void recordRoundStart(const Moment& now, int number)
{
    MatchMemory& memory = now.memory;
    // Going on after a goal is no new round, though recorders call it one.
    const bool same = memory.roundNumberTold == number && (memory.inRound || memory.roundTold);
    memory.roundNumberTold = number;
    if (now.first || same)
        return;
    if (now.pairs(memory.roundStart)) {
        mark(now, std::exchange(memory.roundStart, {}).event);
        return;
    }
    if (memory.inRound)
        return; // one is on, whatever its number
    memory.roundTold = true;
    announceRound(now, number, {{Recorded, true}});
}

void recordRoundEnd(const Moment& now, const RecordedEvent& told, bool match)
{
    MatchMemory& memory = now.memory;
    if (now.first)
        return;
    // The whole match ends after its last round, which is the same event then.
    const bool known = memory.roundEnd != NoEvent && !memory.inRound;
    if (!known)
        endRound(now, match || now.frame.status == GameStatus::PostMatch);
    model::Event* event = now.log.find(memory.roundEnd);
    if (event == nullptr)
        return;
    event->data.insert(Recorded, true);
    if (match)
        event->data.insert(QStringLiteral("match_over"), true);
    else if (told.value > 0)
        event->data.insert(QStringLiteral("round"), told.value);
    if (plays(told.team))
        event->data.insert(QStringLiteral("winner"), teamValue(told.team));
}

} // namespace

void readRecordedRounds(const Moment& now)
{
    for (const RecordedEvent& event : now.recorded) {
        if (event.kind == RecordedKind::RoundStarted)
            recordRoundStart(now, event.value);
        else if (event.kind == RecordedKind::RoundEnded)
            recordRoundEnd(now, event, false);
        else if (event.kind == RecordedKind::MatchEnded)
            recordRoundEnd(now, event, true);
    }
}

void readRecordedPauses(const Moment& now)
{
    PauseMemory& pause = now.memory.pause;
    if (const RecordedEvent* told = recordedOf(now, RecordedKind::RoundPaused))
        pauseTold(now, told->team);
    if (recordedOf(now, RecordedKind::RoundUnpaused) != nullptr && pause.event != NoEvent)
        unpauseTold(now);
}

} // namespace ghostline::echo::rules
