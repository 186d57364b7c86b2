// SPDX-License-Identifier: GPL-3.0-or-later
// What the strip shows and how it is used; how a track looks is in strip_painter.cpp.
#include "app/gui/review/evidence_strip.h"

#include "app/gui/review/strip_axes.h"
#include "app/gui/widgets/figures.h"
#include "app/gui/widgets/panel_style.h"
#include "app/gui/widgets/replay_words.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QLocale>
#include <QPainter>
#include <QScrollBar>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace ghostline::app {

namespace {

constexpr int LeastStripHeight = 18 * Grid; ///< one row over the axis
constexpr int MostTrack = 40 * Grid;        ///< more height tells no more
constexpr int CurvesInSight = 5;            ///< of many, rather so many to be read than all of them
constexpr int TickRoom = Grid;              ///< between labels of an axis

/// Two labels and what lies between them.
int leastTrack(const QFont& font) { return rowHeight(font) + 4 * Grid; }
int wordsTrack(const QFont& font) { return rowHeight(font) + Grid; }
int headingTrack(const QFont& font) { return rowHeight(font) - Grid; }

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
    take(std::move(evidence), zero, nullptr);
}

void EvidenceStrip::setEvidence(model::Evidence evidence, const model::Flag& flag)
{
    take(std::move(evidence), flag.frame, &flag);
}

void EvidenceStrip::take(model::Evidence evidence, model::FrameNumber zero, const model::Flag* flag)
{
    const auto was = static_cast<std::size_t>(m_current);
    const QString chosen =
        m_chosen && m_current >= 0 && was < m_evidence.rows.size() ? m_evidence.rows[was].id : QString();
    m_evidence = std::move(evidence);
    m_zero = zero;
    const auto& rows = m_evidence.rows;
    m_tracks.assign(rows.size(), {});
    int spokenOf = -1;
    for (std::size_t i = 0; i < rows.size() && flag != nullptr; ++i) {
        m_tracks[i].told = model::ownLimit(*flag, rows[i]);
        // Rather the one that the limit is of.
        if (model::speaksOf(*flag, rows[i]) && (spokenOf < 0 || (m_tracks[i].told && !toldLimit(spokenOf))))
            spokenOf = static_cast<int>(i);
    }
    layOut();
    // Whoever has chosen a figure keeps it from flag to flag; else it is the one that the flag speaks of.
    const auto same =
        std::find_if(rows.begin(), rows.end(), [&](const auto& row) { return row.id == chosen; });
    if (same != rows.end())
        m_current = static_cast<int>(same - rows.begin());
    else
        m_current = spokenOf >= 0 ? spokenOf : m_lines.empty() ? -1 : m_lines[1].row;
    m_chosen = m_chosen && same != rows.end();
    reveal();
    tellChanged(this);
    Q_EMIT currentRowChanged(m_current);
}

void EvidenceStrip::setLimits(const QHash<QString, double>& limits)
{
    m_limits = limits;
    layOut();
    tellChanged(this);
}

std::optional<double> EvidenceStrip::limitOf(const model::EvidenceRow& row) const
{
    const auto found = m_limits.constFind(row.id);
    return found != m_limits.cend() && takesLimit(row) ? std::optional(*found) : std::nullopt;
}

std::optional<double> EvidenceStrip::toldLimit(int row) const
{
    return row >= 0 && row < static_cast<int>(m_tracks.size()) ? m_tracks[static_cast<std::size_t>(row)].told
                                                               : std::nullopt;
}

void EvidenceStrip::setPlayhead(model::FrameTime at)
{
    if (at == m_now)
        return;
    m_now = at;
    viewport()->update();
    tellChanged(this);
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
    m_chosen = true;
    redraw();
    tellChanged(this);
    reveal();
    Q_EMIT currentRowChanged(row);
}

void EvidenceStrip::reveal()
{
    const QRect track = trackOf(m_current);
    QScrollBar* bar = verticalScrollBar();
    if (!track.isValid())
        return;
    if (track.top() < 0)
        bar->setValue(bar->value() + track.top());
    else if (track.bottom() > axisBox().top())
        bar->setValue(bar->value() + track.bottom() - axisBox().top());
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
    const int least =
        contentHeight(stripLines(m_evidence, leastTrack(font()), headingTrack(font()), wordsTrack(font())));
    return {120 * Grid, std::min(least, 8 * rowHeight(font())) + axisBox().height()};
}

QSize EvidenceStrip::minimumSizeHint() const { return {60 * Grid, LeastStripHeight}; }

