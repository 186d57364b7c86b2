// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What is drawn of actors: rings round their feet, lines between them, light on them, and figures where they
// should have been. All of it lies on the ground of the picture, in its perspective.
#include "model/board/board.h"
#include "render/actors/actor_styles.h"
#include "render/base/view_content.h"
#include "render/board/board_ink.h"

namespace ghostline::render {

/// An actor's place as drawings go round it.
struct BoardSpot
{
    PickBox box;
    glm::dvec3 feet{0.0};
    double radius = 1.0; ///< metres, of the ring round it
    double height = 1.8; ///< metres
};

/// Nothing where the actor is not drawn, or stands behind the camera.
std::optional<BoardSpot> boardSpot(const ViewContent& content, const ActorStyles& styles,
                                   const BoardProjection& projection, model::ActorId actor);

/// A circle on the ground, projected; its points go round once, without the first one again.
std::vector<glm::dvec3> boardCircle(const BoardProjection& projection, const glm::dvec3& middle,
                                    double radius);

/// From ring to ring. Returns the middle of what is seen of the line; nothing where it is not seen.
std::optional<QPointF> paintLink(BoardInk& ink, const BoardSpot& a, const BoardSpot& b);

/// `to`: where its place should have been. Dashed all over: nobody is to take it for what was recorded.
void paintMovedActor(BoardInk& ink, const BoardSpot& spot, const glm::dvec3& from, const glm::dvec3& to,
                     const QString& name, bool person);

struct BoardLight
{
    BoardSpot spot;
    QColor colour;
    double opacity = 1.0;
};
/// Dims the picture once, but where the lights fall.
void paintLights(QPainter& painter, const BoardProjection& projection, std::span<const BoardLight> lights);
/// What of a light is seen, pixels.
QRectF lightBounds(const BoardProjection& projection, const BoardSpot& spot);

} // namespace ghostline::render
