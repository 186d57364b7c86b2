// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What the recording holds and what of it is at hand: keyframes, cached, lost, not yet read.
#include "app/gui/timeline/lane.h"

namespace ghostline::app {

class DataLane final : public Lane
{
public:
    DataLane();
    void setData(const LaneData& data) override;
    bool poll() override;
    void paint(QPainter& painter, const LaneFrame& frame) override;
    std::optional<LaneHit> hit(QPointF at, const LaneFrame& frame) override;

private:
    QRectF span(const model::FrameRange& frames, const LaneFrame& frame) const;
    void paintKeyframes(QPainter& painter, const LaneFrame& frame) const;

    std::vector<model::FrameRange> m_cached;
};

/// Diagonal strokes, 5 px apart, clipped to `rect`: lost in the error colour, not yet read in the muted one.
void paintHatch(QPainter& painter, const QRectF& rect, const QColor& color);

} // namespace ghostline::app
