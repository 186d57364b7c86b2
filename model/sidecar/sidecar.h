// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Bookmarks, drawings and verdicts beside the recording, never inside it: <file>.ghostline.json, replaced
// atomically.
#include "model/base/error.h"
#include "model/base/export.h"
#include "model/base/time_types.h"
#include "model/board/drawing.h"
#include "model/camera/camera_path.h"
#include "model/sidecar/content.h"

#include <QDateTime>
#include <QJsonObject>
#include <QString>
#include <QStringList>

#include <optional>
#include <stop_token>
#include <vector>

namespace ghostline::model {

struct Bookmark
{
    QString id; ///< uuid, kept over edits
    FrameNumber frame = 0;
    Micros time{};
    Micros length{}; ///< 0 = an instant
    int hue = -1;    ///< index into the theme's series colours, -1 = the accent
    QString title{};
    QString note{};
    QString author{};
    QStringList tags{};    ///< as normalTags() leaves them
    QDateTime created{};   ///< UTC
    bool recorded = false; ///< as the recording itself holds it: not written to the notes until it is changed
    QJsonObject unknown{}; ///< keys of newer versions, written back as read

    friend bool operator==(const Bookmark&, const Bookmark&) = default;
};

/// NeedsMore: somebody should look again, or bring more to look at; the flag stays open.
enum class FlagVerdict : std::uint8_t { None, Confirmed, Rejected, Unsure, NeedsMore };

/// What one reviewer thinks of one flag. Never changed once written: another opinion is another review.
struct FlagReview
{
    QString id; ///< uuid
    FrameNumber frame = 0;
    Micros time{};
    QString check{};                         ///< with the frame: which flag
    FlagVerdict verdict = FlagVerdict::None; ///< None takes earlier ones back
    QString note{};
    QString reason{}; ///< one of those that are chosen from, as it is called in the list; empty = none
    QString reviewer{};
    QDateTime created{};   ///< UTC
    ContentId content{};   ///< that it was given on; older ones say nothing
    QJsonObject unknown{}; ///< keys of newer versions, written back as read
};

/// What a person, not a check, holds against somebody, over a stretch of the recording.
struct OwnFlag
{
    QString id; ///< uuid
    FrameNumber frame = 0;
    Micros time{};
    Micros length{};  ///< 0 = an instant
    DrawnActor who{}; ///< without id and name = nobody in particular
    int severity = 2; ///< 0 to 3
    QString check{};  ///< with the frame: by which verdicts on it know it
    QString text{};
    QString author{};
    QDateTime created{};   ///< UTC
    QJsonObject unknown{}; ///< keys of newer versions, written back as read

    friend bool operator==(const OwnFlag&, const OwnFlag&) = default;
};

/// "confirmed", "rejected", "unsure", "" for None; any other word reads as None.
GHOSTLINE_MODEL_EXPORT QString flagVerdictName(FlagVerdict verdict);
GHOSTLINE_MODEL_EXPORT FlagVerdict flagVerdictNamed(const QString& name);
/// The verdict as it is written; a word that reads as None too, where somebody else wrote one.
GHOSTLINE_MODEL_EXPORT QString verdictWord(const FlagReview& review);

/// A value: load, change, save. Keys it does not know are kept.
struct GHOSTLINE_MODEL_EXPORT Sidecar
{
    static constexpr int SchemaVersion = 1;
    QByteArray replayHash;               ///< SHA-256 of the recording, hex, empty until computed
    std::vector<Bookmark> bookmarks;     ///< ascending frame
    std::vector<FlagReview> reviews;     ///< ascending creation
    std::vector<Drawing> drawings{};     ///< ascending creation: later ones lie over earlier ones
    std::vector<CameraKey> cameraPath{}; ///< ascending in time
    std::vector<OwnFlag> ownFlags{};     ///< ascending frame
    /// Ids of bookmarks, drawings, key points and own flags that were removed: of those that the recording
    /// holds, so that they do not come back, and of others, so that somebody who still has them does not
    /// write them again.
    std::vector<QString> dismissed{};
    ContentId recording{}; ///< as it is now, as far as it is known (identify()); not written
    QJsonObject unknown{};
    /// Ids of bookmarks, drawings and key points added or removed, and of reviews removed, since it was read;
    /// not written.
    std::vector<QString> changed{};

