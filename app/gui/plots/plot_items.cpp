// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/plots/plot_items.h"

#include "app/gui/timeline/time_view.h"

#include <algorithm>

namespace ghostline::app {

namespace {

constexpr double UnitLeft = 12.0;
constexpr double StripHeight = 3.0;
constexpr float Shade = 0.13F; ///< curves and grid stay readable on it

} // namespace

QString TimeTicker::getTickLabel(double tick, const QLocale&, QChar, int)
{
    return TimeView::tickLabel(model::fromSeconds(tick), model::fromSeconds(tickStep()));
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
    const QRectF field = m_rect->rect();
    painter->setPen(Qt::NoPen);
    painter->setAntialiasing(false);
    double stripTop = field.top();
    for (const PlotBands& kind : *m_bands) {
        QColor ground = kind.colour;
        QColor strip = kind.colour;
        double until = field.left(); // what overlaps is not shaded twice
        for (const PlotBand& band : kind.bands) {
            const double left = std::max(axis->coordToPixel(band.begin), until);
            const double right = std::min(std::max(axis->coordToPixel(band.end), left + 1.0), field.right());
            if (right <= until || left >= field.right())
                continue;
            ground.setAlphaF(Shade * band.strength);
            strip.setAlphaF(band.strength);
            painter->fillRect(QRectF(left, field.top(), right - left, field.height()), ground);
            painter->fillRect(QRectF(left, stripTop, right - left, StripHeight), strip);
            until = right;
        }
        stripTop += StripHeight + 2.0;
    }
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
