// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// One recording in a folder of them, as retention sees it.
#include "codecs/recording/recording_file.h"

#include <QFileInfo>

namespace ghostline::recording {

struct KeptRecording
{
    QString path;
    bool segmented = false;
    std::uint64_t bytes = 0;
    std::int64_t endMs = 0; ///< Unix time of its last tick, or of its last change where it does not say
    QString runner;         ///< player and map; empty where neither is known
    std::shared_ptr<const RecordingFile> file;
    bool gone = false;
    bool refused = false;
};

/// Nothing for what is not a recording that can be read.
std::optional<KeptRecording> lookAtRecording(const QFileInfo& entry);
/// Why it must stay whatever the options say; empty when it may go. Reads the stream where the metadata
/// alone does not tell.
QString whyKept(const KeptRecording& recording);
/// Removes it and its sidecar. What went wrong, or nothing.
QString removeRecording(const KeptRecording& recording);

} // namespace ghostline::recording
