// SPDX-License-Identifier: GPL-3.0-or-later
// Scores of highlights against windows counted one by one, and what each of their parts is.
#include "model/highlights/highlights.h"
#include "tests/model/highlight_match.h"
#include "tests/support/test_driver.h"

#include <QtTest>

#include <array>
#include <cmath>
#include <map>
#include <random>

namespace tst_highlight_scores {

using namespace ghostline::model;
using namespace ghostline::test::highlights;

namespace {

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

} // namespace

class TestHighlightScores : public QObject
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
        weights.least = 0.0;
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
        match.add(2340, Save, 0); // for technology alone is nothing to look at
        HighlightWeights weights = noOpening();
        weights.window = 10.0;
        std::map<Micros, QString> by;
        for (const Highlight& each : match.found(weights))
            by[each.peak] = why(each);
        QCOMPARE(by.size(), std::size_t(5));
        QCOMPARE(by[fromSeconds(200)], QStringLiteral("first_combat"));
        QCOMPARE(by[fromSeconds(234)], QStringLiteral("tech_rush"));
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

} // namespace tst_highlight_scores

GHOSTLINE_TEST(tst_highlight_scores, TestHighlightScores)
#include "tst_highlight_scores.moc"
