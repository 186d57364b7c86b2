// SPDX-License-Identifier: GPL-3.0-or-later
#include "together/clock_offset.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace ghostline::together {

using std::chrono::microseconds;

void ClockOffset::add(OwnInstant sent, HostInstant host, OwnInstant received)
{
    if (received < sent || received - sent > LongestRoundTrip)
        return;
    if (!m_samples.empty() && received < m_samples.back().received)
        return;
    m_samples.push_back({sent, host, received});
    while (m_samples.size() > MostSamples || received - m_samples.front().received > Window)
        m_samples.pop_front();
    estimate();
}

void ClockOffset::clear()
{
    m_samples.clear();
    m_offset = m_error = {};
}

void ClockOffset::estimate()
{
    const OwnInstant newest = m_samples.back().received;
    microseconds least = microseconds::min();
    microseconds most = microseconds::max();
    // From the newest back: where an older one contradicts, a clock has jumped since.
    for (std::size_t left = m_samples.size(); left > 0; --left) {
        const Sample& sample = m_samples[left - 1];
        const auto age = static_cast<double>((newest - sample.received).count());
        const microseconds slack{std::llround(std::ceil(age * Drift))};
        const microseconds host = sample.host.time_since_epoch();
        const microseconds atLeast = std::max(least, host - sample.received.time_since_epoch() - slack);
        const microseconds atMost = std::min(most, host - sample.sent.time_since_epoch() + slack);
        if (atLeast > atMost) {
            m_samples.erase(m_samples.begin(), m_samples.begin() + static_cast<std::ptrdiff_t>(left));
            break;
        }
        least = atLeast;
        most = atMost;
    }
    m_offset = least + (most - least) / 2;
    m_error = (most - least + microseconds{1}) / 2;
}

HostInstant ClockOffset::hostAt(OwnInstant own) const
{
    return HostInstant(own.time_since_epoch() + m_offset);
}

OwnInstant ClockOffset::ownAt(HostInstant host) const
{
    return OwnInstant(host.time_since_epoch() - m_offset);
}

int ClockOffset::lagMs() const
{
    constexpr std::size_t Newest = 5;
    if (m_samples.empty())
        return -1;
    std::vector<microseconds> trips;
    for (std::size_t i = m_samples.size() - std::min(m_samples.size(), Newest); i < m_samples.size(); ++i)
        trips.push_back(m_samples[i].received - m_samples[i].sent);
    const auto middle = trips.begin() + static_cast<std::ptrdiff_t>(trips.size() / 2);
    std::ranges::nth_element(trips, middle);
    return static_cast<int>(std::chrono::round<std::chrono::milliseconds>(*middle).count());
}

} // namespace ghostline::together
