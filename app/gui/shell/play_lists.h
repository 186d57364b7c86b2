// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Play lists in the window: what their desk asks of it, and what it is told.
#include "model/codec/codec_registry.h"

#include <memory>

class QWidget;

namespace ghostline::app {

class Docks;
class EditVerbs;
class MainWindow;
class PlayListDesk;

/// The desk is the window's child; docks and verbs live as long as that.
PlayListDesk* makePlayLists(MainWindow* window, Docks* docks, EditVerbs* edit,
                            const std::shared_ptr<const model::CodecRegistry>& registry);

} // namespace ghostline::app
