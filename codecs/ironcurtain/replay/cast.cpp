// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/ironcurtain/replay/cast.h"

#include "codecs/ironcurtain/base/limits.h"
#include "codecs/rts/cast.h"
#include "model/base/text.h"

#include <algorithm>
#include <map>

namespace ghostline::ironcurtain {

namespace {

using model::ActorInfo;
using model::ActorKind;

/// A screen of 16 : 9; tangent of half its vertical opening.
constexpr float ViewTangent = 0.364F;

const PlayerLook* lookOf(const SimState* start, PlayerId player)
{
    const PlayerState* const state = start != nullptr ? start->player(player) : nullptr;
    return state != nullptr && state->look ? &*state->look : nullptr;
}

/// As the shared parts of cast and teams want them; sides where several players share a team number.
std::vector<rts::PlayerInfo> playersOf(const Players& players, const SimState* start)
{
    std::map<int, int> sizes;
    for (std::size_t p = 0; p < players.count(); ++p) {
        if (const PlayerLook* const look = lookOf(start, players[p].id))
            ++sizes[look->team];
    }
    const bool sides =
        std::any_of(sizes.begin(), sizes.end(), [](const auto& side) { return side.second > 1; }) &&
        sizes.size() > 1;
    std::vector<rts::PlayerInfo> made;
    made.reserve(players.count());
    for (std::size_t p = 0; p < players.count(); ++p) {
        rts::PlayerInfo& player = made.emplace_back();
        player.nativeId = players[p].id;
        player.name = players[p].name;
        if (const PlayerLook* const look = lookOf(start, players[p].id)) {
            player.colour = look->colour;
            if (sides)
                player.side = players.sideOf(look->team);
        }
    }
    return made;
}

void describePlayer(const Player& who, const PlayerLook* look, ActorInfo& actor)
{
    const auto attribute = [&actor](const char* label, const QString& text) {
        if (!text.isEmpty())
            actor.attributes.emplace_back(QString::fromLatin1(label), text);
    };
    attribute("Faction", who.faction);
    if (look != nullptr) {
        attribute("Colour", rts::colourText(look->colour));
        attribute("Team", QString::number(look->team));
    }
    attribute("Outcome", who.outcome);
}

UnitKind kindOf(const Life& life, const TypeInfo& type)
{
    if (life.structure)
        return UnitKind::Building;
    return type.kindKnown ? type.kind : UnitKind::Vehicle;
}

ActorKind actorKind(UnitKind kind)
{
    switch (kind) {
    case UnitKind::Building:
        return ActorKind::Structure;
    case UnitKind::Projectile:
    case UnitKind::Prop:
        return ActorKind::Prop;
    default:
        return ActorKind::Unit;
    }
}

} // namespace

Players listPlayers(const Metadata& metadata, const SimState* start)
{
    std::map<PlayerId, Player> byId;
    for (const MetaPlayer& told : metadata.players) {
        if (byId.size() >= MaxPlayers)
            break;
        Player& player = byId[told.slot];
        player.name = told.name;
        player.faction = told.faction;
        player.outcome = told.outcome;
    }
    if (start != nullptr && start->players) {
        for (const PlayerState& state : *start->players) {
            if (byId.size() < MaxPlayers)
                byId[state.player];
            if (const auto known = byId.find(state.player); known != byId.end() && state.look)
                known->second.team = state.look->team;
        }
    }
    std::vector<Player> sorted;
    sorted.reserve(byId.size());
    for (auto& [id, player] : byId) {
        player.id = id;
        if (player.name.isEmpty())
            player.name = QStringLiteral("Player %1").arg(id);
        sorted.push_back(std::move(player));
    }
    return Players(std::move(sorted));
}

std::vector<model::Team> describeTeams(const Players& players, const SimState* start)
{
    return rts::describeTeams(playersOf(players, start));
}

std::vector<ActorInfo> describeCast(const Players& players, const SimState* start, const Lives& lives,
                                    const Kinds& kinds, Looks& looks, SimTick lastTick)
{
    const ActorNumbers numbers{players.count()};
    const auto frames = static_cast<model::FrameNumber>(lastTick) + 1;
    std::vector<ActorInfo> cast;
    cast.reserve(2 * players.count() + lives.count());
    const std::vector<rts::PlayerInfo> infos = playersOf(players, start);
    for (std::size_t p = 0; p < players.count(); ++p) {
        cast.push_back(rts::playerActor(numbers, p, infos[p], {0, frames}));
        describePlayer(players[p], lookOf(start, players[p].id), cast.back());
    }
    for (std::size_t p = 0; p < players.count(); ++p)
        cast.push_back(rts::cameraActor(numbers, p, infos[p], {0, frames}, ViewTangent));
    rts::UnitNames names;
    for (std::size_t i = 0; i < lives.count(); ++i) {
        if (lives[i].type)
            names.count(lives[i].owner.value_or(~PlayerId{0}), *lives[i].type);
    }
    for (std::size_t i = 0; i < lives.count(); ++i) {
        const Life& life = lives[i];
        const TypeInfo type = life.type ? kinds.type(*life.type) : TypeInfo();
        const UnitKind kind = kindOf(life, type);
        ActorInfo actor;
        actor.id = numbers.unit(i);
        actor.nativeId = static_cast<std::int64_t>(life.tag.key());
        actor.name = QStringLiteral("Unit %1:%2").arg(life.tag.index).arg(life.tag.generation);
        if (life.type) {
            actor.name = names.next(life.owner.value_or(~PlayerId{0}), *life.type,
                                    [&] { return kinds.readable(*life.type); });
            const std::string_view native = kinds.string(*life.type);
            actor.nativeType = model::textOf(native);
        }
        actor.kind = actorKind(kind);
        actor.team = life.owner ? players.indexOf(*life.owner) : -1;
        actor.life = {std::min(frames, static_cast<model::FrameNumber>(life.first)),
                      std::min(frames, static_cast<model::FrameNumber>(life.end))};
        const Duty duty = dutyOf(life.type ? kinds.string(*life.type) : std::string_view(), type.harvester);
        const int look = looks.add(kind, duty, type.width, type.height);
        rts::setLook(actor, looks.all()[static_cast<std::size_t>(look)]);
        if (!life.birthTold)
            actor.attributes.emplace_back(QStringLiteral("Known from"),
                                          QStringLiteral("keyframes; no event tells of its beginning"));
        cast.push_back(std::move(actor));
    }
    return cast;
}

} // namespace ghostline::ironcurtain
