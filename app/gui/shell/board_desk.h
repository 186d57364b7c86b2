// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The coach's board in the window: its tools above the picture, the mode, the list of what was drawn.
#include "app/gui/session/replay_session.h"
#include "render/base/theme.h"

namespace ghostline::app {

class Actions;
class BoardBar;
class BoardMode;
class Docks;
class StatusLine;
class ViewArea;

class BoardDesk : public QObject
{
    Q_OBJECT
public:
    /// All outlive it; the strip of tools becomes a part of the area.
    BoardDesk(Actions* actions, ViewArea* area, Docks* docks, StatusLine* status, QObject* parent);
    void setSession(ReplaySession* session);
    void setTheme(const render::Theme& theme);
    BoardMode& mode() const { return *m_mode; }

private:
    BoardBar* m_bar;
    BoardMode* m_mode;
};

} // namespace ghostline::app
