// SPDX-License-Identifier: GPL-3.0-or-later
// Who is there from when to when, however it came to be known.
#include "codecs/ironcurtain/units/lives.h"
#include "tests/support/test_driver.h"

#include <QTest>

namespace tst_icrep_lives {

using namespace ghostline::ironcurtain;

namespace {

constexpr SimTick LastTick = 1000;

AnalysisEvent created(SimTick tick, UnitTag tag) { return {tick, UnitCreated{tag, 3, 1, {1024, 2048, 0}}}; }
AnalysisEvent started(SimTick tick, UnitTag tag) { return {tick, ConstructionStarted{tag, 4, 2, {5, 6, 0}}}; }
AnalysisEvent killed(SimTick tick, UnitTag tag)
{
    return {tick, UnitDestroyed{tag, std::nullopt, std::nullopt}};
}

} // namespace

class TestIcrepLives : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void numbersAreThoseOfFirstMention()
    {
        Lives lives;
        lives.startWith({3, 1}, Identity{1, 0, UnitKind::Vehicle});
        lives.startWith({9, 1}, std::nullopt);
        lives.add(created(10, {1, 1}));
        lives.add(killed(20, {77, 1})); // nobody told of its birth
        lives.seenAt(300, {5, 5}, Identity{2, 3, UnitKind::Building});
        lives.seenAt(300, {9, 1}, Identity{7, 1, UnitKind::Infantry});
        lives.finish(LastTick);
        QCOMPARE(lives.count(), std::size_t{5});
        QCOMPARE(lives.find({3, 1}), 0);
        QCOMPARE(lives.find({9, 1}), 1);
        QCOMPARE(lives.find({1, 1}), 2);
        QCOMPARE(lives.find({77, 1}), 3);
        QCOMPARE(lives.find({5, 5}), 4);
        QCOMPARE(lives.find({3, 2}), -1); // another generation is another life
        QVERIFY(lives[4].structure);
        QVERIFY(!lives[4].birthTold);
        QCOMPARE(*lives[1].type, InternedId{7}); // told later
    }

    void manyTagsAreFound()
    {
        // Neighbours, generations of one index, and tags that a plain multiplicative hash puts in one place.
        constexpr std::uint32_t Inverse = 0x144C'BC89; // of 2,654,435,769, modulo 2^32
        Lives lives;
        std::vector<UnitTag> tags;
        for (std::uint32_t i = 0; i < 60'000; ++i) {
            const std::uint32_t odd = i * Inverse;
            for (const UnitTag tag :
                 {UnitTag{static_cast<std::uint16_t>(i), 0}, UnitTag{7, static_cast<std::uint16_t>(i + 1)},
                  UnitTag{static_cast<std::uint16_t>(odd >> 16), static_cast<std::uint16_t>(odd)}}) {
                if (lives.find(tag) >= 0)
                    continue;
                lives.startWith(tag, std::nullopt);
                tags.push_back(tag);
            }
        }
        QVERIFY(tags.size() > 150'000);
        for (std::size_t i = 0; i < tags.size(); ++i)
            QCOMPARE(lives.find(tags[i]), static_cast<std::ptrdiff_t>(i));
        QCOMPARE(lives.find({65'000, 65'000}) >= 0,
                 std::find(tags.begin(), tags.end(), UnitTag{65'000, 65'000}) != tags.end());
    }

    void bornAtATickIsThereAtIt()
    {
        Lives lives;
        lives.add(created(10, {1, 1}));
        lives.add(killed(50, {1, 1}));
        lives.add(killed(60, {1, 1})); // it cannot die twice
        lives.add(created(50, {1, 2}));
        lives.finish(LastTick);
        QCOMPARE(lives[0].first, SimTick{10});
        QCOMPARE(lives[0].end, SimTick{50});
        QVERIFY(lives[0].birthTold && lives[0].deathTold);
        QCOMPARE(lives[1].first, SimTick{50});
        QCOMPARE(lives[1].end, LastTick + 1);
        QVERIFY(!lives[1].deathTold);
    }

    void buildings()
    {
        Lives lives;
        lives.add(created(10, {1, 1})); // recorders may say both
        lives.add(started(10, {1, 1}));
        lives.add({110, ConstructionCompleted{{1, 1}}});
        lives.add({120, ConstructionCompleted{{1, 1}}});
        lives.add({130, ConstructionCompleted{{2, 1}}}); // of one nobody knows
        lives.finish(LastTick);
        QCOMPARE(lives.count(), std::size_t{1});
        QVERIFY(lives[0].structure);
        QCOMPARE(*lives[0].completed, SimTick{110});
        QCOMPARE(*lives[0].type, InternedId{3});
    }

    void thereIsRoomForSoMany()
    {
        Lives lives(2);
        lives.startWith({1, 1}, std::nullopt);
        lives.add(created(10, {2, 1}));
        QCOMPARE(lives.room(), std::size_t{0});
        lives.add(created(10, {3, 1}));
        lives.add(killed(20, {3, 1}));
        lives.seenAt(300, {4, 1}, std::nullopt);
        lives.add(killed(30, {2, 1})); // known: nothing of it is left out
        lives.leaveOut(5);
        lives.finish(LastTick);
        QCOMPARE(lives.count(), std::size_t{2});
        QCOMPARE(lives.leftOut(), std::uint64_t{8});
        QCOMPARE(lives[1].end, SimTick{30});
    }

    void whatOnlyKeyframesKnow()
    {
        Lives lives;
        lives.seenAt(300, {1, 1}, std::nullopt);
        lives.goneAt(600, {1, 1});
        lives.add(killed(500, {2, 1}));
        lives.seenAt(300, {2, 1}, std::nullopt); // its birth was lost
        lives.add(created(10, {3, 1}));
        lives.seenAt(5, {3, 1}, std::nullopt); // what is told holds
        lives.add(killed(700, {3, 1}));
        lives.goneAt(600, {3, 1});
        lives.goneAt(600, {44, 1});
        lives.finish(LastTick);
        QCOMPARE(lives[0].first, SimTick{300});
        QCOMPARE(lives[0].end, SimTick{600});
        QCOMPARE(lives[1].first, SimTick{300});
        QCOMPARE(lives[1].end, SimTick{500});
        QCOMPARE(lives[2].first, SimTick{10});
        QCOMPARE(lives[2].end, SimTick{700});
        QCOMPARE(lives.count(), std::size_t{3});
        QVERIFY(lives.bytes() > 0);
    }
};

} // namespace tst_icrep_lives

GHOSTLINE_TEST(tst_icrep_lives, TestIcrepLives)
#include "tst_icrep_lives.moc"
