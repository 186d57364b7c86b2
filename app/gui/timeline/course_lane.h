// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A number of each side over the whole match: two sides as mirrored bands about the middle, more of them as
// lines over each other.
#include "app/gui/timeline/lane.h"

namespace ghostline::app {

class CourseLane final : public Lane
{
public:
    enum class Shows { Score, Strength };
    explicit CourseLane(Shows shows);

    int least() const override { return 24; }
    void setData(const LaneData& data) override;
    bool used() const override { return !m_sides.empty(); }
    void paint(QPainter& painter, const LaneFrame& frame) override;
    std::optional<LaneHit> hit(QPointF at, const LaneFrame& frame) override;

private:
    const std::vector<CourseStep>& steps() const;
    /// How high a number stands, 0 to 1.
    double share(double value) const;
    /// The corners of the steps of a side in view, from left to right; `base` and `room` in pixels, upward
    /// where `room` is positive.
    QPolygonF outline(std::size_t side, double base, double room, const LaneFrame& frame) const;

    Shows m_shows;
    std::vector<CourseSide> m_sides;
    double m_most = 0.0;
};

} // namespace ghostline::app
