// SPDX-License-Identifier: GPL-3.0-or-later
// The recording as a host hands it out, read by the same reader as one from the web; and a host that
// encrypts.
#include "tests/support/certificates.h"
#include "tests/support/http_reads.h"
#include "tests/support/test_driver.h"
#include "tests/together/host_client.h"
#include "together/file_connection.h"

#include <QFile>
#include <QRandomGenerator>
#include <QTemporaryDir>

namespace tst_host_file {

namespace model = ghostline::model;
using namespace ghostline::test;
using namespace std::chrono_literals;
using Kind = HostNotice::Kind;

class TestHostFile : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;
    QByteArray m_bytes = noise(3'000'001, 1);
    QString m_path;

    HostOptions offering() const
    {
        HostOptions options = ServedHost::quick();
        options.recording = {QStringLiteral("a match #1.rec"), {}};
        options.recordingPath = m_path;
        options.offersFile = true;
        return options;
    }

    /// What a guest is told of it.
    static QUrl addressFor(const ServedHost& served)
    {
        TestGuest guest(served, QStringLiteral("Anna"));
        if (!QTest::qWaitFor([&guest] { return guest.welcome() != nullptr; }) || !guest.welcome()->offer)
            return {};
        const RecordingOffer offer = *guest.welcome()->offer;
        return served.reach->invitations.at(0).fileAddress(offer.port, offer.path);
    }

