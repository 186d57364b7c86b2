// SPDX-License-Identifier: GPL-3.0-or-later
// The HTTP source against a server that is slow, broken or lying: what it makes of it, and what it says.
#include "model/bytes/http_reply_check.h"
#include "tests/model/http_served.h"
#include "tests/support/http_reads.h"
#include "tests/support/http_server.h"
#include "tests/support/test_driver.h"

#include <QElapsedTimer>
#include <QtTest>

#include <future>

namespace tst_http_source {

using namespace ghostline::model;
using namespace ghostline::test;

class TestHttpSource : public QObject, protected HttpServed
{
    Q_OBJECT

    /// Each range once, by when it was first asked for: Qt may repeat a request that a connection swallowed.
    QByteArrayList rangesAsked() const
    {
        QByteArrayList ranges;
        for (const HttpRequest& request : m_server->requests()) {
            if (!ranges.contains(request.header("range")))
                ranges << request.header("range");
        }
        return ranges;
    }

private Q_SLOTS:
    void init() { serve(); }

    void addresses()
    {
        QVERIFY(isWebAddress(QStringLiteral("http://example.org/a")));
        QVERIFY(isWebAddress(QStringLiteral("HTTPS://example.org/a")));
        QVERIFY(!isWebAddress(QStringLiteral("/home/http/a")));
        QVERIFY(!isWebAddress(QStringLiteral("httpx://a")));
        for (const char* bad : {"ftp://example.org/a", "file:///etc/passwd", "http:///a", "a", ""})
            QCOMPARE(openUrl(QUrl(QString::fromLatin1(bad))).error().code, ErrorCode::InvalidArgument);
    }

    void passwordsAreNotShown()
    {
        QUrl url = m_server->url();
        url.setUserInfo(QStringLiteral("somebody:secret"));
        GHOSTLINE_OPEN_URL(source, url, impatient());
        QCOMPARE(source->identity().name, m_server->url().toString());
        m_server->always({.status = 404});
        const auto failed = openUrl(url, impatient());
        QVERIFY(!failed);
        QCOMPARE(failed.error().file, m_server->url().toString());
        QVERIFY(!failed.error().message.contains(QStringLiteral("secret")));
    }

    void addressesWithoutPasswords_data()
    {
        QTest::addColumn<QString>("address");
        QTest::addColumn<QString>("shown");
        const auto row = [](const char* address, const char* shown) {
            QTest::newRow(address) << QString::fromLatin1(address) << QString::fromLatin1(shown);
        };
        row("https://me:secret@host/a?b#c", "https://host/a?b#c");
        row("http://me@host:8080/run.log", "http://host:8080/run.log");
        row("http://me:sec@ret@host/a", "http://host/a");
        row("https://me:se/cret@host/a", "https://host/a"); // not encoded as it should be
        row("https://host/a@b", "https://host/a@b");
        row("http://host?x=me@there", "http://host?x=me@there");
        row("/home/me:secret@host/a", "/home/me:secret@host/a");
        row("http://", "http://");
    }
    void addressesWithoutPasswords()
    {
        QFETCH(QString, address);
        QTEST(withoutPassword(address), "shown");
    }

