// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/review/evidence_motion.h"

#include "model/base/numbers.h"
#include "model/compare/alignment.h"
#include "model/replay/replay_info.h"

#include <algorithm>
#include <cmath>

namespace ghostline::model {

namespace {

/// Metres of height in a frame that are no rising or falling yet: less than a jump still moves at its top,
/// more than places are rounded by.
constexpr double LevelMetres = 0.001;

/// How an actor came from one frame to the next.
struct Step
{
    glm::dvec3 way{0.0};
    double seconds = 0.0;
    bool jump = false;
    double yaw = NoValue; ///< degrees, the shorter way round
    double pitch = NoValue;
};

/// Nothing where the two do not follow each other: somebody was not there, or no time passed, or too much.
std::optional<Step> stepBetween(const Sighting& before, const Sighting& now, Micros maxGap)
{
    const Micros passed = now.time - before.time;
    if (!before.there || !now.there || passed <= Micros{0} || passed > maxGap)
        return std::nullopt;
    Step step;
    step.way = now.place - before.place;
    step.seconds = seconds(passed);
    step.jump = now.jumped || glm::length(step.way) > JumpLength;
    step.yaw = std::remainder(now.yaw - before.yaw, 360.0);
    step.pitch = now.pitch - before.pitch;
    return step;
}

EvidenceRow makeRow(const char* id, const QString& name, const QString& unit, bool recorded)
{
    EvidenceRow row;
    row.id = QLatin1StringView(id);
    row.name = name;
    row.unit = unit;
    row.recorded = recorded;
    return row;
}

/// A value of each step into a frame of the strip; `value` gets null where there is none.
template<typename Value>
EvidenceRow stepRow(EvidenceRow row, std::span<const std::optional<Step>> steps, const Value& value)
{
    row.values.reserve(steps.size());
    for (const std::optional<Step>& step : steps)
        row.values.push_back(step ? value(*step) : NoValue);
    return row;
}

/// A value of each frame itself, where the actor is there.
template<typename Value>
EvidenceRow sightingRow(EvidenceRow row, std::span<const Sighting> seen, const Value& value)
{
    row.values.reserve(seen.size());
    for (const Sighting& sighting : seen)
        row.values.push_back(sighting.there ? value(sighting) : NoValue);
    return row;
}

/// A velocity without a jump in it.
template<typename Value>
EvidenceRow rateRow(EvidenceRow row, std::span<const std::optional<Step>> steps, const Value& value)
{
    return stepRow(std::move(row), steps,
                   [&value](const Step& step) { return step.jump ? NoValue : value(step) / step.seconds; });
}

/// Counted from the lead on: whoever is in the air when the strip begins has been for a while.
EvidenceRow airRow(std::span<const std::optional<Step>> steps, std::span<const Sighting> seen,
                   std::size_t lead)
{
    EvidenceRow row =
        makeRow("air_frames", QStringLiteral("Frames rising or falling"), QStringLiteral("frames"), false);
    row.values.reserve(seen.size() - lead);
    int count = 0;
    for (std::size_t i = 0; i < seen.size(); ++i) {
        const std::optional<Step>& step = steps[i];
        const bool moves = step && !step->jump && std::abs(step->way.y) > LevelMetres;
        count = moves ? count + 1 : 0;
        if (i >= lead)
            row.values.push_back(seen[i].there ? count : NoValue);
    }
    return row;
}

} // namespace

std::optional<std::size_t> lookingBone(const ReplayInfo& info, ActorId actor)
{
    const ActorInfo* const who = info.actor(actor);
    if (who == nullptr || who->skeleton < 0 ||
        static_cast<std::size_t>(who->skeleton) >= info.skeletons.size())
        return std::nullopt;
    const auto& roles = info.skeletons[static_cast<std::size_t>(who->skeleton)].roles;
    const auto head = std::find(roles.begin(), roles.end(), BoneRole::TrackedHead);
    if (head == roles.end())
        return std::nullopt;
    return static_cast<std::size_t>(head - roles.begin());
}

Sighting sightingOf(const WorldState& state, ActorId actor, std::optional<std::size_t> lookingBone)
{
    Sighting out;
    const std::ptrdiff_t found = state.row(actor);
    if (found < 0)
        return out;
    const auto row = static_cast<std::size_t>(found);
    const ActorFlags flags = state.flags[row];
    out.time = state.time;
    out.there = (flags & Hidden) == 0;
    out.jumped = (flags & Discontinuity) != 0;
    out.velocityRecorded = (flags & VelocityRecorded) != 0;
    out.place = state.positions[row];
    out.velocity = glm::dvec3(state.velocities[row]);
    const bool head = lookingBone && *lookingBone < state.bones[row].count;
    const glm::dquat look(head ? state.bonesOf(row)[*lookingBone].orientation : state.orientations[row]);
    const glm::dvec3 ahead = glm::normalize(look * glm::dvec3(0.0, 0.0, 1.0));
    out.pitch = glm::degrees(std::asin(std::clamp(ahead.y, -1.0, 1.0)));
    // Who looks straight up or down faces no way.
    if (std::hypot(ahead.x, ahead.z) > 1e-3)
        out.yaw = glm::degrees(std::atan2(ahead.x, ahead.z));
    return out;
}

std::vector<EvidenceRow> motionRows(std::span<const Sighting> seen, std::size_t lead, const ReplayInfo& info)
{
    std::vector<std::optional<Step>> all(seen.size());
    for (std::size_t i = 1; i < seen.size(); ++i)
        all[i] = stepBetween(seen[i - 1], seen[i], info.maxGap);
    const auto steps = std::span<const std::optional<Step>>(all).subspan(lead);
    const std::span<const Sighting> shown = seen.subspan(lead);
    const QString speed = info.lengthUnit + QStringLiteral("/s");
    const QString turn = QStringLiteral("\u00B0/s");
    std::vector<EvidenceRow> rows;
    rows.reserve(8);
    rows.push_back(rateRow(makeRow("speed", QStringLiteral("Speed"), speed, false), steps,
                           [](const Step& s) { return glm::length(s.way); }));
    rows.push_back(rateRow(makeRow("vertical_speed", QStringLiteral("Vertical speed"), speed, false), steps,
                           [](const Step& s) { return s.way.y; }));
    rows.push_back(rateRow(makeRow("yaw_rate", QStringLiteral("Yaw rate"), turn, false), steps,
                           [](const Step& s) { return s.yaw; }));
    rows.push_back(rateRow(makeRow("pitch_rate", QStringLiteral("Pitch rate"), turn, false), steps,
                           [](const Step& s) { return s.pitch; }));
    rows.push_back(airRow(all, seen, lead));
    rows.push_back(stepRow(makeRow("jump", QStringLiteral("Jump"), info.lengthUnit, false), steps,
                           [](const Step& s) { return s.jump ? glm::length(s.way) : NoValue; }));
    rows.push_back(sightingRow(
        makeRow("recorded_speed", QStringLiteral("Speed"), speed, true), shown,
        [](const Sighting& s) { return s.velocityRecorded ? glm::length(s.velocity) : NoValue; }));
    rows.push_back(
        sightingRow(makeRow("recorded_vertical_speed", QStringLiteral("Vertical speed"), speed, true), shown,
                    [](const Sighting& s) { return s.velocityRecorded ? s.velocity.y : NoValue; }));
    return rows;
}

} // namespace ghostline::model
