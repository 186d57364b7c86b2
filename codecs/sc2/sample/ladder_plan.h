// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What a player of the made-up game wants: a build order, workers and an army all the time, and the fights.
#include "codecs/io/sample_random.h"
#include "codecs/sc2/sample/ladder_hands.h"
#include "codecs/sc2/sample/ladder_world.h"

namespace ghostline::sc2::ladder {

/// The course of the game that both keep to.
struct Course
{
    std::uint32_t scout = 960;
    std::uint32_t scoutBack = 1900;
    std::uint32_t raid = 3300; ///< zerglings at the Terran's natural
    std::uint32_t raidEnds = 3900;
    std::uint32_t push = 4900; ///< the first Terran army at the Zerg's natural
    std::uint32_t pushEnds = 5650;
    std::uint32_t lastPush = 6700; ///< the last one
    std::uint32_t leave = 8040;    ///< gives up
    std::uint32_t end = 8070;
};

class Plan
{
public:
    Plan(World& world, Hands& hands, const Course& course, std::uint64_t seed);
    virtual ~Plan() = default;
    /// One loop of thinking. Somebody who has just done something does nothing for a while.
    void think();

protected:
    /// One thing that is worth doing now; false when there is none.
    virtual bool act() = 0;

    /// A worker builds it at the place; true when somebody could be sent.
    bool sendToBuild(Kind kind, const glm::dvec2& at);
    bool buildNext(Kind kind); ///< at the next free place
    bool buildGas(Kind kind);
    bool train(const std::vector<UnitNumber>& producers, Kind kind);
    bool fillGas(Kind structure, Kind worker);
    /// Everybody of the army there, each to its own spot around it.
    void sendArmy(const std::vector<UnitNumber>& army, const glm::dvec2& at, bool attacking);
    /// Once, from this loop on.
    bool due(int number, std::uint32_t loop);
    bool idle(UnitNumber number) const;
    /// Finished, or on the way.
    int have(Kind kind) const { return m_roster.count(m_player, kind) + m_roster.onTheWay(m_player, kind); }
    bool morphFirst(const std::vector<UnitNumber>& halls, Kind kind, const Ability& what);
    /// Fills the pauses: camera after what matters, groups looked through.
    void fidget();
    bool scoutWith(UnitNumber who);

    World& m_world;
    const Roster& m_roster;
    Hands& m_hands;
    Course m_course;
    io::Random m_random;
    int m_player;
    Kind m_worker;
    int m_placed = 0;
    glm::dvec2 m_interest{};

private:
    std::uint32_t m_busyUntil = 0;
    std::uint64_t m_did = 0;
};

class TerranPlan final : public Plan
{
public:
    using Plan::Plan;

private:
    bool act() override;
    bool onTime();
    bool grow();
    bool buildOrder();
    void siege(bool down);
};

class ZergPlan final : public Plan
{
public:
    using Plan::Plan;

private:
    bool act() override;
    bool onTime();
    bool grow();
    bool buildOrder();
    bool inject();
    bool morphLarva(Kind kind) { return train(m_roster.all(2, Kind::Larva), kind); }
    void defend();

    std::uint32_t m_injected = 0;
};

} // namespace ghostline::sc2::ladder
