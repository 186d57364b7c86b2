// SPDX-License-Identifier: GPL-3.0-or-later
// Actors of other recordings in this picture: bodies, trails, names, seats.
#include "render/segments.h"
#include "render/world_view.h"

namespace ghostline::render {

namespace {

constexpr float GhostTrailPixels = 2.0F;
constexpr float GhostOutlookPixels = 1.5F;

} // namespace

void WorldView::setGhosts(std::span<const GhostFigure> ghosts)
{
    if (ghosts.empty() && m_ghosts.empty())
        return;
    m_ghosts.set(ghosts);
    m_ghostsDirty = m_viewDirty = true;
    for (std::size_t i = 0; i < m_ghosts.size() && !m_segmentsDirty; ++i)
        m_segmentsDirty = !m_ghosts.drawn(i); // the outline of what a camera sees moves with it
}

void WorldView::setGhostTrails(std::vector<Trail> trails)
{
    if (trails.empty() && m_ghostTrails.empty())
        return;
    m_ghostTrails = std::move(trails);
    m_trailsDirty = m_segmentsDirty = true;
}

void WorldView::setFollowed(model::ActorId actor)
{
    m_ghostsDirty = m_ghostsDirty || m_followed != actor;
    m_followed = actor;
}

void WorldView::setAttended(int ghost, bool riding)
{
    m_ghostsDirty = m_ghostsDirty || m_attended != ghost || m_ridingGhost != riding;
    m_attended = ghost;
    m_ridingGhost = riding;
}

/// Who must be seen whatever stands before: who is followed, else who is selected.
std::optional<PickBox> WorldView::runnerBox() const
{
    if (const auto ghost = m_ghosts.find(m_attended))
        return m_ghosts.box(*ghost);
    for (const model::ActorId actor : {m_followed, m_selection}) {
        const std::ptrdiff_t row = m_state.row(actor);
        if (row >= 0 && m_buffers.drawn(m_state, static_cast<std::size_t>(row)))
            return m_buffers.box(m_state, static_cast<std::size_t>(row));
    }
    return std::nullopt;
}

void WorldView::refreshGhosts(SceneGraph& graph, const CameraPose& camera)
{
    GhostCast::Frame frame{.origin = m_origin,
                           .eye = camera.position,
                           .subject = runnerBox(),
                           .attended = m_attended,
                           .riding = m_ridingGhost};
    // On a map everything is seen along one direction, from far away.
    if (camera.orthographic && frame.subject)
        frame.eye = frame.subject->centre + camera.position - camera.target;
    m_ghosts.fill(frame);
    graph.setGhosts(m_ghosts);
    m_ghostsDirty = false;
}

void WorldView::appendGhostTrails()
{
    for (const Trail& trail : m_ghostTrails) {
        const QColor colour = trail.abandoned ? m_theme.textMuted : m_theme.hue(trail.hue);
        if (m_options.trails)
            appendTrail(m_trailPieces, trail, toVec4(colour), m_origin,
                        {.neutral = m_buffers.neutral(), .width = GhostTrailPixels});
    }
}

/// Those that are cameras are seen by the ground that they show.
void WorldView::appendGhostOutlooks()
{
    for (std::size_t i = 0; i < m_ghosts.size(); ++i) {
        if (const auto corners = m_ghosts.outlook(i, m_scene.groundHeight))
            appendOutlook(*corners, GhostOutlookPixels, m_ghosts.colour(i));
    }
}

void WorldView::appendGhostLabels(std::vector<LabelCandidate>& out, const CameraPose& camera) const
{
    for (std::size_t i = 0; i < m_ghosts.size(); ++i) {
        if (!m_ghosts.drawn(i) || (m_ridingGhost && m_ghosts.id(i) == m_attended))
            continue;
        const glm::vec4 c = m_ghosts.colour(i);
        out.push_back(
            {m_ghosts.name(i), labelAnchor(m_ghosts.box(i), camera), QColor::fromRgbF(c.r, c.g, c.b), 1});
    }
}

std::optional<CameraSubject> WorldView::ghostSeat(int ghost) const
{
    const auto found = ghost != 0 ? m_ghosts.find(ghost) : std::nullopt;
    return found ? std::optional(m_ghosts.seat(*found)) : std::nullopt;
}

} // namespace ghostline::render
