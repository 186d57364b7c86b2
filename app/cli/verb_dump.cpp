// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/verb_dump.h"

#include "app/cli/text_table.h"

#include <algorithm>

namespace ghostline::app {

using namespace Qt::StringLiterals;

namespace {

void printStreamsJson(const Session& session, const std::vector<model::StreamInfo>& streams)
{
    JsonWriter json(session.console.out);
    json.beginObject();
    json.key("streams");
    json.beginArray();
    for (const model::StreamInfo& stream : streams) {
        json.beginObject();
        json.member("name", stream.name);
        json.member("bytes", stream.bytes);
        json.member("records", stream.records);
        json.key("kinds");
        json.beginObject();
        for (const auto& [kind, count] : stream.kinds)
            json.member(kind, count);
        json.endObject();
        json.endObject();
    }
    json.endArray();
    json.endObject();
    json.finish();
}

void printStreamsText(const Session& session, const std::vector<model::StreamInfo>& streams)
{
    const auto right = TextTable::Align::Right;
    TextTable table({{u"Stream"_s}, {u"Records"_s, right}, {u"Size"_s, right}, {u"Kinds"_s}});
    for (const model::StreamInfo& stream : streams) {
        QStringList kinds;
        for (const auto& [kind, count] : stream.kinds)
            kinds += u"%1 x %2"_s.arg(count).arg(kind);
        const bool plain = stream.kinds.size() == 1 && stream.kinds.begin()->first == stream.name;
        table.addRow({stream.name, QString::number(stream.records), bytesText(stream.bytes),
                      plain ? QString() : kinds.join(u", "_s)});
    }
    session.print(table.text());
}

void printRecord(const Session& session, const model::Record& record)
{
    JsonWriter json(session.console.out, JsonLayout::Inline);
    json.beginObject();
    json.member("stream", record.stream);
    json.key("frame");
    record.frame ? json.value(*record.frame) : json.null();
    json.member("offset", record.offset);
    json.member("record", record.name);
    json.member("data", QJsonValue(record.data));
    json.endObject();
    json.finish();
}

model::Result<void> printRecords(const Session& session, const Replay& replay, const DumpArguments& arguments)
{
    std::int64_t left = arguments.limit;
    if (left == 0)
        return {};
    const auto sink = [&](const model::Record& record) {
        if (!arguments.records.isEmpty() && !arguments.records.contains(record.name))
            return true;
        printRecord(session, record);
        return left < 0 || --left > 0;
    };
    return replay.source->readRecords(arguments.stream, sink, session.stop);
}

} // namespace

int runDump(const Session& session, const DumpArguments& arguments)
{
    const auto replay = openReplay(session, arguments);
    if (!replay)
        return failWith(session, replay.error(), arguments.file);
    const auto streams = replay->source->streams(session.stop);
    if (!streams)
        return failWith(session, streams.error(), arguments.file);
    if (arguments.stream.isEmpty()) {
        arguments.json ? printStreamsJson(session, *streams) : printStreamsText(session, *streams);
        return finish(session, *replay);
    }
    QStringList names;
    for (const model::StreamInfo& stream : *streams)
        names += stream.name;
    if (!names.contains(arguments.stream))
        return failWith(session,
                        {model::ErrorCode::InvalidArgument, u"there is no stream \"%1\"; there are: %2"_s.arg(
                                                                arguments.stream, names.join(u", "_s))},
                        arguments.file);
    const auto done = printRecords(session, *replay, arguments);
    // A stream that ends early in a recording known to be damaged is part of what is lost, not a failure.
    const bool partOfTheLoss =
        !done && done.error().code == model::ErrorCode::Damaged && replay->index->lostData();
    if (!done && !partOfTheLoss)
        return failWith(session, done.error(), arguments.file);
    return finish(session, *replay);
}

int runReport(const Session& session, const ReportArguments& arguments)
{
    const auto replay = openReplay(session, arguments);
    if (!replay)
        return failWith(session, replay.error(), arguments.file);
    const auto text = replay->source->report(arguments.name, arguments.arguments, session.stop);
    if (!text)
        return failWith(session, text.error(), arguments.file);
    if (arguments.json) {
        JsonWriter json(session.console.out);
        json.beginObject();
        json.member("file", replay->file);
        json.member("report", arguments.name);
        json.key("arguments");
        json.beginArray(JsonLayout::Inline);
        for (const QString& argument : arguments.arguments)
            json.value(argument);
        json.endArray();
        json.member("text", QString::fromUtf8(*text));
        json.endObject();
        json.finish();
    } else {
        session.print(*text); // byte for byte: such texts are compared with other tools' output
    }
    return finish(session, *replay);
}

} // namespace ghostline::app
