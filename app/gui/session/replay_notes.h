// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Bookmarks, drawings and verdicts of an open replay: kept beside the recording, saved at once, merged with
// those of others. UI thread only; the recording is hashed beside it.
#include "app/gui/jobs/job.h"
#include "app/gui/session/history.h"
#include "model/review/flag.h"
#include "model/sidecar/sidecar.h"
#include "model/time/playhead.h"

#include <QObject>

#include <optional>
#include <vector>

namespace ghostline::app {

class ReplayNotes : public QObject
{
    Q_OBJECT
public:
    /// `path`: of the recording, empty = nothing is read or saved. What is wrong with the notes is told by
    /// `problem` once the event loop runs. The playhead is not owned and outlives this.
    ReplayNotes(QString path, const model::Playhead& playhead);
    ~ReplayNotes() override;

    const model::Sidecar& sidecar() const { return m_sidecar; }
    /// Shows bookmarks that the recording itself holds beside those in the notes.
    void takeRecorded(const model::EventTable& events);
    /// As long as more is being written, nobody knows what the recording will be: verdicts given meanwhile
    /// are bound to its content once it is whole.
    void setGrowing(bool growing);
    /// Every change that was made here, and what else is marked in the recording.
    History& history() { return m_history; }
    /// Adds or removes and saves at once; an error is reported by `problem`. A new bookmark stands where the
    /// playhead does and spans the loop when that is in one. Returns its id.
    QString addBookmark(const QString& title, const QString& note = {});
    void removeBookmark(const QString& id);
    void updateBookmark(const model::Bookmark& changed);
    /// Several at once, saved once and taken back in one step, which `what` names in a menu: bookmarks that
    /// are new or changed, by their ids, and ids of those that go.
    void editBookmarks(const QString& what, const std::vector<model::Bookmark>& newOrChanged,
                       const std::vector<QString>& removed = {});
    /// Adds, changes or removes what is drawn over the picture: one step of the history each, saved at once.
    /// A new drawing gets an id and a date where it has none; returns its id, empty where it lacks what its
    /// kind needs or there are too many, which `problem` reports.
    QString addDrawing(model::Drawing drawing);
    void updateDrawing(const model::Drawing& changed);
    void removeDrawing(const QString& id);
    /// Several of others: one step of the history, which `what` names, and saved once. Those that are there
    /// already stay as they are.
    void addDrawings(const QString& what, const std::vector<model::Drawing>& drawings);
    /// What others draw just now, for all who watch together: seen and listed, never saved or changed here.
    void setOthersDrawings(std::vector<model::Drawing> drawings);
    const std::vector<model::Drawing>& othersDrawings() const { return m_others; }
    /// All that is seen: one's own, then those of others.
    std::vector<model::Drawing> drawings() const;
    /// The key points of the camera, as they are to be from now on: one step of the history, which `what`
    /// names, saved at once. New ones get an id and a date. False where there are too many, which `problem`
    /// reports.
    bool setCameraPath(const QString& what, std::vector<model::CameraKey> path);
    /// Adds what a reviewer thinks of a flag and saves at once; false when it was not saved, which `problem`
    /// reports. Taking it back adds a review, too: what the reviewer said before.
    bool addReview(const model::Flag& flag, model::FlagVerdict verdict, const QString& note,
                   const QString& reviewer, const QString& reason = {});
    /// Raises a flag of one's own, or takes it away again: one step of the history, saved at once. It gets an
    /// id, a date and a check. Returns the id.
    QString raiseFlag(model::OwnFlag flag);
    void removeFlag(const QString& id);
    /// Adds what is in another person's notes of this recording and saves; the end of it is told by merged()
    /// or `problem`, later where the recording has to be identified first.
    void merge(const QString& notesPath);

Q_SIGNALS:
    void bookmarksChanged();
    void drawingsChanged();
    void cameraPathChanged();
    void reviewsChanged();
    void merged(int reviews, int bookmarks); ///< how many came new
    void contentKnown(); ///< sidecar().recording says which bytes the recording consists of
    void problem(const QString& title, const QString& detail);

private:
    void load();
    // Of bookmarks and drawings alike.
    template<typename Entry>
    void put(const Entry& entry);
    template<typename Entry>
    void exchange(const Entry& entry);
    template<typename Entry>
    bool take(const QString& id);
    void announce(const model::Bookmark* kind);
    void announce(const model::Drawing* kind);
    void announce(const model::OwnFlag* kind);
    bool put(model::FlagReview review);
    void exchange(const model::Sidecar& from, const model::Sidecar& to);
    bool save(const QString& problemTitle);
    void takeOver(model::Sidecar saved);
    void tellWhereSaved(const QString& sidecarPath);
    void mergePending();
    void hashRecording();
    void onHashed(const model::ContentId& content);
    void bindReviews();
    void tellOtherContent();

    QString m_path;
    const model::Playhead& m_playhead;
    History m_history;
    model::Sidecar m_sidecar;
    std::vector<model::Drawing> m_others;
    std::vector<model::Sidecar> m_toMerge; ///< wait until it is known whether they are of this recording
    bool m_writable = true;
    bool m_toldWhereSaved = false; ///< once, when they cannot lie beside the recording
    bool m_growing = false;
    bool m_toldOtherContent = false;
    bool m_hashed = false;            ///< the recording was, or is being, identified by its content
    std::vector<QString> m_unbound{}; ///< reviews given before that was done
    Job m_hashing;
};

} // namespace ghostline::app
