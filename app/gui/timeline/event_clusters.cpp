// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/timeline/event_clusters.h"

#include <QLocale>
#include <QObject>

#include <tuple>

namespace ghostline::app {

namespace {

constexpr double CountPadding = 10.0; // between sign and count, and after it

} // namespace

QString clusterCountText(int count)
{
    if (count < 1000)
        return QString::number(count);
    const QString unit = count < 1'000'000 ? QObject::tr("k", "thousand") : QObject::tr("M", "million");
    const double scaled = count / (count < 1'000'000 ? 1e3 : 1e6);
    return QLocale().toString(scaled, 'f', scaled < 10.0 ? 1 : 0) + unit;
}

double clusterWidth(int count, const ClusterMetrics& metrics)
{
    if (count <= 1)
        return metrics.markWidth;
    return metrics.markWidth + CountPadding +
           metrics.digitWidth * static_cast<double>(clusterCountText(count).size());
}

std::vector<EventCluster> clusterEvents(const model::EventList& list, const std::vector<int>& rows,
                                        const ClusterMetrics& metrics)
{
    const auto event = [&](int i) -> const model::Event& {
        return list.at(rows[static_cast<std::size_t>(i)]);
    };
    const auto weight = [&](int i) {
        const model::Event& e = event(i);
        return std::tuple(list.table().kinds[static_cast<std::size_t>(e.kind)].major, e.severity);
    };
    const auto left = [&](const EventCluster& c) {
        return static_cast<double>(event(c.lead).time.count()) / metrics.microsPerPixel -
               metrics.markWidth / 2.0;
    };

    std::vector<EventCluster> clusters;
    for (int i = 0; i < static_cast<int>(rows.size()); ++i) {
        EventCluster fresh{i, i, i};
        // A marker grows when it gains a count or a later lead, and may then reach the one before it.
        while (!clusters.empty()) {
            const EventCluster& before = clusters.back();
            if (left(fresh) >= left(before) + clusterWidth(before.count(), metrics))
                break;
            fresh.first = before.first;
            if (weight(before.lead) >= weight(fresh.lead))
                fresh.lead = before.lead;
            clusters.pop_back();
        }
        clusters.push_back(fresh);
    }
    return clusters;
}

} // namespace ghostline::app
