// SPDX-License-Identifier: GPL-3.0-or-later
// What the strip shows and how it is used; how it looks is in evidence_strip_paint.cpp.
#include "app/gui/review/evidence_strip.h"

#include "app/gui/docks/panel_style.h"
#include "app/gui/shell/replay_words.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QScrollBar>
#include <QToolTip>

#include <algorithm>

namespace ghostline::app {

namespace {

constexpr int LeastHeight = 14 * Grid; ///< one row over the axis

bool isOurKey(const QKeyEvent& event)
{
    const int key = event.key();
    return (event.modifiers() & ~Qt::KeypadModifier) == 0 &&
           (key == Qt::Key_Left || key == Qt::Key_Right || key == Qt::Key_Up || key == Qt::Key_Down);
}

} // namespace

EvidenceStrip::EvidenceStrip(QWidget* parent) : QAbstractScrollArea(parent), m_theme(themeFor(palette()))
{
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setAccessibleName(tr("Evidence around the flag"));
    viewport()->setMouseTracking(false);
}

void EvidenceStrip::setEvidence(model::Evidence evidence, model::FrameNumber zero)
{
    const auto was = static_cast<std::size_t>(m_current);
    const QString chosen =
        m_current >= 0 && was < m_evidence.rows.size() ? m_evidence.rows[was].id : QString();
    m_evidence = std::move(evidence);
    m_zero = zero;
    layOut();
    // From flag to flag the same figure stays chosen; at first it is the one on top.
    const auto& rows = m_evidence.rows;
    const auto same =
        std::find_if(rows.begin(), rows.end(), [&](const auto& row) { return row.id == chosen; });
    if (same != rows.end())
        m_current = static_cast<int>(same - rows.begin());
    else
        m_current = m_lines.empty() ? -1 : m_lines[1].row;
    Q_EMIT currentRowChanged(m_current);
}

void EvidenceStrip::setLimits(const QHash<QString, double>& limits)
{
    m_limits = limits;
    redraw();
}

std::optional<double> EvidenceStrip::limitOf(const model::EvidenceRow& row) const
{
    const auto found = m_limits.constFind(row.id);
    return found != m_limits.cend() && takesLimit(row) ? std::optional(*found) : std::nullopt;
}

void EvidenceStrip::setPlayhead(model::FrameTime at)
{
    if (at == m_now)
        return;
    m_now = at;
    viewport()->update();
}

void EvidenceStrip::setTheme(const render::Theme& theme)
{
    m_theme = theme;
    redraw();
}

void EvidenceStrip::setCurrentRow(int row)
{
    if (row == m_current)
        return;
    m_current = row;
    redraw();
    if (const QRect track = trackOf(row); track.isValid()) {
        QScrollBar* bar = verticalScrollBar();
        if (track.top() < 0)
            bar->setValue(bar->value() + track.top());
        else if (track.bottom() > axisBox().top())
            bar->setValue(bar->value() + track.bottom() - axisBox().top());
    }
    Q_EMIT currentRowChanged(row);
}

QRect EvidenceStrip::trackOf(int row) const
{
    for (const StripLine& line : m_lines) {
        if (line.row == row && row >= 0)
            return {m_labels, line.top - verticalScrollBar()->value(), viewport()->width() - m_labels,
                    line.height};
    }
    return {};
}

QRect EvidenceStrip::axisBox() const
{
    const int height = fontMetrics().height() + Grid;
    return {0, viewport()->height() - height, viewport()->width(), height};
}

QSize EvidenceStrip::sizeHint() const
{
    return {120 * Grid, std::min(contentHeight(m_lines), 8 * rowHeight(font())) + axisBox().height()};
}

QSize EvidenceStrip::minimumSizeHint() const { return {60 * Grid, LeastHeight}; }

void EvidenceStrip::layOut()
{
    const QFontMetrics metrics(font());
    m_lines = stripLines(m_evidence, rowHeight(font()) + Grid, rowHeight(font()) - Grid);
    int names = 0;
    for (const model::EvidenceRow& row : m_evidence.rows)
        names = std::max(names, metrics.horizontalAdvance(shownName(row.name)));
    const int value = metrics.horizontalAdvance(QStringLiteral("-0,000.00 blocks/s"));
    m_labels = std::min(names + value + 9 * Grid, viewport()->width() / 2);
    m_frames = FrameScale(m_evidence.frames, m_labels, viewport()->width() - m_labels - 2 * Grid);
    const int room = viewport()->height() - axisBox().height();
    verticalScrollBar()->setRange(0, std::max(0, contentHeight(m_lines) - room));
    verticalScrollBar()->setPageStep(std::max(room, 1));
    verticalScrollBar()->setSingleStep(rowHeight(font()));
    redraw();
}

void EvidenceStrip::redraw()
{
    m_drawn = {};
    viewport()->update();
}

void EvidenceStrip::resizeEvent(QResizeEvent* event)
{
    QAbstractScrollArea::resizeEvent(event);
    layOut();
}

void EvidenceStrip::scrollContentsBy(int, int) { redraw(); }

void EvidenceStrip::changeEvent(QEvent* event)
{
    QAbstractScrollArea::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        layOut();
}

// ---- hands ----

const StripLine* EvidenceStrip::lineAt(int y) const
{
    if (axisBox().top() <= y)
        return nullptr;
    const int at = y + verticalScrollBar()->value();
    for (const StripLine& line : m_lines) {
        if (at >= line.top && at < line.top + line.height)
            return &line;
    }
    return nullptr;
}

void EvidenceStrip::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton || m_evidence.rows.empty())
        return;
    if (const StripLine* line = lineAt(event->position().toPoint().y()); line != nullptr && line->row >= 0)
        setCurrentRow(line->row);
    mouseMoveEvent(event);
}

