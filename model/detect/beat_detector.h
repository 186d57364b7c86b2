// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Clicks to a beat that no hand keeps.
#include "model/detect/detector.h"

namespace ghostline::model {

DetectorInfo beatDetector();

} // namespace ghostline::model
