// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/analysis/boxes.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace ghostline::model {

namespace {

glm::dvec2 sideOf(const ActorBox& box) { return {box.forward.y, -box.forward.x}; }

/// How far the box reaches from its centre along a direction of length 1.
double reach(const ActorBox& box, const glm::dvec2& along)
{
    return box.half.x * std::abs(glm::dot(sideOf(box), along)) +
           box.half.y * std::abs(glm::dot(box.forward, along));
}

std::array<glm::dvec2, 4> cornersOf(const ActorBox& box)
{
    const glm::dvec2 side = sideOf(box) * box.half.x;
    const glm::dvec2 ahead = box.forward * box.half.y;
    return {box.centre + side + ahead, box.centre - side + ahead, box.centre - side - ahead,
            box.centre + side - ahead};
}

/// Two boxes that do not turn are apart exactly when they are along a side of either.
std::array<glm::dvec2, 4> axesOf(const ActorBox& a, const ActorBox& b)
{
    return {a.forward, sideOf(a), b.forward, sideOf(b)};
}

bool overlapFromAbove(const ActorBox& a, const ActorBox& b)
{
    return std::ranges::all_of(axesOf(a, b), [&](const glm::dvec2& axis) {
        return std::abs(glm::dot(b.centre - a.centre, axis)) < reach(a, axis) + reach(b, axis);
    });
}

double heightBetween(const ActorBox& a, const ActorBox& b)
{
    return std::max({0.0, a.bottom - b.top, b.bottom - a.top});
}

bool overlap(const ActorBox& a, const ActorBox& b)
{
    return heightBetween(a, b) <= 0.0 && overlapFromAbove(a, b);
}

double outsideOf(const ActorBox& box, const glm::dvec2& point)
{
    const glm::dvec2 from = point - box.centre;
    const double side = std::abs(glm::dot(from, sideOf(box))) - box.half.x;
    const double ahead = std::abs(glm::dot(from, box.forward)) - box.half.y;
    return std::hypot(std::max(side, 0.0), std::max(ahead, 0.0));
}

} // namespace

ActorBox boxOf(const ActorInfo& actor, const WorldState& state, std::size_t row)
{
    const glm::quat& turn = state.orientations[row];
    const glm::dvec3 centre = state.positions[row] + glm::dvec3(turn * actor.boxCentre);
    const glm::vec3 ahead = turn * glm::vec3(0.0F, 0.0F, 1.0F);
    ActorBox box;
    box.centre = {centre.x, centre.z};
    const glm::dvec2 forward(ahead.x, ahead.z);
    // Who looks straight up keeps some direction: the box is nearly as wide as it is long then.
    if (const double length = glm::length(forward); length > 1e-3)
        box.forward = forward / length;
    box.half = {actor.boxHalf.x, actor.boxHalf.z};
    box.bottom = centre.y - static_cast<double>(actor.boxHalf.y);
    box.top = centre.y + static_cast<double>(actor.boxHalf.y);
    return box;
}

double gapBetween(const ActorBox& a, const ActorBox& b)
{
    const double height = heightBetween(a, b);
    if (overlapFromAbove(a, b))
        return height;
    // The nearest two points of boxes that are apart are a corner of one and the other's edge.
    double least = std::numeric_limits<double>::infinity();
    for (const glm::dvec2& corner : cornersOf(a))
        least = std::min(least, outsideOf(b, corner));
    for (const glm::dvec2& corner : cornersOf(b))
        least = std::min(least, outsideOf(a, corner));
    return std::hypot(least, height);
}

double timeToCollision(const ActorBox& a, const ActorBox& b)
{
    if (!(heightBetween(a, b) <= 0.0))
        return NoValue;
    if (overlapFromAbove(a, b))
        return 0.0;
    if (!a.moving || !b.moving)
        return NoValue;
    const glm::dvec2 apart = b.centre - a.centre;
    const glm::dvec2 closing = b.velocity - a.velocity;
    double enter = 0.0;
    double leave = std::numeric_limits<double>::infinity();
    for (const glm::dvec2& axis : axesOf(a, b)) {
        const double distance = glm::dot(apart, axis);
        const double speed = glm::dot(closing, axis);
        const double touching = reach(a, axis) + reach(b, axis);
        if (std::abs(speed) < 1e-9) {
            if (!(std::abs(distance) < touching))
                return NoValue; // it stays as it is along this one
            continue;
        }
        const double one = (-touching - distance) / speed;
        const double other = (touching - distance) / speed;
        enter = std::max(enter, std::min(one, other));
        leave = std::min(leave, std::max(one, other));
    }
    return enter < leave && std::isfinite(enter) ? enter : NoValue;
}

double timeSinceThere(const std::deque<PastBox>& past, const ActorBox& later, Micros now)
{
    const auto there = std::find_if(past.rbegin(), past.rend(),
                                    [&later](const PastBox& each) { return overlap(each.box, later); });
    return there != past.rend() ? seconds(now - there->time) : NoValue;
}

} // namespace ghostline::model
