// SPDX-License-Identifier: GPL-3.0-or-later
// Finding the keyframe of a frame, and the chain that yields it.
#include "model/replay/keyframe_index.h"
#include "tests/support/test_driver.h"

#include <QtTest>

namespace tst_keyframe_index {

using namespace ghostline::model;

class TestKeyframeIndex : public QObject
{
    Q_OBJECT

    static Keyframe full(FrameNumber frame)
    {
        return {frame, static_cast<std::uint64_t>(frame) * 10, 10, true, -1};
    }
    static Keyframe delta(FrameNumber frame, int baseline)
    {
        return {frame, static_cast<std::uint64_t>(frame) * 10, 10, false, baseline};
    }

private Q_SLOTS:
    void lookUp()
    {
        const KeyframeIndex index({full(5), full(10), full(10), full(30)}, 40);
        QCOMPARE(index.at(0), 0); // before the first: the first is all there is
        QCOMPARE(index.at(5), 0);
        QCOMPARE(index.at(9), 0);
        QCOMPARE(index.at(10), 2);
        QCOMPARE(index.at(29), 2);
        QCOMPARE(index.at(1000), 3);
        QCOMPARE(index.range(0), (FrameRange{5, 10}));
        QVERIFY(index.range(1).empty());
        QCOMPARE(index.range(3), (FrameRange{30, 40}));
        QVERIFY(index.range(-1).empty() && index.range(4).empty());
        QCOMPARE(index.entries().size(), std::size_t{4});
    }

    void empty()
    {
        const KeyframeIndex index;
        QVERIFY(index.empty());
        QCOMPARE(index.at(3), -1);
        QVERIFY(index.chain(0).empty());
        QVERIFY(index.range(0).empty());
    }

    void chains()
    {
        // A delta every frame on its predecessor, and one far jump back that saves three of them.
        const KeyframeIndex index(
            {full(0), delta(10, 0), delta(20, 1), delta(30, 2), delta(40, 0), full(50), delta(60, 5)}, 70);
        QCOMPARE(index.fullCount(), 2);
        QCOMPARE(index.deltaCount(), 5);
        QCOMPARE(index.chain(3), (std::vector<int>{0, 1, 2, 3}));
        QCOMPARE(index.chain(4), (std::vector<int>{0, 4}));
        QCOMPARE(index.chain(5), (std::vector<int>{5}));
        QCOMPARE(index.chain(6), (std::vector<int>{5, 6}));
        QVERIFY(index.chain(-1).empty() && index.chain(7).empty());
    }

    void impossibleEntriesAreDropped()
    {
        const KeyframeIndex index({delta(0, 0),   // on itself
                                   full(10),      //
                                   delta(20, 7),  // on a later one
                                   delta(30, 2),  // on one that was dropped
                                   delta(40, 1),  // fine, and renumbered
                                   full(35),      // out of order
                                   delta(50, 4)}, // fine, on the renumbered one
                                  70);
        QCOMPARE(index.count(), 3);
        QCOMPARE(index[0].frame, 10);
        QCOMPARE(index[1].frame, 40);
        QCOMPARE(index[1].baseline, 0);
        QCOMPARE(index[2].frame, 50);
        QCOMPARE(index.chain(2), (std::vector<int>{0, 1, 2}));
    }

    void aDeltaMayBeUpToTheSource()
    {
        const KeyframeIndex index({full(0), delta(10, -1), delta(20, 1)}, 30);
        QCOMPARE(index.count(), 3);
        QVERIFY(!index[1].full);
        QCOMPARE(index.chain(1), (std::vector<int>{1}));
        QCOMPARE(index.chain(2), (std::vector<int>{1, 2}));
    }

    void entriesWithoutASizeAreNotRecorded_data()
    {
        QTest::addColumn<FrameNumber>("frame");
        QTest::addColumn<int>("at");
        QTest::addColumn<int>("after");
        const auto row = [](const char* name, FrameNumber frame, int at, int after) {
            QTest::newRow(name) << frame << at << after;
        };
        row("before the first entry", 5, -1, 1);
        row("at the first, which is none", 10, -1, 1);
        row("right before the first recorded", 19, -1, 1);
        row("at the first recorded", 20, 1, 4);
        row("behind it", 25, 1, 4);
        row("at one that is none", 30, 1, 4);
        row("behind several that are none", 45, 1, 4);
        row("at the last recorded", 50, 4, -1);
        row("at the last, which is none", 60, 4, -1);
        row("beyond the end", 1000, 4, -1);
    }

    void entriesWithoutASizeAreNotRecorded()
    {
        QFETCH(FrameNumber, frame);
        const auto none = [](FrameNumber at) {
            Keyframe entry = full(at);
            entry.size = 0;
            return entry;
        };
        const KeyframeIndex index({none(10), full(20), none(30), none(40), full(50), none(60)}, 70);
        QCOMPARE(index.recordedCount(), 2);
        QTEST(index.recordedAt(frame), "at");
        QTEST(index.recordedAfter(frame), "after");
        const KeyframeIndex nothing({none(10), none(20)}, 30);
        QCOMPARE(nothing.recordedCount(), 0);
        QCOMPARE(nothing.recordedAt(frame), -1);
        QCOMPARE(nothing.recordedAfter(frame), -1);
    }

    void everyEntryRecorded()
    {
        const KeyframeIndex index({full(5), full(10)}, 20);
        QCOMPARE(index.recordedCount(), 2);
        QCOMPARE(index.recordedAt(4), -1); // at() would name the first
        QCOMPARE(index.recordedAt(5), 0);
        QCOMPARE(index.recordedAfter(5), 1);
        QCOMPARE(index.recordedAfter(4), 0);
        const KeyframeIndex empty;
        QCOMPARE(empty.recordedCount(), 0);
        QCOMPARE(empty.recordedAt(3), -1);
        QCOMPARE(empty.recordedAfter(3), -1);
    }

    void fullOneNeedsNothing()
    {
        Keyframe entry = full(0);
        entry.baseline = 3;
        QCOMPARE(KeyframeIndex({entry}, 5)[0].baseline, -1);
        QVERIFY(KeyframeIndex({full(9)}, 5).range(0).empty()); // beyond the end
        QVERIFY(KeyframeIndex({full(0)}, -5).range(0).empty());
    }
};

} // namespace tst_keyframe_index

GHOSTLINE_TEST(tst_keyframe_index, TestKeyframeIndex)
#include "tst_keyframe_index.moc"
