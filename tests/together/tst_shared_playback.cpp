// SPDX-License-Identifier: GPL-3.0-or-later
// One's own playback among those of others: real playheads at both ends, a made-up line and clock between
// them, and no real time but where both stand.
#include "tests/support/test_driver.h"
#include "together/shared_playback.h"

#include <QSignalSpy>
#include <QtTest>

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>
#include <vector>

namespace tst_shared_playback {

using namespace ghostline::model;
using namespace ghostline::together;
using namespace std::chrono_literals;

namespace {

constexpr PersonId Me{7};
constexpr auto Frame = 16ms;

/// Says what it is told to, and keeps what was to be said.
class MadeUpLine final : public Participant
{
public:
    PersonId me() const override { return Me; }
    std::optional<HostInstant> hostNow() const override
    {
        return clockIsKnown ? std::optional(now) : std::nullopt;
    }
    bool mayDraw() const override { return true; }
    bool mayChat() const override { return true; }
    void setState(const SharedState& state) override { told.push_back(state); }
    void askForDrive(bool /*wanted*/) override {}
    void give(PersonId /*to*/) override {}
    void point(const Point& /*point*/) override {}
    void addDrawing(const Drawing& /*drawing*/) override {}
    void removeDrawing(const QString& /*id*/) override {}
    void chat(const QString& /*text*/) override {}

    void setDriver(PersonId who)
    {
        Person host;
        host.id = PersonId::Host;
        host.drives = who == PersonId::Host;
        Person me;
        me.id = Me;
        me.drives = who == Me;
        setPeople({host, me});
    }

    HostInstant now{5'000s};
    bool clockIsKnown = true;
    std::vector<SharedState> told{};
};

TimeAxis axisOf(double length) { return TimeAxis::uniform(std::llround(length * 30.0) + 1, 1, 30); }

/// Whoever drives, and oneself.
class Watching
{
public:
    explicit Watching(double length = 600.0)
    {
        theirs.setTimeAxis(axisOf(length));
        own.setTimeAxis(axisOf(length));
        line.setDriver(PersonId::Host);
        shared.emplace(&line, &own);
    }

    Playhead theirs;
    Playhead own;
    MadeUpLine line;
    std::optional<SharedPlayback> shared;
    SharedLook look;
    bool held = false;
    double drift = 0.0; ///< how much faster one's own frames come than the driver's

    void say()
    {
        SharedState state;
        state.revision = ++m_revision;
        state.clock = m_said = line.now;
        state.place = theirs.time();
        state.rate = theirs.rate();
        state.playing = theirs.playing();
        state.held = held;
        state.duration = theirs.timeAxis().duration();
        state.loop = sharedLoop(theirs.loop(), theirs.timeAxis());
        state.perspective = look.perspective;
        state.selection = look.selection;
        state.camera = look.camera;
        state.layers = look.layers;
        Q_EMIT line.stateCame(state);
    }
    /// Time for everybody but oneself.
    void pass(std::chrono::milliseconds span)
    {
        line.now += span;
        if (!held)
            theirs.advance(span);
    }
    /// A frame at a time; the state is said again every second. `each` after each of them.
    void run(std::chrono::milliseconds span, const std::function<void()>& each = {})
    {
        for (const HostInstant end = line.now + span; line.now < end;) {
            pass(Frame);
            own.advance(std::chrono::nanoseconds(std::llround(16e6 * (1.0 + drift))));
            QCoreApplication::sendPostedEvents(shared ? &*shared : nullptr, QEvent::MetaCall);
            if (!line.drives() && line.now - m_said >= 1s)
                say();
            if (each)
                each();
        }
    }
    /// Both play there, and one follows.
    void playFrom(double place, double rate = 1.0)
    {
        theirs.setRate(rate);
        theirs.seekTime(fromSeconds(place));
        theirs.play();
        say();
    }
    std::int64_t apart() const
    {
        return std::abs(
            behindBy(own.time(), theirs.time(), sharedLoop(theirs.loop(), theirs.timeAxis())).count());
    }

private:
    std::int64_t m_revision = 0;
    HostInstant m_said{};
};

} // namespace

class TestSharedPlayback : public QObject
{
    Q_OBJECT

