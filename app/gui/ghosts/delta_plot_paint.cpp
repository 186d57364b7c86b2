// SPDX-License-Identifier: GPL-3.0-or-later
// The picture of a delta chart. Curves are drawn once into a pixmap; playhead and pointer over it.
#include "app/gui/docks/panel_style.h"
#include "app/gui/ghosts/delta_plot.h"
#include "app/gui/ghosts/ghost_words.h"
#include "app/gui/plots/plot_canvas.h"

#include <QLocale>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <utility>

namespace ghostline::app {

namespace {

constexpr double LineWidth = 1.5;
constexpr int TickRoom = 72; ///< pixels from tick to tick, at least
constexpr int ValueTickRoom = 24;

QString caption(DeltaQuantity quantity, bool byPlace)
{
    switch (quantity) {
    case DeltaQuantity::Delta:
        return byPlace ? DeltaPlot::tr("Delta at the same place, s — below zero: ghost is faster")
                       : DeltaPlot::tr("Delta at the last checkpoint, s — below zero: ghost is faster");
    case DeltaQuantity::Speed:
        return DeltaPlot::tr("Speed, m/s");
    case DeltaQuantity::Height:
        return DeltaPlot::tr("Height, m");
    case DeltaQuantity::Distance:
        break;
    }
    return DeltaPlot::tr("Apart, m");
}

/// The next of 1, 2, 5, 10 ... with room for it.
double niceStep(double atLeast)
{
    const double decade = std::pow(10.0, std::floor(std::log10(atLeast)));
    for (const double factor : {1.0, 2.0, 5.0}) {
        if (decade * factor >= atLeast * 0.999)
            return decade * factor;
    }
    return decade * 10.0;
}

int decimalsOf(double step)
{
    return std::clamp(static_cast<int>(std::ceil(-std::log10(step) - 1e-9)), 0, 3);
}

/// With a true minus, and no sign before nothing.
QString numberText(double value, int decimals, bool sign)
{
    QString text = QLocale().toString(std::abs(value), 'f', decimals);
    if (QLocale().toDouble(text) == 0.0)
        return text;
    return (value < 0.0 ? QString(QChar(0x2212)) : sign ? QStringLiteral("+") : QString()) + text;
}

} // namespace

QPen DeltaPlot::penOf(const DeltaLine& line) const
{
    const Qt::PenStyle stroke = line.hue < 0 ? Qt::SolidLine : plotStyle(line.hue, m_theme).stroke;
    return {colourOf(line), LineWidth, stroke, Qt::RoundCap};
}

void DeltaPlot::drawCurves()
{
    m_curves = QPixmap(size() * devicePixelRatioF());
    m_curves.setDevicePixelRatio(devicePixelRatioF());
    m_curves.fill(m_theme.base);
    QPainter painter(&m_curves);
    painter.setFont(font());
    for (std::size_t field = 0; field < m_chart.fields.size(); ++field)
        drawField(painter, field);
    if (!m_chart.fields.empty())
        drawAxis(painter);
}

void DeltaPlot::drawField(QPainter& painter, std::size_t field) const
{
    const DeltaField& shown = m_chart.fields[field];
    const QRectF box = fieldRect(field);
    const Scale scale = scaleOf(shown);
    painter.fillRect(box, m_theme.raised);
    drawInVain(painter, box);
    drawValues(painter, box, scale);
    drawCheckpoints(painter, box, field == 0);
    if (shown.quantity == DeltaQuantity::Delta)
        drawGaps(painter, box, shown);
    drawCaption(painter, box, shown);
    painter.save();
    painter.setClipRect(box);
    painter.setRenderHint(QPainter::Antialiasing);
    for (const DeltaLine& line : shown.lines)
        drawLine(painter, line, box, scale);
    painter.restore();
}

/// Counted in time, but grey: hatched, so that it is not told by its shade alone.
void DeltaPlot::drawInVain(QPainter& painter, const QRectF& box) const
{
    for (const auto& [begin, end] : m_chart.inVain) {
        const double left = pixelOf(begin);
        const QRectF stretch(left, box.top(), pixelOf(end) - left, box.height());
        painter.fillRect(stretch.intersected(box), QBrush(m_theme.line, Qt::BDiagPattern));
    }
}

/// A dashed line through every field; the topmost has the names, as far as there is room for them.
void DeltaPlot::drawCheckpoints(QPainter& painter, const QRectF& box, bool named) const
{
    constexpr int NameRoom = 24; // below that a name says nothing
    painter.save();
    painter.setClipRect(box);
    const auto& all = m_chart.checkpoints;
    for (std::size_t i = 0; i < all.size(); ++i) {
        const double x = std::round(pixelOf(all[i].x));
        painter.setPen(QPen(m_theme.textMuted, 1.0, Qt::DashLine));
        painter.drawLine(QPointF(x, box.top()), QPointF(x, box.bottom()));
        const double next = i + 1 < all.size() ? pixelOf(all[i + 1].x) : box.right();
        const QRectF room(x + Grid, box.top(), next - x - 2 * Grid, FieldTop);
        if (!named || room.width() < NameRoom)
            continue;
        const QString name =
            painter.fontMetrics().elidedText(all[i].name, Qt::ElideMiddle, static_cast<int>(room.width()));
        // On the ground, so that no line of a value goes through it.
        const QRectF words = painter.boundingRect(room, Qt::AlignLeft | Qt::AlignVCenter, name);
        painter.fillRect(words, m_theme.raised);
        painter.setPen(m_theme.textMuted);
        painter.drawText(room, Qt::AlignLeft | Qt::AlignVCenter, name);
    }
    painter.restore();
}

/// Where no ghost has a number, why; what is too narrow for words has them under the pointer.
void DeltaPlot::drawGaps(QPainter& painter, const QRectF& box, const DeltaField& field) const
{
    constexpr double WordRoom = 96.0;
    if (m_chart.why.empty())
        return;
    const auto isGap = [&](std::size_t place) {
        return std::none_of(field.lines.begin(), field.lines.end(),
                            [place](const DeltaLine& line) { return std::isfinite(line.y[place]); });
    };
    const auto [first, end] = placesInView();
    painter.setPen(m_theme.textMuted);
    for (std::size_t place = first; place < end; ++place) {
        if (!isGap(place))
            continue;
        const std::size_t begin = place;
        while (place + 1 < end && isGap(place + 1))
            ++place;
        const double left = std::max(box.left(), pixelOf(m_chart.x[begin]));
        const double right = std::min(box.right(), pixelOf(m_chart.x[place]));
        if (right - left < WordRoom)
            continue;
        const QRectF room(left + Grid, box.bottom() - FieldTop, right - left - 2 * Grid, FieldTop);
        painter.drawText(room, Qt::AlignCenter,
                         painter.fontMetrics().elidedText(whyNoNumber(m_chart.why.front()[begin]),
                                                          Qt::ElideRight, static_cast<int>(room.width())));
    }
}

void DeltaPlot::drawValues(QPainter& painter, const QRectF& box, const Scale& scale) const
{
    const double range = scale.high - scale.low;
    const double step = niceStep(range * ValueTickRoom / std::max(box.height(), 1.0));
    for (double value = std::ceil(scale.low / step) * step; value <= scale.high; value += step) {
        const bool zero = std::abs(value) < step * 1e-6;
        const double y = std::round(box.bottom() - (value - scale.low) / range * box.height());
        painter.setPen(zero ? m_theme.textMuted : m_theme.line);
        painter.drawLine(QPointF(box.left(), y), QPointF(box.right(), y));
        painter.setPen(m_theme.textMuted);
        painter.drawText(QRectF(0, y - FieldTop / 2.0, LeftRoom - 2 * Grid, FieldTop),
                         Qt::AlignRight | Qt::AlignVCenter,
                         numberText(zero ? 0.0 : value, decimalsOf(step), scale.low < 0.0));
    }
}

void DeltaPlot::drawCaption(QPainter& painter, const QRectF& box, const DeltaField& field) const
{
    QRectF room(box.left(), box.top() - FieldTop, box.width(), FieldTop);
    // Who is who is told once, above all fields.
    if (field.quantity == m_chart.fields.front().quantity)
        room.setRight(drawLegend(painter, room, field));
    painter.setPen(m_theme.textMuted);
    painter.drawText(room, Qt::AlignLeft | Qt::AlignVCenter,
                     painter.fontMetrics().elidedText(caption(field.quantity, m_chart.byPlace),
                                                      Qt::ElideRight, static_cast<int>(room.width())));
}

/// From the right; returns where it begins.
double DeltaPlot::drawLegend(QPainter& painter, const QRectF& room, const DeltaField& field) const
{
    constexpr double Sample = 20.0; // pixels of the stroke
    const double share =
        room.width() * 0.6 / static_cast<double>(std::max<std::size_t>(field.lines.size(), 1));
    QStringList names;
    for (const DeltaLine& line : field.lines)
        names << line.name;
    names = toldApart(std::move(names));
    double right = room.right();
    for (auto line = field.lines.rbegin(); line != field.lines.rend(); ++line) {
        const QString name = painter.fontMetrics().elidedText(names.takeLast(), Qt::ElideMiddle,
                                                              static_cast<int>(share - Sample - 5 * Grid));
        const double left = right - painter.fontMetrics().horizontalAdvance(name);
        const double y = std::round(room.center().y());
        painter.setPen(m_theme.text);
        painter.drawText(QRectF(left, room.top(), right - left + 1, room.height()),
                         Qt::AlignLeft | Qt::AlignVCenter, name);
        painter.setPen(penOf(*line));
        painter.drawLine(QPointF(left - Grid - Sample, y), QPointF(left - Grid, y));
        painter.save();
        painter.setRenderHint(QPainter::Antialiasing);
        paintMark(painter, markFor(line->hue), QRectF(left - Grid - Sample / 2 - Grid, y - Grid, 8, 8),
                  colourOf(*line));
        painter.restore();
        right = left - Sample - 4 * Grid;
    }
    return right;
}

/// A value between two breaks is a dot: a line of no length would not be seen.
void DeltaPlot::drawLine(QPainter& painter, const DeltaLine& line, const QRectF& box,
                         const Scale& scale) const
{
    painter.setPen(penOf(line));
    QPolygonF points;
    for (const Stroke& stroke : strokesOf(m_chart, line, placesInView(), static_cast<int>(box.width()))) {
        points.clear();
        for (const model::MetricSample& place : stroke)
            points.append({pixelOf(place.time), box.bottom() - (place.value - scale.low) /
                                                                   (scale.high - scale.low) * box.height()});
        if (points.size() == 1)
            painter.drawPoint(points.first());
        else
            painter.drawPolyline(points);
    }
}

void DeltaPlot::drawAxis(QPainter& painter) const
{
    const QRectF box = plotRect();
    const auto tick = [&](double x, const QString& text) {
        const double pixel = std::round(pixelOf(x));
        painter.setPen(m_theme.line);
        painter.drawLine(QPointF(pixel, box.bottom()), QPointF(pixel, box.bottom() + Grid));
        painter.setPen(m_theme.textMuted);
        // The outer ones stay inside the widget.
        const double left =
            std::clamp(pixel - TickRoom / 2.0, 0.0, std::max(0.0, width() - double(TickRoom)));
        const int align = pixel + TickRoom / 2.0 > width() ? Qt::AlignRight : Qt::AlignHCenter;
        painter.drawText(QRectF(left, box.bottom() + Grid, TickRoom, AxisRoom - Grid), align | Qt::AlignTop,
                         text);
    };
    if (m_chart.over == DeltaOver::Time) {
        TimeView view = m_view;
        view.setWidth(box.width());
        const model::Micros step = view.tickStep(TickRoom);
        for (const model::Micros t : view.ticks(step))
            tick(model::seconds(t), TimeView::tickLabel(t, step));
        return;
    }
    const double step = niceStep(model::seconds(m_view.span()) * TickRoom / std::max(box.width(), 1.0));
    const double last = std::min(model::seconds(m_view.end()), m_chart.length);
    for (double i = std::ceil(model::seconds(m_view.begin()) / step); i * step <= last; ++i)
        tick(i * step, tr("%L1 m").arg(i * step, 0, 'f', decimalsOf(step)));
}

void DeltaPlot::drawReadOut(QPainter& painter) const
{
    std::size_t field = 0;
    while (field + 1 < m_chart.fields.size() && m_pointer->y() > fieldRect(field).bottom())
        ++field;
    const double x = xAt(m_pointer->x());
    painter.setPen(m_theme.textMuted);
    const double pixel = std::round(pixelOf(x));
    painter.drawLine(QPointF(pixel, 0), QPointF(pixel, plotRect().bottom()));

    const QStringList lines = readOut(field, x);
    const QFontMetrics metrics(font());
    const int lineHeight = metrics.height() + Grid / 2;
    int widest = 0;
    for (const QString& line : lines)
        widest = std::max(widest, metrics.horizontalAdvance(line));
    QRectF box(pixel + 2 * Grid, fieldRect(field).top() + Grid, widest + 9 * Grid,
               static_cast<double>(lines.size()) * lineHeight + 2 * Grid);
    if (box.right() > width())
        box.moveRight(std::max(pixel - 2 * Grid, box.width()));
    box.moveTop(std::max(0.0, std::min(box.top(), height() - box.height())));
    painter.setPen(m_theme.line);
    painter.setBrush(m_theme.base);
    painter.drawRoundedRect(box, Grid, Grid);
    const auto& shown = m_chart.fields[field].lines;
    for (qsizetype i = 0; i < lines.size(); ++i) {
        const QRectF row(box.left() + 2 * Grid, box.top() + Grid + static_cast<double>(i) * lineHeight,
                         box.width() - 3 * Grid, lineHeight);
        const DeltaLine* line = i > 0 ? &shown[static_cast<std::size_t>(i - 1)] : nullptr;
        if (line != nullptr && line->hue >= 0)
            paintMark(painter, markFor(line->hue), QRectF(row.left(), row.center().y() - Grid, 8, 8),
                      colourOf(*line));
        painter.setPen(line != nullptr ? m_theme.text : m_theme.textMuted);
        painter.drawText(row.adjusted(line != nullptr ? 4 * Grid : 0, 0, 0, 0),
                         Qt::AlignLeft | Qt::AlignVCenter, lines[i]);
    }
}

void DeltaPlot::paintEvent(QPaintEvent*)
{
    if (m_curves.isNull())
        drawCurves();
    QPainter painter(this);
    painter.setFont(font());
    painter.drawPixmap(0, 0, m_curves);
    if (m_playhead && !m_chart.fields.empty()) {
        const double pixel = std::round(pixelOf(*m_playhead));
        const QRectF box = plotRect();
        painter.setPen(QPen(m_theme.text, 2.0));
        if (box.left() <= pixel && pixel <= box.right())
            painter.drawLine(QPointF(pixel, 0), QPointF(pixel, box.bottom()));
    }
    painter.setRenderHint(QPainter::Antialiasing);
    if (m_pointer && !m_chart.x.empty() && !m_chart.fields.empty())
        drawReadOut(painter);
}

} // namespace ghostline::app
