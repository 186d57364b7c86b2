// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/timeline/data_lane.h"
#include "model/replay/keyframe_index.h"

#include <algorithm>
#include <cmath>

namespace ghostline::app {

namespace {

constexpr double BarTop = 3.0;
constexpr double BarHeight = 6.0;
constexpr double TickHeight = 3.0;
constexpr double MinTickDistance = 4.0;

} // namespace

void paintHatch(QPainter& painter, const QRectF& rect, const QColor& color)
{
    painter.save();
    painter.setClipRect(rect, Qt::IntersectClip);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(color, 1.2));
    constexpr double Step = 5.0;
    const double first = std::floor((rect.left() - rect.height()) / Step) * Step;
    for (double x = first; x < rect.right(); x += Step)
        painter.drawLine(QPointF(x, rect.bottom()), QPointF(x + rect.height(), rect.top()));
    painter.restore();
}

DataLane::DataLane() : Lane(QStringLiteral("data"), QObject::tr("Data"), 16) {}

void DataLane::setData(const LaneData& data)
{
    Lane::setData(data);
    m_cached = data.reader ? data.reader->cachedRanges() : std::vector<model::FrameRange>();
}

bool DataLane::poll()
{
    if (!data().reader)
        return false;
    std::vector<model::FrameRange> now = data().reader->cachedRanges();
    if (now == m_cached)
        return false;
    m_cached = std::move(now);
    return true;
}

QRectF DataLane::span(const model::FrameRange& frames, const LaneFrame& frame) const
{
    const model::TimeAxis& axis = data().index->timeAxis;
    const double left = std::max(0.0, frame.view.x(axis.timeOf(frames.first)));
    const double right = std::min(frame.view.width(), frame.view.x(axis.timeOf(frames.end)));
    return {left, BarTop, right - left, BarHeight};
}

void DataLane::paint(QPainter& painter, const LaneFrame& frame)
{
    if (!data().index)
        return;
    const model::ReplayIndex& index = *data().index;
    QRectF known = span({0, index.frames()}, frame);
    if (known.width() > 0)
        painter.fillRect(known, frame.theme.line);

    QColor cached = frame.theme.textMuted;
    cached.setAlphaF(0.75F);
    for (const model::FrameRange& range : m_cached) {
        QRectF r = span(range, frame);
        if (r.width() > 0 || (r.left() > 0 && r.left() < frame.view.width())) {
            r.setWidth(std::max(r.width(), 1.0));
            painter.fillRect(r, cached);
        }
    }
    for (const model::LostSpan& lost : index.lost) {
        QRectF r = span(lost.frames, frame);
        if (r.right() < 0 || r.left() > frame.view.width())
            continue;
        // A single lost frame must not vanish when a pixel is a minute.
        r.setWidth(std::max(r.width(), 3.0));
        painter.fillRect(r, frame.theme.base);
        paintHatch(painter, r, frame.theme.error);
        painter.setPen(QPen(frame.theme.error, 1.0));
        painter.drawRect(r.adjusted(0.5, 0.5, -0.5, -0.5));
    }
    if (!index.complete && known.right() < frame.view.width()) {
        const double left = std::max(0.0, known.right());
        paintHatch(painter, {left, BarTop, frame.view.width() - left, BarHeight}, frame.theme.textMuted);
    }
    paintKeyframes(painter, frame);
}

void DataLane::paintKeyframes(QPainter& painter, const LaneFrame& frame) const
{
    const model::ReplayIndex& index = *data().index;
    const auto entries = index.keyframes.entries();
    if (entries.empty())
        return;
    const auto at = [&](std::size_t i) { return frame.view.x(index.timeAxis.timeOf(entries[i].frame)); };
    const int first = std::max(0, index.keyframes.at(index.timeAxis.frameAt(frame.view.begin())));
    const int last = std::max(first, index.keyframes.at(index.timeAxis.frameAt(frame.view.end())));
    // Thinned ticks would be untrue and full ones a solid bar: below this distance there are none.
    if (last > first && frame.view.width() / (last - first) < MinTickDistance)
        return;
    for (int i = first; i <= last; ++i) {
        const double x = std::round(at(static_cast<std::size_t>(i)));
        if (x < 0.0 || entries[static_cast<std::size_t>(i)].size == 0)
            continue;
        const bool full = entries[static_cast<std::size_t>(i)].full;
        painter.fillRect(QRectF(x, BarTop + BarHeight + 1.0, 1.0, full ? TickHeight : TickHeight - 1.0),
                         frame.theme.textMuted);
    }
}

std::optional<LaneHit> DataLane::hit(QPointF at, const LaneFrame& frame)
{
    if (!data().index)
        return std::nullopt;
    const model::ReplayIndex& index = *data().index;
    const model::Micros t = frame.view.timeAt(at.x());
    const model::FrameNumber now = index.timeAxis.frameAt(t);
    LaneHit hit;
    hit.clickable = false;
    hit.x = at.x();
    for (const model::LostSpan& lost : index.lost) {
        QRectF r = span(lost.frames, frame);
        r.setWidth(std::max(r.width(), 3.0));
        if (at.x() >= r.left() - 2.0 && at.x() <= r.right() + 2.0) {
            hit.text = QObject::tr("Lost: %1").arg(lost.reason);
            hit.detail = QObject::tr("frames %1 to %2").arg(lost.frames.first).arg(lost.frames.end - 1);
            return hit;
        }
    }
    if (!index.complete && t > index.timeAxis.duration()) {
        hit.text = QObject::tr("Still being read, %1 %").arg(std::floor(index.progress * 100.0));
        return hit;
    }
    const bool cached = std::any_of(m_cached.begin(), m_cached.end(),
                                    [&](const model::FrameRange& r) { return r.contains(now); });
    const int keyframe = index.keyframes.recordedAt(now);
    hit.text = cached ? QObject::tr("In memory") : QObject::tr("Read from the file when needed");
    if (keyframe >= 0)
        hit.detail = QObject::tr("keyframe #%1").arg(index.keyframes[keyframe].frame);
    return hit;
}

} // namespace ghostline::app
