// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Fights as blocks: as high as what was lost in them, in the colours of those who lost it.
#include "app/gui/timeline/lane.h"

namespace ghostline::app {

class FightsLane final : public Lane
{
public:
    FightsLane();
    int least() const override { return 24; }
    void setData(const LaneData& data) override;
    /// Only where events say what each side lost (Event::losses).
    bool used() const override { return m_used; }
    void paint(QPainter& painter, const LaneFrame& frame) override;
    std::optional<LaneHit> hit(QPointF at, const LaneFrame& frame) override;

    /// One fight, for tests as well.
    struct Block
    {
        model::Micros begin{};
        model::Micros end{};
        int event = 0;      ///< index into EventTable::events
        double worth = 0.0; ///< of all that was lost
        struct Part
        {
            int team = -1;
            double worth = 0.0;
        };
        std::vector<Part> parts; ///< by team, each once, in the order of teams
    };
    const std::vector<Block>& blocks() const { return m_blocks; }

private:
    QRectF place(const Block& block, const LaneFrame& frame) const;

    bool m_used = false;
    std::vector<Block> m_blocks; ///< ascending begin
    double m_most = 0.0;
};

} // namespace ghostline::app
