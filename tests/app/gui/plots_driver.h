// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A hand for the tests of the Plots dock.
#include "app/gui/plots/plot_canvas.h"
#include "app/gui/plots/plots_panel.h"
#include "tests/app/gui/docks_driver.h"

namespace ghostline::test {

inline model::MetricRequest metric(const OpenReplay& replay, const char* id, int actor)
{
    for (const model::MetricInfo& info : model::metricsOf(replay.session->info())) {
        if (info.id == QLatin1String(id))
            return {info, actorId(actor), model::ActorId::None};
    }
    return {};
}

/// Heights follow only once the plot was drawn.
inline void draw(app::PlotsPanel& panel)
{
    QTRY_VERIFY(!panel.reading());
    QCoreApplication::processEvents();
    panel.canvas()->grab();
    QCoreApplication::processEvents();
}

} // namespace ghostline::test
