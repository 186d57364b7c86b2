// SPDX-License-Identifier: GPL-3.0-or-later
#include "codecs/ironcurtain/write/finaliser.h"

#include "codecs/ironcurtain/container/bincode.h"
#include "codecs/ironcurtain/events/event_block.h"
#include "codecs/ironcurtain/events/orders.h"
#include "codecs/ironcurtain/events/voice.h"
#include "codecs/ironcurtain/integrity/signature_chain.h"
#include "codecs/ironcurtain/write/keyframe_section.h"

#include <QJsonDocument>

#include <algorithm>

namespace ghostline::ironcurtain {

using model::ErrorCode;
using model::Result;

namespace {

/// A store wants to own its file; here the caller does.
std::shared_ptr<const ReplayFile> borrowed(const ReplayFile& file)
{
    return {std::shared_ptr<void>(), &file};
}

const char* modeName(DeltaMode mode) { return mode == DeltaMode::Chained ? "chained" : "cumulative"; }

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

/// The sections in the order they have on disk, and what each needs to know of the others.
class Finaliser
{
public:
    Finaliser(const ReplayFile& source, const FinaliseRequest& request, model::AtomicFile out,
              const std::stop_token& stop);
    Result<model::DiagnosticList> run();

private:
    using Done = Result<void>;

    const ReplayFile& source() const { return m_out.source(); }
    const std::stop_token& stop() const { return m_out.stop(); }
    bool intact(const SectionExtent& extent) const;
    Done writeMetadata();
    Done writeKeyframes();
    Done writeEmbedded();
    Done writeHeader();
    Done findFinalHash();

    Done writeOrders();
    Done writeEvents();
    Done writeVoice();
    Done writeChunk(const ChunkEntry& chunk, std::span<const std::byte> payload);
    /// Visits chunks of a kind; one that cannot be read is left out and noted.
    template<typename Visit>
    Done eachChunk(ChunkKind kind, Visit&& visit);

    Done prepareSignatures();
    Done prepareFromJournal();
    Done writeSignatures();

