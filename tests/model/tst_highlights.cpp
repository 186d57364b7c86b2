// SPDX-License-Identifier: GPL-3.0-or-later
// Which highlights are chosen, how they are told, and the weights: each rule by itself.
#include "model/highlights/highlights.h"
#include "tests/model/highlight_match.h"
#include "tests/support/test_driver.h"

#include <QtTest>

#include <cmath>

namespace tst_highlights {

using namespace ghostline::model;
using namespace ghostline::test::highlights;

class TestHighlights : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    /// What begins in the first two minutes counts with five kills only.
    void opening()
    {
        for (const int kills : {4, 5}) {
            Match match(6000);
            for (int i = 0; i < kills; ++i)
                match.add(300 + i, Kill, 0);
            match.add(3000, Kill, 1);
            const std::vector<Highlight> found = match.found();
            QCOMPARE(found.size(), std::size_t(kills == 5 ? 2 : 1));
            QCOMPARE(found.front().peak, fromSeconds(kills == 5 ? 30 : 300));
        }
        // Where nobody is killed at all, the beginning counts as any other time.
        Match goals(6000);
        goals.table.kinds.erase(goals.table.kinds.begin() + Kill, goals.table.kinds.end());
        goals.add(300, Goal, 0);
        QCOMPARE(goals.found().size(), std::size_t(1));
    }

    void apart_data()
    {
        QTest::addColumn<int>("frames"); // from one goal to the next
        QTest::addColumn<int>("highlights");
        QTest::addRow("one stretch") << 30 << 1;
        QTest::addRow("close") << 149 << 1;
        QTest::addRow("apart") << 150 << 2;
        QTest::addRow("far") << 2000 << 2;
    }

    void apart()
    {
        QFETCH(int, frames);
        QFETCH(int, highlights);
        Match match(9000);
        match.add(3000, Goal, 0);
        match.add(3000 + frames, Goal, 1);
        QCOMPARE(match.found(noOpening()).size(), std::size_t(highlights));
    }

