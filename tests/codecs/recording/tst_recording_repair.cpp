// SPDX-License-Identifier: GPL-3.0-or-later
// Repairing: everything that can be read is saved byte for byte, what cannot is a gap with a reason.
#include "codecs/recording/rewrite/rewrite_metadata.h"
#include "codecs/recording/rewrite/rewrite_salvage.h"
#include "tests/codecs/recording/repair_folder.h"
#include "tests/codecs/recording/rewrite_support.h"
#include "tests/support/test_driver.h"

namespace tst_recording_repair {

using namespace ghostline;
using namespace ghostline::test;
using namespace Qt::StringLiterals;
using recording::salvageRecording;

namespace {

QString notesOf(const model::WriteReport& report)
{
    QString text;
    for (const auto& note : report.notes)
        text += note.code + u": "_s + note.message + u'\n';
    return text;
}

} // namespace

class TestRecordingRepair : public QObject, protected RepairFolder
{
    Q_OBJECT

private Q_SLOTS:
    void cleanup() { cleanOutputs(); }

    void folders_data()
    {
        QTest::addColumn<int>("profile");
        QTest::addColumn<QString>("damage");
        QTest::addColumn<int>("ticks"); ///< of the new recording
        QTest::addColumn<std::vector<std::pair<int, int>>>("lost");
        using Gaps = std::vector<std::pair<int, int>>;
        for (const Profile profile : {Profile::H5, Profile::H4, Profile::S1}) {
            const auto row = [profile](const char* damage, int ticks, const Gaps& lost) {
                QTest::addRow("%s %s",
                              profile == Profile::S1   ? "S1"
                              : profile == Profile::H4 ? "H4"
                                                       : "H5",
                              damage)
                    << int(profile) << QString::fromLatin1(damage) << ticks << lost;
            };
            // Chunks of 100 ticks in segments of 2, 1, 1, 1 chunks.
            row("nothing", 500, {});
            row("missing", 500, {{200, 300}});
            row("first missing", 500, {{0, 200}});
            row("torn in the middle", 500, {{100, 200}});
            row("torn at the end", 400, {{400, 500}});
            row("flipped", 500, {{300, 400}});
            row("unreferenced", 500, {});
            row("uncommitted", 500, {});
            row("uncommitted and torn", 400, {{400, 500}});
            row("no preamble", 500, {});
            row("junk behind", 500, {});
        }
        QTest::addRow("H5 no preamble, missing")
            << int(Profile::H5) << u"no preamble, missing"_s << 500 << Gaps{{200, 300}};
        QTest::addRow("H5 two missing") << int(Profile::H5) << u"two missing"_s << 500 << Gaps{{200, 400}};
        QTest::addRow("H5 preamble cut") << int(Profile::H5) << u"preamble cut"_s << 500 << Gaps{};
    }
    void folders()
    {
        QFETCH(int, profile);
        QFETCH(QString, damage);
        QFETCH(int, ticks);
        using Gaps = std::vector<std::pair<int, int>>;
        QFETCH(Gaps, lost);
        RecordingPlan plan;
        plan.profile = static_cast<Profile>(profile);
        plan.segments = {2, 1, 1, 1};
        // S1 does not say of its own accord how many empty ticks a chunk ends with.
        plan.noise = plan.profile == Profile::S1 ? 1 : 0;
        const RecordingBuilder builder(plan);
        auto files = builder.folder(damage == "nothing"_L1);
        const auto drop = [&files](const QString& name) { files.erase(name); };
        if (damage.contains("missing"_L1) && damage != "first missing"_L1)
            drop(u"segment-001.dat"_s);
        if (damage == "first missing"_L1)
            drop(u"segment-000.dat"_s);
        if (damage == "two missing"_L1)
            drop(u"segment-002.dat"_s);
        if (damage == "torn in the middle"_L1)
            files[u"segment-000.dat"_s].chop(3);
        if (damage == "torn at the end"_L1)
            files[u"segment-003.dat"_s].chop(3);
        if (damage == "flipped"_L1)
            files[u"segment-002.dat"_s][40] = char(files[u"segment-002.dat"_s][40] ^ 4);
        if (damage == "unreferenced"_L1)
            files[u"preamble.dat"_s] = builder.preamble(4);
        if (damage.startsWith("uncommitted"_L1)) { // two frames in the last segment, one of them known
            files[u"segment-002.dat"_s] += files[u"segment-003.dat"_s];
            drop(u"segment-003.dat"_s);
            files[u"preamble.dat"_s] = builder.preamble(4);
        }
        if (damage == "uncommitted and torn"_L1)
            files[u"segment-002.dat"_s].chop(1);
        if (damage.startsWith("no preamble"_L1))
            drop(u"preamble.dat"_s);
        if (damage == "preamble cut"_L1)
            files[u"preamble.dat"_s].chop(30);
        if (damage == "junk behind"_L1)
            files[u"segment-003.dat"_s] += "no frame at all";
        writeFolder(path(u"run"_s), files);
        const QByteArray before = contentHash(path(u"run"_s));
        const FilePtr source = openRecording(path(u"run"_s));
        QVERIFY(source);
        const auto report = salvageRecording(*source, writeTo(path(u"new"_s)));
        QVERIFY2(report, report ? "" : qPrintable(report.error().message));
        QCOMPARE(contentHash(path(u"run"_s)), before);
        QCOMPARE(namesIn(m_folder.path()), QStringList({u"new"_s, u"run"_s}));

        const FilePtr out = openRecording(path(u"new"_s));
        QVERIFY(out);
        const auto& about = out->description();
        QVERIFY(!about.salvaged && about.unreferenced.empty() && out->lostChunks().empty());
        QCOMPARE(about.header.profile, plan.profile);
        QCOMPARE(about.finished, damage == "nothing"_L1);
        QCOMPARE(about.header.tickCount, ticks);
        QCOMPARE(report->frames, ticks);
        auto found = eventsOf(*out);
        if (plan.profile == Profile::S1) { // a gap holds one bookmark that says so
            for (const auto& [first, end] : lost) {
                if (first < ticks)
                    QVERIFY(found[first].contains("lost: "));
                found.erase(first);
            }
        }
        QCOMPARE(found, without(truth(builder), lost));
        // Chunks that were kept are the very bytes of the source.
        for (std::size_t i = 0; i < out->chunks().size(); ++i) {
            const ChunkEntry& entry = out->chunks()[i];
            const bool filler = std::any_of(lost.begin(), lost.end(), [&entry](const auto& gap) {
                return entry.startTick >= gap.first && entry.startTick < gap.second;
            });
            if (!filler)
                QCOMPARE(*out->readCompressed(int(i)),
                         builder.chunks[std::size_t(entry.startTick) / 100].frame);
        }
        const auto gaps = recording::readGaps(about.metadata.tree);
        QCOMPARE(gaps.size(),
                 damage == "uncommitted and torn"_L1 ? 0U : lost.size()); // nobody knew of that one
        for (std::size_t i = 0; i < gaps.size(); ++i) {
            QCOMPARE(gaps[i].tick, lost[i].first);
            QCOMPARE(gaps[i].endTick, lost[i].second - 1);
            QVERIFY(!gaps[i].reason.isEmpty());
            QVERIFY(notesOf(*report).contains(gaps[i].reason));
        }
        if (damage != "nothing"_L1)
            QVERIFY2(!report->notes.empty(), "what was done has to be said");
        // What is repaired can be compacted.
        const auto compacted = recording::compactRecording(*out, writeTo(path(u"small.hcrp"_s)));
        QVERIFY2(compacted, compacted ? "" : qPrintable(compacted.error().message));
        const FilePtr small = openRecording(path(u"small.hcrp"_s));
        QVERIFY(small);
        QCOMPARE(statesOf(*small), statesOf(*out)); // also where the snapshot behind a gap moves the player
        QCOMPARE(eventsOf(*small), eventsOf(*out));
    }

