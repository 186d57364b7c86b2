// SPDX-License-Identifier: GPL-3.0-or-later
// Where units of a segment are known to be, and how they get from one such place to the next.
#include "codecs/ironcurtain/replay/segment_builder.h"

#include <algorithm>
#include <cmath>

namespace ghostline::ironcurtain {

namespace {

constexpr double CellATick = 1024.0; ///< nothing moves faster, unless it says so

std::int32_t wrapped(std::int32_t angle) { return ((angle % FullTurn) + FullTurn) % FullTurn; }

std::int32_t angleOrNone(std::optional<std::int32_t> angle) { return angle ? wrapped(*angle) : NoAngle; }

Anchor anchorAt(LocalTick tick, const WorldPos& at, std::uint32_t how)
{
    Anchor made;
    made.tick = tick;
    made.how = how;
    made.at = at;
    return made;
}

/// What a unit can do on its own: whatever else happens to it was done by something, at once.
class Reach
{
public:
    /// `known`: the earliest that a keyframe says of the unit, or null.
    Reach(const Entity* known, bool building, SimTick maxGap)
        : m_building(building), m_maxGap(static_cast<double>(maxGap))
    {
        if (const auto motion = known != nullptr ? known->components.motion() : std::nullopt)
            m_fastest = std::max(2.0 * static_cast<double>(motion->speed), CellATick);
    }
    /// Joined to the first of two neighbours, or Jump to the second, or 0 to both: it stays where it is.
    std::uint32_t between(const Anchor& here, const Anchor& there) const
    {
        const double ticks = static_cast<double>(there.tick) - static_cast<double>(here.tick);
        const double dx = static_cast<double>(there.at.x) - static_cast<double>(here.at.x);
        const double dy = static_cast<double>(there.at.y) - static_cast<double>(here.at.y);
        const double dz = static_cast<double>(there.at.z) - static_cast<double>(here.at.z);
        const double way = std::sqrt(dx * dx + dy * dy + dz * dz);
        if (ticks <= m_maxGap && way <= m_fastest * ticks && (way == 0.0 || !m_building))
            return Anchor::Joined;
        return way > 0.0 ? Anchor::Jump : 0U;
    }

private:
    bool m_building;
    double m_maxGap;
    double m_fastest = CellATick;
};

} // namespace

void SegmentBuilder::report(const AnalysisEvent& event)
{
    const auto* sample = std::get_if<UnitPositionSample>(&event.body);
    if (sample == nullptr)
        return;
    const LocalTick tick = local(event.tick);
    for (std::size_t i = 0; i < sample->units.size(); ++i) {
        const UnitPlace place = sample->units[i];
        const std::ptrdiff_t found = m_finder.find(place.unit);
        if (found < 0)
            continue;
        const auto unit = static_cast<std::size_t>(found);
        const SegmentUnit& one = m_data.units[unit];
        const Life& life = m_lives[one.life];
        // Where it fell is where it was on the way to; what is told behind the segment tells where it goes.
        const bool denied = one.inKeyframe && deniedAt(life, *m_input.from);
        if (one.building || (event.tick > life.end && !denied))
            continue;
        if (!one.inKeyframe ? tick >= one.first : tick > m_data.keyframe)
            m_reports.push_back({static_cast<std::uint32_t>(unit), tick, place.at});
        else if (one.inKeyframe && tick < m_data.keyframe && !m_earlier.empty())
            m_earlier[unit] = anchorAt(tick, place.at, Anchor::Reported);
    }
}

/// By unit; of each unit as they were told.
void SegmentBuilder::sortReports()
{
    const std::size_t count = m_data.units.size();
    std::stable_sort(m_reports.begin(), m_reports.end(),
                     [](const Report& a, const Report& b) { return a.unit < b.unit; });
    m_reportStart.assign(count + 1, 0);
    for (const Report& one : m_reports)
        ++m_reportStart[one.unit + std::size_t{1}];
    for (std::size_t i = 0; i < count; ++i)
        m_reportStart[i + 1] += m_reportStart[i];
}

/// Where it was reported last before the events that are looked at here, if any were left out.
std::optional<Anchor> SegmentBuilder::carried(const Life& life) const
{
    if (!m_window.cut)
        return std::nullopt;
    const auto last = m_data.context->log->lastPlaces.before(life.tag, m_window.first);
    if (!last || last->tick < life.first)
        return std::nullopt;
    return anchorAt(local(last->tick), last->at, Anchor::Reported);
}

/// The last place of a unit of the keyframe that was known before it.
std::optional<Anchor> SegmentBuilder::lastBefore(std::size_t i) const
{
    if (m_earlier[i])
        return m_earlier[i];
    const Member& member = m_members[i];
    const Life& life = m_lives[member.life];
    std::optional<Anchor> known;
    if (member.before != nullptr) {
        if (const auto at = member.before->components.position())
            known = anchorAt(local(m_input.before->tick), *at, 0);
    } else if (life.bornAt && life.first < m_input.from->tick) {
        known = anchorAt(local(life.first), *life.bornAt, Anchor::Reported);
    }
    if (m_data.units[i].building)
        return known;
    const auto last = carried(life);
    return last && (!known || last->tick > known->tick) ? last : known;
}

/// A unit of the keyframe that cannot have come there by itself, or was gone until then.
bool SegmentBuilder::jumpedHere(std::size_t i) const
{
    const Member& member = m_members[i];
    if (!m_input.before || member.from == nullptr)
        return false;
    const Life& life = m_lives[member.life];
    const bool outOfSight = member.before == nullptr && life.first <= m_input.before->tick;
    const bool raised =
        deniedAt(life, *m_input.from) && (member.before == nullptr || !deniedAt(life, *m_input.before));
    if (outOfSight || raised)
        return true;
    const auto here = member.from->components.position();
    const auto last = lastBefore(i);
    if (!here || !last)
        return false;
    const Reach reach(member.before != nullptr ? member.before : member.from, m_data.units[i].building,
                      m_data.context->maxGap);
    return reach.between(*last, anchorAt(m_data.keyframe, *here, 0)) == Anchor::Jump;
}

void SegmentBuilder::anchor(LocalTick tick, const WorldPos& at, std::uint32_t how)
{
    m_data.anchors.push_back(anchorAt(tick, at, how));
}

void SegmentBuilder::addPath(std::size_t i)
{
    SegmentUnit& unit = m_data.units[i];
    const Member& member = m_members[i];
    const Life& life = m_lives[member.life];
    const std::size_t begin = m_data.anchors.size();
    unit.anchors = static_cast<std::uint32_t>(begin);
    if (member.from != nullptr) {
        if (const auto at = member.from->components.position())
            anchor(m_data.keyframe, *at, jumpedHere(i) ? Anchor::Jump : 0U);
    } else if (life.bornAt) {
        anchor(local(life.first), *life.bornAt, Anchor::Reported);
    }
    const auto last = unit.building ? std::nullopt : carried(life);
    if (last && (m_data.anchors.size() == begin || last->tick > m_data.anchors.back().tick))
        m_data.anchors.push_back(*last);
    for (std::uint32_t r = m_reportStart[i]; r < m_reportStart[i + 1]; ++r) {
        const Report& one = m_reports[r];
        // Of several at one tick the last one holds.
        if (m_data.anchors.size() > begin && m_data.anchors.back().tick == one.tick)
            m_data.anchors.pop_back();
        if (m_data.next == NoTick || one.tick < m_data.next)
            anchor(one.tick, one.at, Anchor::Reported);
    }
    // Where it stands when it is gone by then is of no use.
    const auto next = member.to != nullptr ? member.to->components.position() : std::nullopt;
    if (next && life.end > m_input.to->tick)
        anchor(m_data.next, *next, 0);
    join(i, begin);
    unit.anchorEnd = static_cast<std::uint32_t>(m_data.anchors.size());
}

/// Which neighbours are joined by an even movement, and where it jumps instead.
void SegmentBuilder::join(std::size_t i, std::size_t begin)
{
    const Entity* const known = m_members[i].from != nullptr ? m_members[i].from : m_members[i].to;
    const Reach reach(known, m_data.units[i].building, m_data.context->maxGap);
    for (std::size_t a = begin; a + 1 < m_data.anchors.size(); ++a) {
        Anchor& here = m_data.anchors[a];
        Anchor& there = m_data.anchors[a + 1];
        const std::uint32_t how = reach.between(here, there);
        (how == Anchor::Joined ? here : there).how |= how;
    }
}

void SegmentBuilder::addTurns(std::size_t i)
{
    SegmentUnit& unit = m_data.units[i];
    const Member& member = m_members[i];
    // Who jumps to the next keyframe was turned there, too.
    const bool jumps = unit.anchorEnd > unit.anchors && m_data.anchors.back().tick == m_data.next &&
                       (m_data.anchors.back().how & Anchor::Jump) != 0;
    const bool near = !jumps && m_data.keyframe != NoTick && m_data.next != NoTick &&
                      static_cast<SimTick>(m_data.next - m_data.keyframe) <= m_data.context->maxGap;
    if (member.from != nullptr) {
        unit.facing.from = angleOrNone(member.from->components.facing());
        unit.turret.from = angleOrNone(member.from->components.turret());
    }
    if (member.to != nullptr) {
        unit.facing.to = angleOrNone(member.to->components.facing());
        unit.turret.to = angleOrNone(member.to->components.turret());
    }
    for (Turn* const turn : {&unit.facing, &unit.turret})
        turn->joined = near && turn->from != NoAngle && turn->to != NoAngle;
}

} // namespace ghostline::ironcurtain
