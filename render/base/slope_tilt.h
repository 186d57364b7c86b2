// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Vehicles lean with the slope that they stand on, where a recording tells neither heights nor how they lean.
// Who stands on legs, who flies and what is built stay upright.
#include "model/replay/replay_info.h"
#include "model/world/scene_description.h"
#include "model/world/world_state.h"

#include <span>
#include <vector>

namespace ghostline::render {

/// Degrees. Steeper ground is a cliff, onto which nobody drives.
inline constexpr float MostTilt = 35.0F;

/// Which way the ground faces under somebody who reaches so far round a place. Along each axis the gentler
/// side counts: whoever stands at the edge of a cliff stands level.
glm::vec3 standingNormal(const model::HeightField& ground, const glm::dvec2& place, float reach);
/// An upright turn, leaning so that its up is the normal; which way it faces on the map stays as it is. A
/// turn that is not upright was recorded so, and is kept.
glm::quat tiltedTo(const glm::vec3& normal, const glm::quat& turn);

/// Of one cast. Allocates nothing for a new state.
class SlopeTilt
{
public:
    void setCast(const model::ReplayInfo& info);
    /// Turns those who lean. Reads their places on the map only, so heights may be lifted before or after.
    void apply(const model::HeightField& ground, model::WorldState& state) const;
    /// Metres that it reaches round its place; 0 = it stays upright.
    static float reachOf(const model::ActorInfo& actor);

private:
    float reach(const model::WorldState& state, std::size_t row) const;

    struct Leaning
    {
        float reach = 0.0F; ///< in its own form
        bool unit = false;  ///< its looks may lean, too
    };
    std::vector<Leaning> m_cast; ///< by actor
    std::vector<float> m_looks;  ///< metres, as reachOf()
    model::ActorPropertyId m_lookProperty;
    bool m_any = false;
};

} // namespace ghostline::render
