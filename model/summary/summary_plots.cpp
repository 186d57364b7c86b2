// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/summary/summary_plots.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ghostline::model {

namespace {

constexpr std::size_t MostCurves = 8;
constexpr std::size_t MostPlots = 8;

/// A plot and what is to be read for each of its curves.
struct PlannedPlot
{
    SummaryPlot plot;
    std::vector<MetricRequest> requests;
};

class Planner
{
public:
    explicit Planner(const ReplayInfo& info) : m_info(info), m_metrics(metricsOf(info)) {}

    std::vector<PlannedPlot> plan()
    {
        addScore();
        for (const ObserverPage& page : m_info.observer) {
            if (!page.graphs.empty())
                addOfPlayers(page.graphs.front());
        }
        if (m_info.observer.empty())
            addSpeed();
        return std::move(m_plots);
    }

private:
    const MetricInfo* metric(MetricSource source, std::int32_t property = -1) const
    {
        const auto found = std::find_if(m_metrics.begin(), m_metrics.end(), [&](const MetricInfo& m) {
            return m.source == source && m.property == property;
        });
        return found != m_metrics.end() ? &*found : nullptr;
    }

    void addScore()
    {
        const std::vector<MatchPropertyId>& score = m_info.scoreboard.score;
        PlannedPlot planned;
        planned.plot = {.id = QStringLiteral("score"), .title = QStringLiteral("Score"), .steps = true};
        for (std::size_t t = 0; t < std::min({score.size(), m_info.teams.size(), MostCurves}); ++t) {
            const MetricInfo* of =
                score[t] ? metric(MetricSource::MatchProperty, static_cast<std::int32_t>(score[t].index()))
                         : nullptr;
            if (of == nullptr)
                continue;
            const Team& team = m_info.teams[t];
            planned.plot.curves.push_back({team.name, team.nameWording, static_cast<int>(t), {}});
            planned.requests.push_back({*of});
        }
        if (!planned.requests.empty())
            m_plots.push_back(std::move(planned));
    }

    void addOf(const MetricInfo& of, const std::vector<ActorId>& actors, bool steps)
    {
        PlannedPlot planned;
        planned.plot = {.id = of.id, .title = of.name, .unit = of.unit, .steps = steps};
        for (const ActorId actor : actors) {
            planned.plot.curves.push_back({m_info.actor(actor)->name, {}, m_info.actor(actor)->team, {}});
            planned.requests.push_back({of, actor});
        }
        const bool known = std::any_of(m_plots.begin(), m_plots.end(),
                                       [&of](const PlannedPlot& other) { return other.plot.id == of.id; });
        if (!planned.requests.empty() && !known && m_plots.size() < MostPlots)
            m_plots.push_back(std::move(planned));
    }

    void addOfPlayers(ActorPropertyId property)
    {
        if (!property)
            return;
        const auto number = static_cast<std::int32_t>(property.index());
        if (const MetricInfo* of = metric(MetricSource::ActorProperty, number))
            addOf(*of, actorsThat([](const ActorInfo& a) { return a.kind == ActorKind::Player; }), false);
    }

    /// Of a match without pages of its own what it is about; of a drive or a run who it is about.
    void addSpeed()
    {
        const MetricInfo* speed = metric(MetricSource::Speed);
        if (speed == nullptr)
            return;
        addOf(*speed, actorsThat([this](const ActorInfo& actor) {
            return m_info.scoreboard.empty() ? actor.principal : actor.focus;
        }),
              false);
    }

    template<typename Wanted>
    std::vector<ActorId> actorsThat(const Wanted& wanted) const
    {
        std::vector<ActorId> actors;
        for (const ActorInfo& actor : m_info.cast) {
            if (wanted(actor) && actors.size() < MostCurves)
                actors.push_back(actor.id);
        }
        return actors;
    }

    const ReplayInfo& m_info;
    std::vector<MetricInfo> m_metrics;
    std::vector<PlannedPlot> m_plots;
};

/// Of values that stand until they change only the changes, and the last.
std::vector<MetricSample> changesOf(std::span<const MetricSample> samples)
{
    std::vector<MetricSample> changes;
    const auto same = [](double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); };
    for (std::size_t i = 0; i < samples.size(); ++i) {
        if (changes.empty() || i + 1 == samples.size() || !same(changes.back().value, samples[i].value))
            changes.push_back(samples[i]);
    }
    return changes;
}

bool happens(const SummaryPlot& plot)
{
    double least = std::numeric_limits<double>::infinity();
    double most = -least;
    for (const SummaryCurve& curve : plot.curves) {
        for (const MetricSample& sample : curve.samples) {
            if (std::isfinite(sample.value)) {
                least = std::min(least, sample.value);
                most = std::max(most, sample.value);
            }
        }
    }
    return most > least;
}

} // namespace

std::vector<MetricSample> leadOf(std::span<const MetricSample> a, std::span<const MetricSample> b)
{
    std::vector<MetricSample> lead;
    std::size_t i = 0;
    std::size_t j = 0;
    double x = NoValue;
    double y = NoValue;
    while (i < a.size() || j < b.size()) {
        const double time = std::min(i < a.size() ? a[i].time : std::numeric_limits<double>::infinity(),
                                     j < b.size() ? b[j].time : std::numeric_limits<double>::infinity());
        for (; i < a.size() && !(a[i].time > time); ++i)
            x = a[i].value;
        for (; j < b.size() && !(b[j].time > time); ++j)
            y = b[j].value;
        lead.push_back({time, x - y});
    }
    return changesOf(lead);
}

Result<std::vector<SummaryPlot>> readSummaryPlots(const ReplaySource& source, const ReplayIndex& index,
                                                  int mostPoints, const Progress& progress,
                                                  std::stop_token stop)
{
    std::vector<PlannedPlot> planned = Planner(*index.info).plan();
    std::vector<MetricRequest> requests;
    for (const PlannedPlot& plan : planned)
        requests.insert(requests.end(), plan.requests.begin(), plan.requests.end());
    std::vector<SummaryPlot> plots;
    if (requests.empty() || index.frames() == 0)
        return plots;
    auto read = readMetrics(source, requests, {0, index.frames()}, mostPoints, progress, std::move(stop));
    if (!read)
        return tl::unexpected(read.error());
    std::size_t next = 0;
    for (PlannedPlot& plan : planned) {
        for (SummaryCurve& curve : plan.plot.curves) {
            std::vector<MetricSample> samples = std::move((*read)[next++].samples);
            curve.samples = plan.plot.steps ? changesOf(samples) : std::move(samples);
        }
        if (!happens(plan.plot))
            continue;
        const bool score = plan.plot.id == QStringLiteral("score") && plan.plot.curves.size() == 2;
        plots.push_back(std::move(plan.plot));
        if (!score)
            continue;
        const SummaryPlot& of = plots.back();
        SummaryPlot lead{
            .id = QStringLiteral("lead"), .title = QStringLiteral("Lead"), .steps = true, .lead = true};
        lead.curves.push_back(
            {{}, {}, of.curves[0].team, leadOf(of.curves[0].samples, of.curves[1].samples)});
        plots.push_back(std::move(lead));
    }
    return plots;
}

} // namespace ghostline::model
