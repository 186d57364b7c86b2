// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/analysis/limits.h"

#include "model/metrics/metric_track.h"

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

namespace ghostline::model {

namespace {

bool canHaveLimit(MetricSource source)
{
    return source == MetricSource::Speed || source == MetricSource::VerticalSpeed ||
           source == MetricSource::Acceleration || source == MetricSource::TurnRate;
}

class ExcessFinder
{
public:
    ExcessFinder(const ReplayInfo& info, const LimitOptions& options)
        : m_options(options), m_ended{MostExcesses, options.minLength}
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
        m_ended.sortBy([](const Excess& e) { return std::tuple(e.frames.first, e.actor); });
        return {std::move(m_ended.found), frames, m_ended.capped};
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
            excess = {};
            excess.actor = watch.actor;
            excess.frames.first = frame;
            excess.begin = before != nullptr ? before->time : now.time;
            excess.place = now.positions[row];
            watch.over = true;
        }
        if (std::abs(value) > std::abs(excess.peak)) {
            excess.peak = value;
            excess.place = now.positions[row];
        }
        excess.goOn(frame, now.time);
        excess.provenance = std::max(excess.provenance, now.provenance[row]);
    }

    void end(Watch& watch)
    {
        if (std::exchange(watch.over, false))
            m_ended.keep(watch.excess);
    }

    LimitOptions m_options;
    std::vector<Watch> m_watches;
    FoundList<Excess> m_ended;
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
    ExcessFinder finder(*index->info, options);
    return findInSteps(finder, source, index->frames(), progress, std::move(stop));
}

Findings findingsOf(const Excesses& excesses, const LimitOptions& options, const ReplayInfo& info)
{
    return eventsOf(excesses, excesses.found, [&](const Excess& excess) {
        Event event =
            findingEvent(FindingKind::Limit, excess, {excess.actor},
                         Sentence::of(QStringLiteral("%1: %2 up to %3 %4 for %5 s"),
                                      {actorName(info, excess.actor), Sentence::of(options.metric.name),
                                       Sentence::figure(excess.peak, 1), options.metric.unit,
                                       Sentence::figure(seconds(excess.length), 2)}));
        event.data[QStringLiteral("metric")] = options.metric.name;
        event.data[QStringLiteral("peak")] = excess.peak;
        event.data[QStringLiteral("above")] = options.above;
        return event;
    });
}

} // namespace ghostline::model
