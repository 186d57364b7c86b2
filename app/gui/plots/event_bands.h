// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What lasts, as stretches to shade behind curves.
#include "app/gui/plots/plot_canvas.h"
#include "model/replay/event.h"

namespace ghostline::app {

/// The events of one kind (index into the table's kinds) that have a length.
PlotBands eventBands(const model::EventTable& events, int kind, const render::Theme& theme);

} // namespace ghostline::app
