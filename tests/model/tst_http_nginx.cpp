// SPDX-License-Identifier: GPL-3.0-or-later
// The HTTP source against a real nginx: which requests it makes, and that it goes on after kills.
#include "tests/support/http_reads.h"
#include "tests/support/nginx.h"
#include "tests/support/test_driver.h"

#include <QElapsedTimer>
#include <QFile>
#include <QRandomGenerator>
#include <QtTest>

#include <future>
#include <thread>

namespace tst_http_nginx {

using namespace ghostline::model;
using namespace ghostline::test;

namespace {

/// First byte asked for.
qint64 firstOf(const NginxRequest& request) { return request.range.mid(6).split('-').value(0).toLongLong(); }

} // namespace

class TestHttpNginx : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;
    NginxServer m_server;
    QByteArray m_bytes = noise(3'000'001, 1);

    bool write(const QString& name, const QByteArray& bytes) const
    {
        QFile file(m_folder.filePath(name));
        return file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size();
    }

private Q_SLOTS:
    void initTestCase()
    {
        GHOSTLINE_REQUIRE_NGINX();
        QVERIFY(QDir(m_folder.path()).mkdir(QStringLiteral("segments")));
    }

    void init()
    {
        QVERIFY(write(QStringLiteral("run.bin"), m_bytes));
        QVERIFY2(m_server.start(m_folder.path()), qPrintable(m_server.problem()));
    }

    void knowsTheFile()
    {
        GHOSTLINE_OPEN_URL(source, m_server.url(QStringLiteral("run.bin")));
        QCOMPARE(source->size(), static_cast<std::uint64_t>(m_bytes.size()));
        const Identity identity = source->identity();
        QCOMPARE(identity.name, m_server.url(QStringLiteral("run.bin")).toString());
        QCOMPARE(identity.size, static_cast<std::uint64_t>(m_bytes.size()));
        QVERIFY(identity.etag.startsWith('"'));
        QCOMPARE(identity.modified.toSecsSinceEpoch(),
                 QFileInfo(m_folder.filePath(QStringLiteral("run.bin"))).lastModified().toSecsSinceEpoch());
        QCOMPARE(source->siblingNames().error().code, ErrorCode::Unsupported);
    }

    void readsEverythingInTwoRequests()
    {
        GHOSTLINE_OPEN_URL(source, m_server.url(QStringLiteral("run.bin")));
        const auto start = readAt(*source, 0, FirstBytes);
        QVERIFY(start);
        QCOMPARE(*start, m_bytes.left(FirstBytes));
        QTRY_COMPARE(m_server.requests().size(), std::size_t{1});
        // More than there is: ends with the file.
        const auto all = readAt(*source, 0, static_cast<std::size_t>(m_bytes.size()) + 1000);
        QVERIFY(all);
        QCOMPARE(*all, m_bytes);
        QTRY_COMPARE(m_server.requests().size(), std::size_t{2});
        QVERIFY(readAt(*source, 1'000'000, 1'000'000) == m_bytes.mid(1'000'000, 1'000'000));
        QVERIFY(readAt(*source, static_cast<std::uint64_t>(m_bytes.size()), 10) == QByteArray());

        const auto requests = m_server.requests();
        QCOMPARE(requests.size(), std::size_t{2});
        QCOMPARE(requests[0].range, QByteArray("bytes=0-262143"));
        QCOMPARE(requests[1].range, QByteArray("bytes=262144-3000000"));
        for (const NginxRequest& request : requests) {
            QCOMPARE(request.method, QStringLiteral("GET"));
            QCOMPARE(request.status, 206);
            QCOMPARE(request.acceptEncoding, QByteArray("identity"));
            QVERIFY(request.userAgent.startsWith("Ghostline/"));
        }
        QCOMPARE(requests[0].ifRange, QByteArray("-"));
        QVERIFY(requests[1].ifRange.contains(source->identity().etag.mid(1, 8)));
    }

