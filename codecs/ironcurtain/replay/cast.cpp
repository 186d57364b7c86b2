// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/ironcurtain/replay/cast.h"

#include "codecs/ironcurtain/limits.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <unordered_map>

namespace ghostline::ironcurtain {

namespace {

using model::ActorInfo;
using model::ActorKind;
using model::ActorShape;

/// A screen of 16 : 9; tangent of half its vertical opening.
constexpr float ViewTangent = 0.364F;

/// The theme's series in the order of its hues: blue, orange, green, vermilion, sky, purple, yellow.
constexpr std::array<std::array<int, 3>, 7> SeriesColours{{{40, 110, 220},
                                                           {240, 140, 20},
                                                           {30, 160, 60},
                                                           {200, 40, 30},
                                                           {90, 200, 240},
                                                           {150, 50, 170},
                                                           {240, 230, 60}}};

const PlayerLook* lookOf(const SimState* start, PlayerId player)
{
    const PlayerState* const state = start != nullptr ? start->player(player) : nullptr;
    return state != nullptr && state->look ? &*state->look : nullptr;
}

/// How unlike two colours look: hue counts more than brightness.
int unlike(const std::array<std::uint8_t, 3>& a, const std::array<int, 3>& b)
{
    std::array<int, 3> d{};
    int sum = 0;
    for (std::size_t i = 0; i < d.size(); ++i) {
        d[i] = int{a[i]} - b[i];
        sum += d[i];
    }
    int rest = sum * sum / 12;
    for (const int part : d)
        rest += (part - sum / 3) * (part - sum / 3);
    return rest;
}

/// The pair that fits best first, so that a player with a plain colour keeps it.
std::vector<int> chooseHues(const Players& players, const SimState* start)
{
    struct Fit
    {
        int distance = 0;
        std::size_t player = 0;
        int hue = 0;
    };
    std::vector<Fit> fits;
    fits.reserve(players.count() * SeriesColours.size());
    for (std::size_t p = 0; p < players.count(); ++p) {
        const PlayerLook* const look = lookOf(start, players[p].id);
        for (std::size_t h = 0; h < SeriesColours.size(); ++h)
            fits.push_back(
                {look != nullptr ? unlike(look->colour, SeriesColours[h]) : 0, p, static_cast<int>(h)});
    }
    std::stable_sort(fits.begin(), fits.end(),
                     [](const Fit& a, const Fit& b) { return a.distance < b.distance; });
    std::vector<int> hues(players.count(), -1);
    for (std::size_t given = 0; given < players.count();) {
        std::array<bool, SeriesColours.size()> taken{}; // more players than hues: another round
        for (const Fit& fit : fits) {
            if (hues[fit.player] >= 0 || taken[static_cast<std::size_t>(fit.hue)])
                continue;
            hues[fit.player] = fit.hue;
            taken[static_cast<std::size_t>(fit.hue)] = true;
            ++given;
        }
    }
    return hues;
}

ActorInfo playerActor(const Players& players, std::size_t p, const SimState* start, model::FrameRange life)
{
    const Player& who = players[p];
    ActorInfo actor;
    actor.id = ActorNumbers{players.count()}.player(p);
    actor.nativeId = who.id;
    actor.name = who.name;
    actor.nativeType = QStringLiteral("player");
    actor.kind = ActorKind::Player;
    actor.team = static_cast<int>(p);
    actor.life = life;
    actor.shape = ActorShape::None;
    actor.principal = true;
    if (!who.faction.isEmpty())
        actor.attributes.emplace_back(QStringLiteral("Faction"), who.faction);
    if (const PlayerLook* const look = lookOf(start, who.id)) {
        actor.attributes.emplace_back(QStringLiteral("Colour"),
                                      QStringLiteral("#%1%2%3")
                                          .arg(look->colour[0], 2, 16, QLatin1Char('0'))
                                          .arg(look->colour[1], 2, 16, QLatin1Char('0'))
                                          .arg(look->colour[2], 2, 16, QLatin1Char('0')));
        actor.attributes.emplace_back(QStringLiteral("Team"), QString::number(look->team));
    }
    if (!who.outcome.isEmpty())
        actor.attributes.emplace_back(QStringLiteral("Outcome"), who.outcome);
    return actor;
}

ActorInfo cameraActor(const Players& players, std::size_t p, model::FrameRange life)
{
    const ActorNumbers numbers{players.count()};
    ActorInfo actor;
    actor.id = numbers.camera(p);
    actor.nativeId = players[p].id;
    actor.name = QStringLiteral("Camera of %1").arg(players[p].name);
    actor.nativeType = QStringLiteral("camera");
    actor.kind = ActorKind::Camera;
    actor.team = static_cast<int>(p);
    actor.parent = numbers.player(p);
    actor.life = life;
    actor.shape = ActorShape::View;
    actor.boxHalf = {ViewTangent * 16.0F / 9.0F, ViewTangent, 1.0F};
    actor.background = true;
    return actor;
}

/// Numbers units of one owner and type from 1, and leaves out the number where there is only one.
class UnitNames
{
public:
    UnitNames(const Lives& lives, const Kinds& kinds) : m_kinds(kinds)
    {
        for (std::size_t i = 0; i < lives.count(); ++i)
            ++m_numbers[key(lives[i])].all;
    }
    QString next(const Life& life)
    {
        if (!life.type)
            return QStringLiteral("Unit %1:%2").arg(life.tag.index).arg(life.tag.generation);
        Numbers& numbers = m_numbers[key(life)];
        if (numbers.name.isEmpty())
            numbers.name = m_kinds.readable(*life.type);
        if (numbers.all < 2)
            return numbers.name;
        return numbers.name + QLatin1Char(' ') + QString::number(++numbers.given);
    }

private:
    struct Numbers
    {
        std::uint32_t all = 0;
        std::uint32_t given = 0;
        QString name;
    };
    static std::uint64_t key(const Life& life)
    {
        return std::uint64_t{life.owner.value_or(~PlayerId{0})} << 32 | life.type.value_or(~InternedId{0});
    }
    const Kinds& m_kinds;
    std::unordered_map<std::uint64_t, Numbers> m_numbers;
};

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
    const std::vector<int> hues = chooseHues(players, start);
    std::map<int, int> sizes;
    for (std::size_t p = 0; p < players.count(); ++p) {
        if (const PlayerLook* const look = lookOf(start, players[p].id))
            ++sizes[look->team];
    }
    const bool sides =
        std::any_of(sizes.begin(), sizes.end(), [](const auto& side) { return side.second > 1; }) &&
        sizes.size() > 1;
    std::vector<model::Team> teams(players.count());
    for (std::size_t p = 0; p < players.count(); ++p) {
        teams[p].name = players[p].name;
        teams[p].hue = hues[p];
        if (const PlayerLook* const look = lookOf(start, players[p].id); sides && look != nullptr)
            teams[p].side = QStringLiteral("Team %1").arg(look->team + 1);
    }
    return teams;
}

std::vector<ActorInfo> describeCast(const Players& players, const SimState* start, const Lives& lives,
                                    const Kinds& kinds, Looks& looks, SimTick lastTick)
{
    const ActorNumbers numbers{players.count()};
    const auto frames = static_cast<model::FrameNumber>(lastTick) + 1;
    std::vector<ActorInfo> cast;
    cast.reserve(2 * players.count() + lives.count());
    for (std::size_t p = 0; p < players.count(); ++p)
        cast.push_back(playerActor(players, p, start, {0, frames}));
    for (std::size_t p = 0; p < players.count(); ++p)
        cast.push_back(cameraActor(players, p, {0, frames}));
    UnitNames names(lives, kinds);
    for (std::size_t i = 0; i < lives.count(); ++i) {
        const Life& life = lives[i];
        const TypeInfo type = life.type ? kinds.type(*life.type) : TypeInfo();
        const UnitKind kind = kindOf(life, type);
        ActorInfo actor;
        actor.id = numbers.unit(i);
        actor.nativeId = life.tag.key();
        actor.name = names.next(life);
        if (life.type) {
            const std::string_view native = kinds.string(*life.type);
            actor.nativeType = QString::fromUtf8(native.data(), static_cast<qsizetype>(native.size()));
        }
        actor.kind = actorKind(kind);
        actor.team = life.owner ? players.indexOf(*life.owner) : -1;
        actor.life = {std::min(frames, static_cast<model::FrameNumber>(life.first)),
                      std::min(frames, static_cast<model::FrameNumber>(life.end))};
        const model::ActorLook& look =
            looks.all()[static_cast<std::size_t>(looks.add(kind, type.width, type.height))];
        actor.shape = look.shape;
        actor.boxCentre = look.boxCentre;
        actor.boxHalf = look.boxHalf;
        actor.background = look.background;
        if (!life.birthTold)
            actor.attributes.emplace_back(QStringLiteral("Known from"),
                                          QStringLiteral("keyframes; no event tells of its beginning"));
        cast.push_back(std::move(actor));
    }
    return cast;
}

} // namespace ghostline::ironcurtain
