// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/carla/roads/road_stations.h"

#include <algorithm>
#include <cmath>

namespace ghostline::carla {

namespace {

constexpr double MinStep = 0.2; // metres; curves are not cut finer
constexpr int MaxHalvings = 12;
constexpr double SteepestFall = 1.0; // radians; more is no road

/// The lateral place of a lane's outer border.
double outerBorder(const Lane& lane, double inner, double middle, double ds)
{
    const double side = lane.id > 0 ? 1.0 : -1.0;
    const bool byBorder = lane.widths.empty() && !lane.borders.empty();
    const double width =
        byBorder ? side * (middle + valueAt(lane.borders, ds) - inner) : valueAt(lane.widths, ds);
    return inner + side * std::max(0.0, width);
}

void setFall(const Road& road, Station& st)
{
    if (!road.superelevation.empty())
        st.roll = std::clamp(valueAt(road.superelevation, st.s), -SteepestFall, SteepestFall);
    const auto next = std::upper_bound(road.crossfall.begin(), road.crossfall.end(), st.s,
                                       [](double s, const Crossfall& c) { return s < c.angle.s; });
    if (next == road.crossfall.begin())
        return;
    st.fallLeft = std::clamp(std::prev(next)->at(st.s, true), -SteepestFall, SteepestFall);
    st.fallRight = std::clamp(std::prev(next)->at(st.s, false), -SteepestFall, SteepestFall);
}

/// Places where a description changes.
std::vector<double> cuts(const Road& road, const LaneSection& section, double from, double to)
{
    std::vector<double> at{from, to};
    const auto add = [&](double s) {
        if (s > from && s < to)
            at.push_back(s);
    };
    for (const Geometry& g : road.plan)
        add(g.s);
    for (const auto* cubics : {&road.elevation, &road.superelevation, &road.laneOffset}) {
        for (const Cubic& c : *cubics)
            add(c.s);
    }
    for (const Crossfall& c : road.crossfall)
        add(c.angle.s);
    for (const Lane& lane : section.lanes) {
        for (const auto* cubics : {&lane.widths, &lane.borders}) {
            for (const Cubic& c : *cubics)
                add(section.s + c.s);
        }
    }
    std::sort(at.begin(), at.end());
    at.erase(std::unique(at.begin(), at.end(), [](double a, double b) { return b - a < 1e-4; }), at.end());
    return at;
}

/// Cuts one smooth stretch.
class Refinement
{
public:
    Refinement(const Road& road, const LaneSection& section, double tolerance)
        : m_road(road), m_section(section), m_tolerance(tolerance)
    {
    }

    /// Appends stations after `a` up to and including `b`, as few as the tolerance allows.
    void refine(const Station& a, const Station& b, int depth, std::vector<Station>& out) const
    {
        const bool fine = depth >= MaxHalvings || b.s - a.s < 2.0 * MinStep;
        if (fine || deviation(a, b) <= m_tolerance) {
            out.push_back(b);
            return;
        }
        const Station m = stationAt(m_road, m_section, (a.s + b.s) / 2.0);
        refine(a, m, depth + 1, out);
        refine(m, b, depth + 1, out);
    }

private:
    /// Farthest any border strays from the straight piece between two stations.
    double deviation(const Station& a, const Station& b) const
    {
        double worst = 0.0;
        for (const double f : {0.25, 0.5, 0.75}) {
            const Station m = stationAt(m_road, m_section, a.s + (b.s - a.s) * f);
            for (std::size_t i = 0; i < m.outer.size(); ++i) {
                const glm::dvec3 straight = glm::mix(a.at(a.outer[i], 0.0), b.at(b.outer[i], 0.0), f);
                worst = std::max(worst, glm::distance(straight, m.at(m.outer[i], 0.0)));
            }
        }
        return worst;
    }

    const Road& m_road;
    const LaneSection& m_section;
    double m_tolerance;
};

} // namespace

glm::dvec3 Station::at(double t, double lift) const
{
    const double across = roll == 0.0 ? t : t * std::cos(roll);
    const double fall = t > 0.0 ? fallLeft : fallRight;
    const double up = t * std::sin(roll) - (fall == 0.0 ? 0.0 : std::abs(t) * std::tan(fall));
    const double x = pose.x - across * std::sin(pose.heading);
    const double y = pose.y + across * std::cos(pose.heading);
    return {x, z + up + lift, -y};
}

Station stationAt(const Road& road, double s)
{
    Station st{.s = s, .pose = poseAt(road, s), .z = valueAt(road.elevation, s)};
    setFall(road, st);
    return st;
}

Station stationAt(const Road& road, const LaneSection& section, double s)
{
    Station st = stationAt(road, s);
    const std::size_t n = section.lanes.size();
    const double middle = valueAt(road.laneOffset, s);
    st.inner.assign(n, middle);
    st.outer = st.inner;
    const auto place = [&](std::size_t i, double t) {
        st.inner[i] = t;
        return st.outer[i] = outerBorder(section.lanes[i], t, middle, s - section.s);
    };
    double t = middle;
    for (std::size_t i = 0; i < n; ++i) { // left lanes, inside out: ascending ids
        if (section.lanes[i].id > 0)
            t = place(i, t);
    }
    t = middle;
    for (std::size_t i = n; i-- > 0;) { // right lanes: descending ids
        if (section.lanes[i].id < 0)
            t = place(i, t);
    }
    return st;
}

std::vector<std::vector<Station>> stationsBetween(const Road& road, const LaneSection& section, double from,
                                                  double to, double tolerance)
{
    const std::vector<double> at = cuts(road, section, from, to);
    const Refinement refinement(road, section, tolerance);
    std::vector<std::vector<Station>> out;
    out.reserve(at.size());
    for (std::size_t k = 0; k + 1 < at.size(); ++k) {
        // The far end belongs to the next piece, whose widths may jump there.
        const Station last = stationAt(road, section, at[k + 1] - 1e-6);
        std::vector<Station> stations{stationAt(road, section, at[k])};
        refinement.refine(stations.front(), last, 0, stations);
        out.push_back(std::move(stations));
    }
    return out;
}

} // namespace ghostline::carla
