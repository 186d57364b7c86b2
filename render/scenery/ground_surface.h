// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Height map of the surfaces of a scene that one drives and walks on. No GL.
#include "model/world/scene_description.h"

#include <memory>
#include <optional>

namespace ghostline::render {

/// Where the scene knows the heights of its ground, those. Else each cell is as high as the highest surface
/// in it; a cell without a surface is as high as the nearest one that has one. Slow to construct: once for
/// each scene.
class GroundSurface
{
public:
    GroundSurface() = default;
    explicit GroundSurface(const model::SceneDescription& scene);
    /// At x and z; beyond the last surface, the height of that. Nothing = the scene has no surface.
    std::optional<double> heightAt(const glm::dvec2& place) const;
    /// Of ground with hills; null where surfaces carry, or nothing.
    const model::HeightField* field() const { return m_field.get(); }

private:
    void begin(const glm::dvec2& low, const glm::dvec2& high);
    void cover(const model::SceneMesh& mesh);
    void cover(const glm::dvec3& a, const glm::dvec3& b, const glm::dvec3& c);
    void fillGaps();
    std::size_t cellAt(const glm::dvec2& place) const;

    std::shared_ptr<const model::HeightField> m_field;
    std::vector<float> m_heights; ///< row by row
    glm::dvec2 m_corner{0.0};     ///< of the first cell
    double m_cell = 1.0;          ///< metres
    std::size_t m_columns = 0;
    std::size_t m_rows = 0;
};

/// The share of the way from one place to another, 0 to 1, before it goes into a hill. Where it begins below
/// the ground, that does not count until it has come out.
double freeShareOver(const model::HeightField& hills, const glm::dvec3& from, const glm::dvec3& to);

} // namespace ghostline::render
