// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What people hold against somebody themselves, beside the recording; where there is any.
#include "app/gui/timeline/lane.h"

namespace ghostline::app {

class OwnFlagLane final : public Lane
{
public:
    OwnFlagLane();
    bool used() const override;
    void paint(QPainter& painter, const LaneFrame& frame) override;
    std::optional<LaneHit> hit(QPointF at, const LaneFrame& frame) override;

private:
    model::Micros time(const model::OwnFlag& flag) const;
};

} // namespace ghostline::app
