// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/plots/plot_list.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace ghostline::app {

namespace {

constexpr qsizetype UnitsOfAField = 2; // an axis on its left and one on its right
constexpr double HalfMicrosecond = 5e-7;

bool isAfter(double seconds, const model::MetricSample& sample) { return seconds < sample.time; }

} // namespace

// ---- samples ----

const model::MetricSeries& PlotSamples::finest(model::FrameRange frames) const
{
    const bool closer = whole.decimated && detailFrames.first <= frames.first &&
                        detailFrames.end >= frames.end && !detail.samples.empty();
    return closer ? detail : whole;
}

std::span<const model::MetricSample> PlotSamples::between(double begin, double end,
                                                          model::FrameRange frames) const
{
    const auto& samples = finest(frames).samples;
    auto first = std::lower_bound(samples.begin(), samples.end(), begin,
                                  [](const model::MetricSample& s, double t) { return s.time < t; });
    auto last = std::upper_bound(first, samples.end(), end, isAfter);
    if (first != samples.begin())
        --first;
    if (last != samples.end())
        ++last;
    return {first, last};
}

std::optional<double> PlotSamples::valueAt(double seconds, model::FrameNumber frame) const
{
    const auto& samples = finest({frame, frame + 1}).samples;
    // Times that went from microseconds to seconds and back may be that much off.
    const auto after = std::upper_bound(samples.begin(), samples.end(), seconds + HalfMicrosecond, isAfter);
    if (after == samples.begin() || !std::isfinite(std::prev(after)->value))
        return std::nullopt;
    return std::prev(after)->value;
}

// ---- curves ----

int PlotList::indexOf(const PlotSpec& spec) const
{
    const auto at =
        std::find_if(m_plots.begin(), m_plots.end(), [&](const Plot& plot) { return plot.spec == spec; });
    return at == m_plots.end() ? -1 : static_cast<int>(at - m_plots.begin());
}

Plot& PlotList::add(const PlotSpec& spec, const QString& name, std::optional<int> field, int team)
{
    Plot plot;
    plot.spec = spec;
    plot.name = name;
    plot.series = freeSeries(team);
    plot.field = field && takes(*field, spec.unit()) ? *field : newField();
    return m_plots.emplace_back(std::move(plot));
}

void PlotList::remove(int plot) { m_plots.erase(m_plots.begin() + plot); }

bool PlotList::move(int plot, std::optional<int> field)
{
    if (field && !takes(*field, at(plot).spec.unit(), plot))
        return false;
    at(plot).field = field ? *field : newField();
    return true;
}

std::vector<Plot> PlotList::takeAll() { return std::exchange(m_plots, {}); }

/// What a removed curve had is given out again; the others keep theirs.
PlotSeries PlotList::freeSeries(int team) const
{
    PlotSeries series{0, team};
    while (std::any_of(m_plots.begin(), m_plots.end(), [&](const Plot& p) { return p.series == series; }))
        ++series.number;
    return series;
}

// ---- fields ----

std::vector<int> PlotList::fields() const
{
    std::vector<int> numbers;
    numbers.reserve(m_plots.size());
    for (const Plot& plot : m_plots)
        numbers.push_back(plot.field);
    std::sort(numbers.begin(), numbers.end());
    numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
    return numbers;
}

QStringList PlotList::unitsOf(int field, int besides) const
{
    QStringList units;
    for (int i = 0; i < count(); ++i) {
        const QString unit = at(i).spec.unit();
        if (i != besides && at(i).field == field && !units.contains(unit))
            units << unit;
    }
    return units;
}

bool PlotList::takes(int field, const QString& unit, int besides) const
{
    const QStringList units = unitsOf(field, besides);
    return units.contains(unit) || units.size() < UnitsOfAField;
}

int PlotList::newField() const
{
    const std::vector<int> numbers = fields();
    return numbers.empty() ? 0 : numbers.back() + 1;
}

int PlotList::fieldForUnit(const QString& unit) const
{
    const auto numbers = fields();
    const auto at = std::find_if(numbers.begin(), numbers.end(),
                                 [&](int field) { return unitsOf(field).contains(unit); });
    return at == numbers.end() ? newField() : *at;
}

} // namespace ghostline::app
