// SPDX-License-Identifier: GPL-3.0-or-later
// A grid of sampled ways, asked for those near a dash that run in another direction.
#include "codecs/carla/roads/junction_marks.h"

#include "codecs/carla/base/limits.h"

#include <algorithm>
#include <cmath>

namespace ghostline::carla {

namespace {

constexpr double CellSize = 8.0;
constexpr double SampleStep = 2.0;
constexpr double WayWidth = 5.0; // a way nearer than this to a dash runs over it
constexpr double SameDash = 2.5; // a dash nearer than this is the same one of another road
constexpr double Parallel = 12.0 / 180.0 * M_PI;

/// Angle between two undirected lines.
double angleBetween(double a, double b) { return std::abs(std::remainder(a - b, M_PI)); }

double distance(const PlanPose& a, const PlanPose& b) { return std::hypot(a.x - b.x, a.y - b.y); }

/// Whether any pose in the cells around `p` fulfils the condition.
template<typename Cells, typename Condition>
bool anyNear(const Cells& cells, std::pair<int, int> at, Condition condition)
{
    for (int dx = -1; dx <= 1; ++dx) {
        for (int dy = -1; dy <= 1; ++dy) {
            const auto found = cells.find({at.first + dx, at.second + dy});
            if (found != cells.end() && std::any_of(found->second.begin(), found->second.end(), condition))
                return true;
        }
    }
    return false;
}

} // namespace

JunctionMarks::Cell JunctionMarks::cellOf(double x, double y)
{
    const auto cell = [](double v) {
        return std::isfinite(v) ? static_cast<int>(std::floor(std::clamp(v, -1e9, 1e9) / CellSize)) : 0;
    };
    return {cell(x), cell(y)};
}

JunctionMarks::JunctionMarks(const RoadNetwork& network)
{
    std::size_t samples = 0;
    for (const Road& road : network.roads) {
        if (!road.inJunction)
            continue;
        for (double s = 0.0; s <= road.length && samples < MaxLineSamples; s += SampleStep, ++samples) {
            const PlanPose pose = poseAt(road, s);
            m_ways[cellOf(pose.x, pose.y)].push_back(pose);
        }
    }
}

bool JunctionMarks::take(const PlanPose& middle)
{
    const Cell cell = cellOf(middle.x, middle.y);
    const bool crossed = anyNear(m_ways, cell, [&](const PlanPose& way) {
        return distance(way, middle) < WayWidth && angleBetween(way.heading, middle.heading) > Parallel;
    });
    const bool drawn = !crossed && anyNear(m_dashes, cell, [&](const PlanPose& dash) {
        return distance(dash, middle) < SameDash;
    });
    if (crossed || drawn)
        return false;
    m_dashes[cell].push_back(middle);
    return true;
}

} // namespace ghostline::carla
