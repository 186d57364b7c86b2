// SPDX-License-Identifier: GPL-3.0-or-later
// Intelligent-driver car following on the paths of the town.
#include "codecs/carla/sample/traffic_sim.h"

#include <algorithm>
#include <cmath>

namespace ghostline::carla {

namespace {

constexpr std::array<VehicleModel, 12> Models{{
    {"vehicle.tesla.model3", "car", 4, {2.40, 1.08, 0.74}, 13.0},
    {"vehicle.audi.tt", "car", 4, {2.09, 1.00, 0.69}, 13.5},
    {"vehicle.mini.cooper_s", "car", 4, {1.90, 0.99, 0.74}, 12.5},
    {"vehicle.citroen.c3", "car", 4, {1.99, 0.93, 0.81}, 12.0},
    {"vehicle.mercedes.sprinter", "van", 4, {2.96, 1.00, 1.28}, 11.0},
    {"vehicle.nissan.patrol", "car", 4, {2.30, 0.97, 0.93}, 12.0},
    {"vehicle.yamaha.yzf", "motorcycle", 2, {1.10, 0.43, 0.76}, 13.0},
    {"vehicle.lincoln.mkz_2020", "car", 4, {2.45, 1.06, 0.75}, 12.5},
    {"vehicle.bh.crossbike", "bicycle", 2, {0.75, 0.43, 0.80}, 5.5},
    {"vehicle.seat.leon", "car", 4, {2.10, 0.91, 0.74}, 12.5},
    {"vehicle.carlamotors.carlacola", "truck", 4, {2.60, 1.30, 1.24}, 10.0},
    {"vehicle.toyota.prius", "car", 4, {2.26, 1.00, 0.76}, 12.0},
}};

constexpr double Pull = 2.2; // m/s2
constexpr double Brake = 3.0;
constexpr double HardBrake = 7.0;
constexpr double Standoff = 2.0;   // metres kept when standing
constexpr double Headway = 1.1;    // seconds kept when moving
constexpr double StopBefore = 1.2; // the line, before a lane's end
constexpr double LookAhead = 60.0;
constexpr double SideAcceleration = 2.4;
constexpr double TouchTime = 0.5;  // how long a contact lasts
constexpr double StandAfter = 8.0; // how long both stand afterwards

double length(const Vehicle& v) { return 2.0 * v.model->half.x; }

} // namespace

double redTime(const Crossroads& node)
{
    return static_cast<double>(node.incoming.size() - 1) * (GreenTime + YellowTime + ClearTime) + ClearTime;
}

SignalState signalAt(const Town& town, const Path& lane, double time)
{
    const Crossroads& node = town.nodes[static_cast<std::size_t>(lane.node)];
    if (!node.lights())
        return {};
    const double slot = GreenTime + YellowTime + ClearTime;
    const double cycle = slot * static_cast<double>(node.incoming.size());
    // Each crossing begins elsewhere in its cycle, before the recording does.
    const double shifted = time + 1000.0 * cycle + 4.3 * lane.node - slot * lane.arm;
    const double at = std::fmod(shifted, cycle);
    if (at < GreenTime)
        return {Signal::Green, at};
    if (at < GreenTime + YellowTime)
        return {Signal::Yellow, at - GreenTime};
    return {Signal::Red, at - GreenTime - YellowTime};
}

TrafficSim::TrafficSim(const Town& town, int vehicles, std::uint64_t seed)
    : m_town(town), m_random(seed), m_on(town.paths.size())
{
    const int perLane = (vehicles + town.lanes - 1) / std::max(1, town.lanes);
    for (int i = 0; i < vehicles; ++i) {
        Vehicle v;
        v.model = &Models[i == Hero ? 0U : static_cast<std::size_t>(i) % Models.size()];
        // Lanes in an order that spreads them over the town; further rounds stand behind the first.
        v.path = static_cast<int>((static_cast<std::uint64_t>(i) * 7 + seed) %
                                  static_cast<std::uint64_t>(town.lanes));
        v.turns = i == Hero ? static_cast<int>(seed % 6) : 0;
        while (std::count_if(m_vehicles.begin(), m_vehicles.end(),
                             [&](const Vehicle& o) { return o.path == v.path; }) > i / town.lanes)
            v.path = (v.path + 1) % town.lanes;
        const double room = path(v).length / (perLane + 1);
        const int round = i / town.lanes;
        v.s = path(v).length - room * (round + 1) + m_random.between(-2.0, 2.0);
        v.desiredSpeed = v.model->topSpeed * m_random.between(0.82, 1.0);
        v.speed = v.desiredSpeed * 0.5;
        v.next = choose(v, i == Hero);
        m_vehicles.push_back(v);
        m_on[static_cast<std::size_t>(v.path)].push_back(i);
    }
}

int TrafficSim::choose(Vehicle& v, bool hero)
{
    const std::vector<int>& next = path(v).next;
    if (hero) { // a tour with turns to both sides, the same whatever the others do
        static constexpr std::array<Turn, 6> Tour{Turn::Right, Turn::Left,  Turn::Straight,
                                                  Turn::Left,  Turn::Right, Turn::Left};
        for (std::size_t k = 0; k < Tour.size(); ++k) {
            const Turn wanted = Tour[(static_cast<std::size_t>(v.turns) + k) % Tour.size()];
            for (const int n : next) {
                if (pathAt(n).turn == wanted) {
                    ++v.turns;
                    return n;
                }
            }
        }
    }
    return next[static_cast<std::size_t>(m_random.below(static_cast<int>(next.size())))];
}

/// The vehicle in front, on this path or on the next two.
TrafficSim::Obstacle TrafficSim::ahead(int who, std::size_t rank) const
{
    const Vehicle& v = m_vehicles[static_cast<std::size_t>(who)];
    const auto gapTo = [&](int other, double distance) {
        const Vehicle& o = m_vehicles[static_cast<std::size_t>(other)];
        return Obstacle{distance - (length(v) + length(o)) / 2.0, o.speed, other};
    };
    const auto& here = m_on[static_cast<std::size_t>(v.path)];
    if (rank > 0)
        return gapTo(here[rank - 1], m_vehicles[static_cast<std::size_t>(here[rank - 1])].s - v.s);
    double distance = path(v).length - v.s;
    int at = v.next;
    for (int hops = 0; hops < 2 && distance < LookAhead; ++hops) {
        const auto& there = m_on[static_cast<std::size_t>(at)];
        if (!there.empty())
            return gapTo(there.back(), distance + m_vehicles[static_cast<std::size_t>(there.back())].s);
        distance += pathAt(at).length;
        if (pathAt(at).lane)
            break; // where the next lane leads is not decided yet
        at = pathAt(at).next.front();
    }
    return {};
}

/// Distance to a line it must stop at: the light is against it, or the street beyond is full.
double TrafficSim::signalGap(const Vehicle& v) const
{
    const Path& lane = path(v);
    if (!lane.lane)
        return 1e9;
    const double gap = lane.length - v.s - v.model->half.x - StopBefore;
    if (gap < -1.0)
        return 1e9; // over the line already
    const Signal signal = signalAt(m_town, lane, m_time).signal;
    const bool canStop = gap > v.speed * v.speed / (2.0 * Brake + 1.0);
    if (signal == Signal::Red || (signal == Signal::Yellow && canStop))
        return gap;
    const auto& beyond = m_on[static_cast<std::size_t>(pathAt(v.next).next.front())];
    if (!beyond.empty()) {
        const Vehicle& last = m_vehicles[static_cast<std::size_t>(beyond.back())];
        if (last.s - last.model->half.x < length(v) + Standoff && last.speed < 2.0)
            return gap;
    }
    return 1e9;
}

/// Fastest it may go now so as to take this bend, and the next one, without skidding.
double TrafficSim::curveLimit(const Vehicle& v) const
{
    const auto bendSpeed = [](double curvature) {
        return curvature == 0.0 ? 1e9 : std::sqrt(SideAcceleration / std::abs(curvature));
    };
    const double toEnd = std::max(0.0, path(v).length - v.s);
    const double next = bendSpeed(pathAt(v.next).curvature);
    return std::min(bendSpeed(path(v).curvature), std::sqrt(next * next + 2.0 * 1.8 * toEnd));
}

double TrafficSim::accelerate(int who, std::size_t rank)
{
    Vehicle& v = vehicle(who);
    const double desired = std::max(0.5, std::min(v.desiredSpeed, curveLimit(v)));
    double a = Pull * (1.0 - std::pow(v.speed / desired, 4.0));
    const auto follow = [&](double gap, double speed) {
        const double closing = v.speed - speed;
        const double wanted =
            Standoff + std::max(0.0, v.speed * Headway + v.speed * closing / (2.0 * std::sqrt(Pull * Brake)));
        const double free = std::max(gap, 0.1);
        a = std::min(a, Pull * (1.0 - std::pow(v.speed / desired, 4.0) - (wanted / free) * (wanted / free)));
    };
    const Obstacle o = ahead(who, rank);
    const bool looksAway = m_crash.behind == who && m_crash.touching < 0.0;
    if (looksAway)
        a = std::min(Pull, v.desiredSpeed - v.speed);
    else if (o.gap < LookAhead)
        follow(o.gap, o.speed);
    const double line = signalGap(v);
    if (!looksAway && line < LookAhead)
        follow(line + Standoff, 0.0);
    return std::clamp(a, -HardBrake, Pull);
}

void TrafficSim::advance(int who, double dt)
{
    Vehicle& v = vehicle(who);
    const double before = v.speed;
    v.speed = std::max(0.0, v.speed + v.acceleration * dt);
    if (v.waits > 0.0) {
        v.waits -= dt;
        v.speed = 0.0;
        v.doorOpen = v.waits > 1.5 && v.waits < StandAfter - 2.0;
    }
    v.acceleration = (v.speed - before) / dt;
    const double way = (before + v.speed) / 2.0 * dt;
    v.s += way;
    v.wheelAngle = std::fmod(v.wheelAngle + glm::degrees(way / 0.34), 360.0);
    while (v.s >= path(v).length) {
        auto& here = m_on[static_cast<std::size_t>(v.path)];
        here.erase(std::find(here.begin(), here.end(), who));
        v.s -= path(v).length;
        v.path = v.next;
        v.next = path(v).lane ? choose(v, who == Hero) : path(v).next.front();
        m_on[static_cast<std::size_t>(v.path)].push_back(who);
    }
}

void TrafficSim::step(double dt)
{
    for (const std::vector<int>& here : m_on) {
        for (std::size_t rank = 0; rank < here.size(); ++rank)
            vehicle(here[rank]).acceleration = accelerate(here[rank], rank);
    }
    for (int i = 0; i < static_cast<int>(m_vehicles.size()); ++i)
        advance(i, dt);
    m_time += dt;
    crashStep(dt);
}

/// Whoever follows the hero closely enough to hit it, on the same lane.
void TrafficSim::lookForCrash()
{
    const Vehicle& hero = m_vehicles[Hero];
    const auto& here = m_on[static_cast<std::size_t>(hero.path)];
    const auto found = std::find(here.begin(), here.end(), Hero);
    if (!path(hero).lane || found == here.end() || std::next(found) == here.end())
        return;
    const int behind = *std::next(found);
    const Vehicle& v = m_vehicles[static_cast<std::size_t>(behind)];
    const double gap = hero.s - v.s - (length(hero) + length(v)) / 2.0;
    const bool close = gap > 1.0 && gap < 14.0 && v.speed > hero.speed + 0.5 && v.speed > 2.0;
    if (close && v.model->wheels == 4)
        m_crash = {.behind = behind, .ahead = Hero, .touching = -1.0};
}

void TrafficSim::crashStep(double dt)
{
    if (m_crash.behind < 0) {
        if (m_wanted)
            lookForCrash();
        return;
    }
    Vehicle& behind = vehicle(m_crash.behind);
    Vehicle& front = vehicle(m_crash.ahead);
    if (m_crash.touching >= 0.0) {
        m_crash.touching += dt;
        if (m_crash.touching > TouchTime + StandAfter)
            m_crash = {};
        return;
    }
    if (behind.path != front.path) { // it went off another way: nothing happened
        m_crash = {};
        return;
    }
    const double gap = front.s - behind.s - (length(front) + length(behind)) / 2.0;
    if (gap > 0.05)
        return;
    behind.s = front.s - (length(front) + length(behind)) / 2.0 - 0.02;
    m_crash.touching = 0.0;
    m_wanted = false;
    behind.speed = front.speed = 0.0;
    behind.waits = StandAfter + 3.0;
    front.waits = StandAfter;
}

std::optional<Crash> TrafficSim::contact() const
{
    if (m_crash.touching < 0.0 || m_crash.touching > TouchTime)
        return std::nullopt;
    return m_crash;
}

Turn TrafficSim::indicated(const Vehicle& v) const
{
    if (!path(v).lane)
        return path(v).turn;
    return path(v).length - v.s < 30.0 ? pathAt(v.next).turn : Turn::Straight;
}

} // namespace ghostline::carla
