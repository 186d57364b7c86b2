// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Draws a zone on a map, or moves one: takes the mouse and keys of all maps until it is done or given up.
#include "model/world/zone.h"

#include <QObject>
#include <QPointer>

#include <vector>

namespace ghostline::render {
class TopDownWidget;
}

class QKeyEvent;
class QMouseEvent;

namespace ghostline::app {

class ZonePen : public QObject
{
    Q_OBJECT
public:
    enum class Stroke {
        Polygon, ///< a click a corner; Enter or a double-click closes it, Backspace takes the last one back
        Circle,  ///< pressed in the middle, dragged to the edge
        Move     ///< dragged
    };

    explicit ZonePen(QObject* parent = nullptr);
    ~ZonePen() override;
    /// One that can be drawn on; null = none. Not owned.
    void addMap(render::TopDownWidget* map);

    /// Gives up what was being drawn. For Move, `zone` is the one to be moved. False = no map is in sight.
    bool start(Stroke stroke, model::Zone zone);
    void giveUp();
    bool drawing() const { return m_drawing; }

Q_SIGNALS:
    void sketched(const ghostline::model::Zone& zone); ///< as it would be if it ended here
    void drawn(const ghostline::model::Zone& zone);    ///< a valid one
    void givenUp();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    bool key(const QKeyEvent& event);
    void press(glm::dvec2 place);
    void drag(glm::dvec2 place);
    void release(glm::dvec2 place);
    void close();
    void stop();
    render::TopDownWidget* largestSeen() const;
    model::Zone sketch(glm::dvec2 end) const;

    std::vector<QPointer<render::TopDownWidget>> m_maps;
    Stroke m_stroke = Stroke::Polygon;
    model::Zone m_zone;
    glm::dvec2 m_pressed{0.0};
    glm::dvec2 m_last{0.0}; ///< where the pointer was last
    bool m_drawing = false;
    bool m_down = false;
};

} // namespace ghostline::app
