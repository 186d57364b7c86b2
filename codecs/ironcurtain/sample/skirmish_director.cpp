// SPDX-License-Identifier: GPL-3.0-or-later
// The course of the match, what is built and what is trained.
#include "codecs/ironcurtain/sample/skirmish_director.h"

namespace ghostline::ironcurtain::skirmish {

namespace {

// The rival takes an outpost and wipes out an army, loses its own before the hero's defences, and in the end
// its base.
constexpr std::array Chapters{
    Chapter{0, Stance::Hold, Stance::Hold, Stance::Hold, 256, 256, 256, 100, 100},
    Chapter{150, Stance::Centre, Stance::Centre, Stance::Centre, 256, 256, 256, 100, 110},
    Chapter{235, Stance::Defend, Stance::Raid, Stance::Defend, 230, 300, 150, 80, 125},
    Chapter{320, Stance::Defend, Stance::Outpost, Stance::Defend, 130, 420, 110, 55, 140},
    Chapter{455, Stance::Hold, Stance::Hold, Stance::Defend, 200, 300, 150, 60, 140},
    Chapter{520, Stance::Defend, Stance::Siege, Stance::Defend, 330, 190, 150, 75, 140},
    Chapter{635, Stance::Defend, Stance::Siege, Stance::Hold, 520, 110, 150, 120, 60},
    Chapter{700, Stance::Centre, Stance::Hold, Stance::Hold, 400, 150, 150, 150, 45},
    Chapter{740, Stance::Outpost, Stance::Defend, Stance::Hold, 400, 170, 120, 150, 40},
    Chapter{815, Stance::Siege, Stance::Defend, Stance::Hold, 480, 150, 120, 150, 40},
};

constexpr int FootKept = 24; // for two players; four keep fewer each
constexpr int CarsKept = 22;

} // namespace

Director::Director(World& world, const SkirmishSettings& settings) : m_world(world), m_ticks(settings.ticks)
{
    m_hero = settings.seed % 2 == 0 ? 1 : 0;
    m_rival = 1 - m_hero;
    const int side = settings.mapSide;
    for (int player = 0; player < static_cast<int>(world.players()); ++player) {
        m_hands.push_back(std::make_unique<Hands>(world, player));
        Camp& camp = m_camps.emplace_back();
        const Purse& p = world.purse(player);
        const Spot start = p.start;
        const Spot rally = world.ground().nearestOpen(
            {start.x + (side / 2 - start.x) * 3 / 10, start.y + (side / 2 - start.y) * 3 / 10}, Way::Land);
        camp.rally = centreOf(rally.x, rally.y);
        camp.outpostAt =
            centreOf(start.x + (side / 2 - start.x) * 7 / 10, start.y + (side / 2 - start.y) / 4);
        const Type foot = p.soviet ? Type::Barracks : Type::Tent;
        const Type tech = p.soviet ? Type::SovietTech : Type::AlliedTech;
        const Type guard = p.soviet ? Type::FlameTower : Type::Pillbox;
        const Type wall = p.soviet ? Type::Tesla : Type::Turret;
        camp.plan = {Type::Power,
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
        if (p.side != m_hero || player != leaderOf(m_hero))
            std::erase(camp.plan, Type::Silo);
        std::reverse(camp.plan.begin(), camp.plan.end());
    }
}

int Director::leaderOf(int side) const
{
    for (int player = 0; player < static_cast<int>(m_world.players()); ++player) {
        if (m_world.purse(player).side == side)
            return player;
    }
    return 0;
}

Stance Director::stanceOf(int player) const
{
    const int side = m_world.purse(player).side;
    if (lateOutpost() && side == m_rival)
        return Stance::Outpost;
    return side == m_hero ? m_chapter->hero : side == m_rival ? m_chapter->rival : m_chapter->other;
}

bool Director::lateOutpost() const
{
    // Of three, the rival is busy with another first and comes for the hero's outpost later.
    return m_world.players() == 3 && m_world.tick() >= at(455) && m_world.tick() < at(520);
}

int Director::enemyOf(int player) const
{
    const int side = m_world.purse(player).side;
    const bool third = m_world.players() == 3;
    // Of three, the rival first does away with the one who is neither.
    int victim = side == m_rival ? m_hero : m_rival;
    if (third && side == m_rival && m_world.tick() < at(455)) {
        const int other = 3 - m_hero - m_rival;
        if (m_world.purse(other).status == PlayerStatus::Playing)
            victim = other;
    }
    return victim;
}

void Director::openChapter()
{
    const Chapter* now = &Chapters[0];
    for (const Chapter& c : Chapters) {
        if (m_world.tick() >= at(c.from))
            now = &c;
    }
    if (now == m_chapter)
        return;
    m_chapter = now;
    for (int player = 0; player < static_cast<int>(m_world.players()); ++player) {
        Purse& p = m_world.purse(player);
        // From the siege on the hero has what it takes: supplies, and hands that work faster.
        const bool relief = p.side == m_hero && now->from >= 520;
        p.haste = relief ? 2 : 1;
        if (relief && now->from < 740)
            p.stats.credits += 4000;
        p.fortune = p.side == m_hero    ? now->heroFortune
                    : p.side == m_rival ? now->rivalFortune
                                        : now->otherFortune;
        // Who has no partner needs more of it to get back on their feet.
        if (m_world.players() < 4 && now->from >= 520)
            p.fortune = p.side == m_hero ? p.fortune * 8 / 5 : p.fortune * 2 / 3;
    }
}

bool Director::begin(int player, Type type, Spot near, int base)
{
    if (m_world.raise(type, player, near, base, false) == Nobody)
        return false;
    m_world.enqueue(player, type);
    hands(player).click(1, ruleOf(type).id);
    return true;
}

void Director::construct(int player)
{
    Camp& camp = m_camps[static_cast<std::size_t>(player)];
    Purse& p = m_world.purse(player);
    const bool busy = !p.lines[static_cast<std::size_t>(Line::Structures)].empty();
    if (busy || m_world.first(player, Type::Yard) == Nobody)
        return;
    const Spot outpost{cellOf(camp.outpostAt.x), cellOf(camp.outpostAt.y)};
    if (m_world.tick() >= at(170) && !camp.outpost && p.side != 3 - m_hero - m_rival) {
        camp.outpost = true;
        // Asked for one after the other: the next one last.
        camp.plan.insert(camp.plan.end(), {Type::Count, Type::Count, Type::Count, Type::Count});
    }
    if (camp.plan.empty())
        return;
    if (camp.plan.back() == Type::Count) {
        const auto left = std::count(camp.plan.begin(), camp.plan.end(), Type::Count);
        const Type type = left == 4   ? Type::Power
                          : left == 3 ? Type::Refinery
                          : left == 2 ? (p.soviet ? Type::FlameTower : Type::Pillbox)
                                      : (p.soviet ? Type::Barracks : Type::Tent);
        if (p.stats.credits < ruleOf(type).cost || camp.fallen[1])
            return;
        camp.plan.pop_back();
        begin(player, type, outpost, 1);
        return;
    }
    const Type type = camp.plan.back();
    if (p.stats.credits < ruleOf(type).cost)
        return;
    const int middle = m_world.ground().side() / 2;
    const int inX = p.start.x < middle ? 1 : -1;
    const int inY = p.start.y < middle ? 1 : -1;
    Spot near = p.start;
    if (isDefence(type)) {
        // Towards the enemy: one on this flank, one on that.
        const bool odd = camp.plan.size() % 2 != 0;
        near = {p.start.x + inX * (odd ? 12 : 7), p.start.y + inY * (odd ? 7 : 12)};
    } else if (type == Type::Refinery) {
        const bool secondOne = m_world.count(player, Type::Refinery, false) > 0;
        near = {p.start.x + inX * (secondOne ? 1 : 8), p.start.y + inY * (secondOne ? 10 : 0)};
    } else if (type == Type::NavalYard || type == Type::SubPen) {
        const int lake = m_world.ground().side() / 6;
        near = {middle - inX * m_world.ground().side() / 14,
                p.start.y < middle ? lake : m_world.ground().side() - 1 - lake};
    } else if (type == Type::Curtain || type == Type::Chronosphere || type == Type::Silo ||
               type == Type::SovietTech || type == Type::AlliedTech) {
        near = {p.start.x - inX * 6, p.start.y - inY * 6};
    }
    camp.plan.pop_back();
    begin(player, type, near, 0);
}

void Director::trainLine(int player, Line line, std::span<const Type> types, int keep)
{
    Purse& p = m_world.purse(player);
    auto& items = p.lines[static_cast<std::size_t>(line)];
    int there = 0;
    for (const Number n : m_world.living()) {
        const Unit& u = m_world.unit(n);
        there += u.alive && u.owner == player && u.type != Type::Harvester && lineOf(u.type) == line &&
                         !isStructure(u.type)
                     ? 1
                     : 0;
    }
    if (there + static_cast<int>(items.size()) >= keep || items.size() >= 3)
        return;
    const Type type = types[static_cast<std::size_t>(m_world.random().below(static_cast<int>(types.size())))];
    // Up to a fair army units come first, then what is still to be built.
    const auto& plan = m_camps[static_cast<std::size_t>(player)].plan;
    const auto fair = static_cast<std::int64_t>(m_world.tick() / 3);
    const bool saving = !plan.empty() && plan.back() != Type::Count && p.stats.armyValue > fair;
    const std::int64_t kept = saving ? ruleOf(plan.back()).cost : 200;
    if (p.stats.credits < ruleOf(type).cost + kept)
        return;
    m_world.enqueue(player, type);
    hands(player).click(2, ruleOf(type).id);
}

void Director::train(int player)
{
    Purse& p = m_world.purse(player);
    const auto has = [&](Type type) { return m_world.first(player, type) != Nobody; };
    int share = p.side == m_hero ? m_chapter->heroArmy : p.side == m_rival ? m_chapter->rivalArmy : 70;
    if (m_world.players() == 3 && p.side == m_hero && m_world.tick() < at(520))
        share = std::min(share, 40); // while the others fight each other
    const int crowded = m_world.players() > 2 ? 80 : 100;
    const bool late = m_world.tick() > at(300) && has(p.soviet ? Type::SovietTech : Type::AlliedTech);
    const auto wanted = std::min(6, 3 * static_cast<int>(p.stats.refineries));
    auto& cars = p.lines[static_cast<std::size_t>(Line::Vehicles)];
    const bool factory = has(Type::Factory);
    const int harvesters = m_world.count(player, Type::Harvester) +
                           static_cast<int>(std::count_if(cars.begin(), cars.end(), [](const Item& i) {
                               return i.type == Type::Harvester;
                           }));
    if (factory && harvesters < wanted && p.stats.credits >= ruleOf(Type::Harvester).cost &&
        cars.size() < 2) {
        m_world.enqueue(player, Type::Harvester);
        hands(player).click(2, ruleOf(Type::Harvester).id);
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

void Director::step()
{
    openChapter();
    muster();
    answerFights();
    for (int player = 0; player < static_cast<int>(m_world.players()); ++player) {
        const SimTick shifted = m_world.tick() + static_cast<SimTick>(player) * 7;
        if (m_world.purse(player).status == PlayerStatus::Playing) {
            if (shifted % 20 == 0)
                construct(player);
            if (shifted % 15 == 3)
                train(player);
            if (shifted % 40 == 9)
                lead(player);
            powers(player);
            research(player);
        }
        hands(player).step();
    }
    watchBases();
    watchBalance();
}

} // namespace ghostline::ironcurtain::skirmish
