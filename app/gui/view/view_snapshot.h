// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A view of a recording as it is now, and the same again.
#include "app/gui/view/saved_view.h"
#include "render/view/offscreen_view.h"

namespace ghostline::app {

class ReplaySession;
class ViewArea;

SavedView currentView(const ViewArea& area, const ReplaySession& session);
/// Whom and from where; the layers are left to the caller.
void lookAgain(const SavedView& view, ViewArea& area, ReplaySession& session);

/// From where the first view looks now, for pictures that are drawn off screen.
render::Look currentLook(const ViewArea& area, const ReplaySession& session);

} // namespace ghostline::app
