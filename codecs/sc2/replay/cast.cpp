// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/sc2/replay/cast.h"

#include "codecs/rts/cast.h"
#include "codecs/sc2/events/line_up.h"
#include "model/base/text.h"

#include <algorithm>
#include <cmath>

namespace ghostline::sc2 {

namespace {

using model::ActorInfo;

bool playTogether(std::span<const Participant> participants)
{
    for (std::size_t i = 0; i < participants.size(); ++i) {
        for (std::size_t j = i + 1; j < participants.size(); ++j) {
            if (participants[i].team == participants[j].team)
                return true;
        }
    }
    return false;
}

QString playerName(const Participant& participant)
{
    return participant.name.isEmpty() ? QStringLiteral("Player %1").arg(participant.playerId)
                                      : participant.name;
}

/// As the shared parts of cast and teams want them; sides where at least two play together.
std::vector<rts::PlayerInfo> playersOf(const ReplayHead& head)
{
    const bool sides = playTogether(head.participants);
    std::vector<rts::PlayerInfo> players;
    players.reserve(head.participants.size());
    for (const Participant& who : head.participants)
        players.push_back({static_cast<std::int64_t>(who.playerId), playerName(who), who.rgb,
                           sides ? std::optional(who.team) : std::nullopt});
    return players;
}

void describePlayer(const Participant& who, ActorInfo& actor)
{
    if (who.computer)
        actor.nativeType = QStringLiteral("computer");
    const auto attribute = [&actor](const char* label, const QString& text) {
        if (!text.isEmpty())
            actor.attributes.emplace_back(QString::fromLatin1(label), text);
    };
    attribute("Clan", who.clan);
    attribute("Race", raceText(who));
    attribute("Colour", rts::colourText(who.rgb));
    if (who.computer)
        attribute("Difficulty", who.difficulty);
    if (who.handicap != 100)
        attribute("Handicap", QStringLiteral("%1 %").arg(who.handicap));
    attribute("Hero", who.hero);
    attribute("Result", outcomeText(who.result));
}

float cameraTangent()
{
    constexpr double HalfOpening = 27.8 / 2 * 3.14159265358979323846 / 180;
    return static_cast<float>(std::tan(HalfOpening));
}

} // namespace

NameId mainType(const UnitLives& lives, const UnitLife& life, const UnitKinds& kinds)
{
    const auto types = lives.typesOf(life);
    if (types.empty())
        return 0;
    for (const TypePeriod& period : types) {
        if (!kinds.of(period.type).passing)
            return period.type;
    }
    return types.front().type;
}

std::vector<model::Team> describeTeams(const ReplayHead& head) { return rts::describeTeams(playersOf(head)); }

std::vector<ActorInfo> describeCast(const ReplayData& data, const UnitKinds& kinds)
{
    const std::vector<rts::PlayerInfo> players = playersOf(data.head);
    const rts::ActorNumbers numbers{players.size()};
    const model::FrameNumber end = static_cast<model::FrameNumber>(data.loops) + 1;
    std::vector<ActorInfo> cast;
    cast.reserve(2 * players.size() + data.lives.lives.size());
    for (std::size_t p = 0; p < players.size(); ++p) {
        cast.push_back(rts::playerActor(numbers, p, players[p], {0, end}));
        describePlayer(data.head.participants[p], cast.back());
    }
    for (std::size_t p = 0; p < players.size(); ++p)
        cast.push_back(rts::cameraActor(numbers, p, players[p], {0, end}, cameraTangent()));
    const auto ownerKey = [&data](const UnitLife& life) {
        return static_cast<std::uint8_t>(data.lives.ownerAt(life, life.first));
    };
    const auto typeKey = [](const UnitKind& kind) { return static_cast<std::uint32_t>(kind.text); };
    rts::UnitNames names;
    for (const UnitLife& life : data.lives.lives)
        names.count(ownerKey(life), typeKey(kinds.of(mainType(data.lives, life, kinds))));
    for (std::size_t i = 0; i < data.lives.lives.size(); ++i) {
        const UnitLife& life = data.lives.lives[i];
        const NameId type = mainType(data.lives, life, kinds);
        const std::int8_t owner = data.lives.ownerAt(life, life.first);
        const UnitKind& kind = kinds.of(type);
        ActorInfo actor;
        actor.id = numbers.unit(i);
        actor.nativeId = life.tag;
        actor.name = names.next(ownerKey(life), typeKey(kind), [&kind] { return kind.name; });
        const std::string& native = data.tracker.names[type];
        actor.nativeType = model::textOf(native);
        actor.kind = kind.actorKind;
        actor.team = data.head.participantOfPlayer(owner);
        actor.life = {static_cast<model::FrameNumber>(life.first),
                      std::min<model::FrameNumber>(end, life.end)};
        rts::setLook(actor, kinds.looks[static_cast<std::size_t>(kind.look)]);
        if (life.revealed)
            actor.attributes.emplace_back(QStringLiteral("Known from"),
                                          QStringLiteral("commands and selections; never reported"));
        cast.push_back(std::move(actor));
    }
    return cast;
}

} // namespace ghostline::sc2
