// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/plots/plot_picture.h"

#include "app/gui/plots/plot_chip.h"
#include "app/gui/widgets/figures.h"

namespace ghostline::app {

namespace {

constexpr int LegendLineHeight = 24;

} // namespace

PlotPicture::PlotPicture(QCustomPlot& plot, const PlotFields& fields) : m_plot(plot), m_fields(fields)
{
    const QFontMetrics metrics(smallFont(plot.font()));
    const int width = plot.width();
    m_legend.reserve(fields.curves().size());
    QPoint at(LegendGap, 0);
    for (const PlotFields::Curve& curve : fields.curves()) {
        const int room = width - 3 * LegendGap - LegendStroke;
        const QString name = metrics.elidedText(curve.graph->name(), Qt::ElideMiddle, room);
        const int wide = LegendStroke + LegendGap + metrics.horizontalAdvance(name);
        if (at.x() > LegendGap && at.x() + wide > width - LegendGap)
            at = QPoint(LegendGap, at.y() + LegendLineHeight);
        m_legend.push_back({at, name, curve.series});
        at.rx() += wide + 3 * LegendGap;
    }
    m_legendHeight = m_legend.empty() ? 0 : at.y() + LegendLineHeight;
}

QSize PlotPicture::size() const { return {m_plot.width(), m_legendHeight + m_plot.height()}; }

void PlotPicture::paint(QPaintDevice& device, double scale) const
{
    QCPPainter painter(&device);
    painter.scale(scale, scale);
    painter.setMode(QCPPainter::pmNoCaching);
    painter.fillRect(QRect(QPoint(), size()), m_fields.theme().base);
    paintLegend(painter);
    painter.translate(0, m_legendHeight);
    m_plot.toPainter(&painter, m_plot.width(), m_plot.height());
}

void PlotPicture::paintLegend(QCPPainter& painter) const
{
    painter.setFont(smallFont(m_plot.font()));
    for (const Entry& entry : m_legend) {
        const PlotStyle style = m_fields.styleOf(entry.series);
        const QPointF from = entry.at + QPointF(0.0, LegendLineHeight / 2.0);
        painter.setPen(QPen(style.color, 2.0, style.stroke, Qt::FlatCap));
        painter.drawLine(from, from + QPointF(LegendStroke, 0.0));
        painter.setPen(m_fields.theme().text);
        const QRect name(entry.at + QPoint(LegendStroke + LegendGap, 0),
                         QSize(m_plot.width(), LegendLineHeight));
        painter.drawText(name, Qt::AlignVCenter | Qt::AlignLeft, entry.name);
    }
}

} // namespace ghostline::app
