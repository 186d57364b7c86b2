// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A body that moves as the game moves one: a step a tick, blocks and blocks a tick. The figures are the
// game's own, as players have measured and published them.
#include <glm/glm.hpp>

namespace ghostline::rates {

enum Pose { Standing = 0, FallFlying = 1, Swimming = 3, Sneaking = 5, Sitting = 10 };
enum Flag { SneakFlag = 0x02, SprintFlag = 0x08, SwimFlag = 0x10, ElytraFlag = 0x80 };

/// Horizontal direction of a yaw, degrees in the game's sense (0 is +Z, 90 is -X).
glm::dvec3 ahead(double yaw);
/// Grounds end at sixteenths of a block.
double groundBelow(double height);
glm::dvec3 lookOf(double yaw, double pitch);

/// What the keys say.
struct Keys
{
    double heading = 0.0; ///< degrees; where the keys push to
    double push = 1.0;    ///< 0 no key, 0.3 sneaking
    bool sprint = false;
    bool jump = false;     ///< held down: once in ten ticks, as the game has it
    bool tap = false;      ///< pressed anew: whenever there is ground
    double slip = 0.6;     ///< of the floor; ice 0.98, blue ice 0.989
    double boost = 1.0;    ///< of the pace on the ground; more than 1 is a cheat's
    double lift = 0.42;    ///< speed of a jump
    bool bouncy = false;   ///< slime below
    double headroom = 1e9; ///< above a standing body; 0.2 in a passage two blocks high
};

class Body
{
public:
    glm::dvec3 place{0.0, 64.0, 0.0};
    glm::dvec3 speed{0.0}; ///< as the next step begins
    double floor = 64.0;   ///< height of what is below
    bool grounded = true;
    int pose = Standing;
    int flags = 0;

    void walk(const Keys& keys);
    /// In water: `up` -1, 0, 1.
    void swim(double heading, double push, bool sprint, int up);
    /// On a ladder, -1 down, 0 hold, 1 up.
    void climb(int way);
    /// With an elytra; `rocket` while a firework burns.
    void glide(double yaw, double pitch, bool rocket);
    /// The floor comes up to where the body is: at the height of a block or of half a one.
    void settle();
    /// Put somewhere by the server.
    void put(const glm::dvec3& where);
    void stance(int newPose, int newFlags)
    {
        pose = newPose;
        flags = newFlags;
    }
    bool still() const { return grounded && pose == Standing; }

private:
    void land(bool bouncy);

    int m_jumpWait = 0; ///< ticks
};

} // namespace ghostline::rates
