// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Rises without what lifts.
#include "model/detect/detector.h"

namespace ghostline::model {

DetectorInfo climbDetector();

} // namespace ghostline::model
