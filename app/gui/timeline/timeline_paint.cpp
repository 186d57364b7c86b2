// SPDX-License-Identifier: GPL-3.0-or-later
// Painting of the timeline: rows into a pixmap, what moves over it.
#include "app/gui/shell/replay_session.h"
#include "app/gui/shell/replay_words.h"
#include "app/gui/timeline/figures.h"
#include "app/gui/timeline/overview_strip.h"
#include "app/gui/timeline/timeline_view.h"
#include "model/time_text.h"

#include <QFontMetricsF>
#include <QPaintEvent>

#include <algorithm>
#include <cmath>

namespace ghostline::app {

namespace {

constexpr double HandleHalf = 6.0; // half width of the playhead's handle
constexpr double TickLabelRoom = 84.0;
constexpr double LabelGap = 8.0; // the playhead on a tick leaves its label readable
constexpr int PlayheadReach = 8; // pixels either side that the playhead touches

QColor faded(QColor color, float alpha)
{
    color.setAlphaF(alpha);
    return color;
}

} // namespace

void TimelineView::invalidate()
{
    m_static = QPixmap();
    m_stale.clear();
    update();
}

void TimelineView::pollLanes()
{
    if (!isVisible())
        return;
    for (const Row& row : m_rows) {
        if (!row.lane->poll())
            continue;
        m_stale.push_back(row.lane);
        update(row.rect);
    }
}

void TimelineView::paintStatic()
{
    if (m_static.isNull()) {
        m_static = QPixmap(size() * devicePixelRatioF());
        m_static.setDevicePixelRatio(devicePixelRatioF());
        QPainter painter(&m_static);
        painter.fillRect(rect(), m_theme->base);
        paintRuler(painter);
        for (const Row& row : m_rows)
            paintRow(painter, row);
    } else if (!m_stale.empty()) {
        QPainter painter(&m_static);
        for (const Row& row : m_rows) {
            if (std::find(m_stale.begin(), m_stale.end(), row.lane) != m_stale.end())
                paintRow(painter, row);
        }
    }
    m_stale.clear();
}

void TimelineView::paintRow(QPainter& painter, const Row& row)
{
    painter.save();
    painter.setClipRect(row.rect);
    painter.fillRect(row.rect, m_theme->base);
    const QRect ground(m_left - 8, row.rect.top(), width() - m_left - 8 + 8, row.rect.height());
    painter.fillRect(ground, m_theme->raised);
    painter.fillRect(QRect(0, row.rect.bottom(), width(), 1), m_theme->line);
    painter.setFont(m_font);
    painter.setPen(m_theme->textMuted);
    painter.drawText(QRect(12, row.rect.top(), m_left - 24, row.rect.height()),
                     Qt::AlignVCenter | Qt::AlignLeft, shownName(row.lane->title()));

    painter.setClipRect(ground);
    painter.translate(m_left, row.rect.top());
    const model::Micros step = m_view.tickStep(TickLabelRoom);
    for (const model::Micros t : m_view.ticks(step))
        painter.fillRect(QRectF(std::round(m_view.x(t)), 0, 1, row.rect.height()),
                         faded(m_theme->line, 0.6F));
    if (m_session)
        row.lane->paint(painter, frameOf(row));
    painter.restore();
}

void TimelineView::paintRuler(QPainter& painter) const
{
    const QRect ruler = rulerRect();
    painter.fillRect(QRect(0, ruler.bottom(), width(), 1), m_theme->line);
    if (!m_session)
        return;
    painter.save();
    painter.setClipRect(ruler.adjusted(-8, 0, 16, 0));
    painter.setFont(m_font);
    const QFontMetricsF metrics(m_font);
    const model::Micros step = m_view.tickStep(TickLabelRoom);
    for (const model::Micros t : m_view.ticks(TimeView::minorStep(step))) {
        const bool major = t.count() % step.count() == 0;
        const double x = std::round(ruler.left() + m_view.x(t));
        painter.fillRect(QRectF(x, ruler.bottom() - (major ? 9 : 3), 1, major ? 10 : 4),
                         major ? m_theme->textMuted : m_theme->line);
        if (!major)
            continue;
        const QString label = TimeView::tickLabel(t, step);
        // The last one stands before its tick rather than half beyond the edge.
        const bool before = x + LabelGap + metrics.horizontalAdvance(label) > width();
        painter.setPen(m_theme->textMuted);
        painter.drawText(QRectF(before ? x - LabelGap - TickLabelRoom : x + LabelGap, ruler.top(),
                                TickLabelRoom, ruler.height() - 5),
                         static_cast<int>(Qt::AlignBottom | (before ? Qt::AlignRight : Qt::AlignLeft)),
                         label);
    }
    painter.restore();
}

void TimelineView::paintLoop(QPainter& painter) const
{
    std::optional<std::pair<double, double>> range;
    bool pending = false;
    if (m_drag == Drag::Loop || m_drag == Drag::LoopIn || m_drag == Drag::LoopOut) {
        range = std::minmax(m_view.x(m_pressTime), m_view.x(m_dragTime));
        pending = true;
    } else if (const auto loop = m_session->playhead().loop()) {
        const model::TimeAxis& axis = m_session->index()->timeAxis;
        range = {m_view.x(axis.timeOf(loop->first)), m_view.x(axis.timeOf(loop->end))};
    }
    if (!range)
        return;
    const QRect ruler = rulerRect();
    painter.save();
    painter.setClipRect(QRect(m_left - 8, ruler.top(), width() - m_left, height()));
    const double left = std::round(m_left + range->first);
    const double right = std::max(left + 1.0, std::round(m_left + range->second));
    painter.fillRect(QRectF(left, ruler.bottom() - 3, right - left, 4), m_theme->accent);
    painter.fillRect(QRectF(left, ruler.bottom() + 1, right - left, height()),
                     faded(m_theme->accent, pending ? 0.18F : 0.10F));
    for (const double edge : {left, right - 1.0})
        painter.fillRect(QRectF(edge, ruler.bottom() - 9, 1.0, height()), faded(m_theme->accent, 0.8F));
    painter.restore();
}

void TimelineView::paintGuide(QPainter& painter) const
{
    if (!m_hover || m_drag == Drag::Pan)
        return;
    const double px = m_view.x(*m_hover);
    if (px < -1.0 || px > m_view.width() + 1.0)
        return;
    const QRect ruler = rulerRect();
    const double x = std::round(m_left + px);
    painter.fillRect(QRectF(x, ruler.top(), 1, height() - ruler.top()), faded(m_theme->textMuted, 0.8F));

    const model::TimeAxis& axis = m_session->index()->timeAxis;
    const model::Micros t = std::clamp(*m_hover, model::Micros{0}, axis.duration());
    QString text = model::formatTime(t) + QStringLiteral("  ") + frameText(axis.frameAt(t));
    if (*m_hover > axis.duration() && !m_session->index()->complete)
        text = model::formatTime(*m_hover) + QStringLiteral("  ") + tr("not read yet");
    else if (const int row = nearestEvent(t); row >= 0)
        text += QStringLiteral("  ") +
                shownName(m_events->table().kinds[static_cast<std::size_t>(m_events->at(row).kind)].name);
    const QFontMetricsF metrics(m_font);
    QRectF tag(x + 5, ruler.top() + 2, std::ceil(metrics.horizontalAdvance(text)) + 12, ruler.height() - 5);
    if (tag.right() > width() - 4)
        tag.moveRight(x - 4);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(m_theme->line);
    painter.setBrush(m_theme->raised);
    painter.drawRoundedRect(tag.adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
    painter.setPen(m_theme->text);
    painter.setFont(m_font);
    painter.drawText(tag, Qt::AlignCenter, text);
    painter.restore();
}

void TimelineView::paintPlayhead(QPainter& painter) const
{
    const double px = m_view.x(m_session->playhead().time());
    if (px < -HandleHalf || px > m_view.width() + HandleHalf)
        return;
    const QRect ruler = rulerRect();
    const double x = std::round(m_left + px);
    painter.save();
    painter.fillRect(QRectF(x - 1, ruler.bottom() - 2, 2, height()), m_theme->text);
    painter.setRenderHint(QPainter::Antialiasing);
    const double top = ruler.bottom() - 13.0;
    QPolygonF handle{QPointF(x - HandleHalf, top), QPointF(x + HandleHalf, top),
                     QPointF(x + HandleHalf, top + 7), QPointF(x, top + 14),
                     QPointF(x - HandleHalf, top + 7)};
    painter.setPen(QPen(m_theme->base, 1.5, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.setBrush(m_theme->text);
    painter.drawPolygon(handle);
    painter.restore();
}

void TimelineView::paintEmpty(QPainter& painter) const
{
    painter.setFont(font());
    painter.setPen(m_theme->textMuted);
    painter.drawText(rect(), Qt::AlignCenter, tr("Open a recording to see its timeline"));
}

void TimelineView::paintEvent(QPaintEvent* event)
{
    QPainter painter(this);
    if (!m_session) {
        painter.fillRect(rect(), m_theme->base);
        paintEmpty(painter);
        return;
    }
    paintStatic();
    const qreal scale = m_static.devicePixelRatio();
    const QRect dirty = event->rect();
    painter.drawPixmap(QRectF(dirty), m_static,
                       QRectF(QPointF(dirty.topLeft()) * scale, QSizeF(dirty.size()) * scale));
    paintLoop(painter);
    paintGuide(painter);
    paintPlayhead(painter);
    if (hasFocus()) {
        painter.setPen(QPen(faded(m_theme->accent, 0.9F), 1.0));
        painter.drawRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5));
    }
}

void TimelineView::updateColumn(double x, int reach)
{
    const int centre = static_cast<int>(std::round(m_left + std::clamp(x, -1e6, 1e6)));
    update(QRect(centre - reach, 0, 2 * reach + 1, height()));
}

void TimelineView::onMoved()
{
    if (!m_session) {
        update();
        return;
    }
    const model::Playhead& playhead = m_session->playhead();
    const model::Micros now = playhead.time();
    const double before = m_playheadX;
    double after = m_view.x(now);
    const bool visible = after >= 0.0 && after <= m_view.width();
    // Turn the page when the playhead walks out of sight, bring it back when it was sent out of sight; leave
    // the view alone while the user looks elsewhere as it plays on.
    if (!visible && m_drag == Drag::None && (m_wasVisible || !playhead.playing())) {
        TimeView view = m_view;
        view.place(now, playhead.playing() ? (playhead.rate() < 0 ? 0.9 : 0.1) : 0.5);
        setTimeView(view);
        after = m_view.x(now);
    }
    m_playheadX = after;
    m_wasVisible = after >= 0.0 && after <= m_view.width();
    m_overview->setPlayhead(now);
    if (std::round(before) == std::round(after))
        return;
    updateColumn(before, PlayheadReach);
    updateColumn(after, PlayheadReach);
}

} // namespace ghostline::app
