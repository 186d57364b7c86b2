// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/verb_metrics.h"

#include "app/cli/run_list.h"
#include "app/cli/text_table.h"
#include "model/metrics/metric_table.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ghostline::app {

using namespace Qt::StringLiterals;
using model::ErrorCode;
using model::fail;
using model::MetricColumn;
using model::MetricInfo;
using model::MetricTable;
using model::Result;

namespace {

Result<std::vector<model::ActorId>> chosenActors(const MetricsArguments& arguments,
                                                 const model::ReplayInfo& info)
{
    const bool all = arguments.actors.contains(u"all"_s);
    if (!all && !arguments.actors.isEmpty())
        return findActors(arguments.actors, info);
    if (!all)
        return model::tableActors(info);
    std::vector<model::ActorId> actors;
    actors.reserve(info.cast.size());
    for (const model::ActorInfo& actor : info.cast)
        actors.push_back(actor.id);
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

    std::vector<MetricColumn> columns = model::tableColumns(*metrics, *actors, replay.info());
    if (!model::fitsTable(columns.size(), *frames))
        return fail(
            ErrorCode::LimitExceeded,
            u"%1 samples of %2 columns are more than fit in memory; choose with --actor, --metric, --from "
            "and --to"_s.arg(frames->count())
                .arg(columns.size()));
    auto table = model::readMetricTable(*replay.source, std::move(columns), *frames, {}, session.stop);
    if (!table)
        return table;
    if (arguments.metrics.isEmpty()) {
        // What an actor never has (a walker's throttle) is no column, unless it was asked for.
        std::erase_if(table->columns, [](const MetricColumn& column) {
            return std::all_of(column.series.samples.begin(), column.series.samples.end(),
                               [](const model::MetricSample& s) { return std::isnan(s.value); });
        });
    }
    return table;
}

void printCsv(const Session& session, const MetricTable& table, const model::TimeAxis& axis)
{
    // Whether anybody still reads is found out when the program ends.
    const auto print = [&session](const QByteArray& line) -> Result<void> {
        session.print(line);
        return {};
    };
    static_cast<void>(model::writeMetricCsv(table, axis, print));
}

void writeTable(JsonWriter& json, const MetricTable& table, const model::TimeAxis& axis)
{
    json.key("columns");
    json.beginArray();
    for (const auto& [name, unit] : {std::pair{u"time_s"_s, u"s"_s}, std::pair{u"frame"_s, QString()}}) {
        json.beginObject(JsonLayout::Inline);
        json.member("name", name);
        json.member("unit", unit);
        json.endObject();
    }
    for (const MetricColumn& column : table.columns) {
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
    model::MetricRows row(table, axis);
    while (row.next()) {
        json.beginArray(JsonLayout::Inline);
        json.value(row.seconds());
        json.value(row.frame());
        for (std::size_t c = 0; c < table.columns.size(); ++c)
            json.value(row.value(c));
        json.endArray();
    }
    json.endArray();
}

/// For people: what each column did, not a wall of numbers.
void printSummary(const Session& session, const MetricTable& table)
{
    const auto right = TextTable::Align::Right;
    session.print(countText(table.frames.count(), u"sample"_s) + u"; --csv or --json print them all\n\n"_s);
    TextTable text({{u"Metric"_s}, {u"Least"_s, right}, {u"Mean"_s, right}, {u"Most"_s, right}, {u"Unit"_s}});
    for (const MetricColumn& column : table.columns) {
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

void writeList(JsonWriter& json, const std::vector<MetricInfo>& metrics)
{
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
}

void printJson(const Session& session, const std::function<void(JsonWriter&)>& members)
{
    JsonWriter json(session.console.out);
    json.beginObject();
    members(json);
    json.endObject();
    json.finish();
}

void printList(const Session& session, const std::vector<MetricInfo>& metrics)
{
    TextTable table({{u"Id"_s}, {u"Name"_s}, {u"Unit"_s}, {u"Group"_s}, {u"Of"_s}});
    for (const MetricInfo& metric : metrics) {
        table.addRow({metric.id, metric.name, metric.unit, metric.group,
                      metric.needsActor() ? u"each actor"_s : u"the recording"_s});
    }
    session.print(table.text());
}

/// One recording of a list; the table is made before its line begins.
Answer answerOne(const Session& session, const MetricsArguments& arguments,
                 const std::vector<model::Zone>& zones)
{
    const auto replay = openReplay(session, arguments);
    if (!replay)
        return Answer::failed(session, replay.error(), arguments.file);
    std::vector<MetricInfo> offered = tableMetrics(replay->info(), zones);
    Answer answer{ExitFine, replay->index->lostData(), std::nullopt};
    if (arguments.list) {
        answer.members = [offered](JsonWriter& json) { writeList(json, offered); };
    } else {
        auto table = readTable(session, *replay, arguments, std::move(offered));
        if (!table)
            return Answer::failed(session, table.error(), arguments.file);
        const auto shared = std::make_shared<const MetricTable>(std::move(*table));
        answer.members = [shared, index = replay->index](JsonWriter& json) {
            writeTable(json, *shared, index->timeAxis);
        };
    }
    answer.code = finish(session, *replay);
    return answer;
}

int metricsOfList(const Session& session, const MetricsArguments& arguments,
                  const std::vector<model::Zone>& zones)
{
    if (arguments.csv)
        return failWith(session, {ErrorCode::InvalidArgument, u"a list is answered in JSON, not --csv"_s});
    if (const auto options = openOptions(session, arguments); !options)
        return failWith(session, options.error());
    return runList(session, arguments.recordings, u"metrics"_s, [&](const Session& one, const QString& file) {
        MetricsArguments wish = arguments;
        wish.file = file;
        return answerOne(one, wish, zones);
    });
}

int metricsOfOne(const Session& session, const MetricsArguments& arguments,
                 const std::vector<model::Zone>& zones)
{
    const auto replay = openReplay(session, arguments);
    if (!replay)
        return failWith(session, replay.error(), arguments.file);
    std::vector<MetricInfo> offered = tableMetrics(replay->info(), zones);
    if (arguments.list) {
        if (arguments.json)
            printJson(session, [&offered](JsonWriter& json) { writeList(json, offered); });
        else
            printList(session, offered);
        return finish(session, *replay);
    }
    const auto table = readTable(session, *replay, arguments, std::move(offered));
    if (!table)
        return failWith(session, table.error(), arguments.file);
    const model::TimeAxis& axis = replay->index->timeAxis;
    if (arguments.csv)
        printCsv(session, *table, axis);
    else if (arguments.json)
        printJson(session, [&](JsonWriter& json) { writeTable(json, *table, axis); });
    else
        printSummary(session, *table);
    return finish(session, *replay);
}

} // namespace

int runMetrics(const Session& session, const MetricsArguments& arguments)
{
    const ListArguments& recordings = arguments.recordings;
    if (const auto wrong = wrongWithoutList(recordings))
        return failWith(session, *wrong);
    const auto zones = readZones(arguments.zones);
    if (!zones)
        return failWith(session, zones.error());
    if (recordings.isList())
        return metricsOfList(session, arguments, *zones);
    if (recordings.paths.size() != 1)
        return failWith(session, {ErrorCode::InvalidArgument, u"several recordings need --jsonl"_s});
    MetricsArguments one = arguments;
    one.file = recordings.paths.front();
    return metricsOfOne(session, one, *zones);
}

} // namespace ghostline::app
