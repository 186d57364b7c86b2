// SPDX-License-Identifier: GPL-3.0-or-later
// Opening, and what is asked of an open replay.
#include "codecs/ironcurtain/replay/ironcurtain_source.h"

#include "codecs/io/source_support.h"
#include "codecs/ironcurtain/analysis/report.h"
#include "codecs/ironcurtain/base/limits.h"
#include "codecs/ironcurtain/replay/background_pass.h"
#include "codecs/ironcurtain/replay/native_state.h"
#include "codecs/ironcurtain/replay/records.h"
#include "codecs/ironcurtain/replay/scene.h"

namespace ghostline::ironcurtain {

using model::ErrorCode;
using model::Result;

namespace {

/// open() waits so long for the events, so that short replays are whole at once.
constexpr std::chrono::milliseconds OpenTime{10};

/// "KEY,KEY": 64 hexadecimal digits each.
Result<std::vector<PublicKey>> trustedKeys(const QString& text)
{
    std::vector<PublicKey> keys;
    const QStringList parts = text.split(QLatin1Char(','), Qt::SkipEmptyParts);
    keys.reserve(static_cast<std::size_t>(parts.size()));
    for (const QString& part : parts) {
        const QString digits = part.trimmed();
        const QByteArray bytes = QByteArray::fromHex(digits.toLatin1());
        PublicKey key{};
        if (digits.size() != 64 || bytes.size() != static_cast<qsizetype>(key.size()))
            return model::fail(
                ErrorCode::InvalidArgument,
                QStringLiteral("\"%1\" is no public key of 64 hexadecimal digits").arg(digits));
        std::memcpy(key.data(), bytes.constData(), key.size());
        keys.push_back(key);
    }
    return keys;
}

} // namespace

IronCurtainSource::IronCurtainSource(std::shared_ptr<const ReplayFile> file, std::vector<PublicKey> trusted)
    : m_match(std::move(file)), m_trusted(std::move(trusted))
{
}

IronCurtainSource::~IronCurtainSource() = default;

Result<std::unique_ptr<model::ReplaySource>> IronCurtainSource::open(std::unique_ptr<model::ByteSource> bytes,
                                                                     const model::OpenOptions& options)
{
    return io::openSource(bytes->identity().name, [&]() -> Result<std::unique_ptr<model::ReplaySource>> {
        auto keys = trustedKeys(options.codec.value(QStringLiteral("trust")));
        if (!keys)
            return tl::unexpected(keys.error());
        auto file = ReplayFile::open(std::move(bytes), options.progress, options.stop);
        if (!file)
            return tl::unexpected(file.error());
        std::unique_ptr<IronCurtainSource> source(new IronCurtainSource(std::move(*file), std::move(*keys)));
        if (auto started = source->start(io::isEnabled(options, QStringLiteral("events")), options.stop);
            !started)
            return tl::unexpected(started.error());
        return source;
    });
}

Result<void> IronCurtainSource::start(bool withEvents, const std::stop_token& stop)
{
    if (auto found = m_match.findStart(stop); !found)
        return found;
    auto maker = std::make_unique<RevisionMaker>(m_match);
    const auto known = maker->knownAtFirst();
    m_revisions.publish([&](model::Revision number) { return maker->snapshot(known, number); });
    m_revisions.start([this, withEvents, known, maker = std::move(maker)](const std::stop_token& own) {
        return BackgroundPass(m_match, *maker, *known).run(m_revisions, withEvents, own);
    });
    return m_revisions.opened(OpenTime, stop);
}

std::shared_ptr<const model::ReplayIndex> IronCurtainSource::index() const
{
    return m_revisions.current()->revision;
}

Result<std::shared_ptr<const model::ReplayIndex>> IronCurtainSource::waitComplete(std::stop_token stop) const
{
    return m_revisions.waitCompleteIndex(stop);
}

Result<std::shared_ptr<const model::Segment>>
IronCurtainSource::readSegment(int keyframe, const model::Segment*, std::stop_token stop) const
{
    const auto now = m_revisions.current();
    if (keyframe < 0 || static_cast<std::size_t>(keyframe) >= m_match.steps.size())
        return model::fail(ErrorCode::InvalidArgument,
                           QStringLiteral("there is no keyframe %1").arg(keyframe));
    const std::vector<int>& readable = now->known->readable;
    return model::withinMemory([&]() -> Result<std::shared_ptr<const model::Segment>> {
        SegmentInput input;
        const auto at = static_cast<std::size_t>(keyframe);
        input.first = m_match.steps[at].tick;
        input.end = at + 1 < m_match.steps.size() ? m_match.steps[at + 1].tick : m_match.lastTick + 1;
        // Ahead of the keyframe's own state, which is often one link behind it.
        auto before = keyframe > 0 && m_match.steps[at].file >= 0
                          ? m_match.stateAt(keyframe - 1, readable, stop)
                          : std::shared_ptr<const SimState>();
        if (!before)
            return tl::unexpected(before.error());
        auto from = m_match.stateAt(keyframe, readable, stop);
        if (!from)
            return tl::unexpected(from.error());
        input.from = std::move(*from);
        if (input.from && input.from->tick == input.first)
            input.before = std::move(*before);
        auto to = m_match.stateAfter(keyframe, input.from ? input.from->tick : input.first, stop);
        if (!to)
            return tl::unexpected(to.error());
        input.to = std::move(*to);
        const EventWindow window = eventWindow(input, m_match.lastTick);
        return buildSegment(now->context, input, [&](const std::function<void(const AnalysisEvent&)>& sink) {
            if (!now->context->log->events || window.last < window.first)
                return Result<void>();
            return m_match.events->visit(window.first, window.last, sink, stop);
        });
    });
}

Result<std::vector<model::StreamInfo>> IronCurtainSource::streams(std::stop_token stop) const
{
    return recordStreams(*m_match.file, stop);
}

Result<void> IronCurtainSource::readRecords(const QString& stream, const model::RecordSink& sink,
                                            std::stop_token stop) const
{
    // Every id has its name once the last table of strings has been read.
    if (auto whole = waitComplete(stop); !whole)
        return tl::unexpected(whole.error());
    return ironcurtain::readRecords(*m_match.file, *m_revisions.current()->known->kinds, stream, sink, stop);
}

Result<model::SceneDescription> IronCurtainSource::scene(std::stop_token) const
{
    return describeScene(m_match.file->metadata(), m_match.players, *m_revisions.current()->known->kinds,
                         m_match.start.get());
}

std::vector<model::Verdict> IronCurtainSource::verify(const model::Progress& progress,
                                                      std::stop_token stop) const
{
    auto checked = model::withinMemory(
        [&] { return checkIntegrity(*m_match.file, *m_match.store, m_trusted, progress, stop); });
    if (checked)
        return std::move(checked->verdicts);
    model::Verdict failed;
    failed.check = QStringLiteral("integrity");
    failed.detail = checked.error().message;
    return {failed};
}

Result<QByteArray> IronCurtainSource::report(const QString& name, const QStringList&,
                                             std::stop_token stop) const
{
    return model::withinMemory(
        [&] { return makeReport(name, m_match.file, *m_match.store, m_trusted, stop); });
}

Result<QJsonObject> IronCurtainSource::nativeState(model::FrameNumber frame, std::stop_token stop) const
{
    const auto now = m_revisions.current();
    if (frame < 0 || frame >= now->revision->frames())
        return model::fail(ErrorCode::InvalidArgument, QStringLiteral("there is no tick %1").arg(frame));
    const int step = now->revision->keyframes.at(frame);
    const auto state = m_match.stateAt(step, now->known->readable, stop);
    if (!state)
        return tl::unexpected(state.error());
    NativeQuery query;
    query.tick = static_cast<SimTick>(frame);
    query.kinds = now->known->kinds.get();
    query.log = now->known->log.get();
    query.players = &m_match.players;
    KeyframeStore::Side side;
    if (*state) {
        query.state = state->get();
        if (auto found = m_match.store->side(m_match.file->keyframeOf((*state)->tick), stop)) {
            side = std::move(*found);
            query.side = &side;
        }
    }
    return nativeTick(query);
}

Result<std::uint64_t> IronCurtainSource::readRaw(std::stop_token stop) const
{
    // What cannot be unpacked is read all the same: its bytes count as they are.
    std::uint64_t bytes = 0;
    const auto keyframes = m_match.file->keyframes();
    for (std::size_t i = 0; i < keyframes.size(); ++i) {
        if (!keyframes[i].inFile)
            continue;
        const auto blob = m_match.file->keyframe(static_cast<int>(i), stop);
        if (!blob && !aboutContent(blob.error()))
            return tl::unexpected(blob.error());
        bytes += blob ? blob->size() : keyframes[i].length;
    }
    // Where the packed part of a payload begins.
    constexpr std::size_t OrderHead = 12;
    constexpr std::size_t EventHead = 20;
    for (const auto& [kind, head] :
         {std::pair{ChunkKind::Orders, OrderHead}, {ChunkKind::Events, EventHead}}) {
        const auto chunks = m_match.file->chunks(kind, stop);
        if (!chunks)
            return tl::unexpected(chunks.error());
        for (const ChunkEntry& chunk : *chunks) {
            const auto payload = m_match.file->payload(chunk, stop);
            if (!payload && !aboutContent(payload.error()))
                return tl::unexpected(payload.error());
            if (!payload || payload->size() < head) {
                bytes += chunk.length;
                continue;
            }
            const auto raw = unpackBlob(std::span(*payload).subspan(head), MaxBlockBytes,
                                        chunk.offset + ChunkHeadBytes + head);
            bytes += head + (raw ? raw->size() : payload->size() - head);
        }
    }
    const auto signatures = m_match.file->signatureSection(stop);
    if (!signatures)
        return tl::unexpected(signatures.error());
    return bytes + signatures->size();
}

} // namespace ghostline::ironcurtain
