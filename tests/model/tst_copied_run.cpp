// SPDX-License-Identifier: GPL-3.0-or-later
// Copies are found wherever they lie and told with their range; what two people share by chance is not one.
#include "model/compare/copied_run.h"
#include "tests/support/test_driver.h"

#include <QElapsedTimer>
#include <QtTest>

#include <limits>
#include <random>

namespace tst_copied_run {

using namespace ghostline::model;

namespace {

using Way = std::vector<glm::dvec3>;

RunTrack trackOf(Way places)
{
    RunTrack track;
    track.axis = TimeAxis::uniform(static_cast<FrameNumber>(places.size()), 1, 20);
    track.jumped.assign(places.size(), false);
    track.positions = std::move(places);
    return track;
}

/// Nobody else goes this way: 0.2 to 0.3 m a frame.
Way wander(std::size_t frames, unsigned seed, glm::dvec3 from = {0.5, 64.0, 0.5})
{
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> length(0.2, 0.3);
    std::uniform_real_distribution<double> turn(-0.2, 0.2);
    Way way;
    way.reserve(frames);
    double heading = 0.0;
    for (std::size_t i = 0; i < frames; ++i) {
        way.push_back(from);
        heading += turn(random);
        from += glm::dvec3(std::sin(heading), 0.0, std::cos(heading)) * length(random);
    }
    return way;
}

Way part(const Way& way, std::size_t first, std::size_t end)
{
    return {way.begin() + static_cast<std::ptrdiff_t>(first), way.begin() + static_cast<std::ptrdiff_t>(end)};
}

Way joined(std::initializer_list<Way> parts)
{
    Way all;
    for (const Way& way : parts)
        std::copy(way.begin(), way.end(), std::back_inserter(all));
    return all;
}

double lengthOf(const Way& way)
{
    double metres = 0.0;
    for (std::size_t i = 1; i < way.size(); ++i)
        metres += glm::distance(way[i - 1], way[i]);
    return metres;
}

} // namespace

class TestCopiedRun : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void offsets_data()
    {
        QTest::addColumn<int>("before");
        QTest::addColumn<int>("after");
        QTest::newRow("from the first frame to the last") << 0 << 0;
        QTest::newRow("later by one") << 1 << 0;
        QTest::newRow("at no multiple of anything") << 137 << 41;
        QTest::newRow("at the end") << 999 << 0;
    }
    void offsets()
    {
        QFETCH(int, before);
        QFETCH(int, after);
        const Way original = wander(700, 1);
        const Way copy = joined({wander(static_cast<std::size_t>(before), 2), original,
                                 wander(static_cast<std::size_t>(after), 3, {500.0, 64.0, 0.0})});
        for (const bool swapped : {false, true}) {
            const RunTrack a = trackOf(swapped ? copy : original);
            const RunTrack b = trackOf(swapped ? original : copy);
            const auto found = copiedStretches(a, b);
            QCOMPARE(found.size(), std::size_t{1});
            const FrameRange whole{0, 700};
            const FrameRange shifted{before, before + 700};
            QCOMPARE(found[0].a, swapped ? shifted : whole);
            QCOMPARE(found[0].b, swapped ? whole : shifted);
            QVERIFY(std::abs(found[0].metres - lengthOf(original)) < 1e-6);
        }
    }

    void partsInOtherOrder()
    {
        const Way original = wander(1000, 4);
        const Way b = joined({wander(50, 5), part(original, 600, 800), wander(33, 6),
                              part(original, 100, 300), wander(70, 7)});
        const auto found = copiedStretches(trackOf(original), trackOf(b));
        QCOMPARE(found.size(), std::size_t{2});
        QCOMPARE(found[0].a, (FrameRange{100, 300}));
        QCOMPARE(found[0].b, (FrameRange{283, 483}));
        QCOMPARE(found[1].a, (FrameRange{600, 800}));
        QCOMPARE(found[1].b, (FrameRange{50, 250}));
    }

    void shortest_data()
    {
        QTest::addColumn<int>("frames");
        QTest::addColumn<int>("offset");
        for (const int frames : {59, 60}) {
            for (const int offset : {0, 1, 7, 19, 20, 21})
                QTest::addRow("%d frames from %d", frames, offset) << frames << offset;
        }
    }
    void shortest()
    {
        QFETCH(int, frames);
        QFETCH(int, offset);
        const auto length = static_cast<std::size_t>(frames);
        const Way shared = wander(length, 8);
        const Way a = joined({wander(200, 9), shared, wander(200, 10, {-70.0, 64.0, 0.0})});
        const Way b = joined({wander(100 + static_cast<std::size_t>(offset), 11), shared, wander(90, 12)});
        const auto found = copiedStretches(trackOf(a), trackOf(b));
        QCOMPARE(found.size(), frames >= CopiedFrames ? std::size_t{1} : std::size_t{0});
        if (!found.empty())
            QCOMPARE(found[0].a, (FrameRange{200, 200 + frames}));
    }

