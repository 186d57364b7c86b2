// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Keeps the entries of a sidecar in order, bookmarks by frame, key points by when they are, drawings and
// reviews by when they were made, and merges those of others.
#include "model/sidecar/sidecar.h"

#include <algorithm>
#include <limits>

namespace ghostline::model {

inline std::int64_t orderKey(const Bookmark& bookmark) { return bookmark.frame; }
/// Those that do not say when come first.
inline std::int64_t orderKey(const QDateTime& created)
{
    return created.isValid() ? created.toMSecsSinceEpoch() : std::numeric_limits<std::int64_t>::min();
}
inline std::int64_t orderKey(const Drawing& drawing) { return orderKey(drawing.created); }
inline std::int64_t orderKey(const CameraKey& key) { return key.time.count(); }
inline std::int64_t orderKey(const OwnFlag& flag) { return flag.frame; }
inline std::int64_t orderKey(const FlagReview& review) { return orderKey(review.created); }

template<typename Entry>
void sortEntries(std::vector<Entry>& entries)
{
    std::stable_sort(entries.begin(), entries.end(),
                     [](const Entry& a, const Entry& b) { return orderKey(a) < orderKey(b); });
}

/// Behind those of the same place.
template<typename Entry>
void insertEntry(std::vector<Entry>& entries, Entry entry)
{
    const auto place = std::upper_bound(entries.begin(), entries.end(), orderKey(entry),
                                        [](std::int64_t key, const Entry& e) { return key < orderKey(e); });
    entries.insert(place, std::move(entry));
}

/// Adds the reviews of `others` that are neither there yet, by id or by content, nor removed here.
void addMissingReviews(Sidecar& sidecar, const std::vector<FlagReview>& others);

/// Takes over which bookmarks, drawings and key points there are and which were removed, but for those that
/// were changed here, by id.
void takeOverEntries(Sidecar& sidecar, const Sidecar& others);

} // namespace ghostline::model
