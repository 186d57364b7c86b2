// SPDX-License-Identifier: GPL-3.0-or-later
// The cache of segments: order of eviction, budget, revisions.
#include "model/replay/segment_cache.h"
#include "tests/support/test_driver.h"

#include <QtTest>

#include <random>

namespace tst_segment_cache {

using namespace ghostline::model;

namespace {

class BlankSegment final : public Segment
{
public:
    explicit BlankSegment(std::size_t bytes) : m_bytes(bytes) {}
    FrameRange frames() const override { return {0, 1}; }
    std::size_t bytes() const override { return m_bytes; }
    void sample(FrameTime, SamplePolicy, WorldState&) const override {}

private:
    std::size_t m_bytes;
};

ReplayIndex indexOf(FrameNumber frames)
{
    ReplayIndex index;
    std::vector<Keyframe> entries;
    for (FrameNumber f = 0; f < frames; f += 10)
        entries.push_back({f, static_cast<std::uint64_t>(f), 10, true, -1});
    index.keyframes = KeyframeIndex(entries, frames);
    index.timeAxis = TimeAxis::uniform(frames, 1, 20);
    return index;
}

} // namespace

class TestSegmentCache : public QObject
{
    Q_OBJECT

    const ReplayIndex m_index = indexOf(1000);
    SegmentCache::Dropped m_dropped;

    bool put(SegmentCache& cache, int keyframe, std::size_t bytes, int kept = -1)
    {
        return cache.insert(keyframe, segmentKey(m_index, keyframe), std::make_shared<BlankSegment>(bytes),
                            kept, m_dropped);
    }

private Q_SLOTS:
    void init() { m_dropped.clear(); }

    void leastRecentlyUsedGoes()
    {
        SegmentCache cache(30);
        QVERIFY(put(cache, 1, 10) && put(cache, 2, 10) && put(cache, 3, 10));
        QVERIFY(cache.find(1));
        QVERIFY(put(cache, 4, 10));
        QVERIFY(cache.contains(1) && !cache.contains(2) && cache.contains(3) && cache.contains(4));
        QCOMPARE(m_dropped.size(), std::size_t{1});
        QVERIFY(!cache.find(2));
        QCOMPARE(cache.count(), 3);
        QCOMPARE(cache.ranges(), (std::vector<FrameRange>{{10, 20}, {30, 50}}));
    }

    void keptStays()
    {
        SegmentCache cache(30);
        QVERIFY(put(cache, 1, 10) && put(cache, 2, 10) && put(cache, 3, 10));
        QVERIFY(put(cache, 4, 15, 1)); // 1 is the oldest, and stays
        QVERIFY(cache.contains(1) && !cache.contains(2) && !cache.contains(3));
        QVERIFY(!put(cache, 5, 21, 1)); // together too large
        QVERIFY(cache.contains(1) && cache.contains(4));
    }

    void tooLarge()
    {
        SegmentCache cache(30);
        QVERIFY(put(cache, 1, 10));
        QVERIFY(!put(cache, 2, 31));
        QVERIFY(cache.contains(1));
        QVERIFY(put(cache, 1, 30)); // replaces itself
        QCOMPARE(cache.bytes(), std::size_t{30});
        QCOMPARE(cache.count(), 1);
    }

    void budgetIsNeverExceeded()
    {
        std::mt19937 random(3);
        SegmentCache cache(1000);
        for (int i = 0; i < 20'000; ++i) {
            put(cache, static_cast<int>(random() % 100), random() % 400, static_cast<int>(random() % 100));
            if (i % 50 == 0)
                cache.setBudget(random() % 2000, m_dropped);
            QVERIFY(cache.bytes() <= cache.budget());
            m_dropped.clear();
        }
        cache.clear(m_dropped);
        QCOMPARE(cache.bytes(), std::size_t{0});
        QCOMPARE(cache.count(), 0);
        QVERIFY(cache.ranges().empty());
    }

    void newRevision()
    {
        SegmentCache cache(1000);
        const ReplayIndex cut = indexOf(25); // keyframe 2 holds frames 20-24 and nothing follows
        for (int k = 0; k < 3; ++k)
            cache.insert(k, segmentKey(cut, k), std::make_shared<BlankSegment>(10), -1, m_dropped);
        cache.retain(indexOf(30), m_dropped);
        QVERIFY(cache.contains(0) && cache.contains(1));
        QVERIFY(!cache.contains(2)); // longer now
        cache.insert(2, segmentKey(indexOf(30), 2), std::make_shared<BlankSegment>(10), -1, m_dropped);
        cache.retain(indexOf(40), m_dropped);
        QVERIFY(!cache.contains(2)); // as long, but its last frame has a neighbour now
        cache.retain(indexOf(10), m_dropped);
        QCOMPARE(cache.count(), 0);
    }
};

} // namespace tst_segment_cache

GHOSTLINE_TEST(tst_segment_cache, TestSegmentCache)
#include "tst_segment_cache.moc"
