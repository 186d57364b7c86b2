// SPDX-License-Identifier: GPL-3.0-or-later
// Builds the entities once and rewrites buffers and parameters from then on.
#include "render/scene_graph.h"

#include "render/frame_graph.h"
#include "render/instanced_entity.h"
#include "render/materials.h"
#include "render/scenery.h"

#include <QPainter>
#include <QVector3D>
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
#include <Qt3DRender/QPaintedTextureImage>
#include <Qt3DRender/QParameter>
#include <Qt3DRender/QRenderAspect>
#include <Qt3DRender/QRenderCapture>
#include <Qt3DRender/QRenderSettings>
#include <Qt3DRender/QRenderSurfaceSelector>
#include <Qt3DRender/QTexture>

using namespace Qt3DCore;
using namespace Qt3DRender;

static void initShaderResources() { Q_INIT_RESOURCE(shaders); }

namespace ghostline::render {

namespace {

constexpr int GridCells = 60;
constexpr int GridMajorEvery = 5;
constexpr int FramesToSettle = 3; // shaders and buffers load in the first two
constexpr int CaptureAttempts = 6;
constexpr double AtlasScale = 2.0;

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

Mesh quadMesh()
{
    Mesh m;
    for (const auto& [x, z] : std::array<std::pair<float, float>, 4>{{{-1, -1}, {1, -1}, {1, 1}, {-1, 1}}})
        m.vertices.push_back({{x, 0.0F, z}, {0.0F, 1.0F, 0.0F}, 0.0F});
    m.indices = {0, 1, 2, 0, 2, 3};
    return m;
}

/// The unit quad in strips, for what is shaded per vertex.
Mesh latticeMesh(int columns, int rows)
{
    Mesh m;
    const auto at = [](int i, int n) { return 2.0F * static_cast<float>(i) / static_cast<float>(n) - 1.0F; };
    for (int r = 0; r <= rows; ++r) {
        for (int c = 0; c <= columns; ++c)
            m.vertices.push_back({{at(c, columns), 0.0F, at(r, rows)}, {0.0F, 1.0F, 0.0F}, 0.0F});
    }
    const auto corner = [columns](int c, int r) { return static_cast<std::uint16_t>(r * (columns + 1) + c); };
    for (int r = 0; r < rows; ++r) {
        for (int c = 0; c < columns; ++c)
            m.indices.insert(m.indices.end(), {corner(c, r), corner(c + 1, r), corner(c + 1, r + 1),
                                               corner(c, r), corner(c + 1, r + 1), corner(c, r + 1)});
    }
    return m;
}

Mesh pieceMesh()
{
    Mesh m;
    for (const auto& [x, y] : std::array<std::pair<float, float>, 4>{{{0, -1}, {1, -1}, {1, 1}, {0, 1}}})
        m.vertices.push_back({{x, y, 0.0F}, {0.0F, 1.0F, 0.0F}, 0.0F});
    m.indices = {0, 1, 2, 0, 2, 3};
    return m;
}

class AtlasImage : public QPaintedTextureImage
{
public:
    AtlasImage(QNode* parent, LabelAtlas& atlas, const Theme& theme)
        : QPaintedTextureImage(parent), m_atlas(atlas), m_theme(theme)
    {
        setSize(QSize(int(LabelAtlas::Columns * LabelAtlas::CellWidth * AtlasScale),
                      int(LabelAtlas::Rows * LabelAtlas::CellHeight * AtlasScale)));
    }
    void paint(QPainter* painter) override
    {
        painter->setViewport(0, height(), width(), -height());
        painter->setCompositionMode(QPainter::CompositionMode_Source);
        painter->fillRect(0, 0, width(), height(), Qt::transparent);
        painter->setCompositionMode(QPainter::CompositionMode_SourceOver);
        m_atlas.paint(*painter, m_theme, AtlasScale);
    }

private:
    LabelAtlas& m_atlas;
    const Theme& m_theme;
};

} // namespace

struct SceneGraph::Private
{
    Private(QObject* surface, bool windowed);
    void build();
    void buildActors();
    void buildGround();
    void buildLabels();
    void touch() { settling = FramesToSettle; }
    QParameter* colourParameter(const char* name);
    QEntity* makeStatic(QGeometry* geometry, QGeometryRenderer::PrimitiveType type, QMaterial* material,
                        QLayer* layer, unsigned vertices);

