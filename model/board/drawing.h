// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What a coach draws over the picture: shapes that are pinned to the screen, to the ground or to an actor and
// are seen for a while. Kept in the sidecar; nothing recorded changes by them.
#include "model/base/time_types.h"
#include "model/world/actor.h"

#include <QDateTime>
#include <QJsonObject>
#include <QString>

#include <cstdint>
#include <vector>

namespace ghostline::model {

enum class DrawingKind : std::uint8_t {
    Pen,     ///< a stroke through all points
    Arrow,   ///< through all points, with a head at the last
    Line,    ///< through all points
    Ellipse, ///< points: two opposite corners of the box round it; on the ground along the axes of the world
    Polygon, ///< closed, filled lightly
    Text,    ///< begins at the point
    Number,  ///< a disc with `text` in it at the point
    Spotlight,  ///< light on the ground under actors[0]; no points
    Link,       ///< a line between actors[0] and actors[1] that goes along with them; no points
    Distance,   ///< two points, or two actors and no points; labelled with the metres between them
    MovedActor, ///< a figure of actors[0] where it should have been: points[0], with an arrow from where it
                ///< was
    Unknown     ///< of a newer version: kept as it came, never drawn
};

enum class DrawingPin : std::uint8_t {
    Screen, ///< points are shares of the picture's width and height (x, y) from its top left corner; z is 0
    Ground, ///< points are world space, metres
    Actor   ///< points are metres from the place of actors[0], along the axes of the world
};

/// Whom a drawing is about. The name tells whether a recording that was made anew still means the same one.
struct DrawnActor
{
    ActorId id = ActorId::None;
    QString name{};

    friend bool operator==(const DrawnActor&, const DrawnActor&) = default;
};

struct Drawing
{
    QString id{}; ///< uuid, kept over edits
    DrawingKind kind = DrawingKind::Pen;
    DrawingPin pin = DrawingPin::Ground;
    std::vector<glm::dvec3> points{};
    std::vector<DrawnActor> actors{};
    QString text{};                      ///< of Text and Number
    std::uint32_t colour = 0xFFFF'C857U; ///< 0xAARRGGBB
    double width = 4.0;                  ///< of lines, in pixels of a picture that is 1080 high
    Micros from{};                       ///< seen from here
    Micros to{};                         ///< to here
    Micros fade = Micros{300'000};       ///< how long it takes to come and to go, within the range
    QString author{};
    QDateTime created{};   ///< UTC
    QJsonObject unknown{}; ///< keys of newer versions, written back as read

    friend bool operator==(const Drawing&, const Drawing&) = default;
};

} // namespace ghostline::model
