// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Marks that come from a file: read, laid on the recording, added to its notes.
#include "model/base/error.h"
#include "model/base/export.h"
#include "model/sidecar/sidecar.h"
#include "model/time/time_axis.h"

#include <QByteArray>
#include <QString>

#include <vector>

namespace ghostline::model {

/// What was read. Bookmarks have times, but no frames yet; their ids are the same each time the same file is
/// read.
struct ReadMarks
{
    std::vector<Bookmark> marks{};
    std::vector<Error> leftOut{}; ///< entries that could not be used, a sentence each that says which
    std::size_t moreLeftOut = 0;  ///< of those how many are not listed

    /// Lists it as long as somebody could read the list.
    void leaveOut(Error why);
};

/// Files above these are LimitExceeded.
inline constexpr qsizetype MostMarkBytes = qsizetype{32} << 20;
inline constexpr std::size_t MostMarks = 50'000;

/// CSV or Sportscode XML, whichever it looks like; errors name `path`.
GHOSTLINE_MODEL_EXPORT Result<ReadMarks> readMarks(const QString& path);
GHOSTLINE_MODEL_EXPORT Result<ReadMarks> readMarksText(const QByteArray& bytes);
/// All in a list by its length: "line 7: ...".
GHOSTLINE_MODEL_EXPORT QString shownTexts(const ReadMarks& read);

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
/// A mark that the notes already have, by its id or by all that it says, is not added again. Fields that the
/// file does not have (who made it when, keys of newer versions) stay as they are.
GHOSTLINE_MODEL_EXPORT MarksToAdd marksToAdd(const std::vector<Bookmark>& notes,
                                             const std::vector<Bookmark>& marks);

} // namespace ghostline::model
