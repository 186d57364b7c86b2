// SPDX-License-Identifier: GPL-3.0-or-later

// Use of control groups and answers to engagements, from made-up events.
#include "codecs/ironcurtain/analysis/hands.h"
#include "tests/support/test_driver.h"

#include <QtTest>

#include <algorithm>

namespace tst_icrep_hands {

using namespace ghostline::ironcurtain;

namespace {

constexpr int Ms = 50; // a window of 200 ticks
constexpr PlayerId Red = 0;
constexpr PlayerId Blue = 1;
constexpr std::uint16_t BlueUnits = 100; // tags from here on are Blue's
constexpr WorldPos Here{50 * 1024, 50 * 1024, 0};

std::vector<UnitTag> tags(std::initializer_list<std::uint16_t> indices)
{
    std::vector<UnitTag> list;
    list.reserve(indices.size());
    for (const std::uint16_t index : indices)
        list.push_back({index, 1});
    return list;
}

/// A match in which units 1-9 are Red's and 101-109 are Blue's.
class Match
{
public:
    explicit Match(int ms = Ms) : m_hands(ms)
    {
        for (std::uint16_t i = 1; i < 10; ++i) {
            add(0, UnitCreated{{i, 1}, 0, Red, {}});
            const auto theirs = static_cast<std::uint16_t>(BlueUnits + i);
            add(0, ConstructionStarted{{theirs, 1}, 0, Blue, {}});
        }
    }
    template<typename Body>
    void add(SimTick tick, const Body& body)
    {
        AnalysisEvent event;
        event.tick = tick;
        event.body = body;
        m_hands.add(event);
    }
    void select(SimTick tick, PlayerId who, std::initializer_list<std::uint16_t> added,
                std::initializer_list<std::uint16_t> removed = {})
    {
        const auto more = tags(added);
        const auto less = tags(removed);
        add(tick, SelectionChanged{who, TagList(std::span(more)), TagList(std::span(less))});
    }
    void group(SimTick tick, PlayerId who, std::uint8_t number, GroupAction action)
    {
        add(tick, ControlGroupEvent{who, number, action});
    }
    void fight(SimTick tick, std::initializer_list<std::uint16_t> one,
               std::initializer_list<std::uint16_t> other, WorldPos centre = Here)
    {
        const auto a = tags(one);
        const auto b = tags(other);
        add(tick, EngagementStarted{centre, TagList(std::span(a)), TagList(std::span(b)), 0, 0});
    }
    void look(SimTick tick, PlayerId who, WorldPos at) { add(tick, CameraPositionSample{who, at, 1024}); }
    std::map<PlayerId, PlayerHands> finish(SimTick total = 6000) { return m_hands.finish(total); }
    bool limited() const { return m_hands.limited(); }

private:
    HandsBuilder m_hands;
};

WorldPos beside(std::int32_t dx, std::int32_t dy) { return {Here.x + dx, Here.y + dy, 0}; }

} // namespace

class TestIcrepHands : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void countsUses();
    void endsWithTheMatch();
    void nobodyWithoutEvents();
    void actBySelection_data();
    void actBySelection();
    void actByGroup();
    void groupsAreRebuilt();
    void inControl();
    void look_data();
    void look();
    void ownersAndSides();
    void percentiles_data();
    void percentiles();
    void hugeNumbers();
    void manyPlayers();
};

