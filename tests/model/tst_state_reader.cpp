// SPDX-License-Identifier: GPL-3.0-or-later
// The state reader's cache and worker: within the budget, with few decodings, through new revisions.
#include "model/replay/state_reader.h"
#include "tests/support/allocation_count.h"
#include "tests/support/fake_replay.h"
#include "tests/support/test_driver.h"

#include <QSignalSpy>
#include <QtTest>

#include <atomic>
#include <mutex>
#include <random>
#include <semaphore>
#include <thread>

namespace tst_state_reader {

using namespace ghostline::model;
using namespace ghostline::test;

class TestStateReader : public QObject
{
    Q_OBJECT

    static std::size_t segmentBytes(const FakeReplay& source)
    {
        return (*source.readSegment(1, nullptr, {}))->bytes();
    }

    /// Keeps the worker inside beforeDecode until it is let go.
    struct Gate
    {
        std::counting_semaphore<> entered{0};
        std::counting_semaphore<> open{0};
        std::atomic<bool> used{false};

        std::function<void(int)> hook()
        {
            return [this](int) {
                if (used.exchange(true))
                    return; // only the first is held up
                entered.release();
                open.acquire();
            };
        }
    };

private Q_SLOTS:
    void budgetIsNeverExceeded()
    {
        const auto source = makeFakeReplay(longReplay(false, false));
        const std::size_t budget = 4 * segmentBytes(*source) + 100;
        StateReader reader(source, budget);
        std::mt19937 random(1);
        WorldState state;
        std::atomic<bool> exceeded{false};
        std::jthread watcher([&](const std::stop_token& stop) {
            while (!stop.stop_requested()) {
                const CacheStats stats = reader.stats();
                exceeded = exceeded || stats.bytes > stats.budget;
            }
        });
        for (int i = 0; i < 3000; ++i) {
            const FrameTime at{static_cast<FrameNumber>(random() % 2000), 0.5};
            if (i % 2 == 0)
                QVERIFY(reader.stateAt(at, SamplePolicy::Interpolate, state));
            else
                reader.request(at, random() % 2 ? Direction::Forward : Direction::Backward);
            const CacheStats stats = reader.stats();
            QVERIFY(stats.bytes <= budget);
            QCOMPARE(stats.budget, budget);
        }
        QVERIFY(!exceeded);
        QVERIFY(reader.stats().segments > 0 && reader.stats().hits + reader.stats().misses >= 1500);
        reader.setBudget(segmentBytes(*source));
        QVERIFY(reader.stats().segments <= 1);
    }

    void segmentLargerThanTheBudget()
    {
        const auto source = makeFakeReplay(longReplay(false, false));
        StateReader reader(source, 1000);
        QSignalSpy failed(&reader, &StateReader::failed);
        WorldState state;
        QVERIFY(reader.stateAt({50, 0.0}, SamplePolicy::Hold, state)); // returned, not kept
        QCOMPARE(reader.stats().bytes, std::size_t{0});
        reader.request({50, 0.0});
        QTRY_COMPARE(failed.count(), 1);
        QVERIFY(failed[0][1].toString().contains(QStringLiteral("budget")));
        reader.setBudget(StateReader::DefaultBudget);
        QSignalSpy ready(&reader, &StateReader::ready);
        reader.request({50, 0.0});
        QTRY_VERIFY(ready.count() >= 1);
        QVERIFY(reader.trySample({50, 0.0}, SamplePolicy::Hold, state));
    }

    void draggingDecodesFew()
    {
        FakeReplayOptions options = longReplay(false, false);
        Gate gate;
        options.beforeDecode = gate.hook();
        const auto source = makeFakeReplay(options);
        StateReader reader(source);
        QSignalSpy ready(&reader, &StateReader::ready);
        for (int i = 0; i < 100; ++i) { // each in another part of the replay
            reader.request({i * 997 % 2000, 0.0});
            if (i == 0)
                gate.entered.acquire();
        }
        gate.open.release();
        const FrameTime last{99 * 997 % 2000, 0.0};
        WorldState state;
        QTRY_VERIFY(reader.trySample(last, SamplePolicy::Interpolate, state));
        QTRY_VERIFY(ready.count() >= 1);
        QVERIFY2(source->decoded() <= 3, qPrintable(QString::number(source->decoded())));
        QVERIFY(reader.stats().decoded <= 3);
        QCOMPARE(source->cancelled(), 1); // the first, which no longer helped
        QCOMPARE(ready.last()[0].toInt(), static_cast<int>(last.frame / 40));
    }

