// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/echo/events/event_rules_recorded.h"

#include <algorithm>

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

const RecordedEvent* recordedOf(const Moment& now, RecordedKind kind, PlayerNumber who)
{
    const PlayerFrame* row = now.row(who);
    for (const RecordedEvent& event : now.recorded) {
        if (row != nullptr && event.kind == kind && event.slot == row->slot)
            return &event;
    }
    return nullptr;
}

void markRecorded(const Moment& now, RecordedKind kind, PlayerNumber who, QJsonObject& data)
{
    if (recordedOf(now, kind, who) != nullptr)
        data.insert(QStringLiteral("recorded"), true);
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

} // namespace ghostline::echo::rules
