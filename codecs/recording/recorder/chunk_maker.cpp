// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/recording/recorder/chunk_maker.h"

#include "codecs/recording/format/limits.h"

#include <algorithm>
#include <zstd.h>

namespace ghostline::recording {

namespace {

/// A snapshot that would fill a chunk by itself is left out.
constexpr std::size_t MaxSnapshot = MaxChunkRaw / 2;
/// Of one block or one entity in a snapshot, roughly and rather too much.
constexpr std::size_t BlockBytes = 13;

/// Whether the tick's own events put the entity somewhere absolutely before they move it.
bool placedAnew(std::span<const Event> events, std::int32_t entity)
{
    for (const Event& event : events) {
        if (const auto* moved = std::get_if<AbsoluteMove>(&event);
            moved != nullptr && moved->entity == entity)
            return true;
        if (const auto* moved = std::get_if<DeltaMove>(&event); moved != nullptr && moved->entity == entity)
            return false;
    }
    return false;
}

} // namespace

void ChunkPress::Free::operator()(ZSTD_CCtx_s* context) const { ZSTD_freeCCtx(context); }

ChunkPress::ChunkPress(int level) : m_context(ZSTD_createCCtx())
{
    if (m_context == nullptr)
        return;
    ZSTD_CCtx_setParameter(m_context.get(), ZSTD_c_compressionLevel, level);
    ZSTD_CCtx_setParameter(m_context.get(), ZSTD_c_checksumFlag, 1);
}

model::Result<Bytes> ChunkPress::press(std::span<const std::byte> raw)
{
    if (m_context == nullptr)
        return model::fail(model::ErrorCode::LimitExceeded, QStringLiteral("no memory to compress a chunk"));
    Bytes frame(ZSTD_compressBound(raw.size()));
    const std::size_t size =
        ZSTD_compress2(m_context.get(), frame.data(), frame.size(), raw.data(), raw.size());
    if (ZSTD_isError(size) != 0)
        return model::fail(model::ErrorCode::LimitExceeded,
                           QStringLiteral("a chunk could not be compressed: %1")
                               .arg(QString::fromLatin1(ZSTD_getErrorName(size))));
    frame.resize(size);
    frame.shrink_to_fit();
    return frame;
}

model::Result<Bytes> unpress(std::span<const std::byte> frame, std::size_t size)
{
    Bytes raw(size);
    const std::size_t got = ZSTD_decompress(raw.data(), raw.size(), frame.data(), frame.size());
    if (ZSTD_isError(got) != 0 || got != size)
        return model::fail(model::ErrorCode::Damaged, QStringLiteral("a chunk cannot be decompressed"));
    return raw;
}

ChunkMaker::ChunkMaker(Profile profile, int tickRate, int snapshotEveryChunks, int zstdLevel,
                       std::int32_t dataVersion)
    : m_profile(profile), m_tickRate(tickRate), m_snapshotEvery(snapshotEveryChunks),
      m_dataVersion(dataVersion), m_check(profile), m_press(zstdLevel)
{
}

void ChunkMaker::resume(World world, std::int32_t nextTick)
{
    m_world = std::move(world);
    m_nextTick = nextTick;
    m_sinceSnapshot = -1;
}

bool ChunkMaker::snapshotDue() const
{
    return m_sinceSnapshot < 0 || (m_snapshotEvery > 0 && m_sinceSnapshot >= m_snapshotEvery);
}

bool ChunkMaker::opensWithSnapshotEvents() const
{
    return !isOpen() && m_profile != Profile::S1 && snapshotDue();
}

/// The blob is the state before the first tick. The player must be somewhere in it: before the very first
/// tick that is where this tick puts the player.
void ChunkMaker::openS1(std::span<const Event> events)
{
    m_snapshot = snapshotDue();
    if (!m_snapshot) {
        m_chunk.emplace(m_profile, m_startTick);
        return;
    }
    if (!m_world.player().placed) {
        AbsoluteMove start;
        for (const Event& event : events) {
            const auto* moved = std::get_if<AbsoluteMove>(&event);
            if (moved != nullptr && moved->entity == 0) {
                start.place = moved->place;
                break;
            }
        }
        QString problem;
        (void)m_world.apply(m_startTick, start, problem);
    }
    if (m_sinceSnapshot >= 0 && m_world.blocks().size() * BlockBytes > MaxSnapshot) {
        m_snapshot = false;
        m_chunk.emplace(m_profile, m_startTick);
        return;
    }
    const Snapshot snapshot = m_world.snapshot(m_startTick, m_tickRate);
    m_chunk.emplace(m_profile, m_startTick, &snapshot);
}

/// The snapshot's own moves tell where everything was before this tick; what this tick places absolutely
/// anyway is left to it. False when it all does not fit into one tick record.
bool ChunkMaker::addSnapshotEvents(std::span<const Event> events)
{
    if (m_world.blocks().size() + events.size() > MaxTickEvents)
        return false;
    std::vector<Event> head;
    std::vector<std::vector<Item>> items;
    m_world.snapshotEvents(head, items);
    std::erase_if(head, [events](const Event& event) {
        const auto* moved = std::get_if<AbsoluteMove>(&event);
        return moved != nullptr && placedAnew(events, moved->entity);
    });
    if (head.size() + events.size() > MaxTickEvents)
        return false;
    for (const Event& event : head)
        (void)m_chunk->add(event);
    return true;
}

void ChunkMaker::openWithEvents(std::span<const Event> events)
{
    m_chunk.emplace(m_profile, m_startTick);
    m_chunk->beginTick(m_startTick);
    m_snapshot = snapshotDue() && addSnapshotEvents(events);
}

void ChunkMaker::open(std::span<const Event> events)
{
    m_startTick = m_nextTick;
    if (m_profile == Profile::S1) {
        openS1(events);
        m_snapshotBytes = m_chunk->bytes();
        m_chunk->beginTick(m_startTick);
    } else {
        openWithEvents(events);
        m_snapshotBytes = m_chunk->bytes();
    }
}

model::Result<void> ChunkMaker::tick(std::span<const Event> events)
{
    if (m_nextTick == INT32_MAX)
        return model::fail(model::ErrorCode::LimitExceeded, QStringLiteral("the recording is full"));
    if (auto fine = m_check.check(events, m_nextTick, m_world); !fine)
        return fine;
    if (!isOpen())
        open(events);
    else
        m_chunk->beginTick(m_nextTick);
    QString refused;
    for (const Event& event : events) {
        QString problem;
        // What the check let through and the state refuses all the same would not be readable.
        if (!m_world.apply(m_nextTick, event, problem))
            refused = problem;
        else
            (void)m_chunk->add(event);
    }
    ++m_nextTick;
    if (!refused.isEmpty())
        return model::fail(
            model::ErrorCode::InvalidArgument,
            QStringLiteral("tick %1 was recorded without an event: %2").arg(m_nextTick - 1).arg(refused),
            {.frame = m_nextTick - 1});
    return {};
}

model::Result<std::optional<MadeChunk>> ChunkMaker::close()
{
    if (!isOpen())
        return std::optional<MadeChunk>();
    if (m_profile == Profile::S1 && m_chunk->finish().empty()) {
        // Nothing happened and there is no snapshot: an entry needs bytes, and the state is the one before.
        const Snapshot snapshot = m_world.snapshot(m_startTick, m_tickRate);
        m_chunk.emplace(m_profile, m_startTick, &snapshot);
        m_snapshot = true;
    }
    const Bytes& raw = m_chunk->finish();
    auto frame = m_press.press(raw);
    if (!frame)
        return tl::unexpected(frame.error());
    MadeChunk made;
    made.frame = std::move(*frame);
    made.entry.startTick = m_startTick;
    made.entry.tickCount = m_nextTick - m_startTick;
    made.entry.flags = m_snapshot ? 1 : 0;
    made.entry.compressedBytes = static_cast<std::int32_t>(made.frame.size());
    made.entry.rawBytes = static_cast<std::int32_t>(raw.size());
    made.entry.formatVersion = m_profile == Profile::S1 ? 1 : 5;
    made.entry.dataVersion = m_dataVersion;
    m_sinceSnapshot = m_snapshot ? 1 : std::max(m_sinceSnapshot, 0) + 1;
    m_chunk.reset();
    return std::optional(std::move(made));
}

} // namespace ghostline::recording
