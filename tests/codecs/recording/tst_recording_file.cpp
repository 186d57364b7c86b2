// SPDX-License-Identifier: GPL-3.0-or-later
// Recordings that are in order: opening in every layout and profile, dictionaries, following one that grows.
#include "codecs/recording/file/recording_file.h"
#include "tests/codecs/recording/recording_builder.h"
#include "tests/support/test_driver.h"

#include <QTemporaryDir>

namespace tst_recording_file {

using namespace ghostline;
using namespace ghostline::test;
using recording::Bytes;
using recording::Layout;
using recording::Profile;
using recording::RecordingFile;

namespace {

using File = std::shared_ptr<const RecordingFile>;

File openOrFail(std::shared_ptr<const model::ByteSource> source, const QStringList& dictionaries = {})
{
    auto file = RecordingFile::open(std::move(source), dictionaries);
    if (!file)
        qWarning("%s", qPrintable(file.error().message));
    return file.value_or(nullptr);
}

/// Every chunk, read in three ways, is what was written.
void compareChunks(const RecordingFile& file, const RecordingBuilder& built)
{
    QCOMPARE(file.chunks().size(), built.chunks.size());
    const auto all = file.readChunks(0, built.count());
    QVERIFY(all.has_value());
    Bytes raw;
    for (std::size_t i = 0; i < built.chunks.size(); ++i) {
        const BuiltChunk& chunk = built.chunks[i];
        QVERIFY2((*all)[i].has_value(), (*all)[i] ? "" : qPrintable((*all)[i].error().message));
        QVERIFY(*(*all)[i] == chunk.raw);
        QVERIFY(file.readChunk(static_cast<int>(i), raw).has_value());
        QVERIFY(raw == chunk.raw);
        const auto frame = file.readCompressed(static_cast<int>(i));
        QVERIFY(frame.has_value());
        QVERIFY(*frame == chunk.frame);
        const recording::ChunkEntry& entry = file.chunks()[i];
        QCOMPARE(entry.startTick, chunk.entry.startTick);
        QCOMPARE(entry.tickCount, chunk.entry.tickCount);
        QCOMPARE(entry.flags, chunk.entry.flags);
        QCOMPARE(entry.dataVersion, chunk.entry.dataVersion);
    }
}

/// Bytes that a dictionary is made of: what chunks look like.
QByteArray dictionaryContent()
{
    QByteArray content; // zstd takes any bytes as a dictionary without a number
    for (int i = 0; i < 200; ++i)
        content += "minecraft:stone" + QByteArray::number(i) + "spring";
    return content;
}

void addRows()
{
    QTest::addColumn<int>("version");
    QTest::newRow("draft") << static_cast<int>(Profile::S1);
    QTest::newRow("version 4") << static_cast<int>(Profile::H4);
    QTest::newRow("version 5") << static_cast<int>(Profile::H5);
}

} // namespace

class TestRecordingFile : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void compacted_data() { addRows(); }
    void compacted()
    {
        QFETCH(int, version);
        const RecordingBuilder built({.profile = static_cast<Profile>(version), .snapshotEvery = 2});
        const QByteArray bytes = built.file();
        const File file = openOrFail(memoryFile(bytes));
        QVERIFY(file != nullptr);
        const recording::FileDescription& about = file->description();
        QCOMPARE(about.layout, Layout::Compacted);
        QCOMPARE(about.diagnostics.size(), std::size_t{0});
        QCOMPARE(about.metadata.playerName, QStringLiteral("Walker"));
        QCOMPARE(about.header.tickCount, 500);
        QCOMPARE(about.bytes, static_cast<std::uint64_t>(bytes.size()));
        QVERIFY(about.finished && about.metadataReadable && !about.salvaged && !about.barePreamble);
        QVERIFY(file->lostChunks().empty());
        QVERIFY(!file->hasChecksums());
        compareChunks(*file, built);
        QCOMPARE(file->hasChecksums(), std::optional(true));
        const auto refreshed = file->refresh();
        QVERIFY(refreshed && refreshed->file == nullptr && !refreshed->restarted);
    }

