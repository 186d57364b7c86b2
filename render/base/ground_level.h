// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What lines lie on that follow the ground. No GL.
#include "model/world/standing.h"

#include <algorithm>
#include <cmath>

namespace ghostline::render {

/// Metres that things lie above ground with hills: between the heights that are known it may bulge.
inline constexpr double HillLift = 0.15;
/// Metres: of a body that begins higher above its place it is said that it flies.
inline constexpr float FlyingLeast = 0.5F;

/// A level, or heights where they are known. A value; the heights are the scene's.
struct GroundLevel
{
    GroundLevel(double y = 0.0, const model::HeightField* heights = nullptr) : level(y), field(heights) {}
    explicit GroundLevel(const model::SceneDescription& scene)
        : level(scene.groundHeight), field(model::groundOf(scene))
    {
    }

    double level; ///< metres, where there is no field
    const model::HeightField* field;

    double at(const glm::dvec2& place) const { return field != nullptr ? field->at(place) : level; }
    /// Into so many pieces a line is cut that goes over hill and dale: 1 on level ground.
    int pieces(const glm::dvec2& from, const glm::dvec2& to) const
    {
        constexpr double Shortest = 0.5; // metres
        constexpr double Most = 48.0;
        if (field == nullptr)
            return 1;
        const double wanted = std::ceil(glm::distance(from, to) / std::max(field->cell, Shortest));
        return static_cast<int>(std::clamp(wanted, 1.0, Most)); // what is no number is 1 or more, too
    }
    /// Calls `visit(place)` for the places along a line, from its begin to its end, `lift` metres above the
    /// ground.
    template<typename Visit>
    void follow(const glm::dvec2& from, const glm::dvec2& to, double lift, const Visit& visit) const
    {
        const int count = pieces(from, to);
        for (int i = 0; i <= count; ++i) {
            const glm::dvec2 place = glm::mix(from, to, static_cast<double>(i) / count);
            visit(glm::dvec3(place.x, at(place) + lift, place.y));
        }
    }
    /// Which way the ground faces round a place: from the heights `reach` metres away from it.
    glm::vec3 normal(const glm::dvec2& place, double reach) const
    {
        if (field == nullptr)
            return {0.0F, 1.0F, 0.0F};
        const auto height = [&](double x, double z) { return field->at(place + glm::dvec2(x, z)); };
        const glm::dvec3 up(height(-reach, 0.0) - height(reach, 0.0), 2.0 * reach,
                            height(0.0, -reach) - height(0.0, reach));
        return {glm::normalize(up)};
    }
};

} // namespace ghostline::render
