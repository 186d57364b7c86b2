// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The outer form of an actor as it is drawn, whatever its colour: its own, or the look it has for the moment.
#include "model/actor.h"
#include "render/meshes.h"

namespace ghostline::render {

struct DrawnShape
{
    glm::vec3 centre{0.0F};
    glm::vec3 half{0.5F}; ///< never zero; of a view the tangents of half its opening angles
    MeshKind mesh = MeshKind::Box;
    bool drawable = true;
    bool background = false;
    bool shadow = false;
    bool view = false;  ///< no body: the outline of what it sees of the ground
    bool round = false; ///< from above a disc stands for it
};

DrawnShape drawnShape(model::ActorShape shape, const glm::vec3& centre, const glm::vec3& half,
                      bool background);

/// Still being built: lower, from the ground up.
DrawnShape unfinished(const DrawnShape& shape);

} // namespace ghostline::render
