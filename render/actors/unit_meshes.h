// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Silhouettes of armies, told apart from above and from afar: one for each class of unit, and what it lives
// on. Closed bodies of at most 80 triangles that fill the box from -1 to 1 and face +Z.
#include "render/actors/meshes.h"

namespace ghostline::render {

Mesh makeWorker();
Mesh makeInfantry();
Mesh makeArmour();
Mesh makeHull();
Mesh makeAircraft();
Mesh makeCaster();
Mesh makeBuilding();
Mesh makeCrystal();
Mesh makeVent();

} // namespace ghostline::render