    /// Nine goals, each a little better than a save: without variety the saves are left out.
    void variety()
    {
        Match match(36'000);
        for (int i = 0; i < 9; ++i)
            match.add(2000 + 1000 * i, Goal, i % 2);
        match.add(20'000, Save, 0);
        match.add(22'000, Wipe);
        const auto kindsOf = [](const std::vector<Highlight>& all) {
            QStringList ids;
            for (const Highlight& each : all)
                ids << each.kind;
            return ids;
        };
        HighlightWeights weights = noOpening();
        weights.variety = 0.3;
        const QStringList varied = kindsOf(match.found(weights));
        QCOMPARE(varied.size(), 5);
        QVERIFY(varied.contains(QStringLiteral("wipe")) && varied.contains(QStringLiteral("save")));
        weights.variety = 1.0;
        QCOMPARE(kindsOf(match.found(weights)).count(QStringLiteral("goal")), 5);
        weights.top = 2;
        QCOMPARE(match.found(weights).size(), std::size_t(2));
    }

    /// What lasts counts at its middle, and tells of what happens while it does.
    void bands()
    {
        Match match(9000);
        Event& fight = match.add(3000, Fight);
        fight.length = fromSeconds(40);
        fight.placed = true;
        fight.place = {10, 0, 10};
        fight.radius = 5.0F;
        const auto alone = match.found(noOpening());
        QCOMPARE(alone[0].peak, fromSeconds(320));
        QCOMPARE(alone[0].spread, 5.0);
        for (int i = 0; i < 4; ++i) {
            Event& kill = match.add(3350 + i, Kill, 0);
            kill.actors = {static_cast<ActorId>(2), static_cast<ActorId>(1)};
            kill.placed = true;
            kill.place = {12, 0, 10};
        }
        const auto found = match.found(noOpening());
        QCOMPARE(found[0].peakFrom, fromSeconds(335));
        QCOMPARE(found[0].title.text(), QStringLiteral("fight at 3000"));
        QCOMPARE(found[0].actors, (std::vector<ActorId>{static_cast<ActorId>(2), static_cast<ActorId>(1)}));
        QVERIFY(found[0].placed);
        QVERIFY(glm::distance(found[0].place, glm::dvec3(11, 0, 10)) < 1.5);
    }

    /// What is rare tells, however much is worth more beside it; of what is as rare the heaviest.
    void rarestTells()
    {
        Match match(9000);
        match.add(3000, Goal, 0);
        match.add(3010, Kill, 1).data[QStringLiteral("value")] = 400; // worth 25
        auto found = match.found(noOpening());
        QCOMPARE(found.size(), std::size_t(1));
        QCOMPARE(found[0].kind, QStringLiteral("goal"));
        QCOMPARE(found[0].title.text(), QStringLiteral("goal at 3000"));
        QCOMPARE(found[0].peak, fromSeconds(301)); // where most happens, all the same
        HighlightWeights weights = noOpening();
        weights.kinds[QStringLiteral("goal")].rarity = 0.0;
        QCOMPARE(match.found(weights)[0].kind, QStringLiteral("kill"));
    }

    /// Kills at both ends of a fight are two moments, but the fight tells of both.
    void oneEventTellsOnce()
    {
        for (const bool fight : {false, true}) {
            Match match(9000);
            match.add(3000, Kill, 0);
            match.add(3390, Kill, 1);
            if (fight)
                match.add(2990, Fight).length = fromSeconds(41);
            HighlightWeights weights = noOpening();
            weights.firstCombat = 0.0;
            QStringList titles;
            for (const Highlight& each : match.found(weights))
                titles << each.title.text();
            titles.sort();
            QCOMPARE(titles,
                     fight ? QStringList{QStringLiteral("fight at 2990")}
                           : QStringList({QStringLiteral("kill at 3000"), QStringLiteral("kill at 3390")}));
        }
    }

    /// Between two frames far apart nothing is passed over.
    void gaps()
    {
        Match match(0);
        std::vector<Micros> times;
        for (int i = 0; i < 100; ++i)
            times.push_back(fromSeconds(i < 52 ? i * 0.1 : 1000.0 + i * 100.0));
        match.index.timeAxis = TimeAxis::table(times);
        match.add(53, Goal, 0);
        match.add(77, Goal, 1);
        match.add(99, Goal, 1);
        QCOMPARE(match.found(noOpening()).size(), std::size_t(3));
    }

    void hostile()
    {
        QVERIFY(Match(0).found().empty());
        QVERIFY(Match(6000).found().empty());

        Match one(6000);
        for (int i = 0; i < 20'000; ++i)
            one.add(3000, i % 2 == 0 ? Kill : Goal, i % 5 - 1);
        QCOMPARE(one.found().size(), std::size_t(1));
        QCOMPARE(one.found()[0].events.size(), std::size_t(20'000));

        Match odd(6000);
        odd.add(3000, Goal, 77).actors = {static_cast<ActorId>(4000)};
        odd.add(4000, Kill).data[QStringLiteral("value")] = 1e300;
        odd.table.events.back().place = glm::dvec3(std::numeric_limits<double>::quiet_NaN());
        odd.table.events.back().placed = true;
        odd.table.events.emplace_back(odd.table.events.back()).kind = 99;
        for (const Highlight& each : odd.found()) {
            QVERIFY(std::isfinite(each.score));
            QVERIFY(!each.placed);
            QVERIFY(each.actors.empty());
        }
        std::stop_source stop;
        stop.request_stop();
        const auto stopped = findHighlights(one.made(), {}, {}, stop.get_token());
        QVERIFY(!stopped && stopped.error().code == ErrorCode::Cancelled);
    }

    void refusesWeights_data()
    {
        QTest::addColumn<QByteArray>("json");
        QTest::addColumn<QString>("says");
        QTest::addRow("no JSON") << QByteArray("{") << QStringLiteral("no JSON");
        QTest::addRow("a list") << QByteArray("[]") << QStringLiteral("object");
        QTest::addRow("unknown") << QByteArray(R"({"mood": 1})") << QStringLiteral("\"mood\"");
        QTest::addRow("unknown, named")
            << QByteArray(R"({"weights": {"mood": 1}})") << QStringLiteral("\"mood\"");
        QTest::addRow("named, no object") << QByteArray(R"({"weights": 1})") << QStringLiteral("\"weights\"");
        QTest::addRow("text") << QByteArray(R"({"rarity": "high"})") << QStringLiteral("\"rarity\"");
        QTest::addRow("negative") << QByteArray(R"({"momentum": -0.1})") << QStringLiteral("\"momentum\"");
        QTest::addRow("half a step") << QByteArray(R"({"step": 2.5})") << QStringLiteral("\"step\"");
        QTest::addRow("nothing counts")
            << QByteArray(R"({"engagement": 0, "momentum": 0, "anomaly": 0, "rarity": 0})")
            << QStringLiteral("all four");
        QTest::addRow("kinds") << QByteArray(R"({"kinds": [1]})") << QStringLiteral("\"kinds\"");
        QTest::addRow("a kind") << QByteArray(R"({"kinds": {"goal": 1}})") << QStringLiteral("\"goal\"");
        QTest::addRow("of a kind") << QByteArray(R"({"kinds": {"goal": {"fun": 1}}})")
                                   << QStringLiteral("\"fun\"");
        QTest::addRow("rarer than rare")
            << QByteArray(R"({"kinds": {"goal": {"rarity": 2}}})") << QStringLiteral("goal: rarity");
    }

    void refusesWeights()
    {
        QFETCH(QByteArray, json);
        QFETCH(QString, says);
        const auto weights = HighlightWeights::fromFile(json);
        QVERIFY(!weights);
        QVERIFY2(weights.error().message.contains(says), qPrintable(weights.error().message));
    }

    void refusesNaN()
    {
        Match match(6000);
        match.add(3000, Goal, 0);
        HighlightWeights weights;
        weights.momentum = std::numeric_limits<double>::quiet_NaN();
        const auto found = findHighlights(match.made(), weights);
        QVERIFY(!found && found.error().code == ErrorCode::InvalidArgument);
        QVERIFY(found.error().message.contains(QStringLiteral("\"momentum\"")));
        weights = {};
        weights.kinds[QStringLiteral("goal")].worth = std::numeric_limits<double>::infinity();
        QVERIFY(!findHighlights(match.made(), weights));
    }

    void weightsRoundTrip()
    {
        HighlightWeights weights;
        weights.engagement = 0.5;
        weights.step = 7;
        weights.kinds[QStringLiteral("goal")].worth = 3.0;
        weights.kinds[QStringLiteral("dance")].rarity = 0.25;
        const auto back = HighlightWeights::fromJson(weights.json());
        QVERIFY(back.has_value());
        QCOMPARE(back->json(), weights.json());
        QVERIFY(*back == weights);
        QCOMPARE(weights.unknownKinds(kinds()), QStringList{QStringLiteral("dance")});
        QVERIFY(*HighlightWeights::fromFile("{}") == HighlightWeights());
        // As they are and as `highlights --json` prints them, with what was found behind them.
        for (const char* printed : {R"({"top": 7})", R"({"weights": {"top": 7}, "files": []})"}) {
            const auto read = HighlightWeights::fromFile(printed);
            QVERIFY(read.has_value());
            QCOMPARE(read->top, 7);
        }
    }

    /// A kind that counts for nothing by itself counts for what is said of it.
    void editedKinds()
    {
        Match match(9000);
        match.add(3000, Goal, 0);
        match.add(6000, Chatter);
        HighlightWeights weights = noOpening();
        QCOMPARE(match.found(weights).size(), std::size_t(1));
        weights.kinds[QStringLiteral("chat")].worth = 5.0;
        const auto found = match.found(weights);
        QCOMPARE(found.size(), std::size_t(2));
        QVERIFY(std::any_of(found.begin(), found.end(), [](const Highlight& h) {
            return h.kind == QLatin1String("chat") && h.part(ScorePartOf::Engagement).value == 1.0;
        }));
    }
};

} // namespace tst_highlights

GHOSTLINE_TEST(tst_highlights, TestHighlights)
#include "tst_highlights.moc"
