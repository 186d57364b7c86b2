// SPDX-License-Identifier: GPL-3.0-or-later
// A host and guests on loopback: joining, driving, and what everybody is told.
#include "tests/support/test_driver.h"
#include "tests/together/host_client.h"

namespace tst_host {

namespace model = ghostline::model;
using namespace ghostline::test;
using namespace std::chrono_literals;
using Kind = HostNotice::Kind;

class TestHost : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void saysHowItIsReached()
    {
        ServedHost served;
        QVERIFY(served.start(ServedHost::quick()));
        QVERIFY(!served.reach->everybody);
        QCOMPARE(served.reach->invitations.size(), std::size_t{1});
        const Invitation& invitation = served.reach->invitations[0];
        QCOMPARE(invitation.host, QStringLiteral("127.0.0.1"));
        QCOMPARE(invitation.port, served.reach->port);
        QCOMPARE(invitation.code.size(), qsizetype{CodeSigns});
        QVERIFY(!invitation.encrypted());
        QTRY_COMPARE(served.people.size(), std::size_t{1});
        QCOMPARE(served.people[0].name, QStringLiteral("Coach"));
        QVERIFY(served.people[0].drives);
    }

    void anotherPortWhereItIsTaken()
    {
        ServedHost first;
        QVERIFY(first.start(ServedHost::quick()));
        QVERIFY(!first.reach->otherPort);
        HostOptions options = ServedHost::quick();
        options.port = first.port();
        ServedHost second;
        QVERIFY(second.start(options));
        QVERIFY(second.reach->otherPort);
        QVERIFY(second.port() != first.port());
    }

    void everybodyOnlyWhereItIsWanted()
    {
        HostOptions options = ServedHost::quick();
        options.address = QHostAddress(QHostAddress::Any);
        ServedHost served;
        QVERIFY(served.start(options));
        QVERIFY(served.reach->everybody);
        QVERIFY(!served.reach->invitations.empty());
        TestGuest guest(served, QStringLiteral("Anna"));
        QTRY_VERIFY(guest.welcome());
    }

    void anAddressThatIsNotHere()
    {
        HostOptions options = ServedHost::quick();
        options.address = QHostAddress(QStringLiteral("192.0.2.1"));
        ServedHost served;
        QVERIFY(!served.start(options));
        QCOMPARE(served.error->code, model::ErrorCode::IoError);
        QVERIFY(!served.host.isRunning());
    }

    void joining()
    {
        ServedHost served;
        QVERIFY(served.start(ServedHost::quick()));
        served.host.setState(stateAt(12));
        served.host.addDrawing(penStroke(QStringLiteral("d"), 3));
        TestGuest guest(served, QStringLiteral("Anna"), groupedCode(served.code()).toLower());
        QTRY_VERIFY(firstOf<DrawingAdded>(guest.messages));
        const Welcome welcome = *guest.welcome();
        QCOMPARE(welcome.name, QStringLiteral("Anna"));
        QCOMPARE(welcome.recording, ServedHost::quick().recording);
        QVERIFY(!welcome.offer);
        QVERIFY(std::holds_alternative<Welcome>(guest.messages.at(0)));
        // Whole state, people, drawings.
        const auto* state = firstOf<StateMessage>(guest.messages);
        QVERIFY(state);
        QCOMPARE(state->state.place, model::Micros{12'000'000});
        QCOMPARE(state->state.revision, std::int64_t{1});
        QVERIFY(guest.person(PersonId::Host).drives);
        QCOMPARE(firstOf<DrawingAdded>(guest.messages)->who, PersonId::Host);
        QCOMPARE(firstOf<DrawingAdded>(guest.messages)->drawing.author, QStringLiteral("Coach"));
        QTRY_COMPARE(served.people.size(), std::size_t{2});
        QTRY_VERIFY(served.noticed(Kind::Joined, QStringLiteral("Anna joined from 127.0.0.1")));
    }

