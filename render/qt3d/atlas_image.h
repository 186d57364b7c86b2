// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The one picture with all labels' texts, as a texture. A new text costs its own cell, not the whole picture:
// texts change in most frames of a fight.
#include "render/labels/labels.h"
#include "render/qt3d/forward.h"

#include <QImage>

namespace ghostline::render {

/// Keeps references to both: they must outlive it.
class AtlasImage
{
public:
    /// `parent` owns the texture.
    AtlasImage(LabelAtlas& atlas, const Theme& theme, Qt3DCore::QNode* parent);
    Qt3DRender::QTexture2D* texture() const { return m_texture; }
    /// Paints and hands over the cells whose texts have changed.
    void update();

private:
    void upload(int x, int y, const QImage& pixels);

    LabelAtlas& m_atlas;
    const Theme& m_theme;
    Qt3DRender::QTexture2D* m_texture;
    QImage m_cell; ///< what is painted into
};

} // namespace ghostline::render
