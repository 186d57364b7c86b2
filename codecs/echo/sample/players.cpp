// SPDX-License-Identifier: GPL-3.0-or-later
// Where a player flies: forces of limited strength only, so that all motion has inertia.
#include "codecs/echo/sample/players.h"

#include <algorithm>
#include <cmath>

namespace ghostline::echo::sample {

namespace {

constexpr double Thruster = 3.4;  ///< m/s²
constexpr double Brake = 5.0;     ///< m/s²
constexpr double Boost = 9.0;     ///< m/s²
constexpr double Launch = 17.0;   ///< m/s², pushing off with an arm
constexpr double Catapult = 22.0; ///< m/s²
constexpr double Blow = 45.0;     ///< m/s²
constexpr double BodyRadius = 0.42;
constexpr double Fastest = 15.0;
const Vec ChestBelow(0.0, -0.24, 0.0);
const Vec HipsBelow(0.0, -0.75, 0.0);

Vec limited(const Vec& v, double most)
{
    const double length = glm::length(v);
    return length > most ? v * (most / length) : v;
}

} // namespace

void Athlete::place(const Vec& position, double facing)
{
    const double yaw = facing > 0.0 ? 0.0 : 3.14159265358979;
    const double phase = m_phase;
    *this = Athlete{};
    m_phase = phase;
    m_position = position;
    m_yaw.value = yaw;
    m_bodyYaw.value = yaw;
    m_knees.value = 0.7;
    for (int i = 0; i < 2; ++i)
        m_hands[static_cast<std::size_t>(i)].place = handTarget({}, i, 0.0);
}

Vec Athlete::wantedVelocity(const Wish& wish) const
{
    const Vec way = wish.target - m_position;
    const double distance = glm::length(way);
    if (distance < 1e-6)
        return Vec(0.0);
    double speed = wish.speed;
    if (wish.arriveIn > 0.0)
        speed = std::min(speed, distance / wish.arriveIn);
    else
        speed = std::min(speed, std::sqrt(2.0 * Brake * 0.6 * distance));
    return way * (speed / distance);
}

/// A velocity to add so that neither head nor hips run into something.
Vec Athlete::avoidance() const
{
    constexpr double Wide = 1.1;
    Vec add(0.0);
    for (const Vec& part : {Vec(0.0), HipsBelow}) {
        for (const double ahead : {0.0, 0.25, 0.5, 0.8}) {
            const Vec there = m_position + part + m_velocity * ahead;
            const double room = clearance(there);
            if (room < Wide)
                add += awayFromSurface(there) * ((Wide - room) * (ahead > 0.0 ? 1.6 : 2.2));
        }
    }
    return limited(add, 6.0);
}

void Athlete::grab(const Wish& wish, const Vec& wanted)
{
    if (m_grip || m_gripRest > 0.0 || wish.adrift || wish.catapult)
        return;
    const Vec chest = m_position + ChestBelow;
    const double room = clearance(chest);
    if (room > 0.62 || room < 0.1)
        return;
    const Vec away = awayFromSurface(chest);
    const double gain = glm::length(wanted - m_velocity);
    const bool holdsOn =
        wish.mayGrip && glm::length(m_velocity) < 2.0 && glm::distance(m_position, wish.target) < 1.3;
    const bool pushesOff = gain > 2.5 && glm::dot(wanted - m_velocity, away) > 0.3 * gain;
    if (!holdsOn && !pushesOff)
        return;
    const Vec anchor = chest - away * room;
    const Vec local = glm::conjugate(bodyTurn()) * (anchor - m_position);
    // The hand on that side, unless it is at work.
    int hand = local.x > 0.0 ? 0 : 1;
    if (wish.gestures[static_cast<std::size_t>(hand)] != Gesture::Float)
        hand = 1 - hand;
    if (wish.gestures[static_cast<std::size_t>(hand)] != Gesture::Float ||
        glm::distance(local, shoulder(hand)) > ArmReach + 0.1)
        return;
    m_grip = Grip{anchor, hand, pushesOff ? 0.34 : 0.0};
}

Vec Athlete::gripForce(const Wish& wish, const Vec& wanted, double step)
{
    const Vec local = glm::conjugate(bodyTurn()) * (m_grip->anchor - m_position);
    const bool tooFar = glm::distance(local, shoulder(m_grip->hand)) > ArmReach + 0.04;
    if (tooFar || wish.adrift || wish.gestures[static_cast<std::size_t>(m_grip->hand)] != Gesture::Float) {
        m_grip.reset();
        m_gripRest = 0.9;
        return Vec(0.0);
    }
    if (m_grip->launchLeft > 0.0) {
        m_grip->launchLeft -= step;
        const Vec away = awayFromSurface(m_position + ChestBelow);
        Vec push = wanted - m_velocity;
        push += away * std::max(0.4 * glm::length(push) - glm::dot(push, away), 0.0);
        if (m_grip->launchLeft <= 0.0 || glm::length(push) < 0.5) {
            m_grip.reset();
            m_gripRest = 0.9;
        }
        return limited(push / 0.08, Launch);
    }
    if (glm::distance(m_position, wish.target) > 2.2 && glm::length(wanted) > 2.0)
        m_grip->launchLeft = 0.34;
    return limited(-m_velocity / 0.15, 10.0);
}

Vec Athlete::thrust(const Wish& wish, double step)
{
    const Vec wanted =
        limited(wantedVelocity(wish) + (wish.inTube ? Vec(0.0) : avoidance()), std::max(wish.speed, 3.0));
    grab(wish, wanted);
    if (m_grip)
        return gripForce(wish, wanted, step);
    const Vec change = wanted - m_velocity;
    const bool slowing = glm::dot(change, m_velocity) < 0.0;
    if (wish.urgent && m_boostRest <= 0.0 && glm::length(change) > 2.5) {
        m_boostLeft = 0.5;
        m_boostRest = 3.5;
    }
    double most = slowing ? Brake : Thruster;
    if (m_boostLeft > 0.0)
        most = Boost;
    if (std::min(clearance(m_position + m_velocity * 0.3),
                 clearance(m_position + HipsBelow + m_velocity * 0.3)) < 0.55)
        most = 14.0; // hands and feet take up what would be a collision
    return limited(change / 0.25, most);
}

void Athlete::stopAtSurfaces(double step)
{
    for (const Vec& part : {Vec(0.0), HipsBelow}) {
        const Vec place = m_position + part;
        const double room = clearance(place);
        if (room >= BodyRadius)
            continue;
        const Vec away = awayFromSurface(place);
        const double into = -glm::dot(m_velocity, away);
        // A firm cushion instead of a wall: what goes in is pushed out again.
        const double wantedOut = (BodyRadius - room) * 4.0;
        if (into > -wantedOut)
            m_velocity += away * std::min(into + wantedOut, 45.0 * step);
    }
}

void Athlete::move(const Wish& wish, double step, double now)
{
    m_boostLeft = std::max(m_boostLeft - step, 0.0);
    m_boostRest = std::max(m_boostRest - step, 0.0);
    m_gripRest = std::max(m_gripRest - step, 0.0);
    Vec force(0.0);
    if (wish.catapult) {
        m_grip.reset();
        force = limited((Vec(0.0, 0.0, *wish.catapult) - m_velocity) / 0.03, Catapult);
    } else if (wish.adrift) {
        m_grip.reset();
        force = -m_velocity * 0.25;
    } else {
        force = thrust(wish, step);
    }
    const Vec push = limited(m_push / 0.03, Blow);
    m_push -= push * step;
    m_acceleration += (force + push - m_acceleration) * std::min(step / 0.12, 1.0);
    m_velocity = limited(m_velocity + (force + push) * step, Fastest);
    stopAtSurfaces(step);
    m_position += m_velocity * step;
    turn(wish, step);
    swingLegs(step);
    moveHands(wish, step, now);
}

void Athlete::hit(const Vec& push, bool hard)
{
    m_push += push;
    if (!hard)
        return;
    const Vec local = glm::conjugate(bodyTurn()) * push;
    const Vec axis = glm::cross(Vec(0.0, 1.0, 0.0), local);
    m_tumbleAxis = glm::length(axis) > 1e-3 ? glm::normalize(axis) : Vec(1.0, 0.0, 0.0);
    m_tumble.rate = 1.1 + 0.35 * glm::length(push);
}

} // namespace ghostline::echo::sample
