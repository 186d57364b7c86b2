// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What the Qt 3D side keeps, as its own source files see it.
#include "render/atlas_image.h"
#include "render/frame_graph.h"
#include "render/grid_entity.h"
#include "render/instanced_entity.h"
#include "render/scene_graph.h"
#include "render/scenery_entity.h"

#include <Qt3DCore/QAspectEngine>
#include <Qt3DCore/QTransform>
#include <Qt3DRender/QLayer>
#include <Qt3DRender/QParameter>
#include <Qt3DRender/QRenderSettings>

#include <optional>

namespace ghostline::render {

inline constexpr int GridMajorEvery = 5; // lines of the ground
inline constexpr int FramesToSettle = 3; // shaders and buffers load in the first two

struct SceneGraph::Private
{
    Private(QObject* surface, bool windowed);
    void build();
    void buildActors();
    void buildGhosts(std::size_t mesh);
    void buildGround();
    void buildLabels();
    void touch() { settling = FramesToSettle; }
    Qt3DRender::QParameter* colourParameter(const char* name);
    void buildScenery();
    void updateGrids();
    void lookAround();
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
    Qt3DRender::QParameter* lightGround = nullptr;
    Qt3DRender::QParameter* casing = nullptr; // of rings
    Qt3DRender::QParameter* skyTop = nullptr;
    Qt3DRender::QParameter* skyBottom = nullptr;
    Qt3DRender::QParameter* groundColour = nullptr;
    Qt3DRender::QParameter* gridColour = nullptr;
    std::array<InstancedEntity*, MeshKinds> solid{};
    std::array<InstancedEntity*, MeshKinds> held{};
    std::array<InstancedEntity*, MeshKinds> outline{};
    std::array<InstancedEntity*, MeshKinds> ghosts{}; // made when there are any
    Qt3DRender::QMaterial* ghostMaterial = nullptr;
    InstancedEntity* marks = nullptr;
    InstancedEntity* hulls = nullptr;
    InstancedEntity* segments = nullptr;
    InstancedEntity* cornerSegments = nullptr;
    InstancedEntity* zones = nullptr;
    InstancedEntity* coveredZones = nullptr; // the same lines, faint through what covers them
    InstancedEntity* labels = nullptr;
    Qt3DCore::QEntity* grid = nullptr;
    Qt3DCore::QTransform* gridTransform = nullptr;
    SceneryEntity* scenery = nullptr;
    SceneryMaterials sceneryMaterials;
    GridBatch grids;
    GridEntity* gridEntity = nullptr; // of cells; made when there are any
    std::optional<View> seen;         // what is drawn for; none = for any
    std::vector<int> teamHues;
    bool sceneryVisible = true;
    LabelAtlas atlas;
    AtlasImage* atlasImage = nullptr;
};

} // namespace ghostline::render
