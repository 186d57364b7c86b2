// SPDX-License-Identifier: GPL-3.0-or-later
// What is new in the content decides what is rewritten: an unchanged view costs nothing, a moved camera costs
// labels and grid only.
#include "render/view/world_view.h"

#include "model/world/standing.h"
#include "render/actors/picking.h"
#include "render/actors/segments.h"
#include "render/board/board_painter.h"
#include "render/qt3d/board_image.h"

#include <algorithm>
#include <cmath>

namespace ghostline::render {

namespace {

constexpr double OriginStep = 1000.0;  // metres; the origin jumps by this much
constexpr double OriginReach = 2000.0; // ... when the camera is this far from it

} // namespace

ViewChanges WorldView::setContent(const ViewContent& content)
{
    ViewChanges changes = changesBetween(m_recorded, content);
    if (!changes)
        return changes;
    m_recorded = content;
    const ViewContent& shown = m_standing.show(content, changes);
    if (changes & ViewPart::Index)
        takeIndex();
    m_buffers.change(shown, changes);
    m_ghosts.change(shown, changes);
    m_lines.change(shown, changes, !m_cameras.empty());
    m_zones.change(shown, changes);
    m_heat.change(shown, changes);
    if (changes & ViewPart::Ghosts)
        m_lines.changeGhosts(m_ghosts.anyCamera()); // the outline of what a camera sees moves with it
    m_themeDirty = m_themeDirty || (changes & ViewPart::Theme);
    m_sceneDirty = m_sceneDirty || (changes & (ViewPart::Scene | ViewPart::Options));
    m_qualityDirty = m_qualityDirty || (changes & ViewPart::Quality);
    m_gridsDirty = m_gridsDirty || (changes & ViewPart::Grids);
    m_actorsDirty = m_actorsDirty || (changes & (ViewPart::Theme | ViewPart::Index | ViewPart::State |
                                                 ViewPart::Options | ViewPart::Selection | ViewPart::Hidden |
                                                 ViewPart::Perspective | ViewPart::Goals));
    // What stands still is shown exactly; else the next state brings its own picture.
    const ViewChanges laidOut = ~ViewChanges(ViewPart::Trails | ViewPart::GhostTrails | ViewPart::Playing);
    m_boardDirty = m_boardDirty || (changes & laidOut);
    m_viewDirty =
        m_viewDirty || (changes & laidOut) || ((changes & ViewPart::Playing) && content.options.sight);
    if (changes & ViewPart::Scene) { // all lies on its ground
        m_actorsDirty = true;
        m_lines.invalidate();
    }
    return changes;
}

void WorldView::takeIndex()
{
    m_sceneDirty = m_sceneDirty || info().teams != m_sceneTeams; // goals are in their team's colour
    m_sceneTeams = info().teams;
    m_rings.setIndex(*content().index);
    m_cameras.setCast(info());
    m_headBones.clear();
    for (const model::Skeleton& skeleton : info().skeletons)
        m_headBones.push_back(headBonesOf(skeleton));
}

void WorldView::setFirstPerson(model::ActorId actor)
{
    if (m_firstPerson == actor)
        return;
    m_firstPerson = actor;
    m_actorsDirty = m_viewDirty = true;
}

void WorldView::setFollowed(model::ActorId actor)
{
    if (m_followed == actor)
        return;
    m_followed = actor;
    m_ghosts.invalidate();
}

void WorldView::refresh(SceneGraph& graph, const CameraPose& camera, QSizeF viewport, Cells cells)
{
    graph.setFocus(camera.target, camera.orthographic ? camera.target : camera.position);
    refreshScene(graph);
    moveOrigin(graph, camera);
    if (m_gridsDirty)
        graph.setGrids(state().grids);
    m_gridsDirty = false;
    if (cells == Cells::AtOnce)
        graph.finishGrids();
    if (m_actorsDirty || (m_viewDirty && m_buffers.followsEye()))
        refreshActors(graph, camera);
    const FrameView frame{shown(),  m_buffers.styles(), m_cameras,     camera,
                          viewport, m_origin,           m_firstPerson, m_recorded};
    if (m_ghosts.dirty() || (m_viewDirty && !m_ghosts.empty()))
        m_ghosts.refresh(graph, frame, subjectBox());
    if (m_heat.dirty())
        m_heat.refresh(graph, shown());
    if (m_zones.dirty())
        m_zones.refresh(graph, frame);
    if (m_lines.dirty() || m_viewDirty)
        refreshLines(graph, frame);
}

void WorldView::refreshScene(SceneGraph& graph)
{
    if (m_themeDirty)
        graph.setTheme(shown().theme);
    if (m_sceneDirty) {
        graph.setScene(*shown().scene, m_sceneTeams);
        graph.setSceneVisible(shown().options.scene);
        graph.setGridOptions({.edits = shown().options.edits, .barriers = shown().options.barriers});
    }
    if (m_qualityDirty)
        graph.setQuality(shown().quality);
    m_themeDirty = m_sceneDirty = m_qualityDirty = false;
}

void WorldView::moveOrigin(SceneGraph& graph, const CameraPose& camera)
{
    if (glm::length(camera.target - m_origin) <= OriginReach)
        return;
    m_origin = glm::round(camera.target / OriginStep) * OriginStep;
    graph.setOrigin(m_origin);
    m_ghosts.invalidate();
    m_lines.invalidate();
    m_zones.invalidate();
    m_actorsDirty = m_viewDirty = true;
}

void WorldView::refreshActors(SceneGraph& graph, const CameraPose& camera)
{
    m_buffers.fill(state(), {m_origin, camera.position, shown().selection, m_firstPerson, chooser(),
                             GroundLevel(*shown().scene),
                             shown().options.scene ? shown().scene->floorHeight : std::nullopt});
    const bool before = m_lineAdditions;
    addRings();
    m_lineAdditions = !m_wideRings.empty() || !m_buffers.posts().empty();
    if (before || m_lineAdditions)
        m_lines.changeAdditions();
    graph.setActors(m_buffers);
    m_actorsDirty = false;
}

void WorldView::refreshLines(SceneGraph& graph, const FrameView& frame)
{
    m_lines.refresh(graph, frame, {m_ghosts, m_wideRings, m_buffers.posts()});
    const CameraPose& camera = frame.camera;
    const double visible =
        camera.orthographic ? camera.orthographicHeight : glm::length(camera.position - camera.target);
    const double spacing = gridSpacing(visible);
    // Level lines would cut through hills.
    const model::SceneDescription& scene = *shown().scene;
    const bool hills = shown().options.scene && model::groundOf(scene) != nullptr;
    const bool grid = shown().options.grid && !hills;
    const glm::dvec3 middle{camera.target.x, scene.groundHeight, camera.target.z};
    graph.setGrid(grid, middle, spacing);
    const bool seen = grid && gridSeen(camera, middle, spacing * GridReach, frame.viewport);
    m_labels.refresh(graph, frame, {m_ghosts, m_zones.labels(), seen ? spacing : 0.0, m_lines.axes()});
    m_viewDirty = false;
}

void WorldView::addRings()
{
    constexpr float ThinPixels = 1.5F;
    constexpr float StrongPixels = 3.0F;
    constexpr float ThinAlpha = 0.8F;
    constexpr glm::dvec3 Lift{0.0, 0.08, 0.0}; // metres above the ground
    m_wideRings.clear();
    const bool hills = model::groundOf(*shown().scene) != nullptr;
    for (const GroundRing& ring : m_rings.at(shown(), styles())) {
        if (hills && ring.wide()) {
            m_wideRings.push_back(ring);
            continue;
        }
        glm::vec4 colour = ring.colour;
        colour.a *= ring.strong ? 1.0F : ThinAlpha;
        m_buffers.addRing(glm::vec3(ring.centre + Lift - m_origin), ring.radius * ring.share,
                          ring.strong ? StrongPixels : ThinPixels, colour, ring.toScale);
    }
}

/// Of who is selected, whose eyes are seen with, or whose side is taken.
model::ActorId WorldView::chooser() const
{
    for (const model::ActorId actor : {shown().selection, m_firstPerson, shown().perspective}) {
        const model::ActorInfo* known = info().actor(actor);
        if (known == nullptr)
            continue;
        if (known->shape == model::ActorShape::View)
            return known->parent;
        if (known->kind == model::ActorKind::Player)
            return actor;
    }
    return model::ActorId::None;
}

std::optional<PickBox> WorldView::subjectBox() const
{
    for (const model::ActorId actor : {m_followed, shown().selection}) {
        if (const auto row = styles().drawnRow(state(), actor))
            return styles().box(state(), *row);
    }
    return std::nullopt;
}

void WorldView::refreshBoard(SceneGraph& graph, const CameraPose& camera, QSize pixels)
{
    m_boardDirty = false;
    if (pixels.isEmpty() || !anyDrawingShown(shown())) {
        graph.setBoard({});
        return;
    }
    // A new one each time: the renderer may still read the last one.
    QImage board(pixels, BoardImage::Format);
    board.fill(Qt::transparent);
    QPainter painter(&board);
    render::paintBoard(painter, shown(), styles(), BoardProjection::through(camera, pixels));
    painter.end();
    graph.setBoard(board);
}

void WorldView::paintBoard(QImage& picture, const CameraPose& camera) const
{
    ViewContent content = shown();
    content.chosenDrawing.clear(); // that one is being worked on is no part of a picture
    content.pointers = {};
    if (picture.isNull() || !anyDrawingShown(content))
        return;
    QPainter painter(&picture);
    render::paintBoard(painter, content, styles(), BoardProjection::through(camera, picture.size()));
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
    SceneGraph::View out{.view = viewMatrix(camera, m_origin),
                         .projection = projectionMatrix(camera, aspect, nearPlane, farPlane),
                         .pixels = pixels,
                         .scale = scale,
                         .fog = fog(camera),
                         .stage = stage(camera)};
    const model::SceneDescription& scene = *shown().scene;
    // What is within a hall throws no shadow out through its walls, though those are see-through.
    if (!shown().options.scene || (model::groundOf(scene) == nullptr && !model::isHall(scene)))
        out.ground = scene.groundHeight - m_origin.y;
    return out;
}

/// Without known bounds, what stands a little above the plain ground.
SunStage WorldView::stage(const CameraPose& camera) const
{
    constexpr double Above = 6.0;       // metres over what is known: those who jump and fly
    constexpr double LeastReach = 25.0; // metres
    constexpr double Reach = 2.2;       // as far as what is looked at
    const model::SceneDescription& scene = *shown().scene;
    const model::Bounds& bounds = scene.bounds;
    const double low = bounds.valid ? std::min(bounds.min.y, scene.groundHeight) : scene.groundHeight;
    const double high = std::max(bounds.valid ? bounds.max.y : low, low + 2.0);
    return {std::min(low, camera.target.y) - m_origin.y, std::max(high, camera.target.y) + Above - m_origin.y,
            std::max(LeastReach, Reach * glm::length(camera.position - camera.target))};
}

/// From straight above all is equally far, and without surroundings nothing tells what is far.
Fog WorldView::fog(const CameraPose& camera) const
{
    const ViewContent& content = shown();
    if (camera.orthographic || !content.options.scene)
        return {};
    const model::Bounds& bounds = content.scene->bounds;
    const double high = bounds.valid ? camera.position.y - bounds.min.y : 0.0;
    return fogOver(content.theme, bounds, std::max(glm::length(camera.position - camera.target), high));
}

model::ActorId WorldView::pick(const CameraPose& camera, QPointF pixel, QSizeF viewport) const
{
    std::vector<PickBox> boxes;
    boxes.reserve(state().size());
    for (std::size_t row = 0; row < state().size(); ++row) {
        if (state().ids[row] != m_firstPerson && styles().drawn(state(), row))
            boxes.push_back(styles().box(state(), row));
    }
    return pickActor(camera, pixel, viewport, boxes);
}

std::optional<CameraSubject> WorldView::anchor(model::ActorId actor) const
{
    const std::ptrdiff_t row = state().row(actor);
    if (row < 0)
        return std::nullopt;
    return cameraAnchor(styles(), state(), static_cast<std::size_t>(row), info().actor(actor), m_headBones);
}

model::ActorId WorldView::eyesOf(model::ActorId actor) const
{
    return m_cameras.eyesOf(info(), state(), actor);
}

bool WorldView::seesWithCamera(model::ActorId actor) const
{
    const model::ActorInfo* eyes = info().actor(eyesOf(actor));
    return eyes != nullptr && eyes->shape == model::ActorShape::View;
}

} // namespace ghostline::render
