// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Shader programs and GL state as Qt 3D materials. A shader that does not compile ends the program with its
// log.
#include "render/qt3d/forward.h"

#include <QString>

#include <initializer_list>

namespace ghostline::render {

/// Overlay: translucent, and over everything before it. Premultiplied: an overlay whose colours are
/// multiplied by their opacity already. Multiplied: darkens what is there. Replacing: takes the place of what
/// is there. The last four look at no depth, and but for Opaque none leaves any.
enum class Blend { Opaque, Translucent, Overlay, Premultiplied, Multiplied, Replacing };
enum class Faces { Both, Front, Back };

/// Shader files are named without folder; parameters stay owned by their parent.
Qt3DRender::QMaterial* makeMaterial(Qt3DCore::QNode* parent, const QString& vertexShader,
                                    const QString& fragmentShader, Blend blend, Faces faces,
                                    std::initializer_list<Qt3DRender::QParameter*> parameters = {});

} // namespace ghostline::render
