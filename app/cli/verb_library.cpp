// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/verb_library.h"

#include "app/cli/text_table.h"
#include "library/query/query.h"
#include "library/scan/scan.h"
#include "model/bytes/file_names.h"
#include "model/time/time_text.h"

#include <QDir>
#include <QFileInfo>

#include <algorithm>
#include <map>

namespace ghostline::app {

using namespace Qt::StringLiterals;
using library::Entry;
using library::LibraryStore;
using library::ReadState;
using model::ErrorCode;
using model::Result;
using Access = library::LibraryStore::Access;

namespace {

Result<std::unique_ptr<LibraryStore>> openLibrary(const Session& session, const LibraryArguments& arguments,
                                                  Access access)
{
    auto store = LibraryStore::open(
        arguments.library.isEmpty() ? LibraryStore::standardPath() : arguments.library, access);
    if (!store && store.error().code == ErrorCode::NotFound)
        store.error().advice = u"Make one: ghostline-cli library scan FOLDER"_s;
    if (store && !(*store)->asideAs().isEmpty())
        session.console.err(u"ghostline-cli: the library was damaged and is made anew; the old one is %1\n"_s
                                .arg((*store)->asideAs())
                                .toUtf8());
    return store;
}

/// As the library has it, wherever the command was given.
QString folderNamed(const QString& word) { return QDir::cleanPath(QFileInfo(word).absoluteFilePath()); }

Result<void> watch(LibraryStore& store, const QStringList& words)
{
    for (const QString& word : words) {
        const QString folder = folderNamed(word);
        if (!model::isFolder(folder)) {
            auto none = model::fail(ErrorCode::NotFound, u"there is no such folder"_s);
            none.value().file = word;
            return none;
        }
        if (auto added = store.addFolder(folder); !added)
            return added;
    }
    const auto folders = store.folders();
    if (!folders)
        return tl::unexpected(folders.error());
    if (folders->isEmpty())
        return model::fail(ErrorCode::InvalidArgument, u"no folder is watched yet; name one"_s);
    return {};
}

int printScan(const Session& session, const library::ScanReport& report, bool asJson)
{
    for (const model::Error& folder : report.missing)
        failWith(session, folder);
    if (asJson) {
        JsonWriter json(session.console.out);
        json.beginObject();
        json.member("recordings", report.recordings);
        json.member("new", report.fresh);
        json.member("changed", report.changed);
        json.member("moved", report.moved);
        json.member("gone", report.gone);
        json.member("unreadable", report.unreadable);
        json.member("others", report.others);
        json.key("missing");
        json.beginArray();
        for (const model::Error& folder : report.missing)
            writeError(json, folder);
        json.endArray();
        json.endObject();
        json.finish();
    } else {
        session.print(u"%1: %2 new, %3 changed, %4 moved, %5 gone, %6 unreadable\n"_s
                          .arg(countText(report.recordings, u"recording"_s))
                          .arg(report.fresh)
                          .arg(report.changed)
                          .arg(report.moved)
                          .arg(report.gone)
                          .arg(report.unreadable));
    }
    return report.missing.empty() ? ExitFine : ExitFailed;
}

int runScan(const Session& session, const LibraryArguments& arguments)
{
    auto codec = parseOptions(arguments.options);
    if (!codec)
        return failWith(session, codec.error());
    const auto store = openLibrary(session, arguments, Access::Write);
    if (!store)
        return failWith(session, store.error());
    if (const auto watched = watch(**store, arguments.words); !watched)
        return failWith(session, watched.error());
    const auto report = library::scan(
        **store, session.registry, {.codec = std::move(*codec), .outlinesOnly = arguments.outlines},
        [](const library::ScanProgress&) {}, session.stop);
    return report ? printScan(session, *report, arguments.json) : failWith(session, report.error());
}

int runForget(const Session& session, const LibraryArguments& arguments)
{
    if (arguments.words.isEmpty())
        return failWith(
            session, {ErrorCode::InvalidArgument, u"name the folder that is not to be watched any more"_s});
    const auto store = openLibrary(session, arguments, Access::Write);
    if (!store)
        return failWith(session, store.error());
    const auto folders = (*store)->folders();
    for (const QString& word : arguments.words) {
        if (!folders || !folders->contains(folderNamed(word)))
            return failWith(session, {ErrorCode::NotFound, u"this folder is not watched"_s}, word);
        if (const auto removed = (*store)->removeFolder(folderNamed(word)); !removed)
            return failWith(session, removed.error());
    }
    const auto report = library::scan(
        **store, session.registry, {.outlinesOnly = true}, [](const library::ScanProgress&) {}, session.stop);
    return report ? printScan(session, *report, arguments.json) : failWith(session, report.error());
}

QString stateWord(ReadState state)
{
    return state == ReadState::Outline ? u"outline"_s
           : state == ReadState::Whole ? u"whole"_s
                                       : u"unreadable"_s;
}

void writePeople(JsonWriter& json, const Entry& entry)
{
    json.key("people");
    json.beginArray();
    for (const library::Person& person : entry.people) {
        json.beginObject(JsonLayout::Inline);
        json.member("name", person.name);
        json.textOrNull("id", person.id);
        json.textOrNull("clan", person.clan);
        json.textOrNull("team", person.team);
        json.textOrNull("race", person.race);
        json.textOrNull("result", person.result);
        json.endObject();
    }
    json.endArray();
}

void writeEntry(JsonWriter& json, const Entry& entry)
{
    json.beginObject();
    json.member("file", entry.path);
    json.member("state", stateWord(entry.state));
    json.textOrNull("error", entry.error);
    json.textOrNull("format", entry.format);
    json.textOrNull("version", entry.version);
    json.textOrNull("map", entry.map);
    json.textOrNull("recorded_at",
                    entry.recordedAt.isValid() ? entry.recordedAt.toString(Qt::ISODate) : QString());
    json.key("duration_s");
    entry.duration ? json.value(exactSeconds(*entry.duration)) : json.null();
    json.textOrNull("match_up", entry.matchUp());
    writePeople(json, entry);
    json.member("flags", entry.flags);
    json.member("open_flags", entry.openFlags);
    json.member("bookmarks", entry.bookmarks);
    json.key("tags");
    json.beginArray(JsonLayout::Inline);
    for (const QString& tag : entry.tags)
        json.value(tag);
    json.endArray();
    json.member("lost_data", entry.lostData);
    json.member("bytes", entry.stamp.bytes);
    json.endObject();
}

QString peopleText(const Entry& entry)
{
    QStringList names;
    for (const library::Person& person : entry.people)
        names << person.name;
    return names.join(u", "_s);
}

void printEntries(const Session& session, const std::vector<const Entry*>& entries, bool asJson)
{
    if (asJson) {
        JsonWriter json(session.console.out);
        json.beginObject();
        json.key("recordings");
        json.beginArray();
        for (const Entry* entry : entries)
            writeEntry(json, *entry);
        json.endArray();
        json.endObject();
        json.finish();
        return;
    }
    TextTable table({{u"Recorded"_s},
                     {u"Map"_s},
                     {u"Who"_s},
                     {u"Length"_s, TextTable::Align::Right},
                     {u"Flags"_s, TextTable::Align::Right},
                     {u"File"_s}});
    for (const Entry* entry : entries) {
        const QString when = entry->recordedAt.isValid()
                                 ? entry->recordedAt.toLocalTime().toString(u"yyyy-MM-dd HH:mm"_s)
                                 : QString();
        table.addRow({when, entry->map, entry->error.isEmpty() ? peopleText(*entry) : entry->error,
                      entry->duration ? model::formatTime(*entry->duration) : QString(),
                      entry->flags > 0 ? QString::number(entry->flags) : QString(), entry->path});
    }
    session.print(table.empty() ? QByteArray("no recording is like that\n") : table.text());
}

int runSearch(const Session& session, const LibraryArguments& arguments)
{
    const auto query = library::Query::parse(arguments.words.join(u' '), QDateTime::currentDateTimeUtc());
    if (!query.problems().isEmpty())
        return failWith(session, {ErrorCode::InvalidArgument, query.problems().join(u"; "_s)});
    const auto store = openLibrary(session, arguments, Access::Read);
    if (!store)
        return failWith(session, store.error());
    auto all = (*store)->entries();
    if (!all)
        return failWith(session, all.error());
    std::vector<library::FoldedEntry> folded;
    folded.reserve(all->size());
    for (Entry& entry : *all)
        folded.emplace_back(std::move(entry));
    std::vector<const Entry*> found;
    for (const library::FoldedEntry& entry : folded) {
        if (query.matches(entry))
            found.push_back(&entry.entry);
    }
    // The newest first, as people look for what they have just played.
    std::ranges::stable_sort(found, [](const Entry* a, const Entry* b) {
        return a->recordedAt > b->recordedAt || (a->recordedAt == b->recordedAt && a->path < b->path);
    });
    printEntries(session, found, arguments.json);
    return ExitFine;
}

struct Sum
{
    qint64 recordings = 0;
    qint64 unreadable = 0;
    qint64 outlines = 0;
    qint64 bytes = 0;
    qint64 flags = 0;
    qint64 openFlags = 0;
    model::Micros duration{};

