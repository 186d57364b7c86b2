// SPDX-License-Identifier: GPL-3.0-or-later
#include "render/qt3d/atlas_image.h"

#include "render/qt3d/image_data.h"

#include <QPainter>
#include <Qt3DRender/QTexture>
#include <Qt3DRender/QTextureDataUpdate>

namespace ghostline::render {

using namespace Qt3DRender;

namespace {

constexpr int AtlasScale = 2;
constexpr int CellPixelsWide = LabelAtlas::CellWidth * AtlasScale;
constexpr int CellPixelsHigh = LabelAtlas::CellHeight * AtlasScale;

} // namespace

AtlasImage::AtlasImage(LabelAtlas& atlas, const Theme& theme, Qt3DCore::QNode* parent)
    : m_atlas(atlas), m_theme(theme), m_texture(new QTexture2D(parent)),
      m_cell(CellPixelsWide, CellPixelsHigh, QImage::Format_RGBA8888)
{
    m_texture->setFormat(QAbstractTexture::RGBA8_UNorm);
    m_texture->setSize(LabelAtlas::Columns * CellPixelsWide, LabelAtlas::Rows * CellPixelsHigh);
    m_texture->setGenerateMipMaps(false);
    m_texture->setMinificationFilter(QAbstractTexture::Linear);
    m_texture->setMagnificationFilter(QAbstractTexture::Linear);
    m_atlas.invalidate(); // what nobody has written yet may hold anything
}

void AtlasImage::update()
{
    for (int cell = m_atlas.takeChanged(); cell >= 0; cell = m_atlas.takeChanged()) {
        m_cell.fill(Qt::transparent);
        QPainter painter(&m_cell);
        // Rows of a texture go upward.
        painter.setViewport(0, CellPixelsHigh, CellPixelsWide, -CellPixelsHigh);
        painter.scale(AtlasScale, AtlasScale);
        m_atlas.paint(painter, m_theme, cell);
        painter.end();
        const int row = LabelAtlas::Rows - 1 - cell / LabelAtlas::Columns;
        upload(cell % LabelAtlas::Columns * CellPixelsWide, row * CellPixelsHigh, m_cell);
    }
}

void AtlasImage::upload(int x, int y, const QImage& pixels)
{
    QTextureDataUpdate update;
    update.setX(x);
    update.setY(y);
    update.setData(imageData(pixels));
    m_texture->updateData(update);
}

} // namespace ghostline::render
