// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A replay whose states and events a test of heat maps sets as it likes, and what such tests ask of a grid.
#include "model/heat/heat_map.h"
#include "model/replay/replay_source.h"

#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace ghostline::test {

/// One segment, whose states and index a test sets as it likes.
class HeatReplay final : public model::ReplaySource
{
public:
    using Fill = std::function<void(model::FrameNumber, model::WorldState&)>;

    /// Ten frames a second; events are of the kinds "hit", which has a column "worth" in J, and "note".
    HeatReplay(model::FrameNumber frames, int actors, Fill fill);

    model::ReplayInfo info;
    model::EventTable events;
    model::SpanList lost;

    std::shared_ptr<const model::ReplayIndex> index() const override;
    model::Result<std::shared_ptr<const model::ReplayIndex>> waitComplete(std::stop_token) const override
    {
        return index();
    }
    model::Result<std::shared_ptr<const model::Segment>> readSegment(int keyframe, const model::Segment*,
                                                                     std::stop_token) const override;
    model::Result<std::uint64_t> readRaw(std::stop_token) const override { return 0; }

    void addEvent(model::FrameNumber frame, std::vector<model::ActorId> actors,
                  std::optional<glm::dvec3> place = {}, const QJsonObject& data = {}, int kind = 0);

private:
    class Whole final : public model::Segment
    {
    public:
        explicit Whole(const HeatReplay& replay) : m_replay(replay) {}
        model::FrameRange frames() const override { return {0, m_replay.m_index->frames()}; }
        std::size_t bytes() const override { return sizeof(*this); }
        void sample(model::FrameTime at, model::SamplePolicy, model::WorldState& out) const override;

    private:
        const HeatReplay& m_replay;
    };

    Fill m_fill;
    std::shared_ptr<model::ReplayIndex> m_index = std::make_shared<model::ReplayIndex>();
};

/// As many cells each way, its corner at (from, from).
model::HeatLayout squareLayout(double from, double cell, int side);
/// Of the cell around a place; NaN outside.
double heatValueAt(const model::HeatGrid& grid, double x, double z);
bool isNear(double a, double b, double slack = 1e-4);
model::Result<model::HeatGrid> readHeat(const model::ReplaySource& source, const model::HeatOptions& options);

} // namespace ghostline::test
