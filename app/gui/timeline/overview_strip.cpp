// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/timeline/overview_strip.h"

#include "app/gui/timeline/data_lane.h"
#include "render/base/selection.h"

#include <QMouseEvent>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace ghostline::app {

namespace {

constexpr double Top = 4.0;
constexpr double Bottom = 4.0;
constexpr double GripWidth = 6.0;       // pixels either side of an edge that take hold of it
constexpr double MinHandleWidth = 12.0; // stays big enough to grab
constexpr double SampleWidth = 2.0;

} // namespace

OverviewStrip::OverviewStrip(QWidget* parent) : QWidget(parent), m_theme(&render::Theme::dark())
{
    setMouseTracking(true);
    setAccessibleName(tr("Overview of the whole replay"));
    setAccessibleDescription(tr("Drag the window to move what the timeline shows, its edges to zoom"));
    setAttribute(Qt::WA_OpaquePaintEvent);
}

void OverviewStrip::setTheme(const render::Theme& theme)
{
    m_theme = &theme;
    redraw();
}

void OverviewStrip::setData(const LaneData& laneData)
{
    m_data = laneData;
    redraw();
}

void OverviewStrip::setView(const TimeView& view, double left)
{
    TimeView all = view;
    all.fit();
    const bool moved = all != m_all || left != m_left;
    m_view = view;
    m_all = all;
    m_left = left;
    if (moved)
        redraw();
    update();
}

void OverviewStrip::setPlayhead(model::Micros t)
{
    const int before = static_cast<int>(std::floor(x(m_playhead)));
    m_playhead = t;
    const int after = static_cast<int>(std::floor(x(m_playhead)));
    if (before == after)
        return;
    update(QRect(before - 3, 0, 7, height()));
    update(QRect(after - 3, 0, 7, height()));
}

void OverviewStrip::setHover(std::optional<model::Micros> t)
{
    for (const std::optional<model::Micros>& place : {m_hover, t}) {
        if (place)
            update(QRect(static_cast<int>(x(*place)) - 2, 0, 5, height()));
    }
    m_hover = t;
}

QRectF OverviewStrip::handleRect() const
{
    double left = x(m_view.begin());
    double right = x(m_view.end());
    if (right - left < MinHandleWidth) {
        const double middle = (left + right) / 2.0;
        left = middle - MinHandleWidth / 2.0;
        right = middle + MinHandleWidth / 2.0;
    }
    return {left, Top - 2.0, right - left, height() - Top - Bottom + 4.0};
}

void OverviewStrip::redraw()
{
    m_content = QPixmap();
    update();
}

void OverviewStrip::paintContent(QPainter& painter) const
{
    painter.fillRect(rect(), m_theme->base);
    const QRectF track(m_left, Top, m_all.width(), height() - Top - Bottom);
    painter.fillRect(track, m_theme->raised);
    if (!m_data.index)
        return;
    const model::TimeAxis& axis = m_data.index->timeAxis;
    if (m_data.events && m_data.events->count() > 0) {
        std::vector<int> columns(static_cast<std::size_t>(m_all.width() / SampleWidth) + 1, 0);
        int most = 1;
        for (int row = 0; row < m_data.events->count(); ++row) {
            const double px = m_all.x(m_data.events->at(row).time) / SampleWidth;
            const auto c =
                static_cast<std::size_t>(std::clamp(px, 0.0, static_cast<double>(columns.size() - 1)));
            most = std::max(most, ++columns[c]);
        }
        QColor bar = m_theme->textMuted;
        bar.setAlphaF(0.6F);
        for (std::size_t c = 0; c < columns.size(); ++c) {
            if (columns[c] == 0)
                continue;
            const double h =
                std::max(3.0, track.height() * std::sqrt(static_cast<double>(columns[c]) / most));
            painter.fillRect(
                QRectF(track.left() + static_cast<double>(c) * SampleWidth, track.bottom() - h, 1.0, h), bar);
        }
    }
    for (const model::LostSpan& lost : m_data.index->lost) {
        const double left = x(axis.timeOf(lost.frames.first));
        const double right = std::max(left + 3.0, x(axis.timeOf(lost.frames.end)));
        paintHatch(painter, QRectF(left, Top, right - left, track.height()), m_theme->error);
    }
    if (!m_data.index->complete) {
        const double left = x(axis.duration());
        QColor pending = m_theme->textMuted;
        pending.setAlphaF(0.4F);
        paintHatch(painter, QRectF(left, Top, track.right() - left, track.height()), pending);
    }
    if (m_data.sidecar) {
        for (const model::Bookmark& mark : m_data.sidecar->bookmarks)
            painter.fillRect(
                QRectF(std::round(x(mark.frame < axis.frames() ? axis.timeOf(mark.frame) : mark.time)), Top,
                       2.0, 5.0),
                m_theme->accent);
    }
}