    void oneFrameThatDiffersParts()
    {
        const Way original = wander(400, 13);
        Way edited = original;
        edited[250].y += 1e-9;
        const auto found = copiedStretches(trackOf(original), trackOf(edited));
        QCOMPARE(found.size(), std::size_t{2});
        QCOMPARE(found[0].a, (FrameRange{0, 250}));
        QCOMPARE(found[1].a, (FrameRange{251, 400}));
        edited = original;
        edited[250].y = -0.0;
        Way level = original;
        level[250].y = 0.0;
        QCOMPARE(copiedStretches(trackOf(level), trackOf(edited)).size(), std::size_t{2});
    }

    void chanceIsNoCopy_data()
    {
        QTest::addColumn<Way>("a");
        QTest::addColumn<Way>("b");
        const glm::dvec3 spawn{0.5, 64.0, 0.5};
        const Way still(500, spawn);
        QTest::newRow("two ways") << wander(900, 14) << wander(900, 15);
        QTest::newRow("nothing") << Way{} << wander(900, 15);
        QTest::newRow("standing at the start")
            << joined({still, wander(500, 16)}) << joined({still, wander(500, 17)});
        const Way elsewhere(500, glm::dvec3{90.5, 70.0, 8.0});
        QTest::newRow("a teleport while standing")
            << joined({still, elsewhere, wander(300, 18)}) << joined({still, elsewhere, wander(300, 19)});
        Way creeping;
        for (int i = 0; i < 3000; ++i)
            creeping.emplace_back(spawn + glm::dvec3(0.001 * i, 0.0, 0.0));
        QTest::newRow("hardly any way") << creeping << creeping;
        const glm::dvec3 nowhere{std::numeric_limits<double>::quiet_NaN()};
        QTest::newRow("neither is there") << Way(500, nowhere) << Way(500, nowhere);
        Way gaps = wander(900, 20);
        for (std::size_t i = 0; i < gaps.size(); i += 50)
            gaps[i] = nowhere;
        QTest::newRow("places with gaps") << gaps << gaps;
    }
    void chanceIsNoCopy()
    {
        QFETCH(Way, a);
        QFETCH(Way, b);
        const RunTrack trackA = trackOf(a);
        RunTrack trackB = trackOf(b);
        for (std::size_t i = 1; i < b.size(); ++i)
            trackB.jumped[i] = glm::distance(b[i - 1], b[i]) > 8.0;
        QCOMPARE(copiedStretches(trackB, trackA).size(), std::size_t{0});
    }

    void standingBelongsToACopyOnlyWithin()
    {
        const Way first = wander(100, 21);
        const Way second = wander(100, 22, first.back());
        const Way copied =
            joined({Way(80, first.front()), first, Way(300, first.back()), second, Way(80, second.back())});
        const auto found = copiedStretches(trackOf(copied), trackOf(joined({wander(33, 23), copied})));
        QCOMPARE(found.size(), std::size_t{1});
        QCOMPARE(found[0].a, (FrameRange{80, 580}));
        QCOMPARE(found[0].b, (FrameRange{113, 613}));
    }

    void teleportsAreNoWay()
    {
        const Way first = wander(100, 24);
        const Way second = wander(100, 25, {300.0, 64.0, 0.0});
        RunTrack track = trackOf(joined({first, second}));
        track.jumped[100] = true;
        const auto found = copiedStretches(track, track);
        QCOMPARE(found.size(), std::size_t{1});
        QCOMPARE(found[0].a, (FrameRange{0, 200}));
        QVERIFY(std::abs(found[0].metres - lengthOf(first) - lengthOf(second)) < 1e-6);
    }

    void lapsCostNoMore_data()
    {
        QTest::addColumn<Way>("way");
        constexpr std::size_t Frames = 200'000;
        Way laps;
        Way creeping;
        laps.reserve(Frames);
        creeping.reserve(Frames);
        for (std::size_t i = 0; i < Frames; ++i) {
            const auto at = static_cast<double>(i % 40);
            laps.emplace_back(std::abs(at - 20.0), 64.0, 0.0);
            creeping.emplace_back(i % 40 == 0 ? 1e-6 : 0.0, 64.0, 0.0);
        }
        QTest::newRow("the same lap over and over") << laps;
        QTest::newRow("trembling on the spot") << creeping;
        QTest::newRow("a way") << wander(Frames, 26);
    }
    /// Ten hours of ticks with themselves: quadratic would take minutes.
    void lapsCostNoMore()
    {
        QFETCH(Way, way);
        const RunTrack track = trackOf(way);
        QElapsedTimer clock;
        clock.start();
        const auto found = copiedStretches(track, track);
        QVERIFY2(clock.elapsed() < 5000, qPrintable(QString::number(clock.elapsed())));
        QVERIFY(found.size() <= 1);
    }
};

} // namespace tst_copied_run

GHOSTLINE_TEST(tst_copied_run, TestCopiedRun)
#include "tst_copied_run.moc"
