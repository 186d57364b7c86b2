// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What is worked out from the picture itself: how open each place is, its light, the mean of its samples.
#include "render/qt3d/frame_graph.h"

namespace ghostline::render {

struct LightParameters;

/// Drawn by FinePasses alone, whose parameters they need.
void addPictures(Qt3DCore::QNode* root, const std::array<Qt3DRender::QLayer*, Passes>& layers,
                 const LightParameters& light);

} // namespace ghostline::render
