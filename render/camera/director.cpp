// SPDX-License-Identifier: GPL-3.0-or-later
// Shots from the events, framings from the state.
#include "render/camera/director.h"

#include "model/base/numbers.h"
#include "render/camera/camera_math.h"

#include <algorithm>
#include <cmath>

namespace ghostline::render {

namespace {

using model::Micros;

constexpr Micros Opening{3'000'000};      // the first look at everything
constexpr Micros MomentLead{1'200'000};   // a moment is seen coming
constexpr Micros MomentHold{2'800'000};   // and gone
constexpr Micros OverviewHold{3'000'000}; // after a start of play
constexpr Micros OverviewLate{1'500'000}; // later than this it establishes nothing any more

constexpr double NearReach = 8.0;    // metres from the focus: a player belongs to the picture
constexpr double MostReach = 16.0;   // ... if nearer ones are too few
constexpr double FadeReach = 8.0;    // over which a player beyond that leaves it
constexpr std::size_t Company = 2;   // players who are to be in the picture
constexpr double Crowd = 60.0;       // without a focus: who is farther from the middle is left out
constexpr double ClosestShot = 12.0; // metres between camera and play
constexpr double FarthestShot = 90.0;
constexpr double FrameMargin = 1.25;
constexpr double PlayPitch = 17.0;  // degrees above the ground
constexpr double OverPitch = 46.0;  // over what stands in the way
constexpr double SightMargin = 1.0; // metres beside the line of sight
constexpr double OverviewPitch = 48.0;
constexpr double SideSwing = 24.0;   // a camera at the middle of the side turns toward the ends
constexpr double WholeScene = 300.0; // metres: a larger one is a town, no stage
constexpr double StationReach = 30.0;
constexpr double NearestStation = 5.0; // metres to the place; nearer ones stand among those who score
constexpr double MomentDistance = 10.0;
constexpr double BehindLine = 0.5; // sine of how far behind the line of action a camera may stand
// Who stands right before the lens would be all there is to see.
constexpr double ClearAhead = 4.5;   // metres that are kept free
constexpr double ClearBehind = 3.0;  // who is this far behind the lens does not matter
constexpr double ClearInside = 1.6;  // metres from the middle of the picture: counts in full
constexpr double ClearOutside = 4.5; // not at all
constexpr double ClearLift = 2.4;    // metres over a head
constexpr double MovingSpeed = 0.5;

/// 1 near, 0 far, no edge between: who comes and goes does not jerk the picture.
double nearness(double distance, double nearer, double farther)
{
    const double s = std::clamp((farther - distance) / (farther - nearer), 0.0, 1.0);
    return s * s * (3.0 - 2.0 * s);
}

glm::dvec3 middleOf(const std::vector<glm::dvec3>& points)
{
    glm::dvec3 out{0.0};
    for (int axis = 0; axis < 3; ++axis) {
        std::vector<double> values;
        values.reserve(points.size());
        for (const glm::dvec3& p : points)
            values.push_back(p[axis]);
        out[axis] = model::median(values);
    }
    return out;
}

/// How far from the focus a player belongs to the picture: as far as some company needs.
double reachOf(const std::vector<glm::dvec3>& people, const glm::dvec3& focus)
{
    std::vector<double> distances;
    distances.reserve(people.size());
    for (const glm::dvec3& p : people)
        distances.push_back(glm::length(p - focus));
    const std::size_t count = std::min(Company, distances.size());
    if (count == 0)
        return NearReach;
    std::nth_element(distances.begin(), distances.begin() + static_cast<std::ptrdiff_t>(count - 1),
                     distances.end());
    return std::clamp(distances[count - 1], NearReach, MostReach);
}

/// Looks along `from` (from target to camera) so far off that all points are in the picture.
CameraPose framed(const glm::dvec3& from, const std::vector<glm::dvec3>& points, const glm::dvec3& focus,
                  double aspect)
{
    CameraPose c;
    c.position = focus + from;
    c.target = focus;
    const glm::dvec3 f = forwardOf(c);
    const glm::dvec3 r = rightOf(c);
    const glm::dvec3 u = glm::cross(r, f);
    glm::dvec2 low{0.0}, high{0.0};
    for (const glm::dvec3& p : points) {
        const glm::dvec2 at{glm::dot(p - focus, r), glm::dot(p - focus, u)};
        low = glm::min(low, at);
        high = glm::max(high, at);
    }
    // Between the focus and the middle of the group: the focus is never at the edge.
    const glm::dvec2 shift = (low + high) * 0.25;
    c.target = focus + r * shift.x + u * shift.y;
    const double ty = std::tan(glm::radians(c.verticalFov) * 0.5) / FrameMargin;
    const double tx = ty * std::max(aspect, 0.1);
    double distance = ClosestShot;
    for (const glm::dvec3& p : points) {
        const glm::dvec3 d = p - c.target;
        distance = std::max(
            distance, std::max((std::abs(glm::dot(d, r)) + 1.0) / tx, (std::abs(glm::dot(d, u)) + 1.0) / ty) -
                          glm::dot(d, f));
    }
    c.position = c.target - f * std::min(distance, FarthestShot * 4.0);
    return c;
}

/// Backs off from whoever stands right before the lens, and looks over his head: he passes below the picture.
/// By how much changes without a jump, whoever comes.
CameraPose clearOf(CameraPose c, const std::vector<glm::dvec3>& people)
{
    const glm::dvec3 f = forwardOf(c);
    const glm::dvec3 up = glm::cross(rightOf(c), f);
    double back = 0.0;
    double lift = 0.0;
    for (const glm::dvec3& p : people) {
        const glm::dvec3 d = p - c.position;
        const double ahead = glm::dot(d, f);
        const double aside = glm::length(d - f * ahead);
        const double inWay = nearness(aside, ClearInside, ClearOutside);
        back = std::max(back, (ClearAhead - ahead) * inWay * nearness(-ahead, 0.0, ClearBehind));
        lift = std::max(lift, ClearLift * inWay * nearness(ahead, 1.0, ClearAhead) *
                                  nearness(-ahead, 1.0, ClearBehind));
    }
    c.position += up * lift - f * back;
    return c;
}

} // namespace

void Director::setIndex(std::shared_ptr<const model::ReplayIndex> index)
{
    m_index = index ? std::move(index) : std::make_shared<const model::ReplayIndex>();
    m_places.clear();
    planShots();
}

void Director::setScene(const model::SceneDescription& scene)
{
    m_cameras = scene.cameras;
    m_lineOfSight.setScene(scene);
    m_bounds = scene.bounds;
}

// ---- which shot ----

/// Left to right; what would come too soon after the shot before is left out. Shots only depend on events at
/// or shortly after them, so that an index that grows does not change what has been shown.
void Director::planShots()
{
    const model::EventTable& table = *m_index->events;
    m_shots = {{.kind = DirectedShot::Kind::Overview}};
    Micros ends = Opening;
    for (std::size_t i = 0; i < table.events.size(); ++i) {
        const model::Event& event = table.events[i];
        const auto kind = static_cast<std::size_t>(event.kind);
        if (event.kind < 0 || kind >= table.kinds.size() || !table.kinds[kind].cut)
            continue;
        // With somebody who did it, it is a moment; without, something begins or ends.
        const bool moment = !event.actors.empty();
        const Micros wanted = std::max(Micros{0}, event.time - (moment ? MomentLead : Micros{0}));
        const Micros soonest = m_shots.back().start + ShortestShot;
        const Micros start = std::max(wanted, soonest);
        if (start > event.time + (moment ? Micros{0} : OverviewLate))
            continue;
        // Too short a return to the play is none: the shot before stays until this one.
        if (ends + ShortestShot <= start)
            m_shots.push_back({.kind = DirectedShot::Kind::Play, .start = ends});
        m_shots.push_back({.kind = moment ? DirectedShot::Kind::Moment : DirectedShot::Kind::Overview,
                           .start = start,
                           .event = static_cast<int>(i)});
        ends = std::max(start + ShortestShot, event.time + (moment ? MomentHold : OverviewHold));
    }
    m_shots.push_back({.kind = DirectedShot::Kind::Play, .start = ends});
}

const DirectedShot& Director::shotAt(Micros time) const
{
    const auto after = std::upper_bound(m_shots.begin(), m_shots.end(), time,
                                        [](Micros t, const DirectedShot& shot) { return t < shot.start; });
    return after == m_shots.begin() ? m_shots.front() : *std::prev(after);
}

// ---- what is in it ----

std::optional<glm::dvec3> Director::focus(const model::WorldState& state) const
{
    for (std::size_t row = 0; row < state.size(); ++row) {
        const model::ActorInfo* actor = m_index->info->actor(state.ids[row]);
        if (actor != nullptr && actor->focus && (state.flags[row] & model::Hidden) == 0)
            return state.positions[row];
    }
    return std::nullopt;
}

/// Those who take part; where there are too many of them, the ones that matter or at least move.
std::vector<glm::dvec3> Director::players(const model::WorldState& state) const
{
    std::vector<glm::dvec3> all, moving, principal;
    for (std::size_t row = 0; row < state.size(); ++row) {
        const model::ActorInfo* actor = m_index->info->actor(state.ids[row]);
        if (actor == nullptr || actor->background || actor->focus ||
            actor->shape == model::ActorShape::None || (state.flags[row] & model::Hidden) != 0)
            continue;
        all.push_back(state.positions[row]);
        if (actor->principal)
            principal.push_back(state.positions[row]);
        if (static_cast<double>(glm::length(state.velocities[row])) > MovingSpeed)
            moving.push_back(state.positions[row]);
    }
    if (!principal.empty())
        return principal;
    return moving.empty() ? all : moving;
}

std::optional<Director::Group> Director::groupOf(const model::WorldState& state) const
{
    const std::vector<glm::dvec3> people = players(state);
    Group group;
    if (const auto at = focus(state)) {
        group.focus = *at;
        group.points.push_back(*at);
        const double reach = reachOf(people, *at);
        for (const glm::dvec3& p : people) {
            const double share = nearness(glm::length(p - *at), reach, reach + FadeReach);
            if (share > 0.0)
                group.points.push_back(*at + (p - *at) * share);
        }
        return group;
    }
    if (people.empty())
        return std::nullopt;
    group.focus = middleOf(people);
    group.points.push_back(group.focus);
    for (const glm::dvec3& p : people) {
        const double share = nearness(glm::length(p - group.focus), Crowd, Crowd * 1.5);
        if (share > 0.0)
            group.points.push_back(group.focus + (p - group.focus) * share);
    }
    return group;
}

bool Director::wholeSceneFits() const
{
    const glm::dvec3 size = m_bounds.max - m_bounds.min;
    return m_bounds.valid && std::max({size.x, size.y, size.z}) <= WholeScene;
}

/// Bearing from the play to the camera: always the same long side. Toward the ends it swings as seen by
/// somebody who stands at the middle.
double Director::sideOf(const glm::dvec3& place) const
{
    if (!wholeSceneFits())
        return 0.0;
    const glm::dvec3 middle = (m_bounds.min + m_bounds.max) * 0.5;
    const glm::dvec3 half = (m_bounds.max - m_bounds.min) * 0.5;
    const bool alongZ = half.z > half.x;
    const double along = alongZ ? (place.z - middle.z) / half.z : (place.x - middle.x) / half.x;
    // Clockwise from west and south, the other way round from east and north.
    const double side = sideOfStage(m_bounds, m_cameras);
    const double swing = side == 90.0 || side == 180.0 ? SideSwing : -SideSwing;
    return side + swing * std::clamp(along, -1.0, 1.0);
}

/// The line of action runs along the stage, from end to end. A camera on it, as behind a goal, takes no side;
/// one from beyond would swap left and right.
bool Director::keepsSide(const glm::dvec3& camera, const glm::dvec3& place) const
{
    const glm::dvec3 off{camera.x - place.x, 0.0, camera.z - place.z};
    const double distance = glm::length(off);
    if (!wholeSceneFits() || distance < 1e-3)
        return true;
    return glm::dot(off, bearingVector(sideOfStage(m_bounds, m_cameras), 0.0)) >= -BehindLine * distance;
}

CameraPose Director::play(const Group& group, double aspect) const
{
    const double side = sideOf(group.focus);
    CameraPose usual = framed(bearingVector(side, PlayPitch), group.points, group.focus, aspect);
    // Over a block that hides what it is about, as far as it does.
    const double hidden = nearness(m_lineOfSight.clearance(usual.position, group.focus), 0.1, SightMargin);
    if (hidden <= 0.0)
        return usual;
    const double pitch = glm::mix(PlayPitch, OverPitch, hidden);
    return framed(bearingVector(side, pitch), group.points, group.focus, aspect);
}

CameraPose Director::overview(const Group& group, double aspect) const
{
    std::vector<glm::dvec3> points = group.points;
    glm::dvec3 middle = group.focus;
    if (wholeSceneFits()) {
        middle = (m_bounds.min + m_bounds.max) * 0.5;
        points.clear();
        for (int corner = 0; corner < 8; ++corner)
            points.emplace_back((corner & 1) != 0 ? m_bounds.max.x : m_bounds.min.x,
                                (corner & 2) != 0 ? m_bounds.max.y : m_bounds.min.y,
                                (corner & 4) != 0 ? m_bounds.max.z : m_bounds.min.z);
    }
    CameraPose c = framed(bearingVector(sideOf(middle), OverviewPitch), points, middle, aspect);
    if (!wholeSceneFits())
        c.position = c.target + (c.position - c.target) * 2.0; // some of the surroundings, too
    return c;
}

/// From the surroundings' own camera near the place, else from beside it, on the side of the middle.
CameraPose Director::moment(const glm::dvec3& place, const Group& group) const
{
    // What it is about draws the eye along until it is carried off elsewhere.
    const glm::dvec3 target =
        glm::mix(place, group.focus, nearness(glm::length(group.focus - place), 6.0, 16.0));
    const model::SceneCamera* best = nullptr;
    double nearest = StationReach;
    for (const model::SceneCamera& camera : m_cameras) {
        const double distance = glm::length(camera.position - place);
        if (distance < nearest && distance > NearestStation && keepsSide(camera.position, place)) {
            nearest = distance;
            best = &camera;
        }
    }
    CameraPose c;
    c.target = target;
    if (best != nullptr) {
        c.position = best->position;
        c.verticalFov = best->verticalFov;
        return c;
    }
    c.verticalFov = 50.0;
    c.position = place + bearingVector(sideOf(place) - SideSwing, PlayPitch) * MomentDistance;
    return c;
}

/// Where the focus is at an event, else who did it.
std::optional<glm::dvec3> Director::placeOf(int event) const
{
    if (const auto known = m_places.find(event); known != m_places.end())
        return known->second;
    const model::EventTable& table = *m_index->events;
    model::WorldState state;
    if (!m_stateOf || event < 0 || static_cast<std::size_t>(event) >= table.events.size() ||
        !m_stateOf(table.events[static_cast<std::size_t>(event)], state))
        return std::nullopt;
    std::optional<glm::dvec3> place = focus(state);
    for (const model::ActorId actor : table.events[static_cast<std::size_t>(event)].actors) {
        const std::ptrdiff_t row = state.row(actor);
        if (!place && row >= 0)
            place = state.positions[static_cast<std::size_t>(row)];
    }
    if (place)
        m_places.emplace(event, *place);
    return place;
}

std::optional<Director::Framing> Director::frame(const model::WorldState& state, double aspect) const
{
    const auto group = groupOf(state);
    if (!group)
        return std::nullopt;
    Framing out;
    out.shot = shotAt(state.time);
    const std::vector<glm::dvec3> people = players(state);
    switch (out.shot.kind) {
    case DirectedShot::Kind::Overview:
        out.pose = overview(*group, aspect);
        return out;
    case DirectedShot::Kind::Moment:
        if (const auto place = placeOf(out.shot.event)) {
            out.pose = clearOf(moment(*place, *group), people);
            return out;
        }
        break;
    case DirectedShot::Kind::Play:
        break;
    }
    out.pose = clearOf(play(*group, aspect), people);
    return out;
}

} // namespace ghostline::render
