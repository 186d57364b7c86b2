// SPDX-License-Identifier: GPL-3.0-or-later
// Who came near whom: against comparing everybody with everybody, and what begins and ends an encounter.
#include "model/analysis/encounters.h"
#include "model/analysis/near_pairs.h"
#include "tests/model/posed_replay.h"
#include "tests/support/fake_replay.h"
#include "tests/support/test_driver.h"

#include <QtTest>

#include <cmath>
#include <map>
#include <random>
#include <set>

namespace tst_encounters {

using namespace ghostline::model;
using namespace ghostline::test;

namespace {

constexpr FrameNumber Frames = 100;

/// Actor 0 stands; actor 1 is as far as `distance` says, for each frame.
PosedOptions pairAt(std::function<double(FrameNumber)> distance)
{
    PosedOptions options;
    options.pose = [distance = std::move(distance)](int actor, FrameNumber f) {
        Posed posed;
        posed.at.x = actor == 1 ? distance(f) : 0.0;
        return posed;
    };
    return options;
}

std::vector<Encounter> find(const PosedOptions& options, const EncounterOptions& wanted)
{
    const auto found = findEncounters(PosedReplay(options), wanted, {}, {});
    return found ? found->found : std::vector<Encounter>{};
}

EncounterOptions within(double radius, double release)
{
    EncounterOptions options;
    options.radius = radius;
    options.release = release;
    return options;
}

/// Each actor walks at random in a square; the same for the same seed.
std::vector<std::vector<glm::dvec3>> randomWalks(unsigned seed, int actors, FrameNumber frames)
{
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> place(0.0, 60.0);
    std::normal_distribution<double> step(0.0, 0.7);
    std::vector<std::vector<glm::dvec3>> walks;
    for (int a = 0; a < actors; ++a) {
        std::vector<glm::dvec3> walk{{place(random), 0.0, place(random)}};
        for (FrameNumber f = 1; f < frames; ++f)
            walk.push_back(walk.back() + glm::dvec3(step(random), 0.2 * step(random), step(random)));
        walks.push_back(std::move(walk));
    }
    return walks;
}

using Row = std::tuple<FrameNumber, int, int, FrameNumber, double>; ///< first, a, b, end, least distance

/// Every pair in every frame, one after the other.
std::set<Row> bruteForce(const std::vector<std::vector<glm::dvec3>>& walks, double radius, double release,
                         const std::function<bool(int, int)>& wanted)
{
    std::set<Row> rows;
    const auto actors = static_cast<int>(walks.size());
    for (int a = 0; a < actors; ++a) {
        for (int b = a + 1; b < actors; ++b) {
            FrameNumber first = -1;
            double least = 0.0;
            for (std::size_t f = 0; f <= walks[0].size(); ++f) {
                const double d = f < walks[0].size() ? glm::distance(walks[static_cast<std::size_t>(a)][f],
                                                                     walks[static_cast<std::size_t>(b)][f])
                                                     : 1e9;
                const auto frame = static_cast<FrameNumber>(f);
                if (first >= 0 && d > release) {
                    rows.emplace(first, a, b, frame, least);
                    first = -1;
                } else if (first >= 0) {
                    least = std::min(least, d);
                } else if (d <= radius && wanted(a, b)) {
                    first = frame;
                    least = d;
                }
            }
        }
    }
    return rows;
}

} // namespace

class TestEncounters : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void asEverybodyWithEverybody_data()
    {
        QTest::addColumn<double>("radius");
        QTest::addColumn<double>("release");
        QTest::addColumn<bool>("acrossTeams");
        QTest::addColumn<int>("one");
        QTest::newRow("near") << 5.0 << 5.0 << false << -1;
        QTest::newRow("contact") << 1.0 << 1.5 << false << -1;
        QTest::newRow("wide") << 40.0 << 45.0 << false << -1;
        QTest::newRow("across teams") << 5.0 << 6.0 << true << -1;
        QTest::newRow("one against all") << 15.0 << 15.0 << false << 7;
    }
    void asEverybodyWithEverybody()
    {
        QFETCH(double, radius);
        QFETCH(double, release);
        QFETCH(bool, acrossTeams);
        QFETCH(int, one);
        for (const unsigned seed : {1U, 2U, 3U}) {
            const auto walks = randomWalks(seed, 40, 150);
            PosedOptions options;
            options.frames = 150;
            options.actors = 40;
            options.teams = 3;
            options.pose = [&walks](int actor, FrameNumber f) {
                return Posed{walks[static_cast<std::size_t>(actor)][static_cast<std::size_t>(f)]};
            };
            EncounterOptions wanted = within(radius, release);
            wanted.acrossTeams = acrossTeams;
            wanted.one = one < 0 ? ActorId::None : static_cast<ActorId>(one);
            std::set<Row> rows;
            for (const Encounter& e : find(options, wanted))
                rows.emplace(e.frames.first, static_cast<int>(e.a), static_cast<int>(e.b), e.frames.end,
                             e.distance);
            const auto truth = bruteForce(walks, radius, release, [&](int a, int b) {
                return (one < 0 || a == one || b == one) && (!acrossTeams || a % 3 != b % 3);
            });
            QVERIFY(!truth.empty());
            QCOMPARE(rows.size(), truth.size());
            QVERIFY(rows == truth);
        }
    }

