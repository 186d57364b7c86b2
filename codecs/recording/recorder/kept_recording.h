// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// One recording in a folder of them, as retention sees it.
#include "codecs/recording/file/recording_file.h"

#include <QFileInfo>
#include <QHash>

#include <vector>

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

/// Which accusations of the stream the metadata calls reviewed: the same check, within the flag's ticks.
class ReviewedFlags
{
public:
    explicit ReviewedFlags(const std::vector<RecordedFlag>& flags);
    bool contains(const QString& check, std::int32_t tick) const;

private:
    struct Span
    {
        std::int32_t first = 0;
        std::int32_t last = 0;
    };
    QHash<QString, std::vector<Span>> m_spans; ///< of each check: ascending, apart from each other
};

/// Nothing for what is not a recording that can be read.
std::optional<KeptRecording> lookAtRecording(const QFileInfo& entry);
/// Why it must stay whatever the options say; empty when it may go. Reads the stream where the metadata
/// alone does not tell.
QString whyKept(const KeptRecording& recording);
/// Removes it and its sidecar. What went wrong, or nothing.
QString removeRecording(const KeptRecording& recording);

} // namespace ghostline::recording