    void randomRangesAreTheFile()
    {
        HttpOptions options;
        options.cacheBytes = 300'000; // so that much is forgotten, and fetched again
        GHOSTLINE_OPEN_URL(source, m_server.url(QStringLiteral("run.bin")), options);
        QRandomGenerator random(2);
        for (int i = 0; i < 200; ++i) {
            const auto offset = random.bounded(static_cast<int>(m_bytes.size()));
            const auto count = random.bounded(1, i % 10 == 0 ? 600'000 : 20'000);
            const auto got =
                readAt(*source, static_cast<std::uint64_t>(offset), static_cast<std::size_t>(count));
            QVERIFY2(got, qPrintable(problemOf(got)));
            QVERIFY(*got == m_bytes.mid(offset, count));
        }
    }

    void fetchesOnlyWhatIsMissing()
    {
        GHOSTLINE_OPEN_URL(source, m_server.url(QStringLiteral("run.bin")));
        QVERIFY(readAt(*source, 1'000'000, 100'000) == m_bytes.mid(1'000'000, 100'000));
        // The middle is kept: two outer parts.
        QVERIFY(readAt(*source, 900'000, 300'000) == m_bytes.mid(900'000, 300'000));
        // A small gap is not worth a request of its own.
        QVERIFY(readAt(*source, 2'000'000, 1000) == m_bytes.mid(2'000'000, 1000));
        QVERIFY(readAt(*source, 1'990'000, 20'000) == m_bytes.mid(1'990'000, 20'000));
        // Partly kept at the start.
        QVERIFY(readAt(*source, 1'150'000, 100'000) == m_bytes.mid(1'150'000, 100'000));
        QTRY_COMPARE(m_server.requests().size(), std::size_t{7});
        QSet<QByteArray> ranges;
        for (const NginxRequest& request : m_server.requests())
            ranges.insert(request.range);
        QCOMPARE(ranges, (QSet<QByteArray>{"bytes=0-262143", "bytes=1000000-1099999", "bytes=900000-999999",
                                           "bytes=1100000-1199999", "bytes=2000000-2000999",
                                           "bytes=1990000-2009999", "bytes=1200000-1249999"}));
    }

    void goesOnAfterKills()
    {
        QVERIFY(m_server.restart(1'000'000));
        HttpOptions options;
        options.firstPause = std::chrono::milliseconds(20);
        options.longestPause = std::chrono::milliseconds(100);
        options.attempts = 100;
        GHOSTLINE_OPEN_URL(source, m_server.url(QStringLiteral("run.bin")), options);
        QVERIFY(readAt(*source, 0, FirstBytes));
        auto rest = std::async(std::launch::async, [&source, this] {
            return readAt(*source, FirstBytes, static_cast<std::size_t>(m_bytes.size() - FirstBytes));
        });
        std::vector<qint64> sent;
        for (int i = 0; i < 2; ++i) {
            // The look whether it answers and the first range are in the same count.
            const qint64 before = i == 0 ? FirstBytes + 500'000 : 500'000;
            QTRY_VERIFY(m_server.bytesWritten() > before);
            m_server.kill();
            QVERIFY(m_server.restart(i == 0 ? 1'000'000 : 0));
        }
        const auto got = rest.get();
        QVERIFY2(got, qPrintable(problemOf(got)));
        QVERIFY(*got == m_bytes.mid(FirstBytes));

        // Requests that a kill cut short are not in the log; the last one is, and began where they stopped.
        QTRY_COMPARE(m_server.requests().size(), std::size_t{2});
        const NginxRequest last = m_server.requests().back();
        QCOMPARE(last.status, 206);
        QVERIFY2(firstOf(last) >= FirstBytes + 1'000'000, last.range.constData());
        QCOMPARE(last.bytes, m_bytes.size() - firstOf(last));
    }

