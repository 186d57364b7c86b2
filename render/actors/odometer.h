// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// How far actors have come while they are looked at: what turns wheels and swings legs. Where the counting
// began is anybody's guess, and so is how a wheel or a leg stands at an instant; how fast it moves is not.
#include "model/world/world_state.h"

namespace ghostline::render {

class Odometer
{
public:
    /// For actors up to this number; those that are known go on counting.
    void setActors(std::size_t count) { m_readings.resize(count); }
    /// Counts the way from the state before. Played backward, it counts back. Jumps count for nothing.
    void advance(const model::WorldState& state);
    /// Metres ahead, less those astern.
    double metres(model::ActorId actor) const
    {
        return model::index(actor) < m_readings.size() ? m_readings[model::index(actor)].metres : 0.0;
    }

private:
    struct Reading
    {
        glm::dvec3 at{0.0};
        double metres = 0.0;
        model::Micros time{};
        bool known = false;
    };
    std::vector<Reading> m_readings; ///< by actor
};

} // namespace ghostline::render
