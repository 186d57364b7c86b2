// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The properties that actors have, by name: units first, then players, as game/ids.h numbers them.
#include "model/world/property.h"

#include <vector>

namespace ghostline::sc2 {

/// Declares every actor property, the same in every revision.
std::vector<model::PropertyInfo> declareActorProperties();

} // namespace ghostline::sc2
