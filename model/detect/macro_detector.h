// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Moves the mouse in the very same way again and again.
#include "model/detect/detector.h"

namespace ghostline::model {

DetectorInfo macroDetector();

} // namespace ghostline::model
