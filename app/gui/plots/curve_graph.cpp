// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/plots/curve_graph.h"

#include "app/gui/plots/curve_strokes.h"

#include <algorithm>

namespace ghostline::app {

namespace {

// Pixel columns in which a line turns round once, so that it can be seen.
constexpr int DenseColumns = 4;  ///< in fewer it is an area to the eye
constexpr int DashColumns = 10;  ///< in fewer its dashes are noise
constexpr double SeenTurn = 2.0; ///< pixels

/// In pixels. What ends square reaches half its width further on either side.
QVector<qreal> dashesOf(const QPen& pen)
{
    QVector<qreal> dashes;
    if (pen.style() != Qt::SolidLine)
        dashes = pen.dashPattern();
    for (qsizetype i = 0; i < dashes.size(); ++i)
        dashes[i] = pen.widthF() * std::max(i % 2 == 0 ? dashes[i] - 1.0 : dashes[i] + 1.0, 0.1);
    return dashes;
}

} // namespace

void CurveGraph::drawLinePlot(QCPPainter* painter, const QVector<QPointF>& lines) const
{
    const QRect field = valueAxis()->axisRect()->rect();
    const qsizetype turns = turnsOf(lines, SeenTurn);
    QPen pen = painter->pen();
    if (turns * DashColumns > field.width())
        pen.setStyle(Qt::SolidLine);
    // A picture or a drawing is made once, and finely.
    if (painter->modes().testAnyFlags(QCPPainter::pmVectorized | QCPPainter::pmNoCaching)) {
        painter->setPen(pen);
        QCPGraph::drawLinePlot(painter, lines);
        return;
    }
    if (turns * DenseColumns > field.width()) {
        columnsOf(lines, pen.widthF(), field, m_columns);
        blocksOf(m_columns, m_blocks);
        painter->setAntialiasing(false);
        for (const QRect& block : m_blocks)
            painter->fillRect(block, pen.color());
        return;
    }
    strokesOf(lines, dashesOf(pen), field, m_strokes);
    pen.setStyle(Qt::SolidLine);
    applyDefaultAntialiasingHint(painter);
    painter->setPen(pen);
    painter->drawLines(m_strokes.data(), static_cast<int>(m_strokes.size()));
    if (m_singlesShown) {
        singlesOf(lines, field, m_singles);
        painter->drawPoints(m_singles.data(), static_cast<int>(m_singles.size()));
    }
}

} // namespace ghostline::app
