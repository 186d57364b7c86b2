// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/widgets/jpeg.h"

#include <QBuffer>
#include <QImage>

namespace ghostline::app {

namespace {
constexpr int JpegQuality = 82;
} // namespace

QByteArray jpegOf(const QImage& image)
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    return image.convertToFormat(QImage::Format_RGB888).save(&buffer, "JPEG", JpegQuality) ? bytes
                                                                                           : QByteArray();
}

} // namespace ghostline::app
