// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// How a place between two recorded frames is filled, the same for every format.
#include "model/base/export.h"
#include "model/world/world_state.h"

namespace ghostline::model {

enum class SamplePolicy {
    Interpolate,  ///< between neighbouring frames
    Hold,         ///< the earlier frame as it stands
    ReportedOnly, ///< only what was reported at or before, estimates left out
    ExactOnly     ///< only frames recorded in full
};

/// Normalised shortest-arc slerp; stays finite for equal and opposite rotations.
GHOSTLINE_MODEL_EXPORT glm::quat slerpShortest(const glm::quat& a, const glm::quat& b, float f);

struct Pose
{
    glm::dvec3 position{0.0};
    glm::quat orientation{1.0F, 0.0F, 0.0F, 0.0F};
};

/// Linear in position, shortest arc in rotation; f in [0, 1].
GHOSTLINE_MODEL_EXPORT Pose interpolate(const Pose& a, const Pose& b, double f);

} // namespace ghostline::model
