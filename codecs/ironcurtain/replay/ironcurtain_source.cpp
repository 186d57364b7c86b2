// SPDX-License-Identifier: GPL-3.0-or-later
// Opening, the revisions, and what is asked of them.
#include "codecs/ironcurtain/replay/ironcurtain_source.h"

#include "codecs/io/source_support.h"
#include "codecs/ironcurtain/analysis/report.h"
#include "codecs/ironcurtain/limits.h"
#include "codecs/ironcurtain/replay/native_state.h"
#include "codecs/ironcurtain/replay/records.h"
#include "codecs/ironcurtain/replay/scene.h"
#include "codecs/ironcurtain/replay/source_private.h"
#include "model/thread_priority.h"

#include <algorithm>
#include <new>

namespace ghostline::ironcurtain {

using model::ErrorCode;
using model::Result;

namespace {

/// open() waits so long for the events, so that short replays are whole at once.
constexpr std::chrono::milliseconds OpenTime{10};

/// "KEY,KEY": 64 hexadecimal digits each.
Result<std::vector<PublicKey>> trustedKeys(const QString& text)
{
    std::vector<PublicKey> keys;
    const QStringList parts = text.split(QLatin1Char(','), Qt::SkipEmptyParts);
    keys.reserve(static_cast<std::size_t>(parts.size()));
    for (const QString& part : parts) {
        const QString digits = part.trimmed();
        const QByteArray bytes = QByteArray::fromHex(digits.toLatin1());
        PublicKey key{};
        if (digits.size() != 64 || bytes.size() != static_cast<qsizetype>(key.size()))
            return model::fail(
                ErrorCode::InvalidArgument,
                QStringLiteral("\"%1\" is no public key of 64 hexadecimal digits").arg(digits));
        std::memcpy(key.data(), bytes.constData(), key.size());
        keys.push_back(key);
    }
    return keys;
}

} // namespace

IronCurtainSource::IronCurtainSource(std::unique_ptr<Private> own) : d(std::move(own)) { d->source = this; }

IronCurtainSource::~IronCurtainSource()
{
    if (d->thread.joinable()) {
        d->thread.request_stop();
        d->thread.join();
    }
}

Result<std::unique_ptr<model::ReplaySource>> IronCurtainSource::open(std::unique_ptr<model::ByteSource> bytes,
                                                                     const model::OpenOptions& options)
{
    const QString name = bytes->identity().name;
    const auto withFile = [&name](model::Error error) {
        if (error.file.isEmpty())
            error.file = name;
        return tl::unexpected(std::move(error));
    };
    try {
        auto own = std::make_unique<Private>();
        auto keys = trustedKeys(options.codec.value(QStringLiteral("trust")));
        if (!keys)
            return withFile(keys.error());
        own->trusted = std::move(*keys);
        own->readEvents = io::isWished(options, QStringLiteral("events"));
        auto file = ReplayFile::open(std::move(bytes), options.progress, options.stop);
        if (!file)
            return withFile(file.error());
        own->file = std::move(*file);
        std::unique_ptr<IronCurtainSource> source(new IronCurtainSource(std::move(own)));
        Private& d = *source->d;
        if (auto begun = d.begin(options.stop); !begun)
            return withFile(begun.error());
        d.thread = std::jthread([&d](const std::stop_token& stop) { d.work(stop); });
        std::unique_lock lock(d.mutex);
        d.published.wait_for(lock, options.stop, OpenTime, [&d] { return d.current->index->complete; });
        lock.unlock();
        return std::unique_ptr<model::ReplaySource>(std::move(source));
    } catch (const std::bad_alloc&) {
        return withFile(io::noMemory());
    }
}

void IronCurtainSource::Private::work(const std::stop_token& stop)
{
    try {
        model::lowerThreadPriority();
        readAll(stop);
    } catch (const std::bad_alloc&) {
        giveUp();
    }
}

void IronCurtainSource::Private::publish(std::shared_ptr<const Snapshot> next)
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

/// What was published last is all there will be.
void IronCurtainSource::Private::giveUp()
{
    const auto before = snapshot();
    auto last = std::make_shared<Snapshot>(*before);
    auto index = std::make_shared<model::ReplayIndex>(*before->index);
    ++index->revision;
    index->complete = true;
    index->progress = 1.0;
    addNote(index->diagnostics, model::Severity::Error, "read-error", io::noMemory().message);
    last->index = std::move(index);
    publish(std::move(last));
}

std::shared_ptr<const Snapshot> IronCurtainSource::Private::snapshot() const
{
    const std::scoped_lock lock(mutex);
    return current;
}

std::shared_ptr<const model::ReplayIndex> IronCurtainSource::index() const { return d->snapshot()->index; }
std::shared_ptr<const ReplayFile> IronCurtainSource::file() const { return d->file; }
std::shared_ptr<const KeyframeStore> IronCurtainSource::store() const { return d->store; }

Result<std::shared_ptr<const model::ReplayIndex>> IronCurtainSource::waitComplete(std::stop_token stop) const
{
    std::unique_lock lock(d->mutex);
    if (!d->published.wait(lock, stop, [this] { return d->current->index->complete; }))
        return model::fail(ErrorCode::Cancelled, QStringLiteral("waiting for the events was cancelled"));
    return d->current->index;
}

Result<std::shared_ptr<const SimState>> IronCurtainSource::Private::stateAt(int step,
                                                                            const std::stop_token& stop) const
{
    const auto known = snapshot()->known;
    for (int i = step; i >= 0 && file->metadata().layoutKnown(); --i) {
        if (!known->readable.empty())
            i = known->readable[static_cast<std::size_t>(i)];
        if (i < 0)
            break;
        if (stop.stop_requested())
            return model::fail(ErrorCode::Cancelled, QStringLiteral("stopped by request"));
        const int keyframe = steps[static_cast<std::size_t>(i)].file;
        if (keyframe < 0)
            continue;
        auto state = store->restore(keyframe, nullptr, stop);
        if (state || !aboutContent(state.error()))
            return state;
    }
    return std::shared_ptr<const SimState>();
}

Result<std::shared_ptr<const SimState>>
IronCurtainSource::Private::stateAfter(int step, SimTick from, const std::stop_token& stop) const
{
    const auto count = static_cast<int>(steps.size());
    for (int i = step + 1; i < count && file->metadata().layoutKnown(); ++i) {
        const Step& next = steps[static_cast<std::size_t>(i)];
        // What is too far away to move toward says nothing here; the very next one says who stays.
        if (next.file < 0 || (i > step + 1 && next.tick > from + maxGap))
            break;
        auto state = store->restore(next.file, nullptr, stop);
        if (state || !aboutContent(state.error()))
            return state;
    }
    return std::shared_ptr<const SimState>();
}

Result<std::shared_ptr<const model::Segment>>
IronCurtainSource::readSegment(int keyframe, const model::Segment*, std::stop_token stop) const
{
    const auto now = d->snapshot();
    if (keyframe < 0 || static_cast<std::size_t>(keyframe) >= d->steps.size())
        return model::fail(ErrorCode::InvalidArgument,
                           QStringLiteral("there is no keyframe %1").arg(keyframe));
    try {
        SegmentInput input;
        const auto at = static_cast<std::size_t>(keyframe);
        input.first = d->steps[at].tick;
        input.end = at + 1 < d->steps.size() ? d->steps[at + 1].tick : d->lastTick + 1;
        // Ahead of the keyframe's own state, which is often one link behind it.
        auto before = keyframe > 0 && d->steps[at].file >= 0 ? d->stateAt(keyframe - 1, stop)
                                                             : std::shared_ptr<const SimState>();
        if (!before)
            return tl::unexpected(before.error());
        auto from = d->stateAt(keyframe, stop);
        if (!from)
            return tl::unexpected(from.error());
        input.from = std::move(*from);
        if (input.from && input.from->tick == input.first)
            input.before = std::move(*before);
        auto to = d->stateAfter(keyframe, input.from ? input.from->tick : input.first, stop);
        if (!to)
            return tl::unexpected(to.error());
        input.to = std::move(*to);
        const EventWindow window = eventWindow(input, d->lastTick);
        return buildSegment(now->context, input, [&](const std::function<void(const AnalysisEvent&)>& sink) {
            if (!now->context->log->events || window.last < window.first)
                return Result<void>();
            return d->events->visit(window.first, window.last, sink, stop);
        });
    } catch (const std::bad_alloc&) {
        return tl::unexpected(io::noMemory());
    }
}

Result<std::vector<model::StreamInfo>> IronCurtainSource::streams(std::stop_token stop) const
{
    return recordStreams(*d->file, stop);
}

Result<void> IronCurtainSource::readRecords(const QString& stream, const model::RecordSink& sink,
                                            std::stop_token stop) const
{
    // Every id has its name once the last table of strings has been read.
    if (auto whole = waitComplete(stop); !whole)
        return tl::unexpected(whole.error());
    return ironcurtain::readRecords(*d->file, *d->snapshot()->known->kinds, stream, sink, stop);
}

Result<model::SceneDescription> IronCurtainSource::scene(std::stop_token) const
{
    return describeScene(d->file->metadata(), d->players, *d->snapshot()->known->kinds, d->start.get());
}

std::vector<model::Verdict> IronCurtainSource::verify(const model::Progress& progress,
                                                      std::stop_token stop) const
{
    try {
        auto checked = checkIntegrity(*d->file, *d->store, d->trusted, progress, stop);
        if (checked)
            return std::move(checked->verdicts);
        model::Verdict failed;
        failed.check = QStringLiteral("integrity");
        failed.detail = checked.error().message;
        return {failed};
    } catch (const std::bad_alloc&) {
        model::Verdict failed;
        failed.check = QStringLiteral("integrity");
        failed.detail = io::noMemory().message;
        return {failed};
    }
}

Result<QByteArray> IronCurtainSource::report(const QString& name, const QStringList&,
                                             std::stop_token stop) const
{
    try {
        return makeReport(name, d->file, *d->store, d->trusted, stop);
    } catch (const std::bad_alloc&) {
        return tl::unexpected(io::noMemory());
    }
}

Result<QJsonObject> IronCurtainSource::nativeState(model::FrameNumber frame, std::stop_token stop) const
{
    const auto now = d->snapshot();
    if (frame < 0 || frame >= now->index->frames())
        return model::fail(ErrorCode::InvalidArgument, QStringLiteral("there is no tick %1").arg(frame));
    const int step = now->index->keyframes.at(frame);
    const auto state = d->stateAt(step, stop);
    if (!state)
        return tl::unexpected(state.error());
    NativeQuery query;
    query.tick = static_cast<SimTick>(frame);
    query.kinds = now->known->kinds.get();
    query.log = now->known->log.get();
    query.players = &d->players;
    KeyframeStore::Side side;
    if (*state) {
        query.state = state->get();
        if (auto found = d->store->side(d->file->keyframeOf((*state)->tick), stop)) {
            side = std::move(*found);
            query.side = &side;
        }
    }
    return nativeTick(query);
}

Result<std::uint64_t> IronCurtainSource::readRaw(std::stop_token stop) const
{
    // What cannot be unpacked is read all the same: its bytes count as they are.
    std::uint64_t bytes = 0;
    const auto keyframes = d->file->keyframes();
    for (std::size_t i = 0; i < keyframes.size(); ++i) {
        if (!keyframes[i].inFile)
            continue;
        const auto blob = d->file->keyframe(static_cast<int>(i), stop);
        if (!blob && !aboutContent(blob.error()))
            return tl::unexpected(blob.error());
        bytes += blob ? blob->size() : keyframes[i].length;
    }
    // Where the packed part of a payload begins.
    constexpr std::size_t OrderHead = 12;
    constexpr std::size_t EventHead = 20;
    for (const auto& [kind, head] :
         {std::pair{ChunkKind::Orders, OrderHead}, {ChunkKind::Events, EventHead}}) {
        const auto chunks = d->file->chunks(kind, stop);
        if (!chunks)
            return tl::unexpected(chunks.error());
        for (const ChunkEntry& chunk : *chunks) {
            const auto payload = d->file->payload(chunk, stop);
            if (!payload && !aboutContent(payload.error()))
                return tl::unexpected(payload.error());
            if (!payload || payload->size() < head) {
                bytes += chunk.length;
                continue;
            }
            const auto raw = unpackBlob(std::span(*payload).subspan(head), MaxBlockBytes,
                                        chunk.offset + ChunkHeadBytes + head);
            bytes += head + (raw ? raw->size() : payload->size() - head);
        }
    }
    const auto signatures = d->file->signatureSection(stop);
    if (!signatures)
        return tl::unexpected(signatures.error());
    return bytes + signatures->size();
}

} // namespace ghostline::ironcurtain
