// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/recording/file/recording_walk.h"

#include "codecs/io/var_int.h"
#include "codecs/recording/format/limits.h"

#include <algorithm>

namespace ghostline::recording {

using model::Result;

namespace {

/// Decompressed bytes that one walk hands out, and the steps in which room for a frame grows.
constexpr std::size_t FirstRoom = std::size_t{64} << 10;
/// A window of as many bytes as a chunk may have: what needs more is not ours.
constexpr int WindowLog = 26;
static_assert(std::size_t{1} << WindowLog == MaxChunkRaw);

/// The first tick of a snapshot of events (H4, H5) opens with the player's state, then forgets the blocks,
/// then places the player.
class SnapshotMark
{
public:
    void see(const Event& event)
    {
        if (const auto* state = std::get_if<EntityState>(&event))
            m_state = m_state || (state->entity == 0 && !m_instant);
        else if (std::holds_alternative<ClearGhostBlocks>(event))
            m_cleared = m_cleared || m_state;
        else if (const auto* move = std::get_if<AbsoluteMove>(&event))
            m_placed = m_placed || (m_cleared && move->entity == 0);
        else if (!std::holds_alternative<SpawnEntity>(event) && !std::holds_alternative<SetItem>(event) &&
                 !std::holds_alternative<ItemUse>(event) && !std::holds_alternative<SetBlock>(event))
            m_instant = true;
    }
    bool whole() const { return m_placed; }

private:
    bool m_state = false;
    bool m_cleared = false;
    bool m_placed = false;
    bool m_instant = false;
};

/// Reads tick records to the end; fills in ticks and snapshot bit. False for anything that is not them.
bool readTicks(std::span<const std::byte> raw, Profile profile, std::int32_t nextTick, ChunkEntry& entry)
{
    io::ByteCursor in(raw);
    const bool relative = profile == Profile::S1;
    if (relative && (!readSnapshot(in) || !in.ok()))
        return false;
    Event event;
    std::vector<Item> items;
    QString problem;
    SnapshotMark mark;
    std::int64_t first = relative ? 0 : -1;
    std::int64_t last = -1;
    while (!in.atEnd()) {
        const std::int32_t tick = readCount(in);
        const auto events = in.be<std::int16_t>();
        if (!in.ok() || events < 0)
            return false;
        if (first < 0)
            first = tick;
        else if (relative ? tick <= last : tick != last + 1)
            return false;
        last = tick;
        for (int i = 0; i < events; ++i) {
            if (!readEvent(in, profile, event, items, problem))
                return false;
            if (tick == first && !relative)
                mark.see(event);
        }
    }
    if (first < 0)
        return false;
    const std::int64_t start = relative ? std::max(nextTick, 0) : first;
    const std::int64_t count = std::max<std::int64_t>(last - first + 1, 1);
    if (start + count > std::numeric_limits<std::int32_t>::max())
        return false;
    entry.startTick = static_cast<std::int32_t>(start);
    entry.tickCount = static_cast<std::int32_t>(count);
    entry.flags = relative || mark.whole() ? 1 : 0;
    return true;
}

int versionOf(Profile profile) { return profile == Profile::S1 ? 1 : profile == Profile::H4 ? 4 : 5; }

} // namespace

FrameWalk::FrameWalk(Profile profile, std::span<const std::byte> dictionary, std::uint64_t budget)
    : m_profile(profile), m_budget(budget), m_context(ZSTD_createDCtx())
{
    if (m_context == nullptr)
        return;
    ZSTD_DCtx_setParameter(m_context.get(), ZSTD_d_windowLogMax, WindowLog);
    if (dictionary.empty())
        return;
    m_dictionary.reset(ZSTD_createDDict(dictionary.data(), dictionary.size()));
    if (m_dictionary == nullptr || ZSTD_isError(ZSTD_DCtx_refDDict(m_context.get(), m_dictionary.get())) != 0)
        m_context.reset();
}

bool FrameWalk::unpack(std::span<const std::byte> frame, Bytes& raw)
{
    const std::uint64_t cap = std::min<std::uint64_t>(MaxChunkRaw, m_budget);
    raw.clear();
    ZSTD_DCtx_reset(m_context.get(), ZSTD_reset_session_only);
    ZSTD_inBuffer in{frame.data(), frame.size(), 0};
    // What the frame says of its length is not believed: room grows with what comes out.
    while (true) {
        const std::size_t have = raw.size();
        const std::size_t room = std::min<std::uint64_t>(std::max(FirstRoom, have), cap - have);
        if (room == 0)
            return false;
        raw.resize(have + room);
        ZSTD_outBuffer out{raw.data(), raw.size(), have};
        const std::size_t left = ZSTD_decompressStream(m_context.get(), &out, &in);
        raw.resize(out.pos);
        if (ZSTD_isError(left) != 0)
            return false;
        if (left == 0)
            break;
        if (in.pos == in.size && out.pos < have + room)
            return false; // it wants more than the frame has
    }
    m_budget -= raw.size();
    return in.pos == in.size && !raw.empty();
}

bool FrameWalk::next(std::span<const std::byte> segment, std::size_t offset, std::int32_t nextTick,
                     int number, FoundChunk& found)
{
    if (m_context == nullptr || offset >= segment.size())
        return false;
    const std::span<const std::byte> rest = segment.subspan(offset);
    const Result<std::size_t> length = frameBytes(rest);
    if (!length || *length > std::numeric_limits<std::int32_t>::max() ||
        offset > std::numeric_limits<std::uint32_t>::max())
        return false;
    found.entry = {};
    if (!unpack(rest.first(*length), found.raw) || !readTicks(found.raw, m_profile, nextTick, found.entry))
        return false;
    found.entry.offset = std::int64_t{number} << 32 | static_cast<std::int64_t>(offset);
    found.entry.compressedBytes = static_cast<std::int32_t>(*length);
    found.entry.rawBytes = static_cast<std::int32_t>(found.raw.size());
    found.entry.formatVersion = versionOf(m_profile);
    return true;
}

std::vector<FoundChunk> walkFrames(std::span<const std::byte> segment, std::size_t offset, Profile profile,
                                   std::int32_t nextTick, int segmentNumber,
                                   std::span<const std::byte> dictionary)
{
    std::vector<FoundChunk> out;
    FrameWalk walk(profile, dictionary, MaxFoundRaw);
    FoundChunk found;
    while (walk.next(segment, offset, nextTick, segmentNumber, found)) {
        if (nextTick >= 0 && found.entry.startTick != nextTick)
            break;
        offset += static_cast<std::size_t>(found.entry.compressedBytes);
        nextTick = found.entry.endTick();
        found.raw.shrink_to_fit();
        out.push_back(std::exchange(found, {}));
    }
    return out;
}

} // namespace ghostline::recording
