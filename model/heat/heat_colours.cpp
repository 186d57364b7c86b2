// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/heat/heat_colours.h"

#include <algorithm>
#include <cmath>
#include <span>

namespace ghostline::model {

namespace {

using ColourStop = std::array<double, 3>;

// Plasma (Smith and van der Walt), whose lightness rises evenly; its darkest end is left out, which could not
// be told from a dark ground.
constexpr std::array<ColourStop, 8> Rising{{{92, 1, 166},
                                            {136, 8, 165},
                                            {173, 35, 147},
                                            {203, 71, 119},
                                            {226, 105, 93},
                                            {244, 142, 68},
                                            {253, 187, 43},
                                            {240, 249, 33}}};
// The other way round, without the pale end.
constexpr std::array<ColourStop, 8> Falling{{{253, 187, 43},
                                             {244, 142, 68},
                                             {226, 105, 93},
                                             {203, 71, 119},
                                             {173, 35, 147},
                                             {136, 8, 165},
                                             {92, 1, 166},
                                             {28, 4, 120}}};

constexpr double LogReach = 999.0; // log(1 + this): three powers of ten
constexpr double LeastAlpha = 0.30;
constexpr double MostAlpha = 0.88;
constexpr double FadeShare = 0.08;    // of the scale, below which a count fades out
constexpr double FaintWeight = 0.002; // of the longest time, below which a mean fades out
constexpr int RampSteps = 1024;       // of colours: finer than the eye
constexpr double TickGap = 0.14;      // of the ramp between two marks

/// What the ends of the scale stand for.
std::array<double, 2> endsOf(const HeatGrid& grid, const HeatLook& look)
{
    const double low = grid.isMean() ? grid.least : std::min(grid.least, 0.0);
    const double high = look.most > low ? look.most : grid.most;
    return {low, high};
}

double squeezed(HeatScale scale, double share)
{
    switch (scale) {
    case HeatScale::Root:
        return std::sqrt(share);
    case HeatScale::Log:
        return std::log1p(share * LogReach) / std::log1p(LogReach);
    case HeatScale::Linear:
        break;
    }
    return share;
}

std::uint8_t byteOf(double value)
{
    return static_cast<std::uint8_t>(std::lround(std::clamp(value, 0.0, 255.0)));
}

/// Values and how much of each is known, between the middles of cells.
class Sampler
{
public:
    Sampler(const HeatGrid& grid, bool blend) : m_grid(grid), m_blend(blend)
    {
        for (const float weight : grid.weights)
            m_longest = std::max(m_longest, static_cast<double>(weight));
    }

