// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/metrics/metric_series.h"

#include "model/base/numbers.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace ghostline::model {

namespace {

/// Extremes of one bucket, and where it is broken, as indices into the samples.
struct Bucket
{
    std::size_t low = 0;
    std::size_t high = 0;
    std::size_t hole = 0;
    bool any = false;
    bool broken = false;

    void add(std::span<const MetricSample> samples, std::size_t i)
    {
        const double value = samples[i].value;
        if (std::isnan(value)) {
            if (!broken)
                hole = i;
            broken = true;
            return;
        }
        if (!any || value < samples[low].value)
            low = i;
        if (!any || value > samples[high].value)
            high = i;
        any = true;
    }

    void flush(std::span<const MetricSample> samples, std::vector<MetricSample>& out)
    {
        const std::size_t none = samples.size(); // sorts behind every sample
        std::array<std::size_t, 3> picked{any ? low : none, any && high != low ? high : none,
                                          broken ? hole : none};
        std::sort(picked.begin(), picked.end());
        for (const std::size_t i : picked) {
            if (i != none)
                out.push_back(samples[i]);
        }
        *this = {};
    }
};

} // namespace

std::vector<MetricSample> decimate(std::span<const MetricSample> samples, int maxPoints)
{
    const auto limit = static_cast<std::size_t>(std::max(maxPoints, 2));
    if (samples.size() <= limit)
        return {samples.begin(), samples.end()};
    const std::size_t buckets = limit / 2;
    const double begin = samples.front().time;
    const double length = samples.back().time - begin;
    // Buckets are equal in time, as on the screen; when all share one time they are equal in count.
    const auto bucketOf = [&](std::size_t i) {
        const double share = length > 0.0 ? (samples[i].time - begin) / length
                                          : static_cast<double>(i) / static_cast<double>(samples.size());
        return std::min(static_cast<std::size_t>(share * static_cast<double>(buckets)), buckets - 1);
    };
    std::vector<MetricSample> out;
    out.reserve(limit + buckets);
    Bucket bucket;
    std::size_t current = 0;
    for (std::size_t i = 0; i < samples.size(); ++i) {
        if (const std::size_t b = bucketOf(i); b != current) {
            bucket.flush(samples, out);
            current = b;
        }
        bucket.add(samples, i);
    }
    bucket.flush(samples, out);
    return out;
}

namespace {

bool cutAt(const Cuts& cuts, std::size_t sample) { return sample < cuts.size() && cuts[sample] != 0; }

/// One past the last sample of the unbroken run that begins at `first`, which has a value.
std::size_t runEnd(std::span<const MetricSample> samples, const Cuts& cuts, std::size_t first)
{
    std::size_t end = first + 1;
    while (end < samples.size() && !std::isnan(samples[end].value) && !cutAt(cuts, end))
        ++end;
    return end;
}

/// The area under the line through a run, up to times that only ever grow.
class GrowingArea
{
public:
    /// Values count from `ground`: areas stay small and lose no digits over a long run.
    GrowingArea(std::span<const MetricSample> run, double ground) : m_run(run), m_ground(ground) {}

    /// `time` lies within the run.
    double upTo(double time)
    {
        while (m_at + 1 < m_run.size() && m_run[m_at + 1].time <= time) {
            m_area += area(m_run[m_at + 1].time, m_run[m_at + 1].value);
            ++m_at;
        }
        if (m_at + 1 == m_run.size() || time <= m_run[m_at].time)
            return m_area;
        const MetricSample& from = m_run[m_at];
        const MetricSample& to = m_run[m_at + 1];
        const double share = (time - from.time) / (to.time - from.time);
        return m_area + area(time, from.value + share * (to.value - from.value));
    }

private:
    /// Between the sample reached and a place on the line before the next one.
    double area(double time, double value) const
    {
        const MetricSample& from = m_run[m_at];
        return (time - from.time) * ((from.value + value) / 2.0 - m_ground);
    }

    std::span<const MetricSample> m_run;
    double m_ground;
    std::size_t m_at = 0;
    double m_area = 0.0;
};

void addMeans(std::span<const MetricSample> run, double window, std::vector<MetricSample>& out)
{
    const double ground = run.front().value;
    GrowingArea before(run, ground);
    GrowingArea within(run, ground);
    for (const MetricSample& sample : run) {
        const double begin = std::max(sample.time - window / 2.0, run.front().time);
        const double end = std::min(sample.time + window / 2.0, run.back().time);
        const double mean =
            end > begin ? ground + (within.upTo(end) - before.upTo(begin)) / (end - begin) : sample.value;
        out.push_back({sample.time, mean});
    }
}

} // namespace

Cuts gapCuts(std::span<const MetricSample> samples, double longest)
{
    Cuts cuts(samples.size(), 0);
    for (std::size_t i = 1; i < samples.size(); ++i)
        cuts[i] = samples[i].time - samples[i - 1].time > longest ? 1 : 0;
    return cuts;
}

std::vector<MetricSample> differenceOf(std::span<const MetricSample> a, std::span<const MetricSample> b)
{
    const std::size_t count = std::min(a.size(), b.size());
    std::vector<MetricSample> out;
    out.reserve(count);
    for (std::size_t i = 0; i < count; ++i)
        out.push_back({a[i].time, a[i].value - b[i].value});
    return out;
}

std::vector<MetricSample> rateOf(std::span<const MetricSample> samples, const Cuts& cuts)
{
    std::vector<MetricSample> out;
    out.reserve(samples.size());
    double standing = NoValue;
    for (std::size_t i = 0; i < samples.size(); ++i) {
        const MetricSample& now = samples[i];
        if (i == 0 || cutAt(cuts, i) || std::isnan(now.value))
            standing = NoValue;
        else if (now.time > samples[i - 1].time)
            standing = (now.value - samples[i - 1].value) / (now.time - samples[i - 1].time);
        out.push_back({now.time, standing});
    }
    return out;
}

std::vector<MetricSample> movingMeanOf(std::span<const MetricSample> samples, const Cuts& cuts, double window)
{
    std::vector<MetricSample> out;
    out.reserve(samples.size());
    for (std::size_t i = 0; i < samples.size();) {
        if (std::isnan(samples[i].value)) {
            out.push_back(samples[i++]);
            continue;
        }
        const std::size_t end = runEnd(samples, cuts, i);
        addMeans(samples.subspan(i, end - i), window, out);
        i = end;
    }
    return out;
}

} // namespace ghostline::model
