// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// `--render`: one picture of one instant, or a stretch as video, without a window.
#include "app/gui/shell/command_line.h"
#include "app/gui/shell/main_window.h"

namespace ghostline::app {

/// The error names its file apart from its message. Draws with the 3D view, or the flat map where there is no
/// OpenGL (said on stderr).
model::Result<void> renderCommand(const CommandLine& line, const WindowSetup& setup);

} // namespace ghostline::app
