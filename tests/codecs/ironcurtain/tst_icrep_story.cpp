// SPDX-License-Identifier: GPL-3.0-or-later

// The list of events from made-up matches: units, outcomes, what is given up first.
#include "tests/codecs/ironcurtain/made_story.h"

#include <QtTest>

#include <set>

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
    void plainEventsAreGivenUpFirst();
    void figuresAreNoEvents();
};

void StoryTest::kindsAreOneTable()
{
    const auto kinds = storyKinds();
    QCOMPARE(kinds.size(), static_cast<std::size_t>(StoryKind::Count));
    std::set<QString> ids;
    for (const model::EventKind& kind : kinds) {
        QVERIFY(!kind.id.isEmpty() && !kind.name.isEmpty());
        QVERIFY2(ids.insert(kind.id).second, qPrintable(kind.id));
    }
    const auto kind = [&](StoryKind k) { return kinds[static_cast<std::size_t>(k)]; };
    QVERIFY(kind(StoryKind::Engagement).band && kind(StoryKind::Engagement).major);
    QVERIFY(!kind(StoryKind::UnitCreated).shownByDefault);
    QVERIFY(!kind(StoryKind::ControlGroup).shownByDefault);
    QCOMPARE(kind(StoryKind::ControlGroup).lane, QStringLiteral("Control groups"));
    QVERIFY(kind(StoryKind::Talk).band);
    QCOMPARE(kind(StoryKind::Talk).lane, QStringLiteral("Voice"));
    QVERIFY(kind(StoryKind::Superweapon).cue && kind(StoryKind::Superweapon).major);
    QVERIFY(kind(StoryKind::DevCommand).flag);
    QVERIFY(!kind(StoryKind::UnitLost).major);
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
    const auto events = match.of(StoryKind::UnitLost);
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
    QCOMPARE(match.of(StoryKind::UnitCreated).size(), std::size_t{2});
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
    QCOMPARE(match.of(StoryKind::BuildingLost).size(), std::size_t{2});
    const auto out = match.of(StoryKind::Elimination);
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
    const auto begun = match.of(StoryKind::Construction);
    QCOMPARE(begun.size(), std::size_t{2});
    QVERIFY2(begun[0].text.endsWith(QStringLiteral("done at 0:15")), qPrintable(begun[0].text));
    QCOMPARE(begun[0].length, model::Micros{10'000'000});
    QCOMPARE(begun[0].data[QLatin1String("completed_tick")].toInt(), 300);
    QVERIFY(!begun[1].data.contains(QLatin1String("completed_tick")));
    QCOMPARE(match.of(StoryKind::ConstructionCompleted).size(), std::size_t{1});
}

void StoryTest::outcomes_data()
{
    QTest::addColumn<int>("kind");
    QTest::addColumn<int>("winner");
    QTest::addColumn<int>("team");
    QTest::addColumn<int>("reason");
    QTest::addColumn<QString>("text");
    QTest::newRow("player") << 0 << 1 << -1 << 0 << "Blue wins: elimination";
    QTest::newRow("team") << 0 << -1 << 1 << 3 << "Team 2 (Red and Rose) wins: objective completed";
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
    const auto events = match.of(StoryKind::MatchEnd);
    QCOMPARE(events.size(), std::size_t{1});
    QTEST(events[0].text, "text");
    QCOMPARE(events[0].data.contains(QLatin1String("winner")), winner >= 0);
    QCOMPARE(events[0].data.contains(QLatin1String("winner_team")), team >= 0);
}

void StoryTest::plainEventsAreGivenUpFirst()
{
    StoryMatch match;
    const auto max = static_cast<std::uint32_t>(MaxStoryEvents);
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
    QCOMPARE(match.of(StoryKind::Superweapon).size(), std::size_t{1});
    QCOMPARE(match.of(StoryKind::Upgrade).size(), std::size_t{10});
    QVERIFY(match.of(StoryKind::Construction)[0].data.contains(QLatin1String("completed_tick")));
    QCOMPARE(match.table->events.size(), MaxStoryEvents);
    QVERIFY(std::is_sorted(match.table->events.begin(), match.table->events.end(),
                           [](const auto& a, const auto& b) { return a.frame < b.frame; }));
    QCOMPARE(match.of(StoryKind::ControlGroup)[0].hue, 3);
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

QTEST_GUILESS_MAIN(StoryTest)
#include "tst_icrep_story.moc"
