// SPDX-License-Identifier: GPL-3.0-or-later
// Repairing one file, and where the repaired one may be written.
#include "codecs/recording/rewrite/rewrite_salvage.h"
#include "tests/codecs/recording/repair_folder.h"
#include "tests/codecs/recording/rewrite_support.h"
#include "tests/support/test_driver.h"

namespace tst_recording_repair_file {

using namespace ghostline;
using namespace ghostline::test;
using namespace Qt::StringLiterals;
using recording::salvageRecording;

class TestRecordingRepairFile : public QObject, protected RepairFolder
{
    Q_OBJECT

private Q_SLOTS:
    void cleanup() { cleanOutputs(); }

    void files_data()
    {
        QTest::addColumn<int>("profile");
        QTest::addColumn<QString>("damage");
        QTest::addColumn<int>("ticks");
        QTest::addColumn<std::vector<std::pair<int, int>>>("lost");
        using Gaps = std::vector<std::pair<int, int>>;
        for (const Profile profile : {Profile::H5, Profile::S1}) {
            const char* name = profile == Profile::S1 ? "S1" : "H5";
            QTest::addRow("%s nothing", name) << int(profile) << u"nothing"_s << 500 << Gaps{};
            QTest::addRow("%s cut", name) << int(profile) << u"cut"_s << 400 << Gaps{{400, 500}};
            QTest::addRow("%s flipped", name) << int(profile) << u"flipped"_s << 500 << Gaps{{100, 200}};
            QTest::addRow("%s index broken", name) << int(profile) << u"index"_s << 500 << Gaps{};
            QTest::addRow("%s metadata broken", name) << int(profile) << u"metadata"_s << 500 << Gaps{};
        }
    }
    void files()
    {
        QFETCH(int, profile);
        QFETCH(QString, damage);
        QFETCH(int, ticks);
        using Gaps = std::vector<std::pair<int, int>>;
        QFETCH(Gaps, lost);
        RecordingPlan plan;
        plan.profile = static_cast<Profile>(profile);
        plan.noise = plan.profile == Profile::S1 ? 1 : 0;
        const RecordingBuilder builder(plan);
        QByteArray bytes = builder.file();
        const auto whole = RecordingFile::open(memoryFile(bytes)).value();
        if (damage == "cut"_L1)
            bytes.chop(10);
        if (damage == "flipped"_L1)
            bytes[qsizetype(whole->chunks()[1].offset) + 30] ^= 8;
        if (damage == "index"_L1) { // everything from the third entry on
            const qsizetype index = 256 + whole->header().metadataBytes;
            const qsizetype entry = whole->header().indexBytes / 5;
            for (qsizetype i = index + 2 * entry; i < index + whole->header().indexBytes; ++i)
                bytes[i] = char(0xFF);
        }
        if (damage == "metadata"_L1)
            bytes[258] = char(0xFF);
        writeBytes(path(u"run.hcrp"_s), bytes);
        const QByteArray before = contentHash(path(u"run.hcrp"_s));
        const FilePtr source = openRecording(path(u"run.hcrp"_s));
        QVERIFY(source);
        const auto report = salvageRecording(*source, writeTo(path(u"new.hcrp"_s)));
        QVERIFY2(report, report ? "" : qPrintable(report.error().message));
        QCOMPARE(contentHash(path(u"run.hcrp"_s)), before);
        const FilePtr out = openRecording(path(u"new.hcrp"_s));
        QVERIFY(out);
        QVERIFY(out->description().diagnostics.empty());
        QCOMPARE(out->header().tickCount, ticks);
        auto found = eventsOf(*out);
        if (plan.profile == Profile::S1) {
            for (const auto& gap : lost)
                found.erase(gap.first);
        }
        QCOMPARE(found, without(truth(builder), lost));
        QCOMPARE(out->description().metadata.playerName, damage == "metadata"_L1 ? QString() : u"Walker"_s);
    }

    void nothingToSave()
    {
        const RecordingBuilder builder{RecordingPlan{}};
        writeFolder(path(u"run"_s), {{u"preamble.dat"_s, builder.preamble()}});
        const FilePtr source = openRecording(path(u"run"_s));
        QVERIFY(source);
        QVERIFY(!salvageRecording(*source, writeTo(path(u"new"_s))));
        QCOMPARE(namesIn(m_folder.path()), QStringList{u"run"_s});
    }

    void targetsThatAreTaken()
    {
        auto files = RecordingBuilder(RecordingPlan{}).folder();
        writeFolder(path(u"run"_s), files);
        writeFolder(path(u"taken"_s), {{u"notes.txt"_s, "mine"}});
        writeBytes(path(u"file"_s), "mine");
        QVERIFY(QDir().mkdir(path(u"empty"_s)));
        const FilePtr source = openRecording(path(u"run"_s));
        const QByteArray before = contentHash(m_folder.path());
        for (const QString& name : {u"taken"_s, u"file"_s, u"run"_s, u"absent/new"_s}) {
            const auto report = salvageRecording(*source, writeTo(path(name)));
            QVERIFY(!report);
            QCOMPARE(report.error().code, model::ErrorCode::WriteFailed);
        }
        QCOMPARE(contentHash(m_folder.path()), before);
        QVERIFY(salvageRecording(*source, writeTo(path(u"empty/"_s))));
        QVERIFY(openRecording(path(u"empty"_s)));
    }

    void fullDiskLeavesNothing_data()
    {
        QTest::addColumn<int>("room");
        QTest::addColumn<bool>("segmented");
        for (const int room : {0, 100, 20'000, 90'000}) {
            QTest::addRow("folder, %d bytes", room) << room << true;
            QTest::addRow("file, %d bytes", room) << room << false;
        }
    }
    void fullDiskLeavesNothing()
    {
        QFETCH(int, room);
        QFETCH(bool, segmented);
        RecordingPlan plan;
        plan.noise = 900;
        plan.segments = {1, 2, 1, 1};
        const RecordingBuilder builder(plan);
        if (segmented)
            writeFolder(path(u"run"_s), builder.folder());
        else
            writeBytes(path(u"run"_s), builder.file());
        const FilePtr source = openRecording(path(u"run"_s));
        const QByteArray before = contentHash(m_folder.path());
        const auto report = [&] {
            const FullDisk full(static_cast<std::uint64_t>(room));
            return salvageRecording(*source, writeTo(path(u"new"_s)));
        }();
        QVERIFY(!report);
        QCOMPARE(report.error().code, model::ErrorCode::WriteFailed);
        QCOMPARE(contentHash(m_folder.path()), before);
    }

    void aGapOfAMillionYearsIsNotFilled()
    {
        RecordingBuilder builder{RecordingPlan{}};
        builder.chunks[3].entry.startTick = 2'000'000'000;
        builder.chunks[4].entry.startTick = 2'000'000'100;
        writeFolder(path(u"run"_s), builder.folder());
        const FilePtr source = openRecording(path(u"run"_s));
        QVERIFY(source);
        const auto report = salvageRecording(*source, writeTo(path(u"new"_s)));
        if (!report)
            QCOMPARE(report.error().code, model::ErrorCode::LimitExceeded);
        else
            QVERIFY(report->frames < 21'000'000);
    }
};

} // namespace tst_recording_repair_file

GHOSTLINE_TEST(tst_recording_repair_file, TestRecordingRepairFile)
#include "tst_recording_repair_file.moc"
