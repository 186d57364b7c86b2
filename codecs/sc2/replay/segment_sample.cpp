// SPDX-License-Identifier: GPL-3.0-or-later
// One moment of a replay, filled into a world state.
#include "codecs/sc2/replay/segment.h"

#include "codecs/sc2/loop_steps.h"

#include <algorithm>
#include <cmath>

namespace ghostline::sc2 {

namespace {

using model::PropertyValue;
using model::Provenance;
using model::SamplePolicy;

constexpr double Pi = 3.14159265358979323846;
constexpr float CameraJump = 15.0F; ///< cells; further than that nobody scrolls in one update
const glm::quat NoTurn{1.0F, 0.0F, 0.0F, 0.0F};

/// Facing a heading of the map's plane: +Z along (cos, 0, -sin).
glm::quat facing(float heading)
{
    return glm::angleAxis(heading + static_cast<float>(Pi / 2), glm::vec3(0.0F, 1.0F, 0.0F));
}

/// From the camera's eye along +Z to its target on the ground.
struct CameraPose
{
    glm::dvec3 eye{0.0};
    glm::quat orientation = NoTurn;
};
CameraPose poseOf(const CameraState& camera)
{
    const double pitch = static_cast<double>(camera.pitch) * Pi / 180;
    const double yaw = static_cast<double>(camera.yaw) * Pi / 180;
    const glm::dvec3 forward{std::cos(pitch) * std::cos(yaw), -std::sin(pitch),
                             -std::cos(pitch) * std::sin(yaw)};
    // Straight down the view's own upper edge still points where the yaw does.
    const glm::dvec3 left = glm::normalize(glm::dvec3{-std::sin(yaw), 0.0, -std::cos(yaw)});
    const glm::dvec3 up = glm::cross(forward, left);
    const glm::mat3 axes{glm::vec3(left), glm::vec3(up), glm::vec3(forward)};
    CameraPose pose;
    pose.eye = toWorld(camera.x, camera.y) - forward * static_cast<double>(camera.distance);
    pose.orientation = glm::normalize(glm::quat_cast(axes));
    return pose;
}

} // namespace

struct Sc2Segment::Moment
{
    std::uint32_t loop = 0;
    double fraction = 0.0; ///< toward the next loop, 0 where nothing is estimated
    bool reportedOnly = false;
    bool whole = true; ///< exactly at the loop
};

void Sc2Segment::sample(model::FrameTime at, SamplePolicy policy, model::WorldState& out) const
{
    Moment moment;
    moment.loop = static_cast<std::uint32_t>(std::clamp<model::FrameNumber>(at.frame, 0, m_data->loops));
    moment.fraction = policy == SamplePolicy::Interpolate && moment.loop < m_data->loops ? at.fraction : 0.0;
    moment.reportedOnly = policy == SamplePolicy::ReportedOnly || policy == SamplePolicy::ExactOnly;
    moment.whole = at.fraction == 0.0;

    out.at = at;
    out.time = m_axis.timeOf(at);
    const std::size_t stretch = moment.loop >> m_stretchShift;
    const std::size_t participants = m_numbers.participants;
    std::size_t row = 2 * participants;
    // Counted first: rows are given their length once.
    const std::uint32_t* begin = m_alive.data() + m_stretchStart[stretch];
    const std::uint32_t* end = m_alive.data() + m_stretchStart[stretch + 1];
    const auto& lives = m_data->lives.lives;
    const auto alive = [&lives, &moment](std::uint32_t life) {
        return lives[life].first <= moment.loop && moment.loop < lives[life].end;
    };
    const auto units = static_cast<std::size_t>(std::count_if(begin, end, alive));
    out.resize(row + units, static_cast<std::size_t>(ActorPropertyCount));
    std::fill(out.properties.begin(), out.properties.end(), PropertyValue());
    std::fill(out.velocities.begin(), out.velocities.end(), glm::vec3(0.0F));
    std::fill(out.orientations.begin(), out.orientations.end(), NoTurn);
    std::fill(out.flags.begin(), out.flags.end(), model::ActorFlags{0});
    std::fill(out.bones.begin(), out.bones.end(), model::BoneSpan{});
    out.bonePoses.clear();
    out.attachments.clear();
    out.match.clear();
    out.grids.clear();
    for (std::size_t p = 0; p < participants; ++p) {
        placePlayer(moment, p, out);
        placeCamera(moment, p, out);
    }
    for (const std::uint32_t* life = begin; life != end; ++life) {
        if (alive(*life))
            placeUnit(moment, *life, row++, out);
    }
    fillSelected(moment, out);
}

void Sc2Segment::placePlayer(const Moment& moment, std::size_t participant, model::WorldState& out) const
{
    const std::size_t row = participant;
    out.ids[row] = m_numbers.player(participant);
    const auto& cameras = m_data->actions.cameras;
    const CameraState* camera =
        participant < cameras.size() ? lastAt<CameraState>(cameras[participant], moment.loop) : nullptr;
    out.positions[row] = camera != nullptr ? toWorld(camera->x, camera->y) : m_starts[participant];
    out.provenance[row] = camera != nullptr && camera->loop == moment.loop && moment.whole ? Provenance::Exact
                                                                                           : Provenance::Held;
    m_figures->fill(participant, moment.loop, out.propertiesOf(row));
    out.propertiesOf(row)[static_cast<std::size_t>(ActorProperty::Owner)] =
        PropertyValue::integer(static_cast<std::int64_t>(participant));
}

void Sc2Segment::placeCamera(const Moment& moment, std::size_t participant, model::WorldState& out) const
{
    const std::size_t row = m_numbers.participants + participant;
    out.ids[row] = m_numbers.camera(participant);
    out.propertiesOf(row)[static_cast<std::size_t>(ActorProperty::Owner)] =
        PropertyValue::integer(static_cast<std::int64_t>(participant));
    const auto& cameras = m_data->actions.cameras;
    if (participant >= cameras.size() || cameras[participant].empty()) {
        // A computer, or commands that have not been read: nobody knows where it looks.
        out.positions[row] = m_starts[participant];
        out.flags[row] = model::Hidden;
        out.provenance[row] = Provenance::Held;
        return;
    }
    const std::span<const CameraState> all = cameras[participant];
    const CameraState* camera = lastAt(all, moment.loop);
    CameraState first;
    if (camera == nullptr) {
        // Before anyone moves it, it shows the player's own base.
        first.x = static_cast<float>(m_starts[participant].x);
        first.y = static_cast<float>(-m_starts[participant].z);
    }
    const CameraPose pose = poseOf(camera != nullptr ? *camera : first);
    out.positions[row] = pose.eye;
    out.orientations[row] = pose.orientation;
    const bool now = camera != nullptr && camera->loop == moment.loop;
    out.provenance[row] = now && moment.whole ? Provenance::Exact : Provenance::Held;
    if (now && camera != all.data()) {
        // Several updates at one loop are one step from what was before it.
        const CameraState* before = camera - 1;
        while (before != all.data() && before->loop == camera->loop)
            --before;
        if (std::hypot(camera->x - before->x, camera->y - before->y) > CameraJump)
            out.flags[row] = model::Discontinuity;
    }
    out.flags[participant] = out.flags[row];
}

void Sc2Segment::placeUnit(const Moment& moment, std::uint32_t life, std::size_t row,
                           model::WorldState& out) const
{
    out.ids[row] = m_numbers.unit(life);
    if (moment.loop < m_data->lives.lives[life].finished)
        out.flags[row] |= model::Unfinished;
    if (moment.reportedOnly)
        placeReport(moment, life, row, out);
    else
        placeEstimate(moment, life, row, out);
    if (moment.loop < m_standsUntil[life])
        out.provenance[row] = Provenance::Exact;
    describeUnit(moment, life, row, out);
}

void Sc2Segment::placeEstimate(const Moment& moment, std::uint32_t life, std::size_t row,
                               model::WorldState& out) const
{
    const std::span<const Waypoint> path =
        life < m_data->motions.units.size() ? m_data->motions.of(life) : std::span<const Waypoint>();
    const Waypoint* from = lastAt(path, moment.loop);
    if (from == nullptr) {
        placeReport(moment, life, row, out);
        return;
    }
    const Waypoint* to = from + 1 == path.data() + path.size() ? nullptr : from + 1;
    float x = from->x;
    float y = from->y;
    const bool moves = to != nullptr && !to->jump && to->loop > from->loop && (to->x != x || to->y != y);
    if (moves) {
        const double length = static_cast<double>(to->loop - from->loop);
        const auto share =
            static_cast<float>((static_cast<double>(moment.loop - from->loop) + moment.fraction) / length);
        const auto pace = static_cast<float>(m_loopsPerSecond / length);
        out.velocities[row] = {(to->x - x) * pace, 0.0F, -(to->y - y) * pace};
        x += (to->x - from->x) * share;
        y += (to->y - from->y) * share;
    }
    out.positions[row] = toWorld(x, y);
    if (from->jump && from->loop == moment.loop)
        out.flags[row] |= model::Discontinuity;
    if (from->reported && from->loop == moment.loop && moment.whole)
        out.provenance[row] = Provenance::Exact;
    else
        out.provenance[row] =
            to != nullptr && (moves || !from->reported) ? Provenance::Sampled : Provenance::Held;
    if (m_data->motions.units[life].heads)
        out.orientations[row] = facing(from->heading);
}

void Sc2Segment::placeReport(const Moment& moment, std::uint32_t life, std::size_t row,
                             model::WorldState& out) const
{
    const std::span<const Report> reports = m_data->lives.reportsOf(m_data->lives.lives[life]);
    const Report* last = lastAt(reports, moment.loop);
    out.provenance[row] = Provenance::Held;
    if (last == nullptr) {
        // Nothing was ever reported of it up to here: where it is first known to be.
        const std::span<const Waypoint> path =
            life < m_data->motions.units.size() ? m_data->motions.of(life) : std::span<const Waypoint>();
        const bool known = !path.empty();
        out.positions[row] = known ? toWorld(path.front().x, path.front().y) : glm::dvec3(0.0);
        if (!known)
            out.flags[row] |= model::Hidden;
        return;
    }
    out.positions[row] = toWorld(last->x, last->y);
    if (last->loop == moment.loop && moment.whole && !m_data->lives.lives[life].revealed)
        out.provenance[row] = Provenance::Exact;
    if (last != reports.data()) {
        const float dx = last->x - (last - 1)->x;
        const float dy = last->y - (last - 1)->y;
        if (dx != 0.0F || dy != 0.0F)
            out.orientations[row] = facing(std::atan2(dy, dx));
    }
}

void Sc2Segment::describeUnit(const Moment& moment, std::uint32_t life, std::size_t row,
                              model::WorldState& out) const
{
    const UnitLife& unit = m_data->lives.lives[life];
    const UnitKind& kind = m_kinds->of(m_data->lives.typeAt(unit, moment.loop));
    // Buildings, rocks and minerals stand along the map's grid, wherever they came from.
    if (kind.actorKind != model::ActorKind::Unit)
        out.orientations[row] = NoTurn;
    const std::span<PropertyValue> values = out.propertiesOf(row);
    const auto set = [&values](ActorProperty property, PropertyValue value) {
        values[static_cast<std::size_t>(property)] = value;
    };
    set(ActorProperty::UnitType, PropertyValue::text(kind.text));
    set(ActorProperty::Look, PropertyValue::integer(kind.look));
    const int owner = m_data->head.participantOfPlayer(m_data->lives.ownerAt(unit, moment.loop));
    if (owner >= 0)
        set(ActorProperty::Owner, PropertyValue::integer(owner));
    if (kind.group >= 0) {
        set(ActorProperty::UnitGroup, PropertyValue::integer(kind.group));
        set(ActorProperty::Supply, PropertyValue::real(static_cast<double>(kind.supply)));
        if (kind.worth >= 0)
            set(ActorProperty::Worth, PropertyValue::integer(kind.worth));
    }
    if (moment.loop < unit.finished && unit.finished != OpenEnd) {
        const double done = static_cast<double>(moment.loop - unit.first) + moment.fraction;
        set(ActorProperty::Progress,
            PropertyValue::real(100.0 * done / static_cast<double>(unit.finished - unit.first)));
    }
    const auto kills = m_kills.begin();
    const auto first = kills + m_killStart[life];
    const auto count = std::upper_bound(first, kills + m_killStart[life + 1], moment.loop) - first;
    if (count > 0 || (owner >= 0 && kind.group == static_cast<int>(UnitGroup::Army)))
        set(ActorProperty::Kills, PropertyValue::integer(count));
}

void Sc2Segment::fillSelected(const Moment& moment, model::WorldState& out) const
{
    out.selected.clear();
    const auto& lives = m_data->lives.lives;
    for (std::size_t p = 0; p < m_numbers.participants && p < m_data->actions.selections.size(); ++p) {
        const std::size_t begin = out.selected.size();
        for (const std::uint32_t tag : m_data->actions.selectedAt(p, moment.loop)) {
            const std::uint32_t life = m_data->lives.find(tag, moment.loop);
            if (life != NoLife && lives[life].first <= moment.loop && moment.loop < lives[life].end)
                out.selected.push_back({m_numbers.player(p), m_numbers.unit(life)});
        }
        std::sort(out.selected.begin() + static_cast<std::ptrdiff_t>(begin), out.selected.end(),
                  [](const model::Selected& a, const model::Selected& b) { return a.actor < b.actor; });
        out.selected.erase(
            std::unique(out.selected.begin() + static_cast<std::ptrdiff_t>(begin), out.selected.end()),
            out.selected.end());
    }
}

} // namespace ghostline::sc2