    /// Column and row in cells, the middle of the first one at 0.5. `faint`: 0 to 1.
    double at(double column, double row, double& faint) const
    {
        double value = 0.0;
        double weight = 0.0;
        const auto take = [&](int c, int r, double share) {
            c = std::clamp(c, 0, m_grid.layout.columns - 1);
            r = std::clamp(r, 0, m_grid.layout.rows - 1);
            const std::size_t cell =
                static_cast<std::size_t>(r) * static_cast<std::size_t>(m_grid.layout.columns) +
                static_cast<std::size_t>(c);
            const double own = m_grid.isMean() ? share * static_cast<double>(m_grid.weights[cell]) : share;
            value += own * static_cast<double>(m_grid.values[cell]);
            weight += own;
        };
        if (m_blend) {
            const double left = std::floor(column - 0.5);
            const double top = std::floor(row - 0.5);
            const double east = column - 0.5 - left;
            const double south = row - 0.5 - top;
            const int c = static_cast<int>(left);
            const int r = static_cast<int>(top);
            take(c, r, (1.0 - east) * (1.0 - south));
            take(c + 1, r, east * (1.0 - south));
            take(c, r + 1, (1.0 - east) * south);
            take(c + 1, r + 1, east * south);
        } else {
            take(static_cast<int>(std::floor(column)), static_cast<int>(std::floor(row)), 1.0);
        }
        faint = 1.0;
        if (!m_grid.isMean())
            return value;
        faint = m_longest > 0.0 ? std::min(weight / (m_longest * FaintWeight), 1.0) : 0.0;
        return weight > 0.0 ? value / weight : 0.0;
    }

private:
    const HeatGrid& m_grid;
    bool m_blend;
    double m_longest = 0.0;
};

/// 1, 2 or 5 times a power of ten, at least `value`.
double roundNumber(double value)
{
    const double power = std::pow(10.0, std::floor(std::log10(value)));
    for (const double factor : {1.0, 2.0, 5.0}) {
        if (factor * power >= value * (1.0 - 1e-9))
            return factor * power;
    }
    return 10.0 * power;
}

int decimalsOf(double step)
{
    return std::clamp(static_cast<int>(-std::floor(std::log10(std::abs(step)) + 1e-9)), 0, 6);
}

std::vector<HeatTick> evenTicks(const HeatGrid& grid, const HeatLook& look, double low, double high)
{
    const double step = roundNumber((high - low) / 5.0);
    std::vector<HeatTick> ticks;
    const auto first = std::ceil(low / step - 1e-9);
    for (int i = 0; i < 12; ++i) {
        const double value = (first + i) * step;
        if (value > high + step * 1e-6)
            break;
        ticks.push_back({heatShare(grid, look, value), value, decimalsOf(step)});
    }
    return ticks;
}

} // namespace

std::optional<HeatScale> heatScaleOf(const QString& word)
{
    for (const HeatScale scale : {HeatScale::Linear, HeatScale::Root, HeatScale::Log}) {
        if (word == heatScaleWord(scale))
            return scale;
    }
    return std::nullopt;
}

QString heatScaleWord(HeatScale scale)
{
    switch (scale) {
    case HeatScale::Root:
        return QStringLiteral("sqrt");
    case HeatScale::Log:
        return QStringLiteral("log");
    case HeatScale::Linear:
        break;
    }
    return QStringLiteral("lin");
}

HeatColour heatColour(double share, bool dark)
{
    const std::span<const ColourStop> stops =
        dark ? std::span<const ColourStop>(Rising) : std::span<const ColourStop>(Falling);
    const double at =
        std::isnan(share) ? 0.0 : std::clamp(share, 0.0, 1.0) * static_cast<double>(stops.size() - 1);
    const std::size_t below = std::min(static_cast<std::size_t>(at), stops.size() - 2);
    const double part = at - static_cast<double>(below);
    HeatColour colour{0, 0, 0, 255};
    for (std::size_t i = 0; i < 3; ++i)
        colour[i] = byteOf(stops[below][i] + part * (stops[below + 1][i] - stops[below][i]));
    return colour;
}

double heatShare(const HeatGrid& grid, const HeatLook& look, double value)
{
    const auto [low, high] = endsOf(grid, look);
    if (!(high > low))
        return value >= high && grid.samples > 0 ? 1.0 : 0.0;
    const double share = (value - low) / (high - low);
    return share > 0.0 ? squeezed(look.scale, std::min(share, 1.0)) : 0.0; // 0 of what is no number
}

HeatPixels heatPixels(const HeatGrid& grid, const HeatLook& look, int side)
{
    HeatPixels pixels;
    const HeatLayout& layout = grid.layout;
    if (layout.empty() || grid.values.size() != layout.cells())
        return pixels;
    const int longer = std::max(layout.columns, layout.rows);
    const double scale = side > 0 ? static_cast<double>(std::min(side, MostHeatSide)) / longer : 1.0;
    pixels.width = std::max(static_cast<int>(std::lround(layout.columns * scale)), 1);
    pixels.height = std::max(static_cast<int>(std::lround(layout.rows * scale)), 1);
    pixels.rgba.assign(static_cast<std::size_t>(pixels.width) * static_cast<std::size_t>(pixels.height) * 4,
                       0);
    const Sampler sampler(grid, look.blend && side > 0);
    std::array<HeatColour, RampSteps + 1> ramp{};
    for (std::size_t i = 0; i < ramp.size(); ++i)
        ramp[i] = heatColour(static_cast<double>(i) / RampSteps, look.dark);
    const double perColumn = static_cast<double>(layout.columns) / pixels.width;
    const double perRow = static_cast<double>(layout.rows) / pixels.height;
    std::size_t out = 0;
    for (int y = 0; y < pixels.height; ++y) {
        for (int x = 0; x < pixels.width; ++x, out += 4) {
            double faint = 0.0;
            const double value = sampler.at((x + 0.5) * perColumn, (y + 0.5) * perRow, faint);
            const double share = heatShare(grid, look, value);
            if (!grid.isMean())
                faint = std::min(share / FadeShare, 1.0);
            if (faint <= 0.0)
                continue;
            const HeatColour& colour = ramp[static_cast<std::size_t>(share * RampSteps + 0.5)];
            std::copy_n(colour.begin(), 3, pixels.rgba.begin() + static_cast<std::ptrdiff_t>(out));
            const double strength = grid.isMean() ? MostAlpha : LeastAlpha + (MostAlpha - LeastAlpha) * share;
            pixels.rgba[out + 3] = byteOf(255.0 * faint * strength);
        }
    }
    return pixels;
}

std::vector<HeatTick> heatTicks(const HeatGrid& grid, const HeatLook& look)
{
    const auto [low, high] = endsOf(grid, look);
    if (grid.empty() || !std::isfinite(low) || !std::isfinite(high))
        return {};
    if (!(high > low))
        return {{1.0, high, decimalsOf(high != 0.0 ? high / 100.0 : 1.0)}};
    if (look.scale == HeatScale::Linear)
        return evenTicks(grid, look, low, high);
    // From above: 1, 2, 5 times powers of ten, as far as they stand apart.
    std::vector<HeatTick> ticks;
    const double span = high - low;
    double last = 2.0;
    for (int power = static_cast<int>(std::floor(std::log10(span))); power > -8 && last > TickGap; --power) {
        for (const double factor : {5.0, 2.0, 1.0}) {
            const double value = factor * std::pow(10.0, power);
            const double share = heatShare(grid, look, low < 0.0 || grid.isMean() ? low + value : value);
            if (value > span * (1.0 + 1e-9) || share > last - TickGap || share < TickGap)
                continue;
            ticks.push_back({share, low < 0.0 || grid.isMean() ? low + value : value, decimalsOf(value)});
            last = share;
        }
        if (std::pow(10.0, power) < span * 1e-5)
            break;
    }
    ticks.push_back({0.0, low, ticks.empty() ? 0 : ticks.back().decimals});
    std::reverse(ticks.begin(), ticks.end());
    return ticks;
}

} // namespace ghostline::model
