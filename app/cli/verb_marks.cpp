// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/verb_marks.h"

#include "app/cli/write_output.h"
#include "model/base/shown_text.h"
#include "model/bytes/atomic_file.h"
#include "model/codec/write_target.h"
#include "model/marks/mark_csv.h"
#include "model/marks/sportscode_xml.h"
#include "model/review/recorded_bookmarks.h"
#include "model/sidecar/tags.h"

#include <algorithm>

namespace ghostline::app {

using namespace Qt::StringLiterals;
using model::Bookmark;
using model::Result;

namespace {

/// Where notes are looked for, and the notes with the bookmarks that the recording itself holds.
struct Notes
{
    QString path;
    model::Sidecar sidecar;
};

Result<Notes> notesOf(const Session& session, const MarksArguments& arguments, const Replay& replay)
{
    const QString path = session.registry.replayPath(arguments.file);
    auto loaded = model::loadNotes(path);
    if (!loaded)
        return tl::unexpected(loaded.error());
    if (loaded->leftOut)
        failWith(session, *loaded->leftOut);
    if (const auto other = model::madeForAnother(loaded->sidecar, path, session.stop))
        failWith(session, *other, arguments.file); // said, and listed all the same
    model::addRecorded(loaded->sidecar, model::recordedBookmarks(*replay.index->events));
    return Notes{path, std::move(loaded->sidecar)};
}

std::vector<Bookmark> chosenMarks(const MarksArguments& arguments, std::vector<Bookmark> marks)
{
    const QStringList wanted = model::normalTags(arguments.tags);
    if (arguments.tags.isEmpty())
        return marks;
    std::erase_if(marks, [&wanted](const Bookmark& mark) {
        return std::ranges::none_of(
            mark.tags, [&wanted](const QString& tag) { return wanted.contains(tag, Qt::CaseInsensitive); });
    });
    return marks;
}

void writeMark(JsonWriter& json, const Bookmark& mark)
{
    json.beginObject(JsonLayout::Inline);
    json.member("time_s", exactSeconds(mark.time));
    json.member("length_s", exactSeconds(mark.length));
    json.member("frame", mark.frame);
    json.member("title", mark.title);
    json.key("tags");
    json.beginArray(JsonLayout::Inline);
    for (const QString& tag : mark.tags)
        json.value(tag);
    json.endArray();
    json.member("note", mark.note);
    json.member("author", mark.author);
    json.key("hue");
    mark.hue >= 0 ? json.value(mark.hue) : json.null();
    json.textOrNull("created", mark.created.toUTC().toString(Qt::ISODateWithMs));
    json.member("recorded", mark.recorded);
    json.member("id", mark.id);
    json.endObject();
}

QByteArray marksJson(const QString& file, const std::vector<Bookmark>& marks)
{
    QByteArray text;
    JsonWriter json([&text](QByteArrayView part) { text += part; });
    json.beginObject();
    json.member("file", file);
    json.key("marks");
    json.beginArray();
    for (const Bookmark& mark : marks)
        writeMark(json, mark);
    json.endArray();
    json.endObject();
    json.finish();
    return text;
}

bool isNamed(const QString& path, QLatin1StringView suffix)
{
    return path.endsWith(suffix, Qt::CaseInsensitive);
}

/// As it was asked for, else by the name of OUT.
QByteArray marksText(const MarksArguments& arguments, const QString& file, const std::vector<Bookmark>& marks)
{
    const bool asked = arguments.csv || arguments.xml || arguments.json;
    if (arguments.csv || (!asked && isNamed(arguments.output, ".csv"_L1)))
        return model::markCsv(marks);
    if (arguments.xml || (!asked && isNamed(arguments.output, ".xml"_L1)))
        return model::sportscodeXml(marks);
    return marksJson(file, marks);
}

int listMarks(const Session& session, const MarksArguments& arguments, const Replay& replay)
{
    const auto notes = notesOf(session, arguments, replay);
    if (!notes)
        return failWith(session, notes.error());
    const std::vector<Bookmark> marks = chosenMarks(arguments, notes->sidecar.bookmarks);
    const QByteArray text = marksText(arguments, replay.file, marks);
    if (arguments.output.isEmpty()) {
        session.print(text);
        return finish(session, replay);
    }
    const auto written = model::checkWriteTarget(session.registry, arguments.file, arguments.output)
                             .and_then([&] { return checkReplaced(arguments.output, arguments.force); })
                             .and_then([&] { return model::replaceFile(arguments.output, text); });
    if (!written)
        return failWith(session, written.error(), arguments.output);
    session.print(QStringLiteral("%1: %2 marks\n").arg(arguments.output).arg(marks.size()).toUtf8());
    return finish(session, replay);
}

void complain(const Session& session, const QString& file, const QString& message)
{
    session.console.err(
        u"ghostline-cli: %1: %2\n"_s.arg(model::shownText(file), model::shownText(message)).toUtf8());
}

void tellLeftOut(const Session& session, const QString& file, const model::ReadMarks& read)
{
    for (const model::Error& error : read.leftOut)
        complain(session, file, u"left out, %1"_s.arg(error.message));
    if (read.moreLeftOut > 0)
        complain(session, file, u"left out, %1 more"_s.arg(read.moreLeftOut));
}

int importMarks(const Session& session, const MarksArguments& arguments, const Replay& replay)
{
    auto read = model::readMarks(arguments.import);
    if (!read)
        return failWith(session, read.error(), arguments.import);
    auto notes = notesOf(session, arguments, replay);
    if (!notes)
        return failWith(session, notes.error());
    tellLeftOut(session, arguments.import, *read);
    const std::size_t before = read->marks.size();
    for (const model::Error& said : model::placeMarks(read->marks, replay.index->timeAxis))
        complain(session, arguments.import, said.message);
    const std::size_t outside = before - read->marks.size();
    const model::MarksToAdd found = model::marksToAdd(notes->sidecar.bookmarks, *read);
    for (const Bookmark& mark : found.added)
        notes->sidecar.add(mark);
    for (Bookmark mark : found.changed) {
        notes->sidecar.remove(mark.id);
        mark.recorded = false;
        notes->sidecar.add(std::move(mark));
    }
    QString notesPath = model::sidecarPath(notes->path);
    if (!found.added.empty() || !found.changed.empty()) {
        const auto saved = model::saveSidecar(notes->path, notes->sidecar);
        if (!saved)
            return failWith(session, saved.error());
        notesPath = saved->path;
    }
    JsonWriter json(session.console.out);
    json.beginObject();
    json.member("file", replay.file);
    json.member("notes", notesPath);
    json.member("added", found.added.size());
    json.member("changed", found.changed.size());
    json.member("known", found.known);
    json.member("left_out", read->leftOut.size() + read->moreLeftOut + outside);
    json.endObject();
    json.finish();
    return finish(session, replay);
}

} // namespace

int runMarks(const Session& session, const MarksArguments& arguments)
{
    const auto replay = openReplay(session, arguments);
    if (!replay)
        return failWith(session, replay.error(), arguments.file);
    return arguments.import.isEmpty() ? listMarks(session, arguments, *replay)
                                      : importMarks(session, arguments, *replay);
}

} // namespace ghostline::app
