// SPDX-License-Identifier: GPL-3.0-or-later
// A host among strangers: what is malformed, too much, too slow or guessed harms nobody else.
#include "tests/support/test_driver.h"
#include "tests/together/host_client.h"

#include <QRandomGenerator>

namespace tst_host_hostile {

namespace model = ghostline::model;
using namespace ghostline::test;
using namespace std::chrono_literals;
using Kind = HostNotice::Kind;

namespace {

QByteArray helloBytes(const ServedHost& served, const QString& name)
{
    return encode(Hello{ProtocolVersion, {}, name, served.code(), {}});
}

/// A frame of the host that says goodbye for that reason.
bool hasBye(const QByteArray& received, const char* reason)
{
    return received.contains(QByteArray("\"reason\":\"") + reason + '"');
}

} // namespace

class TestHostHostile : public QObject
{
    Q_OBJECT

    /// Somebody is let in and answered: the host is as it was.
    static void stillServes(ServedHost& served)
    {
        TestGuest honest(served, QStringLiteral("Honest"));
        QTRY_VERIFY(honest.welcome());
        honest.send(Ping{});
        QTRY_VERIFY(firstOf<Pong>(honest.messages));
    }

private Q_SLOTS:
    void malformed_data()
    {
        QTest::addColumn<QByteArray>("said");
        QTest::newRow("no JSON") << QByteArray("hello");
        QTest::newRow("empty") << QByteArray();
        QTest::newRow("list") << QByteArray("[1,2,3]");
        QTest::newRow("no kind") << QByteArray("{}");
        QTest::newRow("of a host") << encode(Welcome{});
        QTest::newRow("a second hello") << encode(Hello{});
        QTest::newRow("wrong type") << QByteArray(R"({"kind":"ping","sent_us":"now"})");
        QTest::newRow("deep") << QByteArray(100'000, '[');
        QTest::newRow("numbers") << QByteArray(
            R"({"kind":"state","revision":1e300,"clock_us":1,"place_us":1,"duration_us":1,"rate":1})");
        QTest::newRow("rate") << QByteArray(
            R"({"kind":"state","revision":1,"clock_us":1,"place_us":1,"duration_us":1,"rate":1e9})");
    }

    void malformed()
    {
        QFETCH(QByteArray, said);
        ServedHost served;
        QVERIFY(served.start(ServedHost::quick()));
        // As the first, and of somebody who has come in.
        TestGuest first(served, said);
        QTRY_VERIFY(first.closed());
        QVERIFY(!first.welcome());
        TestGuest guest(served, QStringLiteral("Anna"));
        QTRY_VERIFY(guest.welcome());
        guest.sendText(said);
        QTRY_VERIFY(guest.closed());
        QVERIFY(guest.bye());
        QCOMPARE(guest.bye()->reason, ByeReason::Malformed);
        QTRY_VERIFY(served.noticed(Kind::Removed, QStringLiteral("Anna is cut off")));
        stillServes(served);
    }

    void whatANewerProgramSaysIsPassedOver()
    {
        ServedHost served;
        QVERIFY(served.start(ServedHost::quick()));
        TestGuest guest(served, QStringLiteral("Anna"));
        QTRY_VERIFY(guest.welcome());
        guest.sendText(R"({"kind":"sing","song":"la"})");
        guest.send(Ping{});
        QTRY_VERIFY(firstOf<Pong>(guest.messages));
    }

    void oversized()
    {
        ServedHost served;
        QVERIFY(served.start(ServedHost::quick()));
        // Before the code is shown less is read than after it.
        const QByteArray long5k = "{\"kind\":\"chat\",\"text\":\"" + QByteArray(5'000, 'a') + "\"}";
        TestGuest first(served, long5k);
        QTRY_VERIFY(first.closed());
        TestGuest guest(served, QStringLiteral("Anna"));
        QTRY_VERIFY(guest.welcome());
        guest.sendText(QByteArray(static_cast<qsizetype>(MostMessageBytes) + 1, ' '));
        QTRY_VERIFY(guest.closed());
        // A frame that only claims to be long.
        RawGuest raw(served.port());
        raw.upgrade();
        QTRY_VERIFY(raw.isUpgraded());
        raw.send(QByteArray::fromHex("81ff7fffffffffffffff00000000"));
        QTRY_VERIFY(raw.gone);
        stillServes(served);
    }

    void binaryIsNoMessage()
    {
        ServedHost served;
        QVERIFY(served.start(ServedHost::quick()));
        TestGuest guest(served, QStringLiteral("Anna"));
        QTRY_VERIFY(guest.welcome());
        guest.socket().sendBinaryMessage("abc");
        QTRY_VERIFY(guest.closed());
        QCOMPARE(guest.bye()->reason, ByeReason::Malformed);
    }

    void tooManyMessages()
    {
        ServedHost served;
        QVERIFY(served.start(ServedHost::quick()));
        TestGuest other(served, QStringLiteral("Ben"));
        TestGuest guest(served, QStringLiteral("Anna"));
        QTRY_VERIFY(guest.welcome() && other.welcome());
        for (int i = 0; i < 1'000; ++i)
            guest.send(RequestDrive{i % 2 == 0});
        QTRY_VERIFY(guest.closed());
        QCOMPARE(guest.bye()->reason, ByeReason::Flood);
        QTRY_VERIFY(served.noticed(Kind::Removed, QStringLiteral("sent too much")));
        QVERIFY(served.requests.size() < 200);
        QVERIFY(!other.closed());
        stillServes(served);
    }

    void tooManyBytes()
    {
        HostOptions options = ServedHost::quick();
        options.messages.bytesPerSecond = 1'000;
        options.messages.byteBurst = 50'000;
        ServedHost served;
        QVERIFY(served.start(options));
        TestGuest guest(served, QStringLiteral("Anna"));
        QTRY_VERIFY(guest.welcome());
        for (int i = 0; i < 40; ++i)
            guest.send(Chat{PersonId::None, QString(1'900, u'a')});
        QTRY_VERIFY(guest.closed());
        QCOMPARE(guest.bye()->reason, ByeReason::Flood);
    }

    /// Pings of the line itself, and pieces of a message that never ends: no message ever comes of them.
    void floodsWithoutAMessage()
    {
        HostOptions options = ServedHost::quick();
        options.messages.byteBurst = 50'000;
        options.messages.bytesPerSecond = 1'000;
        ServedHost served;
        QVERIFY(served.start(options));
        RawGuest pings(served.port());
        pings.upgrade();
        QTRY_VERIFY(pings.isUpgraded());
        pings.sendFrame(helloBytes(served, QStringLiteral("Anna")));
        QTRY_VERIFY(pings.received.contains("\"welcome\""));
        for (int i = 0; i < 1'000 && !pings.gone; ++i)
            pings.sendFrame(QByteArray(100, 'p'), 0x9);
        QTRY_VERIFY(hasBye(pings.received, "flood"));
        QTRY_VERIFY(pings.gone);

        RawGuest pieces(served.port());
        pieces.upgrade();
        QTRY_VERIFY(pieces.isUpgraded());
        pieces.sendFrame(helloBytes(served, QStringLiteral("Ben")));
        QTRY_VERIFY(pieces.received.contains("\"welcome\""));
        // 0x01: text, goes on; 0x00: continued, goes on. Masked, of one letter.
        pieces.send(QByteArray::fromHex("01810000000061"));
        for (int i = 0; i < 2'000; ++i)
            pieces.send(QByteArray::fromHex("00810000000061"));
        QTRY_VERIFY(hasBye(pieces.received, "flood"));
        stillServes(served);
    }

    void garbage_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QByteArray>("answer");
        QTest::newRow("noise") << QByteArray("\x16\x03\x01\x00\xa5\x01\x00", 7) << QByteArray("400");
        QTest::newRow("post") << QByteArray("POST / HTTP/1.1\r\n\r\n") << QByteArray("400");
        QTest::newRow("browser") << QByteArray("GET / HTTP/1.1\r\nHost: a\r\n\r\n") << QByteArray("404");
        QTest::newRow("endless") << "GET /" + QByteArray(100'000, 'a') << QByteArray("400");
        QTest::newRow("wrong key") << QByteArray("GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\n"
                                                 "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
                                                 "Sec-WebSocket-Key: abc\r\n\r\n")
                                   << QByteArray("404");
        QTest::newRow("page in a browser")
            << QByteArray("GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
                          "Sec-WebSocket-Version: 13\r\nOrigin: https://example.org\r\n"
                          "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n")
            << QByteArray("403");
    }

    void garbage()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(QByteArray, answer);
        ServedHost served;
        QVERIFY(served.start(ServedHost::quick()));
        RawGuest raw(served.port());
        raw.send(bytes);
        QTRY_VERIFY(raw.gone);
        if (bytes.size() < 10'000) // what is not read to its end may cost the answer
            QVERIFY2(raw.received.startsWith("HTTP/1.1 " + answer), raw.received.constData());
        stillServes(served);
    }

    void randomFrames()
    {
        ServedHost served;
        HostOptions options = ServedHost::quick();
        options.admission.wrongPerAddress = 10'000;
        QVERIFY(served.start(options));
        QRandomGenerator random(7);
        std::vector<std::unique_ptr<RawGuest>> guests;
        for (int i = 0; i < 60; ++i) {
            guests.push_back(std::make_unique<RawGuest>(served.port()));
            RawGuest& guest = *guests.back();
            guest.upgrade();
            QTRY_VERIFY(guest.isUpgraded());
            if (i % 2 == 0)
                guest.sendFrame(helloBytes(served, QString::number(i)));
            for (int n = 0; n < 20; ++n) {
                QByteArray text = encode(Chat{PersonId::None, QStringLiteral("hello")});
                for (int change = random.bounded(4); change > 0; --change)
                    text[random.bounded(static_cast<int>(text.size()))] =
                        static_cast<char>(random.bounded(256));
                guest.sendFrame(text, static_cast<unsigned char>(n % 4 == 0 ? random.bounded(16) : 1));
            }
            guest.send(QByteArray(40, static_cast<char>(random.bounded(256))));
        }
        for (const auto& guest : guests)
            QTRY_VERIFY(guest->gone);
        stillServes(served);
    }

    void handshakesThatDoNotFinish()
    {
        HostOptions options = ServedHost::quick();
        options.admission.handshake = 150ms;
        ServedHost served;
        QVERIFY(served.start(options));
        RawGuest silent(served.port());
        RawGuest half(served.port());
        half.send("GET / HTTP/1.1\r\nHost: a\r\n");
        RawGuest upgraded(served.port());
        upgraded.upgrade();
        QTRY_VERIFY(silent.gone && half.gone && upgraded.gone);
        QVERIFY(upgraded.isUpgraded());
    }

    void halfMadeConnectionsAreBounded()
    {
        HostOptions options = ServedHost::quick();
        options.admission.halfMade = 10;
        ServedHost served;
        QVERIFY(served.start(options));
        std::vector<std::unique_ptr<RawGuest>> silent;
        for (int i = 0; i < 60; ++i)
            silent.push_back(std::make_unique<RawGuest>(served.port()));
        const auto gone = [&silent] {
            return std::ranges::count_if(silent, [](const auto& s) { return s->gone; });
        };
        QTRY_COMPARE(gone(), 50);
        stillServes(served); // the oldest one makes room
        QVERIFY(gone() >= 51);
    }

    void codesAreGuessed()
    {
        HostOptions options = ServedHost::quick();
        options.admission.wrongPerAddress = 4;
        options.code = QStringLiteral("ABCDEFGHJK");
        ServedHost served;
        QVERIFY(served.start(options));
        TestGuest inside(served, QStringLiteral("Anna"));
        QTRY_VERIFY(inside.welcome());
        for (int i = 0; i < 4; ++i) {
            TestGuest guess(served, QStringLiteral("Eve"), QStringLiteral("ABCDEFGHJ%1").arg(i + 2));
            QTRY_VERIFY(guess.closed());
            QCOMPARE(guess.refused()->reason, RefusalReason::Code);
        }
        QTRY_VERIFY(served.noticed(Kind::CutOff, QStringLiteral("127.0.0.1")));
        TestGuest right(served, QStringLiteral("Eve"));
        QTRY_VERIFY(right.closed());
        QCOMPARE(right.refused()->reason, RefusalReason::Later);
        // Who is in stays in.
        inside.send(Ping{});
        QTRY_VERIFY(firstOf<Pong>(inside.messages));
    }

    void aWrongCodeIsAnsweredLate()
    {
        HostOptions options = ServedHost::quick();
        options.admission.firstDelay = 300ms;
        options.admission.longestDelay = 300ms;
        ServedHost served;
        QVERIFY(served.start(options));
        QElapsedTimer timer;
        timer.start();
        TestGuest guess(served, QStringLiteral("Eve"), QStringLiteral("ABCDEFGHJK"));
        QTRY_VERIFY(guess.refused());
        QVERIFY(timer.elapsed() >= 290);
    }

    /// The line is up, and nobody is there any more.
    void halfOpen()
    {
        HostOptions options = ServedHost::quick();
        options.times.silence = 200ms;
        options.times.ping = 40ms;
        ServedHost served;
        QVERIFY(served.start(options));
        TestGuest other(served, QStringLiteral("Ben")); // says nothing, but its socket answers pings
        RawGuest silent(served.port());
        silent.upgrade();
        QTRY_VERIFY(silent.isUpgraded());
        silent.sendFrame(helloBytes(served, QStringLiteral("Anna")));
        QTRY_VERIFY(silent.received.contains("\"welcome\""));
        QTRY_VERIFY(silent.gone);
        QTRY_VERIFY(served.noticed(Kind::Lost, QStringLiteral("Anna")));
        QTRY_COMPARE(served.people.size(), std::size_t{3});
        QVERIFY(std::ranges::any_of(served.people, &Person::lost));
        QVERIFY(!other.closed());
    }

    void slowReader()
    {
        HostOptions options = ServedHost::quick();
        options.behindBytes = 20'000;
        options.unsentBytes = 400'000;
        options.times.change = 1ms;
        ServedHost served;
        QVERIFY(served.start(options));
        TestGuest other(served, QStringLiteral("Ben"));
        RawGuest slow(served.port());
        slow.upgrade();
        QTRY_VERIFY(slow.isUpgraded());
        slow.sendFrame(helloBytes(served, QStringLiteral("Anna")));
        QTRY_VERIFY(slow.received.contains("\"welcome\"") && other.welcome());
        slow.socket.setReadBufferSize(1);
        // Far more than the system keeps: states are left out, and only chat piles up.
        SharedState state = stateAt(1);
        state.layers = QStringList(static_cast<qsizetype>(MostTags), QString(60, u'a'));
        for (int i = 1; i <= 1'500 && !served.noticed(Kind::Removed); ++i) {
            state.place = std::chrono::milliseconds(100 * i);
            served.host.setState(state);
            for (int n = 0; n < 10; ++n)
                served.host.chat(QString(2'000, u'b'));
            QTRY_VERIFY(countOf<Chat>(other.messages) >= static_cast<std::size_t>(10 * i));
        }
        QTRY_VERIFY(served.noticed(Kind::Removed, QStringLiteral("Anna is cut off: reads too slowly")));
        QVERIFY(!other.closed());
        QTRY_COMPARE(served.people.size(), std::size_t{2});
        stillServes(served);
    }

    /// Who was behind gets what is newest when it reads again.
    void behindAndBackAgain()
    {
        HostOptions options = ServedHost::quick();
        options.behindBytes = 20'000;
        options.unsentBytes = 64 << 20;
        options.times.change = 1ms;
        options.times.state = 60s;
        ServedHost served;
        QVERIFY(served.start(options));
        TestGuest other(served, QStringLiteral("Ben"));
        RawGuest slow(served.port());
        slow.upgrade();
        QTRY_VERIFY(slow.isUpgraded());
        slow.sendFrame(helloBytes(served, QStringLiteral("Anna")));
        QTRY_VERIFY(slow.received.contains("\"welcome\"") && other.welcome());
        slow.socket.setReadBufferSize(1);
        constexpr std::size_t Chats = 1'000; // far more than the system keeps
        for (std::size_t i = 0; i < Chats; ++i)
            served.host.chat(QString(2'000, u'b'));
        QTRY_COMPARE_WITH_TIMEOUT(countOf<Chat>(other.messages), Chats, 20'000);
        SharedState state = stateAt(1);
        for (int i = 1; i <= 20; ++i) {
            state.place = std::chrono::seconds(i);
            state.perspective = QStringLiteral("number-%1").arg(i);
            served.host.setState(state);
            QTRY_COMPARE(other.state().place, state.place);
        }
        QVERIFY(!slow.received.contains("number-"));
        slow.socket.setReadBufferSize(0);
        slow.received += slow.socket.readAll();
        QTRY_VERIFY_WITH_TIMEOUT(slow.received.contains("number-20"), 20'000);
        QVERIFY(!slow.received.contains("number-19"));
    }

    void tooSlowForTooLong()
    {
        HostOptions options = ServedHost::quick();
        options.behindBytes = 5'000;
        options.unsentBytes = 64 << 20;
        options.times.slow = 150ms;
        ServedHost served;
        QVERIFY(served.start(options));
        RawGuest slow(served.port());
        slow.upgrade();
        QTRY_VERIFY(slow.isUpgraded());
        slow.sendFrame(helloBytes(served, QStringLiteral("Anna")));
        QTRY_VERIFY(slow.received.contains("\"welcome\""));
        slow.socket.setReadBufferSize(1);
        for (int i = 0; i < 1'000; ++i)
            served.host.chat(QString(2'000, u'b'));
        QTRY_VERIFY_WITH_TIMEOUT(served.noticed(Kind::Removed, QStringLiteral("reads too slowly")), 20'000);
    }

    void manyDrawingsComeAsTheLineTakesThem()
    {
        HostOptions options = ServedHost::quick();
        options.behindBytes = 30'000;
        options.unsentBytes = 200'000; // one of them is about 50,000
        ServedHost served;
        QVERIFY(served.start(options));
        for (int i = 0; i < 40; ++i)
            served.host.addDrawing(penStroke(QStringLiteral("d%1").arg(i), MostSharedPoints));
        TestGuest guest(served, QStringLiteral("Anna"));
        QTRY_COMPARE_WITH_TIMEOUT(countOf<DrawingAdded>(guest.messages), std::size_t{40}, 20'000);
        QVERIFY(!guest.closed());
    }

    void notEverythingIsSaidToTheWindow()
    {
        HostOptions options = ServedHost::quick();
        options.admission.wrongPerAddress = 1;
        options.admission.halfMade = options.admission.halfMadePerAddress = 1'000;
        ServedHost served;
        QVERIFY(served.start(options));
        std::vector<std::unique_ptr<TestGuest>> guesses;
        for (int i = 0; i < 200; ++i) {
            guesses.push_back(
                std::make_unique<TestGuest>(served, QStringLiteral("Eve"), QStringLiteral("ABCDEFGHJK")));
        }
        QElapsedTimer timer;
        timer.start();
        for (const auto& guess : guesses)
            QTRY_VERIFY_WITH_TIMEOUT(guess->closed(), 20'000);
        QVERIFY(timer.elapsed() > 8'000 || served.notices.size() < 150);
        QTRY_VERIFY(served.noticed(Kind::Omitted));
    }
};

} // namespace tst_host_hostile

GHOSTLINE_TEST(tst_host_hostile, TestHostHostile)
#include "tst_host_hostile.moc"
