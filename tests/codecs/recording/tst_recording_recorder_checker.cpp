// SPDX-License-Identifier: GPL-3.0-or-later
// What the recorders write, read by an independent program: both profiles, one file and segments, gone on
// with after an interruption, and saved from a ring.
#include "codecs/recording/recorder/lone_recorder.h"
#include "codecs/recording/recorder/recording_writer.h"
#include "codecs/recording/recorder/ring_recorder.h"
#include "codecs/recording/sample/sample_run.h"
#include "tests/support/shared_data.h"
#include "tests/support/test_driver.h"

#include <QDir>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

namespace tst_recording_recorder_checker {

using namespace ghostline;
using namespace ghostline::recording;

namespace {

QString python() { return qEnvironmentVariable("GHOSTLINE_PYTHON", QStringLiteral("python3")); }

/// What the checker says; empty when it accepts.
QString complaint(const QString& path)
{
    QProcess process;
    const QString checker = QDir::cleanPath(test::sharedData(QStringLiteral("recording")) +
                                            QStringLiteral("/../../tools/check_vectors.py"));
    process.setProcessChannelMode(QProcess::MergedChannels);
    process.start(python(), {checker, path});
    if (!process.waitForFinished(100'000))
        return QStringLiteral("the checker did not come to an end");
    const QString said = QString::fromUtf8(process.readAll());
    return process.exitCode() == 0 && said.contains(QStringLiteral("1 recordings, 0 problems")) ? QString()
                                                                                                : said;
}

} // namespace

class TestRecordingRecorderChecker : public QObject
{
    Q_OBJECT

    QTemporaryDir m_dir;

private Q_SLOTS:
    void initTestCase_data()
    {
        QTest::addColumn<int>("profile");
        QTest::newRow("h5") << static_cast<int>(Profile::H5);
        QTest::newRow("s1") << static_cast<int>(Profile::S1);
    }
    void init() { GHOSTLINE_REQUIRE_SHARED("recording"); }

    void isAccepted_data()
    {
        QTest::addColumn<QString>("how");
        QTest::newRow("file") << QStringLiteral("file");
        QTest::newRow("segments") << QStringLiteral("segments");
        QTest::newRow("gone on with") << QStringLiteral("resumed");
        QTest::newRow("ring") << QStringLiteral("ring");
    }
    void isAccepted()
    {
        QFETCH(QString, how);
        QFETCH_GLOBAL(int, profile);
        const RecorderHead head = sampleRunHead(static_cast<Profile>(profile));
        QString path = m_dir.filePath(QStringLiteral("%1-%2").arg(how).arg(profile));
        SampleRunOptions options;
        options.ticks = 2500;
        options.busy = true;
        if (how == QLatin1String("file")) {
            path += QStringLiteral(".hcrp");
            auto recorder = LoneRecorder::create(head);
            QVERIFY(recorder);
            QVERIFY(recordSampleRun(*recorder, options));
            QVERIFY(recorder->save(path, QStringLiteral("finish")));
        } else if (how == QLatin1String("ring")) {
            path += QStringLiteral(".hcrp");
            RingOptions ring;
            ring.windowTicks = 3000; // the run's start stays in it: the checker counts run times from there
            auto recorder = RingRecorder::create(head, ring);
            QVERIFY(recorder);
            QVERIFY(recordSampleRun(*recorder, options));
            QVERIFY(recorder->trigger(path, QStringLiteral("reported")));
            QVERIFY(recorder->saveNow());
        } else {
            auto writer = RecordingWriter::create(path, head);
            QVERIFY(writer);
            QVERIFY(recordSampleRun(*writer, options));
            if (how == QLatin1String("resumed")) {
                QVERIFY(writer->flush());
                { // Closed, as by a server that stops.
                    const RecordingWriter gone = std::move(*writer);
                }
                auto again = RecordingWriter::append(path);
                QVERIFY(again);
                for (int i = 0; i < 300; ++i)
                    QVERIFY(again->tick({}));
                QVERIFY(again->finish(QStringLiteral("finish")));
            } else {
                QVERIFY(writer->finish(QStringLiteral("finish")));
            }
        }
        QCOMPARE(complaint(path), QString());
    }
};

} // namespace tst_recording_recorder_checker

GHOSTLINE_TEST(tst_recording_recorder_checker, TestRecordingRecorderChecker)
#include "tst_recording_recorder_checker.moc"
