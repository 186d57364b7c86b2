// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The docks of the main window, as its own source files see them.
#include "app/gui/shell/main_window.h"

#include <QDockWidget>
#include <QLayout>

#include <vector>

namespace ghostline::app {

class AnalysesDialog;
class AnalysisPanel;
class BookmarksPanel;
class CastPanel;
class CensusPanel;
class DeltaPanel;
class EventColumnsPanel;
class EvidencePanel;
class GhostsPanel;
class InfoPanel;
class InspectorPanel;
class MatchPanel;
class MetricsPanel;
class MinimapPanel;
class ObserverPanel;
class PlotsPanel;
class ReviewDesk;
class ReviewPanel;
class ScoreboardStrip;
class StandingStillDialog;
class TimelinePanel;

struct MainWindow::Panels
{
    /// A panel that only some recordings have something for: elsewhere it is neither shown nor offered.
    struct Optional
    {
        QDockWidget* dock = nullptr;
        QString verb; ///< id of the action that brings it up
        std::function<bool(const model::ReplayIndex&)> used;
        bool held = false; ///< kept from being seen although the arrangement has it
    };

    std::vector<QDockWidget*> docks;
    std::vector<Optional> optional;
    std::vector<std::function<void(ReplaySession*)>> setSession;
    std::vector<std::function<void(const render::Theme&)>> setTheme;

    AnalysesDialog* analyses = nullptr;
    AnalysisPanel* analysis = nullptr;
    BookmarksPanel* bookmarks = nullptr;
    CastPanel* cast = nullptr;
    CensusPanel* census = nullptr;
    DeltaPanel* delta = nullptr;
    EventColumnsPanel* eventColumns = nullptr;
    EventsPanel* events = nullptr;
    EvidencePanel* evidence = nullptr;
    GhostsPanel* ghosts = nullptr;
    MatchPanel* match = nullptr;
    MetricsPanel* metrics = nullptr;
    MinimapPanel* minimap = nullptr;
    InfoPanel* info = nullptr;
    InspectorPanel* inspector = nullptr;
    ObserverPanel* observer = nullptr;
    PlotsPanel* plots = nullptr;
    ReviewDesk* desk = nullptr;
    ReviewPanel* review = nullptr;
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

/// While docks are put in their places their layout asks for more height than it needs in the end, and the
/// window would take it for good: it may not until this goes.
class SettlingDocks
{
public:
    explicit SettlingDocks(const QMainWindow& window) : m_layout(window.layout())
    {
        m_layout->setSizeConstraint(QLayout::SetNoConstraint);
    }
    ~SettlingDocks() { m_layout->setSizeConstraint(QLayout::SetDefaultConstraint); }
    SettlingDocks(const SettlingDocks&) = delete;
    SettlingDocks& operator=(const SettlingDocks&) = delete;

private:
    QLayout* m_layout;
};

} // namespace ghostline::app
