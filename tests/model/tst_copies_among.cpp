// SPDX-License-Identifier: GPL-3.0-or-later
// Copies among many runs: each pair once, as the comparison of two finds them, and fast for a season of runs.
#include "model/compare/copies_among.h"
#include "tests/support/test_driver.h"

#include <QtTest>

#include <cmath>
#include <random>

namespace tst_copies_among {

using namespace ghostline::model;

namespace {

using Way = std::vector<glm::dvec3>;

std::shared_ptr<const RunTrack> trackOf(Way places)
{
    auto track = std::make_shared<RunTrack>();
    track->axis = TimeAxis::uniform(static_cast<FrameNumber>(places.size()), 1, 20);
    track->jumped.assign(places.size(), false);
    track->positions = std::move(places);
    return track;
}

/// All begin at the same place, standing, as runs of one map do.
Way wander(unsigned seed, std::size_t frames)
{
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> length(0.2, 0.3);
    std::uniform_real_distribution<double> turn(-0.2, 0.2);
    Way way(60, {0.5, 64.0, 0.5});
    double heading = 0.0;
    while (way.size() < frames) {
        heading += turn(random);
        way.push_back(way.back() + glm::dvec3(std::sin(heading), 0.0, std::cos(heading)) * length(random));
    }
    return way;
}

} // namespace

class TestCopiesAmong : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void pairsAreThoseOfTwoAndTwo();
};

void TestCopiesAmong::pairsAreThoseOfTwoAndTwo()
{
    constexpr std::size_t Runs = 60;
    std::vector<Way> ways;
    for (unsigned i = 0; i < Runs; ++i)
        ways.push_back(wander(i, 1200));
    ways[17].assign(ways[3].begin() + 137, ways[3].end());                           // begun later
    std::copy(ways[8].begin() + 400, ways[8].begin() + 700, ways[40].begin() + 333); // a part
    ways[59] = ways[17];
    std::vector<std::shared_ptr<const RunTrack>> tracks;
    for (const Way& way : ways)
        tracks.push_back(trackOf(way));
    CopySearch search;
    std::vector<CopiedPair> found;
    for (const auto& track : tracks)
        std::ranges::move(search.add(track), std::back_inserter(found));
    std::size_t next = 0;
    for (std::size_t a = 0; a < Runs; ++a) {
        for (std::size_t b = 0; b < a; ++b) {
            const std::vector<CopiedStretch> stretches = copiedStretches(*tracks[a], *tracks[b]);
            if (stretches.empty())
                continue;
            QVERIFY(next < found.size());
            QCOMPARE(found[next].a, a);
            QCOMPARE(found[next].b, b);
            QCOMPARE(found[next].stretches.size(), stretches.size());
            QCOMPARE(found[next].stretches[0].a, stretches[0].a);
            QCOMPARE(found[next].metres(), CopiedPair({a, b, stretches}).metres());
            ++next;
        }
    }
    QCOMPARE(next, found.size());
    QCOMPARE(next, 4U); // 17 and 3, 40 and 8, 59 and both of the first
}

} // namespace tst_copies_among

GHOSTLINE_TEST(tst_copies_among, TestCopiesAmong)
#include "tst_copies_among.moc"