    void twoOfOneName()
    {
        ServedHost served;
        QVERIFY(served.start(ServedHost::quick()));
        TestGuest first(served, QStringLiteral("Anna"));
        QTRY_VERIFY(first.welcome());
        TestGuest second(served, QStringLiteral("anna"));
        QTRY_VERIFY(second.welcome());
        QCOMPARE(second.welcome()->name, QStringLiteral("anna (2)"));
        TestGuest third(served, QStringLiteral("Coach"));
        QTRY_VERIFY(third.welcome());
        QCOMPARE(third.welcome()->name, QStringLiteral("Coach (2)"));
        QVERIFY(first.id() != second.id());
        // Whose line is heard keeps the place, also from there and under the very same name.
        TestGuest same(served, QStringLiteral("Anna"));
        QTRY_VERIFY(same.welcome());
        QCOMPARE(same.welcome()->name, QStringLiteral("Anna (3)"));
        QVERIFY(!first.closed());
    }

    void refusals_data()
    {
        QTest::addColumn<QByteArray>("hello");
        QTest::addColumn<int>("reason");
        const QString code = QStringLiteral("ABCDEFGHJK");
        const QString name = QStringLiteral("Anna");
        const RecordingName other{QStringLiteral("other.rec"), {QByteArray(64, 'b'), 1000}};
        const auto row = [](const char* what, const Hello& hello, RefusalReason reason) {
            QTest::newRow(what) << encode(hello) << static_cast<int>(reason);
        };
        row("wrong code", {1, {}, name, QStringLiteral("ABCDEFGHJL"), {}}, RefusalReason::Code);
        row("no code", {1, {}, name, {}, {}}, RefusalReason::Code);
        row("other hash", {1, {}, name, code, other}, RefusalReason::Recording);
        row("other version", {2, {}, name, code, {}}, RefusalReason::Version);
    }

    void refusals()
    {
        QFETCH(QByteArray, hello);
        QFETCH(int, reason);
        HostOptions options = ServedHost::quick();
        options.code = QStringLiteral("ABCDE-FGHJK");
        ServedHost served;
        QVERIFY(served.start(options));
        TestGuest guest(served, hello);
        QTRY_VERIFY(guest.closed());
        QVERIFY(guest.refused());
        QCOMPARE(guest.messages.size(), std::size_t{1});
        QCOMPARE(static_cast<int>(guest.refused()->reason), reason);
        QCOMPARE(guest.refused()->protocol, ProtocolVersion);
        QCOMPARE(guest.refused()->program, QStringLiteral("0.1.0"));
        // Its name is said to those with the code alone.
        if (guest.refused()->reason == RefusalReason::Recording)
            QCOMPARE(guest.refused()->recording, options.recording);
        else
            QVERIFY(!guest.refused()->recording);
        QTRY_VERIFY(served.noticed(Kind::Refused));
        QCOMPARE(served.people.size(), std::size_t{1});
    }

    void bothRecordingsAreNamed()
    {
        ServedHost served;
        QVERIFY(served.start(ServedHost::quick()));
        TestGuest guest(served, QStringLiteral("Anna"), served.code(),
                        RecordingName{QStringLiteral("other.rec"), {QByteArray(64, 'b'), 1000}});
        QTRY_VERIFY(served.noticed(Kind::Refused, QStringLiteral("\"other.rec\" (SHA-256 bbbbbbbbbbbb)")));
        QVERIFY(served.noticed(Kind::Refused, QStringLiteral("\"match.rec\" (SHA-256 aaaaaaaaaaaa)")));
    }

    void aHashThatIsKnownLater()
    {
        HostOptions options = ServedHost::quick();
        options.recording.content = {};
        ServedHost served;
        QVERIFY(served.start(options));
        TestGuest same(served, QStringLiteral("Anna"), served.code(),
                       RecordingName{QStringLiteral("a"), {QByteArray(64, 'a'), 1000}});
        TestGuest other(served, QStringLiteral("Ben"), served.code(),
                        RecordingName{QStringLiteral("b"), {QByteArray(64, 'b'), 1000}});
        QTRY_VERIFY(same.welcome() && other.welcome());
        served.host.setRecording(ServedHost::quick().recording);
        QTRY_VERIFY(other.closed());
        QCOMPARE(other.bye()->reason, ByeReason::Removed);
        QVERIFY(!same.closed());
    }

