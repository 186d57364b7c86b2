// SPDX-License-Identifier: GPL-3.0-or-later
// Highlights against windows counted one by one, and each rule by itself.
#include "model/highlights/highlights.h"
#include "tests/support/test_driver.h"

#include <QtTest>

#include <cmath>
#include <random>

namespace tst_highlights {

using namespace ghostline::model;

/// Indices of the kinds of these recordings.
enum Kind : int { Goal, Save, Kill, Fight, Wipe, Tech, End, Chatter, Kinds };

std::vector<EventKind> kinds()
{
    std::vector<EventKind> all(Kinds);
    const std::array<const char*, Kinds> ids{"goal", "save", "kill", "fight", "wipe", "tech", "end", "chat"};
    for (std::size_t i = 0; i < all.size(); ++i) {
        all[i].id = QLatin1String(ids[i]);
        all[i].name = all[i].id;
    }
    all[Goal].highlight.worth = 1.0;
    all[Goal].highlight.swing = 1.0;
    all[Goal].highlight.rarity = 0.5;
    all[Save].highlight.worth = 0.5;
    all[Save].highlight.swing = 0.5;
    all[Kill].highlight.worth = 0.25;
    all[Kill].highlight.kill = true;
    all[Kill].highlight.swing = -1.0;
    all[Kill].highlight.scaleKey = QStringLiteral("value");
    all[Kill].highlight.scale = 4.0;
    all[Fight].highlight.worth = 1.0;
    all[Fight].band = true;
    all[Wipe].highlight.rare = Rare::ArmyWipe;
    all[Tech].highlight.tech = true;
    all[End].highlight.ending = true;
    return all;
}

/// A recording of events alone, by default ten frames a second.
struct Match
{
    explicit Match(FrameNumber frames, std::int64_t framesASecond = 10)
    {
        index.complete = true;
        index.timeAxis = TimeAxis::uniform(frames, 1, framesASecond);
        info.teams.resize(2);
        info.cast.resize(4);
        for (std::size_t i = 0; i < info.cast.size(); ++i) {
            info.cast[i].id = static_cast<ActorId>(i);
            info.cast[i].name = QStringLiteral("Actor %1").arg(i);
            info.cast[i].team = static_cast<int>(i % 2);
            info.cast[i].life = {0, frames};
        }
        table.kinds = kinds();
    }

    Event& add(FrameNumber frame, int kind, int team = -1)
    {
        Event& event = table.events.emplace_back();
        event.frame = frame;
        event.time = index.timeAxis.timeOf(frame);
        event.kind = kind;
        event.team = team;
        event.text =
            QStringLiteral("%1 at %2").arg(table.kinds.at(static_cast<std::size_t>(kind)).id).arg(frame);
        return event;
    }

    const ReplayIndex& made()
    {
        std::stable_sort(table.events.begin(), table.events.end(),
                         [](const Event& a, const Event& b) { return a.frame < b.frame; });
        index.info = std::make_shared<ReplayInfo>(info);
        index.events = std::make_shared<EventTable>(table);
        return index;
    }

    std::vector<Highlight> found(const HighlightWeights& weights = {}, const Lead& lead = {})
    {
        const auto all = findHighlights(made(), weights, lead);
        return all ? *all : std::vector<Highlight>{};
    }

    ReplayIndex index;
    ReplayInfo info;
    EventTable table;
};

HighlightWeights noOpening()
{
    HighlightWeights weights;
    weights.opening = 0.0;
    return weights;
}

/// One window scored by itself: every event is looked at for each.
struct Plain
{
    Micros begin{};
    std::array<double, ScoreParts> raw{};
    int kills = 0;
    double score = 0.0;
    Micros stretch{}; ///< begin of the densest
    bool any = false;
};

class PlainScorer
{
public:
    PlainScorer(const ReplayIndex& index, const HighlightWeights& weights)
        : m_index(index), m_weights(weights)
    {
        int firstKill = -1;
        const auto& events = index.events->events;
        for (std::size_t i = 0; i < events.size(); ++i) {
            const Event& event = events[i];
            const EventWorth& worth = index.events->kinds[static_cast<std::size_t>(event.kind)].highlight;
            if (!worth.any())
                continue;
            One one;
            one.time = index.timeAxis.timeOf(event.frame);
            const double value = event.data.value(QStringLiteral("value")).toDouble();
            one.worth = worth.worth * (!worth.scaleKey.isEmpty() && value > 0.0 ? value / worth.scale : 1.0);
            one.bonus = worth.rarity;
            one.kill = worth.kill;
            const int team = event.team >= 0 ? event.team
                             : event.actors.empty()
                                 ? -1
                                 : static_cast<int>(ghostline::model::index(event.actors[0]) % 2);
            if (team >= 0 && team < 2)
                one.gain[static_cast<std::size_t>(team)] = worth.swing * one.worth;
            if (one.kill && firstKill < 0) {
                firstKill = static_cast<int>(i);
                one.bonus += weights.firstCombat;
            }
            m_all.push_back(one);
        }
    }

