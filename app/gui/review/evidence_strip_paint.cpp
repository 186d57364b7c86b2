// SPDX-License-Identifier: GPL-3.0-or-later
// How the evidence strip looks.
#include "app/gui/docks/panel_style.h"
#include "app/gui/review/evidence_strip.h"
#include "app/gui/shell/replay_words.h"

#include <QPainter>
#include <QPainterPath>
#include <QScrollBar>

#include <algorithm>
#include <cmath>

namespace ghostline::app {

namespace {

constexpr double TickPixels = 56.0;
constexpr double MarkSide = 8.0;

QRectF inside(const QRect& box) { return QRectF(box).adjusted(0, 3, 0, -4); }

/// Figures as a line of steps: a value holds for its frame, nothing is drawn between two records.
QPainterPath stepsOf(const std::vector<double>& values, const FrameScale& frames, model::FrameNumber first,
                     const ValueRange& range, const QRectF& track)
{
    QPainterPath path;
    bool drawing = false;
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (!std::isfinite(values[i])) {
            drawing = false;
            continue;
        }
        const double left = frames.xOf(static_cast<double>(first) + static_cast<double>(i));
        const double y = range.yOf(values[i], track);
        drawing ? path.lineTo(left, y) : path.moveTo(left, y);
        path.lineTo(left + frames.cell(), y);
        drawing = true;
    }
    return path;
}

} // namespace

void EvidenceStrip::paintEvent(QPaintEvent*)
{
    QPainter painter(viewport());
    if (m_drawn.isNull()) {
        const qreal ratio = devicePixelRatioF();
        m_drawn = QPixmap(viewport()->size() * ratio);
        m_drawn.setDevicePixelRatio(ratio);
        m_drawn.fill(m_theme.raised);
        QPainter tracks(&m_drawn);
        tracks.setFont(font());
        paintTracks(tracks);
        paintAxis(tracks);
    }
    painter.drawPixmap(0, 0, m_drawn);
    if (!m_evidence.frames.empty())
        paintNow(painter);
    if (hasFocus()) {
        painter.setPen(m_theme.accent);
        painter.drawRect(viewport()->rect().adjusted(0, 0, -1, -1));
    }
}

void EvidenceStrip::paintTracks(QPainter& painter) const
{
    for (const StripLine& line : m_lines) {
        const QRect box(0, line.top - verticalScrollBar()->value(), viewport()->width(), line.height);
        if (box.bottom() < 0 || box.top() > axisBox().top())
            continue;
        if (line.row < 0)
            paintHeading(painter, line, box);
        else
            paintTrack(painter, m_evidence.rows[static_cast<std::size_t>(line.row)], box);
    }
    if (m_lines.empty())
        return;
    // The instant of the flag goes through everything, under what the next lines draw.
    painter.fillRect(
        QRectF(m_frames.xOf(static_cast<double>(m_zero)), 0, std::max(m_frames.cell(), 1.0), axisBox().top()),
        render::blend(m_theme.raised, m_theme.warning, 0.25));
    for (const StripLine& line : m_lines) {
        const QRect box(0, line.top - verticalScrollBar()->value(), viewport()->width(), line.height);
        if (line.row >= 0 && box.bottom() >= 0 && box.top() <= axisBox().top())
            paintValues(painter, m_evidence.rows[static_cast<std::size_t>(line.row)], box);
    }
}

void EvidenceStrip::paintHeading(QPainter& painter, const StripLine& line, const QRect& box) const
{
    painter.fillRect(box, m_theme.base);
    const QRectF mark(3 * Grid, box.center().y() - MarkSide / 2.0 + 1.0, MarkSide, MarkSide);
    paintMark(painter, Mark::Square, mark, m_theme.text, line.recorded);
    painter.setPen(m_theme.textMuted);
    const QString text = line.recorded ? tr("Recorded: as the recording says it")
                                       : tr("Computed: worked out from places and events");
    painter.drawText(box.adjusted(6 * Grid, 0, -2 * Grid, 0), Qt::AlignLeft | Qt::AlignVCenter, text);
}

