// SPDX-License-Identifier: GPL-3.0-or-later
// A session while its replay grows (live) and while its bytes come late: time waits, nothing is skipped.
#include "app/gui/session/course_reader.h"
#include "app/gui/session/replay_session.h"
#include "tests/support/fake_replay.h"
#include "tests/support/test_driver.h"

#include <QApplication>
#include <QSignalSpy>
#include <QTest>

namespace tst_session {

using namespace ghostline;
using app::ReplaySession;
using test::FakeReplay;
using test::FakeReplayOptions;

namespace {

constexpr std::size_t Budget = std::size_t{64} << 20;

FakeReplayOptions growing()
{
    FakeReplayOptions options;
    options.frames = 2000;
    options.stepMs = 5; // fast, so that playing what arrived takes no time
    options.published = 200;
    options.growing = true;
    return options;
}

model::FrameNumber frameOf(const ReplaySession& session) { return session.playhead().at().frame; }

} // namespace

class TestSession : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    /// How the match goes is read once the recording is whole, and once only where that fails.
    void theCourseWaitsForTheWhole()
    {
        FakeReplayOptions options = growing();
        options.match = true;
        const auto source = test::makeFakeReplay(options);
        ReplaySession session(source, {}, Budget);
        QVERIFY(app::hasCourse(session.info()));
        app::CourseReader reader;
        reader.setSession(&session);
        QVERIFY(session.index()->complete && !reader.reading()); // complete so far
        source->publish(300, true, true);
        QTRY_COMPARE(session.index()->frames(), 300);
        QVERIFY(!reader.reading());
        source->publish(400, true, false);
        QTRY_VERIFY(session.course() != nullptr);
        QVERIFY(!reader.reading());
    }

    void aCourseThatCannotBeReadIsNotTriedAgain()
    {
        FakeReplayOptions options;
        options.match = true;
        options.framesPerSegment = options.frames; // nothing comes
        options.lateKeyframe = 0;
        options.lateTimes = 1'000'000;
        const auto source = test::makeFakeReplay(options);
        ReplaySession session(source, {}, Budget);
        app::CourseReader reader;
        reader.setSession(&session);
        QVERIFY(reader.reading());
        QTRY_VERIFY(!reader.reading());
        QVERIFY(session.course() == nullptr);
        auto found = std::make_shared<model::EventTable>();
        session.setWorkedOut(found); // another index of the same revision
        QVERIFY(!reader.reading());
        source->publish(options.frames, true);
        QTRY_VERIFY(reader.reading());
    }

    void liveStaysAtTheEnd()
    {
        const auto source = test::makeFakeReplay(growing());
        ReplaySession session(source, {}, Budget);
        QSignalSpy live(session.playback(), &app::Playback::liveChanged);
        session.playback()->setLive(true);
        QVERIFY(session.playback()->live());
        QCOMPARE(frameOf(session), 199);
        QVERIFY(!session.playhead().playing());
        for (const model::FrameNumber frames : {260, 320, 380}) {
            source->publish(frames, true, true);
            QTRY_COMPARE(frameOf(session), frames - 1); // played, not jumped: it moves on by itself
            QVERIFY(session.playback()->live());
        }
        QTRY_COMPARE(session.playback()->state().at.frame, 379);
        // What was recorded in the meantime is finished: there is nothing to wait for.
        source->publish(400, true, false);
        QTRY_VERIFY(!session.playback()->live());
        QCOMPARE(live.count(), 2);
    }

    void farBehindIsSkipped()
    {
        auto options = growing();
        options.stepMs = 1000; // nobody plays through that in a test
        const auto source = test::makeFakeReplay(options);
        ReplaySession session(source, {}, Budget);
        session.playback()->setLive(true);
        source->publish(210, true, true);
        QTRY_VERIFY(session.playhead().playing());
        for (const model::FrameNumber frames : {220, 230, 240, 250}) {
            source->publish(frames, true, true);
            QTRY_COMPARE(session.index()->frames(), frames);
        }
        QTRY_VERIFY(frameOf(session) >= 239); // as of the fourth arrival in a row
        QVERIFY(session.playback()->live());
    }

