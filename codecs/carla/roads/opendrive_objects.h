// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Signals and objects of a road: crosswalks, and what stands upright and has a size.
#include "codecs/carla/roads/opendrive_xml.h"

namespace ghostline::carla {

/// Reads the children of <objects> and <signals> of a road.
void readObjects(MapXml& xml, Road& road);
void readSignals(MapXml& xml, Road& road);

} // namespace ghostline::carla
