// SPDX-License-Identifier: GPL-3.0-or-later
// Who is in a segment and from when to when, what is being built, who is selected.
#include "codecs/ironcurtain/replay/segment_builder.h"

#include "codecs/ironcurtain/replay/unit_values.h"

#include <algorithm>

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

} // namespace ghostline::ironcurtain
