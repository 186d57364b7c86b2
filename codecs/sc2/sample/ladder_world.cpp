// SPDX-License-Identifier: GPL-3.0-or-later
// What units are and become: births, construction, production, deaths.
#include "codecs/sc2/sample/ladder_world.h"

#include <algorithm>

namespace ghostline::sc2::ladder {

namespace {

constexpr int FirstWorkers = 12;
constexpr int FirstLarvae = 3;

/// As the tracker names what made it.
std::string_view makerAbility(Kind kind)
{
    switch (kind) {
    case Kind::Scv:
        return "CommandCenterTrain";
    case Kind::Marine:
        return "BarracksTrain";
    case Kind::Tank:
        return "FactoryTrain";
    case Kind::Queen:
        return "TrainQueen";
    case Kind::Larva:
        return "";
    default:
        return "LarvaTrain";
    }
}

struct Price
{
    int minerals = 0;
    int gas = 0;
};

/// Of one thing made: two at once of what hatches in pairs, and only what is added to what was paid before.
Price priceOf(Kind kind)
{
    const KindFacts& facts = factsOf(kind);
    const int pieces = kind == Kind::Zergling ? 2 : 1;
    const int before = kind == Kind::Orbital ? factsOf(Kind::CommandCenter).minerals
                       : kind == Kind::Lair  ? factsOf(Kind::Hatchery).minerals
                                             : 0;
    return {facts.minerals * pieces - before, facts.gas * pieces};
}

} // namespace

World::World(Log& log) : m_log(log) {}

Tag World::freshTag()
{
    // Numbers of the dead are given out again, told apart by how often that happened.
    if (!m_freeTags.empty()) {
        Tag tag = m_freeTags.front();
        m_freeTags.erase(m_freeTags.begin());
        ++tag.recycle;
        return tag;
    }
    return {m_nextIndex++, 1};
}

UnitNumber World::add(Kind kind, int player, const glm::dvec2& at)
{
    Unit unit;
    unit.kind = kind;
    unit.player = player;
    unit.tag = freshTag();
    unit.at = at;
    unit.goal = at;
    unit.hitPoints = factsOf(kind).hitPoints;
    m_units.push_back(unit);
    return static_cast<UnitNumber>(m_units.size()) - 1;
}

void World::setUp()
{
    for (const Placed& placed : neutralThings()) {
        const Unit& made = unit(add(placed.kind, 0, placed.at));
        m_log.born(made.tag, factsOf(made.kind).name, 0, made.at, nullptr);
    }
    const auto put = [this](Kind kind, int player, const glm::dvec2& at) {
        const UnitNumber number = add(kind, player, at);
        m_log.born(unit(number).tag, factsOf(kind).name, player, at, nullptr);
        if (isWorker(kind))
            sendToWork(number);
    };
    for (const int player : {1, 2}) {
        const glm::dvec2 base = mainBase(player);
        put(player == 1 ? Kind::CommandCenter : Kind::Hatchery, player, base);
        const glm::dvec2 side = player == 1 ? glm::dvec2(-3.5, 2.0) : glm::dvec2(3.5, -2.0);
        for (int i = 0; i < FirstWorkers; ++i)
            put(player == 1 ? Kind::Scv : Kind::Drone, player, base + side + glm::dvec2(i % 3, i / 3) * 0.6);
        if (player == 1)
            continue;
        put(Kind::Overlord, player, base + glm::dvec2(-4.0, 4.0));
        for (int i = 0; i < FirstLarvae; ++i)
            put(Kind::Larva, player, base + glm::dvec2(i - 1, -3.0));
    }
}

void World::pay(int player, Kind kind)
{
    Purse& purse = m_purses[static_cast<std::size_t>(player)];
    purse.minerals -= priceOf(kind).minerals;
    purse.gas -= priceOf(kind).gas;
}

bool World::affords(int player, Kind kind) const
{
    return purse(player).minerals >= priceOf(kind).minerals && purse(player).gas >= priceOf(kind).gas;
}

void World::order(UnitNumber who, Task task, const glm::dvec2& goal, UnitNumber target)
{
    Unit& ordered = unit(who);
    ordered.task = task;
    ordered.goal = goal;
    ordered.target = target;
}

void World::build(UnitNumber worker, Kind kind, const glm::dvec2& at)
{
    order(worker, Task::Build, at);
    unit(worker).making = kind;
}

void World::placeStructure(UnitNumber worker)
{
    const Kind kind = unit(worker).making;
    const int player = unit(worker).player;
    if (!affords(player, kind))
        return;
    pay(player, kind);
    const UnitNumber number = add(kind, player, unit(worker).goal);
    Unit& site = unit(number);
    site.finished = false;
    site.readyAt = loop() + static_cast<std::uint32_t>(factsOf(kind).loops);
    m_log.init(site.tag, factsOf(kind).name, player, site.at);
    Unit& builder = unit(worker);
    builder.task = Task::Constructing;
    builder.target = number;
    builder.making = Kind::Count;
    builder.readyAt = site.readyAt;
}

void World::make(UnitNumber producer, Kind kind)
{
    Unit& from = unit(producer);
    pay(from.player, kind);
    from.making = kind;
    from.readyAt = loop() + static_cast<std::uint32_t>(factsOf(kind).loops);
    if (from.kind == Kind::Larva)
        turnInto(producer, Kind::Egg);
    if (factsOf(kind).structure) { // an add-on
        const UnitNumber number = add(kind, from.player, from.at + glm::dvec2(2.5, -0.5));
        unit(number).finished = false;
        unit(number).readyAt = unit(producer).readyAt;
        m_log.init(unit(number).tag, factsOf(kind).name, from.player, unit(number).at);
    }
}

void World::morph(UnitNumber who, Kind kind)
{
    pay(unit(who).player, kind);
    unit(who).making = kind;
    unit(who).readyAt = loop() + static_cast<std::uint32_t>(factsOf(kind).loops);
}

void World::research(UnitNumber where, std::string_view upgrade, int minerals, int gas, std::uint32_t loops)
{
    Purse& purse = m_purses[static_cast<std::size_t>(unit(where).player)];
    purse.minerals -= minerals;
    purse.gas -= gas;
    unit(where).researching = upgrade;
    unit(where).readyAt = loop() + loops;
}

void World::inject(UnitNumber hall)
{
    constexpr int Eggs = 3;
    for (int i = 0; i < Eggs; ++i)
        giveBirth(Kind::Larva, hall, makerAbility(Kind::Larva));
}

void World::turnInto(UnitNumber who, Kind kind)
{
    unit(who).kind = kind;
    m_log.changed(unit(who).tag, factsOf(kind).name);
}

void World::boost(UnitNumber who, std::uint32_t loops)
{
    unit(who).boosted = true;
    unit(who).boostedUntil = loop() + loops;
    unit(who).hitPoints -= 10.0;
}

void World::giveBirth(Kind kind, UnitNumber creator, std::string_view abilityName)
{
    const Unit mother = unit(creator);
    const glm::dvec2 side = mother.player == 1 ? glm::dvec2(2.0, -3.0) : glm::dvec2(-2.0, 3.0);
    const bool hatched = mother.kind == Kind::Egg;
    const UnitNumber number = add(kind, mother.player, hatched ? mother.at : mother.at + side);
    const Log::Creator made{mother.tag, abilityName};
    m_log.born(unit(number).tag, factsOf(kind).name, mother.player, unit(number).at, &made);
    if (isWorker(kind))
        sendToWork(number);
    else if (isArmy(kind) && kind != Kind::Queen)
        order(number, Task::Attack, frontOf(mother.player));
}

void World::hatch(UnitNumber egg)
{
    const Kind kind = unit(egg).making;
    for (int i = 0; i < (kind == Kind::Zergling ? 2 : 1); ++i)
        giveBirth(kind, egg, makerAbility(kind));
    turnInto(egg, Kind::Larva);
    kill(egg, Nobody);
}

void World::finish(UnitNumber number)
{
    Unit& done = unit(number);
    if (!done.finished) {
        done.finished = true;
        m_log.done(done.tag);
        return;
    }
    if (done.task == Task::Constructing) {
        // The Terran goes back to work; the Zerg has become the structure.
        const UnitNumber site = done.target;
        if (!unit(site).finished)
            finish(site);
        if (done.kind == Kind::Drone)
            kill(number, Nobody);
        else if (unit(site).kind == Kind::Refinery)
            order(number, Task::Gas, unit(site).at, site);
        else
            sendToWork(number);
        return;
    }
    if (!done.researching.empty()) {
        m_purses[static_cast<std::size_t>(done.player)].upgrades.push_back(done.researching);
        m_log.upgrade(done.player, done.researching);
        done.researching = {};
        return;
    }
    const Kind made = done.making;
    if (done.kind == Kind::Egg) {
        hatch(number);
    } else if (made == Kind::Orbital || made == Kind::Lair) {
        turnInto(number, made);
    } else if (made != Kind::Count && !factsOf(made).structure) {
        giveBirth(made, number, makerAbility(made));
        const auto reactors = all(done.player, Kind::BarracksReactor);
        if (made == Kind::Marine && !reactors.empty() && all(done.player, Kind::Barracks).front() == number &&
            affords(done.player, made)) { // two at once
            pay(done.player, made);
            giveBirth(made, number, makerAbility(made));
        }
    }
    unit(number).making = Kind::Count;
}

void World::kill(UnitNumber who, UnitNumber killer)
{
    Unit& dead = unit(who);
    if (!dead.alive)
        return;
    dead.alive = false;
    dead.making = Kind::Count;
    const bool killed = killer != Nobody;
    m_log.died(dead.tag, dead.at, killed ? unit(killer).player : 0, killed ? unit(killer).tag : Tag{});
    m_freeTags.push_back(dead.tag);
    m_fallen.push_back(who);
    if (!killed || dead.player == 0)
        return;
    const KindFacts& facts = factsOf(dead.kind);
    const auto worth = static_cast<std::size_t>(facts.worth);
    auto& lost = m_purses[static_cast<std::size_t>(dead.player)].lost[worth];
    auto& won = m_purses[static_cast<std::size_t>(unit(killer).player)].killed[worth];
    for (auto* counted : {&lost, &won}) {
        (*counted)[0] += facts.minerals;
        (*counted)[1] += facts.gas;
    }
}

} // namespace ghostline::sc2::ladder