    std::vector<Plain> windows() const
    {
        std::vector<Plain> windows;
        for (FrameNumber frame = 0; frame < m_index.frames(); frame += m_weights.step)
            windows.push_back(window(m_index.timeAxis.timeOf(frame)));
        std::array<double, ScoreParts> most{};
        double mean = 0.0;
        for (const Plain& window : windows) {
            for (std::size_t i = 0; i < ScoreParts; ++i)
                most[i] = std::max(most[i], window.raw[i]);
            mean += window.raw[2] / static_cast<double>(windows.size());
        }
        double squares = 0.0;
        for (const Plain& window : windows)
            squares += std::pow(window.raw[2] - mean, 2) / static_cast<double>(windows.size());
        for (Plain& window : windows) {
            if (!window.any ||
                (seconds(window.begin) < m_weights.opening && window.kills < m_weights.openingKills))
                continue;
            const double z = squares > 0.0 ? (window.raw[2] - mean) / std::sqrt(squares) : 0.0;
            window.score = m_weights.engagement * (most[0] > 0.0 ? window.raw[0] / most[0] : 0.0) +
                           m_weights.momentum * (most[1] > 0.0 ? window.raw[1] / most[1] : 0.0) +
                           m_weights.anomaly *
                               (z >= m_weights.anomalyFrom ? std::min(z / m_weights.anomalyMost, 1.0) : 0.0) +
                           m_weights.rarity * std::min(window.raw[3], 1.0);
        }
        return windows;
    }

private:
    struct One
    {
        Micros time{};
        double worth = 0.0;
        double bonus = 0.0;
        std::array<double, 2> gain{};
        bool kill = false;
    };

    Plain window(Micros begin) const
    {
        Plain plain;
        plain.begin = begin;
        const Micros end = begin + fromSeconds(m_weights.window);
        std::array<double, 2> gain{};
        double densest = -1.0;
        for (const One& one : m_all) {
            if (one.time < begin || one.time >= end)
                continue;
            plain.any = true;
            plain.raw[0] += one.worth;
            plain.raw[2] += one.worth > 0.0 ? 1.0 : 0.0;
            plain.raw[3] += one.bonus;
            plain.kills += one.kill ? 1 : 0;
            gain[0] += one.gain[0];
            gain[1] += one.gain[1];
            double weight = 0.0;
            for (const One& other : m_all) {
                if (other.time >= one.time && other.time <= one.time + fromSeconds(m_weights.cluster) &&
                    other.time < end)
                    weight += other.worth + other.bonus;
            }
            if (weight > densest) {
                densest = weight;
                plain.stretch = one.time;
            }
        }
        plain.raw[1] = std::abs(gain[0] - gain[1]);
        return plain;
    }

    const ReplayIndex& m_index;
    const HighlightWeights& m_weights;
    std::vector<One> m_all;
};

QString why(const Highlight& highlight)
{
    QStringList all;
    for (const RarityBonus& bonus : highlight.bonuses)
        all << bonus.what;
    return all.join(u',');
}

class TestHighlights : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void bruteForce_data()
    {
        QTest::addColumn<int>("seed");
        QTest::addColumn<int>("events");
        QTest::addColumn<int>("frames");
        for (int seed = 1; seed <= 12; ++seed)
            QTest::addRow("seed %d", seed) << seed << 5 * seed * seed << 400 * seed;
        QTest::addRow("crowded") << 77 << 600 << 900;
        QTest::addRow("sparse") << 78 << 4 << 9000;
    }

