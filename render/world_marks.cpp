// SPDX-License-Identifier: GPL-3.0-or-later
// Lines and rings beside the actors: trails, predictions, what cameras see, places of events, selections,
// zones.
#include "render/world_view.h"

#include "render/segments.h"

namespace ghostline::render {

namespace {

constexpr float TrailPixels = 2.0F;
constexpr float FocusTrailPixels = 3.0F;
constexpr float OutlookPixels = 1.5F;
constexpr float OutlookWantedPixels = 2.5F;

} // namespace

void WorldView::refreshSegments()
{
    if (m_trailsDirty) {
        m_trailPieces.clear();
        for (const Trail& trail : m_trails) {
            const std::ptrdiff_t row = m_state.row(trail.actor);
            const bool shown = row < 0 || m_buffers.drawn(m_state, static_cast<std::size_t>(row));
            if (m_options.trails && shown)
                appendTrail(m_trailPieces, trail, m_buffers.colour(trail.actor), m_origin,
                            {m_buffers.teamColours(), m_buffers.neutral(),
                             m_buffers.focus(trail.actor) ? FocusTrailPixels : TrailPixels});
        }
        appendGhostTrails();
    }
    if (m_trailsDirty || m_segmentsDirty) {
        m_segments = m_trailPieces;
        appendPredictions();
        appendOutlooks();
        appendGhostOutlooks();
        for (std::size_t row = 0; m_options.velocityArrows && row < m_state.size(); ++row) {
            if (!m_buffers.drawn(m_state, row) || m_buffers.background(m_state, row))
                continue;
            const PickBox box = m_buffers.box(m_state, row);
            appendArrow(m_segments, glm::vec3(box.centre - m_origin), m_state.velocities[row],
                        toVec4(m_theme.text));
        }
        m_fixedSegments = m_segments.size();
    }
    m_trailsDirty = m_segmentsDirty = false;
}

/// They stay as they are until somebody marks others.
void WorldView::refreshZones(SceneGraph& graph)
{
    if (m_surfaceDirty && !m_zones.zones.empty()) {
        m_surface = GroundSurface(m_scene);
        m_surfaceDirty = false;
    }
    const ZoneGround ground{m_origin, m_scene.groundHeight, &m_surface};
    graph.setZones(zoneLines(m_zones, ground, m_theme));
    m_zoneLabels.clear();
    for (std::size_t i = 0; i < m_zones.zones.size(); ++i) {
        const model::Zone& zone = m_zones.zones[i];
        if (m_zones.sees(i))
            m_zoneLabels.push_back({zone.name, zoneAnchor(zone, ground), {}, 3});
    }
    m_zonesDirty = false;
}

/// Rings where something goes on, or was pointed at a moment ago: those shrink as they fade.
void WorldView::addPlaces()
{
    constexpr float BandPixels = 1.5F;
    constexpr float CuePixels = 3.0F;
    m_events.at(m_state.time, m_buffers.perspective().player(), m_places);
    for (const ShownPlace& shown : m_places) {
        glm::vec3 at(shown.place - m_origin);
        at.y += 0.08F;
        glm::vec4 colour = shown.band || shown.actor == model::ActorId::None ? toVec4(m_theme.warning)
                                                                             : m_buffers.colour(shown.actor);
        colour.a = shown.band ? 0.8F : shown.strength;
        m_buffers.addRing(at, shown.band ? shown.radius : shown.radius * (0.4F + 0.6F * shown.strength),
                          shown.band ? BandPixels : CuePixels, colour);
    }
}

void WorldView::appendOutlook(const std::array<glm::dvec3, 4>& corners, float pixels, const glm::vec4& colour)
{
    constexpr float Lift = 0.06F; // metres above the ground
    std::array<glm::vec3, 4> loop{};
    for (std::size_t i = 0; i < loop.size(); ++i)
        loop[i] = glm::vec3(corners[i] - m_origin) + glm::vec3(0.0F, Lift, 0.0F);
    appendCasedLoop(m_segments, loop, pixels, colour, m_theme);
}

/// The ground that recorded cameras show, but not from within one of them.
void WorldView::appendOutlooks()
{
    for (const auto& [owner, camera] : m_cameras) {
        const std::ptrdiff_t found = camera == m_riding ? -1 : m_state.row(camera);
        if (found < 0)
            continue;
        const auto row = static_cast<std::size_t>(found);
        const auto corners = m_buffers.outlook(m_state, row, m_scene.groundHeight);
        if (!corners)
            continue;
        // As a player, one does not know where the others look.
        if (m_buffers.perspective().active() && !m_buffers.perspective().own(owner))
            continue;
        const bool wanted =
            camera == m_selection || owner == m_selection || owner == m_buffers.perspective().player();
        glm::vec4 colour = m_buffers.colour(m_state, row);
        colour.a = wanted ? 1.0F : 0.75F;
        appendOutlook(*corners, wanted ? OutlookWantedPixels : OutlookPixels, colour);
    }
}

/// Bars face the camera, so they are laid out anew whenever it moves.
void WorldView::appendUnitMarks(const CameraPose& camera, QSizeF viewport)
{
    m_segments.resize(m_fixedSegments);
    if (!m_unitMarks.any())
        return;
    const UnitMarks::Frame frame{m_origin, camera, viewport, m_selection, m_scene.groundHeight, m_playing};
    if (m_options.sight)
        m_unitMarks.appendSight(m_segments, m_state, m_buffers, frame);
    if (m_options.unitMarks)
        m_unitMarks.appendBars(m_segments, m_state, m_buffers, frame);
}

/// Whose selection is to be seen: of who is selected, whose eyes are seen with, or whose side is taken.
model::ActorId WorldView::chooser() const
{
    for (const model::ActorId actor : {m_selection, m_riding, m_buffers.perspective().player()}) {
        const model::ActorInfo* info = m_index->info->actor(actor);
        if (info == nullptr)
            continue;
        if (info->shape == model::ActorShape::View)
            return info->parent;
        if (info->kind == model::ActorKind::Player)
            return actor;
    }
    return model::ActorId::None;
}

model::ActorId WorldView::eyesOf(model::ActorId actor) const
{
    const model::ActorInfo* info = m_index->info->actor(actor);
    if (info == nullptr || info->shape != model::ActorShape::None)
        return actor;
    for (const auto& [owner, camera] : m_cameras) {
        const std::ptrdiff_t row = owner == actor ? m_state.row(camera) : -1;
        if (row >= 0 && (m_state.flags[static_cast<std::size_t>(row)] & model::Hidden) == 0)
            return camera;
    }
    return actor;
}

bool WorldView::seesWithCamera(model::ActorId actor) const
{
    const model::ActorInfo* eyes = m_index->info->actor(eyesOf(actor));
    return eyes != nullptr && eyes->shape == model::ActorShape::View;
}

/// Of what the play is about, while it flies by itself.
void WorldView::appendPredictions()
{
    for (std::size_t row = 0; m_options.prediction && row < m_state.size(); ++row) {
        if (!m_buffers.focus(m_state.ids[row]) || !m_buffers.drawn(m_state, row))
            continue;
        bool held = false;
        (void)m_buffers.handPlace(m_state, row, held);
        if (held)
            continue;
        // A wall ends it: nothing is known of the rebound.
        const glm::dvec3 from = m_buffers.box(m_state, row).centre;
        const glm::vec3& velocity = m_state.velocities[row];
        appendPrediction(m_segments, glm::vec3(from - m_origin), velocity, m_buffers.colour(m_state, row),
                         secondsInside(m_scene.bounds, from, velocity));
    }
}

} // namespace ghostline::render
