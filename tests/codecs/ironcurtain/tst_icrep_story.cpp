// SPDX-License-Identifier: GPL-3.0-or-later

// The list of events from made-up matches: units, outcomes, what is given up first.
#include "tests/codecs/ironcurtain/made_story.h"
#include "tests/support/test_driver.h"

#include <QtTest>

#include <set>

namespace tst_icrep_story {

using namespace ghostline;
using namespace ghostline::test;

class StoryTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void kindsAreOneTable();
    void lossesNameBothSides();
    void lastBuildingIsDerived();
    void constructionSaysWhenItWasDone();
    void outcomes_data();
    void outcomes();
    void comebacks_data();
    void comebacks();
    void plainEventsAreGivenUpFirst();
    void figuresAreNoEvents();
};

void StoryTest::kindsAreOneTable()
{
    const auto kinds = derivedKinds();
    QCOMPARE(kinds.size(), static_cast<std::size_t>(DerivedKind::Count));
    std::set<QString> ids;
    for (const model::EventKind& kind : kinds) {
        QVERIFY(!kind.id.isEmpty() && !kind.name.isEmpty());
        QVERIFY2(ids.insert(kind.id).second, qPrintable(kind.id));
    }
    const auto kind = [&](DerivedKind k) { return kinds[static_cast<std::size_t>(k)]; };
    QVERIFY(kind(DerivedKind::Engagement).band && kind(DerivedKind::Engagement).major);
    QVERIFY(!kind(DerivedKind::UnitCreated).shownByDefault);
    QVERIFY(!kind(DerivedKind::ControlGroup).shownByDefault);
    QCOMPARE(kind(DerivedKind::ControlGroup).lane, QStringLiteral("Control groups"));
    QVERIFY(kind(DerivedKind::Talk).band);
    QCOMPARE(kind(DerivedKind::Talk).lane, QStringLiteral("Voice"));
    QVERIFY(kind(DerivedKind::Superweapon).cue && kind(DerivedKind::Superweapon).major);
    QVERIFY(kind(DerivedKind::DevCommand).flag);
    QVERIFY(!kind(DerivedKind::UnitLost).major);
    StoryMatch empty;
    QCOMPARE(empty.story.finish()->kinds.size(), kinds.size());
}

void StoryTest::lossesNameBothSides()
{
    StoryMatch match;
    match.unit({1, 1}, 0, 1);
    match.unit({2, 1}, 1, 0);
    match.unit({3, 1}, 0, 4); // scenery
    match.add(50, UnitDestroyed{{1, 1}, UnitTag{2, 1}, PlayerId{1}});
    match.add(60, UnitDestroyed{{2, 1}, {}, {}});
    match.add(70, UnitDestroyed{{3, 1}, {}, {}});
    match.add(80, UnitDestroyed{{8, 8}, {}, PlayerId{1}});
    const auto events = match.of(DerivedKind::UnitLost);
    QCOMPARE(events.size(), std::size_t{3});
    QVERIFY(events[0].text.startsWith(QStringLiteral("Red lost ")));
    QVERIFY(events[0].text.contains(QStringLiteral(" to Blue (")));
    QCOMPARE(events[0].data[QLatin1String("type")].toString(), QStringLiteral("2tnk"));
    QCOMPARE(events[0].data[QLatin1String("killer_type")].toString(), QStringLiteral("e1"));
    QCOMPARE(events[0].actors, (std::vector<model::ActorId>{model::ActorId{0}, model::ActorId{1},
                                                            model::ActorId{6}, model::ActorId{7}}));
    QCOMPARE(events[1].actors.front(), model::ActorId{1});
    // Nobody knows whose it was, so whoever killed it must not stand where the loser stands.
    QVERIFY(events[2].actors.empty() || model::index(events[2].actors.front()) >= 6);
    QCOMPARE(events[0].rare, model::Rare::None);
    QCOMPARE(match.of(DerivedKind::UnitCreated).size(), std::size_t{2});
}

void StoryTest::lastBuildingIsDerived()
{
    StoryMatch match;
    Identity fact;
    fact.type = 2;
    fact.owner = 0;
    fact.kind = UnitKind::Building;
    match.kinds.addIdentity(fact);
    match.lives.startWith({1, 1}, fact); // stood there from the start
    match.building({2, 1}, 0, 10);
    match.building({3, 1}, 1, 10);
    match.add(100, UnitDestroyed{{2, 1}, {}, PlayerId{1}});
    match.add(200, UnitDestroyed{{1, 1}, {}, PlayerId{1}});
    const auto lost = match.of(DerivedKind::BuildingLost);
    QCOMPARE(lost.size(), std::size_t{2});
    QCOMPARE(lost[1].rare, model::Rare::BaseDestroyed); // a construction yard
    const auto out = match.of(DerivedKind::Elimination);
    QCOMPARE(out.size(), std::size_t{1});
    QCOMPARE(out[0].frame, model::FrameNumber{200});
    QCOMPARE(out[0].actors, std::vector<model::ActorId>{model::ActorId{0}});
    QVERIFY(out[0].text.contains(QStringLiteral("derived")));
}

void StoryTest::constructionSaysWhenItWasDone()
{
    StoryMatch match;
    match.building({2, 1}, 1, 100);
    match.building({3, 1}, 1, 110);
    match.add(300, ConstructionCompleted{{2, 1}});
    const auto begun = match.of(DerivedKind::Construction);
    QCOMPARE(begun.size(), std::size_t{2});
    QVERIFY2(begun[0].text.endsWith(QStringLiteral("done at 0:15")), qPrintable(begun[0].text));
    QCOMPARE(begun[0].length, model::Micros{10'000'000});
    QCOMPARE(begun[0].data[QLatin1String("completed_tick")].toInt(), 300);
    QVERIFY(!begun[1].data.contains(QLatin1String("completed_tick")));
    QCOMPARE(match.of(DerivedKind::ConstructionCompleted).size(), std::size_t{1});
}

