// SPDX-License-Identifier: GPL-3.0-or-later
// Where a player looks, how the body follows, what the hands do.
#include "codecs/echo/sample/players.h"

#include <algorithm>
#include <cmath>

namespace ghostline::echo::sample {

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

void Athlete::turn(const Wish& wish, double step)
{
    if (!wish.adrift) {
        const Vec look = wish.lookAt - m_position;
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
    m_bodyYaw.follow(m_yaw.value, wish.adrift ? 1.0 : 5.5, step, 5.0);
    const Vec flight = glm::angleAxis(-m_bodyYaw.value, AxisY) * m_velocity;
    const Vec felt = glm::angleAxis(-m_bodyYaw.value, AxisY) * m_acceleration;
    m_lean.follow(std::clamp(0.045 * flight.z + 0.02 * felt.z, -0.25, 0.6), 4.0, step, 2.0);
    m_roll.follow(std::clamp(-0.03 * flight.x - 0.015 * felt.x, -0.35, 0.35), 4.0, step, 2.0);
    if (wish.adrift) {
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

Vec Athlete::handTarget(const Wish& wish, int hand, double now) const
{
    const double s = hand == 0 ? 1.0 : -1.0;
    const double slow = m_phase + now * 1.1 + hand * 1.7;
    const Vec sway(0.025 * std::sin(slow), 0.03 * std::sin(slow * 0.7 + 1.0), 0.025 * std::sin(slow * 0.8));
    const auto local = [this](const Vec& place) { return glm::conjugate(bodyTurn()) * (place - m_position); };
    switch (wish.gestures[static_cast<std::size_t>(hand)]) {
    case Gesture::Float: {
        const double speed = std::min(glm::length(m_velocity) / 6.0, 1.0);
        return sway + glm::mix(Vec(s * 0.30, -0.50, 0.24), Vec(s * 0.30, -0.66, 0.0), speed);
    }
    case Gesture::Ready:
        return sway + Vec(s * 0.26, -0.32, 0.40);
    case Gesture::Reach:
        return local(wish.reach);
    case Gesture::Hold:
        return sway + Vec(s * 0.28, -0.32, 0.36);
    case Gesture::WindUp:
        return {s * 0.38, 0.04, -0.26};
    case Gesture::Swing:
        return shoulder(hand) + glm::conjugate(bodyTurn()) * wish.swing * 0.7;
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

void Athlete::moveHands(const Wish& wish, double step, double now)
{
    for (int i = 0; i < 2; ++i) {
        Hand& hand = m_hands[static_cast<std::size_t>(i)];
        const Gesture gesture = wish.gestures[static_cast<std::size_t>(i)];
        const bool gripping = m_grip && m_grip->hand == i;
        const bool quick = gripping || gesture == Gesture::Swing || gesture == Gesture::Reach;
        const double stiffness = quick ? 20.0 : gesture == Gesture::WindUp ? 14.0 : 8.0;
        Vec target =
            gripping ? glm::conjugate(bodyTurn()) * (m_grip->anchor - m_position) : handTarget(wish, i, now);
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
