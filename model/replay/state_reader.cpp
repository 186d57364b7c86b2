// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/replay/state_reader.h"

#include "model/base/thread_priority.h"
#include "model/replay/segment_cache.h"

#include <algorithm>
#include <array>
#include <condition_variable>
#include <mutex>
#include <thread>

namespace ghostline::model {

namespace {

constexpr std::size_t PrefetchSegments = 2;
constexpr int None = -1;

using SegmentPointer = std::shared_ptr<const Segment>;
using IndexPointer = std::shared_ptr<const ReplayIndex>;

/// What the newest request wants, most wanted first.
struct Plan
{
    std::array<int, 1 + PrefetchSegments> keyframes{};
    std::size_t count = 0;

    int target() const { return count == 0 ? None : keyframes[0]; }
    bool contains(int keyframe) const
    {
        return std::find(keyframes.begin(), keyframes.begin() + static_cast<std::ptrdiff_t>(count),
                         keyframe) != keyframes.begin() + static_cast<std::ptrdiff_t>(count);
    }
};

/// Running out of memory in a codec is an answer like any other.
Result<SegmentPointer> readGuarded(const ReplaySource& source, int keyframe, const Segment* previous,
                                   const std::stop_token& stop)
{
    try {
        return source.readSegment(keyframe, previous, stop);
    } catch (const std::bad_alloc&) {
        return fail(ErrorCode::LimitExceeded,
                    QStringLiteral("there is not enough memory to decode this part"));
    }
}

void sampleInto(const Segment& segment, FrameTime at, SamplePolicy policy, WorldState& out)
{
    const FrameRange frames = segment.frames();
    if (!frames.contains(at.frame)) // a segment cut short by damage: its nearest frame stands in
        at = {std::clamp(at.frame, frames.first, frames.end - 1), 0.0};
    segment.sample(at, policy, out);
}

} // namespace

struct StateReader::Private
{
    StateReader* q;
    const std::shared_ptr<ReplaySource> source;

    mutable std::mutex mutex; ///< guards everything below
    std::condition_variable_any wake;
    SegmentCache cache;
    IndexPointer index;
    std::uint64_t decoded = 0;
    std::uint64_t hits = 0;
    std::uint64_t misses = 0;
    Plan plan;
    int running = None; ///< what the worker decodes now
    std::stop_source runningStop;
    int announced = None;    ///< last keyframe that ready() named and that is still cached
    int failedTarget = None; ///< not tried again until another place was asked for
    int failedAhead = None;  ///< prefetch that failed or found no room, while `aheadOf` is the target
    int aheadOf = None;

    std::jthread worker; ///< last: stops before the rest goes

    Private(StateReader* owner, std::shared_ptr<ReplaySource> s, std::size_t budget)
        : q(owner), source(std::move(s)), cache(budget), index(source->index())
    {
        worker = std::jthread([this](const std::stop_token& stop) { work(stop); });
    }

    ~Private()
    {
        worker.request_stop();
        {
            const std::scoped_lock lock(mutex);
            runningStop.request_stop();
        }
        worker.join();
    }