/// Ground and name; the curve comes later, over the mark of the flag.
void EvidenceStrip::paintTrack(QPainter& painter, const model::EvidenceRow& row, const QRect& box) const
{
    const bool current = m_current >= 0 && &row == &m_evidence.rows[static_cast<std::size_t>(m_current)];
    if (current) {
        painter.fillRect(QRect(0, box.top(), m_labels, box.height()),
                         render::blend(m_theme.raised, m_theme.accent, 0.16));
        painter.fillRect(QRect(0, box.top(), 3, box.height()), m_theme.accent);
    }
    painter.fillRect(QRect(0, box.bottom(), box.width(), 1), m_theme.line);
    const QRectF mark(3 * Grid, box.center().y() - MarkSide / 2.0 + 1.0, MarkSide, MarkSide);
    paintMark(painter, Mark::Square, mark, m_theme.textMuted, row.recorded);
    painter.setPen(m_theme.text);
    const QRect text(6 * Grid, box.top(), m_labels - 8 * Grid, box.height());
    painter.drawText(text, Qt::AlignLeft | Qt::AlignVCenter,
                     painter.fontMetrics().elidedText(shownName(row.name), Qt::ElideRight, text.width()));
}

void EvidenceStrip::paintValues(QPainter& painter, const model::EvidenceRow& row, const QRect& box) const
{
    if (!row.words.empty()) {
        paintWords(painter, row, box);
        return;
    }
    const auto limit = limitOf(row);
    const ValueRange range = valueRange(row, limit);
    const QRectF track = inside(box);
    if (range.low < 0.0) {
        painter.setPen(QPen(m_theme.line, 1));
        const double zero = range.yOf(0.0, track);
        painter.drawLine(QPointF(m_frames.left(), zero), QPointF(m_frames.right(), zero));
    }
    if (limit)
        paintLimit(painter, row, range, box, *limit);
    // Solid as recorded, broken as worked out: the same as the marks say.
    QPen pen(m_theme.hue(row.recorded ? 0 : 1), 1.5);
    if (!row.recorded)
        pen.setDashPattern({3.0, 1.5});
    painter.setPen(pen);
    painter.setBrush(Qt::NoBrush);
    painter.drawPath(stepsOf(row.values, m_frames, m_evidence.frames.first, range, track));
}

/// The line, and below what is beyond it a hatch and a bar.
void EvidenceStrip::paintLimit(QPainter& painter, const model::EvidenceRow& row, const ValueRange& range,
                               const QRect& box, double limit) const
{
    const QRectF track = inside(box);
    const auto first = static_cast<double>(m_evidence.frames.first);
    for (const model::FrameRange& stretch : beyond(row, limit)) {
        const double left = m_frames.xOf(first + static_cast<double>(stretch.first));
        const double right = m_frames.xOf(first + static_cast<double>(stretch.end));
        painter.fillRect(QRectF(left, track.top(), right - left, track.height()),
                         QBrush(render::blend(m_theme.raised, m_theme.error, 0.6), Qt::BDiagPattern));
        painter.fillRect(QRectF(left, box.bottom() - 3, std::max(right - left, 2.0), 3), m_theme.error);
    }
    painter.setPen(QPen(m_theme.error, 1, Qt::DotLine));
    for (const double level : {limit, -limit}) {
        if (level < range.low || level > range.high)
            continue;
        const double y = range.yOf(level, track);
        painter.drawLine(QPointF(m_frames.left(), y), QPointF(m_frames.right(), y));
    }
}