    void whatCannotBeReachedIsNotLost_data()
    {
        QTest::addColumn<bool>("web");
        QTest::addColumn<model::ErrorCode>("code");
        QTest::addColumn<QString>("name");
        QTest::addColumn<bool>("fails");
        const QString inIndex = u"segment-002.dat"_s;
        const QString behind = u"segment-004.dat"_s; // not in the index
        QTest::newRow("server, no answer") << true << model::ErrorCode::IoError << inIndex << true;
        QTest::newRow("server, changed") << true << model::ErrorCode::Changed << inIndex << true;
        QTest::newRow("server, no answer behind") << true << model::ErrorCode::IoError << behind << true;
        QTest::newRow("disk, changed") << false << model::ErrorCode::Changed << inIndex << true;
        QTest::newRow("disk, bad sector") << false << model::ErrorCode::IoError << inIndex << false;
        QTest::newRow("disk, bad sector behind") << false << model::ErrorCode::IoError << behind << false;
    }
    void whatCannotBeReachedIsNotLost()
    {
        QFETCH(bool, web);
        QFETCH(model::ErrorCode, code);
        QFETCH(QString, name);
        QFETCH(bool, fails);
        const RecordingBuilder builder{RecordingPlan{}};
        auto files = builder.folder(false);
        files[u"preamble.dat"_s] = builder.preamble(4);
        const FilePtr source = openFailing(files, web, {name, 0, code});
        QVERIFY(source);
        const auto report = salvageRecording(*source, writeTo(path(u"new"_s)));
        QCOMPARE(report.has_value(), !fails);
        if (fails) {
            QCOMPARE(report.error().code, code);
            QVERIFY(namesIn(m_folder.path()).isEmpty());
        } else {
            QVERIFY2(notesOf(*report).contains(u"no answer"_s), qPrintable(notesOf(*report)));
            QCOMPARE(report->details["ticks_kept"_L1].toInt(), name == u"segment-004.dat"_s ? 400 : 300);
        }
        const FilePtr whole = openFailing(builder.folder(), web, {name, 0, code});
        QVERIFY(whole);
        const auto compacted = recording::compactRecording(*whole, writeTo(path(u"small.hcrp"_s)));
        QVERIFY(!compacted);
        QCOMPARE(compacted.error().code, code);
        QCOMPARE(compacted.error().advice.contains(u"repair"_s), !fails);
    }

