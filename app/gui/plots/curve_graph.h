// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A curve as it is drawn on the screen: dozens of times faster than the library's own where it is dense, and
// where it is dashed. For plot_canvas*.cpp only: includes the plotting library.
#include "app/gui/plots/plot_items.h"

namespace ghostline::app {

class CurveGraph final : public QCPGraph
{
public:
    using QCPGraph::QCPGraph;

protected:
    void drawLinePlot(QCPPainter* painter, const QVector<QPointF>& lines) const override;

private:
    // Kept from frame to frame.
    mutable std::vector<QLineF> m_strokes;
    mutable std::vector<QRect> m_columns;
    mutable std::vector<QRect> m_blocks;
};

} // namespace ghostline::app
