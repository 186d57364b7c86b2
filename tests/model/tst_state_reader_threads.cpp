// SPDX-License-Identifier: GPL-3.0-or-later
// A state reader used from many threads at once, while the replay grows: every state that comes out is true.
#include "model/replay/state_reader.h"
#include "tests/support/fake_replay.h"
#include "tests/support/test_driver.h"

#include <QtTest>

#include <random>
#include <thread>

namespace tst_state_reader_threads {

using namespace ghostline::model;
using namespace ghostline::test;

class TestStateReaderThreads : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyoneAtOnce_data()
    {
        QTest::addColumn<bool>("chained");
        QTest::newRow("independent segments") << false;
        QTest::newRow("chained segments") << true;
    }
    void everyoneAtOnce()
    {
        QFETCH(bool, chained);
        FakeReplayOptions options;
        options.frames = 1000;
        options.framesPerSegment = 20;
        options.chained = chained;
        options.published = 100;
        const auto source = makeFakeReplay(options);
        const std::size_t bytes = (*source->readSegment(1, nullptr, {}))->bytes();
        StateReader reader(source, 6 * bytes);
        std::atomic<int> wrong{0};
        std::atomic<int> sampled{0};

        const auto check = [&](const WorldState& state) {
            ++sampled;
            for (std::size_t row = 0; row < state.size() && state.at.fraction == 0.0; ++row) {
                if (state.positions[row] != fakePosition(options, static_cast<int>(row), state.at.frame))
                    ++wrong;
            }
            if (state.size() != 4)
                ++wrong;
        };
        const auto user = [&](unsigned seed) {
            std::mt19937 random(seed);
            WorldState state;
            for (int i = 0; i < 400; ++i) {
                const FrameTime at{static_cast<FrameNumber>(random() % 1000), random() % 2 ? 0.0 : 0.5};
                switch (random() % 8) {
                case 0:
                    reader.request(at, Direction::Forward);
                    break;
                case 1:
                    reader.request(at, Direction::Backward);
                    break;
                case 2:
                    if (reader.stats().bytes > reader.stats().budget)
                        ++wrong;
                    break;
                case 3:
                    (void)reader.cachedRanges();
                    break;
                case 4:
                    if (i % 50 == 0)
                        reader.clear();
                    else if (reader.trySample(at, SamplePolicy::Hold, state))
                        check(state);
                    break;
                default:
                    if (!reader.stateAt(at, SamplePolicy::Interpolate, state))
                        ++wrong;
                    check(state);
                }
            }
        };
        {
            std::vector<std::jthread> users;
            for (unsigned seed = 1; seed <= 3; ++seed)
                users.emplace_back(user, seed);
            users.emplace_back([&source] {
                for (FrameNumber frames = 150; frames <= 1000; frames += 50) {
                    source->publish(frames, frames == 1000);
                    std::this_thread::yield();
                }
            });
        }
        QCOMPARE(wrong.load(), 0);
        QVERIFY(sampled > 400);
        WorldState state;
        QVERIFY(reader.stateAt({999, 0.0}, SamplePolicy::Hold, state));
        QVERIFY(state.positions[2] == fakePosition(options, 2, 999));
    }

    void comingAndGoing()
    {
        FakeReplayOptions options;
        options.framesPerSegment = 50;
        const auto source = makeFakeReplay(options);
        std::mt19937 random(9);
        for (int i = 0; i < 100; ++i) { // readers that end while their worker is busy
            StateReader reader(source);
            for (unsigned n = random() % 4; n > 0; --n)
                reader.request({static_cast<FrameNumber>(random() % 1000), 0.0}, Direction::Forward);
        }
        QVERIFY(source->decoded() + source->cancelled() >= 0);
    }
};

} // namespace tst_state_reader_threads

GHOSTLINE_TEST(tst_state_reader_threads, TestStateReaderThreads)
#include "tst_state_reader_threads.moc"
