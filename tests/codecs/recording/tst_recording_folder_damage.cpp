// SPDX-License-Identifier: GPL-3.0-or-later
// Segments that are torn, missing or left over, and preambles that are cut or gone: what is whole plays.
#include "codecs/recording/file/recording_file.h"
#include "tests/codecs/recording/damaged_recording.h"
#include "tests/codecs/recording/recording_builder.h"
#include "tests/support/test_driver.h"

#include <QTemporaryDir>

namespace tst_recording_folder_damage {

using namespace ghostline;
using namespace ghostline::test;
using model::ErrorCode;
using recording::Profile;
using recording::RecordingFile;

namespace {

using Files = std::map<QString, QByteArray>;

QString lost(const RecordingFile& file)
{
    QStringList out;
    for (const recording::LostChunk& chunk : file.lostChunks())
        out.append(QStringLiteral("%1 %2").arg(chunk.chunk).arg(chunk.code));
    return out.join(QStringLiteral(", "));
}

} // namespace

class TestRecordingFolderDamage : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void segments_data()
    {
        QTest::addColumn<QString>("what");
        QTest::addColumn<QString>("lostChunks");
        QTest::addColumn<QStringList>("diagnostics");
        QTest::addColumn<QList<int>>("good");
        const auto S = [](const char* text) { return QString::fromLatin1(text); };
        using L = QStringList;
        // Chunks 0, 1 | 2 | 3, 4.
        QTest::newRow("torn") << S("torn") << S("4 segment-short") << L{S("segment-short")}
                              << QList<int>{0, 1, 2, 3};
        QTest::newRow("missing") << S("missing") << S("2 segment-missing") << L{S("segment-missing")}
                                 << QList<int>{0, 1, 3, 4};
        QTest::newRow("first missing") << S("first") << S("0 segment-missing, 1 segment-missing")
                                       << L{S("segment-missing")} << QList<int>{2, 3, 4};
        QTest::newRow("empty") << S("empty") << S("3 segment-short, 4 segment-short") << L{S("segment-short")}
                               << QList<int>{0, 1, 2};
        QTest::newRow("longer") << S("longer") << S("") << L{S("bytes-not-committed")} << firstNumbers(5);
        QTest::newRow("unreferenced")
            << S("more") << S("") << L{S("segment-unreferenced")} << firstNumbers(5);
        QTest::newRow("bent") << S("bent") << S("") << L{} << QList<int>{0, 1, 3, 4};
    }
    void segments()
    {
        QFETCH(QString, what);
        QFETCH(QString, lostChunks);
        QFETCH(QStringList, diagnostics);
        QFETCH(QList<int>, good);
        const RecordingBuilder built({.segments = {2, 1, 2}});
        Files files = built.folder(false);
        QByteArray& last = files[QStringLiteral("segment-002.dat")];
        if (what == QLatin1String("torn"))
            last.chop(30);
        else if (what == QLatin1String("missing"))
            files.erase(QStringLiteral("segment-001.dat"));
        else if (what == QLatin1String("first"))
            files.erase(QStringLiteral("segment-000.dat"));
        else if (what == QLatin1String("empty"))
            last.clear();
        else if (what == QLatin1String("longer"))
            last += "left by a crash";
        else if (what == QLatin1String("more"))
            files[QStringLiteral("segment-003.dat")] = "left by a crash";
        else
            files[QStringLiteral("segment-001.dat")][40] ^= 0x10;
        const File file = openOrNull(memoryFolder(files));
        QVERIFY(file != nullptr);
        QCOMPARE(lost(*file), lostChunks);
        QCOMPARE(codes(*file), diagnostics);
        QCOMPARE(goodChunks(*file, built), good);
        const bool leftover = what == QLatin1String("longer") || what == QLatin1String("more");
        QCOMPARE(file->description().unreferenced.size(), std::size_t{leftover ? 1U : 0U});
        for (const model::Diagnostic& diagnostic : file->description().diagnostics) {
            QVERIFY(diagnostic.message.contains(QStringLiteral("segment-00")));
            QCOMPARE(diagnostic.severity, leftover ? model::Severity::Warning : model::Severity::Error);
        }
        if (leftover) {
            QVERIFY(file->description().diagnostics.front().message.contains(QStringLiteral("repair")));
            QVERIFY(file->description().diagnostics.front().message.contains(QStringLiteral("15 bytes")));
            QVERIFY(foundBehind(*file).empty());
        }
    }

