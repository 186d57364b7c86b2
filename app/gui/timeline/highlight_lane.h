// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The row of the best moments, once somebody has had them looked for.
#include "app/gui/timeline/lane.h"

namespace ghostline::app {

class HighlightLane final : public Lane
{
public:
    HighlightLane();
    bool used() const override { return data().moments != nullptr && !data().moments->empty(); }
    void paint(QPainter& painter, const LaneFrame& frame) override;
    std::optional<LaneHit> hit(QPointF at, const LaneFrame& frame) override;

private:
    double peakOf(const MomentMark& mark, const LaneFrame& frame) const;
};

} // namespace ghostline::app
