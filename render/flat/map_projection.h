// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// From the ground to the pixels of a flat map, and back. One scale for both axes; north (-Z) is up, or at a
// side where a long stage lies along a wide map.
#include <QPointF>
#include <QRectF>
#include <QSizeF>

#include <glm/glm.hpp>

namespace ghostline::render {

class MapProjection
{
public:
    void setSize(QSizeF size) { m_size = size; }
    QSizeF size() const { return m_size; }
    QRectF rect() const { return {QPointF(), m_size}; }
    QPointF middle() const { return {m_size.width() * 0.5, m_size.height() * 0.5}; }
    /// Of the ground in the middle: x and z, metres.
    QPointF centre() const { return m_centre; }
    void setCentre(QPointF centre) { m_centre = centre; }
    /// Logical pixels a metre.
    double scale() const { return m_scale; }
    /// Quarter turns clockwise.
    int turns() const { return m_turns; }

    /// A step on the ground as a step on the screen, and back.
    QPointF turn(QPointF world) const
    {
        return m_turns == 0 ? world : QPointF(-world.y(), world.x()) * static_cast<double>(m_turns);
    }
    QPointF turnBack(QPointF screen) const
    {
        return m_turns == 0 ? screen : QPointF(screen.y(), -screen.x()) * static_cast<double>(m_turns);
    }
    QPointF toScreen(const glm::dvec3& p) const
    {
        return turn(QPointF(p.x, p.z) - m_centre) * m_scale + middle();
    }
    QPointF toWorld(QPointF s) const { return turnBack((s - middle()) / m_scale) + m_centre; }
    /// The ground that a map of `times` this size would show.
    QRectF groundRect(double times) const;

    /// Shows all of a piece of ground, with `turns` as in turns().
    void fit(const QRectF& world, int turns);
    /// In steps of a wheel; the point under the pointer stays there.
    void zoom(double steps, QPointF at);
    /// The same ground at the same scale as another map.
    void lookLike(const MapProjection& other);

private:
    QSizeF m_size;
    QPointF m_centre;
    double m_scale = 4.0;
    int m_turns = 0;
};

} // namespace ghostline::render
