// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A small made-up town for synthetic logs: a grid of two-lane streets with traffic lights, and its map.
// Plane coordinates are the log's own in metres: x east, y south; headings clockwise from east, radians.
#include <QByteArray>

#include <array>
#include <glm/glm.hpp>
#include <numbers>
#include <vector>

namespace ghostline::carla {

inline constexpr double LaneWidth = 3.5;
inline constexpr double ShoulderWidth = 0.3;
inline constexpr double SidewalkWidth = 2.5;
/// From the middle of a crossing to where its streets begin.
inline constexpr double CrossingHalf = 9.0;

enum class Turn { Straight, Right, Left };

/// A lane between two crossings, or the way through a crossing: a line or an arc.
struct Path
{
    glm::dvec2 start{0.0};
    double heading = 0.0;
    double length = 0.0;
    double curvature = 0.0; ///< positive turns right
    bool lane = true;
    int node = -1; ///< crossing at its end (lane), or the one it leads through
    int arm = -1;  ///< lane: which of the crossing's arms it comes in by
    Turn turn = Turn::Straight;
    std::vector<int> next{}; ///< paths that go on from its end

    glm::dvec2 at(double s) const;
    double headingAt(double s) const { return heading + curvature * s; }
};

struct Crossroads
{
    glm::dvec2 place{0.0};
    std::vector<int> incoming{}; ///< lanes, one an arm
    bool lights() const { return incoming.size() >= 3; }
};

/// A block's sidewalk: a rectangle with round corners, walked clockwise.
struct Block
{
    glm::dvec2 min{0.0};
    glm::dvec2 max{0.0};
    double radius = 0.0;
    double length() const;
    glm::dvec2 at(double s, double& heading) const;
};

struct Town
{
    std::vector<Crossroads> nodes;
    std::vector<Path> paths; ///< lanes first
    std::vector<Block> blocks;
    int lanes = 0;
    double laneMetres = 0.0;
    int lightArms = 0;

    /// Large enough for this many vehicles to move freely and this many lights to stand.
    static Town build(int vehicles, int lights);
    /// Its OpenDRIVE map.
    QByteArray openDrive() const;
};

} // namespace ghostline::carla
