// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Bookmarks that a recording itself holds: someone wrote the notes beside it into it.
#include "model/base/export.h"
#include "model/replay/event.h"
#include "model/sidecar/sidecar.h"

namespace ghostline::model {

/// Of the events of kind "bookmark" those whose data says where they came from: `source` "metadata", `id` as
/// in the notes, `detail` the title, `note`, `author`, `created` (ISO 8601). Ascending frame. One without an
/// id gets one that is the same each time the recording is opened.
GHOSTLINE_MODEL_EXPORT std::vector<Bookmark> recordedBookmarks(const EventTable& events);

/// Adds those that the notes do not have yet, nor ever took out. Whatever was changed in the notes counts.
/// Returns how many came new.
GHOSTLINE_MODEL_EXPORT std::size_t addRecorded(Sidecar& notes, const std::vector<Bookmark>& recorded);

} // namespace ghostline::model
