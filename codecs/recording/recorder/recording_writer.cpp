// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/recording/recorder/recording_writer.h"

#include "codecs/recording/file/recording_file.h"
#include "codecs/recording/format/limits.h"
#include "codecs/recording/recorder/chunk_maker.h"
#include "codecs/recording/recorder/run_notes.h"
#include "codecs/recording/recorder/segment_file.h"
#include "model/bytes/atomic_file.h"
#include "model/bytes/byte_sources.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>

namespace ghostline::recording {

namespace {

/// Offsets inside a segment have 32 bits; what waits for its commit is held in memory, too.
constexpr std::size_t LargestSegment = std::size_t{1} << 30;

QString preamblePath(const QString& folder) { return folder + QStringLiteral("/preamble.dat"); }
QString finishedPath(const QString& folder) { return folder + QStringLiteral("/finished"); }

/// What a writer has to know of a recording to go on with it.
struct Past
{
    Header header;
    Metadata metadata;
    std::vector<ChunkEntry> chunks;
    World world; ///< after the last tick
};

model::Result<Past> refused(model::ErrorCode code, const QString& path, const QString& why)
{
    return tl::unexpected(model::Error{code, why, {}, path, {}});
}

/// `path`: the preamble. Unsupported for what cannot be written, Damaged where the state at the end cannot be
/// known.
model::Result<Past> readPast(const QString& path)
{
    auto bytes = model::openFile(path);
    if (!bytes)
        return tl::unexpected(bytes.error());
    auto file = RecordingFile::open(std::shared_ptr<const model::ByteSource>(std::move(*bytes)));
    if (!file)
        return tl::unexpected(file.error());
    const FileDescription& known = (*file)->description();
    if (known.header.profile == Profile::H4)
        return refused(model::ErrorCode::Unsupported, path,
                       QStringLiteral("version 4 is read, not written: blocks have no names in it"));
    if (known.header.dictionary != 0)
        return refused(
            model::ErrorCode::Unsupported, path,
            QStringLiteral("chunks are compressed with dictionary %1").arg(known.header.dictionary));
    if (known.layout != Layout::Segmented || known.barePreamble)
        return refused(model::ErrorCode::InvalidArgument, path,
                       QStringLiteral("only a folder of segments can be gone on with"));
    if (known.salvaged || !known.metadataReadable ||
        known.chunks.size() != static_cast<std::size_t>(known.header.chunkCount))
        return refused(model::ErrorCode::Damaged, path,
                       QStringLiteral("header, metadata or index are damaged; repair the recording first"));

    Past past{known.header, known.metadata, known.chunks, {}};
    bool certain = true;
    Bytes raw;
    for (std::size_t i = 0; i < past.chunks.size(); ++i) {
        const ChunkEntry& entry = past.chunks[i];
        const int number = static_cast<int>(i);
        certain = certain || entry.hasSnapshot();
        certain = (*file)->readChunk(number, raw).has_value() &&
                  playChunk(past.world, known.header.profile, entry, number, raw, known.metadata.tickRate) &&
                  certain;
    }
    if (!certain)
        return refused(
            model::ErrorCode::Damaged, path,
            QStringLiteral("the end of what was recorded cannot be read; repair the recording first"));
    return past;
}

} // namespace

struct RecordingWriter::Private
{
    Private(QString where, FolderLock hold, RunNotes known, const RecorderOptions& wanted)
        : folder(std::move(where)), lock(std::move(hold)), notes(std::move(known)), options(wanted),
          maker(notes.header().profile, notes.metadata().tickRate, wanted.snapshotEveryChunks,
                wanted.zstdLevel, notes.header().dataVersion)
    {
    }

    QString folder;
    FolderLock lock;
    RunNotes notes;
    RecorderOptions options;
    ChunkMaker maker;
    std::vector<ChunkEntry> committed;
    std::vector<ChunkEntry> pending; ///< of the segment that is open
    SegmentFile segment;
    int segmentNumber = 0;
    std::int32_t segmentStart = 0;
    int nonEmpty = 0; ///< ticks of the open segment that have events
    std::optional<model::Error> stalled;
    bool closed = false;

