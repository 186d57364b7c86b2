// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/summary/ground_plan.h"

#include "model/base/numbers.h"
#include "model/board/board.h"
#include "model/replay/team_of.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace ghostline::model {

namespace {

constexpr std::size_t MostMarks = 300;
constexpr std::size_t MostTrails = 40;
constexpr int TrailSteps = 12;
constexpr Micros TrailLength{3'000'000};
constexpr double LeastView = 8.0;      ///< metres
constexpr double LeastMapView = 20.0;  ///< metres
constexpr std::size_t MostNames = 12;  ///< more would lie over one another
constexpr double WholeMapShare = 0.45; ///< a view that has so much of the map may as well have all of it

glm::dvec2 flat(const glm::dvec3& place) { return {place.x, place.z}; }

/// What is worth a line on a plan: where one can go, not what stands there.
bool isOutline(SceneRole role)
{
    switch (role) {
    case SceneRole::Wall:
    case SceneRole::Zone:
    case SceneRole::Track:
    case SceneRole::Outline:
    case SceneRole::Goal:
    case SceneRole::Launch:
    case SceneRole::Road:
        return true;
    default:
        return false;
    }
}

GroundRect rectAround(std::span<const glm::dvec2> places)
{
    if (places.empty())
        return {};
    glm::dvec2 low = places.front();
    glm::dvec2 high = places.front();
    for (const glm::dvec2& place : places) {
        low = glm::min(low, place);
        high = glm::max(high, place);
    }
    return {low.x, low.y, high.x - low.x, high.y - low.y};
}

/// All of the map where that is not much more; else what is wanted with some room around it.
GroundRect viewOf(const GroundRect& wanted, const GroundRect& map)
{
    const GroundRect near = wanted.around(0.2, LeastView);
    if (map.empty() || near.width * near.depth < WholeMapShare * WholeMapShare * map.width * map.depth)
        return near;
    GroundRect whole = map;
    whole.include(near);
    return whole;
}

GroundPlan::Shape shapeOf(const PlacedDrawing& placed)
{
    const Drawing& drawing = *placed.drawing;
    GroundPlan::Shape shape{drawing.kind, placed.onScreen(), {}, drawing.text, drawing.colour, drawing.width};
    for (const glm::dvec3& point : placed.points)
        shape.points.push_back(shape.onScreen ? glm::dvec2(point.x, point.y) : flat(point));
    if (drawing.kind == DrawingKind::MovedActor && !placed.places.empty())
        shape.points.insert(shape.points.begin(), flat(placed.places.front())); // from where it was
    if (drawing.kind == DrawingKind::Distance && placed.metres > 0.0)
        shape.text = QStringLiteral("%1 m").arg(placed.metres, 0, 'f', 1);
    return shape;
}

} // namespace

void GroundRect::include(const GroundRect& other)
{
    const double right = std::max(x + width, other.x + other.width);
    const double end = std::max(z + depth, other.z + other.depth);
    x = std::min(x, other.x);
    z = std::min(z, other.z);
    width = right - x;
    depth = end - z;
}

GroundRect GroundRect::around(double share, double least) const
{
    const double room = std::max(share * std::max(width, depth), 0.0);
    const double wide = std::max(width + 2.0 * room, least);
    const double deep = std::max(depth + 2.0 * room, least);
    return {x + width / 2.0 - wide / 2.0, z + depth / 2.0 - deep / 2.0, wide, deep};
}

GroundMap groundMapOf(const SceneDescription& scene, int mostPoints)
{
    GroundMap map;
    if (scene.bounds.valid && finite(scene.bounds.min) && finite(scene.bounds.max)) {
        const glm::dvec3 size = scene.bounds.max - scene.bounds.min;
        map.bounds = {scene.bounds.min.x, scene.bounds.min.z, size.x, size.z};
    }
    std::size_t total = 0;
    for (const SceneLines& lines : scene.lines)
        total += isOutline(lines.role) ? lines.points.size() : 0;
    // Every n-th point where there are too many, ends kept; of a great many lines every n-th is drawn, too.
    const std::size_t every = total / static_cast<std::size_t>(std::max(mostPoints, 1)) + 1;
    std::size_t left = static_cast<std::size_t>(std::max(mostPoints, 1)) * 2;
    for (const SceneLines& lines : scene.lines) {
        if (!isOutline(lines.role))
            continue;
        for (std::size_t i = 0; i < lines.starts.size() && left > 0; ++i) {
            const std::span<const glm::vec3> points = lines.line(i);
            GroundMap::Line line{lines.team, {}};
            for (std::size_t p = 0; p < points.size(); ++p) {
                const glm::dvec3 place = lines.origin + glm::dvec3(points[p]);
                if ((p % every == 0 || p + 1 == points.size()) && finite(place))
                    line.points.push_back(flat(place));
            }
            if (line.points.size() < 2)
                continue;
            left -= std::min(left, line.points.size());
            map.lines.push_back(std::move(line));
        }
    }
    return map;
}

PlanReader::PlanReader(const ReplaySource& source, const ReplayIndex& index, std::stop_token stop)
    : m_source(source), m_index(index), m_stop(std::move(stop))
{
}

const WorldState* PlanReader::stateAt(Micros time) { return sample(m_index.timeAxis.at(time)); }

