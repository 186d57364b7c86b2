// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The curves of the Plots dock, the fields they stand in, and what has been read of them. No widgets.
#include "app/gui/plots/plot_spec.h"
#include "app/gui/plots/plot_style.h"

#include <QStringList>

#include <optional>
#include <span>
#include <vector>

namespace ghostline::app {

/// What has been read of a curve.
struct PlotSamples
{
    model::MetricSeries whole;   ///< the whole replay, decimated when long
    model::FrameNumber read = 0; ///< frames that `whole` covers
    model::MetricSeries detail;  ///< a stretch, where `whole` has too few samples for the screen
    model::FrameRange detailFrames;

    /// The one that has most samples of these frames.
    const model::MetricSeries& finest(model::FrameRange frames) const;
    /// The samples of [begin, end] seconds, which lie in these frames, and one neighbour on either side, so
    /// that lines run to the edges.
    std::span<const model::MetricSample> between(double begin, double end, model::FrameRange frames) const;
    /// The last value at or before a time; `frame` is the one of that time.
    std::optional<double> valueAt(double seconds, model::FrameNumber frame) const;
};

struct Plot
{
    PlotSpec spec;
    QString name;
    PlotSeries series{}; ///< its colour and stroke
    int field = 0;       ///< fields stand in the order of their numbers, which may have holes
    PlotSamples samples{};
};

/// A field takes curves of two units: one has its axis on the left, one on the right.
class PlotList
{
public:
    int count() const { return static_cast<int>(m_plots.size()); }
    bool empty() const { return m_plots.empty(); }
    const Plot& at(int plot) const { return m_plots[static_cast<std::size_t>(plot)]; }
    Plot& at(int plot) { return m_plots[static_cast<std::size_t>(plot)]; }
    const std::vector<Plot>& all() const { return m_plots; }
    /// -1 = not there.
    int indexOf(const PlotSpec& spec) const;

    /// Nothing, or a field that does not take its unit = a new field below all others.
    /// `team`: whose it is, -1 = nobody's.
    Plot& add(const PlotSpec& spec, const QString& name, std::optional<int> field, int team = -1);
    void remove(int plot);
    /// False, and nothing changed, for a field that does not take its unit.
    bool move(int plot, std::optional<int> field);
    /// All curves, out of the list.
    std::vector<Plot> takeAll();

    /// Ascending, as they stand.
    std::vector<int> fields() const;
    /// Of the curves in a field, without one that is about to leave it.
    QStringList unitsOf(int field, int besides = -1) const;
    bool takes(int field, const QString& unit, int besides = -1) const;
    /// The first field with such values; else a new one.
    int fieldForUnit(const QString& unit) const;

private:
    PlotSeries freeSeries(int team) const;
    int newField() const;

    std::vector<Plot> m_plots;
};

} // namespace ghostline::app
