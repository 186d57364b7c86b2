// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The panels of the window, one row each: who makes it, what it is called, where it stands at first.
#include "app/gui/session/panel.h"

#include <span>

namespace ghostline::app {

class Actions;
class GhostSet;

/// What panels are made from; the first two outlive them.
struct PanelParts
{
    Actions* actions = nullptr;
    GhostSet* ghosts = nullptr;
    QWidget* parent = nullptr;
};

enum class PanelPlace { Alone, Below, Tab }; ///< in its area; Below and Tab: of PanelSpec::beside

/// What sets a panel apart from others.
struct PanelTraits
{
    bool inFront = false;       ///< of its tabs
    bool hidden = false;        ///< until it is asked for
    bool scrolls = true;        ///< false: it is seen whole, or scrolls what it lists by itself
    bool titled = true;         ///< false: it is plain what it is, a title takes room only
    const char* verb = nullptr; ///< of the action table, brings it to the front
    /// Only some recordings have something for it: elsewhere it is neither shown nor offered. null = all
    /// have.
    bool (*used)(const model::ReplayIndex&) = nullptr;
    /// What the recording calls it, empty = the title. null = always the title.
    QString (*titleIn)(const model::ReplayInfo&) = nullptr;
};

struct PanelSpec
{
    const char* name;  ///< of its dock, in layouts and for MainWindow::dock()
    const char* title; ///< English; panelTitle() is what is shown
    const char* icon;  ///< of resources/icons, on the rail
    Panel* (*make)(const PanelParts&);
    Qt::DockWidgetArea area;
    PanelPlace place = PanelPlace::Alone;
    const char* beside = nullptr; ///< name of a row before this one
    PanelTraits traits{};
};

/// In the order of the menu and of F6. Docks are placed in this order, too: what stands below another one
/// comes before the tabs of that, for beside a dock that has tabs a new one would only become another tab.
std::span<const PanelSpec> panelTable();
QString panelTitle(const PanelSpec& spec);

} // namespace ghostline::app
