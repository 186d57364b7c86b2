// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Where the zones that a user marked are kept: with the map, so that every recording of it has them, or with
// the recording where it does not name its map.
#include "model/replay/replay_info.h"
#include "model/world/zone.h"

namespace ghostline::app {

/// None where what is kept is damaged.
std::vector<model::Zone> loadZones(const model::ReplayInfo& info, const QString& recording);
void storeZones(const model::ReplayInfo& info, const QString& recording,
                const std::vector<model::Zone>& zones);

} // namespace ghostline::app
