// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What a picture shows: one value for the 3D view, the flat map, the minimap and pictures drawn without a
// window. To change anything, the whole value is handed over; each view finds out what is new in it.
#include "model/board/drawing.h"
#include "model/camera/camera_path.h"
#include "model/compare/run_goals.h"
#include "model/replay/replay_index.h"
#include "model/world/scene_description.h"
#include "model/world/world_state.h"
#include "model/world/zone.h"
#include "render/base/ghost_figure.h"
#include "render/base/heat_overlay.h"
#include "render/base/quality.h"
#include "render/base/shared.h"
#include "render/base/theme.h"
#include "render/base/trail.h"
#include "render/base/view_options.h"

#include <QColor>
#include <QFlags>
#include <QSet>

#include <vector>

namespace ghostline::render {

/// The parts of a ViewContent.
enum class ViewPart : unsigned {
    Theme = 1U << 0U,
    Options = 1U << 1U,
    Index = 1U << 2U,
    Scene = 1U << 3U,
    State = 1U << 4U,
    Grids = 1U << 5U, ///< the cells of the state; always together with State
    Trails = 1U << 6U,
    Ghosts = 1U << 7U,
    GhostTrails = 1U << 8U,
    Zones = 1U << 9U,
    Selection = 1U << 10U,
    Perspective = 1U << 11U,
    Hidden = 1U << 12U,
    Playing = 1U << 13U,
    Heat = 1U << 15U,
    Drawings = 1U << 14U,
    CameraPath = 1U << 16U,
    Quality = 1U << 17U,
    Goals = 1U << 18U,
};
Q_DECLARE_FLAGS(ViewChanges, ViewPart)
Q_DECLARE_OPERATORS_FOR_FLAGS(ViewChanges)

/// Where somebody points at just now, for the others who watch.
struct Pointer
{
    bool onScreen = false;
    glm::dvec3 place{0.0}; ///< world space, metres; on the screen shares of width and height (x, y)
    QString name{};
    QColor colour{};
    double opacity = 1.0;
};

/// Cheap to copy: large parts are shared. The followed actor is not part of it, because two views side by
/// side may follow different ones.
struct ViewContent
{
    Theme theme = Theme::dark();
    Quality quality = Quality::Low;
    ViewOptions options;
    Shared<model::ReplayIndex> index; ///< cast, teams, skeletons, events
    Shared<model::SceneDescription> scene;
    Shared<model::WorldState> state;
    Shared<std::vector<Trail>> trails;
    Shared<GhostFrame> ghosts; ///< never picked and never fitted
    Shared<std::vector<Trail>> ghostTrails;
    Shared<model::RunGoals> goals;                ///< of a run; the next of them is marked
    Shared<std::vector<model::Zone>> zones;       ///< marked pieces of ground
    int chosenZone = -1;                          ///< stands out, -1 = none
    Shared<HeatOverlay> heat;                     ///< on the ground; empty = none
    Shared<std::vector<model::Drawing>> drawings; ///< of the recording, whenever they are seen
    Shared<std::vector<model::Drawing>> sketches; ///< just being drawn: seen now, whatever their times say
    Shared<std::vector<model::CameraKey>> cameraPath; ///< for CameraMode::Path; ascending in time
    Shared<std::vector<Pointer>> pointers;            ///< seen whatever layers are, and no part of a picture
    QString chosenDrawing{}; ///< its id: seen now, too, framed, with grips at its points
    model::ActorId selection = model::ActorId::None;
    model::ActorId perspective = model::ActorId::None; ///< seen as this player; None = everything
    QSet<quint32> hidden;                              ///< indices of ActorIds switched off in the cast
    bool playing = false; ///< a paused picture is exact: nothing in it is throttled

    /// The scene's cells as they are shown: none while it is switched off.
    const std::vector<std::shared_ptr<const model::GridLayer>>& surroundings() const;
    bool zoneChosen(std::size_t zone) const { return static_cast<int>(zone) == chosenZone; }
    /// The chosen one is shown in any case.
    bool zoneShown(std::size_t zone) const { return options.zones || zoneChosen(zone); }
};

/// For pictures of other moments: without what belongs to where the window stands and to who looks, which is
/// trails, ghosts, pointers, half-made drawings, who is hidden and through whose eyes it is seen.
ViewContent withoutPlayback(ViewContent content);

/// What differs. Large parts are compared by identity, not by content.
ViewChanges changesBetween(const ViewContent& before, const ViewContent& after);

} // namespace ghostline::render
