// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The one picture with all labels' texts, as a texture.
#include "render/labels/labels.h"
#include "render/qt3d/forward.h"

#include <Qt3DRender/QPaintedTextureImage>

namespace ghostline::render {

/// Not a Q_OBJECT: it adds no signals. Keeps references to both: they must outlive it.
class AtlasImage : public Qt3DRender::QPaintedTextureImage
{
public:
    AtlasImage(LabelAtlas& atlas, const Theme& theme);
    /// The texture that owns this image from then on.
    Qt3DRender::QTexture2D* makeTexture(Qt3DCore::QNode* parent);
    void paint(QPainter* painter) override;

private:
    LabelAtlas& m_atlas;
    const Theme& m_theme;
};

} // namespace ghostline::render
