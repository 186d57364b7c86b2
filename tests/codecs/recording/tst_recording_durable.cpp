// SPDX-License-Identifier: GPL-3.0-or-later
// What a power cut leaves: everything is on the disk before something else speaks of it. Seen in the order of
// the calls to the system, and with each of them failing.
#include "tests/codecs/recording/recorder_script.h"
#include "tests/support/disk_calls.h"
#include "tests/support/test_driver.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>

namespace tst_recording_durable {

using namespace ghostline;
using namespace ghostline::recording;
using namespace ghostline::test;

namespace {

using namespace Qt::StringLiterals;

RecorderOptions smallOnes()
{
    RecorderOptions options;
    options.chunkTicks = 40;
    options.segmentSeconds = 0;
    return options;
}

} // namespace

class TestRecordingDurable : public QObject
{
    Q_OBJECT

    QTemporaryDir m_dir;
    int m_folders = 0;
    QString newRoot()
    {
        const QString root = m_dir.filePath(QString::number(m_folders++));
        return QDir().mkpath(root) ? root : QString();
    }
    static QString outcomeIn(const QString& folder)
    {
        const auto played = playRecording(folder);
        return played ? played->known.metadata.outcome : played.error().message;
    }

private Q_SLOTS:
    void eachStepIsOnTheDiskBeforeTheNext()
    {
        const QString root = newRoot();
        DiskCalls calls(root);
        auto writer = RecordingWriter::create(root + u"/new/run"_s, {}, smallOnes());
        QVERIFY(writer);
        // Folders first, each with its name in the one above.
        QCOMPARE(calls.take(), (QStringList{u"mkdir new"_s, u"fsync ."_s, u"mkdir new/run"_s, u"fsync new"_s,
                                            u"fsync new/run/preamble.dat~"_s,
                                            u"rename new/run/preamble.dat"_s, u"fsync new/run"_s}));
        for (int segment = 0; segment < 2; ++segment) {
            QVERIFY(recordScript(*writer, 100 * (segment + 1)));
            QCOMPARE(calls.take(), QStringList());
            QVERIFY(writer->flush());
            // Bytes and name of the segment, and only then the preamble that names it.
            QCOMPARE(calls.take(), (QStringList{u"fsync new/run/segment-00%1.dat"_s.arg(segment),
                                                u"fsync new/run"_s, u"fsync new/run/preamble.dat~"_s,
                                                u"rename new/run/preamble.dat"_s, u"fsync new/run"_s}));
        }
        QVERIFY(writer->finish(u"finish"_s));
        QCOMPARE(calls.take(),
                 (QStringList{u"fsync new/run/preamble.dat~"_s, u"rename new/run/preamble.dat"_s,
                              u"fsync new/run"_s, u"fsync new/run/finished~"_s, u"rename new/run/finished"_s,
                              u"fsync new/run"_s}));
    }

    void aFolderThatIsThereIsNotMade()
    {
        const QString root = newRoot();
        DiskCalls calls(root);
        QVERIFY(RecordingWriter::create(root, {}));
        QCOMPARE(calls.take(),
                 (QStringList{u"fsync preamble.dat~"_s, u"rename preamble.dat"_s, u"fsync ."_s}));
    }

    void creatingFails_data()
    {
        QTest::addColumn<QString>("call");
        for (const char* call : {"mkdir new", "fsync .", "mkdir new/run", "fsync new"})
            QTest::newRow(call) << QString::fromLatin1(call);
    }
    void creatingFails()
    {
        QFETCH(QString, call);
        const QString root = newRoot();
        DiskCalls calls(root);
        calls.refuse(call);
        const auto writer = RecordingWriter::create(root + u"/new/run"_s, {});
        QVERIFY(!writer);
        QCOMPARE(writer.error().code, model::ErrorCode::WriteFailed);
        // Nothing stays: a second attempt must not take folders for safe that are not.
        QCOMPARE(QDir(root).entryList(QDir::AllEntries | QDir::NoDotAndDotDot), QStringList());
        calls.refuse(call, 0);
        QVERIFY(RecordingWriter::create(root + u"/new/run"_s, {}));
    }

