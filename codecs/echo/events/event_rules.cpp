// SPDX-License-Identifier: GPL-3.0-or-later
// What the rules share: the view of a frame, and the joining of what is seen with what is counted.
#include "codecs/echo/events/event_rules.h"

#include <cmath>

namespace ghostline::echo {

const PlayerFrame* Moment::row(PlayerNumber who) const
{
    if (who == NoPlayer || player(who).seen != number)
        return nullptr;
    return &rows[static_cast<std::size_t>(player(who).row)];
}

bool Moment::pairs(const Half& half) const
{
    return half.event != NoEvent &&
           (within(half.time, rules::PairTime) || number - half.frame <= rules::PairFrames);
}

EventId Moment::addAt(Kind kind, model::FrameNumber at, model::Micros when, std::vector<model::ActorId> who,
                      const model::Sentence& text, QJsonObject data) const
{
    model::Event event;
    event.frame = at;
    event.time = when;
    event.kind = static_cast<int>(kind);
    event.actors = std::move(who);
    event.say(text);
    event.data = std::move(data);
    const EventId id = log.add(std::move(event));
    if (id == NoEvent)
        notes.count(Note::TooManyEvents, at);
    return id;
}

EventId Moment::add(Kind kind, std::vector<model::ActorId> who, const model::Sentence& text,
                    QJsonObject data) const
{
    return addAt(kind, number, time, std::move(who), text, std::move(data));
}

QString Moment::name(PlayerNumber who) const
{
    if (who == NoPlayer)
        return QStringLiteral("somebody");
    const PlayerMemory& shown = player(who);
    return shown.sharesName ? shown.name + QStringLiteral(" (%1)").arg(shown.slot) : shown.name;
}

model::Sentence Moment::who(PlayerNumber which) const
{
    return which == NoPlayer ? model::Sentence::of(name(which)) : model::Sentence(name(which));
}

namespace rules {

using model::Sentence;

double rounded(double value, int decimals)
{
    if (!std::isfinite(value))
        return 0.0;
    const double scale = std::pow(10.0, decimals);
    return std::round(value * scale) / scale;
}

Sentence speedText(double metresPerSecond)
{
    return Sentence::of(QStringLiteral("%1 m/s"), {Sentence::figure(rounded(metresPerSecond, 1), 1)});
}

Sentence withSpeed(const QString& without, const QString& with, std::vector<Sentence> arguments,
                   double metresPerSecond)
{
    if (rounded(metresPerSecond, 1) <= 0.0)
        return Sentence::of(without, arguments);
    arguments.push_back(speedText(metresPerSecond));
    return Sentence::of(with, arguments);
}

QString teamName(TeamCode team)
{
    return team == TeamCode::Orange ? QStringLiteral("Orange") : QStringLiteral("Blue");
}

QJsonValue teamValue(TeamCode team)
{
    return plays(team) ? QJsonValue(teamWord(team)) : QJsonValue(QJsonValue::Null);
}

QJsonValue nameValue(const Moment& now, PlayerNumber player)
{
    return player == NoPlayer ? QJsonValue(QJsonValue::Null) : QJsonValue(now.name(player));
}

EventId seen(const Moment& now, Kind kind, Half PlayerMemory::*seenHalf, Half PlayerMemory::*countedHalf,
             PlayerNumber player, const model::Event& event)
{
    PlayerMemory& memory = now.player(player);
    Half& waiting = memory.*countedHalf;
    model::Event* known = now.pairs(waiting) ? now.log.find(waiting.event) : nullptr;
    if (known != nullptr) {
        const EventId id = waiting.event;
        waiting = {};
        known->actors = event.actors;
        known->text = event.text;
        known->wording = event.wording;
        known->length = event.length;
        for (auto entry = event.data.begin(); entry != event.data.end(); ++entry)
            known->data.insert(entry.key(), entry.value());
        return id;
    }
    QJsonObject data = event.data;
    if (memory.hasStats)
        data.insert(QStringLiteral("counted"), false);
    const EventId id = now.addAt(kind, event.frame, event.time, event.actors, event.text, std::move(data));
    if (model::Event* added = now.log.find(id)) {
        added->wording = event.wording;
        added->length = event.length;
    }
    memory.*seenHalf = {id, now.time, now.number};
    return id;
}

void counted(const Moment& now, Kind kind, Half PlayerMemory::*seenHalf, Half PlayerMemory::*countedHalf,
             PlayerNumber player, model::Event event)
{
    PlayerMemory& memory = now.player(player);
    Half& waiting = memory.*seenHalf;
    model::Event* known = now.pairs(waiting) ? now.log.find(waiting.event) : nullptr;
    if (known != nullptr) {
        waiting = {};
        known->data.insert(QStringLiteral("counted"), true);
        if (event.data.contains(Recorded))
            known->data.insert(Recorded, true);
        return;
    }
    event.data.insert(QStringLiteral("counted"), true);
    const EventId id = now.add(kind, event.actors, event.text, event.data);
    if (model::Event* added = now.log.find(id))
        added->wording = event.wording;
    memory.*countedHalf = {id, now.time, now.number};
}

PlayerNumber lastThrower(const Moment& now, TeamCode notOf, model::Micros limit)
{
    const Release& release = now.memory.release;
    const bool known = release.player != NoPlayer && release.team == opponentOf(notOf) && plays(notOf);
    return known && now.within(release.time, limit) ? release.player : NoPlayer;
}

} // namespace rules
} // namespace ghostline::echo
