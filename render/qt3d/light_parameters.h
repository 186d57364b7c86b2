// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A Light as parameters of shaders.
#include "render/base/light.h"
#include "render/qt3d/forward.h"

namespace ghostline::render {

/// Owned by the node that they were made for.
struct LightParameters
{
    explicit LightParameters(Qt3DCore::QNode* parent);
    /// As it falls in a picture on this ground.
    void set(Ground ground) const;

    Qt3DRender::QParameter* toSun;
    Qt3DRender::QParameter* sunLight;
    Qt3DRender::QParameter* skyLight;
    Qt3DRender::QParameter* groundLight;
    Qt3DRender::QParameter* lightGround; ///< 1 on the light ground, 0 on the dark one
};

} // namespace ghostline::render
