// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// How one actor came from one frame to the next, as all detectors see it. World space: metres, seconds, +Y
// up; yaw in degrees about +Y from +Z toward +X, pitch above the horizon.
#include "model/review/evidence_motion.h"
#include "model/world/motion_rules.h"

#include <optional>

namespace ghostline::model {

struct ReplayInfo;

struct MotionStep
{
    FrameNumber frame = 0;
    Micros time{};
    const WorldState* state = nullptr;
    std::size_t row = 0; ///< of the actor in it

    /// Nothing to compare with: the start, a gap, a place that was not recorded, a move that the game itself
    /// made. All below is zero then.
    bool first = true;
    double seconds = 0.0; ///< since the frame before
    glm::dvec3 place{0.0};
    glm::dvec3 way{0.0};
    double level = 0.0; ///< metres of `way` along the ground
    double yaw = NoValue;
    double pitch = NoValue;
    double turn = 0.0; ///< degrees of yaw, the shorter way round; 0 = none, or it is not known
    double nod = 0.0;  ///< degrees of pitch, likewise

    bool moved = false;   ///< the game moved it here (teleport, reset)
    bool unbound = false; ///< it glides, swims, rides, or did a moment ago: rules of walking do not hold
    bool still = false;   ///< nothing of it changed, not even where it looks: it stands, or the line is stuck
    bool stuck = false;   ///< its feet stopped from one frame to the next, no more than seconds ago
    bool catchUp = false; ///< just after being still: what the line held back may arrive at once
    double heldBack = 0.0;   ///< seconds of what may arrive, where only the feet stood still at once, too
    bool unboundNow = false; ///< at this very frame
    bool carried = false;    ///< sits in something that turns it, or did a moment ago
    bool sneaking = false;
    bool walking = false; ///< the recording says that it does not run, and has for a moment

    static constexpr double Level = 0.001; ///< metres of height in a frame that are no rise yet
    bool onLevel() const { return way.y <= Level && way.y >= -Level; }
    double speed() const { return seconds > 0.0 ? level / seconds : 0.0; }
    double rise() const { return seconds > 0.0 ? way.y / seconds : 0.0; }
};

/// Whether gravity alone has made `after` of the vertical speed `before`, in m/s, from one tick to the next.
bool isFreeFall(const MotionRules& rules, double before, double after);

class MotionReader
{
public:
    MotionReader(const ReplayInfo& info, ActorId actor);

    /// Nothing where the actor is not there, or where it is was not recorded. `before` as of StepVisitor.
    std::optional<MotionStep> next(FrameNumber frame, const WorldState* before, const WorldState& now);

private:
    void readState(MotionStep& step);
    void readLine(MotionStep& step);
    void readStall(MotionStep& step);

    const ReplayInfo& m_info;
    ActorId m_actor;
    std::optional<std::size_t> m_lookingBone;
    Sighting m_last;
    Micros m_unboundUntil;
    Micros m_carriedUntil;
    Micros m_runsUntil;
    int m_stillFrames = 0;
    double m_stillSeconds = 0.0;
    double m_lastWay = 0.0;
    bool m_stuck = false; ///< it stopped from one frame to the next
    int m_catchUpFrames = 0;
    int m_heldBackFrames = 0;
};

} // namespace ghostline::model