    Theme theme = Theme::dark();
    model::SceneDescription scene;
    std::unique_ptr<QAspectEngine> engine = std::make_unique<QAspectEngine>();
    QEntity* root = nullptr; // shared with the engine from start() on
    QEntityPtr rootHolder;
    QRenderSettings* settings = nullptr;
    std::array<QLayer*, Passes> layers{};
    std::unique_ptr<FrameGraph> graph;
    bool running = false;
    bool windowed = false;
    int settling = FramesToSettle;

    glm::dvec3 origin{0.0};
    QParameter* lightGround = nullptr;
    QParameter* skyTop = nullptr;
    QParameter* skyBottom = nullptr;
    QParameter* groundColour = nullptr;
    QParameter* gridColour = nullptr;
    std::array<InstancedEntity*, MeshKinds> solid{};
    std::array<InstancedEntity*, MeshKinds> held{};
    std::array<InstancedEntity*, MeshKinds> outline{};
    InstancedEntity* marks = nullptr;
    InstancedEntity* segments = nullptr;
    InstancedEntity* cornerSegments = nullptr;
    InstancedEntity* labels = nullptr;
    QEntity* grid = nullptr;
    Qt3DCore::QTransform* gridTransform = nullptr;
    QEntity* scenery = nullptr;
    QMaterial* sceneryMaterial = nullptr;
    Qt3DCore::QTransform* sceneryTransform = nullptr;
    glm::dvec3 sceneryOrigin{0.0};
    bool sceneryVisible = true;
    LabelAtlas atlas;
    AtlasImage* atlasImage = nullptr;
};

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
    settings->setActiveFrameGraph(graph->root);
    build();
}

QParameter* SceneGraph::Private::colourParameter(const char* name)
{
    return new QParameter(QString::fromLatin1(name), QVector3D(), root);
}

QEntity* SceneGraph::Private::makeStatic(QGeometry* geometry, QGeometryRenderer::PrimitiveType type,
                                         QMaterial* material, QLayer* layer, unsigned vertices)
{
    auto* entity = new QEntity(root);
    geometry->setParent(entity);
    auto* renderer = new QGeometryRenderer(entity);
    renderer->setGeometry(geometry);
    renderer->setPrimitiveType(type);
    renderer->setVertexCount(static_cast<int>(vertices));
    setHugeBounds(renderer);
    entity->addComponent(renderer);
    entity->addComponent(material);
    entity->addComponent(layer);
    return entity;
}

void SceneGraph::Private::buildActors()
{
    lightGround = new QParameter(QStringLiteral("lightGround"), 0.0F, root);
    auto* solidMaterial = makeMaterial(root, QStringLiteral("solid.vert"), QStringLiteral("solid.frag"),
                                       Blend::Opaque, Faces::Front, {lightGround});
    auto* heldMaterial = makeMaterial(root, QStringLiteral("solid.vert"), QStringLiteral("held.frag"),
                                      Blend::Translucent, Faces::Front);
    auto* outlineMaterial = makeMaterial(root, QStringLiteral("outline.vert"), QStringLiteral("flat.frag"),
                                         Blend::Opaque, Faces::Back);
    const auto pass = [this](Pass p) { return layers[static_cast<std::size_t>(p)]; };
    for (std::size_t i = 0; i < MeshKinds; ++i) {
        const Mesh& mesh = unitMesh(static_cast<MeshKind>(i));
        solid[i] = new InstancedEntity(root, mesh, solidMaterial, pass(Pass::Opaque));
        held[i] = new InstancedEntity(root, mesh, heldMaterial, pass(Pass::Held));
        outline[i] = new InstancedEntity(root, mesh, outlineMaterial, pass(Pass::Opaque));
    }
    marks = new InstancedEntity(root, quadMesh(),
                                makeMaterial(root, QStringLiteral("mark.vert"), QStringLiteral("mark.frag"),
                                             Blend::Translucent, Faces::Both),
                                pass(Pass::Marks));
    segments =
        new InstancedEntity(root, pieceMesh(),
                            makeMaterial(root, QStringLiteral("segment.vert"), QStringLiteral("segment.frag"),
                                         Blend::Translucent, Faces::Both),
                            pass(Pass::Lines));
    cornerSegments =
        new InstancedEntity(root, pieceMesh(),
                            makeMaterial(root, QStringLiteral("segment.vert"), QStringLiteral("segment.frag"),
                                         Blend::Overlay, Faces::Both),
                            pass(Pass::Overlay));
}

