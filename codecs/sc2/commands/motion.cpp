// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/sc2/commands/motion.h"

#include "codecs/sc2/base/limits.h"
#include "codecs/sc2/commands/unit_orders.h"
#include "codecs/sc2/commands/unit_path.h"
#include "codecs/sc2/commands/unit_speeds.h"

#include <algorithm>
#include <cmath>

namespace ghostline::sc2 {

namespace {

/// From a unit to what it was sent to: both have a body.
constexpr float Standoff = 1.5F;
constexpr float LeapReach = 8.0F;
/// Back on the way when a fight led it off by more.
constexpr float Astray = 2.0F;
/// A unit that changes its shape goes on with what it was told while it did.
constexpr std::uint32_t ChangeLoops = 90;
/// Orders of a maker that are looked through for its rally point, latest first.
constexpr float MaxLoop = 2.0e9F;

struct Place
{
    float x = 0.0F;
    float y = 0.0F;
};
/// Places are map cells, at most millions: squares cannot overflow, which is all that hypot would be for.
float between(Place a, Place b)
{
    const float x = a.x - b.x;
    const float y = a.y - b.y;
    return std::sqrt(x * x + y * y);
}
Place along(Place from, Place to, float cells)
{
    const float whole = between(from, to);
    if (whole <= 0.0F || cells >= whole)
        return to;
    const float part = cells / whole;
    return {from.x + (to.x - from.x) * part, from.y + (to.y - from.y) * part};
}
Place placeOf(const Waypoint& w) { return {w.x, w.y}; }
Place placeOf(const Report& r) { return {r.x, r.y}; }
Waypoint corner(std::uint32_t loop, Place at, bool reported = false, bool jump = false)
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

MotionEstimator::MotionEstimator(const UnitLives& lives, const TrackerEvents& tracker,
                                 const PlayerActions& actions, const ReplayHead& head)
    : m_lives(lives), m_actions(actions), m_orders(ordersByUnit(lives, tracker, actions, head)), m_hints(256),
      m_writer(m_out.waypoints)
{
    m_speeds.reserve(tracker.names.size());
    m_grows.reserve(tracker.names.size());
    m_works.reserve(tracker.names.size());
    m_resting.reserve(tracker.names.size());
    for (const std::string& name : tracker.names) {
        const UnitType* type = findUnitType(name);
        m_speeds.push_back(usualSpeed(name));
        m_resting.push_back(restsInThisShape(name));
        m_grows.push_back(name == "Larva" || name == "Egg");
        m_works.push_back(type != nullptr && type->unitClass == UnitClass::Worker);
    }
    for (const Order& order : actions.orders) {
        if (order.participant < 0 || !movesOthers(order) ||
            static_cast<std::size_t>(order.participant) >= head.participants.size())
            continue;
        const int player = head.participants[static_cast<std::size_t>(order.participant)].playerId;
        m_hints[static_cast<std::size_t>(player) % m_hints.size()].push_back(order.loop);
    }
}

Motions MotionEstimator::estimate()
{
    m_out.units.reserve(m_lives.lives.size());
    m_out.waypoints.reserve(m_lives.reports.size() * 2 + m_orders.orders.size());
    for (std::uint32_t i = 0; i < m_lives.lives.size(); ++i)
        follow(i);
    return std::move(m_out);
}

void MotionEstimator::setSpeed()
{
    m_speed = m_built ? speedOf(m_lives.typeAt(*m_life, m_loop)) : 0.0F;
    m_fastest = std::max(m_fastest, m_speed);
    const NameId type = m_lives.typeAt(*m_life, m_loop);
    m_rests = m_built && type < m_resting.size() && m_resting[type];
    if (m_speed <= 0.0F || m_loop > m_ordered + ChangeLoops) {
        m_goals.clear();
        m_goal = 0;
        m_hadGoal = false;
    }
}

void MotionEstimator::begin(std::uint32_t number)
{
    m_number = number;
    m_life = &m_lives.lives[number];
    m_nextOrder = 0;
    m_nextType = m_life->typeCount > 0 ? 1 : 0;
    m_built = m_life->finished <= m_life->first;
    m_loop = m_life->first;
    m_goals.clear();
    m_goal = 0;
    m_hadGoal = false;
    m_ordered = 0;
    m_fastest = 0.0F;
    m_way.clear();
    m_writer.begin(*m_life);
    setSpeed();
}

/// A corner where it is now.
void MotionEstimator::turn()
{
    const Waypoint here = corner(m_loop, m_at);
    if (!m_way.empty() && m_way.back().loop == m_loop) {
        const bool jump = m_way.back().jump;
        m_way.back() = here;
        m_way.back().jump = jump;
    } else {
        m_way.push_back(here);
    }
}

/// Goes on toward its goals up to a loop.
void MotionEstimator::walk(std::uint32_t until)
{
    while (m_loop < until) {
        if (m_speed <= 0.0F || m_goal >= m_goals.size()) {
            m_loop = until;
            return;
        }
        const Place goal = m_goals[m_goal];
        const float time = std::ceil(between(m_at, goal) / m_speed);
        if (time > static_cast<float>(until - m_loop)) {
            m_at = along(m_at, goal, m_speed * static_cast<float>(until - m_loop));
            m_loop = until;
            return;
        }
        m_loop += static_cast<std::uint32_t>(time);
        m_at = goal;
        ++m_goal;
        turn();
    }
}

void MotionEstimator::obey(const Order& order)
{
    if (m_speed <= 0.0F && !m_rests)
        return;
    const Going going = goingOf(order);
    const Place target{order.target.point.x, order.target.point.y};
    if (going == Going::Nowhere || going == Going::Rally || !std::isfinite(target.x) ||
        !std::isfinite(target.y))
        return;
    if (!order.queued || going == Going::Stop) {
        m_goals.clear();
        m_goal = 0;
    }
    turn();
    m_hadGoal = false;
    if (going == Going::Stop)
        return;
    if (going == Going::Leap) {
        m_at = along(m_at, target, LeapReach);
        ++m_loop;
        turn();
        m_way.back().jump = true;
        return;
    }
    const Place from = m_goals.empty() ? m_at : m_goals.back();
    const float far = between(from, target);
    Place goal = target;
    if (going == Going::Near)
        goal = far > Standoff ? along(from, target, far - Standoff) : from;
    if (m_goals.size() - m_goal < MaxQueuedOrders)
        m_goals.push_back(goal);
    m_hadGoal = true;
    m_lastGoal = goal;
    m_ordered = m_loop;
}

/// All that happens to it before a loop, in order, walking in between.
void MotionEstimator::happen(std::uint32_t until)
{
    const auto orders = m_orders.of(m_number);
    const auto types = m_lives.typesOf(*m_life);
    for (;;) {
        const std::uint32_t order =
            m_nextOrder < orders.size() ? m_actions.orders[orders[m_nextOrder]].loop : OpenEnd;
        const std::uint32_t type = m_nextType < types.size() ? types[m_nextType].loop : OpenEnd;
        const std::uint32_t built = m_built ? OpenEnd : m_life->finished;
        const std::uint32_t next = std::min({order, type, built});
        if (next >= until || next == OpenEnd)
            break;
        walk(std::max(next, m_loop));
        if (next == built) {
            m_built = true;
            setSpeed();
        } else if (next == type) {
            ++m_nextType;
            turn();
            setSpeed();
        } else {
            obey(m_actions.orders[orders[m_nextOrder++]]);
        }
    }
}

/// What hatches or is trained goes where its maker was told to send it.
void MotionEstimator::rallied()
{
    if (m_speed <= 0.0F || m_life->creator == NoLife)
        return;
    const NameId type = m_lives.typeAt(*m_life, m_loop);
    const bool worker = type < m_works.size() && m_works[type];
    std::uint32_t maker = m_life->creator;
    for (int step = 0; step < 3 && maker != NoLife; ++step) {
        const UnitLife& life = m_lives.lives[maker];
        if (const NameId made = m_lives.typeAt(life, m_loop); made >= m_grows.size() || !m_grows[made])
            break;
        maker = life.creator;
    }
    if (maker == NoLife)
        return;
    const auto orders = m_orders.of(maker);
    auto at =
        std::upper_bound(orders.begin(), orders.end(), m_loop, [&](std::uint32_t loop, std::uint32_t o) {
            return loop < m_actions.orders[o].loop;
        });
    for (int tries = 0; at != orders.begin() && tries < MaxRecalledOrders; ++tries) {
        const Order& order = m_actions.orders[*--at];
        const Going going = goingOf(order);
        const bool click = !order.hasAbility && (going == Going::Go || going == Going::Near);
        const bool forAll = order.name.command.find("WorkerRally") == std::string_view::npos &&
                            order.name.command.find("UnitRally") == std::string_view::npos;
        const bool forWorkers = order.name.command.find("WorkerRally") != std::string_view::npos;
        if (!(click || going == Going::Rally) || !(forAll || forWorkers == worker))
            continue;
        Order go = order;
        go.hasAbility = false;
        go.purpose = CommandPurpose::Move;
        go.queued = false;
        obey(go);
        return;
    }
}

void MotionEstimator::arrive(const Report& report)
{
    happen(report.loop);
    walk(report.loop);
    if (report.loop > m_way.front().loop) {
        turn();
        bend(report);
    } else {
        write(corner(report.loop, placeOf(report), true));
    }
    m_at = placeOf(report);
    m_loop = std::max(m_loop, report.loop);
    m_fastest = m_speed;
    m_way.clear();
    turn();
    if (m_hadGoal && m_goal >= m_goals.size() && between(m_at, m_lastGoal) > Astray) {
        m_goals.assign(1, m_lastGoal);
        m_goal = 0;
    }
}

void MotionEstimator::follow(std::uint32_t number)
{
    begin(number);
    const auto reports = m_lives.reportsOf(*m_life);
    if (!reports.empty()) {
        m_at = placeOf(reports.front());
        turn();
        write(corner(m_loop, m_at, reports.front().loop == m_loop));
        rallied();
        for (const Report& report : reports)
            if (report.loop > m_life->first && std::isfinite(report.x) && std::isfinite(report.y))
                arrive(report);
        happen(m_life->end);
        while (m_goal < m_goals.size() && m_speed > 0.0F && static_cast<float>(m_loop) < MaxLoop &&
               m_loop < m_life->end)
            walk(std::min<std::uint32_t>(m_life->end, static_cast<std::uint32_t>(MaxLoop)));
        turn();
        for (const Waypoint& w : m_way)
            write(w);
    }
    UnitMotion made = m_writer.finish();
    // Of what was only concluded nothing is reported.
    for (std::uint32_t i = 0; m_life->revealed && i < made.count; ++i)
        m_out.waypoints[made.first + i].reported = false;
    m_out.units.push_back(made);
}

// Bends the way that orders led a unit so that it passes the place reported next.

/// Units with upgrades, boosts and creep under their feet are this much faster than usual.
constexpr float Haste = 2.2F;
/// A place in whole cells may be this far off.
constexpr float Rounding = 0.75F;
/// What stays put still drifts a little: larvae, units pushed aside.
constexpr float Drift = 3.0F;
constexpr std::uint32_t DriftLoops = 16;

void MotionEstimator::leapTo(const Report& report)
{
    const int player = m_lives.ownerAt(*m_life, report.loop);
    const auto& hints = m_hints[static_cast<std::size_t>(player & 0xFF)];
    const std::uint32_t from = m_way.front().loop;
    const auto hint = std::upper_bound(hints.begin(), hints.end(), report.loop - 1);
    const std::uint32_t at = hint != hints.begin() && *(hint - 1) > from && *(hint - 1) < report.loop
                                 ? *(hint - 1)
                                 : report.loop - 1;
    for (const Waypoint& w : m_way)
        if (w.loop <= at)
            write(w);
    // Where it was when it went: on the stretch that is cut here.
    for (std::size_t i = 1; i < m_way.size(); ++i) {
        const Waypoint& a = m_way[i - 1];
        const Waypoint& b = m_way[i];
        if (a.loop <= at && b.loop > at && !b.jump) {
            const auto part = static_cast<float>(at - a.loop) / static_cast<float>(b.loop - a.loop);
            write(corner(at, along(placeOf(a), placeOf(b), between(placeOf(a), placeOf(b)) * part)));
        }
    }
    if (at + 1 < report.loop)
        write(corner(at + 1, placeOf(report), false, true));
    write(corner(report.loop, placeOf(report), true, at + 1 >= report.loop));
}

/// Writes the way since the last report so that it ends in this one: as far as its orders led it, as long as
/// it could still come back in time.
void MotionEstimator::bend(const Report& report)
{
    const Place end = placeOf(report);
    const Waypoint start = m_way.front();
    const auto loops = static_cast<float>(report.loop - start.loop);
    const float far = between(placeOf(start), end);
    if (between(m_at, end) <= Rounding && m_way.size() > 1) {
        // The orders led it there.
        for (const Waypoint& w : m_way)
            if (w.loop < report.loop)
                write(w);
        write(corner(report.loop, end, true));
        return;
    }
    if (far > m_fastest * Haste * loops && far > Drift) {
        leapTo(report);
        return;
    }
    if (m_fastest <= 0.0F || far > m_fastest * loops) {
        // Nothing but straight there can be: in haste, or a small step at last.
        write(start);
        if (m_fastest <= 0.0F && loops > static_cast<float>(DriftLoops))
            write(corner(report.loop - DriftLoops, placeOf(start)));
        write(corner(report.loop, end, true));
        return;
    }
    const auto late = [&](Place p, std::uint32_t loop) {
        return between(p, end) > m_fastest * static_cast<float>(report.loop - loop);
    };
    std::size_t last = m_way.size() - 1;
    while (last > 0 && late(placeOf(m_way[last]), m_way[last].loop))
        --last;
    for (std::size_t i = 0; i <= last; ++i)
        write(m_way[i]);
    if (last + 1 < m_way.size() && !m_way[last + 1].jump) {
        const Waypoint& a = m_way[last];
        const Waypoint& b = m_way[last + 1];
        const float length = between(placeOf(a), placeOf(b));
        const auto at = [&](std::uint32_t loop) {
            return along(placeOf(a), placeOf(b),
                         length * static_cast<float>(loop - a.loop) / static_cast<float>(b.loop - a.loop));
        };
        std::uint32_t good = a.loop;
        std::uint32_t bad = b.loop;
        while (bad - good > 1) {
            const std::uint32_t middle = good + (bad - good) / 2;
            (late(at(middle), middle) ? bad : good) = middle;
        }
        if (good > a.loop && good < report.loop)
            write(corner(good, at(good)));
    }
    write(corner(report.loop, end, true));
}

} // namespace

Motions reportedMotion(const UnitLives& lives)
{
    Motions out;
    out.units.reserve(lives.lives.size());
    out.waypoints.reserve(lives.reports.size());
    PathWriter writer(out.waypoints);
    for (const UnitLife& life : lives.lives) {
        writer.begin(life);
        for (const Report& report : lives.reportsOf(life))
            writer.add(corner(report.loop, placeOf(report), !life.revealed));
        out.units.push_back(writer.finish());
    }
    return out;
}

Motions estimateMotion(const UnitLives& lives, const TrackerEvents& tracker, const PlayerActions& actions,
                       const ReplayHead& head)
{
    return MotionEstimator(lives, tracker, actions, head).estimate();
}

} // namespace ghostline::sc2
