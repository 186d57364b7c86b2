// SPDX-License-Identifier: GPL-3.0-or-later
// A guest among strangers: whatever a host that is none says, it ends or is passed over, and a guest paces
// what it says itself.
#include "tests/support/rounds.h"
#include "tests/support/test_driver.h"
#include "tests/together/guest_client.h"
#include "tests/together/said_messages.h"

#include <random>

namespace tst_guest_strangers {

namespace model = ghostline::model;
using namespace ghostline::test;
using namespace std::chrono_literals;
using Failure = GuestFailure::Kind;

namespace {

int number(Failure kind) { return static_cast<int>(kind); }
int number(RefusalReason reason) { return static_cast<int>(reason); }

std::vector<Message> nothing() { return {}; }

/// Of what ends a line one in so many is sent: coming back takes longest.
constexpr int EndingsEach = 8;

bool mayEnd(const Message& message)
{
    return !isFromHost(message) || std::holds_alternative<Welcome>(message) ||
           std::holds_alternative<Refused>(message) || std::holds_alternative<Bye>(message);
}

/// A few signs other than they were.
QByteArray mutated(QByteArray bytes, std::mt19937& random)
{
    const QByteArray odd = QByteArrayLiteral("\"\\{}[]:,0123456789eE+-.\xF0\x9F\xA6\x8Atrue");
    const auto below = [&random](qsizetype most) {
        return static_cast<qsizetype>(random() % static_cast<std::size_t>(std::max<qsizetype>(most, 1)));
    };
    for (unsigned change = 0; change <= random() % 3 && !bytes.isEmpty(); ++change) {
        const qsizetype at = below(bytes.size());
        const char sign = odd[below(odd.size())];
        switch (random() % 3) {
        case 0:
            bytes[at] = sign;
            break;
        case 1:
            bytes.insert(at, sign);
            break;
        default:
            bytes.remove(at, 1 + below(4));
            break;
        }
    }
    return bytes;
}

} // namespace

class TestGuestStrangers : public QObject
{
    Q_OBJECT

    static void isNoHost(const SeenGuest& seen)
    {
        QTRY_COMPARE(seen.failures.size(), std::size_t{1});
        QCOMPARE(number(seen.failures[0].kind), number(Failure::NoHost));
        QVERIFY(!seen.failures[0].text.isEmpty());
        QCOMPARE(seen.guest.line(), Guest::Line::None);
    }

    /// What a guest is let in with, and then waits for whatever comes.
    static void letIn(const FakeHost& host, SeenGuest& seen)
    {
        QVERIFY(seen.join(host.invitation()));
        QTRY_VERIFY(!seen.guest.people().empty());
    }

private Q_SLOTS:
    void aFakeHostLetsIn()
    {
        FakeHost host;
        SeenGuest seen;
        letIn(host, seen);
        const auto* hello = firstOf<Hello>(host.received);
        QVERIFY(hello);
        QCOMPARE(*hello, (Hello{ProtocolVersion, QStringLiteral("0.1.0"), QStringLiteral("Anna"),
                                QStringLiteral("ABCDEFGHJK"), ServedHost::quick().recording}));
        host.send(Chat{PersonId::Host, QStringLiteral("hello")});
        QTRY_COMPARE(seen.chats.size(), std::size_t{1});
    }

