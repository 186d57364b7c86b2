// SPDX-License-Identifier: GPL-3.0-or-later
// Where a ghost stands when the runner is somewhere, in each alignment.
#include "model/compare/ghost_clock.h"
#include "tests/support/run_tracks.h"
#include "tests/support/test_driver.h"

#include <QtTest>

#include <cmath>

namespace tst_ghost_clock {

using namespace ghostline::model;
using namespace ghostline::test;

namespace {

using Track = std::shared_ptr<const RunTrack>;

/// Along x: waits, then p at 10 m and the finish at 20 m.
Track runBy(int waiting, double step)
{
    RunMaker run;
    run.stand(waiting)
        .start()
        .walk({10.0, 0.0, 0.0}, step)
        .checkpoint("p")
        .walk({20.0, 0.0, 0.0}, step)
        .finish();
    return run.shared();
}

GhostClock clockOf(const Track& runner, const Track& ghost, Alignment alignment)
{
    const auto course = std::make_shared<const Course>(runner);
    auto progress = compareProgress(*course, *ghost, {});
    return {runner, ghost, alignment, course,
            std::make_shared<const ProgressComparison>(std::move(*progress))};
}

/// As frames with their fraction; -1 = none.
double frameOf(const std::optional<FrameTime>& at)
{
    return at ? static_cast<double>(at->frame) + at->fraction : -1.0;
}

} // namespace

class TestGhostClock : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void places_data()
    {
        QTest::addColumn<int>("alignment");
        QTest::addColumn<double>("runner");
        QTest::addColumn<double>("ghost");
        const auto row = [](const char* name, Alignment alignment, double runner, double ghost) {
            QTest::newRow(name) << static_cast<int>(alignment) << runner << ghost;
        };
        // The runner starts at 10, takes p at 50, arrives at 90; the ghost at 4, 24, 44.
        row("start: before", Alignment::Start, 9.0, -1.0);
        row("start: at it", Alignment::Start, 10.0, 4.0);
        row("start: between frames", Alignment::Start, 20.5, 14.5);
        row("start: the ghost arrives", Alignment::Start, 50.0, 44.0);
        row("start: it has arrived", Alignment::Start, 50.5, -1.0);
        row("tick: first", Alignment::Tick, 0.0, 0.0);
        row("tick: later", Alignment::Tick, 30.25, 30.25);
        row("tick: over", Alignment::Tick, 45.0, -1.0);
        row("checkpoint: before it", Alignment::Checkpoint, 49.0, 43.0);
        row("checkpoint: anew", Alignment::Checkpoint, 50.0, 24.0);
        row("checkpoint: after it", Alignment::Checkpoint, 60.0, 34.0);
        row("progress: before", Alignment::Progress, 9.0, -1.0);
        row("progress: at the start", Alignment::Progress, 10.0, 4.0);
        row("progress: on the way", Alignment::Progress, 31.0, 14.5);
        row("progress: arrived", Alignment::Progress, 90.0, 44.0);
    }
    void places()
    {
        QFETCH(int, alignment);
        QFETCH(double, runner);
        QFETCH(double, ghost);
        const GhostClock clock = clockOf(runBy(10, 0.25), runBy(4, 0.5), static_cast<Alignment>(alignment));
        const FrameTime at{static_cast<FrameNumber>(runner), runner - std::floor(runner)};
        const auto found = clock.ghostAt(at);
        QVERIFY2(std::abs(frameOf(found) - ghost) < 1e-6, qPrintable(QString::number(frameOf(found))));
        if (found && alignment != static_cast<int>(Alignment::Checkpoint)) // there several go to one place
            QVERIFY2(std::abs(frameOf(clock.runnerAt(*found)) - runner) < 1e-6,
                     qPrintable(QString::number(frameOf(clock.runnerAt(*found)))));
    }

