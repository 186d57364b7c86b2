// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The whole replay as one segment: who is alive at a loop, where, what and whose; what players had selected
// and where they looked.
#include "codecs/sc2/replay/figures.h"
#include "codecs/sc2/replay/unit_kinds.h"
#include "model/replay/segment.h"
#include "model/time/time_axis.h"

namespace ghostline::sc2 {

/// All that a segment reads; immutable, shared with the source.
struct SegmentParts
{
    std::shared_ptr<const ReplayData> data;
    std::shared_ptr<const UnitKinds> kinds;
    std::shared_ptr<const Figures> figures;
    model::TimeAxis axis;
};

class Sc2Segment final : public model::Segment
{
public:
    explicit Sc2Segment(SegmentParts parts);
    model::FrameRange frames() const override;
    std::size_t bytes() const override;
    void sample(model::FrameTime at, model::SamplePolicy policy, model::WorldState& out) const override;

private:
    struct Moment;
    void fillAliveIndex();
    void fillKills();
    void fillStanding();
    std::uint32_t standsUntil(std::size_t life) const;
    void placePlayer(const Moment& moment, std::size_t participant, model::WorldState& out) const;
    void placeCamera(const Moment& moment, std::size_t participant, model::WorldState& out) const;
    void placeUnit(const Moment& moment, std::uint32_t life, std::size_t row, model::WorldState& out) const;
    void placeEstimate(const Moment& moment, std::uint32_t life, std::size_t row,
                       model::WorldState& out) const;
    void placeReport(const Moment& moment, std::uint32_t life, std::size_t row, model::WorldState& out) const;
    void describeUnit(const Moment& moment, std::uint32_t life, std::size_t row,
                      model::WorldState& out) const;
    void fillSelected(const Moment& moment, model::WorldState& out) const;

    std::shared_ptr<const ReplayData> m_data;
    std::shared_ptr<const UnitKinds> m_kinds;
    std::shared_ptr<const Figures> m_figures;
    model::TimeAxis m_axis;
    ActorNumbers m_numbers;
    double m_loopsPerSecond = 22.4;
    std::vector<glm::dvec3> m_starts; ///< by participant: where the camera is before anyone moves it
    // Lives by stretches of loops, so that nobody looks through those long dead.
    unsigned m_stretchShift = 8;
    std::vector<std::uint32_t> m_stretchStart; ///< by stretch, one more than stretches; into m_alive
    std::vector<std::uint32_t> m_alive;        ///< lives, ascending within a stretch
    std::vector<std::uint32_t> m_killStart;    ///< by life, one more than lives; into m_kills
    std::vector<std::uint32_t> m_kills;        ///< loops, ascending within a life
    std::vector<std::uint32_t> m_standsUntil;  ///< by life: before this loop it cannot have moved
};

/// Where each participant began: the first town hall, else the first unit; the middle of the map for those
/// who never had any.
std::vector<glm::dvec3> startPlaces(const ReplayData& data);

} // namespace ghostline::sc2
