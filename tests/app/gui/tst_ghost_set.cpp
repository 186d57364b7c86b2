// SPDX-License-Identifier: GPL-3.0-or-later
// The ghosts of a replay: loaded beside it, laid on its runner in four ways, gone with it.
#include "app/gui/ghosts/ghost_set.h"
#include "app/gui/ghosts/ghost_trails.h"
#include "tests/app/gui/ghost_runs.h"
#include "tests/support/allocation_count.h"
#include "tests/support/fake_replay.h"
#include "tests/support/test_driver.h"

#include <QApplication>
#include <QDir>
#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>
#include <semaphore>

namespace tst_ghost_set {

using namespace ghostline;
using namespace ghostline::app;
using model::ActorId;
using model::Alignment;
using test::Budget;
using test::FakeReplayOptions;
using test::Held;
using test::openRun;
using test::Race;
using test::straight;

namespace {

constexpr double Step = 0.05; // seconds a frame

} // namespace

class TestGhostSet : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void loadsBesideTheReplay()
    {
        Race race;
        QSignalSpy changed(&race.ghosts, &GhostSet::ghostsChanged);
        QSignalSpy runner(&race.ghosts, &GhostSet::runnerChanged);
        QCOMPARE(race.ghosts.runner(), ActorId(0));
        QVERIFY(race.ghosts.runnerTrack() == nullptr);
        const int id = race.add(QStringLiteral("/runs/fast.run"));
        QVERIFY(id > 0);
        QCOMPARE(race.status(id), GhostStatus::Loading);
        QCOMPARE(race.ghosts.ghost(id)->name, QStringLiteral("fast"));
        QTRY_COMPARE(race.status(id), GhostStatus::Ready);
        QTRY_VERIFY(race.compared(id));
        QVERIFY(race.ghosts.runnerTrack() != nullptr && race.ghosts.course() != nullptr);
        QCOMPARE(race.ghosts.ghost(id)->actor, ActorId(0));
        QCOMPARE(race.ghosts.ghost(id)->track->positions.size(), 400U);
        QVERIFY(changed.count() >= 3 && runner.count() >= 1);
        race.session->playhead().seek({100, 0.0});
        QTRY_COMPARE(race.x(id), 8.0 * 100 * Step);
        const auto figure = race.ghosts.figure(id);
        QVERIFY(figure->skeleton != nullptr && figure->info != nullptr);
        QTRY_COMPARE(race.ghosts.figure(id)->bones.size(), 2U);
        QCOMPARE(figure->name, QStringLiteral("fast"));
        const auto gap = race.ghosts.gap(id);
        QVERIFY(gap);
        QVERIFY(std::abs(gap->distance - 4.0 * 100 * Step) < 1e-6);
    }

    void nothingIsReadWithoutGhosts()
    {
        Race race;
        QTRY_VERIFY(race.session->playback()->state().size() > 0);
        const int decoded = race.source->decoded();
        QVERIFY2(decoded < 4, qPrintable(QString::number(decoded)));
        QVERIFY(race.ghosts.runnerTrack() == nullptr);
    }

    void aBrokenFileTellsWhy()
    {
        Race race;
        const int id = race.add(QStringLiteral("/runs/torn.run"));
        QTRY_COMPARE(race.status(id), GhostStatus::Failed);
        QCOMPARE(race.ghosts.ghost(id)->trouble, QStringLiteral("the file ends in its header"));
        QVERIFY(!race.ghosts.ghost(id)->otherWorld);
        race.ghosts.addAnyway(id);
        QCOMPARE(race.status(id), GhostStatus::Failed);
        race.session->playhead().seek({50, 0.0});
        QVERIFY(!race.ghosts.gap(id));
        QVERIFY(race.ghosts.figures().empty());
    }

    void anotherWorldIsRefusedAtFirst()
    {
        Race race;
        const int id = race.add(QStringLiteral("elsewhere.run"));
        QTRY_COMPARE(race.status(id), GhostStatus::Failed);
        QVERIFY(race.ghosts.ghost(id)->otherWorld);
        QVERIFY(!race.ghosts.ghost(id)->trouble.isEmpty());
        race.ghosts.addAnyway(id);
        QTRY_COMPARE(race.status(id), GhostStatus::Ready);
        QVERIFY(race.ghosts.ghost(id)->otherWorld && race.ghosts.ghost(id)->trouble.isEmpty());
        QTRY_COMPARE(race.ghosts.figures().size(), 1U);
    }

