// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Reads OpenDRIVE XML into a RoadNetwork, keeping only what is drawn.
#include "codecs/carla/roads/opendrive.h"
#include "model/bytes/byte_source.h"

namespace ghostline::carla {

/// Reads a whole `.xodr`. What cannot be used is left out and named; Damaged where the XML breaks off or no
/// road is left names the line, LimitExceeded the cap.
model::Result<RoadNetwork> parseOpenDrive(const model::ByteSource& bytes, std::stop_token stop = {});

} // namespace ghostline::carla
