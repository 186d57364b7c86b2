// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/sc2/sample/ladder_world.h"

#include <algorithm>
#include <cmath>

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

} // namespace

void World::setUp()
{
    for (const Placed& placed : neutralThings()) {
        const Unit& made = m_roster.unit(m_roster.add(placed.kind, 0, placed.at));
        m_log.born(made.tag, factsOf(made.kind).name, 0, made.at, nullptr);
    }
    const auto put = [this](Kind kind, int player, const glm::dvec2& at) {
        const UnitNumber number = m_roster.add(kind, player, at);
        m_log.born(m_roster.unit(number).tag, factsOf(kind).name, player, at, nullptr);
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

void World::order(UnitNumber who, Task task, const glm::dvec2& goal, UnitNumber target)
{
    Unit& ordered = m_roster.unit(who);
    ordered.task = task;
    ordered.goal = goal;
    ordered.target = target;
}

void World::build(UnitNumber worker, Kind kind, const glm::dvec2& at)
{
    order(worker, Task::Build, at);
    m_roster.unit(worker).making = kind;
}

void World::placeStructure(UnitNumber worker)
{
    const Kind kind = m_roster.unit(worker).making;
    const int player = m_roster.unit(worker).player;
    if (!m_roster.affords(player, kind))
        return;
    m_roster.pay(player, kind);
    const UnitNumber number = m_roster.add(kind, player, m_roster.unit(worker).goal);
    Unit& site = m_roster.unit(number);
    site.finished = false;
    site.readyAt = loop() + static_cast<std::uint32_t>(factsOf(kind).loops);
    m_log.init(site.tag, factsOf(kind).name, player, site.at);
    Unit& builder = m_roster.unit(worker);
    builder.task = Task::Constructing;
    builder.target = number;
    builder.making = Kind::Count;
    builder.readyAt = site.readyAt;
}

void World::make(UnitNumber producer, Kind kind)
{
    Unit& from = m_roster.unit(producer);
    m_roster.pay(from.player, kind);
    from.making = kind;
    from.readyAt = loop() + static_cast<std::uint32_t>(factsOf(kind).loops);
    if (from.kind == Kind::Larva)
        turnInto(producer, Kind::Egg);
    if (factsOf(kind).structure) { // an add-on
        const UnitNumber number = m_roster.add(kind, from.player, from.at + glm::dvec2(2.5, -0.5));
        m_roster.unit(number).finished = false;
        m_roster.unit(number).readyAt = m_roster.unit(producer).readyAt;
        m_log.init(m_roster.unit(number).tag, factsOf(kind).name, from.player, m_roster.unit(number).at);
    }
}

void World::morph(UnitNumber who, Kind kind)
{
    m_roster.pay(m_roster.unit(who).player, kind);
    m_roster.unit(who).making = kind;
    m_roster.unit(who).readyAt = loop() + static_cast<std::uint32_t>(factsOf(kind).loops);
}

void World::research(UnitNumber where, std::string_view upgrade, int minerals, int gas, std::uint32_t loops)
{
    Purse& purse = m_roster.purse(m_roster.unit(where).player);
    purse.minerals -= minerals;
    purse.gas -= gas;
    m_roster.unit(where).researching = upgrade;
    m_roster.unit(where).readyAt = loop() + loops;
}

void World::inject(UnitNumber hall)
{
    constexpr int Eggs = 3;
    for (int i = 0; i < Eggs; ++i)
        giveBirth(Kind::Larva, hall, makerAbility(Kind::Larva));
}

void World::turnInto(UnitNumber who, Kind kind)
{
    m_roster.unit(who).kind = kind;
    m_log.changed(m_roster.unit(who).tag, factsOf(kind).name);
}

void World::boost(UnitNumber who, std::uint32_t loops)
{
    m_roster.unit(who).boosted = true;
    m_roster.unit(who).boostedUntil = loop() + loops;
    m_roster.unit(who).hitPoints -= 10.0;
}

void World::giveBirth(Kind kind, UnitNumber creator, std::string_view abilityName)
{
    const Unit mother = m_roster.unit(creator);
    const glm::dvec2 side = mother.player == 1 ? glm::dvec2(2.0, -3.0) : glm::dvec2(-2.0, 3.0);
    const bool hatched = mother.kind == Kind::Egg;
    const UnitNumber number = m_roster.add(kind, mother.player, hatched ? mother.at : mother.at + side);
    const Log::Creator made{mother.tag, abilityName};
    m_log.born(m_roster.unit(number).tag, factsOf(kind).name, mother.player, m_roster.unit(number).at, &made);
    if (isWorker(kind))
        sendToWork(number);
    else if (isArmy(kind) && kind != Kind::Queen)
        order(number, Task::Attack, frontOf(mother.player));
}

void World::hatch(UnitNumber egg)
{
    const Kind kind = m_roster.unit(egg).making;
    for (int i = 0; i < (kind == Kind::Zergling ? 2 : 1); ++i)
        giveBirth(kind, egg, makerAbility(kind));
    turnInto(egg, Kind::Larva);
    m_roster.kill(egg, Nobody);
}

void World::finish(UnitNumber number)
{
    Unit& done = m_roster.unit(number);
    if (!done.finished) {
        done.finished = true;
        m_log.done(done.tag);
        return;
    }
    if (done.task == Task::Constructing) {
        // The Terran goes back to work; the Zerg has become the structure.
        const UnitNumber site = done.target;
        if (!m_roster.unit(site).finished)
            finish(site);
        if (done.kind == Kind::Drone)
            m_roster.kill(number, Nobody);
        else if (m_roster.unit(site).kind == Kind::Refinery)
            order(number, Task::Gas, m_roster.unit(site).at, site);
        else
            sendToWork(number);
        return;
    }
    if (!done.researching.empty()) {
        m_roster.purse(done.player).upgrades.push_back(done.researching);
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
        const auto reactors = m_roster.all(done.player, Kind::BarracksReactor);
        if (made == Kind::Marine && !reactors.empty() &&
            m_roster.all(done.player, Kind::Barracks).front() == number &&
            m_roster.affords(done.player, made)) { // two at once
            m_roster.pay(done.player, made);
            giveBirth(made, number, makerAbility(made));
        }
    }
    m_roster.unit(number).making = Kind::Count;
}

// How units walk and fight.

namespace {

constexpr double Notice = 9.0;    ///< cells from which an enemy draws attention
constexpr double BodyReach = 2.5; ///< a structure is reached at its wall
constexpr std::uint32_t LookEvery = 6;
constexpr double BoostedDamage = 1.5;

double reachOf(const Unit& attacker, const Unit& target)
{
    return factsOf(attacker.kind).range + (factsOf(target.kind).structure ? BodyReach : 0.5);
}

/// Who shoots back comes first, then who can run, then what stands.
int interest(Kind kind)
{
    const KindFacts& facts = factsOf(kind);
    return facts.damage > 0.0 ? 2 : facts.structure ? 0 : 1;
}

} // namespace

UnitNumber World::enemyNear(const Unit& looker, double reach) const
{
    UnitNumber best = Nobody;
    for (std::size_t i = 0; i < m_roster.units().size(); ++i) {
        const Unit& each = m_roster.units()[i];
        if (!each.alive || each.player == 0 || each.player == looker.player || each.kind == Kind::Larva ||
            each.kind == Kind::Egg || each.kind == Kind::Overlord)
            continue;
        const double far = glm::distance(each.at, looker.at);
        if (far > reach)
            continue;
        if (best != Nobody) {
            const int more = interest(each.kind) - interest(m_roster.unit(best).kind);
            if (more < 0 || (more == 0 && far >= glm::distance(m_roster.unit(best).at, looker.at)))
                continue;
        }
        best = static_cast<UnitNumber>(i);
    }
    return best;
}

void World::walk(Unit& walker)
{
    const glm::dvec2 way = walker.goal - walker.at;
    const double far = glm::length(way);
    const double step = factsOf(walker.kind).speed * (walker.boosted ? 1.3 : 1.0);
    if (step <= 0.0 || far < 1e-6)
        return;
    walker.at = far <= step ? walker.goal : walker.at + way * (step / far);
}

void World::fight(UnitNumber number)
{
    Unit& fighter = m_roster.unit(number);
    if (fighter.boosted && loop() >= fighter.boostedUntil)
        fighter.boosted = false;
    const KindFacts& facts = factsOf(fighter.kind);
    const bool looks = facts.damage > 0.0 && (fighter.task == Task::Attack || fighter.task == Task::Idle);
    if (!looks) {
        if (fighter.task != Task::Constructing)
            walk(fighter);
        return;
    }
    if (fighter.target != Nobody && !m_roster.unit(fighter.target).alive)
        fighter.target = Nobody;
    if ((loop() + static_cast<std::uint32_t>(number)) % LookEvery == 0)
        fighter.target = enemyNear(fighter, std::max(Notice, facts.range + 1.0));
    if (fighter.target == Nobody) {
        walk(fighter);
        return;
    }
    Unit& victim = m_roster.unit(fighter.target);
    if (glm::distance(victim.at, fighter.at) > reachOf(fighter, victim)) {
        const glm::dvec2 aim = fighter.goal;
        fighter.goal = victim.at;
        walk(fighter);
        fighter.goal = aim;
        return;
    }
    fighter.touched = true;
    victim.touched = true;
    victim.hitPoints -= facts.damage * (fighter.boosted ? BoostedDamage : 1.0);
    if (victim.hitPoints <= 0.0)
        m_roster.kill(fighter.target, number);
}

// What they bring in.

namespace {

constexpr int WorkersABase = 16;
constexpr double MineralsAWorker = 0.046; ///< a loop
constexpr double MineralsCrowded = 0.02;
constexpr double GasAWorker = 0.042;
constexpr std::uint32_t LarvaEvery = 176;
constexpr int LarvaeABase = 3;
constexpr double LoopsOfRate = 960.0;

} // namespace

void World::sendToWork(UnitNumber worker)
{
    // To the base with the most room for it.
    glm::dvec2 best = mainBase(m_roster.unit(worker).player);
    int fewest = 1000;
    for (const Unit& hall : m_roster.units()) {
        if (!hall.alive || !hall.finished || hall.player != m_roster.unit(worker).player ||
            !isTownHall(hall.kind))
            continue;
        const auto here = static_cast<int>(
            std::count_if(m_roster.units().begin(), m_roster.units().end(), [&](const Unit& each) {
                return each.alive && each.task == Task::Mine && glm::distance(each.goal, hall.at) < BaseReach;
            }));
        if (here < fewest) {
            fewest = here;
            best = hall.at;
        }
    }
    const UnitNumber patch =
        m_roster.nearestNeutral(worker % 2 == 0 ? Kind::Mineral : Kind::RichMineral, best);
    order(worker, Task::Mine, patch != Nobody ? m_roster.unit(patch).at : best, patch);
}

void World::earn()
{
    for (const int player : {1, 2}) {
        Purse& purse = m_roster.purse(player);
        int halls = 0;
        int mining = 0;
        int gas = 0;
        for (const Unit& each : m_roster.units()) {
            if (!each.alive || each.player != player)
                continue;
            halls += isTownHall(each.kind) && each.finished ? 1 : 0;
            mining += each.task == Task::Mine ? 1 : 0;
            gas += each.task == Task::Gas && each.finished ? 1 : 0;
        }
        const int well = std::min(mining, WorkersABase * halls);
        const double minerals = well * MineralsAWorker + (mining - well) * MineralsCrowded;
        purse.minerals += minerals;
        purse.gas += gas * GasAWorker;
        purse.incomeMinerals = static_cast<int>(std::lround(minerals * LoopsOfRate));
        purse.incomeGas = static_cast<int>(std::lround(gas * GasAWorker * LoopsOfRate));
    }
}

void World::growLarvae()
{
    for (const Kind kind : {Kind::Hatchery, Kind::Lair}) {
        for (const UnitNumber hall : m_roster.all(2, kind)) {
            const glm::dvec2 at = m_roster.unit(hall).at;
            const auto larvae = m_roster.all(2, Kind::Larva);
            const auto here = std::count_if(larvae.begin(), larvae.end(), [&](UnitNumber larva) {
                return glm::distance(m_roster.unit(larva).at, at) < BaseReach;
            });
            if (here >= LarvaeABase)
                continue;
            const UnitNumber number =
                m_roster.add(Kind::Larva, 2, at + glm::dvec2(static_cast<double>(here) - 1.0, -3.0));
            const Log::Creator mother{m_roster.unit(hall).tag, ""};
            m_log.born(m_roster.unit(number).tag, factsOf(Kind::Larva).name, 2, m_roster.unit(number).at,
                       &mother);
        }
    }
}

void World::step()
{
    m_roster.forgetFallen();
    earn();
    if (loop() % LarvaEvery == 0)
        growLarvae();
    for (std::size_t i = 0; i < m_roster.units().size(); ++i) {
        const auto number = static_cast<UnitNumber>(i);
        Unit& each = m_roster.units()[i];
        if (!each.alive)
            continue;
        const bool busy = !each.finished || each.making != Kind::Count || !each.researching.empty() ||
                          each.task == Task::Constructing;
        if (busy && each.task != Task::Build && each.readyAt == loop()) {
            finish(number);
            continue;
        }
        if (!each.finished || each.player == 0)
            continue;
        if (each.task == Task::Build && glm::distance(each.at, each.goal) < 0.5) {
            placeStructure(number);
            continue;
        }
        fight(number);
    }
}

} // namespace ghostline::sc2::ladder
