// SPDX-License-Identifier: GPL-3.0-or-later
// Bones of all figures stand in one list; the figures look into it.
#include "render/base/ghost_figure.h"

namespace ghostline::render {

void GhostFrame::assign(std::span<const GhostFigure> figures)
{
    m_figures.assign(figures.begin(), figures.end());
    m_bones.clear();
    for (const GhostFigure& figure : figures)
        m_bones.insert(m_bones.end(), figure.bones.begin(), figure.bones.end());
    std::span<const model::BonePose> bones(m_bones);
    for (GhostFigure& figure : m_figures) {
        figure.bones = bones.first(figure.bones.size());
        bones = bones.subspan(figure.bones.size());
    }
}

} // namespace ghostline::render