    void prefetchInPlayingDirection_data()
    {
        QTest::addColumn<int>("direction");
        QTest::addColumn<int>("frame");
        QTest::addColumn<int>("first");
        QTest::addColumn<int>("end");
        QTest::newRow("forward") << 1 << 410 << 400 << 520;
        QTest::newRow("backward") << -1 << 410 << 320 << 440;
        QTest::newRow("standing") << 0 << 410 << 400 << 440;
        QTest::newRow("forward at the end") << 1 << 1990 << 1960 << 2000;
        QTest::newRow("backward at the start") << -1 << 50 << 0 << 80;
    }
    void prefetchInPlayingDirection()
    {
        QFETCH(int, direction);
        QFETCH(int, frame);
        QFETCH(int, first);
        QFETCH(int, end);
        const auto source = makeFakeReplay(longReplay(false, false));
        StateReader reader(source);
        QSignalSpy ready(&reader, &StateReader::ready);
        reader.request({frame, 0.0}, static_cast<Direction>(direction));
        const std::vector<FrameRange> expected{{first, end}};
        QTRY_COMPARE(reader.cachedRanges(), expected);
        QTRY_COMPARE(ready.count(), (end - first) / 40);
        QCOMPARE(ready[0][0].toInt(), frame / 40); // what is wanted now comes first
        QCOMPARE(source->decoded(), (end - first) / 40);
    }

    void prefetchDoesNotPushOutThePresent()
    {
        const auto source = makeFakeReplay(longReplay(false, false));
        StateReader reader(source, segmentBytes(*source) * 3 / 2); // room for one
        WorldState state;
        reader.request({410, 0.0}, Direction::Forward);
        QTRY_VERIFY(reader.trySample({410, 0.0}, SamplePolicy::Hold, state));
        QTRY_COMPARE(reader.stats().decoded, std::uint64_t{2}); // one ahead was tried, and let go
        for (int i = 0; i < 20; ++i) {
            reader.request({410 + i, 0.0}, Direction::Forward);
            QVERIFY(reader.trySample({410 + i, 0.0}, SamplePolicy::Hold, state));
        }
        QCOMPARE(reader.stats().decoded, std::uint64_t{2}); // and not tried again at every frame
    }

    void alreadyThereIsToldOnce()
    {
        const auto source = makeFakeReplay(longReplay(false, false));
        StateReader reader(source);
        WorldState state;
        QVERIFY(reader.stateAt({10, 0.0}, SamplePolicy::Hold, state));
        QSignalSpy ready(&reader, &StateReader::ready);
        for (int i = 0; i < 10; ++i)
            reader.request({i, 0.0});
        QTRY_COMPARE(ready.count(), 1);
        QCOMPARE(source->decoded(), 1);
    }

    void brokenSegment()
    {
        FakeReplayOptions options = longReplay(false, false);
        options.brokenKeyframe = 2;
        const auto source = makeFakeReplay(options);
        StateReader reader(source);
        WorldState state;
        const auto result = reader.stateAt({90, 0.0}, SamplePolicy::Hold, state);
        QCOMPARE(result.error().code, ErrorCode::Damaged);
        QCOMPARE(result.error().where.chunk, std::optional<std::int64_t>(2));
        QSignalSpy failed(&reader, &StateReader::failed);
        QSignalSpy ready(&reader, &StateReader::ready);
        reader.request({50, 0.0}, Direction::Forward); // ahead of it: no reason to complain yet
        QTRY_COMPARE(ready.count(), 1);
        reader.request({90, 0.0});
        QTRY_COMPARE(failed.count(), 1);
        QCOMPARE(failed[0][0].toInt(), 2);
        QCOMPARE(failed[0][1].toString(), QStringLiteral("the segment is broken"));
        for (int i = 0; i < 10; ++i)
            reader.request({90 + i, 0.0}); // not tried again while one stays there
        reader.request({130, 0.0});
        QTRY_COMPARE(ready.count(), 2);
        QCOMPARE(failed.count(), 1);
    }

