// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Which speeds are called standing and sprinting, and in which bands time is counted. It is chosen from the
// data, as a person, a car and a disc have nothing in common: the reference is the speed above which those
// compared spent one hundredth of their time. The same scale for all who are compared.
#include "model/players/player_profile.h"

namespace ghostline::model {

/// In world units a second; what is not above zero is chosen from the data.
struct SpeedLimits
{
    double still = NoValue;  ///< not faster is standing; chosen: a twentieth of the reference
    double sprint = NoValue; ///< from here on it is sprinting; chosen: three quarters of the reference
};

struct SpeedScale
{
    double reference = 0.0;
    double still = 0.0;
    double sprint = 0.0;
    double bandWidth = 1.0; ///< 1, 2 or 5 times a power of ten, so that there are at most ten bands
    int bands = 1;          ///< from 0 on; the last one has no upper end
};

/// A sprint is at least this long.
inline constexpr double ShortestSprint = 1.0; // seconds

GHOSTLINE_MODEL_EXPORT SpeedScale speedScaleOf(std::span<const PlayerProfile* const> profiles,
                                               const SpeedLimits& limits = {});

/// NoValue without any step.
struct SpeedFigures
{
    double mean = NoValue; ///< over time, as all here
    double median = NoValue;
    double most = NoValue;
    double standing = NoValue; ///< seconds
    double sprints = NoValue;
    double sprintSeconds = NoValue;
    double sprintDistance = NoValue;
    std::vector<double> bands; ///< seconds in each
};

GHOSTLINE_MODEL_EXPORT SpeedFigures speedFiguresOf(const PlayerProfile& profile, const SpeedScale& scale);

} // namespace ghostline::model
