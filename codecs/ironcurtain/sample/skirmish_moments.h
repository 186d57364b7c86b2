// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What people do around the battle: chat, votes, a pause, talk, and how the match ends.
#include "codecs/ironcurtain/sample/skirmish_course.h"

namespace ghostline::ironcurtain::skirmish {

class Moments
{
public:
    Moments(World& world, const Course& course);
    /// Before the director's step: who leaves the match.
    void resign();
    /// Behind it.
    void step();
    std::span<const Skirmish::Talk> talk() const { return m_talk; }
    bool won(int player) const { return m_roster.purse(player).side == m_course.hero(); }

private:
    void chat();
    void pause();
    void votes();
    void speak();
    void end();
    void propose(std::uint32_t vote, const VoteType& type, int proposer);
    void cast(std::uint32_t vote, int voter, VoteChoice choice);
    /// What a player does about a vote: an order, and the event that comes of it.
    void act(const VoteRecord& record);
    void write(const VoteRecord& record);
    std::vector<PlayerId> sideOf(int player) const;
    bool now(int thousandth, int later = 0) const
    {
        return m_world.tick() == m_course.at(thousandth) + static_cast<SimTick>(later);
    }

    World& m_world;
    Roster& m_roster;
    const Course& m_course;
    std::vector<Skirmish::Talk> m_talk;
    std::int64_t m_speakUntil = -1;
    int m_speaker = -1;
    VoiceTarget m_speakTo = VoiceTarget::All;
    io::Random m_random;
};

} // namespace ghostline::ironcurtain::skirmish
