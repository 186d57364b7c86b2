// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/session/match_course.h"

#include "model/metrics/metrics.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ghostline::app {

namespace {

constexpr int MostCoursePoints = 40'000; // of one number; a match of twenty minutes is whole

bool same(double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); }

model::MetricRequest matchNumber(model::MatchPropertyId property)
{
    model::MetricInfo metric;
    metric.source = model::MetricSource::MatchProperty;
    metric.property = static_cast<std::int32_t>(property.index());
    return {metric};
}

/// Only where something changes.
std::vector<CourseStep> stepsOf(std::span<const model::MetricSeries> series)
{
    std::vector<CourseStep> steps;
    std::vector<std::size_t> next(series.size(), 0);
    std::vector<double> values(series.size(), std::numeric_limits<double>::quiet_NaN());
    while (true) {
        double time = std::numeric_limits<double>::infinity();
        for (std::size_t i = 0; i < series.size(); ++i) {
            if (next[i] < series[i].samples.size())
                time = std::min(time, series[i].samples[next[i]].time);
        }
        if (!std::isfinite(time))
            return steps;
        for (std::size_t i = 0; i < series.size(); ++i) {
            while (next[i] < series[i].samples.size() && series[i].samples[next[i]].time <= time)
                values[i] = series[i].samples[next[i]++].value;
        }
        if (steps.empty() || !std::ranges::equal(steps.back().values, values, same))
            steps.push_back({model::fromSeconds(time), values});
    }
}

std::vector<Possession> possessionOf(const model::MetricSeries& series, std::size_t teams)
{
    std::vector<Possession> out;
    bool going = false; // whoever had it last still has it
    for (const model::MetricSample& sample : series.samples) {
        const model::Micros now = model::fromSeconds(sample.time);
        if (going)
            out.back().end = now;
        const bool held =
            std::isfinite(sample.value) && sample.value >= 0.0 && sample.value < static_cast<double>(teams);
        const int team = held ? static_cast<int>(sample.value) : -1;
        if (held && (!going || out.back().team != team))
            out.push_back({now, now, team});
        going = held;
    }
    return out;
}

std::vector<CourseStep> strengthOf(const model::Lead& lead)
{
    std::vector<CourseStep> steps;
    for (const model::Lead::Sample& sample : lead.samples) {
        if (steps.empty() || steps.back().values != sample.strength)
            steps.push_back({sample.time, sample.strength});
    }
    return steps;
}

bool tellsScore(const model::ReplayInfo& info)
{
    const auto& score = info.scoreboard.score;
    return !score.empty() && score.size() <= info.teams.size() &&
           std::ranges::all_of(score, [&](auto id) { return info.property(id) != nullptr; });
}

} // namespace

std::vector<CourseSide> scoreSides(const model::ReplayInfo& info)
{
    std::vector<CourseSide> sides;
    if (!tellsScore(info))
        return sides;
    for (std::size_t i = 0; i < info.scoreboard.score.size(); ++i)
        sides.push_back({static_cast<int>(i), false});
    return sides;
}

std::vector<CourseSide> strengthSides(const model::ReplayInfo& info)
{
    std::vector<CourseSide> sides;
    if (info.property(info.scoreboard.strength) == nullptr)
        return sides;
    const std::vector<int> sideOf = model::sidesOf(info);
    for (std::size_t team = 0; team < sideOf.size(); ++team) {
        // Sides are numbered in the order of their first teams.
        if (static_cast<std::size_t>(sideOf[team]) != sides.size())
            continue;
        sides.push_back({static_cast<int>(team), !info.teams[team].side.isEmpty()});
    }
    return sides.size() < 2 ? std::vector<CourseSide>() : sides;
}

std::optional<std::size_t> stepAt(const std::vector<CourseStep>& steps, model::Micros time)
{
    const auto after = std::ranges::upper_bound(steps, time, {}, &CourseStep::time);
    if (after == steps.begin())
        return std::nullopt;
    return static_cast<std::size_t>(after - steps.begin()) - 1;
}

bool hasCourse(const model::ReplayInfo& info)
{
    return tellsScore(info) || info.property(info.scoreboard.possession) != nullptr ||
           !strengthSides(info).empty();
}

model::Result<MatchCourse> readMatchCourse(const model::ReplaySource& source, const std::stop_token& stop)
{
    const std::shared_ptr<const model::ReplayIndex> index = source.index();
    const model::ReplayInfo& info = *index->info;
    MatchCourse course;
    std::vector<model::MetricRequest> requests;
    if (tellsScore(info)) {
        for (const model::MatchPropertyId team : info.scoreboard.score)
            requests.push_back(matchNumber(team));
    }
    const std::size_t scores = requests.size();
    if (info.property(info.scoreboard.possession) != nullptr)
        requests.push_back(matchNumber(info.scoreboard.possession));
    if (!requests.empty()) {
        auto series = model::readMetrics(source, requests, {0, index->frames()}, MostCoursePoints, {}, stop);
        if (!series)
            return tl::unexpected(series.error());
        course.score = stepsOf(std::span(*series).first(scores));
        if (series->size() > scores)
            course.possession = possessionOf(series->back(), info.teams.size());
    }
    if (!strengthSides(info).empty()) {
        const auto lead = model::readLead(source, {}, stop);
        if (!lead)
            return tl::unexpected(lead.error());
        course.strength = strengthOf(*lead);
    }
    return course;
}

} // namespace ghostline::app
