// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/analyses/zone_pen.h"

#include "model/world/zone_json.h"
#include "render/flat/top_down_widget.h"

#include <QKeyEvent>
#include <QMouseEvent>

#include <algorithm>
#include <utility>

namespace ghostline::app {

ZonePen::ZonePen(QObject* parent) : QObject(parent) {}

ZonePen::~ZonePen() { stop(); }

void ZonePen::addMap(render::TopDownWidget* map)
{
    if (map != nullptr)
        m_maps.emplace_back(map);
}

/// Where the keys belong while it draws.
render::TopDownWidget* ZonePen::largestSeen() const
{
    const auto area = [](const render::TopDownWidget* map) {
        return map != nullptr && map->isVisible() ? map->width() * map->height() : 0;
    };
    const auto largest =
        std::max_element(m_maps.begin(), m_maps.end(),
                         [&area](const auto& a, const auto& b) { return area(a.data()) < area(b.data()); });
    return largest != m_maps.end() && area(largest->data()) > 0 ? largest->data() : nullptr;
}

bool ZonePen::start(Stroke stroke, model::Zone zone)
{
    giveUp();
    render::TopDownWidget* front = largestSeen();
    if (front == nullptr)
        return false;
    m_stroke = stroke;
    m_zone = std::move(zone);
    m_drawing = true;
    m_down = false;
    for (const auto& map : m_maps) {
        if (map != nullptr) {
            map->installEventFilter(this);
            map->setCursor(Qt::CrossCursor);
        }
    }
    front->window()->activateWindow();
    front->setFocus();
    return true;
}

void ZonePen::stop()
{
    m_drawing = m_down = false;
    for (const auto& map : m_maps) {
        if (map != nullptr) {
            map->removeEventFilter(this);
            map->unsetCursor();
        }
    }
}

void ZonePen::giveUp()
{
    if (!m_drawing)
        return;
    stop();
    Q_EMIT givenUp();
}

bool ZonePen::eventFilter(QObject* watched, QEvent* event)
{
    const auto* map = qobject_cast<render::TopDownWidget*>(watched);
    if (!m_drawing || map == nullptr)
        return QObject::eventFilter(watched, event);
    switch (event->type()) {
    case QEvent::MouseButtonPress:
    case QEvent::MouseMove:
    case QEvent::MouseButtonRelease: {
        const auto* mouse = static_cast<QMouseEvent*>(event);
        const glm::dvec3 ground = map->groundAt(mouse->position());
        const glm::dvec2 place(ground.x, ground.z);
        if (event->type() == QEvent::MouseMove)
            drag(place);
        else if (mouse->button() == Qt::LeftButton)
            event->type() == QEvent::MouseButtonPress ? press(place) : release(place);
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

void ZonePen::press(glm::dvec2 place)
{
    m_pressed = m_last = place;
    m_down = true;
    if (m_stroke == Stroke::Polygon && m_zone.corners.size() < model::MostZoneCorners)
        m_zone.corners.push_back(m_pressed);
    Q_EMIT sketched(sketch(m_last));
}

void ZonePen::drag(glm::dvec2 place)
{
    m_last = place;
    if (m_down || (m_stroke == Stroke::Polygon && !m_zone.corners.empty()))
        Q_EMIT sketched(sketch(m_last));
}

void ZonePen::release(glm::dvec2 place)
{
    m_last = place;
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
