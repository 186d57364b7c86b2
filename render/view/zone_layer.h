// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Zones in the 3D view: their outlines and their names.
#include "model/world/zone.h"
#include "render/actors/instance.h"
#include "render/base/view_content.h"
#include "render/labels/labels.h"
#include "render/qt3d/scene_graph.h"
#include "render/scenery/ground_surface.h"
#include "render/view/frame_view.h"

namespace ghostline::render {

/// The ground that zones lie on.
struct ZoneGround
{
    glm::dvec3 origin{0.0}; ///< what the lines are relative to
    double height = 0.0;    ///< of the ground where there is no surface
    const GroundSurface* surface = nullptr;
    const model::HeightField* lifting =
        nullptr; ///< heights of zones count from it; see model/world/standing.h

    double at(const glm::dvec2& place) const
    {
        return surface != nullptr ? surface->heightAt(place).value_or(height) : height;
    }
    /// A height of the recording's space, as it is shown there.
    double shown(double y, const glm::dvec2& place) const
    {
        return lifting != nullptr ? y + lifting->at(place) : y;
    }
    /// What lines are cut into pieces by.
    GroundLevel level() const { return {height, surface != nullptr ? surface->field() : nullptr}; }
};

/// Cased outlines on the ground, over hill and dale, or at the lowest and the greatest height of a zone that
/// has them, joined by uprights. Zones of a great many corners are drawn with fewer.
std::vector<Instance> zoneLines(const ViewContent& content, const ZoneGround& ground);
/// Where the name of a zone is written.
glm::dvec3 zoneAnchor(const model::Zone& zone, const ZoneGround& ground);

class ZoneLayer
{
public:
    void change(const ViewContent& content, ViewChanges changes);
    /// The floating origin has moved: all lines are laid out again.
    void invalidate() { m_dirty = true; }
    bool dirty() const { return m_dirty; }
    void refresh(SceneGraph& graph, const FrameView& frame);
    const std::vector<LabelCandidate>& labels() const { return m_labels; }

private:
    GroundSurface m_surface; ///< of the scene, once there are zones
    std::vector<LabelCandidate> m_labels;
    bool m_shown = true;
    bool m_dirty = false;
    bool m_surfaceDirty = false;
};

} // namespace ghostline::render
