// SPDX-License-Identifier: GPL-3.0-or-later
// The journal: chunks one after another, each whole on the disk before the next begins.
#include "codecs/ironcurtain/sample/journal_writer.h"

#include "codecs/ironcurtain/container/bincode.h"
#include "codecs/ironcurtain/events/event_block.h"

#include <QFile>
#include <QJsonDocument>

#include <cerrno>
#include <unistd.h>

namespace ghostline::ironcurtain {

using model::ErrorCode;
using model::Result;

namespace {

constexpr SimTick SignatureTicks = 600; ///< of one chunk of signatures
constexpr std::uint64_t FlagsOffset = 7;
constexpr std::uint64_t LostOffset = 104;

tl::unexpected<model::Error> backwards(const char* what, SimTick tick, SimTick last)
{
    return model::fail(ErrorCode::InvalidArgument,
                       QStringLiteral("%1 of tick %2 cannot follow that of tick %3")
                           .arg(QLatin1String(what))
                           .arg(tick)
                           .arg(last));
}

QJsonObject withViewerKeys(QJsonObject metadata, const WriteSettings& settings)
{
    QJsonObject own = metadata[QLatin1String("ic_viewer")].toObject();
    own[QLatin1String("component_schema")] = QStringLiteral("ra1-v1");
    own[QLatin1String("state_hash_kind")] = QStringLiteral("sha256-bincode-v1");
    own[QLatin1String("delta_mode")] =
        settings.deltas == DeltaMode::Chained ? QStringLiteral("chained") : QStringLiteral("cumulative");
    if (!own.contains(QLatin1String("stats_cadence")))
        own[QLatin1String("stats_cadence")] = 150;
    metadata[QLatin1String("ic_viewer")] = own;
    if (!metadata.contains(QLatin1String("base_build")))
        metadata[QLatin1String("base_build")] = 1;
    return metadata;
}

} // namespace

struct JournalWriter::Private
{
    struct Baseline
    {
        SimState state;
        StateHash hash{};
    };

    QFile file;
    WriteSettings settings;
    Header header;
    int msPerTick = 67;
    Bytes chunk; // reused

    Bytes frames; // of the block of orders that is open, unpacked
    SimTick blockFirst = 0;
    std::uint32_t frameCount = 0;
    std::optional<SimTick> lastFrame;

    EventBlockBuilder events;
    std::optional<SimTick> lastEvent;

    int keyframes = 0;
    int links = 0; // of the last keyframe
    Baseline full;
    Baseline previous;
    SideState recorded; // campaign and script state as last written

    std::vector<TickSignature> signatures;
    PublicKey relay{};
    std::optional<SimTick> lastSigned;

