// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What is to be seen: keeps the replay's side of the picture and brings the scene graph up to date with it.
// Shared by the window and by pictures drawn without one.
#include "render/ghost_cast.h"
#include "render/placed_events.h"
#include "render/scene_graph.h"
#include "render/unit_marks.h"
#include "render/viewport.h"
#include "render/zone_lines.h"

namespace ghostline::render {

class WorldView
{
public:
    WorldView();

    void setTheme(const Theme& theme);
    void setIndex(std::shared_ptr<const model::ReplayIndex> index);
    void setScene(model::SceneDescription scene);
    void setState(const model::WorldState& state);
    void setTrails(std::vector<Trail> trails);
    void setGhosts(std::span<const GhostFigure> ghosts);
    void setGhostTrails(std::vector<Trail> trails);
    /// `chosen` stands out, -1 = none.
    void setZones(std::vector<model::Zone> zones, int chosen);
    void setOptions(const ViewOptions& options);
    void setSelection(model::ActorId actor);
    void setHidden(const QSet<quint32>& actors);
    void setPlaying(bool playing);
    void setRiding(model::ActorId actor);
    void setFollowed(model::ActorId actor);
    /// The ghost that the camera attends to, 0 = none; `riding`: it sits in it.
    void setAttended(int ghost, bool riding);
    /// Sees the match as a player; None = everything.
    void setPerspective(model::ActorId player);
    model::ActorId perspective() const { return m_buffers.perspective().player(); }
    /// The camera or the size of the view has changed: labels, grid and axes must follow.
    void invalidateView() { m_viewDirty = true; }

    const Theme& theme() const { return m_theme; }
    const ViewOptions& options() const { return m_options; }
    const model::WorldState& state() const { return m_state; }
    const model::SceneDescription& scene() const { return m_scene; }
    const std::vector<Trail>& trails() const { return m_trails; }
    const GhostCast& ghosts() const { return m_ghosts; }
    const std::vector<Trail>& ghostTrails() const { return m_ghostTrails; }
    const MarkedZones& zones() const { return m_zones; }
    std::shared_ptr<const model::ReplayIndex> index() const { return m_index; }
    model::ActorId selection() const { return m_selection; }
    bool dirty() const
    {
        return m_actorsDirty || m_segmentsDirty || m_viewDirty || m_themeDirty || m_sceneDirty ||
               m_gridsDirty || m_ghostsDirty || m_zonesDirty;
    }

    /// Rewrites what has changed; sets where the floating origin is.
    void refresh(SceneGraph& graph, const CameraPose& camera, QSizeF viewport);
    /// Matrices for a picture of this size, relative to the floating origin.
    SceneGraph::View view(const CameraPose& camera, QSize pixels, double scale) const;

    /// All that takes part and is drawn; without parked, background and far-off actors. The scene when there
    /// is none. Cells count where they are near.
    model::Bounds actorBounds() const;
    /// The whole scene; with those who take part where most of them are beside it.
    model::Bounds stageBounds(const model::SceneDescription& scene) const;
    model::Bounds boundsOf(model::ActorId actor) const;
    model::ActorId pick(const CameraPose& camera, QPointF pixel, QSizeF viewport) const;

    /// What a camera needs to know of an actor that it follows.
    std::optional<CameraSubject> seat(model::ActorId actor) const;
    std::optional<CameraSubject> ghostSeat(int ghost) const;
    /// Whose eyes an actor sees with: the recorded camera of one without a body, as long as it is known where
    /// that looks; else its own.
    model::ActorId eyesOf(model::ActorId actor) const;
    /// Sees through a recorded camera: followed from within it, for there is no body to stand behind.
    bool seesWithCamera(model::ActorId actor) const;

private:
    std::vector<PickBox> participants() const;
    void refreshSegments();
    void refreshZones(SceneGraph& graph);
    void refreshGhosts(SceneGraph& graph, const CameraPose& camera);
    std::optional<PickBox> runnerBox() const;
    void appendGhostTrails();
    void appendGhostOutlooks();
    void appendGhostLabels(std::vector<LabelCandidate>& out, const CameraPose& camera) const;
    void appendPredictions();
    void appendOutlooks();
    /// A closed line round a piece of ground.
    void appendOutlook(const std::array<glm::dvec3, 4>& corners, float pixels, const glm::vec4& colour);
    void appendUnitMarks(const CameraPose& camera, QSizeF viewport);
    void addPlaces();
    model::ActorId chooser() const;
    /// `spacing` of the ground's lines, 0 = none are in the view.
    void refreshLabels(SceneGraph& graph, const CameraPose& camera, QSizeF viewport, double spacing,
                       const std::array<glm::vec2, 3>& axes);
    std::vector<LabelCandidate> labelCandidates(const CameraPose& camera) const;
    void appendCornerText(SceneGraph& graph, const QString& text, const QColor& colour, const glm::vec2& at);

    Theme m_theme = Theme::dark();
    ViewOptions m_options;
    std::shared_ptr<const model::ReplayIndex> m_index;
    model::SceneDescription m_scene;
    std::vector<int> m_teamHues;
    model::WorldState m_state;
    std::vector<Trail> m_trails;
    GhostCast m_ghosts;
    std::vector<Trail> m_ghostTrails;
    MarkedZones m_zones;
    std::vector<LabelCandidate> m_zoneLabels;
    GroundSurface m_surface; ///< of the scene, once there are zones
    model::ActorId m_selection = model::ActorId::None;
    model::ActorId m_riding = model::ActorId::None;
    model::ActorId m_followed = model::ActorId::None;
    int m_attended = 0;
    bool m_ridingGhost = false;
    std::vector<HeadBones> m_headBones;                               ///< per skeleton
    std::vector<std::pair<model::ActorId, model::ActorId>> m_cameras; ///< of whom, which; recorded ones
    glm::dvec3 m_origin{0.0};

    UnitMarks m_unitMarks;
    PlacedEvents m_events;
    std::vector<ShownPlace> m_places;
    InstanceBuffers m_buffers;
    std::vector<Instance> m_trailPieces;
    std::vector<Instance> m_segments;
    std::size_t m_fixedSegments = 0; ///< of them; those behind turn with the camera
    std::vector<Instance> m_corner;
    std::vector<Instance> m_labels;
    bool m_playing = false;
    bool m_actorsDirty = true;
    bool m_trailsDirty = true;
    bool m_segmentsDirty = true;
    bool m_viewDirty = true;
    bool m_themeDirty = true;
    bool m_sceneDirty = true;
    bool m_gridsDirty = false;
    bool m_ghostsDirty = false;
    bool m_zonesDirty = false;
    bool m_surfaceDirty = false;
};

/// "10 m", "20 cm", "1 km"
QString lengthText(double metres);

} // namespace ghostline::render
