// SPDX-License-Identifier: GPL-3.0-or-later
// A track read on as its replay grows: the same as read at once, with no more decoded than is new.
#include "model/compare/run_marks.h"
#include "model/compare/run_track.h"
#include "tests/support/fake_replay.h"
#include "tests/support/test_driver.h"

#include <QtTest>

namespace tst_growing_track {

using namespace ghostline::model;
using namespace ghostline::test;

namespace {

constexpr FrameNumber Part = 100; // frames of a segment

FakeReplayOptions growing(FrameNumber published)
{
    FakeReplayOptions options;
    options.frames = 500;
    options.framesPerSegment = Part;
    options.actors = 2;
    options.published = published;
    options.growing = true;
    options.motion = [](int, FrameNumber, double seconds) { return glm::dvec3(4.0 * seconds, 0.0, 0.0); };
    return options;
}

TrackSoFar readOn(const TrackSoFar& before, const ReplaySource& source, ActorId actor = ActorId{0})
{
    auto read = readFurther(before, source, actor, {}, {});
    return read ? std::move(*read) : TrackSoFar{};
}

/// Its newest revision has one more event than the one before, and no more frames.
class TellingReplay final : public ReplaySource
{
public:
    explicit TellingReplay(const FakeReplayOptions& options) : m_replay(options) {}
    void startAt(FrameNumber frame)
    {
        auto events = std::make_shared<EventTable>();
        events->kinds.push_back({.id = runmarks::Start, .name = runmarks::Start});
        Event event;
        event.frame = frame;
        events->events.push_back(std::move(event));
        m_events = std::move(events);
    }
    std::shared_ptr<const ReplayIndex> index() const override
    {
        auto copy = std::make_shared<ReplayIndex>(*m_replay.index());
        copy->events = m_events;
        return copy;
    }
    Result<std::shared_ptr<const ReplayIndex>> waitComplete(std::stop_token) const override
    {
        return index();
    }
    Result<std::shared_ptr<const Segment>> readSegment(int keyframe, const Segment* previous,
                                                       std::stop_token stop) const override
    {
        return m_replay.readSegment(keyframe, previous, std::move(stop));
    }
    Result<std::uint64_t> readRaw(std::stop_token stop) const override
    {
        return m_replay.readRaw(std::move(stop));
    }
    const FakeReplay& replay() const { return m_replay; }

private:
    FakeReplay m_replay;
    std::shared_ptr<const EventTable> m_events = std::make_shared<EventTable>();
};

} // namespace

class TestGrowingTrack : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void onlyWhatIsNewIsDecoded_data()
    {
        QTest::addColumn<FrameNumber>("published");
        QTest::addColumn<FrameNumber>("longer");
        QTest::addColumn<int>("decoded"); // of what is new
        QTest::newRow("a segment") << 2 * Part << 3 * Part << 1;
        QTest::newRow("part of one") << 2 * Part << 2 * Part + 30 << 1;
        QTest::newRow("the rest of one") << Part + 30 << 2 * Part << 1;
        QTest::newRow("several") << Part << 4 * Part << 3;
        QTest::newRow("nothing") << 2 * Part << 2 * Part << 0;
    }
    void onlyWhatIsNewIsDecoded()
    {
        QFETCH(FrameNumber, published);
        QFETCH(FrameNumber, longer);
        QFETCH(int, decoded);
        FakeReplayOptions options = growing(published);
        options.jumpEvery = 70;
        FakeReplay replay(options);
        const TrackSoFar first = readOn({}, replay);
        QVERIFY(first.track != nullptr && first.track->growing);
        QCOMPARE(first.track->axis.frames(), published);
        const int before = replay.decoded();
        replay.publish(longer, true, false);
        const TrackSoFar second = readOn(first, replay);
        QCOMPARE(replay.decoded() - before, decoded);
        const TrackSoFar whole = readOn({}, replay);
        QVERIFY(second.track->positions == whole.track->positions);
        QVERIFY(second.track->jumped == whole.track->jumped);
        QCOMPARE(second.track->axis.frames(), longer);
        QVERIFY(!second.track->growing);
        // What others may still look at is as it was.
        QCOMPARE(first.track->positions.size(), static_cast<std::size_t>(published));
    }

    void whatYieldsMoreIsDecodedAnew()
    {
        FakeReplay replay(growing(2 * Part));
        const TrackSoFar first = readOn({}, replay);
        const int before = replay.decoded();
        replay.learn();
        replay.publish(3 * Part, true, true);
        readOn(first, replay);
        QCOMPARE(replay.decoded() - before, 3);
    }

    void anotherActorIsReadFromTheStart()
    {
        FakeReplay replay(growing(2 * Part));
        const TrackSoFar first = readOn({}, replay);
        const int before = replay.decoded();
        QCOMPARE(readOn(first, replay, ActorId{1}).track->actor, ActorId{1});
        QCOMPARE(replay.decoded() - before, 2);
    }

    void whatCameLateIsReadThen()
    {
        FakeReplayOptions options = growing(3 * Part);
        options.lateKeyframe = 1;
        options.lateTimes = 1;
        FakeReplay replay(options);
        const TrackSoFar first = readOn({}, replay);
        QVERIFY(!first.track->isAt(Part + 10) && first.track->isAt(2 * Part + 10));
        const TrackSoFar second = readOn(first, replay);
        QVERIFY(second.track->isAt(Part + 10) && second.track->isAt(2 * Part + 10));
    }

    void whatIsBrokenHasNoPlaces()
    {
        FakeReplayOptions options = growing(2 * Part);
        options.brokenKeyframe = 2;
        FakeReplay replay(options);
        const TrackSoFar first = readOn({}, replay);
        replay.publish(3 * Part, true, true);
        // Nothing of what is new can be decoded; what was read before stands.
        const TrackSoFar second = readOn(first, replay);
        QVERIFY(second.track != nullptr);
        QVERIFY(second.track->isAt(2 * Part - 1) && !second.track->isAt(2 * Part));
        replay.publish(4 * Part, true, true);
        QVERIFY(readOn(second, replay).track->isAt(3 * Part + 10));
    }

    void landmarksComeWithTheEvents()
    {
        TellingReplay replay(growing(2 * Part));
        const TrackSoFar first = readOn({}, replay);
        QVERIFY(!first.track->startMarked);
        const int before = replay.replay().decoded();
        replay.startAt(40);
        const TrackSoFar second = readOn(first, replay);
        QVERIFY(second.track->startMarked);
        QCOMPARE(second.track->start, 40);
        QCOMPARE(replay.replay().decoded(), before);
    }

    void stopped()
    {
        FakeReplay replay(growing(2 * Part));
        const TrackSoFar first = readOn({}, replay);
        replay.publish(3 * Part, true, true);
        std::stop_source stop;
        stop.request_stop();
        QCOMPARE(readFurther(first, replay, ActorId{0}, {}, stop.get_token()).error().code,
                 ErrorCode::Cancelled);
    }
};

} // namespace tst_growing_track

GHOSTLINE_TEST(tst_growing_track, TestGrowingTrack)
#include "tst_growing_track.moc"
