// SPDX-License-Identifier: GPL-3.0-or-later
// `events`: what happened, when, and to whom.
#include "app/cli/text_table.h"
#include "app/cli/verbs.h"
#include "model/event_list.h"
#include "model/time_text.h"

#include <algorithm>

namespace ghostline::app {

using namespace Qt::StringLiterals;
using model::Event;

namespace {

model::Result<std::vector<bool>> wantedKinds(const QStringList& names, const model::EventTable& table)
{
    std::vector<bool> wanted(table.kinds.size(), names.isEmpty());
    for (const QString& name : names) {
        const auto kind = std::find_if(table.kinds.begin(), table.kinds.end(),
                                       [&name](const model::EventKind& k) { return k.id == name; });
        if (kind == table.kinds.end()) {
            QStringList known;
            for (const model::EventKind& k : table.kinds)
                known += k.id;
            return model::fail(model::ErrorCode::InvalidArgument,
                               u"there is no event kind \"%1\"; there are: %2"_s.arg(
                                   name, known.isEmpty() ? u"none"_s : known.join(u", "_s)));
        }
        wanted[static_cast<std::size_t>(kind - table.kinds.begin())] = true;
    }
    return wanted;
}

model::Result<std::vector<const Event*>> select(const Replay& replay, const EventsArguments& arguments)
{
    const model::EventTable& table = *replay.index->events;
    const auto kinds = wantedKinds(arguments.kinds, table);
    if (!kinds)
        return tl::unexpected(kinds.error());
    const auto actors = findActors(arguments.actors, replay.info());
    if (!actors)
        return tl::unexpected(actors.error());
    const auto range = parseRange(arguments.from, arguments.to, replay.index->timeAxis);
    if (!range)
        return tl::unexpected(range.error());

    std::vector<const Event*> selected;
    for (const Event& event : table.events) {
        const auto kind = static_cast<std::size_t>(event.kind);
        if (kind >= kinds->size() || !(*kinds)[kind] || !range->contains(event.frame))
            continue;
        const bool takesPart =
            actors->empty() || std::find_first_of(event.actors.begin(), event.actors.end(), actors->begin(),
                                                  actors->end()) != event.actors.end();
        if (takesPart)
            selected.push_back(&event);
    }
    return selected;
}

const model::EventKind& kindOf(const Replay& replay, const Event& event)
{
    return replay.index->events->kinds[static_cast<std::size_t>(event.kind)];
}

void printJson(const Session& session, const Replay& replay, const std::vector<const Event*>& events)
{
    JsonWriter json(session.console.out);
    json.beginObject();
    json.key("events");
    json.beginArray();
    for (const Event* event : events) {
        json.beginObject(JsonLayout::Inline);
        json.member("time_s", exactSeconds(event->time));
        json.member("frame", event->frame);
        json.member("kind", kindOf(replay, *event).id);
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
    json.endObject();
    json.finish();
}

void printCsv(const Session& session, const Replay& replay, const std::vector<const Event*>& events)
{
    session.print("time_s,frame,kind,severity,actors,text,data\n");
    for (const Event* event : events) {
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
            csvField(kindOf(replay, *event).id),  QByteArray::number(event->severity),
            csvField(actors.join(u';')),          csvField(event->text),
            csvField(QString::fromUtf8(data))};
        session.print(fields.join(',') + '\n');
    }
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

/// Who acted; nothing when the text names one of them: half a list would put the others in a wrong light.
QString whoText(const Replay& replay, const Event& event)
{
    QStringList who;
    for (const model::ActorId actor : event.actors) {
        const model::ActorInfo* info = replay.info().actor(actor);
        if (info == nullptr || !plays(*info))
            continue;
        if (names(event.text, info->name))
            return {};
        who += info->name;
    }
    return who.join(u", "_s);
}

bool severalPlay(const Replay& replay)
{
    const auto& cast = replay.info().cast;
    return std::count_if(cast.begin(), cast.end(), plays) > 1;
}

void printText(const Session& session, const Replay& replay, const std::vector<const Event*>& events)
{
    if (events.empty()) {
        session.print("no events\n");
        return;
    }
    const auto right = TextTable::Align::Right;
    const bool several = severalPlay(replay);
    QStringList who;
    for (const Event* event : events)
        who += several ? whoText(replay, *event) : QString();
    const bool named = std::any_of(who.begin(), who.end(), [](const QString& w) { return !w.isEmpty(); });
    std::vector<TextTable::Column> columns{
        {u"Time"_s, right}, {u"Frame"_s, right}, {u"Kind"_s}, {u"Severity"_s, right}};
    if (named)
        columns.push_back({u"Who"_s});
    columns.push_back({u"Event"_s});
    TextTable table(columns);
    for (std::size_t i = 0; i < events.size(); ++i) {
        const Event& event = *events[i];
        QStringList row{model::formatTime(event.time), QString::number(event.frame),
                        kindOf(replay, event).name,
                        event.severity > 0 ? QString::number(event.severity) : QString()};
        if (named)
            row += who[static_cast<qsizetype>(i)];
        table.addRow(row << event.text);
    }
    session.print(table.text());
}

} // namespace

int runEvents(const Session& session, const EventsArguments& arguments)
{
    const auto replay = openReplay(session, arguments);
    if (!replay)
        return failWith(session, replay.error(), arguments.file);
    const auto events = select(*replay, arguments);
    if (!events)
        return failWith(session, events.error(), arguments.file);
    if (arguments.csv)
        printCsv(session, *replay, *events);
    else if (arguments.json)
        printJson(session, *replay, *events);
    else
        printText(session, *replay, *events);
    return finish(session, *replay);
}

} // namespace ghostline::app