    void segmented_data() { addRows(); }
    void segmented()
    {
        QFETCH(int, version);
        const RecordingBuilder built({.profile = static_cast<Profile>(version), .segments = {2, 1, 2}});
        const auto files = built.folder();
        const File inMemory = openOrFail(memoryFolder(files));
        QTemporaryDir folder;
        writeFolder(folder.path(), files);
        const File onDisk =
            openOrFail(std::move(*model::openFile(folder.filePath(QStringLiteral("preamble.dat")))));
        const File bySegment =
            openOrFail(std::move(*model::openFile(folder.filePath(QStringLiteral("segment-001.dat")))));
        std::uint64_t bytes = 0;
        for (const auto& [name, content] : files)
            bytes += static_cast<std::uint64_t>(content.size());
        for (const File& file : {inMemory, onDisk, bySegment}) {
            QVERIFY(file != nullptr);
            const recording::FileDescription& about = file->description();
            QCOMPARE(about.layout, Layout::Segmented);
            QVERIFY2(about.diagnostics.empty(),
                     about.diagnostics.empty() ? "" : qPrintable(about.diagnostics.front().message));
            QVERIFY(about.finished && !about.barePreamble && !about.salvaged);
            QCOMPARE(about.bytes, bytes);
            QVERIFY(about.unreferenced.empty());
            compareChunks(*file, built);
        }
    }

    /// A preamble under another name, with segments beside it, is the same recording.
    void segmentedUnderAnotherName()
    {
        const RecordingBuilder built;
        auto files = built.folder();
        files[QStringLiteral("old-preamble.dat")] = files.extract(QStringLiteral("preamble.dat")).mapped();
        const File file = openOrFail(memoryFolder(files, QStringLiteral("old-preamble.dat")));
        QVERIFY(file != nullptr);
        QCOMPARE(file->description().layout, Layout::Segmented);
        compareChunks(*file, built);
    }

    /// A recording that was rewritten in place starts at a later segment.
    void firstSegmentIsNotZero()
    {
        const RecordingBuilder built({.segments = {2, 2, 1}});
        auto files = built.folder();
        std::map<QString, QByteArray> later{{QStringLiteral("preamble.dat"), {}}};
        auto entries = std::vector<recording::ChunkEntry>();
        const File whole = openOrFail(memoryFolder(files));
        QVERIFY(whole != nullptr);
        for (recording::ChunkEntry entry : whole->chunks()) {
            entry.offset += std::int64_t{5} << 32;
            entries.push_back(entry);
        }
        const QByteArray old = files[QStringLiteral("preamble.dat")];
        const auto index = qsizetype{256} + whole->header().metadataBytes;
        later[QStringLiteral("preamble.dat")] =
            old.left(index) + toByteArray(writeIndex(entries, Profile::H5));
        later[QStringLiteral("segment-002.dat")] = "an older one";
        for (int i = 0; i < 3; ++i)
            later[RecordingBuilder::segmentFile(i + 5)] = built.segment(i);
        const File file = openOrFail(memoryFolder(later));
        QVERIFY(file != nullptr);
        compareChunks(*file, built);
        QVERIFY(file->lostChunks().empty());
        QVERIFY(file->description().unreferenced.empty());
        QCOMPARE(file->description().diagnostics.size(), std::size_t{1});
        QCOMPARE(file->description().diagnostics.front().code, QStringLiteral("segment-replaced"));
    }

