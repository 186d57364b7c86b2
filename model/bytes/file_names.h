// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Names of files are bytes: usually UTF-8, but anything may be there. A byte that is none of it becomes a
// lone half (U+DC80 to U+DCFF) in a text and the same byte again in a name, as Python does it (PEP 383).
#include "model/base/error.h"
#include "model/base/export.h"

#include <QByteArray>

#include <vector>

namespace ghostline::model {

GHOSTLINE_MODEL_EXPORT QString pathFromBytes(QByteArrayView bytes);
/// Gives the same bytes back.
GHOSTLINE_MODEL_EXPORT QByteArray pathToBytes(const QString& path);

enum class EntryKind {
    File, ///< or a link to one
    Folder,
    LinkToFolder,
    DanglingLink, ///< leads nowhere
    LinkLoop,     ///< leads to itself
    Special,      ///< a pipe, a socket, a device
    Unknown       ///< cannot be looked at
};

struct FolderEntry
{
    QString name;
    EntryKind kind = EntryKind::Unknown;
};

/// Whatever lies in a folder, hidden ones included, in order of their names. NotFound, NotReadable.
GHOSTLINE_MODEL_EXPORT Result<std::vector<FolderEntry>> listFolder(const QString& path);

/// Behind links.
GHOSTLINE_MODEL_EXPORT bool pathExists(const QString& path);
GHOSTLINE_MODEL_EXPORT bool isFolder(const QString& path);
GHOSTLINE_MODEL_EXPORT bool isRegularFile(const QString& path);

} // namespace ghostline::model