    void theUserEndsLive_data()
    {
        QTest::addColumn<int>("how");
        QTest::newRow("seek") << 0;
        QTest::newRow("step") << 1;
        QTest::newRow("jump") << 2;
        QTest::newRow("switch") << 3;
    }
    void theUserEndsLive()
    {
        QFETCH(int, how);
        const auto source = test::makeFakeReplay(growing());
        ReplaySession session(source, {}, Budget);
        session.playback()->setLive(true);
        if (how == 0)
            session.playhead().seek({20, 0.0});
        else if (how == 1)
            session.playhead().step(-1);
        else if (how == 2)
            session.playhead().jump(model::Micros{-100'000});
        else
            session.playback()->setLive(false);
        QVERIFY(!session.playback()->live());
        QVERIFY(!session.playback()->awaitsMore());
        const model::FrameNumber there = frameOf(session);
        source->publish(300, true, true);
        QTRY_COMPARE(session.index()->frames(), 300);
        QVERIFY(!session.playhead().playing());
        QCOMPARE(frameOf(session), there);
    }

    void pausingEndsLive()
    {
        auto options = growing();
        options.stepMs = 1000;
        const auto source = test::makeFakeReplay(options);
        ReplaySession session(source, {}, Budget);
        session.playback()->setLive(true);
        source->publish(400, true, true);
        QTRY_VERIFY(session.playhead().playing());
        session.playhead().pause();
        QVERIFY(!session.playback()->live());
    }

    void waitingForMoreCanBeStopped()
    {
        const auto source = test::makeFakeReplay(growing());
        ReplaySession session(source, {}, Budget);
        session.playhead().seek({190, 0.0});
        session.playhead().play(); // not live, but it runs into the end of what there is
        QTRY_VERIFY(session.playback()->awaitsMore());
        session.playhead().seek({20, 0.0});
        QVERIFY(!session.playback()->awaitsMore());
        source->publish(300, true, true);
        QTRY_COMPARE(session.index()->frames(), 300);
        QVERIFY(!session.playhead().playing());
    }

    void aRevisionThatKnowsMoreIsShown()
    {
        FakeReplayOptions options;
        options.frames = 100;
        options.published = 50;
        const auto source = test::makeFakeReplay(options);
        ReplaySession session(source, {}, Budget);
        session.playhead().seek({10, 0.0});
        QTRY_COMPARE(session.playback()->state().at.frame, 10);
        QSignalSpy states(session.playback(), &app::Playback::stateChanged);
        source->publish(60, false);
        QTRY_COMPARE(session.index()->frames(), 60);
        QCOMPARE(states.count(), 0); // nothing new is known of this place
        source->learn();
        source->publish(100, true);
        QTRY_COMPARE(states.count(), 1);
        QCOMPARE(session.playback()->state().at.frame, 10);
    }

    void onlyWhatGrowsIsLive()
    {
        const auto source = test::makeFakeReplay();
        ReplaySession session(source, {}, Budget);
        session.playback()->setLive(true);
        QVERIFY(!session.playback()->live());
        QCOMPARE(frameOf(session), 0);
    }

    void lateBytesHoldTime()
    {
        FakeReplayOptions options;
        options.stepMs = 5;
        options.lateKeyframe = 1;
        options.lateTimes = 1;
        const auto source = test::makeFakeReplay(options);
        ReplaySession session(source, {}, Budget);
        QSignalSpy problem(&session, &ReplaySession::problem);
        QTRY_VERIFY(session.playback()->state().size() > 0);
        session.playhead().seek({99, 0.0});
        session.playhead().play();
        // The first try may be the one ahead of time: then nobody has to wait, and nothing is told.
        std::vector<model::FrameNumber> seen;
        connect(session.playback(), &app::Playback::stateChanged, this,
                [&] { seen.push_back(session.playback()->state().at.frame); });
        QTRY_VERIFY_WITH_TIMEOUT(frameOf(session) > 150, 15'000);
        QVERIFY(!session.playback()->buffering());
        // Every stretch was shown: between two pictures at most the frames of a slow beat are missing.
        const auto beyond = std::find_if(seen.begin(), seen.end(), [](auto f) { return f >= 100; });
        QVERIFY(beyond != seen.end());
        QVERIFY2(*beyond < 130, qPrintable(QString::number(*beyond)));
    }

    void aLostConnectionIsWaitedFor()
    {
        FakeReplayOptions options;
        options.framesPerSegment = options.frames; // nothing comes
        options.lateKeyframe = 0;
        options.lateTimes = 1;
        const auto source = test::makeFakeReplay(options);
        ReplaySession session(source, {}, Budget);
        QSignalSpy waiting(session.playback(), &app::Playback::waiting);
        QSignalSpy recovered(session.playback(), &app::Playback::recovered);
        session.playhead().seek({550, 0.0});
        QTRY_COMPARE(waiting.count(), 1);
        QCOMPARE(recovered.count(), 0);
        QVERIFY(session.playback()->buffering());
        QCOMPARE(frameOf(session), 550);
        QTRY_COMPARE_WITH_TIMEOUT(session.playback()->state().at.frame, 550, 10'000); // asked again by itself
        QVERIFY(!session.playback()->buffering());
        QCOMPARE(recovered.count(), 1);
    }
};

} // namespace tst_session

GHOSTLINE_TEST(tst_session, TestSession, QApplication)
#include "tst_session.moc"
