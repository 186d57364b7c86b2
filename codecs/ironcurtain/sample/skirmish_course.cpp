// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/ironcurtain/sample/skirmish_course.h"

namespace ghostline::ironcurtain::skirmish {

/// One stretch of the match, for the side that will win (hero), the one that leads for long (rival), and
/// anybody else.
struct Chapter
{
    int from; ///< of 1000, of the whole match
    Stance hero, rival, other;
    int heroFortune, rivalFortune, otherFortune;
    int heroArmy, rivalArmy; ///< of 100: how many units they keep
};

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

} // namespace

Course::Course(World& world, const SkirmishSettings& settings)
    : m_world(world), m_roster(world.roster()), m_ticks(settings.ticks),
      m_hero(settings.seed % 2 == 0 ? 1 : 0), m_rival(1 - m_hero)
{
}

int Course::leaderOf(int side) const
{
    for (int player = 0; player < static_cast<int>(m_roster.players()); ++player) {
        if (m_roster.purse(player).side == side)
            return player;
    }
    return 0;
}

Stance Course::stanceOf(int player) const
{
    const int side = m_roster.purse(player).side;
    // Of three, the rival is busy with another first and comes for the hero's outpost later.
    const bool late = m_roster.players() == 3 && m_world.tick() >= at(455) && m_world.tick() < at(520);
    if (late && side == m_rival)
        return Stance::Outpost;
    return side == m_hero ? m_chapter->hero : side == m_rival ? m_chapter->rival : m_chapter->other;
}

int Course::enemyOf(int player) const
{
    const int side = m_roster.purse(player).side;
    const bool third = m_roster.players() == 3;
    // Of three, the rival first does away with the one who is neither.
    int victim = side == m_rival ? m_hero : m_rival;
    if (third && side == m_rival && m_world.tick() < at(455)) {
        const int other = 3 - m_hero - m_rival;
        if (m_roster.purse(other).status == PlayerStatus::Playing)
            victim = other;
    }
    return victim;
}

void Course::step()
{
    const Chapter* now = &Chapters[0];
    for (const Chapter& c : Chapters) {
        if (m_world.tick() >= at(c.from))
            now = &c;
    }
    if (now == m_chapter)
        return;
    m_chapter = now;
    for (int player = 0; player < static_cast<int>(m_roster.players()); ++player) {
        Purse& p = m_roster.purse(player);
        // From the siege on the hero has what it takes: supplies, and hands that work faster.
        const bool relief = p.side == m_hero && now->from >= 520;
        p.haste = relief ? 2 : 1;
        if (relief && now->from < 740)
            p.stats.credits += 4000;
        p.fortune = p.side == m_hero    ? now->heroFortune
                    : p.side == m_rival ? now->rivalFortune
                                        : now->otherFortune;
        // Who has no partner needs more of it to get back on their feet.
        if (m_roster.players() < 4 && now->from >= 520)
            p.fortune = p.side == m_hero ? p.fortune * 8 / 5 : p.fortune * 2 / 3;
    }
}

int Course::armyShare(int player) const
{
    const int side = m_roster.purse(player).side;
    int share = side == m_hero ? m_chapter->heroArmy : side == m_rival ? m_chapter->rivalArmy : 70;
    if (m_roster.players() == 3 && side == m_hero && m_world.tick() < at(520))
        share = std::min(share, 40); // while the others fight each other
    return share;
}

} // namespace ghostline::ironcurtain::skirmish
