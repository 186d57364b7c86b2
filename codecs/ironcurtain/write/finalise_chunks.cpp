// SPDX-License-Identifier: GPL-3.0-or-later
// Orders, events and voice of a finalised file: chunks go over as they are, what cannot be read stays behind.
#include "codecs/ironcurtain/container/bincode.h"
#include "codecs/ironcurtain/events/event_block.h"
#include "codecs/ironcurtain/write/finaliser.h"

namespace ghostline::ironcurtain {

using model::ErrorCode;
using model::Result;

namespace {

/// The good events of a block that is damaged further on.
Bytes goodEvents(std::span<const std::byte> raw, const EventBlockFacts& facts, const EventBlockHead& head)
{
    EventBlockBuilder builder;
    SimTick tick = facts.first.value_or(head.first);
    BinReader in(raw.first(facts.usable));
    while (in.ok() && !in.atEnd()) {
        const auto event = in.raw(in.u32());
        BinReader start(event);
        const std::uint32_t variant = start.u32();
        const SimTick own = start.u64();
        if (start.ok() && variant < AnalysisKinds)
            tick = own; // where an unknown one keeps its tick nobody knows
        if (in.ok())
            builder.addRaw(tick, event);
    }
    return builder.empty() ? Bytes{} : builder.take();
}

} // namespace

Result<std::optional<Bytes>> Finaliser::readable(const ChunkEntry& chunk)
{
    auto bytes = m_source.payload(chunk, m_stop);
    if (bytes)
        return std::optional<Bytes>(std::move(*bytes));
    if (bytes.error().code != ErrorCode::Damaged)
        return tl::unexpected(std::move(bytes.error()));
    note(QStringLiteral("chunk-left-out"), bytes.error().message, chunk.offset, chunk.firstTick);
    return std::optional<Bytes>();
}

Result<void> Finaliser::writeChunk(const ChunkEntry& chunk, std::span<const std::byte> payload)
{
    Bytes framed;
    framed.reserve(payload.size() + ChunkHeadBytes);
    appendChunk(framed, chunk.kind, payload);
    if (auto written = write(framed); !written)
        return written;
    return step(framed.size());
}

Result<void> Finaliser::writeOrders()
{
    const std::uint64_t begin = m_out.position();
    const auto chunks = m_source.chunks(ChunkKind::Orders, m_stop);
    if (!chunks)
        return tl::unexpected(chunks.error());
    std::uint64_t frames = 0;
    for (const ChunkEntry& chunk : *chunks) {
        const auto payload = readable(chunk);
        if (!payload)
            return tl::unexpected(payload.error());
        if (!*payload)
            continue;
        std::uint64_t inside = 0;
        const auto read = readOrderBlock(**payload, chunk.offset + ChunkHeadBytes, [&](const OrderFrame&) {
            ++inside;
            return true;
        });
        if (!read) {
            note(QStringLiteral("orders-left-out"), read.error().message, chunk.offset, chunk.firstTick);
            continue;
        }
        frames += inside;
        if (auto written = writeChunk(chunk, **payload); !written)
            return written;
    }
    if (frames <= m_total) {
        const std::uint64_t missing = m_total + 1 - frames;
        m_header.flags |= Incomplete;
        m_header.lostFrames = std::max(m_header.lostFrames, static_cast<std::uint32_t>(missing));
        note(QStringLiteral("frames-missing"),
             QStringLiteral("%1 frames of orders are missing").arg(missing));
    }
    return place(m_header.orders, begin);
}

Result<void> Finaliser::writeEvents()
{
    const std::uint64_t begin = m_out.position();
    const auto chunks = m_source.chunks(ChunkKind::Events, m_stop);
    if (!chunks)
        return tl::unexpected(chunks.error());
    for (const ChunkEntry& chunk : *chunks) {
        auto payload = readable(chunk);
        if (!payload)
            return tl::unexpected(std::move(payload.error()));
        const auto head = *payload ? parseEventBlockHead(**payload) : std::nullopt;
        if (!head || head->count == 0)
            continue;
        const auto raw = unpackBlob(std::span(**payload).subspan(EventBlockHeadBytes), MaxBlockBytes,
                                    chunk.offset + ChunkHeadBytes + EventBlockHeadBytes);
        const auto facts =
            raw ? scanEventBlock(*raw, *head, [](const ParsedEvent&) { return true; }) : std::nullopt;
        if (!facts || !facts->why.isEmpty()) {
            note(QStringLiteral("events-left-out"),
                 facts ? facts->why : QStringLiteral("a block does not unpack"), chunk.offset,
                 chunk.firstTick);
            **payload = facts ? goodEvents(*raw, *facts, *head) : Bytes{};
        }
        if ((*payload)->empty())
            continue;
        if (auto written = writeChunk(chunk, **payload); !written)
            return written;
    }
    // An announced section may be empty; one that is lost is not announced any more.
    const Header& old = m_source.header();
    const bool there = m_source.form() == ReplayFile::Form::Journal || intact(old.events);
    if (m_out.position() == begin && !(old.has(HasEvents) && there))
        return {};
    m_header.flags |= HasEvents;
    return place(m_header.events, begin);
}

Result<void> Finaliser::writeVoice()
{
    const std::uint64_t begin = m_out.position();
    const auto chunks = m_source.chunks(ChunkKind::Voice, m_stop);
    if (!chunks)
        return tl::unexpected(chunks.error());
    for (const ChunkEntry& chunk : *chunks) {
        const auto payload = readable(chunk);
        if (!payload)
            return tl::unexpected(payload.error());
        if (!*payload)
            continue;
        if (const auto track = parseVoice(**payload, chunk.offset + ChunkHeadBytes); !track) {
            note(QStringLiteral("voice-left-out"), track.error().message, chunk.offset);
            continue;
        }
        if (auto written = writeChunk(chunk, **payload); !written)
            return written;
    }
    if (m_out.position() == begin)
        return {};
    m_header.flags |= HasVoice;
    return place(m_header.voice, begin);
}

} // namespace ghostline::ironcurtain
