// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Which recordings lie in folders, by their names alone: nothing is opened.
#include "library/entry/entry.h"
#include "model/codec/codec_registry.h"

namespace ghostline::library {

struct FoundFile
{
    QString path;
    Stamp stamp{};
    Stamp notes{}; ///< of the notes beside it; bytes -1 = there are none
};

struct FoundFiles
{
    std::vector<FoundFile> files;      ///< each once, in order of the paths within a folder
    std::vector<model::Error> missing; ///< folders that cannot be read: what lies in them is not known
    qint64 others = 0;                 ///< files that are called like no recording
};

/// Folders are searched to the bottom; links to folders are not followed, hidden entries left alone. A folder
/// that is one recording counts once. When stopped: what was found so far.
FoundFiles lookThrough(const QStringList& folders, const model::CodecRegistry& registry,
                       const std::stop_token& stop);

/// As lookThrough() would; bytes -1 = there is no such file.
Stamp stampOf(const QString& path);
Stamp notesStampOf(const QString& path);

} // namespace ghostline::library
