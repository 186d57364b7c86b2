// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A decoded stretch of a log: dense columns for what moves, one cell for what does not.
#include "codecs/carla/replay/log_index.h"
#include "codecs/carla/replay/sheet.h"
#include "model/replay/segment.h"

namespace ghostline::carla {

struct PoseCell
{
    glm::dvec3 position{0.0};
    glm::quat orientation{1.0F, 0.0F, 0.0F, 0.0F};
    glm::vec3 velocity{0.0F};
    model::ActorFlags flags = 0;
    bool known = false;    ///< there is a place, recorded now or earlier
    bool recorded = false; ///< recorded in this very frame
    friend bool operator==(const PoseCell&, const PoseCell&) = default;
};
struct ControlCell
{
    float throttle = 0.0F, steering = 0.0F, brake = 0.0F;
    std::int32_t gear = 0;
    bool handbrake = false;
    bool present = false;
    friend bool operator==(const ControlCell&, const ControlCell&) = default;
};
struct LampCell
{
    std::uint32_t flags = 0;
    bool present = false;
    friend bool operator==(const LampCell&, const LampCell&) = default;
};
struct SpeedCell
{
    float speed = 0.0F;
    bool present = false;
    friend bool operator==(const SpeedCell&, const SpeedCell&) = default;
};
struct LightCell
{
    float elapsed = 0.0F;
    std::int8_t state = 0;
    bool frozen = false;
    bool present = false;
    friend bool operator==(const LightCell&, const LightCell&) = default;
};
struct WheelCell
{
    std::array<float, 4> steer{};
    std::uint8_t wheels = 0; ///< bits of those present
    bool present = false;
    friend bool operator==(const WheelCell&, const WheelCell&) = default;
};
struct RiderCell
{
    float speed = 0.0F, crank = 0.0F;
    bool present = false;
    friend bool operator==(const RiderCell&, const RiderCell&) = default;
};

/// One life within the segment.
struct Column
{
    model::ActorId id = model::ActorId::None;
    model::FrameRange frames; ///< of the life
    std::uint32_t nativeId = 0;
    std::int32_t parent = -1;           ///< column whose pose this one follows, -1 = none
    model::FrameNumber followUntil = 0; ///< from here on the pose cells count (the parent is gone)
    model::Pose offset;                 ///< in the parent's axes
    std::int32_t pose = -1;             ///< slots in the sheets, -1 = nothing of the kind
    std::int32_t control = -1, lamps = -1, walker = -1, light = -1, wheels = -1, rider = -1, yaw = -1;
    std::int32_t skeleton = -1;
    std::int32_t bones = -1;                                               ///< slot in the bone track
    std::vector<std::pair<model::FrameNumber, std::uint8_t>> doors;        ///< ascending frames
    std::vector<std::pair<model::FrameNumber, std::array<float, 3>>> full; ///< seconds of red, yellow, green
};

/// Bone poses of one walker, in the axes of their parents. Frames that repeat a pose share it.
struct BoneTrack
{
    std::size_t bones = 0;
    std::vector<model::BonePose> poses;
    std::vector<std::int32_t> first; ///< by frame: its first pose, -1 where there is none
    bool present(std::size_t frame) const { return first[frame] >= 0; }
    const model::BonePose& pose(std::size_t frame, std::size_t bone) const
    {
        return poses[static_cast<std::size_t>(first[frame]) + bone];
    }
};

struct MatchCell
{
    std::uint64_t id = 0;
    double duration = 0.0;
    double platform = 0.0;
    double visual = 0.0;
    bool hasPlatform = false;
    bool hasVisual = false;
    std::int32_t weather = -1; ///< index into CarlaSegment::weather
};

/// Filled by SegmentBuilder, then immutable. Frame index 0 is `base`; the last one may be the next segment's
/// first.
class CarlaSegment final : public model::Segment
{
public:
    model::FrameRange frames() const override { return m_range; }
    std::size_t bytes() const override;
    void sample(model::FrameTime at, model::SamplePolicy policy, model::WorldState& out) const override;

private:
    friend class SegmentBuilder;
    /// The time of a sample, between two stored frames.
    struct Instant
    {
        std::size_t i = 0; ///< stored frame
        model::FrameNumber frame = 0;
        double f = 0.0;       ///< toward the next stored frame; 0 when nothing may be interpolated
        bool between = false; ///< asked for between two frames
    };
    Instant instantOf(model::FrameTime at, model::SamplePolicy policy) const;
    void samplePose(const Column& column, const Instant& instant, std::size_t row,
                    model::WorldState& out) const;
    void followParents(const Instant& instant, model::WorldState& out) const;
    void sampleBones(const Column& column, const Instant& instant, std::size_t row, std::size_t first,
                     model::WorldState& out) const;
    void sampleProperties(const Column& column, const Instant& instant,
                          std::span<model::PropertyValue> out) const;
    void sampleLight(const Column& column, const Instant& instant, std::span<model::PropertyValue> out) const;
    void sampleMatch(const Instant& instant, model::WorldState& out) const;
    /// The frame to blend with, or the frame itself when the actor is not there any more.
    std::size_t nextOf(const Column& column, const Instant& instant) const;

    model::FrameRange m_range;
    model::FrameNumber m_base = 0;
    std::vector<model::Micros> m_times;    ///< by stored frame
    std::vector<Column> m_columns;         ///< ascending ActorId
    std::vector<std::uint32_t> m_children; ///< columns with a parent, parents first
    Sheet<PoseCell> m_poses;
    Sheet<ControlCell> m_controls;
    Sheet<LampCell> m_lamps;
    Sheet<SpeedCell> m_walkers;
    Sheet<SpeedCell> m_yaws;
    Sheet<LightCell> m_lights;
    Sheet<WheelCell> m_wheels;
    Sheet<RiderCell> m_riders;
    std::vector<BoneTrack> m_bones;
    std::shared_ptr<const std::vector<BoneList>> m_skeletons;
    std::vector<MatchCell> m_match; ///< by stored frame
    std::vector<std::array<float, 14>> m_weather;
    model::Micros m_maxGap{1'000'000};
};

} // namespace ghostline::carla
