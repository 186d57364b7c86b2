// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/recording/rewrite/rewrite_verify.h"

#include "codecs/recording/rewrite/chunk_visit.h"
#include "codecs/recording/state/state_compare.h"

#include <algorithm>

namespace ghostline::recording {

using model::ErrorCode;
using model::Result;

namespace {

tl::unexpected<model::Error> differs(const QString& what, std::int64_t tick)
{
    return model::fail(ErrorCode::Damaged,
                       QStringLiteral("what was written differs from the recording: ") + what,
                       {.frame = tick});
}

bool same(std::span<const std::byte> a, std::span<const std::byte> b)
{
    return std::equal(a.begin(), a.end(), b.begin(), b.end());
}

/// Hands out the chunks of a recording one after the other.
class ChunkFeed
{
public:
    ChunkFeed(const RecordingFile& file, std::stop_token stop) : m_file(file), m_stop(std::move(stop)) {}
    bool atEnd() const { return m_next == static_cast<int>(m_file.chunks().size()); }
    const ChunkEntry& entry() const { return m_file.chunks()[static_cast<std::size_t>(m_next)]; }
    int number() const { return m_next; }
    Result<Bytes> take()
    {
        if (m_next >= m_end) {
            m_begin = m_next;
            m_end = batchEnd(m_file.chunks(), m_next);
            auto read = m_file.readChunks(m_begin, m_end, m_stop);
            if (!read)
                return tl::unexpected(read.error());
            m_batch = std::move(*read);
        }
        return std::move(m_batch[static_cast<std::size_t>(m_next++ - m_begin)]);
    }

private:
    const RecordingFile& m_file;
    std::stop_token m_stop;
    int m_next = 0;
    int m_begin = 0;
    int m_end = 0;
    std::vector<Result<Bytes>> m_batch;
};

Result<void> compareTicks(const ChunkParts& before, const std::vector<TickBytes>& after, std::size_t& at)
{
    for (const TickBytes& tick : before.ticks) {
        if (at == after.size() || after[at].tick != tick.tick)
            return differs(QStringLiteral("tick %1 is missing").arg(tick.tick), tick.tick);
        if (after[at].events != tick.events || !same(after[at].bytes, tick.bytes))
            return differs(QStringLiteral("events of tick %1").arg(tick.tick), tick.tick);
        ++at;
    }
    return {};
}

/// One frame against the chunks it was merged from.
Result<void> compareFrame(const ChunkEntry& frame, std::span<const std::byte> raw, int number,
                          Profile profile, ChunkFeed& source, JoinedState& state)
{
    const Profile layout = layoutOf(profile, frame);
    const auto parts = takeApart(layout, frame, raw, number);
    std::size_t at = 0;    // in the frame's ticks
    std::size_t rawAt = 0; // in its bytes
    bool first = true;
    while (!source.atEnd() && source.entry().startTick < frame.endTick()) {
        const ChunkEntry entry = source.entry();
        const int chunk = source.number();
        if (first && (entry.startTick != frame.startTick || entry.hasSnapshot() != frame.hasSnapshot()))
            return differs(QStringLiteral("a chunk begins at tick %1").arg(frame.startTick), frame.startTick);
        if (entry.endTick() > frame.endTick() || entry.formatVersion != frame.formatVersion ||
            entry.dataVersion != frame.dataVersion)
            return differs(QStringLiteral("ticks or versions of the chunk at tick %1").arg(frame.startTick),
                           entry.startTick);
        const auto old = source.take();
        if (!old)
            return tl::unexpected(old.error());
        if (layout != Profile::S1) {
            const std::size_t left = raw.size() - std::min(rawAt, raw.size());
            if (old->size() > left || !same(*old, raw.subspan(rawAt, old->size())))
                return differs(QStringLiteral("bytes of the chunk at tick %1").arg(entry.startTick),
                               entry.startTick);
            rawAt += old->size();
        }
        const auto before = takeApart(layout, entry, *old, chunk);
        if (before && parts) {
            if (layout == Profile::S1 && first && !same(before->snapshot, parts->snapshot))
                return differs(QStringLiteral("the snapshot at tick %1").arg(entry.startTick),
                               entry.startTick);
            if (const QString lost = first ? QString() : state.mustBegin(entry, *before); !lost.isEmpty())
                return differs(QStringLiteral("the snapshot at tick %1 would not count any more, but says "
                                              "something else of %2")
                                   .arg(entry.startTick)
                                   .arg(lost),
                               entry.startTick);
            if (auto compared = compareTicks(*before, parts->ticks, at); !compared)
                return compared;
            state.play(entry, *before, first);
        } else if (!same(*old, raw)) { // what cannot be read can only be the same bytes, alone
            return differs(QStringLiteral("the unreadable chunk at tick %1").arg(entry.startTick),
                           entry.startTick);
        } else {
            state.lose();
        }
        first = false;
    }
    if (first || (parts && at != parts->ticks.size()) || (layout != Profile::S1 && rawAt != raw.size()))
        return differs(QStringLiteral("more than was recorded in the chunk at tick %1").arg(frame.startTick),
                       frame.startTick);
    return {};
}

} // namespace

Result<void> verifySame(const RecordingFile& source, const RecordingFile& written, std::stop_token stop)
{
    const Header& a = source.header();
    const Header& b = written.header();
    if (a.worldId != b.worldId || a.worldVersion != b.worldVersion || a.startMs != b.startMs ||
        a.dataVersion != b.dataVersion || (a.profile == Profile::S1) != (b.profile == Profile::S1))
        return differs(QStringLiteral("the header"), 0);
    ChunkFeed before(source, stop);
    ChunkFeed after(written, stop);
    JoinedState state(b.profile, source.description().metadata.tickRate);
    while (!after.atEnd()) {
        if (stop.stop_requested())
            return model::cancelled(QStringLiteral("verifying was cancelled"));
        const ChunkEntry frame = after.entry();
        const int number = after.number();
        const auto raw = after.take();
        if (!raw)
            return tl::unexpected(raw.error());
        if (auto compared = compareFrame(frame, *raw, number, b.profile, before, state); !compared)
            return compared;
    }
    if (!before.atEnd())
        return differs(QStringLiteral("it ends at tick %1").arg(before.entry().startTick),
                       before.entry().startTick);
    return {};
}

} // namespace ghostline::recording
