// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/timeline/timeline_picture.h"

#include "app/gui/widgets/replay_words.h"
#include "render/base/selection.h"

#include <QFontMetricsF>

#include <algorithm>
#include <cmath>
#include <utility>

namespace ghostline::app {

namespace {

constexpr double HandleHalf = 6.0; // half width of the playhead's handle
constexpr double LabelGap = 8.0;   // the playhead on a tick leaves its label readable

QColor faded(QColor color, float alpha)
{
    color.setAlphaF(alpha);
    return color;
}

void paintRow(QPainter& painter, const TimelineFrame& frame, const LaneList::Row& row)
{
    painter.save();
    painter.setClipRect(row.rect);
    painter.fillRect(row.rect, frame.theme.base);
    const QRect ground(frame.left() - 8, row.rect.top(), frame.size.width() - frame.left(),
                       row.rect.height());
    painter.fillRect(ground, frame.theme.raised);
    painter.fillRect(QRect(0, row.rect.bottom(), frame.size.width(), 1), frame.theme.line);
    painter.setFont(frame.font);
    painter.setPen(frame.theme.textMuted);
    painter.drawText(QRect(12, row.rect.top(), frame.left() - 24, row.rect.height()),
                     Qt::AlignVCenter | Qt::AlignLeft, shownName(row.lane->title()));

    painter.setClipRect(ground);
    painter.translate(frame.left(), row.rect.top());
    const model::Micros step = frame.view.tickStep(TickLabelRoom);
    for (const model::Micros t : frame.view.ticks(step))
        painter.fillRect(QRectF(std::round(frame.view.x(t)), 0, 1, row.rect.height()),
                         faded(frame.theme.line, 0.6F));
    row.lane->paint(painter, LaneFrame{frame.view, frame.theme, frame.font, row.rect.height()});
    painter.restore();
}

void paintRuler(QPainter& painter, const TimelineFrame& frame)
{
    const QRect ruler = frame.ruler;
    painter.fillRect(QRect(0, ruler.bottom(), frame.size.width(), 1), frame.theme.line);
    painter.save();
    painter.setClipRect(ruler.adjusted(-8, 0, 16, 0));
    painter.setFont(frame.font);
    const QFontMetricsF metrics(frame.font);
    const model::Micros step = frame.view.tickStep(TickLabelRoom);
    for (const model::Micros t : frame.view.ticks(TimeView::minorStep(step))) {
        const bool major = t.count() % step.count() == 0;
        const double x = std::round(ruler.left() + frame.view.x(t));
        painter.fillRect(QRectF(x, ruler.bottom() - (major ? 9 : 3), 1, major ? 10 : 4),
                         major ? frame.theme.textMuted : frame.theme.line);
        if (!major)
            continue;
        const QString label = TimeView::tickLabel(t, step);
        // The last one stands before its tick rather than half beyond the edge.
        const bool before = x + LabelGap + metrics.horizontalAdvance(label) > frame.size.width();
        painter.setPen(frame.theme.textMuted);
        painter.drawText(QRectF(before ? x - LabelGap - TickLabelRoom : x + LabelGap, ruler.top(),
                                TickLabelRoom, ruler.height() - 5),
                         static_cast<int>(Qt::AlignBottom | (before ? Qt::AlignRight : Qt::AlignLeft)),
                         label);
    }
    painter.restore();
}

} // namespace

void TimelinePicture::invalidate()
{
    m_drawn = QPixmap();
    m_stale.clear();
}

const QPixmap& TimelinePicture::draw(const TimelineFrame& frame, const std::vector<LaneList::Row>& rows,
                                     qreal pixelRatio)
{
    const bool whole = m_drawn.isNull();
    if (whole) {
        m_drawn = QPixmap(frame.size * pixelRatio);
        m_drawn.setDevicePixelRatio(pixelRatio);
    }
    if (whole || !m_stale.empty()) {
        QPainter painter(&m_drawn);
        if (whole) {
            painter.fillRect(QRect(QPoint(), frame.size), frame.theme.base);
            paintRuler(painter, frame);
        }
        for (const LaneList::Row& row : rows) {
            if (whole || std::find(m_stale.begin(), m_stale.end(), row.lane) != m_stale.end())
                paintRow(painter, frame, row);
        }
    }
    m_stale.clear();
    return m_drawn;
}

void paintLoop(QPainter& painter, const TimelineFrame& frame, double from, double to, bool pending)
{
    const QRect ruler = frame.ruler;
    painter.save();
    painter.setClipRect(
        QRect(frame.left() - 8, ruler.top(), frame.size.width() - frame.left(), frame.size.height()));
    const double left = std::round(frame.left() + from);
    const double right = std::max(left + 1.0, std::round(frame.left() + to));
    // Lanes keep their colours: an outline, and no more of a shade than tells inside from outside.
    const QRectF bar(left, ruler.bottom() - 3, right - left, 4);
    painter.fillRect(bar, render::SelectionRim);
    painter.fillRect(bar.adjusted(1, 1, -1, -1), render::SelectionLine);
    painter.fillRect(QRectF(left, ruler.bottom() + 1, right - left, frame.size.height()),
                     faded(frame.theme.text, pending ? 0.12F : 0.05F));
    for (const auto& [edge, inward] : {std::pair(left, 1.0), std::pair(right - 1.0, -1.0)}) {
        const QRectF line(edge, ruler.bottom() - 9, 1.0, frame.size.height());
        painter.fillRect(line.translated(-inward, 0.0), render::SelectionRim);
        painter.fillRect(line, render::SelectionLine);
        painter.fillRect(line.translated(inward, 0.0), render::SelectionRim);
    }
    painter.restore();
}

void paintGuide(QPainter& painter, const TimelineFrame& frame, double x, const QString& text)
{
    const QRect ruler = frame.ruler;
    const double line = std::round(frame.left() + x);
    painter.fillRect(QRectF(line, ruler.top(), 1, frame.size.height() - ruler.top()),
                     faded(frame.theme.textMuted, 0.8F));
    const QFontMetricsF metrics(frame.font);
    QRectF tag(line + 5, ruler.top() + 2, std::ceil(metrics.horizontalAdvance(text)) + 12,
               ruler.height() - 5);
    if (tag.right() > frame.size.width() - 4)
        tag.moveRight(line - 4);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(frame.theme.line);
    painter.setBrush(frame.theme.raised);
    painter.drawRoundedRect(tag.adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
    painter.setPen(frame.theme.text);
    painter.setFont(frame.font);
    painter.drawText(tag, Qt::AlignCenter, text);
    painter.restore();
}

void paintPlayhead(QPainter& painter, const TimelineFrame& frame, double px)
{
    if (px < -HandleHalf || px > frame.view.width() + HandleHalf)
        return;
    const QRect ruler = frame.ruler;
    const double x = std::round(frame.left() + px);
    painter.save();
    painter.fillRect(QRectF(x - 1, ruler.bottom() - 2, 2, frame.size.height()), frame.theme.text);
    painter.setRenderHint(QPainter::Antialiasing);
    const double top = ruler.bottom() - 13.0;
    QPolygonF handle{QPointF(x - HandleHalf, top), QPointF(x + HandleHalf, top),
                     QPointF(x + HandleHalf, top + 7), QPointF(x, top + 14),
                     QPointF(x - HandleHalf, top + 7)};
    painter.setPen(QPen(frame.theme.base, 1.5, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.setBrush(frame.theme.text);
    painter.drawPolygon(handle);
    painter.restore();
}

void paintFocus(QPainter& painter, const TimelineFrame& frame)
{
    painter.setPen(QPen(faded(frame.theme.accent, 0.9F), 1.0));
    painter.drawRect(QRectF(QPointF(), QSizeF(frame.size)).adjusted(0.5, 0.5, -0.5, -0.5));
}

} // namespace ghostline::app