    void begunAndEmpty()
    {
        const RecordingBuilder built;
        const File file = openOrFail(memoryFolder({{QStringLiteral("preamble.dat"), built.preamble(0)}}));
        QVERIFY(file != nullptr);
        QCOMPARE(file->description().layout, Layout::Segmented);
        QVERIFY(!file->description().finished && !file->description().barePreamble);
        QVERIFY(file->chunks().empty() && file->description().diagnostics.empty());
        QCOMPARE(file->readChunks(0, 0)->size(), std::size_t{0});
        QCOMPARE(file->readChunks(0, 1).error().code, model::ErrorCode::InvalidArgument);
    }

    void checksums_data()
    {
        QTest::addColumn<bool>("checksum");
        QTest::newRow("with") << true;
        QTest::newRow("without") << false;
    }
    void checksums()
    {
        QFETCH(bool, checksum);
        const RecordingBuilder built({.checksum = checksum});
        const File file = openOrFail(memoryFile(built.file()));
        QVERIFY(file && file->readChunks(1, 2));
        QCOMPARE(file->hasChecksums(), std::optional(checksum));
    }

    void dictionary_data()
    {
        QTest::addColumn<bool>("segmented");
        QTest::addColumn<QString>("place");
        QTest::newRow("beside the file") << false << QStringLiteral("run/dictionaries");
        QTest::newRow("the user's folder") << false << QStringLiteral("elsewhere");
        QTest::newRow("beside the folder") << true << QStringLiteral("dictionaries");
        QTest::newRow("inside the folder") << true << QStringLiteral("run/dictionaries");
        QTest::newRow("segments, the user's folder") << true << QStringLiteral("elsewhere");
    }
    void dictionary()
    {
        QFETCH(bool, segmented);
        QFETCH(QString, place);
        const QByteArray content = dictionaryContent();
        const RecordingBuilder built({.profile = Profile::S1, .dictionary = 9, .dictionaryContent = content});
        QTemporaryDir folder;
        const QString run = folder.filePath(QStringLiteral("run"));
        if (segmented)
            writeFolder(run, built.folder());
        else
            writeFolder(run, {{QStringLiteral("preamble.dat"), built.file()}});
        writeFolder(folder.filePath(place), {{QStringLiteral("9.zdict"), content}});
        auto source = model::openFile(run + QStringLiteral("/preamble.dat"));
        QVERIFY(source.has_value());
        const File file = openOrFail(std::move(*source), {folder.filePath(QStringLiteral("elsewhere"))});
        QVERIFY(file != nullptr);
        QCOMPARE(file->description().layout, segmented ? Layout::Segmented : Layout::Compacted);
        QVERIFY(file->description().diagnostics.empty());
        compareChunks(*file, built);
        QCOMPARE(toByteArray(*file->dictionary()), content);
    }

    /// New ticks appear, what was known stays; the same file is no news.
    void follow()
    {
        const RecordingBuilder built({.segments = {1, 2, 1, 1}});
        QTemporaryDir folder;
        const auto put = [&](const QString& name, const QByteArray& bytes) {
            // As a recorder does it: under another name first.
            writeBytes(folder.filePath(QStringLiteral("new")), bytes);
            QFile::remove(folder.filePath(name));
            QVERIFY(QFile::rename(folder.filePath(QStringLiteral("new")), folder.filePath(name)));
        };
        put(QStringLiteral("preamble.dat"), built.preamble(0));
        File file = openOrFail(std::move(*model::openFile(folder.filePath(QStringLiteral("preamble.dat")))));
        QVERIFY(file && file->chunks().empty());
        int segment = 0;
        for (const int known : {1, 3, 4, 5}) {
            auto same = file->refresh();
            QVERIFY(same && same->file == nullptr && !same->restarted);
            put(RecordingBuilder::segmentFile(segment), built.segment(segment));
            ++segment;
            put(QStringLiteral("preamble.dat"), built.preamble(known));
            auto grown = file->refresh();
            QVERIFY2(grown.has_value(), grown ? "" : qPrintable(grown.error().message));
            QVERIFY(grown->file != nullptr && !grown->restarted);
            file = grown->file;
            QCOMPARE(static_cast<int>(file->chunks().size()), known);
            QVERIFY(!file->description().finished && file->lostChunks().empty());
            Bytes raw;
            QVERIFY(file->readChunk(known - 1, raw).has_value());
        }
        put(QStringLiteral("finished"), {});
        const auto ended = file->refresh();
        QVERIFY(ended && ended->file && !ended->restarted && ended->file->description().finished);
        QCOMPARE(ended->file->description().metadata.playerName, QStringLiteral("Walker"));
        compareChunks(*ended->file, built);
        QVERIFY(ended->file->refresh()->file == nullptr);
    }