    void theStateIsSentOnChangeAndRegularly()
    {
        HostOptions options = ServedHost::quick();
        options.times.state = 50ms;
        ServedHost served;
        QVERIFY(served.start(options));
        TestGuest guest(served, QStringLiteral("Anna"));
        QTRY_VERIFY(guest.welcome());
        QVERIFY(!firstOf<StateMessage>(guest.messages)); // nobody said one
        served.host.setState(stateAt(1));
        QTRY_COMPARE(countOf<StateMessage>(guest.messages), std::size_t{3}); // though nothing changed
        SharedState state = stateAt(2);
        state.playing = true;
        state.selection = {model::ActorId{3}};
        served.host.setState(state);
        QTRY_COMPARE(guest.state().selection, state.selection);
        QVERIFY(guest.state().revision > 1);
        QCOMPARE(guest.state().clock, state.clock);
    }

    void manyChangesAreFewMessages()
    {
        HostOptions options = ServedHost::quick();
        options.times.change = 100ms;
        options.times.state = 60s;
        ServedHost served;
        QVERIFY(served.start(options));
        TestGuest guest(served, QStringLiteral("Anna"));
        QTRY_VERIFY(guest.welcome());
        QElapsedTimer timer;
        timer.start();
        for (int i = 1; i <= 200; ++i) {
            served.host.setState(stateAt(i));
            QCoreApplication::processEvents();
        }
        QTRY_VERIFY(firstOf<StateMessage>(guest.messages));
        QTRY_COMPARE(guest.state().place, model::Micros{200'000'000});
        QVERIFY(countOf<StateMessage>(guest.messages) <= static_cast<std::size_t>(timer.elapsed() / 100 + 2));
    }

    /// A play that only goes on is no news.
    void playingOnIsNoChange()
    {
        HostOptions options = ServedHost::quick();
        options.times.state = 60s;
        ServedHost served;
        QVERIFY(served.start(options));
        TestGuest guest(served, QStringLiteral("Anna"));
        QTRY_VERIFY(guest.welcome());
        SharedState state = stateAt(1);
        state.playing = true;
        state.clock -= 5s;
        for (std::size_t i = 0; i < 30; ++i) {
            SharedState later = state;
            later.clock = state.clock + i * 20ms;
            later.place = state.place + i * 20ms;
            served.host.setState(later);
            served.host.chat(QStringLiteral("next")); // it has been seen when this comes
            QTRY_COMPARE(countOf<Chat>(guest.messages), i + 1);
        }
        QCOMPARE(countOf<StateMessage>(guest.messages), std::size_t{1});
    }

    void pingsAreAnsweredAndLagsTold()
    {
        HostOptions options = ServedHost::quick();
        options.times.lags = 20ms;
        ServedHost served;
        QVERIFY(served.start(options));
        TestGuest guest(served, QStringLiteral("Anna"));
        QTRY_VERIFY(guest.welcome());
        const HostInstant before = HostClock::now();
        guest.send(Ping{OwnInstant{77us}, 42});
        QTRY_VERIFY(firstOf<Pong>(guest.messages));
        QCOMPARE(firstOf<Pong>(guest.messages)->sent, OwnInstant{77us});
        QVERIFY(firstOf<Pong>(guest.messages)->host >= before);
        QVERIFY(firstOf<Pong>(guest.messages)->host <= HostClock::now());
        QTRY_COMPARE(guest.person(guest.id()).lagMs, 42);
        QTRY_COMPARE(served.people.back().lagMs, 42);
    }

