// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Stands or sinks slowly where nothing carries.
#include "model/detect/detector.h"

namespace ghostline::model {

DetectorInfo hoverDetector();

} // namespace ghostline::model
