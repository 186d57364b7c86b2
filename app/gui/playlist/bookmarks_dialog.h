// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Chooses bookmarks of the open recording for a play list.
#include "app/gui/session/replay_session.h"
#include "model/clips/clip.h"

#include <functional>
#include <vector>

class QDialog;
class QWidget;

namespace ghostline::app {

/// Lists them, all of them marked; `take` is called with those that are still marked when it is accepted.
/// Goes with the session.
QDialog* showBookmarksDialog(QWidget* parent, ReplaySession& session,
                             std::function<void(const std::vector<model::Clip>&)> take);

} // namespace ghostline::app
