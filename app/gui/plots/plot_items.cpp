// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/plots/plot_items.h"

#include "app/gui/widgets/time_view.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace ghostline::app {

namespace {

constexpr double UnitLeft = 12.0;
constexpr int StripHeight = 3;
constexpr float Shade = 0.13F; ///< curves and grid stay readable on it

/// As many as a multiple of this step has, at most 3.
int decimalsOf(double step)
{
    int decimals = 0;
    double scaled = step;
    while (decimals < 3 && std::abs(scaled - std::round(scaled)) > 1e-6 * scaled) {
        scaled *= 10.0;
        ++decimals;
    }
    return decimals;
}

} // namespace

double TimeTicker::metresStep(double atLeast)
{
    const double decade = std::pow(10.0, std::floor(std::log10(atLeast)));
    for (const double factor : {1.0, 2.0, 5.0}) {
        if (decade * factor >= atLeast * 0.999)
            return decade * factor;
    }
    return decade * 10.0;
}

QString TimeTicker::getTickLabel(double tick, const QLocale&, QChar, int)
{
    if (m_metres)
        return PlotCanvas::tr("%L1 m").arg(tick, 0, 'f', decimalsOf(tickStep()));
    return TimeView::tickLabel(model::fromSeconds(tick), model::fromSeconds(tickStep()));
}

double SignedTicker::getTickStep(const QCPRange& range)
{
    const double step = QCPAxisTicker::getTickStep(range);
    m_decimals = decimalsOf(step);
    m_signs = range.lower < 0.0;
    return step;
}

QString SignedTicker::getTickLabel(double tick, const QLocale&, QChar, int)
{
    const QLocale locale; // the plot's own does not group digits
    QString text = locale.toString(std::abs(tick), 'f', m_decimals);
    if (locale.toDouble(text) == 0.0)
        return text;
    return (tick < 0.0 ? QString(QChar(0x2212)) : m_signs ? QStringLiteral("+") : QString()) + text;
}

BandItem::BandItem(QCustomPlot* plot, QCPAxisRect* rect, const std::vector<PlotBands>* bands)
    : QCPAbstractItem(plot), m_rect(rect), m_bands(bands)
{
    setClipAxisRect(rect);
    setLayer(QStringLiteral("grid"));
    setSelectable(false);
}

double BandItem::selectTest(const QPointF&, bool, QVariant*) const { return -1.0; }

void BandItem::draw(QCPPainter* painter)
{
    const QCPAxis* axis = m_rect->axis(QCPAxis::atBottom);
    const QRect field = m_rect->rect();
    const int right = field.left() + field.width();
    painter->setPen(Qt::NoPen);
    painter->setAntialiasing(false);
    int stripTop = field.top();
    for (const PlotBands& kind : *m_bands) {
        m_shown.begin(field.left(), right);
        for (std::size_t i = 0; i < kind.bands.size(); ++i) {
            const PlotBand& band = kind.bands[i];
            const double left = axis->coordToPixel(band.begin);
            if (left >= right)
                break;
            m_shown.add(left, axis->coordToPixel(band.end), band.strength, static_cast<int>(i));
        }
        QColor ground = kind.colour;
        QColor strip = kind.colour;
        m_shown.forEachRun([&](int left, int width, int band) {
            const float strength = kind.bands[static_cast<std::size_t>(band)].strength;
            ground.setAlphaF(Shade * strength);
            strip.setAlphaF(strength);
            painter->fillRect(left, field.top(), width, field.height(), ground);
            painter->fillRect(left, stripTop, width, StripHeight, strip);
        });
        stripTop += StripHeight + 2;
    }
}

PaintedItem::PaintedItem(QCustomPlot* plot, const QString& layer, Paint paint)
    : QCPAbstractItem(plot), m_paint(std::move(paint))
{
    setClipToAxisRect(false);
    setLayer(layer);
    setSelectable(false);
}

double PaintedItem::selectTest(const QPointF&, bool, QVariant*) const { return -1.0; }

void PaintedItem::draw(QCPPainter* painter)
{
    painter->save();
    painter->setAntialiasing(false);
    m_paint(*painter);
    painter->restore();
}

QCPItemLine* addRule(QCustomPlot* plot, QCPAxisRect* rect)
{
    auto* line = new QCPItemLine(plot);
    for (QCPItemPosition* end : {line->start, line->end}) {
        end->setAxisRect(rect);
        end->setAxes(rect->axis(QCPAxis::atBottom), rect->axis(QCPAxis::atLeft));
        end->setTypeX(QCPItemPosition::ptPlotCoords);
        end->setTypeY(QCPItemPosition::ptAxisRectRatio);
    }
    line->setClipAxisRect(rect);
    line->setLayer(QStringLiteral("now"));
    line->setSelectable(false);
    return line;
}

void moveRule(QCPItemLine* line, double seconds)
{
    line->start->setCoords(seconds, 0.0);
    line->end->setCoords(seconds, 1.0);
}

QCPItemText* addUnit(QCustomPlot* plot, QCPAxisRect* rect, const QString& unit)
{
    auto* label = new QCPItemText(plot);
    label->position->setAxisRect(rect);
    label->position->setTypeX(QCPItemPosition::ptAbsolute);
    label->position->setTypeY(QCPItemPosition::ptAxisRectRatio);
    label->position->setCoords(UnitLeft, 0.0);
    label->setPositionAlignment(Qt::AlignLeft | Qt::AlignTop);
    label->setClipToAxisRect(false);
    label->setText(unit);
    label->setSelectable(false);
    return label;
}

} // namespace ghostline::app