    void gaps_data()
    {
        QTest::addColumn<int>("alignment");
        QTest::addColumn<int>("runner");
        QTest::addColumn<double>("delta");
        QTest::addColumn<double>("distance");
        QTest::addColumn<int>("why");
        constexpr double No = std::numeric_limits<double>::quiet_NaN();
        const auto row = [](const char* name, Alignment alignment, int runner, double delta, double distance,
                            NoNumber why) {
            QTest::newRow(name) << static_cast<int>(alignment) << runner << delta << distance
                                << static_cast<int>(why);
        };
        row("start: before a checkpoint", Alignment::Start, 30, -0.5, 5.0, NoNumber::None);
        row("start: p", Alignment::Start, 50, -1.0, 10.0, NoNumber::None);
        row("start: behind p, no ghost", Alignment::Start, 70, -1.5, No, NoNumber::None);
        row("start: arrived", Alignment::Start, 90, -2.0, No, NoNumber::None);
        row("tick: waiting", Alignment::Tick, 0, No, 0.0, NoNumber::Outside);
        row("tick: arrived", Alignment::Tick, 90, -2.3, No, NoNumber::None);
        row("checkpoint: p", Alignment::Checkpoint, 50, -1.0, 0.0, NoNumber::None);
        row("checkpoint: after p", Alignment::Checkpoint, 60, -1.25, 2.5, NoNumber::None);
        row("progress: before", Alignment::Progress, 3, No, No, NoNumber::Outside);
        row("progress: on the way", Alignment::Progress, 30, -0.5, 0.0, NoNumber::None);
        row("progress: arrived", Alignment::Progress, 90, -2.0, 0.0, NoNumber::None);
        row("outside", Alignment::Start, 91, No, No, NoNumber::Outside);
    }
    void gaps()
    {
        QFETCH(int, alignment);
        QFETCH(int, runner);
        QFETCH(double, delta);
        QFETCH(double, distance);
        QFETCH(int, why);
        const GhostClock clock = clockOf(runBy(10, 0.25), runBy(4, 0.5), static_cast<Alignment>(alignment));
        const Gap gap = clock.gapAt({runner, 0.0});
        const auto same = [](double a, double b) {
            return std::isnan(a) ? std::isnan(b) : std::abs(a - b) < 1e-6;
        };
        QVERIFY2(same(gap.delta, delta), qPrintable(QString::number(gap.delta)));
        QVERIFY2(same(gap.distance, distance), qPrintable(QString::number(gap.distance)));
        QCOMPARE(static_cast<int>(gap.why), why);
    }

    /// The other route has no number while the sets differ, and the clock begins anew where it is the same.
    void otherRoute()
    {
        RunMaker runner;
        RunMaker ghost;
        for (const char* id : {"p", "q", "r", "s"})
            runner.walk({runner.track().positions.back().x + 10.0, 0.0, 0.0}).checkpoint(id); // at 40, 80 ...
        for (const char* id : {"p", "r", "q", "s"})
            ghost.walk({ghost.track().positions.back().x + 10.0, 0.0, 0.0}, 0.5)
                .checkpoint(id); // at 20, 40 ...
        const GhostClock clock = clockOf(runner.shared(), ghost.shared(), Alignment::Checkpoint);
        QCOMPARE(frameOf(clock.ghostAt({40, 0.0})), 20.0);
        QCOMPARE(frameOf(clock.ghostAt({80, 0.0})), 60.0);
        QCOMPARE(frameOf(clock.ghostAt({120, 0.0})), 40.0); // p, r, s is one of the longest ways in common
        QCOMPARE(frameOf(clock.ghostAt({160, 0.0})), 80.0);
        QCOMPARE(clock.gapAt({78, 0.0}).delta, -1.95);
        QCOMPARE(clock.gapAt({79, 0.0}).delta, -1.0); // the ghost went another way from there
        QCOMPARE(clock.gapAt({80, 0.0}).why, NoNumber::Checkpoints);
        QVERIFY(std::isnan(clock.gapAt({120, 0.0}).delta));
        QCOMPARE(clock.gapAt({160, 0.0}).delta, -4.0);
    }