    void closestApproach()
    {
        // 2 m/s toward each other, at 1 m in frame 50.
        const auto found =
            find(pairAt([](FrameNumber f) { return 1.0 + 0.2 * std::abs(static_cast<double>(f - 50)); }),
                 within(5, 5));
        QCOMPARE(found.size(), std::size_t{1});
        QCOMPARE(found[0].frames, (FrameRange{30, 71}));
        QCOMPARE(found[0].begin, Micros{3'000'000});
        QCOMPARE(found[0].length, Micros{4'000'000});
        QCOMPARE(found[0].closestFrame, 50);
        QCOMPARE(found[0].distance, 1.0);
        QVERIFY(std::abs(found[0].relativeSpeed - 2.0) < 1e-9);
        QVERIFY(std::abs(found[0].place.x - 0.5) < 1e-9);
    }

    void jitterAtTheLimitIsOneContact()
    {
        const PosedOptions jitter = pairAt([](FrameNumber f) { return f % 2 == 0 ? 0.95 : 1.05; });
        QCOMPARE(find(jitter, contactOptions()).size(), std::size_t{1});
        QCOMPARE(find(jitter, within(1.0, 1.0)).size(), std::size_t{Frames / 2});
    }

    void whatEndsAnEncounter_data()
    {
        QTest::addColumn<ushort>("flags");
        QTest::addColumn<bool>("there");
        QTest::addColumn<int>("lost");
        QTest::addColumn<int>("encounters");
        QTest::newRow("nothing") << ushort{0} << true << 0 << 1;
        QTest::newRow("a jump") << ushort{Discontinuity} << true << 0 << 2;
        QTest::newRow("hidden") << ushort{Hidden} << true << 0 << 2;
        QTest::newRow("absent") << ushort{0} << false << 0 << 2;
        QTest::newRow("frames that are lost") << ushort{0} << true << 3 << 2;
    }
    void whatEndsAnEncounter()
    {
        QFETCH(ushort, flags);
        QFETCH(bool, there);
        QFETCH(int, lost);
        PosedOptions options;
        options.lostFrom = 50;
        options.lostEnd = 50 + lost;
        options.pose = [flags, there](int actor, FrameNumber f) {
            const bool then = actor == 1 && f == 50;
            return Posed{{}, then ? flags : ushort{0}, Provenance::Exact, !then || there};
        };
        QTEST(static_cast<int>(find(options, within(5, 5)).size()), "encounters");
    }

    void estimatesMakeNoContact_data()
    {
        QTest::addColumn<int>("provenance");
        QTest::addColumn<int>("contacts");
        QTest::addColumn<int>("near");
        QTest::newRow("recorded") << int(Provenance::Exact) << 1 << 1;
        QTest::newRow("interpolated") << int(Provenance::Interpolated) << 0 << 1;
        QTest::newRow("sampled") << int(Provenance::Sampled) << 0 << 1;
        QTest::newRow("held") << int(Provenance::Held) << 0 << 0;
    }
    void estimatesMakeNoContact()
    {
        QFETCH(int, provenance);
        PosedOptions options = pairAt([](FrameNumber f) { return f >= 40 && f < 60 ? 0.5 : 20.0; });
        options.pose = [pose = options.pose, provenance](int actor, FrameNumber f) {
            Posed posed = pose(actor, f);
            posed.provenance = actor == 1 ? static_cast<Provenance>(provenance) : Provenance::Exact;
            return posed;
        };
        QTEST(static_cast<int>(find(options, contactOptions()).size()), "contacts");
        QTEST(static_cast<int>(find(options, within(5, 5)).size()), "near");
    }

