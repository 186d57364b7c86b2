// SPDX-License-Identifier: GPL-3.0-or-later
// Opening, reading in the background, following what still grows.
#include "codecs/recording/recording_source.h"

#include "codecs/io/source_support.h"
#include "codecs/recording/recording_source_private.h"
#include "model/http_source.h"
#include "model/thread_priority.h"

#include <QStandardPaths>

#include <algorithm>

namespace ghostline::recording {

using model::ErrorCode;
using model::Result;
using Clock = std::chrono::steady_clock;

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

} // namespace

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
            {model::Severity::Error, QStringLiteral("read-error"), io::noMemory().message, {}});
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
            holdOn(done.error(), stop);
            if (stop.stop_requested())
                return false;
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

/// Waits for a server that is away, which is no damage; or gives up.
void RecordingSource::Private::holdOn(const model::Error& why, const std::stop_token& stop)
{
    if (!mayComeBack(why, *scan->file()))
        return scan->giveUp(why);
    const auto now = Clock::now();
    if (heldPause.count() == 0 || heldAt != scan->position()) {
        heldAt = scan->position();
        heldSince = now;
        heldPause = patience.firstPause;
    }
    const bool missing =
        why.code == ErrorCode::NotFound && scan->file()->description().layout == Layout::Segmented;
    if (missing && (!mayGrow(*scan->file()) || now - heldSince >= patience.missingLimit))
        return scan->takeAsLost();
    if (!missing && now - heldSince >= patience.limit)
        return scan->giveUp(why);
    publish();
    std::unique_lock lock(mutex);
    published.wait_for(lock, stop, heldPause, [] { return false; });
    heldPause = std::min(2 * heldPause, patience.longestPause);
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
    if (!again)
        return false; // a recorder may be about to replace it: the next look will tell
    const bool resumed = scan->resume();
    if (!again->file)
        return resumed;
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
                                                                   const model::OpenOptions& options,
                                                                   const Patience& patience)
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
    p->patience = patience;
    p->options.progress = {};
    p->options.stop = {};
    p->read = io::isWished(options, QStringLiteral("scan"));
    p->follow = io::isWished(options, QStringLiteral("follow"));
    p->far = model::isWebAddress(name);
    std::unique_ptr<RecordingSource> source(new RecordingSource(std::move(p)));
    Private& d = *source->d;
    try {
        d.scan = std::make_unique<RunScan>(std::move(*file), d.read);
        d.publish();
    } catch (const std::bad_alloc&) {
        return tl::unexpected(io::noMemory());
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

} // namespace ghostline::recording