    void aReplacedFileIsAnError()
    {
        GHOSTLINE_OPEN_URL(source, m_server.url(QStringLiteral("run.bin")));
        QVERIFY(readAt(*source, 0, FirstBytes));
        QVERIFY(write(QStringLiteral("run.bin"), noise(m_bytes.size() + 5, 9)));
        const auto got = readAt(*source, 1'000'000, 1000);
        QVERIFY(!got);
        QCOMPARE(got.error().code, ErrorCode::Changed);
        QVERIFY2(got.error().message.contains(QStringLiteral("changed on the server")),
                 qPrintable(problemOf(got)));
        QVERIFY(!got.error().advice.isEmpty());
        // What was read before is still what it was.
        QVERIFY(readAt(*source, 0, FirstBytes) == m_bytes.left(FirstBytes));
        // Asked for anew, the name gives the new file.
        auto again = source->sibling("run.bin");
        QVERIFY(again);
        QCOMPARE((*again)->size(), static_cast<std::uint64_t>(m_bytes.size() + 5));
    }

    void rangesSwitchedOff()
    {
        QVERIFY(m_server.restart(0, QStringLiteral("max_ranges 0;")));
        const auto opened = openUrl(m_server.url(QStringLiteral("run.bin")));
        QVERIFY(!opened);
        QCOMPARE(opened.error().code, ErrorCode::Unsupported);
        QVERIFY2(opened.error().message.contains(QStringLiteral("does not support ranges")),
                 qPrintable(problemOf(opened)));
        QVERIFY(opened.error().advice.contains(QStringLiteral("Download")));
    }

    void rangesSwitchedOffLater()
    {
        GHOSTLINE_OPEN_URL(source, m_server.url(QStringLiteral("run.bin")));
        QVERIFY(readAt(*source, 0, FirstBytes));
        QVERIFY(m_server.restart(0, QStringLiteral("max_ranges 0;")));
        const auto got = readAt(*source, 1'000'000, 1000);
        QVERIFY(!got);
        QCOMPARE(got.error().code, ErrorCode::Unsupported);
    }

