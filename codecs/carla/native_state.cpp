// SPDX-License-Identifier: GPL-3.0-or-later
// One frame in CARLA's own axes and units.
#include "codecs/carla/packet_reader.h"
#include "codecs/carla/records.h"

#include <QJsonArray>

#include <map>

namespace ghostline::carla {

using model::ErrorCode;
using model::FrameNumber;
using model::Result;

namespace {

struct NativePlace
{
    RawPose pose;
    bool recorded = false;
};

/// The records of one frame, merged by actor.
class NativeFrame
{
public:
    NativeFrame(const LogIndex& index, FrameNumber frame) : m_index(index), m_frame(frame) {}

    void startPlaces(FrameNumber base)
    {
        for (std::size_t i = 0; i < m_index.lives.size(); ++i) {
            const ActorLife& life = m_index.lives[i];
            if (!life.alive(m_frame))
                continue;
            m_lives[life.nativeId] = i;
            if (life.fromAdd)
                m_places[life.nativeId] = {life.added, life.frames.first == m_frame};
        }
        for (const Gap& gap : m_index.gaps) {
            if (gap.first <= base && base < gap.end && m_index.lives[gap.actor].alive(m_frame))
                m_places[m_index.lives[gap.actor].nativeId] = {gap.pose, false};
        }
    }
    void takePositions(Bytes data, FrameNumber frame)
    {
        const auto list = positions(data, m_index.layout);
        if (!list)
            return;
        for (const ActorVectors record : *list) {
            const auto life = m_lives.find(record.actor);
            // An earlier life of the same id is another actor.
            if (life == m_lives.end() || m_index.lives[life->second].frames.first > frame ||
                !finite(record.first) || !finite(record.second))
                continue;
            m_places[record.actor] = {{record.first, record.second}, frame == m_frame};
        }
    }
    void takeFrame(const FrameStart& start)
    {
        m_out[QStringLiteral("id")] = static_cast<qint64>(start.id);
        m_out[QStringLiteral("duration")] = start.duration;
        m_out[QStringLiteral("elapsed")] = start.elapsed;
    }
    void takeRecords(const Packet& packet)
    {
        if (packet.kind == PacketKind::Position || packet.kind == PacketKind::FrameEnd)
            return;
        QJsonArray list;
        for (QJsonObject& record : recordsOf(packet.kind, packet.data, m_index.layout))
            list.append(record);
        if (!list.isEmpty())
            m_out[QLatin1String(packetName(packet.kind))] = list;
    }
    QJsonObject result()
    {
        QJsonArray actors;
        for (const auto& [id, place] : m_places) {
            const auto life = m_lives.find(id);
            if (life == m_lives.end())
                continue;
            QJsonObject actor{{QStringLiteral("id"), static_cast<qint64>(id)},
                              {QStringLiteral("location"), vector(place.pose.location)},
                              {QStringLiteral("rotation"), vector(place.pose.rotation)},
                              {QStringLiteral("recorded"), place.recorded}};
            if (const std::int32_t parent = m_index.lives[life->second].parent; parent >= 0) {
                actor[QStringLiteral("offset_from")] =
                    static_cast<qint64>(m_index.lives[static_cast<std::size_t>(parent)].nativeId);
            }
            actors.append(actor);
        }
        m_out[QStringLiteral("actors")] = actors;
        m_out[QStringLiteral("units")] =
            QStringLiteral("location in cm (x, y, z), rotation in degrees (roll, pitch, yaw)");
        return m_out;
    }

private:
    static QJsonArray vector(const Vec3& v) { return {v.x, v.y, v.z}; }

    const LogIndex& m_index;
    FrameNumber m_frame;
    std::map<std::uint32_t, NativePlace> m_places;
    std::map<std::uint32_t, std::size_t> m_lives;
    QJsonObject m_out;
};

/// A Position packet before the base frame that still holds because that frame has none.
Result<void> takeLastPositions(const model::ByteSource& source, const LogIndex& index,
                               const SegmentStart& start, NativeFrame& native, const std::stop_token& stop)
{
    static_assert(SnapshotKinds[0] == PacketKind::Position);
    if (start.last[0] == 0 || start.last[0] >= start.baseOffset)
        return {};
    PacketReader reader(source, start.last[0], index.layout, UINT64_MAX, 4096);
    Packet packet;
    const auto got = reader.next(packet, stop);
    if (!got)
        return tl::unexpected(got.error());
    if (*got && packet.kind == PacketKind::Position)
        native.takePositions(packet.data, start.base);
    return {};
}

} // namespace

Result<QJsonObject> readNativeState(const model::ByteSource& source, const LogIndex& index, FrameNumber frame,
                                    const std::stop_token& stop)
{
    const int keyframe = index.revision->keyframes.at(frame);
    if (keyframe < 0 || frame < 0 || frame >= index.revision->frames())
        return model::fail(ErrorCode::InvalidArgument, QStringLiteral("there is no frame %1").arg(frame));
    const SegmentStart& start = index.segments[static_cast<std::size_t>(keyframe)];
    NativeFrame native(index, frame);
    native.startPlaces(start.base);
    if (auto done = takeLastPositions(source, index, start, native, stop); !done)
        return tl::unexpected(done.error());
    PacketReader reader(source, start.baseOffset, index.layout,
                        index.readEnd(static_cast<std::size_t>(keyframe)));
    Packet packet;
    FrameNumber now = start.base - 1;
    while (true) {
        const auto more = reader.next(packet, stop);
        if (!more)
            return tl::unexpected(more.error());
        if (!*more)
            break;
        if (packet.kind == PacketKind::FrameStart) {
            const auto begun = parseFrameStart(packet.data);
            if (!begun)
                continue;
            if (++now > frame)
                break;
            if (now == frame)
                native.takeFrame(*begun);
            continue;
        }
        if (now < start.base || packet.oversized())
            continue;
        if (packet.kind == PacketKind::Position)
            native.takePositions(packet.data, now);
        else if (now == frame && packet.kind != PacketKind::Unknown)
            native.takeRecords(packet);
    }
    return native.result();
}

} // namespace ghostline::carla
