// SPDX-License-Identifier: GPL-3.0-or-later
// Packets as JSON objects.
#include "codecs/carla/replay/records.h"

#include "codecs/carla/format/packet_reader.h"
#include "model/base/text.h"

#include <QJsonArray>

#include <map>

namespace ghostline::carla {

using model::ErrorCode;
using model::Result;

namespace {

/// Bytes of an unknown packet that are shown.
constexpr std::size_t ShownBytes = 64;

QJsonArray json(const Vec3& v) { return {v.x, v.y, v.z}; }

template<std::size_t N>
QJsonArray json(const std::array<float, N>& values)
{
    QJsonArray out;
    for (const float v : values)
        out.append(static_cast<double>(v));
    return out;
}

qint64 number(std::uint32_t v) { return static_cast<qint64>(v); }

QJsonObject json(const EventAdd& r)
{
    QJsonArray attributes;
    for (const Attribute& a : r.attributes) {
        attributes.append(QJsonObject{{QStringLiteral("type"), a.type},
                                      {QStringLiteral("id"), model::textOf(a.id)},
                                      {QStringLiteral("value"), model::textOf(a.value)}});
    }
    return {{QStringLiteral("id"), number(r.actor)},
            {QStringLiteral("type"), r.type},
            {QStringLiteral("location"), json(r.location)},
            {QStringLiteral("rotation"), json(r.rotation)},
            {QStringLiteral("uid"), number(r.uid)},
            {QStringLiteral("description"), model::textOf(r.descId)},
            {QStringLiteral("attributes"), attributes}};
}

QJsonObject json(const EventDel& r) { return {{QStringLiteral("id"), number(r.actor)}}; }

QJsonObject json(const EventParent& r)
{
    return {{QStringLiteral("id"), number(r.child)}, {QStringLiteral("parent"), number(r.parent)}};
}

QJsonObject json(const Collision& r)
{
    return {{QStringLiteral("sequence"), number(r.sequence)},
            {QStringLiteral("actor1"), number(r.actor1)},
            {QStringLiteral("actor2"), number(r.actor2)},
            {QStringLiteral("hero1"), r.hero1},
            {QStringLiteral("hero2"), r.hero2}};
}

QJsonObject json(const ActorVectors& r, PacketKind kind)
{
    const bool motion = kind == PacketKind::Kinematics;
    const bool place = kind == PacketKind::Position;
    return {{QStringLiteral("id"), number(r.actor)},
            {place    ? QStringLiteral("location")
             : motion ? QStringLiteral("linear_velocity")
                      : QStringLiteral("origin"),
             json(r.first)},
            {place    ? QStringLiteral("rotation")
             : motion ? QStringLiteral("angular_velocity")
                      : QStringLiteral("extent"),
             json(r.second)}};
}

QJsonObject json(const LightState& r)
{
    return {{QStringLiteral("id"), number(r.actor)},
            {QStringLiteral("frozen"), r.frozen},
            {QStringLiteral("elapsed_time"), static_cast<double>(r.elapsed)},
            {QStringLiteral("state"), r.state}};
}

QJsonObject json(const VehicleControl& r)
{
    return {{QStringLiteral("id"), number(r.actor)},
            {QStringLiteral("steering"), static_cast<double>(r.steering)},
            {QStringLiteral("throttle"), static_cast<double>(r.throttle)},
            {QStringLiteral("brake"), static_cast<double>(r.brake)},
            {QStringLiteral("handbrake"), r.handbrake},
            {QStringLiteral("gear"), r.gear}};
}

QJsonObject json(const WalkerControl& r)
{
    return {{QStringLiteral("id"), number(r.actor)}, {QStringLiteral("speed"), static_cast<double>(r.speed)}};
}

QJsonObject json(const VehicleLight& r)
{
    return {{QStringLiteral("id"), number(r.actor)}, {QStringLiteral("flags"), number(r.flags)}};
}

QJsonObject json(const SceneLight& r)
{
    return {{QStringLiteral("id"), r.light},
            {QStringLiteral("intensity"), static_cast<double>(r.intensity)},
            {QStringLiteral("colour"), json(r.colour)},
            {QStringLiteral("on"), r.on},
            {QStringLiteral("type"), r.type}};
}

QJsonObject json(const LightTime& r)
{
    return {{QStringLiteral("id"), number(r.actor)},
            {QStringLiteral("green"), static_cast<double>(r.green)},
            {QStringLiteral("yellow"), static_cast<double>(r.yellow)},
            {QStringLiteral("red"), static_cast<double>(r.red)}};
}

QJsonObject json(const Biker& r)
{
    return {{QStringLiteral("id"), number(r.actor)},
            {QStringLiteral("forward_speed"), static_cast<double>(r.forwardSpeed)},
            {QStringLiteral("engine_rotation"), static_cast<double>(r.engineRotation)}};
}

QJsonObject json(const Door& r)
{
    return {{QStringLiteral("id"), number(r.actor)},
            {QStringLiteral("door"), r.door},
            {QStringLiteral("open"), r.open}};
}

QJsonObject json(const Weather& r)
{
    QJsonObject out;
    for (std::size_t i = 0; i < r.values.size(); ++i)
        out[QLatin1String(WeatherNames[i])] = static_cast<double>(r.values[i]);
    return out;
}

QJsonObject json(const WalkerBones& r)
{
    QJsonArray bones;
    for (const Bone& b : r.bones) {
        bones.append(QJsonObject{{QStringLiteral("name"), model::textOf(b.name)},
                                 {QStringLiteral("location"), json(b.location)},
                                 {QStringLiteral("rotation"), json(b.rotation)}});
    }
    return {{QStringLiteral("id"), number(r.actor)}, {QStringLiteral("bones"), bones}};
}

QJsonObject json(const Wheels& r)
{
    QJsonArray wheels;
    for (const Wheel& w : r.wheels) {
        wheels.append(QJsonObject{{QStringLiteral("wheel"), w.wheel},
                                  {QStringLiteral("steer"), static_cast<double>(w.steer)},
                                  {QStringLiteral("rotation"), static_cast<double>(w.rotation)}});
    }
    return {{QStringLiteral("id"), number(r.actor)}, {QStringLiteral("wheels"), wheels}};
}

template<std::size_t N>
QJsonArray json(const std::vector<std::array<float, N>>& curve)
{
    QJsonArray out;
    for (const auto& point : curve)
        out.append(json(point));
    return out;
}

QJsonObject json(const Physics& r)
{
    QJsonArray wheels;
    for (const PhysicsWheel& w : r.wheels) {
        wheels.append(
            QJsonObject{{QStringLiteral("tire_friction"), static_cast<double>(w.friction)},
                        {QStringLiteral("damping_rate"), static_cast<double>(w.damping)},
                        {QStringLiteral("max_steer_angle"), static_cast<double>(w.maxSteer)},
                        {QStringLiteral("radius"), static_cast<double>(w.radius)},
                        {QStringLiteral("max_brake_torque"), static_cast<double>(w.brakeTorque)},
                        {QStringLiteral("max_handbrake_torque"), static_cast<double>(w.handbrakeTorque)},
                        {QStringLiteral("stiffness"), json(w.stiffness)},
                        {QStringLiteral("position"), json(w.position)}});
    }
    return {
        {QStringLiteral("id"), number(r.actor)},
        {QStringLiteral("max_rpm"), static_cast<double>(r.engine[0])},
        {QStringLiteral("moi"), static_cast<double>(r.engine[1])},
        {QStringLiteral("damping_rate_full_throttle"), static_cast<double>(r.engine[2])},
        {QStringLiteral("damping_rate_zero_throttle_clutch_engaged"), static_cast<double>(r.engine[3])},
        {QStringLiteral("damping_rate_zero_throttle_clutch_disengaged"), static_cast<double>(r.engine[4])},
        {QStringLiteral("use_gear_auto_box"), r.autoGears},
        {QStringLiteral("clutch_strength"), static_cast<double>(r.drive[0])},
        {QStringLiteral("final_ratio"), static_cast<double>(r.drive[1])},
        {QStringLiteral("mass"), static_cast<double>(r.drive[2])},
        {QStringLiteral("drag_coefficient"), static_cast<double>(r.drive[3])},
        {QStringLiteral("center_of_mass"), json(r.centreOfMass)},
        {QStringLiteral("torque_curve"), json(r.torque)},
        {QStringLiteral("forward_gears"), json(r.gears)},
        {QStringLiteral("steering_curve"), json(r.steering)},
        {QStringLiteral("wheels"), wheels}};
}

template<typename R>
std::vector<QJsonObject> fixedOnes(Bytes data, const Layout& layout)
{
    std::vector<QJsonObject> out;
    if (const auto list = records<R>(data, layout)) {
        for (const R record : *list)
            out.push_back(json(record));
    }
    return out;
}

template<typename List>
std::vector<QJsonObject> listed(const List& list)
{
    std::vector<QJsonObject> out;
    if (list) {
        for (const auto& record : *list)
            out.push_back(json(record));
    }
    return out;
}

std::vector<QJsonObject> single(PacketKind kind, Bytes data)
{
    if (kind == PacketKind::FrameStart) {
        const auto frame = parseFrameStart(data);
        if (!frame)
            return {};
        return {{{QStringLiteral("id"), static_cast<qint64>(frame->id)},
                 {QStringLiteral("duration"), frame->duration},
                 {QStringLiteral("elapsed"), frame->elapsed}}};
    }
    if (kind == PacketKind::PlatformTime || kind == PacketKind::VisualTime) {
        const auto seconds = parseSeconds(data);
        if (!seconds)
            return {};
        return {{{QStringLiteral("time"), *seconds}}};
    }
    if (kind == PacketKind::FrameCounter && data.size() >= 8)
        return {{{QStringLiteral("counter"), static_cast<qint64>(io::loadLe<std::uint64_t>(data.data()))}}};
    const Bytes shown = data.first(std::min(data.size(), ShownBytes));
    const QByteArray bytes(reinterpret_cast<const char*>(shown.data()), static_cast<qsizetype>(shown.size()));
    QJsonObject out;
    if (!bytes.isEmpty())
        out[QStringLiteral("bytes")] = QString::fromLatin1(bytes.toHex());
    return {out};
}

} // namespace

std::vector<QJsonObject> recordsOf(PacketKind kind, Bytes data, const Layout& layout)
{
    switch (kind) {
    case PacketKind::EventAdd:
        return listed(parseAdds(data, layout));
    case PacketKind::EventDel:
        return fixedOnes<EventDel>(data, layout);
    case PacketKind::EventParent:
        return fixedOnes<EventParent>(data, layout);
    case PacketKind::Collision:
        return fixedOnes<Collision>(data, layout);
    case PacketKind::LightState:
        return fixedOnes<LightState>(data, layout);
    case PacketKind::VehicleControl:
        return fixedOnes<VehicleControl>(data, layout);
    case PacketKind::WalkerControl:
        return fixedOnes<WalkerControl>(data, layout);
    case PacketKind::VehicleLight:
        return fixedOnes<VehicleLight>(data, layout);
    case PacketKind::SceneLight:
        return fixedOnes<SceneLight>(data, layout);
    case PacketKind::LightTime:
        return fixedOnes<LightTime>(data, layout);
    case PacketKind::Biker:
        return fixedOnes<Biker>(data, layout);
    case PacketKind::Door:
        return fixedOnes<Door>(data, layout);
    case PacketKind::Weather:
        return fixedOnes<Weather>(data, layout);
    case PacketKind::WalkerBones:
        return listed(parseBones(data, layout));
    case PacketKind::Wheels:
        return listed(parseWheels(data));
    case PacketKind::Physics:
        return listed(parsePhysics(data, layout));
    case PacketKind::Position:
    case PacketKind::Kinematics:
    case PacketKind::BoundingBox:
    case PacketKind::TriggerVolume:
        break;
    default:
        return single(kind, data);
    }
    std::vector<QJsonObject> out;
    if (const auto list = positions(data, layout)) {
        for (const ActorVectors record : *list)
            out.push_back(json(record, kind));
    }
    return out;
}

Result<std::vector<model::StreamInfo>> countStreams(const model::ByteSource& source, const Header& header,
                                                    const Layout& layout, const std::stop_token& stop)
{
    std::array<model::StreamInfo, PacketKindCount> streams;
    const auto count = [&](const Packet& packet) {
        const bool good = !packet.oversized() && wellFormed(packet.kind, packet.data, layout);
        const QString name = QLatin1String(packetName(packet.kind));
        model::StreamInfo& stream = streams[static_cast<std::size_t>(packet.kind)];
        stream.name = name;
        stream.bytes += packet.size;
        const bool counted = needsTotal(packet.id) && packet.kind != PacketKind::Unknown;
        const std::size_t fixed = fixedRecordBytes(packet.kind, layout);
        const std::uint64_t records = !good        ? 0
                                      : fixed != 0 ? *recordCount(packet.data, fixed)
                                      : counted    ? storedTotal(packet.data)
                                                   : 1;
        stream.records += records;
        stream.kinds[packet.kind == PacketKind::Unknown ? QString::number(packet.id) : name] += records;
        return true;
    };
    if (auto done = PacketReader(source, header.firstPacket, layout).each(stop, count); !done)
        return tl::unexpected(done.error());
    std::vector<model::StreamInfo> out;
    for (model::StreamInfo& stream : streams) {
        if (!stream.name.isEmpty())
            out.push_back(std::move(stream));
    }
    return out;
}

Result<void> dumpRecords(const model::ByteSource& source, const Header& header, const Layout& layout,
                         const QString& stream, const model::RecordSink& sink, const std::stop_token& stop)
{
    bool known = stream.isEmpty();
    for (std::size_t k = 0; k < PacketKindCount && !known; ++k)
        known = stream == QLatin1String(packetName(static_cast<PacketKind>(k)));
    if (!known)
        return model::fail(ErrorCode::InvalidArgument,
                           QStringLiteral("there is no stream \"%1\"").arg(stream));
    std::optional<std::int64_t> frame;
    return PacketReader(source, header.firstPacket, layout).each(stop, [&](const Packet& packet) {
        if (packet.kind == PacketKind::FrameStart) {
            if (const auto start = parseFrameStart(packet.data))
                frame = static_cast<std::int64_t>(start->id);
        }
        const QString name = QLatin1String(packetName(packet.kind));
        if (!stream.isEmpty() && stream != name)
            return true;
        for (QJsonObject& data : recordsOf(packet.kind, packet.data, layout)) {
            if (packet.kind == PacketKind::Unknown) {
                data[QStringLiteral("id")] = packet.id;
                data[QStringLiteral("size")] = number(packet.size);
            }
            if (!sink({name, frame, packet.offset, name, std::move(data)}))
                return false;
        }
        return true;
    });
}

// One frame in CARLA's own axes and units.

using model::FrameNumber;

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
    FrameNumber now = start.base - 1;
    const auto take = [&](const Packet& packet) {
        if (packet.kind == PacketKind::FrameStart) {
            const auto begun = parseFrameStart(packet.data);
            now += begun ? 1 : 0;
            if (begun && now == frame)
                native.takeFrame(*begun);
            return now <= frame;
        }
        if (now < start.base || packet.oversized())
            return true;
        if (packet.kind == PacketKind::Position)
            native.takePositions(packet.data, now);
        else if (now == frame && packet.kind != PacketKind::Unknown)
            native.takeRecords(packet);
        return true;
    };
    if (auto done = reader.each(stop, take); !done)
        return tl::unexpected(done.error());
    return native.result();
}

} // namespace ghostline::carla
