// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Follows the Position packets during the index pass: who is there, who is missing, who is parked, what is
// broken.
#include "codecs/carla/format/packet_reader.h"
#include "codecs/carla/replay/log_index.h"

namespace ghostline::carla {

/// What a Position packet showed besides places.
struct PositionNews
{
    std::vector<std::uint32_t> badActors; ///< native ids with NaN or infinite coordinates
    std::vector<std::uint32_t> parked;    ///< lives that went out of the scene
    std::vector<std::uint32_t> surfaced;
    bool castFull = false;
    void clear()
    {
        badActors.clear();
        parked.clear();
        surfaced.clear();
        castFull = false;
    }
};

/// A packet that lists the same actors in the same order as the one before, all finite and none newly parked,
/// costs one scan; anything else goes the slow way.
class PositionTracker
{
public:
    PositionTracker(const model::ByteSource& source, CastBuilder& cast) : m_source(source), m_cast(cast) {}

    /// A well-formed Position packet of `frame`. `news` is filled, not cleared.
    model::Result<void> packet(const Packet& packet, const Layout& layout, model::FrameNumber frame,
                               PositionNews& news);
    /// The frame is the base of a new segment: whoever is missing in it is noted.
    void markSegment(model::FrameNumber base);
    /// The actor's last recorded place, if it ever had one.
    model::Result<std::optional<RawPose>> lastPose(std::uint32_t actor, const Layout& layout) const;
    /// About one place a second for each actor that is no surroundings.
    void sample(const Packet& packet, const Layout& layout, model::FrameNumber frame, model::Micros time);
    void removed(std::uint32_t actor);

    const std::vector<Gap>& gaps() const { return m_gaps; }
    const std::vector<TrackSample>& samples() const { return m_samples; }
    void dropFrom(model::FrameNumber frame);

private:
    struct Row
    {
        std::uint32_t nativeId = 0;
        std::uint32_t actor = 0;
        bool valid = false; ///< belongs to a living actor and is finite
        bool hidden = false;
        std::uint32_t state = 2; ///< 0 in the scene, 1 hidden, 2 never the same as before: for the fast scan
    };
    struct Held
    {
        RawPose pose;
        std::ptrdiff_t gap = -1;
    };

    template<typename T>
    bool sameAsBefore(Bytes data, std::size_t count) const;
    model::Result<void> compare(const Records<ActorVectors>& now, const Layout& layout,
                                model::FrameNumber frame, PositionNews& news);
    model::Result<void> holdMissing(const Layout& layout, model::FrameNumber frame);
    model::Result<std::vector<std::byte>> previousPacket() const;

    const model::ByteSource& m_source;
    CastBuilder& m_cast;
    std::vector<Row> m_rows; ///< of the last packet, in its order
    std::vector<model::FrameNumber>
        m_seen;                 ///< by life: last frame with a valid row, checked on the slow way only
    std::vector<bool> m_hidden; ///< by life
    std::unordered_map<std::uint32_t, Held> m_held;
    std::vector<Gap> m_gaps;
    std::vector<TrackSample> m_samples;
    model::Micros m_nextSample{0};
    model::Micros m_samplePeriod{1'000'000};
    std::uint64_t m_generation = UINT64_MAX;
    std::uint64_t m_previousOffset = 0; ///< of the last packet's data
    std::uint32_t m_previousSize = 0;
};

} // namespace ghostline::carla
