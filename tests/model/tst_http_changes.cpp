// SPDX-License-Identifier: GPL-3.0-or-later
// Files that change or move while they are read over HTTP.
#include "tests/model/http_served.h"
#include "tests/support/http_reads.h"
#include "tests/support/http_server.h"
#include "tests/support/test_driver.h"

#include <QtTest>

namespace tst_http_changes {

using namespace ghostline::model;
using namespace ghostline::test;

class TestHttpChanges : public QObject, protected HttpServed
{
    Q_OBJECT

private Q_SLOTS:
    void init() { serve(); }

    void changes_data()
    {
        QTest::addColumn<HttpScript>("first");
        QTest::addColumn<HttpScript>("then");
        QTest::addColumn<QString>("says");
        const HttpScript noTag{.etag = ""};
        const HttpScript bare{.etag = "", .lastModified = ""};
        QTest::newRow("other ETag") << HttpScript{} << HttpScript{.etag = "\"two\""}
                                    << "ETag \"one\" before, ETag \"two\" now";
        QTest::newRow("the whole of another")
            << HttpScript{} << HttpScript{.status = 200, .etag = "\"two\""} << "ETag \"two\" now";
        QTest::newRow("no ETag any more") << HttpScript{} << noTag << "no version named now";
        QTest::newRow("weak ETag") << HttpScript{.etag = "W/\"one\""} << HttpScript{.etag = "W/\"two\""}
                                   << "ETag W/\"two\" now";
        QTest::newRow("other date") << noTag
                                    << HttpScript{.etag = "", .lastModified = "Mon, 07 Nov 1994 08:49:37 GMT"}
                                    << "of Mon, 07 Nov 1994 08:49:37 GMT now";
        QTest::newRow("other size") << bare
                                    << HttpScript{.contentRange = "bytes 500000-500999/1000001",
                                                  .etag = "",
                                                  .lastModified = ""}
                                    << "1000000 bytes before, 1000001 bytes now";
        QTest::newRow("shorter now") << HttpScript{}
                                     << HttpScript{.status = 416, .contentRange = "bytes */400000"}
                                     << "1000000 bytes before, 400000 bytes now";
        QTest::newRow("does not have these bytes any more")
            << HttpScript{} << HttpScript{.status = 416, .contentRange = ""} << "1000000 bytes before";
    }
    void changes()
    {
        QFETCH(HttpScript, first);
        QFETCH(HttpScript, then);
        QFETCH(QString, says);
        m_server->always(first);
        const auto source = opened();
        QVERIFY(source);
        m_server->always(then);
        const auto got = readAt(*source, 500'000, 1000);
        QVERIFY(!got);
        QCOMPARE(got.error().code, ErrorCode::Changed);
        QVERIFY2(got.error().message.startsWith(QStringLiteral("the recording changed on the server while it "
                                                               "was being read")),
                 qPrintable(got.error().message));
        QVERIFY2(got.error().message.contains(says), qPrintable(got.error().message));
        QCOMPARE(m_server->requests().size(), std::size_t{2});
        QCOMPARE(m_server->requests()[1].header("if-range"),
                 first.etag.value_or("\"one\"").startsWith('"') ? QByteArray("\"one\"") : QByteArray());
        // For good: nobody asks again, and what was read before the change is still there.
        m_server->always(first);
        const auto again = readAt(*source, 700'000, 1000);
        QVERIFY(!again);
        QCOMPARE(again.error().code, ErrorCode::Changed);
        QCOMPARE(m_server->requests().size(), std::size_t{2});
        QVERIFY(readAt(*source, 0, 1000) == m_bytes.left(1000));
    }

    /// Also when only the rest of a range comes from another version.
    void changesBetweenAttempts()
    {
        const auto source = opened();
        QVERIFY(source);
        m_server->next({{.only = 100'000}, {.etag = "\"two\""}});
        const auto got = readAt(*source, 300'000, 300'000);
        QVERIFY(!got);
        QVERIFY(got.error().message.contains(QStringLiteral("changed on the server")));
    }

    void redirectsThatExpire_data()
    {
        QTest::addColumn<int>("status");
        for (const int status : {401, 403, 404, 410})
            QTest::addRow("%d", status) << status;
    }
    /// Signed addresses are good for a while: the one given leads to the next.
    void redirectsThatExpire()
    {
        QFETCH(int, status);
        const HttpScript first{.status = 302, .moreHeaders = {"Location: /signed-1"}};
        const HttpScript second{.status = 302, .moreHeaders = {"Location: /signed-2"}};
        const HttpScript refused{.status = status};
        m_server->next({first});
        const auto source = opened();
        QVERIFY(source);
        m_server->next({refused, second});
        QVERIFY(readAt(*source, 500'000, 1000) == m_bytes.mid(500'000, 1000));
        QVERIFY(readAt(*source, 600'000, 1000) == m_bytes.mid(600'000, 1000));
        QByteArrayList paths;
        for (const HttpRequest& request : m_server->requests())
            paths.push_back(request.path);
        QCOMPARE(paths, (QByteArrayList{"/run.bin", "/signed-1", "/signed-1", "/run.bin", "/signed-2",
                                        "/signed-2"}));
        // What is there now must be what it was.
        m_server->next({refused, second, {.etag = "\"two\""}});
        const auto other = readAt(*source, 700'000, 1000);
        QVERIFY(!other);
        QCOMPARE(other.error().code, ErrorCode::Changed);
    }

    void refusedForGood()
    {
        m_server->next({{.status = 302, .moreHeaders = {"Location: /signed"}}});
        const auto source = opened();
        QVERIFY(source);
        m_server->always({.status = 403});
        const auto got = readAt(*source, 500'000, 1000);
        QVERIFY(!got);
        QCOMPARE(got.error().code, ErrorCode::NotReadable);
        QCOMPARE(m_server->requests().size(), std::size_t{4}); // once back to the address given
    }

    void redirectsAreFollowedOnce()
    {
        m_server->next({{.status = 302, .moreHeaders = {"Location: elsewhere/real.bin?key=1"}}});
        GHOSTLINE_OPEN_URL(source, m_server->url(), impatient());
        QVERIFY(readAt(*source, 500'000, 10) == m_bytes.mid(500'000, 10));
        QVERIFY(source->sibling("other.bin"));
        const auto requests = m_server->requests();
        QCOMPARE(requests.size(), std::size_t{4});
        QCOMPARE(requests[1].path, QByteArray("/elsewhere/real.bin?key=1"));
        QCOMPARE(requests[2].path, QByteArray("/elsewhere/real.bin?key=1"));
        QCOMPARE(requests[3].path, QByteArray("/elsewhere/other.bin"));
        QCOMPARE(source->identity().name, m_server->url().toString());
    }
};

} // namespace tst_http_changes

GHOSTLINE_TEST(tst_http_changes, TestHttpChanges)
#include "tst_http_changes.moc"
