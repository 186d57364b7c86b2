// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/board/board_picture.h"

#include <algorithm>

namespace ghostline::app {

std::optional<glm::dvec3> BoardScene::placeOf(model::ActorId actor) const
{
    const std::ptrdiff_t row = actor == model::ActorId::None ? -1 : state.row(actor);
    if (row < 0)
        return std::nullopt;
    return state.positions[static_cast<std::size_t>(row)];
}

model::DrawnActor BoardScene::named(model::ActorId actor) const
{
    const std::size_t at = model::index(actor);
    return {actor, at < cast.size() ? cast[at].name : QString()};
}

std::optional<BoardSpace> BoardSpace::at(const BoardScene& scene, QPointF pixel, model::DrawingPin pin)
{
    BoardSpace space;
    space.m_pin = pin;
    if (pin != model::DrawingPin::Actor)
        return space;
    space.m_actor = scene.picture.actorAt(pixel);
    if (space.m_actor == model::ActorId::None)
        space.m_actor = scene.selected;
    const std::optional<glm::dvec3> place = scene.placeOf(space.m_actor);
    if (!place)
        return std::nullopt;
    space.m_origin = *place;
    return space;
}

std::optional<BoardSpace> BoardSpace::of(const BoardScene& scene, const model::Drawing& drawing)
{
    BoardSpace space;
    space.m_pin = drawing.pin;
    if (drawing.pin != model::DrawingPin::Actor)
        return space;
    if (drawing.actors.empty())
        return std::nullopt;
    space.m_actor = model::meantActor(drawing.actors.front(), scene.cast, scene.state);
    const std::optional<glm::dvec3> place = scene.placeOf(space.m_actor);
    if (!place)
        return std::nullopt;
    space.m_origin = *place;
    return space;
}

std::optional<glm::dvec3> BoardSpace::pointAt(const BoardPicture& picture, QPointF pixel) const
{
    switch (m_pin) {
    case model::DrawingPin::Screen: {
        const QSizeF size = picture.size();
        if (size.isEmpty())
            return std::nullopt;
        return glm::dvec3(pixel.x() / size.width(), pixel.y() / size.height(), 0.0);
    }
    case model::DrawingPin::Actor: {
        // One who flies has a level of their own.
        const std::optional<glm::dvec3> place = picture.levelAt(pixel, m_origin.y);
        if (!place)
            return std::nullopt;
        return *place - m_origin;
    }
    case model::DrawingPin::Ground:
        break;
    }
    return picture.groundAt(pixel);
}

std::optional<QPointF> BoardSpace::pixelOf(const BoardPicture& picture, const glm::dvec3& point) const
{
    if (m_pin == model::DrawingPin::Screen)
        return QPointF(point.x * picture.size().width(), point.y * picture.size().height());
    return picture.pixelOf(m_pin == model::DrawingPin::Actor ? point + m_origin : point);
}

std::optional<glm::dvec3> BoardSpace::pull(const BoardPicture& picture, const glm::dvec3& grip, QPointF from,
                                           QPointF to) const
{
    if (m_pin == model::DrawingPin::Screen) {
        const QSizeF size = picture.size();
        if (size.isEmpty())
            return std::nullopt;
        return glm::dvec3((to.x() - from.x()) / size.width(), (to.y() - from.y()) / size.height(), 0.0);
    }
    const double level = grip.y + (m_pin == model::DrawingPin::Actor ? m_origin.y : 0.0);
    const std::optional<glm::dvec3> begin = picture.levelAt(from, level);
    const std::optional<glm::dvec3> end = picture.levelAt(to, level);
    if (!begin || !end)
        return std::nullopt;
    return glm::dvec3(end->x - begin->x, 0.0, end->z - begin->z);
}

glm::dvec2 BoardSpace::flat(const BoardPicture& picture, const glm::dvec3& point) const
{
    if (m_pin == model::DrawingPin::Screen)
        return {point.x * picture.size().width(), point.y * picture.size().height()};
    return {point.x, point.z};
}

glm::dvec3 BoardSpace::raised(const BoardPicture& picture, glm::dvec2 flat, const glm::dvec3& like) const
{
    if (m_pin == model::DrawingPin::Screen)
        return {flat.x / std::max(1.0, picture.size().width()),
                flat.y / std::max(1.0, picture.size().height()), 0.0};
    return {flat.x, like.y, flat.y};
}

} // namespace ghostline::app