    model::Result<void> closeChunk();
    model::Result<void> commit();
    model::Result<void> writePreamble();
    model::Result<void> writeFinished();
    model::Result<void> stall(const model::Error& error);
    bool chunkIsDone() const;
    bool segmentIsDone() const;
};

model::Result<void> RecordingWriter::Private::stall(const model::Error& error)
{
    stalled = error;
    return tl::unexpected(error);
}

bool RecordingWriter::Private::chunkIsDone() const
{
    return (options.chunkTicks > 0 && maker.ticks() >= options.chunkTicks) ||
           (options.chunkRawBytes > 0 && maker.recordedBytes() >= options.chunkRawBytes) || maker.isFull();
}

bool RecordingWriter::Private::segmentIsDone() const
{
    const auto ticks = static_cast<std::int64_t>(maker.nextTick()) - segmentStart;
    const auto longest = static_cast<std::int64_t>(options.segmentSeconds) * notes.metadata().tickRate;
    return (options.segmentSeconds > 0 && ticks >= longest) ||
           (options.segmentBytes > 0 && segment.bytes().size() >= options.segmentBytes) ||
           (options.segmentNonEmptyTicks > 0 && nonEmpty >= options.segmentNonEmptyTicks) ||
           segment.bytes().size() >= LargestSegment;
}

/// The chunk's frame goes to the disk at once, though nobody speaks of it before the commit: after a crash
/// it can be salvaged.
model::Result<void> RecordingWriter::Private::closeChunk()
{
    auto made = maker.close();
    if (!made)
        return stall(made.error());
    if (!*made)
        return {};
    ChunkEntry entry = (*made)->entry;
    entry.offset =
        (static_cast<std::int64_t>(segmentNumber) << 32) | static_cast<std::int64_t>(segment.bytes().size());
    pending.push_back(entry);
    if (auto put = segment.append((*made)->frame); !put)
        return stall(put.error());
    return {};
}

model::Result<void> RecordingWriter::Private::writePreamble()
{
    std::vector<ChunkEntry> chunks = committed;
    chunks.insert(chunks.end(), pending.begin(), pending.end());
    const Bytes bytes = notes.preamble(std::move(chunks), false);
    if (bytes.size() > MaxPreamble)
        return model::fail(model::ErrorCode::LimitExceeded,
                           QStringLiteral("metadata and index have become longer than a reader takes"));
    auto file = model::AtomicFile::create(preamblePath(folder));
    if (!file)
        return tl::unexpected(file.error());
    if (auto put = file->write(bytes); !put)
        return put;
    return file->commit();
}

model::Result<void> RecordingWriter::Private::writeFinished()
{
    auto file = model::AtomicFile::create(finishedPath(folder));
    auto done = file ? file->commit() : tl::unexpected(file.error());
    if (!done)
        QFile::remove(finishedPath(folder)); // there, perhaps, but not said to be
    return done;
}

model::Result<void> RecordingWriter::Private::commit()
{
    if (maker.isOpen()) {
        if (auto done = closeChunk(); !done)
            return done;
    }
    if (pending.empty() && !stalled)
        return {};
    if (!pending.empty()) {
        if (auto done = segment.makeDurable(); !done)
            return stall(done.error());
    }
    if (auto done = writePreamble(); !done)
        return stall(done.error());
    stalled.reset();
    if (!pending.empty()) {
        committed.insert(committed.end(), pending.begin(), pending.end());
        pending.clear();
        ++segmentNumber;
        segment.begin(folder, segmentNumber);
    }
    segmentStart = maker.nextTick();
    nonEmpty = 0;
    return {};
}

RecordingWriter::RecordingWriter(std::unique_ptr<Private> p) : d(std::move(p)) {}
RecordingWriter::RecordingWriter(RecordingWriter&& other) noexcept = default;
RecordingWriter& RecordingWriter::operator=(RecordingWriter&& other) noexcept
{
    if (this != &other) {
        if (d && !d->closed)
            (void)d->commit();
        d = std::move(other.d);
    }
    return *this;
}
RecordingWriter::~RecordingWriter()
{
    if (d && !d->closed)
        (void)d->commit();
}

model::Result<RecordingWriter> RecordingWriter::create(const QString& folder, const RecorderHead& head,
                                                       const RecorderOptions& options)
{
    auto notes = RunNotes::create(head);
    if (!notes)
        return tl::unexpected(notes.error());
    if (auto made = makeFolder(folder); !made)
        return tl::unexpected(made.error());
    auto lock = FolderLock::take(folder);
    if (!lock)
        return tl::unexpected(lock.error());
    if (QFileInfo::exists(preamblePath(folder)) ||
        !QDir(folder).entryList({QStringLiteral("segment-*.dat")}, QDir::Files).isEmpty())
        return tl::unexpected(model::Error{model::ErrorCode::InvalidArgument,
                                           QStringLiteral("the folder holds a recording already"),
                                           {},
                                           folder,
                                           QStringLiteral("append to it, or choose another folder")});
    auto p = std::make_unique<Private>(folder, std::move(*lock), std::move(*notes), options);
    p->segment.begin(folder, 0);
    // From here on there is a recording, if an empty one: whatever happens, it can be gone on with.
    if (auto done = p->writePreamble(); !done)
        return tl::unexpected(done.error());
    return RecordingWriter(std::move(p));
}

model::Result<RecordingWriter> RecordingWriter::append(const QString& folder, const RecorderOptions& options,
                                                       std::optional<std::int32_t> dataVersion)
{
    auto lock = FolderLock::take(folder);
    if (!lock)
        return tl::unexpected(lock.error());
    if (QFileInfo::exists(finishedPath(folder)))
        return tl::unexpected(model::Error{
            model::ErrorCode::InvalidArgument, QStringLiteral("the recording is finished"), {}, folder, {}});
    auto past = readPast(preamblePath(folder));
    if (!past)
        return tl::unexpected(past.error());
    removeLeftovers(folder, QStringLiteral("preamble.dat"));
    RunNotes notes = RunNotes::resume(past->header, past->metadata);
    auto p = std::make_unique<Private>(folder, std::move(*lock), std::move(notes), options);
    const std::int32_t version = dataVersion.value_or(past->chunks.empty() ? past->header.dataVersion
                                                                           : past->chunks.back().dataVersion);
    p->maker = ChunkMaker(past->header.profile, past->metadata.tickRate, options.snapshotEveryChunks,
                          options.zstdLevel, version);
    const std::int32_t next = past->chunks.empty() ? 0 : past->chunks.back().endTick();
    if (next > 0)
        p->maker.resume(std::move(past->world), next);
    p->segmentNumber = past->chunks.empty() ? 0 : past->chunks.back().segment() + 1;
    p->segmentStart = next;
    p->committed = std::move(past->chunks);
    p->segment.begin(folder, p->segmentNumber);
    // A writer that was killed while it finished has said already how the run ended. It goes on.
    if (p->notes.metadata().outcome != u"open") {
        p->notes.setOutcome(QStringLiteral("open"));
        if (auto done = p->writePreamble(); !done)
            return tl::unexpected(done.error());
    }
    return RecordingWriter(std::move(p));
}

model::Result<void> RecordingWriter::tick(std::span<const Event> events)
{
    if (d->closed)
        return model::fail(model::ErrorCode::InvalidArgument, QStringLiteral("the recording is finished"));
    if (d->stalled)
        return tl::unexpected(*d->stalled);
    const std::int32_t number = d->maker.nextTick();
    auto taken = d->maker.tick(events);
    if (d->maker.nextTick() == number)
        return taken;
    d->notes.take(number, events);
    d->nonEmpty += events.empty() ? 0 : 1;
    if (d->chunkIsDone()) {
        if (auto done = d->closeChunk(); !done)
            return done;
    }
    if (d->segmentIsDone()) {
        if (auto done = d->commit(); !done)
            return done;
    }
    return taken;
}

std::int32_t RecordingWriter::nextTick() const { return d->maker.nextTick(); }

std::optional<glm::dvec3> RecordingWriter::decodedPosition(std::int32_t entity) const
{
    const Entity* there = d->maker.world().entity(entity);
    return there != nullptr && there->placed ? std::optional(there->position.value()) : std::nullopt;
}

bool RecordingWriter::nextTickIsAbsolute() const { return d->maker.opensWithSnapshotEvents(); }

model::Result<void> RecordingWriter::flush()
{
    if (d->closed)
        return {};
    return d->commit();
}

model::Result<void> RecordingWriter::playerLeft()
{
    return d->options.segmentOnLeave ? flush() : model::Result<void>();
}

model::Result<void> RecordingWriter::finish(const QString& outcome)
{
    if (d->closed)
        return {};
    if (auto done = d->commit(); !done)
        return done;
    const QString before = d->notes.metadata().outcome;
    d->notes.setOutcome(outcome);
    auto done = d->writePreamble();
    if (done)
        done = d->writeFinished();
    if (!done) {
        d->notes.setOutcome(before); // it may go on after all
        return done;
    }
    d->closed = true;
    d->lock = {};
    return {};
}

std::int32_t RecordingWriter::committedTicks() const
{
    return d->committed.empty() ? 0 : d->committed.back().endTick();
}

int RecordingWriter::segments() const { return d->committed.empty() ? 0 : d->segmentNumber; }

} // namespace ghostline::recording