    void segmentsOnAServerAreAskedFor()
    {
        const RecordingBuilder builder{RecordingPlan{}};
        auto files = builder.folder(false);
        files[u"preamble.dat"_s] = builder.preamble(3);
        const FilePtr source = openFailing(files, true);
        QVERIFY(source);
        const auto report = salvageRecording(*source, writeTo(path(u"new"_s)));
        QVERIFY2(report, report ? "" : qPrintable(report.error().message));
        QCOMPARE(report->details["ticks_without_index"_L1].toInt(), 200);
        QCOMPARE(eventsOf(*openRecording(path(u"new"_s))), truth(builder));
        QVERIFY(!recording::compactRecording(*source, writeTo(path(u"small.hcrp"_s))));
    }

    void unreadableEndOfASegment()
    {
        RecordingPlan plan;
        plan.segments = {2, 3};
        const RecordingBuilder builder(plan);
        auto files = builder.folder(false);
        files[u"preamble.dat"_s] = builder.preamble(4);
        const QString last = u"segment-001.dat"_s;
        const auto known = std::uint64_t(builder.chunks[2].frame.size() + builder.chunks[3].frame.size());
        const FilePtr source = openFailing(files, false, {last, known, model::ErrorCode::IoError});
        const auto report = salvageRecording(*source, writeTo(path(u"new"_s)));
        QVERIFY2(report, report ? "" : qPrintable(report.error().message));
        QCOMPARE(report->frames, 400);
        QVERIFY2(notesOf(*report).contains(u"no answer"_s), qPrintable(notesOf(*report)));
    }

