// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The cast of a log: every life of every actor, with what its description tells a viewer.
#include "codecs/carla/base/limits.h"
#include "codecs/carla/format/space.h"
#include "model/replay/replay_info.h"

#include <optional>
#include <span>
#include <unordered_map>

namespace ghostline::carla {

inline constexpr model::FrameNumber OpenEnd = INT64_MAX;

/// What the segments need to know of one life.
struct ActorLife
{
    std::uint32_t nativeId = 0;
    model::FrameRange frames{0, OpenEnd};
    RawPose added; ///< transform of EventAdd: in the world, or an offset when there is a parent
    bool fromAdd = false;
    bool fixed = false; ///< stays where it was added; its kind has no Position by design
    bool hasChildren = false;
    std::int32_t parent = -1; ///< index of a life; set when a Parent record came in the frame of the Add
    std::int32_t skeleton = -1;
    model::FrameNumber detachedAt = OpenEnd; ///< the parent was removed: from here on it stays at `detached`
    model::Pose detached;
    bool alive(model::FrameNumber f) const { return frames.contains(f); }
};

/// Team numbers, in the order of castTeams().
enum class CastTeam : int { Hero, Vehicles, TwoWheelers, Walkers, TrafficLights, Signs, Sensors, Props };
std::vector<model::Team> castTeams();

/// What EventAdd says, for people. `life` and the parent are left to the builder.
model::ActorInfo describeActor(const EventAdd& add);

/// Grows frame by frame; numbers of lives are ActorIds.
class CastBuilder
{
public:
    const std::vector<ActorLife>& lives() const { return m_lives; }
    const std::vector<model::ActorInfo>& infos() const { return m_infos; }
    const ActorLife& life(std::uint32_t i) const { return m_lives[i]; }
    const model::ActorInfo& info(std::uint32_t i) const { return m_infos[i]; }
    bool full() const { return m_lives.size() >= MaxActors; }
    std::size_t alive() const { return m_alive.size(); }
    std::size_t attributesLeftOut() const { return m_attributesLeftOut; }
    /// Changes whenever a native id may mean another life than before.
    std::uint64_t generation() const { return m_generation; }
    std::optional<std::uint32_t> find(std::uint32_t nativeId) const;

    /// A life begins; one with the same native id that still runs ends. Nothing when the cast is full.
    std::optional<std::uint32_t> add(const EventAdd& add, model::FrameNumber frame);
    /// An actor that no EventAdd named but that moves.
    std::optional<std::uint32_t> addUnknown(std::uint32_t nativeId, model::FrameNumber frame);
    /// Ends a life; nothing when there is none.
    std::optional<std::uint32_t> remove(std::uint32_t nativeId, model::FrameNumber frame);
    bool removedIn(std::uint32_t nativeId, model::FrameNumber frame) const;
    /// Parent record: makes the child's Add transform an offset if the child was added in this very frame.
    void setParent(std::uint32_t child, std::uint32_t parent, model::FrameNumber frame);
    void detachChildren(std::uint32_t parent, const model::Pose& parentPose, model::FrameNumber frame);
    void setBox(std::uint32_t nativeId, const Vec3& originCm, const Vec3& extentCm);
    /// In the order of the recorder's wheels; what no wheel can have is left out.
    void setWheelRadii(std::uint32_t nativeId, std::span<const float> radiiCm);
    void setAttribute(std::uint32_t nativeId, const QString& name, const QString& value);
    void setSkeleton(std::uint32_t actor, std::int32_t skeleton);
    /// Forgets all that began in or after a frame that turned out not to be whole.
    void dropFrom(model::FrameNumber frame);
    /// The cast as a revision shows it: lives that began before `frames`, open ends closed there.
    std::vector<model::ActorInfo> snapshot(model::FrameNumber frames) const;

private:
    std::uint32_t begin(model::ActorInfo info, ActorLife life);

    std::vector<ActorLife> m_lives;
    std::vector<model::ActorInfo> m_infos;
    std::unordered_map<std::uint32_t, std::uint32_t> m_alive;
    std::unordered_map<std::uint32_t, model::FrameNumber> m_removed;
    std::uint64_t m_generation = 0;
    std::size_t m_attributes = 0;
    std::size_t m_attributesLeftOut = 0;
};

} // namespace ghostline::carla
