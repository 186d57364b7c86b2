// SPDX-License-Identifier: GPL-3.0-or-later
// Builds the entities, once.
#include "render/materials.h"
#include "render/scene_graph_private.h"

#include <QVector3D>
#include <QVector4D>
#include <Qt3DCore/QAttribute>
#include <Qt3DCore/QBuffer>
#include <Qt3DCore/QCoreAspect>
#include <Qt3DCore/QGeometry>
#include <Qt3DRender/QGeometryRenderer>
#include <Qt3DRender/QMaterial>
#include <Qt3DRender/QRenderAspect>
#include <Qt3DRender/QRenderSurfaceSelector>
#include <Qt3DRender/QTexture>

using namespace Qt3DCore;
using namespace Qt3DRender;

static void initShaderResources() { Q_INIT_RESOURCE(shaders); }

namespace ghostline::render {

namespace {

constexpr int GridCells = 60;

} // namespace

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

void SceneGraph::Private::buildActors()
{
    lightGround = new QParameter(QStringLiteral("lightGround"), 0.0F, root);
    casing = new QParameter(QStringLiteral("casing"), QVector4D(), root);
    auto* solidMaterial = makeMaterial(root, QStringLiteral("solid.vert"), QStringLiteral("solid.frag"),
                                       Blend::Opaque, Faces::Front, {lightGround});
    auto* heldMaterial = makeMaterial(root, QStringLiteral("solid.vert"), QStringLiteral("held.frag"),
                                      Blend::Translucent, Faces::Front);
    auto* outlineMaterial = makeMaterial(root, QStringLiteral("outline.vert"), QStringLiteral("flat.frag"),
                                         Blend::Opaque, Faces::Back);
    for (std::size_t i = 0; i < MeshKinds; ++i) {
        const Mesh& mesh = unitMesh(static_cast<MeshKind>(i));
        solid[i] = new InstancedEntity(root, mesh, solidMaterial, layer(Pass::Opaque));
        held[i] = new InstancedEntity(root, mesh, heldMaterial, layer(Pass::Held));
        outline[i] = new InstancedEntity(root, mesh, outlineMaterial, layer(Pass::Opaque));
    }
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
    cornerSegments = new InstancedEntity(root, pieceMesh(), overlayMaterial, layer(Pass::Overlay));
}

void SceneGraph::Private::buildGhosts(std::size_t mesh)
{
    if (ghostMaterial == nullptr)
        ghostMaterial = makeMaterial(root, QStringLiteral("solid.vert"), QStringLiteral("ghost.frag"),
                                     Blend::Translucent, Faces::Front, {lightGround});
    ghosts[mesh] =
        new InstancedEntity(root, unitMesh(static_cast<MeshKind>(mesh)), ghostMaterial, layer(Pass::Held));
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
                            layer(Pass::Opaque));
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
    atlasImage = new AtlasImage(atlas, theme);
    QTexture2D* texture = atlasImage->makeTexture(root);
    auto* parameter =
        new QParameter(QStringLiteral("atlas"), QVariant::fromValue<QAbstractTexture*>(texture), root);
    labels =
        new InstancedEntity(root, quadMesh(),
                            makeMaterial(root, QStringLiteral("label.vert"), QStringLiteral("label.frag"),
                                         Blend::Overlay, Faces::Both, {parameter}),
                            layer(Pass::Overlay));
}

void SceneGraph::Private::build()
{
    buildActors();
    buildGround();
    buildLabels();
}

} // namespace ghostline::render
