// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/codecs/recording/writer_folders.h"

namespace ghostline::test {

RecorderHead headOf(Profile profile)
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

RecorderOptions nothing()
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

RecorderOptions smallOnes()
{
    RecorderOptions options;
    options.chunkTicks = 40;
    options.segmentSeconds = 5;
    return options;
}

void WriterFolders::profiles()
{
    QTest::addColumn<int>("profile");
    QTest::newRow("h5") << static_cast<int>(Profile::H5);
    QTest::newRow("s1") << static_cast<int>(Profile::S1);
}

Profile WriterFolders::profile()
{
    QFETCH_GLOBAL(int, profile);
    return static_cast<Profile>(profile);
}

} // namespace ghostline::test
