// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The notes of a whole folder of another person, taken over at once: each file finds its recording by
// content, else by name, and nothing that either wrote is lost.
#include "model/review/flag.h"

#include <functional>
#include <optional>

namespace ghostline::model {

/// What became of one file of notes.
struct MergedNotes
{
    enum class Outcome {
        Merged,
        NothingNew,
        NoRecording,  ///< none here has that content or name, or several have the name
        OtherContent, ///< the recording of that name is another one
        Failed        ///< see `error`
    };
    QString notes;
    QString recording{}; ///< empty = none was found
    bool byContent = false;
    Outcome outcome = Outcome::NoRecording;
    int verdicts = 0; ///< that came new; the next four likewise
    int bookmarks = 0;
    int drawings = 0;
    int keyPoints = 0;
    int ownFlags = 0;
    int changed = 0;  ///< bookmarks, drawings, key points and own flags that were written later there
    int bothKept = 0; ///< the same, where nobody can say which was written later: both are there now
    int disputed = 0; ///< flags about which reviewers differ by this, as far as `rules` let it be seen
    std::optional<Error> error{};
};

/// What is merged into what.
struct NotesFolders
{
    QString folder;         ///< one's own
    QStringList recordings; ///< in it
    QString other;          ///< searched to the bottom for *.ghostline.json
};

/// `sink` is called for each file of notes, in the order of names; false ends it. The notes of a recording
/// are saved as saveSidecar() does, those of the other folder are only read. NotFound: there is no such
/// folder. Cancelled when stopped; what was merged by then stays. Any thread, one at a time.
GHOSTLINE_MODEL_EXPORT Result<void> mergeNotes(const NotesFolders& folders, const ReviewRules& rules,
                                               const std::function<bool(MergedNotes&&)>& sink,
                                               std::stop_token stop = {});

} // namespace ghostline::model
