// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Where a test records, a folder each time.
#include "codecs/recording/recorder/recording_writer.h"

#include <QTemporaryDir>
#include <QTest>

namespace ghostline::test {

using namespace ghostline::recording;

RecorderHead headOf(Profile profile);
/// Everything off: nothing is closed before the end.
RecorderOptions nothing();
RecorderOptions smallOnes();

struct WriterFolders
{
    QString newFolder() { return m_dir.filePath(QString::number(m_folders++)); }

    static void profiles();
    static Profile profile();

    QTemporaryDir m_dir;
    int m_folders = 0;
};

} // namespace ghostline::test
