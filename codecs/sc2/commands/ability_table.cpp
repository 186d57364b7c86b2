// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/sc2/commands/ability_table.h"

#include "codecs/sc2/base/ascii.h"
#include "codecs/sc2/commands/ability_data.h"

#include <QCryptographicHash>

#include <algorithm>
#include <array>
#include <cctype>
#include <tuple>

namespace ghostline::sc2 {
namespace {

/// A handle of a standard mod ends in the hash of the mod's name.
AbilitySet setOfHandle(const QByteArray& handle)
{
    struct Mod
    {
        AbilitySet set;
        QByteArray hash;
    };
    const auto hashOf = [](const char* name) {
        return QCryptographicHash::hash(QByteArray(name), QCryptographicHash::Sha256);
    };
    static const std::array mods{
        Mod{AbilitySet::LegacyOfTheVoid, hashOf("Standard Data: Void.SC2Mod")},
        Mod{AbilitySet::HeartOfTheSwarm, hashOf("Standard Data: Swarm.SC2Mod")},
        Mod{AbilitySet::WingsOfLiberty, hashOf("Standard Data: Liberty.SC2Mod")},
    };
    for (const Mod& mod : mods)
        if (handle.endsWith(mod.hash))
            return mod.set;
    return AbilitySet::Unknown;
}

/// Base build of 1.0.
constexpr std::uint32_t FirstRetailBase = 15405;

/// The only build before the beta's rows of which anything is known.
constexpr std::uint32_t EarliestBetaBuild = 13891;
constexpr std::uint32_t FirstBetaBuild = 14133;

const abilities::Place* placeOf(AbilitySet set, std::uint16_t link, std::uint32_t build)
{
    const auto places = abilities::places();
    const auto key = std::tuple(static_cast<std::uint8_t>(set), link, build);
    auto at = std::upper_bound(places.begin(), places.end(), key, [](const auto& k, const auto& place) {
        return k < std::tuple(place.set, place.link, place.first);
    });
    if (at == places.begin())
        return nullptr;
    --at;
    const bool fits = at->set == static_cast<std::uint8_t>(set) && at->link == link && build <= at->last;
    return fits ? &*at : nullptr;
}

std::string_view pooled(std::uint32_t at, std::uint8_t length)
{
    return abilities::pool().substr(at, length);
}

/// "BuildSupplyDepot" -> "Build Supply Depot", "EMPRound" -> "EMP Round"; text with spaces stays.
QString spacedCommand(std::string_view name)
{
    std::string text = contains(name, " ") ? std::string(name) : spaced(name, wordBegins);
    std::replace(text.begin(), text.end(), '_', ' ');
    return QString::fromLatin1(text.data(), static_cast<qsizetype>(text.size()));
}

} // namespace

AbilitySet abilitySetOf(const ReplayHead& head)
{
    // The version may be made up, the base build is not.
    if (head.header.version.baseBuild < FirstRetailBase)
        return AbilitySet::Beta;
    AbilitySet newest = AbilitySet::Unknown;
    if (head.details)
        for (const QByteArray& handle : head.details->cacheHandles)
            newest = std::max(newest, setOfHandle(handle));
    return newest;
}

AbilityTable::AbilityTable(AbilitySet set, std::uint32_t build) : m_set(set), m_build(build) {}

AbilityName AbilityTable::find(std::uint16_t link, std::uint8_t index) const
{
    std::uint32_t build = m_build;
    if (m_set == AbilitySet::Beta && build == EarliestBetaBuild) {
        // There the numbers from 70 on are two smaller, those up to 41 the same, between them unknown.
        build = FirstBetaBuild;
        if (link > 41 && link < 68)
            return {};
        link = static_cast<std::uint16_t>(link > 41 && link < 0xFFFE ? link + 2 : link);
    }
    const abilities::Place* place = placeOf(m_set, link, build);
    if (place == nullptr)
        return {};
    const abilities::Ability& ability = abilities::all()[place->ability];
    AbilityName name{pooled(ability.name, ability.length), {}, false};
    for (const auto& command : abilities::commands().subspan(ability.firstCommand, ability.commands)) {
        if (command.index == index) {
            name.command = pooled(command.name, command.length);
            name.unconfirmed = command.unconfirmed;
        }
    }
    return name;
}

QString AbilityTable::text(std::uint16_t link, std::uint8_t index) const
{
    const AbilityName name = find(link, index);
    if (!name.command.empty())
        return spacedCommand(name.command);
    return QStringLiteral("ability %1/%2").arg(link).arg(index);
}

CommandPurpose purposeOf(const AbilityName& name)
{
    using P = CommandPurpose;
    struct Rule
    {
        std::string_view start;
        P purpose;
    };
    // The first that fits; longer starts before those they begin with.
    static constexpr std::array rules{
        Rule{"Cancel", P::Other},
        Rule{"AttackWidowMine", P::Other},
        Rule{"Attack", P::Attack},
        Rule{"ScanMove", P::Attack},
        Rule{"Move", P::Move},
        Rule{"Patrol", P::Patrol},
        Rule{"Hold", P::HoldOrStop},
        Rule{"Stop", P::HoldOrStop},
        Rule{"Gather", P::Gather},
        Rule{"ReturnCargo", P::Gather},
        Rule{"Return cargo", P::Gather},
        Rule{"SetRally", P::Rally},
        Rule{"SetUnitRally", P::Rally},
        Rule{"SetWorkerRally", P::Rally},
        Rule{"Set rally", P::Rally},
        Rule{"Load", P::Load},
        Rule{"NydusWormTransport", P::Load},
        Rule{"BuildInterceptor", P::Train},
        Rule{"Build", P::Build},
        Rule{"CreepTumor", P::Build},
        Rule{"Train", P::Train},
        Rule{"WarpIn", P::Train},
        Rule{"Research", P::Research},
        Rule{"Evolve", P::Research},
        Rule{"UpgradeTo", P::Morph},
        Rule{"Upgrade to", P::Morph},
        Rule{"Upgrade", P::Research},
        Rule{"VehicleAndShipPlating", P::Research},
        Rule{"Morph", P::Morph},
        Rule{"TransformTo", P::Morph},
        Rule{"LurkerAspect", P::Morph},
    };
    if (name.command.starts_with("HoldFire") || name.command.starts_with("StopGenerate") ||
        name.ability.ends_with("Redirect"))
        return P::Other;
    // Factories of one expansion say "Build" of what they train.
    if (name.ability.ends_with("Train") && !name.command.starts_with("Cancel"))
        return name.ability == "LarvaTrain" && name.command.starts_with("Morph") ? P::Morph : P::Train;
    for (const Rule& rule : rules)
        if (name.command.starts_with(rule.start))
            return rule.purpose;
    return P::Other;
}

} // namespace ghostline::sc2