    void driving()
    {
        ServedHost served;
        QVERIFY(served.start(ServedHost::quick()));
        served.host.setState(stateAt(1));
        TestGuest anna(served, QStringLiteral("Anna"));
        TestGuest ben(served, QStringLiteral("Ben"));
        QTRY_VERIFY(anna.welcome() && ben.welcome());

        anna.send(RequestDrive{});
        QTRY_COMPARE(served.requests, std::vector{anna.id()});
        QTRY_VERIFY(ben.person(anna.id()).asks);
        served.host.give(anna.id());
        QTRY_VERIFY(ben.person(anna.id()).drives);
        QVERIFY(!ben.person(anna.id()).asks);
        QVERIFY(!ben.person(PersonId::Host).drives);

        // Hers goes to everybody; the host's own is not heard meanwhile.
        served.host.setState(stateAt(5));
        anna.send(StateMessage{stateAt(100)});
        QTRY_COMPARE(ben.state().place, model::Micros{100'000'000});
        QTRY_COMPARE(served.states.size(), std::size_t{1});
        QCOMPARE(served.states[0].place, model::Micros{100'000'000});
        QCOMPARE(ben.state().revision, std::int64_t{2});

        anna.send(HandOver{ben.id()});
        QTRY_VERIFY(anna.person(ben.id()).drives);
        ben.send(StateMessage{stateAt(200)});
        QTRY_COMPARE(anna.state().place, model::Micros{200'000'000});

        served.host.askForDrive(true);
        QTRY_VERIFY(ben.person(PersonId::Host).drives);
        served.host.setState(stateAt(7));
        QTRY_COMPARE(ben.state().place, model::Micros{7'000'000});
    }

    void whoOnlyClaimsToDriveIsNotObeyed()
    {
        ServedHost served;
        QVERIFY(served.start(ServedHost::quick()));
        served.host.setState(stateAt(1));
        TestGuest anna(served, QStringLiteral("Anna"));
        TestGuest ben(served, QStringLiteral("Ben"));
        QTRY_VERIFY(anna.welcome() && ben.welcome());
        SharedState claimed = stateAt(300);
        claimed.revision = 1'000'000;
        for (int i = 0; i < 10; ++i)
            ben.send(StateMessage{claimed});
        ben.send(HandOver{ben.id()});
        ben.send(TakeOver{});                                 // the host is there: a request
        ben.send(Chat{anna.id(), QStringLiteral("it's me")}); // who says it, the host knows
        QTRY_VERIFY(firstOf<Chat>(anna.messages));
        QCOMPARE(firstOf<Chat>(anna.messages)->who, ben.id());
        QCOMPARE(anna.state().place, model::Micros{1'000'000});
        QVERIFY(served.states.empty());
        QTRY_COMPARE(served.requests, std::vector{ben.id()});
        QTRY_VERIFY(served.noticed(Kind::Disobeyed, QStringLiteral("(10 times)")));
        QVERIFY(!ben.closed());
    }

    void clocksThatCannotBe()
    {
        HostOptions options = ServedHost::quick();
        options.hostDrives = false;
        ServedHost served;
        QVERIFY(served.start(options));
        TestGuest anna(served, QStringLiteral("Anna"));
        TestGuest ben(served, QStringLiteral("Ben"));
        QTRY_VERIFY(anna.welcome() && ben.welcome());
        anna.send(TakeOver{});
        QTRY_VERIFY(anna.person(anna.id()).drives);
        for (const auto off : {std::chrono::hours(1), std::chrono::hours(-1)}) {
            SharedState state = stateAt(off.count() + 10);
            state.clock += off;
            anna.send(StateMessage{state});
            QTRY_VERIFY(lastOf<StateMessage>(ben.messages));
            QTRY_COMPARE(ben.state().place, state.place);
            QVERIFY(std::chrono::abs(ben.state().clock - HostClock::now()) < 60s);
        }
    }

    void theDriversLineIsLost()
    {
        ServedHost served;
        QVERIFY(served.start(ServedHost::quick()));
        auto anna = std::make_unique<TestGuest>(served, QStringLiteral("Anna"));
        TestGuest ben(served, QStringLiteral("Ben"));
        QTRY_VERIFY(anna->welcome() && ben.welcome());
        const PersonId annasId = anna->id();
        served.host.give(annasId);
        QTRY_VERIFY(ben.person(annasId).drives);
        ben.send(TakeOver{});
        QTRY_COMPARE(served.requests, std::vector{ben.id()});
        anna->socket().abort(); // without a word
        QTRY_VERIFY(ben.person(annasId).lost);
        QVERIFY(ben.person(annasId).drives);
        QTRY_VERIFY(served.noticed(Kind::Lost));

        // She comes back as the same person, and drives.
        anna = std::make_unique<TestGuest>(served, QStringLiteral("Anna"));
        QTRY_VERIFY(anna->welcome());
        QCOMPARE(anna->id(), annasId);
        QTRY_VERIFY(!ben.person(annasId).lost);
        QVERIFY(ben.person(annasId).drives);
        QTRY_VERIFY(served.noticed(Kind::CameBack));

        anna->socket().abort();
        QTRY_VERIFY(ben.person(annasId).lost);
        ben.send(TakeOver{});
        QTRY_VERIFY(ben.person(ben.id()).drives);
        ben.send(Bye{});
        QTRY_VERIFY(served.noticed(Kind::Left));
        QTRY_VERIFY(served.people[0].drives);
    }

