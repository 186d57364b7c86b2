// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/analyses/zone_pen.h"

#include "model/zone_json.h"
#include "render/top_down_widget.h"

#include <QKeyEvent>
#include <QMouseEvent>

#include <utility>

namespace ghostline::app {

ZonePen::ZonePen(render::TopDownWidget* map, QObject* parent) : QObject(parent), m_map(map) {}

ZonePen::~ZonePen() { stop(); }

void ZonePen::start(Stroke stroke, model::Zone zone)
{
    giveUp();
    if (m_map == nullptr)
        return;
    m_stroke = stroke;
    m_zone = std::move(zone);
    m_drawing = true;
    m_down = false;
    m_map->installEventFilter(this);
    m_map->setCursor(Qt::CrossCursor);
    m_map->window()->activateWindow();
    m_map->setFocus();
}

void ZonePen::stop()
{
    m_drawing = m_down = false;
    if (m_map == nullptr)
        return;
    m_map->removeEventFilter(this);
    m_map->unsetCursor();
}

void ZonePen::giveUp()
{
    if (!m_drawing)
        return;
    stop();
    Q_EMIT givenUp();
}

glm::dvec2 ZonePen::at(QPointF pixel) const
{
    const glm::dvec3 ground = m_map->groundAt(pixel);
    return {ground.x, ground.z};
}

bool ZonePen::eventFilter(QObject* watched, QEvent* event)
{
    if (!m_drawing || watched != m_map)
        return QObject::eventFilter(watched, event);
    switch (event->type()) {
    case QEvent::MouseButtonPress:
    case QEvent::MouseMove:
    case QEvent::MouseButtonRelease: {
        const auto* mouse = static_cast<QMouseEvent*>(event);
        if (event->type() == QEvent::MouseMove)
            drag(mouse->position());
        else if (mouse->button() == Qt::LeftButton)
            event->type() == QEvent::MouseButtonPress ? press(mouse->position()) : release(mouse->position());
        return true;
    }
    case QEvent::MouseButtonDblClick:
        if (m_stroke == Stroke::Polygon)
            close();
        return true;
    case QEvent::ContextMenu:
        return true;
    case QEvent::ShortcutOverride: // its keys are not the window's while it draws
        event->accept();
        return true;
    case QEvent::KeyPress:
        return key(*static_cast<QKeyEvent*>(event));
    default:
        return QObject::eventFilter(watched, event);
    }
}

bool ZonePen::key(const QKeyEvent& event)
{
    if (event.key() == Qt::Key_Escape) {
        giveUp();
    } else if (m_stroke == Stroke::Polygon &&
               (event.key() == Qt::Key_Return || event.key() == Qt::Key_Enter)) {
        close();
    } else if (event.key() == Qt::Key_Backspace && m_stroke == Stroke::Polygon && !m_zone.corners.empty()) {
        m_zone.corners.pop_back();
        Q_EMIT sketched(sketch(m_last));
    } else {
        return false;
    }
    return true;
}

void ZonePen::press(QPointF pixel)
{
    m_pressed = m_last = at(pixel);
    m_down = true;
    if (m_stroke == Stroke::Polygon && m_zone.corners.size() < model::MostZoneCorners)
        m_zone.corners.push_back(m_pressed);
    Q_EMIT sketched(sketch(m_last));
}

void ZonePen::drag(QPointF pixel)
{
    m_last = at(pixel);
    if (m_down || (m_stroke == Stroke::Polygon && !m_zone.corners.empty()))
        Q_EMIT sketched(sketch(m_last));
}

void ZonePen::release(QPointF pixel)
{
    m_last = at(pixel);
    if (std::exchange(m_down, false) && m_stroke != Stroke::Polygon)
        close();
}

model::Zone ZonePen::sketch(glm::dvec2 end) const
{
    model::Zone zone = m_zone;
    switch (m_stroke) {
    case Stroke::Polygon:
        zone.corners.push_back(end);
        break;
    case Stroke::Circle:
        zone.centre = m_pressed;
        zone.radius = glm::distance(m_pressed, end);
        break;
    case Stroke::Move:
        zone.centre += end - m_pressed;
        for (glm::dvec2& corner : zone.corners)
            corner += end - m_pressed;
        break;
    }
    return zone;
}

/// What has no area yet goes on being drawn.
void ZonePen::close()
{
    const model::Zone zone = m_stroke == Stroke::Polygon ? m_zone : sketch(m_last);
    if (!zone.valid() || (m_stroke == Stroke::Polygon && zone.corners.empty()))
        return;
    stop();
    Q_EMIT drawn(zone);
}

} // namespace ghostline::app
