// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Marks that come from a file: read, laid on the recording, added to its notes.
#include "model/base/error.h"
#include "model/base/export.h"
#include "model/sidecar/sidecar.h"
#include "model/time/time_axis.h"

#include <QByteArray>
#include <QSet>
#include <QString>

#include <vector>

namespace ghostline::model {

/// What was read. Bookmarks have times, but no frames yet; their ids are the same each time the same file is
/// read.
struct ReadMarks
{
    std::vector<Bookmark> marks{};
    QSet<QString> named{};        ///< ids that the file itself gives; others are made of what a mark says
    std::vector<Error> leftOut{}; ///< entries that could not be used, a sentence each that says which
    std::size_t moreLeftOut = 0;  ///< of those how many are not listed

    /// With an id of its own. `id`: of the file; it counts where it is a UUID, for others number their marks
    /// from 1 in every file.
    void add(Bookmark mark, const QString& id);
    /// Lists it as long as somebody would read the list.
    void leaveOut(const Sentence& why);
};

/// Files above these are LimitExceeded.
inline constexpr qsizetype MostMarkBytes = qsizetype{32} << 20;
inline constexpr std::size_t MostMarks = 50'000;

/// CSV or Sportscode XML, whichever it looks like; errors name `path`.
GHOSTLINE_MODEL_EXPORT Result<ReadMarks> readMarks(const QString& path);
GHOSTLINE_MODEL_EXPORT Result<ReadMarks> readMarksText(const QByteArray& bytes);

/// Gives each its frame, clamps what reaches beyond the recording and takes out what begins behind its end.
/// Returns a sentence for each of the two that happened.
GHOSTLINE_MODEL_EXPORT std::vector<Error> placeMarks(std::vector<Bookmark>& marks, const TimeAxis& axis);

/// What becomes of marks that are added to notes.
struct MarksToAdd
{
    std::vector<Bookmark> added{};
    std::vector<Bookmark> changed{}; ///< of the same id, and the file says something else
    std::size_t known = 0;           ///< which the notes have already
};
/// A mark that the notes already have, by its id or by all that it says, is not added again. One whose id the
/// file gives is changed to what the file says; what the file leaves empty stays as it is.
GHOSTLINE_MODEL_EXPORT MarksToAdd marksToAdd(const std::vector<Bookmark>& notes, const ReadMarks& read);

} // namespace ghostline::model
