// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/verb_metrics.h"

#include "app/cli/text_table.h"
#include "model/metrics/metrics.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ghostline::app {

using namespace Qt::StringLiterals;
using model::ErrorCode;
using model::fail;
using model::MetricInfo;
using model::MetricRequest;
using model::MetricSeries;
using model::Result;

namespace {

/// A table is held whole while it is made: at 16 bytes a value this is 512 MB.
constexpr std::int64_t MostValues = 32'000'000;

struct Column
{
    QString title; ///< "METRIC", or "NAME#ID/METRIC" for an actor's
    MetricRequest request;
    MetricSeries series;
};

struct MetricTable
{
    model::FrameRange frames;
    std::vector<Column> columns;
};

bool movesByItself(model::ActorKind kind)
{
    switch (kind) {
    case model::ActorKind::Player:
    case model::ActorKind::Vehicle:
    case model::ActorKind::Walker:
    case model::ActorKind::Disc:
    case model::ActorKind::Unit:
        return true;
    default:
        return false;
    }
}

Result<std::vector<model::ActorId>> chosenActors(const MetricsArguments& arguments,
                                                 const model::ReplayInfo& info)
{
    const bool all = arguments.actors.contains(u"all"_s);
    if (!all && !arguments.actors.isEmpty())
        return findActors(arguments.actors, info);
    std::vector<model::ActorId> actors;
    // Where people command armies, the figures are theirs: thousands of units are no table.
    if (!all && !info.players.empty()) {
        for (const model::PlayerCard& player : info.players)
            actors.push_back(player.actor);
        return actors;
    }
    for (const model::ActorInfo& actor : info.cast) {
        if (all || movesByItself(actor.kind))
            actors.push_back(actor.id);
    }
    return actors;
}

/// Distances between two actors have no place in a table that names one actor a column.
std::vector<MetricInfo> tableMetrics(const model::ReplayInfo& info, const std::vector<model::Zone>& zones)
{
    std::vector<MetricInfo> metrics = model::metricsOf(info, zones);
    std::erase_if(metrics, [](const MetricInfo& m) { return m.needsOther(); });
    return metrics;
}

Result<std::vector<MetricInfo>> chosenMetrics(const MetricsArguments& arguments,
                                              std::vector<MetricInfo> offered)
{
    if (arguments.metrics.isEmpty()) {
        // Everybody against everybody takes a while, and places are no overview: only for whoever asks.
        std::erase_if(offered, [](const MetricInfo& m) {
            return m.isPlace() || m.source == model::MetricSource::NearestDistance;
        });
        return offered;
    }
    std::vector<MetricInfo> chosen;
    // Together or each by itself: ids hold no comma.
    for (const QString& id : arguments.metrics.join(u',').split(u',')) {
        const auto found =
            std::find_if(offered.begin(), offered.end(), [&id](const MetricInfo& m) { return m.id == id; });
        if (found == offered.end())
            return fail(ErrorCode::InvalidArgument,
                        u"there is no metric \"%1\"; --list shows them"_s.arg(id));
        chosen.push_back(*found);
    }
    return chosen;
}

std::vector<Column> columnsFor(const std::vector<MetricInfo>& metrics,
                               const std::vector<model::ActorId>& actors, const model::ReplayInfo& info)
{
    std::vector<Column> columns;
    for (const MetricInfo& metric : metrics) {
        if (!metric.needsActor())
            columns.push_back({metric.id, {metric, model::ActorId::None, model::ActorId::None}, {}});
    }
    for (const model::ActorId actor : actors) {
        const QString name = u"%1#%2/"_s.arg(info.cast[index(actor)].name).arg(index(actor));
        for (const MetricInfo& metric : metrics) {
            if (metric.needsActor())
                columns.push_back({name + metric.id, {metric, actor, model::ActorId::None}, {}});
        }
    }
    return columns;
}

Result<MetricTable> readTable(const Session& session, const Replay& replay, const MetricsArguments& arguments,
                              std::vector<MetricInfo> offered)
{
    const auto actors = chosenActors(arguments, replay.info());
    if (!actors)
        return tl::unexpected(actors.error());
    const auto metrics = chosenMetrics(arguments, std::move(offered));
    if (!metrics)
        return tl::unexpected(metrics.error());
    const auto frames = parseRange(arguments.from, arguments.to, replay.index->timeAxis);
    if (!frames)
        return tl::unexpected(frames.error());

    MetricTable table{*frames, columnsFor(*metrics, *actors, replay.info())};
    const auto width = static_cast<std::int64_t>(table.columns.size());
    if (width > 0 && table.frames.count() > MostValues / width)
        return fail(
            ErrorCode::LimitExceeded,
            u"%1 samples of %2 columns are more than fit in memory; choose with --actor, --metric, --from "
            "and --to"_s.arg(table.frames.count())
                .arg(width));
    std::vector<MetricRequest> requests;
    requests.reserve(table.columns.size());
    for (const Column& column : table.columns)
        requests.push_back(column.request);
    auto series = model::readMetrics(*replay.source, requests, table.frames, std::numeric_limits<int>::max(),
                                     {}, session.stop);
    if (!series)
        return tl::unexpected(series.error());
    for (std::size_t c = 0; c < table.columns.size(); ++c)
        table.columns[c].series = std::move((*series)[c]);
    if (arguments.metrics.isEmpty()) {
        // What an actor never has (a walker's throttle) is no column, unless it was asked for.
        std::erase_if(table.columns, [](const Column& column) {
            return std::all_of(column.series.samples.begin(), column.series.samples.end(),
                               [](const model::MetricSample& s) { return std::isnan(s.value); });
        });
    }
    return table;
}

/// One row: hands out each column's value at a frame. Series are undecimated, a sample a frame where they
/// have one; a column that begins late is matched by time.
class RowReader
{
public:
    explicit RowReader(const MetricTable& table) : m_table(table), m_next(table.columns.size(), 0) {}