    void manyReasonsAreCounted()
    {
        RecordingPlan plan;
        plan.ticks = 60'000;
        plan.chunkTicks = 3;
        plan.segments = {1, 19'998, 1};
        const RecordingBuilder builder(plan);
        auto files = builder.folder();
        for (qsizetype i = 6; i < files[u"segment-001.dat"_s].size(); i += 20)
            files[u"segment-001.dat"_s][i] = char(files[u"segment-001.dat"_s][i] ^ 0x55);
        writeFolder(path(u"run"_s), files);
        const FilePtr source = openRecording(path(u"run"_s));
        QElapsedTimer clock;
        clock.start();
        const auto report = salvageRecording(*source, writeTo(path(u"new"_s)));
        QVERIFY2(report, report ? "" : qPrintable(report.error().message));
        QVERIFY2(clock.elapsed() < 6000, qPrintable(QString::number(clock.elapsed())));
        const auto gaps = recording::readGaps(openRecording(path(u"new"_s))->description().metadata.tree);
        QCOMPARE(gaps.size(), 1U);
        QVERIFY2(gaps[0].reason.endsWith(u"; and 19995 more"_s), qPrintable(gaps[0].reason.right(200)));
        QVERIFY(gaps[0].reason.size() < 1000);
    }

    void nothingRecordedYet()
    {
        RecordingPlan plan;
        plan.ticks = 0;
        RecordingBuilder builder(plan);
        const FilePtr source =
            openFailing({{u"preamble.dat"_s, builder.preamble()}, {u"segment-000.dat"_s, {}}}, false);
        QVERIFY(source);
        const auto repaired = salvageRecording(*source, writeTo(path(u"new"_s)));
        QVERIFY(!repaired);
        QCOMPARE(repaired.error().message, u"it holds no tick yet"_s);
        const auto compacted = recording::compactRecording(*source, writeTo(path(u"small.hcrp"_s)));
        QVERIFY(!compacted);
        QCOMPARE(compacted.error().message, u"it holds no tick yet"_s);
        QVERIFY(compacted.error().advice.isEmpty());
    }

    void chunksWithoutSnapshotCannotBePlaced()
    {
        RecordingPlan plan;
        plan.ticks = 700;
        plan.snapshotEvery = 3; // at 0, 300, 600
        const RecordingBuilder builder(plan);
        auto files = builder.folder();
        files.erase(u"segment-001.dat"_s);
        writeFolder(path(u"run"_s), files);
        const FilePtr source = openRecording(path(u"run"_s));
        const auto report = salvageRecording(*source, writeTo(path(u"new"_s)));
        QVERIFY(report);
        const FilePtr out = openRecording(path(u"new"_s));
        QCOMPARE(eventsOf(*out), without(truth(builder), {{100, 300}}));
        const auto gaps = recording::readGaps(out->description().metadata.tree);
        QCOMPARE(gaps.size(), 1U);
        QVERIFY(gaps[0].reason.contains(u"segment-001.dat"_s));
        QVERIFY(gaps[0].reason.contains(u"no snapshot since the gap"_s));
        QCOMPARE(report->details["ticks_lost"_L1].toInt(), 200);
    }

    void dictionaryIsNotNeededAnyMore()
    {
        RecordingPlan plan;
        plan.dictionary = 7;
        plan.dictionaryContent = QByteArray("minecraft:stone walks on from tick to tick").repeated(20);
        const RecordingBuilder builder(plan);
        auto files = builder.folder();
        files.erase(u"segment-001.dat"_s);
        writeFolder(path(u"run"_s), files);
        writeFolder(path(u"dictionaries"_s), {{u"7.zdict"_s, plan.dictionaryContent}});
        const FilePtr source = openRecording(path(u"run"_s));
        QVERIFY(salvageRecording(*source, writeTo(path(u"elsewhere"_s))));
        QVERIFY(QDir(path(u"dictionaries"_s)).removeRecursively());
        const FilePtr out = openRecording(path(u"elsewhere"_s));
        QCOMPARE(out->header().dictionary, 0);
        recording::Bytes raw;
        QVERIFY(out->readChunk(2, raw));
        QCOMPARE(raw, builder.chunks[2].raw);
    }
};

} // namespace tst_recording_repair

GHOSTLINE_TEST(tst_recording_repair, TestRecordingRepair)
#include "tst_recording_repair.moc"
