// SPDX-License-Identifier: GPL-3.0-or-later
// Opening, reading in the background, following what still grows, and the way from a keyframe to a segment.
#include "codecs/recording/recording_source.h"

#include "codecs/recording/run_native.h"
#include "codecs/recording/run_records.h"
#include "codecs/recording/run_scan.h"
#include "codecs/recording/run_scene.h"
#include "codecs/recording/run_segment.h"
#include "model/thread_priority.h"

#include <QStandardPaths>

#include <algorithm>
#include <cmath>

namespace ghostline::recording {

using model::ErrorCode;
using model::Result;
using Clock = std::chrono::steady_clock;
using Segment = std::shared_ptr<const model::Segment>;

namespace {

/// open() waits so long for the rest, so that short recordings are whole at once.
constexpr std::chrono::milliseconds OpenTime{10};
/// Revisions come no closer than this ...
constexpr std::chrono::milliseconds PublishTime{100};
/// ... and cost no more than this share of the reading.
constexpr int PublishShare = 20;
// How often a recording that may still grow is looked at; over a network less often.
constexpr std::chrono::milliseconds FollowTime{250};
constexpr std::chrono::milliseconds FollowTimeFar{2000};
/// What was changed within this time may be changed again.
constexpr qint64 FreshSeconds = 600;
/// Chunks decompressed at once for one segment; a longer way is gone in steps.
constexpr std::int64_t StepRawBytes = std::int64_t{64} << 20;

model::Error noMemory()
{
    return {ErrorCode::LimitExceeded, QStringLiteral("there is not enough memory for more"), {}, {}, {}};
}

bool flag(const model::OpenOptions& options, const QString& name)
{
    return options.codec.value(name, QStringLiteral("true")) != QLatin1String("false");
}

} // namespace

struct RecordingSource::Private
{
    RecordingSource* source = nullptr;
    model::OpenOptions options;
    bool read = true;
    bool follow = true;
    bool far = false; ///< on a network
    bool grew = false;
    std::uint32_t generation = 0;
    std::shared_ptr<BlockPool> blocks = std::make_shared<BlockPool>();

    mutable std::mutex mutex;
    mutable std::condition_variable_any published;
    std::shared_ptr<const RunIndex> run; ///< the newest revision
    model::Revision revision = 0;

    std::unique_ptr<RunScan> scan; ///< of the thread, once that runs
    bool failed = false;           ///< of the thread: nothing more will come
    std::jthread thread;           ///< last, so that it ends first

