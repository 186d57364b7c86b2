// SPDX-License-Identifier: GPL-3.0-or-later
// Builds the entities once, then rewrites their buffers and parameters, and draws.
#include "render/qt3d/scene_graph.h"

#include "render/actors/ghost_cast.h"
#include "render/base/bytes_of.h"
#include "render/qt3d/atlas_image.h"
#include "render/qt3d/board_image.h"
#include "render/qt3d/frame_graph.h"
#include "render/qt3d/geometry.h"
#include "render/qt3d/grid_scene.h"
#include "render/qt3d/heat_entity.h"
#include "render/qt3d/instanced_entity.h"
#include "render/qt3d/light_parameters.h"
#include "render/qt3d/materials.h"
#include "render/qt3d/mesh_entities.h"
#include "render/qt3d/picture_entities.h"
#include "render/qt3d/scenery_entity.h"
#include "render/scenery/heat_mesh.h"

#include <QVector3D>
#include <QVector4D>
#include <QWindow>
#include <Qt3DCore/QAspectEngine>
#include <Qt3DCore/QAttribute>
#include <Qt3DCore/QBuffer>
#include <Qt3DCore/QCoreAspect>
#include <Qt3DCore/QGeometry>
#include <Qt3DCore/QTransform>
#include <Qt3DRender/QGeometryRenderer>
#include <Qt3DRender/QLayer>
#include <Qt3DRender/QMaterial>
#include <Qt3DRender/QParameter>
#include <Qt3DRender/QRenderAspect>
#include <Qt3DRender/QRenderCapture>
#include <Qt3DRender/QRenderSettings>
#include <Qt3DRender/QRenderSurfaceSelector>
#include <Qt3DRender/QTexture>

#include <optional>
#include <utility>

static void initShaderResources() { Q_INIT_RESOURCE(shaders); }

namespace ghostline::render {

inline constexpr int GridMajorEvery = 5; // lines of the ground
inline constexpr int FramesToSettle = 3; // shaders and buffers load in the first two

struct SceneGraph::Private
{
    Private(QObject* surface, bool windowed);
    void buildActors();
    void buildGround();
    void buildLabels();
    void buildBoard();
    void prepare(FinePasses& passes, const View& view) const;
    void touch() { settling = FramesToSettle; }
    /// An entity that is switched on or off takes a few frames to be seen.
    void show(InstancedEntity* entity, std::span<const Instance> instances)
    {
        if (entity->setInstances(instances))
            touch();
    }
    void show(std::optional<MeshEntities>& entities, MeshKind kind, std::span<const Instance> instances)
    {
        if (entities->setInstances(kind, instances))
            touch();
    }
    Qt3DRender::QParameter* colourParameter(const char* name);
    void buildScenery();
    void updateGrids();
    void updateSky() const { sky->setEnabled(!backdrop && !(sceneryVisible && model::isHall(scene))); }
    void cull();
    Qt3DRender::QLayer* layer(Pass pass) const { return layers[static_cast<std::size_t>(pass)]; }

    Theme theme = Theme::dark();
    model::SceneDescription scene;
    std::unique_ptr<Qt3DCore::QAspectEngine> engine = std::make_unique<Qt3DCore::QAspectEngine>();
    Qt3DCore::QEntity* root = nullptr; // shared with the engine from start() on
    Qt3DCore::QEntityPtr rootHolder;
    Qt3DRender::QRenderSettings* settings = nullptr;
    std::array<Qt3DRender::QLayer*, Passes> layers{};
    std::unique_ptr<FrameGraph> graph;
    bool running = false;
    bool windowed = false;
    int settling = FramesToSettle;

