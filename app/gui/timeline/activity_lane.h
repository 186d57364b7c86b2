// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// How much happens when: events per stretch of time, or, without events, how many actors are there.
#include "app/gui/timeline/lane.h"

#include <utility>
#include <vector>

namespace ghostline::app {

class ActivityLane final : public Lane
{
public:
    ActivityLane();
    void setData(const LaneData& data) override;
    /// Not where a match has rows that say more; the overview shows as much.
    bool used() const override;
    void paint(QPainter& painter, const LaneFrame& frame) override;
    std::optional<LaneHit> hit(QPointF at, const LaneFrame& frame) override;

private:
    void prepare(const LaneFrame& frame);
    std::int64_t bucketOf(model::Micros t) const;

    std::vector<int> m_counts; ///< per bucket over the whole replay
    double m_bucket = 0.0;     ///< microseconds
    int m_most = 0;
    std::vector<std::pair<model::FrameNumber, int>> m_present; ///< from this frame on, so many actors
};

} // namespace ghostline::app
