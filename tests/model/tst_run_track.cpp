// SPDX-License-Identifier: GPL-3.0-or-later
// A replay's actor and events read as a run.
#include "model/compare/run_marks.h"
#include "model/compare/run_track.h"
#include "model/replay/segment.h"
#include "tests/support/fake_replay.h"
#include "tests/support/marked_replay.h"
#include "tests/support/test_driver.h"

#include <QtTest>

#include <thread>

namespace tst_run_track {

using namespace ghostline::model;
using namespace ghostline::test;

namespace {

/// Tells places as its neighbour samples them, and refuses to be sampled itself.
class PlacesAlone final : public Segment, public ActorPositions
{
public:
    explicit PlacesAlone(std::shared_ptr<const Segment> segment) : m_segment(std::move(segment)) {}
    FrameRange frames() const override { return m_segment->frames(); }
    std::size_t bytes() const override { return m_segment->bytes(); }
    void sample(FrameTime, SamplePolicy, WorldState&) const override { QFAIL("everybody was sampled"); }
    std::optional<ActorPosition> actorPosition(ActorId actor, FrameNumber frame) const override
    {
        WorldState state;
        m_segment->sample({frame, 0.0}, SamplePolicy::Hold, state);
        return positionIn(state, actor);
    }

private:
    std::shared_ptr<const Segment> m_segment;
};

/// A fake replay whose segments know one actor's places.
class PlacesReplay final : public ReplaySource
{
public:
    explicit PlacesReplay(const FakeReplayOptions& options) : m_replay(options) {}
    std::shared_ptr<const ReplayIndex> index() const override { return m_replay.index(); }
    Result<std::shared_ptr<const ReplayIndex>> waitComplete(std::stop_token stop) const override
    {
        return m_replay.waitComplete(std::move(stop));
    }
    Result<std::shared_ptr<const Segment>> readSegment(int keyframe, const Segment*,
                                                       std::stop_token stop) const override
    {
        auto segment = m_replay.readSegment(keyframe, nullptr, std::move(stop));
        if (!segment)
            return segment;
        return std::make_shared<const PlacesAlone>(std::move(*segment));
    }
    Result<std::uint64_t> readRaw(std::stop_token stop) const override
    {
        return m_replay.readRaw(std::move(stop));
    }

private:
    FakeReplay m_replay;
};

FakeReplayOptions walking(FrameNumber frames = 300)
{
    FakeReplayOptions options;
    options.frames = frames;
    options.actors = 2;
    options.motion = [](int actor, FrameNumber f, double) {
        return glm::dvec3{0.25 * static_cast<double>(f), 1.0 * actor, 0.0};
    };
    return options;
}

QString told(const RunTrack& track)
{
    QStringList text;
    for (const CheckpointTaken& checkpoint : track.checkpoints)
        text << QStringLiteral("%1@%2").arg(checkpoint.id).arg(checkpoint.frame);
    for (const FrameNumber reset : track.resets)
        text << QStringLiteral("reset@%1").arg(reset);
    if (track.end)
        text << QStringLiteral("%1@%2").arg(track.finished ? u"finish" : u"end").arg(*track.end);
    return QStringLiteral("%1%2: %3")
        .arg(track.start)
        .arg(track.startMarked ? u"" : u"?")
        .arg(text.join(u' '));
}

} // namespace

class TestRunTrack : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void landmarks()
    {
        MarkedReplay replay(walking());
        replay.checkpoint(5, "early");
        replay.start(12);
        replay.checkpoint(60, "p");
        replay.mark(1, 70, {{runmarks::IdKey, QStringLiteral("chat")}});
        replay.checkpoint(80, "other", {ActorId{1}});
        replay.reset(90);
        replay.checkpoint(120, "q", {ActorId{1}, ActorId{0}});
        replay.end(200, QStringLiteral("finish"));
        replay.checkpoint(210, "late");
        const auto track = readRunTrack(replay, ActorId{0}, {}, {});
        QVERIFY(track);
        QCOMPARE(told(*track), QStringLiteral("12: p@60 q@120 reset@90 finish@200"));
        QCOMPARE(track->last(), 200);
        QCOMPARE(track->runTime(60), Micros{48 * 50'000});
        QCOMPARE(track->runTime(2), Micros{-10 * 50'000});
        QCOMPARE(track->positions.size(), std::size_t{300});
        QCOMPARE(track->positions[100], (glm::dvec3{25.0, 0.0, 0.0}));
        QVERIFY(!track->growing);
    }

    void severalRuns_data()
    {
        QTest::addColumn<QString>("first"); // how the first one ended
        QTest::addColumn<QString>("track");
        QTest::newRow("under way") << QString() << QStringLiteral("100: q@150 finish@200");
        QTest::newRow("given up") << QStringLiteral("quit") << QStringLiteral("100: q@150 finish@200");
        QTest::newRow("arrived") << QStringLiteral("finish") << QStringLiteral("10: p@30 reset@50 finish@60");
    }
    void severalRuns()
    {
        QFETCH(QString, first);
        QFETCH(QString, track);
        MarkedReplay replay(walking());
        replay.start(10);
        replay.checkpoint(30, "p");
        replay.reset(50);
        if (!first.isEmpty())
            replay.end(60, first);
        replay.reset(80);
        replay.start(100);
        replay.checkpoint(150, "q");
        replay.end(200, QStringLiteral("finish"));
        QCOMPARE(told(*readRunTrack(replay, ActorId{0}, {}, {})), track);
    }

    void givenUp()
    {
        MarkedReplay replay(walking());
        replay.start(10);
        replay.end(60, QStringLiteral("disconnect"));
        const auto track = readRunTrack(replay, ActorId{0}, {}, {});
        QCOMPARE(told(*track), QStringLiteral("10: end@60"));
        QVERIFY(!track->finished);
    }

    void withoutLandmarks()
    {
        FakeReplayOptions options = walking();
        options.actors = 8;
        options.staggered = true; // actor 5 comes at frame 5 and leaves 5 before the end
        const auto track = readRunTrack(FakeReplay(options), ActorId{5}, {}, {});
        QCOMPARE(told(*track), QStringLiteral("5?: "));
        QCOMPARE(track->last(), 299);
        QVERIFY(!track->isAt(4));
        QVERIFY(track->isAt(5));
        QVERIFY(track->isAt(294));
        QVERIFY(!track->isAt(295));
        QVERIFY(!track->isAt(-1) && !track->isAt(300));
    }

    void jumps()
    {
        FakeReplayOptions options = walking();
        options.motion = [](int, FrameNumber f, double) {
            return glm::dvec3{f < 150 ? 0.0 : f < 200 ? 8.0 : 16.1, 0.0, 0.0};
        };
        options.brokenKeyframe = 0; // frames 0 to 99
        const auto track = readRunTrack(FakeReplay(options), ActorId{0}, {}, {});
        QVERIFY(track);
        QVERIFY(!track->isAt(99) && !track->jumped[99]);
        QVERIFY(track->isAt(100) && track->jumped[100]); // from nowhere
        QCOMPARE(track->start, 100);
        QVERIFY(!track->jumped[150]); // just within the limit
        QVERIFY(track->jumped[200]);
        QCOMPARE(track->positionAt({149, 0.5}).x, 4.0);
        QCOMPARE(track->positionAt({199, 0.5}).x, 8.0); // not half-way through a jump
        QVERIFY(std::isnan(track->positionAt({99, 0.5}).x));
        QCOMPARE(track->positionAt({299, 0.5}).x, 16.1);
    }

    void markedJump()
    {
        FakeReplayOptions options;
        options.frames = 300;
        options.jumpEvery = 50;
        const auto track = readRunTrack(FakeReplay(options), ActorId{0}, {}, {});
        QVERIFY(track->jumped[50] && track->jumped[100] && !track->jumped[75]);
    }

    void hiddenIsNotThere()
    {
        FakeReplayOptions options = walking();
        options.hidden = true;
        QVERIFY(!readRunTrack(FakeReplay(options), ActorId{1}, {}, {})->isAt(10));
    }

    /// What a segment knows of one actor is what sampling everybody says, gaps and jumps included.
    void placesOfOneActor()
    {
        FakeReplayOptions options;
        options.frames = 500;
        options.jumpEvery = 50;
        options.staggered = true;
        options.hidden = true;
        options.brokenKeyframe = 2;
        for (const ActorId actor : {ActorId{0}, ActorId{2}, ActorId{3}}) {
            const auto sampled = readRunTrack(FakeReplay(options), actor, {}, {});
            const auto alone = readRunTrack(PlacesReplay(options), actor, {}, {});
            QVERIFY(sampled && alone);
            QCOMPARE(alone->jumped, sampled->jumped);
            for (FrameNumber frame = 0; frame < options.frames; ++frame) {
                QCOMPARE(alone->isAt(frame), sampled->isAt(frame));
                if (alone->isAt(frame))
                    QCOMPARE(alone->positionAt({frame, 0.0}), sampled->positionAt({frame, 0.0}));
            }
        }
    }

    void growing()
    {
        FakeReplayOptions options = walking();
        options.published = 100;
        options.growing = true;
        MarkedReplay replay(options);
        replay.start(10);
        replay.checkpoint(150, "unread"); // not yet within what is published
        const auto before = readRunTrack(replay, ActorId{0}, {}, {});
        QCOMPARE(told(*before), QStringLiteral("10: "));
        QVERIFY(before->growing);
        QCOMPARE(before->positions.size(), std::size_t{100});
        replay.replay().publish(300, true);
        const auto after = readRunTrack(replay, ActorId{0}, {}, {});
        QCOMPARE(told(*after), QStringLiteral("10: unread@150"));
        QVERIFY(!after->growing);
        QVERIFY(std::equal(before->positions.begin(), before->positions.end(), after->positions.begin()));
    }

    void waitsForTheIndex()
    {
        FakeReplayOptions options = walking();
        options.published = 100;
        FakeReplay replay(options);
        std::jthread later([&replay] { replay.publish(300, true); });
        QCOMPARE(readRunTrack(replay, ActorId{0}, {}, {})->positions.size(), std::size_t{300});
    }

    void failures()
    {
        const FakeReplay replay(walking());
        QCOMPARE(readRunTrack(replay, ActorId{2}, {}, {}).error().code, ErrorCode::NotFound);
        QCOMPARE(readRunTrack(replay, ActorId::None, {}, {}).error().code, ErrorCode::NotFound);
        QCOMPARE(readRunTrack(replay, ActorId{0}, [](double) { return false; }, {}).error().code,
                 ErrorCode::Cancelled);
        std::stop_source stop;
        stop.request_stop();
        QCOMPARE(readRunTrack(replay, ActorId{0}, {}, stop.get_token()).error().code, ErrorCode::Cancelled);
    }

    void whoRuns()
    {
        ReplayInfo info;
        QCOMPARE(runnerOf(info), ActorId::None);
        const auto add = [&info](ActorKind kind, bool principal, bool background, ActorShape shape) {
            ActorInfo actor;
            actor.id = static_cast<ActorId>(info.cast.size());
            actor.kind = kind;
            actor.principal = principal;
            actor.background = background;
            actor.shape = shape;
            info.cast.push_back(actor);
        };
        add(ActorKind::Other, false, false, ActorShape::None);
        QCOMPARE(runnerOf(info), ActorId::None);
        add(ActorKind::Prop, false, true, ActorShape::Box);
        QCOMPARE(runnerOf(info), ActorId::None);
        add(ActorKind::Camera, true, false, ActorShape::View);
        add(ActorKind::Walker, false, false, ActorShape::Capsule);
        QCOMPARE(runnerOf(info), ActorId{2});
        add(ActorKind::Vehicle, true, false, ActorShape::Vehicle);
        QCOMPARE(runnerOf(info), ActorId{4});
    }
};

} // namespace tst_run_track

GHOSTLINE_TEST(tst_run_track, TestRunTrack)
#include "tst_run_track.moc"
