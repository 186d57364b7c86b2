// SPDX-License-Identifier: GPL-3.0-or-later

// What players say in the list of events, and who may read it: chat, voice, votes; and cheats.
#include "tests/codecs/ironcurtain/made_story.h"
#include "tests/support/test_driver.h"

#include <QtTest>

namespace tst_icrep_story_talk {

using namespace ghostline;
using namespace ghostline::test;

class TestIcrepStoryTalk : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void chatHasAnAudience_data();
    void chatHasAnAudience();
    void textOfAFileIsOneShortLine();
    void cheatsAreFlagged();
    void talkIsABand();
    void votesOfATeamAreItsOwn();
};

void TestIcrepStoryTalk::chatHasAnAudience_data()
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

void TestIcrepStoryTalk::chatHasAnAudience()
{
    QFETCH(int, channel);
    QFETCH(int, from);
    QFETCH(QList<int>, audience);
    StoryMatch match;
    OrderFrame frame;
    frame.tick = 40;
    frame.orders.push_back(
        chat(static_cast<ChatChannel>(channel), static_cast<PlayerId>(from), "gl hf \xE2\x9C\x93", 1));
    match.story.add(frame);
    const auto events = match.of(DerivedKind::Chat);
    QCOMPARE(events.size(), std::size_t{1});
    QCOMPARE(QList<int>(events[0].audience.begin(), events[0].audience.end()), audience);
    QCOMPARE(events[0].data[QLatin1String("text")].toString(), QStringLiteral("gl hf ✓"));
    QVERIFY(events[0].text.endsWith(QStringLiteral("gl hf ✓")));
}

void TestIcrepStoryTalk::textOfAFileIsOneShortLine()
{
    StoryMatch match;
    const std::string nasty = "a\nb\t\x01%1 %2 \xFF" + std::string(60'000, 'x');
    OrderFrame frame;
    frame.orders.push_back(chat(ChatChannel::All, 0, nasty));
    match.story.add(frame);
    const QString text = match.of(DerivedKind::Chat).front().text;
    QVERIFY(text.size() <= 500);
    QVERIFY(text.startsWith(QStringLiteral("Red (to all): a b  %1 %2 ")));
}

void TestIcrepStoryTalk::cheatsAreFlagged()
{
    StoryMatch match;
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
    const auto events = match.of(DerivedKind::DevCommand);
    QCOMPARE(events.size(), std::size_t{2});
    QCOMPARE(events[0].text, QStringLiteral("Blue uses cheat code 3"));
    QCOMPARE(events[1].text, QStringLiteral("Red sets dev = 1"));
    QCOMPARE(match.table->events.size(), std::size_t{2});
}

void TestIcrepStoryTalk::talkIsABand()
{
    StoryMatch match;
    VoiceTrack track;
    track.player = 5;
    track.consented = true;
    track.spans = {{100, 119, 20, VoiceTarget::All, 0},
                   {200, 200, 1, VoiceTarget::Team, 0},
                   {300, 310, 11, VoiceTarget::Player, 1}};
    match.story.add(track);
    track.consented = false;
    match.story.add(track);
    const auto events = match.of(DerivedKind::Talk);
    QCOMPARE(events.size(), std::size_t{3});
    QCOMPARE(events[0].text, QStringLiteral("Rose talks to everyone"));
    QCOMPARE(events[0].length, model::Micros{1'000'000}); // the last frame's tick is part of it
    QVERIFY(events[0].audience.empty());
    QCOMPARE(events[1].audience, (std::vector<int>{0, 2}));
    QCOMPARE(events[2].audience, (std::vector<int>{2, 1}));
    QCOMPARE(events[2].text, QStringLiteral("Rose talks to Blue"));
    QCOMPARE(events[0].actors, std::vector<model::ActorId>{model::ActorId{2}});
}

void TestIcrepStoryTalk::votesOfATeamAreItsOwn()
{
    StoryMatch match;
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
    const auto events = match.of(DerivedKind::Vote);
    QCOMPARE(events.size(), std::size_t{4});
    QCOMPARE(events[0].text, QStringLiteral("Red calls a vote to kick Rose (away from keyboard)"));
    QVERIFY(events[1].text.startsWith(QStringLiteral("Rose says no")));
    QCOMPARE(events[2].text,
             QStringLiteral("Vote to kick Rose (away from keyboard) failed: too few could still say yes"));
    QCOMPARE(events[2].data[QLatin1String("outcome")].toString(), voteOutcomeName(VoteOutcome::Failed));
    for (std::size_t i = 0; i < 3; ++i)
        QCOMPARE(events[i].audience, (std::vector<int>{0, 2}));
    QVERIFY(events[3].audience.empty());
}

} // namespace tst_icrep_story_talk

GHOSTLINE_TEST(tst_icrep_story_talk, TestIcrepStoryTalk)
#include "tst_icrep_story_talk.moc"
