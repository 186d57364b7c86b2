// SPDX-License-Identifier: GPL-3.0-or-later
// What a run passes next, what it has passed, and where that was.
#include "model/compare/run_goals.h"
#include "model/compare/run_track.h"
#include "tests/support/marked_replay.h"
#include "tests/support/test_driver.h"

#include <QtTest>

namespace tst_run_goals {

using namespace ghostline::model;
using namespace ghostline::test;

namespace {

/// Actor 0 walks east by a quarter of a metre a frame, actor 1 a metre south of it.
FakeReplayOptions eastward()
{
    FakeReplayOptions options;
    options.frames = 300;
    options.actors = 2;
    options.motion = [](int actor, FrameNumber f, double) {
        return glm::dvec3{0.25 * static_cast<double>(f), 0.0, 1.0 * actor};
    };
    return options;
}

/// Two attempts: the first is reset, the second arrives.
void tell(MarkedReplay& replay)
{
    replay.start(10);
    replay.checkpoint(40, "wood", {ActorId{0}});
    replay.checkpoint(60, "spring", {ActorId{0}});
    replay.reset(80);
    replay.reset(90);
    replay.start(100);
    replay.checkpoint(140, "wood", {ActorId{0}});
    replay.checkpoint(150, "other", {ActorId{1}});
    replay.reset(155);
    replay.checkpoint(160, "spring", {ActorId{0}});
    replay.checkpoint(200, "roof", {ActorId{0}});
    replay.end(240, QStringLiteral("finish"));
}

RunGoals goalsOf(const MarkedReplay& replay)
{
    const auto index = replay.index();
    return runGoals(*index->info, *index->events);
}

} // namespace

class TestRunGoals : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void now_data()
    {
        QTest::addColumn<FrameNumber>("now");
        QTest::addColumn<QString>("next"); // with its number
        QTest::addColumn<int>("passed");
        QTest::addColumn<int>("resets");
        const auto row = [](const char* name, FrameNumber now, const char* next, int passed, int resets) {
            QTest::newRow(name) << now << QString::fromLatin1(next) << passed << resets;
        };
        row("before the start", 0, "wood 1", 0, 0);
        row("started", 10, "wood 1", 0, 0);
        row("just before one", 39, "wood 1", 0, 0);
        row("at one", 40, "spring 2", 1, 0);
        row("at the second, given up later", 60, "roof 4", 2, 0);
        row("reset", 80, "roof 4", 2, 1);
        row("reset again", 99, "roof 4", 2, 2);
        row("another start", 100, "wood 1", 0, 0);
        row("somebody else's is no goal", 145, "spring 2", 1, 0);
        row("a reset of this run", 155, "spring 2", 1, 1);
        row("before the last", 160, "roof 4", 2, 1);
        row("before the finish", 200, "finish 0", 4, 1);
        row("arrived", 240, "", 4, 1);
        row("the end", 299, "", 4, 1);
    }
    void now()
    {
        QFETCH(FrameNumber, now);
        MarkedReplay replay(eastward());
        tell(replay);
        const RunGoals run = goalsOf(replay);
        const RunGoal* next = run.next(now, ActorId{0});
        const QString told = next == nullptr
                                 ? QString()
                                 : QStringLiteral("%1 %2")
                                       .arg(next->finish() ? QStringLiteral("finish") : next->name)
                                       .arg(next->number);
        QTEST(told, "next");
        QTEST(run.passed(now, ActorId{0}), "passed");
        QTEST(run.resetsBy(now), "resets");
        QCOMPARE(run.beforeStart(now), now < 10);
    }

    void whoRuns()
    {
        MarkedReplay replay(eastward());
        tell(replay);
        const RunGoals run = goalsOf(replay);
        QCOMPARE(run.checkpoints, 4);
        QCOMPARE(run.runner, ActorId{0});
        QCOMPARE(run.runnerFor(ActorId::None), ActorId{0});
        QCOMPARE(run.runnerFor(ActorId{1}), ActorId{1});
        QCOMPARE(run.runnerFor(ActorId{7}), ActorId{0}); // passes nothing
        QCOMPARE(run.next(0, ActorId{1})->name, QStringLiteral("other"));
    }

