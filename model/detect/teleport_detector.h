// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Is somewhere else from one frame to the next.
#include "model/detect/detector.h"

namespace ghostline::model {

DetectorInfo teleportDetector();

} // namespace ghostline::model
