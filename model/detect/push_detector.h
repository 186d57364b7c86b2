// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Starts, stops or turns more sharply than feet can push.
#include "model/detect/detector.h"

namespace ghostline::model {

DetectorInfo pushDetector();

} // namespace ghostline::model