void SceneGraph::Private::buildGround()
{
    skyTop = colourParameter("skyTop");
    skyBottom = colourParameter("skyBottom");
    groundColour = colourParameter("groundColour");
    gridColour = colourParameter("gridColour");
    auto* sky =
        new InstancedEntity(root, latticeMesh(4, 28),
                            makeMaterial(root, QStringLiteral("sky.vert"), QStringLiteral("sky.frag"),
                                         Blend::Opaque, Faces::Both, {skyTop, skyBottom, groundColour}),
                            layers[static_cast<std::size_t>(Pass::Opaque)]);
    const Instance one{};
    sky->setInstances({&one, 1});

    const std::vector<glm::vec3> vertices = buildGrid(GridCells, GridMajorEvery);
    auto* geometry = new QGeometry;
    auto* buffer = new Qt3DCore::QBuffer(geometry);
    buffer->setData(QByteArray(reinterpret_cast<const char*>(vertices.data()),
                               static_cast<qsizetype>(vertices.size() * sizeof(glm::vec3))));
    const auto count = static_cast<unsigned>(vertices.size());
    addAttribute(geometry, buffer, QAttribute::defaultPositionAttributeName(), 3, count, sizeof(glm::vec3),
                 0);
    auto* reach = new QParameter(QStringLiteral("gridReach"), static_cast<float>(GridCells) * 0.9F, root);
    grid = makeStatic(geometry, QGeometryRenderer::Lines,
                      makeMaterial(root, QStringLiteral("grid.vert"), QStringLiteral("grid.frag"),
                                   Blend::Translucent, Faces::Both, {gridColour, reach}),
                      layers[static_cast<std::size_t>(Pass::Grid)], count);
    gridTransform = new Qt3DCore::QTransform(grid);
    grid->addComponent(gridTransform);
    sceneryMaterial = makeMaterial(root, QStringLiteral("surface.vert"), QStringLiteral("surface.frag"),
                                   Blend::Opaque, Faces::Both);
}

void SceneGraph::Private::buildLabels()
{
    auto* texture = new QTexture2D(root);
    texture->setFormat(QAbstractTexture::RGBA8_UNorm);
    texture->setGenerateMipMaps(false);
    texture->setMinificationFilter(QAbstractTexture::Linear);
    texture->setMagnificationFilter(QAbstractTexture::Linear);
    atlasImage = new AtlasImage(texture, atlas, theme);
    texture->addTextureImage(atlasImage);
    auto* parameter =
        new QParameter(QStringLiteral("atlas"), QVariant::fromValue<QAbstractTexture*>(texture), root);
    labels =
        new InstancedEntity(root, quadMesh(),
                            makeMaterial(root, QStringLiteral("label.vert"), QStringLiteral("label.frag"),
                                         Blend::Overlay, Faces::Both, {parameter}),
                            layers[static_cast<std::size_t>(Pass::Overlay)]);
}

void SceneGraph::Private::build()
{
    buildActors();
    buildGround();
    buildLabels();
}

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
    d->skyTop->setValue(toVector(theme.skyTop));
    d->skyBottom->setValue(toVector(theme.skyBottom));
    d->groundColour->setValue(toVector(theme.scene(model::SceneRole::Ground)));
    d->gridColour->setValue(toVector(light ? theme.line.darker(112) : theme.line.lighter(118)));
    d->graph->setClearColour(theme.scene(model::SceneRole::Ground));
    d->atlas.invalidate();
    setScene(d->scene);
}

