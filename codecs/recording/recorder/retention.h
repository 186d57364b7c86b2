// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// How long recordings live where they are made. A viewer never calls this.
#include "codecs/recording/recorder/export.h"
#include "model/base/error.h"

#include <vector>

namespace ghostline::recording {

/// Everything off by default. A recording with an unreviewed flag, or saved by a trigger, is evidence: none
/// of these removes it. One that is still being recorded is left alone, too.
struct RetentionOptions
{
    int retainDays = 0;            ///< older ones go
    int retainCount = 0;           ///< per player and map: the newest stay
    std::uint64_t retainBytes = 0; ///< of the whole folder: the oldest go first
    bool dryRun = false;           ///< only say what would go
    std::int64_t nowMs = 0;        ///< Unix time; 0 = the clock's
};

struct RemovedRecording
{
    QString path;
    std::uint64_t bytes = 0;
    QString reason; ///< one sentence: which option, and by how much
};

struct RetentionReport
{
    std::vector<RemovedRecording> removed; ///< with dryRun: what would be
    std::vector<RemovedRecording> kept;    ///< what an option would have removed, and why it stays
    std::uint64_t bytesLeft = 0;
};

/// Looks at the .hcrp files and folders of segments directly in `folder`; anything else is not touched, nor
/// is a recording that cannot be read. What goes takes its sidecar along.
GHOSTLINE_RECORDER_EXPORT model::Result<RetentionReport> applyRetention(const QString& folder,
                                                                        const RetentionOptions& options);

} // namespace ghostline::recording