    glm::dvec3 origin{0.0};
    std::optional<LightParameters> light;     // made with the actors
    bool backdrop = false;                    // one colour behind everything: there is no horizon
    Qt3DRender::QParameter* casing = nullptr; // of rings
    Qt3DRender::QParameter* skyTop = nullptr;
    Qt3DRender::QParameter* skyBottom = nullptr;
    Qt3DRender::QParameter* groundColour = nullptr;
    Qt3DRender::QParameter* gridColour = nullptr;
    std::optional<MeshEntities> solid; // of actors, as the next three
    std::optional<MeshEntities> held;
    std::optional<MeshEntities> outline;
    std::optional<MeshEntities> ghosts;
    InstancedEntity* marks = nullptr;
    InstancedEntity* hulls = nullptr;
    InstancedEntity* segments = nullptr;
    InstancedEntity* cornerSegments = nullptr;
    InstancedEntity* zones = nullptr;
    InstancedEntity* coveredZones = nullptr; // the same lines, faint through what covers them
    InstancedEntity* labels = nullptr;
    InstancedEntity* sky = nullptr;
    Qt3DCore::QEntity* grid = nullptr;
    Qt3DCore::QTransform* gridTransform = nullptr;
    SceneryEntity* scenery = nullptr;
    SceneryMaterials sceneryMaterials;
    std::unique_ptr<GridScene> grids; // of cells
    std::optional<View> seen;         // what is drawn for; none = for any
    HeatEntity* heat = nullptr;       // made when there is one
    Qt3DRender::QMaterial* heatMaterial = nullptr;
    std::vector<model::Team> teams;
    bool sceneryVisible = true;
    LabelAtlas atlas;
    std::unique_ptr<AtlasImage> atlasImage;
    BoardImage* boardImage = nullptr; // made when there is one
    InstancedEntity* board = nullptr;
};

using namespace Qt3DCore;
using namespace Qt3DRender;

namespace {

constexpr int CaptureAttempts = 6;

QVector3D toVector(const QColor& c) { return {c.redF(), c.greenF(), c.blueF()}; }

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
int SceneGraph::settling() const
{
    return d->grids->batch().pending() ? std::max(d->settling, 1) : d->settling;
}

void SceneGraph::drawAnew() { d->settings->setRenderPolicy(QRenderSettings::Always); }

void SceneGraph::processFrame()
{
    if (!d->running)
        return;
    if (d->grids->mesh(false))
        d->updateGrids();
    d->engine->processFrame();
    d->settings->setRenderPolicy(QRenderSettings::OnDemand);
    d->settling = std::max(0, d->settling - 1);
}

void SceneGraph::setTheme(const Theme& theme)
{
    d->theme = theme;
    const bool light = theme.ground == Ground::Light;
    d->light->set(theme.ground);
    const QColor casing = theme.casing();
    d->casing->setValue(QVector4D(toVector(casing), casing.alphaF()));
    d->skyTop->setValue(toVector(theme.skyTop));
    d->skyBottom->setValue(toVector(theme.skyBottom));
    d->groundColour->setValue(toVector(theme.scene(model::SceneRole::Ground)));
    d->gridColour->setValue(toVector(light ? theme.line.darker(112) : theme.line.lighter(118)));
    d->graph->setClearColour(theme.scene(model::SceneRole::Ground));
    d->atlas.invalidate();
    d->buildScenery();
    d->grids->setTheme(theme);
    d->updateGrids();
}

void SceneGraph::setQuality(Quality quality)
{
    if (d->graph->quality() == quality)
        return;
    if (!d->graph->hasFinePasses())
        addPictures(d->root, d->layers, *d->light);
    d->graph->setQuality(quality);
    d->grids->batch().setDetail(quality == Quality::Low ? 1.0 : quality == Quality::Medium ? 2.0 : 4.0);
    FinePasses* passes = d->graph->windowPasses();
    if (passes != nullptr && d->seen)
        d->prepare(*passes, *d->seen);
    d->cull();
    d->touch();
}

void SceneGraph::Private::prepare(FinePasses& passes, const View& view) const
{
    passes.setSize(view.pixels);
    // Against one colour there is no ground on which a shadow could fall.
    passes.setSun(view.view, view.projection, glm::dvec3(lightOn(theme.ground).toSun), view.stage,
                  backdrop ? std::nullopt : view.ground);
}

void SceneGraph::setScene(const model::SceneDescription& scene, std::vector<model::Team> teams)
{
    d->scene = scene;
    d->teams = std::move(teams);
    d->updateSky();
    d->buildScenery();
    if (d->sceneryVisible)
        d->grids->batch().setLayers(GridSet::Scene, scene.grids);
    d->updateGrids();
}

void SceneGraph::setGrids(const std::vector<std::shared_ptr<const model::GridLayer>>& grids)
{
    d->grids->batch().setLayers(GridSet::State, grids);
    d->updateGrids();
}

void SceneGraph::setGridOptions(const GridOptions& options)
{
    d->grids->batch().setOptions(options);
    d->updateGrids();
}

void SceneGraph::finishGrids()
{
    if (d->grids->mesh(true))
        d->updateGrids();
}

void SceneGraph::setFocus(const glm::dvec3& place, const glm::dvec3& eye)
{
    d->grids->batch().setFocus(place, eye);
}

bool SceneGraph::gridsIncomplete() const { return d->grids->batch().leftOut() > 0; }

void SceneGraph::Private::updateGrids()
{
    if (grids->update())
        touch();
    cull();
}

void SceneGraph::Private::cull()
{
    const FinePasses* passes = windowed ? graph->windowPasses() : graph->offscreenPasses();
    const glm::dmat4* casters = passes != nullptr ? &passes->casters() : nullptr;
    if (scenery != nullptr && seen)
        scenery->cull(seen->view, seen->projection, seen->pixels.height(), casters);
    else if (scenery != nullptr)
        scenery->showAll();
    if (seen)
        grids->cull(seen->view, seen->projection, casters);
    else
        grids->showAll();
}

void SceneGraph::Private::buildScenery()
{
    delete scenery;
    scenery = nullptr;
    touch();
    const SceneryData data = render::buildScenery(scene, theme, teamColors(theme, teams));
    if (data.empty())
        return;
    scenery = new SceneryEntity(root, data, sceneryMaterials, layers);
    scenery->setEnabled(sceneryVisible);
    scenery->setOrigin(origin);
    cull();
}

void SceneGraph::setSceneVisible(bool visible)
{
    if (d->sceneryVisible == visible)
        return;
    d->sceneryVisible = visible;
    d->updateSky();
    if (d->scenery)
        d->scenery->setEnabled(visible);
    d->grids->batch().setLayers(GridSet::Scene, visible ? d->scene.grids : GridLayers());
    d->updateGrids();
    d->touch();
}

void SceneGraph::setOrigin(const glm::dvec3& origin)
{
    d->origin = origin;
    if (d->scenery)
        d->scenery->setOrigin(origin);
    if (d->heat)
        d->heat->setOrigin(origin);
    d->grids->batch().setOrigin(origin);
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

void SceneGraph::setBackdrop(const std::optional<QColor>& colour)
{
    d->backdrop = colour.has_value();
    d->updateSky();
    d->graph->setClearColour(colour.value_or(d->theme.scene(model::SceneRole::Ground)));
    d->touch();
}

void SceneGraph::setActors(const InstanceBuffers& buffers)
{
    d->show(d->marks, buffers.marks());
    d->show(d->hulls, buffers.hulls());
    for (std::size_t i = 0; i < MeshKinds; ++i) {
        const auto kind = static_cast<MeshKind>(i);
        d->show(d->solid, kind, buffers.solid(kind));
        d->show(d->held, kind, buffers.held(kind));
        d->show(d->outline, kind, buffers.outline(kind));
    }
}

void SceneGraph::setGhosts(const GhostCast& ghosts)
{
    for (std::size_t i = 0; i < MeshKinds; ++i) {
        const auto kind = static_cast<MeshKind>(i);
        d->show(d->ghosts, kind, ghosts.instances(kind));
    }
}

void SceneGraph::setSegments(std::span<const Instance> world, std::span<const Instance> corner)
{
    d->show(d->segments, world);
    d->show(d->cornerSegments, corner);
}

void SceneGraph::setZones(std::span<const Instance> lines)
{
    constexpr float Faint = 0.35F;
    std::vector<Instance> covered(lines.begin(), lines.end());
    for (Instance& line : covered) {
        line.half.a *= Faint; // where it starts
        line.colour.a *= Faint;
    }
    d->show(d->zones, lines);
    d->show(d->coveredZones, covered);
}

void SceneGraph::setHeat(const HeatMesh& mesh)
{
    if (d->heat == nullptr && mesh.indexCount == 0)
        return;
    delete d->heat;
    d->heat = nullptr;
    d->touch();
    if (mesh.indexCount == 0)
        return;
    if (d->heatMaterial == nullptr)
        d->heatMaterial = makeHeatMaterial(d->root);
    d->heat = new HeatEntity(d->root, mesh, d->heatMaterial, d->layer(Pass::Grid));
    d->heat->setOrigin(d->origin);
}

void SceneGraph::setLabels(std::span<const Instance> labels) { d->show(d->labels, labels); }

LabelAtlas& SceneGraph::atlas() { return d->atlas; }

void SceneGraph::updateAtlas()
{
    if (!d->atlas.dirty())
        return;
    d->atlasImage->update();
    d->settling = std::max(d->settling, 2);
}

void SceneGraph::setBoard(const QImage& image)
{
    if (d->board == nullptr && image.isNull())
        return;
    if (d->board == nullptr)
        d->buildBoard();
    if (!image.isNull()) {
        d->boardImage->setImage(image);
        d->settling = std::max(d->settling, 2);
    }
    const Instance one{};
    d->show(d->board, std::span(&one, image.isNull() ? 0 : 1));
}

void SceneGraph::setWindowView(const View& view)
{
    d->graph->windowCamera.set(toMatrix(view.view), toMatrix(view.projection), view.pixels, view.scale);
    d->graph->windowCamera.setFog(view.fog);
    if (FinePasses* passes = d->graph->windowPasses())
        d->prepare(*passes, view);
    d->seen = view;
    d->cull();
}

QImage SceneGraph::capture(const View& view, int samples)
{
    if (!d->running || view.pixels.isEmpty())
        return {};
    finishGrids();
    FinePasses* passes = d->graph->offscreenPasses();
    if (passes != nullptr)
        d->prepare(*passes, view);
    else
        d->graph->setTarget(view.pixels, samples);
    d->graph->offscreenCamera.set(toMatrix(view.view), toMatrix(view.projection), view.pixels, view.scale);
    d->graph->offscreenCamera.setFog(d->backdrop ? Fog{} : view.fog);
    const std::optional<View> before =
        std::exchange(d->seen, d->windowed ? std::nullopt : std::optional(view));
    d->cull();
    if (d->windowed)
        d->graph->offscreen->setEnabled(true);
    else
        d->graph->root->setExternalRenderTargetSize(view.pixels);
    // The first picture after a change may lack what is still loading: two alike in a row are complete.
    const bool settled = !d->windowed && d->settling == 0;
    QImage image;
    QImage last;
    for (int attempt = 0; attempt < (settled ? 1 : CaptureAttempts); ++attempt) {
        std::unique_ptr<QRenderCaptureReply> reply(d->graph->capture()->requestCapture());
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
    d->cull();
    return image.isNull() ? image : image.convertToFormat(QImage::Format_RGB32);
}

SceneGraph::Private::Private(QObject* surface, bool isWindowed) : windowed(isWindowed)
{
    initShaderResources();
    engine->registerAspect(new QCoreAspect);
    engine->registerAspect(new QRenderAspect);
    engine->setRunMode(QAspectEngine::Manual);
    root = new QEntity;
    rootHolder = QEntityPtr(root);
    settings = new QRenderSettings(root);
    settings->setRenderPolicy(QRenderSettings::OnDemand);
    root->addComponent(settings);
    for (QLayer*& layer : layers)
        layer = new QLayer(root);
    graph = std::make_unique<FrameGraph>(root, surface, windowed, layers);
    grids = std::make_unique<GridScene>(root, layers);
    settings->setActiveFrameGraph(graph->root);
    buildActors();
    buildGround();
    buildLabels();
}

QParameter* SceneGraph::Private::colourParameter(const char* name)
{
    return new QParameter(QString::fromLatin1(name), QVector3D(), root);
}

void SceneGraph::Private::buildActors()
{
    light.emplace(root);
    casing = new QParameter(QStringLiteral("casing"), QVector4D(), root);
    auto* solidMaterial =
        makeMaterial(root, QStringLiteral("solid.vert"), QStringLiteral("surface.frag"), Blend::Opaque,
                     Faces::Front, {light->toSun, light->sunLight, light->skyLight, light->groundLight});
    auto* heldMaterial = makeMaterial(root, QStringLiteral("ghost.vert"), QStringLiteral("held.frag"),
                                      Blend::Translucent, Faces::Front);
    auto* outlineMaterial = makeMaterial(root, QStringLiteral("outline.vert"), QStringLiteral("flat.frag"),
                                         Blend::Opaque, Faces::Back);
    auto* ghostMaterial = makeMaterial(root, QStringLiteral("ghost.vert"), QStringLiteral("ghost.frag"),
                                       Blend::Translucent, Faces::Front, {light->lightGround});
    solid.emplace(root, solidMaterial, layer(Pass::Opaque));
    held.emplace(root, heldMaterial, layer(Pass::Held));
    outline.emplace(root, outlineMaterial, layer(Pass::Opaque));
    ghosts.emplace(root, ghostMaterial, layer(Pass::Held));
    marks = new InstancedEntity(root, quadMesh(),
                                makeMaterial(root, QStringLiteral("mark.vert"), QStringLiteral("mark.frag"),
                                             Blend::Translucent, Faces::Both, {casing}),
                                layer(Pass::Marks));
    hulls = new InstancedEntity(root, barrelMesh(),
                                makeMaterial(root, QStringLiteral("hull.vert"), QStringLiteral("hull.frag"),
                                             Blend::Translucent, Faces::Front),
                                layer(Pass::Held));
    auto* lineMaterial = makeMaterial(root, QStringLiteral("segment.vert"), QStringLiteral("segment.frag"),
                                      Blend::Translucent, Faces::Both);
    segments = new InstancedEntity(root, pieceMesh(), lineMaterial, layer(Pass::Lines));
    zones = new InstancedEntity(root, pieceMesh(), lineMaterial, layer(Pass::Lines));
    auto* overlayMaterial = makeMaterial(root, QStringLiteral("segment.vert"), QStringLiteral("segment.frag"),
                                         Blend::Overlay, Faces::Both);
    // Over the ground, yet under all that marks and figures draw on it.
    coveredZones = new InstancedEntity(root, pieceMesh(), overlayMaterial, layer(Pass::Grid));
    // Under the names that may lie over it.
    cornerSegments = new InstancedEntity(root, pieceMesh(), overlayMaterial, layer(Pass::Corner));
}

void SceneGraph::Private::buildGround()
{
    skyTop = colourParameter("skyTop");
    skyBottom = colourParameter("skyBottom");
    groundColour = colourParameter("groundColour");
    gridColour = colourParameter("gridColour");
    sky = new InstancedEntity(root, latticeMesh(4, 28),
                              makeMaterial(root, QStringLiteral("sky.vert"), QStringLiteral("sky.frag"),
                                           Blend::Opaque, Faces::Both, {skyTop, skyBottom, groundColour}),
                              layer(Pass::Opaque));
    const Instance one{};
    sky->setInstances({&one, 1});

    const std::vector<glm::vec3> vertices = buildGrid(GridReach, GridMajorEvery);
    auto* geometry = new QGeometry;
    Qt3DCore::QBuffer* buffer = addBuffer(geometry, bytesOf<glm::vec3>(vertices));
    const auto count = static_cast<unsigned>(vertices.size());
    addAttribute(geometry, buffer, QAttribute::defaultPositionAttributeName(), 3, count, sizeof(glm::vec3),
                 0);
    auto* reach = new QParameter(QStringLiteral("gridReach"), static_cast<float>(GridReach), root);
    grid = makeStatic(root, geometry, QGeometryRenderer::Lines,
                      makeMaterial(root, QStringLiteral("grid.vert"), QStringLiteral("grid.frag"),
                                   Blend::Translucent, Faces::Both, {gridColour, reach}),
                      layer(Pass::Grid), count);
    gridTransform = new Qt3DCore::QTransform(grid);
    grid->addComponent(gridTransform);
    sceneryMaterials = makeSceneryMaterials(root);
}

void SceneGraph::Private::buildLabels()
{
    atlasImage = std::make_unique<AtlasImage>(atlas, theme, root);
    auto* parameter = new QParameter(QStringLiteral("atlas"),
                                     QVariant::fromValue<QAbstractTexture*>(atlasImage->texture()), root);
    labels =
        new InstancedEntity(root, quadMesh(),
                            makeMaterial(root, QStringLiteral("label.vert"), QStringLiteral("label.frag"),
                                         Blend::Overlay, Faces::Both, {parameter}),
                            layer(Pass::Overlay));
}

void SceneGraph::Private::buildBoard()
{
    boardImage = new BoardImage;
    QTexture2D* texture = boardImage->makeTexture(root);
    auto* parameter =
        new QParameter(QStringLiteral("board"), QVariant::fromValue<QAbstractTexture*>(texture), root);
    board = new InstancedEntity(root, quadMesh(),
                                makeMaterial(root, QStringLiteral("board.vert"), QStringLiteral("board.frag"),
                                             Blend::Premultiplied, Faces::Both, {parameter}),
                                layer(Pass::Board));
}

} // namespace ghostline::render
