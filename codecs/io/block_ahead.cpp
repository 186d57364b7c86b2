// SPDX-License-Identifier: GPL-3.0-or-later
// The ring of blocks between the thread that reads and the one that works.
#include "codecs/io/block_ahead.h"

#include "model/base/out_of_memory.h"
#include "model/base/thread_priority.h"

#include <algorithm>
#include <cstring>
#include <new>
#include <system_error>

namespace ghostline::io {

using model::ErrorCode;
using model::Result;

BlockAhead::BlockAhead(const model::ByteSource& source, std::uint64_t end, std::size_t blockBytes, Mode mode)
    : m_source(source), m_end(end), m_block(std::max<std::size_t>(blockBytes, 1)), m_mode(mode)
{
}

Result<std::span<const std::byte>> BlockAhead::read(std::uint64_t offset, std::span<const std::byte> kept,
                                                    const std::stop_token& stop)
{
    const auto cancelled = [] { return model::cancelled(); };
    if (kept.size() > m_block)
        return model::fail(ErrorCode::InvalidArgument,
                           QStringLiteral("more bytes than a block holds cannot be kept"));
    if (stop.stop_requested())
        return cancelled();
    begin(offset);
    std::unique_lock lock(m_mutex);
    const bool inNext = offset >= m_nextOffset && offset - m_nextOffset < m_block;
    if (!inNext || (m_ended && m_filled == nextSlot()))
        restart(offset);
    if (m_mode == Mode::Direct && m_filled == nextSlot())
        fill(lock, stop);
    if (!m_changed.wait(lock, stop, [this] { return m_filled > nextSlot(); }))
        return cancelled();
    Slot& slot = m_slots[nextSlot() % Slots];
    if (!slot.size) {
        model::Error error = std::move(slot.size.error());
        // The failed block is the last one; the block in use stays valid.
        m_filled = nextSlot();
        return tl::unexpected(std::move(error));
    }
    m_nextOffset = slot.offset + *slot.size;
    const auto skipped = static_cast<std::size_t>(std::min<std::uint64_t>(offset - slot.offset, *slot.size));
    std::byte* const first = slot.bytes.get() + m_block + skipped - kept.size();
    if (!kept.empty())
        std::memcpy(first, kept.data(), kept.size());
    if (m_holding)
        ++m_released;
    m_holding = true;
    m_changed.notify_all();
    return std::span<const std::byte>(first, kept.size() + *slot.size - skipped);
}

void BlockAhead::begin(std::uint64_t offset)
{
    if (m_begun)
        return;
    for (Slot& slot : m_slots) {
        if (!slot.bytes)
            slot.bytes = std::make_unique_for_overwrite<std::byte[]>(2 * m_block);
    }
    m_begun = true;
    m_nextOffset = m_readAt = offset;
    if (m_mode == Mode::Direct)
        return;
    try {
        m_thread = std::jthread([this](const std::stop_token& stop) { work(stop); });
    } catch (const std::system_error&) {
        m_mode = Mode::Direct; // no more threads: slower, but as good
    }
}

void BlockAhead::restart(std::uint64_t offset)
{
    m_filled = nextSlot();
    m_nextOffset = m_readAt = offset;
    m_ended = false;
    ++m_generation;
    m_changed.notify_all();
}

void BlockAhead::work(const std::stop_token& stop)
{
    model::lowerThreadPriority();
    std::unique_lock lock(m_mutex);
    while (m_changed.wait(lock, stop, [this] { return !m_ended && m_filled - m_released < Slots; })) {
        if (stop.stop_requested())
            return;
        fill(lock, stop);
    }
}

void BlockAhead::fill(std::unique_lock<std::mutex>& lock, const std::stop_token& stop)
{
    const std::uint64_t generation = m_generation;
    const std::uint64_t offset = m_readAt;
    Slot& slot = m_slots[m_filled % Slots];
    lock.unlock();
    auto size = readBlock(offset, slot.bytes.get() + m_block, stop);
    lock.lock();
    if (generation != m_generation)
        return;
    m_ended = !size || *size < m_block;
    m_readAt = offset + size.value_or(0);
    slot.offset = offset;
    slot.size = std::move(size);
    ++m_filled;
    m_changed.notify_all();
}

Result<std::size_t> BlockAhead::readBlock(std::uint64_t offset, std::byte* out,
                                          const std::stop_token& stop) const
{
    const std::uint64_t left = m_end > offset ? m_end - offset : 0;
    const auto size = static_cast<std::size_t>(std::min<std::uint64_t>(m_block, left));
    if (size == 0)
        return std::size_t{0};
    return model::withinMemory([&] { return m_source.read(offset, {out, size}, stop); });
}

} // namespace ghostline::io