    void add(Bookmark bookmark); ///< one that was removed may come back by this
    void add(Drawing drawing);   ///< as a bookmark
    void add(CameraKey key);     ///< as a bookmark
    void add(OwnFlag flag);      ///< as a bookmark
    void add(FlagReview review);
    bool remove(QString id); ///< by value: it may be the own one of the entry that goes
    /// Where the bookmarks, drawings and key points are still those of `from`: takes out what only that one
    /// has and puts in what only `to` has, as when a merge is taken back. Reviews that are in neither stay.
    void exchange(const Sidecar& from, const Sidecar& to);
    /// Nearest bookmark strictly after / before frame; null when there is none.
    const Bookmark* next(FrameNumber frame) const;
    const Bookmark* previous(FrameNumber frame) const;
};

/// Beside the recording (of a folder: beside the folder); empty for a web address, which has no beside.
GHOSTLINE_MODEL_EXPORT QString sidecarPath(const QString& replayPath);
/// In the user's data folder, one file per replay path: for recordings beside which nothing can be written.
GHOSTLINE_MODEL_EXPORT QString privateSidecarPath(const QString& replayPath);
/// What was found in both places.
struct LoadedSidecar
{
    Sidecar sidecar;
    std::optional<Error> leftOut; ///< why one of the two does not count; it names the file
};
/// Both merged. An absent file is an empty sidecar. One that is damaged, or on another recording than the
/// other, is left alone; where there is no other one to use, that is the error.
GHOSTLINE_MODEL_EXPORT Result<LoadedSidecar> loadNotes(const QString& replayPath);
/// Whether a review was given on other bytes than the recording now consists of: then it does not count.
GHOSTLINE_MODEL_EXPORT bool isOnOtherContent(const FlagReview& review, const Sidecar& sidecar);
GHOSTLINE_MODEL_EXPORT int reviewsOnOtherContent(const Sidecar& sidecar);
/// Fills in what the recording is now, as far as its reviews ask for it: nothing without reviews, its size
/// where that already differs, else its SHA-256 too, for which all of it is read. What cannot be read stays
/// unknown. Any thread.
GHOSTLINE_MODEL_EXPORT void identify(Sidecar& sidecar, const QString& replayPath, std::stop_token stop = {});
/// That its bookmarks and drawings were made for other bytes than the recording now consists of; nothing
/// where there are none, they do not say for which, or it cannot be told. All of the recording is read to
/// know it, and what it is kept in `recording`. Any thread.
GHOSTLINE_MODEL_EXPORT std::optional<Error> madeForAnother(Sidecar& sidecar, const QString& replayPath,
                                                           std::stop_token stop = {});
struct SavedSidecar
{
    QString path;    ///< which file was written
    Sidecar sidecar; ///< what the notes are now
};
/// Temporary file, fsync, rename; beside the recording if that can be written, else in the user's data
/// folder. The recording itself is not touched, nor a notes file that loadNotes() leaves out. What others
/// added, changed and removed there meanwhile is taken over, but for what was changed or removed here; saves
/// of one user wait for each other.
GHOSTLINE_MODEL_EXPORT Result<SavedSidecar> saveSidecar(const QString& replayPath, const Sidecar& sidecar);
/// Everything of both, by id. Of two bookmarks or drawings with the same id the one that was written later;
/// where that cannot be told both, one under a new id. Notes of another recording (both hashes known and
/// different) are InvalidArgument.
GHOSTLINE_MODEL_EXPORT Result<Sidecar> mergeSidecars(Sidecar mine, const Sidecar& theirs);
/// Reads one named outright, for merging; the same rules as loadNotes(), but an absent one is NotFound.
GHOSTLINE_MODEL_EXPORT Result<Sidecar> loadSidecarFile(const QString& path);
} // namespace ghostline::model