    void committingFails_data()
    {
        QTest::addColumn<QString>("call");
        for (const char* call :
             {"fsync segment-001.dat", "fsync .", "fsync preamble.dat~", "rename preamble.dat"})
            QTest::newRow(call) << QString::fromLatin1(call);
    }
    void committingFails()
    {
        QFETCH(QString, call);
        const QString root = newRoot();
        DiskCalls calls(root);
        auto writer = RecordingWriter::create(root, {}, smallOnes());
        QVERIFY(writer);
        QVERIFY(recordScript(*writer, 100));
        QVERIFY(writer->flush());
        QVERIFY(recordScript(*writer, 200));
        calls.refuse(call);
        for (int i = 0; i < 2; ++i) {
            const auto failed = writer->flush();
            QVERIFY(!failed);
            QCOMPARE(failed.error().code, model::ErrorCode::WriteFailed);
            QCOMPARE(writer->committedTicks(), 100);
            QVERIFY(!writer->tick({}));
        }
        calls.refuse(call, 0);
        QVERIFY(writer->flush());
        QCOMPARE(writer->committedTicks(), 200);
        const auto played = playRecording(root);
        QVERIFY(played);
        QCOMPARE(scriptDiffers(*played, 200), QString());
    }

    void finishingFails_data()
    {
        QTest::addColumn<QString>("call");
        QTest::addColumn<int>("granted");
        QTest::newRow("preamble") << u"rename preamble.dat"_s << 0;
        QTest::newRow("preamble's folder") << u"fsync ."_s << 0;
        QTest::newRow("finished") << u"rename finished"_s << 0;
        QTest::newRow("its folder") << u"fsync ."_s << 1;
    }
    void finishingFails()
    {
        QFETCH(QString, call);
        QFETCH(int, granted);
        const QString root = newRoot();
        DiskCalls calls(root);
        auto writer = RecordingWriter::create(root, {}, smallOnes());
        QVERIFY(writer);
        QVERIFY(recordScript(*writer, 100));
        QVERIFY(writer->flush());
        calls.refuse(call, EIO, granted);
        QVERIFY(!writer->finish(u"finish"_s));
        QVERIFY(!QFile::exists(root + u"/finished"_s));
        calls.refuse(call, 0);
        QVERIFY(recordScript(*writer, 120));
        QVERIFY(writer->finish(u"finish"_s));
        QVERIFY(QFile::exists(root + u"/finished"_s));
        const auto played = playRecording(root);
        QVERIFY(played);
        QCOMPARE(scriptDiffers(*played, 120), QString());
    }

    void theOutcomeOfWhatGoesOnIsOpen()
    {
        const QString root = newRoot();
        DiskCalls calls(root);
        {
            auto writer = RecordingWriter::create(root, {}, smallOnes());
            QVERIFY(writer);
            QVERIFY(recordScript(*writer, 100));
            calls.refuse(u"rename finished"_s);
            QVERIFY(!writer->finish(u"finish"_s));
            // Not finished after all: the same writer goes on.
            QVERIFY(recordScript(*writer, 150));
            QVERIFY(writer->flush());
            QCOMPARE(outcomeIn(root), u"open"_s);
            QVERIFY(!writer->finish(u"finish"_s));
        }
        // What a kill between the preamble and `finished` leaves.
        QCOMPARE(outcomeIn(root), u"finish"_s);
        calls.refuse({}, 0);
        auto writer = RecordingWriter::append(root, smallOnes());
        QVERIFY(writer);
        QCOMPARE(outcomeIn(root), u"open"_s);
        QVERIFY(recordScript(*writer, 200));
        QVERIFY(writer->flush());
        QCOMPARE(outcomeIn(root), u"open"_s);
        QVERIFY(writer->finish(u"reset"_s));
        QCOMPARE(outcomeIn(root), u"reset"_s);
        const auto played = playRecording(root);
        QVERIFY(played);
        QCOMPARE(scriptDiffers(*played, 200), QString());
    }
};

} // namespace tst_recording_durable

GHOSTLINE_TEST(tst_recording_durable, TestRecordingDurable)
#include "tst_recording_durable.moc"
