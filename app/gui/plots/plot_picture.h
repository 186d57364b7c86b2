// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A plot as a picture, of pixels or of vectors: its curves and, above them, their names. For the canvas only:
// includes the plotting library.
#include "app/gui/plots/plot_fields.h"

namespace ghostline::app {

class PlotPicture
{
public:
    /// Both outlive the picture.
    PlotPicture(QCustomPlot& plot, const PlotFields& fields);
    QSize size() const;
    void paint(QPaintDevice& device, double scale) const;

private:
    struct Entry
    {
        QPoint at;
        QString name;
        PlotSeries series;
    };
    void paintLegend(QCPPainter& painter) const;

    QCustomPlot& m_plot;
    const PlotFields& m_fields;
    std::vector<Entry> m_legend; ///< from left to right, in as many lines as they need
    int m_legendHeight = 0;
};

} // namespace ghostline::app
