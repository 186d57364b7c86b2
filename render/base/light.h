// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// How light falls in the picture, and how far one sees: one value for what shaders light and for surroundings
// whose light is worked out beforehand.
#include "render/base/theme.h"

#include <glm/glm.hpp>

namespace ghostline::render {

/// A sun high in the north-west, light from the sky above and what the ground throws back. Factors of a
/// surface's colour; 1 = as the colour is.
struct Light
{
    glm::vec3 toSun{0.0F, 1.0F, 0.0F}; ///< unit
    glm::vec3 sun{0.0F};
    glm::vec3 sky{1.0F};
    glm::vec3 ground{1.0F};

    /// On a surface that faces there; `normal` is a unit.
    glm::vec3 at(const glm::vec3& normal) const
    {
        return glm::mix(ground, sky, 0.5F + 0.5F * normal.y) + sun * glm::max(glm::dot(normal, toSun), 0.0F);
    }
};
const Light& lightOn(Ground ground);

/// Surroundings with colours of their own, as a whole darker and greyer on the dark ground, and lighter on
/// the light one, so that what moves stands out from them. 0 to 1.
glm::vec3 adaptedColour(const model::SceneColour& own, Ground ground);

/// What is far away goes toward the colour of the horizon.
struct Fog
{
    QColor colour;
    double start = 0.0; ///< metres from the eye
    double end = 1.0;
    double density = 0.0; ///< beyond the end; 0 = none
};
/// `distance`: metres from the eye to what is looked at, which is never veiled. None over a stage, where all
/// is near, nor without known bounds.
Fog fogOver(const Theme& theme, const model::Bounds& bounds, double distance);

} // namespace ghostline::render
