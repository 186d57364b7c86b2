// SPDX-License-Identifier: GPL-3.0-or-later
// Bodies go to the scene graph from here; lines and names are handed to those who draw them all.
#include "render/view/ghost_layer.h"

#include "render/actors/segments.h"

#include <algorithm>

namespace ghostline::render {

namespace {

constexpr float GhostTrailWidth = 0.1F; // metres
constexpr float GhostFootprintPixels = 1.5F;

} // namespace

void GhostLayer::change(const ViewContent& content, ViewChanges changes)
{
    m_cast.change(content, changes);
    m_dirty = m_dirty || (changes & ViewPart::Ghosts);
}

void GhostLayer::setFollowedGhost(int ghost, bool firstPerson)
{
    m_dirty = m_dirty || m_followed != ghost || m_firstPerson != firstPerson;
    m_followed = ghost;
    m_firstPerson = firstPerson;
}

bool GhostLayer::anyCamera() const
{
    for (std::size_t i = 0; i < m_cast.size(); ++i) {
        if (!m_cast.drawn(i))
            return true;
    }
    return false;
}

void GhostLayer::refresh(SceneGraph& graph, const FrameView& frame, const std::optional<PickBox>& subject)
{
    const auto followed = m_cast.find(m_followed);
    GhostCast::Frame own{.origin = frame.origin,
                         .eye = frame.camera.position,
                         .subject = followed ? std::optional(m_cast.box(*followed)) : subject,
                         .followed = m_followed,
                         .firstPerson = m_firstPerson};
    // On a map everything is seen along one direction, from far away.
    if (frame.camera.orthographic && own.subject)
        own.eye = own.subject->centre + frame.camera.position - frame.camera.target;
    m_cast.fill(own);
    graph.setGhosts(m_cast);
    m_dirty = false;
}

void GhostLayer::appendTrails(std::vector<Instance>& out, const FrameView& frame) const
{
    const Theme& theme = frame.content.theme;
    for (const Trail& trail : *frame.content.ghostTrails) {
        const QColor colour = trail.abandoned ? theme.textMuted : theme.hue(trail.hue);
        if (frame.content.options.trails)
            appendTrail(out, trail, toVec4(colour), frame.origin,
                        {.neutral = frame.styles.neutral(), .width = GhostTrailWidth});
    }
}

/// Those that are cameras are seen by the ground that they show.
void GhostLayer::appendFootprints(std::vector<Instance>& out, const FrameView& frame) const
{
    const auto shown = frame.content.ghosts->figures();
    const auto recorded = frame.recorded.ghosts->figures();
    for (std::size_t i = 0; i < std::min(m_cast.size(), shown.size()); ++i) {
        const double lift = shown[i].position.y - recorded[i].position.y;
        if (const auto corners = m_cast.footprint(i, model::recordedLevel(frame.scene()) + lift))
            appendFootprint(out, *corners,
                            {frame.ground(), frame.origin, GhostFootprintPixels, toVec4(m_cast.colour(i))},
                            frame.content.theme);
    }
}

void GhostLayer::appendLabels(std::vector<LabelCandidate>& out, const CameraPose& camera) const
{
    for (std::size_t i = 0; i < m_cast.size(); ++i) {
        if (!m_cast.drawn(i) || (m_firstPerson && m_cast.id(i) == m_followed))
            continue;
        out.push_back({m_cast.name(i), labelAnchor(m_cast.box(i), camera), m_cast.colour(i), 1});
    }
}

std::optional<CameraSubject> GhostLayer::anchor(int ghost) const
{
    const auto found = ghost != 0 ? m_cast.find(ghost) : std::nullopt;
    return found ? std::optional(m_cast.anchor(*found)) : std::nullopt;
}

} // namespace ghostline::render
