// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Two runs of one course, and a plot of what lies between them.
#include "app/gui/ghosts/delta_chart.h"
#include "app/gui/ghosts/delta_plot.h"
#include "tests/support/run_tracks.h"

#include <QWheelEvent>

#include <QCoreApplication>
#include <cmath>

namespace ghostline::test {

using namespace ghostline::app;

using Track = std::shared_ptr<const model::RunTrack>;

/// Waits 20 frames, then 60 m along x in `step` metres a frame; `aside`: 20 m off between 20 m and 40 m.
inline Track runOf(double step, bool aside = false)
{
    RunMaker run;
    run.stand(20).start();
    if (aside)
        run.walk({20.0, 0.0, 0.0}, step).walk({21.0, 20.0, 0.0}, step).walk({39.0, 20.0, 0.0}, step);
    run.walk({aside ? 40.0 : 30.0, 0.0, 0.0}, step).walk({60.0, 0.0, 0.0}, step).finish();
    return run.shared();
}

/// A runner, one ghost, and all that is between them.
struct DeltaRace
{
    DeltaRace(Track first, Track second, model::Alignment alignment = model::Alignment::Progress)
        : runner(std::move(first)), course(std::make_shared<const model::Course>(runner))
    {
        auto progress = model::compareProgress(*course, *second, {});
        ghosts = {{QStringLiteral("ghost"),
                   1,
                   second,
                   {runner, second, alignment, course,
                    std::make_shared<const model::ProgressComparison>(std::move(*progress))}}};
    }
    DeltaAxis axis(DeltaOver over) const { return {runner, course, over}; }
    DeltaChart chart(DeltaOver over, const std::vector<DeltaQuantity>& quantities) const
    {
        return makeDeltaChart(axis(over), *runner, ghosts, quantities);
    }
    Track runner;
    std::shared_ptr<const model::Course> course;
    std::vector<DeltaGhost> ghosts;
};

/// Where each quantity's values of the ghost are numbers, as [first, last] on the horizontal axis.
inline std::vector<std::pair<double, double>> stretches(const DeltaChart& chart, const DeltaLine& line)
{
    std::vector<std::pair<double, double>> out;
    bool inside = false;
    for (std::size_t i = 0; i < line.y.size(); ++i) {
        if (std::isfinite(line.y[i]) && !inside)
            out.emplace_back(chart.x[i], chart.x[i]);
        else if (std::isfinite(line.y[i]))
            out.back().second = chart.x[i];
        inside = std::isfinite(line.y[i]);
    }
    return out;
}

/// How many lines the samples are drawn as: a sample without a value ends one.
inline int strokesIn(const std::vector<model::MetricSample>& samples)
{
    int strokes = 0;
    bool drawing = false;
    for (const model::MetricSample& sample : samples) {
        strokes += std::isfinite(sample.value) && !drawing ? 1 : 0;
        drawing = std::isfinite(sample.value);
    }
    return strokes;
}

/// In dark, wide enough to look at single columns.
inline void showOn(DeltaPlot& plot, DeltaChart chart)
{
    plot.setTheme(render::Theme::dark());
    plot.resize(700, 300);
    plot.setChart(std::move(chart));
}

/// Whether a column of pixels in [first, last] shows the colour of the only ghost.
inline bool isDrawnBetween(const QImage& picture, int first, int last)
{
    const QColor colour = render::Theme::dark().hue(1);
    for (int x = first; x <= last; ++x) {
        for (int y = 30; y < picture.height(); ++y) { // below the legend
            const QColor pixel = picture.pixelColor(x, y);
            if (std::abs(pixel.red() - colour.red()) + std::abs(pixel.green() - colour.green()) +
                    std::abs(pixel.blue() - colour.blue()) <
                60)
                return true;
        }
    }
    return false;
}

/// 12,000 places of a level line with one gap or one peak in the middle.
inline DeltaChart longChart(double middle)
{
    constexpr int Places = 12'000;
    DeltaChart chart;
    chart.length = Places;
    DeltaLine line{QStringLiteral("ghost"), 1, std::vector<double>(Places, 1.0)};
    line.y[Places / 2] = middle;
    for (int i = 0; i < Places; ++i)
        chart.x.push_back(i);
    chart.why.emplace_back(Places, model::NoNumber::None);
    chart.fields.push_back({DeltaQuantity::Delta, {std::move(line)}});
    return chart;
}

inline void wheel(QWidget& widget, const QPointF& at, int notches)
{
    QWheelEvent event(at, widget.mapToGlobal(at), {}, {0, 120 * notches}, Qt::NoButton, Qt::NoModifier,
                      Qt::NoScrollPhase, false);
    QCoreApplication::sendEvent(&widget, &event);
}

} // namespace ghostline::test
