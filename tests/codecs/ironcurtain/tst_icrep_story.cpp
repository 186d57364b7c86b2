// SPDX-License-Identifier: GPL-3.0-or-later

// The list of events from made-up matches: how engagements pair, who may read what, what is given up first.
#include "codecs/ironcurtain/story/story.h"
#include "codecs/ironcurtain/story/story_kinds.h"

#include <QJsonArray>
#include <QtTest>

#include <set>

using namespace ghostline;
using namespace ghostline::ironcurtain;

namespace {

using Tags = std::vector<UnitTag>;

TagList list(const Tags& tags) { return TagList(std::span<const UnitTag>(tags)); }

Player player(PlayerId id, const char* name, int team)
{
    Player p;
    p.id = id;
    p.name = QLatin1String(name);
    p.team = team;
    return p;
}

/// Red and Rose against Blue, at 50 ms a tick for 10,000 ticks.
struct Match
{
    Match()
    {
        kinds.addStrings(std::make_shared<StringPool>(StringPool{"e1", "2tnk", "fact", "nuke", "ore"}));
        Identity rock;
        rock.type = 4;
        rock.kind = UnitKind::Prop;
        kinds.addIdentity(rock);
    }
    void add(SimTick tick, const EventBody& body)
    {
        const AnalysisEvent event{tick, body};
        lives.add(event);
        story.add(event);
    }
    void unit(UnitTag tag, PlayerId owner, InternedId type = 0, SimTick tick = 0)
    {
        add(tick, UnitCreated{tag, type, owner, {1024, 2048, 0}});
    }
    void building(UnitTag tag, PlayerId owner, SimTick tick = 0)
    {
        add(tick, ConstructionStarted{tag, 2, owner, {4096, 4096, 0}});
    }
    std::vector<model::Event> of(StoryKind kind)
    {
        if (!table)
            table = story.finish();
        std::vector<model::Event> events;
        for (const model::Event& event : table->events) {
            if (event.kind == static_cast<int>(kind))
                events.push_back(event);
        }
        return events;
    }