    void followRestarts_data()
    {
        QTest::addColumn<int>("known");
        QTest::addColumn<bool>("other");
        QTest::newRow("shrunk") << 2 << false;
        QTest::newRow("another recording") << 5 << true;
    }
    void followRestarts()
    {
        QFETCH(int, known);
        QFETCH(bool, other);
        const RecordingBuilder built;
        QTemporaryDir folder;
        writeFolder(folder.path(), built.folder(false));
        const File file =
            openOrFail(std::move(*model::openFile(folder.filePath(QStringLiteral("preamble.dat")))));
        QVERIFY(file != nullptr);
        const RecordingBuilder second({.chunkTicks = other ? 90 : 100});
        writeBytes(folder.filePath(QStringLiteral("new")), second.preamble(known));
        QFile::remove(folder.filePath(QStringLiteral("preamble.dat")));
        QVERIFY(QFile::rename(folder.filePath(QStringLiteral("new")),
                              folder.filePath(QStringLiteral("preamble.dat"))));
        const auto now = file->refresh();
        QVERIFY(now && now->file != nullptr && now->restarted);
        QCOMPARE(static_cast<int>(now->file->chunks().size()), known);
        QCOMPARE(static_cast<int>(file->chunks().size()), 5); // who holds the old one keeps it
    }

    /// A segment that arrives late (a folder that is being copied) is noticed without a new preamble.
    void lateSegment()
    {
        const RecordingBuilder built;
        QTemporaryDir folder;
        auto files = built.folder(false);
        const QByteArray late = files.extract(QStringLiteral("segment-003.dat")).mapped();
        writeFolder(folder.path(), files);
        const File file =
            openOrFail(std::move(*model::openFile(folder.filePath(QStringLiteral("preamble.dat")))));
        QVERIFY(file != nullptr);
        QCOMPARE(file->lostChunks().size(), std::size_t{1});
        QVERIFY(file->refresh()->file == nullptr);
        writeBytes(folder.filePath(QStringLiteral("segment-003.dat")), late);
        const auto now = file->refresh();
        QVERIFY(now && now->file != nullptr && now->restarted);
        QVERIFY(now->file->lostChunks().empty() && now->file->description().diagnostics.empty());
        compareChunks(*now->file, built);
    }

    void cancelled()
    {
        const RecordingBuilder built;
        std::stop_source stopped;
        stopped.request_stop();
        QCOMPARE(RecordingFile::open(memoryFile(built.file()), {}, stopped.get_token()).error().code,
                 model::ErrorCode::Cancelled);
        QTemporaryDir folder;
        writeFolder(folder.path(), built.folder());
        const File file =
            openOrFail(std::move(*model::openFile(folder.filePath(QStringLiteral("preamble.dat")))));
        QVERIFY(file != nullptr);
        QCOMPARE(file->readChunks(0, 5, stopped.get_token()).error().code, model::ErrorCode::Cancelled);
        Bytes raw;
        QCOMPARE(file->readChunk(0, raw, stopped.get_token()).error().code, model::ErrorCode::Cancelled);
        compareChunks(*file, built);
    }
};

} // namespace tst_recording_file

GHOSTLINE_TEST(tst_recording_file, TestRecordingFile)
#include "tst_recording_file.moc"