    /// What a crash left behind the last commit, in a segment and in the one after it.
    void uncommitted_data() { addProfiles("version"); }
    void uncommitted()
    {
        QFETCH(int, version);
        const RecordingBuilder built({.profile = static_cast<Profile>(version), .segments = {2, 2, 1}});
        Files files = built.folder(false);
        files[QStringLiteral("preamble.dat")] = built.preamble(3);
        File file = openOrNull(memoryFolder(files));
        QVERIFY(file != nullptr);
        QCOMPARE(file->description().unreferenced, (std::vector<int>{1, 2}));
        QCOMPARE(codes(*file), (QStringList{QStringLiteral("bytes-not-committed"),
                                            QStringLiteral("segment-unreferenced")}));
        const auto found = foundBehind(*file);
        QCOMPARE(found.size(), std::size_t{2});
        for (std::size_t i = 0; i < 2; ++i) {
            const recording::FoundChunk& chunk = found[i];
            const BuiltChunk& truth = built.chunks[3 + i];
            QVERIFY(chunk.raw == truth.raw);
            QCOMPARE(chunk.entry.segment(), static_cast<int>(i) + 1);
            QCOMPARE(chunk.entry.offsetInSegment(),
                     i == 0 ? static_cast<std::uint32_t>(built.chunks[2].frame.size()) : 0U);
            QCOMPARE(chunk.entry.compressedBytes, truth.entry.compressedBytes);
            QCOMPARE(chunk.entry.rawBytes, truth.entry.rawBytes);
            QVERIFY(chunk.entry.hasSnapshot());
            QCOMPARE(chunk.entry.formatVersion, truth.entry.formatVersion);
            QCOMPARE(chunk.entry.dataVersion, truth.entry.dataVersion);
        }
        QCOMPARE(found[0].entry.startTick, 300);
        // Torn in the first of the two: what comes later does not go on from there.
        files[QStringLiteral("segment-001.dat")].chop(1);
        file = openOrNull(memoryFolder(files));
        QVERIFY(file && foundBehind(*file).empty());
    }

    void barePreamble_data()
    {
        QTest::addColumn<QString>("name");
        QTest::newRow("under its name") << QStringLiteral("preamble.dat");
        QTest::newRow("under another") << QStringLiteral("run.hcrp");
    }
    void barePreamble()
    {
        QFETCH(QString, name);
        const RecordingBuilder built({.segments = {2, 3}});
        const File file = openOrNull(memoryFile(built.preamble(), name));
        QVERIFY(file != nullptr);
        QVERIFY(file->description().barePreamble);
        QCOMPARE(codes(*file), QStringList{QStringLiteral("bare-preamble")});
        QVERIFY(file->description().diagnostics.front().message.contains(QStringLiteral("open the folder")));
        QCOMPARE(file->description().metadata.playerName, QStringLiteral("Walker"));
        QCOMPARE(file->lostChunks().size(), std::size_t{5});
        QCOMPARE(goodChunks(*file, built), QList<int>());
    }

    /// However much of the preamble is left, the segments give all that was recorded.
    void preambleCutAtEveryByte_data() { addProfiles("version"); }
    void preambleCutAtEveryByte()
    {
        QFETCH(int, version);
        const RecordingBuilder built(
            {.profile = static_cast<Profile>(version), .ticks = 80, .chunkTicks = 20, .segments = {2, 1, 1}});
        Files files = built.folder();
        const QByteArray whole = files[QStringLiteral("preamble.dat")];
        for (qsizetype size = 0; size < whole.size(); ++size) {
            files[QStringLiteral("preamble.dat")] = whole.left(size);
            const auto opened = RecordingFile::open(memoryFolder(files));
            QVERIFY2(opened.has_value(), qPrintable(QString::number(size)));
            QVERIFY((*opened)->description().salvaged);
            QCOMPARE((*opened)->header().profile, static_cast<Profile>(version));
            QCOMPARE(goodChunks(**opened, built), firstNumbers(built.count()));
            QVERIFY(codes(**opened).contains(QStringLiteral("preamble-damaged")));
        }
        files.erase(QStringLiteral("preamble.dat"));
        const File without = openOrNull(memoryFolder(files, QStringLiteral("segment-001.dat")));
        QVERIFY(without != nullptr);
        QCOMPARE(goodChunks(*without, built), firstNumbers(built.count()));
        QVERIFY(codes(*without).contains(QStringLiteral("preamble-missing")));
        QVERIFY(without->refresh() && without->refresh()->file == nullptr);
    }