void EvidenceStrip::paintWords(QPainter& painter, const model::EvidenceRow& row, const QRect& box) const
{
    const auto first = static_cast<double>(m_evidence.frames.first);
    const QColor ground = render::blend(m_theme.raised, m_theme.hue(row.recorded ? 0 : 1), 0.22);
    for (const model::FrameRange& run : wordRuns(row)) {
        const double left = m_frames.xOf(first + static_cast<double>(run.first));
        const double right = m_frames.xOf(first + static_cast<double>(run.end));
        const QRectF cell =
            QRectF(left, box.top() + 3, right - left, box.height() - 7).adjusted(0.5, 0, -0.5, 0);
        painter.fillRect(cell, ground);
        painter.fillRect(QRectF(cell.left(), cell.top(), 1, cell.height()), m_theme.textMuted);
        painter.setPen(m_theme.text);
        const QString word = shownName(row.words[static_cast<std::size_t>(run.first)]);
        const double room = cell.width() - 2 * Grid;
        if (room > painter.fontMetrics().horizontalAdvance(QStringLiteral("x…")))
            painter.drawText(cell.adjusted(Grid, 0, -Grid, 0), Qt::AlignLeft | Qt::AlignVCenter,
                             painter.fontMetrics().elidedText(word, Qt::ElideRight, static_cast<int>(room)));
    }
}

/// Frames, counted from the flag.
void EvidenceStrip::paintAxis(QPainter& painter) const
{
    const QRect box = axisBox();
    painter.fillRect(box, m_theme.base);
    if (m_evidence.frames.empty())
        return;
    painter.setFont(tabularFont(font()));
    painter.setPen(m_theme.textMuted);
    painter.drawText(QRect(3 * Grid, box.top(), m_labels - 4 * Grid, box.height()),
                     Qt::AlignLeft | Qt::AlignVCenter,
                     painter.fontMetrics().elidedText(tr("Frames from the flag (#%1)").arg(m_zero),
                                                      Qt::ElideRight, m_labels - 4 * Grid));
    for (const model::FrameNumber frame : m_frames.ticks(m_zero, TickPixels)) {
        const double x = m_frames.centreOf(frame);
        painter.fillRect(QRectF(x, box.top(), 1, 3), m_theme.textMuted);
        const model::FrameNumber from = frame - m_zero;
        const QString label = from > 0 ? QStringLiteral("+%1").arg(from) : QString::number(from);
        const QRectF text(x - TickPixels / 2, box.top() + 2, TickPixels, box.height() - 2);
        if (text.right() <= viewport()->width() && text.left() >= m_labels - Grid)
            painter.drawText(text, Qt::AlignCenter, label);
    }
}

/// The playhead, and what every row says there.
void EvidenceStrip::paintNow(QPainter& painter) const
{
    const int bottom = axisBox().top();
    painter.setClipRect(QRect(0, 0, viewport()->width(), bottom));
    painter.setFont(tabularFont(font()));
    const model::FrameNumber at = m_now.frame - m_evidence.frames.first;
    for (const StripLine& line : m_lines) {
        if (line.row < 0)
            continue;
        const model::EvidenceRow& row = m_evidence.rows[static_cast<std::size_t>(line.row)];
        const auto limit = limitOf(row);
        const auto i = static_cast<std::size_t>(std::max<model::FrameNumber>(at, 0));
        const bool over = limit && at >= 0 && i < row.values.size() && isBeyond(row, row.values[i], *limit);
        painter.setPen(over ? m_theme.error : m_theme.text);
        const int name = painter.fontMetrics().horizontalAdvance(shownName(row.name));
        const QRect box(0, line.top - verticalScrollBar()->value(), m_labels - 2 * Grid, line.height);
        const int room = box.width() - 8 * Grid - name;
        const QString text = over ? QStringLiteral("! %1").arg(valueText(row, at)) : valueText(row, at);
        if (room > 4 * Grid)
            painter.drawText(box, Qt::AlignRight | Qt::AlignVCenter,
                             painter.fontMetrics().elidedText(text, Qt::ElideRight, room));
    }
    if (m_evidence.frames.contains(m_now.frame)) {
        const double x = m_frames.centreOf(m_now.frame);
        painter.fillRect(QRectF(x - 1, 0, 2, bottom), m_theme.accent);
    }
    painter.setClipping(false);
}

} // namespace ghostline::app
