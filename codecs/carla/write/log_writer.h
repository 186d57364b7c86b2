// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Encodes a recorder log packet by packet: the mirror of packets.h, for trimming, samples and tests.
#include "codecs/carla/format/packets.h"
#include "model/bytes/atomic_file.h"

#include <QByteArray>

namespace ghostline::carla {

/// How one build of the recorder lays out what others lay out differently.
struct LogFormat
{
    bool doubles = false;    ///< UE5: vectors of f64
    bool doorsFirst = false; ///< ids 21 Door, 22 Wheels, 23 Biker; else 21 Wheels, 22 Biker, 23 Door
    std::uint8_t physicsWheelBytes = 48;
    std::uint8_t idOf(PacketKind kind) const;
};

/// Appends to a buffer in memory; flush it whenever it suits. Not thread-safe.
class LogWriter
{
public:
    explicit LogWriter(const LogFormat& format = {}) : m_format(format) {}

    void header(std::int64_t date, const QByteArray& map, std::uint16_t version = 1);
    /// The last frame of a log has duration -1.
    void beginFrame(std::uint64_t id, double duration, double elapsed);
    void endFrame();

    void write(std::span<const EventAdd> list);
    void write(std::span<const EventDel> list);
    void write(std::span<const EventParent> list);
    void write(std::span<const Collision> list);
    /// Position, Kinematics, BoundingBox or TriggerVolume.
    void write(PacketKind kind, std::span<const ActorVectors> list);
    void write(std::span<const LightState> list);
    void write(std::span<const VehicleControl> list);
    void write(std::span<const WalkerControl> list);
    void write(std::span<const VehicleLight> list);
    void write(std::span<const SceneLight> list);
    void write(std::span<const Physics> list);
    void write(std::span<const LightTime> list);
    void write(std::span<const WalkerBones> list);
    void write(std::span<const Wheels> list);
    void write(std::span<const Biker> list);
    void write(std::span<const Door> list);
    void write(std::span<const Weather> list);
    /// PlatformTime or VisualTime.
    void seconds(PacketKind kind, double value);
    /// A packet of any id with these bytes as its data.
    void raw(std::uint8_t id, Bytes data);
    /// A packet of `count` records that are already encoded.
    void encoded(std::uint8_t id, std::size_t count, Bytes records);
    /// Bytes copied as they are.
    void bytes(Bytes data) { m_out.insert(m_out.end(), data.begin(), data.end()); }

    const std::vector<std::byte>& buffer() const { return m_out; }
    QByteArray take();
    void clear() { m_out.clear(); }
    /// Writes the buffer to the file and empties it.
    model::Result<void> flush(model::AtomicFile& file);

private:
    template<io::Scalar T>
    void put(T value);
    void put(const Vec3& v);
    void put(std::string_view text);
    template<std::size_t N>
    void put(const std::array<float, N>& values);
    template<std::size_t N>
    void put(const std::vector<std::array<float, N>>& curve);
    void put(const ActorVectors& r);
    void record(const EventAdd& r);
    void record(const EventDel& r) { put(r.actor); }
    void record(const EventParent& r);
    void record(const Collision& r);
    void record(const LightState& r);
    void record(const VehicleControl& r);
    void record(const WalkerControl& r);
    void record(const VehicleLight& r);
    void record(const SceneLight& r);
    void record(const Physics& r);
    void record(const LightTime& r);
    void record(const WalkerBones& r);
    void record(const Wheels& r);
    void record(const Biker& r);
    void record(const Door& r);
    void record(const Weather& r) { put(r.values); }

    std::size_t open(std::uint8_t id);
    void close(std::size_t at);
    template<typename R>
    void packet(PacketKind kind, std::span<const R> list);

    LogFormat m_format;
    std::vector<std::byte> m_out;
};

} // namespace ghostline::carla
