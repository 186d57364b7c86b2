// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/analysis/limits.h"

#include "model/analysis/metric_track.h"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace ghostline::model {

namespace {

bool canHaveLimit(MetricSource source)
{
    return source == MetricSource::Speed || source == MetricSource::VerticalSpeed ||
           source == MetricSource::Acceleration || source == MetricSource::TurnRate;
}

class Finder
{
public:
    Finder(const ReplayInfo& info, const LimitOptions& options) : m_options(options)
    {
        const std::vector<bool> watched = watchedActors(info, options.actors);
        for (const ActorInfo& actor : info.cast) {
            const bool chosen =
                options.one == ActorId::None ? watched[index(actor.id)] : actor.id == options.one;
            if (chosen)
                m_watches.push_back({actor.id, MetricTrack({options.metric, actor.id}, info), {}, false});
        }
    }

    void visit(FrameNumber frame, const WorldState* before, const WorldState& now)
    {
        for (Watch& watch : m_watches) {
            if (before == nullptr) {
                watch.track.interrupt();
                end(watch);
            }
            const auto row = visibleRow(now, watch.actor);
            const double value = watch.track.next(before, now);
            if (!row || !(std::abs(value) > m_options.above))
                end(watch);
            else if (now.provenance[*row] != Provenance::Held)
                extend(watch, frame, before, now, *row, value);
        }
    }

    Excesses finish(FrameNumber frames)
    {
        for (Watch& watch : m_watches)
            end(watch);
        std::sort(m_found.begin(), m_found.end(), [](const Excess& a, const Excess& b) {
            return std::tuple(a.frames.first, a.actor) < std::tuple(b.frames.first, b.actor);
        });
        return {std::move(m_found), frames, m_capped};
    }

private:
    struct Watch
    {
        ActorId actor = ActorId::None;
        MetricTrack track;
        Excess excess;
        bool over = false;
    };

    /// A rate is that of the step up to this frame: it has been so since the frame before.
    void extend(Watch& watch, FrameNumber frame, const WorldState* before, const WorldState& now,
                std::size_t row, double value)
    {
        Excess& excess = watch.excess;
        if (!watch.over) {
            excess = {watch.actor, {frame, frame}, before != nullptr ? before->time : now.time};
            excess.place = now.positions[row];
            watch.over = true;
        }
        if (std::abs(value) > std::abs(excess.peak)) {
            excess.peak = value;
            excess.place = now.positions[row];
        }
        excess.frames.end = frame + 1;
        excess.length = now.time - excess.begin;
        excess.provenance = std::max(excess.provenance, now.provenance[row]);
    }

    void end(Watch& watch)
    {
        if (!watch.over)
            return;
        watch.over = false;
        if (watch.excess.length < m_options.minLength)
            return;
        if (m_found.size() < MostExcesses)
            m_found.push_back(watch.excess);
        else
            m_capped = true;
    }

    LimitOptions m_options;
    std::vector<Watch> m_watches;
    std::vector<Excess> m_found;
    bool m_capped = false;
};

} // namespace

std::vector<MetricInfo> limitMetrics(const ReplayInfo& info)
{
    std::vector<MetricInfo> metrics = metricsOf(info);
    std::erase_if(metrics, [](const MetricInfo& metric) { return !canHaveLimit(metric.source); });
    return metrics;
}

Result<Excesses> findExcesses(const ReplaySource& source, const LimitOptions& options,
                              const Progress& progress, std::stop_token stop)
{
    if (!canHaveLimit(options.metric.source))
        return fail(ErrorCode::InvalidArgument,
                    QStringLiteral("%1 is not a metric of motion").arg(options.metric.id));
    const std::shared_ptr<const ReplayIndex> index = source.index();
    Finder finder(*index->info, options);
    return findInSteps(finder, source, index->frames(), progress, std::move(stop));
}

Findings findingsOf(const Excesses& excesses, const LimitOptions& options, const ReplayInfo& info)
{
    Findings findings;
    findings.frames = excesses.frames;
    findings.capped = excesses.capped;
    findings.events.reserve(excesses.found.size());
    for (const Excess& excess : excesses.found) {
        Event event = findingEvent(FindingKind::Limit, excess.frames.first, excess.begin, excess.length,
                                   QStringLiteral("%1: %2 up to %3 %4 for %5 s")
                                       .arg(actorName(info, excess.actor), options.metric.name)
                                       .arg(excess.peak, 0, 'f', 1)
                                       .arg(options.metric.unit)
                                       .arg(seconds(excess.length), 0, 'f', 2));
        event.actors = {excess.actor};
        event.placed = true;
        event.place = excess.place;
        event.data[QStringLiteral("metric")] = options.metric.name;
        event.data[QStringLiteral("peak")] = excess.peak;
        event.data[QStringLiteral("above")] = options.above;
        event.data[QStringLiteral("poses")] = provenanceWord(excess.provenance);
        findings.events.push_back(std::move(event));
    }
    return findings;
}

} // namespace ghostline::model
