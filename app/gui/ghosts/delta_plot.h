// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Draws a DeltaChart: one field below the other over one axis, the playhead through all of them, and what
// lies under the pointer in words. The wheel zooms, as in the plots.
#include "app/gui/ghosts/delta_chart.h"
#include "app/gui/widgets/time_view.h"
#include "model/metrics/metric_series.h"
#include "render/base/theme.h"

#include <QWidget>

#include <optional>

namespace ghostline::app {

class PlotCanvas;
struct PlotField;

class DeltaPlot : public QWidget
{
    Q_OBJECT
public:
    explicit DeltaPlot(QWidget* parent = nullptr);

    void setTheme(const render::Theme& theme);
    /// What is zoomed in stays so as long as the chart is over the same.
    void setChart(DeltaChart chart);
    const DeltaChart& chart() const { return m_chart; }
    /// Where the playhead is on the horizontal axis; nothing = outside.
    void setPlayhead(std::optional<double> x);

    PlotCanvas* canvas() const { return m_canvas; }
    /// The stretch of the horizontal axis in view: seconds, or metres as if they were seconds.
    const TimeView& view() const { return m_view; }
    /// Positions [first, second) of a chart.
    using Positions = std::pair<std::size_t, std::size_t>;
    /// What a line is drawn as in so many columns of pixels: each shows the least and the most of all its
    /// positions, and a break (NaN) if only one of them has no value.
    static std::vector<model::MetricSample> samplesOf(const DeltaChart& chart, const DeltaLine& line,
                                                      Positions positions, int columns);
    double pixelOf(double x) const;
    double xAt(double pixel) const;
    /// What stands under the pointer at a position in a field: the position, then a line for each curve.
    QStringList readOut(std::size_t field, double x) const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

Q_SIGNALS:
    /// The user wants to go there.
    void clicked(double x);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void connectCanvas();
    void setView(const TimeView& view);
    PlotField settingsOf(const DeltaField& field) const;
    void showCurves();
    void showView();
    /// With the one beyond on either side.
    Positions positionsInView() const;
    std::size_t positionNear(double x) const;
    void drawBehind(QPainter& painter, std::size_t field, const QRectF& box) const;
    void drawFailedAttempts(QPainter& painter, const QRectF& box) const;
    void drawCheckpoints(QPainter& painter, const QRectF& box, bool named) const;
    void drawGaps(QPainter& painter, const QRectF& box, const DeltaField& field) const;
    void drawCaption(QPainter& painter, const QRectF& box, const DeltaField& field) const;
    double drawLegend(QPainter& painter, const QRectF& room, const DeltaField& field) const;
    void drawReadOut(QPainter& painter) const;
    QColor colourOf(const DeltaLine& line) const;
    QString valueText(std::size_t field, std::size_t line, std::size_t position) const;

    DeltaChart m_chart;
    TimeView m_view;
    TimeView m_dragView; ///< the view where panning began
    render::Theme m_theme;
    PlotCanvas* m_canvas;
};

} // namespace ghostline::app
