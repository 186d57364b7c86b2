// SPDX-License-Identifier: GPL-3.0-or-later
// The camera script of a highlight, and who is ahead.
#include "model/highlights/highlight_clips.h"
#include "model/highlights/lead.h"
#include "tests/model/scripted_replay.h"
#include "tests/support/test_driver.h"

#include <QtTest>

namespace tst_highlight_clips {

using namespace ghostline::model;

ReplayInfo cast()
{
    ReplayInfo info;
    info.cast.resize(3);
    for (std::size_t i = 0; i < info.cast.size(); ++i) {
        info.cast[i].id = static_cast<ActorId>(i);
        info.cast[i].name = i == 0 ? QStringLiteral("Runner") : QStringLiteral("Bee");
        info.cast[i].life = {0, 10'000};
    }
    return info;
}

Highlight highlight()
{
    Highlight one;
    one.from = fromSeconds(97);
    one.peakFrom = fromSeconds(100);
    one.peak = fromSeconds(101);
    one.peakTo = fromSeconds(102);
    one.to = fromSeconds(105);
    one.frame = 1010;
    one.title = QStringLiteral("Runner scores");
    one.placed = true;
    one.place = {1.5, 2.0, -3.25};
    one.spread = 4.0;
    one.actors = {static_cast<ActorId>(0)};
    return one;
}

class TestHighlightClips : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void script()
    {
        const std::vector<Clip> clips = clipsOf(highlight(), cast());
        QCOMPARE(clips.size(), std::size_t(3));
        QCOMPARE(clips[0].from, fromSeconds(97));
        QCOMPARE(clips[1].from, fromSeconds(100));
        QCOMPARE(clips[2].from, fromSeconds(102));
        QCOMPARE(clips[2].to, fromSeconds(105));
        for (std::size_t i = 0; i < clips.size(); ++i) {
            QCOMPARE(clips[i].rate, i == 1 ? 0.5 : 1.0);
            QCOMPARE(clips[i].title, QStringLiteral("Runner scores"));
            QVERIFY(i == 0 || clips[i].from == clips[i - 1].to);
        }
        QCOMPARE(clips[0].camera, QStringLiteral("place:1.50,2.00,-3.25,25.00"));
        QCOMPARE(clips[1].camera, QStringLiteral("follow:Runner"));
        QCOMPARE(clips[2].camera, clips[0].camera);
    }

    void wide()
    {
        Highlight one = highlight();
        one.spread = 40.0;
        const std::vector<Clip> clips = clipsOf(one, cast());
        QCOMPARE(clips[0].camera, QStringLiteral("place:1.50,2.00,-3.25,80.00"));
        QCOMPARE(clips[1].camera, QStringLiteral("place:1.50,2.00,-3.25,40.00"));
    }

    /// Of several with one name, of one who is not drawn, of one who is gone: the ground instead.
    void nobodyToFollow()
    {
        const QString ground = QStringLiteral("place:1.50,2.00,-3.25,8.00");
        Highlight one = highlight();
        one.actors = {static_cast<ActorId>(1)};
        QCOMPARE(clipsOf(one, cast())[1].camera, ground);
        one = highlight();
        ReplayInfo info = cast();
        info.cast[0].shape = ActorShape::None;
        QCOMPARE(clipsOf(one, info)[1].camera, ground);
        info = cast();
        info.cast[0].life = {0, 900};
        QCOMPARE(clipsOf(one, info)[1].camera, ground);
        one.placed = false;
        for (const Clip& clip : clipsOf(one, cast()))
            QCOMPARE(clip.camera, QStringLiteral("directed"));
    }

    /// One instant, at the very beginning: what cannot be shown is left out.
    void atTheEdge()
    {
        Highlight one = highlight();
        one.from = one.peakFrom = one.peak = one.peakTo = Micros{0};
        one.to = fromSeconds(3);
        const std::vector<Clip> clips = clipsOf(one, cast());
        QCOMPARE(clips.size(), std::size_t(2));
        QCOMPARE(clips[0].from, Micros{0});
        QCOMPARE(clips[0].to, fromSeconds(0.5));
        QCOMPARE(clips[0].rate, 0.5);
        QCOMPARE(clips[1].to, fromSeconds(3));
        const std::vector<Highlight> two{highlight(), one};
        QCOMPARE(clipsOf(std::span(two), cast()).size(), std::size_t(5));
    }

    void sides()
    {
        ReplayInfo info;
        info.teams.resize(4);
        info.teams[0].side = info.teams[2].side = QStringLiteral("North");
        QCOMPARE(sidesOf(info), (std::vector<int>{0, 1, 0, 2}));
        QVERIFY(sidesOf({}).empty());
    }

    /// Each second the state that is shown then.
    void lead()
    {
        ghostline::test::Script script;
        script.frames = 200; // ten seconds
        script.brokenKeyframe = 2;
        script.info.teams.resize(2);
        script.info.cast.resize(1);
        script.info.cast[0].kind = ActorKind::Player;
        script.info.cast[0].team = 1;
        script.info.actorProperties = {ghostline::test::declared("army", PropertyType::Integer)};
        script.info.scoreboard.strength = ActorPropertyId{0};
        script.fill = [](FrameNumber frame, WorldState& state) {
            state.propertiesOf(0)[0] = PropertyValue::integer(frame);
            return true;
        };
        const ghostline::test::ScriptedReplay replay(script);
        const auto lead = readLead(replay, {}, {});
        QVERIFY(lead.has_value());
        QVERIFY(lead->samples.size() >= 7);
        for (const Lead::Sample& sample : lead->samples) {
            QCOMPARE(sample.strength.size(), std::size_t(2));
            QCOMPARE(sample.strength[0], 0.0);
            QCOMPARE(sample.strength[1], static_cast<double>(replay.index()->timeAxis.frameAt(sample.time)));
        }
        script.info.scoreboard.strength = {};
        QVERIFY(readLead(ghostline::test::ScriptedReplay(script), {}, {})->empty());
    }
};

} // namespace tst_highlight_clips

GHOSTLINE_TEST(tst_highlight_clips, TestHighlightClips)
#include "tst_highlight_clips.moc"
