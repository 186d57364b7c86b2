// SPDX-License-Identifier: GPL-3.0-or-later
// The index of chunks: there and back, against the header, and whatever else may be in its place.
#include "codecs/recording/format/header.h"
#include "tests/codecs/recording/recording_bytes.h"
#include "tests/codecs/recording/sample_header.h"
#include "tests/support/test_driver.h"

#include <QtTest>

namespace tst_recording_index {

using namespace ghostline;
using namespace ghostline::recording;
using namespace ghostline::test;

namespace {

/// Three chunks of 200, 200 and 100 ticks, one behind the other.
std::vector<ChunkEntry> sampleChunks(const Header& header)
{
    std::vector<ChunkEntry> chunks(3);
    std::int32_t tick = 0;
    for (std::size_t i = 0; i < 3; ++i) {
        chunks[i] = {tick,
                     i == 2 ? 100 : 200,
                     static_cast<std::uint8_t>(i == 1 ? 0 : 1),
                     0,
                     1000,
                     5000,
                     header.version(),
                     header.dataVersion};
        tick += chunks[i].tickCount;
    }
    return chunks;
}

/// Header and index that fit each other.
struct Pair
{
    Header header;
    std::vector<ChunkEntry> chunks;
    Layout layout = Layout::Compacted;
    ChunkIndex read() const
    {
        const Bytes bytes = writeIndex(chunks, header.profile);
        return parseIndex(bytes, header, layout);
    }
};

Pair samplePair(Profile profile, Layout layout = Layout::Compacted)
{
    Pair pair{sampleHeader(profile), {}, layout};
    pair.chunks = sampleChunks(pair.header);
    pair.header.indexBytes = static_cast<std::int32_t>(writeIndex(pair.chunks, profile).size());
    auto at = static_cast<std::int64_t>(pair.header.preambleBytes());
    for (std::size_t i = 0; i < 3; ++i) {
        if (layout == Layout::Compacted) {
            pair.chunks[i].offset = at;
            at += pair.chunks[i].compressedBytes;
        } else { // two chunks in segment 4, one in segment 5
            pair.chunks[i].offset = i == 2 ? std::int64_t{5} << 32
                                           : (std::int64_t{4} << 32) + static_cast<std::int64_t>(i) * 1000;
        }
    }
    return pair;
}

QStringList codesOf(const ChunkIndex& index)
{
    QStringList codes;
    for (const auto& problem : index.problems)
        codes.append(problem.code);
    return codes;
}

} // namespace

class TestRecordingIndex : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void indexRoundTrip()
    {
        for (const Profile profile : All) {
            for (const Layout layout : {Layout::Compacted, Layout::Segmented}) {
                const Pair pair = samplePair(profile, layout);
                const ChunkIndex index = pair.read();
                QCOMPARE(codesOf(index), QStringList{});
                QVERIFY(index.chunks == pair.chunks);
                QCOMPARE(hexOf(writeIndex(index.chunks, profile)), hexOf(writeIndex(pair.chunks, profile)));
            }
        }
    }

    void contradictions_data()
    {
        QTest::addColumn<int>("what");
        QTest::addColumn<int>("layout");
        QTest::addColumn<QStringList>("codes");
        QTest::addColumn<int>("kept");
        const auto row = [](const char* name, int what, Layout layout, const QStringList& codes,
                            int kept = 3) { QTest::newRow(name) << what << int(layout) << codes << kept; };
        const auto s = [](const char* code) { return QString::fromLatin1(code); };
        row("header promises more chunks", 0, Layout::Compacted, {s("chunk-count-mismatch")});
        row("header promises fewer chunks", 1, Layout::Compacted, {s("chunk-count-mismatch")});
        row("header promises other ticks", 2, Layout::Compacted, {s("tick-count-mismatch")});
        row("gap of ticks", 3, Layout::Compacted, {s("tick-gap"), s("tick-count-mismatch")});
        row("start too late", 4, Layout::Compacted, {s("tick-gap")});
        row("start too early", 5, Layout::Compacted, {s("tick-overlap")});
        row("count too large", 6, Layout::Compacted, {s("tick-overlap")});
        row("a chunk without ticks", 7, Layout::Compacted,
            {s("tick-gap"), s("index-entry-dropped"), s("offset-mismatch"), s("tick-count-mismatch")}, 2);
        row("no bytes", 8, Layout::Compacted, {s("empty-chunk"), s("offset-mismatch")});
        row("too many bytes unpacked", 9, Layout::Compacted, {s("chunk-too-large")});
        row("first has no snapshot", 10, Layout::Compacted, {s("no-first-snapshot")});
        row("offset moved", 11, Layout::Compacted, {s("offset-mismatch"), s("offset-mismatch")});
        row("offset below the file", 12, Layout::Compacted, {s("negative-offset")});
        row("segment left out", 13, Layout::Segmented, {s("offset-mismatch")});
        row("segment goes back", 14, Layout::Segmented, {s("offset-mismatch")});
        row("segment begins late", 15, Layout::Segmented, {s("offset-mismatch")});
        row("first begins late", 16, Layout::Segmented, {s("offset-mismatch"), s("offset-mismatch")});
        row("version of a chunk", 17, Layout::Compacted, {s("unknown-chunk-version")});
        row("older chunk inside", 18, Layout::Compacted, {});
    }
    void contradictions()
    {
        QFETCH(int, what);
        QFETCH(int, layout);
        QFETCH(QStringList, codes);
        QFETCH(int, kept);
        Pair pair = samplePair(Profile::H5, static_cast<Layout>(layout));
        Header& h = pair.header;
        auto& c = pair.chunks;
        const std::array<std::function<void()>, 19> changes{
            [&] { h.chunkCount = 4; },
            [&] { h.chunkCount = 1; },
            [&] { h.tickCount = 501; },
            [&] { c[1].tickCount = 100; },
            [&] { c[1].startTick = 300; },
            [&] { c[1].startTick = 100; },
            [&] { c[0].tickCount = 250; },
            [&] { c[1].tickCount = 0; },
            [&] { c[1].compressedBytes = 0; },
            [&] { c[2].rawBytes = (64 << 20) + 1; },
            [&] { c[0].flags = 0; },
            [&] { c[1].offset += 7; },
            [&] { c[1].offset = -5; },
            [&] { c[2].offset = std::int64_t{6} << 32; },
            [&] { c[2].offset = std::int64_t{3} << 32; },
            [&] { c[2].offset += 8; },
            [&] { c[0].offset += 8; },
            [&] { c[1].formatVersion = 6; },
            [&] { c[1].formatVersion = 4; },
        };
        const std::vector<ChunkEntry> before = pair.chunks;
        changes[static_cast<std::size_t>(what)]();
        const ChunkIndex index = pair.read();
        QCOMPARE(codesOf(index), codes);
        QCOMPARE(int(index.chunks.size()), kept);
        for (const auto& problem : index.problems)
            QVERIFY(!problem.message.isEmpty() && (problem.where.chunk || problem.where.offset));
        // One wrong number of ticks is mended from its neighbours.
        if (what >= 4 && what <= 6) {
            for (std::size_t i = 0; i < 3; ++i) {
                QCOMPARE(index.chunks[i].startTick, before[i].startTick);
                QCOMPARE(index.chunks[i].tickCount, before[i].tickCount);
            }
        }
        if (what == 12)
            QVERIFY(index.chunks == before);
    }

