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
        speeds.emplace_back(step.speed, seconds(Micros{step.micros}));
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

/// What a profile's steps add up to; times as whole numbers, so that they are exact.
class SpeedSums
{
public:
    explicit SpeedSums(const SpeedScale& scale)
        : m_scale(scale), m_bands(static_cast<std::size_t>(std::max(scale.bands, 1)))
    {
    }

    void add(const SpeedStep& step)
    {
        const Micros lasted{step.micros};
        m_covered += double{step.speed} * seconds(lasted);
        m_time += lasted;
        if (step.speed <= m_scale.still)
            m_standing += lasted;
        const double band = std::floor(step.speed / m_scale.bandWidth);
        m_bands[static_cast<std::size_t>(std::clamp(band, 0.0, static_cast<double>(m_bands.size() - 1)))] +=
            lasted;
        const bool fast = m_scale.sprint > 0.0 && step.speed >= m_scale.sprint;
        if (step.apart || !fast)
            endSprint();
        if (fast) {
            m_sprint += lasted;
            m_sprintWay += step.distance;
        }
    }

    /// `figures` has the bands of the scale.
    void finish(SpeedFigures& figures)
    {
        endSprint();
        figures.mean = m_time.count() > 0 ? m_covered / exactSeconds(m_time) : NoValue;
        figures.standing = exactSeconds(m_standing);
        figures.sprints = m_sprints;
        figures.sprintSeconds = exactSeconds(m_sprintTime);
        figures.sprintDistance = m_sprintDistance;
        for (std::size_t i = 0; i < m_bands.size(); ++i)
            figures.bands[i] = exactSeconds(m_bands[i]);
    }

private:
    static double exactSeconds(Micros time)
    {
        return static_cast<double>(time.count()) / static_cast<double>(MicrosPerSecond);
    }

    void endSprint()
    {
        if (m_sprint >= fromSeconds(ShortestSprint)) {
            ++m_sprints;
            m_sprintTime += m_sprint;
            m_sprintDistance += m_sprintWay;
        }
        m_sprint = {};
        m_sprintWay = 0.0;
    }

    const SpeedScale& m_scale;
    std::vector<Micros> m_bands;
    Micros m_time{};
    Micros m_standing{};
    Micros m_sprintTime{};
    Micros m_sprint{};        ///< the one that may still go on ...
    double m_sprintWay = 0.0; ///< ... and how far
    double m_sprintDistance = 0.0;
    double m_covered = 0.0;
    int m_sprints = 0;
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
    SpeedSums sums(scale);
    for (const SpeedStep& step : profile.steps)
        sums.add(step);
    sums.finish(figures);
    return figures;
}

} // namespace ghostline::model
