// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Turns files and folders into the recordings they stand for.
#include "model/base/export.h"
#include "model/codec/codec_registry.h"

#include <vector>

namespace ghostline::model {

struct FoundRecordings
{
    QStringList files;          ///< as named, then each folder's content in order of its path
    std::vector<Error> missing; ///< folders that cannot be read
    /// In folders: links that lead nowhere, to themselves or to a folder, pipes, sockets, devices.
    std::vector<Error> passedOver;
    QStringList without; ///< folders named in which no recording lies
    int skipped = 0;     ///< files in folders that no codec knows by name or content
};

/// Files named directly are always taken; the entry file of a folder that is one recording stands for that
/// folder. Other folders are searched recursively, without following links, for files that a codec knows by
/// name or content; files that cannot be read are taken too, as they may be recordings. When stopped, returns
/// what was found so far.
GHOSTLINE_MODEL_EXPORT FoundRecordings findRecordings(const QStringList& paths, const CodecRegistry& registry,
                                                      std::stop_token stop = {});

} // namespace ghostline::model