    void namelessOnesGoByTheirOrder()
    {
        MarkedReplay replay(eastward());
        for (const FrameNumber start : {10, 100}) {
            replay.start(start);
            replay.checkpoint(start + 20, "");
            replay.checkpoint(start + 40, "");
        }
        const RunGoals run = goalsOf(replay);
        QCOMPARE(run.checkpoints, 2);
        QCOMPARE(run.next(30, run.runner)->number, 2);
        QCOMPARE(run.next(100, run.runner)->number, 1);
        QCOMPARE(run.passed(140, run.runner), 2);
    }

    void whatHasNoLandmarksHasNoGoals()
    {
        const FakeReplay replay(eastward());
        QVERIFY(goalsOf(MarkedReplay(eastward())).empty());
        const RunGoals run = runGoals(*replay.index()->info, *replay.index()->events);
        QVERIFY(run.empty() && run.starts.empty());
        QVERIFY(run.next(0, ActorId::None) == nullptr);
        QCOMPARE(run.passed(100, ActorId::None), 0);
        QCOMPARE(run.resetsBy(100), 0);
    }

    void givenUpIsNoFinish()
    {
        MarkedReplay replay(eastward());
        replay.start(10);
        replay.end(60, QStringLiteral("disconnect"));
        QVERIFY(goalsOf(replay).empty());
    }

    void placesAreWhereTheRunnerWas()
    {
        MarkedReplay replay(eastward());
        tell(replay);
        const auto run = readRunGoals(replay, {});
        QVERIFY(run);
        QCOMPARE(run->goals.size(), std::size_t{7});
        for (const RunGoal& goal : run->goals) {
            QVERIFY(goal.place);
            const double south = goal.actor == ActorId{1} ? 1.0 : 0.0;
            QCOMPARE(*goal.place, (glm::dvec3{0.25 * static_cast<double>(goal.frame), 0.0, south}));
        }
    }

    void theEventsOwnPlaceCounts()
    {
        MarkedReplay replay(eastward());
        replay.checkpoint(40, "wood", {ActorId{0}}, glm::dvec3{1.0, 2.0, 3.0});
        const auto run = readRunGoals(replay, {});
        QVERIFY(run && run->goals.size() == 1);
        QCOMPARE(*run->goals[0].place, (glm::dvec3{1.0, 2.0, 3.0}));
    }

    void whoIsPutElsewherePassedItBefore()
    {
        FakeReplayOptions options = eastward();
        options.jumpEvery = 40; // to a place 100 m further at frame 40
        MarkedReplay replay(options);
        replay.checkpoint(40, "wood", {ActorId{0}});
        const auto run = readRunGoals(replay, {});
        QVERIFY(run && run->goals[0].place);
        const auto track = readRunTrack(replay, ActorId{0}, {}, {});
        QVERIFY(track && track->jumped[40]);
        QCOMPARE(*run->goals[0].place, track->positions[39]);
    }

    void whatCannotBeDecodedHasNoPlace()
    {
        FakeReplayOptions options = eastward();
        options.brokenKeyframe = 1; // frames 100 to 199
        MarkedReplay replay(options);
        tell(replay);
        const auto run = readRunGoals(replay, {});
        QVERIFY(run);
        for (const RunGoal& goal : run->goals)
            QCOMPARE(goal.place.has_value(), goal.frame < 100 || goal.frame >= 200);
    }

    void stopped()
    {
        MarkedReplay replay(eastward());
        tell(replay);
        std::stop_source stop;
        stop.request_stop();
        const auto run = readRunGoals(replay, stop.get_token());
        QVERIFY(!run);
        QCOMPARE(run.error().code, ErrorCode::Cancelled);
    }
};

} // namespace tst_run_goals

GHOSTLINE_TEST(tst_run_goals, TestRunGoals)
#include "tst_run_goals.moc"
