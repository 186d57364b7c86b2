// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/metric_series.h"

#include <algorithm>
#include <array>
#include <cmath>

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
        std::array<std::size_t, 3> picked{};
        std::size_t count = 0;
        if (any)
            picked[count++] = low;
        if (any && high != low)
            picked[count++] = high;
        if (broken)
            picked[count++] = hole;
        std::sort(picked.begin(), picked.begin() + static_cast<std::ptrdiff_t>(count));
        for (std::size_t i = 0; i < count; ++i)
            out.push_back(samples[picked[i]]);
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

} // namespace ghostline::model
