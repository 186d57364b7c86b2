// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Pictures on their way into textures.
#include <QImage>
#include <Qt3DRender/QTextureImageData>

namespace ghostline::render {

/// All of an image of four bytes a pixel, in the order that OpenGL wants; its own first row comes first.
Qt3DRender::QTextureImageDataPtr imageData(const QImage& image);

} // namespace ghostline::render
