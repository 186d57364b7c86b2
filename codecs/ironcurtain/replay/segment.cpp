// SPDX-License-Identifier: GPL-3.0-or-later
// Building a segment: who is in it, and the places between which everybody moves.
#include "codecs/ironcurtain/replay/segment.h"

#include "codecs/ironcurtain/limits.h"
#include "codecs/ironcurtain/replay/replay_segment.h"

#include <algorithm>
#include <map>

namespace ghostline::ironcurtain {

namespace {

using model::PropertyValue;

constexpr SimTick UsualGap = 300;
constexpr SimTick LongestGap = 600;
constexpr double CellATick = 1024.0; ///< nothing moves faster, unless it says so
constexpr std::uint16_t WholeProgress = 1024;

std::int32_t wrapped(std::int32_t angle) { return ((angle % FullTurn) + FullTurn) % FullTurn; }

std::int32_t angleOrNone(std::optional<std::int32_t> angle) { return angle ? wrapped(*angle) : NoAngle; }

/// Finds a segment's units by tag: chains by index, as a generation is seldom followed by another so soon.
class UnitFinder
{
public:
    UnitFinder() : m_heads(std::size_t{1} << 16, 0) {}
    void add(UnitTag tag, std::uint32_t unit)
    {
        m_links.push_back({tag.generation, unit, m_heads[tag.index]});
        m_heads[tag.index] = static_cast<std::uint32_t>(m_links.size());
    }
    /// -1 when it is not in the segment.
    std::ptrdiff_t find(UnitTag tag) const
    {
        for (std::uint32_t at = m_heads[tag.index]; at != 0; at = m_links[at - 1].next) {
            if (m_links[at - 1].generation == tag.generation)
                return m_links[at - 1].unit;
        }
        return -1;
    }

private:
    struct Link
    {
        std::uint16_t generation = 0;
        std::uint32_t unit = 0;
        std::uint32_t next = 0;
    };
    std::vector<std::uint32_t> m_heads;
    std::vector<Link> m_links;
};

/// Who is in a segment, with what keyframes say of them.
struct Member
{
    std::uint32_t life = 0;
    const Entity* from = nullptr;
    const Entity* to = nullptr;
};

struct Report
{
    std::uint32_t unit = 0;
    LocalTick tick = 0;
    WorldPos at;
};

class Builder
{
public:
    Builder(std::shared_ptr<const SegmentContext> context, const SegmentInput& input)
        : m_input(input), m_lives(context->log->lives)
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

    void gather();
    void report(const AnalysisEvent& event);
    SegmentData finish();

private:
    LocalTick local(SimTick tick) const
    {
        return static_cast<LocalTick>(static_cast<std::int64_t>(tick) -
                                      static_cast<std::int64_t>(m_input.first));
    }
    void gatherKeyframe();
    void gatherBorn();
    void addUnit(std::size_t i);
    void addAnchors(std::size_t i);
    void anchor(LocalTick tick, const WorldPos& at, std::uint32_t how);
    void join(std::size_t i, std::size_t begin);
    void addTurns(std::size_t i);
    void addConstruction(std::size_t i);
    void addValues(std::size_t i);
    void addSelections();

    const SegmentInput& m_input;
    const Lives& m_lives;
    SegmentData m_data;
    std::vector<Member> m_members; ///< as m_data.units
    UnitFinder m_finder;
    std::vector<Report> m_reports;
    std::vector<std::uint32_t> m_reportStart; ///< by unit, one more than units
};

void Builder::gatherKeyframe()
{
    const std::vector<Entity>& entities = m_input.from->entities;
    m_members.reserve(entities.size());
    // Both states are ascending by tag: one walk finds who is in both.
    const Entity* next = nullptr;
    const Entity* nextEnd = nullptr;
    if (m_input.to) {
        next = m_input.to->entities.data();
        nextEnd = next + m_input.to->entities.size();
    }
    for (const Entity& entity : entities) {
        while (next != nextEnd && next->tag < entity.tag)
            ++next;
        const std::ptrdiff_t life = m_lives.find(entity.tag);
        if (life < 0)
            continue;
        const bool stays = next != nextEnd && next->tag == entity.tag;
        m_members.push_back({static_cast<std::uint32_t>(life), &entity, stays ? next : nullptr});
    }
}

/// Those who appear behind the keyframe.
void Builder::gatherBorn()
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
        m_members.push_back({*at, nullptr, m_input.to ? m_input.to->find(life.tag) : nullptr});
    }
}

