// SPDX-License-Identifier: GPL-3.0-or-later
// What changes only now and then (doors, weather, boxes, light times), and what a revision is made of.
#include "codecs/carla/log_indexer.h"

#include "codecs/carla/properties.h"

#include <QJsonArray>

#include <algorithm>
#include <cmath>

namespace ghostline::carla {

using model::FrameNumber;

namespace {

constexpr std::size_t MaxSkeletons = 256;
constexpr std::size_t MaxBones = 1024;

} // namespace

void LogIndexer::takeChanges(const Packet& packet)
{
    const Layout& layout = m_reader.layout();
    switch (packet.kind) {
    case PacketKind::Collision:
        for (const Collision record : goodRecords<Collision>(packet.data, layout))
            m_events.collision(record);
        break;
    case PacketKind::LightState:
        m_events.lights(goodRecords<LightState>(packet.data, layout));
        break;
    case PacketKind::BoundingBox:
        for (const ActorVectors box : goodRecords<ActorVectors>(packet.data, layout))
            m_cast.setBox(box.actor, box.first, box.second);
        break;
    case PacketKind::Physics:
        for (const Physics& physics : parsePhysics(packet.data, layout).value_or(std::vector<Physics>{})) {
            m_cast.setAttribute(physics.actor, QStringLiteral("mass_kg"),
                                QString::number(static_cast<double>(physics.drive[2])));
        }
        break;
    case PacketKind::LightTime:
        for (const LightTime time : goodRecords<LightTime>(packet.data, layout)) {
            const auto actor = m_cast.find(time.actor);
            if (!actor)
                continue;
            const std::array<float, 3> full{time.red, time.yellow, time.green};
            const auto [known, fresh] = m_lightTimeState.try_emplace(*actor, full);
            if (fresh || known->second != full)
                m_lightTimes.push_back({frameNumber(), *actor, full});
            known->second = full;
        }
        break;
    case PacketKind::Door:
        takeDoors(packet);
        break;
    case PacketKind::Weather:
        takeWeather(packet);
        break;
    case PacketKind::WalkerBones:
        takeBones(packet);
        break;
    default:
        break;
    }
}

void LogIndexer::takeDoors(const Packet& packet)
{
    for (const Door door : goodRecords<Door>(packet.data, m_reader.layout())) {
        const auto actor = m_cast.find(door.actor);
        if (!actor)
            continue;
        std::uint8_t& state = m_doorState[*actor];
        const std::uint8_t mask = doorMask(door.door);
        const auto after = static_cast<std::uint8_t>(door.open ? state | mask : state & ~mask);
        const bool fresh = m_doors.empty() || after != state;
        if (!fresh)
            continue;
        if (after != state)
            m_events.door(*actor, door.door, door.open);
        state = after;
        m_doors.push_back({frameNumber(), *actor, after});
    }
}

void LogIndexer::takeWeather(const Packet& packet)
{
    for (const Weather weather : goodRecords<Weather>(packet.data, m_reader.layout())) {
        if (m_weather.empty()) {
            m_weather.push_back({frameNumber(), weather.values});
            continue;
        }
        const auto& before = m_weather.back().values;
        if (std::memcmp(before.data(), weather.values.data(), sizeof before) == 0)
            continue;
        m_events.weather(before, weather.values);
        m_weather.push_back({frameNumber(), weather.values});
    }
}

void LogIndexer::takeBones(const Packet& packet)
{
    // Names are looked at once per walker: the first record of it decides which skeleton it has.
    io::ByteCursor in(packet.data);
    const Layout& layout = m_reader.layout();
    const std::size_t vectors = layout.doubles ? 48 : 24;
    const std::uint16_t total = in.le<std::uint16_t>();
    for (std::uint16_t i = 0; i < total && in.ok(); ++i) {
        const auto actor = m_cast.find(in.le<std::uint32_t>());
        const std::uint16_t bones = in.le<std::uint16_t>();
        const bool wanted = actor && m_cast.life(*actor).skeleton < 0 && bones > 0 && bones <= MaxBones;
        std::vector<QString> names;
        for (std::uint16_t b = 0; b < bones && in.ok(); ++b) {
            const std::string_view name = in.text(in.le<std::uint16_t>());
            in.skip(vectors);
            if (wanted)
                names.push_back(QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size())));
        }
        if (!wanted || !in.ok())
            continue;
        auto known = std::find_if(m_skeletons->begin(), m_skeletons->end(),
                                  [&](const BoneList& list) { return list.skeleton.bones == names; });
        if (known == m_skeletons->end()) {
            if (m_skeletons->size() >= MaxSkeletons)
                continue;
            // Published revisions share the old list.
            auto grown = std::make_shared<std::vector<BoneList>>(*m_skeletons);
            grown->push_back(makeBoneList(std::move(names)));
            grown->back().skeleton.name = QStringLiteral("Walker %1").arg(grown->size());
            m_skeletons = std::move(grown);
            known = m_skeletons->end() - 1;
        }
        m_cast.setSkeleton(*actor, static_cast<std::int32_t>(known - m_skeletons->begin()));
    }
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

std::shared_ptr<model::ReplayInfo> LogIndexer::info(FrameNumber frames) const
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
    for (const BoneList& list : *m_skeletons)
        info->skeletons.push_back(list.skeleton);
    info->actorProperties = actorProperties();
    info->matchProperties = matchProperties();
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
    log->doors = m_doors;
    log->weather = m_weather;
    log->lightTimes = m_lightTimes;
    log->skeletons = m_skeletons;
    log->tracks = m_positions.samples();

    auto revision = std::make_shared<model::ReplayIndex>();
    revision->revision = number;
    revision->complete = m_finished;
    const std::uint64_t size = m_source.size();
    revision->progress =
        m_finished || size == 0 ? 1.0 : static_cast<double>(m_reader.offset()) / static_cast<double>(size);
    revision->info = info(frames);
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
