// SPDX-License-Identifier: GPL-3.0-or-later
#include "render/qt3d/atlas_image.h"

#include <QPainter>
#include <Qt3DRender/QTexture>

namespace ghostline::render {

using namespace Qt3DRender;

namespace {

constexpr double AtlasScale = 2.0;

}

AtlasImage::AtlasImage(LabelAtlas& atlas, const Theme& theme) : m_atlas(atlas), m_theme(theme)
{
    setSize(QSize(int(LabelAtlas::Columns * LabelAtlas::CellWidth * AtlasScale),
                  int(LabelAtlas::Rows * LabelAtlas::CellHeight * AtlasScale)));
}

QTexture2D* AtlasImage::makeTexture(Qt3DCore::QNode* parent)
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

void AtlasImage::paint(QPainter* painter)
{
    painter->setViewport(0, height(), width(), -height());
    painter->setCompositionMode(QPainter::CompositionMode_Source);
    painter->fillRect(0, 0, width(), height(), Qt::transparent);
    painter->setCompositionMode(QPainter::CompositionMode_SourceOver);
    m_atlas.paint(*painter, m_theme, AtlasScale);
}

} // namespace ghostline::render
