// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/review/strip_painter.h"

#include "app/gui/review/strip_axes.h"
#include "app/gui/widgets/panel_style.h"
#include "app/gui/widgets/replay_words.h"

#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>
#include <limits>

namespace ghostline::app {

namespace {

constexpr double CurveWidth = 1.5;
constexpr double BeyondWidth = 3.0; ///< of the curve where it is beyond the flag's own limit

/// Figures as a line of steps: a value holds for its frame, nothing is drawn between two records.
QPainterPath stepsOf(const std::vector<double>& values, const FrameScale& frames, double first,
                     const ValueRange& range, const QRectF& track)
{
    QPainterPath path;
    bool drawing = false;
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (!std::isfinite(values[i])) {
            drawing = false;
            continue;
        }
        const double left = frames.xOf(first + static_cast<double>(i));
        const double y = range.yOf(values[i], track);
        drawing ? path.lineTo(left, y) : path.moveTo(left, y);
        path.lineTo(left + frames.cell(), y);
        drawing = true;
    }
    return path;
}

std::vector<double> onlyBeyond(const model::EvidenceRow& row, double limit)
{
    std::vector<double> values = row.values;
    for (double& value : values) {
        if (!isBeyond(row, value, limit))
            value = std::numeric_limits<double>::quiet_NaN();
    }
    return values;
}

} // namespace

QRectF insideTrack(const QRect& box) { return QRectF(box).adjusted(0, 6, 0, -7); }

StripPainter::StripPainter(QPainter& painter, const FrameScale& frames, model::FrameNumber first,
                           const render::Theme& theme)
    : m_painter(painter), m_frames(frames), m_first(static_cast<double>(first)), m_theme(theme)
{
}

void StripPainter::paintValueAxis(const StripTrack& track, const QRect& box, int left) const
{
    const QRectF inside = insideTrack(box);
    const double height = m_painter.fontMetrics().height();
    for (const double value : track.ticks) {
        const double y = track.range.yOf(value, inside);
        m_painter.fillRect(QRectF(m_frames.left(), y, m_frames.right() - m_frames.left(), 1), m_theme.line);
        m_painter.fillRect(QRectF(m_frames.left() - 3, y, 3, 1), m_theme.textMuted);
        const double top = std::clamp(y - height / 2, static_cast<double>(box.top()),
                                      std::max(box.bottom() - height, static_cast<double>(box.top())));
        m_painter.setPen(m_theme.textMuted);
        m_painter.drawText(QRectF(left, top, m_frames.left() - Grid - left, height),
                           Qt::AlignRight | Qt::AlignVCenter, valueTickText(value, track.ticks));
    }
}

void StripPainter::paintRow(const model::EvidenceRow& row, const StripTrack& track, const QRect& box,
                            const QString& toldText) const
{
    if (!row.words.empty()) {
        paintWords(row, box);
        return;
    }
    const QRectF inside = insideTrack(box);
    if (track.limit)
        paintLimit(row, track, box);
    // Solid as recorded, broken as worked out: the same as the marks say.
    QPen pen(m_theme.hue(row.recorded ? 0 : 1), CurveWidth);
    if (!row.recorded)
        pen.setDashPattern({3.0, 1.5});
    m_painter.setPen(pen);
    m_painter.setBrush(Qt::NoBrush);
    m_painter.drawPath(stepsOf(row.values, m_frames, m_first, track.range, inside));
    if (!track.told)
        return;
    m_painter.setPen(QPen(m_theme.error, BeyondWidth, Qt::SolidLine, Qt::FlatCap));
    m_painter.drawPath(stepsOf(onlyBeyond(row, *track.told), m_frames, m_first, track.range, inside));
    paintTold(track, inside, toldText);
}

/// The line, and below what is beyond it a hatch and a bar.
void StripPainter::paintLimit(const model::EvidenceRow& row, const StripTrack& track, const QRect& box) const
{
    const QRectF inside = insideTrack(box);
    for (const model::FrameRange& stretch : beyond(row, *track.limit)) {
        const double left = m_frames.xOf(m_first + static_cast<double>(stretch.first));
        const double right = m_frames.xOf(m_first + static_cast<double>(stretch.end));
        m_painter.fillRect(QRectF(left, inside.top(), right - left, inside.height()),
                           QBrush(render::blend(m_theme.raised, m_theme.error, 0.6), Qt::BDiagPattern));
        m_painter.fillRect(QRectF(left, box.bottom() - 3, std::max(right - left, 2.0), 3), m_theme.error);
    }
    m_painter.setPen(QPen(m_theme.error, 1, Qt::DotLine));
    paintLevels(*track.limit, track.range, inside);
}

/// What the check held them to: a dashed line, and its value where the line ends.
void StripPainter::paintTold(const StripTrack& track, const QRectF& inside, const QString& text) const
{
    m_painter.setPen(QPen(m_theme.error, 1, Qt::DashLine));
    paintLevels(*track.told, track.range, inside);
    const QFontMetricsF metrics(m_painter.font());
    const double width = metrics.horizontalAdvance(text) + Grid;
    const double line = track.range.yOf(*track.told, inside);
    const bool above = line - metrics.height() >= inside.top() - 6.0;
    const QRectF label(m_frames.right() - width, above ? line - metrics.height() : line + 1.0, width,
                       metrics.height());
    if (label.left() < m_frames.left())
        return; // the tooltip says it, too
    m_painter.fillRect(label, render::blend(m_theme.raised, m_theme.error, 0.12));
    m_painter.setPen(m_theme.text);
    m_painter.drawText(label, Qt::AlignCenter, text);
}

void StripPainter::paintLevels(double level, const ValueRange& range, const QRectF& inside) const
{
    for (const double each : {level, -level}) {
        if (each < range.low || each > range.high)
            continue;
        const double y = range.yOf(each, inside);
        m_painter.drawLine(QPointF(m_frames.left(), y), QPointF(m_frames.right(), y));
    }
}

void StripPainter::paintWords(const model::EvidenceRow& row, const QRect& box) const
{
    const QColor ground = render::blend(m_theme.raised, m_theme.hue(row.recorded ? 0 : 1), 0.22);
    for (const model::FrameRange& run : wordRuns(row)) {
        const double left = m_frames.xOf(m_first + static_cast<double>(run.first));
        const double right = m_frames.xOf(m_first + static_cast<double>(run.end));
        const QRectF cell =
            QRectF(left, box.top() + 3, right - left, box.height() - 7).adjusted(0.5, 0, -0.5, 0);
        m_painter.fillRect(cell, ground);
        m_painter.fillRect(QRectF(cell.left(), cell.top(), 1, cell.height()), m_theme.textMuted);
        m_painter.setPen(m_theme.text);
        const QString word = shownName(row.words[static_cast<std::size_t>(run.first)]);
        const double room = cell.width() - 2 * Grid;
        if (room > m_painter.fontMetrics().horizontalAdvance(QStringLiteral("x…")))
            m_painter.drawText(
                cell.adjusted(Grid, 0, -Grid, 0), Qt::AlignLeft | Qt::AlignVCenter,
                m_painter.fontMetrics().elidedText(word, Qt::ElideRight, static_cast<int>(room)));
    }
}

} // namespace ghostline::app