    void whyThereIsNone_data()
    {
        QTest::addColumn<int>("there");
        QTest::addColumn<int>("exact"); // of the ten
        QTest::addColumn<float>("half");
        QTest::addColumn<double>("distance");
        QTest::addColumn<bool>("acrossTeams");
        QTest::addColumn<QString>("why");
        const auto word = [](const char* text) { return QString::fromLatin1(text); };
        QTest::newRow("they kept apart") << 10 << 10 << 0.3F << 50.0 << false << QString();
        QTest::newRow("a few estimates") << 10 << 7 << 0.3F << 50.0 << false << QString();
        QTest::newRow("one alone") << 1 << 1 << 0.3F << 0.0 << false << word("nobody_to_meet");
        QTest::newRow("all estimated") << 10 << 0 << 0.3F << 0.1 << false << word("estimates");
        QTest::newRow("most estimated") << 10 << 3 << 0.3F << 50.0 << false << word("estimates");
        QTest::newRow("one recorded") << 2 << 1 << 0.3F << 0.1 << false << word("estimates");
        QTest::newRow("too wide") << 10 << 10 << 0.9F << 50.0 << false << word("too_large");
        QTest::newRow("wide, but met") << 10 << 10 << 0.9F << 0.1 << false << QString();
        QTest::newRow("one team") << 10 << 10 << 0.3F << 0.1 << true << word("one_team");
    }
    void whyThereIsNone()
    {
        QFETCH(int, there);
        QFETCH(int, exact);
        QFETCH(float, half);
        QFETCH(double, distance);
        QFETCH(bool, acrossTeams);
        PosedOptions options;
        options.actors = 10;
        options.half = half;
        options.pose = [=](int actor, FrameNumber) {
            Posed posed;
            posed.at.x = actor * distance;
            posed.provenance = actor < exact ? Provenance::Exact : Provenance::Sampled;
            posed.there = actor < there;
            return posed;
        };
        EncounterOptions wanted = contactOptions();
        wanted.acrossTeams = acrossTeams;
        const PosedReplay replay(options);
        const auto found = findEncounters(replay, wanted, {}, {});
        QVERIFY(found);
        const Findings findings = findingsOf(*found, replay.info(), wanted);
        QTEST(whyNoneWord(findings.whyNone), "why");
        QCOMPARE(findings.events.empty(), there < 2 || exact < 2 || distance > 1.5 || acrossTeams);
    }

    /// Held in the middle of an encounter: neither ends it nor counts as the closest.
    void heldSaysNothing()
    {
        PosedOptions options = pairAt([](FrameNumber f) { return f == 50 ? 0.1 : 3.0; });
        options.pose = [pose = options.pose](int actor, FrameNumber f) {
            Posed posed = pose(actor, f);
            posed.provenance = f == 50 ? Provenance::Held : Provenance::Exact;
            return posed;
        };
        const auto found = find(options, within(5, 5));
        QCOMPARE(found.size(), std::size_t{1});
        QCOMPARE(found[0].distance, 3.0);
        QCOMPARE(found[0].frames, (FrameRange{0, Frames}));
    }

    void cappedIsTold()
    {
        const PosedOptions options = pairAt([](FrameNumber f) { return f % 2 == 0 ? 0.5 : 9.0; });
        EncounterOptions wanted = within(1, 1);
        wanted.mostFound = 7;
        const auto found = findEncounters(PosedReplay(options), wanted, {}, {});
        QVERIFY(found && found->capped);
        QCOMPARE(found->found.size(), std::size_t{7});
        QCOMPARE(found->found.back().frames.first, 12);
        wanted.mostFound = Frames / 2;
        QVERIFY(!findEncounters(PosedReplay(options), wanted, {}, {})->capped);
    }

    void saidAsEvents()
    {
        PosedOptions options = pairAt([](FrameNumber f) { return f >= 40 && f < 60 ? 0.5 : 20.0; });
        const PosedReplay replay(options);
        const EncounterOptions wanted = within(5, 5);
        const auto found = findEncounters(replay, wanted, {}, {});
        const Findings findings = findingsOf(*found, replay.info(), wanted);
        QCOMPARE(findings.frames, Frames);
        QCOMPARE(findings.events.size(), std::size_t{1});
        const Event& event = findings.events[0];
        QCOMPARE(findingKinds(ReplayInfo{})[static_cast<std::size_t>(event.kind)].id,
                 QStringLiteral("proximity"));
        QVERIFY(findingKinds(ReplayInfo{})[static_cast<std::size_t>(event.kind)].band);
        QCOMPARE(event.frame, 40);
        QCOMPARE(event.length, Micros{1'900'000});
        QVERIFY(event.text.contains(QStringLiteral("A0 and A1")));
        QVERIFY(event.text.contains(QStringLiteral("worked out")));
        QCOMPARE(event.data[QStringLiteral("poses")].toString(), QStringLiteral("recorded"));
    }

    /// Thousands of units a frame: no square, and a crowd on one spot is cut off rather than endless.
    void aGridNotASquare()
    {
        std::mt19937 random(5);
        std::uniform_real_distribution<double> place(0.0, 3000.0);
        std::vector<NearPairs::Place> places;
        for (std::uint32_t i = 0; i < 20'000; ++i)
            places.push_back({{place(random), 0.0, place(random)}, i});
        NearPairs near;
        std::vector<NearPairs::Pair> pairs;
        QElapsedTimer clock;
        clock.start();
        QVERIFY(near.find(places, 10.0, pairs));
        QVERIFY2(clock.elapsed() < 500, qPrintable(QString::number(clock.elapsed())));
        QVERIFY(!pairs.empty());
        for (NearPairs::Place& each : places)
            each.at = {1.0, 2.0, 3.0};
        QVERIFY(!near.find(places, 10.0, pairs));
    }

    void cancelling()
    {
        std::stop_source stop;
        stop.request_stop();
        QCOMPARE(findEncounters(*makeFakeReplay(), {}, {}, stop.get_token()).error().code,
                 ErrorCode::Cancelled);
    }
};

} // namespace tst_encounters

GHOSTLINE_TEST(tst_encounters, TestEncounters)
#include "tst_encounters.moc"
