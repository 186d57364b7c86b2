// SPDX-License-Identifier: GPL-3.0-or-later
// Snapshots of the draft profile: both ways, refused for what contradicts itself, broken at every byte.
#include "tests/codecs/recording/recording_bytes.h"
#include "tests/support/test_driver.h"

#include <QtTest>

namespace tst_recording_snapshot {

using namespace ghostline;
using namespace ghostline::recording;
using namespace ghostline::test;

class TestRecordingSnapshot : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void snapshotsComeBack()
    {
        RandomEvents random(41);
        const Snapshot state = randomSnapshot(random);
        Bytes blob;
        writeSnapshot(blob, state);
        io::ByteCursor in(blob);
        const auto read = readSnapshot(in);
        QVERIFY2(read, read ? "" : qPrintable(read.error().message));
        QVERIFY(in.atEnd());
        QVERIFY(read->palette == state.palette);
        QVERIFY(read->blocks == state.blocks);
        QCOMPARE(int(read->entities.size()), 3);
        QCOMPARE(read->entities[1].hand.value_or(-1), 1);
        QCOMPARE(int(read->entities[0].heldSlot), 4);
        QCOMPARE(read->runMs, 1234);
        QVERIFY(read->lastCheckpoint == "loop");
        Bytes again;
        writeSnapshot(again, *read);
        QCOMPARE(hexOf(again), hexOf(blob));
    }

    void snapshotDamage()
    {
        RandomEvents random(43);
        Bytes blob;
        writeSnapshot(blob, randomSnapshot(random));
        for (std::size_t size = 0; size < blob.size(); ++size) {
            const Bytes cut(blob.begin(), blob.begin() + static_cast<std::ptrdiff_t>(size));
            io::ByteCursor in(cut);
            QVERIFY(!readSnapshot(in));
        }
        for (std::size_t at = 0; at < blob.size(); ++at) {
            for (int bit = 0; bit < 8; ++bit) {
                Bytes changed = blob;
                changed[at] ^= static_cast<std::byte>(1U << bit);
                io::ByteCursor in(changed);
                const auto read = readSnapshot(in);
                if (!read)
                    QVERIFY(!read.error().message.isEmpty());
            }
        }
    }

    void snapshotRefused_data()
    {
        QTest::addColumn<int>("what");
        QTest::addColumn<QString>("why");
        QTest::newRow("blocks not sorted") << 0 << QStringLiteral("blocks are not sorted");
        QTest::newRow("block twice") << 1 << QStringLiteral("blocks are not sorted");
        QTest::newRow("palette entry") << 2 << QStringLiteral("palette entry 9 of 2");
        QTest::newRow("entities not ascending") << 3 << QStringLiteral("do not ascend");
        QTest::newRow("no player") << 4 << QStringLiteral("lacks the player");
        QTest::newRow("no entities") << 5 << QStringLiteral("lacks the player");
    }
    void snapshotRefused()
    {
        QFETCH(int, what);
        QFETCH(QString, why);
        RandomEvents random(47);
        Snapshot state = randomSnapshot(random);
        switch (what) {
        case 0:
            std::swap(state.blocks[0], state.blocks[1]);
            break;
        case 1:
            state.blocks[1] = state.blocks[0];
            break;
        case 2:
            state.blocks[2].second = 9;
            break;
        case 3:
            std::swap(state.entities[1], state.entities[2]);
            break;
        case 4:
            state.entities.erase(state.entities.begin());
            break;
        default:
            state.entities.clear();
            break;
        }
        Bytes blob;
        writeSnapshot(blob, state);
        io::ByteCursor in(blob);
        const auto read = readSnapshot(in);
        QVERIFY(!read);
        QVERIFY2(read.error().message.contains(why), qPrintable(read.error().message));
    }

    void brokenSnapshotLeavesTheTicks()
    {
        RandomEvents random(53);
        Bytes raw = sampleChunk(Profile::S1, random, 0, 10, 3);
        raw[2] = std::byte{9}; // the version, behind a length of two bytes
        ChunkReader reader(Profile::S1, entryOf(0, 10, true), raw, 7);
        const auto state = reader.snapshot();
        QVERIFY(!state);
        QVERIFY2(state.error().message.contains(QLatin1String("version 9")),
                 qPrintable(state.error().message));
        QCOMPARE(state.error().where.chunk.value_or(-1), std::int64_t{7});
        int ticks = 0;
        while (reader.nextTick())
            ++ticks;
        QVERIFY(ticks > 5);
        QVERIFY(!reader.failure());
    }

    void readerYieldsTheSnapshotOnce()
    {
        RandomEvents random(59);
        const Bytes raw = sampleChunk(Profile::S1, random, 0, 10, 3);
        ChunkReader reader(Profile::S1, entryOf(0, 10, true), raw, 0);
        auto state = reader.snapshot();
        QVERIFY(state && state->has_value());
        state = reader.snapshot();
        QVERIFY(state && !state->has_value());
        ChunkReader other(Profile::H5, entryOf(0, 10, true), raw, 0);
        QVERIFY(other.snapshot() && !other.snapshot()->has_value());
    }
};

} // namespace tst_recording_snapshot

GHOSTLINE_TEST(tst_recording_snapshot, TestRecordingSnapshot)
#include "tst_recording_snapshot.moc"
