// SPDX-License-Identifier: GPL-3.0-or-later
// Who won and what a line-up shows, of games put together by hand.
#include "codecs/sc2/events/line_up.h"
#include "codecs/sc2/replay/resumed_users.h"
#include "tests/codecs/sc2/story_game.h"
#include "tests/support/test_driver.h"

#include <QTest>

#include <memory>

namespace tst_sc2_results {

using namespace ghostline;
using namespace ghostline::sc2;
using ghostline::test::duel;
using ghostline::test::ofKind;
using ghostline::test::StoryGame;

class TestSc2Results : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void concludesResults_data()
    {
        QTest::addColumn<QList<int>>("teams");
        QTest::addColumn<QList<int>>("left"); // by player: loop, 0 = never
        QTest::addColumn<QString>("results"); // W, L, ? by player
        QTest::newRow("who leaves first loses")
            << QList<int>{0, 1} << QList<int>{900, 1000} << QStringLiteral("LW");
        QTest::newRow("the other stays") << QList<int>{0, 1} << QList<int>{0, 1000} << QStringLiteral("WL");
        QTest::newRow("nobody left") << QList<int>{0, 1} << QList<int>{0, 0} << QStringLiteral("??");
        QTest::newRow("both at once") << QList<int>{0, 1} << QList<int>{1000, 1000} << QStringLiteral("??");
        QTest::newRow("half a team") << QList<int>{0, 0, 1, 1} << QList<int>{500, 0, 0, 0}
                                     << QStringLiteral("????");
        QTest::newRow("a whole team")
            << QList<int>{0, 0, 1, 1} << QList<int>{500, 900, 0, 300} << QStringLiteral("LLWW");
        QTest::newRow("three alone") << QList<int>{0, 1, 2} << QList<int>{500, 0, 0} << QStringLiteral("L??");
        QTest::newRow("sides unknown") << QList<int>{0, 0} << QList<int>{500, 0} << QStringLiteral("LW");
    }
    void concludesResults()
    {
        QFETCH(QList<int>, teams);
        QFETCH(QList<int>, left);
        QFETCH(QString, results);
        StoryGame game(2000);
        for (const int team : teams)
            game.player("Somebody", team);
        for (qsizetype p = 0; p < left.size(); ++p) {
            if (left[p] > 0)
                game.leave(static_cast<std::uint32_t>(left[p]), static_cast<int>(p));
        }
        const DerivedEvents story = game.tell();
        QString found;
        for (const Outcome outcome : story.results)
            found += outcome == Outcome::Win ? u'W' : outcome == Outcome::Loss ? u'L' : u'?';
        QCOMPARE(found, results);
        for (std::size_t p = 0; p < story.results.size(); ++p)
            QCOMPARE(bool(story.resultInferred[p]), story.results[p] != Outcome::Unknown);
        const auto told = ofKind(story, DerivedKind::Result);
        QCOMPARE(told.size(), std::size_t(results.contains(u'L') ? 1 : 0));
        if (!told.empty())
            QVERIFY(told[0].text.contains(QStringLiteral("concluded")));
    }

