// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Bodies of vehicles other than cars, told apart by their outline: at most 80 triangles that fill the box
// from -1 to 1 and face +Z.
#include "render/actors/meshes.h"

namespace ghostline::render {

Mesh makeVan();
Mesh makeTruck();
Mesh makeBus();
Mesh makeTrailer();

} // namespace ghostline::render
