// SPDX-License-Identifier: GPL-3.0-or-later
// The pass from front to back that leaves checkpoints, and the readers that begin at them.
#include "codecs/io/inflate_index.h"

#include "codecs/io/inflate_stream.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <mutex>

namespace ghostline::io {

using model::Error;
using model::ErrorCode;
using model::Result;
using Until = InflateStream::Until;
using CheckpointPtr = std::shared_ptr<const InflateCheckpoint>;

namespace {

/// The end of a block is taken when it comes after this part of the spacing: most blocks of text are shorter
/// than the rest, and a checkpoint inside a block takes six times the memory.
constexpr std::uint64_t EarlyPart = 4;
constexpr std::size_t RestingReaders = 4;
constexpr std::size_t SkipBytes = std::size_t{64} << 10;

tl::unexpected<Error> noMemoryToUnpack()
{
    return model::fail(ErrorCode::LimitExceeded, QStringLiteral("there is no memory to unpack with"));
}

} // namespace

struct InflatedSource::Private
{
    Private(std::shared_ptr<const model::ByteSource> source, const PackedRange& packed,
            const InflateLimits& most)
        : bytes(std::move(source)), range(packed), limits(most), pass(*bytes, packed.offset, packed.size)
    {
    }

    Result<std::size_t> passOn(std::span<std::byte> out, const std::stop_token& stop);
    Result<void> checkLimits() const;
    void mark();
    Result<std::unique_ptr<InflateStream>> readerAt(std::uint64_t offset);
    void rest(std::unique_ptr<InflateStream> reader);
    Result<std::size_t> readPassed(std::uint64_t offset, std::span<std::byte> out,
                                   const std::stop_token& stop);

    std::shared_ptr<const model::ByteSource> bytes;
    PackedRange range;
    InflateLimits limits;

    std::mutex passMutex; ///< guards what follows
    InflateStream pass;
    std::uint64_t marked = 0;    ///< where the last checkpoint is
    std::optional<Error> broken; ///< what ended the pass early

