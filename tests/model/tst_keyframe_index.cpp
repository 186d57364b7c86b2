// SPDX-License-Identifier: GPL-3.0-or-later
// Finding the keyframe of a frame, and the chain that yields it.
#include "model/keyframe_index.h"

#include <QtTest>

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

    void fullOneNeedsNothing()
    {
        Keyframe entry = full(0);
        entry.baseline = 3;
        QCOMPARE(KeyframeIndex({entry}, 5)[0].baseline, -1);
        QVERIFY(KeyframeIndex({full(9)}, 5).range(0).empty()); // beyond the end
        QVERIFY(KeyframeIndex({full(0)}, -5).range(0).empty());
    }
};

QTEST_GUILESS_MAIN(TestKeyframeIndex)
#include "tst_keyframe_index.moc"
