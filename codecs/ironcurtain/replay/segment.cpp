// SPDX-License-Identifier: GPL-3.0-or-later
// A segment from its keyframes and the events about them.
#include "codecs/ironcurtain/replay/segment.h"

#include "codecs/ironcurtain/replay/figures.h"
#include "codecs/ironcurtain/replay/replay_segment.h"
#include "codecs/ironcurtain/replay/segment_builder.h"
#include "codecs/rts/world_rows.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace ghostline::ironcurtain {

namespace {

constexpr SimTick UsualGap = 300;

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

EventWindow eventWindow(const SegmentInput& input, SimTick lastTick)
{
    // All that was told since the last state, or since the one before where that is asked; but not from
    // farther back than matters for what is in between.
    const SimState* const base = input.before ? input.before.get() : input.from.get();
    const SimTick since = base != nullptr ? base->tick + 1 : 0;
    const SimTick reach = input.first > LongestGap ? input.first - LongestGap : 0;
    EventWindow window;
    window.first = std::max(since, reach);
    window.cut = reach > since;
    window.last = input.to ? input.to->tick : std::min(input.end - 1 + LongestGap, lastTick);
    return window;
}

model::Result<std::shared_ptr<const model::Segment>> buildSegment(
    std::shared_ptr<const SegmentContext> context, const SegmentInput& input,
    const std::function<model::Result<void>(const std::function<void(const AnalysisEvent&)>&)>& events)
{
    SegmentBuilder builder(std::move(context), input);
    builder.gather();
    if (const auto visited = events([&builder](const AnalysisEvent& event) { builder.report(event); });
        !visited)
        return tl::unexpected(visited.error());
    return std::make_shared<ReplaySegment>(builder.finish());
}

// One moment of a segment, filled into a world state.

namespace {

using model::PropertyValue;
using model::Provenance;
using model::SamplePolicy;

constexpr double CameraPitch = 56.0 * M_PI / 180;
constexpr double CameraDistance = 26.0;            ///< metres, at a zoom of 1
constexpr double CameraJump = 15.0 * UnitsPerCell; ///< farther than that nobody scrolls in one step
constexpr double CameraStep = 1.0;                 ///< seconds: samples farther apart are not joined

double along(double from, double to, double f) { return from + (to - from) * f; }

/// Sine and cosine of half of each whole angle.
struct HalfTurns
{
    std::array<std::array<double, 2>, FullTurn + 1> of{};
    HalfTurns()
    {
        for (std::size_t i = 0; i < of.size(); ++i) {
            const double half = static_cast<double>(i) * M_PI / FullTurn;
            of[i] = {std::sin(half), std::cos(half)};
        }
    }
};

/// As toWorld(angle), for angles between whole ones, too; tens of thousands of them a picture.
glm::quat facingOf(double angle)
{
    static const HalfTurns table;
    const auto whole = static_cast<std::size_t>(angle);
    const auto [sine, cosine] = table.of[whole];
    // What is left is less than a three-hundredth: two terms each are exact to a float.
    const double rest = (angle - static_cast<double>(whole)) * M_PI / FullTurn;
    const double s = rest - rest * rest * rest / 6.0;
    const double c = 1.0 - rest * rest / 2.0;
    return {static_cast<float>(sine * c + cosine * s), 0.0F, static_cast<float>(cosine * c - sine * s), 0.0F};
}

/// Clockwise from north, as headings are.
double degreesOf(double angle) { return angle * 360.0 / FullTurn; }

} // namespace

double angleBetween(std::int32_t from, std::int32_t to, double f)
{
    const std::int32_t ahead = ((to - from) % FullTurn + FullTurn) % FullTurn;
    const std::int32_t way = ahead > FullTurn / 2 ? ahead - FullTurn : ahead;
    const double angle = from + way * f;
    return angle < 0.0 ? angle + FullTurn : angle >= FullTurn ? angle - FullTurn : angle;
}

struct ReplaySegment::Moment
{
    LocalTick tick = 0;
    double place = 0.0; ///< tick and the fraction toward the next one, where that counts
    bool whole = true;  ///< exactly at the tick
    bool interpolate = true;
    bool exactOnly = false;
    bool atKeyframe = false; ///< exactly what a keyframe says
};

model::FrameRange ReplaySegment::frames() const
{
    return {static_cast<model::FrameNumber>(m_data.first), static_cast<model::FrameNumber>(m_data.end)};
}

std::size_t ReplaySegment::bytes() const
{
    std::size_t all =
        sizeof *this + m_data.units.capacity() * sizeof(SegmentUnit) +
        m_data.anchors.capacity() * sizeof(Anchor) + m_data.values.capacity() * sizeof(PropertyValue) +
        m_data.runs.capacity() * sizeof(SelectedRun) + m_data.selected.capacity() * sizeof(std::uint32_t);
    for (const LayerPtr& layer : m_data.layers)
        all += sizeof *layer + layer->sections.capacity() * sizeof(layer->sections.front());
    return all;
}

void ReplaySegment::sample(model::FrameTime at, SamplePolicy policy, model::WorldState& out) const
{
    const SegmentContext& context = *m_data.context;
    const auto length = static_cast<model::FrameNumber>(m_data.end - m_data.first);
    Moment moment;
    moment.tick = static_cast<LocalTick>(
        std::clamp<model::FrameNumber>(at.frame - static_cast<model::FrameNumber>(m_data.first), 0,
                                       std::max<model::FrameNumber>(length - 1, 0)));
    moment.whole = at.fraction == 0.0;
    moment.interpolate = policy == SamplePolicy::Interpolate;
    moment.exactOnly = policy == SamplePolicy::ExactOnly;
    moment.place = static_cast<double>(moment.tick) + (moment.interpolate ? at.fraction : 0.0);
    moment.atKeyframe = moment.tick == m_data.keyframe && moment.whole;

    out.at = at;
    out.time = context.axis.timeOf(at);
    const std::size_t players = context.players.count();
    // Counted first: rows are given their length once.
    std::size_t row = 2 * players;
    const auto units =
        static_cast<std::size_t>(std::count_if(m_data.units.begin(), m_data.units.end(),
                                               [&](const SegmentUnit& unit) { return there(unit, moment); }));
    out.resize(row + units, context.propertyCount);
    // Those of units are written row by row.
    std::fill_n(out.properties.begin(), row * context.propertyCount, PropertyValue());
    rts::resetRows(out);
    out.grids.assign(m_data.layers.begin(), m_data.layers.end());
    for (std::size_t p = 0; p < players; ++p) {
        placePlayer(moment, p, out);
        placeCamera(moment, p, out);
    }
    for (std::size_t i = 0; i < m_data.units.size(); ++i) {
        if (there(m_data.units[i], moment))
            placeUnit(moment, i, row++, out);
    }
    fillSelected(moment, out);
}

bool ReplaySegment::there(const SegmentUnit& unit, const Moment& moment) const
{
    if (moment.exactOnly)
        return unit.inKeyframe;
    return unit.first <= moment.tick && moment.tick < unit.end;
}

void ReplaySegment::placeUnit(const Moment& moment, std::size_t i, std::size_t row,
                              model::WorldState& out) const
{
    const SegmentUnit& unit = m_data.units[i];
    out.ids[row] = ActorNumbers{m_data.context->players.count()}.unit(unit.life);
    placeBetween(moment, unit, row, out);
    if (moment.atKeyframe && unit.inKeyframe)
        out.provenance[row] = Provenance::Exact;
    const LocalTick now = moment.exactOnly ? m_data.keyframe : moment.tick;
    if (now < unit.finished)
        out.flags[row] |= model::Unfinished;
    describeUnit(moment, i, row, out);
}

/// Position, velocity, and how they are known.
void ReplaySegment::placeBetween(const Moment& moment, const SegmentUnit& unit, std::size_t row,
                                 model::WorldState& out) const
{
    out.provenance[row] = Provenance::Held;
    const std::span<const Anchor> anchors =
        std::span(m_data.anchors).subspan(unit.anchors, unit.anchorEnd - unit.anchors);
    if (anchors.empty()) {
        // There, but nobody says where.
        out.positions[row] = glm::dvec3(0.0);
        out.flags[row] |= model::Hidden;
        return;
    }
    const LocalTick now = moment.exactOnly ? m_data.keyframe : moment.tick;
    auto next = std::upper_bound(anchors.begin(), anchors.end(), now,
                                 [](LocalTick tick, const Anchor& anchor) { return tick < anchor.tick; });
    if (next == anchors.begin()) {
        // Told by nothing up to here: where it is first known to be, if the future may be used.
        out.positions[row] = toWorld(next->at);
        if (!moment.interpolate)
            out.flags[row] |= model::Hidden;
        return;
    }
    const Anchor& last = *(next - 1);
    out.positions[row] = toWorld(last.at);
    if (last.tick == moment.tick && (last.how & Anchor::Jump) != 0)
        out.flags[row] |= model::Discontinuity;
    if (moment.interpolate && (last.how & Anchor::Joined) != 0 && next != anchors.end()) {
        const double ticks = static_cast<double>(next->tick - last.tick);
        const double f = (moment.place - static_cast<double>(last.tick)) / ticks;
        const glm::dvec3 way = toWorld(next->at) - toWorld(last.at);
        out.positions[row] += way * f;
        out.velocities[row] = glm::vec3(way * (1000.0 / (ticks * m_data.context->msPerTick)));
        out.provenance[row] = Provenance::Interpolated;
    }
    if (last.tick == now && moment.whole && (last.how & Anchor::Reported) != 0)
        out.provenance[row] = Provenance::Sampled;
}

/// Where it faces, and its properties.
void ReplaySegment::describeUnit(const Moment& moment, std::size_t i, std::size_t row,
                                 model::WorldState& out) const
{
    const SegmentUnit& unit = m_data.units[i];
    const std::span<PropertyValue> values = out.propertiesOf(row);
    const std::size_t known = std::min(UnitProperties, values.size());
    std::copy_n(m_data.values.begin() + static_cast<std::ptrdiff_t>(i * UnitProperties), known,
                values.begin());
    std::fill(values.begin() + static_cast<std::ptrdiff_t>(known), values.end(), PropertyValue());
    const auto angle = [&](const Turn& turn) -> double {
        if (moment.interpolate && turn.joined) {
            const double f =
                (moment.place - m_data.keyframe) / static_cast<double>(m_data.next - m_data.keyframe);
            return turn.from == turn.to ? turn.from
                                        : angleBetween(turn.from, turn.to, std::clamp(f, 0.0, 1.0));
        }
        return moment.interpolate && turn.from == NoAngle ? turn.to : turn.from;
    };
    // Buildings stand along the map's grid, whatever they face.
    const double facing = unit.building ? NoAngle : angle(unit.facing);
    out.orientations[row] = facingOf(std::max(facing, 0.0));
    if (const double turret = angle(unit.turret); turret >= 0.0)
        values[static_cast<std::size_t>(ActorProperty::Turret)] = PropertyValue::real(degreesOf(turret));
    if (unit.progressFrom == NoTick)
        return;
    const LocalTick now = moment.exactOnly ? m_data.keyframe : moment.tick;
    // Of a building that is sold there is no end to look forward to.
    if (now >= unit.finished && unit.finished > unit.progressFrom)
        return;
    double done = static_cast<double>(unit.doneFrom);
    if (moment.interpolate && unit.progressTo != NoTick && unit.progressTo > unit.progressFrom) {
        const double f =
            (moment.place - unit.progressFrom) / static_cast<double>(unit.progressTo - unit.progressFrom);
        done = along(done, static_cast<double>(unit.doneTo), std::clamp(f, 0.0, 1.0));
    }
    values[static_cast<std::size_t>(ActorProperty::Progress)] = PropertyValue::real(done);
}

void ReplaySegment::placePlayer(const Moment& moment, std::size_t player, model::WorldState& out) const
{
    const SegmentContext& context = *m_data.context;
    out.ids[player] = ActorNumbers{context.players.count()}.player(player);
    FigureQuery query{context};
    if (m_data.players && m_data.keyframe != NoTick) {
        const PlayerId wanted = context.players[player].id;
        const auto at =
            std::lower_bound(m_data.players->begin(), m_data.players->end(), wanted,
                             [](const PlayerState& state, PlayerId id) { return state.player < id; });
        if (at != m_data.players->end() && at->player == wanted)
            query.state = &*at;
        query.stateTick = static_cast<SimTick>(static_cast<std::int64_t>(m_data.first) + m_data.keyframe);
    }
    query.player = player;
    query.tick = m_data.first + static_cast<SimTick>(moment.tick);
    query.fraction = moment.place - static_cast<double>(moment.tick);
    query.exactOnly = moment.exactOnly;
    query.estimate = moment.interpolate;
    const FigureOrigin origin = fillFigures(query, out.propertiesOf(player));
    const bool exact = moment.atKeyframe && query.state != nullptr && origin == FigureOrigin::Keyframe;
    out.provenance[player] = exact                                               ? Provenance::Exact
                             : origin == FigureOrigin::ReportNow && moment.whole ? Provenance::Sampled
                                                                                 : Provenance::Held;
    out.positions[player] =
        query.state != nullptr && query.state->look ? toWorld(query.state->look->start) : glm::dvec3(0.0);
}

void ReplaySegment::placeCamera(const Moment& moment, std::size_t player, model::WorldState& out) const
{
    const SegmentContext& context = *m_data.context;
    const std::size_t row = context.players.count() + player;
    out.ids[row] = ActorNumbers{context.players.count()}.camera(player);
    out.provenance[row] = Provenance::Held;
    out.positions[row] = out.positions[player];
    const std::span<const CameraSample> all = player < context.log->players.size()
                                                  ? std::span(context.log->players[player].cameras)
                                                  : std::span<const CameraSample>();
    const LocalTick local = moment.exactOnly && m_data.keyframe != NoTick ? m_data.keyframe : moment.tick;
    const auto tick = static_cast<SimTick>(static_cast<std::int64_t>(m_data.first) + local);
    const auto next = std::upper_bound(all.begin(), all.end(), tick,
                                       [](SimTick t, const CameraSample& sample) { return t < sample.tick; });
    if (next == all.begin()) {
        // Nobody knows where it looks.
        out.flags[row] = model::Hidden;
        return;
    }
    const CameraSample& last = *(next - 1);
    const auto far = [](const CameraSample& a, const CameraSample& b) {
        return std::hypot(static_cast<double>(a.at.x) - b.at.x, static_cast<double>(a.at.y) - b.at.y) >
               CameraJump;
    };
    glm::dvec3 target = toWorld(last.at);
    double zoom = last.zoom;
    if (moment.interpolate && next != all.end() && !far(last, *next) &&
        static_cast<double>(next->tick - last.tick) * context.msPerTick <= CameraStep * 1000.0) {
        const double f = (static_cast<double>(tick - last.tick) + moment.place - moment.tick) /
                         static_cast<double>(next->tick - last.tick);
        target += (toWorld(next->at) - target) * f;
        zoom = along(zoom, next->zoom, f);
        out.provenance[row] = Provenance::Interpolated;
    }
    const bool now = last.tick == tick && moment.whole;
    if (now)
        out.provenance[row] = Provenance::Sampled;
    if (last.tick == tick && next - 1 != all.begin() && far(*(next - 2), last))
        out.flags[row] = out.flags[player] = model::Discontinuity;
    // Seen from the south and above; north is up on the screen.
    const double distance = CameraDistance * 1024.0 / std::clamp(zoom, 64.0, 65535.0);
    const glm::dvec3 forward{0.0, -std::sin(CameraPitch), -std::cos(CameraPitch)};
    const glm::vec3 left{-1.0F, 0.0F, 0.0F};
    const glm::vec3 up = glm::cross(glm::vec3(forward), left);
    out.positions[row] = target - forward * distance;
    out.orientations[row] = glm::normalize(glm::quat_cast(glm::mat3{left, up, glm::vec3(forward)}));
    out.positions[player] = target;
}

void ReplaySegment::fillSelected(const Moment& moment, model::WorldState& out) const
{
    out.selected.clear();
    const ActorNumbers numbers{m_data.context->players.count()};
    const LocalTick now = moment.exactOnly && m_data.keyframe != NoTick ? m_data.keyframe : moment.tick;
    for (std::size_t at = 0; at < m_data.runs.size();) {
        // The last of a player's runs that has begun.
        const std::uint32_t player = m_data.runs[at].player;
        const SelectedRun* held = nullptr;
        for (; at < m_data.runs.size() && m_data.runs[at].player == player; ++at) {
            if (m_data.runs[at].tick <= now)
                held = &m_data.runs[at];
        }
        if (held == nullptr)
            continue;
        for (std::uint32_t s = held->begin; s < held->end; ++s) {
            const SegmentUnit& unit = m_data.units[m_data.selected[s]];
            if (there(unit, moment))
                out.selected.push_back({numbers.player(player), numbers.unit(unit.life)});
        }
    }
}

} // namespace ghostline::ironcurtain