    std::atomic<std::uint64_t> passed{0}; ///< bytes that came out so far
    mutable std::mutex mutex;             ///< guards what follows; never held while unpacking
    std::vector<CheckpointPtr> points;    ///< ascending; the front itself is none
    std::vector<std::unique_ptr<InflateStream>> resting;
    std::size_t pointBytes = 0;
    std::uint64_t spacing = CheckpointSpacing;
    std::uint64_t widest = 0;
    std::optional<std::uint64_t> whole;
};

Result<void> InflatedSource::Private::checkLimits() const
{
    const std::uint64_t out = pass.produced();
    const bool tooMuch = out > limits.output;
    const bool tooDense =
        out > limits.ratioFrom && out / std::max<std::uint64_t>(limits.ratio, 1) > pass.consumed();
    if (!tooMuch && !tooDense)
        return {};
    const std::uint64_t at = range.offset + pass.consumed();
    return model::fail(
        ErrorCode::LimitExceeded,
        tooMuch ? QStringLiteral("the packed data unpacks to more than %1 bytes").arg(limits.output)
                : QStringLiteral("the packed data unpacks to more than %1 times its size, as no "
                                 "recording does")
                      .arg(limits.ratio),
        {at, {}, {}});
}

/// Takes a checkpoint at the pass's place; the index never grows past its limit.
void InflatedSource::Private::mark()
{
    const CheckpointPtr point = pass.checkpoint();
    if (!point)
        return; // without it the next stretch is longer, nothing else
    const std::lock_guard lock(mutex);
    widest = std::max(widest, point->produced - marked);
    marked = point->produced;
    points.push_back(point);
    pointBytes += point->bytes();
    if (pointBytes <= MaxIndexBytes)
        return;
    std::vector<CheckpointPtr> kept;
    kept.reserve(points.size() / 2 + 1);
    pointBytes = 0;
    for (std::size_t i = 1; i < points.size(); i += 2) {
        kept.push_back(points[i]);
        pointBytes += points[i]->bytes();
    }
    points = std::move(kept);
    spacing *= 2;
    widest *= 2;
}

/// Unpacks the next bytes from front to back. The pass's mutex is held.
Result<std::size_t> InflatedSource::Private::passOn(std::span<std::byte> out, const std::stop_token& stop)
{
    std::size_t done = 0;
    while (done < out.size() && !pass.ended() && !broken) {
        const std::uint64_t since = pass.produced() - marked;
        const std::uint64_t room =
            std::min<std::uint64_t>(out.size() - done, spacing - std::min(since, spacing - 1));
        const std::uint64_t before = pass.produced();
        auto stepped = pass.step(out.subspan(done, static_cast<std::size_t>(room)), Until::BlockEnd, stop);
        // What came out before an error counts.
        const auto fresh = static_cast<std::size_t>(pass.produced() - before);
        done += fresh;
        passed.store(pass.produced(), std::memory_order_release);
        if (!stepped && stepped.error().code == ErrorCode::Cancelled)
            return stepped;
        if (!stepped)
            broken = std::move(stepped.error());
        else if (auto within = checkLimits(); !within)
            broken = std::move(within.error());
        const std::uint64_t gap = pass.produced() - marked;
        if (!broken && !pass.ended() && (gap >= spacing || (pass.atBlockEnd() && gap >= spacing / EarlyPart)))
            mark();
    }
    if (pass.ended()) {
        const std::lock_guard lock(mutex);
        whole = pass.produced();
    }
    if (done == 0 && broken)
        return tl::unexpected(*broken);
    return done;
}

/// A reader at or before `offset`: a resting one when it is nearer than the nearest checkpoint.
Result<std::unique_ptr<InflateStream>> InflatedSource::Private::readerAt(std::uint64_t offset)
{
    CheckpointPtr point;
    {
        const std::lock_guard lock(mutex);
        const auto after =
            std::upper_bound(points.begin(), points.end(), offset,
                             [](std::uint64_t o, const CheckpointPtr& p) { return o < p->produced; });
        if (after != points.begin())
            point = *std::prev(after);
        const std::uint64_t least = point ? point->produced : 0;
        auto best = resting.end();
        for (auto it = resting.begin(); it != resting.end(); ++it) {
            const std::uint64_t at = (*it)->produced();
            if (at >= least && at <= offset && (best == resting.end() || at > (*best)->produced()))
                best = it;
        }
        if (best != resting.end()) {
            auto reader = std::move(*best);
            resting.erase(best);
            return reader;
        }
    }
    auto reader = std::make_unique<InflateStream>(*bytes, range.offset, range.size);
    if (!(point ? reader->start(*point) : reader->start()))
        return noMemoryToUnpack();
    return reader;
}

void InflatedSource::Private::rest(std::unique_ptr<InflateStream> reader)
{
    const std::lock_guard lock(mutex);
    if (resting.size() == RestingReaders)
        resting.erase(resting.begin());
    resting.push_back(std::move(reader));
}

Result<std::size_t> InflatedSource::Private::readPassed(std::uint64_t offset, std::span<std::byte> out,
                                                        const std::stop_token& stop)
{
    auto reader = readerAt(offset);
    if (!reader)
        return tl::unexpected(std::move(reader.error()));
    InflateStream& stream = **reader;
    std::vector<std::byte> skipped(
        static_cast<std::size_t>(std::min<std::uint64_t>(offset - stream.produced(), SkipBytes)));
    while (stream.produced() < offset && !stream.ended()) {
        const auto size =
            static_cast<std::size_t>(std::min<std::uint64_t>(offset - stream.produced(), skipped.size()));
        if (auto stepped = stream.step(std::span(skipped).first(size), Until::Full, stop); !stepped)
            return stepped;
    }
    const std::uint64_t before = stream.produced();
    if (before < offset)
        return std::size_t{0};
    auto stepped = stream.step(out, Until::Full, stop);
    if (stepped) {
        rest(std::move(*reader));
        return stepped;
    }
    const auto done = static_cast<std::size_t>(stream.produced() - before);
    return done > 0 && stepped.error().code != ErrorCode::Cancelled ? Result<std::size_t>(done) : stepped;
}

InflatedSource::InflatedSource(std::unique_ptr<Private> p) : d(std::move(p)) {}
InflatedSource::~InflatedSource() = default;

Result<std::unique_ptr<InflatedSource>>
InflatedSource::create(std::shared_ptr<const model::ByteSource> packed, const PackedRange& range,
                       const InflateLimits& limits)
{
    auto made = std::make_unique<Private>(std::move(packed), range, limits);
    if (!made->pass.start())
        return noMemoryToUnpack();
    return std::unique_ptr<InflatedSource>(new InflatedSource(std::move(made)));
}

Result<std::size_t> InflatedSource::read(std::uint64_t offset, std::span<std::byte> out,
                                         std::stop_token stop) const
{
    if (out.empty())
        return std::size_t{0};
    if (offset < d->passed.load(std::memory_order_acquire))
        return d->readPassed(offset, out, stop);
    std::unique_lock lock(d->passMutex);
    if (d->pass.produced() < offset && !d->pass.ended()) {
        std::vector<std::byte> skipped(SkipBytes);
        while (d->pass.produced() < offset && !d->pass.ended()) {
            const std::uint64_t left = offset - d->pass.produced();
            const auto size = static_cast<std::size_t>(std::min<std::uint64_t>(left, skipped.size()));
            if (auto done = d->passOn(std::span(skipped).first(size), stop); !done)
                return done;
        }
    }
    if (d->pass.produced() == offset)
        return d->passOn(out, stop);
    if (d->pass.produced() < offset)
        return std::size_t{0};
    lock.unlock(); // another reader was faster
    return d->readPassed(offset, out, stop);
}

std::uint64_t InflatedSource::size() const { return wholeSize().value_or(d->range.unpackedSize); }

model::Identity InflatedSource::identity() const { return d->bytes->identity(); }

Result<std::unique_ptr<model::ByteSource>> InflatedSource::sibling(std::string_view name,
                                                                   std::stop_token stop) const
{
    return d->bytes->sibling(name, std::move(stop));
}

std::optional<std::uint64_t> InflatedSource::wholeSize() const
{
    const std::lock_guard lock(d->mutex);
    return d->whole;
}

std::size_t InflatedSource::checkpoints() const
{
    const std::lock_guard lock(d->mutex);
    return d->points.size();
}

std::size_t InflatedSource::indexBytes() const
{
    const std::lock_guard lock(d->mutex);
    return d->pointBytes;
}

std::uint64_t InflatedSource::widestGap() const
{
    const std::lock_guard lock(d->mutex);
    return d->widest;
}

Result<std::uint64_t> InflatedSource::unpackAll(const std::stop_token& stop) const
{
    InflateStream stream(*d->bytes, d->range.offset, d->range.size);
    if (!stream.start())
        return noMemoryToUnpack();
    std::vector<std::byte> block(std::size_t{256} << 10);
    while (!stream.ended()) {
        if (auto stepped = stream.step(block, Until::Full, stop); !stepped)
            return tl::unexpected(std::move(stepped.error()));
        if (stream.produced() > d->limits.output)
            return model::fail(
                ErrorCode::LimitExceeded,
                QStringLiteral("the packed data unpacks to more than %1 bytes").arg(d->limits.output));
    }
    return stream.produced();
}

} // namespace ghostline::io
