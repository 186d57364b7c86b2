// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What leaves the window: clips, parts, marks, the match summary; and play lists, which play and export clips
// of other panels, too.
#include "app/gui/shell/main_window.h"

namespace ghostline::app {

class EditVerbs;
class PlayListDesk;

/// All of it are the window's children; docks, verbs and ghosts live as long as that. After the docks.
PlayListDesk* makeTakeAway(MainWindow* window, const WindowSetup& setup, Docks* docks, EditVerbs* edit,
                           GhostSet* ghosts);

} // namespace ghostline::app
