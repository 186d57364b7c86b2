// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// From the world to the pixels of a picture, in homogeneous coordinates: lines and areas are cut where they
// go behind the camera or far beyond the edge, and keep their shape.
#include "render/camera/camera.h"

#include <QList>
#include <QPolygonF>
#include <QSizeF>

#include <glm/glm.hpp>
#include <optional>
#include <span>

namespace ghostline::render {

/// A piece of a line that is in the picture, or close to it.
struct BoardLine
{
    QPolygonF points{};
    bool first = false; ///< begins where the whole line does
    bool last = false;  ///< ends where the whole line does
};

/// A value: copies are cheap. Pixels are those of the picture it was made for.
class BoardProjection
{
public:
    static BoardProjection through(const CameraPose& camera, QSizeF size);
    /// A map: the pixel of the world's origin, and the steps of a metre east and south.
    static BoardProjection flat(QPointF origin, QPointF east, QPointF south, QSizeF size);

    QSizeF size() const { return m_size; }
    /// Pixels for one of a picture that is 1080 high.
    double scale() const { return m_size.height() / 1080.0; }
    /// Of a world place: pixel x and y times the depth, and the depth.
    glm::dvec3 ofPlace(const glm::dvec3& place) const
    {
        const glm::dvec4 p(place, 1.0);
        return {glm::dot(m_x, p), glm::dot(m_y, p), glm::dot(m_depth, p)};
    }
    /// Of shares of the picture.
    glm::dvec3 ofShare(const glm::dvec3& share) const
    {
        return {share.x * m_size.width(), share.y * m_size.height(), 1.0};
    }
    /// Nothing behind the camera.
    std::optional<QPointF> pixel(const glm::dvec3& projected) const;
    std::optional<QPointF> pixelOf(const glm::dvec3& place) const { return pixel(ofPlace(place)); }
    /// Nothing behind the camera.
    std::optional<double> pixelsPerMetre(const glm::dvec3& place) const;

    /// Both of projected points.
    QList<BoardLine> line(std::span<const glm::dvec3> projected) const;
    QPolygonF area(std::span<const glm::dvec3> projected) const;

private:
    glm::dvec4 m_x{0.0};
    glm::dvec4 m_y{0.0};
    glm::dvec4 m_depth{0.0, 0.0, 0.0, 1.0};
    double m_perMetre = 1.0; ///< pixels, at a depth of 1
    QSizeF m_size;
};

} // namespace ghostline::render
