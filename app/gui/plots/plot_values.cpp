// SPDX-License-Identifier: GPL-3.0-or-later
// Derived curves are worked out of every recorded frame and decimated afterwards, so that they are right
// however coarsely they are drawn.
#include "app/gui/plots/plot_values.h"

#include "model/metrics/metric_series.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ghostline::app {

namespace {

using model::Cuts;
using model::MetricRequest;
using model::MetricSample;
using model::MetricSeries;
using model::MetricSource;

/// Frames and seconds beside a stretch that its derived values take in.
struct Reach
{
    double seconds = 0.0;
    model::FrameNumber frames = 0;
};

Reach reachOf(const PlotSpec& spec)
{
    Reach reach;
    for (const PlotSpec& part : spec.of) {
        const Reach its = reachOf(part);
        reach.seconds = std::max(reach.seconds, its.seconds);
        reach.frames = std::max(reach.frames, its.frames);
    }
    if (spec.kind == PlotSpec::Kind::Rate)
        reach.frames += 2; // the frame before, and one that shares its time
    if (spec.kind == PlotSpec::Kind::Mean)
        reach.seconds += spec.window / 2.0;
    return reach;
}

bool ofPlace(const MetricRequest& request)
{
    return request.metric.source != MetricSource::ActorProperty &&
           request.metric.source != MetricSource::MatchProperty;
}

/// What it says depends on where the counting began.
bool countsFromTheStart(const PlotSpec& spec)
{
    return std::any_of(spec.of.begin(), spec.of.end(), countsFromTheStart) ||
           (spec.kind == PlotSpec::Kind::Metric &&
            spec.metric.metric.source == MetricSource::DistanceCovered);
}

/// The metrics that curves are made of, each read once, and where what they say must not be bridged.
class Leaves
{
public:
    void want(const PlotSpec& spec, bool derivedFrom = false)
    {
        for (const PlotSpec& part : spec.of)
            want(part, true);
        if (spec.kind != PlotSpec::Kind::Metric)
            return;
        add(spec.metric);
        if (!derivedFrom)
            return;
        for (const MetricRequest& speed : speedsBehind(spec.metric))
            add(speed);
    }

    model::Result<void> read(const model::ReplaySource& source, model::FrameRange frames,
                             const model::Progress& progress, const std::stop_token& stop)
    {
        auto series =
            model::readMetrics(source, m_requests, frames, std::numeric_limits<int>::max(), progress, stop);
        if (!series)
            return tl::unexpected<model::Error>(series.error());
        m_series = std::move(*series);
        m_longestGap = model::seconds(source.index()->info->maxGap);
        return {};
    }

    const std::vector<MetricSample>& samples(const MetricRequest& request) const
    {
        return m_series[placeOf(request)].samples;
    }

    void addCuts(const PlotSpec& spec, Cuts& cuts) const
    {
        for (const PlotSpec& part : spec.of)
            addCuts(part, cuts);
        if (spec.kind != PlotSpec::Kind::Metric)
            return;
        const auto& values = samples(spec.metric);
        Cuts own = model::gapCuts(values, m_longestGap);
        for (const MetricRequest& speed : speedsBehind(spec.metric)) {
            const auto& speeds = samples(speed);
            for (std::size_t i = 0; i < own.size(); ++i)
                own[i] = own[i] != 0 || std::isnan(speeds[i].value) ? 1 : 0;
        }
        cuts.resize(own.size(), 0);
        std::transform(own.begin(), own.end(), cuts.begin(), cuts.begin(),
                       [](std::uint8_t a, std::uint8_t b) { return std::max(a, b); });
    }

private:
    /// Speeds are unknown where somebody jumped: what was worked out of places is not bridged there either.
    static std::vector<MetricRequest> speedsBehind(const MetricRequest& request)
    {
        std::vector<MetricRequest> speeds;
        if (!ofPlace(request))
            return speeds;
        MetricRequest speed;
        speed.metric.id = QStringLiteral("speed");
        speed.metric.source = MetricSource::Speed;
        speed.actor = request.actor;
        speeds.push_back(speed);
        if (request.metric.needsOther()) {
            speed.actor = request.other;
            speeds.push_back(speed);
        }
        return speeds;
    }