    /// Of routes that differ in thousands of checkpoints only the common beginning counts.
    void tooDifferentToCompare()
    {
        RunMaker runner;
        RunMaker ghost;
        runner.stand(10).checkpoint("p");
        ghost.stand(20).checkpoint("p");
        for (int i = 0; i < 3000; ++i) {
            runner.checkpoint(qPrintable(QString::number(i)));
            ghost.checkpoint(qPrintable(QString::number(3000 - i)));
        }
        runner.stand(10).checkpoint("q").stand(10);
        ghost.stand(20).checkpoint("q").stand(10);
        const GhostClock clock(runner.shared(), ghost.shared(), Alignment::Checkpoint, nullptr, nullptr);
        QCOMPARE(frameOf(clock.ghostAt({15, 0.0})), 25.0);
        QCOMPARE(frameOf(clock.ghostAt({25, 0.0})), 35.0);
    }

    /// While the runner fails, the gap is that of this very moment; later attempts do not change it.
    void failedAttemptOfTheRunner()
    {
        RunMaker runner;
        runner.walk({10.0, 0.0, 0.0}).checkpoint("p").walk({14.0, 0.0, 0.0}); // 40, 56
        runner.walk({14.0, -40.0, 0.0}, 1.0);                                 // falls until 96
        runner.jump({10.0, 0.0, 0.0}).reset().walk({20.0, 0.0, 0.0}).finish();
        const GhostClock clock = clockOf(runner.shared(), runBy(0, 0.5), Alignment::Progress);
        QCOMPARE(clock.gapAt({48, 0.0}).delta, -1.2); // at 12 m
        QCOMPARE(clock.gapAt({90, 0.0}).why, NoNumber::OffPath);
        QVERIFY(!clock.ghostAt({90, 0.0}));
        QCOMPARE(clock.gapAt({105, 0.0}).delta, -4.05); // at 12 m again
        QCOMPARE(frameOf(clock.ghostAt({105, 0.0})), 24.0);
    }

    /// Attempts of the same number belong together, and those that got through.
    void failedAttemptsOfBoth_data()
    {
        QTest::addColumn<int>("runner");
        QTest::addColumn<double>("ghost"); // -1 = none
        QTest::addColumn<double>("delta");
        // Runner: p at 40, falls at 14 m (frame 56), back at 58, again at 76, through from there on. The
        // ghost goes twice as fast: p at 20, falls at 18 m (36), back at 38, through from there on.
        QTest::newRow("first, on the way") << 48 << 24.0 << -1.2;
        QTest::newRow("second, of which the ghost has none") << 66 << 42.0 << -1.2;
        QTest::newRow("through") << 84 << 42.0 << -2.1;
        QTest::newRow("further than the runner's first") << 100 << 50.0 << -2.5;
    }
    void failedAttemptsOfBoth()
    {
        QFETCH(int, runner);
        QFETCH(double, ghost);
        QFETCH(double, delta);
        RunMaker mine;
        mine.walk({10.0, 0.0, 0.0}).checkpoint("p").walk({14.0, 0.0, 0.0}).walk({14.0, -20.0, 0.0}, 20.0);
        mine.jump({10.0, 0.0, 0.0}).reset().walk({14.0, 0.0, 0.0}).walk({14.0, -20.0, 0.0}, 20.0);
        mine.jump({10.0, 0.0, 0.0}).reset().walk({20.0, 0.0, 0.0}).finish();
        RunMaker other;
        other.walk({10.0, 0.0, 0.0}, 0.5).checkpoint("p").walk({18.0, 0.0, 0.0}, 0.5);
        other.walk({18.0, -20.0, 0.0}, 20.0).jump({10.0, 0.0, 0.0}).reset().walk({20.0, 0.0, 0.0}, 0.5);
        other.finish();
        const GhostClock clock = clockOf(mine.shared(), other.shared(), Alignment::Progress);
        QVERIFY2(std::abs(frameOf(clock.ghostAt({runner, 0.0})) - ghost) < 1e-6,
                 qPrintable(QString::number(frameOf(clock.ghostAt({runner, 0.0})))));
        const double found = clock.gapAt({runner, 0.0}).delta;
        QVERIFY2(std::abs(found - delta) < 1e-5, qPrintable(QString::number(found)));
    }

