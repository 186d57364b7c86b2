// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Rows of evidence that follow from where somebody was and looked.
#include "model/review/evidence.h"
#include "model/world/world_state.h"

#include <limits>
#include <optional>
#include <span>

namespace ghostline::model {

struct ReplayInfo;

/// One actor at one frame.
struct Sighting
{
    bool there = false;
    bool jumped = false;
    bool velocityRecorded = false;
    Micros time{};
    glm::dvec3 place{0.0};
    glm::dvec3 velocity{0.0};
    double yaw = std::numeric_limits<double>::quiet_NaN();   ///< degrees about +Y from +Z toward +X
    double pitch = std::numeric_limits<double>::quiet_NaN(); ///< degrees above the horizon
};

/// The bone whose +Z is where the actor looks; nothing where its orientation says so.
std::optional<std::size_t> lookingBone(const ReplayInfo& info, ActorId actor);
Sighting sightingOf(const WorldState& state, ActorId actor, std::optional<std::size_t> lookingBone);

/// `seen` begins `lead` frames before the strip does, so that speeds are known from its first frame on. Times
/// that
/// lie further apart than ReplayInfo::maxGap are not bridged.
std::vector<EvidenceRow> motionRows(std::span<const Sighting> seen, std::size_t lead, const ReplayInfo& info);

} // namespace ghostline::model
