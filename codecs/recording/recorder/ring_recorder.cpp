// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/recording/recorder/ring_recorder.h"

#include "codecs/recording/recorder/chunk_maker.h"
#include "codecs/recording/recorder/ring_file.h"

#include <algorithm>
#include <deque>
#include <optional>
#include <unordered_set>

namespace ghostline::recording {

namespace {

/// A trigger between its beginning and its file.
struct Waiting
{
    RingSave save;
    QString reason;
    std::vector<RingChunk> chunks;
    std::int32_t endTick = 0; ///< of the tail
    std::size_t tailBytes = 0;
    bool complete = false;              ///< but not written: the disk would not have it
    std::optional<model::Error> failed; ///< why not
};

} // namespace

struct RingRecorder::Private
{
    Private(const RecorderHead& what, const RingOptions& wanted, Saved whenSaved)
        : head(what), options(wanted), saved(std::move(whenSaved)),
          maker(what.profile, what.tickRate, 1, wanted.zstdLevel, what.dataVersion), timeMs(what.startMs)
    {
    }

    RecorderHead head;
    RingOptions options;
    Saved saved;
    ChunkMaker maker;
    std::deque<RingChunk> kept;
    std::size_t keptBytes = 0;
    std::vector<Waiting> waiting; ///< in the order of their numbers
    int triggers = 0;
    int depth = 0;           ///< of calls that write: a callback may make another
    std::vector<int> tried;  ///< triggers that the outermost of them has tried to write
    std::int64_t timeMs = 0; ///< Unix time of timeTick
    std::int32_t timeTick = 0;
    std::int64_t chunkMs = 0; ///< of the open chunk's first tick

