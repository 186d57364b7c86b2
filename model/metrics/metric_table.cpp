// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/metrics/metric_table.h"

#include "model/base/shown_text.h"

#include <limits>

namespace ghostline::model {

namespace {

bool movesByItself(ActorKind kind)
{
    switch (kind) {
    case ActorKind::Player:
    case ActorKind::Vehicle:
    case ActorKind::Walker:
    case ActorKind::Disc:
    case ActorKind::Unit:
        return true;
    default:
        return false;
    }
}

} // namespace

std::vector<ActorId> tableActors(const ReplayInfo& info)
{
    std::vector<ActorId> actors;
    // Where people command armies, the figures are theirs: thousands of units are no table.
    for (const PlayerCard& player : info.players) {
        if (player.actor != ActorId::None)
            actors.push_back(player.actor);
    }
    if (!actors.empty())
        return actors;
    for (const ActorInfo& actor : info.cast) {
        if (movesByItself(actor.kind))
            actors.push_back(actor.id);
    }
    return actors;
}

std::vector<MetricColumn> tableColumns(std::span<const MetricInfo> metrics, std::span<const ActorId> actors,
                                       const ReplayInfo& info)
{
    std::vector<MetricColumn> columns;
    for (const MetricInfo& metric : metrics) {
        if (!metric.needsActor())
            columns.push_back({metric.id, {metric, ActorId::None, ActorId::None}});
    }
    for (const ActorId actor : actors) {
        const auto number = static_cast<std::int32_t>(actor);
        const ActorInfo* about = info.actor(actor);
        const QString name =
            QStringLiteral("%1#%2/").arg(about != nullptr ? about->name : QString()).arg(number);
        for (const MetricInfo& metric : metrics) {
            if (metric.needsActor() && !metric.needsOther())
                columns.push_back({name + metric.id, {metric, actor, ActorId::None}});
        }
    }
    return columns;
}

bool fitsTable(std::size_t columns, FrameRange frames)
{
    const auto width = static_cast<std::int64_t>(columns);
    return width == 0 || frames.count() <= MostTableValues / width;
}

Result<MetricTable> readMetricTable(const ReplaySource& source, std::vector<MetricColumn> columns,
                                    FrameRange frames, const Progress& progress, std::stop_token stop)
{
    if (!fitsTable(columns.size(), frames))
        return fail(ErrorCode::LimitExceeded,
                    QStringLiteral("%1 samples of %2 columns are more than fit in memory")
                        .arg(frames.count())
                        .arg(columns.size()));
    std::vector<MetricRequest> requests;
    requests.reserve(columns.size());
    for (const MetricColumn& column : columns)
        requests.push_back(column.request);
    auto series =
        readMetrics(source, requests, frames, std::numeric_limits<int>::max(), progress, std::move(stop));
    if (!series)
        return tl::unexpected(series.error());
    for (std::size_t c = 0; c < columns.size(); ++c)
        columns[c].series = std::move((*series)[c]);
    return MetricTable{frames, std::move(columns)};
}

MetricRows::MetricRows(const MetricTable& table, const TimeAxis& axis)
    : m_table(table), m_axis(axis), m_next(table.columns.size(), 0), m_frame(table.frames.first - 1)
{
}

bool MetricRows::next()
{
    if (m_frame + 1 >= m_table.frames.end)
        return false;
    ++m_frame;
    m_seconds = static_cast<double>(m_axis.timeOf(m_frame).count()) / 1e6;
    return true;
}

double MetricRows::value(std::size_t column)
{
    constexpr double HalfMicrosecond = 0.5e-6;
    const auto& samples = m_table.columns[column].series.samples;
    if (samples.size() == static_cast<std::size_t>(m_table.frames.count()))
        return samples[static_cast<std::size_t>(m_frame - m_table.frames.first)].value;
    std::size_t& next = m_next[column];
    while (next < samples.size() && samples[next].time < m_seconds - HalfMicrosecond)
        ++next;
    if (next < samples.size() && samples[next].time <= m_seconds + HalfMicrosecond)
        return samples[next].value;
    return std::numeric_limits<double>::quiet_NaN();
}

Result<void> writeMetricCsv(const MetricTable& table, const TimeAxis& axis,
                            const std::function<Result<void>(const QByteArray& line)>& write)
{
    QByteArray line = "time_s,frame";
    for (const MetricColumn& column : table.columns)
        line += ',' + csvField(column.title);
    auto done = write(line + '\n');
    MetricRows row(table, axis);
    while (done && row.next()) {
        line = csvNumber(row.seconds()) + ',' + QByteArray::number(static_cast<qlonglong>(row.frame()));
        for (std::size_t c = 0; c < table.columns.size(); ++c)
            line += ',' + csvNumber(row.value(c));
        done = write(line + '\n');
    }
    return done;
}

} // namespace ghostline::model
