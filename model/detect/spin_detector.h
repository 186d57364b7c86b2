// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Turns by the same angle frame after frame.
#include "model/detect/detector.h"

namespace ghostline::model {

DetectorInfo spinDetector();

} // namespace ghostline::model
