// SPDX-License-Identifier: GPL-3.0-or-later
// Dirty flags decide what is rewritten: an unchanged view costs nothing, a moved camera costs labels and grid
// only.
#include "render/world_view.h"

#include "render/crowd.h"
#include "render/segments.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace ghostline::render {

namespace {

constexpr double OriginStep = 1000.0;  // metres; the origin jumps by this much
constexpr double OriginReach = 2000.0; // ... when the camera is this far from it

} // namespace

QString lengthText(double metres)
{
    if (metres >= 1000.0)
        return QCoreApplication::translate("Render", "%L1 km").arg(metres / 1000.0);
    if (metres < 1.0)
        return QCoreApplication::translate("Render", "%L1 cm").arg(metres * 100.0);
    return QCoreApplication::translate("Render", "%L1 m").arg(metres);
}

WorldView::WorldView() : m_index(std::make_shared<model::ReplayIndex>()) {}

void WorldView::setTheme(const Theme& theme)
{
    m_theme = theme;
    m_buffers.setCast(*m_index->info, m_theme);
    m_unitMarks.setInfo(*m_index->info, m_theme);
    m_ghosts.setTheme(m_theme);
    m_themeDirty = m_actorsDirty = m_trailsDirty = m_zonesDirty = m_viewDirty = true;
}

void WorldView::setIndex(std::shared_ptr<const model::ReplayIndex> index)
{
    m_index = index ? std::move(index) : std::make_shared<const model::ReplayIndex>();
    m_buffers.setCast(*m_index->info, m_theme);
    std::vector<int> hues;
    hues.reserve(m_index->info->teams.size());
    for (const model::Team& team : m_index->info->teams)
        hues.push_back(team.hue);
    m_sceneDirty = m_sceneDirty || hues != m_teamHues; // goals are in their team's hue
    m_teamHues = std::move(hues);
    m_events.setIndex(*m_index);
    m_unitMarks.setInfo(*m_index->info, m_theme);
    m_cameras.clear();
    for (const model::ActorInfo& actor : m_index->info->cast) {
        if (actor.shape == model::ActorShape::View)
            m_cameras.emplace_back(actor.parent, actor.id);
    }
    m_headBones.clear();
    for (const model::Skeleton& skeleton : m_index->info->skeletons)
        m_headBones.push_back(headBonesOf(skeleton));
    m_actorsDirty = m_trailsDirty = m_viewDirty = true;
}

void WorldView::setScene(model::SceneDescription scene)
{
    m_scene = std::move(scene);
    m_sceneDirty = m_surfaceDirty = m_zonesDirty = m_viewDirty = true; // zones lie on its ground
}

void WorldView::setState(const model::WorldState& state)
{
    m_gridsDirty = m_gridsDirty || m_state.grids != state.grids;
    m_state = state;
    m_actorsDirty = m_viewDirty = true;
    m_segmentsDirty =
        m_segmentsDirty || m_options.velocityArrows || m_options.prediction || !m_cameras.empty();
}

void WorldView::setTrails(std::vector<Trail> trails)
{
    m_trails = std::move(trails);
    m_trailsDirty = true;
    m_segmentsDirty = true;
}

void WorldView::setZones(std::vector<model::Zone> zones, int chosen)
{
    m_zones = {std::move(zones), chosen, m_options.zones};
    m_zonesDirty = m_viewDirty = true;
}

void WorldView::setOptions(const ViewOptions& options)
{
    m_zonesDirty = m_zonesDirty || m_zones.shown != options.zones;
    m_zones.shown = options.zones;
    m_options = options;
    m_buffers.setOptions(options);
    m_actorsDirty = m_trailsDirty = m_segmentsDirty = m_viewDirty = m_sceneDirty = true;
}

void WorldView::setSelection(model::ActorId actor)
{
    m_selection = actor;
    m_actorsDirty = m_viewDirty = true;
}

void WorldView::setHidden(const QSet<quint32>& actors)
{
    m_buffers.setHidden(actors);
    m_actorsDirty = m_trailsDirty = m_segmentsDirty = m_viewDirty = true;
}

