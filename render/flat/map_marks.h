// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Actors on a flat map: marks with their heading, ghosts as outlines, names.
#include "render/actors/goal_mark.h"
#include "render/flat/map_frame.h"
#include "render/labels/glyph_clumps.h"
#include "render/labels/map_labels.h"

namespace ghostline::render {

class MapMarks
{
public:
    void paint(QPainter& p, const MapFrame& map);

private:
    void addActorLabels(const MapFrame& map);
    void addGlyphs(const MapFrame& map);
    void addGhostLabels(const MapFrame& map);
    void addZoneLabels(const MapFrame& map);
    void addGoalLabel(const MapFrame& map);
    void addActorMarks(const MapFrame& map);

    MapLabels m_labels;
    UnitGlyphs m_glyphs;
    GoalText m_goal;
};

} // namespace ghostline::render
