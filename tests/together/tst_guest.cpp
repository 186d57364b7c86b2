// SPDX-License-Identifier: GPL-3.0-or-later
// A guest at a host: joining, driving, what is said both ways, and coming back when the line is lost.
#include "tests/support/test_driver.h"
#include "tests/together/guest_client.h"

#include "together/guest_failure.h"

#include <set>

namespace tst_guest {

namespace model = ghostline::model;
using namespace ghostline::test;
using namespace std::chrono_literals;
using Kind = HostNotice::Kind;
using Failure = GuestFailure::Kind;

namespace {

/// What the host is called by a guest that is to reach it through a line.
Invitation through(const TestLine& line, const QString& code)
{
    return {QStringLiteral("127.0.0.1"), line.port(), code, {}};
}

int number(Failure kind) { return static_cast<int>(kind); }
int number(RefusalReason reason) { return static_cast<int>(reason); }

} // namespace

class TestGuestAtHost : public QObject
{
    Q_OBJECT

    static const Invitation& invitationOf(const ServedHost& served)
    {
        return served.reach->invitations.at(0);
    }

    /// The guest asks for the drive, and the host gives it.
    static void giveDrive(ServedHost& served, SeenGuest& seen)
    {
        QTRY_VERIFY(!seen.guest.people().empty());
        seen.guest.askForDrive(true);
        QTRY_VERIFY(!served.requests.empty());
        QCOMPARE(served.requests.back(), seen.guest.me());
        QVERIFY(!seen.guest.drives());
        served.host.give(seen.guest.me());
        QTRY_VERIFY(seen.guest.drives());
    }

private Q_SLOTS:
    void joining()
    {
        ServedHost served;
        QVERIFY(served.start(ServedHost::quick()));
        SeenGuest seen;
        QCOMPARE(seen.guest.me(), PersonId::None);
        QVERIFY(!seen.guest.welcome() && !seen.guest.hostNow() && !seen.guest.mayDraw());
        QVERIFY(seen.join(invitationOf(served)));
        QCOMPARE(seen.lines, (std::vector{Guest::Line::Connecting, Guest::Line::In}));
        QCOMPARE(seen.welcomes.size(), std::size_t{1});
        QCOMPARE(seen.guest.welcome()->recording, ServedHost::quick().recording);
        QCOMPARE(seen.guest.welcome()->name, QStringLiteral("Anna"));
        QCOMPARE(seen.guest.me(), seen.welcomes[0].you);
        QVERIFY(seen.guest.mayDraw() && seen.guest.mayChat());
        QTRY_COMPARE(seen.guest.people().size(), std::size_t{2});
        QCOMPARE(seen.guest.person(PersonId::Host)->name, QStringLiteral("Coach"));
        QCOMPARE(seen.guest.driver(), PersonId::Host);
        QVERIFY(!seen.guest.drives());
        QTRY_VERIFY(served.noticed(Kind::Joined, QStringLiteral("Anna joined")));
    }

    void theHostsClock()
    {
        ServedHost served;
        QVERIFY(served.start(ServedHost::quick()));
        SeenGuest seen;
        QVERIFY(seen.join(invitationOf(served)));
        QTRY_VERIFY(seen.guest.clock().samples() >= FirstPings);
        QVERIFY(seen.guest.lagMs() >= 0);
        // Both are on one machine, and count alike.
        const auto apart = std::chrono::abs(*seen.guest.hostNow() - HostClock::now());
        QVERIFY2(apart < 500ms, qPrintable(QString::number(apart.count())));
        // The host knows how long the way is, too.
        QTRY_VERIFY(served.people.size() == 2 && served.people[1].lagMs >= 0);
    }

    void theStateOfWhoeverDrives()
    {
        ServedHost served;
        QVERIFY(served.start(ServedHost::quick()));
        served.host.setState(stateAt(12));
        SeenGuest seen;
        QVERIFY(seen.join(invitationOf(served)));
        QTRY_VERIFY(!seen.states.empty());
        QCOMPARE(seen.states[0].place, model::Micros{12'000'000});
        QVERIFY(seen.guest.hostNow()); // it can be followed
        served.host.setState(stateAt(17));
        QTRY_COMPARE(seen.states.back().place, model::Micros{17'000'000});
        seen.guest.setState(stateAt(99)); // drives not: goes nowhere
        seen.guest.chat(QStringLiteral("behind it"));
        QTRY_COMPARE(served.chats.size(), std::size_t{1});
        QVERIFY(served.states.empty());
        QVERIFY(!served.noticed(Kind::Disobeyed));
    }

