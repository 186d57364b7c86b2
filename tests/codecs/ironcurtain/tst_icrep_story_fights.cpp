// SPDX-License-Identifier: GPL-3.0-or-later

// Engagements in the list of events: how starts and ends pair, what they weigh, how far they reach.
#include "tests/codecs/ironcurtain/made_story.h"
#include "tests/support/test_driver.h"

#include <QtTest>

namespace tst_icrep_story_fights {

using namespace ghostline;
using namespace ghostline::test;

class TestIcrepStoryFights : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void engagementIsPaired();
    void engagementsPairByCentreThenTimeThenNearness_data();
    void engagementsPairByCentreThenTimeThenNearness();
    void openEngagementEndsWithTheMatch();
    void endWithoutStartTellsWhatItKnows();
    void whoJoinsCountsLikeWhoBegan();
    void weightsAreRelativeToTheLargest();
    void radiusComesFromSamples();
    void hugeEngagementNamesAFew();
};

void TestIcrepStoryFights::engagementIsPaired()
{
    StoryMatch match;
    const Tags red{{1, 1}, {2, 1}};
    const Tags blue{{3, 1}};
    match.unit(red[0], 0);
    match.unit(red[1], 0);
    match.unit(blue[0], 1);
    match.add(100, EngagementStarted{{2048, 3072, 0}, list(red), list(blue), 2000, 900});
    match.add(220, EngagementEnded{{2048, 3072, 0}, 1, 1, 1, 0, 120});
    const auto events = match.of(DerivedKind::Engagement);
    QCOMPARE(events.size(), std::size_t{1});
    const model::Event& fight = events.front();
    QCOMPARE(fight.text, QStringLiteral("Engagement: Red lost 1 (about 1,000), Blue lost 1 (about 900)"));
    QCOMPARE(fight.frame, model::FrameNumber{100});
    QCOMPARE(fight.time, model::Micros{5'000'000});
    QCOMPARE(fight.length, model::Micros{6'000'000});
    QVERIFY(fight.placed);
    QCOMPARE(fight.place, glm::dvec3(2.0, 0.0, 3.0));
    // Players, then units: three players make six actors before the first unit.
    QCOMPARE(fight.actors,
             (std::vector<model::ActorId>{model::ActorId{0}, model::ActorId{1}, model::ActorId{6},
                                          model::ActorId{7}, model::ActorId{8}}));
    QCOMPARE(fight.data[QLatin1String("value_traded")].toInt(), 1900);
    QCOMPARE(fight.data[QLatin1String("losses")].toInt(), 2);
    QCOMPARE(fight.data[QLatin1String("friendly_units")].toInt(), 2);
    QCOMPARE(fight.data[QLatin1String("sides")].toString(), QStringLiteral("Red – Blue"));
    QCOMPARE(fight.weight, 1.0F);
    QCOMPARE(fight.losses.size(), std::size_t{2});
    QCOMPARE(fight.losses[0].actor, model::ActorId{0});
    QCOMPARE(fight.losses[0].worth, 1000.0);
    QCOMPARE(fight.losses[1].worth, 900.0);
}

