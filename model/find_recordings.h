// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Turns files and folders into the recordings they stand for.
#include "model/codec_registry.h"
#include "model/export.h"

#include <vector>

namespace ghostline::model {

struct FoundRecordings
{
    QStringList files;          ///< as named, then each folder's content in order of its path
    std::vector<Error> missing; ///< paths that name nothing
    int skipped = 0;            ///< files in folders that no codec knows by name or content
};

/// A file named outright is always taken; one that a folder is opened by stands for the folder. In a folder,
/// searched to the bottom without following links, what is taken is what a codec knows by name or content,
/// and what cannot be read: that may be a recording. When stopped, what was found so far.
GHOSTLINE_MODEL_EXPORT FoundRecordings findRecordings(const QStringList& paths, const CodecRegistry& registry,
                                                      std::stop_token stop = {});

} // namespace ghostline::model
