// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The Qt 3D side of the view: engine, entities, buffers. Told what to draw; knows nothing of replays or
// input.
#include "model/world/scene_description.h"
#include "render/actors/instance_buffers.h"
#include "render/base/light.h"
#include "render/base/quality.h"
#include "render/base/sun_view.h"
#include "render/base/theme.h"
#include "render/camera/camera.h"
#include "render/cells/grid_batch.h"
#include "render/labels/labels.h"

#include <QImage>

#include <memory>
#include <optional>

class QSurface;

namespace ghostline::render {

class GhostCast;
struct HeatMesh;

/// Cells of the ground's lines from the middle to where they have faded.
inline constexpr double GridReach = 54.0;

class SceneGraph
{
public:
    /// Draws into a window, and off screen on request.
    explicit SceneGraph(QWindow* window);
    /// Draws off screen only. `surface` is a QOffscreenSurface.
    explicit SceneGraph(QObject* offscreenSurface, QSize pixels);
    ~SceneGraph();
    SceneGraph(const SceneGraph&) = delete;
    SceneGraph& operator=(const SceneGraph&) = delete;

    /// Hands the scene to the renderer; once, when the surface exists.
    void start();
    bool started() const;
    /// Draws the next frame even if nothing has changed, because the window was covered.
    void drawAnew();
    void processFrame();
    /// Frames still needed until new or enabled entities are really seen.
    int settling() const;

    void setTheme(const Theme& theme);
    void setQuality(Quality quality);
    /// `teams`: what SceneMesh::team stands for.
    void setScene(const model::SceneDescription& scene, std::vector<model::Team> teams = {});
    void setSceneVisible(bool visible);
    /// Cells that were recorded, beside those of the surroundings. In a window they are meshed bit by bit,
    /// with each frame: settling() says when that is done. A picture drawn off screen waits for all of it.
    void setGrids(const std::vector<std::shared_ptr<const model::GridLayer>>& grids);
    void setGridOptions(const GridOptions& options);
    /// Meshes all cells that are left.
    void finishGrids();
    /// The place that is looked at, and from where: cells near to these come first, in full detail.
    void setFocus(const glm::dvec3& place, const glm::dvec3& eye);
    /// Some cells are not drawn: there are too many faces.
    bool gridsIncomplete() const;
    void setOrigin(const glm::dvec3& origin);
    void setGrid(bool visible, const glm::dvec3& centre, double spacing);
    /// One colour behind everything instead of the sky; nothing = the sky.
    void setBackdrop(const std::optional<QColor>& colour);
    void setActors(const InstanceBuffers& buffers);
    void setGhosts(const GhostCast& ghosts);
    void setSegments(std::span<const Instance> world, std::span<const Instance> corner);
    /// Lines that rarely change; where something covers them they are still seen, but fainter.
    void setZones(std::span<const Instance> lines);
    /// On the ground; an empty one = none.
    void setHeat(const HeatMesh& mesh);
    void setLabels(std::span<const Instance> labels);
    /// Lies over all of the window, pixel by pixel; in BoardImage::Format. Null = nothing. Pictures drawn off
    /// screen are without it.
    void setBoard(const QImage& image);
    LabelAtlas& atlas();
    /// Repaints the label texture when its texts have changed.
    void updateAtlas();

    struct View
    {
        glm::dmat4 view{1.0};
        glm::dmat4 projection{1.0};
        QSize pixels;
        double scale = 1.0; ///< device pixels per logical one
        Fog fog{};
        SunStage stage{}; ///< where the sun throws shadows
        std::optional<double>
            ground{}; ///< height of the plain ground; none = things lie on ground of their own
    };
    void setWindowView(const View& view);
    /// Draws one picture off screen: null when the renderer does not answer within a few frames. One that
    /// follows another in which only buffers were rewritten is drawn once, as in a window.
    QImage capture(const View& view, int samples);

private:
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace ghostline::render
