// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Turns the files and folders named on a command line into the recordings they stand for.
#include "app/cli/session.h"

namespace ghostline::app {

struct FoundRecordings
{
    QStringList files;                 ///< as named, then each folder's content in order of its path
    std::vector<model::Error> missing; ///< paths that name nothing
    int skipped = 0;                   ///< files in folders that no codec knows by name or content
};

/// A file named outright is always taken. In a folder, searched to the bottom without following links, what
/// is taken is what a codec knows by name or content, and what cannot be read: that may be a recording.
FoundRecordings findRecordings(const QStringList& paths, const model::CodecRegistry& registry);

} // namespace ghostline::app
