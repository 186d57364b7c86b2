// SPDX-License-Identifier: GPL-3.0-or-later
#include "render/qt3d/image_data.h"

#include <QOpenGLTexture>

namespace ghostline::render {

Qt3DRender::QTextureImageDataPtr imageData(const QImage& image)
{
    constexpr int PixelBytes = 4;
    auto data = Qt3DRender::QTextureImageDataPtr::create();
    data->setTarget(QOpenGLTexture::Target2D);
    data->setFormat(QOpenGLTexture::RGBA8_UNorm);
    data->setPixelFormat(QOpenGLTexture::RGBA);
    data->setPixelType(QOpenGLTexture::UInt8);
    data->setWidth(image.width());
    data->setHeight(image.height());
    data->setDepth(1);
    data->setLayers(1);
    data->setFaces(1);
    data->setMipLevels(1);
    data->setData(QByteArray(reinterpret_cast<const char*>(image.constBits()), image.sizeInBytes()),
                  PixelBytes);
    return data;
}

} // namespace ghostline::render