    /// A run that failed twice before it got through is level with itself all the way.
    void levelWithItself()
    {
        RunMaker run;
        run.walk({10.0, 0.0, 0.0}).checkpoint("p").walk({14.0, 0.0, 0.0}).walk({14.0, -20.0, 0.0}, 20.0);
        run.jump({10.0, 0.0, 0.0}).reset().walk({16.0, 0.0, 0.0}).walk({16.0, -20.0, 0.0}, 20.0);
        run.jump({10.0, 0.0, 0.0}).reset().walk({20.0, 0.0, 0.0}).finish();
        const Track track = run.shared();
        const GhostClock clock = clockOf(track, track, Alignment::Progress);
        int known = 0;
        for (FrameNumber frame = 0; frame <= track->last(); ++frame) {
            if (frame == track->resets.back())
                continue; // for good it came by the place where it was put back when it took p
            const double delta = clock.gapAt({frame, 0.0}).delta;
            known += std::isnan(delta) ? 0 : 1;
            QVERIFY2(std::isnan(delta) || std::abs(delta) < 1e-5, qPrintable(QString::number(frame)));
            if (!std::isnan(delta))
                QVERIFY(std::abs(frameOf(clock.ghostAt({frame, 0.0})) - static_cast<double>(frame)) < 1e-3);
        }
        QVERIFY2(known >= track->last() - 4, qPrintable(QString::number(known)));
    }

    void notYetComputed()
    {
        const GhostClock waiting(runBy(0, 0.25), runBy(0, 0.5), Alignment::Progress, nullptr, nullptr);
        for (const GhostClock& clock : {GhostClock(), waiting}) {
            QVERIFY(!clock.ghostAt({20, 0.0}));
            QVERIFY(!clock.runnerAt({20, 0.0}));
            QCOMPARE(clock.gapAt({20, 0.0}).why, NoNumber::Outside);
        }
    }

    /// Until the places are known the last checkpoint's gap stands.
    void byCheckpointsMeanwhile()
    {
        const GhostClock clock(runBy(10, 0.25), runBy(4, 0.5), Alignment::Start, nullptr, nullptr);
        QCOMPARE(clock.gapAt({30, 0.0}).why, NoNumber::NoCheckpointYet);
        QCOMPARE(clock.gapAt({50, 0.0}).delta, -1.0);
        QCOMPARE(clock.gapAt({70, 0.0}).delta, -1.0);
        QCOMPARE(clock.gapAt({90, 0.0}).delta, -2.0);
    }

    /// Whatever the clocks begin at, the figure is that of the way: ahead by as much as the picture shows.
    void theFigureIsThatOfTheWay()
    {
        const Track runner = runBy(10, 0.25);
        const Track ghost = runBy(4, 0.5);
        const GhostClock byPlace = clockOf(runner, ghost, Alignment::Progress);
        for (const Alignment alignment : {Alignment::Start, Alignment::Checkpoint}) {
            const GhostClock clock = clockOf(runner, ghost, alignment);
            for (FrameNumber frame = 10; frame <= 90; frame += 7)
                QCOMPARE(clock.gapAt({frame, 0.5}).delta, byPlace.gapAt({frame, 0.5}).delta);
        }
    }

    void whereTheGhostIsNot()
    {
        RunMaker ghost;
        ghost.walk({5.0, 0.0, 0.0}).vanish().jump({5.0, 0.0, 0.0}).walk({20.0, 0.0, 0.0});
        const GhostClock clock = clockOf(runBy(0, 0.25), ghost.shared(), Alignment::Start);
        QVERIFY(clock.ghostAt({20, 0.0}));
        QVERIFY(!clock.ghostAt({21, 0.0}));
        QVERIFY(std::isnan(clock.gapAt({21, 0.0}).distance));
        QCOMPARE(clock.gapAt({22, 0.0}).distance, 0.5);
    }
};

} // namespace tst_ghost_clock

GHOSTLINE_TEST(tst_ghost_clock, TestGhostClock)
#include "tst_ghost_clock.moc"
