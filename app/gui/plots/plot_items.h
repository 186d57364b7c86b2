// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What a plot has besides its curves: the timeline's ticks, lines through the whole field, the unit, and the
// stretches of time shaded behind the curves. For the canvas only: includes the plotting library.
#include "app/gui/plots/plot_canvas.h"
#include "app/gui/widgets/strongest_bands.h"

// The library's header is written with Qt's short keywords, which this project leaves undefined.
#define signals Q_SIGNALS
#define slots Q_SLOTS
#define foreach Q_FOREACH
#include <qcustomplot.h>
#undef signals
#undef slots
#undef foreach

#include <functional>

namespace ghostline::app {

/// The timeline's own ticks and labels.
class TimeTicker final : public QCPAxisTickerFixed
{
public:
    /// Metres along a way instead of seconds.
    void setMetres(bool metres) { m_metres = metres; }
    /// The next of 1, 2, 5, 10 ... metres.
    static double metresStep(double atLeast);

protected:
    QString getTickLabel(double tick, const QLocale& locale, QChar format, int precision) override;

private:
    bool m_metres = false;
};

/// Values with a true minus, and with a plus where the scale goes below zero.
class SignedTicker final : public QCPAxisTicker
{
protected:
    double getTickStep(const QCPRange& range) override;
    QString getTickLabel(double tick, const QLocale& locale, QChar format, int precision) override;

private:
    int m_decimals = 0;
    bool m_signs = false;
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

/// Whatever the user of a canvas draws; nothing clips it.
class PaintedItem final : public QCPAbstractItem
{
public:
    using Paint = std::function<void(QPainter& painter)>;
    PaintedItem(QCustomPlot* plot, const QString& layer, Paint paint);
    double selectTest(const QPointF& at, bool onlySelectable, QVariant* details) const override;

protected:
    void draw(QCPPainter* painter) override;

private:
    Paint m_paint;
};

/// A vertical line through a whole field.
QCPItemLine* addRule(QCustomPlot* plot, QCPAxisRect* rect);
void moveRule(QCPItemLine* line, double seconds);
/// The unit, upright where the timeline has the names of its lanes: quicker to read than along the axis.
QCPItemText* addUnit(QCustomPlot* plot, QCPAxisRect* rect, const QString& unit);

} // namespace ghostline::app
