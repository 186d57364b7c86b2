// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/highlights/lead.h"

#include "model/replay/team_of.h"

#include <algorithm>
#include <cmath>

namespace ghostline::model {

namespace {

constexpr Micros SampleStep{1'000'000};
/// A recording of a day is sampled less often.
constexpr std::int64_t MostSamples = 20'000;

/// What every side has in a state.
std::vector<double> strengthIn(const WorldState& state, const ReplayInfo& info, const std::vector<int>& sides,
                               std::size_t count)
{
    std::vector<double> strength(count, 0.0);
    const PropertyInfo* const declared = info.property(info.scoreboard.strength);
    for (std::size_t row = 0; row < state.size(); ++row) {
        const ActorInfo* const actor = info.actor(state.ids[row]);
        if (actor == nullptr || actor->kind != ActorKind::Player)
            continue;
        const int team = teamOf(info, state, row);
        const double value = numericValue(*declared, state.value(row, info.scoreboard.strength));
        if (team >= 0 && std::isfinite(value) && value > 0.0)
            strength[static_cast<std::size_t>(sides[static_cast<std::size_t>(team)])] += value;
    }
    return strength;
}

} // namespace

std::vector<int> sidesOf(const ReplayInfo& info)
{
    std::vector<int> sides;
    std::vector<QString> names;
    sides.reserve(info.teams.size());
    for (const Team& team : info.teams) {
        const auto same =
            team.side.isEmpty() ? names.end() : std::find(names.begin(), names.end(), team.side);
        sides.push_back(static_cast<int>(same - names.begin()));
        if (same == names.end())
            names.push_back(team.side);
    }
    return sides;
}

Result<Lead> readLead(const ReplaySource& source, const Progress& progress, std::stop_token stop)
{
    const std::shared_ptr<const ReplayIndex> index = source.index();
    const ReplayInfo& info = *index->info;
    Lead lead;
    const std::vector<int> sides = sidesOf(info);
    const std::size_t count =
        sides.empty() ? 0 : static_cast<std::size_t>(*std::max_element(sides.begin(), sides.end())) + 1;
    if (info.property(info.scoreboard.strength) == nullptr || count < 2 || index->frames() == 0 ||
        index->keyframes.empty())
        return lead;
    const Micros length = index->timeAxis.duration();
    const Micros step = std::max(SampleStep, Micros{length.count() / MostSamples});
    std::shared_ptr<const Segment> segment;
    int keyframe = -1;
    WorldState state;
    for (Micros t{0}; t <= length; t += step) {
        if (stop.stop_requested() ||
            (progress && !progress(length.count() > 0 ? seconds(t) / seconds(length) : 1.0)))
            return cancelled();
        const FrameNumber frame = index->timeAxis.frameAt(t);
        if (const int wanted = index->keyframes.at(frame); wanted != keyframe) {
            // One after the other, so that chained formats go on from the one before.
            for (int k = std::max(keyframe + 1, 0); k <= wanted; ++k) {
                auto read = source.readSegment(k, segment.get(), stop);
                if (!read && read.error().code == ErrorCode::Cancelled)
                    return tl::unexpected(read.error());
                segment = read ? std::move(*read) : nullptr;
            }
            keyframe = wanted;
        }
        if (segment == nullptr || !segment->frames().contains(frame))
            continue;
        segment->sample({frame, 0.0}, SamplePolicy::Interpolate, state);
        lead.samples.push_back({index->timeAxis.timeOf(frame), strengthIn(state, info, sides, count)});
    }
    return lead;
}

} // namespace ghostline::model
