// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// How somebody moves without gravity: thrusters, boosts, launches off walls, a head that looks, hands that do
// things.
#include "codecs/echo/sample/body.h"
#include "codecs/io/sample_random.h"

#include <optional>

namespace ghostline::echo::sample {

/// A value that follows its target softly (critically damped).
struct Spring
{
    double value = 0.0;
    double rate = 0.0;
    void follow(double target, double stiffness, double step, double mostRate, double damping = 1.0);
};

enum class Gesture : std::uint8_t {
    Float,
    Ready,  ///< about to catch
    Reach,  ///< to Intent::reach
    Hold,   ///< the disc, before the chest
    WindUp, ///< behind the shoulder
    Swing,  ///< the whole arm along Intent::swing
    Block,  ///< before the face
    Cheer,
    Wave,
    Limp
};

/// What somebody is after; the tactics' word to the body.
struct Intent
{
    Vec target{0.0};
    double speed = 5.0;               ///< m/s at most
    double arriveIn = 0.0;            ///< seconds, 0 = arrive and stop
    bool urgent = false;              ///< boosts and launches whenever that helps
    bool mayGrip = false;             ///< holds on to a surface at the target
    bool inTube = false;              ///< the walls all around are no danger
    bool adrift = false;              ///< no thrusters, no grip: stunned
    std::optional<double> catapult{}; ///< along z, m/s: shot out of the launch tube
    Vec lookAt{0.0};
    std::array<Gesture, 2> gestures{Gesture::Float, Gesture::Float};
    Vec reach{0.0}; ///< in the world
    Vec swing{0.0}; ///< direction in the world
};

class Athlete
{
public:
    /// Standing still there, looking along z.
    void place(const Vec& position, double facing);
    void setPhase(double phase) { m_phase = phase; }
    /// Moves by one step of at most 1/100 s.
    void move(const Intent& intent, double step, double now);
    /// A blow: gains that velocity within a few hundredths of a second, and turns over when `hard`.
    void hit(const Vec& push, bool hard);

    const Vec& position() const { return m_position; }
    const Vec& velocity() const { return m_velocity; }
    glm::dquat bodyTurn() const;
    glm::dquat headTurn() const;
    /// In the world.
    Vec hand(int hand) const;
    glm::dquat handTurn(int hand) const;
    /// In the world, of the hand.
    Vec handVelocity(int hand) const;
    Vec shoulderPlace(int hand) const { return m_position + bodyTurn() * shoulder(hand); }
    std::optional<int> grippingHand() const;
    BodyPose pose() const;

private:
    struct Hand
    {
        Vec place{0.0}; ///< in body axes
        Vec rate{0.0};
        glm::dquat turn{1.0, 0.0, 0.0, 0.0};
    };
    struct Grip
    {
        Vec anchor{0.0};
        int hand = 0;
        double launchLeft = 0.0; ///< seconds of pushing off that are left, 0 = just holding
    };

    Vec wantedVelocity(const Intent& intent) const;
    Vec thrust(const Intent& intent, double step);
    Vec gripForce(const Intent& intent, const Vec& wanted, double step);
    Vec avoidance() const;
    void grab(const Intent& intent, const Vec& wanted);
    void stopAtSurfaces(double step);
    void turn(const Intent& intent, double step);
    void swingLegs(double step);
    void moveHands(const Intent& intent, double step, double now);
    Vec handTarget(const Intent& intent, int hand, double now) const;

    Vec m_position{0.0};
    Vec m_velocity{0.0};
    Vec m_acceleration{0.0}; ///< felt, smoothed
    Vec m_push{0.0};         ///< what is left of a blow
    Spring m_yaw;            ///< of the head
    Spring m_pitch;
    Spring m_bodyYaw;
    Spring m_lean;
    Spring m_roll;
    Spring m_tumble; ///< radians about m_tumbleAxis
    Vec m_tumbleAxis{1.0, 0.0, 0.0};
    std::array<Hand, 2> m_hands;
    Spring m_swingBack;
    Spring m_swingLeft;
    Spring m_knees;
    std::optional<Grip> m_grip;
    double m_boostLeft = 0.0;
    double m_boostRest = 0.0;
    double m_gripRest = 0.0;
    double m_phase = 0.0;
};

} // namespace ghostline::echo::sample