/// What stands still is shown exactly.
void WorldView::setPlaying(bool playing)
{
    m_playing = playing;
    m_viewDirty = m_viewDirty || m_options.sight;
}

void WorldView::setRiding(model::ActorId actor)
{
    if (m_riding == actor)
        return;
    m_riding = actor;
    m_actorsDirty = m_viewDirty = true;
}

void WorldView::setPerspective(model::ActorId player)
{
    m_buffers.setPerspective(player);
    m_actorsDirty = m_segmentsDirty = m_viewDirty = true;
}

void WorldView::refresh(SceneGraph& graph, const CameraPose& camera, QSizeF viewport)
{
    if (m_themeDirty)
        graph.setTheme(m_theme);
    if (m_sceneDirty) {
        graph.setScene(m_scene, m_teamHues);
        graph.setSceneVisible(m_options.scene);
    }
    m_themeDirty = m_sceneDirty = false;

    if (glm::length(camera.target - m_origin) > OriginReach) {
        m_origin = glm::round(camera.target / OriginStep) * OriginStep;
        graph.setOrigin(m_origin);
        m_actorsDirty = m_ghostsDirty = m_trailsDirty = m_segmentsDirty = m_viewDirty = m_zonesDirty = true;
    }
    if (m_gridsDirty)
        graph.setGrids(m_state.grids);
    m_gridsDirty = false;
    if (m_actorsDirty || (m_viewDirty && m_buffers.anyHeld())) {
        m_buffers.fill(m_state, {m_origin, camera.position, m_selection, m_riding, chooser()});
        addPlaces();
        graph.setActors(m_buffers);
        m_actorsDirty = false;
    }
    if (m_ghostsDirty || (m_viewDirty && !m_ghosts.empty()))
        refreshGhosts(graph, camera);
    if (m_zonesDirty)
        refreshZones(graph);
    if (m_segmentsDirty || m_trailsDirty || m_viewDirty) {
        refreshSegments();
        appendUnitMarks(camera, viewport);
        const double visible =
            camera.orthographic ? camera.orthographicHeight : glm::length(camera.position - camera.target);
        const double spacing = gridSpacing(visible);
        std::array<glm::vec2, 3> axes{};
        m_corner.clear();
        if (m_options.axesGizmo)
            appendGizmo(m_corner, camera, m_theme, axes);
        graph.setSegments(m_segments, m_corner);
        const glm::dvec3 middle{camera.target.x, m_scene.groundHeight, camera.target.z};
        graph.setGrid(m_options.grid, middle, spacing);
        const bool seen = m_options.grid && gridSeen(camera, middle, spacing * GridReach, viewport);
        refreshLabels(graph, camera, viewport, seen ? spacing : 0.0, axes);
        m_viewDirty = false;
    }
}

std::vector<LabelCandidate> WorldView::labelCandidates(const CameraPose& camera) const
{
    // Names of a whole army would hide it: a crowd is told apart by pointing at it.
    constexpr std::size_t Crowd = 80;
    const bool crowd = m_state.size() > Crowd && isCrowd(*m_index->info);
    std::vector<LabelCandidate> out;
    for (std::size_t row = 0; row < m_state.size(); ++row) {
        const model::ActorId id = m_state.ids[row];
        const bool selected = id == m_selection;
        const model::ActorInfo* actor = m_index->info->actor(id);
        if (!actor || id == m_riding || !m_buffers.drawn(m_state, row) ||
            (m_buffers.background(m_state, row) && !selected))
            continue;
        if ((!m_options.labels || (crowd && !actor->principal)) && !selected)
            continue;
        const glm::vec4 c = m_buffers.colour(m_state, row);
        out.push_back({actor->name, labelAnchor(m_buffers.box(m_state, row), camera),
                       QColor::fromRgbF(c.r, c.g, c.b), selected ? 0 : (actor->principal ? 1 : 2)});
    }
    if (m_options.labels)
        appendGhostLabels(out, camera);
    if (m_options.labels && m_options.scene) {
        for (const model::SceneLabel& label : m_scene.labels)
            out.push_back({label.text, label.position, {}, 3});
    }
    if (m_options.labels)
        out.insert(out.end(), m_zoneLabels.begin(), m_zoneLabels.end());
    return out;
}

