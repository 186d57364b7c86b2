// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/players/speed_scale.h"

#include <algorithm>
#include <cmath>

namespace ghostline::model {

namespace {

constexpr double MostBands = 10.0;
constexpr double ReferenceShare = 0.99; ///< of the time, slower than the reference
constexpr double StillShare = 0.05;     ///< of the reference
constexpr double SprintShare = 0.75;

/// A speed and for how long.
using SpeedTime = std::pair<double, double>;

/// The speed that was not exceeded for a share of the time; `speeds` ascending, not empty.
double speedAtShare(const std::vector<SpeedTime>& speeds, double share)
{
    double total = 0.0;
    for (const SpeedTime& each : speeds)
        total += each.second;
    double sofar = 0.0;
    for (const auto& [speed, time] : speeds) {
        sofar += time;
        if (sofar >= share * total)
            return speed;
    }
    return speeds.back().first;
}

void addSpeeds(std::vector<SpeedTime>& speeds, const PlayerProfile& profile)
{
    for (const SpeedStep& step : profile.steps)
        speeds.emplace_back(step.speed, step.seconds);
}

/// 1, 2 or 5 times a power of ten: the least of which so many make up the reference.
double niceWidth(double reference)
{
    const double least = reference / MostBands;
    const double power = std::pow(10.0, std::floor(std::log10(least)));
    for (const double factor : {1.0, 2.0, 5.0}) {
        if (factor * power >= least * (1.0 - 1e-9))
            return factor * power;
    }
    return 10.0 * power;
}

double chosen(double limit, double otherwise)
{
    return std::isfinite(limit) && limit > 0.0 ? limit : otherwise;
}

/// A sprint that may still go on.
struct Sprint
{
    double seconds = 0.0;
    double distance = 0.0;

    void endIn(SpeedFigures& figures)
    {
        if (seconds >= ShortestSprint * (1.0 - 1e-6)) {
            figures.sprints += 1.0;
            figures.sprintSeconds += seconds;
            figures.sprintDistance += distance;
        }
        *this = {};
    }
};

} // namespace

SpeedScale speedScaleOf(std::span<const PlayerProfile* const> profiles, const SpeedLimits& limits)
{
    std::vector<SpeedTime> speeds;
    for (const PlayerProfile* profile : profiles)
        addSpeeds(speeds, *profile);
    std::ranges::sort(speeds);
    SpeedScale scale;
    scale.reference = speeds.empty() ? 0.0 : speedAtShare(speeds, ReferenceShare);
    scale.still = chosen(limits.still, StillShare * scale.reference);
    scale.sprint = chosen(limits.sprint, SprintShare * scale.reference);
    if (scale.reference > 0.0) {
        scale.bandWidth = niceWidth(scale.reference);
        scale.bands =
            std::max(static_cast<int>(std::ceil(scale.reference / scale.bandWidth * (1.0 - 1e-9))), 1);
    }
    return scale;
}

SpeedFigures speedFiguresOf(const PlayerProfile& profile, const SpeedScale& scale)
{
    SpeedFigures figures;
    figures.bands.assign(static_cast<std::size_t>(std::max(scale.bands, 1)), 0.0);
    if (profile.steps.empty())
        return figures;
    std::vector<SpeedTime> speeds;
    addSpeeds(speeds, profile);
    std::ranges::sort(speeds);
    figures.median = speedAtShare(speeds, 0.5);
    figures.most = speeds.back().first;
    figures.standing = figures.sprints = figures.sprintSeconds = figures.sprintDistance = 0.0;
    double covered = 0.0;
    double time = 0.0;
    Sprint sprint;
    for (const SpeedStep& step : profile.steps) {
        const double speed = step.speed;
        const double lasted = step.seconds;
        covered += speed * lasted;
        time += lasted;
        if (speed <= scale.still)
            figures.standing += lasted;
        const double band = std::floor(speed / scale.bandWidth);
        figures.bands[static_cast<std::size_t>(std::clamp(band, 0.0, scale.bands - 1.0))] += lasted;
        const bool fast = scale.sprint > 0.0 && speed >= scale.sprint;
        if (step.apart || !fast)
            sprint.endIn(figures);
        if (fast) {
            sprint.seconds += lasted;
            sprint.distance += step.distance;
        }
    }
    sprint.endIn(figures);
    figures.mean = time > 0.0 ? covered / time : NoValue;
    return figures;
}

} // namespace ghostline::model
