// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Picture after picture of one size without any window: the scene graph of the window on an off-screen
// surface, kept from one to the next. Every move of the camera is already made in each picture, so that it
// depends on its content alone, but for the director, whose camera travels from picture to picture. UI thread
// only.
#include "model/base/error.h"
#include "render/base/view_content.h"
#include "render/camera/camera.h"

#include <QImage>

#include <functional>
#include <memory>
#include <optional>

namespace ghostline::render {

/// From where the picture is looked at.
struct Look
{
    CameraMode mode = CameraMode::Orbit;
    int sceneCamera = -1;           ///< for CameraMode::Scene
    std::optional<CameraPose> pose; ///< none = all actors in view, where the mode leaves it open
    model::ActorId followed = model::ActorId::None;
    int followedGhost = 0; ///< as in Viewport::setFollowedGhost()
    bool both = false;
};

class OffscreenView
{
public:
    static constexpr int LargestSide = 16384;

    /// `samples`: of antialiasing, 1 = none. InvalidArgument for a size that no picture has, Unsupported
    /// without OpenGL.
    static model::Result<std::unique_ptr<OffscreenView>> create(QSize pixels, int samples);
    ~OffscreenView();
    OffscreenView(const OffscreenView&) = delete;
    OffscreenView& operator=(const OffscreenView&) = delete;

    QSize pixels() const;
    void setContent(const ViewContent& content);
    /// How the director gets the state at an event.
    void setStateOf(std::function<bool(const model::Event&, model::WorldState&)> stateOf);
    /// Goes there at once; after the first content.
    void look(const Look& look);
    /// Puts a place of the recording into the middle with so many metres round it in view.
    void lookAt(const glm::dvec3& place, double radius);
    const CameraPose& pose() const;
    /// RGB32, or ARGB32_Premultiplied with nothing but what was recorded and its surroundings where
    /// `transparent`. Unsupported when the renderer does not answer.
    model::Result<QImage> draw(bool transparent = false);

private:
    struct Private;
    explicit OffscreenView(std::unique_ptr<Private> p);
    std::unique_ptr<Private> d;
};

} // namespace ghostline::render
