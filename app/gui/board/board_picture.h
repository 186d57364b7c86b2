// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What a hand that draws has to know of the picture it draws on: which place is under a pixel, which pixel
// shows a place, who is where. The 3D view and the flat map answer alike; tests answer by themselves.
#include "model/board/board.h"

#include <QPointF>
#include <QSizeF>

#include <optional>
#include <span>

namespace ghostline::app {

class BoardPicture
{
public:
    BoardPicture() = default;
    virtual ~BoardPicture() = default;
    BoardPicture(const BoardPicture&) = delete;
    BoardPicture& operator=(const BoardPicture&) = delete;

    virtual QSizeF size() const = 0; ///< logical pixels
    /// The ground under a pixel; nothing where one sees past it.
    virtual std::optional<glm::dvec3> groundAt(QPointF pixel) const = 0;
    /// The same for a level plane at some height: that of somebody who does not stand on the ground.
    virtual std::optional<glm::dvec3> levelAt(QPointF pixel, double height) const = 0;
    /// Nothing behind the camera.
    virtual std::optional<QPointF> pixelOf(const glm::dvec3& place) const = 0;
    virtual model::ActorId actorAt(QPointF pixel) const = 0;
};

/// A picture with what it shows now. A value for one event; everything in it outlives that.
struct BoardScene
{
    const BoardPicture& picture;
    const model::WorldState& state;
    std::span<const model::ActorInfo> cast{};
    std::span<const model::Drawing> drawings{}; ///< of the recording, whenever they are seen
    model::ActorId selected = model::ActorId::None;

    /// Where somebody is; nothing where they are not in the state.
    std::optional<glm::dvec3> placeOf(model::ActorId actor) const;
    model::DrawnActor named(model::ActorId actor) const;
};

/// Where the points of a drawing live: in shares of the picture, on the ground, or round an actor.
class BoardSpace
{
public:
    /// Nothing where it is to be pinned to an actor and there is none: neither under the pixel nor selected.
    static std::optional<BoardSpace> at(const BoardScene& scene, QPointF pixel, model::DrawingPin pin);
    /// Of a drawing that is there already; nothing where its actor is not.
    static std::optional<BoardSpace> of(const BoardScene& scene, const model::Drawing& drawing);

    model::DrawingPin pin() const { return m_pin; }
    model::ActorId actor() const { return m_actor; }
    std::optional<glm::dvec3> pointAt(const BoardPicture& picture, QPointF pixel) const;
    std::optional<QPointF> pixelOf(const BoardPicture& picture, const glm::dvec3& point) const;
    /// How far a shape goes when it is pulled from one pixel to another; stays level. `grip`: one of its
    /// points.
    std::optional<glm::dvec3> pull(const BoardPicture& picture, const glm::dvec3& grip, QPointF from,
                                   QPointF to) const;
    /// Two axes in which a right angle is one, and a circle a circle: metres east and south, or pixels.
    glm::dvec2 flat(const BoardPicture& picture, const glm::dvec3& point) const;
    /// The point that lies there; as high as `like`.
    glm::dvec3 raised(const BoardPicture& picture, glm::dvec2 flat, const glm::dvec3& like) const;

private:
    model::DrawingPin m_pin = model::DrawingPin::Ground;
    model::ActorId m_actor = model::ActorId::None;
    glm::dvec3 m_origin{0.0}; ///< of the actor
};

} // namespace ghostline::app
