// SPDX-License-Identifier: GPL-3.0-or-later
// Rewrites buffers and parameters of the entities that are there, and draws.
#include "render/scene_graph.h"

#include "render/ghost_cast.h"
#include "render/scene_graph_private.h"

#include <QVector3D>
#include <QVector4D>
#include <QWindow>
#include <Qt3DRender/QRenderCapture>
#include <Qt3DRender/QRenderSurfaceSelector>

#include <utility>

using namespace Qt3DCore;
using namespace Qt3DRender;

namespace ghostline::render {

namespace {

constexpr int CaptureAttempts = 6;

QVector3D toVector(const QColor& c) { return {c.redF(), c.greenF(), c.blueF()}; }

QMatrix4x4 toMatrix(const glm::dmat4& m)
{
    QMatrix4x4 out;
    for (int column = 0; column < 4; ++column) {
        for (int row = 0; row < 4; ++row)
            out(row, column) = static_cast<float>(m[column][row]);
    }
    return out;
}

} // namespace

SceneGraph::SceneGraph(QWindow* window) : d(std::make_unique<Private>(window, true))
{
    setTheme(Theme::dark());
}

SceneGraph::SceneGraph(QObject* offscreenSurface, QSize pixels)
    : d(std::make_unique<Private>(offscreenSurface, false))
{
    d->graph->root->setExternalRenderTargetSize(pixels);
    setTheme(Theme::dark());
}

SceneGraph::~SceneGraph()
{
    if (d->running)
        d->engine->setRootEntity({});
    d->graph.reset();
    d->rootHolder.reset();
    d->engine.reset();
}

void SceneGraph::start()
{
    if (d->running)
        return;
    d->running = true;
    d->engine->setRootEntity(d->rootHolder);
}

bool SceneGraph::started() const { return d->running; }
int SceneGraph::settling() const { return d->settling; }

void SceneGraph::drawAnew() { d->settings->setRenderPolicy(QRenderSettings::Always); }

void SceneGraph::processFrame()
{
    if (!d->running)
        return;
    d->engine->processFrame();
    d->settings->setRenderPolicy(QRenderSettings::OnDemand);
    d->settling = std::max(0, d->settling - 1);
}

void SceneGraph::setTheme(const Theme& theme)
{
    d->theme = theme;
    const bool light = theme.ground == Ground::Light;
    d->lightGround->setValue(light ? 1.0F : 0.0F);
    const QColor casing = theme.casing();
    d->casing->setValue(QVector4D(toVector(casing), casing.alphaF()));
    d->skyTop->setValue(toVector(theme.skyTop));
    d->skyBottom->setValue(toVector(theme.skyBottom));
    d->groundColour->setValue(toVector(theme.scene(model::SceneRole::Ground)));
    d->gridColour->setValue(toVector(light ? theme.line.darker(112) : theme.line.lighter(118)));
    d->graph->setClearColour(theme.scene(model::SceneRole::Ground));
    d->atlas.invalidate();
    d->buildScenery();
    d->grids.setTheme(theme);
    d->updateGrids();
}

void SceneGraph::setScene(const model::SceneDescription& scene, std::vector<int> teamHues)
{
    d->scene = scene;
    d->teamHues = std::move(teamHues);
    d->buildScenery();
    if (d->sceneryVisible)
        d->grids.setLayers(GridSet::Scene, scene.grids);
    d->updateGrids();
}

void SceneGraph::setGrids(const std::vector<std::shared_ptr<const model::GridLayer>>& grids)
{
    d->grids.setLayers(GridSet::State, grids);
    d->updateGrids();
}

bool SceneGraph::gridsIncomplete() const { return d->grids.leftOut() > 0; }

void SceneGraph::Private::updateGrids()
{
    if (gridEntity == nullptr && grids.quadCount() > 0)
        gridEntity = new GridEntity(root, layers);
    if (gridEntity != nullptr && gridEntity->update(grids))
        touch();
    lookAround();
}

void SceneGraph::Private::lookAround()
{
    if (scenery != nullptr && seen)
        scenery->look(seen->view, seen->projection, seen->pixels.height());
    else if (scenery != nullptr)
        scenery->lookEverywhere();
    if (gridEntity == nullptr)
        return;
    if (!seen) {
        gridEntity->lookEverywhere();
        return;
    }
    // Where everything is seen along one direction, from far away.
    const bool parallel = seen->projection[3][3] != 0.0;
    const glm::dvec4 eye = glm::inverse(seen->view) * glm::dvec4(0.0, 0.0, parallel ? 1.0e9 : 0.0, 1.0);
    gridEntity->look(glm::dvec3(eye), seen->projection * seen->view);
}

void SceneGraph::Private::buildScenery()
{
    delete scenery;
    scenery = nullptr;
    touch();
    std::vector<QColor> teams;
    teams.reserve(teamHues.size());
    for (const int hue : teamHues)
        teams.push_back(theme.hue(hue));
    const SceneryData data = render::buildScenery(scene, theme, teams);
    if (data.surfaceIndexCount == 0 && data.lineVertexCount == 0 && data.shellVertexCount == 0)
        return;
    scenery = new SceneryEntity(root, data, sceneryMaterials, layers);
    scenery->setEnabled(sceneryVisible);
    scenery->setOrigin(origin);
    lookAround();
}

void SceneGraph::setSceneVisible(bool visible)
{
    if (d->sceneryVisible == visible)
        return;
    d->sceneryVisible = visible;
    if (d->scenery)
        d->scenery->setEnabled(visible);
    d->grids.setLayers(GridSet::Scene, visible ? d->scene.grids : GridBatch::Layers());
    d->updateGrids();
    d->touch();
}

void SceneGraph::setOrigin(const glm::dvec3& origin)
{
    d->origin = origin;
    if (d->scenery)
        d->scenery->setOrigin(origin);
    d->grids.setOrigin(origin);
    d->updateGrids();
}

void SceneGraph::setGrid(bool visible, const glm::dvec3& centre, double spacing)
{
    if (d->grid->isEnabled() != visible) {
        d->grid->setEnabled(visible);
        d->touch();
    }
    // Moves by whole major cells, so that the lines stay where they are in the world.
    const double major = spacing * GridMajorEvery;
    const glm::dvec3 snapped{std::round(centre.x / major) * major, centre.y,
                             std::round(centre.z / major) * major};
    const glm::vec3 t{snapped - d->origin};
    d->gridTransform->setTranslation({t.x, t.y, t.z});
    d->gridTransform->setScale(static_cast<float>(spacing));
}

void SceneGraph::setActors(const InstanceBuffers& buffers)
{
    bool switched = d->marks->setInstances(buffers.marks());
    switched |= d->hulls->setInstances(buffers.hulls());
    for (std::size_t i = 0; i < MeshKinds; ++i) {
        const auto kind = static_cast<MeshKind>(i);
        switched |= d->solid[i]->setInstances(buffers.solid(kind));
        switched |= d->held[i]->setInstances(buffers.held(kind));
        switched |= d->outline[i]->setInstances(buffers.outline(kind));
    }
    if (switched)
        d->touch();
}

void SceneGraph::setGhosts(const GhostCast& ghosts)
{
    bool switched = false;
    for (std::size_t i = 0; i < MeshKinds; ++i) {
        const std::vector<Instance>& instances = ghosts.instances(static_cast<MeshKind>(i));
        if (d->ghosts[i] == nullptr && instances.empty())
            continue;
        if (d->ghosts[i] == nullptr)
            d->buildGhosts(i);
        switched |= d->ghosts[i]->setInstances(instances);
    }
    if (switched)
        d->touch();
}

void SceneGraph::setSegments(std::span<const Instance> world, std::span<const Instance> corner)
{
    const bool a = d->segments->setInstances(world);
    const bool b = d->cornerSegments->setInstances(corner);
    if (a || b)
        d->touch();
}

void SceneGraph::setZones(std::span<const Instance> lines)
{
    constexpr float Faint = 0.35F;
    std::vector<Instance> covered(lines.begin(), lines.end());
    for (Instance& line : covered) {
        line.half.a *= Faint; // where it starts
        line.colour.a *= Faint;
    }
    const bool a = d->zones->setInstances(lines);
    const bool b = d->coveredZones->setInstances(covered);
    if (a || b)
        d->touch();
}

void SceneGraph::setLabels(std::span<const Instance> labels)
{
    if (d->labels->setInstances(labels))
        d->touch();
}

LabelAtlas& SceneGraph::atlas() { return d->atlas; }

void SceneGraph::updateAtlas()
{
    if (!d->atlas.dirty())
        return;
    d->atlasImage->update();
    d->settling = std::max(d->settling, 2);
}

void SceneGraph::setWindowView(const View& view)
{
    d->graph->windowCamera.set(toMatrix(view.view), toMatrix(view.projection), view.pixels, view.scale);
    d->seen = view;
    d->lookAround();
}

QImage SceneGraph::capture(const View& view, int samples)
{
    if (!d->running || view.pixels.isEmpty())
        return {};
    d->graph->setTarget(view.pixels, samples);
    d->graph->offscreenCamera.set(toMatrix(view.view), toMatrix(view.projection), view.pixels, view.scale);
    const std::optional<View> before =
        std::exchange(d->seen, d->windowed ? std::nullopt : std::optional(view));
    d->lookAround();
    if (d->windowed)
        d->graph->offscreen->setEnabled(true);
    else
        d->graph->root->setExternalRenderTargetSize(view.pixels);
    // The first picture after a change may lack what is still loading: two alike in a row are complete.
    QImage image;
    QImage last;
    for (int attempt = 0; attempt < CaptureAttempts; ++attempt) {
        std::unique_ptr<QRenderCaptureReply> reply(d->graph->capture->requestCapture());
        for (int i = 0; i < 4 && !reply->isComplete(); ++i)
            processFrame();
        if (!reply->isComplete())
            break;
        image = reply->image();
        if (attempt >= 2 && image == last)
            break;
        last = image;
    }
    if (d->windowed)
        d->graph->offscreen->setEnabled(false);
    d->seen = before;
    d->lookAround();
    return image.isNull() ? image : image.convertToFormat(QImage::Format_RGB32);
}

} // namespace ghostline::render