    void asksForTheDriveAndHandsItOver()
    {
        ServedHost served;
        QVERIFY(served.start(ServedHost::quick()));
        SeenGuest seen;
        QVERIFY(seen.join(invitationOf(served)));
        giveDrive(served, seen);
        SharedState state = stateAt(33);
        state.selection = {model::ActorId{4}};
        seen.guest.setState(state);
        QTRY_VERIFY(!served.states.empty());
        QCOMPARE(served.states.back().place, state.place);
        QCOMPARE(served.states.back().selection, state.selection);
        QVERIFY(seen.states.empty()); // its own is not told to it
        seen.guest.give(PersonId::Host);
        QTRY_VERIFY(served.people.at(0).drives);
        QTRY_VERIFY(!seen.guest.drives());
        served.host.setState(stateAt(44));
        QTRY_VERIFY(!seen.states.empty());
        QCOMPARE(seen.states.back().place, model::Micros{44'000'000});
        QVERIFY(!served.noticed(Kind::Disobeyed));
    }

    void aRequestIsTakenBack()
    {
        ServedHost served;
        QVERIFY(served.start(ServedHost::quick()));
        SeenGuest seen;
        QVERIFY(seen.join(invitationOf(served)));
        QTRY_COMPARE(seen.guest.people().size(), std::size_t{2});
        seen.guest.askForDrive(true);
        QTRY_VERIFY(seen.guest.person(seen.guest.me())->asks);
        seen.guest.askForDrive(false);
        QTRY_VERIFY(!seen.guest.person(seen.guest.me())->asks);
    }

    void takesTheDriveThatNobodyHas()
    {
        HostOptions options = ServedHost::quick();
        options.hostDrives = false;
        ServedHost served;
        QVERIFY(served.start(options));
        TestLine line(served.port());
        SeenGuest first;
        QVERIFY(first.join(through(line, served.code())));
        QTRY_VERIFY(!first.guest.people().empty());
        first.guest.askForDrive(true);
        QTRY_VERIFY(first.guest.drives());
        // Or that of somebody whose line is lost.
        SeenGuest second;
        QVERIFY(second.join(invitationOf(served)));
        QTRY_COMPARE(second.guest.driver(), first.guest.me());
        line.closed = true;
        line.cut();
        QTRY_VERIFY(second.guest.person(second.guest.driver())->lost);
        second.guest.askForDrive(true);
        QTRY_VERIFY(second.guest.drives());
        QVERIFY(served.requests.empty());
    }

    void saidBothWays()
    {
        ServedHost served;
        QVERIFY(served.start(ServedHost::quick()));
        SeenGuest seen;
        QVERIFY(seen.join(invitationOf(served)));
        const PersonId me = seen.guest.me();
        QTRY_VERIFY(!seen.guest.people().empty());
        seen.guest.addDrawing(penStroke(QStringLiteral("mine"), 3));
        seen.guest.chat(QStringLiteral("look at this"));
        seen.guest.point({PersonId::None, false, {1.0, 2.0, 3.0}});
        QTRY_COMPARE(served.drawings.size(), std::size_t{1});
        QCOMPARE(served.drawings[0].who, me);
        QCOMPARE(served.drawings[0].drawing.author, QStringLiteral("Anna"));
        QTRY_COMPARE(served.chats, (std::vector{Chat{me, QStringLiteral("look at this")}}));
        QTRY_COMPARE(served.points, (std::vector{Point{me, false, {1.0, 2.0, 3.0}}}));
        seen.guest.removeDrawing(QStringLiteral("mine"));
        QTRY_COMPARE(served.removed, (std::vector{DrawingRemoved{me, QStringLiteral("mine")}}));

        served.host.addDrawing(penStroke(QStringLiteral("theirs"), 4));
        served.host.chat(QStringLiteral("I see"));
        served.host.point({PersonId::None, true, {0.5, 0.25, 0.0}});
        QTRY_COMPARE(seen.chats, (std::vector{Chat{PersonId::Host, QStringLiteral("I see")}}));
        QTRY_COMPARE(seen.points, (std::vector{Point{PersonId::Host, true, {0.5, 0.25, 0.0}}}));
        QTRY_COMPARE(seen.drawings.size(), std::size_t{1}); // its own does not come back
        QCOMPARE(seen.drawings[0].drawing.points.size(), std::size_t{4});
        served.host.removeDrawing(QStringLiteral("theirs"));
        QTRY_COMPARE(seen.removed, (std::vector{DrawingRemoved{PersonId::Host, QStringLiteral("theirs")}}));
    }

