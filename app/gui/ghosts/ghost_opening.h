// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Ghosts without a window: all of them opened, read and compared before the first picture.
#include "app/gui/ghosts/ghost_run.h"

#include <QStringList>

namespace ghostline::app {

/// `paths` beside the one who is first in `runner`, which is complete; both start together. Blocks. The error
/// names the file that cannot race along.
model::Result<std::vector<GhostRun>> openGhosts(const QStringList& paths, const model::ReplaySource& runner,
                                                const model::Opener& opener, const std::stop_token& stop);

} // namespace ghostline::app