    /// Takes over a new revision; call with the mutex held.
    void refresh(IndexPointer newest, SegmentCache::Dropped& dropped);
    /// Segment of a keyframe, decoded along its chain. `ahead`: fetched by the worker for later, so it must
    /// not push out what the newest request is about. `cached` tells whether it is in the cache now.
    Result<SegmentPointer> decode(int keyframe, const IndexPointer& now, bool ahead, bool& cached,
                                  const std::stop_token& stop);
    Result<SegmentPointer> readOne(int keyframe, const ReplayIndex& now, const SegmentPointer& baseline,
                                   bool ahead, bool& cached, const std::stop_token& stop);
    bool store(int keyframe, const ReplayIndex& now, const SegmentPointer& segment, bool ahead,
               SegmentCache::Dropped& dropped);
    int nextWanted() const;
    void work(const std::stop_token& stop);
    void finish(int keyframe, const Result<SegmentPointer>& result, bool cached);
    void announceReady(int keyframe);
    void announceFailed(int keyframe, const QString& message, bool mayRecover);
};

void StateReader::Private::refresh(IndexPointer newest, SegmentCache::Dropped& dropped)
{
    if (newest->revision <= index->revision) // another thread may have been quicker with a newer one
        return;
    index = std::move(newest);
    cache.retain(*index, dropped);
    announced = None;
    failedTarget = failedAhead = None;
}

/// With the mutex held.
bool StateReader::Private::store(int keyframe, const ReplayIndex& now, const SegmentPointer& segment,
                                 bool ahead, SegmentCache::Dropped& dropped)
{
    const SegmentKey key = segmentKey(now, keyframe);
    if (keyframe >= index->keyframes.count() || !sameSegment(key, segmentKey(*index, keyframe)))
        return false; // decoded for a revision that is gone
    // What was fetched ahead may have become the target meanwhile: then nothing is kept for its sake.
    const int kept = ahead && keyframe != plan.target() ? plan.target() : None;
    const bool stored = cache.insert(keyframe, key, segment, kept, dropped);
    if (!cache.contains(announced))
        announced = None;
    return stored;
}

Result<SegmentPointer> StateReader::Private::readOne(int keyframe, const ReplayIndex& now,
                                                     const SegmentPointer& baseline, bool ahead, bool& cached,
                                                     const std::stop_token& stop)
{
    SegmentPointer previous = baseline;
    if (!previous) {
        const std::scoped_lock lock(mutex);
        previous = cache.find(keyframe - 1);
    }
    Result<SegmentPointer> result = readGuarded(*source, keyframe, previous.get(), stop);
    if (!result)
        return result;
    if (!*result || (*result)->frames().empty())
        return fail(
            ErrorCode::Damaged,
            QStringLiteral("nothing could be decoded from frame %1 on").arg(now.keyframes[keyframe].frame),
            {.offset = now.keyframes[keyframe].offset, .frame = now.keyframes[keyframe].frame});
    SegmentCache::Dropped dropped; // freed after the lock is released
    const std::scoped_lock lock(mutex);
    ++decoded;
    cached = store(keyframe, now, *result, ahead, dropped);
    return result;
}

Result<SegmentPointer> StateReader::Private::decode(int keyframe, const IndexPointer& now, bool ahead,
                                                    bool& cached, const std::stop_token& stop)
{
    // The nearest link of the chain that is cached, or its full keyframe, is where decoding starts.
    const std::vector<int> chain = now->keyframes.chain(keyframe);
    SegmentPointer segment;
    std::size_t next = 0;
    {
        const std::scoped_lock lock(mutex);
        for (std::size_t i = chain.size(); i > 0 && !segment; --i) {
            segment = cache.find(chain[i - 1]);
            next = segment ? i : 0;
        }
    }
    cached = segment && next == chain.size();
    for (; next < chain.size(); ++next) {
        Result<SegmentPointer> result = readOne(chain[next], *now, segment, ahead, cached, stop);
        if (!result)
            return result;
        segment = std::move(*result);
    }
    return segment;
}

int StateReader::Private::nextWanted() const
{
    for (std::size_t i = 0; i < plan.count; ++i) {
        const int keyframe = plan.keyframes[i];
        if (cache.contains(keyframe))
            continue;
        if (i == 0 ? keyframe == failedTarget : keyframe == failedAhead && aheadOf == plan.target())
            return None; // what lies behind a segment that cannot be had is not fetched either
        return keyframe;
    }
    return None;
}

void StateReader::Private::work(const std::stop_token& stop)
{
    lowerThreadPriority(); // decoding ahead must not take time from the picture
    std::unique_lock lock(mutex);
    // A wait that is stopped still says true when something is wanted.
    while (wake.wait(lock, stop, [this] { return nextWanted() != None; }) && !stop.stop_requested()) {
        const int keyframe = nextWanted();
        const bool ahead = keyframe != plan.target();
        running = keyframe;
        runningStop = std::stop_source();
        const std::stop_token runStop = runningStop.get_token();
        const IndexPointer now = index;
        lock.unlock();
        bool cached = false;
        {
            const Result<SegmentPointer> result = decode(keyframe, now, ahead, cached, runStop);
            lock.lock();
            running = None;
            if (!runStop.stop_requested() || result)
                finish(keyframe, result, cached);
            lock.unlock();
        } // the segment is let go while nothing is locked
        lock.lock();
    }
}

/// With the mutex held: what the worker found out is remembered and told.
void StateReader::Private::finish(int keyframe, const Result<SegmentPointer>& result, bool cached)
{
    if (cached) {
        announceReady(keyframe);
        return;
    }
    if (keyframe != plan.target()) {
        failedAhead = keyframe;
        aheadOf = plan.target();
        return;
    }
    if (result) {
        if (keyframe < index->keyframes.count() && (*result)->bytes() <= cache.budget())
            return; // a new revision came meanwhile: the worker will try again
        failedTarget = keyframe;
        announceFailed(keyframe,
                       QStringLiteral("this part needs %1 MB in memory, more than the budget of %2 MB")
                           .arg(((*result)->bytes() >> 20) + 1)
                           .arg(cache.budget() >> 20),
                       false);
        return;
    }
    failedTarget = keyframe;
    announceFailed(keyframe, result.error().message, result.error().code == ErrorCode::IoError);
}

void StateReader::Private::announceReady(int keyframe)
{
    announced = keyframe;
    StateReader* const reader = q;
    QMetaObject::invokeMethod(
        reader, [reader, keyframe] { Q_EMIT reader->ready(keyframe); }, Qt::QueuedConnection);
}

void StateReader::Private::announceFailed(int keyframe, const QString& message, bool mayRecover)
{
    StateReader* const reader = q;
    QMetaObject::invokeMethod(
        reader,
        [reader, keyframe, message, mayRecover] { Q_EMIT reader->failed(keyframe, message, mayRecover); },
        Qt::QueuedConnection);
}

StateReader::StateReader(std::shared_ptr<ReplaySource> source, std::size_t budget, QObject* parent)
    : QObject(parent), d(std::make_unique<Private>(this, std::move(source), budget))
{
}

StateReader::~StateReader() { d.reset(); }

const std::shared_ptr<ReplaySource>& StateReader::source() const { return d->source; }

Result<void> StateReader::stateAt(FrameTime at, SamplePolicy policy, WorldState& out, std::stop_token stop)
{
    SegmentCache::Dropped dropped;
    IndexPointer now = d->source->index();
    SegmentPointer segment;
    {
        const std::scoped_lock lock(d->mutex);
        d->refresh(now, dropped);
        now = d->index;
        at = now->timeAxis.clamp(at);
        segment = d->cache.find(now->keyframes.at(at.frame));
        ++(segment ? d->hits : d->misses);
    }
    if (now->frames() == 0 || now->keyframes.empty())
        return fail(ErrorCode::InvalidArgument, QStringLiteral("this replay has no frame"));
    if (!segment) {
        bool cached = false;
        Result<SegmentPointer> result = d->decode(now->keyframes.at(at.frame), now, false, cached, stop);
        if (!result)
            return tl::unexpected<Error>(std::move(result.error()));
        segment = std::move(*result);
    }
    sampleInto(*segment, at, policy, out);
    return {};
}

bool StateReader::trySample(FrameTime at, SamplePolicy policy, WorldState& out)
{
    SegmentCache::Dropped dropped;
    IndexPointer now = d->source->index();
    SegmentPointer segment;
    {
        const std::scoped_lock lock(d->mutex);
        d->refresh(std::move(now), dropped);
        at = d->index->timeAxis.clamp(at);
        segment = d->cache.find(d->index->keyframes.at(at.frame));
        ++(segment ? d->hits : d->misses);
    }
    if (!segment)
        return false;
    sampleInto(*segment, at, policy, out);
    return true;
}

void StateReader::request(FrameTime at, Direction direction)
{
    SegmentCache::Dropped dropped;
    IndexPointer newest = d->source->index();
    const std::scoped_lock lock(d->mutex);
    d->refresh(std::move(newest), dropped);
    const KeyframeIndex& keyframes = d->index->keyframes;
    const int target = keyframes.at(d->index->timeAxis.clamp(at).frame);
    if (target == None)
        return;
    const int step = static_cast<int>(direction);
    Plan plan;
    for (int keyframe = target; keyframe >= 0 && keyframe < keyframes.count(); keyframe += step) {
        plan.keyframes[plan.count++] = keyframe;
        if (step == 0 || plan.count == plan.keyframes.size())
            break;
    }
    if (target != d->plan.target())
        d->failedTarget = None;
    d->plan = plan;
    if (d->running != None) {
        // What runs now helps if it is the target, leads to it, or lies ahead of a target that is there
        // already.
        const bool haveTarget = d->cache.contains(target);
        const bool helps = d->running == target || (haveTarget && plan.contains(d->running));
        if (!helps)
            d->runningStop.request_stop();
    }
    if (d->cache.find(target) && d->announced != target)
        d->announceReady(target);
    if (d->nextWanted() != None)
        d->wake.notify_one();
}

void StateReader::retry()
{
    const std::scoped_lock lock(d->mutex);
    d->failedTarget = d->failedAhead = None;
    d->wake.notify_one();
}

void StateReader::setBudget(std::size_t bytes)
{
    SegmentCache::Dropped dropped;
    const std::scoped_lock lock(d->mutex);
    d->cache.setBudget(bytes, dropped);
    d->announced = d->failedTarget = d->failedAhead = None;
    d->wake.notify_one();
}

CacheStats StateReader::stats() const
{
    const std::scoped_lock lock(d->mutex);
    return {d->cache.bytes(), d->cache.budget(), d->cache.count(), d->decoded, d->hits, d->misses};
}

void StateReader::clear()
{
    SegmentCache::Dropped dropped;
    const std::scoped_lock lock(d->mutex);
    d->cache.clear(dropped);
    d->plan = {};
    d->announced = d->failedTarget = d->failedAhead = None;
}

std::vector<FrameRange> StateReader::cachedRanges() const
{
    const std::scoped_lock lock(d->mutex);
    return d->cache.ranges();
}

} // namespace ghostline::model