    void theLostAreForgotten()
    {
        HostOptions options = ServedHost::quick();
        options.times.lost = 50ms;
        ServedHost served;
        QVERIFY(served.start(options));
        TestGuest ben(served, QStringLiteral("Ben"));
        TestGuest anna(served, QStringLiteral("Anna"));
        QTRY_VERIFY(anna.welcome() && ben.welcome());
        QTRY_COMPARE(served.people.size(), std::size_t{3});
        served.host.give(anna.id());
        anna.socket().abort();
        QTRY_COMPARE(served.people.size(), std::size_t{2});
        QTRY_VERIFY(served.people[0].drives);
        QTRY_COMPARE(ben.person(anna.id()).id, PersonId::None);
    }

    void pointsDrawingsAndChat()
    {
        ServedHost served;
        QVERIFY(served.start(ServedHost::quick()));
        TestGuest anna(served, QStringLiteral("Anna"));
        TestGuest ben(served, QStringLiteral("Ben"));
        QTRY_VERIFY(anna.welcome() && ben.welcome());
        const PersonId who = anna.id();

        anna.send(Point{PersonId::None, false, {1.0, 2.0, 3.0}});
        QTRY_VERIFY(firstOf<Point>(ben.messages));
        QCOMPARE(*firstOf<Point>(ben.messages), (Point{who, false, {1.0, 2.0, 3.0}}));
        QTRY_COMPARE(served.points.size(), std::size_t{1});

        anna.send(DrawingAdded{PersonId::None, penStroke(QStringLiteral("d"), 5)});
        QTRY_VERIFY(firstOf<DrawingAdded>(ben.messages));
        QCOMPARE(firstOf<DrawingAdded>(ben.messages)->who, who);
        QCOMPARE(firstOf<DrawingAdded>(ben.messages)->drawing.author, QStringLiteral("Anna"));
        QTRY_COMPARE(served.drawings.size(), std::size_t{1});

        // Somebody else's is neither changed nor removed.
        ben.send(DrawingAdded{PersonId::None, penStroke(QStringLiteral("d"), 9)});
        ben.send(DrawingRemoved{PersonId::None, QStringLiteral("d")});
        ben.send(Chat{PersonId::None, QStringLiteral("hello")});
        QTRY_VERIFY(firstOf<Chat>(anna.messages));
        QCOMPARE(*firstOf<Chat>(anna.messages), (Chat{ben.id(), QStringLiteral("hello")}));
        QTRY_COMPARE(served.chats.size(), std::size_t{1});
        QVERIFY(!firstOf<DrawingAdded>(anna.messages));
        QVERIFY(served.removed.empty());

        served.host.chat(QStringLiteral("hi"));
        served.host.point(Point{});
        served.host.removeDrawing(QStringLiteral("d"));
        QTRY_VERIFY(firstOf<DrawingRemoved>(anna.messages));
        QVERIFY(firstOf<Point>(anna.messages));
        QCOMPARE(lastOf<Chat>(anna.messages)->who, PersonId::Host);
    }

    void chatIsThrottled()
    {
        ServedHost served;
        QVERIFY(served.start(ServedHost::quick()));
        TestGuest anna(served, QStringLiteral("Anna"));
        TestGuest ben(served, QStringLiteral("Ben"));
        QTRY_VERIFY(anna.welcome() && ben.welcome());
        for (int i = 0; i < 60; ++i)
            anna.send(Chat{PersonId::None, QString::number(i)});
        anna.send(RequestDrive{});
        QTRY_COMPARE(served.requests.size(), std::size_t{1});
        QVERIFY(!served.chats.empty());
        QVERIFY2(served.chats.size() < 15, qPrintable(QString::number(served.chats.size())));
        QVERIFY(!anna.closed());
    }

