// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The 3D view and the flat map as pictures that one draws on.
#include "app/gui/board/board_picture.h"
#include "render/scenery/ground_surface.h"

#include <memory>

namespace ghostline::render {
class TopDownWidget;
class Viewport;
} // namespace ghostline::render

namespace ghostline::app {

/// The surface of the scene that is shown, kept as long as that is.
class BoardGround
{
public:
    const render::GroundSurface& of(const std::shared_ptr<const model::SceneDescription>& scene);

private:
    std::shared_ptr<const model::SceneDescription> m_scene;
    render::GroundSurface m_surface;
};

/// The ground is the scene's surface, or blocks that stand in the way, else a plane. Places are the
/// recording's: where it tells no heights they are those of level ground, whatever hills are shown.
class ViewportPicture final : public BoardPicture
{
public:
    /// Neither is owned.
    ViewportPicture(render::Viewport& view, BoardGround& ground) : m_view(view), m_ground(ground) {}

    QSizeF size() const override;
    std::optional<glm::dvec3> groundAt(QPointF pixel) const override;
    std::optional<glm::dvec3> levelAt(QPointF pixel, double height) const override;
    std::optional<QPointF> pixelOf(const glm::dvec3& place) const override;
    model::ActorId actorAt(QPointF pixel) const override;

private:
    render::Viewport& m_view;
    BoardGround& m_ground;
};

class MapPicture final : public BoardPicture
{
public:
    explicit MapPicture(const render::TopDownWidget& map) : m_map(map) {}

    QSizeF size() const override;
    std::optional<glm::dvec3> groundAt(QPointF pixel) const override;
    std::optional<glm::dvec3> levelAt(QPointF pixel, double height) const override;
    std::optional<QPointF> pixelOf(const glm::dvec3& place) const override;
    model::ActorId actorAt(QPointF pixel) const override;

private:
    const render::TopDownWidget& m_map;
};

} // namespace ghostline::app
