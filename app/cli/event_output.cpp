// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/event_output.h"

#include "app/cli/text_table.h"
#include "model/time/time_text.h"

#include <algorithm>

namespace ghostline::app {

using namespace Qt::StringLiterals;
using model::Event;

namespace {

const model::EventKind& kindOf(const EventOutput& output, const Event& event)
{
    return output.kinds[static_cast<std::size_t>(event.kind)];
}

void printJson(const Session& session, const EventOutput& output)
{
    JsonWriter json(session.console.out);
    json.beginObject();
    writeEvents(json, output);
    json.endObject();
    json.finish();
}

bool plays(const model::ActorInfo& actor)
{
    return actor.principal || actor.kind == model::ActorKind::Player;
}

/// As words of their own: "Al" is not in "Almost".
bool names(const QString& text, const QString& name)
{
    const auto inWord = [&text](qsizetype at) {
        return at >= 0 && at < text.size() && text[at].isLetterOrNumber();
    };
    for (qsizetype at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
        if (!inWord(at - 1) && !inWord(at + name.size()))
            return true;
    }
    return false;
}

/// Whom the text does not name of those who took part. Nothing when it names the first, who acted: the others
/// alone would look as if they had.
QString whoText(const EventOutput& output, const Event& event)
{
    QStringList who;
    for (const model::ActorId actor : event.actors) {
        const model::ActorInfo* info = output.info.actor(actor);
        if (info == nullptr || !plays(*info))
            continue;
        if (!names(event.text, info->name))
            who += info->name;
        else if (who.isEmpty())
            return {};
    }
    return who.join(u", "_s);
}

bool severalPlay(const EventOutput& output)
{
    const auto& cast = output.info.cast;
    return std::count_if(cast.begin(), cast.end(), plays) > 1;
}

void printText(const Session& session, const EventOutput& output)
{
    if (output.events.empty()) {
        session.print(output.noneText.isEmpty() ? u"no events\n"_s
                                                : u"no events: %1\n"_s.arg(output.noneText));
        return;
    }
    const auto right = TextTable::Align::Right;
    const bool several = severalPlay(output);
    QStringList who;
    for (const Event* event : output.events)
        who += several ? whoText(output, *event) : QString();
    const bool named = std::any_of(who.begin(), who.end(), [](const QString& w) { return !w.isEmpty(); });
    std::vector<TextTable::Column> columns{
        {u"Time"_s, right}, {u"Frame"_s, right}, {u"Kind"_s}, {u"Severity"_s, right}};
    if (named)
        columns.push_back({u"Who"_s});
    columns.push_back({u"Event"_s});
    TextTable table(columns);
    for (std::size_t i = 0; i < output.events.size(); ++i) {
        const Event& event = *output.events[i];
        QStringList row{model::formatTime(event.time), QString::number(event.frame),
                        kindOf(output, event).name,
                        event.severity > 0 ? QString::number(event.severity) : QString()};
        if (named)
            row += who[static_cast<qsizetype>(i)];
        table.addRow(row << event.text);
    }
    session.print(table.text());
}

} // namespace

void writeEvents(JsonWriter& json, const EventOutput& output)
{
    json.key("events");
    json.beginArray();
    for (const Event* event : output.events) {
        json.beginObject(JsonLayout::Inline);
        json.member("time_s", exactSeconds(event->time));
        json.member("frame", event->frame);
        json.member("kind", kindOf(output, *event).id);
        json.member("severity", event->severity);
        json.key("actors");
        json.beginArray(JsonLayout::Inline);
        for (const model::ActorId actor : event->actors)
            json.value(index(actor));
        json.endArray();
        json.member("text", event->text);
        json.member("data", QJsonValue(event->data));
        json.endObject();
    }
    json.endArray();
    if (!output.noneBecause.isEmpty()) {
        json.member("none_because", output.noneBecause);
        json.member("none_text", output.noneText);
    }
}

void printCsvHeading(const Session& session, bool withFile)
{
    session.print(withFile ? "file,time_s,frame,kind,severity,actors,text,data\n"
                           : "time_s,frame,kind,severity,actors,text,data\n");
}

void printCsvRows(const Session& session, const EventOutput& output, const QString& file)
{
    const QByteArray prefix = file.isEmpty() ? QByteArray() : csvField(file) + ',';
    for (const Event* event : output.events) {
        QStringList actors;
        for (const model::ActorId actor : event->actors)
            actors += QString::number(index(actor));
        QByteArray data;
        JsonWriter json([&data](QByteArrayView part) { data += part; }, JsonLayout::Inline);
        json.value(QJsonValue(event->data));
        json.finish();
        data.chop(1);
        const QByteArrayList fields{
            csvNumber(exactSeconds(event->time)), QByteArray::number(static_cast<qlonglong>(event->frame)),
            csvField(kindOf(output, *event).id),  QByteArray::number(event->severity),
            csvField(actors.join(u';')),          csvField(event->text),
            csvField(QString::fromUtf8(data))};
        session.print(prefix + fields.join(',') + '\n');
    }
}

void printEvents(const Session& session, const EventOutput& output, EventFormat format)
{
    switch (format) {
    case EventFormat::Text:
        return printText(session, output);
    case EventFormat::Json:
        return printJson(session, output);
    case EventFormat::Csv:
        printCsvHeading(session, false);
        return printCsvRows(session, output);
    }
}

} // namespace ghostline::app
