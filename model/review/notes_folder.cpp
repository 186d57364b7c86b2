// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/review/notes_folder.h"

#include "model/sidecar/sidecar_json.h"

#include <QDir>
#include <QDirIterator>
#include <QFileInfo>
#include <QHash>
#include <QSet>

#include <algorithm>

namespace ghostline::model {

namespace {

const QString NotesEnding = QStringLiteral(".ghostline.json");

/// The recordings that notes may be of, each read at most once for its content.
class Shelf
{
public:
    Shelf(const NotesFolders& folders, const std::stop_token& stop) : m_stop(stop)
    {
        const QDir root(folders.folder);
        for (const QString& path : folders.recordings) {
            const QString whole = QDir::cleanPath(QFileInfo(path).absoluteFilePath());
            m_all << whole;
            m_byName[QFileInfo(whole).fileName()] << whole;
            m_byPlace.insert(QDir::cleanPath(root.relativeFilePath(whole)), whole);
        }
    }

    /// Of that name, the one in the same place first.
    QStringList named(const QString& place) const
    {
        QStringList found = m_byName.value(QFileInfo(place).fileName());
        const QString same = m_byPlace.value(place);
        if (found.removeOne(same))
            found.prepend(same);
        return found;
    }
    bool isInPlace(const QString& recording, const QString& place) const
    {
        return m_byPlace.value(place) == recording;
    }

