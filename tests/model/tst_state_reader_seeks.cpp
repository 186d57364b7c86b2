// SPDX-License-Identifier: GPL-3.0-or-later
// The state at a place is the same whatever was visited before, and in whichever direction one came.
#include "model/replay/state_reader.h"
#include "model/time/playhead.h"
#include "tests/support/fake_replay.h"
#include "tests/support/rounds.h"
#include "tests/support/same_state.h"
#include "tests/support/test_driver.h"

#include <QtTest>

#include <random>

namespace tst_state_reader_seeks {

using namespace ghostline::model;
using namespace ghostline::test;

class TestStateReaderSeeks : public QObject
{
    Q_OBJECT

    static void addReplayRows()
    {
        QTest::addColumn<bool>("chained");
        QTest::addColumn<bool>("wild");
        QTest::newRow("independent segments") << false << false;
        QTest::newRow("chained segments") << true << false;
        QTest::newRow("irregular, staggered, with bones and jumps") << false << true;
        QTest::newRow("all of it, chained") << true << true;
    }

    static std::size_t segmentBytes(const FakeReplay& source)
    {
        return (*source.readSegment(1, nullptr, {}))->bytes();
    }

private Q_SLOTS:
    void anyOrderOfSeeks_data() { addReplayRows(); }
    void anyOrderOfSeeks()
    {
        QFETCH(bool, chained);
        QFETCH(bool, wild);
        const FakeReplayOptions options = longReplay(chained, wild);
        const auto source = makeFakeReplay(options);
        const auto fresh = makeFakeReplay(options);
        StateReader reader(source, 5 * segmentBytes(*source)); // eviction all the time
        std::vector<std::shared_ptr<const Segment>> segments;  // each decoded without any other
        segments.reserve(50);
        for (int k = 0; k < 50; ++k)
            segments.push_back(*fresh->readSegment(k, nullptr, {}));
        std::mt19937 random(42);
        WorldState state;
        WorldState expected;
        for (int i = 0; i < rounds(10'000); ++i) {
            FrameTime at{static_cast<FrameNumber>(random() % 2000),
                         random() % 3 == 0 ? 0.0 : static_cast<double>(random() % 1000) / 1000.0};
            const auto policy = random() % 5 == 0 ? SamplePolicy::Hold : SamplePolicy::Interpolate;
            QVERIFY(reader.stateAt(at, policy, state));
            if (i % 100 == 0) { // a reader that was nowhere before
                StateReader other(fresh);
                QVERIFY(other.stateAt(at, policy, expected));
            } else {
                at = fresh->index()->timeAxis.clamp(at);
                segments[static_cast<std::size_t>(at.frame / 40)]->sample(at, policy, expected);
            }
            QVERIFY2(sameState(state, expected), qPrintable(QStringLiteral("seek %1").arg(i)));
            QCOMPARE(state.time, expected.time);
            if (at.fraction == 0.0 && state.row(static_cast<ActorId>(1)) >= 0) {
                const auto row = static_cast<std::size_t>(state.row(static_cast<ActorId>(1)));
                QVERIFY(state.positions[row] == fakePosition(options, 1, at.frame));
            }
        }
    }

    void backwardEqualsForward_data() { addReplayRows(); }
    void backwardEqualsForward()
    {
        QFETCH(bool, chained);
        QFETCH(bool, wild);
        const auto source = makeFakeReplay(longReplay(chained, wild));
        StateReader reader(source, 3 * segmentBytes(*source));
        Playhead head;
        head.setTimeAxis(source->index()->timeAxis);
        std::vector<WorldState> forward(2000);
        for (std::size_t f = 0; f < forward.size(); ++f) {
            QCOMPARE(head.at(), (FrameTime{static_cast<FrameNumber>(f), 0.0}));
            QVERIFY(reader.stateAt(head.at(), SamplePolicy::Interpolate, forward[f]));
            head.step(1);
        }
        WorldState state;
        for (std::size_t f = forward.size(); f > 0; --f) {
            QCOMPARE(head.at(), (FrameTime{static_cast<FrameNumber>(f - 1), 0.0}));
            QVERIFY(reader.stateAt(head.at(), SamplePolicy::Interpolate, state));
            QVERIFY2(sameState(state, forward[f - 1]), qPrintable(QString::number(f - 1)));
            head.step(-1);
        }
    }

    void chainIsWalkedOncePerRun()
    {
        // Backward over a chain: the links decoded on the way to its end are there when they are wanted.
        FakeReplayOptions options = longReplay(true, false);
        const auto source = makeFakeReplay(options);
        StateReader reader(source);
        WorldState state;
        for (FrameNumber f = 1999; f >= 0; f -= 10)
            QVERIFY(reader.stateAt({f, 0.0}, SamplePolicy::Hold, state));
        QCOMPARE(source->decoded(), 50);
        QCOMPARE(reader.stats().decoded, std::uint64_t{50});
    }
};

} // namespace tst_state_reader_seeks

GHOSTLINE_TEST(tst_state_reader_seeks, TestStateReaderSeeks)
#include "tst_state_reader_seeks.moc"