void TestIcrepStoryFights::whoJoinsCountsLikeWhoBegan()
{
    StoryMatch match;
    const Tags red{{1, 1}};
    match.unit(red[0], 0);
    // One unit of 400 begins; sixty more join it.
    match.add(100, EngagementStarted{{0, 0, 0}, list(red), {}, 400, 0});
    match.add(220, EngagementEnded{{0, 0, 0}, 50, 0, 11, 0, 120});
    const auto events = match.of(DerivedKind::Engagement);
    QCOMPARE(events.front().data[QLatin1String("value_traded")].toInt(), 20'000);
}

void TestIcrepStoryFights::engagementsPairByCentreThenTimeThenNearness_data()
{
    QTest::addColumn<int>(
        "x"); // of the end's centre, cells; the fights are at 10 (tick 100) and 40 (tick 130)
    QTest::addColumn<int>("duration");
    QTest::addColumn<int>("which"); // of the two, -1 = one of its own
    QTest::newRow("same centre, later one") << 40 << 100 << 1;
    QTest::newRow("same centre wins over time") << 10 << 70 << 0;
    QTest::newRow("moved, the time fits") << 90 << 70 << 1;
    QTest::newRow("moved, no time, near the first") << 12 << 0 << 0;
    QTest::newRow("too far") << 80 << 33 << -1;
}

void TestIcrepStoryFights::engagementsPairByCentreThenTimeThenNearness()
{
    QFETCH(int, x);
    QFETCH(int, duration);
    QFETCH(int, which);
    StoryMatch match;
    match.add(100, EngagementStarted{{10 * 1024, 0, 0}, {}, {}, 100, 100});
    match.add(130, EngagementStarted{{40 * 1024, 0, 0}, {}, {}, 100, 100});
    match.add(200, EngagementEnded{{x * 1024, 0, 0}, 1, 1, 1, 1, static_cast<std::uint64_t>(duration)});
    match.add(400, MatchEnded{});
    const auto events = match.of(DerivedKind::Engagement);
    QCOMPARE(events.size(), which < 0 ? std::size_t{3} : std::size_t{2});
    for (std::size_t i = 0; i < events.size(); ++i) {
        const bool told = events[i].data.contains(QLatin1String("losses"));
        const double at = events[i].place.x;
        const bool expected = which < 0 ? at == x : at == (which == 0 ? 10 : 40);
        QCOMPARE(told, expected);
        if (!told)
            QCOMPARE(events[i].frame + events[i].length.count() / 50'000, model::FrameNumber{400});
    }
}

void TestIcrepStoryFights::openEngagementEndsWithTheMatch()
{
    StoryMatch match;
    match.add(100, EngagementStarted{{0, 0, 0}, {}, {}, 100, 100});
    match.add(1100, MatchEnded{});
    match.add(2000, EngagementStarted{{0, 0, 0}, {}, {}, 100, 100});
    const auto events = match.of(DerivedKind::Engagement);
    QCOMPARE(events.size(), std::size_t{2});
    QCOMPARE(events[0].length, model::Micros{50'000'000});
    QCOMPARE(events[1].length, model::Micros{400'000'000}); // to the end of the recording
    QVERIFY(events[0].text.contains(QStringLiteral("end not recorded")));
    QVERIFY(!events[0].data.contains(QLatin1String("value_traded")));
}

void TestIcrepStoryFights::endWithoutStartTellsWhatItKnows()
{
    StoryMatch match;
    match.add(500, EngagementEnded{{1024, 1024, 0}, 3, 2, 0, 4, 200});
    const auto events = match.of(DerivedKind::Engagement);
    QCOMPARE(events.size(), std::size_t{1});
    QCOMPARE(events[0].frame, model::FrameNumber{300});
    QCOMPARE(events[0].length, model::Micros{10'000'000});
    QCOMPARE(events[0].data[QLatin1String("losses")].toInt(), 5);
    QVERIFY(events[0].text.contains(QStringLiteral("unknown")));
}

void TestIcrepStoryFights::weightsAreRelativeToTheLargest()
{
    StoryMatch match;
    const std::array<std::int64_t, 4> values{10'000, 5'000, 100, std::numeric_limits<std::int64_t>::min()};
    for (std::size_t i = 0; i < values.size(); ++i) {
        const auto tick = static_cast<SimTick>(1000 * i);
        const WorldPos at{static_cast<std::int32_t>(i) * 102'400, 0, 0};
        match.add(tick, EngagementStarted{at, {}, {}, values[i], 0});
        match.add(tick + 100, EngagementEnded{at, 5, 0, 0, 9, 100});
    }
    const auto events = match.of(DerivedKind::Engagement);
    QCOMPARE(events.size(), values.size());
    QCOMPARE(events[0].weight, 1.0F);
    QCOMPARE(events[1].weight, 0.5F);
    QCOMPARE(events[2].weight, 0.15F);
    QCOMPARE(events[3].weight, 0.15F);
    QCOMPARE(events[0].severity, 2);
    QCOMPARE(events[1].severity, 1);
    QCOMPARE(events[2].severity, 0);
}

void TestIcrepStoryFights::radiusComesFromSamples()
{
    StoryMatch match;
    const Tags red{{1, 1}};
    match.unit(red[0], 0);
    const std::vector<UnitPlace> before{{red[0], {1024 * 30, 0, 0}}};
    const std::vector<UnitPlace> during{{red[0], {1024 * 6, 0, 0}}, {{9, 1}, {1024 * 60, 0, 0}}};
    const auto sample = [](const std::vector<UnitPlace>& units) {
        return UnitPositionSample{PackedList<UnitPlace>(std::span<const UnitPlace>(units))};
    };
    match.add(90, sample(before));
    match.add(100, EngagementStarted{{0, 0, 0}, list(red), {}, 100, 100});
    match.add(120, sample(during));
    match.add(150, EngagementEnded{{0, 0, 0}, 0, 0, 1, 0, 50});
    match.add(160, sample(before));
    match.add(500, EngagementStarted{{102'400, 0, 0}, {}, {}, 100, 100});
    const auto events = match.of(DerivedKind::Engagement);
    QCOMPARE(events[0].radius, 6.0F);
    QCOMPARE(events[1].radius, 0.0F);
}

void TestIcrepStoryFights::hugeEngagementNamesAFew()
{
    StoryMatch match;
    Tags many;
    many.reserve(20'000);
    for (std::uint16_t i = 0; i < 20'000; ++i) {
        many.push_back({i, 1});
        match.unit(many.back(), i % 2 == 0 ? 0 : 5);
    }
    match.add(10, EngagementStarted{{0, 0, 0}, list(many), list(many), 100, 100});
    const auto events = match.of(DerivedKind::Engagement);
    QVERIFY(events[0].actors.size() <= 60);
    QCOMPARE(events[0].data[QLatin1String("units")].toInt(), 40'000);
    QVERIFY(events[0].text.contains(QStringLiteral("Red and Rose with 20000")));
}

} // namespace tst_icrep_story_fights

GHOSTLINE_TEST(tst_icrep_story_fights, TestIcrepStoryFights)
#include "tst_icrep_story_fights.moc"
