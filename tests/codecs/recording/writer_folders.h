// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Where a test records, a folder each time.
#include "codecs/recording/recorder/recording_writer.h"

#include <QTemporaryDir>
#include <QTest>

namespace ghostline::test {

using namespace ghostline::recording;

inline RecorderHead headOf(Profile profile)
{
    RecorderHead head;
    head.profile = profile;
    head.worldVersion = QByteArray(16, '\x42');
    head.startMs = 1'786'000'000'000;
    head.dataVersion = 4903;
    head.playerName = QStringLiteral("Runner");
    head.playerId = QStringLiteral("11223344-5566-7788-99aa-bbccddeeff00");
    head.mapId = QStringLiteral("map-1");
    return head;
}

/// Everything off: nothing is closed before the end.
inline RecorderOptions nothing()
{
    RecorderOptions options;
    options.chunkTicks = 0;
    options.chunkRawBytes = 0;
    options.segmentSeconds = 0;
    options.segmentBytes = 0;
    options.segmentNonEmptyTicks = 0;
    options.segmentOnLeave = false;
    return options;
}

inline RecorderOptions smallOnes()
{
    RecorderOptions options;
    options.chunkTicks = 40;
    options.segmentSeconds = 5;
    return options;
}

struct WriterFolders
{
    QString newFolder() { return m_dir.filePath(QString::number(m_folders++)); }

    static void profiles()
    {
        QTest::addColumn<int>("profile");
        QTest::newRow("h5") << static_cast<int>(Profile::H5);
        QTest::newRow("s1") << static_cast<int>(Profile::S1);
    }
    static Profile profile()
    {
        QFETCH_GLOBAL(int, profile);
        return static_cast<Profile>(profile);
    }

    QTemporaryDir m_dir;
    int m_folders = 0;
};

} // namespace ghostline::test
