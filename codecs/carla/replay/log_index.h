// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What one pass over a log leaves behind so that any stretch of it can be decoded on its own.
#include "codecs/carla/replay/cast.h"
#include "codecs/carla/replay/scene.h"
#include "model/replay/replay_index.h"

#include <array>

namespace ghostline::carla {

/// A segment ends after this many bytes of file or frames, whichever comes first: a cold seek reads this
/// much.
inline constexpr std::uint64_t SegmentBytes = std::uint64_t{320} << 10;
inline constexpr model::FrameNumber SegmentFrames = 64;
/// Nor does it hold more places than this: actors that say nothing take none of the file but all of a row.
inline constexpr std::uint64_t SegmentCells = std::uint64_t{1} << 17;

/// Kinds that replace all their records each frame; where a frame lacks the whole packet, the last one holds.
inline constexpr std::array SnapshotKinds{
    PacketKind::Position,     PacketKind::LightState, PacketKind::VehicleControl, PacketKind::WalkerControl,
    PacketKind::VehicleLight, PacketKind::Wheels,     PacketKind::Biker,          PacketKind::WalkerBones};

/// Where decoding of a segment begins. The frame before its first is read too: velocities and jumps need it.
struct SegmentStart
{
    model::FrameNumber frame = 0; ///< first frame of the segment
    std::uint64_t offset = 0;     ///< of that frame's FrameStart
    model::FrameNumber base = 0;  ///< frame before it (or 0)
    std::uint64_t baseOffset = 0;
    std::uint64_t firstFrameEnd =
        0; ///< where the segment's first frame ends; the segment before reads up to here
    std::array<std::uint64_t, SnapshotKinds.size()>
        last{}; ///< last packet of each kind up to the base frame, 0 = none
};

/// An actor whose Position is missing for a while, over the beginning of at least one segment.
struct Gap
{
    std::uint32_t actor = 0;
    model::FrameNumber first = 0;
    model::FrameNumber end = OpenEnd;
    RawPose pose; ///< last known
};

struct DoorChange
{
    model::FrameNumber frame = 0;
    std::uint32_t actor = 0;
    std::uint8_t open = 0; ///< bits of all doors known to be open from here on
};

struct WeatherChange
{
    model::FrameNumber frame = 0;
    std::array<float, 14> values{};
};

struct LightTimeChange
{
    model::FrameNumber frame = 0;
    std::uint32_t actor = 0;
    std::array<float, 3> full{}; ///< seconds of red, yellow, green: by number of the state
};

/// One bone-name list; parents come from the known names of CARLA's pedestrians.
struct BoneList
{
    model::Skeleton skeleton;
    std::vector<int> order; ///< parents before children
};

/// Immutable once shared.
struct LogIndex
{
    Layout layout;
    std::vector<model::Micros> times; ///< of all frames indexed so far, may reach past the revision's last
    std::vector<ActorLife> lives;
    std::vector<SegmentStart> segments; ///< those of the revision, then one more unless complete
    std::uint64_t dataEnd = 0;          ///< where the last readable frame ends
    std::vector<Gap> gaps;
    std::vector<DoorChange> doors;
    std::vector<WeatherChange> weather;
    std::vector<LightTimeChange> lightTimes;
    std::shared_ptr<const std::vector<BoneList>> skeletons = std::make_shared<std::vector<BoneList>>();
    std::vector<TrackSample> tracks;
    std::shared_ptr<const model::ReplayIndex> revision = std::make_shared<model::ReplayIndex>();

    /// Offset up to which a segment must be read: through the next segment's first frame.
    std::uint64_t readEnd(std::size_t segment) const
    {
        return segment + 1 < segments.size() ? segments[segment + 1].firstFrameEnd : dataEnd;
    }
};

} // namespace ghostline::carla