void WorldView::appendCornerText(SceneGraph& graph, const QString& text, const QColor& colour,
                                 const glm::vec2& at)
{
    const int cell = graph.atlas().request({text, colour, true, true});
    if (cell < 0)
        return;
    const double width = labelWidth(text, false);
    m_labels.push_back({{at.x, at.y, 0.0F, 1.0F},
                        LabelAtlas::place(cell, width),
                        {static_cast<float>(width), LabelAtlas::CellHeight, 0.0F, 0.0F},
                        {0.0F, 0.0F, 0.0F, 1.0F}});
}

void WorldView::refreshLabels(SceneGraph& graph, const CameraPose& camera, QSizeF viewport, double spacing,
                              const std::array<glm::vec2, 3>& axes)
{
    m_labels.clear();
    graph.atlas().begin();
    const std::vector<LabelCandidate> candidates = labelCandidates(camera);
    const std::vector<PlacedLabel> placed = placeLabels(candidates, camera, viewport);
    // The first ones matter most and are drawn last, over the others.
    for (auto label = placed.rbegin(); label != placed.rend(); ++label) {
        const LabelCandidate& c = candidates[label->candidate];
        const bool place = c.rank == 3;
        const int cell =
            graph.atlas().request({c.text, place ? m_theme.textMuted : c.colour, c.rank == 0, place});
        if (cell < 0)
            continue;
        const double width = labelWidth(c.text, c.colour.isValid());
        m_labels.push_back({{glm::vec3(c.anchor - m_origin), 0.0F},
                            LabelAtlas::place(cell, width),
                            {static_cast<float>(width), LabelAtlas::CellHeight, label->shift, 16.0F},
                            {0.0F, 0.0F, 0.0F, label->opacity}});
    }
    if (m_options.axesGizmo) {
        constexpr std::array letters{u'X', u'Y', u'Z'};
        for (std::size_t i = 0; i < letters.size(); ++i) {
            if (axes[i] != glm::vec2(0.0F))
                appendCornerText(graph, QString(letters[i]), m_theme.textMuted, axes[i]);
        }
    }
    if (spacing > 0.0) {
        const QString text = QCoreApplication::translate("Render", "grid %1").arg(lengthText(spacing));
        appendCornerText(graph, text, m_theme.textMuted, {-52.0F, 12.0F});
    }
    if (graph.gridsIncomplete())
        appendCornerText(graph, QCoreApplication::translate("Render", "too many blocks: some are not drawn"),
                         m_theme.warning, {-130.0F, 32.0F});
    graph.updateAtlas();
    graph.setLabels(m_labels);
}

SceneGraph::View WorldView::view(const CameraPose& camera, QSize pixels, double scale) const
{
    const double aspect = static_cast<double>(pixels.width()) / std::max(pixels.height(), 1);
    const double distance = glm::length(camera.position - camera.target);
    double nearPlane = std::clamp(distance * 0.02, 0.08, 20.0);
    double farPlane = std::max(distance * 12.0, 6000.0);
    if (camera.orthographic) {
        // Straight down nothing is hidden by being nearer than the camera's own height.
        nearPlane = -2000.0;
        farPlane = distance + 2000.0;
    }
    return {viewMatrix(camera, m_origin), projectionMatrix(camera, aspect, nearPlane, farPlane), pixels,
            scale};
}

model::ActorId WorldView::pick(const CameraPose& camera, QPointF pixel, QSizeF viewport) const
{
    std::vector<PickBox> boxes;
    boxes.reserve(m_state.size());
    for (std::size_t row = 0; row < m_state.size(); ++row) {
        if (m_state.ids[row] != m_riding && m_buffers.drawn(m_state, row))
            boxes.push_back(m_buffers.box(m_state, row));
    }
    return pickActor(camera, pixel, viewport, boxes);
}

std::optional<CameraSubject> WorldView::seat(model::ActorId actor) const
{
    const std::ptrdiff_t row = m_state.row(actor);
    if (row < 0)
        return std::nullopt;
    return seatOf(m_buffers, m_state, static_cast<std::size_t>(row), m_index->info->actor(actor),
                  m_headBones);
}

} // namespace ghostline::render
