// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The docks of the main window, as its own source files see them.
#include "app/gui/shell/main_window.h"

#include <QDockWidget>

#include <vector>

namespace ghostline::app {

class BookmarksPanel;
class CastPanel;
class InfoPanel;
class InspectorPanel;
class MatchPanel;
class MetricsPanel;
class MinimapPanel;
class PlotsPanel;
class ScoreboardStrip;
class StandingStillDialog;
class TimelinePanel;

struct MainWindow::Panels
{
    std::vector<QDockWidget*> docks;
    std::vector<std::function<void(ReplaySession*)>> setSession;
    std::vector<std::function<void(const render::Theme&)>> setTheme;

    BookmarksPanel* bookmarks = nullptr;
    CastPanel* cast = nullptr;
    EventsPanel* events = nullptr;
    MatchPanel* match = nullptr;
    MetricsPanel* metrics = nullptr;
    MinimapPanel* minimap = nullptr;
    InfoPanel* info = nullptr;
    InspectorPanel* inspector = nullptr;
    PlotsPanel* plots = nullptr;
    ScoreboardStrip* scoreboard = nullptr;
    TimelinePanel* timeline = nullptr;
    StandingStillDialog* standingStill = nullptr;

    /// Every panel has the same two entrances.
    template<typename Panel>
    Panel* add(Panel* panel)
    {
        setSession.push_back([panel](ReplaySession* session) { panel->setSession(session); });
        setTheme.push_back([panel](const render::Theme& theme) { panel->setTheme(theme); });
        return panel;
    }
};

} // namespace ghostline::app
