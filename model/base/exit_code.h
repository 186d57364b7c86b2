// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace ghostline::model {

/// How the project's programs end.
enum ExitCode {
    ExitFine = 0,
    ExitLostData = 1, ///< opened, but part of the recording is lost; or what `analyse --fail-if` asks is so
    ExitFailed = 2,   ///< cannot open, cannot do, or wrong arguments
    ExitFlagged = 3   ///< `flags`: something nobody has reviewed; `detect`: an alarm; `verify`: a difference
};

} // namespace ghostline::model
