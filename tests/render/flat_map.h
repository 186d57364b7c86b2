// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A flat map of a crossing.
#include "render/flat/top_down_widget.h"
#include "render/view/viewport.h"
#include "view_fixture.h"
#include "world_fixture.h"

#include <QtTest>

namespace ghostline::test {

using namespace ghostline::render;
using model::ActorId;

/// 640 x 400 pixels; all of the crossing is in them.
struct FlatMap
{
    void showCrossing()
    {
        m_map = std::make_unique<TopDownWidget>();
        m_map->resize(640, 400);
        showIndex(*m_map, m_world.index());
        showScene(*m_map, m_world.scene);
        showState(*m_map, m_world.state);
        m_map->fitAll();
    }

    QPoint find(ActorId id) const
    {
        for (int y = 0; y < m_map->height(); y += 2) {
            for (int x = 0; x < m_map->width(); x += 2) {
                if (m_map->pick(QPointF(x, y)) == id)
                    return {x, y};
            }
        }
        return {-1, -1};
    }

    std::unique_ptr<TopDownWidget> m_map;
    World m_world = World::crossing();
};

} // namespace ghostline::test
