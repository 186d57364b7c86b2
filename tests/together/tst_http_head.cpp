// SPDX-License-Identifier: GPL-3.0-or-later
// The first lines of a request, and which bytes it asks for.
#include "tests/support/test_driver.h"
#include "together/http_head.h"

#include <QRandomGenerator>
#include <QtTest>

namespace tst_http_head {

using namespace ghostline::together;
using State = HeadRead::State;

namespace {

HttpHead ranged(const QByteArray& range, const QByteArray& ifRange = {})
{
    HttpHead head{"GET", "/", {{"range", range}}};
    if (!ifRange.isEmpty())
        head.fields.emplace_back("if-range", ifRange);
    return head;
}

} // namespace

class TestHttpHead : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aWholeOne()
    {
        const QByteArray text = "GET /file/x HTTP/1.1\r\nHost: a:1\r\nRange:bytes=0-9 \r\n\r\nmore";
        const HeadRead read = readHead(text);
        QCOMPARE(read.state, State::Complete);
        QCOMPARE(read.length, text.size() - 4);
        QCOMPARE(read.head.method, QByteArray("GET"));
        QCOMPARE(read.head.target, QByteArray("/file/x"));
        QCOMPARE(read.head.value("range"), QByteArray("bytes=0-9"));
        QVERIFY(read.head.keepAlive());
        QVERIFY(!read.head.isUpgrade());
        for (qsizetype i = 0; i < text.size() - 4; ++i)
            QCOMPARE(readHead(QByteArrayView(text).first(i)).state, State::Incomplete);
    }

    void broken_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("TLS") << QByteArray("\x16\x03\x01\x02", 4);
        QTest::newRow("other method") << QByteArray("POST / HTTP/1.1\r\n");
        QTest::newRow("proxy") << QByteArray("GET http://x/ HTTP/1.1\r\n");
        QTest::newRow("body") << QByteArray("GET / HTTP/1.1\r\nContent-Length: 3\r\n\r\n");
        QTest::newRow("pieces") << QByteArray("GET / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n");
        QTest::newRow("old") << QByteArray("GET /\r\n\r\n");
        QTest::newRow("version") << QByteArray("GET / HTTP/2.0\r\n\r\n");
        QTest::newRow("no name") << QByteArray("GET / HTTP/1.1\r\n: x\r\n\r\n");
        QTest::newRow("folded") << QByteArray("GET / HTTP/1.1\r\nA: x\r\n b\r\n\r\n");
        QTest::newRow("control") << QByteArray("GET /\x01 HTTP/1.1\r\n\r\n");
        QTest::newRow("endless") << "GET /" + QByteArray(MostHeadBytes, 'a');
        QByteArray many = "GET / HTTP/1.1\r\n";
        for (int i = 0; i < 100; ++i)
            many += "A: b\r\n";
        QTest::newRow("many fields") << many + "\r\n";
    }

    void broken()
    {
        QFETCH(QByteArray, text);
        QCOMPARE(readHead(text).state, State::Broken);
    }

    void anUpgrade()
    {
        const QByteArray rest = "\r\nSec-WebSocket-Version: 13\r\n"
                                "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";
        const auto upgrades = [&rest](const QByteArray& fields) {
            return readHead("GET / HTTP/1.1\r\n" + fields + rest).head.isUpgrade();
        };
        QVERIFY(upgrades("Connection: keep-alive, Upgrade\r\nUpgrade: WebSocket"));
        QVERIFY(!upgrades("Connection: keep-alive\r\nUpgrade: websocket"));
        QVERIFY(!upgrades("Connection: Upgrade\r\nUpgrade: h2c"));
        QVERIFY(!upgrades("Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: abc"));
    }

    void ranges_data()
    {
        QTest::addColumn<QByteArray>("range");
        QTest::addColumn<int>("status");
        QTest::addColumn<quint64>("begin");
        QTest::addColumn<quint64>("end");
        const auto row = [](const char* range, int status, quint64 begin, quint64 end) {
            QTest::newRow(range) << QByteArray(range) << status << begin << end;
        };
        row("bytes=0-99", 206, 0, 100);
        row("bytes=900-5000", 206, 900, 1000);
        row("bytes=999-", 206, 999, 1000);
        row("bytes=-10", 206, 990, 1000);
        row("bytes=-5000", 206, 0, 1000);
        row("bytes=1000-", 416, 0, 0);
        row("bytes=-0", 416, 0, 0);
        row("bytes=5-4", 200, 0, 1000);
        row("bytes=0-1,5-6", 200, 0, 1000);
        row("bytes=-", 200, 0, 1000);
        row("bytes=a-b", 200, 0, 1000);
        row("bytes=0-99999999999999999999", 200, 0, 1000);
        row("lines=0-1", 200, 0, 1000);
        row("bytes=0-18446744073709551615", 206, 0, 1000);
    }

    void ranges()
    {
        QFETCH(QByteArray, range);
        const RangeAnswer answer = rangeFor(ranged(range), 1000, "\"e\"");
        QTEST(answer.status, "status");
        QTEST(quint64{answer.begin}, "begin");
        QTEST(quint64{answer.end}, "end");
    }

    void ofAnotherVersionAllIsSent()
    {
        QCOMPARE(rangeFor(ranged("bytes=0-9", "\"e\""), 1000, "\"e\"").status, 206);
        QCOMPARE(rangeFor(ranged("bytes=0-9", "\"f\""), 1000, "\"e\"").status, 200);
        QCOMPARE(rangeFor(ranged("bytes=0-9"), 0, "\"e\"").status, 416);
    }

    void anyBytes()
    {
        QRandomGenerator random(5);
        const QByteArray valid = "GET /file/x HTTP/1.1\r\nHost: a:1\r\nRange: bytes=0-9\r\n\r\n";
        for (int i = 0; i < 20'000; ++i) {
            QByteArray text = valid;
            for (int change = random.bounded(1, 5); change > 0; --change)
                text[random.bounded(static_cast<int>(text.size()))] = static_cast<char>(random.bounded(256));
            const HeadRead read = readHead(text);
            if (read.state == State::Complete)
                QVERIFY(rangeFor(read.head, 1000, "\"e\"").end <= 1000);
        }
    }
};

} // namespace tst_http_head

GHOSTLINE_TEST(tst_http_head, TestHttpHead, void)
#include "tst_http_head.moc"
