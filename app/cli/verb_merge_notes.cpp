// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/verb_merge_notes.h"

#include "app/cli/text_table.h"
#include "model/codec/find_recordings.h"
#include "model/review/notes_folder.h"

namespace ghostline::app {

using namespace Qt::StringLiterals;
using model::MergedNotes;
using MergeOutcome = model::MergedNotes::Outcome;

namespace {

QString outcomeWord(MergeOutcome outcome)
{
    switch (outcome) {
    case MergeOutcome::Merged:
        return u"merged"_s;
    case MergeOutcome::NothingNew:
        return u"nothing new"_s;
    case MergeOutcome::NoRecording:
        return u"no recording"_s;
    case MergeOutcome::OtherContent:
        return u"other content"_s;
    case MergeOutcome::Failed:
        break;
    }
    return u"failed"_s;
}

/// "2 verdicts, 1 bookmark"; empty for nothing.
QString newsText(const MergedNotes& merged)
{
    QStringList parts;
    const auto add = [&parts](int count, const QString& noun) {
        if (count > 0)
            parts << countText(count, noun);
    };
    add(merged.verdicts, u"verdict"_s);
    add(merged.bookmarks, u"bookmark"_s);
    add(merged.drawings, u"drawing"_s);
    add(merged.keyPoints, u"key point"_s);
    add(merged.ownFlags, u"own flag"_s);
    return parts.join(u", "_s);
}

QString conflictText(const MergedNotes& merged)
{
    QStringList parts;
    if (merged.changed > 0)
        parts << u"%1 written later there"_s.arg(merged.changed);
    if (merged.bothKept > 0)
        parts << u"%1 kept twice"_s.arg(merged.bothKept);
    if (merged.disputed > 0)
        parts << u"%1 disputed now"_s.arg(countText(merged.disputed, u"flag"_s));
    return parts.join(u", "_s);
}

void writeMerged(JsonWriter& json, const MergedNotes& merged)
{
    json.beginObject();
    json.member("notes", merged.notes);
    json.member("outcome", outcomeWord(merged.outcome));
    json.textOrNull("recording", merged.recording);
    json.member("by_content", merged.byContent);
    json.member("verdicts", merged.verdicts);
    json.member("bookmarks", merged.bookmarks);
    json.member("drawings", merged.drawings);
    json.member("key_points", merged.keyPoints);
    json.member("own_flags", merged.ownFlags);
    json.member("changed", merged.changed);
    json.member("both_kept", merged.bothKept);
    json.member("disputed", merged.disputed);
    json.key("error");
    merged.error ? writeError(json, *merged.error) : json.null();
    json.endObject();
}

void printMerged(const Session& session, const std::vector<MergedNotes>& all, bool asJson)
{
    if (asJson) {
        JsonWriter json(session.console.out);
        json.beginObject();
        json.key("notes");
        json.beginArray();
        for (const MergedNotes& merged : all)
            writeMerged(json, merged);
        json.endArray();
        json.endObject();
        json.finish();
        return;
    }
    TextTable table({{u"Notes"_s}, {u"Outcome"_s}, {u"Recording"_s}, {u"New"_s}, {u"Conflicts"_s}});
    for (const MergedNotes& merged : all)
        table.addRow({merged.notes, outcomeWord(merged.outcome), merged.recording, newsText(merged),
                      conflictText(merged)});
    session.print(table.empty() ? QByteArray("no notes\n") : table.text());
}

int mergeCode(const std::vector<MergedNotes>& all)
{
    int code = ExitFine;
    for (const MergedNotes& merged : all) {
        if (merged.outcome == MergeOutcome::Failed || merged.error)
            return ExitFailed;
        if (merged.outcome == MergeOutcome::NoRecording || merged.outcome == MergeOutcome::OtherContent)
            code = ExitLostData; // a part of what was to be merged was not
    }
    return code;
}

} // namespace

int runMergeNotes(const Session& session, const MergeNotesArguments& arguments)
{
    const auto found = model::findRecordings({arguments.folder}, session.registry, session.stop);
    if (!found.missing.empty())
        return failWith(session, found.missing.front());
    std::vector<MergedNotes> all;
    const auto keep = [&](MergedNotes&& merged) {
        if (merged.error)
            failWith(session, *merged.error, merged.notes);
        all.push_back(std::move(merged));
        return true;
    };
    const auto done =
        model::mergeNotes({arguments.folder, found.files, arguments.other}, {}, keep, session.stop);
    printMerged(session, all, arguments.json);
    return done ? mergeCode(all) : failWith(session, done.error());
}

} // namespace ghostline::app