void EvidenceStrip::layOut()
{
    const QFontMetrics metrics(font());
    layOutTracks();
    int names = 0;
    for (const model::EvidenceRow& row : m_evidence.rows)
        names = std::max(names, metrics.horizontalAdvance(shownName(row.name)));
    const int value = metrics.horizontalAdvance(QStringLiteral("-0,000.00 blocks/s"));
    m_names = std::min(names + value + 9 * Grid, viewport()->width() * 2 / 5);
    const QFontMetrics ticks(tabularFont(smallFont(font())));
    int axis = 0;
    for (const StripTrack& track : m_tracks) {
        for (const double tick : track.ticks)
            axis = std::max(axis, ticks.horizontalAdvance(valueTickText(tick, track.ticks)));
    }
    m_labels = m_names + axis + 2 * Grid;
    m_frames = FrameScale(m_evidence.frames, m_labels, viewport()->width() - m_labels - 2 * Grid);
    const int room = viewport()->height() - axisBox().height();
    verticalScrollBar()->setRange(0, std::max(0, contentHeight(m_lines) - room));
    verticalScrollBar()->setPageStep(std::max(room, 1));
    verticalScrollBar()->setSingleStep(rowHeight(font()));
    redraw();
}

/// What height is left goes to the curves; their axes have as many labels as fit.
void EvidenceStrip::layOutTracks()
{
    const auto linesOf = [this](int track) {
        return stripLines(m_evidence, track, headingTrack(font()), wordsTrack(font()));
    };
    const auto curves = static_cast<int>(std::ranges::count_if(
        m_evidence.rows, [](const model::EvidenceRow& row) { return row.words.empty(); }));
    const int room = viewport()->height() - axisBox().height();
    int height = std::clamp(room / CurvesInSight, leastTrack(font()), MostTrack);
    m_lines = linesOf(height);
    const int left = room - contentHeight(m_lines);
    if (curves > 0 && left >= curves) {
        height = std::min(height + left / curves, MostTrack);
        m_lines = linesOf(height);
    }
    const int label = QFontMetrics(smallFont(font())).height() + TickRoom;
    const int most = std::clamp(static_cast<int>(insideTrack({0, 0, 1, height}).height()) / label + 1, 2, 4);
    for (std::size_t i = 0; i < m_tracks.size(); ++i) {
        StripTrack& track = m_tracks[i];
        const model::EvidenceRow& row = m_evidence.rows[i];
        if (!row.words.empty())
            continue;
        track.limit = limitOf(row);
        const double largest = std::max(track.limit.value_or(0.0), track.told.value_or(0.0));
        track.range = valueRange(row, largest > 0.0 ? std::optional(largest) : std::nullopt);
        track.ticks = valueTicks(track.range, most);
    }
}

bool EvidenceStrip::isOver(const model::EvidenceRow& row, const StripTrack& track,
                           model::FrameNumber frame) const
{
    const auto i = static_cast<std::size_t>(std::max<model::FrameNumber>(frame, 0));
    if (frame < 0 || i >= row.values.size())
        return false;
    return (track.limit && isBeyond(row, row.values[i], *track.limit)) ||
           (track.told && isBeyond(row, row.values[i], *track.told));
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
        text += QLatin1Char('\n') + tr("Your limit: %1 %2").arg(QLocale().toString(*limit), row.unit);
    if (const auto told = toldLimit(line->row))
        text +=
            QLatin1Char('\n') + tr("The flag's own limit: %1 %2").arg(QLocale().toString(*told), row.unit);
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

// ---- for assistive technology ----

QString EvidenceStrip::accessibleRow(std::size_t number) const
{
    const model::EvidenceRow& row = m_evidence.rows[number];
    const StripTrack& track = m_tracks[number];
    const model::FrameNumber at = m_now.frame - m_evidence.frames.first;
    QString text =
        tr("%1: %2 (%3)")
            .arg(shownName(row.name), valueText(row, at), row.recorded ? tr("recorded") : tr("computed"));
    if (track.limit)
        text += tr(", limit %1 %2").arg(QLocale().toString(*track.limit), row.unit).trimmed();
    if (track.told)
        text += tr(", the flag's own limit %1 %2").arg(QLocale().toString(*track.told), row.unit).trimmed();
    if (isOver(row, track, at))
        text += tr(", beyond it");
    return text;
}

QString EvidenceStrip::accessibleValue() const
{
    const auto& rows = m_evidence.rows;
    if (rows.empty())
        return {};
    const auto current = static_cast<std::size_t>(m_current);
    QStringList texts;
    if (m_current >= 0 && current < rows.size())
        texts << accessibleRow(current);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (m_current < 0 || i != current)
            texts << accessibleRow(i);
    }
    return tr("%1 frames from the flag. %2")
        .arg(QLocale().toString(m_now.frame - m_zero), texts.join(QStringLiteral("; ")));
}