    void whatIsNotAllowedIsNotSaid()
    {
        HostOptions options = ServedHost::quick();
        options.mayDraw = options.mayChat = false;
        ServedHost served;
        QVERIFY(served.start(options));
        SeenGuest seen;
        QVERIFY(seen.join(invitationOf(served)));
        QVERIFY(!seen.guest.mayDraw() && !seen.guest.mayChat());
        QTRY_VERIFY(!seen.guest.people().empty());
        seen.guest.addDrawing(penStroke(QStringLiteral("mine"), 3));
        seen.guest.removeDrawing(QStringLiteral("mine"));
        seen.guest.point({});
        seen.guest.chat(QStringLiteral("hello"));
        seen.guest.askForDrive(true); // comes behind all that
        QTRY_VERIFY(!served.requests.empty());
        QVERIFY(served.drawings.empty() && served.chats.empty() && served.points.empty());
        QVERIFY(!served.noticed(Kind::Disobeyed));
    }

    /// A host cuts off whoever says too much: a guest takes its time instead.
    void muchAtOnceIsNoFlood()
    {
        ServedHost served;
        QVERIFY(served.start(ServedHost::quick()));
        SeenGuest seen;
        QVERIFY(seen.join(invitationOf(served)));
        QTRY_VERIFY(!seen.guest.people().empty());
        for (int i = 0; i < 90; ++i) { // with the points more than a host takes at once
            seen.guest.addDrawing(penStroke(QStringLiteral("d%1").arg(i), 2));
            seen.guest.point({});
        }
        QTRY_COMPARE_WITH_TIMEOUT(served.drawings.size(), std::size_t{90}, 30'000);
        for (std::size_t i = 0; i < 90; ++i)
            QCOMPARE(served.drawings[i].drawing.id, QStringLiteral("d%1").arg(i));
        QVERIFY(served.points.size() < 60);
        QVERIFY(seen.isIn() && seen.welcomes.size() == 1);
    }

    void refusals_data()
    {
        QTest::addColumn<QString>("code");
        QTest::addColumn<bool>("otherRecording");
        QTest::addColumn<int>("reason");
        QTest::addColumn<QStringList>("says");
        const QString right = QStringLiteral("ABCDEFGHJK");
        QTest::newRow("code") << QStringLiteral("ABCDEFGHJL") << false << number(RefusalReason::Code)
                              << QStringList{QStringLiteral("code")};
        QTest::newRow("recording") << right << true << number(RefusalReason::Recording)
                                   << QStringList{QStringLiteral("\"match.rec\" (SHA-256 aaaaaaaaaaaa)"),
                                                  QStringLiteral("\"other.rec\" (SHA-256 bbbbbbbbbbbb)")};
        QTest::newRow("full") << right << false << number(RefusalReason::Full)
                              << QStringList{QStringLiteral("no place")};
    }

    void refusals()
    {
        QFETCH(QString, code);
        QFETCH(bool, otherRecording);
        QFETCH(int, reason);
        QFETCH(QStringList, says);
        HostOptions options = ServedHost::quick();
        options.code = QStringLiteral("ABCDEFGHJK");
        options.admission.guests = 1;
        ServedHost served;
        QVERIFY(served.start(options));
        SeenGuest first;
        if (reason == number(RefusalReason::Full))
            QVERIFY(first.join(invitationOf(served)));
        GuestOptions own = SeenGuest::optionsFor(invitationOf(served));
        own.invitation.code = code;
        if (otherRecording)
            own.recording = RecordingName{QStringLiteral("other.rec"), {QByteArray(64, 'b'), 1000}};
        SeenGuest seen;
        const GuestFailure failure = seen.failureOf(own);
        QCOMPARE(number(failure.kind), number(Failure::Refused));
        QCOMPARE(number(failure.refusal), reason);
        for (const QString& part : says)
            QVERIFY2(failure.text.text().contains(part), qPrintable(failure.text.text()));
        QCOMPARE(failure.recording.has_value(), otherRecording);
        QCOMPARE(seen.lines, (std::vector{Guest::Line::Connecting, Guest::Line::None}));
        // A second try is another one.
        QVERIFY(seen.welcomes.empty() && seen.failures.size() == 1);
    }

    void triesAgainAfterAWrongCode()
    {
        ServedHost served;
        QVERIFY(served.start(ServedHost::quick()));
        GuestOptions wrong = SeenGuest::optionsFor(invitationOf(served));
        wrong.invitation.code = QStringLiteral("2222222222");
        SeenGuest seen;
        QCOMPARE(number(seen.failureOf(wrong).refusal), number(RefusalReason::Code));
        QVERIFY(seen.join(invitationOf(served)));
    }

    void nobodyThere()
    {
        Invitation invitation{QStringLiteral("127.0.0.1"), 0, QStringLiteral("ABCDEFGHJK"), {}};
        {
            QTcpServer gone;
            QVERIFY(gone.listen(QHostAddress(QHostAddress::LocalHost)));
            invitation.port = gone.serverPort();
        }
        SeenGuest seen;
        const GuestFailure failure = seen.failureOf(SeenGuest::optionsFor(invitation));
        QCOMPARE(number(failure.kind), number(Failure::Unreachable));
        QCOMPARE(failure.text.text(), QStringLiteral("nobody listens at 127.0.0.1:%1").arg(invitation.port));
    }

    void aSentenceForEveryFault()
    {
        GuestOptions options;
        options.invitation = {QStringLiteral("::1"), 24'611, QStringLiteral("ABCDEFGHJK"), {}};
        std::set<QString> all;
        for (int fault = 0; fault <= static_cast<int>(LineFault::Closed); ++fault) {
            const QString text = lineFailure(static_cast<LineFault>(fault), options).text.text();
            QVERIFY2(text.contains(QStringLiteral("::1")) && !text.endsWith(u'.'), qPrintable(text));
            QVERIFY(!text.contains(QStringLiteral("ABCDE"))); // a code is told to nobody
            all.insert(text);
        }
        QCOMPARE(all.size(), static_cast<std::size_t>(LineFault::Closed) + 1);
    }

    void ended()
    {
        ServedHost served;
        QVERIFY(served.start(ServedHost::quick()));
        SeenGuest seen;
        QVERIFY(seen.join(invitationOf(served)));
        QTRY_VERIFY(!seen.guest.people().empty());
        served.host.stop();
        QTRY_COMPARE(seen.failures.size(), std::size_t{1});
        QCOMPARE(number(seen.failures[0].kind), number(Failure::Ended));
        QCOMPARE(seen.guest.line(), Guest::Line::None);
        QCOMPARE(seen.guest.me(), PersonId::None);
        QVERIFY(seen.guest.people().empty() && !seen.guest.hostNow());
        QTRY_VERIFY(served.stopped);
    }

    void removed()
    {
        ServedHost served;
        QVERIFY(served.start(ServedHost::quick()));
        SeenGuest seen;
        QVERIFY(seen.join(invitationOf(served)));
        served.host.remove(seen.guest.me());
        QTRY_COMPARE(seen.failures.size(), std::size_t{1});
        QCOMPARE(number(seen.failures[0].kind), number(Failure::Removed));
    }

    void leaving()
    {
        ServedHost served;
        QVERIFY(served.start(ServedHost::quick()));
        SeenGuest seen;
        QVERIFY(seen.join(invitationOf(served)));
        QTRY_VERIFY(!seen.guest.people().empty());
        const std::size_t lines = seen.lines.size();
        const std::size_t people = seen.peopleCame;
        seen.guest.leave();
        QVERIFY(seen.guest.people().empty());
        QCOMPARE(seen.guest.line(), Guest::Line::None);
        served.host.chat(QStringLiteral("too late"));
        QTRY_VERIFY(served.noticed(Kind::Left, QStringLiteral("Anna left")));
        QCOMPARE(seen.lines.size(), lines);
        QCOMPARE(seen.peopleCame, people);
        QVERIFY(seen.chats.empty() && seen.failures.empty());
        QVERIFY(seen.join(invitationOf(served))); // anew
    }

    void goingSaysGoodbye()
    {
        ServedHost served;
        QVERIFY(served.start(ServedHost::quick()));
        auto seen = std::make_unique<SeenGuest>();
        QVERIFY(seen->join(invitationOf(served)));
        seen.reset();
        QTRY_VERIFY(served.noticed(Kind::Left, QStringLiteral("Anna left")));
        QVERIFY(!served.noticed(Kind::Lost));
    }

    void goesWithinItsOwnSignals()
    {
        ServedHost served;
        QVERIFY(served.start(ServedHost::quick()));
        for (int which = 0; which < 4; ++which) {
            QPointer<Guest> guest = new Guest;
            const auto go = [guest] { delete guest.data(); };
            if (which == 0)
                connect(guest, &Guest::welcomed, guest, go);
            else if (which == 1)
                connect(guest, &Guest::peopleChanged, guest, go);
            else if (which == 2)
                connect(guest, &Guest::lagChanged, guest, go);
            else
                connect(guest, &Guest::failed, guest, go);
            GuestOptions options = SeenGuest::optionsFor(invitationOf(served));
            if (which == 3)
                options.invitation.code = QStringLiteral("2222222222");
            guest->join(options);
            QTRY_VERIFY(!guest);
        }
        QVERIFY(served.host.isRunning());
    }

    void comesBackToItsPlace()
    {
        ServedHost served;
        QVERIFY(served.start(ServedHost::quick()));
        TestLine line(served.port());
        SeenGuest seen;
        QVERIFY(seen.join(through(line, served.code())));
        giveDrive(served, seen);
        const PersonId me = seen.guest.me();
        QTRY_VERIFY(seen.guest.hostNow());
        line.closed = true;
        line.cut();
        QTRY_COMPARE(seen.guest.line(), Guest::Line::Lost);
        // What was known is known, and the play goes on.
        QCOMPARE(seen.guest.people().size(), std::size_t{2});
        QCOMPARE(seen.guest.me(), me);
        QVERIFY(seen.guest.hostNow());
        QTRY_VERIFY(served.noticed(Kind::Lost));
        // What is drawn and done meanwhile is not lost.
        seen.guest.addDrawing(penStroke(QStringLiteral("meanwhile"), 3));
        seen.guest.setState(stateAt(55));
        line.closed = false;
        QTRY_COMPARE(seen.guest.line(), Guest::Line::In);
        QCOMPARE(seen.welcomes.size(), std::size_t{2});
        QCOMPARE(seen.guest.me(), me);
        QTRY_VERIFY(served.noticed(Kind::CameBack, QStringLiteral("Anna came back")));
        QTRY_COMPARE(served.drawings.size(), std::size_t{1});
        QVERIFY(seen.guest.drives());
        QTRY_VERIFY(!served.states.empty());
        QCOMPARE(served.states.back().place, model::Micros{55'000'000});
        QVERIFY(seen.failures.empty());
    }

    /// A guest knows first that its line is dead: the host still waits for what it says.
    void comesBackBeforeTheHostKnows()
    {
        HostOptions options = ServedHost::quick();
        options.times.stale = 200ms;
        options.admission.guests = 1; // no place for another one
        ServedHost served;
        QVERIFY(served.start(options));
        TestLine line(served.port());
        GuestOptions own = SeenGuest::optionsFor(through(line, served.code()));
        own.times.silence = 600ms;
        own.times.ping = 50ms;
        SeenGuest seen;
        QVERIFY(seen.join(own));
        giveDrive(served, seen);
        const PersonId me = seen.guest.me();
        line.hush();
        QTRY_COMPARE(seen.welcomes.size(), std::size_t{2});
        QVERIFY(std::ranges::count(seen.lines, Guest::Line::Lost) == 1);
        QCOMPARE(seen.guest.me(), me);
        QCOMPARE(seen.guest.welcome()->name, QStringLiteral("Anna"));
        QTRY_VERIFY(served.noticed(Kind::CameBack, QStringLiteral("Anna came back")));
        QTRY_VERIFY(seen.guest.drives());
        QTRY_COMPARE(served.people.size(), std::size_t{2});
        QVERIFY(!served.noticed(Kind::Lost) && !served.noticed(Kind::Refused));
        // It is heard on the new line alone.
        seen.guest.setState(stateAt(55));
        QTRY_VERIFY(!served.states.empty());
        QCOMPARE(served.states.back().place, model::Micros{55'000'000});
    }

    /// Another one, whose clock and revisions are others.
    void aHostThatWasStartedAgain()
    {
        HostOptions options = ServedHost::quick();
        options.code = QStringLiteral("ABCDEFGHJK");
        auto before = std::make_unique<ServedHost>();
        QVERIFY(before->start(options));
        TestLine line(before->port());
        SeenGuest seen;
        QVERIFY(seen.join(through(line, options.code)));
        for (int i = 1; i <= 5; ++i) {
            before->host.setState(stateAt(i));
            QTRY_VERIFY(!seen.states.empty() && seen.states.back().place == std::chrono::seconds(i));
        }
        QVERIFY(seen.states.back().revision > 1);
        line.closed = true; // it has no time for a goodbye
        line.cut();
        before.reset();
        ServedHost after;
        QVERIFY(after.start(options));
        after.host.setState(stateAt(77));
        line.target = after.port();
        line.closed = false;
        QTRY_COMPARE(seen.welcomes.size(), std::size_t{2});
        QTRY_COMPARE(seen.states.back().place, model::Micros{77'000'000});
        QCOMPARE(seen.states.back().revision, std::int64_t{1});
        QVERIFY(seen.guest.hostNow());
        QTRY_COMPARE(after.people.size(), std::size_t{2});
    }

    void aLineThatIsSilent()
    {
        ServedHost served;
        QVERIFY(served.start(ServedHost::quick()));
        TestLine line(served.port());
        GuestOptions options = SeenGuest::optionsFor(through(line, served.code()));
        options.times.silence = 400ms;
        options.times.ping = 50ms;
        SeenGuest seen;
        QVERIFY(seen.join(options));
        QTRY_VERIFY(seen.guest.hostNow());
        line.swallows = true;
        QTRY_COMPARE(seen.guest.line(), Guest::Line::Lost);
        line.cut();
        line.swallows = false;
        QTRY_COMPARE(seen.welcomes.size(), std::size_t{2});
        QVERIFY(seen.failures.empty());
    }

    void givesUp()
    {
        ServedHost served;
        QVERIFY(served.start(ServedHost::quick()));
        TestLine line(served.port());
        GuestOptions options = SeenGuest::optionsFor(through(line, served.code()));
        options.times.givenUp = 300ms;
        SeenGuest seen;
        QVERIFY(seen.join(options));
        QTRY_VERIFY(!seen.guest.people().empty());
        QElapsedTimer timer;
        timer.start();
        line.closed = true;
        line.cut();
        QTRY_COMPARE(seen.failures.size(), std::size_t{1});
        QVERIFY(timer.elapsed() >= 290);
        QCOMPARE(number(seen.failures[0].kind), number(Failure::Lost));
        QVERIFY2(seen.failures[0].text.text().contains(QStringLiteral("is lost")),
                 qPrintable(seen.failures[0].text.text()));
        QCOMPARE(seen.lines.back(), Guest::Line::None);
        QVERIFY(seen.guest.people().empty());
        line.closed = false;
        QVERIFY(seen.join(options)); // by hand
    }

    void leavesWhileItIsLost()
    {
        ServedHost served;
        QVERIFY(served.start(ServedHost::quick()));
        TestLine line(served.port());
        SeenGuest seen;
        QVERIFY(seen.join(through(line, served.code())));
        line.closed = true;
        line.cut();
        QTRY_COMPARE(seen.guest.line(), Guest::Line::Lost);
        const std::size_t lines = seen.lines.size();
        seen.guest.leave();
        line.closed = false;
        QTRY_VERIFY(served.noticed(Kind::Lost));
        QVERIFY(!served.noticed(Kind::CameBack));
        QCOMPARE(seen.lines.size(), lines);
    }
};

} // namespace tst_guest

GHOSTLINE_TEST(tst_guest, TestGuestAtHost)
#include "tst_guest.moc"
