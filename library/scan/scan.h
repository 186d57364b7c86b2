// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Brings the library up to date with the folders that are watched.
#include "library/store/library_store.h"
#include "model/codec/codec_registry.h"

#include <functional>

namespace ghostline::library {

struct ScanRequest
{
    model::Options codec{};    ///< as recordings are opened with
    bool outlinesOnly = false; ///< leave out what takes going through a whole recording
    int threads = 0;           ///< 0 = as keeps all cores busy
};

enum class ScanStep : std::uint8_t { Looking, Outlines, Details };

/// How far it is. `total` is -1 while it is not known.
struct ScanProgress
{
    ScanStep step = ScanStep::Looking;
    qint64 done = 0;
    qint64 total = -1;
    friend bool operator==(const ScanProgress&, const ScanProgress&) = default;
};

struct ScanReport
{
    qint64 recordings = 0;               ///< in the library now
    qint64 fresh = 0;                    ///< were not in it before
    qint64 changed = 0;                  ///< had to be read again
    qint64 moved = 0;                    ///< lay somewhere else
    qint64 gone = 0;                     ///< are not there any more
    qint64 unreadable = 0;               ///< of the recordings
    qint64 others = 0;                   ///< files that are none
    std::vector<model::Error> missing{}; ///< folders that could not be read: what was known of them stays
};

/// In two goes: first an outline of everything that is new, then what takes going through a whole recording.
/// What was found is in the store, and to be seen by others, every few hundred recordings; stopped (then
/// Cancelled), it goes on where it was the next time. For the thread of the store; `progress` is called in
/// it, too.
model::Result<ScanReport> scan(LibraryStore& store, const model::CodecRegistry& registry,
                               const ScanRequest& request,
                               const std::function<void(const ScanProgress&)>& progress,
                               const std::stop_token& stop);

} // namespace ghostline::library