    std::size_t placeOf(const MetricRequest& request) const
    {
        const auto at = std::find_if(m_requests.begin(), m_requests.end(),
                                     [&](const MetricRequest& r) { return sameMetric(r, request); });
        return static_cast<std::size_t>(at - m_requests.begin());
    }

    void add(const MetricRequest& request)
    {
        if (placeOf(request) == m_requests.size())
            m_requests.push_back(request);
    }

    std::vector<MetricRequest> m_requests;
    std::vector<MetricSeries> m_series;
    double m_longestGap = 0.0;
};

std::vector<MetricSample> samplesOf(const PlotSpec& spec, const Leaves& leaves)
{
    if (spec.kind == PlotSpec::Kind::Metric)
        return leaves.samples(spec.metric);
    const std::vector<MetricSample> first = samplesOf(spec.of.front(), leaves);
    if (spec.kind == PlotSpec::Kind::Difference)
        return model::differenceOf(first, samplesOf(spec.of[1], leaves));
    Cuts cuts;
    leaves.addCuts(spec.of.front(), cuts);
    return spec.kind == PlotSpec::Kind::Rate ? model::rateOf(first, cuts)
                                             : model::movingMeanOf(first, cuts, spec.window);
}

model::FrameRange widened(const std::vector<PlotSpec>& specs, const model::ReplayIndex& index,
                          model::FrameRange frames)
{
    Reach reach;
    bool fromStart = false;
    for (const PlotSpec& spec : specs) {
        const Reach its = reachOf(spec);
        reach.seconds = std::max(reach.seconds, its.seconds);
        reach.frames = std::max(reach.frames, its.frames);
        fromStart = fromStart || countsFromTheStart(spec);
    }
    const model::TimeAxis& axis = index.timeAxis;
    const model::Micros beside = model::fromSeconds(reach.seconds);
    const model::FrameNumber first =
        std::min(frames.first, axis.frameAt(axis.timeOf(frames.first) - beside)) - reach.frames;
    const model::FrameNumber end =
        std::max(frames.end, axis.frameAt(axis.timeOf(frames.end - 1) + beside) + 1 + reach.frames);
    return {fromStart ? 0 : std::max<model::FrameNumber>(first, 0), std::min(end, axis.frames())};
}

/// The part of the samples, one a frame, that was asked for.
MetricSeries seriesOf(const PlotSpec& spec, std::vector<MetricSample> samples, model::FrameNumber read,
                      model::FrameRange frames, int maxPoints)
{
    const auto clamped = [&](model::FrameNumber frame) {
        return std::clamp<std::ptrdiff_t>(frame - read, 0, static_cast<std::ptrdiff_t>(samples.size()));
    };
    samples.erase(samples.begin() + clamped(frames.end), samples.end());
    samples.erase(samples.begin(), samples.begin() + clamped(frames.first));
    MetricSeries series{{}, spec.unit(), std::move(samples), false};
    series.decimated = series.samples.size() > static_cast<std::size_t>(std::max(maxPoints, 2));
    if (series.decimated)
        series.samples = model::decimate(series.samples, maxPoints);
    return series;
}

} // namespace

model::Result<std::vector<MetricSeries>>
readPlots(const model::ReplaySource& source, const std::vector<PlotSpec>& specs, model::FrameRange frames,
          int maxPoints, const model::Progress& progress, const std::stop_token& stop)
{
    Leaves leaves;
    for (const PlotSpec& spec : specs)
        leaves.want(spec);
    const model::FrameRange read = widened(specs, *source.index(), frames);
    const model::Result<void> done = leaves.read(source, read, progress, stop);
    if (!done)
        return tl::unexpected<model::Error>(done.error());
    std::vector<MetricSeries> series;
    series.reserve(specs.size());
    for (const PlotSpec& spec : specs) {
        if (stop.stop_requested())
            return model::fail(model::ErrorCode::Cancelled, QStringLiteral("reading was cancelled"));
        series.push_back(seriesOf(spec, samplesOf(spec, leaves), read.first, frames, maxPoints));
    }
    return series;
}

} // namespace ghostline::app