const WorldState* PlanReader::sample(FrameTime at)
{
    at = m_index.timeAxis.clamp(at);
    const int keyframe = m_index.keyframes.at(at.frame);
    if (keyframe < 0 || m_index.frames() == 0)
        return nullptr;
    if (keyframe != m_keyframe || m_segment == nullptr) {
        auto segment =
            m_source.readSegment(keyframe, keyframe == m_keyframe + 1 ? m_segment.get() : nullptr, m_stop);
        m_keyframe = keyframe;
        m_segment = segment ? *segment : nullptr;
    }
    if (m_segment == nullptr || !m_segment->frames().contains(at.frame))
        return nullptr;
    m_segment->sample(at, SamplePolicy::Interpolate, m_state);
    return &m_state;
}

std::vector<GroundPlan::Mark> PlanReader::marksOf(const WorldState& state,
                                                  std::span<const ActorId> wanted) const
{
    const ReplayInfo& info = *m_index.info;
    std::vector<GroundPlan::Mark> marks;
    for (std::size_t row = 0; row < state.size() && marks.size() < MostMarks; ++row) {
        const ActorInfo* actor = info.actor(state.ids[row]);
        const bool asked = std::find(wanted.begin(), wanted.end(), state.ids[row]) != wanted.end();
        if (actor == nullptr || (state.flags[row] & Hidden) != 0 || !finite(state.positions[row]))
            continue;
        // Who has no body, a player of a strategy game, say, stands nowhere.
        if (!asked &&
            (actor->background || actor->shape == ActorShape::None || actor->shape == ActorShape::View))
            continue;
        if (actor->shape == ActorShape::None)
            continue;
        const bool person = actor->kind == ActorKind::Player || actor->principal;
        marks.push_back({state.ids[row],
                         flat(state.positions[row]),
                         teamOf(info, state, row),
                         actor->focus,
                         person || asked,
                         {}});
    }
    if (std::count_if(marks.begin(), marks.end(), [](const auto& mark) { return mark.named; }) >
        static_cast<std::ptrdiff_t>(MostNames)) {
        for (GroundPlan::Mark& mark : marks)
            mark.named = std::find(wanted.begin(), wanted.end(), mark.actor) != wanted.end();
    }
    return marks;
}

/// Where they came from. A jump ends a trail: nobody went there.
void PlanReader::addTrails(std::vector<GroundPlan::Mark>& marks, Micros time)
{
    std::size_t trails = 0;
    std::vector<GroundPlan::Mark*> moving;
    for (const bool first : {true, false}) {
        for (GroundPlan::Mark& mark : marks) {
            if ((mark.focus || mark.named) == first && trails < MostTrails) {
                moving.push_back(&mark);
                ++trails;
            }
        }
    }
    for (int step = TrailSteps; step >= 0; --step) {
        const Micros at = time - TrailLength * step / TrailSteps;
        if (at.count() < 0)
            continue;
        const WorldState* state = stateAt(at);
        for (GroundPlan::Mark* mark : moving) {
            const std::ptrdiff_t row = state != nullptr ? state->row(mark->actor) : -1;
            if (row < 0) {
                mark->trail.clear();
                continue;
            }
            const auto r = static_cast<std::size_t>(row);
            if ((state->flags[r] & (Hidden | Discontinuity)) != 0 || !finite(state->positions[r]))
                mark->trail.clear();
            else
                mark->trail.push_back(flat(state->positions[r]));
        }
    }
    for (GroundPlan::Mark& mark : marks) {
        if (mark.trail.size() < 2)
            mark.trail.clear();
    }
}

GroundPlan PlanReader::planAt(Micros time, std::span<const ActorId> wanted, const GroundMap& ground)
{
    GroundPlan plan;
    const WorldState* state = stateAt(time);
    if (state == nullptr)
        return plan;
    plan.marks = marksOf(*state, wanted);
    addTrails(plan.marks, time);
    std::vector<glm::dvec2> seen;
    for (const bool all : {false, true}) {
        for (const GroundPlan::Mark& mark : plan.marks) {
            if (!all && !mark.focus && std::find(wanted.begin(), wanted.end(), mark.actor) == wanted.end())
                continue;
            seen.push_back(mark.place);
            seen.insert(seen.end(), mark.trail.begin(), mark.trail.end());
        }
        if (!seen.empty() && !wanted.empty())
            break;
    }
    plan.view = viewOf(rectAround(seen), ground.bounds);
    std::erase_if(plan.marks, [&plan](const GroundPlan::Mark& mark) {
        const GroundRect& view = plan.view;
        return mark.place.x < view.x || mark.place.y < view.z || mark.place.x > view.x + view.width ||
               mark.place.y > view.z + view.depth;
    });
    return plan;
}

GroundPlan PlanReader::planAt(Micros time, std::span<const Drawing> drawings, const GroundMap& ground)
{
    GroundPlan plan;
    const WorldState* state = stateAt(time);
    std::vector<ActorId> actors;
    std::vector<glm::dvec2> seen;
    const WorldState nobody;
    for (const Drawing& drawing : drawings) {
        const auto placed = resolveAnyTime(drawing, m_index.info->cast, state != nullptr ? *state : nobody);
        if (!placed)
            continue;
        actors.insert(actors.end(), placed->actors.begin(), placed->actors.end());
        plan.shapes.push_back(shapeOf(*placed));
        if (!plan.shapes.back().onScreen)
            seen.insert(seen.end(), plan.shapes.back().points.begin(), plan.shapes.back().points.end());
    }
    if (state != nullptr) {
        plan.marks = marksOf(*state, actors);
        for (const GroundPlan::Mark& mark : plan.marks) {
            if (mark.focus || mark.named)
                seen.push_back(mark.place);
        }
    }
    plan.view = viewOf(rectAround(seen).around(0.0, LeastMapView), ground.bounds);
    return plan;
}

} // namespace ghostline::model
