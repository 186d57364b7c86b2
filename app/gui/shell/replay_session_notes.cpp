// SPDX-License-Identifier: GPL-3.0-or-later
// Bookmarks and verdicts: kept beside the recording, saved at once, merged with those of others.
#include "app/gui/shell/replay_session.h"

#include <QFileInfo>
#include <QUuid>

#include <algorithm>
#include <utility>

namespace ghostline::app {

void ReplaySession::loadBookmarks()
{
    if (m_path.isEmpty())
        return;
    // Nobody is connected yet while constructing.
    const auto tell = [this](const QString& title, const QString& detail) {
        QMetaObject::invokeMethod(
            this, [this, title, detail] { Q_EMIT problem(title, detail); }, Qt::QueuedConnection);
    };
    auto loaded = model::loadNotes(m_path);
    m_sidecarWritable = loaded.has_value();
    if (!loaded) {
        tell(tr("The bookmarks cannot be read and are left as they are"), loaded.error().message);
        return;
    }
    if (loaded->leftOut)
        tell(tr("One of this recording's two notes files is left out and left as it is"),
             QStringLiteral("%1: %2").arg(loaded->leftOut->file, loaded->leftOut->message));
    m_sidecar = std::move(loaded->sidecar);
    if (!m_sidecar.replayHash.isEmpty())
        hashRecording();
}

QString ReplaySession::addBookmark(const QString& title, const QString& note)
{
    model::Bookmark bookmark;
    bookmark.id = QUuid::createUuid().toString(QUuid::WithoutBraces);
    bookmark.frame = m_playhead.at().frame;
    bookmark.time = m_playhead.time();
    if (const auto loop = m_playhead.loop(); loop && loop->contains(bookmark.frame)) {
        bookmark.frame = loop->first;
        bookmark.time = m_index->timeAxis.timeOf(loop->first);
        bookmark.length = m_index->timeAxis.timeOf(loop->end - 1) - bookmark.time;
    }
    QString added = bookmark.id;
    bookmark.title = title;
    bookmark.note = note;
    bookmark.created = QDateTime::currentDateTimeUtc();
    m_sidecar.add(std::move(bookmark));
    Q_EMIT bookmarksChanged();
    saveNotes(tr("The bookmark was not saved"));
    return added;
}

void ReplaySession::removeBookmark(const QString& id)
{
    if (!m_sidecar.remove(id))
        return;
    Q_EMIT bookmarksChanged();
    saveNotes(tr("The bookmark was not saved"));
}

void ReplaySession::updateBookmark(const model::Bookmark& bookmark)
{
    if (!m_sidecar.remove(bookmark.id))
        return;
    m_sidecar.add(bookmark);
    Q_EMIT bookmarksChanged();
    saveNotes(tr("The bookmark was not saved"));
}

bool ReplaySession::addReview(const model::Flag& flag, model::FlagVerdict verdict, const QString& note,
                              const QString& reviewer)
{
    model::FlagReview review;
    review.id = QUuid::createUuid().toString(QUuid::WithoutBraces);
    review.frame = flag.frame;
    review.time = flag.time;
    review.check = flag.check;
    review.verdict = verdict;
    review.note = note;
    review.reviewer = reviewer;
    review.created = QDateTime::currentDateTimeUtc();
    const QString id = review.id;
    m_sidecar.add(std::move(review));
    // One that is not kept must not count as given.
    if (!saveNotes(tr("The verdict was not saved"))) {
        std::erase_if(m_sidecar.reviews, [&id](const model::FlagReview& r) { return r.id == id; });
        return false;
    }
    Q_EMIT reviewsChanged();
    return true;
}

void ReplaySession::mergeNotes(const QString& notesPath)
{
    auto theirs = model::loadSidecarFile(notesPath);
    if (!theirs) {
        Q_EMIT problem(tr("The notes were not merged"), theirs.error().message);
        return;
    }
    // Whether they are of this recording can be said only once this one's content is known, too.
    const bool unknown = m_sidecar.replayHash.isEmpty() && !theirs->replayHash.isEmpty();
    m_toMerge.push_back(std::move(*theirs));
    if (unknown && QFileInfo(m_path).isFile())
        hashRecording();
    else
        mergePending();
}

void ReplaySession::mergePending()
{
    for (const model::Sidecar& theirs : std::exchange(m_toMerge, {})) {
        auto merged = model::mergeSidecars(m_sidecar, theirs);
        if (!merged) {
            Q_EMIT problem(tr("The notes were not merged"), merged.error().message);
            continue;
        }
        const std::size_t reviews = merged->reviews.size() - m_sidecar.reviews.size();
        const std::size_t bookmarks = merged->bookmarks.size() - m_sidecar.bookmarks.size();
        m_sidecar = std::move(*merged);
        const bool saved = saveNotes(tr("The merged notes were not saved"));
        Q_EMIT bookmarksChanged();
        Q_EMIT reviewsChanged();
        if (saved)
            Q_EMIT notesMerged(static_cast<int>(reviews), static_cast<int>(bookmarks));
    }
}

bool ReplaySession::saveNotes(const QString& problemTitle)
{
    if (m_path.isEmpty())
        return false;
    if (!m_sidecarWritable) {
        Q_EMIT problem(problemTitle, tr("its notes file is damaged and is not overwritten"));
        return false;
    }
    const auto saved = model::saveSidecar(m_path, m_sidecar);
    if (!saved) {
        Q_EMIT problem(problemTitle, saved.error().message);
        return false;
    }
    told(*saved);
    if (m_sidecar.replayHash.isEmpty() && !m_hasher.joinable())
        hashRecording();
    return true;
}

void ReplaySession::told(const QString& sidecarPath)
{
    if (sidecarPath == model::sidecarPath(m_path) || m_toldWhereNotesAre)
        return;
    m_toldWhereNotesAre = true;
    Q_EMIT problem(tr("Nothing can be written beside this recording"),
                   tr("its bookmarks and verdicts are kept in %1").arg(sidecarPath));
}

/// The sidecar names the recording by content, so that notes never end up with another one. A folder may
/// still grow and an address would have to be fetched whole: those go by their path.
void ReplaySession::hashRecording()
{
    if (!QFileInfo(m_path).isFile())
        return;
    m_hasher = std::jthread([this, path = m_path](const std::stop_token& stop) {
        const auto hash = model::hashFile(path, stop);
        if (!stop.stop_requested())
            QMetaObject::invokeMethod(
                this, [this, value = hash.value_or(QByteArray())] { onHashed(value); }, Qt::QueuedConnection);
    });
}

/// `hash` is empty when the recording could not be read: notes are then taken at their word.
void ReplaySession::onHashed(const QByteArray& hash)
{
    if (hash.isEmpty() || m_sidecar.replayHash == hash) {
        mergePending();
        return;
    }
    if (!m_sidecar.replayHash.isEmpty()) {
        Q_EMIT problem(tr("The bookmarks were made for another recording"),
                       tr("The content of this file is not the one its bookmarks were saved with"));
        return;
    }
    m_sidecar.replayHash = hash;
    saveNotes(tr("The bookmarks were not saved"));
    mergePending();
}

} // namespace ghostline::app