    void moveTo(model::FrameNumber frame, double time)
    {
        m_row = static_cast<std::size_t>(frame - m_table.frames.first);
        m_time = time;
    }
    double value(std::size_t column)
    {
        const auto& samples = m_table.columns[column].series.samples;
        if (samples.size() == static_cast<std::size_t>(m_table.frames.count()))
            return samples[m_row].value;
        std::size_t& next = m_next[column];
        while (next < samples.size() && samples[next].time < m_time - HalfMicrosecond)
            ++next;
        if (next < samples.size() && samples[next].time <= m_time + HalfMicrosecond)
            return samples[next].value;
        return std::numeric_limits<double>::quiet_NaN();
    }

private:
    static constexpr double HalfMicrosecond = 0.5e-6;
    const MetricTable& m_table;
    std::vector<std::size_t> m_next;
    std::size_t m_row = 0;
    double m_time = 0.0;
};

void printCsv(const Session& session, const MetricTable& table, const model::TimeAxis& axis)
{
    QByteArray text = "time_s,frame";
    for (const Column& column : table.columns)
        text += ',' + csvField(column.title);
    session.print(text + '\n');
    RowReader row(table);
    for (model::FrameNumber frame = table.frames.first; frame < table.frames.end; ++frame) {
        const double time = exactSeconds(axis.timeOf(frame));
        row.moveTo(frame, time);
        text = csvNumber(time) + ',' + QByteArray::number(static_cast<qlonglong>(frame));
        for (std::size_t c = 0; c < table.columns.size(); ++c)
            text += ',' + csvNumber(row.value(c));
        session.print(text + '\n');
    }
}

void printJson(const Session& session, const MetricTable& table, const model::TimeAxis& axis)
{
    JsonWriter json(session.console.out);
    json.beginObject();
    json.key("columns");
    json.beginArray();
    for (const auto& [name, unit] : {std::pair{u"time_s"_s, u"s"_s}, std::pair{u"frame"_s, QString()}}) {
        json.beginObject(JsonLayout::Inline);
        json.member("name", name);
        json.member("unit", unit);
        json.endObject();
    }
    for (const Column& column : table.columns) {
        json.beginObject(JsonLayout::Inline);
        json.member("name", column.title);
        json.member("unit", column.request.metric.unit);
        json.member("metric", column.request.metric.id);
        json.key("actor");
        column.request.actor == model::ActorId::None ? json.null() : json.value(index(column.request.actor));
        json.endObject();
    }
    json.endArray();
    json.key("rows");
    json.beginArray();
    RowReader row(table);
    for (model::FrameNumber frame = table.frames.first; frame < table.frames.end; ++frame) {
        const double time = exactSeconds(axis.timeOf(frame));
        row.moveTo(frame, time);
        json.beginArray(JsonLayout::Inline);
        json.value(time);
        json.value(frame);
        for (std::size_t c = 0; c < table.columns.size(); ++c)
            json.value(row.value(c));
        json.endArray();
    }
    json.endArray();
    json.endObject();
    json.finish();
}

/// For people: what each column did, not a wall of numbers.
void printSummary(const Session& session, const MetricTable& table)
{
    const auto right = TextTable::Align::Right;
    session.print(countText(table.frames.count(), u"sample"_s) + u"; --csv or --json print them all\n\n"_s);
    TextTable text({{u"Metric"_s}, {u"Least"_s, right}, {u"Mean"_s, right}, {u"Most"_s, right}, {u"Unit"_s}});
    for (const Column& column : table.columns) {
        double least = std::numeric_limits<double>::infinity();
        double most = -least;
        double sum = 0.0;
        std::int64_t count = 0;
        for (const model::MetricSample& sample : column.series.samples) {
            if (std::isnan(sample.value))
                continue;
            least = std::min(least, sample.value);
            most = std::max(most, sample.value);
            sum += sample.value;
            ++count;
        }
        const double mean = sum / static_cast<double>(count);
        text.addRow(
            {column.title, figureText(least), figureText(mean), figureText(most), column.series.unit});
    }
    session.print(text.text());
}

void printList(const Session& session, const std::vector<MetricInfo>& metrics, bool asJson)
{
    if (asJson) {
        JsonWriter json(session.console.out);
        json.beginObject();
        json.key("metrics");
        json.beginArray();
        for (const MetricInfo& metric : metrics) {
            json.beginObject(JsonLayout::Inline);
            json.member("id", metric.id);
            json.member("name", metric.name);
            json.member("unit", metric.unit);
            json.member("group", metric.group);
            json.member("per_actor", metric.needsActor());
            json.endObject();
        }
        json.endArray();
        json.endObject();
        return json.finish();
    }
    TextTable table({{u"Id"_s}, {u"Name"_s}, {u"Unit"_s}, {u"Group"_s}, {u"Of"_s}});
    for (const MetricInfo& metric : metrics) {
        table.addRow({metric.id, metric.name, metric.unit, metric.group,
                      metric.needsActor() ? u"each actor"_s : u"the recording"_s});
    }
    session.print(table.text());
}

} // namespace

int runMetrics(const Session& session, const MetricsArguments& arguments)
{
    const auto replay = openReplay(session, arguments);
    if (!replay)
        return failWith(session, replay.error(), arguments.file);
    const auto zones = readZones(arguments.zones);
    if (!zones)
        return failWith(session, zones.error());
    std::vector<MetricInfo> offered = tableMetrics(replay->info(), *zones);
    if (arguments.list) {
        printList(session, offered, arguments.json);
        return finish(session, *replay);
    }
    const auto table = readTable(session, *replay, arguments, std::move(offered));
    if (!table)
        return failWith(session, table.error(), arguments.file);
    if (arguments.csv)
        printCsv(session, *table, replay->index->timeAxis);
    else if (arguments.json)
        printJson(session, *table, replay->index->timeAxis);
    else
        printSummary(session, *table);
    return finish(session, *replay);
}

} // namespace ghostline::app