void SceneGraph::setScene(const model::SceneDescription& scene)
{
    if (&scene != &d->scene)
        d->scene = scene;
    delete d->scenery;
    d->scenery = nullptr;
    d->sceneryTransform = nullptr;
    d->touch();
    const SceneryData data = buildScenery(d->scene, d->theme);
    d->sceneryOrigin = data.origin;
    if (data.surfaceIndexCount == 0 && data.lineVertexCount == 0)
        return;
    d->scenery = new QEntity(d->root);
    d->sceneryTransform = new Qt3DCore::QTransform(d->scenery);
    d->scenery->addComponent(d->sceneryTransform);
    const auto add = [this](const QByteArray& vertices, unsigned count, const QByteArray& indices,
                            unsigned indexCount, QGeometryRenderer::PrimitiveType type) {
        if (count == 0)
            return;
        auto* geometry = new QGeometry;
        auto* buffer = new Qt3DCore::QBuffer(geometry);
        buffer->setData(vertices);
        addAttribute(geometry, buffer, QAttribute::defaultPositionAttributeName(), 3, count,
                     sizeof(SceneryVertex), offsetof(SceneryVertex, position));
        addAttribute(geometry, buffer, QStringLiteral("vertexColour"), 4, count, sizeof(SceneryVertex),
                     offsetof(SceneryVertex, colour));
        if (indexCount > 0) {
            auto* indexBuffer = new Qt3DCore::QBuffer(geometry);
            indexBuffer->setData(indices);
            auto* attribute = new QAttribute(geometry);
            attribute->setAttributeType(QAttribute::IndexAttribute);
            attribute->setVertexBaseType(QAttribute::UnsignedInt);
            attribute->setCount(indexCount);
            attribute->setBuffer(indexBuffer);
            geometry->addAttribute(attribute);
        }
        d->makeStatic(geometry, type, d->sceneryMaterial, d->layers[static_cast<std::size_t>(Pass::Opaque)],
                      indexCount > 0 ? indexCount : count)
            ->setParent(d->scenery);
    };
    add(data.surfaces, data.surfaceVertexCount, data.surfaceIndices, data.surfaceIndexCount,
        QGeometryRenderer::Triangles);
    add(data.lines, data.lineVertexCount, {}, 0, QGeometryRenderer::Lines);
    d->scenery->setEnabled(d->sceneryVisible);
    setOrigin(d->origin);
}

void SceneGraph::setSceneVisible(bool visible)
{
    if (d->sceneryVisible == visible)
        return;
    d->sceneryVisible = visible;
    if (d->scenery)
        d->scenery->setEnabled(visible);
    d->touch();
}

void SceneGraph::setOrigin(const glm::dvec3& origin)
{
    d->origin = origin;
    if (d->sceneryTransform) {
        const glm::vec3 t{d->sceneryOrigin - origin};
        d->sceneryTransform->setTranslation({t.x, t.y, t.z});
    }
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
    for (std::size_t i = 0; i < MeshKinds; ++i) {
        const auto kind = static_cast<MeshKind>(i);
        switched |= d->solid[i]->setInstances(buffers.solid(kind));
        switched |= d->held[i]->setInstances(buffers.held(kind));
        switched |= d->outline[i]->setInstances(buffers.outline(kind));
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
}

QImage SceneGraph::capture(const View& view, int samples)
{
    if (!d->running || view.pixels.isEmpty())
        return {};
    d->graph->setTarget(view.pixels, samples);
    d->graph->offscreenCamera.set(toMatrix(view.view), toMatrix(view.projection), view.pixels, view.scale);
    if (d->windowed)
        d->graph->offscreen->setEnabled(true);
    else
        d->graph->root->setExternalRenderTargetSize(view.pixels);
    // The first picture after a change may lack what is still loading: two alike in a row are complete.
    QImage image;
    QImage before;
    for (int attempt = 0; attempt < CaptureAttempts; ++attempt) {
        std::unique_ptr<QRenderCaptureReply> reply(d->graph->capture->requestCapture());
        for (int i = 0; i < 4 && !reply->isComplete(); ++i)
            processFrame();
        if (!reply->isComplete())
            break;
        image = reply->image();
        if (attempt >= 2 && image == before)
            break;
        before = image;
    }
    if (d->windowed)
        d->graph->offscreen->setEnabled(false);
    return image.isNull() ? image : image.convertToFormat(QImage::Format_RGB32);
}

} // namespace ghostline::render