    std::int64_t timeOf(std::int32_t tick) const
    {
        return timeMs + (std::int64_t{tick} - timeTick) * 1000 / std::max(head.tickRate, 1);
    }
    model::Result<void> closeChunk();
    void evict();
    void dropFirst(std::size_t count);
    std::size_t nextSnapshot() const;
    std::int32_t ticksFrom(std::size_t chunk) const;
    bool ends(const Waiting& one) const;
    bool tailEnds() const;
    model::Result<void> write(int trigger);
    model::Result<void> writeAll(const std::vector<int>& numbers);
};

/// Index of the first chunk after the oldest that can be the oldest; 0 when none can.
std::size_t RingRecorder::Private::nextSnapshot() const
{
    for (std::size_t i = 1; i < kept.size(); ++i) {
        if (kept[i].entry.hasSnapshot())
            return i;
    }
    return 0;
}

std::int32_t RingRecorder::Private::ticksFrom(std::size_t chunk) const
{
    return kept.empty() ? maker.ticks() : maker.nextTick() - kept[chunk].entry.startTick;
}

void RingRecorder::Private::dropFirst(std::size_t count)
{
    for (; count > 0; --count) {
        keptBytes -= kept.front().frame->size();
        kept.pop_front();
    }
}

void RingRecorder::Private::evict()
{
    for (std::size_t next = nextSnapshot(); next > 0 && ticksFrom(next) >= options.windowTicks;
         next = nextSnapshot())
        dropFirst(next);
    // Bytes beat time. Where no later chunk has a snapshot (more blocks than one tick record holds) even the
    // oldest state goes.
    while (keptBytes > options.maxBytes && kept.size() > 1)
        dropFirst(std::max<std::size_t>(nextSnapshot(), 1));
}

model::Result<void> RingRecorder::Private::closeChunk()
{
    auto made = maker.close();
    if (!made)
        return tl::unexpected(made.error());
    if (!*made)
        return {};
    RingChunk chunk{(*made)->entry, std::make_shared<const Bytes>(std::move((*made)->frame)), chunkMs};
    const std::size_t size = chunk.frame->size();
    for (Waiting& one : waiting) {
        if (!one.complete) {
            one.chunks.push_back(chunk);
            one.tailBytes += size;
        }
    }
    kept.push_back(std::move(chunk));
    keptBytes += size;
    evict();
    return {};
}

bool RingRecorder::Private::ends(const Waiting& one) const
{
    return !one.complete && (maker.nextTick() >= one.endTick || one.tailBytes > options.maxBytes);
}

bool RingRecorder::Private::tailEnds() const
{
    return std::any_of(waiting.begin(), waiting.end(), [this](const Waiting& one) { return ends(one); });
}

/// What could not be written stays. The callback comes last and with a copy: it may trigger, drop and save,
/// after which nothing that was known of `waiting` holds any more.
model::Result<void> RingRecorder::Private::write(int trigger)
{
    const auto at = std::find_if(waiting.begin(), waiting.end(),
                                 [trigger](const Waiting& one) { return one.save.trigger == trigger; });
    if (at == waiting.end())
        return {}; // a callback dropped it, or saved it itself
    if (std::find(tried.begin(), tried.end(), trigger) != tried.end())
        return at->failed ? model::Result<void>(tl::unexpected(*at->failed)) : model::Result<void>();
    tried.push_back(trigger);
    at->complete = true;
    at->save.originTick = at->chunks.front().entry.startTick;
    at->save.ticks = at->chunks.back().entry.endTick() - at->save.originTick;
    auto result = writeRing(at->save, at->reason, head, at->chunks);
    const RingSave save = at->save;
    if (result)
        waiting.erase(at);
    else
        at->failed = result.error();
    if (saved)
        saved(save, result);
    return result;
}

/// The first error, if any.
model::Result<void> RingRecorder::Private::writeAll(const std::vector<int>& numbers)
{
    if (depth == 0)
        tried.clear();
    ++depth;
    model::Result<void> first;
    for (const int trigger : numbers) {
        auto done = write(trigger);
        if (!done && first)
            first = std::move(done);
    }
    --depth;
    return first;
}

RingRecorder::RingRecorder(std::unique_ptr<Private> p) : d(std::move(p)) {}
RingRecorder::RingRecorder(RingRecorder&& other) noexcept = default;
RingRecorder& RingRecorder::operator=(RingRecorder&& other) noexcept
{
    if (this != &other) {
        if (d)
            (void)saveNow();
        d = std::move(other.d);
    }
    return *this;
}
RingRecorder::~RingRecorder()
{
    if (d)
        (void)saveNow();
}

model::Result<RingRecorder> RingRecorder::create(const RecorderHead& head, const RingOptions& options,
                                                 Saved saved)
{
    if (auto notes = RunNotes::create(head); !notes)
        return tl::unexpected(notes.error());
    if (options.windowTicks < 1 || options.tailTicks < 0 || options.chunkTicks < 1 || options.maxPending < 1)
        return model::fail(model::ErrorCode::InvalidArgument,
                           QStringLiteral("a ring needs a window, chunks and room for a trigger"));
    return RingRecorder(std::make_unique<Private>(head, options, std::move(saved)));
}

model::Result<void> RingRecorder::tick(std::span<const Event> events)
{
    const std::int32_t number = d->maker.nextTick();
    if (!d->maker.isOpen())
        d->chunkMs = d->timeOf(number);
    auto taken = d->maker.tick(events);
    if (d->maker.nextTick() == number)
        return taken;
    const bool done =
        d->maker.ticks() >= d->options.chunkTicks ||
        (d->options.chunkRawBytes > 0 && d->maker.recordedBytes() >= d->options.chunkRawBytes) ||
        d->maker.isFull();
    if (done || d->tailEnds()) {
        if (auto closed = d->closeChunk(); !closed)
            return closed;
    }
    std::vector<int> ended;
    for (const Waiting& one : d->waiting) {
        if (d->ends(one))
            ended.push_back(one.save.trigger); // NOLINT(performance-inefficient-vector-operation): few
    }
    // A failed save is told by the callback and waits for saveNow(): the tick was recorded all the same.
    if (!ended.empty())
        (void)d->writeAll(ended);
    return taken;
}

std::int32_t RingRecorder::nextTick() const { return d->maker.nextTick(); }

std::optional<glm::dvec3> RingRecorder::decodedPosition(std::int32_t entity) const
{
    const Entity* there = d->maker.world().entity(entity);
    return there != nullptr && there->placed ? std::optional(there->position.value()) : std::nullopt;
}

bool RingRecorder::nextTickIsAbsolute() const { return d->maker.opensWithSnapshotEvents(); }

void RingRecorder::setTime(std::int64_t unixMs)
{
    d->timeMs = unixMs;
    d->timeTick = d->maker.nextTick();
}

model::Result<int> RingRecorder::trigger(const QString& path, const QString& reason)
{
    if (coveredTicks() == 0)
        return model::fail(model::ErrorCode::InvalidArgument, QStringLiteral("nothing was recorded yet"));
    if (d->waiting.size() >= static_cast<std::size_t>(d->options.maxPending))
        return model::fail(model::ErrorCode::LimitExceeded,
                           QStringLiteral("%1 triggers wait for being saved already").arg(d->waiting.size()));
    Waiting one;
    one.save.trigger = ++d->triggers;
    one.save.path = path;
    one.save.triggerTick = d->maker.nextTick() - 1;
    one.reason = reason;
    one.chunks.assign(d->kept.begin(), d->kept.end());
    one.endTick = d->maker.nextTick() + d->options.tailTicks;
    d->waiting.push_back(std::move(one));
    return d->triggers;
}

model::Result<void> RingRecorder::saveNow()
{
    const bool tails =
        std::any_of(d->waiting.begin(), d->waiting.end(), [](const Waiting& one) { return !one.complete; });
    if (tails) {
        if (auto closed = d->closeChunk(); !closed)
            return closed;
    }
    std::vector<int> all;
    all.reserve(d->waiting.size());
    for (Waiting& one : d->waiting) {
        one.complete = true;
        all.push_back(one.save.trigger);
    }
    return d->writeAll(all);
}

void RingRecorder::dropPending() { d->waiting.clear(); }
int RingRecorder::pending() const { return static_cast<int>(d->waiting.size()); }

std::int32_t RingRecorder::coveredTicks() const { return d->ticksFrom(0); }

std::size_t RingRecorder::bytes() const
{
    std::unordered_set<const Bytes*> counted;
    std::size_t sum = d->maker.rawBytes();
    const auto count = [&](const auto& chunks) {
        for (const RingChunk& chunk : chunks) {
            if (counted.insert(chunk.frame.get()).second)
                sum += chunk.frame->size();
        }
    };
    count(d->kept);
    for (const Waiting& one : d->waiting)
        count(one.chunks);
    return sum;
}

} // namespace ghostline::recording