    enum Change { Seek, SamePlace, Pause, Rate, Loop, Step };

    static void change(Playhead& head, int what)
    {
        switch (what) {
        case Seek:
            return head.seekTime(fromSeconds(40.0));
        case SamePlace:
            return head.seek(head.at());
        case Pause:
            return head.pause();
        case Rate:
            return head.setRate(2.0);
        case Loop:
            return head.setLoop(FrameRange{300, 390});
        default:
            return head.step(1);
        }
    }

private Q_SLOTS:
    void follows_data()
    {
        QTest::addColumn<double>("rate");
        QTest::addColumn<double>("drift");
        for (const double rate : {1.0, 8.0, 0.25, -1.0, -8.0}) {
            for (const double drift : {0.0, 0.001, -0.001})
                QTest::addRow("%gx, drift %g", rate, drift) << rate << drift;
        }
    }
    void follows()
    {
        QFETCH(double, rate);
        QFETCH(double, drift);
        Watching room;
        room.drift = drift;
        QSignalSpy sought(&room.own, &Playhead::sought);
        room.playFrom(300.0, rate);
        QVERIFY(room.shared->follows());
        QVERIFY(room.own.playing());
        QCOMPARE(room.own.rate(), rate);
        QVERIFY(room.apart() <= 1);
        std::int64_t worst = 0;
        bool rateIsShown = true;
        room.run(20s, [&] {
            worst = std::max(worst, room.apart());
            rateIsShown = rateIsShown && room.own.rate() == rate;
        });
        QVERIFY2(worst <= 50'000, qPrintable(QString::number(worst)));
        QVERIFY(rateIsShown);
        QCOMPARE(sought.count(), 1); // at first
        QVERIFY(room.own.playing() && room.shared->follows());
    }

    void aSmallDifferenceIsMadeUpFor()
    {
        Watching room;
        room.playFrom(100.0);
        room.run(1s);
        QSignalSpy sought(&room.own, &Playhead::sought);
        room.pass(20ms);
        QVERIFY(room.apart() >= 19'000);
        room.run(Frame);
        QVERIFY(std::abs(room.shared->behind()->count() - 20'000) <= 1'000);
        room.run(5s);
        QVERIFY2(room.apart() <= 1'500, qPrintable(QString::number(room.apart())));
        QCOMPARE(sought.count(), 0);
        QCOMPARE(room.own.rate(), 1.0);
    }

    void trimIsTakenBack_data()
    {
        QTest::addColumn<std::function<void(Watching&)>>("end");
        QTest::newRow("gone") << std::function<void(Watching&)>([](Watching& room) { room.shared.reset(); });
        QTest::newRow("apart") << std::function<void(Watching&)>(
            [](Watching& room) { room.shared->breakAway(); });
        QTest::newRow("drives") << std::function<void(Watching&)>(
            [](Watching& room) { room.line.setDriver(Me); });
    }
    void trimIsTakenBack()
    {
        using End = std::function<void(Watching&)>;
        QFETCH(End, end);
        Watching room;
        room.playFrom(100.0);
        room.run(1s);
        room.pass(60ms);
        room.run(160ms); // it has asked itself
        const auto lasts = [&room](std::chrono::milliseconds span) {
            const Micros before = room.own.time();
            room.own.advance(span);
            return (room.own.time() - before).count();
        };
        QVERIFY(lasts(100ms) > 104'000);
        end(room);
        QVERIFY(std::abs(lasts(100ms) - 100'000) <= 2);
    }

    void pausedItIsExact()
    {
        Watching room;
        room.playFrom(100.0, 8.0);
        room.run(2s);
        room.theirs.pause();
        room.say();
        room.run(Frame);
        QVERIFY(!room.own.playing());
        QVERIFY(room.apart() <= 1'000);
        room.theirs.seekTime(fromSeconds(20.0));
        room.say();
        QVERIFY(room.apart() <= 1); // at once: it does not play
        room.theirs.play();
        room.say();
        QVERIFY(room.own.playing());
        room.run(1s);
        QVERIFY(room.apart() <= 1'000);
        QVERIFY(room.shared->follows());
    }

    void elsewhere()
    {
        Watching room;
        room.playFrom(100.0);
        room.run(1s);
        for (const double place : {300.0, 20.0, 20.5}) {
            room.theirs.seekTime(fromSeconds(place));
            room.say();
            room.run(Frame);
            QVERIFY2(room.apart() <= 1'000, qPrintable(QString::number(room.apart())));
        }
        room.theirs.setRate(-8.0);
        room.say();
        room.run(Frame);
        QCOMPARE(room.own.rate(), -8.0);
        room.run(1s);
        QVERIFY(room.apart() <= 20'000);
        QVERIFY(room.shared->follows());
    }

    void roundALoop()
    {
        Watching room;
        room.theirs.setLoop(FrameRange{300, 390}); // three seconds
        room.playFrom(10.0);
        QCOMPARE(room.own.loop(), room.theirs.loop());
        QSignalSpy sought(&room.own, &Playhead::sought);
        std::int64_t worst = 0;
        room.run(20s, [&] { worst = std::max(worst, room.apart()); });
        QVERIFY2(worst <= 20'000, qPrintable(QString::number(worst)));
        QCOMPARE(sought.count(), 0);
        room.own.setTimeAxis(TimeAxis::uniform(350, 1, 30)); // clips it
        QVERIFY(room.shared->follows());
        room.own.setTimeAxis(axisOf(600.0));
        room.theirs.setLoop({});
        room.say();
        room.run(200ms);
        QVERIFY(!room.own.loop());
        QVERIFY(room.shared->follows());
    }

    void theUserBreaksAway_data()
    {
        QTest::addColumn<int>("what");
        QTest::newRow("seek") << int{Seek};
        QTest::newRow("seek to where it is") << int{SamePlace};
        QTest::newRow("pause") << int{Pause};
        QTest::newRow("rate") << int{Rate};
        QTest::newRow("loop") << int{Loop};
        QTest::newRow("step") << int{Step};
    }
    void theUserBreaksAway()
    {
        QFETCH(int, what);
        Watching room;
        room.playFrom(100.0);
        room.run(1s);
        QSignalSpy following(&*room.shared, &SharedPlayback::followingChanged);
        QSignalSpy looks(&*room.shared, &SharedPlayback::lookCame);
        change(room.own, what);
        QVERIFY(room.shared->isApart() && !room.shared->follows());
        QCOMPARE(following.count(), 1);
        QVERIFY(room.line.told.empty());

        // Nobody moves it but the user.
        room.theirs.seekTime(fromSeconds(400.0));
        room.look.perspective = QStringLiteral("Anna");
        room.say();
        QSignalSpy sought(&room.own, &Playhead::sought);
        const bool playing = room.own.playing();
        room.run(2s);
        QCOMPARE(sought.count(), 0);
        QCOMPARE(room.own.playing(), playing);
        QVERIFY(room.apart() > 100'000'000);
        QVERIFY(*room.shared->behind() > Micros{100'000'000});
        QCOMPARE(looks.count(), 0);

        room.shared->follow();
        QVERIFY(room.shared->follows());
        QCOMPARE(following.count(), 2);
        QCOMPARE(looks.count(), 1);
        room.run(Frame);
        QVERIFY(room.apart() <= 1'000);
        QVERIFY(room.own.playing());
        QCOMPARE(room.own.rate(), 1.0);
        QVERIFY(!room.own.loop());
    }

    void whereTheRecordingEndsHere()
    {
        for (const bool byTheWindow : {false, true}) { // it goes on by itself when more is here
            Watching room;
            room.own.setTimeAxis(axisOf(20.0));
            room.playFrom(19.5);
            room.run(2s);
            QVERIFY(!room.own.playing());
            QCOMPARE(room.own.time(), fromSeconds(20.0));
            QVERIFY(room.shared->follows());
            room.own.setTimeAxis(axisOf(60.0));
            if (byTheWindow)
                room.own.play();
            else
                QTRY_VERIFY(room.own.playing());
            QVERIFY(room.shared->follows());
            room.run(200ms);
            QVERIFY2(room.apart() <= 1'000, qPrintable(QString::number(room.apart())));
        }
    }

    void bothStandAtTheEnd()
    {
        for (const double rate : {8.0, -8.0}) {
            Watching room;
            room.drift = 0.001; // it is there first
            QObject::connect(&room.theirs, &Playhead::playingChanged, &room.line, [&room] { room.say(); });
            room.playFrom(rate > 0.0 ? 590.0 : 10.0, rate);
            room.run(3s);
            QVERIFY(!room.theirs.playing() && !room.own.playing());
            QCOMPARE(room.own.at(), room.theirs.at());
            QVERIFY(room.shared->follows());
            room.drift = 0.0;
            room.theirs.setRate(-rate);
            room.theirs.play();
            room.run(1s);
            QVERIFY(room.own.playing());
            QVERIFY(room.apart() <= 1'000);
        }
    }

    void heldLikeTheDriver()
    {
        Watching room;
        room.playFrom(100.0);
        room.run(1s);
        room.held = true;
        room.say();
        room.run(2s);
        QVERIFY(room.apart() <= 1'000);
        QVERIFY(room.shared->follows());
        room.held = false;
        room.say();
        room.run(1s);
        QVERIFY(room.own.playing());
        QVERIFY(room.apart() <= 1'000);
    }

    void looks()
    {
        Watching room;
        std::vector<SharedLook> came;
        QObject::connect(&*room.shared, &SharedPlayback::lookCame, &*room.shared,
                         [&came](const SharedLook& look) { came.push_back(look); });
        room.look = {QStringLiteral("Anna"),
                     {ActorId{3}, ActorId{1}},
                     QStringLiteral("pose:1"),
                     {QStringLiteral("trails")}};
        room.say();
        room.say();
        QCOMPARE(came.size(), std::size_t{1});
        QCOMPARE(came.back(), room.look);
        room.look.camera = QStringLiteral("pose:2");
        room.say();
        QCOMPARE(came.size(), std::size_t{2});
        room.look.selection.clear();
        room.say();
        QCOMPARE(came.back(), room.look);
        room.shared->follow();
        QCOMPARE(came.size(), std::size_t{4});
    }

    void beforeAnythingCame()
    {
        Watching room;
        room.own.play();
        room.own.seekTime(fromSeconds(30.0));
        QVERIFY(room.shared->follows());
        QVERIFY(!room.shared->state());
        QVERIFY(!room.shared->behind());
        room.line.clockIsKnown = false;
        room.playFrom(100.0);
        room.run(1s);
        QVERIFY(!room.shared->behind());
        QVERIFY(std::abs(seconds(room.own.time()) - 31.0) < 0.1);
        room.line.clockIsKnown = true;
        room.run(200ms);
        QVERIFY(room.apart() <= 1'000);
    }

    void drivingIsTold()
    {
        Watching room;
        room.playFrom(100.0);
        room.run(1s);
        QVERIFY(room.line.told.empty());
        QSignalSpy following(&*room.shared, &SharedPlayback::followingChanged);
        room.line.setDriver(Me);
        QCOMPARE(following.count(), 1);
        QVERIFY(!room.shared->follows() && !room.shared->isApart());
        QCOMPARE(room.line.told.size(), std::size_t{1}); // at once
        SharedState state = room.line.told.back();
        QCOMPARE(state.clock, room.line.now);
        QCOMPARE(state.place, room.own.time());
        QCOMPARE(state.duration, fromSeconds(600.0));
        QCOMPARE(state.revision, std::int64_t{2}); // the last one that came
        QVERIFY(state.playing && !state.held && !state.loop);

        for (const int what : {Seek, SamePlace, Rate, Loop, Pause, Step}) {
            room.line.told.clear();
            change(room.own, what);
            QVERIFY(!room.line.told.empty());
            state = room.line.told.back();
            QCOMPARE(state.place, room.own.time());
            QCOMPARE(state.rate, room.own.rate());
            QCOMPARE(state.playing, room.own.playing());
            QCOMPARE(state.loop, sharedLoop(room.own.loop(), room.own.timeAxis()));
            QCOMPARE(room.shared->state(), std::optional(state));
        }
        QVERIFY(!room.shared->isApart());
    }

    void lookAndHeldAreTold()
    {
        Watching room;
        SharedLook look{
            QStringLiteral("Ben"), {ActorId{4}}, QStringLiteral("pose:3"), {QStringLiteral("zones")}};
        room.shared->setLook(look);
        room.shared->setHeld(true);
        QVERIFY(room.line.told.empty());
        room.line.setDriver(Me);
        const auto last = [&room] { return room.line.told.back(); };
        QCOMPARE(last().camera, look.camera);
        QCOMPARE(last().selection, look.selection);
        QCOMPARE(last().perspective, look.perspective);
        QCOMPARE(last().layers, look.layers);
        QVERIFY(last().held);
        room.line.told.clear();
        room.shared->setLook(look);
        room.shared->setHeld(true);
        QVERIFY(room.line.told.empty()); // nothing new
        look.camera = QStringLiteral("pose:4");
        room.shared->setLook(look);
        QCOMPARE(last().camera, look.camera);
        room.shared->setHeld(false);
        QVERIFY(!last().held);
        QCOMPARE(room.line.told.size(), std::size_t{2});
    }

    void whatIsToldStaysTrue()
    {
        Watching room;
        room.line.setDriver(Me);
        room.own.setRate(8.0);
        room.own.play();
        room.run(320ms);
        room.line.told.clear();
        room.run(3s); // as it was told: once a second will do
        QVERIFY2(room.line.told.size() >= 2 && room.line.told.size() <= 4,
                 qPrintable(QString::number(room.line.told.size())));
        room.run(320ms);
        room.line.told.clear();
        room.line.now += 200ms; // frames were dropped
        room.run(Frame);
        QCOMPARE(room.line.told.size(), std::size_t{1});
        QCOMPARE(room.line.told.back().placeAt(room.line.now), room.own.time());
        room.line.now += 1ms; // that is nobody's business
        room.run(Frame);
        QCOMPARE(room.line.told.size(), std::size_t{1});
    }

    void aLongerRecordingIsTold()
    {
        Watching room(20.0);
        room.line.setDriver(Me);
        room.line.told.clear();
        room.own.setTimeAxis(axisOf(30.0));
        QTRY_VERIFY(!room.line.told.empty());
        QCOMPARE(room.line.told.back().duration, fromSeconds(30.0));
    }

    void toldAsSoonAsTheClockIsKnown()
    {
        Watching room;
        room.line.clockIsKnown = false;
        room.line.setDriver(Me);
        room.own.play();
        QVERIFY(room.line.told.empty());
        room.line.clockIsKnown = true;
        QTRY_VERIFY(!room.line.told.empty());
    }

    void theDriveChangesHands()
    {
        Watching room;
        room.look.perspective = QStringLiteral("Anna");
        room.playFrom(100.0);
        room.run(1s);
        room.own.seekTime(fromSeconds(40.0));
        QVERIFY(room.shared->isApart());
        room.line.setDriver(Me); // where this one is, there all are
        QVERIFY(!room.shared->isApart());
        QCOMPARE(room.line.told.back().place, fromSeconds(40.0));
        room.say(); // was on its way
        room.run(Frame);
        QVERIFY(room.own.time() < fromSeconds(41.0));

        QSignalSpy looks(&*room.shared, &SharedPlayback::lookCame);
        room.line.told.clear();
        room.line.setDriver(PersonId::Host);
        QVERIFY(room.shared->follows());
        room.run(160ms); // nobody has said anything yet: it goes on
        QVERIFY(room.own.time() < fromSeconds(41.0));
        QVERIFY(room.own.playing() && room.shared->follows());
        room.say();
        room.run(Frame);
        QVERIFY(room.apart() <= 1'000);
        QCOMPARE(looks.count(), 1);
        QVERIFY(room.line.told.empty());
    }
};

} // namespace tst_shared_playback

GHOSTLINE_TEST(tst_shared_playback, TestSharedPlayback)
#include "tst_shared_playback.moc"
