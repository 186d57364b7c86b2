// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A curve as it is drawn on the screen: dozens of times faster than the library's own where it is dense, and
// where it is dashed. For plot_fields.cpp only: includes the plotting library.
#include "app/gui/plots/plot_items.h"

namespace ghostline::app {

class CurveGraph final : public QCPGraph
{
public:
    using QCPGraph::QCPGraph;

    /// A value between two gaps is drawn as a dot; otherwise it is not seen.
    void setSinglesShown(bool shown) { m_singlesShown = shown; }

protected:
    void drawLinePlot(QCPPainter* painter, const QVector<QPointF>& lines) const override;

private:
    bool m_singlesShown = false;
    // Kept from frame to frame.
    mutable std::vector<QLineF> m_strokes;
    mutable std::vector<QPointF> m_singles;
    mutable std::vector<QRect> m_columns;
    mutable std::vector<QRect> m_blocks;
};

} // namespace ghostline::app