    void add(const Entry& entry)
    {
        ++recordings;
        unreadable += entry.state == ReadState::Unreadable ? 1 : 0;
        outlines += entry.state == ReadState::Outline ? 1 : 0;
        bytes += std::max<qint64>(entry.stamp.bytes, 0);
        flags += entry.flags;
        openFlags += entry.openFlags;
        duration += entry.duration.value_or(model::Micros{});
    }
};

void writeSum(JsonWriter& json, const Sum& sum)
{
    json.member("recordings", sum.recordings);
    json.member("unreadable", sum.unreadable);
    json.member("outlines", sum.outlines);
    json.member("bytes", sum.bytes);
    json.member("duration_s", exactSeconds(sum.duration));
    json.member("flags", sum.flags);
    json.member("open_flags", sum.openFlags);
}

void printStats(const Session& session, const QStringList& folders, const std::map<QString, Sum>& formats,
                const Sum& all, bool asJson)
{
    if (asJson) {
        JsonWriter json(session.console.out);
        json.beginObject();
        json.key("folders");
        json.beginArray();
        for (const QString& folder : folders)
            json.value(folder);
        json.endArray();
        writeSum(json, all);
        json.key("formats");
        json.beginObject();
        for (const auto& [format, sum] : formats) {
            json.key(format.isEmpty() ? u"unknown"_s : format);
            json.beginObject();
            writeSum(json, sum);
            json.endObject();
        }
        json.endObject();
        json.endObject();
        json.finish();
        return;
    }
    const auto right = TextTable::Align::Right;
    TextTable table({{u"Format"_s},
                     {u"Recordings"_s, right},
                     {u"Length"_s, right},
                     {u"Size"_s, right},
                     {u"Flags"_s, right},
                     {u"Open"_s, right},
                     {u"Unreadable"_s, right}});
    const auto row = [&table](const QString& name, const Sum& sum) {
        table.addRow({name, QString::number(sum.recordings), model::formatTime(sum.duration),
                      bytesText(static_cast<std::uint64_t>(sum.bytes)), QString::number(sum.flags),
                      QString::number(sum.openFlags), QString::number(sum.unreadable)});
    };
    for (const auto& [format, sum] : formats)
        row(format.isEmpty() ? u"unknown"_s : format, sum);
    row(u"all"_s, all);
    session.print(u"watched: %1\n\n"_s.arg(folders.isEmpty() ? u"nothing"_s : folders.join(u", "_s)));
    session.print(table.text());
}

int runStats(const Session& session, const LibraryArguments& arguments)
{
    const auto store = openLibrary(session, arguments, Access::Read);
    if (!store)
        return failWith(session, store.error());
    const auto folders = (*store)->folders();
    if (!folders)
        return failWith(session, folders.error());
    const auto entries = (*store)->entries();
    if (!entries)
        return failWith(session, entries.error());
    std::map<QString, Sum> formats;
    Sum all;
    for (const Entry& entry : *entries) {
        formats[entry.format].add(entry);
        all.add(entry);
    }
    printStats(session, *folders, formats, all, arguments.json);
    return ExitFine;
}

} // namespace

int runLibrary(const Session& session, const LibraryArguments& arguments)
{
    if (arguments.action == "scan"_L1)
        return runScan(session, arguments);
    if (arguments.action == "forget"_L1)
        return runForget(session, arguments);
    if (arguments.action == "search"_L1)
        return runSearch(session, arguments);
    return runStats(session, arguments);
}

} // namespace ghostline::app