    void malformed_data()
    {
        QTest::addColumn<QByteArray>("said");
        QTest::addColumn<bool>("first"); // also instead of a welcome
        QTest::newRow("no JSON") << QByteArray("hello") << true;
        QTest::newRow("empty") << QByteArray() << true;
        QTest::newRow("list") << QByteArray("[1,2,3]") << true;
        QTest::newRow("no kind") << QByteArray("{}") << true;
        QTest::newRow("deep") << QByteArray(100'000, '[') << true;
        QTest::newRow("of a guest") << encode(Hello{}) << true;
        QTest::newRow("a ping") << encode(Ping{}) << true;
        QTest::newRow("a welcome to nobody") << QByteArray(R"({"kind":"welcome","protocol":1})") << true;
        QTest::newRow("a welcome to the host")
            << encode(Welcome{1, {}, PersonId::Host, {}, {}, {}, true, true}) << true;
        Welcome other = FakeHost::welcome();
        other.you = PersonId{7};
        QTest::newRow("a second welcome, to somebody else") << encode(other) << false;
        QTest::newRow("refused behind a welcome") << encode(Refused{}) << false;
        QTest::newRow("two who drive")
            << QByteArray(R"({"kind":"people","people":[{"id":1,"drives":true},{"id":2,"drives":true}]})")
            << false;
        QTest::newRow("a rate")
            << QByteArray(
                   R"({"kind":"state","revision":1,"clock_us":1,"place_us":1,"duration_us":1,"rate":1e9})")
            << false;
    }

    void malformed()
    {
        QFETCH(QByteArray, said);
        QFETCH(bool, first);
        FakeHost host;
        SeenGuest seen;
        letIn(host, seen);
        host.sendText(said);
        isNoHost(seen);
        QTRY_VERIFY(lastOf<Bye>(host.received));
        QCOMPARE(lastOf<Bye>(host.received)->reason, ByeReason::Malformed);
        QVERIFY(seen.states.empty());
        if (!first)
            return;
        FakeHost other;
        other.answers = nothing;
        SeenGuest begun;
        begun.guest.join(SeenGuest::optionsFor(other.invitation()));
        QTRY_VERIFY(firstOf<Hello>(other.received));
        other.sendText(said);
        isNoHost(begun);
        QVERIFY(begun.welcomes.empty());
    }

    void wrongOrder_data()
    {
        QTest::addColumn<QByteArray>("said");
        for (const auto& [name, message] : saidMessages()) {
            if (isFromHost(message) && !std::holds_alternative<Welcome>(message) &&
                !std::holds_alternative<Refused>(message))
                QTest::newRow(name) << encode(message);
        }
    }

    void wrongOrder()
    {
        QFETCH(QByteArray, said);
        FakeHost host;
        host.answers = nothing;
        SeenGuest seen;
        seen.guest.join(SeenGuest::optionsFor(host.invitation()));
        QTRY_VERIFY(firstOf<Hello>(host.received));
        host.sendText(said);
        isNoHost(seen);
        QVERIFY(seen.states.empty() && seen.chats.empty() && seen.points.empty() && seen.peopleCame == 0);
    }

    void whatANewerProgramSaysIsPassedOver()
    {
        FakeHost host;
        SeenGuest seen;
        letIn(host, seen);
        host.sendText(R"({"kind":"sing","song":"la"})");
        host.send(Chat{PersonId::Host, QStringLiteral("la")});
        QTRY_COMPARE(seen.chats.size(), std::size_t{1});
        QVERIFY(seen.failures.empty());
    }

    void oversized()
    {
        FakeHost host;
        SeenGuest seen;
        letIn(host, seen);
        host.sendText(QByteArray(static_cast<qsizetype>(MostMessageBytes) + 1, ' '));
        isNoHost(seen);
    }

    void binaryIsNoMessage()
    {
        FakeHost host;
        SeenGuest seen;
        letIn(host, seen);
        host.sendBinary("abc");
        isNoHost(seen);
    }

    void flood()
    {
        FakeHost host;
        SeenGuest seen;
        letIn(host, seen);
        for (int i = 0; i < 10'000; ++i)
            host.send(Chat{PersonId::Host, QStringLiteral("buy")});
        isNoHost(seen);
        QVERIFY(seen.chats.size() < 6'000);
    }

    void refusals_data()
    {
        QTest::addColumn<QByteArray>("answer");
        QTest::addColumn<int>("reason");
        QTest::addColumn<QString>("says");
        const QString newer = QStringLiteral("9.0");
        QTest::newRow("version") << encode(Refused{RefusalReason::Version, 7, newer, {}})
                                 << number(RefusalReason::Version)
                                 << QStringLiteral(
                                        "protocol 7 (version 9.0), and this program 1 (version 0.1.0)");
        QTest::newRow("a welcome of another version")
            << encode(Welcome{7, newer, PersonId{1}, {}, {}, {}, true, true})
            << number(RefusalReason::Version)
            << QStringLiteral("protocol 7 (version 9.0), and this program 1 (version 0.1.0)");
        QTest::newRow("later") << encode(Refused{RefusalReason::Later, 1, newer, {}})
                               << number(RefusalReason::Later) << QStringLiteral("wrong codes");
        QTest::newRow("a recording that is not named")
            << encode(Refused{RefusalReason::Recording, 1, newer, {}}) << number(RefusalReason::Recording)
            << QStringLiteral("another recording");
        QTest::newRow("any other") << QByteArray(R"({"kind":"refused","reason":"rainy","protocol":1})")
                                   << number(RefusalReason::Unknown) << QStringLiteral("lets nobody in");
    }

    void refusals()
    {
        QFETCH(QByteArray, answer);
        QFETCH(int, reason);
        QFETCH(QString, says);
        FakeHost host;
        host.answers = nothing;
        SeenGuest seen;
        seen.guest.join(SeenGuest::optionsFor(host.invitation()));
        QTRY_VERIFY(firstOf<Hello>(host.received));
        host.sendText(answer);
        QTRY_COMPARE(seen.failures.size(), std::size_t{1});
        QCOMPARE(number(seen.failures[0].kind), number(Failure::Refused));
        QCOMPARE(number(seen.failures[0].refusal), reason);
        QVERIFY2(seen.failures[0].text.text().contains(says), qPrintable(seen.failures[0].text.text()));
        QCOMPARE(host.connections, std::size_t{1});
    }

    void goodbyes_data()
    {
        QTest::addColumn<int>("reason");
        QTest::addColumn<int>("kind"); // -1 = comes back
        const auto row = [](const char* name, ByeReason reason, int kind) {
            QTest::newRow(name) << static_cast<int>(reason) << kind;
        };
        row("left", ByeReason::Left, number(Failure::Ended));
        row("ended", ByeReason::Ended, number(Failure::Ended));
        row("removed", ByeReason::Removed, number(Failure::Removed));
        row("malformed", ByeReason::Malformed, number(Failure::Removed));
        row("flood", ByeReason::Flood, number(Failure::Removed));
        row("any other", ByeReason::Unknown, number(Failure::Removed));
        row("slow", ByeReason::Slow, -1);
    }

    void goodbyes()
    {
        QFETCH(int, reason);
        QFETCH(int, kind);
        FakeHost host;
        SeenGuest seen;
        letIn(host, seen);
        host.send(Bye{static_cast<ByeReason>(reason)});
        if (kind < 0) {
            QTRY_COMPARE(seen.welcomes.size(), std::size_t{2});
            QVERIFY(seen.failures.empty());
            return;
        }
        QTRY_COMPARE(seen.failures.size(), std::size_t{1});
        QCOMPARE(number(seen.failures[0].kind), kind);
        QCOMPARE(host.connections, std::size_t{1});
    }

    /// Somebody else has taken the place, or the host is being guessed at: that passes.
    void refusedWhenItComesBack()
    {
        FakeHost host;
        std::size_t hellos = 0;
        host.answers = [&hellos]() -> std::vector<Message> {
            switch (++hellos) {
            case 2:
                return {Refused{RefusalReason::Full, 1, {}, {}}};
            case 3:
                return {Refused{RefusalReason::Later, 1, {}, {}}};
            case 5:
                return {Refused{RefusalReason::Code, 1, {}, {}}};
            default:
                return {FakeHost::welcome(), FakeHost::people()};
            }
        };
        SeenGuest seen;
        letIn(host, seen);
        host.cut();
        QTRY_COMPARE(seen.welcomes.size(), std::size_t{2});
        QCOMPARE(hellos, std::size_t{4});
        QVERIFY(seen.failures.empty());
        host.cut();
        QTRY_COMPARE(seen.failures.size(), std::size_t{1});
        QCOMPARE(number(seen.failures[0].refusal), number(RefusalReason::Code));
    }

    void saysNothing()
    {
        FakeHost host;
        host.answers = nothing;
        GuestOptions options = SeenGuest::optionsFor(host.invitation());
        options.times.connect = 300ms;
        SeenGuest seen;
        seen.guest.join(options);
        isNoHost(seen);
    }

    void closesWithoutAWord()
    {
        FakeHost host;
        host.answers = nothing;
        SeenGuest seen;
        seen.guest.join(SeenGuest::optionsFor(host.invitation()));
        QTRY_VERIFY(firstOf<Hello>(host.received));
        host.cut();
        isNoHost(seen);
    }

    void otherServers_data()
    {
        QTest::addColumn<QByteArray>("answer");
        QTest::newRow("silence") << QByteArray();
        QTest::newRow("a web server") << QByteArray("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n");
        QTest::newRow("another protocol") << QByteArray("SSH-2.0-OpenSSH_9.2p1\r\n\r\n");
        QTest::newRow("a wrong key") << QByteArray(
            "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            "Sec-WebSocket-Accept: AAAAAAAAAAAAAAAAAAAAAAAAAAA=\r\n\r\n");
        QTest::newRow("endless") << QByteArray(1 << 20, 'a');
    }

    void otherServers()
    {
        QFETCH(QByteArray, answer);
        QTcpServer server;
        QVERIFY(server.listen(QHostAddress(QHostAddress::LocalHost)));
        QByteArray asked;
        connect(&server, &QTcpServer::newConnection, &server, [&] {
            QTcpSocket* const socket = server.nextPendingConnection();
            connect(socket, &QTcpSocket::readyRead, socket, [&asked, socket] { asked += socket->readAll(); });
            socket->write(answer);
        });
        GuestOptions options = SeenGuest::optionsFor(
            {QStringLiteral("127.0.0.1"), server.serverPort(), QStringLiteral("ABCDEFGHJK"), {}});
        options.times.connect = 1s;
        SeenGuest seen;
        seen.guest.join(options);
        isNoHost(seen);
        QVERIFY(!asked.contains("ABCDE"));
    }

    /// Without the host's clock nobody could follow.
    void aStateWaitsForTheClock()
    {
        FakeHost host;
        host.answersPings = false;
        SeenGuest seen;
        letIn(host, seen);
        for (int i = 1; i <= 3; ++i) {
            SharedState state = stateAt(i);
            state.revision = i;
            host.send(StateMessage{state});
        }
        host.send(Chat{PersonId::Host, QStringLiteral("behind them")});
        QTRY_COMPARE(seen.chats.size(), std::size_t{1});
        QVERIFY(seen.states.empty() && !seen.guest.hostNow());
        QTRY_VERIFY(lastOf<Ping>(host.received));
        host.send(Pong{lastOf<Ping>(host.received)->sent, HostClock::now()});
        QTRY_COMPARE(seen.states.size(), std::size_t{1});
        QCOMPARE(seen.states[0].revision, std::int64_t{3});
    }

    void whatComesLateIsNothingNew()
    {
        FakeHost host;
        SeenGuest seen;
        letIn(host, seen);
        QTRY_VERIFY(seen.guest.hostNow());
        for (const std::int64_t revision : {5, 3, 5, 6, 4}) {
            SharedState state = stateAt(revision);
            state.revision = revision;
            host.send(StateMessage{state});
        }
        host.send(Chat{PersonId::Host, QStringLiteral("behind them")});
        QTRY_COMPARE(seen.chats.size(), std::size_t{1});
        QTRY_COMPARE(seen.states.back().revision, std::int64_t{6});
        QVERIFY(std::ranges::is_sorted(seen.states, {}, &SharedState::revision));
        // Of another line, perhaps of another host, they begin anew.
        host.cut();
        QTRY_COMPARE(seen.welcomes.size(), std::size_t{2});
        SharedState state = stateAt(1);
        state.revision = 1;
        host.send(StateMessage{state});
        QTRY_COMPARE(seen.states.back().revision, std::int64_t{1});
    }

    void aDrivenStateIsSaidSeldomAndAgain()
    {
        FakeHost host;
        People driving = FakeHost::people();
        driving.people[0].drives = false;
        driving.people[1].drives = true;
        host.answers = [driving] { return std::vector<Message>{FakeHost::welcome(), driving}; };
        GuestOptions options = SeenGuest::optionsFor(host.invitation());
        options.times.change = 400ms;
        options.times.state = 60s;
        SeenGuest seen;
        QVERIFY(seen.join(options));
        QTRY_VERIFY(seen.guest.drives() && seen.guest.hostNow());
        for (int i = 1; i <= 50; ++i)
            seen.guest.setState(stateAt(i));
        QTRY_VERIFY(lastOf<StateMessage>(host.received) &&
                    lastOf<StateMessage>(host.received)->state.place == model::Micros{50'000'000});
        QCOMPARE(countOf<StateMessage>(host.received), std::size_t{2});
        QCOMPARE(firstOf<StateMessage>(host.received)->state.place, model::Micros{1'000'000});
        // The drive is gone: what it does is nobody's business any more.
        host.send(FakeHost::people());
        QTRY_VERIFY(!seen.guest.drives());
        seen.guest.setState(stateAt(99));
        seen.guest.askForDrive(true);
        QTRY_VERIFY(firstOf<RequestDrive>(host.received));
        QCOMPARE(countOf<StateMessage>(host.received), std::size_t{2});
    }

    /// Each time where the play is by then: a host takes an old instant for a wrong one.
    void saidAgainItIsOfNow()
    {
        FakeHost host;
        People driving = FakeHost::people();
        driving.people[0].drives = false;
        driving.people[1].drives = true;
        host.answers = [driving] { return std::vector<Message>{FakeHost::welcome(), driving}; };
        GuestOptions options = SeenGuest::optionsFor(host.invitation());
        options.times.state = 30ms;
        SeenGuest seen;
        QVERIFY(seen.join(options));
        QTRY_VERIFY(seen.guest.drives() && seen.guest.hostNow());
        SharedState state = stateAt(5);
        state.playing = true;
        seen.guest.setState(state);
        QTRY_VERIFY(countOf<StateMessage>(host.received) >= 4);
        const SharedState last = lastOf<StateMessage>(host.received)->state;
        QCOMPARE(firstOf<StateMessage>(host.received)->state.clock, state.clock);
        QVERIFY(last.clock > state.clock);
        QCOMPARE(last.place, state.placeAt(last.clock));
        QVERIFY(last.place > state.place);
    }

    /// The list that says so may come behind the first state of whoever drives now.
    void aStateThatComesBeforeTheList()
    {
        FakeHost host;
        People driving = FakeHost::people();
        driving.people[0].drives = false;
        driving.people[1].drives = true;
        host.answers = [driving] { return std::vector<Message>{FakeHost::welcome(), driving}; };
        SeenGuest seen;
        letIn(host, seen);
        QTRY_VERIFY(seen.guest.drives() && seen.guest.hostNow());
        SharedState state = stateAt(8);
        state.revision = 2;
        host.send(StateMessage{state});
        host.send(Chat{PersonId::Host, QStringLiteral("behind it")});
        QTRY_COMPARE(seen.chats.size(), std::size_t{1});
        QVERIFY(seen.states.empty());
        host.send(FakeHost::people());
        QTRY_COMPARE(seen.states, (std::vector{state}));
    }

    /// A window has to work for each list and each state: the newest is enough.
    void sentTooOften_data()
    {
        QTest::addColumn<bool>("driverChanges");
        QTest::newRow("lags") << false;
        QTest::newRow("who drives") << true;
    }

    void sentTooOften()
    {
        QFETCH(bool, driverChanges);
        constexpr int Sent = 500;
        FakeHost host;
        SeenGuest seen;
        letIn(host, seen);
        QTRY_VERIFY(seen.guest.hostNow());
        const std::size_t before = seen.peopleCame;
        QElapsedTimer timer;
        timer.start();
        for (int i = 1; i <= Sent; ++i) {
            People people = FakeHost::people();
            people.people[1].lagMs = i;
            people.people[0].drives = !driverChanges || i % 2 == 0;
            host.send(people);
            SharedState state = stateAt(i);
            state.revision = i;
            host.send(StateMessage{state});
        }
        QTRY_VERIFY(seen.guest.person(PersonId{1}) && seen.guest.person(PersonId{1})->lagMs == Sent);
        QTRY_VERIFY(!seen.states.empty() && seen.states.back().revision == Sent);
        const auto most = [&timer](std::size_t atOnce, int every) {
            return atOnce + static_cast<std::size_t>(timer.elapsed() / every);
        };
        QVERIFY2(seen.peopleCame - before <= most(driverChanges ? 23 : 3, driverChanges ? 50 : 100),
                 qPrintable(QString::number(seen.peopleCame)));
        QVERIFY2(seen.states.size() <= most(3, 15), qPrintable(QString::number(seen.states.size())));
        QVERIFY(seen.failures.empty());
    }

    void whoDrivesIsToldAtOnce()
    {
        FakeHost host;
        SeenGuest seen;
        letIn(host, seen);
        for (int i = 0; i < 6; ++i) {
            People people = FakeHost::people();
            people.people[0].drives = i % 2 != 0;
            people.people[1].drives = i % 2 == 0;
            host.send(people);
            host.send(Chat{PersonId::Host, QString::number(i)});
            QTRY_COMPARE(seen.chats.size(), static_cast<std::size_t>(i) + 1);
            QCOMPARE(seen.guest.drives(), i % 2 == 0);
        }
    }

    /// Nothing crashes: it ends, or is passed over.
    void anythingElse()
    {
        FakeHost host;
        SeenGuest seen;
        const auto all = saidMessages();
        std::mt19937 random(41);
        int passed = 0;
        int ended = 0;
        int endings = 0;
        for (int i = 0; i < rounds(10'000); ++i) {
            const QByteArray bytes = mutated(encode(all[random() % all.size()].second), random);
            const auto read = decode(QString::fromUtf8(bytes).toUtf8()); // as it arrives
            const bool isNone = !read && read.error().code != model::ErrorCode::Unsupported;
            if ((isNone || (read && mayEnd(*read))) && ++endings % EndingsEach != 0)
                continue;
            if (!seen.isIn()) {
                seen.guest.leave();
                QVERIFY(seen.join(host.invitation()));
                host.received.clear();
            }
            const QString marker = QStringLiteral("marker %1").arg(i);
            host.sendText(bytes);
            host.send(Chat{PersonId::Host, marker});
            const bool over = soon(
                [&] { return !seen.isIn() || (!seen.chats.empty() && seen.chats.back().text == marker); });
            QVERIFY2(over, bytes.constData());
            QVERIFY2(!isNone || !seen.isIn(), bytes.constData());
            ++(seen.isIn() ? passed : ended);
        }
        QVERIFY(passed > rounds(10'000) / 50); // else it would prove nothing
        QVERIFY(ended > rounds(10'000) / 50);
        for (const GuestFailure& failure : seen.failures)
            QVERIFY(!failure.text.isEmpty());
    }
};

} // namespace tst_guest_strangers

GHOSTLINE_TEST(tst_guest_strangers, TestGuestStrangers)
#include "tst_guest_strangers.moc"