void EvidenceStrip::mouseMoveEvent(QMouseEvent* event)
{
    if ((event->buttons() & Qt::LeftButton) != 0 && event->position().x() >= m_labels &&
        !m_evidence.frames.empty())
        Q_EMIT frameChosen(m_frames.frameAt(event->position().x()));
}

/// Up and down among the rows as they are shown.
void EvidenceStrip::moveCurrent(int delta)
{
    std::vector<int> rows;
    for (const StripLine& line : m_lines) {
        if (line.row >= 0)
            rows.push_back(line.row);
    }
    const auto at = std::find(rows.begin(), rows.end(), m_current) - rows.begin() + delta;
    if (at >= 0 && at < static_cast<std::ptrdiff_t>(rows.size()))
        setCurrentRow(rows[static_cast<std::size_t>(at)]);
}

void EvidenceStrip::keyPressEvent(QKeyEvent* event)
{
    if (!isOurKey(*event) || m_evidence.frames.empty()) {
        QAbstractScrollArea::keyPressEvent(event);
        return;
    }
    const int key = event->key();
    if (key == Qt::Key_Up || key == Qt::Key_Down)
        moveCurrent(key == Qt::Key_Up ? -1 : 1);
    else
        Q_EMIT frameChosen(std::clamp(m_now.frame + (key == Qt::Key_Left ? -1 : 1), m_evidence.frames.first,
                                      m_evidence.frames.end - 1));
}

/// While it has the keyboard the arrows are its own, whatever they do in the window.
bool EvidenceStrip::event(QEvent* event)
{
    if (event->type() == QEvent::ShortcutOverride && isOurKey(*static_cast<QKeyEvent*>(event))) {
        event->accept();
        return true;
    }
    return QAbstractScrollArea::event(event);
}

QString EvidenceStrip::toolTipAt(QPoint at) const
{
    const StripLine* line = lineAt(at.y());
    if (line == nullptr || line->row < 0)
        return {};
    const model::EvidenceRow& row = m_evidence.rows[static_cast<std::size_t>(line->row)];
    const model::FrameNumber frame = at.x() < m_labels ? m_now.frame : m_frames.frameAt(at.x());
    QString text = tr("%1: %2 at frame %3 (%4)")
                       .arg(shownName(row.name), valueText(row, frame - m_evidence.frames.first))
                       .arg(frame)
                       .arg(row.recorded ? tr("recorded") : tr("computed"));
    if (const auto limit = limitOf(row))
        text += QLatin1Char('\n') + tr("Your limit: %1 %2").arg(*limit).arg(row.unit);
    return text;
}

bool EvidenceStrip::viewportEvent(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        QToolTip::showText(help->globalPos(), toolTipAt(help->pos()), viewport());
        return true;
    }
    return QAbstractScrollArea::viewportEvent(event);
}

} // namespace ghostline::app
