// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The menus as the table of verbs has them.
#include <QHash>
#include <QString>

class QMainWindow;
class QMenu;

namespace ghostline::app {

class Actions;

/// Every verb into its menu, by its path ("/View/Layouts"), and to the window, so that its keys work. Menus
/// in `menus` that have been made already are filled, but stand where their maker puts them; the others are
/// made.
void fillMenuBar(QMainWindow* window, Actions* actions, QMenu* recent, QHash<QString, QMenu*>& menus);

} // namespace ghostline::app
