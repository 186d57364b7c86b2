// SPDX-License-Identifier: GPL-3.0-or-later
// Recordings behind a real web server: how many requests opening and seeking take, segments and dictionaries
// by address, and following one that grows.
#include "codecs/recording/file/recording_file.h"
#include "model/bytes/http_source.h"
#include "tests/codecs/recording/recording_builder.h"
#include "tests/support/nginx.h"
#include "tests/support/test_driver.h"

namespace tst_recording_http {

using namespace ghostline;
using namespace ghostline::test;
using recording::Bytes;
using recording::RecordingFile;

class TestRecordingHttp : public QObject
{
    Q_OBJECT

    NginxServer m_server;
    std::unique_ptr<QTemporaryDir> m_folder;
    std::size_t m_asked = 0;

    std::shared_ptr<const RecordingFile> open(const QString& name)
    {
        auto source = model::openUrl(m_server.url(name));
        if (!source)
            return nullptr;
        auto file = RecordingFile::open(std::move(*source));
        if (!file)
            qWarning("%s", qPrintable(file.error().message));
        return file.value_or(nullptr);
    }
    /// Requests since the last call; the log comes a moment after the answer.
    std::vector<NginxRequest> asked(std::size_t expected)
    {
        const bool came =
            QTest::qWaitFor([&] { return m_server.requests().size() >= m_asked + expected; }, 2000);
        auto all = m_server.requests();
        std::vector<NginxRequest> fresh(
            all.begin() + static_cast<std::ptrdiff_t>(std::min(m_asked, all.size())), all.end());
        m_asked = all.size();
        if (!came || fresh.size() != expected) {
            for (const NginxRequest& request : fresh)
                qInfo("%s %s", qPrintable(request.path), request.range.constData());
        }
        return fresh;
    }
    static void compare(const RecordingFile& file, const RecordingBuilder& built, int first, int end)
    {
        const auto all = file.readChunks(first, end);
        QVERIFY(all.has_value());
        for (int i = first; i < end; ++i) {
            const auto& raw = (*all)[static_cast<std::size_t>(i - first)];
            QVERIFY2(raw.has_value(), raw ? "" : qPrintable(raw.error().message));
            QVERIFY(*raw == built.chunks[static_cast<std::size_t>(i)].raw);
        }
    }

private Q_SLOTS:
    void init()
    {
        GHOSTLINE_REQUIRE_NGINX();
        m_folder = std::make_unique<QTemporaryDir>();
        QVERIFY2(m_server.start(m_folder->path()), qPrintable(m_server.problem()));
        m_asked = m_server.requests().size();
    }
    void cleanup() { m_server.kill(); }

    void compacted_data()
    {
        QTest::addColumn<int>("metadata");
        QTest::addColumn<int>("requests");
        QTest::newRow("all in the first read") << 0 << 1;
        QTest::newRow("a long preamble") << 300'000 << 2;
    }
    void compacted()
    {
        QFETCH(int, metadata);
        QFETCH(int, requests);
        const RecordingBuilder built(
            {.ticks = 8000, .chunkTicks = 200, .noise = 500, .metadataBytes = metadata}); // 75 KiB a chunk
        writeBytes(m_folder->filePath(QStringLiteral("run.hcrp")), built.file());
        const auto file = open(QStringLiteral("run.hcrp"));
        QVERIFY(file && file->description().diagnostics.empty());
        QCOMPARE(asked(static_cast<std::size_t>(requests)).size(), static_cast<std::size_t>(requests));
        // A seek: the chunk and what it builds on, in one request of just these bytes.
        compare(*file, built, 20, 23);
        const auto seek = asked(1);
        QCOMPARE(seek.size(), std::size_t{1});
        qint64 bytes = 0;
        for (std::size_t i = 20; i < 23; ++i)
            bytes += static_cast<qint64>(built.chunks[i].frame.size());
        QCOMPARE(seek.front().bytes, bytes);
        compare(*file, built, 20, 23);
        compare(*file, built, 21, 22);
        compare(*file, built, 30, 31);
        QCOMPARE(asked(1).size(), std::size_t{1}); // the last of them alone
    }

