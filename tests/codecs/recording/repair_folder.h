// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Where a test damages and repairs recordings.
#include "tests/codecs/recording/rewrite_folder.h"

namespace ghostline::test {

/// Ticks [first, end) of the whole recording's events.
inline std::map<int, QByteArray> without(std::map<int, QByteArray> events,
                                         const std::vector<std::pair<int, int>>& gaps)
{
    for (const auto& [first, end] : gaps)
        std::erase_if(events, [&](const auto& tick) { return tick.first >= first && tick.first < end; });
    return events;
}

struct RepairFolder : RewriteFolder
{
    std::map<int, QByteArray> truth(const RecordingBuilder& builder) const
    {
        return eventsOf(*RecordingFile::open(memoryFile(builder.file())).value());
    }
};

} // namespace ghostline::test