void TestIcrepHands::countsUses()
{
    Match match;
    for (SimTick t = 100; t < 110; ++t)
        match.group(t, Red, 1, GroupAction::Recall);
    match.group(110, Red, 2, GroupAction::Assign);
    match.group(111, Red, 2, GroupAction::Append);
    const auto hands = match.finish(1200); // one minute
    QCOMPARE(hands.size(), std::size_t{1});
    const PlayerHands& red = hands.at(Red);
    QCOMPARE(red.actions, (std::array<std::uint64_t, 3>{1, 1, 10}));
    QCOMPARE(red.groups, (std::map<std::uint8_t, std::uint64_t>{{1, 10}, {2, 2}}));
    QCOMPARE(red.usesPerMinuteX1000, std::int64_t{12'000});
    QCOMPARE(red.stimuli, std::uint64_t{0});
}

void TestIcrepHands::endsWithTheMatch()
{
    Match match;
    match.group(100, Red, 1, GroupAction::Recall);
    match.add(600, MatchEnded{});
    match.add(900, MatchEnded{});
    match.group(1000, Red, 1, GroupAction::Recall); // counted, as every event in the file is
    const auto hands = match.finish(6000);
    QCOMPARE(hands.at(Red).usesPerMinuteX1000, std::int64_t{4'000}); // 2 in half a minute
}

void TestIcrepHands::nobodyWithoutEvents()
{
    Match match;
    match.select(10, Red, {1, 2});
    match.look(20, Blue, Here);
    QVERIFY(match.finish().empty());
}

void TestIcrepHands::actBySelection_data()
{
    QTest::addColumn<quint64>("after"); // ticks
    QTest::addColumn<quint16>("unit");
    QTest::addColumn<qint64>("ms"); // -1: missed
    QTest::newRow("at once") << quint64{0} << quint16{1} << qint64{0};
    QTest::newRow("a little later") << quint64{7} << quint16{2} << qint64{350};
    QTest::newRow("last tick of the window") << quint64{200} << quint16{1} << qint64{10'000};
    QTest::newRow("too late") << quint64{201} << quint16{1} << qint64{-1};
    QTest::newRow("a unit that is not engaged") << quint64{7} << quint16{3} << qint64{-1};
    QTest::newRow("another's unit") << quint64{7} << quint16{101} << qint64{-1};
}

void TestIcrepHands::actBySelection()
{
    QFETCH(quint64, after);
    QFETCH(quint16, unit);
    QFETCH(qint64, ms);
    Match match;
    match.fight(1000, {1, 2}, {101});
    match.select(1000 + after, Red, {unit});
    const auto hands = match.finish();
    const PlayerHands& red = hands.at(Red);
    QCOMPARE(red.stimuli, std::uint64_t{1});
    QCOMPARE(red.missed, std::uint64_t{ms < 0 ? 1U : 0U});
    QCOMPARE(red.act.ms, ms < 0 ? std::vector<std::int64_t>{} : std::vector<std::int64_t>{ms});
    QCOMPARE(red.each.size(), std::size_t{1});
    QCOMPARE(red.each[0].tick, SimTick{1000});
    // Only the first answer counts, and only one's own.
    QCOMPARE(hands.at(Blue).missed, std::uint64_t{1});
}

void TestIcrepHands::actByGroup()
{
    Match match;
    match.select(100, Red, {1, 5});
    match.group(101, Red, 4, GroupAction::Assign);
    match.select(102, Red, {7}, {1, 5});
    match.group(103, Red, 5, GroupAction::Assign); // {7}
    match.fight(1000, {1, 2}, {101});
    match.group(1004, Red, 5, GroupAction::Recall); // holds none of them
    match.group(1006, Red, 4, GroupAction::Recall);
    match.select(1007, Red, {1}); // later, does not count any more
    const auto hands = match.finish();
    QCOMPARE(hands.at(Red).act.ms, std::vector<std::int64_t>{300});
}

void TestIcrepHands::groupsAreRebuilt()
{
    Match match;
    match.select(100, Red, {1});
    match.group(101, Red, 1, GroupAction::Assign); // {1}
    match.select(102, Red, {2}, {1});
    match.group(103, Red, 1, GroupAction::Append); // {1, 2}
    match.select(104, Red, {3}, {2});
    match.group(105, Red, 2, GroupAction::Append); // appended to nothing: {3}
    match.select(106, Red, {4}, {3});
    match.group(107, Red, 1, GroupAction::Recall); // does not change what is selected: {4}
    match.group(108, Red, 3, GroupAction::Assign); // {4}
    const struct
    {
        std::uint8_t group;
        std::uint16_t unit;
        bool holds;
    } expected[] = {{1, 1, true},  {1, 2, true}, {1, 3, false}, {2, 3, true},
                    {2, 1, false}, {3, 4, true}, {3, 1, false}};
    SimTick tick = 1000;
    match.select(500, Red, {}, {4});
    for (const auto& row : expected) {
        match.fight(tick, {row.unit}, {});
        match.group(tick + 1, Red, row.group, GroupAction::Recall);
        tick += 1000;
    }
    const auto hands = match.finish(tick);
    const auto& each = hands.at(Red).each;
    QCOMPARE(each.size(), std::size(expected));
    for (std::size_t i = 0; i < each.size(); ++i)
        QVERIFY2(each[i].actMs.has_value() == expected[i].holds, qPrintable(QString::number(i)));
}

void TestIcrepHands::inControl()
{
    Match match;
    match.select(100, Red, {2});
    match.fight(1000, {1, 2}, {101});
    match.select(1002, Red, {1}); // not timed: one of them was selected already
    match.select(1003, Blue, {102});
    const auto hands = match.finish();
    const PlayerHands& red = hands.at(Red);
    QCOMPARE(red.inControl, std::uint64_t{1});
    QCOMPARE(red.missed, std::uint64_t{0});
    QVERIFY(red.act.ms.empty());
    QVERIFY(!red.act.median() && !red.act.p90());
    QVERIFY(red.each[0].inControl && !red.each[0].actMs);
}

void TestIcrepHands::look_data()
{
    QTest::addColumn<int>("dx");
    QTest::addColumn<int>("dy");
    QTest::addColumn<quint64>("after");
    QTest::addColumn<bool>("seen");
    QTest::newRow("middle") << 0 << 0 << quint64{3} << true;
    QTest::newRow("eight cells east") << 8192 << 0 << quint64{3} << true;
    QTest::newRow("eight cells both ways") << -8192 << 8192 << quint64{3} << true;
    QTest::newRow("a hair farther east") << 8193 << 0 << quint64{3} << false;
    QTest::newRow("a hair farther north") << 0 << -8193 << quint64{3} << false;
    QTest::newRow("last tick") << 0 << 0 << quint64{200} << true;
    QTest::newRow("too late") << 0 << 0 << quint64{201} << false;
}

void TestIcrepHands::look()
{
    QFETCH(int, dx);
    QFETCH(int, dy);
    QFETCH(quint64, after);
    QFETCH(bool, seen);
    Match match;
    match.look(990, Red, {});
    match.fight(1000, {1}, {101});
    match.look(1000 + after, Red, beside(dx, dy));
    match.look(1000 + after, Red, Here); // at the same tick, but behind
    const auto late = after > 200;
    {
        const auto hands = match.finish();
        const PlayerHands& red = hands.at(Red);
        QCOMPARE(red.lookMissed, std::uint64_t{late ? 1U : 0U});
        if (!late)
            QCOMPARE(red.look.ms, std::vector<std::int64_t>{static_cast<qint64>(after) * Ms});
        QCOMPARE(hands.at(Blue).lookMissed, std::uint64_t{1});
    }
    // The same place as the last sample before: already watching, and not timed.
    Match watching;
    watching.look(990, Red, beside(dx, dy));
    watching.fight(1000, {1}, {101});
    watching.look(1001, Red, Here);
    const auto hands = watching.finish();
    const bool in = seen || late;
    QCOMPARE(hands.at(Red).lookWatching, std::uint64_t{in ? 1U : 0U});
    QCOMPARE(hands.at(Red).look.ms.size(), std::size_t{in ? 0U : 1U});
}

void TestIcrepHands::ownersAndSides()
{
    Match match;
    // A fight among one player's own, units nobody introduced, and a list that names one unit twice.
    match.fight(1000, {1, 1, 77}, {2});
    match.fight(1001, {77, 78}, {});
    const auto hands = match.finish();
    QCOMPARE(hands.size(), std::size_t{1});
    QCOMPARE(hands.at(Red).stimuli, std::uint64_t{1});
    // A tag that changes hands belongs to the one who had it built last.
    Match again;
    again.add(10, UnitCreated{{1, 1}, 0, Blue, {}});
    again.fight(1000, {1}, {});
    QCOMPARE(again.finish().count(Red), std::size_t{0});
    // Another generation is another unit.
    Match reused;
    const std::vector<UnitTag> later{{1, 2}};
    reused.add(1000, EngagementStarted{Here, TagList(std::span(later)), {}, 0, 0});
    QVERIFY(reused.finish().empty());
}

void TestIcrepHands::percentiles_data()
{
    QTest::addColumn<int>("count"); // values 1 .. count, shuffled
    QTest::addColumn<qint64>("median");
    QTest::addColumn<qint64>("p90");
    QTest::newRow("one") << 1 << qint64{1} << qint64{1};
    QTest::newRow("two") << 2 << qint64{1} << qint64{2};
    QTest::newRow("three") << 3 << qint64{2} << qint64{3};
    QTest::newRow("nine") << 9 << qint64{5} << qint64{9};
    QTest::newRow("ten") << 10 << qint64{5} << qint64{9};
    QTest::newRow("eleven") << 11 << qint64{6} << qint64{10};
    QTest::newRow("hundred") << 100 << qint64{50} << qint64{90};
}

void TestIcrepHands::percentiles()
{
    QFETCH(int, count);
    QFETCH(qint64, median);
    QFETCH(qint64, p90);
    Answers answers;
    for (int i = 0; i < count; ++i)
        answers.ms.push_back((i * 7) % count + 1);
    std::sort(answers.ms.begin(), answers.ms.end(), std::greater<>());
    QCOMPARE(answers.median(), std::optional<std::int64_t>(median));
    QCOMPARE(answers.p90(), std::optional<std::int64_t>(p90));
}

void TestIcrepHands::hugeNumbers()
{
    constexpr std::int32_t Far = 1 << 30;
    Match match(10'000); // a window of one tick
    match.look(1, Red, {-Far, -Far, 0});
    match.fight(2, {1}, {101}, {Far, Far, 0});
    match.look(3, Red, {-Far, Far, 0});
    match.select(3, Red, {1});
    match.group(~SimTick{0} - 1, Red, 255, GroupAction::Recall);
    match.look(5, Red, Here); // back in time
    match.select(5, Red, {1});
    const auto hands = match.finish(~SimTick{0});
    QCOMPARE(hands.at(Red).act.ms, std::vector<std::int64_t>{10'000});
    QCOMPARE(hands.at(Red).lookMissed, std::uint64_t{1});
    QCOMPARE(hands.at(Red).usesPerMinuteX1000, std::int64_t{0});
    QCOMPARE(match.finish(0).at(Red).usesPerMinuteX1000, std::int64_t{0});
}

void TestIcrepHands::manyPlayers()
{
    Match match;
    for (PlayerId player = 0; player < 1000; ++player)
        match.group(1, player, 0, GroupAction::Assign);
    QVERIFY(match.limited());
    QVERIFY(match.finish().size() <= 64);
    QVERIFY(!Match().limited());
}

} // namespace tst_icrep_hands

GHOSTLINE_TEST(tst_icrep_hands, TestIcrepHands)
#include "tst_icrep_hands.moc"
