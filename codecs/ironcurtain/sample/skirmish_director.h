// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Who wants what and when: what is built and trained, where squads go, and the turns that the match takes.
#include "codecs/ironcurtain/sample/skirmish_hands.h"

namespace ghostline::ironcurtain::skirmish {

enum class Stance : std::uint8_t { Hold, Defend, Centre, Raid, Outpost, Siege };

/// One stretch of the match, for the side that will win (hero), the one that leads for long (rival), and
/// anybody else.
struct Chapter
{
    int from; ///< of 1000, of the whole match
    Stance hero, rival, other;
    int heroFortune, rivalFortune, otherFortune;
    int heroArmy, rivalArmy; ///< of 100: how many units they keep
};

class Director
{
public:
    Director(World& world, const SkirmishSettings& settings);
    /// After the world's own step.
    void step();

    int hero() const { return m_hero; }   ///< a side
    int rival() const { return m_rival; } ///< a side
    int leaderOf(int side) const;         ///< its first player
    Hands& hands(int player) { return *m_hands[static_cast<std::size_t>(player)]; }
    /// The tick that far into the match.
    SimTick at(int thousandth) const { return m_ticks * static_cast<SimTick>(thousandth) / 1000; }
    SimTick ticks() const { return m_ticks; }

private:
    struct Camp
    {
        std::vector<Squad> squads;
        std::vector<Type> plan; ///< structures still to build, the next one last
        bool outpost = false;   ///< begun
        WorldPos rally;
        WorldPos outpostAt;
        std::array<std::vector<UnitTag>, 2> lost; ///< structures, by base
        std::array<bool, 2> fallen{};
        SimTick upgradeAt = 0;
        std::size_t upgrades = 0;
    };

    void openChapter();
    void construct(int player);
    bool begin(int player, Type type, Spot near, int base);
    void train(int player);
    void trainLine(int player, Line line, std::span<const Type> types, int keep);
    void muster();
    Squad& squadFor(int player, Line line);
    void lead(int player);
    void leadSquad(int player, Squad& squad);
    struct Aim
    {
        WorldPos at;
        bool aggressive = true;
        Number victim = Nobody;
    };
    Aim aimOf(int player, const Squad& squad, Stance stance) const;
    std::optional<WorldPos> alarm(int player) const;
    WorldPos centreOfSquad(const Squad& squad) const;
    Stance stanceOf(int player) const;
    int enemyOf(int player) const;
    bool lateOutpost() const;
    void watchBases();
    void watchBalance();
    void powers(int player);
    void charge(int player, Type house, std::string_view ability);
    Power* ready(int player, std::string_view ability);
    void fireNuke(int player);
    void raiseCurtain(int player);
    void jumpAcross(int player);
    void spy(int player);
    void research(int player);
    WorldPos crowd(int enemyOfPlayer) const;
    void answerFights();

    World& m_world;
    SimTick m_ticks;
    int m_hero = 0;
    int m_rival = 1;
    const Chapter* m_chapter = nullptr;
    std::vector<Camp> m_camps;
    std::vector<std::unique_ptr<Hands>> m_hands;
    std::int64_t m_worstGap = 0;
    bool m_cameBack = false;
};

} // namespace ghostline::ironcurtain::skirmish
