// SPDX-License-Identifier: GPL-3.0-or-later
// A few kilobytes that claim years: what has bytes plays, what has none is bounded, and it is said.
#include "codecs/recording/format/limits.h"
#include "tests/codecs/recording/claimed_ticks.h"
#include "tests/codecs/recording/damaged_recording.h"
#include "tests/support/test_driver.h"

namespace tst_recording_claims {

using namespace ghostline::test;
using namespace ghostline::recording;
using namespace Qt::StringLiterals;

namespace {

constexpr std::int32_t Most = std::numeric_limits<std::int32_t>::max();

void oneChunkHoldsAll(std::vector<ChunkEntry>& entries)
{
    entries.back().tickCount = Most - entries.back().startTick;
}

/// Nothing tells that it is a mistake: the header does not promise as many ticks as there would be without
/// it.
void startsAt(ChunkEntry& entry, std::int32_t tick)
{
    entry.tickCount = 10;
    entry.startTick = tick;
}

void aGapOfYears(std::vector<ChunkEntry>& entries) { startsAt(entries.back(), Most - 10); }

/// Far behind the end of the file.
void manyLostChunks(std::vector<ChunkEntry>& entries)
{
    for (int i = 0; i < 300; ++i) {
        ChunkEntry entry = entries.back();
        entry.startTick = entries.back().endTick();
        entry.offset = std::int64_t{1} << 40;
        entry.compressedBytes = 1 << 26;
        entry.rawBytes = 1 << 26;
        entry.tickCount = 7'000'000;
        entries.push_back(entry);
    }
}

/// All of them the whole file.
void theSameBytesAgain(std::vector<ChunkEntry>& entries)
{
    const std::int64_t first = entries.front().offset;
    const auto bytes =
        static_cast<std::int32_t>(entries.back().offset + entries.back().compressedBytes - first);
    for (int i = 0; i < 300; ++i) {
        ChunkEntry entry = entries.back();
        entry.startTick = entries.back().endTick();
        entry.offset = first;
        entry.compressedBytes = bytes;
        entry.rawBytes = 1 << 26;
        entry.tickCount = 7'000'000;
        entries.push_back(entry);
    }
}

void manyGaps(std::vector<ChunkEntry>& entries)
{
    std::int32_t gap = 0;
    for (ChunkEntry& entry : entries) {
        entry.startTick += gap;
        gap += 1'000'000;
    }
}

/// A server was away for half a day; that is what it says.
void halfADay(std::vector<ChunkEntry>& entries) { startsAt(entries.back(), 20 * 60 * 60 * 12); }

struct Claimed
{
    const char* name;
    void (*change)(std::vector<ChunkEntry>&);
    bool believed = false;
};
constexpr Claimed AllClaims[] = {{"one chunk holds all", &oneChunkHoldsAll},
                                 {"a gap of years", &aGapOfYears},
                                 {"many lost chunks", &manyLostChunks},
                                 {"the same bytes again", &theSameBytesAgain},
                                 {"many gaps", &manyGaps},
                                 {"half a day", &halfADay, true}};

} // namespace

class TestRecordingClaims : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void framesAreBoundedByBytes_data()
    {
        QTest::addColumn<int>("version");
        QTest::addColumn<int>("claim");
        for (const Profile profile : {Profile::S1, Profile::H4, Profile::H5}) {
            for (std::size_t i = 0; i < std::size(AllClaims); ++i)
                QTest::addRow("%d, %s", static_cast<int>(profile), AllClaims[i].name)
                    << static_cast<int>(profile) << static_cast<int>(i);
        }
    }
    void framesAreBoundedByBytes()
    {
        QFETCH(int, version);
        QFETCH(int, claim);
        const Claimed& claimed = AllClaims[claim];
        const RecordingBuilder built(
            {.profile = static_cast<Profile>(version), .ticks = 60, .chunkTicks = 20});
        const QByteArray bytes = withClaims(built.file(), claimed.change);
        const File file = openOrNull(memoryFile(bytes));
        QVERIFY(file != nullptr && !file->chunks().empty());
        QCOMPARE(codes(*file).contains(u"ticks-without-bytes"_s), !claimed.believed);
        const auto end = std::int64_t{file->chunks().back().endTick()};
        QVERIFY2(end <= MaxTicksWithoutBytes + MostTicksOfPackedByte * bytes.size(),
                 qPrintable(QString::number(end)));
        // What is whole is still there.
        QVERIFY(file->chunks().size() >= 2);
        QVERIFY(goodChunks(*file, built).contains(0));
        for (const LostChunk& lost : file->lostChunks())
            QVERIFY(static_cast<std::size_t>(lost.chunk) < file->chunks().size());
    }
};

} // namespace tst_recording_claims

GHOSTLINE_TEST(tst_recording_claims, TestRecordingClaims)
#include "tst_recording_claims.moc"