    /// The best highlight is the best window of all, with the same parts and the same densest stretch.
    void bruteForce()
    {
        QFETCH(int, seed);
        QFETCH(int, events);
        QFETCH(int, frames);
        std::mt19937 random(static_cast<unsigned>(seed));
        Match match(frames);
        const std::array<int, 4> used{Goal, Save, Kill, Chatter};
        for (int i = 0; i < events; ++i) {
            Event& event = match.add(static_cast<FrameNumber>(random() % static_cast<unsigned>(frames)),
                                     used[random() % 4], static_cast<int>(random() % 3) - 1);
            if (random() % 2 == 0)
                event.actors = {static_cast<ActorId>(random() % 4)};
            if (random() % 2 == 0)
                event.data[QStringLiteral("value")] = static_cast<int>(random() % 9);
        }
        HighlightWeights weights;
        weights.opening = seed % 2 == 0 ? 0.0 : 20.0;
        weights.openingKills = 3;
        weights.firstCombat = 0.25; // sums stay exact
        weights.anomalyFrom = seed % 3 == 0 ? 1.0 : 2.0;
        const std::vector<Highlight> found = match.found(weights);
        const std::vector<Plain> windows = PlainScorer(match.index, weights).windows();
        const auto best = std::max_element(windows.begin(), windows.end(),
                                           [](const Plain& a, const Plain& b) { return a.score < b.score; });
        if (best->score <= 0.0) {
            QVERIFY(found.empty());
            return;
        }
        QVERIFY(!found.empty());
        const Highlight& top = found.front();
        QVERIFY2(std::abs(top.score - best->score) < 1e-9,
                 qPrintable(QStringLiteral("%1 is not %2").arg(top.score).arg(best->score)));
        double sum = 0.0;
        for (const ScorePart& part : top.parts)
            sum += part.weighted;
        QVERIFY(std::abs(sum - top.score) < 1e-12);
        // Every highlight is one of the windows, and scores what that scores.
        for (const Highlight& each : found) {
            const auto same = std::find_if(windows.begin(), windows.end(), [&each](const Plain& window) {
                return window.begin == each.windowFrom;
            });
            QVERIFY(same != windows.end());
            for (std::size_t i = 0; i < ScoreParts; ++i)
                QVERIFY2(std::abs(each.parts[i].raw - same->raw[i]) < 1e-9,
                         qPrintable(scorePartId(ScorePartOf(i))));
            QVERIFY(std::abs(each.score - same->score) < 1e-9);
            QCOMPARE(each.peakFrom, same->stretch);
        }
        for (std::size_t a = 0; a < found.size(); ++a) {
            QVERIFY(a == 0 || found[a].score <= found[a - 1].score);
            for (std::size_t b = 0; b < a; ++b) {
                const Micros gap = found[a].peakFrom > found[b].peakFrom
                                       ? found[a].peakFrom - found[b].peakTo
                                       : found[b].peakFrom - found[a].peakTo;
                QVERIFY(gap >= fromSeconds(weights.apart));
                QVERIFY(found[a].to <= found[b].from || found[b].to <= found[a].from);
            }
        }
    }

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