void Builder::gather()
{
    if (m_input.from)
        gatherKeyframe();
    gatherBorn();
    std::sort(m_members.begin(), m_members.end(),
              [](const Member& a, const Member& b) { return a.life < b.life; });
    m_data.units.reserve(m_members.size());
    for (std::size_t i = 0; i < m_members.size(); ++i) {
        addUnit(i);
        m_finder.add(m_lives[m_members[i].life].tag, static_cast<std::uint32_t>(i));
    }
}

void Builder::addUnit(std::size_t i)
{
    const Member& member = m_members[i];
    const Life& life = m_lives[member.life];
    SegmentUnit unit;
    unit.life = member.life;
    unit.inKeyframe = member.from != nullptr;
    unit.first = unit.inKeyframe ? std::min<LocalTick>(m_data.keyframe, 0) : local(life.first);
    // A keyframe is believed where an event says that it was gone before: only the keyframe can be checked.
    const bool denied = unit.inKeyframe && life.end <= m_input.from->tick;
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

void Builder::report(const AnalysisEvent& event)
{
    const auto* sample = std::get_if<UnitPositionSample>(&event.body);
    if (sample == nullptr)
        return;
    const LocalTick tick = local(event.tick);
    for (std::size_t i = 0; i < sample->units.size(); ++i) {
        const UnitPlace place = sample->units[i];
        const std::ptrdiff_t unit = m_finder.find(place.unit);
        if (unit < 0)
            continue;
        const SegmentUnit& one = m_data.units[static_cast<std::size_t>(unit)];
        // Where it fell is where it was on the way to.
        if (tick >= one.first && tick <= one.end && !one.building)
            m_reports.push_back({static_cast<std::uint32_t>(unit), tick, place.at});
    }
}

/// Of several at one tick the last one holds.
void Builder::anchor(LocalTick tick, const WorldPos& at, std::uint32_t how)
{
    Anchor made;
    made.tick = tick;
    made.how = how;
    made.at = at;
    m_data.anchors.push_back(made);
}

void Builder::addAnchors(std::size_t i)
{
    SegmentUnit& unit = m_data.units[i];
    const Member& member = m_members[i];
    const Life& life = m_lives[member.life];
    const std::size_t begin = m_data.anchors.size();
    unit.anchors = static_cast<std::uint32_t>(begin);
    if (member.from != nullptr) {
        if (const auto at = member.from->components.position())
            anchor(m_data.keyframe, *at, 0);
    } else if (life.bornAt) {
        anchor(local(life.first), *life.bornAt, Anchor::Reported);
    }
    for (std::uint32_t r = m_reportStart[i]; r < m_reportStart[i + 1]; ++r) {
        const Report& one = m_reports[r];
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
void Builder::join(std::size_t i, std::size_t begin)
{
    const Entity* const known = m_members[i].from != nullptr ? m_members[i].from : m_members[i].to;
    const auto motion = known != nullptr ? known->components.motion() : std::nullopt;
    const double fastest = motion ? std::max(2.0 * static_cast<double>(motion->speed), CellATick) : CellATick;
    for (std::size_t a = begin; a + 1 < m_data.anchors.size(); ++a) {
        Anchor& here = m_data.anchors[a];
        Anchor& there = m_data.anchors[a + 1];
        const double ticks = static_cast<double>(there.tick) - static_cast<double>(here.tick);
        const double dx = static_cast<double>(there.at.x) - static_cast<double>(here.at.x);
        const double dy = static_cast<double>(there.at.y) - static_cast<double>(here.at.y);
        const double dz = static_cast<double>(there.at.z) - static_cast<double>(here.at.z);
        const double way = std::sqrt(dx * dx + dy * dy + dz * dz);
        const bool near = ticks <= static_cast<double>(m_data.context->maxGap);
        if (near && way <= fastest * ticks && (way == 0.0 || !m_data.units[i].building))
            here.how |= Anchor::Joined;
        else if (way > 0.0)
            there.how |= Anchor::Jump;
    }
}

void Builder::addTurns(std::size_t i)
{
    SegmentUnit& unit = m_data.units[i];
    const Member& member = m_members[i];
    const bool near = m_data.keyframe != NoTick && m_data.next != NoTick &&
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

void Builder::addConstruction(std::size_t i)
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

std::optional<UnitGroup> groupOf(UnitKind kind, bool harvester)
{
    switch (kind) {
    case UnitKind::Infantry:
        return UnitGroup::Infantry;
    case UnitKind::Vehicle:
        return harvester ? UnitGroup::Economy : UnitGroup::Vehicles;
    case UnitKind::Aircraft:
        return UnitGroup::Aircraft;
    case UnitKind::Ship:
        return UnitGroup::Ships;
    case UnitKind::Building:
        return UnitGroup::Buildings;
    default:
        return std::nullopt;
    }
}

/// What does not change within a segment.
class ValueWriter
{
public:
    ValueWriter(const SegmentContext& context, std::span<PropertyValue> values)
        : m_context(context), m_values(values)
    {
    }
    void type(InternedId type, UnitKind kind, bool harvester, std::uint8_t width, std::uint8_t height)
    {
        if (type < m_context.typeNames.size())
            set(ActorProperty::Type, PropertyValue::text(m_context.typeNames[type]));
        if (const auto group = groupOf(kind, harvester))
            set(ActorProperty::Group, PropertyValue::integer(static_cast<int>(*group)));
        set(ActorProperty::Look, PropertyValue::integer(m_context.looks->find(kind, width, height)));
    }
    void components(const Components& parts)
    {
        if (const auto health = parts.health()) {
            set(ActorProperty::Health, PropertyValue::real(health->current));
            set(ActorProperty::MaxHealth, PropertyValue::real(health->max));
        }
        if (const auto rank = parts.veterancy())
            set(ActorProperty::Veterancy, PropertyValue::integer(rank->level));
        if (const auto sight = parts.sight())
            set(ActorProperty::Sight, PropertyValue::real(*sight / static_cast<double>(UnitsPerCell)));
        if (const auto harvester = parts.harvester())
            set(ActorProperty::Carried, PropertyValue::integer(harvester->carried));
        conditions(parts);
        production(parts);
    }

private:
    void set(ActorProperty property, PropertyValue value)
    {
        m_values[static_cast<std::size_t>(property)] = value;
    }
    void conditions(const Components& parts)
    {
        const auto bits = parts.conditions();
        const auto cloak = parts.cloak();
        if (!bits && !cloak)
            return;
        const std::uint32_t now = bits.value_or(0);
        std::int64_t flags = 0;
        flags |= (now & Prone) != 0 ? 1 : 0;
        flags |= (now & LowPower) != 0 ? 2 : 0;
        flags |= (now & IronCurtain) != 0 ? 4 : 0;
        flags |= cloak.value_or(false) ? 8 : 0;
        set(ActorProperty::Conditions, PropertyValue::integer(flags));
    }
    void production(const Components& parts)
    {
        std::size_t queued = 0;
        const auto item = parts.producing(&queued);
        if (queued > 0)
            set(ActorProperty::QueueLength, PropertyValue::integer(static_cast<std::int64_t>(queued)));
        if (!item)
            return;
        if (item->type < m_context.typeNames.size())
            set(ActorProperty::Producing, PropertyValue::text(m_context.typeNames[item->type]));
        if (item->total > 0) {
            const double left = std::min(1.0, static_cast<double>(item->remaining) / item->total);
            set(ActorProperty::ProductionProgress, PropertyValue::real(100.0 * (1.0 - left)));
        }
    }

    const SegmentContext& m_context;
    std::span<PropertyValue> m_values;
};

void Builder::addValues(std::size_t i)
{
    const SegmentContext& context = *m_data.context;
    const Member& member = m_members[i];
    const Life& life = m_lives[member.life];
    ValueWriter write(context, std::span(m_data.values).subspan(i * UnitProperties, UnitProperties));
    const Entity* const known = member.from != nullptr ? member.from : member.to;
    if (const auto identity = known != nullptr ? known->components.identity() : std::nullopt) {
        const auto building = known->components.building();
        write.type(identity->type, identity->kind, known->components.has(Slot::Harvester),
                   building ? building->width : std::uint8_t{1},
                   building ? building->height : std::uint8_t{1});
    } else if (life.type) {
        const TypeInfo type = context.kinds->type(*life.type);
        const UnitKind kind = type.kindKnown   ? type.kind
                              : life.structure ? UnitKind::Building
                                               : UnitKind::Vehicle;
        write.type(*life.type, kind, type.harvester, type.width, type.height);
    }
    // Health and the like are only known from a keyframe on.
    if (member.from != nullptr)
        write.components(member.from->components);
}

void Builder::addSelections()
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

SegmentData Builder::finish()
{
    const std::size_t count = m_data.units.size();
    std::stable_sort(m_reports.begin(), m_reports.end(),
                     [](const Report& a, const Report& b) { return a.unit < b.unit; });
    m_reportStart.assign(count + 1, 0);
    for (const Report& one : m_reports)
        ++m_reportStart[one.unit + std::size_t{1}];
    for (std::size_t i = 0; i < count; ++i)
        m_reportStart[i + 1] += m_reportStart[i];
    m_data.anchors.reserve(m_reports.size() + 2 * count);
    m_data.values.resize(count * UnitProperties);
    for (std::size_t i = 0; i < count; ++i) {
        addAnchors(i);
        addTurns(i);
        addConstruction(i);
        addValues(i);
    }
    addSelections();
    const SegmentContext& context = *m_data.context;
    if (m_input.from && context.resources) {
        if (LayerPtr layer = context.resources->of(m_input.from->map, *context.kinds))
            m_data.layers.push_back(std::move(layer));
    }
    m_data.anchors.shrink_to_fit();
    return std::move(m_data);
}

} // namespace

std::vector<std::uint32_t> birthOrder(const Lives& lives)
{
    std::vector<std::uint32_t> order(lives.count());
    for (std::size_t i = 0; i < order.size(); ++i)
        order[i] = static_cast<std::uint32_t>(i);
    std::stable_sort(order.begin(), order.end(),
                     [&lives](std::uint32_t a, std::uint32_t b) { return lives[a].first < lives[b].first; });
    return order;
}

SimTick interpolationGap(std::span<const KeyframeEntry> keyframes)
{
    std::map<SimTick, std::size_t> spacings;
    for (std::size_t i = 1; i < keyframes.size(); ++i)
        ++spacings[keyframes[i].tick - keyframes[i - 1].tick];
    SimTick usual = 0;
    std::size_t often = 0;
    for (const auto& [spacing, times] : spacings) {
        if (times > often) {
            usual = spacing;
            often = times;
        }
    }
    return std::min(std::max(usual, UsualGap), LongestGap);
}

model::Result<std::shared_ptr<const model::Segment>> buildSegment(
    std::shared_ptr<const SegmentContext> context, const SegmentInput& input,
    const std::function<model::Result<void>(const std::function<void(const AnalysisEvent&)>&)>& events)
{
    Builder builder(std::move(context), input);
    builder.gather();
    if (const auto visited = events([&builder](const AnalysisEvent& event) { builder.report(event); });
        !visited)
        return tl::unexpected(visited.error());
    return std::make_shared<ReplaySegment>(builder.finish());
}

} // namespace ghostline::ironcurtain
