// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/review/strip_axes.h"

#include <QLocale>

#include <algorithm>
#include <array>
#include <cmath>

namespace ghostline::app {

namespace {

constexpr std::array RoundFactors{1.0, 2.0, 2.5, 5.0};
constexpr int MostTickDecimals = 6;
constexpr double NearInteger = 1e-6; ///< so near to an integer is one

std::vector<double> multiplesIn(const ValueRange& range, double step)
{
    std::vector<double> values;
    const double last = std::floor(range.high / step + NearInteger);
    for (double k = std::ceil(range.low / step - NearInteger); k <= last; k += 1.0)
        values.push_back(k == 0.0 ? 0.0 : k * step);
    return values;
}

/// Fewest that tell each of the values exactly.
int tickDecimals(const std::vector<double>& values)
{
    double power = 1.0;
    for (int decimals = 0; decimals < MostTickDecimals; ++decimals, power *= 10.0) {
        if (std::ranges::all_of(values, [power](double value) {
                return std::abs(value * power - std::round(value * power)) < NearInteger * power;
            }))
            return decimals;
    }
    return MostTickDecimals;
}

/// The smallest of 0.1, 0.2, 0.5, 1, 2, 5, ... that is not below `least`.
double roundSeconds(double least)
{
    double step = 0.01;
    for (int i = 0; step < least; ++i)
        step = std::pow(10.0, i / 3 - 2) * std::array{2.0, 5.0, 10.0}[static_cast<std::size_t>(i % 3)];
    return step;
}

/// Where a time lies between the frames; times never fall.
double placeOf(double seconds, const std::vector<double>& times)
{
    const auto after = std::ranges::upper_bound(times, seconds);
    if (after == times.begin())
        return 0.0;
    const auto before = after - 1;
    const double place = static_cast<double>(before - times.begin());
    return after == times.end() ? place : place + (seconds - *before) / (*after - *before);
}

} // namespace

std::vector<double> valueTicks(const ValueRange& range, int most)
{
    const double extent = range.high - range.low;
    if (!std::isfinite(extent) || extent <= 0.0)
        return {};
    const auto wanted = static_cast<std::size_t>(std::max(most, 2));
    std::vector<double> finer;
    for (double power = std::pow(10.0, std::floor(std::log10(extent / static_cast<double>(wanted))));;
         power *= 10.0) {
        for (const double factor : RoundFactors) {
            std::vector<double> ticks = multiplesIn(range, factor * power);
            if (ticks.size() > wanted) {
                finer = std::move(ticks);
                continue;
            }
            // Where the next step leaves a single one, the outermost of the finer ones say more.
            if (ticks.size() < 2 && finer.size() > 1)
                return {finer.front(), finer.back()};
            return ticks;
        }
    }
}

QString valueTickText(double value, const std::vector<double>& ticks)
{
    return QLocale().toString(value, 'f', tickDecimals(ticks));
}

std::vector<TimeTick> timeTicks(const model::Evidence& evidence, const FrameScale& frames,
                                model::FrameNumber zero, double minPixels)
{
    if (!evidence.frames.contains(zero) || evidence.times.size() < 2 ||
        evidence.times.size() != static_cast<std::size_t>(evidence.frames.count()))
        return {};
    std::vector<double> times; // from the flag
    times.reserve(evidence.times.size());
    const model::Micros flag = evidence.times[static_cast<std::size_t>(zero - evidence.frames.first)];
    for (const model::Micros time : evidence.times)
        times.push_back(model::seconds(time - flag));
    const double extent = times.back() - times.front();
    if (extent <= 0.0)
        return {{frames.centreOf(zero), 0.0}};
    const auto first = static_cast<double>(evidence.frames.first) + 0.5; // the middle of its cell
    const double pixels = frames.cell() * static_cast<double>(times.size() - 1);
    const double step = roundSeconds(minPixels * extent / std::max(pixels, 1.0));
    std::vector<TimeTick> ticks{{frames.centreOf(zero), 0.0}};
    for (const double way : {1.0, -1.0}) {
        double last = ticks.front().x;
        for (double k = 1.0;; k += 1.0) {
            const double at = way * k * step;
            if (at > times.back() + NearInteger || at < times.front() - NearInteger)
                break;
            const double x = frames.xOf(first + placeOf(at, times));
            if (std::abs(x - last) < minPixels - 0.5)
                continue;
            ticks.push_back({x, at});
            last = x;
        }
    }
    std::ranges::sort(ticks, {}, &TimeTick::seconds);
    return ticks;
}

QString timeTickText(double seconds)
{
    const QString figure = QLocale().toString(seconds, 'f', tickDecimals({seconds}));
    return seconds > 0.0 ? QLatin1Char('+') + figure : figure;
}

} // namespace ghostline::app
