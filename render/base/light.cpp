// SPDX-License-Identifier: GPL-3.0-or-later
#include "render/base/light.h"

#include <algorithm>

namespace ghostline::render {

namespace {

constexpr double StageMetres = 300.0; // a smaller scene is a stage
constexpr double FogDensity = 0.7;
constexpr glm::vec3 Grey{0.299F, 0.587F, 0.114F}; // how bright red, green and blue look

Light makeLight(float sun, float sky, float ground)
{
    // Sunlight is a little warmer than the sky's; more would change the hues of teams.
    return {glm::normalize(glm::vec3(-0.45F, 0.76F, -0.47F)), sun * glm::vec3(1.02F, 1.0F, 0.95F),
            sky * glm::vec3(0.985F, 1.0F, 1.02F), glm::vec3(ground)};
}

} // namespace

const Light& lightOn(Ground ground)
{
    static const Light onDark = makeLight(0.34F, 0.74F, 0.50F);
    static const Light onLight = makeLight(0.26F, 0.81F, 0.62F);
    return ground == Ground::Dark ? onDark : onLight;
}

glm::vec3 adaptedColour(const model::SceneColour& own, Ground ground)
{
    constexpr float DarkGrey = 0.25F, Darkened = 0.62F;
    constexpr float LightGrey = 0.15F, Lightened = 0.35F;
    const glm::vec3 colour = glm::vec3(own) / 255.0F;
    const glm::vec3 grey(glm::dot(colour, Grey));
    if (ground == Ground::Dark)
        return glm::mix(colour, grey, DarkGrey) * Darkened;
    return glm::mix(glm::mix(colour, grey, LightGrey), glm::vec3(1.0F), Lightened);
}

Fog fogOver(const Theme& theme, const model::Bounds& bounds, double distance)
{
    const double size =
        bounds.valid ? std::max(bounds.max.x - bounds.min.x, bounds.max.z - bounds.min.z) : 0.0;
    Fog fog{.colour = theme.skyBottom};
    if (!(size > StageMetres))
        return fog;
    fog.start = std::max(1.5 * distance, 0.35 * size);
    fog.end = fog.start + std::max(size, 2.0 * distance);
    fog.density = FogDensity;
    return fog;
}

} // namespace ghostline::render
