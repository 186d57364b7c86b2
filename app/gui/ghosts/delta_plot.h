// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Draws a DeltaChart: one field below the other over one axis, the playhead through all of them, and what
// lies under the pointer in words. The wheel zooms, as in the plots.
#include "app/gui/ghosts/delta_chart.h"
#include "app/gui/timeline/time_view.h"
#include "model/metric_series.h"
#include "render/theme.h"

#include <QWidget>

#include <optional>

namespace ghostline::app {

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

    /// The stretch of the horizontal axis in view: seconds, or metres as if they were seconds.
    const TimeView& view() const { return m_view; }
    /// Places [first, second) of a chart.
    using Places = std::pair<std::size_t, std::size_t>;
    using Stroke = std::vector<model::MetricSample>;
    /// What a line is drawn as in so many columns of pixels: each shows the least and the most of all its
    /// places, and a break if only one of them has no value.
    static std::vector<Stroke> strokesOf(const DeltaChart& chart, const DeltaLine& line, Places places,
                                         int columns);
    double pixelOf(double x) const;
    double xAt(double pixel) const;
    /// What stands under the pointer at a place of a field: its place, then a line for each of the lines.
    QStringList readOut(std::size_t field, double x) const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

Q_SIGNALS:
    /// The user wants to go there.
    void clicked(double x);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    static constexpr int LeftRoom = 56; ///< values of the fields
    static constexpr int RightRoom = 12;
    static constexpr int AxisRoom = 24; ///< values of the horizontal axis
    static constexpr int FieldTop = 22; ///< a field's caption

    struct Scale
    {
        double low = 0.0;
        double high = 1.0;
    };
    QRectF plotRect() const;
    QRectF fieldRect(std::size_t field) const;
    Scale scaleOf(const DeltaField& field) const;
    void setView(const TimeView& view);
    /// With the one beyond on either side.
    Places placesInView() const;
    std::size_t placeNear(double x) const;
    void drawCurves();
    void drawField(QPainter& painter, std::size_t field) const;
    void drawInVain(QPainter& painter, const QRectF& box) const;
    void drawCheckpoints(QPainter& painter, const QRectF& box, bool named) const;
    void drawGaps(QPainter& painter, const QRectF& box, const DeltaField& field) const;
    void drawValues(QPainter& painter, const QRectF& box, const Scale& scale) const;
    void drawCaption(QPainter& painter, const QRectF& box, const DeltaField& field) const;
    double drawLegend(QPainter& painter, const QRectF& room, const DeltaField& field) const;
    void drawLine(QPainter& painter, const DeltaLine& line, const QRectF& box, const Scale& scale) const;
    void drawAxis(QPainter& painter) const;
    void drawReadOut(QPainter& painter) const;
    QColor colourOf(const DeltaLine& line) const;
    QPen penOf(const DeltaLine& line) const;
    QString valueText(std::size_t field, std::size_t line, std::size_t place) const;

    DeltaChart m_chart;
    TimeView m_view;
    std::optional<QPointF> m_panFrom;
    TimeView m_panned; ///< the view where panning began
    render::Theme m_theme;
    QPixmap m_curves; ///< everything but playhead and pointer, which move far more often
    std::optional<double> m_playhead;
    std::optional<QPointF> m_pointer;
};

} // namespace ghostline::app
