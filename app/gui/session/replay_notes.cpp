// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/session/replay_notes.h"

#include "app/gui/widgets/replay_words.h"
#include "model/board/board.h"
#include "model/review/recorded_bookmarks.h"

#include <QFileInfo>
#include <QUuid>

#include <algorithm>
#include <iterator>
#include <utility>

namespace ghostline::app {

namespace {

/// How many entries of `now` were not there before.
template<typename Entry>
std::size_t newIn(const std::vector<Entry>& now, const std::vector<Entry>& before)
{
    QSet<QString> known;
    for (const Entry& entry : before)
        known.insert(entry.id);
    return static_cast<std::size_t>(
        std::ranges::count_if(now, [&known](const Entry& entry) { return !known.contains(entry.id); }));
}

const std::vector<model::Bookmark>& entriesOf(const model::Sidecar& sidecar, const model::Bookmark*)
{
    return sidecar.bookmarks;
}
const std::vector<model::Drawing>& entriesOf(const model::Sidecar& sidecar, const model::Drawing*)
{
    return sidecar.drawings;
}

const std::vector<model::OwnFlag>& entriesOf(const model::Sidecar& sidecar, const model::OwnFlag*)
{
    return sidecar.ownFlags;
}

/// A copy: what it was may change.
template<typename Entry>
std::optional<Entry> findEntry(const model::Sidecar& sidecar, const QString& id)
{
    for (const Entry& each : entriesOf(sidecar, static_cast<const Entry*>(nullptr))) {
        if (each.id == id)
            return each;
    }
    return {};
}

/// Whatever is put by hand is one's own from then on, also where the recording held it.
model::Bookmark asOwn(model::Bookmark bookmark)
{
    bookmark.recorded = false;
    return bookmark;
}
const model::Drawing& asOwn(const model::Drawing& drawing) { return drawing; }
const model::OwnFlag& asOwn(const model::OwnFlag& flag) { return flag; }

} // namespace

ReplayNotes::ReplayNotes(QString path, const model::Playhead& playhead)
    : m_path(std::move(path)), m_playhead(playhead)
{
    load();
}

ReplayNotes::~ReplayNotes() = default;

void ReplayNotes::load()
{
    if (m_path.isEmpty())
        return;
    // Nobody is connected yet while constructing.
    const auto tell = [this](const QString& title, const QString& detail) {
        QMetaObject::invokeMethod(
            this, [this, title, detail] { Q_EMIT problem(title, detail); }, Qt::QueuedConnection);
    };
    auto loaded = model::loadNotes(m_path);
    m_writable = loaded.has_value();
    if (!loaded) {
        tell(tr("The bookmarks cannot be read and are left as they are"), shownError(loaded.error()));
        return;
    }
    if (loaded->leftOut)
        tell(tr("One of this recording's two notes files is left out and left as it is"),
             QStringLiteral("%1: %2").arg(loaded->leftOut->file, shownError(*loaded->leftOut)));
    m_sidecar = std::move(loaded->sidecar);
    m_sidecar.recording = model::sizeOfContent(m_path);
    if (!m_sidecar.replayHash.isEmpty() || !m_sidecar.reviews.empty())
        hashRecording();
    QMetaObject::invokeMethod(this, &ReplayNotes::tellOtherContent, Qt::QueuedConnection);
}

void ReplayNotes::takeRecorded(const model::EventTable& events)
{
    if (model::addRecorded(m_sidecar, model::recordedBookmarks(events)) > 0)
        Q_EMIT bookmarksChanged();
}

void ReplayNotes::setGrowing(bool growing)
{
    if (growing == m_growing)
        return;
    m_growing = growing;
    m_sidecar.recording = growing ? model::ContentId{} : model::sizeOfContent(m_path);
    m_hashed = false; // it is another one by then
    if (!growing && !m_sidecar.reviews.empty())
        hashRecording();
}

QString ReplayNotes::addBookmark(const QString& title, const QString& note)
{
    model::Bookmark bookmark;
    bookmark.id = QUuid::createUuid().toString(QUuid::WithoutBraces);
    bookmark.frame = m_playhead.at().frame;
    bookmark.time = m_playhead.time();
    if (const auto loop = m_playhead.loop(); loop && loop->contains(bookmark.frame)) {
        bookmark.frame = loop->first;
        bookmark.time = m_playhead.timeAxis().timeOf(loop->first);
        bookmark.length = m_playhead.timeAxis().timeOf(loop->end - 1) - bookmark.time;
    }
    bookmark.title = title;
    bookmark.note = note;
    bookmark.created = QDateTime::currentDateTimeUtc();
    put(bookmark);
    m_history.add(
        tr("Add bookmark"), [this, id = bookmark.id] { take<model::Bookmark>(id); },
        [this, bookmark] { put(bookmark); });
    return bookmark.id;
}

void ReplayNotes::removeBookmark(const QString& id)
{
    const auto gone = findEntry<model::Bookmark>(m_sidecar, id);
    if (!gone || !take<model::Bookmark>(gone->id)) // `id` may be the removed one's own
        return;
    m_history.add(
        tr("Remove bookmark"), [this, gone] { put(*gone); },
        [this, gone] { take<model::Bookmark>(gone->id); });
}

void ReplayNotes::updateBookmark(const model::Bookmark& changed)
{
    const auto before = findEntry<model::Bookmark>(m_sidecar, changed.id);
    if (!before || *before == changed)
        return;
    exchange(changed);
    m_history.add(
        tr("Change bookmark"), [this, before] { exchange(*before); }, [this, changed] { exchange(changed); });
}

void ReplayNotes::editBookmarks(const QString& what, const std::vector<model::Bookmark>& newOrChanged,
                                const std::vector<QString>& removed)
{
    std::vector<model::Bookmark> edited = newOrChanged;
    for (model::Bookmark& bookmark : edited) {
        if (bookmark.id.isEmpty())
            bookmark.id = QUuid::createUuid().toString(QUuid::WithoutBraces);
    }
    // What it touches, as it was and as it is then: a step of the history keeps no more than that.
    model::Sidecar before;
    model::Sidecar after;
    QSet<QString> touched;
    for (const QString& id : removed)
        touched.insert(id);
    for (const model::Bookmark& bookmark : edited)
        touched.insert(bookmark.id);
    QSet<QString> there;
    const auto keep = [this, &touched](model::Sidecar& part) {
        for (const model::Bookmark& each : m_sidecar.bookmarks) {
            if (touched.contains(each.id))
                part.bookmarks.push_back(each);
        }
        for (const QString& id : m_sidecar.dismissed) {
            if (touched.contains(id))
                part.dismissed.push_back(id);
        }
        part.unknown = m_sidecar.unknown;
    };
    keep(before);
    for (const model::Bookmark& each : before.bookmarks)
        there.insert(each.id);
    for (const QString& id : removed)
        m_sidecar.remove(id);
    for (model::Bookmark& bookmark : edited) {
        if (there.contains(bookmark.id))
            m_sidecar.remove(bookmark.id);
        bookmark.recorded = false; // whatever is put by hand is one's own from then on
        m_sidecar.add(std::move(bookmark));
    }
    keep(after);
    if (after.bookmarks == before.bookmarks)
        return;
    m_history.add(
        what, [this, before, after] { exchange(after, before); },
        [this, before, after] { exchange(before, after); });
    Q_EMIT bookmarksChanged();
    save(tr("The bookmark was not saved"));
}

QString ReplayNotes::addDrawing(model::Drawing drawing)
{
    if (!model::isComplete(drawing))
        return {};
    if (m_sidecar.drawings.size() >= model::MostDrawings) {
        Q_EMIT problem(tr("The drawing was not saved"),
                       tr("there are %L1 drawings on this recording already").arg(model::MostDrawings));
        return {};
    }
    if (drawing.id.isEmpty())
        drawing.id = QUuid::createUuid().toString(QUuid::WithoutBraces);
    if (!drawing.created.isValid())
        drawing.created = QDateTime::currentDateTimeUtc();
    put(drawing);
    m_history.add(
        tr("Draw"), [this, id = drawing.id] { take<model::Drawing>(id); }, [this, drawing] { put(drawing); });
    return drawing.id;
}

void ReplayNotes::updateDrawing(const model::Drawing& changed)
{
    const auto before = findEntry<model::Drawing>(m_sidecar, changed.id);
    if (!before || *before == changed || !model::isComplete(changed))
        return;
    exchange(changed);
    m_history.add(
        tr("Change drawing"), [this, before] { exchange(*before); }, [this, changed] { exchange(changed); });
}

void ReplayNotes::removeDrawing(const QString& id)
{
    const auto gone = findEntry<model::Drawing>(m_sidecar, id);
    if (!gone || !take<model::Drawing>(gone->id)) // `id` may be the removed one's own
        return;
    m_history.add(
        tr("Remove drawing"), [this, gone] { put(*gone); }, [this, gone] { take<model::Drawing>(gone->id); });
}

void ReplayNotes::addDrawings(const QString& what, const std::vector<model::Drawing>& drawings)
{
    model::Sidecar before;
    before.unknown = m_sidecar.unknown;
    model::Sidecar after = before;
    const std::size_t there = m_sidecar.drawings.size();
    for (const model::Drawing& drawing : drawings) {
        if (!drawing.id.isEmpty() && model::isComplete(drawing) &&
            !findEntry<model::Drawing>(m_sidecar, drawing.id) &&
            there + after.drawings.size() < model::MostDrawings)
            after.drawings.push_back(drawing);
    }
    if (after.drawings.empty())
        return;
    exchange(before, after);
    m_history.add(
        what, [this, before, after] { exchange(after, before); },
        [this, before, after] { exchange(before, after); });
}

bool ReplayNotes::setCameraPath(const QString& what, std::vector<model::CameraKey> path)
{
    if (path.size() > model::MostCameraKeys) {
        Q_EMIT problem(
            tr("The key point was not saved"),
            tr("the camera path of this recording has %L1 key points already").arg(model::MostCameraKeys));
        return false;
    }
    for (model::CameraKey& key : path) {
        if (key.id.isEmpty())
            key.id = QUuid::createUuid().toString(QUuid::WithoutBraces);
        if (!key.created.isValid())
            key.created = QDateTime::currentDateTimeUtc();
    }
    if (path == m_sidecar.cameraPath)
        return true;
    model::Sidecar before;
    before.unknown = m_sidecar.unknown;
    model::Sidecar after = before;
    before.cameraPath = m_sidecar.cameraPath;
    after.cameraPath = std::move(path);
    exchange(before, after);
    m_history.add(
        what, [this, before, after] { exchange(after, before); },
        [this, before, after] { exchange(before, after); });
    return true;
}

void ReplayNotes::setOthersDrawings(std::vector<model::Drawing> drawings)
{
    if (drawings == m_others)
        return;
    m_others = std::move(drawings);
    Q_EMIT drawingsChanged();
}

std::vector<model::Drawing> ReplayNotes::drawings() const
{
    std::vector<model::Drawing> all = m_sidecar.drawings;
    if (m_others.empty())
        return all;
    QSet<QString> own;
    for (const model::Drawing& drawing : all)
        own.insert(drawing.id);
    std::ranges::copy_if(m_others, std::back_inserter(all),
                         [&own](const model::Drawing& drawing) { return !own.contains(drawing.id); });
    return all;
}

template<typename Entry>
void ReplayNotes::put(const Entry& entry)
{
    m_sidecar.add(asOwn(entry));
    announce(static_cast<const Entry*>(nullptr));
}

/// The views see it change, not go and come.
template<typename Entry>
void ReplayNotes::exchange(const Entry& entry)
{
    if (m_sidecar.remove(entry.id))
        put(entry);
}

template<typename Entry>
bool ReplayNotes::take(const QString& id)
{
    if (!m_sidecar.remove(id))
        return false;
    announce(static_cast<const Entry*>(nullptr));
    return true;
}

/// What was changed by hand is seen and saved at once.
void ReplayNotes::announce(const model::Bookmark*)
{
    Q_EMIT bookmarksChanged();
    save(tr("The bookmark was not saved"));
}

void ReplayNotes::announce(const model::Drawing*)
{
    Q_EMIT drawingsChanged();
    save(tr("The drawing was not saved"));
}

void ReplayNotes::announce(const model::OwnFlag*)
{
    Q_EMIT reviewsChanged();
    save(tr("The flag was not saved"));
}

QString ReplayNotes::raiseFlag(model::OwnFlag flag)
{
    flag.id = QUuid::createUuid().toString(QUuid::WithoutBraces);
    flag.created = QDateTime::currentDateTimeUtc();
    flag.check = model::ownCheck(m_sidecar, flag.frame, flag.author);
    put(flag);
    m_history.add(
        tr("Raise flag"), [this, id = flag.id] { take<model::OwnFlag>(id); }, [this, flag] { put(flag); });
    return flag.id;
}

void ReplayNotes::removeFlag(const QString& id)
{
    const auto gone = findEntry<model::OwnFlag>(m_sidecar, id);
    if (!gone || !take<model::OwnFlag>(gone->id)) // `id` may be the removed one's own
        return;
    m_history.add(
        tr("Remove flag"), [this, gone] { put(*gone); }, [this, gone] { take<model::OwnFlag>(gone->id); });
}

bool ReplayNotes::addReview(const model::Flag& flag, model::FlagVerdict verdict, const QString& note,
                            const QString& reviewer, const QString& reason)
{
    model::FlagReview review;
    review.frame = flag.frame;
    review.time = flag.time;
    review.check = flag.check;
    review.verdict = verdict;
    review.note = note;
    review.reviewer = reviewer;
    review.reason = reason;
    model::FlagReview before = review;
    before.verdict = model::FlagVerdict::None;
    before.note.clear();
    before.reason.clear();
    for (const model::FlagReview* each : model::reviewsOf(flag, m_sidecar)) {
        if (each->reviewer == reviewer && !model::isOnOtherContent(*each, m_sidecar))
            before = *each;
    }
    if (!put(review))
        return false;
    m_history.add(
        tr("Give verdict"), [this, before] { put(before); }, [this, review] { put(review); });
    return true;
}

/// As a new one, made now.
bool ReplayNotes::put(model::FlagReview review)
{
    review.id = QUuid::createUuid().toString(QUuid::WithoutBraces);
    review.created = QDateTime::currentDateTimeUtc();
    review.content = m_sidecar.recording;
    if (review.content.sha256.isEmpty())
        m_unbound.push_back(review.id);
    const QString id = review.id;
    m_sidecar.add(std::move(review));
    // One that is not kept must not count as given.
    if (!save(tr("The verdict was not saved"))) {
        std::erase_if(m_sidecar.reviews, [&id](const model::FlagReview& r) { return r.id == id; });
        return false;
    }
    Q_EMIT reviewsChanged();
    return true;
}

void ReplayNotes::merge(const QString& notesPath)
{
    auto theirs = model::loadSidecarFile(notesPath);
    if (!theirs) {
        Q_EMIT problem(tr("The notes were not merged"), shownError(theirs.error()));
        return;
    }
    // Whether they are of this recording can be said only once this one's content is known, too.
    const bool unknown = m_sidecar.replayHash.isEmpty() && !theirs->replayHash.isEmpty();
    m_toMerge.push_back(std::move(*theirs));
    if (unknown && !m_growing && QFileInfo(m_path).isFile())
        hashRecording(); // a folder's notes go by its path
    else
        mergePending();
}

void ReplayNotes::mergePending()
{
    for (const model::Sidecar& theirs : std::exchange(m_toMerge, {})) {
        auto both = model::mergeSidecars(m_sidecar, theirs);
        if (!both) {
            Q_EMIT problem(tr("The notes were not merged"), shownError(both.error()));
            continue;
        }
        const std::size_t reviews = newIn(both->reviews, m_sidecar.reviews);
        const std::size_t bookmarks = newIn(both->bookmarks, m_sidecar.bookmarks);
        m_history.add(
            tr("Merge notes"), [this, before = m_sidecar, after = *both] { exchange(after, before); },
            [this, before = m_sidecar, after = *both] { exchange(before, after); });
        m_sidecar = std::move(*both);
        const bool saved = save(tr("The merged notes were not saved"));
        Q_EMIT bookmarksChanged();
        Q_EMIT reviewsChanged();
        Q_EMIT drawingsChanged();
        Q_EMIT cameraPathChanged();
        if (saved)
            Q_EMIT merged(static_cast<int>(reviews), static_cast<int>(bookmarks));
    }
}

void ReplayNotes::exchange(const model::Sidecar& from, const model::Sidecar& to)
{
    m_sidecar.exchange(from, to);
    save(tr("The notes were not saved"));
    Q_EMIT bookmarksChanged();
    Q_EMIT drawingsChanged();
    Q_EMIT cameraPathChanged();
    Q_EMIT reviewsChanged();
}

bool ReplayNotes::save(const QString& problemTitle)
{
    if (m_path.isEmpty())
        return false;
    if (!m_writable) {
        Q_EMIT problem(problemTitle, tr("its notes file is damaged and is not overwritten"));
        return false;
    }
    auto saved = model::saveSidecar(m_path, m_sidecar);
    if (!saved) {
        Q_EMIT problem(problemTitle, shownError(saved.error()));
        return false;
    }
    tellWhereSaved(saved->path);
    takeOver(std::move(saved->sidecar));
    if (!m_hashed && (m_sidecar.replayHash.isEmpty() || !m_unbound.empty()))
        hashRecording();
    return true;
}

/// What others did to these notes meanwhile.
void ReplayNotes::takeOver(model::Sidecar saved)
{
    const model::Sidecar before = std::exchange(m_sidecar, std::move(saved));
    if (m_sidecar.bookmarks != before.bookmarks)
        Q_EMIT bookmarksChanged();
    if (m_sidecar.drawings != before.drawings)
        Q_EMIT drawingsChanged();
    if (m_sidecar.cameraPath != before.cameraPath)
        Q_EMIT cameraPathChanged();
    const auto same = [](const model::FlagReview& a, const model::FlagReview& b) {
        return a.id == b.id && a.content == b.content;
    };
    if (!std::ranges::equal(m_sidecar.reviews, before.reviews, same) || m_sidecar.ownFlags != before.ownFlags)
        Q_EMIT reviewsChanged();
}

void ReplayNotes::tellWhereSaved(const QString& sidecarPath)
{
    if (sidecarPath == model::sidecarPath(m_path) || m_toldWhereSaved)
        return;
    m_toldWhereSaved = true;
    Q_EMIT problem(tr("Nothing can be written beside this recording"),
                   tr("its bookmarks and verdicts are kept in %1").arg(sidecarPath));
}

/// The sidecar names the recording by content, so that notes never end up with another one, and verdicts say
/// which content they were given on. An address would have to be fetched whole: it goes by its name.
void ReplayNotes::hashRecording()
{
    if (m_sidecar.recording.size < 0)
        return;
    m_hashed = true;
    m_hashing.start(
        [this, path = m_path](const model::Progress&, const std::stop_token& stop) -> std::function<void()> {
            const auto content = model::contentOf(path, stop);
            return [this, value = content.value_or(model::ContentId{})] { onHashed(value); };
        });
}

/// Nothing is known where the recording could not be read: notes are then taken at their word.
void ReplayNotes::onHashed(const model::ContentId& content)
{
    if (content == model::ContentId{} || m_growing) {
        mergePending();
        return;
    }
    m_sidecar.recording = content;
    Q_EMIT contentKnown();
    Q_EMIT reviewsChanged(); // some may not count any more
    tellOtherContent();
    bindReviews();
    // A folder may still grow: its bookmarks go by its path.
    const bool named = !m_sidecar.replayHash.isEmpty();
    if (named && model::differ({m_sidecar.replayHash}, content)) {
        if (!m_sidecar.bookmarks.empty())
            Q_EMIT problem(tr("The bookmarks were made for another recording"),
                           tr("The content of this file is not the one its bookmarks were saved with"));
        else if (!m_sidecar.drawings.empty())
            Q_EMIT problem(tr("The drawings were made for another recording"),
                           tr("The content of this file is not the one its drawings were saved with"));
        return;
    }
    if (!named && QFileInfo(m_path).isFile()) {
        m_sidecar.replayHash = content.sha256;
        save(tr("The bookmarks were not saved"));
    }
    mergePending();
}

/// Verdicts that were given before the recording was read to its end, now that it is known what it is.
void ReplayNotes::bindReviews()
{
    const std::vector<QString> unbound = std::exchange(m_unbound, {});
    bool bound = false;
    for (model::FlagReview& review : m_sidecar.reviews) {
        if (std::ranges::find(unbound, review.id) == unbound.end() ||
            model::differ(review.content, m_sidecar.recording))
            continue;
        review.content = m_sidecar.recording;
        bound = true;
    }
    if (bound)
        save(tr("The verdict was not saved"));
}

void ReplayNotes::tellOtherContent()
{
    const int others = model::reviewsOnOtherContent(m_sidecar);
    if (others == 0 || std::exchange(m_toldOtherContent, true))
        return;
    Q_EMIT problem(tr("%n verdicts were given on another content of this recording", nullptr, others),
                   tr("Its size or its SHA-256 is not the one that they were given on: they do not count, "
                      "and their flags are open again"));
}

} // namespace ghostline::app
