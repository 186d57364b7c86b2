// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/timeline/event_lane.h"

#include "app/gui/session/events_model.h"
#include "app/gui/widgets/event_strength.h"
#include "app/gui/widgets/panel_style.h"
#include "app/gui/widgets/replay_words.h"
#include "model/time/time_text.h"

#include <QFontMetricsF>
#include <QPainterPath>

#include <algorithm>
#include <cmath>

namespace ghostline::app {

namespace {

constexpr double MarkRadius = 5.5;
constexpr double MarkWidth = 14.0;

} // namespace

EventLane::EventLane(Shows shows)
    : Lane(shows == Shows::Flags ? QStringLiteral("flags") : QStringLiteral("events"),
           shows == Shows::Flags ? QObject::tr("Flags") : QObject::tr("Events"), 24),
      m_shows(shows)
{
}

void EventLane::setData(const LaneData& data)
{
    Lane::setData(data);
    m_rows.clear();
    m_bands.clear();
    m_concerning.clear();
    m_metrics = {0.0, 0.0, 0.0};
    if (!data.events)
        return;
    const auto& kinds = data.events->table().kinds;
    for (int row = 0; row < data.events->count(); ++row) {
        const model::Event& event = data.events->at(row);
        const model::EventKind& kind = kinds[static_cast<std::size_t>(event.kind)];
        if (kind.flag == (m_shows == Shows::Flags) && wanted(event))
            m_rows.push_back(row);
    }
    prepareBands();
    countConcerning();
}

void EventLane::prepareBands()
{
    const auto& kinds = data().events->table().kinds;
    std::vector<std::size_t> lines(kinds.size(), 0);
    for (std::size_t kind = 1; kind < kinds.size(); ++kind)
        lines[kind] = (lines[kind - 1] + (kinds[kind - 1].band ? 1 : 0)) % BandLines;
    for (const int row : m_rows) {
        const model::Event& event = data().events->at(row);
        const auto kind = static_cast<std::size_t>(event.kind);
        if (!kinds[kind].band || event.length.count() <= 0)
            continue;
        Band band;
        band.begin = event.time;
        band.end = event.time + event.length;
        band.kind = event.kind;
        band.line = lines[kind];
        band.strength = bandStrength(event);
        if (!concernsLocked(event, *data().index->info, data().locked))
            band.strength *= OthersStrength;
        m_bands.push_back(band);
    }
}

/// Summed up, so that a marker that stands for thousands knows at once whether one of them concerns.
void EventLane::countConcerning()
{
    if (data().locked == model::ActorId::None)
        return;
    m_concerning.reserve(m_rows.size() + 1);
    m_concerning.push_back(0);
    for (const int row : m_rows) {
        const bool concerns = concernsLocked(data().events->at(row), *data().index->info, data().locked);
        m_concerning.push_back(m_concerning.back() + (concerns ? 1 : 0));
    }
}

/// Whether the density lets a marker through. What has a row of its own is not marked twice.
bool EventLane::wanted(const model::Event& event) const
{
    const model::EventKind& kind = data().events->table().kinds[static_cast<std::size_t>(event.kind)];
    if (!kind.lane.isEmpty())
        return false;
    switch (data().density) {
    case MarkerDensity::All:
        return true;
    case MarkerDensity::Notable:
        return kind.major || kind.flag || kind.band || event.severity > 0;
    case MarkerDensity::Major:
        break;
    }
    return kind.major || kind.flag;
}

float EventLane::strength(const EventCluster& cluster) const
{
    constexpr float Faint = 0.3F;
    if (m_concerning.empty())
        return 1.0F;
    const int before = m_concerning[static_cast<std::size_t>(cluster.first)];
    return m_concerning[static_cast<std::size_t>(cluster.last) + 1] > before ? 1.0F : Faint;
}

bool EventLane::used() const
{
    if (m_shows == Shows::Events || !data().events)
        return m_shows == Shows::Events;
    const auto& kinds = data().events->table().kinds;
    return std::any_of(kinds.begin(), kinds.end(), [](const model::EventKind& k) { return k.flag; });
}

const model::Event& EventLane::event(int row) const
{
    return data().events->at(m_rows[static_cast<std::size_t>(row)]);
}

const std::vector<EventCluster>& EventLane::clusters(const LaneFrame& frame)
{
    const ClusterMetrics metrics{frame.view.microsPerPixel(), MarkWidth,
                                 QFontMetricsF(frame.font).horizontalAdvance(QLatin1Char('0'))};
    if (metrics != m_metrics) {
        m_metrics = metrics;
        m_clusters =
            m_rows.empty() ? std::vector<EventCluster>() : clusterEvents(*data().events, m_rows, metrics);
    }
    return m_clusters;
}

double EventLane::x(const EventCluster& cluster, const LaneFrame& frame) const
{
    return frame.view.x(event(cluster.lead).time);
}

void EventLane::paint(QPainter& painter, const LaneFrame& frame)
{
    const auto& all = clusters(frame);
    // Leads ascend, so the visible ones are neighbours; a counted one reaches at most 60 px to the right.
    const auto begin = std::lower_bound(all.begin(), all.end(), -60.0,
                                        [&](const EventCluster& c, double px) { return x(c, frame) < px; });
    paintBands(painter, frame);
    painter.setFont(frame.font);
    for (auto it = begin; it != all.end() && x(*it, frame) < frame.view.width() + MarkWidth; ++it)
        paintCluster(painter, *it, frame);
}

/// What lasts keeps its length in sight also where its marker is merged with others.
void EventLane::paintBands(QPainter& painter, const LaneFrame& frame)
{
    constexpr int Height = 3;
    constexpr float Full = 0.85F; // opacity of the strongest
    const int width = static_cast<int>(std::ceil(frame.view.width()));
    for (StrongestBands& line : m_shown)
        line.begin(0, width);
    for (std::size_t i = 0; i < m_bands.size(); ++i) {
        const Band& band = m_bands[i];
        const double left = frame.view.x(band.begin);
        if (left >= width)
            break;
        m_shown[band.line].add(left, frame.view.x(band.end), band.strength, static_cast<int>(i));
    }
    for (std::size_t line = 0; line < BandLines; ++line) {
        const int top = frame.height - Height - static_cast<int>(line) * (Height + 1);
        m_shown[line].forEachRun([&](int left, int pixels, int at) {
            const Band& band = m_bands[static_cast<std::size_t>(at)];
            QColor bar = eventColour(frame.theme, data().events->table(), band.kind);
            bar.setAlphaF(Full * band.strength);
            painter.fillRect(left, top, pixels, Height, bar);
        });
    }
}

void EventLane::paintCluster(QPainter& painter, const EventCluster& cluster, const LaneFrame& frame) const
{
    const model::Event& lead = event(cluster.lead);
    const double centreY = frame.height / 2.0;
    const double left = x(cluster, frame);
    const model::EventTable& table = data().events->table();
    QColor color = eventColour(frame.theme, *data().index, lead);
    const float strong = strength(cluster);
    if (strong < 1.0F) // blended, not see-through: it lies over its own rim
        color = render::blend(frame.theme.raised, color, static_cast<double>(strong));
    const Mark mark = eventMark(table, lead.kind);
    // A flag stands on its pole, which is what marks the time.
    const double shift = mark == Mark::Flag ? MarkRadius * 0.62 : 0.0;
    const bool band = table.kinds[static_cast<std::size_t>(lead.kind)].band;
    if (cluster.count() == 1 && lead.length.count() > 0 && !band) {
        const double right = frame.view.x(lead.time + lead.length);
        QColor bar = color;
        bar.setAlphaF(0.55F);
        painter.fillRect(QRectF(left, centreY - 2.0, right - left, 4.0), bar);
    }
    if (cluster.count() > 1) {
        const QString text = clusterCountText(cluster.count());
        const QRectF pill(left, centreY - 8.0,
                          clusterWidth(cluster.count(), m_metrics) - MarkWidth / 2.0 - 2.0, 16.0);
        painter.setRenderHint(QPainter::Antialiasing);
        QColor fill = color;
        fill.setAlphaF(0.16F);
        QPainterPath path;
        path.addRoundedRect(pill, 8.0, 8.0);
        painter.fillPath(path, frame.theme.raised);
        painter.fillPath(path, fill);
        painter.setPen(strong < 1.0F ? frame.theme.textMuted : frame.theme.text);
        painter.drawText(pill.adjusted(MarkRadius + shift + 2.0, 0, 0, 0), Qt::AlignVCenter | Qt::AlignLeft,
                         text);
    }
    // A rim of the ground keeps neighbours apart.
    const QRectF box(left - MarkRadius + shift, centreY - MarkRadius, 2.0 * MarkRadius, 2.0 * MarkRadius);
    paintMark(painter, mark, box.adjusted(-1.5, -1.5, 1.5, 1.5), frame.theme.raised);
    paintMark(painter, mark, box, color);
}

std::optional<LaneHit> EventLane::hit(QPointF at, const LaneFrame& frame)
{
    const EventCluster* found = nullptr;
    double nearest = 4.0; // pixels a click may miss by
    for (const EventCluster& cluster : clusters(frame)) {
        const double left = x(cluster, frame) - MarkWidth / 2.0;
        const double right = left + clusterWidth(cluster.count(), m_metrics);
        const double distance = std::max({left - at.x(), at.x() - right, 0.0});
        if (distance < nearest || (!found && distance == 0.0)) {
            nearest = distance;
            found = &cluster;
        }
        if (left > at.x() + nearest)
            break;
    }
    if (!found)
        return std::nullopt;

    const model::Event& lead = event(found->lead);
    const auto& kinds = data().events->table().kinds;
    const auto line = [&](const model::Event& e) {
        const QString kind = shownName(kinds[static_cast<std::size_t>(e.kind)].name);
        return e.text.isEmpty() || e.text == kinds[static_cast<std::size_t>(e.kind)].name
                   ? kind
                   : kind + QStringLiteral(": ") + shownSentence(e);
    };
    LaneHit hit;
    hit.at = {lead.frame, 0.0};
    hit.x = x(*found, frame);
    hit.event = data().events->tableIndex(m_rows[static_cast<std::size_t>(found->lead)]);
    hit.text = line(lead);
    if (found->count() > 1) {
        hit.text = QObject::tr("%n events, %1", nullptr, found->count()).arg(line(lead));
        QStringList lines;
        for (int row = found->first; row <= found->last && lines.size() < ListedInTooltip; ++row)
            lines << model::formatTime(event(row).time) + QStringLiteral("  ") + line(event(row));
        if (found->count() > ListedInTooltip)
            lines << QObject::tr("and %n more: zoom in to part them", nullptr,
                                 found->count() - ListedInTooltip);
        hit.detail = lines.join(QLatin1Char('\n'));
    }
    return hit;
}

} // namespace ghostline::app
