// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Orders that are given on what could not be seen.
#include "model/detect/detector.h"

namespace ghostline::model {

DetectorInfo unseenDetector();

} // namespace ghostline::model