    /// The answer to one request, the connection being closed behind it.
    static QByteArray answerTo(const ServedHost& served, const QByteArray& request)
    {
        RawGuest raw(served.port());
        raw.send(request);
        return QTest::qWaitFor([&raw] { return raw.gone; }) ? raw.received : QByteArray();
    }

private Q_SLOTS:
    void initTestCase()
    {
        m_path = m_folder.filePath(QStringLiteral("match.rec"));
        QFile file(m_path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        QCOMPARE(file.write(m_bytes), m_bytes.size());
    }

    void isTheFile()
    {
        ServedHost served;
        QVERIFY(served.start(offering()));
        QVERIFY(served.reach->noFile.isEmpty());
        const QUrl url = addressFor(served);
        QVERIFY(url.path().endsWith(QStringLiteral("/a match #1.rec")));
        GHOSTLINE_OPEN_URL(source, url);
        QCOMPARE(source->size(), static_cast<std::uint64_t>(m_bytes.size()));
        const auto all = readAt(*source, 0, static_cast<std::size_t>(m_bytes.size()) + 10);
        QVERIFY2(all, qPrintable(problemOf(all)));
        QVERIFY(*all == m_bytes);
        QTRY_VERIFY(served.noticed(Kind::Fetching, QStringLiteral("127.0.0.1 fetches the recording")));
        // Nothing else is handed out, and looking for it is no guess.
        for (int i = 0; i < 30; ++i)
            QCOMPARE(source->sibling("scene.gltf").error().code, model::ErrorCode::NotFound);
    }

    void randomRangesAreTheFile()
    {
        ServedHost served;
        QVERIFY(served.start(offering()));
        model::HttpOptions small;
        small.cacheBytes = 300'000;
        GHOSTLINE_OPEN_URL(source, addressFor(served), small);
        QRandomGenerator random(2);
        for (int i = 0; i < 100; ++i) {
            const int offset = random.bounded(static_cast<int>(m_bytes.size()));
            const int count = random.bounded(1, i % 10 == 0 ? 600'000 : 20'000);
            const auto got =
                readAt(*source, static_cast<std::uint64_t>(offset), static_cast<std::size_t>(count));
            QVERIFY2(got, qPrintable(problemOf(got)));
            QVERIFY(*got == m_bytes.mid(offset, count));
        }
    }

    void plainRequests()
    {
        ServedHost served;
        QVERIFY(served.start(offering()));
        const QByteArray target = addressFor(served).path(QUrl::FullyEncoded).toLatin1();
        const QByteArray rest = " HTTP/1.1\r\nHost: a\r\nConnection: close\r\n";
        const QByteArray whole = answerTo(served, "GET " + target + rest + "\r\n");
        QVERIFY(whole.startsWith("HTTP/1.1 200 OK\r\n"));
        QVERIFY(whole.endsWith(m_bytes.right(1'000)));
        QCOMPARE(whole.size() - whole.indexOf("\r\n\r\n") - 4, m_bytes.size());
        const QByteArray head = answerTo(served, "HEAD " + target + rest + "\r\n");
        QVERIFY(head.contains("Content-Length: 3000001\r\n"));
        QVERIFY(head.endsWith("\r\n\r\n"));
        const QByteArray part = answerTo(served, "GET " + target + rest + "Range: bytes=5-9\r\n\r\n");
        QVERIFY(part.startsWith("HTTP/1.1 206 "));
        QVERIFY(part.contains("Content-Range: bytes 5-9/3000001\r\n"));
        QVERIFY(part.endsWith("\r\n\r\n" + m_bytes.mid(5, 5)));
        QVERIFY(answerTo(served, "GET " + target + rest + "Range: bytes=3000001-\r\n\r\n")
                    .startsWith("HTTP/1.1 416 "));
    }

    void severalRequestsOnOneConnection()
    {
        ServedHost served;
        QVERIFY(served.start(offering()));
        const QByteArray target = addressFor(served).path(QUrl::FullyEncoded).toLatin1();
        RawGuest raw(served.port());
        QByteArray expected;
        for (int i = 0; i < 20; ++i) {
            raw.send("GET " + target + " HTTP/1.1\r\nHost: a\r\nRange: bytes=" +
                     QByteArray::number(i * 1'000) + '-' + QByteArray::number(i * 1'000 + 9) + "\r\n\r\n");
            expected = m_bytes.mid(i * 1'000, 10);
        }
        QTRY_COMPARE(raw.received.count("206 Partial"), qsizetype{20});
        QTRY_VERIFY(raw.received.endsWith("\r\n\r\n" + expected));
        QVERIFY(!raw.gone);
    }

    /// Nothing of it piles up here, and after a while it is dropped.
    void aDownloadThatIsNotRead()
    {
        HostOptions options = offering();
        options.times.fileIdle = 300ms;
        options.recordingPath = m_folder.filePath(QStringLiteral("large.rec"));
        QFile file(options.recordingPath);
        QVERIFY(file.open(QIODevice::WriteOnly) && file.resize(qint64{400} << 20)); // a hole: takes no place
        file.close();
        ServedHost served;
        QVERIFY(served.start(options));
        const QByteArray target = addressFor(served).path(QUrl::FullyEncoded).toLatin1();
        QTcpSocket unread;
        unread.setReadBufferSize(1'000);
        unread.connectToHost(QHostAddress(QHostAddress::LocalHost), served.port());
        unread.write("GET " + target + " HTTP/1.1\r\nHost: a\r\n\r\n");
        QTRY_VERIFY(served.noticed(Kind::Fetching));
        TestGuest guest(served, QStringLiteral("Ben"));
        QTRY_VERIFY(guest.welcome());
        // Only reading shows that the other end is gone.
        QElapsedTimer timer;
        timer.start();
        QTRY_VERIFY(timer.elapsed() > 1'000);
        unread.setReadBufferSize(0);
        qint64 received = unread.readAll().size();
        connect(&unread, &QTcpSocket::readyRead, &unread, [&] { received += unread.readAll().size(); });
        QTRY_COMPARE_WITH_TIMEOUT(unread.state(), QAbstractSocket::UnconnectedState, 20'000);
        QVERIFY2(received < qint64{40} << 20, qPrintable(QString::number(received)));
    }

    void guessedAddresses()
    {
        HostOptions options = offering();
        options.admission.wrongPerAddress = 3;
        ServedHost served;
        QVERIFY(served.start(options));
        const QByteArray target = addressFor(served).path(QUrl::FullyEncoded).toLatin1();
        const auto ask = [&served](const QByteArray& path) {
            return answerTo(served, "GET " + path + " HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
                .mid(9, 3);
        };
        // No guess: there is nothing to be guessed in it.
        for (const char* path : {"/", "/favicon.ico", "/file/", "/etc/passwd", "/file"})
            QCOMPARE(ask(path), QByteArray("404"));
        for (const char* path : {"/file/ABC", "/file/../match.rec", "/file/%2e%2e/match.rec"})
            QCOMPARE(ask(path), QByteArray("404"));
        QTRY_VERIFY(served.noticed(Kind::CutOff));
        QCOMPARE(ask(target), QByteArray("429"));
    }

    /// Whoever has the address of before still open goes on, or is told that it is gone; nobody is cut off.
    void aHostThatWasStartedAgain_data()
    {
        QTest::addColumn<QString>("code");
        QTest::addColumn<QString>("name");
        QTest::addColumn<bool>("same");
        const QString code = QStringLiteral("ABCDEFGHJK");
        const QString name = QStringLiteral("a match #1.rec");
        QTest::newRow("as before") << code << name << true;
        QTest::newRow("another code") << QStringLiteral("ABCDEFGHJL") << name << false;
        QTest::newRow("another recording") << code << QStringLiteral("b.rec") << false;
    }

    void aHostThatWasStartedAgain()
    {
        QFETCH(QString, code);
        QFETCH(QString, name);
        QFETCH(bool, same);
        HostOptions options = offering();
        options.code = QStringLiteral("ABCDE-FGHJK");
        options.admission.wrongPerAddress = 3;
        QByteArray before;
        {
            ServedHost served;
            QVERIFY(served.start(options));
            before = addressFor(served).path(QUrl::FullyEncoded).toLatin1();
        }
        QVERIFY(isFileSecret(before.split('/').value(2)));
        options.code = code;
        options.recording.name = name;
        ServedHost served;
        QVERIFY(served.start(options));
        const QByteArray now = addressFor(served).path(QUrl::FullyEncoded).toLatin1();
        QCOMPARE(now == before, same);
        const auto ask = [&served](const QByteArray& path) {
            return answerTo(served, "HEAD " + path + " HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
                .mid(9, 3);
        };
        for (int i = 0; i < 10; ++i)
            QCOMPARE(ask(before), QByteArray(same ? "200" : "404"));
        QCOMPARE(ask(now), QByteArray("200"));
        QVERIFY(!served.noticed(Kind::CutOff) && !served.noticed(Kind::Refused));
    }

    void secretsOfFiles()
    {
        const QString code = QStringLiteral("ABCDEFGHJK");
        const QByteArray secret = fileSecret(code, QStringLiteral("a"), 12);
        QVERIFY(isFileSecret(secret));
        QCOMPARE(fileSecret(code, QStringLiteral("a"), 12), secret);
        QVERIFY(fileSecret(code, QStringLiteral("a"), 13) != secret);
        QVERIFY(fileSecret(code, QStringLiteral("2/a"), 1) != secret);
        QVERIFY(!secret.contains(code.toLatin1()));
        for (const QByteArray& other :
             {QByteArray(), secret.left(19), secret + '2', secret.toLower(), secret.left(19) + '0'})
            QVERIFY(!isFileSecret(other));
    }

    /// A connection that is only kept makes room for one that wants something; one that is at it does not.
    void asManyConnectionsAsAreAllowed()
    {
        HostOptions options = offering();
        options.downloads = 2;
        options.recordingPath = m_folder.filePath(QStringLiteral("hole.rec"));
        QFile file(options.recordingPath);
        QVERIFY(file.open(QIODevice::WriteOnly) && file.resize(qint64{400} << 20));
        file.close();
        ServedHost served;
        QVERIFY(served.start(options));
        const QByteArray target = addressFor(served).path(QUrl::FullyEncoded).toLatin1();
        const QByteArray rest = " HTTP/1.1\r\nHost: a\r\n";
        const QByteArray part = "GET " + target + rest + "Range: bytes=5-9\r\n\r\n";
        RawGuest first(served.port());
        first.send(part);
        QTRY_VERIFY(first.received.contains("206 Partial"));
        RawGuest second(served.port());
        second.send(part);
        QTRY_VERIFY(second.received.contains("206 Partial"));
        RawGuest third(served.port());
        third.socket.disconnect(); // reads nothing more
        third.socket.setReadBufferSize(1'000);
        third.send("GET " + target + rest + "\r\n");
        QTRY_VERIFY(first.gone);
        QVERIFY(!second.gone);
        QTRY_VERIFY(third.socket.bytesAvailable() > 0);
        QVERIFY(third.socket.peek(12) == "HTTP/1.1 200");
        RawGuest fourth(served.port());
        fourth.socket.disconnect();
        fourth.socket.setReadBufferSize(1'000);
        fourth.send("GET " + target + rest + "\r\n");
        QTRY_VERIFY(second.gone);
        QTRY_VERIFY(fourth.socket.bytesAvailable() > 0);
        QVERIFY(fourth.socket.peek(12) == "HTTP/1.1 200");
        QVERIFY(answerTo(served, part).startsWith("HTTP/1.1 503 "));
    }

    void notHandedOut_data()
    {
        QTest::addColumn<QString>("path");
        QTest::addColumn<QString>("says");
        QTest::newRow("folder") << m_folder.path() << QStringLiteral("a recording that is a folder");
        QTest::newRow("web") << QStringLiteral("https://example.org/a.rec") << QStringLiteral("from the web");
        QTest::newRow("missing") << m_folder.filePath(QStringLiteral("none.rec"))
                                 << QStringLiteral("none.rec");
    }

    void notHandedOut()
    {
        QFETCH(QString, path);
        QFETCH(QString, says);
        HostOptions options = offering();
        options.recordingPath = path;
        ServedHost served;
        QVERIFY(served.start(options));
        QVERIFY2(!served.reach->noFile.isEmpty(), qPrintable(says));
        if (QTest::currentDataTag() != QByteArray("missing"))
            QVERIFY2(served.reach->noFile.text().contains(says), qPrintable(served.reach->noFile.text()));
        TestGuest guest(served, QStringLiteral("Anna"));
        QTRY_VERIFY(guest.welcome());
        QVERIFY(!guest.welcome()->offer);
    }

    void onlyWhereItIsAllowed()
    {
        HostOptions options = offering();
        options.offersFile = false;
        ServedHost served;
        QVERIFY(served.start(options));
        QVERIFY(!addressFor(served).isValid());
        QVERIFY(answerTo(served, "GET /file/ABC HTTP/1.1\r\nHost: a\r\n\r\n").startsWith("HTTP/1.1 404 "));
    }

    void encrypted()
    {
        const auto own = makeCertificate();
        if (!own)
            QSKIP("no openssl program to make a certificate with");
        HostOptions options = offering();
        options.certificate = own->certificate;
        options.key = own->key;
        ServedHost served;
        QVERIFY(served.start(options));
        const Invitation& invitation = served.reach->invitations.at(0);
        QCOMPARE(invitation.fingerprint, own->fingerprint());

        QWebSocket socket;
        QByteArray shown;
        QString answer;
        connect(&socket, &QWebSocket::sslErrors, &socket, [&](const QList<QSslError>&) {
            shown = socket.sslConfiguration().peerCertificate().digest(QCryptographicHash::Sha256).toHex();
            socket.ignoreSslErrors();
        });
        connect(&socket, &QWebSocket::connected, &socket, [&] {
            socket.sendTextMessage(QString::fromUtf8(
                encode(Hello{ProtocolVersion, {}, QStringLiteral("Anna"), served.code(), {}})));
        });
        connect(&socket, &QWebSocket::textMessageReceived, &socket, [&answer](const QString& text) {
            if (answer.isEmpty())
                answer = text;
        });
        socket.open(invitation.socketAddress());
        QTRY_VERIFY(answer.contains(QStringLiteral("\"welcome\"")));
        QCOMPARE(shown, invitation.fingerprint);

        // Without it nobody is spoken to, and one that never finishes is dropped as any other.
        TestGuest plain(served, QStringLiteral("Ben"));
        QTRY_VERIFY(plain.closed() || plain.socket().state() == QAbstractSocket::UnconnectedState);
        QVERIFY(plain.messages.empty());

        // The file comes over the same line, whole.
        const auto welcome = decode(answer.toUtf8());
        QVERIFY(welcome);
        const RecordingOffer offer = *std::get<Welcome>(*welcome).offer;
        const QUrl url = invitation.fileAddress(offer.port, offer.path);
        QVERIFY(!model::openUrl(url));
        GHOSTLINE_OPEN_URL(source, model::withFingerprint(url, invitation.fingerprint));
        const auto all = readAt(*source, 0, static_cast<std::size_t>(m_bytes.size()) + 10);
        QVERIFY2(all, qPrintable(problemOf(all)));
        QVERIFY(*all == m_bytes);
    }

    void unusableCertificates()
    {
        for (const auto& [certificate, key] :
             {std::pair<QByteArray, QByteArray>{"x", {}}, {{}, "x"}, {"x", "y"}}) {
            HostOptions options = ServedHost::quick();
            options.certificate = certificate;
            options.key = key;
            ServedHost served;
            QVERIFY(!served.start(options));
            QCOMPARE(served.error->code, model::ErrorCode::InvalidArgument);
        }
    }
};

} // namespace tst_host_file

GHOSTLINE_TEST(tst_host_file, TestHostFile)
#include "tst_host_file.moc"