    /// After a resume the same people come under other user ids, others take a part, and some only watch.
    void othersPlayOn()
    {
        StoryGame game = duel(2000);
        game.data.head.participants[0].toon.region = 1;
        game.data.head.participants[0].toon.realm = 1;
        game.data.head.participants[0].toon.id = 77;
        const auto resumed = [](int user, bool observes, const char* name, const char* account) {
            return ResumedUser{user, -1, observes, QString::fromLatin1(name), QString::fromLatin1(account)};
        };
        game.data.game.resumes.push_back({500,
                                          {resumed(5, false, "Ada", "1-S2-1-77"),
                                           resumed(1, false, "Cleo", ""), resumed(0, true, "Dora", "")}});
        game.leave(400, 0);
        game.data.game.order.push_back({500, 0, 0, 1, GameEventKind::Hijack});
        game.leave(600, 5);
        game.leave(700, 0);
        game.data.messages.chat = {{499, 0, 0, QStringLiteral("a")}, {501, 5, 0, QStringLiteral("b")}};
        followResumes(game.data);
        std::vector<int> users;
        for (const GameEvent& event : game.data.game.order)
            users.push_back(event.user);
        QCOMPARE(users, (std::vector<int>{0, 1, 0, GlobalUser}));
        QCOMPARE(game.data.messages.chat[0].user, std::uint8_t{0});
        QCOMPARE(game.data.messages.chat[1].user, std::uint8_t{0});
        const auto told = ofKind(game.tell(), DerivedKind::Resume);
        QCOMPARE(told.size(), std::size_t{1});
        QCOMPARE(told[0].text,
                 QStringLiteral("The game goes on from a replay, played by Ada and Cleo for Ben"));
        QCOMPARE(told[0].data, (QJsonObject{{QStringLiteral("played_by_1"), QStringLiteral("Ada")},
                                            {QStringLiteral("played_by_2"), QStringLiteral("Cleo")}}));
    }

    /// The beta does not record sides: who leaves first of four may be on the winning one. Who gives to whom
    /// tells them apart.
    void concludesSidesOfTheBetaFromTrades_data()
    {
        QTest::addColumn<QList<int>>("trades"); // from, to
        QTest::addColumn<QString>("results");
        QTest::newRow("nobody gave anything") << QList<int>{} << QStringLiteral("????");
        QTest::newRow("one pair only") << QList<int>{0, 1} << QStringLiteral("????");
        QTest::newRow("both pairs") << QList<int>{0, 1, 3, 2, 1, 0} << QStringLiteral("WWLL");
    }
    void concludesSidesOfTheBetaFromTrades()
    {
        QFETCH(QList<int>, trades);
        QFETCH(QString, results);
        StoryGame game(2000);
        const std::unique_ptr<BetaInfo> info = std::make_unique<BetaInfo>();
        game.data.head.beta = *info;
        for (const int team : {0, 1, 2, 3})
            game.player("Somebody", team);
        for (qsizetype i = 0; i < trades.size(); i += 2) {
            ResourceTrade& trade = game.data.game.trades.emplace_back();
            trade.recipient = static_cast<std::uint8_t>(trades[i + 1] + 1);
            trade.resources[0] = 100;
            game.data.game.order.push_back({100, static_cast<std::uint32_t>(i / 2), 0,
                                            static_cast<std::uint8_t>(trades[i]), GameEventKind::Trade});
        }
        game.leave(900, 3);
        game.leave(990, 2);
        const DerivedEvents story = game.tell();
        QString found;
        for (const Outcome outcome : story.results)
            found += outcome == Outcome::Win ? u'W' : outcome == Outcome::Loss ? u'L' : u'?';
        QCOMPARE(found, results);
        const auto told = ofKind(story, DerivedKind::Trade);
        QCOMPARE(qsizetype(told.size()), trades.size() / 2);
        if (!told.empty())
            QCOMPARE(told[0].text, QStringLiteral("Gives 100 minerals to Somebody"));
    }

    void believesRecordedResults()
    {
        StoryGame game = duel(2000);
        game.data.head.participants[0].result = Outcome::Win;
        game.data.head.participants[1].result = Outcome::Loss;
        game.leave(1500, 0); // the winner was first
        game.leave(1600, 1);
        const DerivedEvents story = game.tell();
        QCOMPARE(story.results[0], Outcome::Win);
        QVERIFY(!story.resultInferred[0]);
        const auto told = ofKind(story, DerivedKind::Result);
        QCOMPARE(told[0].text, QStringLiteral("Ada won"));
        QCOMPARE(told[0].frame, model::FrameNumber{1600});
    }

