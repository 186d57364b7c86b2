// SPDX-License-Identifier: GPL-3.0-or-later
#include "render/qt3d/grid_scene.h"

#include <cmath>

namespace ghostline::render {

namespace {

constexpr std::chrono::milliseconds MeshingPerFrame{4};
constexpr double FarAway = 1.0e9; // metres; where all is seen along one direction

} // namespace

GridScene::GridScene(Qt3DCore::QNode* root, const std::array<Qt3DRender::QLayer*, Passes>& layers)
    : m_root(root), m_layers(layers)
{
}

void GridScene::setTheme(const Theme& theme)
{
    m_batch.setTheme(theme);
    m_editColour = theme.recordedEdit();
    if (m_entity != nullptr)
        m_entity->setEditColour(m_editColour);
}

bool GridScene::mesh(bool all) { return all ? m_batch.meshAll() : m_batch.meshSome(MeshingPerFrame); }

bool GridScene::update()
{
    GridPages& pages = m_batch.pages();
    if (m_entity == nullptr && pages.quadCount() > 0) {
        m_entity = new GridEntity(m_root, m_layers);
        m_entity->setEditColour(m_editColour);
    }
    if (m_entity == nullptr)
        return false;
    const bool swapped = m_entity->setEditsMarked(pages.editsMarked());
    return m_entity->update(pages) || swapped;
}

void GridScene::cull(const glm::dmat4& view, const glm::dmat4& projection, const glm::dmat4* casters)
{
    if (m_entity == nullptr)
        return;
    const bool parallel = projection[3][3] != 0.0;
    const glm::dvec4 eye = glm::inverse(view) * glm::dvec4(0.0, 0.0, parallel ? FarAway : 0.0, 1.0);
    CellReach reach = m_reach;
    if (parallel) {
        // What counts there is how much is in view, not how far away it is.
        const double height = 2.0 / std::abs(projection[1][1]);
        reach = {2.0 * FarAway, height < m_reach.details ? 2.0 * FarAway : 0.0};
    }
    m_entity->cull(glm::dvec3(eye), projection * view, reach, casters);
}

void GridScene::showAll()
{
    if (m_entity != nullptr)
        m_entity->showAll();
}

} // namespace ghostline::render