    Players players{{player(0, "Red", 1), player(1, "Blue", 2), player(5, "Rose", 1)}};
    Kinds kinds;
    Lives lives;
    StoryBuilder story{{players, kinds, lives, model::TimeAxis::uniform(10'001, 50, 1000), 50}};
    std::shared_ptr<const model::EventTable> table;
};

Order chat(ChatChannel channel, PlayerId from, std::string_view text, PlayerId to = 0)
{
    Order order;
    order.player = from;
    order.kind = OrderKind::ChatMessage;
    order.channel = channel;
    order.text = text;
    order.whisperTo = to;
    return order;
}

} // namespace

class StoryTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void kindsAreOneTable();
    void engagementIsPaired();
    void engagementsPairByCentreThenTimeThenNearness_data();
    void engagementsPairByCentreThenTimeThenNearness();
    void openEngagementEndsWithTheMatch();
    void endWithoutStartTellsWhatItKnows();
    void weightsAreRelativeToTheLargest();
    void radiusComesFromSamples();
    void hugeEngagementNamesAFew();
    void lossesNameBothSides();
    void lastBuildingIsDerived();
    void constructionSaysWhenItWasDone();
    void chatHasAnAudience_data();
    void chatHasAnAudience();
    void textOfAFileIsOneShortLine();
    void cheatsAreFlagged();
    void talkIsABand();
    void votesOfATeamAreItsOwn();
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
    Match empty;
    QCOMPARE(empty.story.finish()->kinds.size(), kinds.size());
}

void StoryTest::engagementIsPaired()
{
    Match match;
    const Tags red{{1, 1}, {2, 1}};
    const Tags blue{{3, 1}};
    match.unit(red[0], 0);
    match.unit(red[1], 0);
    match.unit(blue[0], 1);
    match.add(100, EngagementStarted{{2048, 3072, 0}, list(red), list(blue), 2000, 900});
    match.add(220, EngagementEnded{{2048, 3072, 0}, 1, 1, 1, 0, 120});
    const auto events = match.of(StoryKind::Engagement);
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
}

void StoryTest::engagementsPairByCentreThenTimeThenNearness_data()
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

void StoryTest::engagementsPairByCentreThenTimeThenNearness()
{
    QFETCH(int, x);
    QFETCH(int, duration);
    QFETCH(int, which);
    Match match;
    match.add(100, EngagementStarted{{10 * 1024, 0, 0}, {}, {}, 100, 100});
    match.add(130, EngagementStarted{{40 * 1024, 0, 0}, {}, {}, 100, 100});
    match.add(200, EngagementEnded{{x * 1024, 0, 0}, 1, 1, 1, 1, static_cast<std::uint64_t>(duration)});
    match.add(400, MatchEnded{});
    const auto events = match.of(StoryKind::Engagement);
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

void StoryTest::openEngagementEndsWithTheMatch()
{
    Match match;
    match.add(100, EngagementStarted{{0, 0, 0}, {}, {}, 100, 100});
    match.add(1100, MatchEnded{});
    match.add(2000, EngagementStarted{{0, 0, 0}, {}, {}, 100, 100});
    const auto events = match.of(StoryKind::Engagement);
    QCOMPARE(events.size(), std::size_t{2});
    QCOMPARE(events[0].length, model::Micros{50'000'000});
    QCOMPARE(events[1].length, model::Micros{400'000'000}); // to the end of the recording
    QVERIFY(events[0].text.contains(QStringLiteral("end not recorded")));
    QVERIFY(!events[0].data.contains(QLatin1String("value_traded")));
}

void StoryTest::endWithoutStartTellsWhatItKnows()
{
    Match match;
    match.add(500, EngagementEnded{{1024, 1024, 0}, 3, 2, 0, 4, 200});
    const auto events = match.of(StoryKind::Engagement);
    QCOMPARE(events.size(), std::size_t{1});
    QCOMPARE(events[0].frame, model::FrameNumber{300});
    QCOMPARE(events[0].length, model::Micros{10'000'000});
    QCOMPARE(events[0].data[QLatin1String("losses")].toInt(), 5);
    QVERIFY(events[0].text.contains(QStringLiteral("unknown")));
}

void StoryTest::weightsAreRelativeToTheLargest()
{
    Match match;
    const std::array<std::int64_t, 4> values{10'000, 5'000, 100, std::numeric_limits<std::int64_t>::min()};
    for (std::size_t i = 0; i < values.size(); ++i) {
        const auto tick = static_cast<SimTick>(1000 * i);
        const WorldPos at{static_cast<std::int32_t>(i) * 102'400, 0, 0};
        match.add(tick, EngagementStarted{at, {}, {}, values[i], 0});
        match.add(tick + 100, EngagementEnded{at, 5, 0, 0, 9, 100});
    }
    const auto events = match.of(StoryKind::Engagement);
    QCOMPARE(events.size(), values.size());
    QCOMPARE(events[0].weight, 1.0F);
    QCOMPARE(events[1].weight, 0.5F);
    QCOMPARE(events[2].weight, 0.15F);
    QCOMPARE(events[3].weight, 0.15F);
    QCOMPARE(events[0].severity, 2);
    QCOMPARE(events[1].severity, 1);
    QCOMPARE(events[2].severity, 0);
}

void StoryTest::radiusComesFromSamples()
{
    Match match;
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
    const auto events = match.of(StoryKind::Engagement);
    QCOMPARE(events[0].radius, 6.0F);
    QCOMPARE(events[1].radius, 0.0F);
}

void StoryTest::hugeEngagementNamesAFew()
{
    Match match;
    Tags many;
    many.reserve(20'000);
    for (std::uint16_t i = 0; i < 20'000; ++i) {
        many.push_back({i, 1});
        match.unit(many.back(), i % 2 == 0 ? 0 : 5);
    }
    match.add(10, EngagementStarted{{0, 0, 0}, list(many), list(many), 100, 100});
    const auto events = match.of(StoryKind::Engagement);
    QVERIFY(events[0].actors.size() <= 60);
    QCOMPARE(events[0].data[QLatin1String("units")].toInt(), 40'000);
    QVERIFY(events[0].text.contains(QStringLiteral("Red and Rose with 20000")));
}

void StoryTest::lossesNameBothSides()
{
    Match match;
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
    Match match;
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
    Match match;
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

void StoryTest::chatHasAnAudience_data()
{
    QTest::addColumn<int>("channel");
    QTest::addColumn<int>("from");
    QTest::addColumn<QList<int>>("audience");
    QTest::newRow("all") << 0 << 0 << QList<int>{};
    QTest::newRow("team of two") << 1 << 5 << QList<int>{0, 2};
    QTest::newRow("team of one") << 1 << 1 << QList<int>{1};
    QTest::newRow("team of a stranger") << 1 << 77 << QList<int>{-1};
    QTest::newRow("whisper") << 2 << 0 << QList<int>{0, 1};
    QTest::newRow("whisper to oneself") << 2 << 1 << QList<int>{1};
    QTest::newRow("observers") << 3 << 0 << QList<int>{-1};
}

void StoryTest::chatHasAnAudience()
{
    QFETCH(int, channel);
    QFETCH(int, from);
    QFETCH(QList<int>, audience);
    Match match;
    OrderFrame frame;
    frame.tick = 40;
    frame.orders.push_back(
        chat(static_cast<ChatChannel>(channel), static_cast<PlayerId>(from), "gl hf \xE2\x9C\x93", 1));
    match.story.add(frame);
    const auto events = match.of(StoryKind::Chat);
    QCOMPARE(events.size(), std::size_t{1});
    QCOMPARE(QList<int>(events[0].audience.begin(), events[0].audience.end()), audience);
    QCOMPARE(events[0].data[QLatin1String("text")].toString(), QStringLiteral("gl hf ✓"));
    QVERIFY(events[0].text.endsWith(QStringLiteral("gl hf ✓")));
}

void StoryTest::textOfAFileIsOneShortLine()
{
    Match match;
    const std::string nasty = "a\nb\t\x01%1 %2 \xFF" + std::string(60'000, 'x');
    OrderFrame frame;
    frame.orders.push_back(chat(ChatChannel::All, 0, nasty));
    match.story.add(frame);
    const QString text = match.of(StoryKind::Chat).front().text;
    QVERIFY(text.size() <= 500);
    QVERIFY(text.startsWith(QStringLiteral("Red (to all): a b  %1 %2 ")));
}

void StoryTest::cheatsAreFlagged()
{
    Match match;
    OrderFrame frame;
    frame.tick = 7;
    Order cheat;
    cheat.player = 1;
    cheat.kind = OrderKind::CheatCode;
    cheat.cheat = 3;
    Order set;
    set.kind = OrderKind::SetCvar;
    set.text = "dev";
    set.value = "1";
    Order move;
    move.kind = OrderKind::Move;
    frame.orders = {cheat, set, move};
    match.story.add(frame);
    const auto events = match.of(StoryKind::DevCommand);
    QCOMPARE(events.size(), std::size_t{2});
    QCOMPARE(events[0].text, QStringLiteral("Blue uses cheat code 3"));
    QCOMPARE(events[1].text, QStringLiteral("Red sets dev = 1"));
    QCOMPARE(match.table->events.size(), std::size_t{2});
}

void StoryTest::talkIsABand()
{
    Match match;
    VoiceTrack track;
    track.player = 5;
    track.consented = true;
    track.spans = {{100, 119, 20, VoiceTarget::All, 0},
                   {200, 200, 1, VoiceTarget::Team, 0},
                   {300, 310, 11, VoiceTarget::Player, 1}};
    match.story.add(track);
    track.consented = false;
    match.story.add(track);
    const auto events = match.of(StoryKind::Talk);
    QCOMPARE(events.size(), std::size_t{3});
    QCOMPARE(events[0].text, QStringLiteral("Rose talks to everyone"));
    QCOMPARE(events[0].length, model::Micros{1'000'000}); // the last frame's tick is part of it
    QVERIFY(events[0].audience.empty());
    QCOMPARE(events[1].audience, (std::vector<int>{0, 2}));
    QCOMPARE(events[2].audience, (std::vector<int>{2, 1}));
    QCOMPARE(events[2].text, QStringLiteral("Rose talks to Blue"));
    QCOMPARE(events[0].actors, std::vector<model::ActorId>{model::ActorId{2}});
}

void StoryTest::votesOfATeamAreItsOwn()
{
    Match match;
    const auto add = [&match](SimTick tick, const VoteRecord& record) {
        Bytes body;
        BinWriter out(body);
        appendVoteRecord(out, record);
        match.add(tick, VoteEvent{body});
    };
    VoteRecord record;
    record.vote = 9;
    record.type.kind = VoteKind::Kick;
    record.type.target = 5;
    add(10, record);
    record.what = VoteRecord::What::BallotCast;
    record.player = 5;
    record.choice = VoteChoice::No;
    add(20, record);
    VoteRecord end;
    end.what = VoteRecord::What::Resolved;
    end.vote = 9;
    end.outcome = VoteOutcome::Failed;
    end.failure = VoteFailReason::ThresholdImpossible;
    end.active.id = 9;
    end.active.type = record.type;
    end.active.team = std::uint8_t{1};
    add(30, end);
    record = {};
    record.vote = 10;
    record.type.kind = VoteKind::Draw;
    add(40, record);
    const auto events = match.of(StoryKind::Vote);
    QCOMPARE(events.size(), std::size_t{4});
    QVERIFY(events[0].text.startsWith(QStringLiteral("Red calls a vote to kick Rose")));
    QVERIFY(events[1].text.startsWith(QStringLiteral("Rose says no")));
    QCOMPARE(events[2].data[QLatin1String("outcome")].toString(), voteOutcomeName(VoteOutcome::Failed));
    for (std::size_t i = 0; i < 3; ++i)
        QCOMPARE(events[i].audience, (std::vector<int>{0, 2}));
    QVERIFY(events[3].audience.empty());
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
    Match match;
    match.add(900, MatchEnded{bytes});
    const auto events = match.of(StoryKind::MatchEnd);
    QCOMPARE(events.size(), std::size_t{1});
    QTEST(events[0].text, "text");
    QCOMPARE(events[0].data.contains(QLatin1String("winner")), winner >= 0);
    QCOMPARE(events[0].data.contains(QLatin1String("winner_team")), team >= 0);
}

void StoryTest::plainEventsAreGivenUpFirst()
{
    Match match;
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
    Match match;
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