    void newRevisionKeepsWhatIsUnchanged()
    {
        FakeReplayOptions options = longReplay(false, false);
        options.published = 160;
        const auto source = makeFakeReplay(options);
        StateReader reader(source);
        WorldState state;
        for (FrameNumber f = 0; f < 160; f += 40)
            QVERIFY(reader.stateAt({f, 0.0}, SamplePolicy::Hold, state));
        QVERIFY(
            reader.stateAt({159, 0.5}, SamplePolicy::Interpolate, state)); // clamped: it is the last frame
        QCOMPARE(state.at, (FrameTime{159, 0.0}));
        QCOMPARE(source->decoded(), 4);
        source->publish(2000, true);
        QVERIFY(reader.trySample({10, 0.5}, SamplePolicy::Interpolate, state));
        QVERIFY(!reader.trySample({159, 0.5}, SamplePolicy::Interpolate, state)); // knew no neighbour: stale
        QVERIFY(reader.stateAt({159, 0.5}, SamplePolicy::Interpolate, state));
        QCOMPARE(state.provenance[1], Provenance::Interpolated);
        QCOMPARE(source->decoded(), 5);
    }

    void revisionWhileDecoding()
    {
        FakeReplayOptions options = longReplay(false, false);
        Gate gate;
        options.beforeDecode = gate.hook();
        options.published = 100; // the third segment has 20 frames yet
        const auto source = makeFakeReplay(options);
        StateReader reader(source);
        WorldState state;
        reader.request({99, 0.0});
        gate.entered.acquire();
        source->publish(2000, true);
        QVERIFY(!reader.trySample({99, 0.5}, SamplePolicy::Interpolate, state)); // the reader knows of it now
        gate.open.release();
        QTRY_VERIFY(reader.trySample({99, 0.5}, SamplePolicy::Interpolate, state));
        QCOMPARE(state.provenance[1], Provenance::Interpolated);
    }

    void samplingAllocatesNothing()
    {
        FakeReplayOptions options = longReplay(false, true);
        options.actors = 50;
        const auto source = makeFakeReplay(options);
        StateReader reader(source);
        WorldState state;
        for (FrameNumber f = 0; f < 2000; f += 7)
            QVERIFY(reader.stateAt({f, 0.0}, SamplePolicy::Interpolate, state)); // everything cached and warm
        const std::uint64_t before = allocations;
        bool all = true;
        for (FrameNumber f = 0; f < 2000; ++f)
            all = reader.trySample({f, 0.3}, SamplePolicy::Interpolate, state) && all;
        const std::uint64_t made = allocations - before;
        QVERIFY(all);
        QCOMPARE(made, std::uint64_t{0});
    }

    void cancelledByItsCaller()
    {
        const auto source = makeFakeReplay(longReplay(false, false));
        StateReader reader(source);
        std::stop_source stop;
        stop.request_stop();
        WorldState state;
        QCOMPARE(reader.stateAt({5, 0.0}, SamplePolicy::Hold, state, stop.get_token()).error().code,
                 ErrorCode::Cancelled);
        QVERIFY(reader.stateAt({5, 0.0}, SamplePolicy::Hold, state));
    }

    void destroyedWhileDecoding()
    {
        FakeReplayOptions options = longReplay(false, false);
        options.framesPerSegment = 2000;
        Gate gate;
        options.beforeDecode = gate.hook();
        const auto source = makeFakeReplay(options);
        {
            StateReader reader(source);
            reader.request({5, 0.0});
            gate.entered.acquire();
            gate.open.release();
        } // cancelled or finished, but joined
        QVERIFY(source->decoded() + source->cancelled() == 1);
    }

    void clearing()
    {
        const auto source = makeFakeReplay(longReplay(false, false));
        StateReader reader(source);
        WorldState state;
        QVERIFY(reader.stateAt({5, 0.0}, SamplePolicy::Hold, state));
        QVERIFY(reader.trySample({5, 0.0}, SamplePolicy::Hold, state));
        reader.clear();
        QVERIFY(!reader.trySample({5, 0.0}, SamplePolicy::Hold, state));
        QCOMPARE(reader.stats().bytes, std::size_t{0});
        QVERIFY(reader.cachedRanges().empty());
        QCOMPARE(reader.source(), std::static_pointer_cast<ReplaySource>(source));
    }

    void emptyReplay()
    {
        FakeReplayOptions options;
        options.frames = 0;
        StateReader reader(makeFakeReplay(options));
        WorldState state;
        QCOMPARE(reader.stateAt({}, SamplePolicy::Hold, state).error().code, ErrorCode::InvalidArgument);
        QVERIFY(!reader.trySample({}, SamplePolicy::Hold, state));
        reader.request({}, Direction::Forward);
    }
};

} // namespace tst_state_reader

GHOSTLINE_TEST(tst_state_reader, TestStateReader)
#include "tst_state_reader.moc"
