// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What can be made of a curve and of its field: the menus of the legend and of the fields.
#include "app/gui/plots/plot_spec.h"

#include <QMenu>

namespace ghostline::app {

class PlotsPanel;

class PlotMenu : public QMenu
{
    Q_OBJECT
public:
    /// Acts on `panel`, which owns it.
    explicit PlotMenu(PlotsPanel* panel);
    void addPlot(int plot);
    void addField(int field);

private:
    void addDerivations(const PlotSpec& spec);
    void addDifferences(QMenu* menu, const PlotSpec& spec);
    void addPlaces(int plot);
    void askWindow(const PlotSpec& of);
    void askRange(int field);

    PlotsPanel* m_panel;
};

} // namespace ghostline::app
