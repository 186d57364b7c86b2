// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/rates/body.h"

#include <algorithm>
#include <cmath>

namespace ghostline::rates {

namespace {

constexpr double Gravity = 0.08;
constexpr double FallDrag = 0.98;
constexpr double AirDrag = 0.91;
constexpr double KeyShare = 0.98; // of what a key asks for

} // namespace

glm::dvec3 ahead(double yaw)
{
    const double angle = glm::radians(yaw);
    return {-std::sin(angle), 0.0, std::cos(angle)};
}

glm::dvec3 lookOf(double yaw, double pitch)
{
    const double angle = glm::radians(pitch);
    glm::dvec3 look = ahead(yaw) * std::cos(angle);
    look.y = -std::sin(angle);
    return look;
}

double groundBelow(double height)
{
    constexpr double Parts = 16.0;
    return std::floor(height * Parts) / Parts;
}

void Body::walk(const Keys& keys)
{
    const bool onGround = grounded;
    const glm::dvec3 way = ahead(keys.heading);
    m_jumpWait = keys.jump && m_jumpWait > 0 ? m_jumpWait - 1 : 0;
    if (((keys.jump && m_jumpWait == 0) || keys.tap) && onGround) {
        m_jumpWait = 10;
        speed.y = keys.lift;
        if (keys.sprint)
            speed += way * 0.2;
    }
    const double sprint = keys.sprint ? 1.3 : 1.0;
    const double ground = 0.1 * sprint * keys.boost * 0.216 / (keys.slip * keys.slip * keys.slip);
    speed += way * (KeyShare * keys.push * (onGround ? ground : 0.02 * sprint));
    place += speed;
    if (place.y > floor + keys.headroom) {
        place.y = floor + keys.headroom;
        speed.y = 0.0;
    }
    land(keys.bouncy);
    const double drag = onGround ? keys.slip * AirDrag : AirDrag;
    speed.x *= drag;
    speed.z *= drag;
    speed.y = (speed.y - Gravity) * FallDrag;
}

void Body::land(bool bouncy)
{
    grounded = place.y <= floor && speed.y <= 0.0;
    if (!grounded)
        return;
    place.y = floor;
    if (bouncy && speed.y < -0.2) {
        speed.y = -speed.y;
        grounded = false;
    } else {
        speed.y = 0.0;
    }
}

void Body::swim(double heading, double push, bool sprint, int up)
{
    speed += ahead(heading) * (0.02 * KeyShare * push);
    speed.y += 0.04 * up;
    place += speed;
    if (place.y < floor)
        place.y = floor;
    const double drag = sprint ? 0.9 : 0.8;
    speed *= glm::dvec3(drag, 0.8, drag);
    speed.y -= Gravity / 16.0;
    grounded = false;
}

void Body::climb(int way)
{
    speed = {0.0, way > 0 ? (0.2 - Gravity) * FallDrag : way < 0 ? -0.15 : 0.0, 0.0};
    place += speed;
    grounded = false;
}

void Body::glide(double yaw, double pitch, bool rocket)
{
    const glm::dvec3 look = lookOf(yaw, pitch);
    const double level = std::max(std::cos(glm::radians(pitch)), 1e-6);
    const glm::dvec3 way = ahead(yaw);
    const double lift = level * level;
    const double pace = std::hypot(speed.x, speed.z);
    speed.y += Gravity * (-1.0 + lift * 0.75);
    if (speed.y < 0.0) { // sinking turns into pace
        const double gain = -0.1 * speed.y * lift;
        speed += way * gain;
        speed.y += gain;
    }
    if (pitch < 0.0) { // pace turns into height
        const double gain = pace * look.y * 0.04;
        speed -= way * gain;
        speed.y += gain * 3.2;
    }
    speed.x += (way.x * pace - speed.x) * 0.1;
    speed.z += (way.z * pace - speed.z) * 0.1;
    speed *= glm::dvec3(0.99, 0.98, 0.99);
    if (rocket)
        speed += look * 0.1 + (look * 1.5 - speed) * 0.5;
    place += speed;
    land(false);
}

void Body::settle()
{
    floor = std::round(place.y * 2.0) / 2.0;
    place.y = floor;
    speed = glm::dvec3(0.0);
    grounded = true;
    stance(Standing, 0);
}

void Body::put(const glm::dvec3& where)
{
    place = where;
    place.y = floor = groundBelow(where.y);
    speed = glm::dvec3(0.0);
    grounded = true;
    stance(Standing, 0);
}

} // namespace ghostline::rates
