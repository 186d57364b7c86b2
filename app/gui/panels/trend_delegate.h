// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Paints the inspector's sparklines and plot buttons.
#include "app/gui/widgets/panel_style.h"
#include "model/metrics/metric_series.h"

namespace ghostline::app {

/// Seconds shown before and after now.
inline constexpr double TrendReach = 5.0;

/// The line around `now` within a rectangle: lowest value at the bottom, gaps left open. One polygon a piece.
std::vector<QPolygonF> trendLines(const model::MetricSeries& series, double now, const QRectF& box);

class TrendDelegate : public PanelDelegate
{
    Q_OBJECT
public:
    explicit TrendDelegate(QObject* parent = nullptr);
    void setTheme(const render::Theme& theme) { m_theme = theme; }
    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;
    bool helpEvent(QHelpEvent* event, QAbstractItemView* view, const QStyleOptionViewItem& option,
                   const QModelIndex& index) override;

private:
    void paintTrend(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const;
    void paintPlotButton(QPainter* painter, const QStyleOptionViewItem& option) const;

    render::Theme m_theme;
    QIcon m_plot;
};

} // namespace ghostline::app