void StoryTest::outcomes_data()
{
    QTest::addColumn<int>("kind");
    QTest::addColumn<int>("winner");
    QTest::addColumn<int>("team");
    QTest::addColumn<int>("reason");
    QTest::addColumn<QString>("text");
    QTest::newRow("player") << 0 << 1 << -1 << 0 << "Blue wins: elimination";
    QTest::newRow("team") << 0 << -1 << 1 << 3 << "Team 1 (Red and Rose) wins: objective completed";
    QTest::newRow("draw") << 2 << -1 << -1 << 4 << "The match is a draw: draw agreed";
    QTest::newRow("remade") << 3 << -1 << -1 << -1 << "The match is remade: it does not count";
}

void StoryTest::outcomes()
{
    QFETCH(int, kind);
    QFETCH(int, winner);
    QFETCH(int, team);
    QFETCH(int, reason);
    MatchOutcome outcome;
    outcome.kind = static_cast<MatchOutcome::Kind>(kind);
    if (winner >= 0)
        outcome.winner = static_cast<PlayerId>(winner);
    if (team >= 0)
        outcome.winnerTeam = static_cast<std::uint8_t>(team);
    if (reason >= 0)
        outcome.reason = static_cast<MatchOutcome::Reason>(reason);
    Bytes bytes;
    appendOutcome(bytes, outcome);
    StoryMatch match;
    match.add(900, MatchEnded{bytes});
    const auto events = match.of(DerivedKind::MatchEnd);
    QCOMPARE(events.size(), std::size_t{1});
    QTEST(events[0].text, "text");
    QCOMPARE(events[0].data.contains(QLatin1String("winner")), winner >= 0);
    QCOMPARE(events[0].data.contains(QLatin1String("winner_team")), team >= 0);
}

void StoryTest::comebacks_data()
{
    QTest::addColumn<qint64>("before");
    QTest::addColumn<qint64>("after");
    QTest::addColumn<QString>("text");
    QTest::newRow("behind, then ahead")
        << qint64{-20'720} << qint64{1'440} << "from 20,720 behind to 1,440 ahead";
    QTest::newRow("level") << qint64{-20} << qint64{0} << "from 20 behind to level";
    QTest::newRow("no number is too low") << std::numeric_limits<qint64>::min() << qint64{1}
                                          << "from 9,223,372,036,854,775,807 behind to 1 ahead";
}

void StoryTest::comebacks()
{
    QFETCH(qint64, before);
    QFETCH(qint64, after);
    StoryMatch match;
    match.add(900, ComebackMoment{1, before, after, 5});
    const auto events = match.of(DerivedKind::Comeback);
    QCOMPARE(events.size(), std::size_t{1});
    QTEST(events[0].text.section(QStringLiteral(": "), 1), "text");
    QCOMPARE(events[0].data[QLatin1String("deficit_before")].toInteger(), before);
}

void StoryTest::plainEventsAreGivenUpFirst()
{
    StoryMatch match;
    const auto max = static_cast<std::uint32_t>(MaxDerivedEvents);
    for (std::uint32_t i = 0; i < max - 5; ++i)
        match.add(1, ControlGroupEvent{0, 3, GroupAction::Recall});
    match.building({1, 1}, 0, 2);
    QCOMPARE(match.story.dropped(), std::uint64_t{0});
    for (std::uint32_t i = 0; i < 10; ++i)
        match.add(5, UpgradeCompleted{0, 3});
    QCOMPARE(match.story.dropped(), std::uint64_t{6});
    match.add(6, ControlGroupEvent{0, 3, GroupAction::Recall});
    QCOMPARE(match.story.dropped(), std::uint64_t{7});
    match.add(7, SuperweaponFired{3, {}, 0, 1, 1});
    // The end of the construction is added to its beginning, wherever that is now.
    match.add(8, ConstructionCompleted{{1, 1}});
    QCOMPARE(match.of(DerivedKind::Superweapon).size(), std::size_t{1});
    QCOMPARE(match.of(DerivedKind::Upgrade).size(), std::size_t{10});
    QVERIFY(match.of(DerivedKind::Construction)[0].data.contains(QLatin1String("completed_tick")));
    QCOMPARE(match.table->events.size(), MaxDerivedEvents);
    QVERIFY(std::is_sorted(match.table->events.begin(), match.table->events.end(),
                           [](const auto& a, const auto& b) { return a.frame < b.frame; }));
    QCOMPARE(match.of(DerivedKind::ControlGroup)[0].hue, 3);
}

void StoryTest::figuresAreNoEvents()
{
    StoryMatch match;
    Bytes stats;
    appendPlayerStats(stats, {});
    match.add(1, PlayerStatSnapshot{0, stats.data()});
    match.add(1, ResourceCollected{0, 4, 100});
    match.add(1, CameraPositionSample{0, {}, 1024});
    match.add(1, SelectionChanged{0, {}, {}});
    match.add(1, UnitPositionSample{});
    QVERIFY(match.story.finish()->events.empty());
}

} // namespace tst_icrep_story

GHOSTLINE_TEST(tst_icrep_story, StoryTest)
#include "tst_icrep_story.moc"
