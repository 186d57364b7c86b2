// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/sc2/replay/figures.h"

#include "codecs/sc2/base/loop_steps.h"
#include "codecs/sc2/events/command_events.h"
#include "codecs/sc2/events/upgrade_names.h"

#include <algorithm>
#include <unordered_map>

namespace ghostline::sc2 {

namespace {

using model::PropertyValue;

constexpr double FoodUnit = 4096.0;
constexpr auto PlayerProperties =
    static_cast<std::size_t>(ActorPropertyCount - static_cast<int>(ActorProperty::FirstPlayerProperty));

constexpr std::size_t indexOf(model::ActorPropertyId property)
{
    return property.index() - id(ActorProperty::FirstPlayerProperty).index();
}
constexpr std::size_t indexOf(ActorProperty property) { return indexOf(id(property)); }

/// Steps of one participant, by player property.
using Tracks = std::array<std::vector<FigureStep>, PlayerProperties>;

void step(Tracks& tracks, std::size_t track, std::uint32_t loop, PropertyValue value)
{
    std::vector<FigureStep>& steps = tracks[track];
    // Two reports at one loop: the later one stands.
    if (!steps.empty() && steps.back().loop == loop)
        steps.back().value = value;
    else if (steps.empty() || steps.back().value != value)
        steps.push_back({loop, value});
}

PropertyValue whole(std::int64_t value) { return PropertyValue::integer(value); }
/// A stock or a rate cannot be below nothing, although the game now and then says so for a moment.
PropertyValue atLeastNothing(std::int64_t value) { return whole(std::max<std::int64_t>(value, 0)); }
PropertyValue food(std::int32_t value) { return PropertyValue::real(static_cast<double>(value) / FoodUnit); }

/// What was lost, killed or is being made, by army, economy and technology. The game takes what is cancelled
/// off its losses, which may fall below nothing: that gives nobody back what else they lost.
std::int64_t sumOfParts(const TrackedStats& stats, Stat first)
{
    constexpr std::size_t Parts = 6; // three of minerals, three of vespene
    std::int64_t total = 0;
    for (std::size_t i = 0; i < Parts; ++i)
        total += std::max(stats.values[static_cast<std::size_t>(first) + i], 0);
    return total;
}

/// Friendly fire is counted since this build; before it those stats are not 0 but absent.
constexpr std::uint32_t FriendlyFireBuild = 26'490;

std::size_t statsOf(const ReplayHeader& header)
{
    // A header made by nobody, as in tests, counts as new.
    const std::uint32_t build = header.version.build;
    return build == 0 || build >= FriendlyFireBuild
               ? StatCount
               : static_cast<std::size_t>(Stat::MineralsFriendlyFireArmy);
}

void addStats(const TrackedStats& s, std::size_t count, Tracks& tracks)
{
    const auto set = [&](ActorProperty property, PropertyValue value) {
        step(tracks, indexOf(property), s.loop, value);
    };
    const auto wide = [&s](Stat stat) { return static_cast<std::int64_t>(s[stat]); };
    set(ActorProperty::SupplyUsed, food(s[Stat::FoodUsed]));
    set(ActorProperty::SupplyMade, food(s[Stat::FoodMade]));
    set(ActorProperty::Workers, atLeastNothing(wide(Stat::WorkersActive)));
    set(ActorProperty::Minerals, atLeastNothing(wide(Stat::Minerals)));
    set(ActorProperty::Vespene, atLeastNothing(wide(Stat::Vespene)));
    set(ActorProperty::MineralsRate, atLeastNothing(wide(Stat::MineralsRate)));
    set(ActorProperty::VespeneRate, atLeastNothing(wide(Stat::VespeneRate)));
    set(ActorProperty::Income, atLeastNothing(wide(Stat::MineralsRate) + wide(Stat::VespeneRate)));
    set(ActorProperty::Unspent, atLeastNothing(wide(Stat::Minerals) + wide(Stat::Vespene)));
    set(ActorProperty::ArmyValue, atLeastNothing(wide(Stat::MineralsUsedArmy) + wide(Stat::VespeneUsedArmy)));
    set(ActorProperty::InProduction, whole(sumOfParts(s, Stat::MineralsInProgressArmy)));
    set(ActorProperty::ResourcesLost, whole(sumOfParts(s, Stat::MineralsLostArmy)));
    set(ActorProperty::ResourcesKilled, whole(sumOfParts(s, Stat::MineralsKilledArmy)));
    for (std::size_t i = 0; i < count; ++i) {
        const auto stat = static_cast<Stat>(i);
        const bool isFood = stat == Stat::FoodUsed || stat == Stat::FoodMade;
        step(tracks, indexOf(id(stat)), s.loop, isFood ? food(s.values[i]) : whole(s.values[i]));
    }
}

void addRates(std::span<const RateSample> rates, Tracks& tracks)
{
    const auto set = [&tracks](ActorProperty property, std::uint32_t loop, float value) {
        step(tracks, indexOf(property), loop, PropertyValue::real(static_cast<double>(value)));
    };
    for (const RateSample& rate : rates) {
        set(ActorProperty::Apm, rate.loop, rate.apm);
        set(ActorProperty::Epm, rate.loop, rate.epm);
        set(ActorProperty::Screens, rate.loop, rate.screens);
        set(ActorProperty::Groups, rate.loop, rate.groups);
    }
}

/// By participant, what they told their units last.
std::vector<std::vector<FigureStep>> commandSteps(const ReplayData& data, const model::StringTable& strings)
{
    std::vector<std::vector<FigureStep>> steps(data.head.participants.size());
    std::unordered_map<std::uint32_t, model::StringId> names;
    for (const Order& order : data.actions.orders) {
        if (order.participant < 0)
            continue;
        const auto [found, added] = names.try_emplace(commandKey(order), model::StringId::Empty);
        if (added)
            found->second = strings.find(commandName(order, data.abilities));
        auto& own = steps[static_cast<std::size_t>(order.participant)];
        const PropertyValue value = PropertyValue::text(found->second);
        if (!own.empty() && own.back().loop == order.loop)
            own.back().value = value;
        else if (own.empty() || own.back().value != value)
            own.push_back({order.loop, value});
    }
    return steps;
}

void addBlocks(std::span<const LoopSpan> blocks, Tracks& tracks)
{
    const std::size_t track = indexOf(ActorProperty::SupplyBlocked);
    step(tracks, track, 0, PropertyValue::boolean(false));
    for (const LoopSpan& block : blocks) {
        step(tracks, track, block.first, PropertyValue::boolean(true));
        step(tracks, track, block.end, PropertyValue::boolean(false));
    }
}

void addUpgrades(const TrackerEvents& tracker, int player, Tracks& tracks)
{
    const std::size_t track = indexOf(ActorProperty::Upgrades);
    std::int64_t count = 0;
    step(tracks, track, 0, whole(0));
    for (const TrackedUpgrade& upgrade : tracker.upgrades) {
        // What is there from the start was not researched, and a negative count takes one back.
        if (upgrade.player != player || upgrade.loop <= 1 || upgrade.count <= 0 ||
            upgrade.name >= tracker.names.size() || isCosmeticUpgrade(tracker.names[upgrade.name]))
            continue;
        step(tracks, track, upgrade.loop, whole(++count));
    }
}

struct BaseChange
{
    std::uint32_t loop = 0;
    std::int32_t participant = 0;
    int change = 0;
};

/// One town hall's contribution: whose it is while it is finished and a town hall.
void addBase(const ReplayData& data, const UnitLife& life, const std::vector<bool>& townHall,
             std::vector<BaseChange>& out)
{
    const auto types = data.lives.typesOf(life);
    if (std::none_of(types.begin(), types.end(),
                     [&townHall](const TypePeriod& period) { return townHall[period.type]; }))
        return;
    std::vector<std::uint32_t> loops{life.finished};
    for (const TypePeriod& period : types)
        loops.push_back(period.loop);
    for (const OwnerPeriod& period : data.lives.ownersOf(life))
        loops.push_back(period.loop);
    std::sort(loops.begin(), loops.end());
    int owner = -1;
    for (const std::uint32_t loop : loops) {
        if (loop < life.finished || loop >= life.end || loop == OpenEnd)
            continue;
        const int now = townHall[data.lives.typeAt(life, loop)]
                            ? data.head.participantOfPlayer(data.lives.ownerAt(life, loop))
                            : -1;
        if (now == owner)
            continue;
        if (owner >= 0)
            out.push_back({loop, owner, -1});
        if (now >= 0)
            out.push_back({loop, now, 1});
        owner = now;
    }
    if (owner >= 0 && life.end != OpenEnd)
        out.push_back({life.end, owner, -1});
}

std::vector<BaseChange> baseChanges(const ReplayData& data)
{
    std::vector<bool> townHall(data.tracker.names.size() + 1, false);
    for (const TypePeriod& period : data.lives.types) {
        const UnitType* type = findUnitType(data.tracker.names[period.type]);
        townHall[period.type] = type != nullptr && type->unitClass == UnitClass::TownHall;
    }
    std::vector<BaseChange> changes;
    for (const UnitLife& life : data.lives.lives)
        addBase(data, life, townHall, changes);
    std::stable_sort(changes.begin(), changes.end(),
                     [](const BaseChange& a, const BaseChange& b) { return a.loop < b.loop; });
    return changes;
}

void addBases(std::span<const BaseChange> changes, std::int32_t participant, Tracks& tracks)
{
    const std::size_t track = indexOf(ActorProperty::Bases);
    std::int64_t count = 0;
    step(tracks, track, 0, whole(0));
    for (const BaseChange& change : changes) {
        if (change.participant == participant)
            step(tracks, track, change.loop, whole(count += change.change));
    }
}

} // namespace

Figures Figures::build(const ReplayData& data, const DerivedEvents& derived,
                       const model::StringTable& strings)
{
    Figures figures;
    const std::size_t participants = data.head.participants.size();
    figures.m_tracks.reserve(participants * PlayerProperties);
    const std::vector<BaseChange> bases = data.hasTracker ? baseChanges(data) : std::vector<BaseChange>{};
    const auto commands = commandSteps(data, strings);
    for (std::size_t p = 0; p < participants; ++p) {
        Tracks tracks;
        tracks[indexOf(ActorProperty::LastCommand)] = commands[p];
        const int player = data.head.participants[p].playerId;
        if (data.hasTracker) {
            for (const TrackedStats& stats : data.tracker.stats) {
                if (stats.player == player)
                    addStats(stats, statsOf(data.head.header), tracks);
            }
            addUpgrades(data.tracker, player, tracks);
            addBases(bases, static_cast<std::int32_t>(p), tracks);
            if (p < derived.supplyBlocks.size())
                addBlocks(derived.supplyBlocks[p], tracks);
        }
        if (p < data.actions.rates.size())
            addRates(data.actions.rates[p], tracks);
        for (const std::vector<FigureStep>& steps : tracks) {
            figures.m_tracks.push_back({static_cast<std::uint32_t>(figures.m_steps.size()),
                                        static_cast<std::uint32_t>(steps.size())});
            figures.m_steps.insert(figures.m_steps.end(), steps.begin(), steps.end());
        }
    }
    return figures;
}

void Figures::fill(std::size_t participant, std::uint32_t loop, std::span<PropertyValue> row) const
{
    constexpr auto First = id(ActorProperty::FirstPlayerProperty).index();
    const std::size_t first = participant * PlayerProperties;
    if (first + PlayerProperties > m_tracks.size() || row.size() < First + PlayerProperties)
        return;
    for (std::size_t i = 0; i < PlayerProperties; ++i) {
        const Track track = m_tracks[first + i];
        const FigureStep* now = lastAt(std::span(m_steps.data() + track.first, track.count), loop);
        row[First + i] = now == nullptr ? PropertyValue() : now->value;
    }
}

std::size_t Figures::bytes() const
{
    return m_tracks.capacity() * sizeof(Track) + m_steps.capacity() * sizeof(FigureStep);
}

} // namespace ghostline::sc2
