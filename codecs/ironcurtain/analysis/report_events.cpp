// SPDX-License-Identifier: GPL-3.0-or-later

#include "codecs/ironcurtain/analysis/report_events.h"

#include "codecs/ironcurtain/base/limits.h"
#include "codecs/ironcurtain/base/value_text.h"
#include "codecs/ironcurtain/events/orders.h"
#include "codecs/ironcurtain/events/voice.h"

namespace ghostline::ironcurtain {

namespace {

using model::Result;

Damage damageOf(const ReplayFile& file, Section section, const ChunkEntry& chunk, const QString& what)
{
    Damage damage;
    damage.section = file.form() == ReplayFile::Form::Journal ? Section::Journal : section;
    damage.offset = chunk.offset;
    damage.what = what;
    return damage;
}

using Visit = std::function<Result<void>(const ChunkEntry&, const Bytes&)>;

/// Calls `visit` with every readable payload; what it calls damaged is noted, anything else ends the pass.
Result<void> eachPayload(const ReplayFile& file, ChunkKind kind, Section section, DamageList& damages,
                         const std::stop_token& stop, const Visit& visit)
{
    const auto chunks = file.chunks(kind, stop);
    if (!chunks)
        return tl::unexpected(chunks.error());
    for (const ChunkEntry& chunk : *chunks) {
        if (stop.stop_requested())
            return model::cancelled();
        const auto payload = file.payload(chunk, stop);
        if (!payload && !aboutContent(payload.error()))
            return tl::unexpected(payload.error());
        if (!payload)
            continue; // noted by the file itself
        auto visited = visit(chunk, *payload);
        if (!visited && !aboutContent(visited.error()))
            return visited;
        if (!visited)
            damages.push_back(damageOf(file, section, chunk, visited.error().message));
    }
    return {};
}

/// Counts ticks that are there; blocks that go back count nothing twice.
class FrameCounter
{
public:
    void add(SimTick tick)
    {
        if (m_any && tick <= m_last)
            return;
        m_any = true;
        m_last = tick;
        ++m_there;
    }
    std::uint64_t missing(SimTick lastTick) const
    {
        const std::uint64_t all = lastTick + 1;
        return m_any && all > m_there ? all - m_there : 0;
    }

private:
    bool m_any = false;
    SimTick m_last = 0;
    std::uint64_t m_there = 0;
};

struct Track
{
    bool consented = false;
    std::uint64_t frames = 0;
    QJsonArray spans;
};

} // namespace

Result<EventFindings> goThroughEvents(const std::shared_ptr<const ReplayFile>& file,
                                      const std::stop_token& stop)
{
    EventFindings found;
    HandsBuilder hands(file->metadata().msPerTick());
    VoteAuditBuilder votes;
    EventStore store(file);
    auto counts = store.index(
        [&](const AnalysisEvent& event, std::uint64_t) {
            hands.add(event);
            if (const auto* vote = std::get_if<VoteEvent>(&event.body)) {
                if (const auto record = parseVote(vote->body))
                    votes.add(event.tick, *record);
            }
            return !stop.stop_requested();
        },
        stop);
    if (!counts)
        return tl::unexpected(counts.error());
    if (stop.stop_requested())
        return model::cancelled();
    found.counts = std::move(*counts);
    found.hands = hands.finish(file->lastTick());
    found.endTick = hands.endTick(file->lastTick());
    found.votes = votes.finish();
    found.limited = hands.limited() || found.votes.limited;
    found.damages = store.damages();
    return found;
}

Result<OrderFindings> goThroughOrders(const ReplayFile& file, const std::stop_token& stop)
{
    OrderFindings found;
    FrameCounter ticks;
    const auto count = [&](const OrderFrame& frame) {
        ++found.frames;
        ticks.add(frame.tick);
        found.unknown += frame.unknown ? 1U : 0U;
        for (const Order& order : frame.orders) {
            ++found.byKind[static_cast<std::uint32_t>(order.kind)];
            const bool listed = found.actions.contains(order.player) || found.actions.size() < MaxPlayers;
            if (isAction(order.kind) && listed)
                ++found.actions[order.player];
        }
        return true;
    };
    const auto read = eachPayload(file, ChunkKind::Orders, Section::Orders, found.damages, stop,
                                  [&](const ChunkEntry& chunk, const Bytes& payload) {
                                      return parseOrderBlock(payload, chunk.offset + ChunkHeadBytes, count);
                                  });
    if (!read)
        return tl::unexpected(read.error());
    found.missing = ticks.missing(file.lastTick());
    const Header& header = file.header();
    if (file.form() == ReplayFile::Form::Finalised && found.missing > 0 && !header.has(Incomplete)) {
        Damage damage;
        damage.section = Section::Orders;
        damage.offset = header.orders.offset;
        damage.what =
            QStringLiteral("%1 frames are missing, and the file does not say so").arg(found.missing);
        found.damages.push_back(std::move(damage));
    }
    return found;
}

Result<QJsonArray> voiceJson(const ReplayFile& file, DamageList& damages, const std::stop_token& stop)
{
    std::map<PlayerId, Track> tracks;
    const auto read =
        eachPayload(file, ChunkKind::Voice, Section::Voice, damages, stop,
                    [&](const ChunkEntry& chunk, const Bytes& payload) -> Result<void> {
                        const auto part = parseVoice(payload, chunk.offset + ChunkHeadBytes);
                        if (!part)
                            return tl::unexpected(part.error());
                        if (!tracks.contains(part->player) && tracks.size() >= MaxPlayers)
                            return {};
                        Track& track = tracks[part->player];
                        track.consented = part->consented;
                        track.frames += part->frames;
                        for (const VoiceSpan& span : part->spans) {
                            track.spans.append(QJsonArray{jsonNumber(span.first), jsonNumber(span.last),
                                                          jsonNumber(std::uint64_t{span.frames}),
                                                          static_cast<int>(span.target),
                                                          jsonNumber(std::uint64_t{span.targetPlayer})});
                        }
                        return {};
                    });
    if (!read)
        return tl::unexpected(read.error());
    QJsonArray json;
    for (const auto& [player, track] : tracks) {
        json.append(QJsonObject{{QStringLiteral("player"), jsonNumber(std::uint64_t{player})},
                                {QStringLiteral("consented"), track.consented},
                                {QStringLiteral("frames"), jsonNumber(track.frames)},
                                {QStringLiteral("spans"), track.spans}});
    }
    return json;
}

QJsonObject eventsJson(const EventCounts& counts)
{
    QJsonObject byKind;
    for (std::uint32_t kind = 0; kind < AnalysisKinds; ++kind) {
        if (counts.byKind[kind] > 0)
            byKind.insert(QLatin1String(analysisKindName(kind)), jsonNumber(counts.byKind[kind]));
    }
    return {{QStringLiteral("total"), jsonNumber(counts.total)}, {QStringLiteral("by_kind"), byKind}};
}

QJsonObject ordersJson(const OrderFindings& orders)
{
    QJsonObject byKind;
    for (const auto& [kind, count] : orders.byKind)
        byKind.insert(QLatin1String(orderKindName(kind)), jsonNumber(count));
    QJsonObject actions;
    for (const auto& [player, count] : orders.actions)
        actions.insert(QString::number(player), jsonNumber(count));
    return {{QStringLiteral("frames"), jsonNumber(orders.frames)},
            {QStringLiteral("missing"), jsonNumber(orders.missing)},
            {QStringLiteral("by_kind"), byKind},
            {QStringLiteral("apm_orders"), actions}};
}

QJsonObject unknownJson(const EventCounts& events, const OrderFindings& orders)
{
    QJsonObject unknown;
    for (const auto& [kind, count] : events.unknown)
        unknown.insert(QStringLiteral("event %1").arg(kind), jsonNumber(count));
    if (orders.unknown > 0)
        unknown.insert(QStringLiteral("order"), jsonNumber(orders.unknown));
    return unknown;
}

} // namespace ghostline::ironcurtain
