// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Its own clock runs faster than the game's.
#include "model/detect/detector.h"

namespace ghostline::model {

DetectorInfo timerDetector();

} // namespace ghostline::model
