// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/sidecar/sidecar.h"

#include "model/bytes/atomic_file.h"
#include "model/bytes/file_lock.h"
#include "model/bytes/file_names.h"
#include "model/bytes/http_source.h"
#include "model/bytes/whole_file.h"
#include "model/sidecar/sidecar_json.h"
#include "model/sidecar/sidecar_merge.h"

#include <QCryptographicHash>
#include <QDateTime>
#include <QDir>
#include <QFileInfo>
#include <QHash>
#include <QStandardPaths>
#include <QUuid>

#include <algorithm>
#include <utility>

namespace ghostline::model {

namespace {

/// What every new entry has.
template<typename Entry>
void complete(Entry& entry)
{
    if (entry.id.isEmpty())
        entry.id = QUuid::createUuid().toString(QUuid::WithoutBraces);
    if (!entry.created.isValid())
        entry.created = QDateTime::currentDateTimeUtc();
}

/// Adds one that can be removed again, and may have been.
template<typename Entry>
void addTo(std::vector<Entry>& entries, Entry entry, Sidecar& sidecar)
{
    complete(entry);
    std::erase(sidecar.dismissed, entry.id);
    sidecar.changed.push_back(entry.id);
    insertEntry(entries, std::move(entry));
}

/// One list of Sidecar::exchange().
template<typename Entry>
void exchangeEntries(std::vector<Entry>& entries, const std::vector<Entry>& from,
                     const std::vector<Entry>& to, std::vector<QString>& changed)
{
    const auto byId = [](const std::vector<Entry>& list) {
        QHash<QString, const Entry*> all;
        for (const Entry& entry : list)
            all.insert(entry.id, &entry);
        return all;
    };
    const QHash<QString, const Entry*> before = byId(from);
    const QHash<QString, const Entry*> after = byId(to);
    const auto isIn = [](const QHash<QString, const Entry*>& all, const Entry& entry) {
        const Entry* same = all.value(entry.id);
        return same != nullptr && *same == entry;
    };
    std::erase_if(entries, [&](const Entry& entry) {
        const bool goes = before.contains(entry.id) && !isIn(after, entry);
        if (goes)
            changed.push_back(entry.id);
        return goes;
    });
    for (const Entry& entry : to) {
        if (isIn(before, entry))
            continue;
        changed.push_back(entry.id);
        entries.push_back(entry);
    }
    sortEntries(entries);
}

} // namespace

void Sidecar::add(Bookmark bookmark) { addTo(bookmarks, std::move(bookmark), *this); }
void Sidecar::add(Drawing drawing) { addTo(drawings, std::move(drawing), *this); }
void Sidecar::add(CameraKey key) { addTo(cameraPath, std::move(key), *this); }
void Sidecar::add(OwnFlag flag) { addTo(ownFlags, std::move(flag), *this); }

void Sidecar::add(FlagReview review)
{
    complete(review);
    insertEntry(reviews, std::move(review));
}

bool Sidecar::remove(QString id)
{
    const auto isIt = [&id](const auto& entry) { return entry.id == id; };
    if (std::erase_if(bookmarks, isIt) + std::erase_if(drawings, isIt) + std::erase_if(cameraPath, isIt) +
            std::erase_if(ownFlags, isIt) ==
        0)
        return false;
    if (std::ranges::find(dismissed, id) == dismissed.end())
        dismissed.push_back(id);
    changed.push_back(std::move(id));
    return true;
}

void Sidecar::exchange(const Sidecar& from, const Sidecar& to)
{
    exchangeEntries(bookmarks, from.bookmarks, to.bookmarks, changed);
    exchangeEntries(drawings, from.drawings, to.drawings, changed);
    exchangeEntries(cameraPath, from.cameraPath, to.cameraPath, changed);
    exchangeEntries(ownFlags, from.ownFlags, to.ownFlags, changed);
    const auto holds = [](const std::vector<QString>& ids, const QString& id) {
        return std::ranges::find(ids, id) != ids.end();
    };
    std::erase_if(dismissed, [&](const QString& id) {
        const bool comesBack = holds(from.dismissed, id) && !holds(to.dismissed, id);
        if (comesBack)
            changed.push_back(id);
        return comesBack;
    });
    for (const QString& id : to.dismissed) {
        if (holds(dismissed, id))
            continue;
        changed.push_back(id);
        dismissed.push_back(id);
    }
    const auto missingIn = [](const Sidecar& sidecar, const FlagReview& review) {
        return std::ranges::none_of(sidecar.reviews,
                                    [&review](const FlagReview& each) { return each.id == review.id; });
    };
    for (const FlagReview& review : from.reviews) {
        if (!missingIn(to, review))
            continue;
        std::erase_if(reviews, [&review](const FlagReview& each) { return each.id == review.id; });
        changed.push_back(review.id);
    }
    for (const FlagReview& review : to.reviews) {
        if (missingIn(from, review))
            add(review);
    }
    unknown = to.unknown;
}

const Bookmark* Sidecar::next(FrameNumber frame) const
{
    const auto after = std::upper_bound(bookmarks.begin(), bookmarks.end(), frame,
                                        [](FrameNumber f, const Bookmark& b) { return f < b.frame; });
    return after == bookmarks.end() ? nullptr : &*after;
}

const Bookmark* Sidecar::previous(FrameNumber frame) const
{
    const auto from = std::lower_bound(bookmarks.begin(), bookmarks.end(), frame,
                                       [](const Bookmark& b, FrameNumber f) { return b.frame < f; });
    return from == bookmarks.begin() ? nullptr : &*std::prev(from);
}

bool isOnOtherContent(const FlagReview& review, const Sidecar& sidecar)
{
    if (review.content == ContentId{})
        return differ({sidecar.replayHash}, sidecar.recording);
    return differ(review.content, sidecar.recording);
}

int reviewsOnOtherContent(const Sidecar& sidecar)
{
    return static_cast<int>(std::ranges::count_if(
        sidecar.reviews, [&sidecar](const FlagReview& review) { return isOnOtherContent(review, sidecar); }));
}

void identify(Sidecar& sidecar, const QString& replayPath, std::stop_token stop)
{
    if (sidecar.reviews.empty())
        return;
    sidecar.recording = sizeOfContent(replayPath);
    const auto asksForMore = [&sidecar](const FlagReview& review) {
        const bool named = !review.content.sha256.isEmpty() ||
                           (review.content == ContentId{} && !sidecar.replayHash.isEmpty());
        return named && !isOnOtherContent(review, sidecar);
    };
    if (std::ranges::none_of(sidecar.reviews, asksForMore))
        return;
    if (auto content = contentOf(replayPath, std::move(stop)))
        sidecar.recording = std::move(*content);
}

std::optional<Error> madeForAnother(Sidecar& sidecar, const QString& replayPath, std::stop_token stop)
{
    const bool marked = !sidecar.bookmarks.empty();
    const bool drawn = !sidecar.drawings.empty();
    if (sidecar.replayHash.isEmpty() || (!marked && !drawn))
        return std::nullopt;
    if (auto content = contentOf(replayPath, std::move(stop)))
        sidecar.recording = std::move(*content);
    if (!differ({sidecar.replayHash}, sidecar.recording))
        return std::nullopt;
    const QString what = marked && drawn ? QStringLiteral("bookmarks and drawings")
                         : marked        ? QStringLiteral("bookmarks")
                                         : QStringLiteral("drawings");
    return fail(ErrorCode::InvalidArgument,
                QStringLiteral("the %1 were made for another recording: the content of this file is not the "
                               "one they were saved with")
                    .arg(what))
        .value();
}

// Where the notes of a recording lie: beside it, in the user's data folder, or in both.

namespace {

/// Far more notes than a person writes; protects memory from a file that is none of ours.
constexpr std::uint64_t MaxSidecarBytes = std::uint64_t{64} << 20;

/// The SHA-256 that the file beside the recording had when these notes were read from it. A private file with
/// it holds all of that one but what was removed since, and that is not to come back with a merge.
const QString SeenKey = QStringLiteral("beside_sha256");

Result<QByteArray> readNotesText(const QString& path)
{
    return wholeFile(path, MaxSidecarBytes,
                     QStringLiteral("the notes file has %1 bytes, more than %2 are not read"));
}

/// How long a save waits for another one; each takes milliseconds.
constexpr std::chrono::seconds SavePatience{2};

/// One of the two places.
struct NotesFile
{
    QString path;
    QByteArray hash;                ///< of its bytes; empty = not there, or not readable
    std::optional<Sidecar> sidecar; ///< none = not there, or not usable
    std::optional<Error> error;     ///< why it is not usable: it is never written over
};

NotesFile readNotes(const QString& path)
{
    NotesFile notes;
    notes.path = path;
    if (path.isEmpty())
        return notes;
    const Result<QByteArray> text = readNotesText(path);
    if (!text) {
        if (text.error().code != ErrorCode::NotFound)
            notes.error = text.error();
        return notes;
    }
    notes.hash = QCryptographicHash::hash(*text, QCryptographicHash::Sha256).toHex();
    if (Result<Sidecar> parsed = parseSidecar(*text, path))
        notes.sidecar = std::move(*parsed);
    else
        notes.error = parsed.error();
    return notes;
}

/// Both places, and what they say together.
struct FoundNotes
{
    NotesFile beside;
    NotesFile own;
    Sidecar together;
};

bool isNewer(const NotesFile& a, const NotesFile& b)
{
    return QFileInfo(a.path).lastModified() > QFileInfo(b.path).lastModified();
}

/// Of two that are on different recordings the one written last counts.
Sidecar mergeBoth(NotesFile& beside, NotesFile& own)
{
    NotesFile& newer = isNewer(own, beside) ? own : beside;
    NotesFile& older = &newer == &own ? beside : own;
    Result<Sidecar> merged = mergeSidecars(*newer.sidecar, *older.sidecar);
    if (merged)
        return std::move(*merged);
    older.error = merged.error();
    older.error->file = older.path;
    older.sidecar.reset();
    return *newer.sidecar;
}

Result<FoundNotes> findNotes(const QString& replayPath)
{
    FoundNotes found{readNotes(sidecarPath(replayPath)), readNotes(privateSidecarPath(replayPath)), {}};
    auto& [beside, own, together] = found;
    if (!beside.sidecar && !own.sidecar) {
        if (beside.error || own.error)
            return tl::unexpected<Error>(beside.error ? *beside.error : *own.error);
        return found;
    }
    const QString seen = own.sidecar ? own.sidecar->unknown.take(SeenKey).toString() : QString();
    if (beside.sidecar && own.sidecar && seen != QLatin1String(beside.hash))
        together = mergeBoth(beside, own);
    else
        together = own.sidecar ? *own.sidecar : *beside.sidecar;
    together.changed.clear(); // nothing since it was read
    if (beside.sidecar)
        together.unknown[SeenKey] = QString::fromLatin1(beside.hash);
    return found;
}

Result<void> writeBeside(const FoundNotes& found, Sidecar sidecar)
{
    sidecar.unknown.remove(SeenKey);
    auto written = replaceFile(found.beside.path, sidecarText(sidecar));
    // All of it is beside the recording now. Where it cannot be removed it is merged once more: no loss.
    if (written && found.own.sidecar)
        QFile::remove(found.own.path);
    return written;
}

Result<void> writeOwn(const FoundNotes& found, const Sidecar& sidecar)
{
    if (found.own.error)
        return tl::unexpected<Error>(*found.own.error);
    const QString folder = QFileInfo(found.own.path).path();
    if (!QDir().mkpath(folder))
        return fail(ErrorCode::WriteFailed,
                    Sentence::of(QStringLiteral("the folder for notes cannot be made: %1"), {folder}));
    return replaceFile(found.own.path, sidecarText(sidecar));
}

} // namespace

QString sidecarPath(const QString& replayPath)
{
    return isWebAddress(replayPath) ? QString()
                                    : QDir::cleanPath(replayPath) + QStringLiteral(".ghostline.json");
}

QString privateSidecarPath(const QString& replayPath)
{
    const QString whole = isWebAddress(replayPath)
                              ? withoutFingerprint(replayPath)
                              : QDir::cleanPath(QFileInfo(replayPath).absoluteFilePath());
    const QByteArray name = QCryptographicHash::hash(pathToBytes(whole), QCryptographicHash::Sha1).toHex();
    return QStringLiteral("%1/ghostline/reviews/%2.ghostline.json")
        .arg(QStandardPaths::writableLocation(QStandardPaths::GenericDataLocation),
             QString::fromLatin1(name));
}

Result<Sidecar> loadSidecarFile(const QString& path)
{
    return readNotesText(path).and_then([&path](const QByteArray& text) { return parseSidecar(text, path); });
}

Result<LoadedSidecar> loadNotes(const QString& replayPath)
{
    Result<FoundNotes> found = findNotes(replayPath);
    if (!found)
        return tl::unexpected<Error>(found.error());
    return LoadedSidecar{std::move(found->together),
                         found->beside.error ? found->beside.error : found->own.error};
}

Result<SavedSidecar> saveSidecar(const QString& replayPath, const Sidecar& sidecar)
{
    // Of two windows that save at once the second has to read what the first one wrote. Where no lock can be
    // had, saving is worth more than the little that can then be lost.
    const QString ownPath = privateSidecarPath(replayPath);
    QDir().mkpath(QFileInfo(ownPath).path());
    const FileLock lock(ownPath + QStringLiteral(".lock"), SavePatience);

    // Notes that cannot be read may still be saved by a person: they are never written over.
    const Result<FoundNotes> found = findNotes(replayPath);
    if (!found)
        return tl::unexpected<Error>(found.error());
    Sidecar whole = sidecar;
    addMissingReviews(whole, found->together.reviews);
    takeOverEntries(whole, found->together);
    whole.changed.clear(); // what was removed there later counts
    // All that lies beside the recording now is in it.
    const QJsonValue seen = found->together.unknown.value(SeenKey);
    if (seen.isUndefined())
        whole.unknown.remove(SeenKey);
    else
        whole.unknown[SeenKey] = seen;

    const QString& beside = found->beside.path;
    if (!beside.isEmpty() && !found->beside.error) {
        const auto written = writeBeside(*found, whole);
        if (written)
            return SavedSidecar{beside, std::move(whole)};
        // A folder that is gone is a mistake; one that takes nothing is an archive, or full.
        if (!QFileInfo(QFileInfo(beside).absolutePath()).isDir())
            return tl::unexpected<Error>(written.error());
    }
    return writeOwn(*found, whole).map([&] { return SavedSidecar{found->own.path, std::move(whole)}; });
}

} // namespace ghostline::model
