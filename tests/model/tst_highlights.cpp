// SPDX-License-Identifier: GPL-3.0-or-later
// Which highlights are chosen, how they are told, and the weights: each rule by itself.
#include "model/highlights/highlights.h"
#include "model/highlights/why_none.h"
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

    /// What scores less than the least is none, be it the only one.
    void least()
    {
        Match match(9000);
        match.add(3000, Goal, 0);
        match.add(6000, Kill, 0).data[QStringLiteral("value")] = 0.1;
        HighlightWeights weights = noOpening();
        weights.firstCombat = 0.0;
        weights.anomaly = 0.0; // where so little happens, everything is one
        weights.least = 0.0;
        const auto all = match.found(weights);
        QCOMPARE(all.size(), std::size_t(2));
        QVERIFY(all[1].score > 0.0 && all[1].score < HighlightWeights().least);
        weights.least = all[1].score;
        QCOMPARE(match.found(weights).size(), std::size_t(2));
        weights.least = HighlightWeights().least;
        QCOMPARE(match.found(weights).size(), std::size_t(1));
        weights.least = 10.0;
        QVERIFY(match.found(weights).empty());
    }

    /// A step of technology raises what happens beside it, and is never what is shown.
    void technologyAlone()
    {
        Match match(9000);
        match.add(1500, Tech);
        QVERIFY(match.found(noOpening()).empty());
        Lead lead; // an army that grows makes it none
        for (int second = 0; second < 900; ++second)
            lead.samples.push_back({fromSeconds(second), {100.0 + second, 100.0}});
        QVERIFY(match.found(noOpening(), lead).empty());
        match.add(1600, Save, 0);
        const auto found = match.found(noOpening());
        QCOMPARE(found.size(), std::size_t(1));
        QCOMPARE(found[0].kind, QStringLiteral("save"));
        QCOMPARE(found[0].peak, fromSeconds(160));
        QCOMPARE(why(found[0]), QStringLiteral("tech_rush"));
        // Unless somebody says that it is worth something.
        Match rush(9000);
        rush.add(1500, Tech);
        HighlightWeights weights = noOpening();
        weights.kinds[QStringLiteral("tech")].worth = 1.0;
        QCOMPARE(rush.found(weights).size(), std::size_t(1));
    }

    /// A long fight is shown where most of it happens, be that far from its middle; a second one that lies
    /// within has its own.
    void bandsAtTheirHeight()
    {
        Match match(9000);
        match.add(3000, Fight).length = fromSeconds(100);
        match.add(3100, Kill, 0);
        for (int i = 0; i < 3; ++i)
            match.add(3800 + 10 * i, Kill, 1).data[QStringLiteral("value")] = i == 1 ? 16 : 4;
        match.add(4001, Kill, 0).data[QStringLiteral("value")] = 400; // after it
        HighlightWeights weights = noOpening();
        weights.apart = 0.0;
        weights.window = 10.0;
        const auto found = match.found(weights);
        const auto fight = std::find_if(found.begin(), found.end(), [](const Highlight& each) {
            return each.kind == QLatin1String("fight");
        });
        QVERIFY(fight != found.end());
        QCOMPARE(fight->peak, fromSeconds(381));
        QCOMPARE(fight->peakFrom, fromSeconds(380));
    }

    /// The height of each of many bands is that of a plain search.
    void heightsBruteForce()
    {
        Match match(20'000);
        for (int i = 0; i < 300; ++i)
            match.add((i * 7919) % 19'000, Kill, i % 2).data[QStringLiteral("value")] = 1 + i * 31 % 8;
        int compared = 0;
        for (int i = 0; i < 40; ++i) {
            Match alone = match;
            const FrameNumber from = 400 * i;
            const double begins = static_cast<double>(from) / 10.0;
            Event& fight = alone.add(from, Fight);
            fight.length = fromSeconds(5 + 3 * i);
            const Micros ends = fromSeconds(begins) + fight.length;
            alone.table.kinds[Fight].highlight.worth = 1000.0; // it decides what is shown
            const auto found = alone.found(noOpening());
            const auto& events = alone.table.events;
            double densest = 0.0;
            Micros height{};
            bool any = false;
            for (const Event& first : events) {
                if (first.kind != Kill || first.time < fromSeconds(begins) || first.time > ends)
                    continue;
                double sum = 0.0;
                double heaviest = 0.0;
                Micros there{};
                for (const Event& event : events) {
                    if (event.kind != Kill || event.time < first.time ||
                        event.time > first.time + fromSeconds(3))
                        continue;
                    const double value = event.data[QStringLiteral("value")].toDouble();
                    sum += value;
                    if (value > heaviest) {
                        heaviest = value;
                        there = event.time;
                    }
                }
                if (sum > densest) {
                    densest = sum;
                    height = std::min(there, ends);
                    any = true;
                }
            }
            if (!any)
                continue; // in the first short ones nothing happens
            ++compared;
            QVERIFY(!found.empty());
            QCOMPARE(found.front().peak, height);
        }
        QVERIFY(compared > 30);
    }

    void titles()
    {
        Match match(9000);
        match.add(3000, Goal, 0);
        QCOMPARE(match.found(noOpening())[0].title.text(), QStringLiteral("goal at 3000"));
        match.table.kinds[Goal].named = true;
        QCOMPARE(match.found(noOpening())[0].title.text(), QStringLiteral("goal: goal at 3000"));
        match.table.events[0].text.clear();
        QCOMPARE(match.found(noOpening())[0].title.text(), QStringLiteral("goal"));
    }

    void tellsWhyThereAreNone()
    {
        const auto says = [](Match& match, const char* what) {
            const HighlightWeights weights = noOpening();
            return match.found(weights).empty() &&
                   whyNoHighlights(match.made(), weights).text().contains(QLatin1String(what));
        };
        Match empty(9000);
        empty.add(1500, Tech);
        QVERIFY(says(empty, "happens here: goal, save"));
        for (EventKind& kind : empty.table.kinds)
            kind.unrecorded = kind.id == QLatin1String("fight") || kind.id == QLatin1String("kill");
        QVERIFY(says(empty, "not recorded here: kill, fight"));
        for (EventKind& kind : empty.table.kinds)
            kind.highlight = {};
        QVERIFY(says(empty, "No kind of event"));
        Match little(9000);
        little.add(3000, Kill, 0);
        HighlightWeights weights = noOpening();
        weights.least = 3.0;
        QVERIFY(little.found(weights).empty());
        QVERIFY(whyNoHighlights(little.made(), weights).text().contains(QStringLiteral("3.00")));
    }

    /// What lasts counts where most happens in it, or at its middle, and tells of what happens while it does.
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