    bool hasContent(const QString& recording, const ContentId& content)
    {
        if (content.size >= 0 && sizeOfContent(recording).size != content.size)
            return false;
        return contentAt(recording).sha256.compare(content.sha256, Qt::CaseInsensitive) == 0;
    }
    /// Unknown where it cannot be read.
    ContentId contentAt(const QString& recording)
    {
        const auto known = m_contents.constFind(recording);
        if (known != m_contents.cend())
            return *known;
        return *m_contents.insert(recording, contentOf(recording, m_stop).value_or(ContentId{}));
    }
    const QStringList& all() const { return m_all; }

private:
    std::stop_token m_stop;
    QStringList m_all;
    QHash<QString, QStringList> m_byName;
    QHash<QString, QString> m_byPlace;
    QHash<QString, ContentId> m_contents;
};

/// As the notes say themselves, else as the recording beside them is.
ContentId contentMeant(const Sidecar& theirs, const QString& theirRecording, const std::stop_token& stop)
{
    if (!theirs.replayHash.isEmpty())
        return {theirs.replayHash, -1};
    const auto tells = std::ranges::find_if(
        theirs.reviews, [](const FlagReview& review) { return !review.content.sha256.isEmpty(); });
    if (tells != theirs.reviews.end())
        return tells->content;
    return QFileInfo::exists(theirRecording) ? contentOf(theirRecording, stop).value_or(ContentId{})
                                             : ContentId{};
}

/// Fills in which recording the notes are of, or why none.
void findRecording(MergedNotes& merged, Shelf& shelf, const QString& place, const ContentId& content)
{
    const QStringList named = shelf.named(place);
    if (content.sha256.isEmpty()) {
        const bool clear = named.size() == 1 || (!named.isEmpty() && shelf.isInPlace(named.front(), place));
        if (clear)
            merged.recording = named.front();
        return;
    }
    for (const QStringList& candidates : {named, shelf.all()}) {
        for (const QString& candidate : candidates) {
            if (!shelf.hasContent(candidate, content))
                continue;
            merged.recording = candidate;
            merged.byContent = true;
            return;
        }
    }
    if (!named.isEmpty()) {
        merged.recording = named.front();
        merged.outcome = MergedNotes::Outcome::OtherContent;
    }
}

struct Difference
{
    int fresh = 0;
    int changed = 0;
    int bothKept = 0;
};

template<typename Entry>
bool sameWords(const Entry& a, const Entry& b)
{
    return a == b;
}
/// Of a review nothing is changed but what it says of the content.
bool sameWords(const FlagReview&, const FlagReview&) { return true; }

/// An entry with an id that neither had was kept beside one that says something else.
template<typename Entry>
Difference differenceOf(const std::vector<Entry>& before, const std::vector<Entry>& theirs,
                        const std::vector<Entry>& after)
{
    QHash<QString, const Entry*> mine;
    for (const Entry& entry : before)
        mine.insert(entry.id, &entry);
    QSet<QString> others;
    for (const Entry& entry : theirs)
        others.insert(entry.id);
    Difference difference;
    for (const Entry& entry : after) {
        const Entry* same = mine.value(entry.id);
        if (same != nullptr)
            difference.changed += sameWords(*same, entry) ? 0 : 1;
        else if (others.contains(entry.id))
            ++difference.fresh;
        else
            ++difference.bothKept;
    }
    return difference;
}

void countNews(MergedNotes& merged, const Sidecar& before, const Sidecar& theirs, const Sidecar& after)
{
    const auto count = [&merged](int& fresh, const Difference& difference) {
        fresh = difference.fresh;
        merged.changed += difference.changed;
        merged.bothKept += difference.bothKept;
    };
    count(merged.verdicts, differenceOf(before.reviews, theirs.reviews, after.reviews));
    count(merged.bookmarks, differenceOf(before.bookmarks, theirs.bookmarks, after.bookmarks));
    count(merged.drawings, differenceOf(before.drawings, theirs.drawings, after.drawings));
    count(merged.ownFlags, differenceOf(before.ownFlags, theirs.ownFlags, after.ownFlags));
    count(merged.keyPoints, differenceOf(before.cameraPath, theirs.cameraPath, after.cameraPath));
}

int newlyDisputed(const Sidecar& before, const Sidecar& after, const ReviewRules& rules)
{
    QSet<std::pair<FrameNumber, QString>> seen;
    int disputed = 0;
    for (const FlagReview& review : after.reviews) {
        const std::pair key(review.frame, review.check);
        if (seen.contains(key))
            continue;
        seen.insert(key);
        Flag flag;
        flag.frame = review.frame;
        flag.check = review.check;
        disputed += isDisputed(flag, after, rules) && !isDisputed(flag, before, rules) ? 1 : 0;
    }
    return disputed;
}

void failed(MergedNotes& merged, const Error& error)
{
    merged.outcome = MergedNotes::Outcome::Failed;
    merged.error = error;
}

void mergeInto(MergedNotes& merged, const Sidecar& theirs, Shelf& shelf, const ReviewRules& rules,
               const std::stop_token& stop)
{
    auto mine = loadNotes(merged.recording);
    if (!mine)
        return failed(merged, mine.error());
    if (mine->leftOut)
        merged.error = mine->leftOut;
    auto both = mergeSidecars(mine->sidecar, theirs);
    if (!both)
        return failed(merged, both.error());
    if (sidecarText(*both) == sidecarText(mine->sidecar)) {
        merged.outcome = MergedNotes::Outcome::NothingNew;
        return;
    }
    countNews(merged, mine->sidecar, theirs, *both);
    if (merged.byContent)
        both->recording = shelf.contentAt(merged.recording);
    else
        identify(*both, merged.recording, stop);
    mine->sidecar.recording = both->recording;
    merged.disputed = newlyDisputed(mine->sidecar, *both, rules);
    if (const auto saved = saveSidecar(merged.recording, *both); !saved)
        return failed(merged, saved.error());
    merged.outcome = MergedNotes::Outcome::Merged;
}

QStringList notesBelow(const QString& folder, const std::stop_token& stop)
{
    QStringList found;
    QDirIterator each(folder, {QStringLiteral("*") + NotesEnding}, QDir::Files, QDirIterator::Subdirectories);
    while (each.hasNext() && !stop.stop_requested())
        found << each.next();
    found.sort();
    return found;
}

} // namespace

Result<void> mergeNotes(const NotesFolders& folders, const ReviewRules& rules,
                        const std::function<bool(MergedNotes&&)>& sink, std::stop_token stop)
{
    const QDir other(folders.other);
    if (!other.exists())
        return fail(ErrorCode::NotFound,
                    Sentence::of(QStringLiteral("there is no folder %1"), {folders.other}));
    Shelf shelf(folders, stop);
    QSet<QString> own;
    for (const QString& recording : shelf.all())
        own.insert(QFileInfo(sidecarPath(recording)).canonicalFilePath());
    for (const QString& notes : notesBelow(folders.other, stop)) {
        if (own.contains(QFileInfo(notes).canonicalFilePath()))
            continue; // one folder lies in the other
        MergedNotes merged;
        merged.notes = notes;
        if (const auto theirs = loadSidecarFile(notes)) {
            const QString recording = notes.chopped(NotesEnding.size());
            const QString place = QDir::cleanPath(other.relativeFilePath(recording));
            findRecording(merged, shelf, place, contentMeant(*theirs, recording, stop));
            if (!merged.recording.isEmpty() && merged.outcome != MergedNotes::Outcome::OtherContent)
                mergeInto(merged, *theirs, shelf, rules, stop);
        } else {
            failed(merged, theirs.error());
        }
        if (stop.stop_requested())
            break;
        if (!sink(std::move(merged)))
            return {};
    }
    if (stop.stop_requested())
        return fail(ErrorCode::Cancelled, QStringLiteral("stopped before all notes were merged"));
    return {};
}

} // namespace ghostline::model
