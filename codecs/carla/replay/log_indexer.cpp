// SPDX-License-Identifier: GPL-3.0-or-later
// The walk, frame by frame: where segments begin, what is damaged, when to publish, what a revision is made
// of.
#include "codecs/carla/replay/log_indexer.h"

#include "codecs/carla/base/limits.h"
#include "codecs/carla/replay/properties.h"

#include <algorithm>
#include <cmath>

namespace ghostline::carla {

using model::FrameNumber;
using model::Micros;
using model::Result;
using model::Severity;

namespace {

/// Packets between two looks at the clock.
constexpr int ClockStep = 256;
/// Times beyond this are not a recording's; they are treated like a step back.
constexpr double MaxElapsed = 1e9;

constexpr std::size_t NoSlot = SnapshotKinds.size();

/// Place of each kind in SnapshotKinds, NoSlot for the others.
constexpr std::array<std::size_t, PacketKindCount> SnapshotSlots = [] {
    std::array<std::size_t, PacketKindCount> slots{};
    slots.fill(NoSlot);
    for (std::size_t i = 0; i < SnapshotKinds.size(); ++i)
        slots[static_cast<std::size_t>(SnapshotKinds[i])] = i;
    return slots;
}();

} // namespace

LogIndexer::LogIndexer(const model::ByteSource& source, Header header, const Layout& layout)
    : m_source(source), m_header(std::move(header)),
      m_reader(source, m_header.firstPacket, layout, PacketReader::Ahead::Yes), m_positions(source, m_cast),
      m_events(m_cast), m_changes(m_cast, m_events), m_dataEnd(m_header.firstPacket)
{
}

Result<void> LogIndexer::advance(std::chrono::steady_clock::time_point until, const std::stop_token& stop)
{
    const FrameNumber published = publishable();
    Packet packet;
    int untilClock = ClockStep;
    while (!m_finished) {
        const auto more = m_reader.next(packet, stop);
        if (!more)
            return tl::unexpected(more.error());
        if (!*more) {
            finish();
            break;
        }
        if (auto taken = take(packet); !taken)
            return taken;
        if (--untilClock > 0)
            continue;
        untilClock = ClockStep;
        if (stop.stop_requested())
            return model::cancelled();
        if (std::chrono::steady_clock::now() >= until && publishable() > published)
            break;
    }
    return {};
}

FrameNumber LogIndexer::publishable() const
{
    if (m_finished)
        return static_cast<FrameNumber>(m_times.size());
    for (std::size_t i = m_segments.size(); i-- > 1;) {
        if (m_segments[i].firstFrameEnd != 0)
            return m_segments[i].frame;
    }
    return 0;
}

Result<void> LogIndexer::take(const Packet& packet)
{
    ++m_packets[packet.id];
    if (packet.kind == PacketKind::FrameStart) {
        if (const auto start = parseFrameStart(packet.data))
            beginFrame(packet, *start);
        else
            badPacket(packet);
        return {};
    }
    if (packet.kind == PacketKind::Unknown)
        return {};
    const bool good = !packet.oversized() && wellFormed(packet.kind, packet.data, m_reader.layout());
    if (!good) {
        badPacket(packet);
        return {};
    }
    if (!m_frame.any)
        return {}; // belongs to no frame
    if (const std::size_t slot = SnapshotSlots[static_cast<std::size_t>(packet.kind)]; slot != NoSlot)
        m_last[slot] = packet.offset;
    switch (packet.kind) {
    case PacketKind::FrameEnd:
        m_frame.ended = true;
        endFrame(packet.end());
        break;
    case PacketKind::EventAdd:
    case PacketKind::EventDel:
    case PacketKind::EventParent:
        return takeActors(packet);
    case PacketKind::Position:
        return takePositions(packet);
    default:
        m_changes.take(packet, m_reader.layout(), frameNumber());
        break;
    }
    return {};
}

void LogIndexer::beginFrame(const Packet& packet, const FrameStart& start)
{
    if (m_frame.any && !m_frame.ended)
        endFrame(packet.offset);
    if (m_times.empty())
        m_firstElapsed =
            std::isfinite(start.elapsed) && std::abs(start.elapsed) < MaxElapsed ? start.elapsed : 0.0;
    const Micros before = m_times.empty() ? Micros{0} : m_times.back();
    const double since = start.elapsed - m_firstElapsed;
    const bool sane = std::isfinite(since) && std::abs(since) < MaxElapsed;
    const Micros time = sane ? model::fromSeconds(since) : before;
    m_times.push_back(std::max(time, before));
    m_frame = {true, false, false, packet.offset, start.id};
    const FrameNumber frame = frameNumber();
    if (!sane || time < before) {
        diagnose(
            Severity::Warning, "time-not-increasing",
            QStringLiteral("frame %1 is at %2 s, before the frame ahead of it; that frame's time is used")
                .arg(start.id)
                .arg(start.elapsed),
            packet.offset, frame);
    }
    if (m_cut) {
        SegmentStart segment = m_next;
        segment.frame = frame;
        segment.offset = packet.offset;
        if (m_segments.empty()) {
            segment.base = frame;
            segment.baseOffset = packet.offset;
        }
        m_segments.push_back(segment);
        m_cut = false;
    }
    m_next.base = frame;
    m_next.baseOffset = packet.offset;
    m_events.beginFrame(frame, m_times.back());
}

void LogIndexer::endFrame(std::uint64_t end)
{
    m_dataEnd = end;
    SegmentStart& segment = m_segments.back();
    const FrameNumber frame = frameNumber();
    if (segment.frame == frame)
        segment.firstFrameEnd = end;
    const FrameNumber frames = frame + 1 - segment.frame;
    const bool full = end - segment.offset >= SegmentBytes || frames >= SegmentFrames ||
                      static_cast<std::uint64_t>(frames) * m_cast.alive() >= SegmentCells;
    if (!m_cut && full) {
        m_cut = true;
        m_next.last = m_last;
        m_positions.markSegment(frame);
    }
}

Result<void> LogIndexer::takeActors(const Packet& packet)
{
    const Layout& layout = m_reader.layout();
    const FrameNumber frame = frameNumber();
    if (storedTotal(packet.data) == 0)
        return {};
    if (packet.kind == PacketKind::EventAdd) {
        for (EventAdd& add : parseAdds(packet.data, layout).value_or(std::vector<EventAdd>{})) {
            if (!finite(add.location) || !finite(add.rotation)) {
                diagnose(Severity::Error, "bad-position",
                         QStringLiteral("actor %1 was added at a place that is no number").arg(add.actor),
                         packet.offset, frame);
                add.location = {};
                add.rotation = {};
            }
            if (const auto actor = m_cast.add(add, frame))
                m_events.spawned(*actor);
            else
                castFull(packet.offset);
        }
    } else if (packet.kind == PacketKind::EventDel) {
        for (const EventDel del : goodRecords<EventDel>(packet.data, layout)) {
            if (auto done = remove(del.actor); !done)
                return done;
        }
    } else {
        for (const EventParent link : goodRecords<EventParent>(packet.data, layout))
            m_cast.setParent(link.child, link.parent, frame);
    }
    return {};
}

Result<void> LogIndexer::remove(std::uint32_t nativeId)
{
    const auto actor = m_cast.find(nativeId);
    if (!actor)
        return {};
    const ActorLife life = m_cast.life(*actor);
    if (life.hasChildren) {
        const auto raw = m_positions.lastPose(*actor, m_reader.layout());
        if (!raw)
            return tl::unexpected(raw.error());
        m_cast.detachChildren(*actor, worldPose(raw->value_or(life.added)), frameNumber());
    }
    m_cast.remove(nativeId, frameNumber());
    m_positions.removed(*actor);
    m_changes.removed(*actor);
    m_events.destroyed(*actor);
    return {};
}

Result<void> LogIndexer::takePositions(const Packet& packet)
{
    m_frame.hasPosition = true;
    const FrameNumber frame = frameNumber();
    const Layout& layout = m_reader.layout();
    m_news.clear();
    if (auto done = m_positions.packet(packet, layout, frame, m_news); !done)
        return done;
    m_positions.sample(packet, layout, frame, m_times.back());
    for (const std::uint32_t actor : m_news.badActors) {
        diagnose(Severity::Error, "bad-position",
                 QStringLiteral("the place of actor %1 in frame %2 is no number; it keeps its last place")
                     .arg(actor)
                     .arg(m_frame.id),
                 packet.offset, frame);
        lose(frame, QStringLiteral("places that are no numbers"));
    }
    for (const std::uint32_t actor : m_news.parked)
        m_events.parked(actor, true);
    for (const std::uint32_t actor : m_news.surfaced)
        m_events.parked(actor, false);
    if (m_news.castFull)
        castFull(packet.offset);
    return {};
}

void LogIndexer::castFull(std::uint64_t offset)
{
    if (m_castFullSaid)
        return;
    m_castFullSaid = true;
    diagnose(Severity::Error, "too-many-actors",
             QStringLiteral("more than %1 actors; further ones are left out").arg(MaxActors), offset,
             frameNumber());
}

void LogIndexer::sayWhatIsLeftOut()
{
    if (const std::size_t events = m_events.leftOut(); events > 0) {
        diagnose(Severity::Error, "too-many-events",
                 QStringLiteral("more than %1 events; %2 later ones are left out").arg(MaxEvents).arg(events),
                 {}, {});
    }
    if (const std::size_t attributes = m_cast.attributesLeftOut(); attributes > 0) {
        diagnose(Severity::Error, "too-many-attributes",
                 QStringLiteral("the actors have more than %1 attributes; %2 later ones are left out")
                     .arg(MaxAttributes)
                     .arg(attributes),
                 {}, {});
    }
}

void LogIndexer::badPacket(const Packet& packet)
{
    const FrameNumber frame = std::max<FrameNumber>(frameNumber(), 0);
    diagnose(Severity::Error, "bad-packet",
             QStringLiteral(
                 "the %1 packet at byte %2 (frame %3) does not hold what it says: %4 records in %5 bytes; "
                 "it is skipped")
                 .arg(QLatin1String(packetName(packet.kind)))
                 .arg(packet.offset)
                 .arg(m_frame.id)
                 .arg(storedTotal(packet.data))
                 .arg(packet.size),
             packet.offset, frame);
    lose(frame, QStringLiteral("a damaged %1 packet").arg(QLatin1String(packetName(packet.kind))));
}

void LogIndexer::diagnose(Severity severity, const char* code, QString message,
                          std::optional<std::uint64_t> offset, std::optional<FrameNumber> frame)
{
    if (m_diagnostics.size() >= MaxDiagnostics) {
        ++m_unlisted;
        return;
    }
    m_diagnostics.push_back({severity, QLatin1String(code), std::move(message), {offset, frame, {}}});
}

void LogIndexer::lose(FrameNumber frame, const QString& reason)
{
    if (!m_lost.empty() && m_lost.back().reason == reason && m_lost.back().frames.end >= frame) {
        m_lost.back().frames.end = std::max(m_lost.back().frames.end, frame + 1);
        return;
    }
    if (m_lost.size() < MaxDiagnostics)
        m_lost.push_back({{frame, frame + 1}, reason});
}

void LogIndexer::finish()
{
    m_finished = true;
    const std::uint64_t at = m_reader.offset();
    const std::optional<FrameNumber> frame =
        m_times.empty() ? std::nullopt : std::optional<FrameNumber>(frameNumber());
    if (m_reader.walkEnd() == WalkEnd::Truncated) {
        diagnose(Severity::Error, "truncated",
                 QStringLiteral("the log breaks off at byte %1 (frame %2), inside a packet")
                     .arg(at)
                     .arg(m_frame.id),
                 at, frame);
    } else if (m_reader.walkEnd() == WalkEnd::SizeZero) {
        diagnose(Severity::Error, "size-zero",
                 QStringLiteral(
                     "the packet at byte %1 (frame %2) was never finished: its size is still 0; reading "
                     "stops there")
                     .arg(at)
                     .arg(m_frame.id),
                 at, frame);
    }
    finishLastFrame();
    sayWhatIsLeftOut();
    if (m_times.empty()) {
        diagnose(Severity::Warning, "empty",
                 QStringLiteral("the recording holds no frame: it was stopped before anything was recorded"),
                 m_header.firstPacket, {});
    }
}

void LogIndexer::giveUp(const model::Error& error)
{
    m_finished = true;
    diagnose(Severity::Error, "read-error", QStringLiteral("reading stopped: ") + error.message,
             m_reader.offset(), {});
    finishLastFrame();
    sayWhatIsLeftOut();
}

void LogIndexer::finishLastFrame()
{
    if (!m_frame.any || m_frame.ended)
        return;
    const FrameNumber frame = frameNumber();
    const bool kept = m_frame.hasPosition;
    diagnose(kept ? Severity::Warning : Severity::Error, "unfinished-frame",
             kept ? QStringLiteral("frame %1 is not whole; it is kept, for it has places").arg(m_frame.id)
                  : QStringLiteral("frame %1 is not whole and has no places; it is left out").arg(m_frame.id),
             m_frame.offset, frame);
    if (kept) {
        endFrame(m_reader.offset());
        lose(frame, QStringLiteral("the recording breaks off here"));
        return;
    }
    m_times.pop_back();
    if (m_segments.back().frame == frame)
        m_segments.pop_back();
    m_dataEnd = m_frame.offset;
    m_cast.dropFrom(frame);
    m_positions.dropFrom(frame);
    m_events.dropFrom(frame, m_times.empty() ? Micros{0} : m_times.back());
    m_changes.dropFrom(frame);
    std::erase_if(m_lost, [frame](const model::LostSpan& span) { return span.frames.first >= frame; });
    if (frame > 0)
        lose(frame - 1, QStringLiteral("the recording breaks off here"));
}

QJsonObject LogIndexer::metadata() const
{
    const Layout& layout = m_reader.layout();
    QJsonObject packets;
    std::uint64_t extra = 0;
    for (std::size_t id = 0; id < m_packets.size(); ++id) {
        if (m_packets[id] == 0)
            continue;
        const PacketKind kind = layout.kindOf(static_cast<std::uint8_t>(id));
        const QString name =
            kind == PacketKind::Unknown ? QString::number(id) : QLatin1String(packetName(kind));
        packets[name] = static_cast<qint64>(m_packets[id]);
        if ((id >= 12 && id <= 17) || id == 19)
            extra += m_packets[id];
    }
    QJsonObject ids;
    for (std::size_t i = 0; i < layout.late.size(); ++i) {
        if (layout.late[i] != PacketKind::Unknown)
            ids[QLatin1String(packetName(layout.late[i]))] = static_cast<int>(21 + i);
    }
    QJsonObject out{{QStringLiteral("version"), static_cast<int>(m_header.version)},
                    {QStringLiteral("map"), QString::fromUtf8(m_header.map)},
                    {QStringLiteral("date"), static_cast<qint64>(m_header.date)},
                    {QStringLiteral("vectors"), layout.doubles ? QStringLiteral("double (Unreal Engine 5)")
                                                               : QStringLiteral("float (Unreal Engine 4)")},
                    {QStringLiteral("additional_data"), extra > 0},
                    {QStringLiteral("packets"), packets}};
    if (!ids.isEmpty())
        out[QStringLiteral("packet_ids")] = ids;
    return out;
}

std::shared_ptr<model::ReplayInfo> LogIndexer::info(FrameNumber frames,
                                                    std::span<const BoneList> skeletons) const
{
    auto info = std::make_shared<model::ReplayInfo>();
    info->format = QStringLiteral("carla");
    info->formatName = QStringLiteral("CARLA recorder log");
    info->formatVersion = QString::number(m_header.version);
    info->map = mapName(m_header.map);
    // Dates a calendar can show; anything else is a damaged field.
    constexpr std::int64_t year9999 = 253'402'300'799;
    if (m_header.date >= 0 && m_header.date <= year9999)
        info->recordedAt = QDateTime::fromSecsSinceEpoch(m_header.date, Qt::UTC);
    info->bytes = m_source.size();
    info->cast = m_cast.snapshot(frames);
    info->teams = castTeams();
    for (const BoneList& list : skeletons)
        info->skeletons.push_back(list.skeleton);
    info->actorProperties = actorProperties();
    info->matchProperties = matchProperties();
    for (int wheel = 0; wheel < 4; ++wheel)
        info->wheelSteer.emplace_back(actor_property::SteerFrontLeft + wheel);
    info->metadata = metadata();
    return info;
}

std::shared_ptr<const LogIndex> LogIndexer::snapshot(model::Revision number) const
{
    const FrameNumber frames = publishable();
    auto log = std::make_shared<LogIndex>();
    log->layout = m_reader.layout();
    log->times = m_times;
    log->lives = m_cast.lives();
    log->dataEnd = m_dataEnd;
    log->gaps = m_positions.gaps();
    m_changes.snapshot(*log);
    log->tracks = m_positions.samples();

    auto revision = std::make_shared<model::ReplayIndex>();
    revision->revision = number;
    revision->complete = m_finished;
    const std::uint64_t size = m_source.size();
    revision->progress =
        m_finished || size == 0 ? 1.0 : static_cast<double>(m_reader.offset()) / static_cast<double>(size);
    revision->info = info(frames, *log->skeletons);
    revision->timeAxis = model::TimeAxis::table({m_times.begin(), m_times.begin() + frames});
    std::vector<model::Keyframe> keyframes;
    for (const SegmentStart& segment : m_segments) {
        log->segments.push_back(segment);
        if (segment.frame >= frames)
            break; // only its first frame is needed, by the segment before it
        keyframes.push_back({segment.frame, segment.offset, 0, true, -1});
    }
    for (std::size_t i = 0; i < keyframes.size(); ++i) {
        const std::uint64_t end = i + 1 < log->segments.size() ? log->segments[i + 1].offset : m_dataEnd;
        keyframes[i].size = end - keyframes[i].offset;
    }
    revision->keyframes = model::KeyframeIndex(std::move(keyframes), frames);
    revision->events = m_events.snapshot(frames);
    for (const model::LostSpan& span : m_lost) {
        if (span.frames.first < frames)
            revision->lost.push_back({{span.frames.first, std::min(span.frames.end, frames)}, span.reason});
    }
    for (const model::Diagnostic& d : m_diagnostics) {
        if (m_finished || !d.where.frame || *d.where.frame < frames)
            revision->diagnostics.push_back(d);
    }
    if (m_unlisted > 0 && m_finished) {
        revision->diagnostics.push_back({model::Severity::Error,
                                         QStringLiteral("more-diagnostics"),
                                         QStringLiteral("%1 further problems are not listed").arg(m_unlisted),
                                         {}});
    }
    log->revision = std::move(revision);
    return log;
}

} // namespace ghostline::carla
