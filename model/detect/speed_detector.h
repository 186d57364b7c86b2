// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Faster over the ground than anybody can be, from one moment to the next and for a while.
#include "model/detect/detector.h"

namespace ghostline::model {

DetectorInfo speedDetector();

} // namespace ghostline::model