    void neitherDrawnNorWrittenWhereItIsNotAllowed()
    {
        HostOptions options = ServedHost::quick();
        options.mayDraw = options.mayChat = false;
        ServedHost served;
        QVERIFY(served.start(options));
        TestGuest anna(served, QStringLiteral("Anna"));
        QTRY_VERIFY(anna.welcome());
        QVERIFY(!anna.welcome()->mayDraw);
        QVERIFY(!anna.welcome()->mayChat);
        anna.send(Chat{PersonId::None, QStringLiteral("hello")});
        anna.send(Point{});
        anna.send(DrawingAdded{PersonId::None, penStroke(QStringLiteral("d"), 5)});
        anna.send(RequestDrive{});
        QTRY_COMPARE(served.requests.size(), std::size_t{1});
        QVERIFY(served.chats.empty() && served.points.empty() && served.drawings.empty());
    }

    void removedByTheHost()
    {
        ServedHost served;
        QVERIFY(served.start(ServedHost::quick()));
        TestGuest anna(served, QStringLiteral("Anna"));
        QTRY_VERIFY(anna.welcome());
        served.host.remove(anna.id());
        QTRY_VERIFY(anna.closed());
        QCOMPARE(anna.bye()->reason, ByeReason::Removed);
        QTRY_COMPARE(served.people.size(), std::size_t{1});
    }

    void theEnd()
    {
        ServedHost served;
        QVERIFY(served.start(ServedHost::quick()));
        TestGuest anna(served, QStringLiteral("Anna"));
        QTRY_VERIFY(anna.welcome());
        served.host.stop();
        QTRY_VERIFY(served.stopped);
        QVERIFY(!served.host.isRunning());
        QTRY_VERIFY(anna.closed());
        QCOMPARE(anna.bye()->reason, ByeReason::Ended);
        // And once more.
        served.reach.reset();
        served.host.start(ServedHost::quick());
        QTRY_VERIFY(served.reach);
        TestGuest again(served, QStringLiteral("Anna"));
        QTRY_VERIFY(again.welcome());
    }

    void goneWithGuests()
    {
        std::optional<TestGuest> anna;
        {
            ServedHost served;
            QVERIFY(served.start(ServedHost::quick()));
            anna.emplace(served, QStringLiteral("Anna"));
            QTRY_VERIFY(anna->welcome());
        }
        QTRY_VERIFY(anna->closed());
        QTRY_VERIFY(anna->bye());
        QCOMPARE(anna->bye()->reason, ByeReason::Ended);
    }

    void fiftyGuests()
    {
        HostOptions options = ServedHost::quick();
        options.times.people = 50ms;
        ServedHost served;
        QVERIFY(served.start(options));
        served.host.setState(stateAt(3));
        std::vector<std::unique_ptr<TestGuest>> guests;
        for (std::size_t i = 0; i < MostGuests; ++i)
            guests.push_back(std::make_unique<TestGuest>(served, QStringLiteral("Guest %1").arg(i)));
        for (const auto& guest : guests)
            QTRY_VERIFY_WITH_TIMEOUT(firstOf<StateMessage>(guest->messages), 20'000);
        TestGuest late(served, QStringLiteral("Late"));
        QTRY_VERIFY(late.refused());
        QCOMPARE(late.refused()->reason, RefusalReason::Full);
        QTRY_COMPARE(served.people.size(), MostGuests + 1);
        served.host.setState(stateAt(4));
        for (const auto& guest : guests) {
            QTRY_COMPARE_WITH_TIMEOUT(guest->state().place, model::Micros{4'000'000}, 20'000);
            QTRY_COMPARE_WITH_TIMEOUT(lastOf<People>(guest->messages)->people.size(), MostGuests + 1, 20'000);
        }
        guests.front()->send(Bye{});
        QTRY_COMPARE(served.people.size(), MostGuests);
        TestGuest next(served, QStringLiteral("Next"));
        QTRY_VERIFY(next.welcome());
    }
};

} // namespace tst_host

GHOSTLINE_TEST(tst_host, TestHost)
#include "tst_host.moc"
