// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The row of the user's own marks.
#include "app/gui/timeline/lane.h"

namespace ghostline::app {

class BookmarkLane final : public Lane
{
public:
    BookmarkLane();
    void paint(QPainter& painter, const LaneFrame& frame) override;
    std::optional<LaneHit> hit(QPointF at, const LaneFrame& frame) override;

private:
    model::Micros time(const model::Bookmark& bookmark) const;
};

} // namespace ghostline::app