    std::shared_ptr<const RunIndex> current() const
    {
        const std::scoped_lock lock(mutex);
        return run;
    }
    bool mayGrow(const RecordingFile& file) const;
    void publish();
    void publishFailure();
    void work(const std::stop_token& stop);
    bool readAll(const std::stop_token& stop);
    bool lookAgain(const std::stop_token& stop);
    void followOn(const std::stop_token& stop);
    Result<Segment> built(const RunIndex& run, std::size_t chunk, std::span<const ChunkEntry> entries,
                          std::span<const Bytes> raws, const model::Segment* previous) const;
    Result<Segment> step(const RunIndex& run, std::size_t first, std::size_t last,
                         const model::Segment* previous, const std::stop_token& stop) const;
    Result<Segment> play(const RunIndex& run, std::size_t chunk, const model::Segment* previous,
                         const std::stop_token& stop) const;
    Result<Segment> held(const RunIndex& run, std::size_t chunk, const std::stop_token& stop) const;
};

/// Whether more of it is to be expected.
bool RecordingSource::Private::mayGrow(const RecordingFile& file) const
{
    const FileDescription& about = file.description();
    if (about.layout != Layout::Segmented || about.finished || about.barePreamble || !follow || failed)
        return false;
    const QDateTime modified = file.bytes()->identity().modified;
    return grew || (modified.isValid() && modified.secsTo(QDateTime::currentDateTimeUtc()) < FreshSeconds);
}

void RecordingSource::Private::publish()
{
    auto next = scan->snapshot(revision + 1, mayGrow(*scan->file()));
    {
        const std::scoped_lock lock(mutex);
        run = std::move(next);
        ++revision;
    }
    published.notify_all();
    if (revision > 1)
        Q_EMIT source->changed(revision);
}

/// What was published last is all there will be.
void RecordingSource::Private::publishFailure()
{
    failed = true;
    {
        const std::scoped_lock lock(mutex);
        auto last = std::make_shared<RunIndex>(*run);
        auto index = std::make_shared<model::ReplayIndex>(*run->revision);
        index->revision = ++revision;
        index->complete = true;
        index->growing = false;
        index->diagnostics.push_back(
            {model::Severity::Error, QStringLiteral("read-error"), noMemory().message, {}});
        last->revision = std::move(index);
        run = std::move(last);
    }
    published.notify_all();
    Q_EMIT source->changed(revision);
}

void RecordingSource::Private::work(const std::stop_token& stop)
{
    try {
        if (readAll(stop))
            followOn(stop);
    } catch (const std::bad_alloc&) {
        scan.reset();
        publishFailure();
    }
}

/// Reads to the end and publishes on the way; false when stopped.
bool RecordingSource::Private::readAll(const std::stop_token& stop)
{
    // Somebody waits for the beginning, nobody for the rest.
    Clock::duration pause = OpenTime;
    bool first = true;
    while (!scan->finished()) {
        if (const auto done = scan->advance(Clock::now() + pause, stop); !done) {
            if (done.error().code == ErrorCode::Cancelled)
                return false;
            scan->giveUp(done.error());
        }
        if (first) {
            first = false;
            if (!scan->finished()) {
                model::lowerThreadPriority();
                pause = PublishTime;
                continue;
            }
        }
        const auto begin = Clock::now();
        publish();
        pause = std::max<Clock::duration>(PublishTime, (Clock::now() - begin) * PublishShare);
    }
    model::lowerThreadPriority();
    return !stop.stop_requested();
}

void RecordingSource::Private::followOn(const std::stop_token& stop)
{
    const auto open = [this] {
        const FileDescription& about = scan->file()->description();
        return follow && about.layout == Layout::Segmented && !about.finished && !about.barePreamble;
    };
    while (open()) {
        {
            std::unique_lock lock(mutex);
            published.wait_for(lock, stop, far ? FollowTimeFar : FollowTime, [] { return false; });
        }
        if (stop.stop_requested())
            return;
        if (lookAgain(stop)) {
            const bool nothingToRead = scan->finished();
            if (!readAll(stop))
                return;
            if (nothingToRead)
                publish();
        } else if (current()->revision->growing != mayGrow(*scan->file())) {
            publish();
        }
    }
}

/// True when there is something new to read or to say.
bool RecordingSource::Private::lookAgain(const std::stop_token& stop)
{
    auto again = scan->file()->refresh(stop);
    if (!again || !again->file)
        return false; // a recorder may be about to replace it: the next look will tell
    grew = grew || again->file->chunks().size() != scan->file()->chunks().size() || again->restarted;
    if (!again->restarted && scan->grow(again->file))
        return true;
    scan = std::make_unique<RunScan>(again->file, read, ++generation);
    if (again->restarted)
        scan->note({model::Severity::Info,
                    QStringLiteral("restarted"),
                    QStringLiteral("the recording was begun anew while it was open"),
                    {}});
    return true;
}

RecordingSource::RecordingSource(std::unique_ptr<Private> p) : d(std::move(p)) { d->source = this; }

RecordingSource::~RecordingSource()
{
    d->thread.request_stop();
    if (d->thread.joinable())
        d->thread.join();
}

Result<std::unique_ptr<model::ReplaySource>> RecordingSource::open(std::unique_ptr<model::ByteSource> bytes,
                                                                   const model::OpenOptions& options)
{
    const QString name = bytes->identity().name;
    const QStringList folders = QStandardPaths::locateAll(
        QStandardPaths::AppDataLocation, QStringLiteral("dictionaries"), QStandardPaths::LocateDirectory);
    auto file = RecordingFile::open(std::shared_ptr<const model::ByteSource>(std::move(bytes)), folders,
                                    options.stop);
    if (!file) {
        model::Error error = file.error();
        if (error.file.isEmpty())
            error.file = name;
        return tl::unexpected(std::move(error));
    }
    auto p = std::make_unique<Private>();
    p->options = options;
    p->options.progress = {};
    p->options.stop = {};
    p->read = flag(options, QStringLiteral("scan"));
    p->follow = flag(options, QStringLiteral("follow"));
    p->far = name.contains(QLatin1String("://"));
    std::unique_ptr<RecordingSource> source(new RecordingSource(std::move(p)));
    Private& d = *source->d;
    try {
        d.scan = std::make_unique<RunScan>(std::move(*file), d.read);
        d.publish();
    } catch (const std::bad_alloc&) {
        return tl::unexpected(noMemory());
    }
    d.thread = std::jthread([&d](const std::stop_token& stop) { d.work(stop); });
    std::unique_lock lock(d.mutex);
    d.published.wait_for(lock, options.stop, OpenTime, [&d] { return d.run->revision->complete; });
    lock.unlock();
    return source;
}

std::shared_ptr<const model::ReplayIndex> RecordingSource::index() const { return d->current()->revision; }

std::shared_ptr<const RecordingFile> RecordingSource::file() const { return d->current()->file; }

Result<std::shared_ptr<const model::ReplayIndex>> RecordingSource::waitComplete(std::stop_token stop) const
{
    std::unique_lock lock(d->mutex);
    if (!d->published.wait(lock, stop, [this] { return d->run->revision->complete; }))
        return model::fail(ErrorCode::Cancelled, QStringLiteral("waiting for the index was cancelled"));
    return d->run->revision;
}

/// Chunks [first, last], of which the last becomes a segment; null where it turns out that it cannot be had.
Result<Segment> RecordingSource::Private::step(const RunIndex& index, std::size_t first, std::size_t last,
                                               const model::Segment* previous,
                                               const std::stop_token& stop) const
{
    const auto& chunks = *index.chunks;
    std::vector<ChunkEntry> entries;
    std::vector<Bytes> raws(last - first + 1);
    entries.reserve(raws.size());
    for (std::size_t i = first; i <= last; ++i)
        entries.push_back(chunks[i].entry);
    auto got = index.file->readChunks(chunks[first].number, chunks[last].number + 1, stop);
    if (!got)
        return tl::unexpected(got.error());
    for (std::size_t i = 0; i < raws.size() && i < got->size(); ++i) {
        model::Result<Bytes>& raw = (*got)[i];
        if (raw)
            raws[i] = std::move(*raw);
        else if (raw.error().code == ErrorCode::Cancelled || raw.error().code == ErrorCode::IoError)
            return tl::unexpected(raw.error()); // another time it may be there
        else
            return Segment(); // and with it what builds on it
    }
    return built(index, last, entries, raws, previous);
}

Result<Segment> RecordingSource::Private::built(const RunIndex& index, std::size_t chunk,
                                                std::span<const ChunkEntry> entries,
                                                std::span<const Bytes> raws,
                                                const model::Segment* previous) const
{
    SegmentInput input;
    input.profile = index.file->header().profile;
    input.tickRate = index.file->description().metadata.tickRate;
    input.number = (*index.chunks)[chunk].number;
    input.entries = entries;
    input.raws = raws;
    input.start = chunk < index.starts.size() ? index.starts[chunk].get() : nullptr;
    input.next = chunk + 1 < index.starts.size() ? index.starts[chunk + 1].get() : nullptr;
    input.previous = previous;
    input.strings = index.revision->info->strings;
    input.blocks = blocks;
    return buildSegment(input);
}

/// A chunk from the last snapshot before it; null where it cannot be had.
Result<Segment> RecordingSource::Private::play(const RunIndex& index, std::size_t chunk,
                                               const model::Segment* previous,
                                               const std::stop_token& stop) const
{
    const auto& chunks = *index.chunks;
    if ((*index.lost)[chunk])
        return Segment();
    std::size_t first = chunk;
    if (previous == nullptr || chunks[chunk].entry.hasSnapshot()) {
        previous = nullptr;
        while (first > 0 && !chunks[first].entry.hasSnapshot() && chunks[first - 1].number >= 0)
            --first;
    }
    // A long way is gone in steps, so that it never lies in memory as a whole.
    Segment before;
    while (true) {
        std::size_t end = first;
        std::int64_t raw = chunks[first].entry.rawBytes;
        while (end < chunk && raw + chunks[end + 1].entry.rawBytes <= StepRawBytes)
            raw += chunks[++end].entry.rawBytes;
        auto reached = step(index, first, end, previous, stop);
        if (!reached || *reached == nullptr || end == chunk)
            return reached;
        before = std::move(*reached);
        previous = before.get();
        first = end + 1;
    }
}

/// A chunk that is lost: the end of the last one before it that is not, held.
Result<Segment> RecordingSource::Private::held(const RunIndex& index, std::size_t chunk,
                                               const std::stop_token& stop) const
{
    Segment before;
    int tries = 4; // before the background pass has been here, more may be broken than is known
    for (std::size_t good = chunk; good-- > 0 && before == nullptr && tries > 0;) {
        if ((*index.lost)[good])
            continue;
        auto found = play(index, good, nullptr, stop);
        if (!found)
            return found;
        before = std::move(*found);
        --tries;
    }
    ChunkEntry entry = (*index.chunks)[chunk].entry;
    entry.flags = 0; // its snapshot is lost with it
    const Bytes nothing;
    return built(index, chunk, std::span(&entry, 1), std::span(&nothing, 1), before.get());
}

Result<Segment> RecordingSource::readSegment(int keyframe, const model::Segment* previous,
                                             std::stop_token stop) const
{
    const auto run = d->current();
    if (keyframe < 0 || static_cast<std::size_t>(keyframe) >= run->chunks->size())
        return model::fail(ErrorCode::InvalidArgument,
                           QStringLiteral("there is no segment %1; the recording has %2")
                               .arg(keyframe)
                               .arg(run->chunks->size()));
    try {
        const auto chunk = static_cast<std::size_t>(keyframe);
        auto segment = d->play(*run, chunk, previous, stop);
        return segment && *segment == nullptr ? d->held(*run, chunk, stop) : segment;
    } catch (const std::bad_alloc&) {
        return tl::unexpected(noMemory());
    }
}

Result<std::vector<model::StreamInfo>> RecordingSource::streams(std::stop_token stop) const
{
    return runStreams(*d->current(), std::move(stop));
}

Result<void> RecordingSource::readRecords(const QString& stream, const model::RecordSink& sink,
                                          std::stop_token stop) const
{
    return runRecords(*d->current(), stream, sink, std::move(stop));
}

Result<model::SceneDescription> RecordingSource::scene(std::stop_token stop) const
{
    auto scene = runScene(d->options.scenePath, stop);
    if (!scene)
        return scene;
    const auto run = d->current();
    const std::optional<double> ground = run->ground ? run->ground : firstHeight(*run, stop);
    // Half a million kilometres up or down is no height but damage.
    constexpr double Highest = 1e6;
    if (ground && std::abs(*ground) < Highest)
        scene->groundHeight = std::floor(*ground);
    return scene;
}

std::vector<model::Verdict> RecordingSource::verify(const model::Progress& progress,
                                                    std::stop_token stop) const
{
    return verifyRun(*d->current(), progress, std::move(stop));
}

Result<QJsonObject> RecordingSource::nativeState(model::FrameNumber frame, std::stop_token stop) const
{
    return runNativeState(*d->current(), frame, std::move(stop));
}

Result<std::uint64_t> RecordingSource::readRaw(std::stop_token stop) const
{
    const auto file = this->file();
    Bytes raw;
    std::uint64_t sum = 0;
    for (int i = 0; i < static_cast<int>(file->chunks().size()); ++i) {
        if (stop.stop_requested())
            return model::fail(ErrorCode::Cancelled, QStringLiteral("reading was cancelled"));
        const auto read = file->readChunk(i, raw, stop);
        if (!read && read.error().code == ErrorCode::Cancelled)
            return tl::unexpected(read.error());
        if (read)
            sum += raw.size();
    }
    return sum;
}

} // namespace ghostline::recording
