// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Where a test rewrites recordings.
#include "tests/codecs/recording/rewrite_support.h"

namespace ghostline::test {

struct RewriteFolder
{
    QString path(const QString& name) const { return m_folder.filePath(name); }

    /// A recording in segments on the disk.
    QString folderOf(const QString& name, const RecordingBuilder& builder)
    {
        writeFolder(path(name), builder.folder());
        return path(name);
    }

    void cleanOutputs()
    {
        for (const QString& name : namesIn(m_folder.path())) {
            const QString full = path(name);
            QFileInfo(full).isDir() ? (void)QDir(full).removeRecursively() : (void)QFile::remove(full);
        }
    }

    QTemporaryDir m_folder;
};

} // namespace ghostline::test