    void refusals_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("extra");
        QTest::addColumn<ErrorCode>("code");
        QTest::addColumn<QString>("says");
        QTest::newRow("missing") << "none.bin"
                                 << "" << ErrorCode::NotFound << "there is no such file on 127.0.0.1:";
        QTest::newRow("forbidden") << "run.bin"
                                   << "deny all;" << ErrorCode::NotReadable << "answered 403";
        QTest::newRow("gone") << "run.bin"
                              << "return 410;" << ErrorCode::NotFound << "no such file";
        QTest::newRow("turned away") << "run.bin"
                                     << "return 429;" << ErrorCode::NotReadable << "answered 429";
    }

    void refusals()
    {
        QFETCH(QString, name);
        QFETCH(QString, extra);
        QFETCH(ErrorCode, code);
        QFETCH(QString, says);
        QVERIFY(m_server.restart(0, extra));
        const auto opened = openUrl(m_server.url(name));
        QVERIFY(!opened);
        QCOMPARE(opened.error().code, code);
        QVERIFY2(opened.error().message.contains(says), qPrintable(problemOf(opened)));
        QCOMPARE(opened.error().file, m_server.url(name).toString());
        QTRY_COMPARE(m_server.requests().size(), std::size_t{1});
    }

    void anEmptyFile()
    {
        QVERIFY(write(QStringLiteral("empty.bin"), {}));
        GHOSTLINE_OPEN_URL(source, m_server.url(QStringLiteral("empty.bin")));
        QCOMPARE(source->size(), std::uint64_t{0});
        QVERIFY(readAt(*source, 0, 10) == QByteArray());
    }

    void siblings()
    {
        const QString odd = QStringLiteral("a b#c?d%41:\u00e9&;+.bin");
        QVERIFY(write(odd, "odd"));
        QVERIFY(write(QStringLiteral("segments/1.bin"), "one"));
        GHOSTLINE_OPEN_URL(source, m_server.url(QStringLiteral("run.bin")));
        const auto strange = source->sibling(odd.toStdString());
        QVERIFY2(strange, qPrintable(problemOf(strange)));
        QVERIFY(readAt(**strange, 0, 10) == QByteArray("odd"));
        const auto deeper = source->sibling("segments/1.bin");
        QVERIFY(deeper);
        QVERIFY(readAt(**deeper, 0, 10) == QByteArray("one"));
        QCOMPARE(source->sibling("none.bin").error().code, ErrorCode::NotFound);
        for (const char* unsafe : {"", "../run.bin", "segments/../../x", "/etc/passwd"})
            QCOMPARE(source->sibling(unsafe).error().code, ErrorCode::InvalidArgument);
    }

    void aSiblingOutlivesTheSource()
    {
        QVERIFY(write(QStringLiteral("other.bin"), m_bytes));
        std::unique_ptr<ByteSource> other;
        {
            GHOSTLINE_OPEN_URL(source, m_server.url(QStringLiteral("run.bin")));
            other = std::move(*source->sibling("other.bin"));
        }
        QVERIFY(readAt(*other, 500'000, 1000) == m_bytes.mid(500'000, 1000));
    }

    void redirects()
    {
        QVERIFY(m_server.restart(0, QStringLiteral("rewrite ^/latest$ /segments/real.bin redirect;")));
        QVERIFY(write(QStringLiteral("segments/real.bin"), m_bytes));
        GHOSTLINE_OPEN_URL(source, m_server.url(QStringLiteral("latest")));
        QCOMPARE(source->identity().name, m_server.url(QStringLiteral("latest")).toString());
        QVERIFY(readAt(*source, 500'000, 1000) == m_bytes.mid(500'000, 1000));
        QVERIFY(source->sibling("real.bin"));
        // The way is asked for once.
        QTRY_COMPARE(m_server.requests().size(), std::size_t{4});
        QCOMPARE(m_server.requests()[2].path, QStringLiteral("/segments/real.bin"));
    }

    void cancelledPromptly()
    {
        QVERIFY(m_server.restart(100'000));
        QElapsedTimer timer;
        {
            GHOSTLINE_OPEN_URL(source, m_server.url(QStringLiteral("run.bin")));
            std::stop_source stop;
            auto read = std::async(std::launch::async,
                                   [&] { return readAt(*source, 1'000'000, 1'000'000, stop.get_token()); });
            QTRY_VERIFY(m_server.bytesWritten() > 150'000);
            timer.start();
            stop.request_stop();
            const auto got = read.get();
            QVERIFY(!got);
            QCOMPARE(got.error().code, ErrorCode::Cancelled);
        }
        // The first range was still on its way.
        QVERIFY2(timer.elapsed() < 1000, qPrintable(QString::number(timer.elapsed())));
    }

    void threadsShareWhatArrives()
    {
        GHOSTLINE_OPEN_URL(source, m_server.url(QStringLiteral("run.bin")));
        QVERIFY(m_server.restart(3'000'000));
        std::atomic<int> wrong{0};
        {
            std::vector<std::jthread> threads;
            for (quint32 seed = 0; seed < 4; ++seed) {
                threads.emplace_back([&, seed] {
                    QRandomGenerator random(seed);
                    for (int i = 0; i < 40; ++i) {
                        const int offset = random.bounded(static_cast<int>(m_bytes.size()) - 100'000);
                        const auto got = readAt(*source, static_cast<std::uint64_t>(offset), 100'000);
                        wrong += got && *got == m_bytes.mid(offset, 100'000) ? 0 : 1;
                    }
                });
            }
        }
        QCOMPARE(wrong.load(), 0);
        qint64 bytes = 0;
        for (const NginxRequest& request : m_server.requests())
            bytes += request.bytes;
        // Gaps are filled twice, little else is.
        QVERIFY2(bytes < m_bytes.size() * 2, qPrintable(QString::number(bytes)));
    }

    void nobodyThere()
    {
        const QUrl url = m_server.url(QStringLiteral("run.bin"));
        m_server.kill();
        HttpOptions options;
        options.firstPause = std::chrono::milliseconds(1);
        const auto opened = openUrl(url, options);
        QVERIFY(!opened);
        QCOMPARE(opened.error().code, ErrorCode::IoError);
        QCOMPARE(opened.error().message,
                 QStringLiteral("127.0.0.1:%1 refused the connection (tried 3 times)").arg(url.port()));
    }
};

} // namespace tst_http_nginx

GHOSTLINE_TEST(tst_http_nginx, TestHttpNginx)
#include "tst_http_nginx.moc"
