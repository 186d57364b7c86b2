// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A picture that lies over the whole view, as a texture: repainted beside Qt 3D, handed over whole.
#include "render/qt3d/forward.h"

#include <QImage>
#include <Qt3DRender/QAbstractTextureImage>

namespace ghostline::render {

/// Not a Q_OBJECT: it adds no signals.
class BoardImage : public Qt3DRender::QAbstractTextureImage
{
public:
    /// What setImage() takes: bytes in the order that OpenGL wants, colours multiplied by their opacity.
    static constexpr QImage::Format Format = QImage::Format_RGBA8888_Premultiplied;

    BoardImage();
    /// The texture that owns this image from then on.
    Qt3DRender::QTexture2D* makeTexture(Qt3DCore::QNode* parent);
    /// Of any size, not empty.
    void setImage(const QImage& image);

protected:
    Qt3DRender::QTextureImageDataGeneratorPtr dataGenerator() const override;

private:
    QImage m_image;
    int m_revision = 0;
};

} // namespace ghostline::render
