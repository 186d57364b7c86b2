// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/ironcurtain/sample/skirmish_builder.h"

namespace ghostline::ironcurtain::skirmish {

namespace {

constexpr int FootKept = 24; // for two players; four keep fewer each
constexpr int CarsKept = 22;
constexpr std::array<std::string_view, 3> Upgrades{"reactive-armour", "depleted-uranium", "field-optics"};

} // namespace

Builder::Builder(World& world, const Course& course, const Referee& referee, AllHands& hands)
    : m_world(world), m_roster(world.roster()), m_course(course), m_referee(referee), m_hands(hands)
{
    const int side = world.ground().side();
    for (int player = 0; player < static_cast<int>(m_roster.players()); ++player) {
        Plan& plan = m_plans.emplace_back();
        const Purse& p = m_roster.purse(player);
        const Spot start = p.start;
        plan.outpostAt = {start.x + (side / 2 - start.x) * 7 / 10, start.y + (side / 2 - start.y) / 4};
        const Type foot = p.soviet ? Type::Barracks : Type::Tent;
        const Type tech = p.soviet ? Type::SovietTech : Type::AlliedTech;
        const Type guard = p.soviet ? Type::FlameTower : Type::Pillbox;
        const Type wall = p.soviet ? Type::Tesla : Type::Turret;
        plan.structures = {Type::Power,
                           Type::Refinery,
                           foot,
                           Type::Factory,
                           Type::Power,
                           guard,
                           Type::Refinery,
                           Type::Radar,
                           Type::AdvancedPower,
                           wall,
                           Type::Service,
                           tech,
                           Type::AdvancedPower,
                           Type::Silo,
                           p.soviet ? Type::Airfield : Type::Helipad,
                           p.soviet ? Type::SamSite : Type::AntiAir,
                           Type::AdvancedPower,
                           p.soviet ? Type::Curtain : Type::Chronosphere,
                           p.soviet ? Type::SubPen : Type::NavalYard,
                           wall,
                           Type::AdvancedPower,
                           wall,
                           guard};
        // One silo in the match, in the hands of those who will need it.
        if (p.side != course.hero() || player != course.leaderOf(course.hero()))
            std::erase(plan.structures, Type::Silo);
        std::reverse(plan.structures.begin(), plan.structures.end());
    }
}

bool Builder::begin(int player, Type type, Spot near, int base)
{
    if (m_roster.raise(type, player, near, base, false) == Nobody)
        return false;
    m_world.economy().enqueue(player, type);
    m_hands[static_cast<std::size_t>(player)].click(1, ruleOf(type).id);
    return true;
}

void Builder::construct(int player)
{
    Plan& plan = m_plans[static_cast<std::size_t>(player)];
    Purse& p = m_roster.purse(player);
    const bool busy = !p.lines[static_cast<std::size_t>(Line::Structures)].empty();
    if (busy || m_roster.first(player, Type::Yard) == Nobody)
        return;
    if (m_world.tick() >= m_course.at(170) && !plan.outpost &&
        p.side != 3 - m_course.hero() - m_course.rival()) {
        plan.outpost = true;
        // Asked for one after the other: the next one last.
        plan.structures.insert(plan.structures.end(), {Type::Count, Type::Count, Type::Count, Type::Count});
    }
    if (plan.structures.empty())
        return;
    if (plan.structures.back() == Type::Count) {
        const auto left = std::count(plan.structures.begin(), plan.structures.end(), Type::Count);
        const Type type = left == 4   ? Type::Power
                          : left == 3 ? Type::Refinery
                          : left == 2 ? (p.soviet ? Type::FlameTower : Type::Pillbox)
                                      : (p.soviet ? Type::Barracks : Type::Tent);
        if (p.stats.credits < ruleOf(type).cost || m_referee.fallen(player, 1))
            return;
        plan.structures.pop_back();
        begin(player, type, plan.outpostAt, 1);
        return;
    }
    const Type type = plan.structures.back();
    if (p.stats.credits < ruleOf(type).cost)
        return;
    const int middle = m_world.ground().side() / 2;
    const int inX = p.start.x < middle ? 1 : -1;
    const int inY = p.start.y < middle ? 1 : -1;
    Spot near = p.start;
    if (isDefence(type)) {
        // Towards the enemy: one on this flank, one on that.
        const bool odd = plan.structures.size() % 2 != 0;
        near = {p.start.x + inX * (odd ? 12 : 7), p.start.y + inY * (odd ? 7 : 12)};
    } else if (type == Type::Refinery) {
        const bool secondOne = m_roster.count(player, Type::Refinery, false) > 0;
        near = {p.start.x + inX * (secondOne ? 1 : 8), p.start.y + inY * (secondOne ? 10 : 0)};
    } else if (type == Type::NavalYard || type == Type::SubPen) {
        const int lake = m_world.ground().side() / 6;
        near = {middle - inX * m_world.ground().side() / 14,
                p.start.y < middle ? lake : m_world.ground().side() - 1 - lake};
    } else if (type == Type::Curtain || type == Type::Chronosphere || type == Type::Silo ||
               type == Type::SovietTech || type == Type::AlliedTech) {
        near = {p.start.x - inX * 6, p.start.y - inY * 6};
    }
    plan.structures.pop_back();
    begin(player, type, near, 0);
}

void Builder::trainLine(int player, Line line, std::span<const Type> types, int keep)
{
    Purse& p = m_roster.purse(player);
    auto& items = p.lines[static_cast<std::size_t>(line)];
    int there = 0;
    for (const Number n : m_roster.living()) {
        const Unit& u = m_roster.unit(n);
        there += u.alive && u.owner == player && u.type != Type::Harvester && lineOf(u.type) == line &&
                         !isStructure(u.type)
                     ? 1
                     : 0;
    }
    if (there + static_cast<int>(items.size()) >= keep || items.size() >= 3)
        return;
    const Type type = types[static_cast<std::size_t>(m_world.random().below(static_cast<int>(types.size())))];
    // Up to a fair army units come first, then what is still to be built.
    const auto& plan = m_plans[static_cast<std::size_t>(player)].structures;
    const auto fair = static_cast<std::int64_t>(m_world.tick() / 3);
    const bool saving = !plan.empty() && plan.back() != Type::Count && p.stats.armyValue > fair;
    const std::int64_t kept = saving ? ruleOf(plan.back()).cost : 200;
    if (p.stats.credits < ruleOf(type).cost + kept)
        return;
    m_world.economy().enqueue(player, type);
    m_hands[static_cast<std::size_t>(player)].click(2, ruleOf(type).id);
}

void Builder::train(int player)
{
    Purse& p = m_roster.purse(player);
    const auto has = [&](Type type) { return m_roster.first(player, type) != Nobody; };
    const int share = m_course.armyShare(player);
    const int crowded = m_roster.players() > 2 ? 80 : 100;
    const bool late =
        m_world.tick() > m_course.at(300) && has(p.soviet ? Type::SovietTech : Type::AlliedTech);
    const auto wanted = std::min(6, 3 * static_cast<int>(p.stats.refineries));
    auto& cars = p.lines[static_cast<std::size_t>(Line::Vehicles)];
    const bool factory = has(Type::Factory);
    const int harvesters = m_roster.count(player, Type::Harvester) +
                           static_cast<int>(std::count_if(cars.begin(), cars.end(), [](const Item& i) {
                               return i.type == Type::Harvester;
                           }));
    if (factory && harvesters < wanted && p.stats.credits >= ruleOf(Type::Harvester).cost &&
        cars.size() < 2) {
        m_world.economy().enqueue(player, Type::Harvester);
        m_hands[static_cast<std::size_t>(player)].click(2, ruleOf(Type::Harvester).id);
        return;
    }
    if (has(p.soviet ? Type::Barracks : Type::Tent)) {
        constexpr std::array Red{Type::Rifle, Type::Grenadier, Type::Rifle, Type::Rocket, Type::Dog};
        constexpr std::array Blue{Type::Rifle, Type::Rocket, Type::Rifle, Type::Rocket};
        trainLine(player, Line::Infantry, p.soviet ? std::span<const Type>(Red) : std::span<const Type>(Blue),
                  FootKept * share * crowded / 10'000);
    }
    if (factory) {
        constexpr std::array RedEarly{Type::HeavyTank, Type::HeavyTank, Type::V2};
        constexpr std::array RedLate{Type::HeavyTank, Type::Mammoth, Type::V2, Type::HeavyTank};
        constexpr std::array BlueEarly{Type::LightTank, Type::Jeep, Type::MediumTank};
        constexpr std::array BlueLate{Type::MediumTank, Type::MediumTank, Type::Artillery, Type::LightTank};
        const std::span<const Type> red = late ? std::span<const Type>(RedLate) : RedEarly;
        const std::span<const Type> blue = late ? std::span<const Type>(BlueLate) : BlueEarly;
        trainLine(player, Line::Vehicles, p.soviet ? red : blue, CarsKept * share * crowded / 10'000);
    }
    constexpr std::array Hinds{Type::Hind};
    constexpr std::array Longbows{Type::Longbow};
    if (has(p.soviet ? Type::Airfield : Type::Helipad))
        trainLine(player, Line::Aircraft, p.soviet ? Hinds : Longbows, 3);
    constexpr std::array Submarines{Type::Submarine};
    constexpr std::array Destroyers{Type::Destroyer};
    if (has(p.soviet ? Type::SubPen : Type::NavalYard))
        trainLine(player, Line::Ships, p.soviet ? Submarines : Destroyers, 3);
}

void Builder::research(int player)
{
    Plan& plan = m_plans[static_cast<std::size_t>(player)];
    Purse& p = m_roster.purse(player);
    if (m_world.tick() % 30 == 0) {
        for (const Type house : {Type::Radar, Type::AlliedTech, Type::SovietTech}) {
            if (m_roster.first(player, house) == Nobody)
                continue;
            const InternedId name = m_world.words().intern(ruleOf(house).id);
            if (std::find(p.tech.begin(), p.tech.end(), name) == p.tech.end())
                p.tech.push_back(name);
        }
    }
    if (plan.upgrades >= Upgrades.size() ||
        m_roster.first(player, p.soviet ? Type::SovietTech : Type::AlliedTech) == Nobody)
        return;
    if (plan.upgradeAt == 0) {
        if (p.stats.credits < 1200)
            return;
        m_roster.purse(player).spend(800);
        plan.upgradeAt = m_world.tick() + 900;
        m_hands[static_cast<std::size_t>(player)].click(4, Upgrades[plan.upgrades]);
    } else if (m_world.tick() >= plan.upgradeAt) {
        const InternedId name = m_world.words().intern(Upgrades[plan.upgrades]);
        m_world.tape().write(UpgradeCompleted{static_cast<PlayerId>(player), name});
        p.tech.push_back(name);
        ++plan.upgrades;
        plan.upgradeAt = 0;
    }
}

} // namespace ghostline::ironcurtain::skirmish
