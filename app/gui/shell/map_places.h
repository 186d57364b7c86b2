// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Where maps are looked for, as the settings list it: folders of the user, and each game's own. A folder that
// is there has a tick, one that is not is grey.
#include <QString>

class QListWidget;
class QTreeWidget;
class QWidget;

namespace ghostline::model {
class CodecRegistry;
}

namespace ghostline::app {

/// Marks the folders of `list`, whatever is added to it later.
void markFolders(QListWidget* list);
/// Empty at first; called "mapPlaces".
QTreeWidget* makeMapPlaces(QWidget* parent);
/// Loads the codecs and looks which folders are there. null = no format is known.
void fillMapPlaces(QTreeWidget* places, const model::CodecRegistry* registry);

} // namespace ghostline::app