    void sixAtMost()
    {
        Race race;
        QSignalSpy problem(&race.ghosts, &GhostSet::problem);
        QSet<int> hues;
        QSet<QString> names;
        for (int i = 0; i < GhostSet::Most; ++i)
            QVERIFY(race.add(QStringLiteral("/runs/%1/fast.run").arg(i)) > 0);
        for (const Ghost& ghost : race.ghosts.ghosts()) {
            hues << ghost.hue;
            names << ghost.name;
        }
        QCOMPARE(hues.size(), GhostSet::Most);
        QVERIFY(!hues.contains(race.session->info().teams[0].hue)); // the runner's
        QCOMPARE(names.size(), GhostSet::Most);
        QVERIFY(names.contains(QStringLiteral("fast (2)")));
        QCOMPARE(race.add(QStringLiteral("one more")), 0);
        QCOMPARE(problem.count(), 1);
        const int first = race.ghosts.ghosts().front().id;
        race.ghosts.remove(first);
        QVERIFY(race.add(QStringLiteral("/runs/slow.run")) > GhostSet::Most); // an id is never used again
        QTRY_VERIFY(std::all_of(race.ghosts.ghosts().begin(), race.ghosts.ghosts().end(),
                                [](const Ghost& ghost) { return ghost.status == GhostStatus::Ready; }));
        QTRY_COMPARE(race.ghosts.figures().size(), 6U);
        race.ghosts.clear();
        QVERIFY(race.ghosts.ghosts().empty() && race.ghosts.figures().empty());
    }

    void hiddenOnesAreNotShown()
    {
        Race race;
        const int a = race.add(QStringLiteral("fast"));
        const int b = race.add(QStringLiteral("slow"));
        QTRY_COMPARE(race.ghosts.figures().size(), 2U);
        race.ghosts.setVisible(a, false);
        QCOMPARE(race.ghosts.figures().size(), 1U);
        QCOMPARE(race.ghosts.figures()[0].id, b);
        QVERIFY(!race.ghosts.figure(a));
        QVERIFY(race.ghosts.gap(a)); // it is still compared
        race.ghosts.setVisible(a, true);
        QCOMPARE(race.ghosts.figures().size(), 2U);
    }

    void alignmentSaysWhatIsShown_data()
    {
        QTest::addColumn<int>("alignment");
        QTest::addColumn<double>("x");
        // At frame 100 the runner has gone 20 m; the ghost's twice as fast.
        QTest::newRow("start") << int(Alignment::Start) << 40.0;
        QTest::newRow("tick") << int(Alignment::Tick) << 40.0;
        QTest::newRow("checkpoint") << int(Alignment::Checkpoint) << 40.0;
        QTest::newRow("progress") << int(Alignment::Progress) << 20.0;
    }
    void alignmentSaysWhatIsShown()
    {
        QFETCH(int, alignment);
        QFETCH(double, x);
        Race race;
        const int id = race.add(QStringLiteral("fast"));
        QTRY_VERIFY(race.compared(id));
        race.session->playhead().seek({100, 0.0});
        QTRY_COMPARE(race.session->playback()->state().at.frame, 100);
        QSignalSpy changed(&race.ghosts, &GhostSet::alignmentChanged);
        race.ghosts.setAlignment(static_cast<Alignment>(alignment));
        QCOMPARE(changed.count(), alignment == int(Alignment::Start) ? 0 : 1);
        QTRY_VERIFY2(std::abs(race.x(id) - x) < 0.05, qPrintable(QString::number(race.x(id))));
    }

    void offThePathThereIsNoFigure()
    {
        Race race;
        const int id = race.add(QStringLiteral("far"));
        QTRY_VERIFY(race.compared(id));
        race.session->playhead().seek({100, 0.0});
        QTRY_VERIFY(race.ghosts.figure(id));
        race.ghosts.setAlignment(Alignment::Progress);
        QVERIFY(!race.ghosts.figure(id));
        QVERIFY(std::isnan(race.ghosts.gap(id)->delta));
    }