void OverviewStrip::paintEvent(QPaintEvent*)
{
    if (m_content.isNull()) {
        m_content = QPixmap(size() * devicePixelRatioF());
        m_content.setDevicePixelRatio(devicePixelRatioF());
        QPainter content(&m_content);
        paintContent(content);
    }
    QPainter painter(this);
    painter.drawPixmap(0, 0, m_content);
    if (!m_data.index)
        return;

    const QRectF handle = handleRect();
    const QRectF track(m_left, Top, m_all.width(), height() - Top - Bottom);
    QColor shade = m_theme->base;
    shade.setAlphaF(0.6F);
    painter.fillRect(QRectF(track.left(), Top, std::max(0.0, handle.left() - track.left()), track.height()),
                     shade);
    painter.fillRect(
        QRectF(handle.right(), Top, std::max(0.0, track.right() - handle.right()), track.height()), shade);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(Qt::NoBrush);
    const auto frame = [&] { painter.drawRoundedRect(handle.adjusted(0.5, 0.5, -0.5, -0.5), 3.0, 3.0); };
    if (m_view.fitted()) {
        painter.setPen(QPen(m_theme->line, 1.0));
        frame();
    } else {
        render::outlineSelection(painter, 1.0, frame);
    }
    painter.setPen(Qt::NoPen);
    painter.setBrush(m_view.fitted() ? m_theme->textMuted : m_theme->text);
    for (const double edge : {handle.left(), handle.right() - 3.0})
        painter.drawRoundedRect(QRectF(edge, handle.center().y() - 5.0, 3.0, 10.0), 1.5, 1.5);

    painter.setRenderHint(QPainter::Antialiasing, false);
    if (m_hover)
        painter.fillRect(QRectF(std::round(x(*m_hover)), 0, 1.0, height()), m_theme->textMuted);
    painter.fillRect(QRectF(std::round(x(m_playhead)) - 0.5, 0, 2.0, height()), m_theme->text);
}

OverviewStrip::Grip OverviewStrip::gripAt(QPointF at) const
{
    const QRectF handle = handleRect();
    const double toLeft = std::abs(at.x() - handle.left());
    const double toRight = std::abs(at.x() - handle.right());
    if (std::min(toLeft, toRight) <= GripWidth)
        return toLeft < toRight ? Grip::Left : Grip::Right;
    return Grip::Window;
}

void OverviewStrip::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton || !m_data.index)
        return;
    m_grip = gripAt(event->position());
    m_pressX = event->position().x();
    m_pressBegin = m_view.begin();
    m_pressEnd = m_view.end();
    const QRectF handle = handleRect();
    if (m_grip == Grip::Window && (m_pressX < handle.left() || m_pressX > handle.right())) {
        // Beside the window: bring it here, then go on as if it had been taken hold of.
        const model::Micros half = m_view.span() / 2;
        const model::Micros t = m_all.timeAt(m_pressX - m_left);
        m_pressBegin = t - half;
        m_pressEnd = m_pressBegin + m_view.span();
        Q_EMIT windowChanged(m_pressBegin, m_pressEnd);
    }
}

void OverviewStrip::mouseMoveEvent(QMouseEvent* event)
{
    const double px = event->position().x();
    if (m_grip == Grip::None) {
        const Grip grip = m_data.index ? gripAt(event->position()) : Grip::None;
        setCursor(grip == Grip::Left || grip == Grip::Right ? Qt::SizeHorCursor : Qt::ArrowCursor);
        return;
    }
    const model::Micros moved = m_all.timeAt(px - m_pressX) - m_all.timeAt(0.0);
    const model::Micros most = m_all.end();
    model::Micros begin = m_pressBegin;
    model::Micros end = m_pressEnd;
    if (m_grip == Grip::Window) {
        const model::Micros span = end - begin;
        begin = std::clamp(begin + moved, model::Micros{0}, most - std::min(span, most));
        end = begin + span;
    } else if (m_grip == Grip::Left) {
        begin = std::clamp(begin + moved, model::Micros{0}, end - TimeView::MinSpan);
    } else {
        end = std::clamp(end + moved, begin + TimeView::MinSpan, most);
    }
    Q_EMIT windowChanged(begin, end);
}

void OverviewStrip::mouseReleaseEvent(QMouseEvent*) { m_grip = Grip::None; }

void OverviewStrip::mouseDoubleClickEvent(QMouseEvent*) { Q_EMIT fitRequested(); }

void OverviewStrip::wheelEvent(QWheelEvent* event)
{
    const double factor = std::pow(1.2, event->angleDelta().y() / 120.0);
    Q_EMIT zoomRequested(factor, m_all.timeAt(event->position().x() - m_left));
    event->accept();
}

void OverviewStrip::resizeEvent(QResizeEvent*) { redraw(); }

void OverviewStrip::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::FontChange || event->type() == QEvent::PaletteChange)
        redraw();
    QWidget::changeEvent(event);
}

} // namespace ghostline::app