    /// A bent byte of the preamble: whatever is made of it, no chunk is anything but what was written.
    void everyByteOfPreambleBent()
    {
        const RecordingBuilder built({.ticks = 80, .chunkTicks = 20, .segments = {2, 1, 1}});
        Files files = built.folder();
        const QByteArray whole = files[QStringLiteral("preamble.dat")];
        for (qsizetype at = 0; at < whole.size(); ++at) {
            files[QStringLiteral("preamble.dat")] = whole;
            files[QStringLiteral("preamble.dat")][at] ^= static_cast<char>(1 << (at % 8));
            const File file = openOrNull(memoryFolder(files));
            if (file == nullptr)
                continue;
            const auto all = file->readChunks(0, static_cast<int>(file->chunks().size()));
            QVERIFY(all.has_value());
            for (const auto& raw : *all) {
                const bool known = !raw || std::any_of(built.chunks.begin(), built.chunks.end(),
                                                       [&](const auto& one) { return one.raw == *raw; });
                QVERIFY(known);
            }
        }
    }

    /// A bent byte of a segment without preamble loses its chunk and, in the same segment, what follows.
    void everyByteOfSegmentBent()
    {
        const RecordingBuilder built({.ticks = 80, .chunkTicks = 20, .segments = {2, 1, 1}});
        Files files = built.folder();
        files.erase(QStringLiteral("preamble.dat"));
        const QByteArray whole = files[QStringLiteral("segment-000.dat")];
        const auto first = static_cast<qsizetype>(built.chunks[0].frame.size());
        for (qsizetype at = 0; at < whole.size(); ++at) {
            files[QStringLiteral("segment-000.dat")] = whole;
            files[QStringLiteral("segment-000.dat")][at] ^= static_cast<char>(1 << (at % 8));
            const File file = openOrNull(memoryFolder(files, QStringLiteral("segment-001.dat")));
            QVERIFY(file != nullptr);
            QList<int> ticks;
            const auto all = file->readChunks(0, static_cast<int>(file->chunks().size()));
            QVERIFY(all.has_value());
            for (std::size_t i = 0; i < all->size(); ++i) {
                const auto& raw = (*all)[i];
                if (!raw)
                    continue;
                const int tick = file->chunks()[i].startTick;
                ticks.append(tick);
                QVERIFY(*raw == built.chunks[static_cast<std::size_t>(tick / 20)].raw);
            }
            const QList<int> expected = at < first ? QList<int>{40, 60} : QList<int>{0, 40, 60};
            QVERIFY(ticks == expected || ticks == (QList<int>{0, 20, 40, 60}));
        }
    }

    /// A lost piece in the middle keeps its ticks, so that what follows keeps its own.
    void holeWithoutPreamble()
    {
        const RecordingBuilder built({.segments = {2, 1, 2}});
        Files files = built.folder();
        files.erase(QStringLiteral("preamble.dat"));
        files.erase(QStringLiteral("segment-001.dat"));
        const File file = openOrNull(memoryFolder(files, QStringLiteral("segment-000.dat")));
        QVERIFY(file != nullptr);
        QCOMPARE(goodChunks(*file, built), (QList<int>{0, 1, 3, 4}));
        QCOMPARE(lost(*file), QStringLiteral("2 segment-missing"));
        QCOMPARE(file->chunks()[2].startTick, 200);
        QCOMPARE(file->chunks()[2].tickCount, 100);
        QCOMPARE(file->header().tickCount, 500);
    }

    /// Somebody who does not rename: half a preamble is no news, and no loss.
    void refreshOfHalfAPreamble()
    {
        const RecordingBuilder built;
        QTemporaryDir folder;
        Files files = built.folder(false);
        const QByteArray whole = files[QStringLiteral("preamble.dat")];
        files[QStringLiteral("preamble.dat")] = built.preamble(3);
        writeFolder(folder.path(), files);
        const QString path = folder.filePath(QStringLiteral("preamble.dat"));
        const File file = openOrNull(std::move(*model::openFile(path)));
        QVERIFY(file != nullptr);
        writeBytes(path, whole.left(whole.size() - 5));
        QVERIFY(!file->refresh().has_value());
        QFile::remove(path);
        QCOMPARE(file->refresh().error().code, ErrorCode::NotFound);
        writeBytes(path, whole);
        const auto now = file->refresh();
        QVERIFY(now && now->file && !now->restarted);
        QCOMPARE(goodChunks(*now->file, built), firstNumbers(5));
    }
};

} // namespace tst_recording_folder_damage

GHOSTLINE_TEST(tst_recording_folder_damage, TestRecordingFolderDamage)
#include "tst_recording_folder_damage.moc"