    void anotherActorRuns()
    {
        Race race;
        const int id = race.add(QStringLiteral("fast"));
        QTRY_VERIFY(race.compared(id));
        race.ghosts.setActor(id, ActorId(1));
        QCOMPARE(race.status(id), GhostStatus::Loading);
        QTRY_VERIFY(race.compared(id));
        QTRY_VERIFY(race.ghosts.figure(id) && race.ghosts.figure(id)->position.z == 20.0);
        QSignalSpy runner(&race.ghosts, &GhostSet::runnerChanged);
        race.ghosts.setRunner(ActorId(1));
        QCOMPARE(race.ghosts.runner(), ActorId(1));
        QVERIFY(!race.compared(id));
        QTRY_VERIFY(race.compared(id));
        QCOMPARE(race.ghosts.runnerTrack()->actor, ActorId(1));
        QVERIFY(runner.count() >= 2);
    }

    void figuresGoWithTheState()
    {
        Race race;
        QSignalSpy figures(&race.ghosts, &GhostSet::figuresChanged);
        race.session->playhead().seek({5, 0.0});
        QTRY_COMPARE(race.session->playback()->state().at.frame, 5);
        QCOMPARE(figures.count(), 0); // nobody races
        const int id = race.add(QStringLiteral("slow"));
        QTRY_VERIFY(race.compared(id));
        race.session->playhead().seek({40, 0.0});
        QTRY_COMPARE(race.x(id), 2.0 * 40 * Step);
        QTRY_COMPARE(race.ghosts.figure(id)->bones.size(), 2U);
        for (int frame = 41; frame < 50; ++frame) {
            const auto before = figures.count();
            race.session->playhead().seek({frame, 0.5});
            QCOMPARE(figures.count(), before + 1);
            QVERIFY(std::abs(race.x(id) - 2.0 * (frame + 0.5) * Step) < 1e-9);
        }
    }

    void steadyPlaybackAllocatesNothing()
    {
        Race race;
        const int a = race.add(QStringLiteral("fast"));
        const int b = race.add(QStringLiteral("slow"));
        QTRY_VERIFY(race.compared(a) && race.compared(b));
        const auto play = [&race](int from, int to) {
            for (int frame = from; frame < to; ++frame)
                race.session->playhead().seek({frame, 0.25});
        };
        play(10, 40);
        QTRY_COMPARE(race.ghosts.figure(a)->bones.size(), 2U);
        QTRY_COMPARE(race.ghosts.figure(b)->bones.size(), 2U);
        play(10, 40);
        const auto before = test::allocations;
        play(10, 40);
        const auto with = test::allocations - before;
        race.ghosts.clear();
        play(10, 40);
        const auto alone = test::allocations;
        play(10, 40);
        QCOMPARE(with, test::allocations - alone);
    }

