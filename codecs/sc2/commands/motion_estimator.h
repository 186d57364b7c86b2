// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What estimating motion is made of; internal to it.
#include "codecs/sc2/commands/motion.h"
#include "codecs/sc2/commands/unit_orders.h"
#include "codecs/sc2/commands/unit_path.h"

#include <cmath>

namespace ghostline::sc2 {

struct Place
{
    float x = 0.0F;
    float y = 0.0F;
};
/// Places are map cells, at most millions: squares cannot overflow, which is all that hypot would be for.
inline float between(Place a, Place b)
{
    const float x = a.x - b.x;
    const float y = a.y - b.y;
    return std::sqrt(x * x + y * y);
}
inline Place along(Place from, Place to, float cells)
{
    const float whole = between(from, to);
    if (whole <= 0.0F || cells >= whole)
        return to;
    const float part = cells / whole;
    return {from.x + (to.x - from.x) * part, from.y + (to.y - from.y) * part};
}
inline Place placeOf(const Waypoint& w) { return {w.x, w.y}; }
inline Place placeOf(const Report& r) { return {r.x, r.y}; }
inline Waypoint corner(std::uint32_t loop, Place at, bool reported = false, bool jump = false)
{
    Waypoint made;
    made.loop = loop;
    made.x = at.x;
    made.y = at.y;
    made.reported = reported;
    made.jump = jump;
    return made;
}

/// Follows one unit at a time through its orders, and bends the way so that it passes its reports.
class MotionEstimator
{
public:
    MotionEstimator(const UnitLives& lives, const TrackerEvents& tracker, const PlayerActions& actions,
                    const ReplayHead& head);
    Motions estimate();

private:
    void follow(std::uint32_t number);
    void begin(std::uint32_t number);
    void walk(std::uint32_t until);
    void happen(std::uint32_t until);
    void obey(const Order& order);
    void setSpeed();
    void rallied();
    void arrive(const Report& report);
    void bend(const Report& report);
    void leapTo(const Report& report);
    void write(const Waypoint& w) { m_writer.add(w); }
    void turn();
    float speedOf(NameId type) const { return type < m_speeds.size() ? m_speeds[type] : 0.0F; }

    const UnitLives& m_lives;
    const PlayerActions& m_actions;
    UnitOrders m_orders;
    std::vector<float> m_speeds;                     ///< by name
    std::vector<bool> m_grows;                       ///< by name: larvae and eggs, which hatch
    std::vector<bool> m_works;                       ///< by name: workers
    std::vector<bool> m_resting;                     ///< by name: burrowed, sieged, in an egg
    std::vector<std::vector<std::uint32_t>> m_hints; ///< by player id: loops of recalls and unloadings
    Motions m_out;
    PathWriter m_writer;

    // Of the unit that is followed:
    const UnitLife* m_life = nullptr;
    std::uint32_t m_number = 0;
    std::size_t m_nextOrder = 0;
    std::size_t m_nextType = 0;
    bool m_built = false; ///< its construction is behind it
    Place m_at{};
    std::uint32_t m_loop = 0;
    float m_speed = 0.0F;
    float m_fastest = 0.0F; ///< since the last report
    std::vector<Place> m_goals;
    std::size_t m_goal = 0; ///< the one it goes to
    bool m_hadGoal = false;
    Place m_lastGoal{};
    std::uint32_t m_ordered = 0; ///< when it was told where to go
    bool m_rests = false;        ///< cannot go in this shape, but will in the next
    std::vector<Waypoint> m_way; ///< since the last report
};

} // namespace ghostline::sc2
