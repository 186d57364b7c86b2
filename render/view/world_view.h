// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Keeps what is shown of a replay, and brings the scene graph up to date with it. Shared by the window and by
// pictures drawn without one.
#include "render/actors/camera_anchor.h"
#include "render/actors/ground_rings.h"
#include "render/base/standing_content.h"
#include "render/view/ghost_layer.h"
#include "render/view/heat_layer.h"
#include "render/view/label_layer.h"
#include "render/view/line_layer.h"
#include "render/view/zone_layer.h"

namespace ghostline::render {

class WorldView
{
public:
    /// Returns what has changed.
    ViewChanges setContent(const ViewContent& content);
    /// As it was given.
    const ViewContent& content() const { return m_recorded; }
    /// As it is shown: lifted onto the ground where the recording tells no heights.
    const ViewContent& shown() const { return m_standing.shown(); }
    /// The actor through whose eyes the camera looks, None = nobody's.
    void setFirstPerson(model::ActorId actor);
    void setFollowed(model::ActorId actor);
    /// The ghost that the camera follows, 0 = none; `firstPerson`: through its eyes.
    void setFollowedGhost(int ghost, bool firstPerson) { m_ghosts.setFollowedGhost(ghost, firstPerson); }
    /// The camera or the size of the view has changed: labels, grid, axes and drawings must follow.
    void invalidateView() { m_viewDirty = m_boardDirty = true; }
    bool dirty() const
    {
        return m_actorsDirty || m_viewDirty || m_boardDirty || m_themeDirty || m_sceneDirty || m_gridsDirty ||
               m_qualityDirty || m_ghosts.dirty() || m_lines.dirty() || m_zones.dirty() || m_heat.dirty();
    }

    /// Cells bit by bit, frame by frame, or all of them at once.
    enum class Cells : std::uint8_t { BitByBit, AtOnce };
    /// Rewrites what has changed; sets where the floating origin is.
    void refresh(SceneGraph& graph, const CameraPose& camera, QSizeF viewport, Cells cells = Cells::BitByBit);
    /// Repaints the drawings over the window where they may look different now; after refresh().
    void refreshBoard(SceneGraph& graph, const CameraPose& camera, QSize pixels);
    /// Paints the drawings onto a picture that was drawn off screen; without frame and grips of a chosen one.
    void paintBoard(QImage& picture, const CameraPose& camera) const;
    /// Matrices for a picture of this size, relative to the floating origin.
    SceneGraph::View view(const CameraPose& camera, QSize pixels, double scale) const;

    /// Who is drawn, and how.
    const ActorStyles& styles() const { return m_buffers.styles(); }
    model::ActorId pick(const CameraPose& camera, QPointF pixel, QSizeF viewport) const;
    /// What a camera needs to know of an actor that it follows.
    std::optional<CameraSubject> anchor(model::ActorId actor) const;
    std::optional<CameraSubject> ghostAnchor(int ghost) const { return m_ghosts.anchor(ghost); }
    /// As RecordedCameras::eyesOf().
    model::ActorId eyesOf(model::ActorId actor) const;
    /// True for actors that see through a recorded camera: they are followed in first person, because they
    /// have no body.
    bool seesWithCamera(model::ActorId actor) const;

private:
    const model::ReplayInfo& info() const { return *shown().index->info; }
    const model::WorldState& state() const { return *shown().state; }
    Fog fog(const CameraPose& camera) const;
    SunStage stage(const CameraPose& camera) const;
    void takeIndex();
    void moveOrigin(SceneGraph& graph, const CameraPose& camera);
    void refreshScene(SceneGraph& graph);
    void refreshActors(SceneGraph& graph, const CameraPose& camera);
    void refreshLines(SceneGraph& graph, const FrameView& frame);
    void addRings();
    /// The player whose selection is ringed.
    model::ActorId chooser() const;
    /// Box of the actor that must stay visible: the followed one, else the selected one.
    std::optional<PickBox> subjectBox() const;

    ViewContent m_recorded;
    StandingContent m_standing;
    std::vector<model::Team> m_sceneTeams; ///< as the scenery was built for
    std::vector<HeadBones> m_headBones;    ///< per skeleton
    RecordedCameras m_cameras;
    model::ActorId m_firstPerson = model::ActorId::None;
    model::ActorId m_followed = model::ActorId::None;
    glm::dvec3 m_origin{0.0};

    GroundRings m_rings;
    std::vector<GroundRing> m_wideRings; ///< those that go over hill and dale, as lines
    bool m_lineAdditions = false;        ///< lines that move with the actors
    InstanceBuffers m_buffers;
    GhostLayer m_ghosts;
    LineLayer m_lines;
    ZoneLayer m_zones;
    HeatLayer m_heat;
    LabelLayer m_labels;
    bool m_actorsDirty = true;
    bool m_viewDirty = true;
    bool m_boardDirty = true;
    bool m_themeDirty = true;
    bool m_sceneDirty = true;
    bool m_gridsDirty = false;
    bool m_qualityDirty = true;
};

} // namespace ghostline::render
