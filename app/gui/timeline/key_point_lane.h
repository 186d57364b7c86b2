// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The key points of the camera path, where there are any.
#include "app/gui/timeline/lane.h"

namespace ghostline::app {

class KeyPointLane final : public Lane
{
public:
    KeyPointLane();
    bool used() const override;
    void paint(QPainter& painter, const LaneFrame& frame) override;
    std::optional<LaneHit> hit(QPointF at, const LaneFrame& frame) override;

private:
    double x(const model::CameraKey& key, const LaneFrame& frame) const;
};

} // namespace ghostline::app