std::optional<AccessibleRange> EvidenceStrip::accessibleRange() const
{
    const model::FrameRange& frames = m_evidence.frames;
    if (frames.empty())
        return std::nullopt;
    const auto from = [this](model::FrameNumber frame) { return static_cast<double>(frame - m_zero); };
    return AccessibleRange{from(m_now.frame), from(frames.first), from(frames.end - 1), 1.0};
}

void EvidenceStrip::setAccessibleValue(double frame)
{
    if (const auto range = accessibleRange())
        Q_EMIT frameChosen(m_zero + std::llround(std::clamp(frame, range->minimum, range->maximum)));
}

// How the evidence strip looks.

namespace {

constexpr double TickPixels = 56.0;
constexpr double StripMarkSide = 8.0;

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
    painter.fillRect(QRectF(m_frames.centreOf(m_zero), 0, 1, axisBox().top()), m_theme.warning);
    painter.setFont(tabularFont(smallFont(font())));
    const StripPainter tracks(painter, m_frames, m_evidence.frames.first, m_theme);
    for (const StripLine& line : m_lines) {
        const QRect box(0, line.top - verticalScrollBar()->value(), viewport()->width(), line.height);
        if (line.row < 0 || box.bottom() < 0 || box.top() > axisBox().top())
            continue;
        const auto row = static_cast<std::size_t>(line.row);
        const StripTrack& track = m_tracks[row];
        tracks.paintValueAxis(track, box, m_names);
        tracks.paintRow(
            m_evidence.rows[row], track, box,
            track.told
                ? tr("Limit %1 %2").arg(QLocale().toString(*track.told), m_evidence.rows[row].unit).trimmed()
                : QString());
    }
    painter.setFont(font());
}

void EvidenceStrip::paintHeading(QPainter& painter, const StripLine& line, const QRect& box) const
{
    painter.fillRect(box, m_theme.base);
    const QRectF mark(3 * Grid, box.center().y() - StripMarkSide / 2.0 + 1.0, StripMarkSide, StripMarkSide);
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
    const QRectF mark(3 * Grid, box.center().y() - StripMarkSide / 2.0 + 1.0, StripMarkSide, StripMarkSide);
    paintMark(painter, Mark::Square, mark, m_theme.textMuted, row.recorded);
    painter.setPen(m_theme.text);
    const QRect text(6 * Grid, box.top(), m_names - 8 * Grid, box.height());
    const QString name = painter.fontMetrics().elidedText(shownName(row.name), Qt::ElideRight, text.width());
    if (row.words.empty() && !row.unit.isEmpty()) { // the axis counts in it
        const int middle = box.center().y();
        painter.drawText(QRect(text.left(), middle - painter.fontMetrics().height(), text.width(),
                               painter.fontMetrics().height()),
                         Qt::AlignLeft | Qt::AlignVCenter, name);
        painter.setPen(m_theme.textMuted);
        painter.setFont(smallFont(font()));
        painter.drawText(QRect(text.left(), middle, text.width(), painter.fontMetrics().height()),
                         Qt::AlignLeft | Qt::AlignVCenter, row.unit);
        painter.setFont(font());
        return;
    }
    painter.drawText(text, Qt::AlignLeft | Qt::AlignVCenter, name);
}

/// Seconds, counted from the flag.
void EvidenceStrip::paintAxis(QPainter& painter) const
{
    const QRect box = axisBox();
    painter.fillRect(box, m_theme.base);
    if (m_evidence.frames.empty())
        return;
    painter.setFont(tabularFont(font()));
    painter.setPen(m_theme.textMuted);
    painter.drawText(QRect(3 * Grid, box.top(), m_names - 4 * Grid, box.height()),
                     Qt::AlignLeft | Qt::AlignVCenter,
                     painter.fontMetrics().elidedText(tr("Seconds from the flag (#%1)").arg(m_zero),
                                                      Qt::ElideRight, m_names - 4 * Grid));
    for (const TimeTick& tick : timeTicks(m_evidence, m_frames, m_zero, TickPixels)) {
        painter.fillRect(QRectF(tick.x, box.top(), 1, 3), m_theme.textMuted);
        const QRectF text(tick.x - TickPixels / 2, box.top() + 2, TickPixels, box.height() - 2);
        if (text.right() <= viewport()->width() && text.left() >= m_labels - Grid)
            painter.drawText(text, Qt::AlignCenter, timeTickText(tick.seconds));
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
        const auto number = static_cast<std::size_t>(line.row);
        const model::EvidenceRow& row = m_evidence.rows[number];
        const bool over = isOver(row, m_tracks[number], at);
        painter.setPen(over ? m_theme.error : m_theme.text);
        const int name = painter.fontMetrics().horizontalAdvance(shownName(row.name));
        const QRect box(0, line.top - verticalScrollBar()->value(), m_names - 2 * Grid, line.height);
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