    /// Nothing is decided while one of a side plays on.
    void aSideHasLostWithItsLast_data()
    {
        QTest::addColumn<QList<int>>("left"); // by player: loop, 0 = never
        QTest::addColumn<int>("decided");
        QTest::newRow("one after the other") << QList<int>{500, 0, 1600, 0} << 1600;
        QTest::newRow("one stays") << QList<int>{500, 0, 0, 0} << 2000;
        QTest::newRow("a winner is the last") << QList<int>{500, 1900, 700, 0} << 700;
    }
    void aSideHasLostWithItsLast()
    {
        QFETCH(QList<int>, left);
        QFETCH(int, decided);
        StoryGame game(2000);
        int team = 0;
        for (const char* name : {"Ada", "Ben", "Cleo", "Dora"}) {
            game.player(name, team).result = team == 0 ? Outcome::Loss : Outcome::Win;
            team = 1 - team;
        }
        for (int player = 0; player < left.size(); ++player) {
            if (left[player] > 0)
                game.leave(static_cast<std::uint32_t>(left[player]), player);
        }
        const auto told = ofKind(game.tell(), DerivedKind::Result);
        QCOMPARE(told.size(), std::size_t{1});
        QCOMPARE(told[0].frame, model::FrameNumber{decided});
    }

    void saysNothingOfComputersThatStay()
    {
        StoryGame game = duel(2000);
        game.data.head.participants[1].computer = true;
        game.leave(1500, 0); // perhaps after winning
        QCOMPARE(game.tell().results[0], Outcome::Unknown);
    }

    void declaresTheLineUp()
    {
        StoryGame game = duel();
        Participant& ben = game.data.head.participants[1];
        ben.clan = QStringLiteral("Crew");
        ben.picked = Race::Random;
        ben.mmr = 3141.4;
        ben.handicap = 80;
        ben.rgb = {0, 66, 255};
        game.data.actions.averageApm = {120.4, 99.0};
        ben.apm = 200.0;
        game.leave(900, 1);
        const DerivedEvents story = game.tell();
        model::ReplayInfo info;
        declareLineUp(info, game.data, story);
        QCOMPARE(info.players.size(), std::size_t{2});
        const model::PlayerCard& card = info.players[1];
        QCOMPARE(card.clan, QStringLiteral("Crew"));
        QCOMPARE(card.result, QStringLiteral("Loss"));
        QVERIFY(card.resultInferred);
        const std::vector<std::pair<QString, QString>> facts{
            {QStringLiteral("Race"), QStringLiteral("Zerg (random)")},
            {QStringLiteral("Colour"), QStringLiteral("Blue")},
            {QStringLiteral("MMR"), QStringLiteral("3141")},
            {QStringLiteral("Game APM"), QStringLiteral("200")},
            {QStringLiteral("Handicap"), QStringLiteral("80%")}};
        QCOMPARE(card.facts, facts);
        QVERIFY(info.players[0].facts.back() ==
                std::make_pair(QStringLiteral("Game APM"), QStringLiteral("120 (counted here)")));
        QVERIFY(info.scoreboard.score.empty()); // so that no scoreboard strip is shown
        QVERIFY(!info.scoreboard.statistics.empty());
        // Every table named is one of a kind that declares columns.
        for (const QString& table : info.scoreboard.tables) {
            const auto& kinds = story.events->kinds;
            const auto found = std::find_if(kinds.begin(), kinds.end(),
                                            [&](const model::EventKind& kind) { return kind.id == table; });
            QVERIFY(found != kinds.end());
            QVERIFY(!found->columns.empty());
        }
        QCOMPARE(info.census.type, id(ActorProperty::UnitType));
    }

    void declaresSidesOfTeams()
    {
        StoryGame game;
        for (const int team : {0, 1, 1, 0})
            game.player("Somebody", team);
        model::ReplayInfo info;
        declareLineUp(info, game.data, game.tell());
        const auto& facts = info.players[2].facts;
        QVERIFY(std::find(facts.begin(), facts.end(),
                          std::make_pair(QStringLiteral("Side"), QStringLiteral("Team 2"))) != facts.end());
    }
};

} // namespace tst_sc2_results

GHOSTLINE_TEST(tst_sc2_results, TestSc2Results)
#include "tst_sc2_results.moc"
