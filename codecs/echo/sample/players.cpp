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

Vec Athlete::wantedVelocity(const Intent& intent) const
{
    const Vec way = intent.target - m_position;
    const double distance = glm::length(way);
    if (distance < 1e-6)
        return Vec(0.0);
    double speed = intent.speed;
    if (intent.arriveIn > 0.0)
        speed = std::min(speed, distance / intent.arriveIn);
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

void Athlete::grab(const Intent& intent, const Vec& wanted)
{
    if (m_grip || m_gripRest > 0.0 || intent.adrift || intent.catapult)
        return;
    const Vec chest = m_position + ChestBelow;
    const double room = clearance(chest);
    if (room > 0.62 || room < 0.1)
        return;
    const Vec away = awayFromSurface(chest);
    const double gain = glm::length(wanted - m_velocity);
    const bool holdsOn =
        intent.mayGrip && glm::length(m_velocity) < 2.0 && glm::distance(m_position, intent.target) < 1.3;
    const bool pushesOff = gain > 2.5 && glm::dot(wanted - m_velocity, away) > 0.3 * gain;
    if (!holdsOn && !pushesOff)
        return;
    const Vec anchor = chest - away * room;
    const Vec local = glm::conjugate(bodyTurn()) * (anchor - m_position);
    // The hand on that side, unless it is at work.
    int hand = local.x > 0.0 ? 0 : 1;
    if (intent.gestures[static_cast<std::size_t>(hand)] != Gesture::Float)
        hand = 1 - hand;
    if (intent.gestures[static_cast<std::size_t>(hand)] != Gesture::Float ||
        glm::distance(local, shoulder(hand)) > ArmReach + 0.1)
        return;
    m_grip = Grip{anchor, hand, pushesOff ? 0.34 : 0.0};
}

Vec Athlete::gripForce(const Intent& intent, const Vec& wanted, double step)
{
    const Vec local = glm::conjugate(bodyTurn()) * (m_grip->anchor - m_position);
    const bool tooFar = glm::distance(local, shoulder(m_grip->hand)) > ArmReach + 0.04;
    if (tooFar || intent.adrift ||
        intent.gestures[static_cast<std::size_t>(m_grip->hand)] != Gesture::Float) {
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
    if (glm::distance(m_position, intent.target) > 2.2 && glm::length(wanted) > 2.0)
        m_grip->launchLeft = 0.34;
    return limited(-m_velocity / 0.15, 10.0);
}

Vec Athlete::thrust(const Intent& intent, double step)
{
    const Vec wanted = limited(wantedVelocity(intent) + (intent.inTube ? Vec(0.0) : avoidance()),
                               std::max(intent.speed, 3.0));
    grab(intent, wanted);
    if (m_grip)
        return gripForce(intent, wanted, step);
    const Vec change = wanted - m_velocity;
    const bool slowing = glm::dot(change, m_velocity) < 0.0;
    if (intent.urgent && m_boostRest <= 0.0 && glm::length(change) > 2.5) {
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

void Athlete::move(const Intent& intent, double step, double now)
{
    m_boostLeft = std::max(m_boostLeft - step, 0.0);
    m_boostRest = std::max(m_boostRest - step, 0.0);
    m_gripRest = std::max(m_gripRest - step, 0.0);
    Vec force(0.0);
    if (intent.catapult) {
        m_grip.reset();
        force = limited((Vec(0.0, 0.0, *intent.catapult) - m_velocity) / 0.03, Catapult);
    } else if (intent.adrift) {
        m_grip.reset();
        force = -m_velocity * 0.25;
    } else {
        force = thrust(intent, step);
    }
    const Vec push = limited(m_push / 0.03, Blow);
    m_push -= push * step;
    m_acceleration += (force + push - m_acceleration) * std::min(step / 0.12, 1.0);
    m_velocity = limited(m_velocity + (force + push) * step, Fastest);
    stopAtSurfaces(step);
    m_position += m_velocity * step;
    turn(intent, step);
    swingLegs(step);
    moveHands(intent, step, now);
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

// Where a player looks, how the body follows, what the hands do.

namespace {

constexpr double HalfTurn = 3.14159265358979;
const Vec AxisX(1.0, 0.0, 0.0);
const Vec AxisY(0.0, 1.0, 0.0);
const Vec AxisZ(0.0, 0.0, 1.0);

double wrapped(double angle) { return std::remainder(angle, 2.0 * HalfTurn); }

/// The shortest turn that brings +Z there.
glm::dquat towards(const Vec& direction)
{
    const Vec d = glm::normalize(direction);
    if (d.z < -0.98)
        return glm::angleAxis(HalfTurn, AxisY);
    return glm::normalize(glm::dquat(1.0 + d.z, glm::cross(AxisZ, d)));
}

} // namespace

void Spring::follow(double target, double stiffness, double step, double mostRate, double damping)
{
    rate += (stiffness * stiffness * (target - value) - 2.0 * damping * stiffness * rate) * step;
    rate = std::clamp(rate, -mostRate, mostRate);
    value += rate * step;
}

glm::dquat Athlete::bodyTurn() const
{
    return glm::angleAxis(m_bodyYaw.value, AxisY) * glm::angleAxis(m_tumble.value, m_tumbleAxis) *
           glm::angleAxis(m_lean.value, AxisX) * glm::angleAxis(m_roll.value, AxisZ);
}

glm::dquat Athlete::headTurn() const
{
    return glm::angleAxis(m_bodyYaw.value, AxisY) * glm::angleAxis(m_tumble.value, m_tumbleAxis) *
           glm::angleAxis(m_yaw.value - m_bodyYaw.value, AxisY) * glm::angleAxis(m_pitch.value, AxisX) *
           glm::angleAxis(0.5 * m_roll.value, AxisZ);
}

Vec Athlete::hand(int hand) const
{
    return m_position + bodyTurn() * m_hands[static_cast<std::size_t>(hand)].place;
}

glm::dquat Athlete::handTurn(int hand) const
{
    return bodyTurn() * m_hands[static_cast<std::size_t>(hand)].turn;
}

Vec Athlete::handVelocity(int hand) const
{
    return m_velocity + bodyTurn() * m_hands[static_cast<std::size_t>(hand)].rate;
}

std::optional<int> Athlete::grippingHand() const
{
    return m_grip ? std::optional(m_grip->hand) : std::nullopt;
}

BodyPose Athlete::pose() const
{
    BodyPose pose;
    pose.head = glm::conjugate(bodyTurn()) * headTurn();
    for (std::size_t i = 0; i < 2; ++i) {
        pose.hands[i] = m_hands[i].place;
        pose.handTurns[i] = m_hands[i].turn;
    }
    pose.swingBack = m_swingBack.value;
    pose.swingLeft = m_swingLeft.value;
    pose.kneeBend = {m_knees.value, m_knees.value * 0.7 + 0.25};
    return pose;
}

void Athlete::turn(const Intent& intent, double step)
{
    if (!intent.adrift) {
        const Vec look = intent.lookAt - m_position;
        const double level = std::hypot(look.x, look.z);
        // Straight up or down there is no heading to turn to.
        if (level > 0.25 * glm::length(look)) {
            const double heading = std::atan2(look.x, look.z);
            m_yaw.follow(m_yaw.value + wrapped(heading - m_yaw.value), 7.0, step, 5.5);
        } else {
            m_yaw.follow(m_yaw.value, 7.0, step, 5.5);
        }
        m_pitch.follow(std::clamp(-std::atan2(look.y, std::max(level, 0.2)), -0.9, 0.9), 7.0, step, 4.0);
    } else {
        m_yaw.follow(m_bodyYaw.value, 3.0, step, 2.0);
        m_pitch.follow(0.35, 3.0, step, 2.0);
    }
    m_bodyYaw.follow(m_yaw.value, intent.adrift ? 1.0 : 5.5, step, 5.0);
    const Vec flight = glm::angleAxis(-m_bodyYaw.value, AxisY) * m_velocity;
    const Vec felt = glm::angleAxis(-m_bodyYaw.value, AxisY) * m_acceleration;
    m_lean.follow(std::clamp(0.045 * flight.z + 0.02 * felt.z, -0.25, 0.6), 4.0, step, 2.0);
    m_roll.follow(std::clamp(-0.03 * flight.x - 0.015 * felt.x, -0.35, 0.35), 4.0, step, 2.0);
    if (intent.adrift) {
        m_tumble.rate *= 1.0 - 0.5 * step;
        m_tumble.value += m_tumble.rate * step;
    } else {
        const double upright = 2.0 * HalfTurn * std::round(m_tumble.value / (2.0 * HalfTurn));
        m_tumble.follow(upright, 3.2, step, 4.0);
    }
}

void Athlete::swingLegs(double step)
{
    const Vec flight = glm::conjugate(bodyTurn()) * m_velocity;
    const Vec felt = glm::conjugate(bodyTurn()) * m_acceleration;
    m_swingBack.follow(std::clamp(0.06 * flight.z + 0.03 * felt.z, -0.5, 0.8), 4.0, step, 3.0, 0.6);
    m_swingLeft.follow(std::clamp(-0.05 * flight.x - 0.03 * felt.x, -0.5, 0.5), 4.0, step, 3.0, 0.6);
    const double speed = glm::length(m_velocity);
    m_knees.follow(m_grip ? 1.2 : std::max(0.9 - 0.07 * speed, 0.35), 3.0, step, 2.0);
}

Vec Athlete::handTarget(const Intent& intent, int hand, double now) const
{
    const double s = hand == 0 ? 1.0 : -1.0;
    const double slow = m_phase + now * 1.1 + hand * 1.7;
    const Vec sway(0.025 * std::sin(slow), 0.03 * std::sin(slow * 0.7 + 1.0), 0.025 * std::sin(slow * 0.8));
    const auto local = [this](const Vec& place) { return glm::conjugate(bodyTurn()) * (place - m_position); };
    switch (intent.gestures[static_cast<std::size_t>(hand)]) {
    case Gesture::Float: {
        const double speed = std::min(glm::length(m_velocity) / 6.0, 1.0);
        return sway + glm::mix(Vec(s * 0.30, -0.50, 0.24), Vec(s * 0.30, -0.66, 0.0), speed);
    }
    case Gesture::Ready:
        return sway + Vec(s * 0.26, -0.32, 0.40);
    case Gesture::Reach:
        return local(intent.reach);
    case Gesture::Hold:
        return sway + Vec(s * 0.28, -0.32, 0.36);
    case Gesture::WindUp:
        return {s * 0.38, 0.04, -0.26};
    case Gesture::Swing:
        return shoulder(hand) + glm::conjugate(bodyTurn()) * intent.swing * 0.7;
    case Gesture::Block:
        return sway * 0.5 + Vec(s * 0.10, -0.10, 0.36);
    case Gesture::Cheer:
        return Vec(s * 0.30, 0.22 + 0.05 * std::sin(now * 7.0 + m_phase), 0.08);
    case Gesture::Wave:
        return Vec(s * 0.40 + 0.11 * std::sin(now * 9.0), 0.20, 0.10);
    case Gesture::Limp:
        return sway + Vec(s * 0.34, -0.40, 0.28);
    }
    return {};
}

void Athlete::moveHands(const Intent& intent, double step, double now)
{
    for (int i = 0; i < 2; ++i) {
        Hand& hand = m_hands[static_cast<std::size_t>(i)];
        const Gesture gesture = intent.gestures[static_cast<std::size_t>(i)];
        const bool gripping = m_grip && m_grip->hand == i;
        const bool quick = gripping || gesture == Gesture::Swing || gesture == Gesture::Reach;
        const double stiffness = quick ? 20.0 : gesture == Gesture::WindUp ? 14.0 : 8.0;
        Vec target = gripping ? glm::conjugate(bodyTurn()) * (m_grip->anchor - m_position)
                              : handTarget(intent, i, now);
        target = withinReach(target, i);
        const Vec pull = (target - hand.place) * (stiffness * stiffness) - hand.rate * (2.0 * stiffness);
        hand.rate += pull * step;
        const double speed = glm::length(hand.rate);
        if (speed > 8.0)
            hand.rate *= 8.0 / speed;
        const Vec before = hand.place;
        hand.place = withinReach(hand.place + hand.rate * step, i);
        hand.rate = (hand.place - before) / step;
        const glm::dquat aimed =
            towards(hand.place - elbow(hand.place, i)) * glm::angleAxis(i == 0 ? -0.5 : 0.5, AxisZ);
        hand.turn = glm::normalize(glm::slerp(hand.turn, aimed, std::min(step * 10.0, 1.0)));
    }
}

} // namespace ghostline::echo::sample