    void eachRecordingOnce()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("fast.run"));
        QVERIFY(QFile(path).open(QIODevice::WriteOnly));
        const QString otherwise =
            folder.filePath(QStringLiteral("../%1/fast.run").arg(QDir(folder.path()).dirName()));
        Race race;
        const QSignalSpy problem(&race.ghosts, &GhostSet::problem);
        const int id = race.add(path);
        QVERIFY(race.ghosts.add(otherwise));
        QCOMPARE(race.ghosts.ghosts().size(), 1U);
        QCOMPARE(problem.count(), 1);
        race.ghosts.remove(id);
        QVERIFY(race.ghosts.add(otherwise)); // it is gone
        QCOMPARE(race.ghosts.ghosts().size(), 1U);
        QCOMPARE(problem.count(), 1);
    }

    void closingWhileLoading()
    {
        Held held;
        Race race;
        race.ghosts.setOpener(
            [&held](const QString&, const model::OpenOptions& options) { return held.open(options); });
        QVERIFY(race.ghosts.add(QStringLiteral("fast")));
        held.begun.acquire();
        QSignalSpy problem(&race.ghosts, &GhostSet::problem);
        race.ghosts.setSession(nullptr);
        QVERIFY(race.ghosts.ghosts().empty());
        QTRY_VERIFY(held.stopped);
        race.session.reset();
        // The set can be used again at once.
        race.ghosts.setOpener(openRun);
        race.session = std::make_unique<ReplaySession>(race.source, QString(), Budget);
        race.ghosts.setSession(race.session.get());
        const int id = race.add(QStringLiteral("fast"));
        QTRY_COMPARE(race.status(id), GhostStatus::Ready);
        QCOMPARE(race.ghosts.ghosts().size(), 1U);
        QCOMPARE(problem.count(), 0);
    }

    void goingWhileLoading()
    {
        Held held;
        {
            Race race;
            race.ghosts.setOpener(
                [&held](const QString&, const model::OpenOptions& options) { return held.open(options); });
            QVERIFY(race.ghosts.add(QStringLiteral("fast")));
            held.begun.acquire();
        }
        QVERIFY(held.stopped);
    }

    void aGrowingReplayIsReadAgain()
    {
        FakeReplayOptions options = straight(4.0);
        options.published = 100;
        options.growing = true;
        Race race(options);
        const int id = race.add(QStringLiteral("slow"));
        QTRY_VERIFY(race.compared(id));
        QCOMPARE(race.ghosts.runnerTrack()->axis.frames(), 100);
        race.source->publish(200, true, true);
        // Its ghost runs on at once, although the way is not read yet.
        QTRY_COMPARE(race.session->index()->frames(), 200);
        QCOMPARE(race.ghosts.runnerTrack()->axis.frames(), 200);
        race.session->playhead().seek({180, 0.0});
        QTRY_COMPARE(race.x(id), 2.0 * 180 * Step);
        QTRY_VERIFY(race.ghosts.runnerTrack()->isAt(180));
        race.ghosts.setAlignment(Alignment::Progress);
        QTRY_VERIFY(std::abs(race.x(id) - 4.0 * 180 * Step) < 0.05);
    }

    /// Of a way that was read only what is new is read on, and not with every frame that comes.
    void aGrowingReplayIsReadOn()
    {
        FakeReplayOptions options = straight(4.0);
        options.frames = 4000;
        options.published = 3000;
        options.growing = true;
        Race race(options);
        const int id = race.add(QStringLiteral("slow"));
        QTRY_VERIFY(race.compared(id));
        QTRY_VERIFY(race.session->playback()->state().size() > 0);
        const int decoded = race.source->decoded();
        QVERIFY(decoded >= 30);
        QSignalSpy read(&race.ghosts, &GhostSet::runnerChanged);
        for (const int frames : {3050, 3100, 3150}) {
            race.source->publish(frames, true, true);
            QTRY_COMPARE(race.session->index()->frames(), frames);
        }
        QTRY_VERIFY(race.ghosts.runnerTrack()->isAt(3149));
        QVERIFY2(read.count() < 3, qPrintable(QString::number(read.count())));
        QVERIFY2(race.source->decoded() - decoded < 8,
                 qPrintable(QString::number(race.source->decoded() - decoded)));
    }

    void theLastRevisionIsReadThoughItIsNoLonger()
    {
        FakeReplayOptions options = straight(4.0);
        options.published = 200;
        options.growing = true;
        Race race(options);
        const int id = race.add(QStringLiteral("slow"));
        QTRY_VERIFY(race.compared(id));
        QVERIFY(race.ghosts.runnerTrack()->growing);
        race.source->publish(200, true, false);
        QTRY_VERIFY(!race.ghosts.runnerTrack()->growing);
    }

    void trailsEndAtTheGhost()
    {
        model::RunTrack track;
        track.axis = model::TimeAxis::uniform(200, 1, 20);
        for (int i = 0; i < 200; ++i)
            track.positions.emplace_back(i < 90 ? i : i - 60, 0.0, 0.0);
        track.jumped.assign(200, false);
        track.jumped[90] = true;
        track.checkpoints = {{.id = QStringLiteral("a"), .frame = 60}};
        track.resets = {90};
        const auto trails = trailsOf(track, {100, 0.5}, 4.0, 3);
        QCOMPARE(trails.size(), 3U);
        QVERIFY(!trails[0].abandoned && trails[1].abandoned && !trails[2].abandoned);
        QCOMPARE(trails[0].points.front().x, 20.0);
        QCOMPARE(trails[1].points.front().x, 60.0);
        QCOMPARE(trails[1].points.back().x, 89.0);
        QCOMPARE(trails[2].points.front().x, 30.0);
        QCOMPARE(trails[2].points.back().x, 40.5);
        QCOMPARE(trails[2].hue, 3);
        // Before the reset nobody knows of it.
        const auto before = trailsOf(track, {80, 0.0}, 4.0, 3);
        QCOMPARE(before.size(), 1U);
        QVERIFY(!before[0].abandoned);
    }
};

} // namespace tst_ghost_set

GHOSTLINE_TEST(tst_ghost_set, TestGhostSet, QApplication)
#include "tst_ghost_set.moc"
