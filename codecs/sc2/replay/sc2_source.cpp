// SPDX-License-Identifier: GPL-3.0-or-later
// Opening, the two revisions, and what is asked of them.
#include "codecs/sc2/replay/sc2_source.h"

#include "codecs/io/source_support.h"
#include "codecs/sc2/limits.h"
#include "codecs/sc2/replay/describe.h"
#include "codecs/sc2/replay/native_state.h"
#include "codecs/sc2/replay/records.h"
#include "codecs/sc2/replay/sc2_source_private.h"
#include "codecs/sc2/replay/scene.h"

namespace ghostline::sc2 {

using model::ErrorCode;
using model::Result;

namespace {

/// open() waits so long for the commands, so that short replays are whole at once ...
constexpr std::chrono::milliseconds OpenTime{2};
/// ... and longer where there is no unit to be seen without them.
constexpr std::chrono::milliseconds OpenTimeWithoutReports{40};

Result<std::vector<std::byte>> readWhole(const model::ByteSource& bytes, const std::stop_token& stop)
{
    const std::uint64_t size = bytes.size();
    if (size > MaxFileBytes)
        return model::fail(ErrorCode::LimitExceeded,
                           QStringLiteral("the file has %1 bytes; replays of more than %2 are not read")
                               .arg(size)
                               .arg(MaxFileBytes));
    std::vector<std::byte> file(size);
    std::size_t got = 0;
    while (got < file.size()) {
        const auto read = bytes.read(got, std::span(file).subspan(got), stop);
        if (!read)
            return tl::unexpected(read.error());
        if (*read == 0)
            break;
        got += *read;
    }
    file.resize(got);
    return file;
}

} // namespace

Sc2Source::Sc2Source(std::unique_ptr<Private> own) : d(std::move(own)) { d->source = this; }

Sc2Source::~Sc2Source()
{
    if (d->thread.joinable()) {
        d->thread.request_stop();
        d->thread.join();
    }
}

Result<std::unique_ptr<model::ReplaySource>> Sc2Source::open(std::unique_ptr<model::ByteSource> bytes,
                                                             const model::OpenOptions& options)
{
    const auto withFile = [&bytes](model::Error error) {
        error.file = bytes->identity().name;
        return tl::unexpected(std::move(error));
    };
    try {
        auto own = std::make_unique<Private>();
        auto file = readWhole(*bytes, options.stop);
        if (!file)
            return withFile(file.error());
        own->file = std::move(*file);
        own->commands = io::isWished(options, QStringLiteral("commands"));
        std::unique_ptr<Sc2Source> source(new Sc2Source(std::move(own)));
        if (auto started = source->start(options.stop); !started)
            return withFile(started.error());
        return std::unique_ptr<model::ReplaySource>(std::move(source));
    } catch (const std::bad_alloc&) {
        return withFile(io::noMemory());
    }
}

Result<void> Sc2Source::start(const std::stop_token& stop)
{
    auto archive = MpqArchive::open(d->file);
    if (!archive)
        return tl::unexpected(archive.error());
    d->archive = std::move(*archive);
    const auto header = readHeader(d->archive->userData(), d->archive->userDataOffset());
    // The longest member is unpacked beside everything else, from the very beginning.
    if (header && d->commands) {
        d->thread = std::jthread([own = d.get(), build = header->version.baseBuild](
                                     const std::stop_token& token) { own->work(build, token); });
    }
    auto head = readHead(*d->archive);
    if (!head)
        return tl::unexpected(head.error());
    Troubles troubles;
    const auto data = readReported(*d->archive, std::move(*head), troubles);
    if (!d->commands)
        data->complete = true;
    {
        // What is known by now is enough to go on with in the background.
        const std::scoped_lock lock(d->mutex);
        d->reported = data;
    }
    d->published.notify_all();
    d->publish(d->makeSnapshot(data, tellStory(*data, timeAxisOf(*data)), nullptr, std::move(troubles)));
    if (stop.stop_requested())
        return model::fail(ErrorCode::Cancelled, QStringLiteral("opening was cancelled"));
    std::unique_lock lock(d->mutex);
    d->published.wait_for(lock, stop, data->hasTracker ? OpenTime : OpenTimeWithoutReports,
                          [this] { return d->current->index->complete; });
    return {};
}

void Sc2Source::Private::work(std::uint32_t baseBuild, const std::stop_token& stop)
{
    try {
        PlayerStreams streams = readPlayerStreams(*archive, baseBuild);
        if (!waitFor(stop, [this] { return reported != nullptr; }))
            return;
        Troubles troubles;
        WholeReplay whole = addCommands(*reported, std::move(streams), troubles);
        if (!waitFor(stop, [this] { return current != nullptr; }))
            return;
        const auto before = snapshot();
        publish(makeSnapshot(std::move(whole.data), whole.story, before.get(), std::move(troubles)));
        const std::scoped_lock lock(mutex);
        reported.reset();
    } catch (const std::bad_alloc&) {
        giveUp(stop);
    }
}

/// False when stopped before.
bool Sc2Source::Private::waitFor(const std::stop_token& stop, const std::function<bool()>& there) const
{
    std::unique_lock lock(mutex);
    return published.wait(lock, stop, there);
}

void Sc2Source::Private::publish(std::shared_ptr<const Snapshot> next)
{
    const model::Revision revision = next->index->revision;
    {
        const std::scoped_lock lock(mutex);
        current = std::move(next);
    }
    published.notify_all();
    if (revision > 1)
        Q_EMIT source->changed(revision);
}

/// What was published first is all there will be.
void Sc2Source::Private::giveUp(const std::stop_token& stop)
{
    if (!waitFor(stop, [this] { return current != nullptr; }))
        return;
    const auto before = snapshot();
    auto last = std::make_shared<Snapshot>(*before);
    auto index = std::make_shared<model::ReplayIndex>(*before->index);
    ++index->revision;
    index->complete = true;
    index->progress = 1.0;
    index->diagnostics.push_back(
        {model::Severity::Error, QStringLiteral("read-error"), io::noMemory().message, {}});
    index->lost.push_back({{0, index->frames()}, io::noMemory().message}); // all that players did
    last->index = std::move(index);
    publish(std::move(last));
}

std::shared_ptr<const Snapshot> Sc2Source::Private::snapshot() const
{
    const std::scoped_lock lock(mutex);
    return current;
}

std::shared_ptr<const model::ReplayIndex> Sc2Source::index() const { return d->snapshot()->index; }

Result<std::shared_ptr<const model::ReplayIndex>> Sc2Source::waitComplete(std::stop_token stop) const
{
    std::unique_lock lock(d->mutex);
    if (!d->published.wait(lock, stop, [this] { return d->current->index->complete; }))
        return model::fail(ErrorCode::Cancelled, QStringLiteral("waiting for the commands was cancelled"));
    return d->current->index;
}

Result<std::shared_ptr<const model::Segment>> Sc2Source::readSegment(int keyframe, const model::Segment*,
                                                                     std::stop_token) const
{
    const auto now = d->snapshot();
    if (keyframe < 0 || keyframe >= now->index->keyframes.count())
        return model::fail(ErrorCode::InvalidArgument,
                           QStringLiteral("there is no segment %1; a replay is one").arg(keyframe));
    return now->segment;
}

Result<std::vector<model::StreamInfo>> Sc2Source::streams(std::stop_token stop) const
{
    const auto now = d->snapshot();
    return listStreams({*d->archive, *now->data}, std::move(stop));
}

Result<void> Sc2Source::readRecords(const QString& stream, const model::RecordSink& sink,
                                    std::stop_token stop) const
{
    const auto now = d->snapshot();
    return readStream({*d->archive, *now->data}, stream, sink, std::move(stop));
}

Result<model::SceneDescription> Sc2Source::scene(std::stop_token) const
{
    const auto now = d->snapshot();
    return describeScene(*now->data, *now->kinds);
}

Result<QJsonObject> Sc2Source::nativeState(model::FrameNumber frame, std::stop_token) const
{
    const auto now = d->snapshot();
    if (frame < 0 || frame >= now->index->frames())
        return model::fail(ErrorCode::InvalidArgument, QStringLiteral("there is no loop %1").arg(frame));
    return nativeLoop(*now->data, static_cast<std::uint32_t>(frame));
}

Result<std::uint64_t> Sc2Source::readRaw(std::stop_token stop) const
{
    return unpackAll(*d->archive, std::move(stop));
}

} // namespace ghostline::sc2