    void aByteNowAndThenIsGivenUp()
    {
        GHOSTLINE_OPEN_URL(source, m_server->url(), impatient());
        m_server->always({.drip = 50});
        std::vector<std::byte> out(10'000);
        const auto read = source->read(FirstBytes, out);
        QVERIFY(!read);
        QCOMPARE(read.error().code, ErrorCode::IoError);
        QVERIFY2(read.error().message.contains(QStringLiteral("bytes in 0.15 s (tried 3 times)")),
                 qPrintable(read.error().message));
    }

    void whatCannotBeOpened_data()
    {
        QTest::addColumn<int>("row");
        int row = 0;
        for (const Broken& broken : brokenAnswers())
            QTest::newRow(broken.name) << row++;
    }
    void whatCannotBeOpened()
    {
        QFETCH(int, row);
        const Broken broken = brokenAnswers()[static_cast<std::size_t>(row)];
        m_server->always(broken.script);
        const auto opened = openUrl(m_server->url(), impatient());
        QVERIFY(!opened);
        QVERIFY2(opened.error().message.contains(QString::fromLatin1(broken.says)),
                 qPrintable(opened.error().message));
        QCOMPARE(opened.error().code, broken.code);
        QCOMPARE(opened.error().file, m_server->url().toString());
        QCOMPARE(m_server->requests().size(), broken.requests);
    }

    /// The headers are right; what follows is not.
    void bodiesThatGoOn_data()
    {
        QTest::addColumn<bool>("chunked");
        QTest::newRow("until closed") << false;
        QTest::newRow("in chunks") << true;
    }
    void bodiesThatGoOn()
    {
        QFETCH(bool, chunked);
        const auto source = opened();
        QVERIFY(source);
        m_server->always({.chunked = chunked, .untilClose = !chunked, .endless = true});
        const auto got = readAt(*source, 500'000, 1000);
        QVERIFY(!got);
        QCOMPARE(got.error().code, ErrorCode::IoError);
        QVERIFY2(got.error().message.contains(QStringLiteral("goes on after the 1000 bytes it announced")),
                 qPrintable(got.error().message));
        // Given up at once: the server cannot get rid of more than the system buffers.
        QTRY_COMPARE(m_server->openConnections(), 0);
        QVERIFY2(m_server->bodyBytes() < 64'000'000, qPrintable(QString::number(m_server->bodyBytes())));
    }

    void honestInOtherWays_data()
    {
        QTest::addColumn<bool>("chunked");
        QTest::newRow("until closed") << false;
        QTest::newRow("in chunks") << true;
    }
    void honestInOtherWays()
    {
        QFETCH(bool, chunked);
        m_server->always({.chunked = chunked, .untilClose = !chunked});
        GHOSTLINE_OPEN_URL(source, m_server->url(), impatient());
        QVERIFY(readAt(*source, 0, Size) == m_bytes);
    }

    void goesOnWhereItStopped_data()
    {
        QTest::addColumn<HttpScript>("script");
        QTest::addColumn<bool>("close");
        QTest::newRow("closed") << HttpScript{.stallAfter = 100'000} << true;
        QTest::newRow("stalled") << HttpScript{.stallAfter = 100'000} << false;
        QTest::newRow("without length, closed")
            << HttpScript{.untilClose = true, .stallAfter = 100'000} << true;
        QTest::newRow("in chunks, closed") << HttpScript{.chunked = true, .stallAfter = 100'000} << true;
        QTest::newRow("too short") << HttpScript{.only = 100'000} << false;
        QTest::newRow("too short, in chunks") << HttpScript{.chunked = true, .only = 100'000} << false;
    }
    void goesOnWhereItStopped()
    {
        QFETCH(HttpScript, script);
        QFETCH(bool, close);
        const auto source = opened();
        QVERIFY(source);
        m_server->always(script);
        auto reading = std::async(std::launch::async, [&] { return readAt(*source, 300'000, 300'000); });
        for (const int at : {300'000, 400'000}) {
            const QByteArray range = "bytes=" + QByteArray::number(at) + "-599999";
            QTRY_VERIFY(rangesAsked().contains(range));
            // Returns when these have arrived through the request that is under way.
            QVERIFY(readAt(*source, static_cast<std::uint64_t>(at), 100'000));
            if (close)
                m_server->closeConnections();
        }
        const auto got = reading.get();
        QVERIFY2(got, qPrintable(problemOf(got)));
        QVERIFY(*got == m_bytes.mid(300'000, 300'000));
        QCOMPARE(rangesAsked(), (QByteArrayList{"bytes=0-262143", "bytes=300000-599999",
                                                "bytes=400000-599999", "bytes=500000-599999"}));
    }

    void hiccups()
    {
        const auto source = opened();
        QVERIFY(source);
        m_server->next({{.only = 100'000}, {.status = 503}, {.only = 150'000}, {.status = 500}});
        QVERIFY(readAt(*source, 300'000, 300'000) == m_bytes.mid(300'000, 300'000));
        QCOMPARE(m_server->requests().size(), std::size_t{6});
        QCOMPARE(rangesAsked(), (QByteArrayList{"bytes=0-262143", "bytes=300000-599999",
                                                "bytes=400000-599999", "bytes=550000-599999"}));
    }

    /// A connection that brings little each time is given up some time; one that brings much is not.
    void attemptsAreCounted()
    {
        const auto source = opened();
        QVERIFY(source);
        m_server->always({.only = 70'000});
        QVERIFY(readAt(*source, 300'000, 600'000) == m_bytes.mid(300'000, 600'000));
        m_server->always({.only = 10});
        const auto got = readAt(*source, 950'000, 1000);
        QVERIFY(!got);
        QCOMPARE(got.error().code, ErrorCode::IoError);
        QCOMPARE(got.error().message,
                 QStringLiteral("%1 sent fewer bytes than were asked for (tried 3 times)")
                     .arg(hostText(m_server->url())));
        QCOMPARE(got.error().where.offset, std::optional<std::uint64_t>(950'030));
        // What did arrive is kept, and is right.
        const std::size_t before = m_server->requests().size();
        QVERIFY(readAt(*source, 950'000, 30) == m_bytes.mid(950'000, 30));
        QCOMPARE(m_server->requests().size(), before);
    }

    void theFirstRangeGoesOn()
    {
        m_server->next({{.status = 503}, {.only = 100'000}});
        GHOSTLINE_OPEN_URL(source, m_server->url(), impatient());
        QVERIFY(readAt(*source, 0, FirstBytes) == m_bytes.left(FirstBytes));
        QCOMPARE(m_server->requests().size(), std::size_t{3});
        QCOMPARE(m_server->requests()[2].header("range"), QByteArray("bytes=100000-262143"));
    }

    /// The start can be read while the first range still arrives, and by whoever wants it.
    void readsWhatIsThere()
    {
        m_server->always({.stallAfter = 100'000});
        HttpOptions patient;
        GHOSTLINE_OPEN_URL(source, m_server->url(), patient);
        QVERIFY(readAt(*source, 0, 50'000) == m_bytes.left(50'000));
        QVERIFY(readAt(*source, 49'000, 51'000) == m_bytes.mid(49'000, 51'000));
        std::stop_source stop;
        auto more =
            std::async(std::launch::async, [&] { return readAt(*source, 90'000, 20'000, stop.get_token()); });
        QElapsedTimer timer;
        timer.start();
        stop.request_stop();
        const auto got = more.get();
        QVERIFY(!got);
        QCOMPARE(got.error().code, ErrorCode::Cancelled);
        QCOMPARE(m_server->requests().size(), std::size_t{1});
        QVERIFY(timer.elapsed() < 1000);
    }

    void aCancelledReadLeavesOthersAlone()
    {
        const auto source = opened();
        QVERIFY(source);
        m_server->next({{.only = 1'000}});
        std::stop_source stop;
        auto first = std::async(std::launch::async,
                                [&] { return readAt(*source, 300'000, 600'000, stop.get_token()); });
        auto second = std::async(std::launch::async, [&] { return readAt(*source, 500'000, 100'000); });
        QTRY_VERIFY(m_server->requests().size() >= 2);
        stop.request_stop();
        const auto kept = second.get();
        QVERIFY2(kept, qPrintable(problemOf(kept)));
        QVERIFY(*kept == m_bytes.mid(500'000, 100'000));
        const auto given = first.get();
        QVERIFY(given || given.error().code == ErrorCode::Cancelled);
    }

    void cancelledWhileOpening()
    {
        m_server->always({.stallBeforeHeaders = true});
        std::stop_source stop;
        auto opening = std::async(std::launch::async,
                                  [&] { return openUrl(m_server->url(), HttpOptions{}, stop.get_token()); });
        QTRY_COMPARE(m_server->requests().size(), std::size_t{1});
        QElapsedTimer timer;
        timer.start();
        stop.request_stop();
        const auto opened = opening.get();
        QVERIFY(!opened);
        QCOMPARE(opened.error().code, ErrorCode::Cancelled);
        QVERIFY(timer.elapsed() < 1000);
        QTRY_COMPARE(m_server->openConnections(), 0);
    }

    void smallAndEmptyFiles()
    {
        ScriptedHttpServer small("tiny");
        GHOSTLINE_OPEN_URL(source, small.url(), impatient());
        QCOMPARE(source->size(), std::uint64_t{4});
        QVERIFY(readAt(*source, 1, 100) == QByteArray("iny"));
        QCOMPARE(small.requests().size(), std::size_t{1});
        for (const HttpScript& script : {HttpScript{.status = 416, .contentRange = "bytes */0"},
                                         HttpScript{.status = 200, .body = ""}}) {
            small.always(script);
            GHOSTLINE_OPEN_URL(empty, small.url(), impatient());
            QCOMPARE(empty->size(), std::uint64_t{0});
            QVERIFY(readAt(*empty, 0, 1) == QByteArray());
        }
    }

    void noiseInsteadOfHttp()
    {
        m_server->always({.raw = noise(10'000, 3)});
        const auto opened = openUrl(m_server->url(), impatient());
        QVERIFY(!opened);
        QCOMPARE(opened.error().code, ErrorCode::IoError);
        QVERIFY2(opened.error().message.contains(QStringLiteral("tried 3 times")),
                 qPrintable(opened.error().message));
    }

    void plainServerBehindHttps()
    {
        QUrl url = m_server->url();
        url.setScheme(QStringLiteral("https"));
        const auto opened = openUrl(url, impatient());
        QVERIFY(!opened);
        QCOMPARE(opened.error().code, ErrorCode::IoError);
    }
};

} // namespace tst_http_source

GHOSTLINE_TEST(tst_http_source, TestHttpSource)
#include "tst_http_source.moc"
