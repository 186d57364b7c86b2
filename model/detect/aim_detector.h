// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Looks at somebody all at once, and stays on them as they move.
#include "model/detect/detector.h"

namespace ghostline::model {

DetectorInfo aimDetector();

} // namespace ghostline::model
