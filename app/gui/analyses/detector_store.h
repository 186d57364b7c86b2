// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// How the user asks the detectors, kept in the settings.
#include "model/detect/detect.h"

namespace ghostline::app {

/// The standard ones where nothing, or nothing that fits, is kept.
model::DetectOptions loadDetectOptions();
/// Only what differs from the standard.
void storeDetectOptions(const model::DetectOptions& options);

} // namespace ghostline::app
