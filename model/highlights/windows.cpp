// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/highlights/windows.h"

#include <algorithm>
#include <cmath>
#include <deque>

namespace ghostline::model {

namespace {

constexpr auto Engagement = static_cast<std::size_t>(ScorePartOf::Engagement);
constexpr auto Momentum = static_cast<std::size_t>(ScorePartOf::Momentum);
constexpr auto Anomaly = static_cast<std::size_t>(ScorePartOf::Anomaly);
constexpr auto Rarity = static_cast<std::size_t>(ScorePartOf::Rarity);
constexpr double StepsAWindow = 6.0;

/// How many frames from one window to the next.
FrameNumber stepOf(const TimeAxis& axis, const HighlightWeights& weights)
{
    auto step = static_cast<FrameNumber>(weights.step);
    const double frame = seconds(axis.meanStep());
    const double longest = weights.window / StepsAWindow;
    if (frame * static_cast<double>(step) > longest)
        step = std::max<FrameNumber>(1, static_cast<FrameNumber>(longest / frame));
    const auto most = static_cast<FrameNumber>(MostWindows);
    return std::max(step, (axis.frames() + most - 1) / most);
}

/// Begins and moments of all windows, in one go over both.
std::vector<ScoredWindow> windowsOf(const TimeAxis& axis, const std::vector<Moment>& moments,
                                    const HighlightWeights& weights)
{
    std::vector<ScoredWindow> windows;
    const FrameNumber step = stepOf(axis, weights);
    const Micros length = fromSeconds(weights.window);
    windows.reserve(static_cast<std::size_t>(axis.frames() / step + 1));
    std::size_t first = 0;
    std::size_t end = 0;
    for (FrameNumber frame = 0; frame < axis.frames();) {
        ScoredWindow& window = windows.emplace_back();
        window.begin = axis.timeOf(frame);
        while (first < moments.size() && moments[first].time < window.begin)
            ++first;
        end = std::max(end, first);
        while (end < moments.size() && moments[end].time < window.begin + length)
            ++end;
        window.first = first;
        window.end = end;
        FrameNumber next = (frame / step + 1) * step;
        // Where the recording has a gap, a window begins at the moment that none would have.
        if (end < moments.size() && next < axis.frames() && moments[end].time < axis.timeOf(next))
            next = std::clamp(axis.frameAt(moments[end].time), frame + 1, next);
        else if (end < moments.size() && next >= axis.frames())
            next = std::max(axis.frameAt(moments[end].time), frame + 1);
        frame = next;
    }
    return windows;
}

/// For each window its densest stretch. Its sums are of what lies in the window, so a stretch that begins
/// close to the window's end ends there.
void findStretches(std::vector<ScoredWindow>& windows, const std::vector<Moment>& moments,
                   const std::vector<double>& weightBefore, Micros cluster)
{
    std::vector<std::size_t> ends(moments.size());
    for (std::size_t i = 0, end = 0; i < moments.size(); ++i) {
        while (end < moments.size() && moments[end].time <= moments[i].time + cluster)
            ++end;
        ends[i] = end;
    }
    const auto stretchWeight = [&](std::size_t i) { return weightBefore[ends[i]] - weightBefore[i]; };
    std::deque<std::size_t> best; // starts of whole stretches, descending weight
    std::size_t next = 0;         // the first start whose stretch the window's end cuts off
    for (ScoredWindow& window : windows) {
        for (; next < window.end && ends[next] <= window.end; ++next) {
            while (!best.empty() && stretchWeight(best.back()) < stretchWeight(next))
                best.pop_back();
            best.push_back(next);
        }
        while (!best.empty() && best.front() < window.first)
            best.pop_front();
        next = std::max(next, window.first);
        if (window.first == window.end)
            continue;
        const bool cut = next < window.end;
        const double cutWeight = cut ? weightBefore[window.end] - weightBefore[next] : 0.0;
        const bool takeCut = cut && (best.empty() || cutWeight > stretchWeight(best.front()));
        window.stretchFirst = takeCut ? next : best.front();
        window.stretchEnd = takeCut ? window.end : ends[best.front()];
    }
}

/// What each window's begin and end have of the lead.
void leadMomentum(std::vector<ScoredWindow>& windows, const Lead& lead, Micros length)
{
    const std::vector<std::vector<double>> shares = leadShares(lead);
    if (shares.empty())
        return;
    // The last sample at or before a time; times ascend.
    const auto go = [&lead](std::size_t& at, Micros time) {
        while (at + 1 < lead.samples.size() && lead.samples[at + 1].time <= time)
            ++at;
    };
    std::size_t begin = 0;
    std::size_t end = 0;
    for (ScoredWindow& window : windows) {
        go(begin, window.begin);
        go(end, window.begin + length);
        for (std::size_t side = 0; side < shares[begin].size(); ++side)
            window.raw[Momentum] =
                std::max(window.raw[Momentum], std::abs(shares[end][side] - shares[begin][side]));
    }
}

void eventMomentum(std::vector<ScoredWindow>& windows, const MomentList& list)
{
    if (list.sides < 2)
        return;
    const auto sides = static_cast<std::size_t>(list.sides);
    std::vector<double> gained(sides * (list.moments.size() + 1), 0.0);
    for (std::size_t i = 0; i < list.moments.size(); ++i) {
        std::copy_n(gained.begin() + static_cast<std::ptrdiff_t>(i * sides), sides,
                    gained.begin() + static_cast<std::ptrdiff_t>((i + 1) * sides));
        if (const int side = list.moments[i].side; side >= 0)
            gained[(i + 1) * sides + static_cast<std::size_t>(side)] += list.moments[i].gain;
    }
    for (ScoredWindow& window : windows) {
        double total = 0.0;
        double most = -std::numeric_limits<double>::infinity();
        for (std::size_t side = 0; side < sides; ++side) {
            const double gain = gained[window.end * sides + side] - gained[window.first * sides + side];
            total += gain;
            most = std::max(most, gain);
        }
        window.raw[Momentum] = most - (total - most) / static_cast<double>(sides - 1);
    }
}

Spread spreadOf(const std::vector<ScoredWindow>& windows, std::size_t part)
{
    Spread spread;
    if (windows.empty())
        return spread;
    const auto count = static_cast<double>(windows.size());
    for (const ScoredWindow& window : windows) {
        spread.mean += window.raw[part] / count;
        spread.most = std::max(spread.most, window.raw[part]);
    }
    double squares = 0.0;
    for (const ScoredWindow& window : windows)
        squares += (window.raw[part] - spread.mean) * (window.raw[part] - spread.mean) / count;
    spread.deviation = std::sqrt(squares);
    return spread;
}

std::array<double, ScoreParts> sharesOf(const HighlightWeights& weights)
{
    return {weights.engagement, weights.momentum, weights.anomaly, weights.rarity};
}

double shareOf(double raw, double most) { return most > 0.0 ? std::clamp(raw / most, 0.0, 1.0) : 0.0; }

} // namespace

std::array<ScorePart, ScoreParts> ScoredWindows::partsOf(const ScoredWindow& window,
                                                         const HighlightWeights& weights) const
{
    std::array<ScorePart, ScoreParts> parts{};
    const std::array<double, ScoreParts> shares = sharesOf(weights);
    for (std::size_t i = 0; i < ScoreParts; ++i) {
        parts[i].raw = window.raw[i];
        parts[i].z = spreads[i].z(window.raw[i]);
    }
    parts[Engagement].value = shareOf(window.raw[Engagement], spreads[Engagement].most);
    parts[Momentum].value = shareOf(window.raw[Momentum], spreads[Momentum].most);
    const double z = parts[Anomaly].z;
    parts[Anomaly].value = z >= weights.anomalyFrom && z > 0.0 ? std::min(z / weights.anomalyMost, 1.0) : 0.0;
    parts[Rarity].value = std::clamp(window.raw[Rarity], 0.0, 1.0);
    for (std::size_t i = 0; i < ScoreParts; ++i)
        parts[i].weighted = parts[i].value * shares[i];
    return parts;
}

Result<ScoredWindows> scoreWindows(const TimeAxis& axis, const MomentList& list, const Lead& lead,
                                   const HighlightWeights& weights, const std::stop_token& stop)
{
    const std::vector<Moment>& moments = list.moments;
    ScoredWindows scored;
    scored.windows = windowsOf(axis, moments, weights);
    // Sums of all moments before each: a window's sum is the difference of two.
    std::vector<double> worth(moments.size() + 1, 0.0);
    std::vector<double> bonuses(moments.size() + 1, 0.0);
    std::vector<double> weight(moments.size() + 1, 0.0);
    std::vector<int> count(moments.size() + 1, 0);
    std::vector<int> kills(moments.size() + 1, 0);
    std::vector<int> shown(moments.size() + 1, 0);
    for (std::size_t i = 0; i < moments.size(); ++i) {
        worth[i + 1] = worth[i] + moments[i].worth;
        bonuses[i + 1] = bonuses[i] + moments[i].bonus();
        weight[i + 1] = weight[i] + moments[i].weight();
        count[i + 1] = count[i] + (moments[i].worth > 0.0 ? 1 : 0);
        kills[i + 1] = kills[i] + (moments[i].kill ? 1 : 0);
        shown[i + 1] = shown[i] + (moments[i].shows() ? 1 : 0);
    }
    const Micros opening = fromSeconds(weights.opening);
    for (ScoredWindow& window : scored.windows) {
        window.raw[Engagement] = worth[window.end] - worth[window.first];
        window.raw[Anomaly] = count[window.end] - count[window.first];
        window.raw[Rarity] = bonuses[window.end] - bonuses[window.first];
        window.counts = shown[window.end] > shown[window.first] &&
                        (!list.kills || window.begin >= opening ||
                         kills[window.end] - kills[window.first] >= weights.openingKills);
    }
    if (stop.stop_requested())
        return cancelled();
    if (lead.empty())
        eventMomentum(scored.windows, list);
    else
        leadMomentum(scored.windows, lead, fromSeconds(weights.window));
    findStretches(scored.windows, moments, weight, fromSeconds(weights.cluster));
    for (std::size_t i = 0; i < ScoreParts; ++i)
        scored.spreads[i] = spreadOf(scored.windows, i);
    if (stop.stop_requested())
        return cancelled();
    for (ScoredWindow& window : scored.windows) {
        if (!window.counts || window.first == window.end)
            continue;
        for (const ScorePart& part : scored.partsOf(window, weights))
            window.score += part.weighted;
    }
    return scored;
}

} // namespace ghostline::model
