// SPDX-License-Identifier: GPL-3.0-or-later
// Who is in a segment and from when to when, what is being built, who is selected.
#include "codecs/ironcurtain/replay/segment_builder.h"

#include "codecs/ironcurtain/replay/unit_values.h"

#include <algorithm>
#include <cmath>

namespace ghostline::ironcurtain {

namespace {

constexpr std::uint16_t WholeProgress = 1024;

/// Walks a state by ascending tags.
class TagWalk
{
public:
    explicit TagWalk(const SimState* state)
    {
        if (state != nullptr) {
            m_at = state->entities.data();
            m_end = m_at + state->entities.size();
        }
    }
    /// Null when the state has no such entity; `tag` is above the one asked for before.
    const Entity* find(UnitTag tag)
    {
        while (m_at != m_end && m_at->tag < tag)
            ++m_at;
        return m_at != m_end && m_at->tag == tag ? m_at : nullptr;
    }

private:
    const Entity* m_at = nullptr;
    const Entity* m_end = nullptr;
};

} // namespace

SegmentBuilder::SegmentBuilder(std::shared_ptr<const SegmentContext> context, const SegmentInput& input)
    : m_input(input), m_lives(context->log->lives), m_window(eventWindow(input, context->lastTick))
{
    m_data.context = std::move(context);
    m_data.first = input.first;
    m_data.end = input.end;
    if (input.from) {
        m_data.keyframe = local(input.from->tick);
        m_data.players = input.from->players;
    }
    if (input.to)
        m_data.next = local(input.to->tick);
}

void SegmentBuilder::gatherKeyframe()
{
    const std::vector<Entity>& entities = m_input.from->entities;
    m_members.reserve(entities.size());
    TagWalk to(m_input.to.get());
    TagWalk before(m_input.before.get());
    for (const Entity& entity : entities) {
        const std::ptrdiff_t life = m_lives.find(entity.tag);
        if (life < 0)
            continue;
        m_members.push_back(
            {static_cast<std::uint32_t>(life), &entity, to.find(entity.tag), before.find(entity.tag)});
    }
}

/// Those who appear behind the keyframe.
void SegmentBuilder::gatherBorn()
{
    const auto& order = m_data.context->byBirth;
    auto at = order.begin();
    if (m_input.from) {
        at =
            std::upper_bound(order.begin(), order.end(), m_input.from->tick,
                             [this](SimTick tick, std::uint32_t life) { return tick < m_lives[life].first; });
    }
    for (; at != order.end() && m_lives[*at].first < m_input.end; ++at) {
        const Life& life = m_lives[*at];
        if (life.end <= m_input.first || life.end <= life.first)
            continue;
        // What a keyframe says counts, whenever events say it was born.
        if (m_input.from && m_input.from->find(life.tag) != nullptr)
            continue;
        m_members.push_back({*at, nullptr, m_input.to ? m_input.to->find(life.tag) : nullptr, nullptr});
    }
}

void SegmentBuilder::gather()
{
    if (m_input.from)
        gatherKeyframe();
    gatherBorn();
    // They mostly are: lives are numbered as keyframes and events name them.
    const auto byLife = [](const Member& a, const Member& b) { return a.life < b.life; };
    if (!std::is_sorted(m_members.begin(), m_members.end(), byLife))
        std::sort(m_members.begin(), m_members.end(), byLife);
    m_data.units.reserve(m_members.size());
    for (std::size_t i = 0; i < m_members.size(); ++i) {
        addUnit(i);
        m_finder.add(m_lives[m_members[i].life].tag, static_cast<std::uint32_t>(i));
    }
    if (m_input.before)
        m_earlier.resize(m_members.size());
}

void SegmentBuilder::addUnit(std::size_t i)
{
    const Member& member = m_members[i];
    const Life& life = m_lives[member.life];
    SegmentUnit unit;
    unit.life = member.life;
    unit.inKeyframe = member.from != nullptr;
    unit.first = unit.inKeyframe ? std::min<LocalTick>(m_data.keyframe, 0) : local(life.first);
    const bool denied = unit.inKeyframe && deniedAt(life, *m_input.from);
    unit.end = local(denied ? m_input.end : std::min(life.end, m_input.end));
    const Entity* const known = member.from != nullptr ? member.from : member.to;
    const auto identity = known != nullptr ? known->components.identity() : std::nullopt;
    if (identity)
        unit.building = identity->kind == UnitKind::Building;
    else
        unit.building = life.structure ||
                        (life.type && m_data.context->kinds->type(*life.type).kind == UnitKind::Building);
    m_data.units.push_back(unit);
}

void SegmentBuilder::addConstruction(std::size_t i)
{
    SegmentUnit& unit = m_data.units[i];
    const Member& member = m_members[i];
    const Life& life = m_lives[member.life];
    unit.finished = std::numeric_limits<LocalTick>::min();
    const auto percent = [](std::uint16_t progress) {
        return 100.0F * static_cast<float>(std::min(progress, WholeProgress)) /
               static_cast<float>(WholeProgress);
    };
    const auto then = member.to != nullptr ? member.to->components.building() : std::nullopt;
    const bool stillBuilt = then && then->state == BuildState::Constructing && then->progress < WholeProgress;
    if (member.from != nullptr) {
        const auto now = member.from->components.building();
        if (!now || now->state == BuildState::Ready || now->progress >= WholeProgress)
            return;
        unit.progressFrom = m_data.keyframe;
        unit.doneFrom = percent(now->progress);
        if (now->state == BuildState::Selling)
            return;
    } else if (life.structure && life.bornAt) {
        unit.progressFrom = unit.first;
    } else {
        return;
    }
    const bool told = life.completed && local(*life.completed) > unit.progressFrom;
    unit.finished = told ? local(*life.completed) : unit.end;
    if (stillBuilt) {
        unit.progressTo = m_data.next;
        unit.doneTo = percent(then->progress);
    } else if (told) {
        unit.progressTo = unit.finished;
        unit.doneTo = 100.0F;
    }
}

void SegmentBuilder::addSelections()
{
    const auto& logs = m_data.context->log->players;
    for (std::size_t p = 0; p < logs.size(); ++p) {
        const auto& points = logs[p].selections;
        auto at =
            std::upper_bound(points.begin(), points.end(), m_input.first,
                             [](SimTick tick, const SelectionPoint& point) { return tick < point.tick; });
        if (at != points.begin())
            --at;
        for (; at != points.end() && at->tick < m_input.end; ++at) {
            SelectedRun run;
            run.player = static_cast<std::uint32_t>(p);
            run.tick = std::max(local(at->tick), std::numeric_limits<LocalTick>::min() + 1);
            run.begin = static_cast<std::uint32_t>(m_data.selected.size());
            for (const UnitTag tag : *at->units) {
                if (const std::ptrdiff_t unit = m_finder.find(tag); unit >= 0)
                    m_data.selected.push_back(static_cast<std::uint32_t>(unit));
            }
            std::sort(m_data.selected.begin() + run.begin, m_data.selected.end());
            run.end = static_cast<std::uint32_t>(m_data.selected.size());
            m_data.runs.push_back(run);
        }
    }
}

SegmentData SegmentBuilder::finish()
{
    const std::size_t count = m_data.units.size();
    sortReports();
    m_data.anchors.reserve(m_reports.size() + (m_window.cut ? 3 : 2) * count);
    m_data.values.resize(count * UnitProperties);
    const SegmentContext& context = *m_data.context;
    for (std::size_t i = 0; i < count; ++i) {
        const Member& member = m_members[i];
        addPath(i);
        addTurns(i);
        addConstruction(i);
        fillUnitValues(context, {m_lives[member.life], member.from, member.to},
                       std::span(m_data.values).subspan(i * UnitProperties, UnitProperties));
    }
    addSelections();
    if (m_input.from && context.resources) {
        if (LayerPtr layer = context.resources->of(m_input.from->map, *context.kinds))
            m_data.layers.push_back(std::move(layer));
    }
    m_data.anchors.shrink_to_fit();
    return std::move(m_data);
}

// Where units of a segment are known to be, and how they get from one such place to the next.

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
