// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The list of detectors.
#include "model/detect/detector.h"

namespace ghostline::model {

/// In the order in which they are shown. Indices into it stay the same while the program runs.
GHOSTLINE_MODEL_EXPORT std::span<const DetectorInfo> detectors();
/// -1 = none has this id.
GHOSTLINE_MODEL_EXPORT int detectorNamed(const QString& id);

} // namespace ghostline::model
