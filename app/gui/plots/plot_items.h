// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What a plot has besides its curves: the timeline's ticks, lines through the whole field, the unit, and the
// stretches of time shaded behind the curves. For plot_canvas.cpp only: includes the plotting library.
#include "app/gui/plots/plot_canvas.h"
#include "app/gui/timeline/strongest_bands.h"

// The library's header is written with Qt's short keywords, which this project leaves undefined.
#define signals Q_SIGNALS
#define slots Q_SLOTS
#define foreach Q_FOREACH
#include <qcustomplot.h>
#undef signals
#undef slots
#undef foreach

namespace ghostline::app {

/// The timeline's own ticks and labels.
class TimeTicker final : public QCPAxisTickerFixed
{
protected:
    QString getTickLabel(double tick, const QLocale& locale, QChar format, int precision) override;
};

/// Shades stretches of time over a field's whole height, and marks each kind in a line of its own at the top,
/// so that kinds differ by more than their colour.
class BandItem final : public QCPAbstractItem
{
public:
    /// `bands` outlives the item.
    BandItem(QCustomPlot* plot, QCPAxisRect* rect, const std::vector<PlotBands>* bands);
    double selectTest(const QPointF& at, bool onlySelectable, QVariant* details) const override;

protected:
    void draw(QCPPainter* painter) override;

private:
    QCPAxisRect* m_rect;
    const std::vector<PlotBands>* m_bands;
    StrongestBands m_shown;
};

/// A vertical line through a whole field.
QCPItemLine* addRule(QCustomPlot* plot, QCPAxisRect* rect);
void moveRule(QCPItemLine* line, double seconds);
/// The unit, upright where the timeline has the names of its lanes: quicker to read than along the axis.
QCPItemText* addUnit(QCustomPlot* plot, QCPAxisRect* rect, const QString& unit);

} // namespace ghostline::app
