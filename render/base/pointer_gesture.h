// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Tells clicks, double clicks and drags of the mouse apart.
#include "model/world/actor.h"

#include <QGuiApplication>
#include <QPointF>
#include <QStyleHints>

#include <optional>
#include <utility>

namespace ghostline::render {

/// Positions are logical pixels.
class PointerGesture
{
public:
    void press(QPointF at)
    {
        m_last = at;
        m_dragging = m_doubleClick = false;
    }
    /// How far a drag went since the last call; nothing while it may still become a click.
    std::optional<QPointF> drag(QPointF at)
    {
        const QPointF step = at - m_last;
        if (!m_dragging && step.manhattanLength() < QGuiApplication::styleHints()->startDragDistance())
            return std::nullopt;
        m_dragging = true;
        m_last = at;
        return step;
    }
    /// The button that is pressed now belongs to a double click: releasing it is not another click.
    void doubleClick() { m_doubleClick = true; }
    /// True when what ends now was a click.
    bool release()
    {
        const bool dragged = std::exchange(m_dragging, false);
        return !std::exchange(m_doubleClick, false) && !dragged;
    }
    /// True when another actor is under the pointer than before, None = none.
    bool hover(model::ActorId actor) { return std::exchange(m_hovered, actor) != actor; }
    model::ActorId hovered() const { return m_hovered; }

private:
    QPointF m_last; ///< of the press, or of the last step of a drag
    bool m_dragging = false;
    bool m_doubleClick = false;
    model::ActorId m_hovered = model::ActorId::None;
};

} // namespace ghostline::render