    Result<void> write(std::span<const std::byte> bytes);
    Result<void> append(ChunkKind kind, std::span<const std::byte> payload);
    Result<void> endOrders();
    Result<void> endEvents();
    Result<void> endSignatures();
    Result<void> patchHeader();
    SideState changedSide(const SimState& state) const;
    tl::unexpected<model::Error> failed() const
    {
        return tl::unexpected<model::Error>(
            model::Error{ErrorCode::WriteFailed,
                         QStringLiteral("cannot write: %1").arg(file.errorString()),
                         {},
                         file.fileName(),
                         {}});
    }
};

JournalWriter::JournalWriter(std::unique_ptr<Private> own) : d(std::move(own)) {}
JournalWriter::~JournalWriter() = default;

Result<std::unique_ptr<JournalWriter>> JournalWriter::create(const QString& path, const QJsonObject& metadata,
                                                             const WriteSettings& settings,
                                                             std::uint8_t flags, int msPerTick)
{
    const QByteArray json = QJsonDocument(withViewerKeys(metadata, settings)).toJson(QJsonDocument::Compact);
    if (static_cast<std::uint64_t>(json.size()) > MaxMetadataBytes)
        return model::fail(ErrorCode::LimitExceeded, QStringLiteral("the metadata is larger than 1 MB"));
    auto own = std::make_unique<Private>();
    own->settings = settings;
    own->msPerTick = msPerTick;
    own->header.flags = flags;
    own->header.metadata = {static_cast<std::uint32_t>(HeaderBytes), static_cast<std::uint32_t>(json.size())};
    own->file.setFileName(path);
    if (!own->file.open(QIODevice::WriteOnly | QIODevice::Truncate | QIODevice::Unbuffered))
        return own->failed();
    if (auto head = own->write(encodeHeader(own->header)); !head)
        return tl::unexpected(std::move(head.error()));
    if (auto body =
            own->write(std::as_bytes(std::span(json.constData(), static_cast<std::size_t>(json.size()))));
        !body)
        return tl::unexpected(std::move(body.error()));
    return std::unique_ptr<JournalWriter>(new JournalWriter(std::move(own)));
}

Result<void> JournalWriter::Private::write(std::span<const std::byte> bytes)
{
    const auto size = static_cast<qint64>(bytes.size());
    if (file.write(reinterpret_cast<const char*>(bytes.data()), size) != size)
        return failed();
    return {};
}

Result<void> JournalWriter::Private::append(ChunkKind kind, std::span<const std::byte> payload)
{
    chunk.clear();
    appendChunk(chunk, kind, payload);
    return write(chunk);
}

Result<void> JournalWriter::frame(const OrderFrame& frame)
{
    if (d->lastFrame && frame.tick <= *d->lastFrame)
        return backwards("a frame", frame.tick, *d->lastFrame);
    const SimTick first = frame.tick - frame.tick % FramesPerOrderBlock;
    // A frame is a view: what it says is encoded now, as a block of its own, and joined to the others.
    const Bytes alone = encodeOrderBlock(first, {&frame, 1});
    constexpr std::size_t Head = 12;
    const auto raw = unpackBlob(std::span(alone).subspan(Head), MaxBlockBytes, 0);
    if (!raw)
        return tl::unexpected(raw.error());
    if (d->frameCount > 0 && first != d->blockFirst) {
        if (auto ended = d->endOrders(); !ended)
            return ended;
    }
    if (d->frames.size() + raw->size() > MaxBlockBytes)
        return model::fail(ErrorCode::LimitExceeded,
                           QStringLiteral("256 frames hold more than 16 MiB of orders"));
    d->blockFirst = first;
    d->frames.insert(d->frames.end(), raw->begin(), raw->end());
    ++d->frameCount;
    d->lastFrame = frame.tick;
    return {};
}

Result<void> JournalWriter::Private::endOrders()
{
    if (frameCount == 0)
        return {};
    Bytes payload;
    BinWriter out(payload);
    out.u64(blockFirst);
    out.u32(frameCount);
    out.raw(packBlob(frames));
    frames.clear();
    frameCount = 0;
    return append(ChunkKind::Orders, payload);
}

Result<void> JournalWriter::event(const AnalysisEvent& event)
{
    if (d->lastEvent && event.tick < *d->lastEvent)
        return backwards("an event", event.tick, *d->lastEvent);
    const SimTick window = std::max<SimTick>(d->settings.eventBlockTicks, 1);
    const bool full = !d->events.empty() && (event.tick / window != d->events.head().first / window ||
                                             d->events.rawBytes() >= d->settings.eventBlockBytes);
    if (full) {
        if (auto ended = d->endEvents(); !ended)
            return ended;
    }
    d->events.add(event);
    d->lastEvent = event.tick;
    return {};
}

Result<void> JournalWriter::Private::endEvents()
{
    return events.empty() ? Result<void>() : append(ChunkKind::Events, events.take());
}

SideState JournalWriter::Private::changedSide(const SimState& state) const
{
    SideState side;
    if (state.side.campaign && state.side.campaign != recorded.campaign)
        side.campaign = state.side.campaign;
    if (state.side.script && state.side.script != recorded.script)
        side.script = state.side.script;
    return side;
}

Result<void> JournalWriter::keyframe(const SimState& state)
{
    if (d->keyframes == 0 ? state.tick != 0 : state.tick <= d->previous.state.tick)
        return d->keyframes == 0
                   ? Result<void>(model::fail(ErrorCode::InvalidArgument,
                                              QStringLiteral("the first keyframe is of tick 0")))
                   : Result<void>(backwards("a keyframe", state.tick, d->previous.state.tick));
    const bool chained = d->settings.deltas == DeltaMode::Chained;
    const bool full =
        d->keyframes % std::max(d->settings.fullEvery, 1) == 0 || (chained && d->links >= MaxLinks);
    d->links = full ? 0 : d->links + 1;
    const Private::Baseline& baseline = chained ? d->previous : d->full;
    const Bytes raw =
        full ? encodeFull(state) : encodeDelta(baseline.state, baseline.hash, state, d->changedSide(state));
    if (raw.size() > MaxSnapshotBytes)
        return model::fail(ErrorCode::LimitExceeded,
                           QStringLiteral("the keyframe of tick %1 is larger than 64 MiB").arg(state.tick));
    Bytes payload;
    BinWriter out(payload);
    out.u64(state.tick);
    out.boolean(full);
    out.u32(static_cast<std::uint32_t>(raw.size()));
    out.raw(packBlob(raw));
    if (auto appended = d->append(ChunkKind::Keyframe, payload); !appended)
        return appended;
    d->previous = {state, stateHash(state)};
    if (full) {
        d->full = d->previous;
        d->recorded = state.side;
    } else {
        for (const auto part : {&SideState::campaign, &SideState::script}) {
            if (state.side.*part)
                d->recorded.*part = state.side.*part;
        }
    }
    ++d->keyframes;
    return {};
}

Result<void> JournalWriter::voice(PlayerId player, bool consented, std::span<const VoiceFrame> frames)
{
    return d->append(ChunkKind::Voice, encodeVoice(player, consented, frames, d->msPerTick));
}

Result<void> JournalWriter::sign(const PublicKey& relay, const TickSignature& signature)
{
    if (d->lastSigned && signature.tick <= *d->lastSigned)
        return backwards("a signature", signature.tick, *d->lastSigned);
    if (d->lastSigned && relay != d->relay)
        return model::fail(ErrorCode::InvalidArgument,
                           QStringLiteral("the relay's key cannot change in a match"));
    const bool next = !d->signatures.empty() &&
                      signature.tick / SignatureTicks != d->signatures.front().tick / SignatureTicks;
    if (next) {
        if (auto ended = d->endSignatures(); !ended)
            return ended;
    }
    d->relay = relay;
    d->signatures.push_back(signature);
    d->lastSigned = signature.tick;
    return {};
}

Result<void> JournalWriter::Private::endSignatures()
{
    if (signatures.empty())
        return {};
    const Bytes payload = encodeSignatureChunk(relay, signatures);
    signatures.clear();
    return append(ChunkKind::Signatures, payload);
}

void JournalWriter::lost(std::uint32_t frames)
{
    d->header.lostFrames += frames;
    if (frames > 0)
        d->header.flags |= Incomplete;
}

/// Only what lost() tells is ever changed in what is written already.
Result<void> JournalWriter::Private::patchHeader()
{
    const Bytes bytes = encodeHeader(header);
    const auto put = [&](std::uint64_t offset, std::size_t size) {
        return file.seek(static_cast<qint64>(offset)) &&
               file.write(reinterpret_cast<const char*>(bytes.data() + offset), static_cast<qint64>(size)) ==
                   static_cast<qint64>(size);
    };
    const qint64 end = file.size();
    if (header.lostFrames > 0 && (!put(LostOffset, 4) || !put(FlagsOffset, 1) || !file.seek(end)))
        return failed();
    return {};
}

Result<void> JournalWriter::flush()
{
    for (auto part :
         {&Private::endOrders, &Private::endEvents, &Private::endSignatures, &Private::patchHeader}) {
        if (auto done = (d.get()->*part)(); !done)
            return done;
    }
    if (::fsync(d->file.handle()) != 0 && errno != EINVAL)
        return model::fail(ErrorCode::WriteFailed, QStringLiteral("the journal cannot be made durable"));
    return {};
}

Result<void> JournalWriter::close()
{
    if (auto flushed = flush(); !flushed)
        return flushed;
    d->file.close();
    return {};
}

} // namespace ghostline::ironcurtain
