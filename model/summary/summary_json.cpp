// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/summary/summary_json.h"

#include "model/board/drawing_json.h"

#include <QJsonArray>

#include <cmath>

namespace ghostline::model {

namespace {

using namespace Qt::StringLiterals;

/// To the microsecond, as the decimal number: 0.1, not 0.09999999999999999.
double exact(Micros time) { return static_cast<double>(time.count()) / 1e6; }

QJsonValue number(double value) { return std::isfinite(value) ? QJsonValue(value) : QJsonValue(); }

QJsonArray numbers(const std::vector<double>& values)
{
    QJsonArray array;
    for (const double value : values)
        array.append(number(value));
    return array;
}

QJsonValue teamIndex(int team) { return team >= 0 ? QJsonValue(team) : QJsonValue(); }

QJsonArray teamsOf(const MatchSummary& summary)
{
    QJsonArray array;
    for (std::size_t t = 0; t < summary.info().teams.size(); ++t) {
        const Team& team = summary.info().teams[t];
        QJsonObject object{{u"name"_s, team.name}};
        if (!team.side.isEmpty())
            object[u"side"_s] = team.side;
        if (t < summary.score.size())
            object[u"score"_s] = number(summary.score[t]);
        if (t < summary.roundScore.size())
            object[u"rounds_won"_s] = number(summary.roundScore[t]);
        if (t < summary.possession.size())
            object[u"possession"_s] = number(summary.possession[t]);
        array.append(object);
    }
    return array;
}

QJsonArray playersOf(const MatchSummary& summary)
{
    QJsonArray array;
    for (const PlayerCard& player : summary.info().players) {
        QJsonObject object{{u"name"_s, player.name}, {u"team"_s, teamIndex(player.team)}};
        if (!player.clan.isEmpty())
            object[u"clan"_s] = player.clan;
        if (!player.result.isEmpty()) {
            object[u"result"_s] = player.result;
            object[u"result_inferred"_s] = player.resultInferred;
        }
        QJsonObject facts;
        for (const auto& [name, value] : player.facts)
            facts[name] = value;
        if (!facts.isEmpty())
            object[u"facts"_s] = facts;
        array.append(object);
    }
    return array;
}

QJsonArray statisticsOf(const MatchSummary& summary)
{
    const auto& statistics = summary.info().scoreboard.statistics;
    QJsonArray array;
    for (const SummaryRow& row : summary.roster) {
        QJsonObject values;
        for (std::size_t s = 0; s < std::min(statistics.size(), row.values.size()); ++s)
            values[statistics[s].id] = number(row.values[s]);
        QJsonObject object{{u"team"_s, teamIndex(row.team)}, {u"values"_s, values}};
        if (const ActorInfo* actor = summary.info().actor(row.actor)) {
            object[u"actor"_s] = static_cast<qint64>(index(row.actor));
            object[u"name"_s] = actor->name;
            object[u"left"_s] = row.left;
        }
        array.append(object);
    }
    return array;
}

QJsonObject eventJson(const MatchSummary& summary, std::size_t at)
{
    const Event& event = summary.index->events->events[at];
    QJsonObject object{{u"time_s"_s, exact(event.time)},
                       {u"frame"_s, static_cast<qint64>(event.frame)},
                       {u"kind"_s, summary.index->events->kinds[static_cast<std::size_t>(event.kind)].id},
                       {u"severity"_s, event.severity},
                       {u"team"_s, teamIndex(summary.teamOf(event))},
                       {u"text"_s, event.text}};
    if (event.length.count() > 0)
        object[u"length_s"_s] = exact(event.length);
    return object;
}

QJsonArray periodsOf(const MatchSummary& summary)
{
    QJsonArray array;
    for (const SummaryPeriod& period : summary.periods) {
        QJsonArray events;
        for (const std::size_t event : period.events)
            events.append(eventJson(summary, event));
        QJsonObject object{{u"round"_s, period.round},
                           {u"first_frame"_s, static_cast<qint64>(period.frames.first)},
                           {u"end_frame"_s, static_cast<qint64>(period.frames.end)},
                           {u"events"_s, events}};
        if (!period.score.empty())
            object[u"score"_s] = numbers(period.score);
        array.append(object);
    }
    return array;
}

QJsonObject kindsOf(const MatchSummary& summary)
{
    QJsonObject counts;
    for (const SummaryKind& kind : summary.kinds)
        counts[summary.index->events->kinds[static_cast<std::size_t>(kind.kind)].id] = kind.count;
    return counts;
}

QJsonArray plotsOf(const MatchSummary& summary)
{
    QJsonArray array;
    for (const SummaryPlot& plot : summary.plots) {
        QJsonArray curves;
        for (const SummaryCurve& curve : plot.curves) {
            QJsonArray times;
            QJsonArray values;
            for (const MetricSample& sample : curve.samples) {
                times.append(sample.time);
                values.append(number(sample.value));
            }
            QJsonObject object{
                {u"team"_s, teamIndex(curve.team)}, {u"time_s"_s, times}, {u"value"_s, values}};
            if (!curve.name.isEmpty())
                object[u"name"_s] = curve.name;
            curves.append(object);
        }
        array.append(QJsonObject{
            {u"id"_s, plot.id}, {u"title"_s, plot.title}, {u"unit"_s, plot.unit}, {u"curves"_s, curves}});
    }
    return array;
}

QJsonArray highlightsOf(const MatchSummary& summary)
{
    QJsonArray array;
    for (const SummaryMoment& moment : summary.highlights) {
        QJsonObject parts;
        for (const auto& [id, value] : moment.parts)
            parts[id] = number(value);
        QJsonArray actors;
        for (const ActorId actor : moment.actors)
            actors.append(static_cast<qint64>(index(actor)));
        array.append(QJsonObject{{u"from_s"_s, exact(moment.from)},
                                 {u"peak_s"_s, exact(moment.at)},
                                 {u"to_s"_s, exact(moment.to)},
                                 {u"title"_s, moment.title},
                                 {u"team"_s, teamIndex(moment.team)},
                                 {u"score"_s, number(moment.score)},
                                 {u"parts"_s, parts},
                                 {u"actors"_s, actors}});
    }
    return array;
}

QJsonArray bookmarksOf(const MatchSummary& summary)
{
    QJsonArray array;
    for (const Bookmark& mark : summary.bookmarks) {
        array.append(QJsonObject{{u"time_s"_s, exact(mark.time)},
                                 {u"length_s"_s, exact(mark.length)},
                                 {u"title"_s, mark.title},
                                 {u"note"_s, mark.note},
                                 {u"author"_s, mark.author},
                                 {u"tags"_s, QJsonArray::fromStringList(mark.tags)}});
    }
    return array;
}

QJsonArray drawingsOf(const MatchSummary& summary)
{
    QJsonArray array;
    for (const SummaryBoard& board : summary.boards) {
        for (const Drawing& drawing : board.drawings)
            array.append(toJson(drawing));
    }
    return array;
}

QJsonArray heatOf(const MatchSummary& summary)
{
    QJsonArray array;
    for (const SummaryHeat& heat : summary.heat) {
        const HeatLayout& layout = heat.grid.layout;
        array.append(QJsonObject{{u"team"_s, teamIndex(heat.team)},
                                 {u"unit"_s, heat.grid.unit},
                                 {u"x"_s, layout.x},
                                 {u"z"_s, layout.z},
                                 {u"cell"_s, layout.cell},
                                 {u"columns"_s, layout.columns},
                                 {u"rows"_s, layout.rows},
                                 {u"most"_s, number(heat.grid.most)},
                                 {u"total"_s, number(heat.grid.total)}});
    }
    return array;
}

QJsonObject framesJson(FrameRange frames, const QString& reason)
{
    return {{u"first_frame"_s, static_cast<qint64>(frames.first)},
            {u"end_frame"_s, static_cast<qint64>(frames.end)},
            {u"reason"_s, reason}};
}

QJsonObject integrityOf(const MatchSummary& summary)
{
    QJsonArray lost;
    for (const LostSpan& span : summary.index->lost)
        lost.append(framesJson(span.frames, span.reason));
    for (const FrameRange& frames : summary.unread)
        lost.append(framesJson(frames, u"cannot be decoded"_s));
    QJsonArray diagnostics;
    for (const Diagnostic& diagnostic : summary.index->diagnostics)
        diagnostics.append(QJsonObject{{u"severity"_s, severityName(diagnostic.severity)},
                                       {u"code"_s, diagnostic.code},
                                       {u"message"_s, diagnostic.message}});
    QJsonArray missing;
    for (const SummaryGap& gap : summary.gaps)
        missing.append(QJsonObject{{u"what"_s, gap.what}, {u"message"_s, gap.why.message}});
    QJsonArray checks;
    for (const Verdict& verdict : summary.verdicts)
        checks.append(QJsonObject{{u"check"_s, verdict.check},
                                  {u"state"_s, verdictName(verdict.state)},
                                  {u"detail"_s, verdict.detail}});
    return {
        {u"lost"_s, lost}, {u"diagnostics"_s, diagnostics}, {u"missing"_s, missing}, {u"checks"_s, checks}};
}

/// Only where there is something in it.
void add(QJsonObject& object, const QString& key, const QJsonArray& array)
{
    if (!array.isEmpty())
        object[key] = array;
}

} // namespace

QJsonObject summaryJson(const MatchSummary& summary)
{
    const ReplayInfo& info = summary.info();
    QJsonObject object{
        {u"file"_s, summary.file},
        {u"sha256"_s,
         summary.sha256.isEmpty() ? QJsonValue() : QJsonValue(QString::fromLatin1(summary.sha256))},
        {u"program_version"_s, summary.version},
        {u"format"_s, info.format},
        {u"format_name"_s, info.formatName},
        {u"format_version"_s, info.formatVersion},
        {u"map"_s, info.map.isEmpty() ? QJsonValue() : QJsonValue(info.map)},
        {u"recorded_at"_s, info.recordedAt.isValid()
                               ? QJsonValue(info.recordedAt.toUTC().toString(Qt::ISODateWithMs))
                               : QJsonValue()},
        {u"duration_s"_s, exact(summary.index->timeAxis.duration())},
        {u"frames"_s, static_cast<qint64>(summary.index->frames())},
        {u"event_counts"_s, kindsOf(summary)},
        {u"integrity"_s, integrityOf(summary)}};
    add(object, u"teams"_s, teamsOf(summary));
    add(object, u"players"_s, playersOf(summary));
    add(object, u"statistics"_s, statisticsOf(summary));
    add(object, u"periods"_s, periodsOf(summary));
    add(object, u"plots"_s, plotsOf(summary));
    add(object, u"highlights"_s, highlightsOf(summary));
    add(object, u"bookmarks"_s, bookmarksOf(summary));
    add(object, u"drawings"_s, drawingsOf(summary));
    add(object, u"heat_maps"_s, heatOf(summary));
    return object;
}

} // namespace ghostline::model
