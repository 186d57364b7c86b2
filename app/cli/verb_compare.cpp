// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/verb_compare.h"

#include "app/cli/comparison.h"
#include "app/cli/text_table.h"
#include "model/time/time_text.h"

#include <algorithm>
#include <cmath>

namespace ghostline::app {

using namespace Qt::StringLiterals;
using model::CopiedStretch;
using model::Micros;
using model::Split;

namespace {

std::optional<double> inSeconds(std::optional<Micros> time)
{
    return time ? std::optional(exactSeconds(*time)) : std::nullopt;
}

/// What has no honest value is null.
void writeNumber(JsonWriter& json, const char* key, std::optional<double> value)
{
    json.key(key);
    value ? json.value(*value) : json.null();
}

void writeRun(JsonWriter& json, const char* key, const Run& run)
{
    json.key(key);
    json.beginObject(JsonLayout::Inline);
    json.member("file", run.replay.file);
    json.member("actor", index(run.actor));
    json.member("name", run.name());
    json.member("map", run.replay.info().map);
    json.member("finished", run.track->finished);
    json.endObject();
}

void writeSplit(JsonWriter& json, const Split& split)
{
    json.beginObject(JsonLayout::Inline);
    json.member("id", split.id);
    json.member("from", split.from);
    json.member("finish", split.finish);
    writeNumber(json, "time_s", inSeconds(split.timeB));
    writeNumber(json, "section_s", inSeconds(split.sectionB));
    writeNumber(json, "delta_s", inSeconds(split.delta));
    writeNumber(json, "section_delta_s", inSeconds(split.sectionDelta));
    writeNumber(json, "speed_m_s", split.speedB);
    writeNumber(json, "a_time_s", inSeconds(split.timeA));
    writeNumber(json, "a_section_s", inSeconds(split.sectionA));
    writeNumber(json, "a_speed_m_s", split.speedA);
    json.endObject();
}

void writeSample(JsonWriter& json, const GapSample& sample)
{
    json.beginObject(JsonLayout::Inline);
    json.member("progress", sample.progress);
    json.member("time_s", sample.time);
    json.member("delta_s", sample.delta);
    json.member("distance_m", sample.distance);
    if (std::isnan(sample.delta))
        json.member("why", model::noNumberName(sample.why));
    json.endObject();
}

template<typename List, typename Write>
void writeList(JsonWriter& json, const char* key, const List& list, Write write)
{
    json.key(key);
    json.beginArray();
    for (const auto& entry : list)
        write(json, entry);
    json.endArray();
}

void printJson(const Session& session, const Comparison& comparison)
{
    JsonWriter json(session.console.out);
    json.beginObject();
    json.member("align", model::alignmentName(comparison.alignment));
    writeRun(json, "a", comparison.a);
    writeRun(json, "b", comparison.b);
    json.member("honesty_s", exactSeconds(comparison.splits.accuracy));
    writeList(json, "splits", comparison.splits.rows, writeSplit);
    writeNumber(json, "final_delta_s", inSeconds(comparison.splits.finalDelta));
    writeNumber(json, "theoretical_best_s", inSeconds(comparison.theoreticalBest));
    writeList(json, "samples", comparison.samples, writeSample);
    writeList(json, "copied", comparison.copied, writeCopied);
    json.endObject();
    json.finish();
}

QByteArray csvLine(const QByteArrayList& fields) { return fields.join(',') + '\n'; }

QByteArray csvValue(std::optional<double> value) { return value ? csvNumber(*value) : QByteArray(); }

void printSamplesCsv(const Session& session, const Comparison& comparison)
{
    session.print("progress,time_s,delta_s,distance_m,why\n");
    for (const GapSample& s : comparison.samples)
        session.print(csvLine({csvNumber(s.progress), csvNumber(s.time), csvNumber(s.delta),
                               csvNumber(s.distance), csvField(model::noNumberName(s.why))}));
}

void printSplitsCsv(const Session& session, const Comparison& comparison)
{
    session.print("id,from,time_s,section_s,delta_s,section_delta_s,speed_m_s,a_time_s,a_section_s,"
                  "a_speed_m_s\n");
    for (const Split& s : comparison.splits.rows)
        session.print(csvLine(
            {csvField(s.id), csvField(s.from), csvValue(inSeconds(s.timeB)), csvValue(inSeconds(s.sectionB)),
             csvValue(inSeconds(s.delta)), csvValue(inSeconds(s.sectionDelta)), csvValue(s.speedB),
             csvValue(inSeconds(s.timeA)), csvValue(inSeconds(s.sectionA)), csvValue(s.speedA)}));
}

QString dash() { return u"-"_s; }

QString timeText(std::optional<Micros> time) { return time ? model::formatTime(*time) : dash(); }

/// A delta always shows its sign, that of nothing too.
QString deltaText(std::optional<double> delta)
{
    if (!delta || std::isnan(*delta))
        return dash();
    return (*delta < 0.0 ? u"-"_s : u"+"_s) + QString::number(std::abs(*delta), 'f', 3);
}

QString fixedText(double value, int decimals)
{
    return std::isnan(value) ? dash() : QString::number(value, 'f', decimals);
}

QByteArray splitsText(const Comparison& comparison)
{
    const auto right = TextTable::Align::Right;
    TextTable table({{u"From"_s},
                     {u"To"_s},
                     {u"A"_s, right},
                     {u"B"_s, right},
                     {u"Delta"_s, right},
                     {u"Section A"_s, right},
                     {u"Section B"_s, right},
                     {u"Section delta"_s, right},
                     {u"B m/s"_s, right}});
    for (const Split& split : comparison.splits.rows) {
        table.addRow({split.from, split.id, timeText(split.timeA), timeText(split.timeB),
                      deltaText(inSeconds(split.delta)), timeText(split.sectionA), timeText(split.sectionB),
                      deltaText(inSeconds(split.sectionDelta)),
                      split.speedB ? fixedText(*split.speedB, 2) : dash()});
    }
    return table.text();
}

/// Where samples were not asked for, a few of them stand for all.
QByteArray samplesText(const Comparison& comparison, bool all)
{
    constexpr std::size_t Few = 20;
    const auto right = TextTable::Align::Right;
    TextTable table({{u"B"_s, right}, {u"Way"_s, right}, {u"Delta"_s, right}, {u"Metres"_s, right}, {}});
    const std::size_t count = comparison.samples.size();
    const std::size_t step = all ? 1 : std::max<std::size_t>((count + Few - 1) / Few, 1);
    for (std::size_t i = 0; i < count; i += step) {
        const GapSample& sample = comparison.samples[i];
        const QString way = fixedText(sample.progress * 100.0, 1);
        table.addRow({model::formatTime(model::fromSeconds(sample.time)),
                      std::isnan(sample.progress) ? way : way + u" %"_s, deltaText(sample.delta),
                      fixedText(sample.distance, 2), model::noNumberName(sample.why).replace(u'_', u' ')});
    }
    return table.text();
}

/// Why there is no delta at all; else empty.
QByteArray noDeltaText(const Comparison& comparison)
{
    const auto known = [&comparison](double GapSample::*value) {
        return std::ranges::any_of(comparison.samples,
                                   [value](const GapSample& sample) { return !std::isnan(sample.*value); });
    };
    if (comparison.samples.empty() || known(&GapSample::delta))
        return {};
    if (!known(&GapSample::progress))
        return "\nNo delta: B never goes along the way of A\n";
    if (comparison.alignment == model::Alignment::Progress)
        return {};
    return "\nNo delta: the two share no checkpoint and no finish; --align progress compares by place\n";
}

QString runText(const QString& letter, const Run& run)
{
    const QString& map = run.replay.info().map;
    return u"%1  %2  %3%4\n"_s.arg(letter, shownText(run.replay.file), shownText(run.name()),
                                   map.isEmpty() ? map : u", "_s + shownText(map));
}

QString copiedText(const std::vector<CopiedStretch>& copied)
{
    constexpr std::size_t MostLines = 10;
    QString text;
    for (std::size_t i = 0; i < copied.size() && i < MostLines; ++i) {
        const CopiedStretch& stretch = copied[i];
        text += u"Copied: frames %1 to %2 of A are frames %3 to %4 of B, place by place (%5 m)\n"_s
                    .arg(stretch.a.first)
                    .arg(stretch.a.end - 1)
                    .arg(stretch.b.first)
                    .arg(stretch.b.end - 1)
                    .arg(stretch.metres, 0, 'f', 1);
    }
    if (copied.size() > MostLines)
        text += u"and %1 more copied stretches; --json lists them all\n"_s.arg(copied.size() - MostLines);
    return text;
}

void printText(const Session& session, const Comparison& comparison, bool samplesWanted)
{
    session.print(runText(u"A"_s, comparison.a) + runText(u"B"_s, comparison.b));
    session.print(u"Aligned by %1; below 0 B is faster; times are true to %2 s\n"_s.arg(
        model::alignmentName(comparison.alignment),
        QString::number(exactSeconds(comparison.splits.accuracy), 'f', 3)));
    const bool failed = !comparison.a.track->resets.empty() || !comparison.b.track->resets.empty();
    if (failed && comparison.alignment == model::Alignment::Progress)
        session.print("A failed attempt is compared with A's of the same number in that section, "
                      "what got through with what got through\n");
    const bool sections = !comparison.splits.rows.empty();
    if (sections) {
        session.print("\n" + splitsText(comparison));
        const auto final = inSeconds(comparison.splits.finalDelta);
        session.print(u"\nFinal delta       %1\n"_s.arg(final ? deltaText(final) + u" s"_s : dash()) +
                      u"Theoretical best  %1 (the best sections of both; nobody ran it)\n"_s.arg(
                          timeText(comparison.theoreticalBest)));
    }
    if (samplesWanted || !sections)
        session.print("\n" + samplesText(comparison, samplesWanted));
    session.print(noDeltaText(comparison));
    if (!comparison.copied.empty())
        session.print(u'\n' + copiedText(comparison.copied));
}

} // namespace

int runCompare(const Session& session, const CompareArguments& arguments)
{
    const auto comparison = compareRuns(session, arguments);
    if (!comparison)
        return failWith(session, comparison.error());
    if (arguments.json)
        printJson(session, *comparison);
    else if (arguments.csv && arguments.splits)
        printSplitsCsv(session, *comparison);
    else if (arguments.csv)
        printSamplesCsv(session, *comparison);
    else
        printText(session, *comparison, arguments.every.has_value());
    return std::max(finish(session, comparison->a.replay), finish(session, comparison->b.replay));
}

} // namespace ghostline::app
