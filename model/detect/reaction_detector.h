// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Acts on what others do sooner than anybody can see it.
#include "model/detect/detector.h"

namespace ghostline::model {

DetectorInfo reactionDetector();

} // namespace ghostline::model