    void segmented_data()
    {
        QTest::addColumn<qint64>("ended"); // seconds ago
        QTest::addColumn<int>("requests");
        QTest::newRow("long ago") << qint64{90'000} << 2; // the preamble; whether it is finished
        QTest::newRow("just now") << qint64{0} << 3;      // the preamble again, which may be a newer one
    }
    void segmented()
    {
        QFETCH(qint64, ended);
        QFETCH(int, requests);
        const RecordingBuilder built(
            {.ticks = 4000, .chunkTicks = 200, .noise = 500, .segments = {2, 8, 8, 2}});
        auto files = built.folder();
        files.erase(QStringLiteral("segment-003.dat"));
        writeFolder(m_folder->filePath(QStringLiteral("run")), files);
        QFile finished(m_folder->filePath(QStringLiteral("run/finished")));
        QVERIFY(finished.open(QIODevice::ReadWrite));
        QVERIFY(finished.setFileTime(QDateTime::currentDateTimeUtc().addSecs(-ended),
                                     QFileDevice::FileModificationTime));
        finished.close();
        const auto file = open(QStringLiteral("run/preamble.dat"));
        QVERIFY(file && file->description().diagnostics.empty() && file->description().finished);
        QCOMPARE(asked(static_cast<std::size_t>(requests)).size(), static_cast<std::size_t>(requests));
        compare(*file, built, 0, 2); // a short segment comes whole
        QCOMPARE(asked(1).size(), std::size_t{1});
        compare(*file, built, 16, 18); // a long one: what it is, then the bytes
        QCOMPARE(asked(2).size(), std::size_t{2});
        const auto lost = file->readChunks(18, 20);
        QVERIFY(lost && !(*lost)[0] && !(*lost)[1]);
        QCOMPARE((*lost)[0].error().code, model::ErrorCode::NotFound);
        QVERIFY((*lost)[0].error().message.contains(QStringLiteral("segment-003.dat is missing")));
    }

    void dictionary_data()
    {
        QTest::addColumn<QString>("run");
        QTest::addColumn<QString>("dictionaries");
        QTest::newRow("beside the file") << QString() << QStringLiteral("dictionaries");
        QTest::newRow("beside the folder") << QStringLiteral("run") << QStringLiteral("dictionaries");
        QTest::newRow("inside the folder") << QStringLiteral("run") << QStringLiteral("run/dictionaries");
    }
    void dictionary()
    {
        QFETCH(QString, run);
        QFETCH(QString, dictionaries);
        const QByteArray content(2000, 'd');
        const RecordingBuilder built({.dictionary = 3, .dictionaryContent = content});
        if (run.isEmpty())
            writeBytes(m_folder->filePath(QStringLiteral("run.hcrp")), built.file());
        else
            writeFolder(m_folder->filePath(run), built.folder());
        writeFolder(m_folder->filePath(dictionaries), {{QStringLiteral("3.zdict"), content}});
        const auto file =
            open(run.isEmpty() ? QStringLiteral("run.hcrp") : run + QStringLiteral("/preamble.dat"));
        QVERIFY(file && file->description().diagnostics.empty());
        compare(*file, built, 0, built.count());
    }

    void follow()
    {
        const RecordingBuilder built;
        const QString folder = m_folder->filePath(QStringLiteral("run"));
        const auto commit = [&](int chunks) {
            writeFolder(folder, {{RecordingBuilder::segmentFile(chunks - 1), built.segment(chunks - 1)}});
            writeFolder(folder, {{QStringLiteral("new"), built.preamble(chunks)}});
            QFile::remove(folder + QStringLiteral("/preamble.dat"));
            QVERIFY(QFile::rename(folder + QStringLiteral("/new"), folder + QStringLiteral("/preamble.dat")));
        };
        commit(1);
        auto file = open(QStringLiteral("run/preamble.dat"));
        QVERIFY(file && !file->description().finished);
        for (int chunks = 2; chunks <= built.count(); ++chunks) {
            auto same = file->refresh();
            QVERIFY(same && same->file == nullptr);
            commit(chunks);
            auto now = file->refresh();
            QVERIFY2(now.has_value(), now ? "" : qPrintable(now.error().message));
            QVERIFY(now->file && !now->restarted);
            file = now->file;
            compare(*file, built, chunks - 1, chunks);
        }
        writeFolder(folder, {{QStringLiteral("finished"), {}}});
        const auto ended = file->refresh();
        QVERIFY(ended && ended->file && ended->file->description().finished);
        compare(*ended->file, built, 0, built.count());
        // The server goes away: what was read is still there, looking again is an error and not an end.
        m_server.kill();
        compare(*ended->file, built, 0, built.count());
    }
};

} // namespace tst_recording_http

GHOSTLINE_TEST(tst_recording_http, TestRecordingHttp)
#include "tst_recording_http.moc"
