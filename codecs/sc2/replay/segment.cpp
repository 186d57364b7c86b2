// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/sc2/replay/segment.h"

#include "codecs/rts/world_rows.h"
#include "codecs/sc2/base/limits.h"
#include "codecs/sc2/base/loop_steps.h"

#include <algorithm>
#include <cmath>

namespace ghostline::sc2 {

Sc2Segment::Sc2Segment(SegmentParts parts)
    : m_data(std::move(parts.data)), m_kinds(std::move(parts.kinds)), m_figures(std::move(parts.figures)),
      m_axis(std::move(parts.axis)), m_numbers{m_data->head.participants.size()}
{
    const auto [loops, seconds] = m_data->head.loopsPerSecond();
    m_loopsPerSecond = static_cast<double>(loops) / seconds;
    m_starts = startPlaces(*m_data);
    fillAliveIndex();
    fillKills();
    fillStanding();
}

void Sc2Segment::fillAliveIndex()
{
    const auto& lives = m_data->lives.lives;
    const std::uint32_t lastLoop = m_data->loops;
    const auto lastOf = [lastLoop](const UnitLife& life) {
        return std::min(lastLoop, std::max(life.end, life.first + 1) - 1);
    };
    const auto entries = [&](unsigned shift) {
        std::uint64_t count = std::uint64_t{lastLoop} >> shift;
        for (const UnitLife& life : lives) {
            if (life.first <= lastLoop)
                count += (lastOf(life) >> shift) - (life.first >> shift);
        }
        return count;
    };
    while (m_stretchShift < 31 && entries(m_stretchShift) > MaxStretchEntries)
        ++m_stretchShift;
    const std::size_t stretches = (lastLoop >> m_stretchShift) + std::size_t{1};
    m_stretchStart.assign(stretches + 1, 0);
    const auto eachStretch = [&](auto&& visit) {
        for (std::uint32_t i = 0; i < lives.size(); ++i) {
            if (lives[i].first > lastLoop || lives[i].end <= lives[i].first)
                continue;
            for (std::uint32_t s = lives[i].first >> m_stretchShift; s <= lastOf(lives[i]) >> m_stretchShift;
                 ++s)
                visit(s, i);
        }
    };
    eachStretch([this](std::uint32_t s, std::uint32_t) { ++m_stretchStart[s + 1]; });
    for (std::size_t s = 0; s < stretches; ++s)
        m_stretchStart[s + 1] += m_stretchStart[s];
    m_alive.resize(m_stretchStart.back());
    std::vector<std::uint32_t> next(m_stretchStart.begin(), m_stretchStart.end() - 1);
    eachStretch([this, &next](std::uint32_t s, std::uint32_t life) { m_alive[next[s]++] = life; });
}

void Sc2Segment::fillKills()
{
    const auto& lives = m_data->lives.lives;
    const auto killedBy = [&lives](const UnitLife& life) {
        return life.died && life.killer < lives.size() ? life.killer : NoLife;
    };
    m_killStart.assign(lives.size() + 1, 0);
    for (const UnitLife& life : lives) {
        if (const std::uint32_t killer = killedBy(life); killer != NoLife)
            ++m_killStart[killer + 1];
    }
    for (std::size_t i = 0; i < lives.size(); ++i)
        m_killStart[i + 1] += m_killStart[i];
    m_kills.resize(m_killStart.back());
    std::vector<std::uint32_t> next(m_killStart.begin(), m_killStart.end() - 1);
    for (const UnitLife& life : lives) {
        if (const std::uint32_t killer = killedBy(life); killer != NoLife)
            m_kills[next[killer]++] = life.end;
    }
    for (std::size_t i = 0; i < lives.size(); ++i)
        std::sort(m_kills.begin() + m_killStart[i], m_kills.begin() + m_killStart[i + 1]);
}

/// Buildings, rocks and minerals that nothing says to have moved are where they were reported.
std::uint32_t Sc2Segment::standsUntil(std::size_t life) const
{
    const UnitLife& unit = m_data->lives.lives[life];
    const auto reports = m_data->lives.reportsOf(unit);
    const bool heads = life < m_data->motions.units.size() && m_data->motions.units[life].heads;
    if (unit.revealed || heads || reports.empty())
        return 0;
    // Where reports break off nobody knows what became of it.
    const TrackerEvents& tracker = m_data->tracker;
    std::uint32_t until = tracker.failure ? tracker.lastLoop + 1 : OpenEnd;
    for (const Report& report : reports) {
        if (report.x != reports.front().x || report.y != reports.front().y)
            until = std::min(until, report.loop);
    }
    for (const TypePeriod& period : m_data->lives.typesOf(unit)) {
        if (!m_kinds->of(period.type).rooted)
            until = std::min(until, period.loop);
    }
    return until;
}

void Sc2Segment::fillStanding()
{
    const std::size_t lives = m_data->lives.lives.size();
    m_standsUntil.reserve(lives);
    for (std::size_t life = 0; life < lives; ++life)
        m_standsUntil.push_back(standsUntil(life));
}

model::FrameRange Sc2Segment::frames() const
{
    return {0, static_cast<model::FrameNumber>(m_data->loops) + 1};
}

std::size_t Sc2Segment::bytes() const
{
    // The replay itself stays with its source: dropping the segment would free only this.
    return sizeof *this + m_starts.capacity() * sizeof(glm::dvec3) +
           (m_stretchStart.capacity() + m_alive.capacity() + m_killStart.capacity() + m_kills.capacity() +
            m_standsUntil.capacity()) *
               sizeof(std::uint32_t);
}

std::vector<glm::dvec3> startPlaces(const ReplayData& data)
{
    enum class Sure { No, Unit, TownHall };
    const std::size_t participants = data.head.participants.size();
    const glm::dvec3 middle =
        toWorld(static_cast<float>(data.head.mapSizeX) / 2, static_cast<float>(data.head.mapSizeY) / 2);
    std::vector<glm::dvec3> places(participants, middle);
    std::vector<Sure> sure(participants, Sure::No);
    for (const UnitLife& life : data.lives.lives) {
        const auto reports = data.lives.reportsOf(life);
        const int p = data.head.participantOfPlayer(data.lives.ownerAt(life, life.first));
        if (p < 0 || reports.empty())
            continue;
        const UnitType* type = findUnitType(data.tracker.names[data.lives.typeAt(life, life.first)]);
        const Sure now =
            type != nullptr && type->unitClass == UnitClass::TownHall ? Sure::TownHall : Sure::Unit;
        Sure& before = sure[static_cast<std::size_t>(p)];
        if (before >= now)
            continue;
        before = now;
        places[static_cast<std::size_t>(p)] = toWorld(reports.front().x, reports.front().y);
    }
    return places;
}

// One moment of a replay, filled into a world state.

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
    const std::size_t participants = m_numbers.players;
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
    rts::resetRows(out);
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
    const std::size_t row = m_numbers.players + participant;
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
        set(ActorProperty::UnderConstruction, PropertyValue::text(kind.text));
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
    for (std::size_t p = 0; p < m_numbers.players && p < m_data->actions.selections.size(); ++p) {
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