    const FinaliseRequest& m_request;
    FinalisedFile m_out;
    KeyframeStore m_store;
    Header m_header;
    SimTick m_total = 0;
    Bytes m_signatures;                    ///< the section; empty = none
    std::optional<StateHash> m_lastSigned; ///< what the relay signed for the last tick
};

Finaliser::Finaliser(const ReplayFile& source, const FinaliseRequest& request, model::AtomicFile out,
                     const std::stop_token& stop)
    : m_request(request), m_out(source, std::move(out), request.progress, stop), m_store(borrowed(source)),
      m_total(source.lastTick())
{
    m_header.totalTicks = m_total;
    m_header.lostFrames = source.header().lostFrames;
    m_header.flags = source.header().flags & Incomplete;
}

Result<model::DiagnosticList> Finaliser::run()
{
    using Part = Done (Finaliser::*)();
    // Signatures and metadata depend on each other, so the former are gathered first.
    constexpr Part Parts[] = {&Finaliser::prepareSignatures, &Finaliser::writeMetadata,
                              &Finaliser::writeOrders,       &Finaliser::writeKeyframes,
                              &Finaliser::writeEvents,       &Finaliser::writeVoice,
                              &Finaliser::writeSignatures,   &Finaliser::writeEmbedded,
                              &Finaliser::findFinalHash,     &Finaliser::writeHeader};
    const Bytes room(HeaderBytes);
    if (auto written = m_out.write(room); !written)
        return tl::unexpected(std::move(written.error()));
    for (const Part part : Parts) {
        if (auto done = (this->*part)(); !done)
            return tl::unexpected(std::move(done.error()));
    }
    if (auto committed = m_out.commit(); !committed)
        return tl::unexpected(std::move(committed.error()));
    return m_out.takeNotes();
}

Result<void> Finaliser::writeKeyframes()
{
    return KeyframeSection(m_out, m_store, m_request.deltas).write(m_header.keyframes);
}

Result<void> Finaliser::writeHeader() { return m_out.writeAt(0, encodeHeader(m_header)); }

bool Finaliser::intact(const SectionExtent& extent) const
{
    return extent.offset >= HeaderBytes && std::uint64_t{extent.offset} + extent.length <= source().bytes();
}

Result<void> Finaliser::writeMetadata()
{
    const Metadata& known = source().metadata();
    QJsonObject json = known.json;
    for (auto key = m_request.metadata.begin(); key != m_request.metadata.end(); ++key)
        json[key.key()] = key.value();
    if (known.totalTicks != m_total) {
        json[QLatin1String("total_ticks")] = static_cast<qint64>(m_total);
        json[QLatin1String("duration_seconds")] =
            static_cast<qint64>(m_total * static_cast<SimTick>(known.msPerTick()) / 1000);
    }
    const bool isSigned = !m_signatures.empty();
    if (json.contains(QLatin1String("signed")) || isSigned || source().header().has(Signed))
        json[QLatin1String("signed")] = isSigned;
    if (m_request.deltas != DeltaMode::Unknown) {
        QJsonObject own = json[QLatin1String("ic_viewer")].toObject();
        own[QLatin1String("delta_mode")] = QLatin1String(modeName(m_request.deltas));
        json[QLatin1String("ic_viewer")] = own;
    }
    const std::uint64_t begin = m_out.position();
    const SectionExtent& old = source().header().metadata;
    if (json == known.json && !json.isEmpty()) {
        // As it is, to the byte: a number may be longer than a parsed one can hold.
        if (auto copied = m_out.copy(old.offset, old.length); !copied)
            return copied;
        return m_out.place(m_header.metadata, begin);
    }
    const QByteArray text = QJsonDocument(json).toJson(QJsonDocument::Compact);
    if (static_cast<std::uint64_t>(text.size()) > MaxMetadataBytes)
        return model::fail(ErrorCode::LimitExceeded, QStringLiteral("the metadata is larger than 1 MB"));
    if (auto written =
            m_out.write(std::as_bytes(std::span(text.constData(), static_cast<std::size_t>(text.size()))));
        !written)
        return written;
    return m_out.place(m_header.metadata, begin);
}

Result<void> Finaliser::writeEmbedded()
{
    const SectionExtent& old = source().header().embedded;
    if (old.offset == 0)
        return {};
    if (!intact(old)) {
        m_out.note(QStringLiteral("embedded-lost"),
                   QStringLiteral("the embedded resources are cut off and left out"), old.offset);
        return {};
    }
    const std::uint64_t begin = m_out.position();
    if (auto copied = m_out.copy(old.offset, old.length); !copied)
        return copied;
    return m_out.place(m_header.embedded, begin);
}

template<typename Visit>
Result<void> Finaliser::eachChunk(ChunkKind kind, Visit&& visit)
{
    const auto chunks = source().chunks(kind, stop());
    if (!chunks)
        return tl::unexpected(chunks.error());
    for (const ChunkEntry& chunk : *chunks) {
        auto payload = source().payload(chunk, stop());
        if (!payload && payload.error().code != ErrorCode::Damaged)
            return tl::unexpected(std::move(payload.error()));
        if (!payload)
            m_out.note(QStringLiteral("chunk-left-out"), payload.error().message, chunk.offset,
                       chunk.firstTick);
        else if (auto done = visit(chunk, *payload); !done)
            return done;
    }
    return {};
}

// The relay's signatures go over as they are, or not at all: a finalised file is signed to its last tick.

Result<void> Finaliser::prepareSignatures()
{
    if (source().form() == ReplayFile::Form::Journal)
        return prepareFromJournal();
    const Header& old = source().header();
    if (!old.has(Signed))
        return {};
    auto bytes = source().signatureSection(stop());
    if (!bytes && !aboutContent(bytes.error()))
        return tl::unexpected(std::move(bytes.error()));
    const auto parsed = bytes ? parseSignatureSection(*bytes, old.signature.offset)
                              : Result<Signatures>(tl::unexpected(bytes.error()));
    if (!parsed || parsed->entries.empty() || old.totalTicks != m_total) {
        m_out.note(QStringLiteral("signatures-left-out"),
                   QStringLiteral(
                       "the relay's signatures cannot be read and are left out: the file counts as unsigned"),
                   old.signature.offset);
        return {};
    }
    m_signatures = std::move(*bytes);
    return {};
}

Result<void> Finaliser::prepareFromJournal()
{
    Signatures all;
    auto read = eachChunk(ChunkKind::Signatures, [&](const ChunkEntry& chunk, const Bytes& payload) {
        if (const auto added = appendSignatureChunk(all, payload, chunk.offset + ChunkHeadBytes); !added)
            m_out.note(QStringLiteral("signatures-left-out"), added.error().message, chunk.offset);
        return Done();
    });
    if (!read)
        return read;
    if (all.entries.empty())
        return {};
    const SimTick last = all.entries.back().tick;
    if (last != m_total) {
        m_out.note(
            QStringLiteral("signatures-left-out"),
            QStringLiteral(
                "the relay's signatures end at tick %1, the recording at %2: a finalised file is signed "
                "to its last tick, so they are left out; the journal keeps them")
                .arg(last)
                .arg(m_total),
            {}, last);
        return {};
    }
    const ChainResult chain = verifyChain(all, [this](double) { return !stop().stop_requested(); });
    if (stop().stop_requested())
        return model::cancelled(QStringLiteral("writing was cancelled"));
    if (chain.brokenAt) {
        m_out.note(
            QStringLiteral("signatures-left-out"),
            QStringLiteral("the chain of the relay's signatures breaks at tick %1, so they are left out; the "
                           "journal keeps them")
                .arg(*chain.brokenAt),
            {}, *chain.brokenAt);
        return {};
    }
    m_lastSigned = all.entries.back().stateHash;
    m_signatures = encodeSignatureSection(all);
    return {};
}

Result<void> Finaliser::writeSignatures()
{
    if (m_signatures.empty())
        return {};
    const std::uint64_t begin = m_out.position();
    if (auto written = m_out.write(m_signatures); !written)
        return written;
    m_header.flags |= Signed;
    return m_out.place(m_header.signature, begin);
}

// Orders, events and voice of a finalised file: chunks go over as they are, what cannot be read stays behind.

Result<void> Finaliser::writeChunk(const ChunkEntry& chunk, std::span<const std::byte> payload)
{
    Bytes framed;
    framed.reserve(payload.size() + ChunkHeadBytes);
    appendChunk(framed, chunk.kind, payload);
    if (auto written = m_out.write(framed); !written)
        return written;
    return m_out.step(framed.size());
}

Result<void> Finaliser::writeOrders()
{
    const std::uint64_t begin = m_out.position();
    std::uint64_t frames = 0;
    auto copied = eachChunk(ChunkKind::Orders, [&](const ChunkEntry& chunk, const Bytes& payload) {
        std::uint64_t inside = 0;
        const auto read = parseOrderBlock(payload, chunk.offset + ChunkHeadBytes, [&](const OrderFrame&) {
            ++inside;
            return true;
        });
        if (!read) {
            m_out.note(QStringLiteral("orders-left-out"), read.error().message, chunk.offset,
                       chunk.firstTick);
            return Done();
        }
        frames += inside;
        return writeChunk(chunk, payload);
    });
    if (!copied)
        return copied;
    if (frames <= m_total) {
        const std::uint64_t missing = m_total + 1 - frames;
        m_header.flags |= Incomplete;
        m_header.lostFrames = std::max(m_header.lostFrames, static_cast<std::uint32_t>(missing));
        m_out.note(QStringLiteral("frames-missing"),
                   QStringLiteral("%1 frames of orders are missing").arg(missing));
    }
    return m_out.place(m_header.orders, begin);
}

Result<void> Finaliser::writeEvents()
{
    const std::uint64_t begin = m_out.position();
    auto copied = eachChunk(ChunkKind::Events, [&](const ChunkEntry& chunk, Bytes& payload) {
        const auto head = parseEventBlockHead(payload);
        if (!head || head->count == 0)
            return Done();
        const auto raw = unpackBlob(std::span(payload).subspan(EventBlockHeadBytes), MaxBlockBytes,
                                    chunk.offset + ChunkHeadBytes + EventBlockHeadBytes);
        const auto facts =
            raw ? scanEventBlock(*raw, *head, [](const ParsedEvent&) { return true; }) : std::nullopt;
        if (!facts || !facts->why.isEmpty()) {
            m_out.note(QStringLiteral("events-left-out"),
                       facts ? facts->why : QStringLiteral("a block does not unpack"), chunk.offset,
                       chunk.firstTick);
            payload = facts ? goodEvents(*raw, *facts, *head) : Bytes{};
        }
        return payload.empty() ? Done() : writeChunk(chunk, payload);
    });
    if (!copied)
        return copied;
    // An announced section may be empty; one that is lost is not announced any more.
    const Header& old = source().header();
    const bool there = source().form() == ReplayFile::Form::Journal || intact(old.events);
    if (m_out.position() == begin && !(old.has(HasEvents) && there))
        return {};
    m_header.flags |= HasEvents;
    return m_out.place(m_header.events, begin);
}

Result<void> Finaliser::writeVoice()
{
    const std::uint64_t begin = m_out.position();
    auto copied = eachChunk(ChunkKind::Voice, [&](const ChunkEntry& chunk, const Bytes& payload) {
        const auto track = parseVoice(payload, chunk.offset + ChunkHeadBytes);
        if (track)
            return writeChunk(chunk, payload);
        m_out.note(QStringLiteral("voice-left-out"), track.error().message, chunk.offset);
        return Done();
    });
    if (!copied)
        return copied;
    if (m_out.position() == begin)
        return {};
    m_header.flags |= HasVoice;
    return m_out.place(m_header.voice, begin);
}

Result<void> Finaliser::findFinalHash()
{
    const Header& old = source().header();
    if (source().form() == ReplayFile::Form::Finalised && old.totalTicks == m_total) {
        m_header.finalStateHash = old.finalStateHash;
        return {};
    }
    // Zeros where nobody knows it: a journal ends between two keyframes, as a rule.
    const int last = source().keyframeOf(m_total);
    if (m_lastSigned) {
        m_header.finalStateHash = *m_lastSigned;
    } else if (last >= 0 && source().metadata().hashKnown() && source().metadata().layoutKnown()) {
        const auto state = m_store.restore(last, nullptr, stop());
        if (state)
            m_header.finalStateHash = stateHash(**state);
        else if (!aboutContent(state.error()))
            return tl::unexpected(state.error());
    }
    return {};
}

} // namespace

Result<model::DiagnosticList> finalise(const ReplayFile& source, const FinaliseRequest& request,
                                       const std::stop_token& stop)
{
    const Metadata& metadata = source.metadata();
    if (request.deltas != DeltaMode::Unknown && (!metadata.layoutKnown() || !metadata.hashKnown()))
        return model::fail(
            ErrorCode::Unsupported,
            QStringLiteral("the layout or the hash of these snapshots is unknown, so that deltas "
                           "cannot be made anew"));
    auto out = model::AtomicFile::create(request.path);
    if (!out)
        return tl::unexpected(std::move(out.error()));
    return Finaliser(source, request, std::move(*out), stop).run();
}

} // namespace ghostline::ironcurtain