    /// An anomaly begins at two standard deviations and is no more than four.
    void anomaly()
    {
        Match match(36'000);
        for (int i = 0; i < 40; ++i)
            match.add(18'000 + i, Save, i % 2);
        const std::vector<Highlight> burst = match.found(noOpening());
        QCOMPARE(burst.size(), std::size_t(1));
        QVERIFY(burst[0].part(ScorePartOf::Anomaly).z > 4.0);
        QCOMPARE(burst[0].part(ScorePartOf::Anomaly).value, 1.0);
        QCOMPARE(burst[0].part(ScorePartOf::Anomaly).weighted, 0.2);

        // Where as much happens all the time, nothing is one.
        Match even(36'000);
        for (FrameNumber frame = 0; frame < 36'000; frame += 20)
            even.add(frame, Save, 0);
        for (const Highlight& each : even.found(noOpening())) {
            QVERIFY(each.part(ScorePartOf::Anomaly).z < 2.0);
            QCOMPARE(each.part(ScorePartOf::Anomaly).value, 0.0);
        }
        HighlightWeights weights = noOpening();
        weights.anomalyMost = 100.0;
        const auto less = match.found(weights);
        QCOMPARE(less[0].part(ScorePartOf::Anomaly).value, less[0].part(ScorePartOf::Anomaly).z / 100.0);
    }

    void bonuses()
    {
        Match match(9000);
        match.add(2000, Kill, 0);
        match.add(4000, Wipe);
        match.add(6000, Save, 0).rare = Rare::BaseDestroyed;
        match.add(8000, Kill, 0);
        match.add(8050, End);
        match.add(2300, Tech); // as early as four minutes
        match.add(2350, Tech);
        HighlightWeights weights = noOpening();
        weights.window = 10.0;
        std::map<Micros, QString> by;
        for (const Highlight& each : match.found(weights))
            by[each.peak] = why(each);
        QCOMPARE(by.size(), std::size_t(5));
        QCOMPARE(by[fromSeconds(200)], QStringLiteral("first_combat"));
        QCOMPARE(by[fromSeconds(230)], QStringLiteral("tech_rush"));
        QCOMPARE(by[fromSeconds(400)], QStringLiteral("army_wipe"));
        QCOMPARE(by[fromSeconds(600)], QStringLiteral("base_destroyed"));
        QCOMPARE(by[fromSeconds(800)], QStringLiteral("match_ending_kill"));

        // Too late for a rush, and too long before the end.
        Match late(9000);
        late.add(2401, Tech);
        late.add(7000, Kill, 0);
        late.add(7101, End);
        const auto found = late.found(weights);
        QCOMPARE(found.size(), std::size_t(1));
        QCOMPARE(why(found[0]), QStringLiteral("first_combat"));
    }

    /// Together bonuses are worth no more than the best there is.
    void bonusesAreCapped()
    {
        Match match(3000);
        for (int i = 0; i < 5; ++i)
            match.add(1500 + i, Wipe);
        const auto found = match.found(noOpening());
        QCOMPARE(found[0].part(ScorePartOf::Rarity).raw, 5 * HighlightWeights().armyWipe);
        QCOMPARE(found[0].part(ScorePartOf::Rarity).value, 1.0);
        QCOMPARE(found[0].part(ScorePartOf::Rarity).weighted, 0.2);
    }

    void comeback()
    {
        Match match(6000);
        match.add(3000, Save, 0);
        Lead lead;
        for (int second = 0; second < 600; ++second) {
            const double first = second < 300 ? 100.0 : 900.0;
            lead.samples.push_back({fromSeconds(second), {first, 1000.0 - first}});
        }
        const auto found = match.found(noOpening(), lead);
        QCOMPARE(found.size(), std::size_t(1));
        QCOMPARE(why(found[0]), QStringLiteral("comeback"));
        // Of ten parts and one given to each.
        QVERIFY(std::abs(found[0].part(ScorePartOf::Momentum).raw - 800.0 / 1200.0) < 1e-9);
        QCOMPARE(found[0].part(ScorePartOf::Momentum).value, 1.0);

        // A format that has such events says so itself.
        match.table.kinds[Chatter].highlight.rare = Rare::Comeback;
        QVERIFY(why(match.found(noOpening(), lead).at(0)).isEmpty());
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

    /// Thirty minutes of 20,000 events; half a second is what is promised, builds with checks in them are
    /// slower.
    void isFast()
    {
        Match match(54'000, 30);
        std::mt19937 random(4);
        for (int i = 0; i < 20'000; ++i)
            match.add(static_cast<FrameNumber>(random() % 54'000), static_cast<int>(random() % Kinds), i % 2);
        const ReplayIndex& index = match.made();
        QElapsedTimer timer;
        timer.start();
        const auto found = findHighlights(index, {});
        const qint64 took = timer.elapsed();
        QCOMPARE(found->size(), std::size_t(5));
        QVERIFY2(took < 2000, qPrintable(QStringLiteral("%1 ms").arg(took)));
        qInfo("20,000 events in %lld ms", static_cast<long long>(took));
    }
};

} // namespace tst_highlights

GHOSTLINE_TEST(tst_highlights, TestHighlights)
#include "tst_highlights.moc"
