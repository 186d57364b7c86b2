// SPDX-License-Identifier: GPL-3.0-or-later
#include "render/qt3d/board_image.h"

#include "render/qt3d/image_data.h"

#include <Qt3DRender/QTexture>
#include <Qt3DRender/QTextureImageDataGenerator>

#include <utility>

namespace ghostline::render {

using namespace Qt3DRender;

namespace {

/// Called by the render thread: keeps a share of the image, which nobody writes to any more.
class BoardPixels : public QTextureImageDataGenerator
{
public:
    QT3D_FUNCTOR(BoardPixels)

    BoardPixels(QImage image, int revision) : m_image(std::move(image)), m_revision(revision) {}
    QTextureImageDataPtr operator()() override { return imageData(m_image); }
    bool operator==(const QTextureImageDataGenerator& other) const override
    {
        const auto* pixels = functor_cast<BoardPixels>(&other);
        return pixels != nullptr && pixels->m_revision == m_revision &&
               pixels->m_image.cacheKey() == m_image.cacheKey();
    }

private:
    QImage m_image;
    int m_revision;
};

} // namespace

BoardImage::BoardImage() : m_image(1, 1, Format) { m_image.fill(Qt::transparent); }

QTexture2D* BoardImage::makeTexture(Qt3DCore::QNode* parent)
{
    auto* texture = new QTexture2D(parent);
    texture->setFormat(QAbstractTexture::RGBA8_UNorm);
    texture->setGenerateMipMaps(false);
    texture->setMinificationFilter(QAbstractTexture::Linear);
    texture->setMagnificationFilter(QAbstractTexture::Linear);
    setParent(texture);
    texture->addTextureImage(this);
    return texture;
}

void BoardImage::setImage(const QImage& image)
{
    m_image = image;
    ++m_revision;
    notifyDataGeneratorChanged();
}

QTextureImageDataGeneratorPtr BoardImage::dataGenerator() const
{
    return QTextureImageDataGeneratorPtr(new BoardPixels(m_image, m_revision));
}

} // namespace ghostline::render
