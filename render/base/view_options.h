// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What the viewport shows besides the actors themselves. A value, saved with the layout.
namespace ghostline::render {

struct ViewOptions
{
    bool trails = true;
    double trailSeconds = 5.0;
    bool labels = true;
    bool provenance = true;    ///< provenance marks and their legend
    bool reportedOnly = false; ///< estimates between reports are left out: what is shown is what was told
    bool exactOnly = false;    ///< only what was recorded in full: the keyframe at or before
    bool unitMarks = true;     ///< health, rank and turrets of units
    bool sight = false;        ///< the edge of what somebody's units see, about
    bool velocityArrows = false;
    bool distanceRings = false; ///< round who is selected
    bool prediction = true;     ///< where what the play is about flies if nobody touches it
    bool grid = true;
    bool axesGizmo = true;
    bool scene = true;
    bool edits = false;           ///< blocks that were recorded stand out from those of the surroundings
    bool barriers = false;        ///< outlines of blocks that carry people but are not seen in the game
    bool zones = true;            ///< ground that somebody marked
    bool nextGoal = true;         ///< where the runner passes the next checkpoint
    bool heatMap = true;          ///< the one that was worked out last
    bool drawings = true;         ///< what somebody drew over the picture
    bool scoreboard = true;       ///< strip above the picture, where the replay keeps a score
    bool backgroundActors = true; ///< props, signs, sensors
    friend bool operator==(const ViewOptions&, const ViewOptions&) = default;
};

} // namespace ghostline::render
