// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The creatures around a player: they wander, are left behind, and come up anew.
#include "tests/rates/body.h"
#include "tests/rates/draw.h"

#include <vector>

namespace ghostline::rates {

struct Creature
{
    int entity = 0;
    const char* type = "minecraft:zombie";
    Body body; ///< falls and is slowed down as the player's is
    double yaw = 0.0;
    double push = 0.5; ///< of what a player's key asks for
    double height = 1.95;
    int life = -1; ///< ticks left; -1 = stays
    bool fresh = true;
    bool moved = true;
    glm::dvec3 middle() const { return body.place + glm::dvec3(0.0, height / 2.0, 0.0); }
};

class Crowd
{
public:
    Crowd(std::uint64_t seed, int size);

    /// A tick of the server. `player` is where the crowd keeps to; `floor` is for those that come up.
    void step(const glm::dvec3& player, double floor);
    /// One more, so far away, that stays for `life` ticks. Its number.
    int appear(const glm::dvec3& player, double floor, double far, int life);
    const std::vector<Creature>& living() const { return m_living; }
    /// Those that went away in the last step.
    const std::vector<int>& gone() const { return m_gone; }
    const Creature* find(int entity) const;
    /// The nearest one that moves, between 3 and 20 blocks; null where there is none.
    const Creature* target(const glm::dvec3& player) const;
    /// What is recorded now is not news any more.
    void told();

private:
    void wander(Creature& one, const glm::dvec3& player);

    Random m_random;
    int m_size;
    int m_next = 1;
    int m_wait = 0;
    std::vector<Creature> m_living;
    std::vector<int> m_gone;
};

} // namespace ghostline::rates
