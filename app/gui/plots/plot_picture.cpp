// SPDX-License-Identifier: GPL-3.0-or-later
// A PlotCanvas as a picture, of pixels or of vectors: the curves and, above them, their names.
#include "app/gui/plots/plot_canvas_private.h"
#include "app/gui/timeline/figures.h"
#include "model/atomic_file.h"

#include <QBuffer>
#include <QSvgGenerator>

namespace ghostline::app {

namespace {

constexpr int LineHeight = 24;
constexpr int StrokeLength = 20;
constexpr int Gap = 8;

} // namespace

PlotCanvas::Private::Legend PlotCanvas::Private::legend(int width) const
{
    const QFontMetrics metrics(smallFont(plot->font()));
    Legend legend;
    legend.entries.reserve(graphs.size());
    QPoint at(Gap, 0);
    for (std::size_t i = 0; i < graphs.size(); ++i) {
        const int room = width - 3 * Gap - StrokeLength;
        const QString name = metrics.elidedText(graphs[i]->name(), Qt::ElideMiddle, room);
        const int wide = StrokeLength + Gap + metrics.horizontalAdvance(name);
        if (at.x() > Gap && at.x() + wide > width - Gap)
            at = QPoint(Gap, at.y() + LineHeight);
        legend.entries.push_back({at, name, series[i]});
        at.rx() += wide + 3 * Gap;
    }
    legend.height = graphs.empty() ? 0 : at.y() + LineHeight;
    return legend;
}

void PlotCanvas::Private::paintLegend(QCPPainter& painter, const Legend& legend) const
{
    painter.setFont(smallFont(plot->font()));
    for (const LegendEntry& entry : legend.entries) {
        const PlotStyle style = plotStyle(entry.series, *theme);
        const QPointF from = entry.at + QPointF(0.0, LineHeight / 2.0);
        painter.setPen(QPen(style.color, 2.0, style.stroke, Qt::FlatCap));
        painter.drawLine(from, from + QPointF(StrokeLength, 0.0));
        painter.setPen(theme->text);
        const QRect name(entry.at + QPoint(StrokeLength + Gap, 0), QSize(plot->width(), LineHeight));
        painter.drawText(name, Qt::AlignVCenter | Qt::AlignLeft, entry.name);
    }
}

void PlotCanvas::Private::paintPicture(QPaintDevice& device, double scale, const Legend& legend,
                                       const QSize& size) const
{
    QCPPainter painter(&device);
    painter.scale(scale, scale);
    painter.setMode(QCPPainter::pmNoCaching);
    painter.fillRect(QRect(QPoint(), size), theme->base);
    paintLegend(painter, legend);
    painter.translate(0, legend.height);
    plot->toPainter(&painter, size.width(), size.height() - legend.height);
}

model::Result<void> PlotCanvas::savePng(const QString& path, double scale)
{
    const Private::Legend legend = d->legend(width());
    const QSize size(width(), legend.height + height());
    QImage image(QSizeF(QSizeF(size) * scale).toSize(), QImage::Format_ARGB32_Premultiplied);
    d->paintPicture(image, scale, legend, size);
    QBuffer bytes;
    bytes.open(QIODevice::WriteOnly);
    if (!image.save(&bytes, "PNG"))
        return model::fail(model::ErrorCode::WriteFailed, tr("The picture could not be made"));
    return model::replaceFile(path, bytes.data());
}

model::Result<void> PlotCanvas::saveSvg(const QString& path)
{
    const Private::Legend legend = d->legend(width());
    const QSize size(width(), legend.height + height());
    QBuffer bytes;
    QSvgGenerator svg;
    svg.setOutputDevice(&bytes);
    svg.setSize(size);
    svg.setViewBox(QRect(QPoint(), size));
    svg.setTitle(accessibleName());
    d->paintPicture(svg, 1.0, legend, size);
    return model::replaceFile(path, bytes.data());
}

} // namespace ghostline::app
