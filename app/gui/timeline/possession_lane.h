// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Which team had the disc, as blocks in its colour.
#include "app/gui/timeline/lane.h"

namespace ghostline::app {

class PossessionLane final : public Lane
{
public:
    PossessionLane();
    bool used() const override;
    void paint(QPainter& painter, const LaneFrame& frame) override;
    std::optional<LaneHit> hit(QPointF at, const LaneFrame& frame) override;
};

} // namespace ghostline::app