    void leftovers()
    {
        const Pair pair = samplePair(Profile::H4);
        Bytes bytes = writeIndex(pair.chunks, Profile::H4);
        bytes.insert(bytes.end(), 3, std::byte{9});
        const ChunkIndex index = parseIndex(bytes, pair.header, Layout::Compacted);
        QCOMPARE(codesOf(index), QStringList{QStringLiteral("index-leftover")});
        QVERIFY(index.problems.front().message.startsWith(QLatin1String("3 bytes")));
        QVERIFY(index.chunks == pair.chunks);
    }

    void cutAnywhere()
    {
        for (const Profile profile : All) {
            const Pair pair = samplePair(profile);
            const Bytes bytes = writeIndex(pair.chunks, profile);
            for (std::size_t size = 0; size < bytes.size(); ++size) {
                const Bytes cut(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(size));
                const ChunkIndex index = parseIndex(cut, pair.header, Layout::Compacted);
                QVERIFY(codesOf(index).contains(QLatin1String("chunk-count-mismatch")));
                QVERIFY(index.chunks.size() < 3);
                QVERIFY(std::equal(index.chunks.begin(), index.chunks.end(), pair.chunks.begin()));
            }
        }
    }

    void indexChangedAnywhere()
    {
        for (const Profile profile : All) {
            for (const Layout layout : {Layout::Compacted, Layout::Segmented}) {
                const Pair pair = samplePair(profile, layout);
                const Bytes bytes = writeIndex(pair.chunks, profile);
                for (std::size_t at = 0; at < bytes.size(); ++at) {
                    for (int value = 0; value < 256; ++value) {
                        Bytes changed = bytes;
                        changed[at] = static_cast<std::byte>(value);
                        const ChunkIndex index = parseIndex(changed, pair.header, layout);
                        std::int64_t end = 0;
                        for (const ChunkEntry& entry : index.chunks) { // what a reader relies on
                            QVERIFY(entry.startTick >= end && entry.tickCount > 0 && entry.offset >= 0);
                            end = std::int64_t{entry.startTick} + entry.tickCount;
                            QVERIFY(end <= std::numeric_limits<std::int32_t>::max());
                        }
                    }
                }
            }
        }
    }

    void aHostileIndexStaysSmall()
    {
        // A billion chunks promised, four bytes there.
        Header header = sampleHeader(Profile::H5);
        header.chunkCount = 1000000000;
        const ChunkIndex none = parseIndex(bytesOfHex("00010000"), header, Layout::Compacted);
        QVERIFY(none.chunks.empty());
        QVERIFY(none.chunks.capacity() < 10);
        // A hundred thousand entries that all contradict: the list of problems ends.
        std::vector<ChunkEntry> chunks(100000, ChunkEntry{7, 1, 0, -1, 0, 0, 9, 0});
        const ChunkIndex many = parseIndex(writeIndex(chunks, Profile::H5), header, Layout::Compacted);
        QVERIFY(many.problems.size() <= 1001);
        QCOMPARE(many.problems.back().code, QStringLiteral("more-problems"));
    }
};

} // namespace tst_recording_index

GHOSTLINE_TEST(tst_recording_index, TestRecordingIndex)
#include "tst_recording_index.moc"
