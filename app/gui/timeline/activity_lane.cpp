// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/timeline/activity_lane.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace ghostline::app {

namespace {

constexpr double BarWidth = 4.0; // pixels per bucket, of which one is the gap

} // namespace

ActivityLane::ActivityLane() : Lane(QStringLiteral("activity"), QObject::tr("Activity"), 28) {}

void ActivityLane::setData(const LaneData& data)
{
    Lane::setData(data);
    m_bucket = 0.0;
    m_present.clear();
    if (!data.index || (data.events && !data.events->table().events.empty()))
        return;
    std::map<model::FrameNumber, int> changes;
    for (const model::ActorInfo& actor : data.index->info->cast) {
        if (actor.background || actor.life.empty())
            continue;
        ++changes[actor.life.first];
        --changes[actor.life.end];
    }
    int present = 0;
    for (const auto& [frame, change] : changes) {
        present += change;
        m_present.emplace_back(frame, present);
    }
}

bool ActivityLane::used() const { return !data().index || !hasCourse(*data().index->info); }

std::int64_t ActivityLane::bucketOf(model::Micros t) const
{
    return static_cast<std::int64_t>(static_cast<double>(t.count()) / m_bucket);
}

void ActivityLane::prepare(const LaneFrame& frame)
{
    const double bucket = frame.view.microsPerPixel() * BarWidth;
    if (bucket == m_bucket)
        return;
    m_bucket = bucket;
    m_most = 0;
    m_counts.clear();
    if (!data().events)
        return;
    // Over the whole replay, so that the bars neither jump nor rescale while panning. Zoomed in so far that
    // this would take more buckets than pixels are worth, an event is a bar of its own.
    const std::int64_t buckets = bucketOf(frame.view.extent()) + 1;
    if (buckets > 4'000'000)
        return;
    m_counts.assign(static_cast<std::size_t>(buckets), 0);
    for (int row = 0; row < data().events->count(); ++row) {
        const std::int64_t b =
            std::clamp<std::int64_t>(bucketOf(data().events->at(row).time), 0, buckets - 1);
        m_most = std::max(m_most, ++m_counts[static_cast<std::size_t>(b)]);
    }
}

void ActivityLane::paint(QPainter& painter, const LaneFrame& frame)
{
    const double base = frame.height - 4.0;
    const double room = frame.height - 8.0;
    QColor color = frame.theme.hue(4);
    painter.fillRect(QRectF(0, base, frame.view.width(), 1.0), frame.theme.line);
    if (!m_present.empty() && data().index) {
        int most = 1;
        for (const auto& [first, count] : m_present)
            most = std::max(most, count);
        color.setAlphaF(0.5F);
        for (std::size_t i = 0; i + 1 < m_present.size(); ++i) {
            const double left =
                std::max(0.0, frame.view.x(data().index->timeAxis.timeOf(m_present[i].first)));
            const double right = std::min(
                frame.view.width(), frame.view.x(data().index->timeAxis.timeOf(m_present[i + 1].first)));
            const double h = room * m_present[i].second / most;
            if (right > left)
                painter.fillRect(QRectF(left, base - h, right - left, h), color);
        }
        return;
    }
    prepare(frame);
    if (m_most == 0)
        return;
    const std::int64_t first = bucketOf(frame.view.begin());
    const std::int64_t last =
        std::min<std::int64_t>(bucketOf(frame.view.end()), static_cast<std::int64_t>(m_counts.size()) - 1);
    for (std::int64_t b = first; b <= last; ++b) {
        const int count = m_counts[static_cast<std::size_t>(b)];
        if (count == 0)
            continue;
        // Square root: one event stays visible beside a burst of hundreds.
        const double h = std::max(2.0, room * std::sqrt(static_cast<double>(count) / m_most));
        const double left =
            static_cast<double>(b) * m_bucket - static_cast<double>(frame.view.begin().count());
        painter.fillRect(QRectF(left / frame.view.microsPerPixel(), base - h, BarWidth - 1.0, h), color);
    }
}

std::optional<LaneHit> ActivityLane::hit(QPointF at, const LaneFrame& frame)
{
    if (!data().index)
        return std::nullopt;
    LaneHit hit;
    hit.clickable = false;
    hit.x = at.x();
    const model::Micros t = frame.view.timeAt(at.x());
    if (!m_present.empty()) {
        const model::FrameNumber now = data().index->timeAxis.frameAt(t);
        int present = 0;
        for (const auto& [first, count] : m_present) {
            if (first <= now)
                present = count;
        }
        hit.text = QObject::tr("%n actors present", nullptr, present);
        return hit;
    }
    prepare(frame);
    const std::int64_t b = bucketOf(std::max(t, model::Micros{0}));
    if (b >= static_cast<std::int64_t>(m_counts.size()) || m_counts[static_cast<std::size_t>(b)] == 0)
        return std::nullopt;
    hit.text = QObject::tr("%n events within %L1 s", nullptr, m_counts[static_cast<std::size_t>(b)])
                   .arg(m_bucket * 1e-6, 0, 'g', 2);
    return hit;
}

} // namespace ghostline::app
