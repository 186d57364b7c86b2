// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Whatever else is alive on the course: bees, arrows, a villager; in busy runs mobs, a minecart, items and
// pearls. Numbers are reused, as servers do.
#include "codecs/io/sample_random.h"
#include "codecs/recording/recorder/tick_builder.h"

#include <map>

namespace ghostline::recording::sample {

class Bystanders
{
public:
    Bystanders(std::uint64_t seed, bool busy) : m_random(seed ^ 0xB7A5ULL), m_busy(busy) {}
    /// What they do in a tick. `settled`: nobody comes or goes (a snapshot is just being taken).
    void tick(TickBuilder& out, std::int32_t tick, const glm::dvec3& player, bool settled);

private:
    struct Flying
    {
        glm::dvec3 place{0.0};
        glm::dvec3 speed{0.0}; ///< blocks a tick
        double gravity = 0.0;
        std::int32_t until = 0;
    };
    void arrive(TickBuilder& out, std::int32_t number, const char* type, const Place& place);
    void launch(TickBuilder& out, const char* type, const Flying& thing);
    void fly(TickBuilder& out, std::int32_t tick, bool settled);
    void bees(TickBuilder& out, std::int32_t tick);
    void villager(TickBuilder& out, std::int32_t tick, const glm::dvec3& player);
    void arrows(TickBuilder& out, std::int32_t tick);
    void mobs(TickBuilder& out, std::int32_t tick, bool settled);
    void minecart(TickBuilder& out, std::int32_t tick);
    void throws(TickBuilder& out, std::int32_t tick, const glm::dvec3& player);

    io::Random m_random;
    bool m_busy;
    std::map<std::int32_t, Flying> m_flying;
    std::map<std::int32_t, bool> m_there;
};

} // namespace ghostline::recording::sample
