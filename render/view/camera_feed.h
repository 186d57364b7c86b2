// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Feeds the camera with its targets: the followed actor, the focus of the play, the director's shot. Shared
// by the window and by pictures drawn without one.
#include "render/camera/cut_gate.h"
#include "render/camera/director.h"
#include "render/view/world_view.h"

namespace ghostline::render {

class CameraFeed
{
public:
    /// Both outlive it.
    CameraFeed(WorldView& world, CameraController& camera);
    CameraFeed(const CameraFeed&) = delete;

    /// The world has another index or scene.
    void indexChanged();
    void sceneChanged();
    void setFollowed(model::ActorId actor);
    model::ActorId followed() const { return m_followed; }
    /// As Viewport::setFollowedGhost().
    void setFollowedGhost(int ghost, bool both);
    int followedGhost() const { return m_ghost; }
    void setPlaying(bool playing) { m_playing = playing; }
    /// How the director gets the state at an event, as it was recorded.
    void setStateOf(Director::StateOf stateOf);
    /// False, and nothing changes, when the surroundings have no such camera.
    bool setStation(int number);
    int station() const { return m_station; }
    /// After a new state or another mode.
    void update(double aspect);

private:
    std::optional<CameraSubject> subject(double aspect, bool firstPerson);

    WorldView& m_world;
    CameraController& m_camera;
    Director m_director;
    CutGate m_cuts;
    model::ActorId m_followed = model::ActorId::None;
    int m_ghost = 0;
    bool m_both = false;
    int m_station = -1;
    bool m_playing = false;
    std::optional<model::Micros> m_last; ///< time of the state before
    std::optional<model::Micros> m_shot; ///< start of the shot being shown
    bool m_anew = false;                 ///< other surroundings: the shot is set up again
};

} // namespace ghostline::render
