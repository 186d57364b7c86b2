// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Everything of a log that outlives its frame: who lives where, and values recorded only when they change.
#include "codecs/carla/format/space.h"
#include "codecs/carla/write/log_writer.h"

#include <map>
#include <optional>

namespace ghostline::carla {

/// World place of an actor in the log's own axes: the inverse of worldPosition() and worldOrientation().
Vec3 nativeLocation(const glm::dvec3& world);
Rotation nativeRotation(const glm::quat& orientation);

/// Fed packet by packet in file order; write() then brings a log that begins here up to date.
class LogState
{
public:
    void frame(model::FrameNumber number) { m_frame = number; }
    void packet(std::uint8_t id, PacketKind kind, Bytes data, const Layout& layout);
    /// Whether packets of this kind are carried in the state and must not be copied beside it.
    static bool carries(PacketKind kind);
    /// Adds and Parents of all that live, then the last values of what changes. Actors that were added in the
    /// current frame keep the transform of their Add; the others get their last place.
    void write(LogWriter& out, const Layout& layout) const;
    /// The last packet of a kind that is written every frame and holds until the next of its kind; for frames
    /// that lack one. Empty when there was none.
    void writeLast(PacketKind kind, LogWriter& out) const;
    /// The kinds writeLast() knows.
    static std::span<const PacketKind> lasting();

private:
    struct Actor
    {
        std::uint32_t id = 0;
        model::FrameNumber born = 0;
        std::vector<std::byte> record; ///< the Add as encoded
        RawPose added;
        std::optional<RawPose> place;        ///< last place seen
        std::optional<std::uint32_t> parent; ///< the Add is an offset from it
    };
    using Order = std::uint64_t;
    using Values = std::map<std::uint32_t, std::vector<std::byte>>;

    Actor* find(std::uint32_t id);
    void add(const EventAdd& add, const Layout& layout);
    void remove(std::uint32_t id);
    void forget(std::uint32_t id);
    void moved(const ActorVectors& at);
    model::Pose pose(const Actor& actor, int depth) const;
    void detach(std::uint32_t parent);
    template<typename R>
    void keep(Values& values, Bytes data, const Layout& layout);
    void change(std::uint8_t id, PacketKind kind, Bytes data, const Layout& layout);
    void keepDoors(std::uint8_t id, Bytes data, const Layout& layout);

    struct Last
    {
        std::uint8_t id = 0;
        std::vector<std::byte> data;
    };

    model::FrameNumber m_frame = -1;
    Order m_next = 0;
    std::map<Order, Actor> m_actors; ///< in order of their Adds
    std::map<std::uint32_t, Order> m_byId;
    Values m_boxes;
    Values m_volumes;
    Values m_lightTimes;
    Values m_sceneLights;
    Values m_physics;
    /// By actor and place in the order of writing: what was said of all doors comes before single ones.
    std::map<std::pair<std::uint32_t, std::uint8_t>, std::vector<std::byte>> m_doors;
    std::uint8_t m_doorId = 0;
    std::vector<std::byte> m_weather; ///< data of the last packet that had records
    std::uint8_t m_weatherId = 0;
    std::map<PacketKind, Last> m_last;
};

} // namespace ghostline::carla
